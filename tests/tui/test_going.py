"""Going from page to page and within one: links, back and forward, a load that is stopped, searching."""

from __future__ import annotations

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Asked, Server, Talk

from lightterm import settings


def lynx() -> settings.Settings:
    return settings.load().with_session([("keys.keymap", "lynx")])


def way(b: Browsing) -> tuple[list[str], int]:
    """The paths of the tab's pages, and which of them is shown."""
    tab = b.app.tabs.active
    return ["/" + visit.url.split("/", 3)[3] for visit in tab.visits], tab.index


@in_a_loop
async def test_the_end_of_a_page_in_a_row_tells_how_to_go_on(server: Server) -> None:
    server.page("/1", "<p>words " * 60 + "<a href=/2>Next page</a>")
    server.page("/2", "<p>words " * 60 + "<a href=/1>back</a>")
    async with browsing(server.url("/1")) as b:
        await b.type("G")
        assert "next page" not in b.status
        await b.type("j")
        assert "the end; ]] opens the next page" in b.status
        await b.type("]]G ")
        assert b.app.tabs.active.visit.url == server.url("/2") and "the end" not in b.status


@in_a_loop
@pytest.mark.covers("LB-95")
async def test_links_are_followed_and_the_way_is_gone_back_and_forward(server: Server) -> None:
    filler = "".join(f"<p>line {n}" for n in range(40))
    server.page("/", f"<title>Start</title>{filler}<p><a href=/a>to a</a> <a href=/b>to b</a>")
    server.page("/a", "<title>A</title><p>Page A. <a href=/b>on</a>")
    server.page("/b", "<title>B</title><p>Page B. <a href=/a>round</a>")
    async with browsing(server.url("/")) as b:
        await b.press("G")
        top = b.page[0]
        assert top != "line 0"
        await b.type("f")
        await b.press("escape")
        await b.type(":follow 1\n")
        await b.type(":follow 1\n")
        assert way(b) == (["/", "/a", "/b"], 2) and b.page[0].startswith("Page B.")
        await b.press("H")
        assert way(b) == (["/", "/a", "/b"], 1) and b.page[0].startswith("Page A.")
        await b.press("H")
        assert way(b)[1] == 0 and b.page[0] == top  # the place is the one that was left
        await b.press("H")
        assert way(b)[1] == 0
        await b.press("2", "L")
        assert way(b) == (["/", "/a", "/b"], 2) and b.page[0].startswith("Page B.")
        await b.press("H", "H")
        await b.type(":follow 2\n")  # what lay ahead is given up
        assert way(b) == (["/", "/b"], 1) and b.page[0].startswith("Page B.")
        assert [asked.path for asked in server.log].count("/") == 1


@in_a_loop
@pytest.mark.covers("LBX-59")
async def test_ctrl_c_stops_a_load_and_the_page_stays(server: Server) -> None:
    def never(asked: Asked, talk: Talk) -> None:
        talk.hold()

    server.page("/", "<title>Start</title><p>The start. <a href=/slow>slow</a>")
    server.on("/slow", never)
    async with browsing(server.url("/")) as b:
        await b.pilot.press(*":follow", "space", "1", "enter")
        await b.until(lambda: server.asked("/slow"), "the request")
        assert b.app.loads.busy
        await b.press("ctrl+c")
        assert not b.app.loads.busy and b.page[0].startswith("The start.") and way(b) == (["/"], 0)


@in_a_loop
@pytest.mark.covers("LB-94")
async def test_a_search_counts_its_matches_and_goes_to_them(server: Server) -> None:
    lines = [f"<p>line {n}{' needle' if n % 30 == 10 else ''}" for n in range(100)]
    server.page("/", "".join(lines))
    async with browsing(server.url("/")) as b:
        await b.type("/needle")
        assert b.lines[-1].split() == ["/needle", "1/3"] and any("line 10 needle" in line for line in b.page)
        await b.press("ctrl+g")
        assert b.lines[-1].split() == ["/needle", "2/3"]
        await b.press("ctrl+t", "x")
        assert b.lines[-1].split() == ["/needlex", "none"]
        await b.press("backspace")
        await b.press("enter")
        seen = []
        for key in ("n", "n", "n", "N"):
            await b.press(key)
            match = b.app.view.match
            assert match is not None
            line = b.app.view.flow.line_of_block(match.block)
            assert b.app.view.first <= line < b.app.view.first + b.app.view.height
            seen.append((b.app.view.flow.text(line), next(word for word in b.status.split() if "/3" in word)))
        assert seen == [("line 40 needle", "2/3"), ("line 70 needle", "3/3"), ("line 10 needle", "1/3"),
                        ("line 70 needle", "3/3")]  # fmt: skip


