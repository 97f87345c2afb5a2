"""Commands of the user's own, and what a session offers to complete a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from fronts import LineFront

from lightterm.commands.complete import complete
from lightterm.commands.sources import sources
from lightterm.settings import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Server

GOOD = """
from lightterm.commands.registry import Argument

def setup(commands):
    @commands.register("shout", "Say it loud.", Argument("words", rest=True))
    def shout(front, call):
        front.say(call.text("words").upper())

    @commands.register("break", "Goes wrong.")
    def go_wrong(front, call):
        return 1 / 0
"""


@pytest.fixture
def script(home: Path) -> Callable[[str, str], Path]:
    def write(name: str, text: str) -> Path:
        folder = home / "config" / "lightterm" / "commands"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
        return folder / name

    return write


def lines(front: LineFront, line: str) -> list[str]:
    return [each.line.rstrip() for each in complete(line, len(line), front.registry, sources(front))]


def test_a_script_adds_commands(home: Path, script: Callable[[str, str], Path]) -> None:
    script("mine.py", GOOD)
    front = LineFront(home)
    with front.session:
        assert front.run("shout hello you") and front.said[-1] == "HELLO YOU"
        assert front.registry.problems == []
        assert not front.run("break")
        assert front.failed[-1].message == ":break: mine.py, line 11: ZeroDivisionError: division by zero"
        assert front.run("help commands") and "shout WORDS..." in front.text
        assert lines(front, "sho")[0] == "shout"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = (", "SyntaxError"),
        ("x = 1\n", "no function `setup(commands)`"),
        ("def setup(commands):\n    nonsense\n", "line 2: NameError"),
        ('def setup(c):\n    c.register("open", "Taken.")(print)\n', "is taken by 'open'"),
    ],
)
def test_a_script_with_a_mistake_stops_no_other(
    home: Path, script: Callable[[str, str], Path], text: str, words: str
) -> None:
    path = script("a.py", text)
    script("b.py", GOOD)
    front = LineFront(home)
    with front.session:
        assert "shout" in front.registry
        assert len(front.registry.problems) == 1
        assert front.registry.problems[0].startswith(f"{path}: ") and words in front.registry.problems[0]


def test_what_a_session_knows_is_offered(home: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.page("/tea", "<title>On tea</title>x")
    (home / "notes.md").write_text("x")
    (home / "folder").mkdir()
    monkeypatch.chdir(home)
    front = LineFront(home)
    with front.session:
        front.run(f"open {server.url('/tea')} ;; bookmark add drinks ;; quickmark add t ;; session save mine")
        front.session.store.history.visit(server.url("/tea"), "On tea")
        front.session.store.inputs.add("search", "green leaves")
        assert lines(front, "open tea") == [f"open {server.url('/tea')}"]
        assert "open wt" in lines(front, "open w") and lines(front, "open w te") == []
        assert lines(front, "open ./no") == ["open ./notes.md"]
        assert lines(front, "save ./f") == ["save ./folder/"]
        assert lines(front, "quickmark open ") == ["quickmark open t"]
        assert lines(front, "bookmarks #dr") == ["bookmarks #drinks"]
        assert lines(front, "bookmark delete tea") == [f"bookmark delete {server.url('/tea')}"]
        assert lines(front, "session load m") == ["session load mine"]
        assert lines(front, "tab select tea") == ["tab select 1"]
        assert lines(front, "search leav") == ["search green leaves"]
        assert lines(front, "cookies 127") == ["cookies 127.0.0.1"]
        assert lines(front, "theme mo") == ["theme mono"]
        assert lines(front, "encoding koi") == ["encoding koi8-r"]
        assert "spawn sh" in lines(front, "spawn sh")


def test_themes_and_privacy(home: Path) -> None:
    front = LineFront(home)
    with front.session:
        assert front.run("theme mono") and load().tui.theme == "mono"
        assert front.run("theme") and front.said[-1].startswith("mono (there are auto,")
        assert not front.run("theme mon")
        assert "did you mean mono?" in front.failed[-1].message
        assert front.run("deeds check") and "whole" in front.said[-1]
        assert front.run("private on") and front.session.store.private
        front.run("deeds check")
        assert "nothing is kept in private" in front.failed[-1].message, "and not that all is whole"
        assert front.run("private off") and not front.session.store.private
        assert not load().session.private


def test_pages_are_saved_as_markdown_and_json(home: Path, server: Server, tmp_path: Path) -> None:
    url = server.page("/p", "<title>T</title><ul><li>a <a href=/x>b</a></ul><pre><code class=language-c>x</code></pre>")
    front = LineFront(home)
    with front.session:
        front.open(url)
        front.run(f"save {tmp_path}/p.md")
        assert (tmp_path / "p.md").read_text() == (
            f'---\ntitle: "T"\nurl: "{url}"\n---\n\n- a [b][1]\n\n```c\nx\n```\n\n[1]: {server.url("/x")}\n'
        )
        front.run(f"save --as json {tmp_path}/p")
        data = json.loads((tmp_path / "p").read_text())
        assert data["targets"][0]["url"] == server.url("/x") and data["content"]["blocks"][1]["language"] == "c"
        front.run(f"save -f a11y {tmp_path}/a")
        assert '- link "b" [1]' in (tmp_path / "a").read_text()
        front.run(f"save -f links {tmp_path}/l")
        assert (tmp_path / "l").read_text() == f"[1] {server.url('/x')} b\n"
