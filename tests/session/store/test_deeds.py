"""The journal of agents: a sealed chain shows what was changed, cut off or made anew; bounded, forgotten in part."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lightterm import settings
from lightterm.resources import user_directory
from lightterm.session.store import Store, schema
from lightterm.session.store.model import ChainState, DeedEntry

if TYPE_CHECKING:
    from collections.abc import Callable


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
        assert store.deeds.check() == ChainState(4, sealed=True)
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
        assert store.deeds.check() == ChainState(10, sealed=True)
    with filled(str(tmp_path / "b.sqlite"), 4, journal_days=36500) as store:
        at = 1_000_000.0
        store.configure(settings.Settings().with_request([("agents.journal_days", 1)]))
        assert store.deeds.add(DeedEntry(at=at, who="robot", tool="open"))
        assert [entry.at for entry in store.deeds.all()] == [at]
        assert store.deeds.check() == ChainState(1, sealed=True)


def test_what_is_forgotten_leaves_its_link_in_the_chain(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with filled(str(path), journal_days=36500) as store:
        counts = {each.kind: each.count for each in store.forget("h2.example")}
        assert counts["deeds"] == 1
        assert store.deeds.check() == ChainState(5, 1, sealed=True)
        assert "h2.example" not in "".join(entry.url for entry in store.deeds.all())
    assert b"h2.example" not in path.read_bytes()


def test_two_runs_write_one_chain(tmp_path: Path) -> None:
    path = str(tmp_path / "store.sqlite")
    with filled(path, 0, journal_days=36500) as one, filled(path, 0, journal_days=36500) as other:
        for n in range(10):
            assert (one if n % 2 else other).deeds.add(DeedEntry(at=float(n + 1), who="robot", tool="open"))
        assert one.deeds.check() == other.deeds.check() == ChainState(10, sealed=True)


Rows = list[list[Any]]


def rechained(rows: Rows, first: str = "") -> Rows:
    """Rows whose hashes are right again, as somebody makes them who knows how; seals as they were."""
    before = first
    for row in rows:
        digest = hashlib.sha256(json.dumps([before, *row[1:8]]).encode()).hexdigest()
        row[8], row[9], before = before, digest, digest
    return rows


def changed(rows: Rows, at: int, column: int, value: object) -> Rows:
    rows[at][column] = value
    return rows


def emptied(rows: Rows, at: int) -> Rows:
    rows[at][2:8] = [""] * 6
    return rows


def row(number: int, *more: object) -> list[Any]:
    return [number, 1.0, "me", "open", "", "", "", "done", "", "", *more]


TAMPERED: dict[str, Callable[[Rows], Rows]] = {
    "a word changed, and all after it chained anew": lambda rows: rechained(changed(rows, 1, 4, "else")),
    "an outcome of the last, chained anew": lambda rows: rechained(changed(rows, 4, 7, "refused")),
    "a time": lambda rows: rechained(changed(rows, 2, 1, 5.0)),
    "one within taken out": lambda rows: rechained(rows[:2] + rows[3:]),
    "two in another order": lambda rows: rechained([rows[0], rows[2], rows[1], *rows[3:]]),
    "one twice": lambda rows: rechained([*rows, [6, *rows[2][1:]]]),
    "one put in": lambda rows: rechained([*rows, row(6, rows[0][10])]),
    "the end cut off": lambda rows: rows[:3],
    "the last cut off": lambda rows: rows[:4],
    "the beginning cut off": lambda rows: rows[2:],
    "all but the last cut off": lambda rows: rows[4:],
    "all taken away": lambda rows: [],
    "all made anew": lambda rows: rechained([row(n, "") for n in range(1, 6)]),
    "one emptied as if forgotten": lambda rows: emptied(rows, 2),
    "the last emptied as if forgotten": lambda rows: emptied(rows, 4),
    "one emptied under the seal of another": lambda rows: changed(emptied(rows, 2), 2, 10, rows[1][10]),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_who_has_the_store_alone_changes_nothing_unnoticed(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "store.sqlite"
    filled(str(path), journal_days=36500).close()
    db = sqlite3.connect(path)
    with db:
        rows = TAMPERED[kind]([list(row) for row in db.execute("SELECT * FROM deeds ORDER BY id")])
        db.execute("DELETE FROM deeds")
        db.execute("DELETE FROM sqlite_sequence")
        db.executemany("INSERT INTO deeds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        ends = (rows[0][8], rows[-1][9]) if rows else ("", "")
        db.execute("UPDATE deed_chain SET first = ?, last = ?", ends)
    db.close()
    with filled(str(path), 0, journal_days=36500) as store:
        assert store.deeds.check().broken
        for n in range(6):
            assert store.deeds.add(DeedEntry(at=9000.0 + n, who="robot", tool="open"))
        assert store.deeds.check().broken, "also when it has gone on over it"


def test_an_older_copy_of_the_store_is_told_of_and_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    filled(str(path), 3, journal_days=36500).close()
    older = path.read_bytes()
    filled(str(path), 1, journal_days=36500).close()
    path.write_bytes(older)
    with filled(str(path), 0) as store:
        assert "at the end were taken away" in store.deeds.check().why
    path.unlink()
    with filled(str(path), 1, journal_days=36500) as store:
        assert "entries of before 1970-01-12 were taken away" in store.deeds.check().why
    with Store(str(path), now=lambda: 1_000_000.0 + 91 * 86_400) as store:
        assert store.deeds.add(DeedEntry(who="robot", tool="open"))
        assert store.deeds.check() == ChainState(1, sealed=True), "a journal of 90 days knows nothing of older losses"


def test_what_was_forgotten_and_what_was_too_old_are_sealed_as_such(tmp_path: Path) -> None:
    with filled(str(tmp_path / "a.sqlite"), 25, journal_rows=10, journal_days=36500) as store:
        store.forget("h20.example")
        store.forget("h24.example")
        assert store.deeds.check() == ChainState(10, 2, sealed=True)


def test_a_journal_of_before_is_sealed_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    db = sqlite3.connect(path, isolation_level=None)
    schema.migrate(db, schema.STEPS.index(schema._SEALS))
    rows = rechained([row(n) for n in range(3, 7)], "before")
    emptied(rows, 1)
    db.executemany("INSERT INTO deeds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    db.execute("UPDATE deed_chain SET first = 'before', last = ?", (rows[-1][9],))
    db.close()
    with filled(str(path), 0, journal_days=36500) as store:
        assert store.deeds.check() == ChainState(4, 1)
        assert store.deeds.add(DeedEntry(at=9000.0, who="robot", tool="open"))
        assert store.deeds.check() == ChainState(5, 1, sealed=True)
    db = sqlite3.connect(path)
    with db:
        db.execute("UPDATE deeds SET who='', tool='', words='', url='', arguments='', outcome='' WHERE id = 3")
    db.close()
    with filled(str(path), 0, journal_days=36500) as store:
        assert store.deeds.check().why == "it was emptied by another hand"


def test_the_key_is_private_and_a_kill_before_the_end_is_told_breaks_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "store.sqlite")
    filled(path, 3, journal_days=36500).close()
    state = Path(user_directory("state"))
    key, (heads,) = state / "deeds.key", list(state.glob("deeds-*.head"))
    assert key.stat().st_mode & 0o777 == heads.stat().st_mode & 0o777 == 0o600
    assert key.read_text() not in heads.read_text()
    behind = heads.read_text()
    filled(path, 2, journal_days=36500).close()
    heads.write_text(behind)
    with filled(path, 0, journal_days=36500) as store:
        assert store.deeds.check() == ChainState(5, sealed=True)
        assert store.deeds.add(DeedEntry(at=9000.0, who="robot", tool="open"))
        assert store.deeds.check() == ChainState(6, sealed=True)
    heads.write_text(heads.read_text().replace("[6,", "[2,"))
    with filled(path, 0, journal_days=36500) as store:
        assert store.deeds.check().broken, "where it ended was changed"


def test_without_a_place_for_the_key_the_chain_is_written_all_the_same(tmp_path: Path, home: Path) -> None:
    (home / "state").mkdir(parents=True, exist_ok=True)
    (home / "state" / "lightterm").write_text("no directory")
    with filled(str(tmp_path / "store.sqlite"), 3, journal_days=36500) as store:
        assert store.deeds.check() == ChainState(3)