@in_a_loop
async def test_what_goes_wrong_behind_says_in_which_tab_and_a_stop_before_the_first_byte_is_told(
    server: Server,
) -> None:
    server.page("/", "<p><a href=/gone>gone</a> <a href=/never>never</a>")
    server.on("/never", lambda asked, talk: talk.hold())
    async with browsing(server.url("/")) as b:
        await b.type(":tab new -b " + server.url("/file.bin") + "\n")
        await b.until(lambda: "tab 2: " in b.status)
        await b.pilot.press("2", "enter")
        await b.until(lambda: server.asked("/never"))
        await b.press("ctrl+c")
        await b.until(lambda: "stopped" in b.status)
        assert b.page[0].startswith("[1]gone")


@in_a_loop
async def test_private_reading_shows_that_it_is(server: Server) -> None:
    server.page("/", "<p>Page.")
    async with browsing(server.url("/")) as b:
        assert "private" not in b.status
        await b.type(":private on\n")
        await b.press("j")
        assert "private" in b.status
        for line in ("bookmark add", "read-later", "session save one"):
            await b.type(f":{line}\n")
            assert "until this private session ends" in b.status
        await b.type(":private off\n")
        await b.press("j")
        assert "private" not in b.status
        await b.type(":bookmark add\n")
        assert "bookmarked" in b.status and "private" not in b.status


@in_a_loop
async def test_a_session_saved_in_private_holds_its_tabs_until_that_ends(server: Server) -> None:
    server.page("/", "<title>First</title><p>Page.")
    server.page("/b", "<title>Second</title><p>Other page.")
    async with browsing(server.url("/"), chosen=settings.load().with_session((("session.private", True),))) as b:
        await b.type(f":open -t {server.url('/b')}\n:session save two\n")
        assert "saved 2 tabs as two" in b.status
        await b.type(":tab close\n:session load two\n")
        assert [tab.visits[-1].url for tab in b.app.tabs] == [server.url(path) for path in ("/", "/", "/b")]


@in_a_loop
async def test_keys_for_other_tabs_say_that_there_is_none(server: Server) -> None:
    async with browsing(server.page("/", "<p>Page.")) as b:
        for keys in ("J", "K", "gJ"):
            await b.type(keys)
            assert "there is only one tab" in b.status
            await b.press("j")


@in_a_loop
async def test_an_empty_search_with_none_before_says_so(server: Server) -> None:
    server.page("/", "<p>Page.")
    async with browsing(server.url("/")) as b:
        for sign in "/?":
            await b.type(f"{sign}\n")
            assert "nothing was searched for before" in b.status and b.app.mode == "normal"


@in_a_loop
async def test_a_pattern_that_looks_like_a_slip_is_searched_for_without_a_word(server: Server) -> None:
    server.page("/", "<p>An ] and an a and a [.")
    async with browsing(server.url("/")) as b:
        await b.type("/[[a]\n")  # a warning of Python's would be an error here
        assert "1/" in b.status


@in_a_loop
async def test_an_error_s_page_advises_what_can_be_typed_here(server: Server) -> None:
    server.page("/", "<title>Nothing</title>")
    async with browsing(server.url("/")) as b:
        assert "Look at the raw reply (:source), or save it (:download)." in b.screen
        await b.type(":source\n")
        assert "Nothing" in b.page[0]


@in_a_loop
async def test_a_page_that_marks_no_main_part_is_gone_to_its_first_heading(server: Server) -> None:
    server.page("/", "<p>menu" * 40 + "<h1>The thing</h1>" + "<p>words" * 40)
    server.page("/bare", "<p>words")
    async with browsing(server.url("/")) as b:
        await b.type("gM")
        assert b.page[0].lstrip("# ") == "The thing" and "marks no main part" in b.status
        await b.type(f":open {server.url('/bare')}\ngM")
        assert "no region main" in b.status


@in_a_loop
async def test_a_heading_that_only_names_the_site_is_not_the_main_part(server: Server) -> None:
    """A manual's last section, on the suite that the command is part of, was gone to as the page's heading."""
    sections = [f"<h2>{name}</h2>{'<p>words ' * 40}" for name in ("Name", "Options", "Boat")]
    server.page("/", f"<title>Boat - boat-tie Documentation</title>{''.join(sections)}")
    async with browsing(server.url("/")) as b:
        await b.type("gM")
        assert b.page[0] == "## Name" and "no region main" in b.status


