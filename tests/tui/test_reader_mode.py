"""Reader mode: the main text alone and the whole page again, in both front ends, without asking the net."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

from browsing import browsing, in_a_loop
from processes import clean_environment, lightterm
from servers import Server

from lightterm import settings
from lightterm.extract.html import html_document
from lightterm.extract.reader.model import MOST_BLOCKS
from lightterm.extract.view import View
from lightterm.session.reader import is_reader, why_whole

ARTICLE = (Path(__file__).parent.parent / "extract" / "reader_pages" / "article.html").read_text()


@in_a_loop
async def test_the_main_text_alone_and_the_whole_page_again(server: Server) -> None:
    server.page("/", ARTICLE)
    async with browsing(server.url("/")) as b:
        whole = list(b.app.view.document.blocks)
        targets = dict(b.app.view.document.targets.addresses())
        asked = len(server.log)
        await b.press("t", "r")
        await b.kept()
        assert "the main text alone" in b.status
        alone = b.app.view.document
        assert 0 < len(alone.blocks) < len(whole) and dict(alone.targets.addresses()) == targets
        await b.type(":reader on\n")
        assert "this is the main text alone" in b.status
        await b.type(":scroll to 50%\n")
        top = b.page[0]
        await b.type(":reader\n")
        await b.kept()
        assert len(b.app.view.document.blocks) == len(whole) and top and top in b.page[0]
        assert len(server.log) == asked
        await b.type(":reader on\n")
        await b.kept()
        assert top in b.page[0]
        await b.type(":reader off\n")
        await b.kept()
        assert "the whole page" in b.status


@in_a_loop
async def test_what_is_saved_of_the_main_text_is_that_in_every_format(server: Server, tmp_path: Path) -> None:
    """As Markdown it was the whole page, menus and all."""
    server.page("/", ARTICLE)
    async with browsing(server.url("/")) as b:
        sizes = {}
        for state in ("off", "on"):
            b.app.run_line(f"reader {state}")
            await b.kept()
            for ending in ("md", "txt", "json"):
                path = tmp_path / f"{state}.{ending}"
                await b.type(f":w {path}\n")
                await b.until(path.exists)
                sizes[state, ending] = path.stat().st_size
        assert all(sizes["on", ending] < sizes["off", ending] for ending in ("md", "txt", "json"))


@in_a_loop
async def test_the_caret_stays_on_its_words_and_where_they_are_on_the_screen(server: Server) -> None:
    server.page("/", ARTICLE)
    chosen = settings.load().with_session([("keys.keymap", "chawan")])
    async with browsing(server.url("/"), size=(80, 20), chosen=chosen) as b:
        b.app.run_line("reader on")
        await b.kept()
        await b.type("9j4l")
        view = b.app.view

        def reads() -> tuple[str, int]:
            line, at = view.caret.at
            return view.flow.text(line)[at:], line - view.first

        before = reads()
        assert before[0] and before[1] == 9
        for state in ("off", "on"):
            b.app.run_line(f"reader {state}")
            await b.kept()
            assert reads() == before


@in_a_loop
async def test_what_was_typed_stays_in_its_fields(server: Server) -> None:
    server.page("/", ARTICLE.replace("</body>", "<form action=/echo><input name=q><button>Go</button></form></body>"))
    async with browsing(server.url("/")) as b:
        number = next(n for n, f in b.app.view.document.targets.fields() if f.name == "q")
        await b.type(f":field set {number} a word\n")
        for _ in range(2):
            await b.type(":reader\n")
            await b.kept()
        assert b.app.fields.text(number) == "a word"
        assert any("a word" in b.app.view.flow.text(line) for line in range(len(b.app.view.flow)))


@in_a_loop
async def test_a_page_without_main_text_says_so(server: Server) -> None:
    server.page("/", "<p>One line.")
    async with browsing(server.url("/")) as b:
        await b.type(":reader on\n")
        await b.kept()
        assert "no main text of its own" in b.status and b.page[0] == "One line."


def test_a_page_that_is_too_large_to_be_judged_says_that() -> None:
    whole = html_document(b"<p>a" * (MOST_BLOCKS + 1), "https://example.org/", View(reader=True), None)
    assert why_whole(whole) == "the page is too large for its main text to be found"
    assert len(whole.blocks) > MOST_BLOCKS and not is_reader(whole)


@in_a_loop
async def test_what_is_written_does_not_wait_for_the_reader_view(server: Server) -> None:
    server.page("/", "<title>Long</title><ul>" + "".join(f"<li>Some words of item {n}" for n in range(5000)))
    async with browsing(server.url("/")) as b:
        await b.kept()
        b.app.run_line("reader")
        written: list[bool] = []
        b.app.background.do(lambda: None, lambda _: written.append(b.app.making is not None))
        await b.until(lambda: written, "the write")
        assert written == [True]
        await b.kept()
        assert b.app.making is None


def test_line_mode_has_it_too(server: Server, home: Path) -> None:
    server.page("/", ARTICLE)
    command, environment = lightterm("--line", server.url("/")), clean_environment(str(home))
    done = subprocess.run(
        command,
        input="reader\nreader off\nquit\n",
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
        check=True,
    )
    lines = done.stdout.splitlines()
    title = next(line for line in lines if line.strip())
    first, alone, whole = (part.splitlines() for part in (title + done.stdout.partition(title)[2]).split(title)[1:])
    assert 0 < len(alone) < len(whole) <= len(first)  # one reads on from where one was
    assert "[1]The Daily Flow" in first and "[1]The Daily Flow" not in alone
    assert "the main text alone" in done.stderr and "the whole page" in done.stderr
    assert len(server.asked("/")) == 1


@in_a_loop
async def test_going_back_from_the_reader_view_can_be_stopped_too(server: Server) -> None:
    server.page("/", ARTICLE)
    async with browsing(server.url("/")) as b:
        b.app.run_line("reader on")
        await b.until(lambda: "the main text alone" in b.status, "the reader view")
        shown = b.app.view.document
        for line in ("cancel", "stop"):
            await b.press("escape")  # what was told is read
            b.app.run_line("reader off")
            assert "making the whole page again…" in b.status
            if line == "stop":  # it is ready by then, and was shown nevertheless
                for thread in [each for each in threading.enumerate() if each.name == "beside"]:
                    thread.join(30)
            b.app.run_line(line)
            assert "stopped: the page is shown as it was" in b.status
            await b.kept()
            assert b.app.view.document is shown and "stopped" in b.status


@in_a_loop
async def test_making_the_reader_view_is_told_and_can_be_stopped(server: Server) -> None:
    """On a page of 80,000 list items nothing was seen of it for six seconds, and nothing could be done about it."""
    server.page("/", "<title>Long</title><ul>" + "".join(f"<li>Some words of item {n}" for n in range(5000)))
    async with browsing(server.url("/")) as b:
        shown = b.app.view.document
        for line in ("cancel", "stop"):
            b.app.run_line("reader")
            assert "making the reader view…" in b.status
            b.app.run_line(line)
            assert "stopped: the page is shown as it was" in b.status
            await b.kept()
            assert b.app.view.document is shown and "stopped" in b.status
