"""Reading a page in the TUI: moving, links, searching, back and forward, tabs."""

from __future__ import annotations

from browsing import browsing, in_a_loop
from servers import Server

PAGE = "<title>Long</title><h1>Top</h1>" + "".join(
    f"<p>Paragraph {n} with <a href=/{n}>link {n}</a> in it.</p>" for n in range(1, 101)
)


@in_a_loop
async def test_a_page_is_scrolled_by_lines_screens_and_to_its_ends(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "# Top"
        await b.press("j", "j")
        assert b.page[0] == "Paragraph 1 with [1]link 1 in it."
        await b.type("4j")
        assert b.page[0] == "Paragraph 3 with [3]link 3 in it."
        await b.press("k", "G")
        assert b.page[-1] == "Paragraph 100 with [100]link 100 in it."
        assert b.status.endswith("Bot")
        await b.type("gg")
        assert b.page[0] == "# Top" and b.status.endswith("Top")


@in_a_loop
async def test_the_same_place_is_read_after_a_resize(server: Server) -> None:
    words = " ".join(f"word{n}" for n in range(4000))
    server.page("/", f"<p>before</p><p>{words}</p><p>after</p>")
    async with browsing(server.url("/")) as b:
        for _ in range(5):
            await b.press("space")
        first = b.page[0].split()[0]
        for width in (40, 120, 33, 80):
            await b.pilot.resize_terminal(width, 24)
            await b.settled()
            assert first in b.page[0].split()
        assert b.page[0].split()[0] == first


@in_a_loop
async def test_a_link_is_followed_and_the_way_back_leads_to_the_same_line(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/55", "<title>Other</title><p>The other page.</p>")
    async with browsing(server.url("/")) as b:
        for _ in range(5):
            await b.press("space")
        top = b.page[0]
        await b.type(":follow 55\n")
        assert b.page[0] == "The other page."
        await b.press("H")
        assert b.page[0] == top
        await b.press("L")
        assert b.page[0] == "The other page."


@in_a_loop
async def test_a_search_goes_from_match_to_match_and_round_the_end(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type("/link 9\n")
        assert "1/11" in b.status
        await b.press("n")
        assert "2/11" in b.status and any("link 90" in line for line in b.page)
        await b.press("N", "N")
        assert "11/11" in b.status and "search hit the beginning" in b.status


@in_a_loop
async def test_tabs_open_close_and_come_back(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/two", "<title>Two</title><p>Second.")
    async with browsing(server.url("/"), server.url("/two")) as b:
        assert len(b.app.tabs) == 2 and b.page[0] == "# Top"
        await b.press("J")
        assert b.page[0] == "Second." and "[2/2]" in b.status
        await b.press("d")
        assert len(b.app.tabs) == 1 and b.page[0] == "# Top"
        await b.press("u")
        assert b.page[0] == "Second."


@in_a_loop
async def test_what_cannot_be_loaded_says_so_on_a_page(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type(":open file:///nowhere.html\n")
        assert b.page[0] == "# The page could not be loaded"
        assert any("nowhere.html" in line for line in b.page)
        await b.press("H")
        assert b.page[0] == "# Top"
