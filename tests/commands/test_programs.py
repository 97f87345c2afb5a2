"""Copying, saving, and other programs."""

from __future__ import annotations

import os
import resource
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fronts import LineFront

from lightterm.commands.files import markdown_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servers import Server


@pytest.fixture
def front(home: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[LineFront]:
    monkeypatch.chdir(home)
    server.page("/p.html", "<title>A ; b [c]</title><p>Text <a href=/x>the <b>link</b></a>")
    made = LineFront(home)
    made.run(f"open {server.url('/p.html')}")
    yield made
    made.session.close()


def test_yank(front: LineFront, server: Server) -> None:
    copied = {}
    front.view.selection = "chosen"
    front.view.word = "Text"
    for what in (
        "",
        "url",
        "title",
        "host",
        "link",
        "link-text",
        "markdown",
        "link-markdown",
        "word",
        "text",
        "source",
    ):
        assert front.run(f"yank {what}", 1 if what.startswith("link") else None), front.failed
        copied[what] = front.clipboard
    assert copied[""] == "chosen"
    assert (copied["url"], copied["title"], copied["host"]) == (server.url("/p.html"), "A ; b [c]", "127.0.0.1")
    assert (copied["link"], copied["link-text"]) == (server.url("/x"), "the link")
    assert copied["markdown"] == f"[A ; b \\[c\\]]({server.url('/p.html')})"
    assert copied["link-markdown"] == f"[the link]({server.url('/x')})"
    assert copied["text"] == "Text the link\n"
    assert "<a href=/x>" in copied["source"]
    assert front.run("yank here") and front.clipboard == copied["url"]
    assert front.run("yank here", 1) and front.clipboard == copied["link"]
    assert not front.run("yank link", 9)
    assert "no target 9" in front.failed[-1].message
    assert not front.run("yank link")
    assert "the cursor is on no link" in front.failed[-1].message


def test_a_link_in_markdown_survives_any_text() -> None:
    assert markdown_link("a\n]b*", "http://x/(y)") == "[a \\]b\\*](<http://x/(y)>)"


def test_a_file_is_what_its_ending_says(front: LineFront, server: Server, home: Path) -> None:
    """A PDF or JSON was saved under its own ending as the text that is shown of it."""
    front.run("save page.pdf")
    assert "the page cannot be made .pdf" in front.failed[-1].message and not (home / "page.pdf").exists()
    server.page("/data.json", '{"a":[1,2]}', "application/json")
    assert front.run(f"open {server.url('/data.json')}") and front.run("save data.json")
    assert (home / "data.json").read_text() == '{"a":[1,2]}'
    assert front.run("save data.txt") and "\n" in (home / "data.txt").read_text().strip()
    server.page("/style", "b{}", "text/css")
    assert front.run(f"open {server.url('/style')}") and front.run("save own.css")
    assert (home / "own.css").read_text() == "b{}"


def test_save(front: LineFront, home: Path) -> None:
    assert front.run("save page.txt")
    assert (home / "page.txt").read_text() == "Text the link\n"
    assert front.run("w page.html") and b"<a href=/x>" in (home / "page.html").read_bytes()
    assert front.run("save -f ansi sub/page") and not (home / "sub").exists()
    assert front.asked[-1].startswith(f"There is no folder {home}/sub. Make it?") and "nothing was saved" in front.said
    front.answers = ["yes"]
    assert front.run("save -f ansi sub/page")
    assert "\x1b[" in (home / "sub" / "page").read_text()
    front.answers = ["named.txt"]
    assert front.run("save") and (home / "named.txt").is_file()
    assert front.run(f"save {home}/sub/") and (home / "sub" / "p.txt").is_file()


def test_nothing_is_written_over_unasked(front: LineFront, home: Path) -> None:
    (home / "mine.txt").write_text("mine")
    assert front.run("save mine.txt")
    assert "Write over it?" in front.asked[-1] and (home / "mine.txt").read_text() == "mine"
    front.answers = ["yes"]
    assert front.run("save mine.txt") and (home / "mine.txt").read_text() == "Text the link\n"
    front.run("save /dev/null/x")
    assert front.failed[-1].code == "FILE_WRITE_FAILED"


def test_a_full_disk_takes_no_file_away_and_leaves_no_pieces(front: LineFront, home: Path) -> None:
    (home / "page.txt").write_text("what I had")
    front.config_file = str(home / "mine.yaml")
    (home / "mine.yaml").write_text("tui: {theme: dark}\n")
    front.answers = ["yes"]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5, before[1]))
    try:
        front.run("save page.txt")
        assert front.failed[-1].code == "FILE_WRITE_FAILED" and "File too large" in front.failed[-1].message
        assert not front.run("set tui.theme light") and front.session.settings.tui.theme == "auto"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (home / "page.txt").read_text() == "what I had"
    assert (home / "mine.yaml").read_text() == "tui: {theme: dark}\n"
    assert sorted(file.name for file in home.iterdir() if file.is_file()) == ["mine.yaml", "page.txt"]


