"""How a page is shown: numbers, width, charset, the status line."""

from __future__ import annotations

from browsing import browsing, in_a_loop
from servers import Server

WORDS = " ".join(f"word{n}" for n in range(200))
PAGE = f"<title>Look</title><p>With <a href=/a>a link</a>.</p><p>{WORDS}</p>"


@in_a_loop
async def test_numbers_are_shown_and_left_out(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "With [1]a link."
        await b.type(":numbers\n")
        assert b.page[0] == "With a link." and "left out" in b.status
        await b.type(":numbers on\n")
        assert b.page[0] == "With [1]a link."
        await b.press("t", "n")
        assert b.page[0] == "With a link."


@in_a_loop
async def test_the_longest_line_is_set_and_changed(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type(":width 40\n")
        assert max(map(len, b.page)) <= 40 and b.app.view.columns == 40
        await b.type(":width by -10\n")
        assert b.app.view.columns == 30 and max(map(len, b.page)) <= 30
        await b.type(":width by -100\n")
        assert b.app.view.columns == 20
        await b.press("plus")
        assert b.app.view.columns == 25
        await b.type(":width by 500\n")
        assert b.app.view.columns == 79
        await b.type(":width 30\n:width 0\n")
        assert b.app.view.columns == 79
        await b.type(":width -5\n")
        assert "number of cells" in b.status and b.app.view.columns == 79


@in_a_loop
async def test_the_status_line_is_hidden_and_comes_back(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        height = b.app.view.height
        await b.type(":status off\n")
        assert b.app.view.height == height + 1 and not b.app.status.display
        await b.type(":status\n")
        assert b.app.view.height == height and b.app.status.display


@in_a_loop
async def test_the_screen_is_drawn_anew(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        screen = b.screen
        await b.press("ctrl+l")
        assert "\x1b[2J" in b.sent and b.screen == screen


@in_a_loop
async def test_the_address_of_a_picture_is_peeked_at(server: Server) -> None:
    server.page("/", "<p><a href=/a><img src=/pic.png alt=Picture></a> <a href=/b>no picture</a>")
    async with browsing(server.url("/")) as b:
        await b.type(":peek --image 1\n")
        assert b.status.startswith(server.url("/pic.png"))
        await b.type(":peek 1\n")
        assert "/a" in b.status
        await b.type(":peek --image 2\n")
        assert "there is no picture in [2]" in b.status


@in_a_loop
async def test_what_was_begun_is_left_and_what_was_done_is_done_again(server: Server) -> None:
    server.page("/", PAGE + "<p>line</p>" * 60)
    async with browsing(server.url("/")) as b:
        await b.press("slash", *"word1", "enter", "shift+tab")
        assert b.app.view.match is not None and b.app.view.target
        await b.press("escape")
        assert b.app.view.match is None and not b.app.view.target and b.app.mode == "normal"
        await b.press("g", "g", *"3j")
        first = b.app.view.first
        await b.type(":repeat\n")
        assert b.app.view.first == first + 3


@in_a_loop
async def test_keys_are_recorded_and_typed_again(server: Server) -> None:
    server.page("/", "<p>line</p>" * 99)
    async with browsing(server.url("/")) as b:
        await b.press("q", "a", "j", "j")
        assert "recording a" in b.status
        await b.press("q")
        assert "2 keys recorded under a" in b.status and b.app.view.first == 2
        await b.press("at", "a")
        await b.until(lambda: b.app.view.first == 4)
        await b.type(":macro record b\n")
        await b.press("k")
        await b.type(":macro record\n")
        assert "1 keys recorded under b" in b.status


@in_a_loop
async def test_a_page_is_read_again_as_another_charset(server: Server) -> None:
    server.page("/", "<p>Grüße".encode("iso-8859-2"), "text/html; charset=utf-8")
    async with browsing(server.url("/")) as b:
        assert b.page[0] != "Grüße"
        await b.type(":encoding latin2\n")
        assert b.page[0] == "Grüße"
        await b.type(":encoding\n")
        assert "iso-8859-2" in b.status.lower()
        await b.type(":encoding nonsense\n")
        assert "there is no charset nonsense" in b.status and b.page[0] == "Grüße"


@in_a_loop
async def test_a_setting_that_is_not_of_keys_has_no_keys_read_anew(server: Server) -> None:
    server.page("/", "<p>One <a href=/a>link</a>")
    async with browsing(server.url("/")) as b:
        keymap = b.app.keymap
        await b.type("tn")
        assert "[1]" not in b.screen and b.app.keymap is keymap
        b.app.run_line("set keys.timeout 2")
        assert b.app.keymap is not keymap
        b.app.run_line("set keys.keymap lynx")
        assert b.app.keymap.name == "lynx"
