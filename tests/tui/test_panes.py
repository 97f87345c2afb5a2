"""Several pages at once: panes with a tab each, gone between, given room, closed; frames and links in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from screenshots import shows
from servers import Server
from textual.geometry import Region

from lightterm import settings
from lightterm.session.store import Store
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit
from lightterm.settings import Settings
from lightterm.tui.page_view import PageView


def dark(keymap: str = "vim") -> Settings:
    return settings.load().with_session((("tui.theme", "dark"), ("keys.keymap", keymap)))


def two_pages(server: Server) -> None:
    links = "".join(f"<p>Line {n} of A. <a href=/b{'#end' if n == 9 else ''}>to B</a>" for n in range(40))
    server.page("/a", f"<title>Page A</title>{links}")
    server.page("/b", "<title>Page B</title>" + "<p>Words of B.<form><input name=q></form>" * 30 + "<p id=end>The end.")


def titles(b: Browsing) -> list[str]:
    """What the lines above the panes say, in their order."""
    strips = [pane.title.render_lines(Region(0, 0, pane.title.size.width, 1))[0] for pane in b.app.panes]
    return [" ".join(strip.text.split()) for strip in strips]


@in_a_loop
@pytest.mark.covers("LBX-28")
async def test_two_pages_stand_side_by_side_each_with_its_own_place_keys_and_numbers(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), chosen=dark()) as b:
        app = b.app
        await b.press("j", "j", "ctrl+w", "v")
        assert titles(b) == ["1 Page A 3%", "2 Page A 3%"]
        left, right = (pane.view for pane in app.panes)
        assert (left.size.width, right.size.width, left.size.height) == (40, 40, right.size.height)
        assert app.view is right and left.first == right.first == 2
        await b.press("j", "j", "j", "j")
        assert (left.first, right.first) == (2, 6)
        await b.type("f")
        assert b.screen.count("[3]to B") == 1  # hints lie over the links of the right pane alone
        await b.press("escape")
        await b.press("ctrl+w", "h", "k")
        assert app.view is left and (left.first, right.first) == (1, 6)
        await b.type("/of A\n")
        assert left.search is not None and right.search is None
        await b.type(":follow -p 3\n")
        assert app.view is left and right.document.title == "Page B" and titles(b)[1] == "2 Page B Top"
        assert left.document.title == "Page A" and len(app.tabs) == 2
        await b.type(":follow -p 10\n")
        assert right.flow.text(right.last_first + right.height - 1) in "The end." and right.first > 0
        await b.kept()  # links to what was visited are marked
        shows(b, "panes")
        await b.press("ctrl+w", "w", "ctrl+w", "q")
        assert len(app.panes) == 1 and len(app.tabs) == 2 and app.view is left and app.tabs.index == 0
        assert b.lines[1].startswith("Line") and left.size.width == 80


@in_a_loop
@pytest.mark.covers("LBX-28")
async def test_panes_are_split_gone_between_given_room_swapped_and_closed(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), size=(100, 30), chosen=dark("emacs")) as b:
        panes = b.app.panes
        await b.press("ctrl+x", "2")
        assert panes.active is next(iter(panes)), "as in Emacs, the window that was split is gone on in"
        await b.press("ctrl+x", "o")
        b.app.run_line(f"pane beside {server.url('/b')}")
        await b.settled()
        assert titles(b) == ["1 Page A Top", "2 Page A Top", "3 Page B Top"]
        top, left, right = panes
        assert panes.active is right
        assert right.view.region.y == left.view.region.y > top.view.region.y and right.view.region.x == 50
        for way, there in (("left", left), ("up", top), ("down", left), ("right", right)):
            b.app.run_line(f"pane {way}")
            assert panes.active is there
        assert not b.app.run_line("pane right") and "there is no pane to the right" in b.app.said[-1]
        await b.press("ctrl+x", "o")
        assert panes.active is top
        b.app.run_line("pane recent")
        await b.press("ctrl+x", "{", "ctrl+x", "^")
        await b.settled()
        assert (right.view.size.width, left.view.size.width, right.view.size.height) == (49, 51, 14)
        b.app.run_line("pane resize narrower", 99)
        await b.settled()
        assert right.view.size.width == 12  # and no less: its lines must hold something
        b.app.run_line("pane even")
        b.app.run_line("pane swap")
        await b.settled()
        assert list(panes) == [right, left, top] and right.view.size.width == 100
        await b.press("ctrl+x", "k")  # its tab closed, the pane goes
        assert len(panes) == 2 == len(b.app.tabs) and panes.active is top
        await b.press("ctrl+x", "1")
        assert len(panes) == 1 == len(b.app.tabs), "what the split made shows nothing of its own"
        for line, told in (("pane next", "only one pane"), ("pane close", "only one pane"), ("pane only", "only one")):
            assert not b.app.run_line(line) and told in b.app.said[-1]


@in_a_loop
async def test_a_split_leaves_a_tab_only_where_something_was_done_in_it(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), size=(100, 30)) as b:
        await b.press("ctrl+w", "s")
        await b.type("5j")
        await b.press("ctrl+w", "c")
        assert len(b.app.tabs) == 1
        await b.type(":tab undo\n")
        assert "no closed tab is left" in b.status
        await b.press("ctrl+w", "v")
        await b.type(f":open {server.url('/b')}\n")
        await b.press("ctrl+w", "c")
        assert [tab.title for tab in b.app.tabs] == ["Page A", "Page B"]
        await b.press("ctrl+w", "s")
        await b.press("ctrl+w", "s")
        assert len(b.app.tabs) == 4
        await b.press("ctrl+w", "o")
        assert [tab.title for tab in b.app.tabs] == ["Page A", "Page B"]


@in_a_loop
async def test_a_split_leaves_a_tab_with_what_was_typed_into_pages_that_are_far_back(server: Server) -> None:
    server.page("/", "<title>Form</title><p><input name=q>")
    pages = [server.page(f"/{n}", f"<title>Page {n}</title><p>Words.") for n in range(8)]
    async with browsing(server.url("/"), size=(100, 30)) as b:
        for page in pages:
            await b.type(f":open {page}\n")
        await b.press("ctrl+w", "s")
        await b.type("8H")
        await b.type(":field set 1 typed here alone\n")
        await b.type("8L")
        assert b.app.tabs.active.visits[0].page is None
        await b.press("ctrl+w", "c")
        assert len(b.app.tabs) == 2


@in_a_loop
async def test_the_caret_stays_in_sight_in_a_smaller_pane_or_window(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), size=(100, 30), chosen=dark("emacs")) as b:
        view = b.app.view
        await b.type("20")
        await b.press("ctrl+n")
        line = view.caret.at[0]
        assert line == 20
        await b.press("ctrl+x", "2")
        assert view.first <= view.caret.at[0] < view.first + view.height and view.caret.at[0] == line
        await b.press("ctrl+x", "o")
        assert b.app.view is not view and b.app.view.caret.at == view.caret.at, "both windows have the same point"
        await b.press("ctrl+x", "o", "ctrl+x", "1")
        await b.resize(100, 8)
        assert view.first <= view.caret.at[0] < view.first + view.height and view.caret.at[0] == line


@in_a_loop
async def test_a_pane_is_moved_to_a_side_of_the_window(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), size=(100, 30)) as b:
        await b.press("ctrl+w", "s")
        await b.type(f":vsplit {server.url('/b')}\n")
        top, left, right = b.app.panes
        assert b.app.panes.active is right and right.view.region.y == left.view.region.y > top.view.region.y
        await b.press("ctrl+w", "H")
        assert (
            list(b.app.panes) == [right, top, left]
            and right.view.region.x == 0 < top.view.region.x == left.view.region.x
        )
        assert right.view.region.height > top.view.region.height + left.view.region.height
        await b.press("ctrl+w", "K")
        assert right.view.region.y == 2 and right.view.region.width == 100 and right.view.region.height < 20
        await b.press("ctrl+w", "J")
        assert list(b.app.panes) == [top, left, right] and right.view.region.width == 100
        await b.press("ctrl+w", "L")
        assert list(b.app.panes) == [top, left, right] and right.view.region.x == 50
        await b.press("ctrl+w", "o", "ctrl+w", "L")
        assert "only one pane" in b.status


@in_a_loop
async def test_a_tab_is_in_one_pane_and_going_to_it_goes_there(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), server.url("/b")) as b:
        app = b.app
        await b.type(":split\n")
        one, two = app.panes
        assert one.tab is app.tabs[0] and two.tab is app.tabs[2] and app.tabs.index == 2
        await b.type(":tab select 2\n")  # in no pane: it comes to this one
        assert (two.tab, app.panes.active) == (app.tabs[1], two) and two.view.document.title == "Page B"
        await b.type(":tab select 1\n")
        assert app.panes.active is one and len(app.panes) == 2
        await b.type(":tab close 2\n")
        assert len(app.panes) == 1 and app.view is one.view and len(app.tabs) == 2
        await b.type(":open -p about:start\n")
        assert len(app.panes) == 2 and app.view is one.view and app.tabs.index == 0
        other = app.panes.other
        assert other is not None and other.view.document.title == "lightterm" and len(app.tabs) == 3


@in_a_loop
async def test_the_mouse_goes_to_panes_and_drags_what_is_between_them(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a")) as b:
        app = b.app
        await b.type(":split\n")
        top, bottom = app.panes
        height = bottom.view.size.height
        to = (5, top.view.size.height - 3)
        await b.pilot.mouse_down(bottom.title, offset=(5, 0))
        await b.pilot.hover(top.view, offset=to)
        await b.pilot.mouse_up(top.view, offset=to)
        await b.settled()
        assert bottom.view.size.height == height + 3
        await b.pilot.click(top.view, offset=(60, 3))
        await b.settled()
        assert app.view is top.view
        assert await b.pilot.click(bottom.view, offset=(15, 0))  # the link goes to its own pane's tab
        await b.settled()
        assert app.view is bottom.view and (top.view.document.title, bottom.view.document.title) == ("Page A", "Page B")
        await b.type(":field edit 1\n")
        await b.press("x", "y")
        await b.pilot.click(top.title, offset=(5, 0))
        await b.settled()
        assert app.view is top.view and app.mode == "normal"
        assert "xy" in "\n".join(bottom.view.texts())  # what was typed stays where it was typed


@in_a_loop
async def test_a_screen_too_small_for_all_shows_the_pane_one_is_in(server: Server) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), size=(80, 24)) as b:
        await b.type(":vsplit about:start\n:split\n")
        await b.resize(20, 5)
        assert "lightterm" in b.screen and "Line 0" not in b.screen
        await b.type(":pane left\n")
        assert "Line 0" in b.screen and "# lightterm" not in b.screen
        assert not b.app.run_line("split") and "no room" in b.app.said[-1] and len(b.app.tabs) == 3
        await b.resize(80, 24)
        assert len(titles(b)) == 3 and "Line 0" in b.screen and b.screen.count("# lightterm") == 2


MANUAL = {
    "/": "<html><head><title>Manual</title></head><frameset rows='20%,*'><frame src=top name=top>"
    "<frameset cols='320,*'><frame src=nav name=nav><frame src=one name=main></frameset></frameset></html>",
    "/top": "<title>Head</title><h1>The Manual</h1>",
    "/nav": "<title>Contents</title><base target=main><p><a href=two>Two</a><p><a href=all target=_top>All</a>",
    "/one": "<title>One</title><p>Chapter one.",
    "/two": "<title>Two</title><p>Chapter two.",
    "/all": "<title>All</title><p>All chapters.",
}


@in_a_loop
@pytest.mark.covers("LBX-28")
async def test_frames_stand_in_panes_as_the_page_arranges_them(server: Server) -> None:
    for path, page in MANUAL.items():
        server.page(path, page)
    async with browsing(server.url("/"), chosen=dark()) as b:
        app = b.app
        assert "Chapter one." in b.screen  # inline, one below the other
        await b.type(":pane frames\n")
        top, nav, main = app.panes
        assert titles(b) == ["1 Head All", "2 Contents All", "3 One All"]
        assert nav.view.size.width == 20 and main.view.region.x == 20 and top.view.size.width == 80
        assert top.view.size.height < nav.view.size.height
        await b.kept()
        shows(b, "panes-frames")
        await b.type(":pane down\n:follow 1\n")
        assert app.panes.active is nav and titles(b) == ["1 Head All", "2 Contents All", "3 Two All"]
        await b.type(":follow 2\n")
        assert len(app.panes) == 1 and b.page == ["All chapters."]


@in_a_loop
@pytest.mark.covers("LBX-28")
async def test_frames_within_a_page_stand_beside_it(server: Server) -> None:
    two_pages(server)
    server.page("/c", "<title>C</title><p>Frame C.")
    server.page(
        "/", "<title>Holder</title><p>Text.<iframe src=/c name=c></iframe><iframe src=/b></iframe><a href=/a target=c>A"
    )
    async with browsing(server.url("/"), size=(130, 30)) as b:
        await b.type(":pane frames\n")
        assert titles(b) == ["1 Holder Top", "2 C All", "3 Page B Top"]
        holder, first, second = (pane.view.region for pane in b.app.panes)
        assert (first.x, second.x) == (65, 65) and second.y > first.y and holder.height == 28 - 1
        number = next(t.number for t in b.app.view.document.targets if t.text == "A")
        await b.type(f":follow {number}\n")
        assert titles(b)[1] == "2 Page A Top"
    async with browsing(server.url("/b")) as b:
        await b.type(":pane frames\n")
        assert "the page has no frames" in b.status


def left_open(home: Path, state: SavedSession) -> None:
    """Leave what a run had open that broke off."""
    with Store(str(home / "data" / "lightterm" / "lightterm.sqlite")) as kept:
        assert kept.sessions.save(state)


@in_a_loop
@pytest.mark.covers("LBX-28")
async def test_panes_come_back_with_the_tabs_after_a_crash_each_where_it_stood_and_was_read(
    server: Server, home: Path
) -> None:
    two_pages(server)
    async with browsing(server.url("/a"), size=(100, 30)) as b:
        b.app.run_line(f"pane beside {server.url('/b')}")
        await b.settled()
        await b.press("j", "j", "j", "ctrl+w", "s", "ctrl+w", "h", "j")
        b.app.run_line("pane resize wider", 7)
        await b.settled()
        stood = [(pane.view.region, pane.view.document.title, pane.view.first) for pane in b.app.panes]
        state = b.app.state()
        await b.type(":session save work\n")
        await b.kept()
    assert [first for _, _, first in stood] == [1, 3, 3]
    left_open(home, state)
    async with browsing(size=(100, 30)) as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        await b.press("y")
        await b.settled()
        assert [(pane.view.region, pane.view.document.title, pane.view.first) for pane in b.app.panes] == stood
        assert next(iter(b.app.panes)) is b.app.panes.active and len(b.app.tabs) == 3
        await b.press("ctrl+w", "l", "d")
        assert len(b.app.panes) == 2
        await b.type(":session load --clear work\n")
        await b.settled()
        assert [pane.view.region for pane in b.app.panes] == [region for region, _, _ in stood]
        await b.type(":session load work\n")  # behind what is open, which stays as it stands
        assert len(b.app.panes) == 3 and len(b.app.tabs) == 6


@pytest.mark.parametrize(
    ("panes", "there"),
    [
        ("[true,[1001,[false,[7,1002],[1,1]]],[1,3]]", 2),
        ("[true,[1001,8],[1,1]]", 1),
        ("[true,[1001,1001,1002],[1,1,1]]", 1),
        ("[true,[1001,1002],[1,-1]]", 1),
        ("[" * 5000, 1),
        ('{"a":1}', 1),
        ("null", 1),
    ],
)
@in_a_loop
async def test_of_saved_panes_those_come_back_whose_tab_does_and_nonsense_leaves_one(
    server: Server, home: Path, panes: str, there: int
) -> None:
    for key in ("1001", "1002"):
        server.page(f"/{key}", f"<title>Page {key}</title>")
    tabs = tuple(SavedTab(key, (SavedVisit(server.url(f"/{key}")),)) for key in ("1001", "1002"))
    left_open(home, SavedSession(tabs, panes=panes))
    async with browsing() as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        await b.press("y")
        await b.settled()
        assert (len(b.app.panes), len(b.app.tabs)) == (there, 2)
        assert "internal error" not in b.status


@in_a_loop
async def test_a_split_page_is_laid_out_at_the_width_it_has_then_and_counted_behind_the_keys(server: Server) -> None:
    server.page("/", "<p>some words of a long page " * 3000)
    async with browsing(server.url("/")) as b:
        await b.settled()
        b.app.view.counting.hold()
        b.app.run_line("pane beside")
        flow = b.app.view.flow
        assert flow.width == 39 and b.app.view.counting.held > 0
        await b.until(lambda: b.app.view.size.width)
        assert b.app.view.columns == 39 and b.app.view.flow is flow


@in_a_loop
async def test_lines_that_another_pane_has_are_not_counted_again(server: Server) -> None:
    server.page("/", "<form><p><textarea name=t></textarea></form>" + "<p>some words of a long page " * 3000)
    async with browsing(server.url("/")) as b:
        await b.settled()
        lines = len(b.app.view.flow)
        b.app.run_line("pane below")
        assert b.app.view.flow.complete and len(b.app.view.flow) == lines
        b.app.run_line("search words")
        plain, marked = ([pane.view.flow.spans(line) for line in range(30)] for pane in b.app.panes)
        assert any("found" in span.kind for spans in marked for span in spans)
        assert not any("found" in span.kind for spans in plain for span in spans)


@in_a_loop
async def test_what_a_second_pane_needs_is_made_before_and_shows_nothing(server: Server) -> None:
    server.page("/", "<p>words of a page")
    async with browsing(server.url("/"), chosen=dark()) as b:
        app = b.app
        screen = b.screen
        app.panes.warm()
        await b.settled()
        made = [view for view in app.query(PageView) if view is not app.view]
        assert len(made) == 1 and len(app.panes) == 1 and b.screen == screen
        app.run_line("pane beside")
        assert app.view is made[0]
        await b.until(lambda: app.view.size.width)
        assert len(titles(b)) == 2 and b.screen.count("words of a page") == 2
        await b.type(":pane only\n")
        assert len(app.panes) == 1


@in_a_loop
async def test_an_agent_closes_the_tab_that_is_read_while_something_is_asked(server: Server) -> None:
    """The keys stayed with the pane that was gone, and the next split was a crash."""
    server.page("/", "<p>Here.")
    async with browsing(server.url("/"), size=(100, 40)) as b:
        await b.type(":pane below\n")
        b.app.ask("agent wants to press Buy", ("yes", "no"), "no", lambda _answer: None)
        b.app.close_tab(b.app.tabs.active)
        await b.settled()
        assert len(b.app.panes) == 1 and b.app.mode == "prompt" and b.app.question.display
        await b.press("n")
        assert b.app.mode == "normal"
        await b.type(":pane below\n")
        assert len(b.app.panes) == 2 and b.app.panes.active.tab is b.app.tabs.active


@in_a_loop
async def test_where_there_is_one_pane_the_commands_that_make_another_are_named(server: Server) -> None:
    async with browsing(server.page("/", "<p>One")) as b:
        await b.type(":pane next\n")
        told = "there is only one pane: pane below and pane beside make a second"
        assert told in b.app.said
        for name in ("pane below", "pane beside"):
            assert b.app.registry.get(name) is not None
        await b.type(":download clear\n")
        assert "there is no finished download on the list" in b.app.said