def test_a_page_is_written_into_what_is_no_file(front: LineFront, home: Path) -> None:
    os.mkfifo(home / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((home / "pipe").read_bytes()))
    reader.start()
    front.answers = ["yes"]
    front.run("save -f text pipe")
    reader.join(10)
    assert got == [b"Text the link\n"] and (home / "pipe").is_fifo()


def test_programs_get_words_not_shell(front: LineFront, server: Server) -> None:
    front.view.target = 1
    assert front.run("spawn mpv --title {title} {link} '{{x}'")
    assert front.programs[-1] == (("mpv", "--title", "A ; b [c]", server.url("/x"), "{x}"), b"", False)
    assert front.run("pipe wc -l") and front.programs[-1] == (("wc", "-l"), b"Text the link\n", True)
    assert front.run("pipe -s cat") and front.programs[-1][1].startswith(b"<title>")
    assert front.run("|less") and front.programs[-1][0] == ("less",)
    assert front.run("!echo a | cat")
    assert front.programs[-1][0][1:] == ("-c", "echo a | cat")
    assert front.run("external") and front.programs[-1][0] == ("xdg-open", server.url("/p.html"))
    assert front.said[-1] == f"given to xdg-open: {server.url('/p.html')}"
    assert front.run("external -l") and front.programs[-1][0] == ("xdg-open", server.url("/x"))
    assert front.run("external firefox -P a {}") and front.programs[-1][0][-1] == server.url("/p.html")
    assert not front.run("spawn")


def test_a_title_can_be_no_command(front: LineFront) -> None:
    assert front.run("copy {title}") and front.clipboard == "A ; b [c]"
    front.view.target = None
    assert not front.run("copy {link}")
    assert "the cursor is on no link" in front.failed[-1].message


def test_the_page_in_the_editor(front: LineFront) -> None:
    assert front.run("edit page") and front.edited[-1] == ("Text the link\n", ".txt")
    assert front.run("edit page -s") and front.edited[-1][1] == ".html"


def test_a_file_of_commands(front: LineFront, home: Path) -> None:
    file = home / "do"
    file.write_text("# a comment\n\nset -t output.width 44\nyank\nnonsense\nset -t output.width 55\n")
    assert front.run(f"run {file}")
    assert front.session.settings.output.width == 44
    assert front.said[-1].endswith("do:5: stopped here")
    file.write_text(f"run {file}\n")
    assert not front.run(f"run {file}")
    assert not front.run("run /nowhere")
    assert front.failed[-1].code == "FILE_NOT_FOUND"


def test_the_end(front: LineFront) -> None:
    assert front.run("version") and front.said[-1].startswith("lightterm ")
    front.answers = ["no"]
    assert front.run("quit --ask") and front.ended is None
    assert front.run("q") and front.ended == 0
