"""Frames are gone to and opened by choice; lightterm starts anew with its tabs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from servers import Server
from terminals import Terminal

from lightterm import settings

LONG = "<p>filler" * 40


def framed(server: Server) -> None:
    server.page(
        "/",
        f"<title>Holder</title><p><a href=/a>plain link</a><iframe src=/a title='The first'></iframe>{LONG}"
        "<iframe src=/b name=second></iframe><iframe src=/pixel width=1 height=1></iframe>",
    )
    server.page("/a", "<title>A</title><p>Frame A. <a href=/c>on</a>")
    server.page("/b", "<title>B</title><p>Frame B.")
    server.page("/c", "<title>C</title><p>Page C.")


@in_a_loop
@pytest.mark.covers("LBX-28")
async def test_frames_are_gone_to_opened_and_left(server: Server) -> None:
    framed(server)
    async with browsing(server.url("/")) as b:
        assert "Frame A. [3]on" in b.screen  # read where it stands, its links among those of the page
        await b.type(":frame next\n")
        assert b.app.view.target == 2 and "frame 1 of 2: The first" in b.status
        await b.type(":frame next\n")
        assert b.app.view.target == 4 and "frame 2 of 2: second" in b.status and "[4]frame: second" in b.screen
        assert "Frame B." in b.screen
        await b.type(":frame next\n")
        assert "there is no next frame" in b.status
        await b.type(":frame open\n")
        assert b.page[0] == "Frame B."
        await b.type(":frame parent\n")
        assert "[4]frame: second" in b.screen
        await b.type(":frame previous\n")
        assert b.app.view.target == 2
        await b.press("z", "f")
        assert b.page[0].startswith("Frame A.")
        await b.type(":follow 1\n")
        await b.type(":frame parent\n")
        assert "not opened from a page that has it as a frame" in b.status and b.page[0] == "Page C."
        await b.type(":frame open\n")
        assert "the page has no frames" in b.status


@in_a_loop
async def test_one_of_several_frames_is_chosen_from_a_list(server: Server) -> None:
    framed(server)
    async with browsing(server.url("/")) as b:
        await b.type(":frame open\n")
        assert "The first" in b.screen and "second" in b.screen
        await b.press("down", "enter")
        assert b.page[0] == "Frame B."


def test_line_mode_goes_to_frames_too(server: Server, start: Callable[..., Terminal]) -> None:
    framed(server)
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    terminal.type("frame next\r")
    terminal.until(lambda out: b"frame 1 of 2: [2] The first\r\n" in out)
    terminal.type("frame open\r")
    terminal.until(lambda out: b"Frame A." in out and out.endswith(b"> "))
    terminal.type("frame parent\r")
    terminal.until(lambda out: out.count(b"plain link") == 2 and out.endswith(b"> "))


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_it_starts_anew_with_its_tabs(server: Server, start: Callable[..., Terminal], term: str) -> None:
    server.page("/one", f"<title>One</title><p>Page one. <input name=a>{LONG}")
    server.page("/two", "<title>Two</title><p>Page two.")
    terminal = start(server.url("/one"), term=term)
    app = term != "dumb"
    ready: Callable[[bytes], object] = (lambda out: b"\x1b[?1000h" in out) if app else (lambda out: out.endswith(b"> "))
    terminal.until(lambda out: b"Page one." in out and ready(out))
    before = terminal.pid
    terminal.type(f"{':' if app else ''}open -t {server.url('/two')}\r")
    terminal.until(lambda out: b"Page two." in out and ready(out))
    seen = len(terminal.out)
    terminal.type(f"{':' if app else ''}restart\r")
    left = b"\x1b[?1049l" if app else b"restart"
    terminal.until(lambda out: b"Page two." in (again := out[seen:].partition(left)[2]) and ready(again))
    if app:
        assert b"\x1b[?1049l" in terminal.out[seen:] and b"unexpectedly" not in terminal.out
    terminal.type(f"{':' if app else ''}tab select 1\r")
    terminal.until(lambda out: b"Page one." in out[seen:])
    terminal.type(f"{':' if app else ''}quit\r")
    assert terminal.end() == 0 and terminal.pid == before


@in_a_loop
async def test_a_private_session_is_not_started_anew(home: Path) -> None:
    async with browsing(chosen=settings.load().with_session([("session.private", True)])) as b:
        await b.type(":restart\n")
        assert "its tabs would be lost" in b.status and b.app.is_running


@in_a_loop
async def test_with_settings_that_nothing_can_start_with_it_does_not_end(home: Path) -> None:
    """It ended, and the next could not begin."""
    async with browsing() as b:
        b.app.config_file = str(home / "config.yaml")
        (home / "config.yaml").write_text("sites:\n  localhost:\n    tier: full\n")
        await b.type(":restart\n")
        assert "config.yaml:2: sites: expected a list, of entries like `- hosts: [...]`" in " ".join(b.screen.split())
        assert b.app.is_running and not b.app.restart


def targeted(server: Server) -> None:
    server.page(
        "/", "<title>Set</title><frameset cols='30%,*'><frame src=/menu name=menu><frame src=/a name=main></frameset>"
    )
    server.page(
        "/menu",
        "<base target=main><p><a href=/b>to b</a> <a href=/out target=_top>out</a> <a href=/no>no</a> "
        "<a href=/a target=nowhere>else</a>",
    )
    server.page("/a", "<p>Frame A. <a href=/c>on</a>")
    server.page("/b", "<p>Frame B.")
    server.page("/c", "<p>Frame C.")
    server.page("/out", "<p>The whole page.")
    server.page("/no", "<p>Not to be framed.", headers=[("X-Frame-Options", "deny")])


@in_a_loop
async def test_a_link_opens_in_the_frame_that_it_names(server: Server) -> None:
    targeted(server)
    async with browsing(server.url("/")) as b:
        assert "Frame A. [7]on" in b.screen
        await b.type(":follow 2\n")
        assert "Frame B." in b.screen and "[2]to b" in b.screen and "Frame A." not in b.screen
        await b.press("H")
        assert "Frame A." in b.screen
        await b.type(":follow 7\n")  # within a frameset a link without a name stays where it is
        assert "Frame C." in b.screen and "[2]to b" in b.screen
        await b.press("r")
        assert "Frame C." in b.screen
        await b.type(":frame next\n:frame next\n:frame open\n")
        assert b.page == ["Frame C."]
        await b.press("H")
        await b.type(":follow 4\n")  # what does not come into a frame is a link there
        assert "Not to be framed" not in b.screen and "[2]to b" in b.screen
        await b.type(":follow 6\n")
        assert b.page == ["Not to be framed."]
        await b.press("H")
        await b.type(":follow 5\n")  # there is no frame of that name
        assert b.page[0].startswith("Frame A.")
        await b.press("H")
        await b.type(":follow 3\n")
        assert b.page == ["The whole page."]


@in_a_loop
async def test_a_frame_out_of_sight_is_gone_to_and_one_without_a_name_gives_way(server: Server) -> None:
    server.page("/", f"<p><a href=/b target=second>to b</a>{LONG}<iframe src=/a name=second></iframe>")
    server.page("/a", "<p>Frame A. <a href=/c>on</a>")
    server.page("/b", "<p>Frame B.")
    server.page("/c", "<p>Page C.")
    async with browsing(server.url("/"), size=(80, 12)) as b:
        await b.type(":follow 1\n")
        assert "[2]iframe: second" in b.screen or "[2]frame: second" in b.screen
        assert "Frame B." in b.screen
        await b.press("H")
        assert b.page[0] == "[1]to b"
        await b.type(":follow 3\n")
        assert b.page == ["Page C."]


@in_a_loop
async def test_a_form_is_answered_in_the_frame_that_it_names(server: Server) -> None:
    server.page("/", "<frameset cols='30%,*'><frame src=/find name=find><frame src=/a name=main></frameset>")
    server.page("/find", "<form action=/b target=main><input name=q value=x><button>Find</button></form>")
    server.page("/a", "<p>Frame A.")
    server.page("/b", "<p>Frame B.")
    async with browsing(server.url("/")) as b:
        await b.type(":follow 3\n")
        assert "Frame B." in b.screen and "[3][Find]" in b.screen and len(b.app.tabs) == 1
        assert [asked.target for asked in server.asked("/b")] == ["/b?q=x"]
        await b.press("H")
        assert "Frame A." in b.screen


def test_line_mode_opens_links_in_frames(server: Server, start: Callable[..., Terminal]) -> None:
    targeted(server)
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: b"Frame A." in out and out.endswith(b"> "))
    terminal.type("2\r")
    terminal.until(lambda out: b"Frame B." in out and out.endswith(b"> "))
    terminal.type("back\r")
    terminal.until(lambda out: out.count(b"Frame A.") == 2 and out.endswith(b"> "))
