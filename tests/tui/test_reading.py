"""Reading a page in the TUI: moving, links, searching, back and forward, tabs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from servers import Asked, Server, Talk

from lightterm import settings
from lightterm.errors import TimedOut
from lightterm.fetch.model import Request
from lightterm.session.session import Session

PAGE = "<title>Long</title><h1>Top</h1>" + "".join(
    f"<p>Paragraph {n} with <a href=/{n}>link {n}</a> in it.</p>" for n in range(1, 101)
)


@in_a_loop
async def test_a_page_is_scrolled_by_lines_screens_and_to_its_ends(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "# Top" and b.status.split()[:2] == [server.url("/"), "Long"]
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
async def test_the_end_is_gone_to_while_lines_are_still_counted(server: Server) -> None:
    words = "many words " * 60
    server.page("/", "<p>short" * 3000 + f"<p>{words}" * 300 + "<p>The end.")
    async with browsing(server.url("/")) as b:
        b.app.run_line("width 70")
        assert not b.app.view.flow.complete
        b.app.run_line("scroll to bottom")
        assert b.page[-1] == "The end."
        await b.settled()
        assert b.app.view.flow.complete and b.page[-1] == "The end." and b.status.endswith("Bot")


@in_a_loop
@pytest.mark.parametrize("far", [0, 3000])
async def test_a_field_is_gone_to_while_lines_above_it_are_guessed(server: Server, far: int) -> None:
    rows = "".join(f"<tr><td>{n}<td>{'words in a cell ' * (n % 9)}" for n in range(8))
    form = "<form><p>Name <input name=q value=here></form>" + "<p>Below." * 3000
    server.page("/", f"{'<p>Some text that goes on. ' * far}<p>{'Words. ' * 70}<table>{rows}</table>{form}")
    async with browsing(server.url("/")) as b:
        b.app.run_line("width 60")
        assert not b.app.view.flow.complete
        b.app.run_line("hint focus --kind field --first")
        await b.app.view.counting.ended()
        await b.settled()
        assert any("Name [1]here" in line for line in b.lines[:-1])
        assert b.app.entry is not None and b.app.entry.region.x == len("Name [1]")


@in_a_loop
async def test_one_jumps_from_table_to_table_list_to_list_and_to_headings_of_a_level(server: Server) -> None:
    text = "<p>words</p>" * 30
    parts = ("<table><tr><th>Port<th>Boats<tr><td>Ellis<td>4</table>", "<ul><li>a<ul><li>b</ul><li>c</ul>")
    parts += ("<h2>Two</h2>", "<h3>Three</h3>", "<blockquote>said</blockquote>")
    server.page("/", f"<h1>Top</h1>{text}" + "".join(part + text for part in parts * 2) + "<a href=/x>x</a>")
    async with browsing(server.url("/")) as b:
        await b.type("]t")
        assert b.page[0].startswith("Port") and (first := b.app.view.first)
        await b.type("]t")
        assert b.page[0].startswith("Port") and b.app.view.first > first
        await b.type("]t")
        assert "there is no table below" in b.status
        await b.type("gg2]l")
        assert b.page[0] == "• a"
        await b.type("[t[q")
        assert b.page[0] == "> said"
        await b.type(":element previous h3\n")
        assert b.page[0] == "### Three"
        await b.type(":element last h2\n:element first link\n:element next h5\n")
        assert "the page has no heading of level 5" in b.status and b.app.view.target == 1


@in_a_loop
async def test_one_jumps_from_heading_to_heading(server: Server) -> None:
    text = "<p>words</p>" * 30
    server.page("/", "".join(f"<h{2 if n % 3 else 1}>Part {n}</h{2 if n % 3 else 1}>{text}" for n in range(40)))
    async with browsing(server.url("/")) as b:
        await b.type("]h")
        assert b.page[0] == "## Part 1"
        await b.type("10]h")
        assert b.page[0] == "## Part 11"
        await b.type("3j[h")
        assert b.page[0] == "## Part 11"
        await b.type("[h")
        assert b.page[0] == "## Part 10"
        await b.type(":heading parent\n")
        assert b.page[0] == "# Part 9"
        await b.type(":heading parent\n")
        assert "no heading above" in b.status and b.page[0] == "# Part 9"
        await b.type("99[h")
        assert b.page[0] == "# Part 0"
        await b.type("[h")
        assert "no heading above" in b.status
        await b.type(":heading last\n]h")
        assert "no heading below" in b.status and b.page[0] == "# Part 39"


@in_a_loop
async def test_the_same_place_is_read_after_a_resize(server: Server) -> None:
    words = " ".join(f"word{n}" for n in range(4000))
    server.page("/", f"<p>before</p><p>{words}</p><p>after</p>")
    async with browsing(server.url("/")) as b:
        for _ in range(5):
            await b.press("space")
        first = b.page[0].split()[0]
        for width in (40, 120, 33, 80):
            await b.resize(width, 24)
            assert first in b.page[0].split()
        assert b.page[0].split()[0] == first


@pytest.mark.parametrize(("above", "items"), [("<p>short", 12), ("<p>" + "many words " * 60, 12), ("<p>short", 90)])
@in_a_loop
async def test_the_end_stays_on_the_last_row_when_the_window_grows(server: Server, above: str, items: int) -> None:
    server.page("/", above * 400 + "<p>" + "many words " * 60 + "<ul>" + "<li>item" * items + "</ul><p>The end.")
    async with browsing(server.url("/"), size=(60, 24)) as b:
        await b.settled()
        await b.press("G")
        for columns, rows in ((120, 40), (160, 50)):
            await b.resize(columns, rows)
            assert b.page[-1] == "The end." and len(b.page) == rows - 1 and b.status.endswith("Bot")


@in_a_loop
async def test_what_was_found_and_the_link_one_is_on_stay_in_sight_when_the_window_shrinks(server: Server) -> None:
    lines = "".join(f"<p>Line {n} of it." for n in range(60))
    server.page("/", f"{lines}<p><a href=/55>There</a>{lines}")
    async with browsing(server.url("/"), size=(60, 40)) as b:
        await b.type("/line 27\n")
        assert any("Line 27" in line for line in b.page[-26:])
        await b.resize(30, 10)
        assert any("Line 27" in line for line in b.page)
        await b.press("escape", "g", "g")
        await b.resize(60, 10)
        assert b.page[0].startswith("Line 0")  # what is far away is not gone to
        await b.resize(60, 40)
        await b.type("gg\t")
        await b.resize(30, 6)
        assert "[1]There" in b.page


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
async def test_back_from_a_far_link_that_its_number_led_to_is_where_one_read(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/55", "<title>Other</title><p>The other page.</p>")
    async with browsing(server.url("/")) as b:
        await b.press("space")
        top = b.page[0]
        await b.press("5", "5", "enter")
        assert b.page[0] == "The other page."
        await b.press("H")
        assert b.page[0] == top
        await b.type(":keymap w3m\n:follow 55\n")
        assert b.page[0] == "The other page."
        await b.press("B")
        assert b.page[0] == top


@in_a_loop
async def test_a_link_that_is_found_is_followed_and_tab_goes_on_from_what_is_found(server: Server) -> None:
    server.page("/", "<a href=/a>Tides</a> and <a href=/b>ebb tide</a>, the tide of <a href=/c>spring</a>.")
    for path in ("a", "b", "c"):
        server.page(f"/{path}", f"<p>Page {path}.")
    async with browsing(server.url("/")) as b:
        await b.type("/tide\n")
        assert b.app.view.target == 1
        await b.press("n")
        assert b.app.view.target == 2
        await b.press("enter")
        assert b.page[0] == "Page b."
        await b.press("H", "n", "n", "n")
        assert "3/3" in b.status and b.app.view.target == 0
        await b.press("tab")
        assert b.app.view.target == 3
        await b.type(":keymap lynx\n/ebb\n")
        assert b.app.view.target == 2
        await b.press("right")
        assert b.page[0] == "Page b."


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
async def test_what_is_no_expression_is_said_to_be_searched_for_as_it_stands(server: Server) -> None:
    """`/f(x` found the text, or nothing, without a word on why `f(x|y` found nothing."""
    server.page("/", "<p>Call f(x) here.<p>Nothing more.")
    async with browsing(server.url("/")) as b:
        await b.type("/f(x\n")
        assert "no valid expression, searched for as it stands (missing )" in b.status and "1/1" in b.status
        await b.type("/g(x\n")
        assert "not found: g(x; no valid expression" in b.status
        await b.type("/more\n")
        assert "expression" not in b.status


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
async def test_tabs_opened_behind_stand_in_their_order(server: Server) -> None:
    for path in "abcd":
        server.page(f"/{path}", f"<title>{path}</title><a href=/c>c</a> <a href=/d>d</a>")
    async with browsing(server.url("/a"), server.url("/b")) as b:
        await b.type(":follow 1 --background\n:follow 2 --background\n")
        assert [tab.title for tab in b.app.tabs] == ["a", "b", "c", "d"]
        await b.type("J:follow 2 --background\n:follow 1 --background\n")
        assert [tab.title for tab in b.app.tabs] == ["a", "b", "d", "c", "c", "d"]
        await b.type("K:follow 1 --background\n")  # tabs of another tab stand beside that one
        assert [tab.title for tab in b.app.tabs] == ["a", "c", "b", "d", "c", "c", "d"]


@in_a_loop
async def test_what_cannot_be_loaded_says_so_on_a_page(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.type(":open file:///nowhere.html\n")
        assert b.page[0] == "# The page could not be loaded"
        assert any("nowhere.html" in line for line in b.page)
        await b.press("H")
        assert b.page[0] == "# Top"


@in_a_loop
async def test_the_beginning_of_a_page_is_read_while_the_rest_still_comes(server: Server) -> None:
    go_on = threading.Event()
    start = "<title>Slow</title>" + "".join(f"<p>Early line {n}</p>" for n in range(2000))

    def slowly(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + start.encode())
        go_on.wait(30)
        talk.send(b"<p>The last line.")
        talk.close()

    server.on("/slow", slowly)
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.pilot.press(*":open", "space", *server.url("/slow"), "enter")
        await b.until(lambda: b.page[0] == "Early line 0", "the beginning")
        assert b.app.loads.busy and "receiving" in b.status
        for keys in ("gh", "]h"):
            await b.pilot.press(*keys)
            assert "what has come of the page so far has no headings" in b.status
        await b.pilot.press("space")
        top = b.page[0]
        assert top != "Early line 0"
        go_on.set()
        await b.settled()
        assert b.page[0] == top and not b.app.loads.busy
        await b.press("G")
        assert b.page[-1] == "The last line."


@in_a_loop
@pytest.mark.parametrize("keys", [("G",), ("G", "k"), ("v", "G"), tuple("5999G"), ("v", *"5998G")])
async def test_the_end_of_what_has_come_of_a_page_is_followed_to_the_end_of_it(
    server: Server, keys: tuple[str, ...]
) -> None:
    """It ended without a word in the middle of the page, which was not shown beyond until its style sheets were there,
    and stayed there when they were."""
    go_on = threading.Event()
    server.page("/", PAGE)
    body = "".join(f"<p>Line {n} of a page whose style sheet takes its time.</p>" for n in range(3000))
    server.page("/long", f"<title>Long</title><link rel=stylesheet href=/late.css>{body}")

    def late(_asked: Asked, talk: Talk) -> None:
        go_on.wait(30)
        talk.close()

    server.on("/late.css", late)
    async with browsing(server.url("/")) as b:
        await b.pilot.press(*":open", "space", *server.url("/long"), "enter")
        await b.until(lambda: b.page[0].startswith("Line 0 ") and "style sheets" in b.status, "the beginning")
        assert b.status.endswith("Top so far")
        await b.pilot.press(*keys)
        end = b.page[-1]
        assert not end.startswith("Line 2999 ")
        stays = keys[-1] == "k"
        assert b.status.endswith(" so far") and (stays or "Bot so far" in b.status)
        go_on.set()
        await b.settled()
        assert b.page[-1] == end if stays else b.page[-1].startswith("Line 2999 ")
        assert "so far" not in b.status


@in_a_loop
async def test_a_page_loaded_again_stands_until_it_has_come_to_where_one_reads(server: Server) -> None:
    """Read at its end, it showed the beginning of what came anew, and then the end again."""
    go_on, lines = threading.Event(), [f"<p>Line {n}</p>" for n in range(4000)]
    half = "".join(lines[:2000]).encode()

    def slowly(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + half)
        if len(server.asked("/slow")) > 1:
            go_on.wait(30)
        talk.send("".join(lines[2000:]).encode())
        talk.close()

    server.on("/slow", slowly)
    async with browsing(server.url("/slow")) as b:
        await b.press("G")
        read = b.page
        assert read[-1] == "Line 3999"
        await b.pilot.press("r")
        load = b.app.loads.of(b.app.tabs.active)
        assert load is not None
        await b.until(lambda: load.glimpsed is not None, "the beginning")
        await b.pilot.press("j")  # what was shown is on the screen
        assert b.page == read
        go_on.set()
        await b.settled()
        assert b.page == read and not b.app.loads.busy
        await b.press("g", "g")
        go_on.clear()
        await b.pilot.press("r")
        await b.until(lambda: len(b.app.view.document.blocks) < 4000, "the beginning")
        assert b.page[0] == "Line 0"
        go_on.set()


@in_a_loop
async def test_who_reads_on_while_a_page_is_loaded_again_stays_there(server: Server) -> None:
    """It went back to where one was when the load began."""
    go_on, page = threading.Event(), "".join(f"<p>Line {n}</p>" for n in range(200)).encode()

    def slowly(asked: Asked, talk: Talk) -> None:
        if len(server.asked("/slow")) > 1:
            go_on.wait(30)
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + page)
        talk.close()

    server.on("/slow", slowly)
    async with browsing(server.url("/slow")) as b:
        await b.pilot.press("r", "space", "space")
        read = b.page
        assert read[0] != "Line 0" and b.app.loads.busy
        go_on.set()
        await b.settled()
        assert b.page == read


@in_a_loop
async def test_a_page_that_keeps_coming_may_take_longer_than_others(server: Server) -> None:
    """A page of 6 MB over a slow line was cut off after 15 s, in the middle."""
    words = b"<title>Slow</title><link rel=stylesheet href=/hide.css><p>Early.<p class=x>Hidden.<p>Late."
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(words)

    def slowly(_asked: Asked, talk: Talk) -> None:
        talk.send(head)
        talk.drip(words, 0.02)

    server.on("/slow", slowly)
    server.on("/stuck", lambda _asked, talk: talk.hold())
    server.page("/hide.css", ".x { display: none }", "text/css")
    chosen = settings.load().with_session([("network.timeout", 1.0)])
    async with browsing(server.url("/slow"), chosen=chosen) as b:
        assert b.page == ["Early.", "", "Late."] and "took longer" not in b.status
        await b.type(f":open {server.url('/stuck')}\n")
        assert "the load took longer than 1 s" in b.screen
    with Session(chosen) as session:
        error = session.open(Request(url=server.url("/slow")), 80).error
        assert isinstance(error, TimedOut)  # where nobody looks on


@in_a_loop
@pytest.mark.parametrize(("keymap", "keys"), [("vim", "space"), ("vim", "tab"), ("w3m", "j")])
async def test_where_one_is_in_the_first_block_of_a_page_stays_when_the_rest_comes(
    server: Server, keymap: str, keys: str
) -> None:
    go_on = threading.Event()
    start = "<p>Begun <a href=/a>a link</a> " + " ".join(f"word{n}" for n in range(2000)) + "<!-- -->" * 5000

    def slowly(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + start.encode())
        go_on.wait(30)
        talk.send(b"<p>The last line.")
        talk.close()

    server.on("/slow", slowly)
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", keymap)])) as b:
        b.app.run_line(f"open {server.url('/slow')}")
        await b.until(lambda: b.page[0].startswith("Begun"), "the beginning")
        await b.pilot.press(keys)
        held = b.page[0], b.app.view.target, b.app.view.caret.at
        assert b.app.loads.busy and (not b.page[0].startswith("Begun") or held[1:] != (0, (0, 0)))
        go_on.set()
        await b.settled()
        assert (b.page[0], b.app.view.target, b.app.view.caret.at) == held
        await b.press("G")
        assert b.page[-1] == "The last line."


@pytest.mark.covers("LB-92")
@in_a_loop
async def test_the_status_line_tells_what_the_page_is_and_what_it_costs_to_read(server: Server) -> None:
    go_on = threading.Event()
    words = "<title>Words</title><p>" + "word " * 1000

    def slowly(asked: Asked, talk: Talk) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        talk.send(head + words.encode() + b"<p>" * 200 + b" " * 40_000)
        go_on.wait(30)
        talk.close()

    server.page("/", words)
    server.on("/slow", slowly)
    async with browsing(server.url("/"), size=(120, 24)) as b:
        assert b.status.startswith(f"{server.url('/')}  Words") and "static  1,250 tokens" in b.status
        await b.type(":set tui.facts never\n")
        assert "tokens" not in b.status and "static" not in b.status
        await b.type(":set tui.facts always\n")
        await b.resize(80, 24)
        await b.press("g", "g")
        assert "static  1,250 tokens" in b.status
        await b.pilot.press(*":open", "space", *server.url("/slow"), "enter")
        await b.until(lambda: "receiving" in b.status, "the load")
        assert "tokens" not in b.status
        go_on.set()
        await b.until(lambda: "static  1,250 tokens" in b.status, "the count")


@in_a_loop
async def test_what_came_of_a_page_stays_when_its_load_is_stopped(server: Server) -> None:
    def slowly(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>What came." + b"<!-- -->" * 5000)
        talk.hold()

    server.on("/slow", slowly)
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.pilot.press(*":open", "space", *server.url("/slow"), "enter")
        await b.until(lambda: b.page[0] == "What came.", "the beginning")
        await b.pilot.press("slash", *"zebra")
        await b.until(lambda: b.lines[-1].startswith("/zebra") and "none yet" in b.lines[-1])
        await b.pilot.press("escape")
        await b.type(":stop\n")
        assert b.page[0] == "What came." and "stopped" in b.status
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.page is not None and visit.page.response.truncated
        await b.press("H", "L")
        assert b.page[0] == "What came."


@in_a_loop
async def test_a_fragment_leads_to_its_place_and_back_again(server: Server) -> None:
    server.page("/", "<a href='#far'>go far</a>" + PAGE + "<h2 id=far>Far away</h2>" + "<p>end</p>" * 40)
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        assert b.page[0] == "## Far away" and len(server.log) == 1
        await b.press("H")
        assert b.page[0] == "[1]go far"
        await b.type(f":open {server.url('/')}#far\n")
        assert b.page[0] == "## Far away"


@in_a_loop
async def test_a_page_of_a_million_lines_is_read_at_both_ends(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("".join(f"line {n}\n" for n in range(1, 1_000_001)), "utf-8")
    async with browsing(file.as_uri()) as b:
        assert b.page[0] == "line 1"
        await b.press("G")
        assert b.page[-1] == "line 1000000"
        await b.type(":scroll to 500000\n")
        assert b.page[0] == "line 500000"
        await b.type("/line 777777\n")
        assert "line 777777" in b.page


@in_a_loop
async def test_links_that_lead_to_no_page_leave_the_page_where_it_is(server: Server) -> None:
    server.page("/", "<p><a href='javascript:go()'>Go</a> <a href='what:x'>What</a> <a href='file:///etc/passwd'>F</a>")
    async with browsing(server.url("/")) as b:
        for number, words in ((1, "javascript: is a script"), (2, "what: is no scheme"), (3, "may not open files")):
            await b.type(f":follow {number}\n")
            assert words in b.status and b.app.tabs.active.index == 0 and b.page[0].startswith("[1]Go")


@in_a_loop
async def test_addresses_for_other_programs_are_offered_to_them(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tmp_path / "opened"
    program = tmp_path / "xdg-open"
    program.write_text(f"#!/bin/sh\necho \"$1\" >'{opened}.part'\nmv '{opened}.part' '{opened}'\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    server.page("/", "<p><a href='mailto:a@example.org?subject=%24(id)'>Write</a>")
    async with browsing(server.url("/")) as b:
        await b.type(":follow 1\n")
        assert "an e-mail address, for a mail program" in b.screen and "mailto:a@example.org" in b.screen
        await b.press("n")
        await b.type(":follow 1\n")
        assert b.app.mode == "prompt" and not opened.exists()
        await b.press("enter")
        await b.until(opened.exists)
        assert opened.read_text("utf-8") == "mailto:a@example.org?subject=%24(id)\n"
        assert b.page == ["[1]Write"]
        opened.unlink()
        fields = "<input name=subject value='Hi & you'><textarea name=note>1\n2</textarea><button>Mail</button>"
        server.page("/form", f"<form action=mailto:a@example.org?cc=b method=post enctype=text/plain>{fields}</form>")
        await b.type(f":open {server.url('/form')}\n3\n")
        assert "an e-mail address, for a mail program" in b.screen and "null" not in b.screen
        await b.press("enter")
        await b.until(opened.exists)
        text = "subject=Hi%20%26%20you%0D%0Anote=1%0D%0A2%0D%0A"
        assert opened.read_text("utf-8") == f"mailto:a@example.org?cc=b&body={text}\n"
        assert b.page[0].startswith("[1]Hi & you")


@in_a_loop
async def test_the_top_is_a_place_of_every_page_and_others_may_be_missing(server: Server) -> None:
    server.page("/", "<p>first" + "<p>line" * 60 + "<p><a href='#'>up</a> <a href='#top'>top</a> <a href='#no'>no</a>")
    async with browsing(server.url("/")) as b:
        for number in (1, 2):
            await b.type(f"G:follow {number}\n")
            assert b.page[0] == "first"
        await b.type("G:follow 3\n")
        assert "the page has no place 'no'" in b.status and b.page[0] != "first"


@in_a_loop
async def test_a_link_left_out_of_sight_is_no_longer_marked(server: Server) -> None:
    server.page("/", "<p><a href=/a>one</a>" + "<p>word" * 100 + "<p><a href=/b>two</a>")
    async with browsing(server.url("/")) as b:
        plain = b.app.view.render_lines(b.app.view.size.region)[0]
        await b.press("tab")
        marked = b.app.view.render_lines(b.app.view.size.region)[0]
        await b.press("G", "tab", "g", "g")
        assert b.app.view.target == 2
        again = b.app.view.render_lines(b.app.view.size.region)[0]
        assert [each.style for each in again] == [each.style for each in plain] != [each.style for each in marked]


def _uneven(count: int) -> str:
    """A page whose parts are much longer, or shorter, than is guessed before they are laid out."""
    words = "many words that take lines " * 30
    return "".join(
        f"<p>Paragraph {n} with <a href=/{n}>link {n}</a> {words if n % 250 < 60 else ''}" for n in range(count)
    )


@in_a_loop
async def test_lines_are_scrolled_one_by_one_where_those_above_are_not_counted_yet(server: Server) -> None:
    server.page("/", _uneven(1000))
    async with browsing(server.url("/")) as b:
        await b.type("60%")
        b.app.run_line("width 78")
        for key in ("k", "j", "k", "k", *"kkkkkkkkkk" * 12):
            b.app.view.counting.hold()
            before = b.page
            b.app.run_line("scroll up" if key == "k" else "scroll down")
            above, below = (b.page, before) if key == "k" else (before, b.page)
            assert above[1:] == below[:-1]
        assert not b.app.view.flow.complete


@in_a_loop
async def test_what_is_painted_is_what_stands_there_while_lines_get_their_numbers(server: Server) -> None:
    server.page("/", _uneven(1000))
    async with browsing(server.url("/")) as b:
        rows = b.app.view.region.y, b.app.view.region.bottom
        await b.type("60%")
        b.app.run_line("width 78")
        for number in (700, 120, 480, 121, 5, 610, 300, 6):
            b.app.view.counting.hold()
            b.app.view.choose(number)
            assert [line[:70].rstrip() for line in b.lines[slice(*rows)]] == [line[:70].rstrip() for line in b.page]
            b.app.view.choose(b.app.view.in_sight()[0][0])
            assert [line[:70].rstrip() for line in b.lines[slice(*rows)]] == [line[:70].rstrip() for line in b.page]
        assert not b.app.view.flow.complete


@in_a_loop
async def test_a_main_part_below_screens_of_menus_is_told_of_until_one_goes_there(server: Server) -> None:
    """Menus whose style sheet did not come: a thousand links before the first word, and who knows of `gM`?"""
    menus = "<nav><ul>" + "".join(f"<li><a href=/{n}>link {n}</a>" for n in range(100)) + "</ul></nav>"
    server.page("/", menus + "<main><h1>The thing</h1><p>Words" + "<p>more" * 30 + "</main>")
    server.page("/short", "<nav><a href=/a>a</a></nav><main><h1>The thing</h1><p>Words" + "<p>more" * 100 + "</main>")
    async with browsing(server.url("/short")) as b:
        await b.kept()
        assert "main part" not in "".join(b.app.said)
        await b.type(f":open {server.url('/')}\n")
        await b.until(lambda: "the main part is 4 screens down: gM goes there" in b.status)
        await b.press("j")
        assert "main part" not in b.status
        await b.press("g", "M")
        assert b.page[0] == "# The thing" and "main part" not in b.status
        await b.type(f":open {server.url('/?again')}\n")
        await b.kept()
        assert "main part" not in b.status  # the key is known
