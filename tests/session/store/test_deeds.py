"""The journal of agents: a chain that shows what was changed, taken out or cut off; bounded, and forgotten in part."""

from __future__ import annotations

import io
import itertools
import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from lightterm import settings
from lightterm.session.store import Store
from lightterm.session.store.model import ChainState, DeedEntry

if TYPE_CHECKING:
    from pathlib import Path


def filled(path: str, count: int = 5, **chosen: object) -> Store:
    values = [(f"agents.{key}", value) for key, value in chosen.items()]
    store = Store(path, settings.Settings().with_request(values), now=lambda: 1_000_000.0)
    for n in range(count):
        assert store.deeds.add(DeedEntry(at=1000.0 + n, who="robot", tool="open", url=f"https://h{n}.example/"))
    return store


def test_the_latest_come_first_and_outlive_the_run(tmp_path: Path) -> None:
    path = str(tmp_path / "store.sqlite")
    filled(path, 3, journal_days=36500).close()
    with filled(path, 1, journal_days=36500) as store:
        assert [entry.url for entry in store.deeds.all()] == [
            "https://h0.example/", "https://h2.example/", "https://h1.example/", "https://h0.example/",
        ]  # fmt: skip
        assert store.deeds.check() == ChainState(4)
        out = io.StringIO()
        assert store.deeds.export(out) == 4
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines[0]["previous"] == "" and all(b["previous"] == a["hash"] for a, b in itertools.pairwise(lines))


@pytest.mark.parametrize(
    ("sql", "where"),
    [
        ("UPDATE deeds SET words = 'nothing' WHERE id = 3", 3),
        ("UPDATE deeds SET outcome = 'ACTION_REFUSED' WHERE id = 1", 1),
        ("DELETE FROM deeds WHERE id = 2", 3),
        ("DELETE FROM deeds WHERE id = 1", 2),
        ("DELETE FROM deeds WHERE id = 5", -1),
        ("DELETE FROM deeds", -1),
        ("UPDATE deeds SET at = 1.0, hash = previous WHERE id = 4", 4),
        ("UPDATE deeds SET tool = '', url = 'https://other.example/' WHERE id = 2", 2),
        ("DELETE FROM deed_chain", -1),
    ],
)
def test_what_was_done_to_the_file_is_found_and_where(tmp_path: Path, sql: str, where: int) -> None:
    path = tmp_path / "store.sqlite"
    filled(str(path), journal_days=36500).close()
    db = sqlite3.connect(path)
    with db:
        db.execute(sql)
    db.close()
    with filled(str(path), 0) as store:
        state = store.deeds.check()
        assert state.broken == where and state.why
        assert store.deeds.add(DeedEntry(at=9000.0, who="robot", tool="open")), (
            "what comes is written down all the same"
        )
        assert store.deeds.check().broken


def test_what_is_exported_steers_no_terminal(tmp_path: Path) -> None:
    with filled(str(tmp_path / "store.sqlite"), 0, journal_days=36500) as store:
        assert store.deeds.add(
            DeedEntry(at=1.0, who="robot", tool="act", words="\x9b31m \u202etxt.exe \x1b]0;owned\x07")
        )
        out = io.StringIO()
        assert store.deeds.export(out) == 1
    assert out.getvalue().isascii() and out.getvalue().removesuffix("\n").isprintable()
    assert json.loads(out.getvalue())["words"].startswith("\x9b31m \u202etxt.exe")


def test_the_oldest_go_first_and_the_chain_holds(tmp_path: Path) -> None:
    with filled(str(tmp_path / "a.sqlite"), 25, journal_rows=10, journal_days=36500) as store:
        assert len(store.deeds.all()) == 10 and store.deeds.all()[-1].url == "https://h15.example/"
        assert store.deeds.check() == ChainState(10)
    with filled(str(tmp_path / "b.sqlite"), 4, journal_days=36500) as store:
        at = 1_000_000.0
        store.configure(settings.Settings().with_request([("agents.journal_days", 1)]))
        assert store.deeds.add(DeedEntry(at=at, who="robot", tool="open"))
        assert [entry.at for entry in store.deeds.all()] == [at]
        assert store.deeds.check() == ChainState(1)


def test_what_is_forgotten_leaves_its_link_in_the_chain(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with filled(str(path), journal_days=36500) as store:
        counts = {each.kind: each.count for each in store.forget("h2.example")}
        assert counts["deeds"] == 1
        assert store.deeds.check() == ChainState(5, 1)
        assert "h2.example" not in "".join(entry.url for entry in store.deeds.all())
    assert b"h2.example" not in path.read_bytes()


def test_two_runs_write_one_chain(tmp_path: Path) -> None:
    path = str(tmp_path / "store.sqlite")
    with filled(path, 0, journal_days=36500) as one, filled(path, 0, journal_days=36500) as other:
        for n in range(10):
            assert (one if n % 2 else other).deeds.add(DeedEntry(at=float(n + 1), who="robot", tool="open"))
        assert one.deeds.check() == other.deeds.check() == ChainState(10)