@in_a_loop
async def test_the_region_that_one_comes_to_is_named(server: Server) -> None:
    filler = "<p>words" * 40
    server.page(
        "/",
        f"<p>Top<nav aria-label='Chapters'><a href=/1>One</a></nav>{filler}<main>{filler}</main><footer>End</footer>",
    )
    async with browsing(server.url("/")) as b:
        await b.type("]m")
        assert "navigation Chapters" in b.status
        await b.type("]m")
        assert b.status.startswith("main")
        await b.type("[m")
        assert "navigation Chapters" in b.status


@in_a_loop
async def test_lynx_has_its_cursor_on_a_link_in_sight_where_there_is_one(server: Server) -> None:
    parts = "".join(f"<p><a href=/{n}>link {n}</a> {'words ' * 90}<p>{'more ' * 60}" for n in range(1, 9))
    server.page("/", f"<title>Links</title>{parts}<pre>{'line' + chr(10) * 60}end</pre>")
    for n in range(1, 9):
        server.page(f"/{n}", f"<p>Page {n}")
    async with browsing(server.url("/"), size=(80, 12), chosen=lynx()) as b:
        view = b.app.view
        assert view.target == 1 and "[1]" in b.status
        await b.press("space")
        seen = [number for number, _, _ in view.in_sight()]
        assert 1 not in seen and view.target == seen[0]
        here = view.target
        await b.press("right")
        assert b.page[0] == f"Page {here}"
        await b.press("left")
        assert view.target == here and view.first
        await b.press("b")
        assert view.target == 1
        await b.press("escape")
        assert view.target == 1
        await b.press("2", "enter")
        assert b.page[0] == "Page 2"
        await b.press("left")
        assert view.target == 1
        await b.press("end")
        assert view.in_sight() == [] and view.target == 0
        await b.press("right")
        assert "the cursor is on no link" in b.status
        await b.type(":keymap vim\ngg")
        assert view.target == 0
        await b.type(":keymap lynx\n")
        assert view.target == 1


@in_a_loop
async def test_in_lynx_the_keys_that_go_to_links_pass_over_no_text(server: Server) -> None:
    words = "<p>" + "words " * 300
    server.page(
        "/", f"<title>Links</title><p><a href=/1>one</a> <a href=/2>two</a>{words}<p><a href=/3>three</a>{words}"
    )
    server.page("/none", f"<title>None</title>{words}")
    async with browsing(server.url("/"), size=(60, 12), chosen=lynx()) as b:
        view = b.app.view
        await b.press("down")
        assert (view.target, view.first) == (2, 0)
        screens = 0
        while view.target != 3:
            before = view.first
            await b.press("down")
            screens += 1
            assert 0 < view.first - before < view.height, "what is between is read"
        assert screens > 2 and 3 in [number for number, _, _ in view.in_sight()]
        for _ in range(screens):
            await b.press("up")
        assert view.first == 0 and view.target == 2, "the last one on the way up"
        await b.press("up")
        assert view.target == 1
        await b.type("/three\n")
        assert view.target == 3
        await b.press("home")
        await b.type("/words\n")
        assert view.target == 1, "what is found is in no link, and none in sight comes after it"
        b.app.run_line(f"open {server.url('/none')}")
        await b.settled()
        await b.press("down", "tab")
        assert view.first > view.height and view.target == 0 and "no links" not in b.status


