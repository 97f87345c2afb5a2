"""Lists to choose from: tabs, the tab's pages, headings, matches; and what was told."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm import settings

PAGE = (
    "<title>First</title><h1>Top</h1>" + "<p>words" * 40 + "<h2>Middle</h2>" + "<p>other words" * 40 + "<h2>Last</h2>"
)


@pytest.fixture
def site(server: Server) -> str:
    server.page("/", PAGE)
    server.page("/next", "<title>Next</title><p>The page after.")
    return server.url("/")


@in_a_loop
async def test_a_tab_is_chosen_from_the_list(site: str) -> None:
    async with browsing(site, site + "next") as b:
        await b.type(":tabs\n")
        assert "1 First" in b.screen and "2 " in b.screen
        await b.type("next\n")
        assert b.app.tabs.index == 1 and "The page after." in b.screen


@in_a_loop
async def test_a_page_of_the_tab_is_chosen_from_its_way(site: str) -> None:
    async with browsing(site) as b:
        await b.type(f":open {site}next\n")
        await b.type(":visits\n")
        await b.type("first\n")
        assert b.app.tabs.active.index == 0 and "# Top" in b.page[0]


@in_a_loop
async def test_a_list_tells_that_letters_narrow_it_and_how_far(site: str) -> None:
    async with browsing(site) as b:
        await b.type("gh")
        assert "letters narrow the list, Down and Up move" in b.screen
        await b.type("/midd")
        assert "Middle" in b.screen and "1 of 3" in b.screen
        await b.type("x")
        assert "none of 3" in b.screen
        await b.press("backspace", "enter")
        assert b.page[0] == "## Middle"


@in_a_loop
async def test_a_heading_is_chosen_from_the_outline(site: str) -> None:
    async with browsing(site) as b:
        await b.type(":outline\n")
        assert "Middle" in b.screen and "Last" in b.screen
        await b.type("midd\n")
        assert b.page[0] == "## Middle"
        await b.type("j:outline\n\n")
        assert b.page[0] == "## Middle", "the heading one is under is the one that is marked"
        await b.type(f":open {site}next\n")
        await b.type(":outline\n")
        assert "the page has no headings and no regions" in b.status


@in_a_loop
async def test_regions_stand_in_the_outline_among_the_headings(server: Server) -> None:
    """A page without headings had no outline, though it named its parts."""
    server.page("/", f"<nav aria-label=Site><a href=/x>A</a></nav>{'<p>Text.' * 40}<main>{'<p>Main.' * 40}</main>")
    server.page("/both", "<p>First.<main><h1>Top</h1><p>Text.<nav><a href=/x>A</a></nav><h2>Under</h2><p>End.</main>")
    async with browsing(server.url("/")) as b:
        await b.type("gh")
        assert "navigation Site" in b.screen
        await b.type("main\n")
        assert b.page[0] == "Main."
        await b.press("]", "h")
        assert "the page has no headings; :landmark next goes to its regions" in b.status
        await b.type(f":open {server.url('/both')}\n")
        await b.type("gh")
        rows = [line.strip(" │▌>").strip() for line in b.lines]
        shown = [row for row in rows if row in ("main", "Top", "navigation", "Under")]
        assert shown == ["main", "Top", "navigation", "Under"]


@in_a_loop
async def test_regions_are_called_in_the_outline_as_landmark_calls_them(server: Server) -> None:
    server.page("/", f"<header>Top.</header><main>{'<p>Main.' * 40}</main><aside>Also.</aside><footer>Legal.</footer>")
    async with browsing(server.url("/")) as b:
        await b.type("gh")
        rows = [line.strip(" │▌>").strip() for line in b.lines]
        words = ["header", "main", "aside", "footer"]
        assert [row for row in rows if row in words] == words
        assert "contentinfo" not in b.screen
        await b.type("footer\n")
        assert "Legal." in b.screen


@in_a_loop
async def test_a_section_named_after_its_heading_stands_in_the_outline_once(server: Server) -> None:
    section = "<section aria-labelledby=c><h2 id=c>Chaining</h2><p>Text.</section>"
    server.page("/", f"<h1>Top</h1>{section}<section aria-label=More><h2>Other</h2><p>Text.</section>")
    async with browsing(server.url("/")) as b:
        await b.type("gh")
        rows = [line.strip(" │▌>").strip() for line in b.lines]
        assert "Chaining" in rows and "region Chaining" not in rows
        assert "region More" in rows and "Other" in rows


@in_a_loop
async def test_posts_are_gone_through_and_chosen_as_headings_are(server: Server) -> None:
    post = "<div id=p{}><p>{}, today<p>" + "words " * 200 + "</div>"
    posts = [post.format(100 + n, name) for n, name in enumerate(("Ann", "Bob", "Cy"))]
    server.page("/", "<h1>Thread</h1>" + "".join(posts) + "<p>words" * 40)
    async with browsing(server.url("/")) as b:
        for name in ("Ann", "Bob"):
            await b.type("]h")
            assert b.page[0] == f"{name}, today"
        await b.type("gh")
        assert "  Ann, today · words" in b.screen
        await b.type("cy\n")
        assert b.page[0] == "Cy, today"


@in_a_loop
async def test_a_match_is_chosen_from_the_list(site: str) -> None:
    async with browsing(site) as b:
        await b.type("/words\n")
        await b.type(":match list\n")
        await b.type("other\n")
        assert b.app.view.search is not None
        assert b.app.view.search.matches.index(b.app.view.match) == 40
        await b.type(":match clear\n")
        b.app.searched = ""
        await b.type(":match list\n")
        assert "nothing has been searched for" in b.status


@in_a_loop
async def test_messages_are_a_page_of_what_was_told(site: str) -> None:
    async with browsing(site) as b:
        await b.type(":bookmark delete\n")
        await b.type(":messages\n")
        assert any("is not bookmarked" in line for line in b.page)


@in_a_loop
async def test_what_is_wrong_with_one_s_own_commands_is_told_at_the_start(site: str, home: Path) -> None:
    folder = home / "config" / "lightterm" / "commands"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text("def setup(commands):\n    raise ValueError('no good')\n")
    async with browsing(site) as b:
        assert any("no good" in text for text in b.app.said)


@in_a_loop
async def test_one_s_own_commands_are_read_once_at_the_start(site: str, home: Path) -> None:
    folder = home / "config" / "lightterm" / "commands"
    folder.mkdir(parents=True)
    told = home / "told"
    own = f"def setup(commands):\n    with open({str(told)!r}, 'a') as file:\n        file.write('read\\n')\n"
    (folder / "own.py").write_text(own)
    async with browsing(site):
        assert told.read_text() == "read\n"


@in_a_loop
async def test_work_behind_is_told_when_it_is_done(site: str, home: Path) -> None:
    async with browsing(site) as b:
        await b.type(":bookmark add x\n")
        await b.type(f":bookmark export {home}/b.html\n")
        await b.until(lambda: (home / "b.html").exists() and "wrote 1 bookmarks" in b.app.said[-1])
        await b.type(f":bookmark import {home}/none\n")
        await b.until(lambda: "no such file" in b.app.said[-1].lower())


@in_a_loop
async def test_on_the_list_of_bookmarks_that_of_the_link_is_deleted(site: str) -> None:
    chosen = settings.load().with_session([("keys.keymap", "lynx")])
    async with browsing(site, site + "next", chosen=chosen) as b:
        await b.type(f"a:bookmark add {site}next\n")
        await b.type("v")
        b.app.view.choose(0)
        b.app.run_line("bookmark delete")
        assert "The cursor is on none" in b.app.said[-1] and len(b.app.session.store.bookmarks.all()) == 2
        await b.press("down", "r")
        assert len(b.app.session.store.bookmarks.all()) == 1
        await b.until(lambda: sum("127.0.0.1" in line for line in b.page) == 1, "the list anew")
        await b.type(":bookmark delete 1\n")
        await b.until(lambda: any("No bookmark yet" in line for line in b.page), "the list anew")


@in_a_loop
async def test_what_is_gone_when_it_is_chosen_from_a_list_is_told(site: str) -> None:
    """A match of a page that was loaded again was a crash, and in the place of a closed tab another one came."""
    async with browsing(site, site + "next") as b:
        await b.type("/other\n")
        await b.type(":match list\n")
        b.app.reload(b.app.tabs.active)
        await b.settled()
        await b.press("enter")
        assert "another state of the page has come meanwhile" in b.screen
        await b.type(":outline\n")
        b.app.reload(b.app.tabs.active)
        await b.settled()
        await b.type("last\n")
        assert b.page[-1] == "## Last"
        await b.type(":outline\n")
        b.app.open(site + "next")
        await b.settled()
        await b.type("middle\n")
        assert "another page has come meanwhile" in b.screen
        await b.type(":tabs\n")
        b.app.close_tab(list(b.app.tabs)[1])
        await b.type("2\n")
        assert "that tab is closed by now" in b.screen


@in_a_loop
async def test_in_lynx_keys_left_leaves_a_list_and_right_chooses_from_it(site: str) -> None:
    """Its hands know no Escape there: Left did nothing, and one was stuck."""
    chosen = settings.load().with_session([("keys.keymap", "lynx")])
    async with browsing(site, chosen=chosen) as b:
        await b.type(f":open {site}next\n")
        await b.press("backspace")
        assert b.app.mode == "command"
        await b.press("left")
        assert b.app.mode == "normal" and b.app.tabs.active.index == 1
        await b.press("backspace", "up", "right")
        assert b.app.mode == "normal" and b.app.tabs.active.index == 0
        await b.press("backspace")
        await b.type("nexx")
        await b.press("left", "backspace", "end", "backspace")
        assert b.app.command_line.value == "ne", "with letters typed they are edited"


@in_a_loop
async def test_in_lynx_keys_left_leaves_the_options_of_a_field(server: Server) -> None:
    server.page("/", "<form><select name=x><option>one<option>two</select><button>Go</button></form>")
    chosen = settings.load().with_session([("keys.keymap", "lynx")])
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.press("enter", "down", "left")
        assert b.app.mode == "normal" and "{one" in b.page[0]
        await b.press("enter", "down", "right")
        assert b.app.mode == "normal" and "{two" in b.page[0]


@in_a_loop
async def test_the_bookmark_of_a_source_is_that_of_its_page(site: str) -> None:
    """The list of bookmarks led to "view-source: is no address of its own"."""
    async with browsing(site) as b:
        await b.type(":source\n")
        await b.type(":bookmark add\n")
        assert "bookmarked First" in b.status
        assert [mark.url for mark in b.app.session.store.bookmarks.all()] == [site]
