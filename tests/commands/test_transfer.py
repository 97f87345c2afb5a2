"""What is kept goes to a file and comes from one."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from fronts import LineFront
from servers import Server


@pytest.fixture
def front(home: Path) -> Iterator[LineFront]:
    made = LineFront(home)
    yield made
    made.session.close()


def test_everything_kept_survives_a_way_through_a_file(front: LineFront, server: Server, home: Path) -> None:
    server.page("/", "<title>Some page</title>")
    assert front.run(f"open {server.url('/')}") and front.run("bookmark add one two") and front.run("quickmark add q")
    file = home / "kept.jsonl"
    assert front.run(f"store export {file}")
    assert front.said[-1].startswith("wrote ") and str(file) in front.said[-1]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert front.run("bookmark delete") and front.run("quickmark delete q")
    with file.open("a") as more:
        more.write("rubbish\n")
    assert front.run(f"store import {file}")
    assert "took in" in front.said[-1] and "; not: line " in front.said[-1]
    kept = front.session.store.bookmarks.get(server.url("/"))
    assert kept is not None and kept.tags == ("one", "two")
    assert [mark.name for mark in front.session.store.quickmarks.all()] == ["q"]


def test_bookmarks_go_to_other_browsers_and_come_from_them(front: LineFront, server: Server, home: Path) -> None:
    server.page("/", "<title>Some page</title>")
    assert front.run(f"open {server.url('/')}") and front.run("bookmark add one")
    file = home / "bookmarks.html"
    assert front.run(f"bookmark export -f w3m {file}")
    assert "<h2>one</h2>" in file.read_text()
    front.answers = ["no", "yes"]
    assert front.run(f"bookmark export {file}")
    assert "NETSCAPE" not in file.read_text()
    assert front.run(f"bookmark export {file}")
    assert "NETSCAPE" in file.read_text()
    assert front.run("bookmark delete") and front.run(f"bookmark import {file}")
    assert front.said[-1] == "1 of 1 bookmarks are new"
    assert front.session.store.bookmarks.get(server.url("/")) is not None


def test_a_file_that_is_not_there_is_told_of(front: LineFront, home: Path) -> None:
    for verb in ("store import", "bookmark import"):
        assert not front.run(f"{verb} {home}/nothing")
    assert [error.code for error in front.failed] == ["FILE_NOT_FOUND"] * 2
    assert not front.run(f"store export {home}/no/such/folder")
    assert front.failed[-1].code == "FILE_WRITE_FAILED"