@in_a_loop
async def test_the_search_that_a_site_offers_becomes_a_quick_search(server: Server) -> None:
    link = '<link rel=search type="application/opensearchdescription+xml" title="Harbour pages" href=/search.xml>'
    url = f'<Url type="text/html" template="{server.url("/find")}?q={{searchTerms}}"/>'
    server.page(
        "/search.xml", f"<OpenSearchDescription><ShortName>Harbour</ShortName>{url}</OpenSearchDescription>", "text/xml"
    )
    server.page("/find", "<title>Found</title><p>Found.")
    server.page("/", f"<title>Site</title>{link}<p>A site.")
    async with browsing(server.url("/")) as b:
        await b.type(":quicksearch add\n")
        await b.until(lambda: "Word for searching Harbour:" in b.screen and b.app.command_line.value == "harbour")
        await b.type("\n")
        assert ":open harbour WORDS searches Harbour (127.0.0.1)" in b.status
        await b.type(":open harbour high tide\n")
        assert b.app.tabs.active.visit.url == server.url("/find?q=high%20tide")
        await b.type(":quicksearch add\n")
        assert "the page offers no search" in b.status
        await b.press("H")
        await b.type(":quicksearch add w\n")
        await b.until(lambda: "choose another word" in " ".join(b.screen.split()))
        await b.type(f":quicksearch add tide {server.url('/find')}?q=%s\n")
        assert "has no {} for what is looked for" in " ".join(b.screen.split())
        await b.type(f":quicksearch add tide {server.url('/find')}?t={{}}\n")
        assert ":open tide WORDS searches 127.0.0.1" in b.status
        await b.type(":open tide high & low\n")
        assert server.asked("/find")[-1].query == "t=high%20%26%20low"
        await b.press("H")
        await b.type(":info\n")
        assert "Harbour pages; quicksearch add" in " ".join(b.screen.split())
        server.page("/gone", f"<title>Gone</title>{link.replace('/search.xml', '/none.xml')}<p>A site.")
        server.page("/odd", f"<title>Odd</title>{link.replace('/search.xml', '/find')}<p>A site.")
        for path, why in (
            ("/gone", "/none.xml answered 404; quicksearch add WORD ADDRESS"),
            ("/odd", "no search by address"),
        ):
            await b.type(f":open {server.url(path)}\n:quicksearch add\n")
            await b.until(lambda why=why: why in " ".join(b.screen.split()))
            assert "the page offers a search, but its description" in " ".join(b.screen.split())
            await b.press("escape")


@in_a_loop
async def test_the_main_part_begins_at_its_heading_where_only_menus_and_pictures_come_before_it(server: Server) -> None:
    menu = "".join(f"<li><a href=/{n}>Another department {n}</a>" for n in range(40))
    after = "<p>words of the page " * 60
    server.page(
        "/", f"<p>Top.<main><nav>On this site<ul>{menu}</ul></nav><img alt=Boat><h1>High water</h1>{after}</main>"
    )
    lead = "<p>" + "What the editors say of it, at length. " * 8
    server.page("/lead", f"<p>Top.<main><p>News<p>{lead}<h1>High water</h1>{after}</main>")
    async with browsing(server.url("/")) as b:
        await b.type("gM")
        assert b.page[0] == "# High water"
        await b.type(f":open {server.url('/lead')}\ngM")
        assert b.page[0] == "News"


@in_a_loop
async def test_the_main_part_begins_at_the_heading_that_the_title_names(server: Server) -> None:
    after, menu = (
        "<p>words " * 60,
        "<ul>" + "".join(f"<li><a href=/{n}>Department {n}</a>" for n in range(30)) + "</ul>",
    )
    tips, warning = "Tips for winter", "Your browser has no scripts. " * 14
    copy = f"<h1>{tips} | Cook</h1>{menu}<h1>{tips}<a href=/f>Follow</a></h1>"
    pages = {
        "whole title first": f"<title>{tips} | Cook</title><main>{copy}{after}",
        "above the part": f"<title>{tips} - Cook</title>{menu}<h1>{tips}</h1><p>Asked today.<main><p>Vote{after}",
        "the site on top": f"<title>{tips} / Talk / Cook forums</title><h1>Cook</h1>{menu}<h3>{tips}</h3>{after}",
        "the site in front": f"<title>Cook • Talk: {tips}</title>{menu}<h2>Talk: {tips}</h2>{after}",
        "behind a warning": f"<title>{tips} - Cook</title><main><p>{warning}<h1>{tips}</h1>{after}",
    }
    for name, markup in pages.items():
        server.page("/", f"<p>Top.{markup}")
        async with browsing(server.url("/")) as b:
            await b.type("gM")
            assert tips in b.page[0] and "|" not in b.page[0], name


@in_a_loop
async def test_where_one_is_is_said_by_headings_region_and_line(server: Server) -> None:
    lines = "".join(f"<p>line {n}" for n in range(20))
    server.page("/", f"<nav>Menu</nav><main><h1>Guide</h1>{lines}<h3>Setup</h3>{lines}<h2>Use</h2>{lines}</main>")
    server.page("/bare", "<p>words")
    async with browsing(server.url("/")) as b:
        await b.press("g", "ctrl+g")
        assert b.status.startswith("navigation; line 1 of ")
        await b.type("]h]h")
        await b.press("g", "ctrl+g")
        assert b.status.startswith("Guide: Setup; main; line 45 of ")
        await b.type("]h")
        await b.press("g", "ctrl+g")
        assert b.status.startswith("Guide: Use; main; line 87 of ")
        await b.type(f":open {server.url('/bare')}\n")
        await b.press("g", "ctrl+g")
        assert b.status.startswith("line 1 of 1 ")
