"""Finding links by letters of their text, as they are typed."""

from __future__ import annotations

from browsing import browsing, in_a_loop
from effort import calls
from servers import Server

PAGE = (
    "<p><a href=/a>Alpha</a> <a href=/b>Beta</a> <a href=/g>Gamma alphabet</a></p>"
    + "<p>text</p>" * 40
    + "<p><a href=/o>Omega</a> <input name=where placeholder=Town></p>"
    "<details><summary>More</summary><a href=/z>Zeta</a></details>"
)


@in_a_loop
async def test_the_cursor_goes_to_links_as_their_letters_are_typed(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type("s/be")
        assert b.app.view.target == 2
        await b.press("backspace", "backspace")
        assert b.app.view.target == 0
        await b.type("ALPHA")
        assert b.app.view.target == 1
        await b.press("tab")
        assert b.app.view.target == 3
        await b.press("down")  # round to the first
        assert b.app.view.target == 1
        await b.press("shift+tab", "enter")
        assert b.app.view.target == 3 and b.app.mode == "normal"
        await b.type("s/omeg")
        assert b.app.view.target == 4 and b.app.view.first > 0
        await b.press("escape")
        assert b.app.view.target == 3 and b.app.view.first == 0
        await b.type("s/town\n")
        assert b.app.view.target == 5


@in_a_loop
async def test_links_that_are_not_there_or_hidden_are_told(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/none", "<p>Nothing.")
    async with browsing(server.url("/")) as b:
        await b.type("s/bex")
        assert b.app.view.target == 2 and b.app.mode == "command"
        await b.press("enter")
        assert "no link has 'bex' in its text" in b.status
        await b.type(":target find zeta\n")
        assert "no link has 'zeta' in its text" in b.status and b.app.view.target == 2
        await b.type(":open /none\ns/")
        assert "the page has no links" in b.status and b.app.mode == "normal"


@in_a_loop
async def test_the_only_link_that_is_left_is_followed(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/g", "<p>The third letter.")
    async with browsing(server.url("/")) as b:
        await b.type(":target find alpha\n:target find alpha\n")
        assert b.app.view.target == 3
        await b.type(":target find --follow\nbet")
        assert b.app.mode == "command"  # two have it
        await b.press("escape")
        await b.type(":target find --follow\namm")
        assert b.page == ["The third letter."]


@in_a_loop
async def test_of_very_many_links_a_letter_reads_little_and_the_rest_is_read_behind_it(server: Server) -> None:
    server.page(
        "/",
        "".join(f"<p><a href=/{i}>link {i}</a>" for i in range(20_000))
        + "<p><a href=/end>The needle</a>"
        + "<p>After" * 5,
    )
    async with browsing(server.url("/")) as b:
        await b.type("s/")
        assert calls(lambda: b.app.command_line._watched("need", 0)) < 60_000
        await b.type("need")
        await b.until(lambda: b.app.view.target == 20_001)
        assert "The needle" in b.screen and b.app.mode == "command"
        assert calls(lambda: b.app.command_line._watched("link 19", 0)) < 10_000
        assert b.app.view.target == 20
        await b.press("backspace", "x", "enter")
        assert "no link has 'neex' in its text" in b.status
        await b.type("s/link 777\n")
        assert b.app.view.target == 778
        await b.type(":target find needle\n")
        assert b.app.view.target == 20_001


@in_a_loop
async def test_a_page_that_comes_while_letters_are_typed_is_looked_in(server: Server) -> None:
    """A link further down than the new page has any was a crash."""
    server.page("/", PAGE)
    server.page("/less", "<p><a href=/t>Tomega</a> <a href=/u>Umlaut</a>")
    async with browsing(server.url("/")) as b:
        await b.type("s/om")
        assert b.app.view.target == 4
        b.app.open(server.url("/less"))
        await b.settled()
        await b.press("tab")
        assert b.app.view.target == 1
        await b.press("backspace", "backspace", "u", "enter")
        assert b.app.view.target == 2 and b.app.mode == "normal"
