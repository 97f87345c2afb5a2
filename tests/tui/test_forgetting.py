"""Forgetting while tabs are open, marks that outlive the run, and what runs beside the app."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from browsing import Browsing, browsing, in_a_loop
from servers import Server
from terminals import Terminal

from lightterm.session.session import Session

LONG = "".join(f"<p>Paragraph {n}.</p>" for n in range(60))


def urls(b: Browsing) -> list[str]:
    """What the session that saves itself holds."""
    saved = b.app.session.store.sessions.last()
    return [visit.url for tab in saved.tabs for visit in tab.visits] if saved is not None else []


@in_a_loop
async def test_what_is_still_to_be_written_is_forgotten_too(server: Server) -> None:
    server.page("/", "<title>Form</title><p><input name=q>")
    async with browsing(server.url("/")) as b:
        slow = threading.Event()
        b.app.background.do(slow.wait)
        await b.type("/words\n")
        await b.type(":field set 1 typed\n")
        await b.type(":forget -y 127.0.0.1\n")
        slow.set()
        await b.until(lambda: "forgot" in b.status, "the end of it")
        await b.kept()
        inputs = b.app.session.store.inputs
        assert "field set 1 typed" not in inputs.recent("command") and not inputs.recent("search")
        assert not b.app.session.store.history.visited([server.url("/")])


@in_a_loop
async def test_a_host_that_is_forgotten_is_not_saved_again_with_its_open_tabs(server: Server) -> None:
    here, other = server.url("/here"), server.url("/other", "localhost")
    server.page("/here", f"<title>Here</title><p><a href={other}>other</a> <a href=/more>more</a><p><input name=a>")
    server.page("/other", "<title>Other</title><p>Elsewhere.")
    server.page("/more", "<title>More</title><p>More.")
    async with browsing(here, size=(120, 24)) as b:
        await b.type(":follow 2\n")
        await b.type(":back\n")
        await b.type(":follow 1\n")
        await b.type(f":open -t {here}\n")
        await b.type(f":open -t {server.url('/more')}\n")
        await b.type(":tab close\n")
        await b.until(lambda: urls(b) == [here, other, here], "the tabs to be saved")
        await b.type(":forget 127.0.0.1\n")
        assert "Forget all traces of 127.0.0.1?" in b.screen
        await b.press("y")
        await b.until(lambda: "forgot" in b.status, "the end of it")
        assert "3 pages of open tabs" in b.status
        await b.kept()
        assert urls(b) == [other]
        await b.press("j")
        await b.type(":field set 3 a draft\n")
        b.app.fields.keep()
        await b.type(":reload\n")
        await b.kept()
        assert urls(b) == [other] and not b.app.session.store.history.visited([here])
        assert b.app.session.store.drafts.of(str(b.app.tabs.active.key)) == ()
        assert b.page[0].startswith("[1]other") and b.app.view.visited == frozenset({1})
        await b.type(":tab undo\n")
        assert "no tab was closed" in b.status or len(b.app.tabs) == 2
        await b.type(":follow 2\n")  # what is visited from now on is kept
        await b.until(lambda: server.url("/more") in urls(b), "the new page to be saved")
    with Session(b.app.session.settings) as session:
        assert session.store.history.visited([here, other, server.url("/more")]) == {other, server.url("/more")}


@in_a_loop
async def test_marks_of_a_page_are_there_in_the_next_run(server: Server) -> None:
    server.page("/", f"<title>Long</title>{LONG}")
    server.page("/two", f"<title>Two</title>{LONG}")
    async with browsing(server.url("/")) as b:
        await b.type("20j")
        await b.press("grave_accent", "a")
        assert "mark a set" in b.status
        await b.type(f":open {server.url('/two')}\n")
        await b.press("apostrophe", "a")
        assert "this page has no mark a" in b.status
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "Paragraph 0."
        await b.press("apostrophe", "a")
        assert b.page[0] == "Paragraph 10."
        await b.type(":marks\n")
        assert "Marks of single pages" in b.screen and "[1]Long" in b.screen
        await b.type(":back\n")
        await b.type(":mark delete a\n")
        await b.press("apostrophe", "a")
        assert "this page has no mark a" in b.status
        await b.press("grave_accent", "a")
        await b.type(":forget -y 127.0.0.1\n")
        await b.until(lambda: "1 mark," in b.status, "the end of it")
        assert b.app.session.store.marks.of_pages() == ()


@in_a_loop
async def test_what_a_thread_dies_of_is_told_and_written_down(home: Path) -> None:
    before = threading.excepthook
    async with browsing() as b:
        thread = threading.Thread(target=lambda: {}["nothing"])
        thread.start()
        thread.join()
        await b.until(lambda: "internal error: KeyError: 'nothing'" in b.status, "the words")
        assert b.app.crashes.fatal is None
    (report,) = (home / "state" / "lightterm" / "crashes").iterdir()
    assert "KeyError: 'nothing'" in report.read_text() and "test_forgetting.py" in report.read_text()
    assert threading.excepthook is before


def test_a_program_gets_all_of_the_page_and_goes_on_when_the_app_ends(
    start: Callable[..., Terminal], server: Server, tmp_path: Path
) -> None:
    server.page("/", f"<title>Long</title><pre>{'many words ' * 40_000}</pre>")
    program, gate, note = tmp_path / "slow", tmp_path / "gate", tmp_path / "note"
    program.write_text(
        f"#!/bin/sh\ntouch {tmp_path}/begun\ncat {gate} > /dev/null\nwc -w > {note}.part\nmv {note}.part {note}\n"
    )
    program.chmod(0o755)
    import os

    os.mkfifo(gate)
    terminal = start(server.url("/"))
    terminal.until(lambda out: b"many words" in out and b"\x1b[?1000h" in out)
    terminal.type(f":spawn --page {program}\r")
    terminal.until(lambda _: (tmp_path / "begun").exists())
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert not note.exists()
    gate.write_text("go on")
    terminal_gone = threading.Event()
    while not note.exists():
        assert not terminal_gone.wait(0.01)
    assert note.read_text().strip() == "80000"


@in_a_loop
async def test_what_another_run_forgets_is_not_saved_again_with_the_tabs_open_here(server: Server) -> None:
    here, other = server.url("/here"), server.url("/other", "localhost")
    server.page("/here", f"<title>Here</title><p><a href={other}>other</a>{LONG}", headers=[("Set-Cookie", "a=1")])
    server.page("/other", "<title>Other</title><p>Elsewhere.", headers=[("Set-Cookie", "b=1")])
    async with browsing(here) as b:
        await b.type(":follow 1\n")
        await b.until(lambda: urls(b) == [here, other], "the tabs to be saved")
        with Session(b.app.session.settings) as elsewhere:
            elsewhere.forget("127.0.0.1")
            assert urls(b) == [other]
        await b.type(":tab clone\n")
        await b.until(lambda: len(urls(b)) == 2, "the tabs to be saved again")
        await b.kept()
        assert urls(b) == [other, other]
        assert [cookie.name for cookie in b.app.session.cookies] == ["b"]
