"""What outlives the run: history, visited links, tabs that come back, and what private mode leaves."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from browsing import PATIENCE, Browsing, browsing, in_a_loop
from servers import Asked, Server, Talk

from lightterm import settings
from lightterm.graphics.probe import Terminal
from lightterm.session.session import Session
from lightterm.session.store import Store
from lightterm.session.store.model import HistoryEntry, SavedSession, SavedTab, SavedVisit, ScrollPlace
from lightterm.tui import fields, keeping
from lightterm.tui.app import Browser

LONG = "".join(f"<p>Paragraph {n}.</p>" for n in range(200))


def store(home: Path) -> Store:
    return Store(str(home / "data" / "lightterm" / "lightterm.sqlite"))


def history(home: Path) -> dict[str, HistoryEntry]:
    with store(home) as kept:
        return {entry.url: entry for entry in kept.history.recent()}


@in_a_loop
async def test_pages_shown_are_in_the_history_with_their_text(server: Server, home: Path) -> None:
    server.page("/", "<title>First</title><p>Words about herons.</p><a href=/two>two</a>")
    server.page("/two", "<title>Second</title><p>Words about egrets.</p>")
    async with browsing(server.url("/")) as b:
        await b.type(":follow 1\n")
        await b.press("H", "L")
        await b.type(":reload\n")
        await b.type(":open about:start\n")
        await b.type(f":open {server.url('/missing')}\n")
    visits = history(home)
    assert {(url, e.title, e.count) for url, e in visits.items()} == {
        (server.url("/"), "First", 1),
        (server.url("/two"), "Second", 1),
    }
    with store(home) as kept:
        assert [match.url for match in kept.history.search("egrets")] == [server.url("/two")]


@in_a_loop
async def test_what_a_page_says_now_takes_the_place_of_what_it_said_before_a_reload(server: Server, home: Path) -> None:
    server.page("/", "<title>Birds</title><p>Words about herons.</p>")
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "herons" in b.screen)
        server.page("/", "<title>More birds</title><p>Words about egrets.</p>")
        await b.type(":reload\n")
        await b.until(lambda: "egrets" in b.screen)
        await b.type(":diff\n")
        await b.until(lambda: "Words about ~~herons.~~ egrets." in b.screen)
    (entry,) = history(home).values()
    assert (entry.title, entry.count) == ("More birds", 1)
    with store(home) as kept:
        assert [len(kept.history.search(words)) for words in ("egrets", "herons")] == [1, 0]


@in_a_loop
async def test_a_table_of_contents_is_not_shown_as_visited(server: Server) -> None:
    server.page("/", "<p><a href=#one>One</a> <a href=/next#two>Two</a> <a href=/>Home</a><h2 id=one>One</h2>")
    server.page("/next", "<p>The page after.")
    async with browsing(server.url("/next")) as b:
        await b.kept()
        await b.type(f":open {server.url('/')}\n")
        await b.until(lambda: b.app.view.visited == {2, 3}, "the visited links")


@in_a_loop
async def test_links_to_pages_visited_are_told_apart_at_once_and_in_the_next_run(server: Server) -> None:
    server.page("/", "<a href=/two>two</a> <a href=/three>three</a> <a href=/old>old</a> <a href=/two#there>there</a>")
    server.page("/two", "<p>Two</p>")
    server.redirect("/old", "/new", 302)
    server.page("/new", "<p>New</p>")
    async with browsing(server.url("/")) as b:
        assert b.app.view.visited == frozenset()
        await b.type(":follow -b 1\n")
        await b.until(lambda: b.app.view.visited == {1, 4}, "the visited links")
        await b.type(":follow 3\n")
        await b.press("H")
        await b.until(lambda: b.app.view.visited == {1, 3, 4}, "the visited links")
    async with browsing(server.url("/")) as b:
        await b.until(lambda: b.app.view.visited == {1, 4}, "the visited links of the last run")


def crashed(home: Path, *tabs: SavedTab, active: int = 0) -> None:
    """Leave the tabs of a run that broke off."""
    with store(home) as kept:
        assert kept.sessions.save(SavedSession(tabs, active))


def tabs_of(server: Server) -> tuple[SavedTab, ...]:
    server.page("/long", f"<title>Long</title>{LONG}")
    server.page("/b", "<title>B</title><p>Page B.</p>")
    first = SavedTab("1001", (SavedVisit(server.url("/b"), "B"),), pinned=True)
    way = (SavedVisit(server.url("/b"), "B"), SavedVisit(server.url("/long"), "Long", ScrollPlace(100)))
    return first, SavedTab("1002", way, 1), SavedTab("1003", (SavedVisit("about:start", "Start"),))


@in_a_loop
async def test_a_tab_knows_where_it_was_opened_from_after_a_restart(server: Server) -> None:
    server.page("/", "<title>First</title><a href=/next>next</a>")
    server.page("/next", "<title>Next</title><p>The next page.</p>")
    async with browsing(server.url("/")) as b:
        await b.type(":follow -t 1\n:session save two\n")
        assert b.page[0] == "The next page."
    async with browsing("about:start") as b:
        await b.type(":session load two\n")
        await b.until(lambda: b.page[0] == "The next page.")
        await b.type(":parent\n")
        await b.until(lambda: "next" in b.page[0] and b.app.tabs.active.visit.url == server.url("/"))


@in_a_loop
async def test_a_page_that_is_still_coming_is_saved_with_the_others(server: Server) -> None:
    server.page("/", "<title>First</title><a href=/slow>slow</a>")
    server.on("/slow", lambda _asked, talk: talk.hold())
    async with browsing(server.url("/")) as b:
        b.app.run_line("follow -b 1")
        b.app.run_line("follow 1")
        urls = [(server.url("/"), server.url("/slow")), (server.url("/slow"),)]
        sessions = b.app.session.store.sessions

        def saved() -> bool:
            found = sessions.last()
            return found is not None and [tuple(v.url for v in t.visits) for t in found.tabs] == urls

        await b.until(saved, "both pages that are coming")
        b.app.loads.stop_all()


@in_a_loop
async def test_the_answer_to_a_form_is_not_asked_for_without_what_was_sent(server: Server, home: Path) -> None:
    server.page("/", "<title>Shop</title><form method=post action=/buy><input name=card><button>Buy</button></form>")
    server.page("/buy", "<title>Bought</title><p>Thank you.</p>")
    server.page("/other", "<title>Other</title><p>Elsewhere.</p>")
    async with browsing(server.url("/")) as b:
        await b.type(":form submit 2\n")
        assert b.page[0] == "Thank you."
        await b.type(":session save bought\n")
    count = len(server.log)
    async with browsing(server.url("/other")) as b:
        await b.type(":session load bought\n")
        await b.until(lambda: "the answer to a form" in b.screen)
        assert [asked.path for asked in server.log[count:]] == ["/other"]
        await b.type(":session save again\n")  # it is still known as one
        await b.press("H")
        assert "Buy" in b.screen
        await b.press("L")
        await b.until(lambda: "the answer to a form" in b.screen)
        await b.type(":reload\n")
        await b.until(lambda: b.page[0] == "Thank you.")
        assert server.log[-1].method == "GET"
    with store(home) as kept:
        found = kept.sessions.load("again")
        assert found is not None and [visit.posted for visit in found.tabs[-1].visits] == [False, True]


@in_a_loop
async def test_the_home_page_that_took_the_last_tab_s_place_goes_when_that_comes_back(server: Server) -> None:
    server.page("/", "<title>First</title>one")
    async with browsing(server.url("/")) as b:
        await b.type(":tab close\n")
        await b.until(lambda: b.status.startswith("about:start"), "the home page")
        await b.type(":tab undo\n")
        await b.until(lambda: [tab.title for tab in b.app.tabs] == ["First"], "the tab alone")
        assert b.page[0] == "one" and b.app.tabs.closed == 0
        await b.type(":tab close\n")
        await b.until(lambda: b.status.startswith("about:start"), "the home page")
        await b.type(f":open {server.url('/')}\n")  # it is used: it stays
        await b.type(":tab undo\n")
        await b.until(lambda: [tab.title for tab in b.app.tabs] == ["First", "First"], "both tabs")


@in_a_loop
async def test_after_a_crash_the_tabs_are_offered_and_come_back_as_they_were(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server), active=1)
    async with browsing() as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        assert "lightterm ended unexpectedly with 3 tabs open. Open them again?  [y] [n] [Esc]" in b.screen
        await b.pilot.resize_terminal(60, 24)
        await b.until(lambda: "unexpectedly with 3 tabs op…  [y] [n] [Esc]" in b.screen, "the short answers")
        await b.pilot.resize_terminal(100, 24)
        await b.until(lambda: "Open them again?  [y] yes  [n] no  [Esc] later" in b.screen, "the answers in words")
        await b.press("y")
        assert [(tab.key, tab.pinned) for tab in b.app.tabs] == [(1001, True), (1002, False), (1003, False)]
        assert b.app.tabs.index == 1
        assert b.page[0] == "Paragraph 100."
        assert {asked.path for asked in server.log} == {"/long"}  # those behind are loaded when they are shown
        await b.press("H")
        assert b.page[0] == "Page B."
        assert b.app.tabs.closed == 0  # the home page gave way
        await b.type(":tab close\n:tab pin\n:tab undo\n")  # where the page stood there is a pinned one now
        assert [(tab.key, tab.pinned) for tab in b.app.tabs] == [(1001, True), (1003, True), (1002, False)]
    async with browsing() as b:
        await b.press("j")
        await b.kept()
        assert not b.app.offer.question and len(b.app.tabs) == 1


@pytest.mark.parametrize("first", ["the message", "the offer"])
@in_a_loop
async def test_a_long_message_at_the_start_leaves_the_offer_of_the_tabs_in_sight(
    server: Server, home: Path, first: str
) -> None:
    """It lay over it, and the key that took it away put the tabs off."""
    crashed(home, *tabs_of(server))
    async with browsing() as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        asked, done, later = b.app.offer.question, b.app.offer._done, b.app.offer._later
        assert done is not None
        if first == "the message":
            b.app.offer.withdraw()
        b.app.say("told " * 60 + "to the end", "warning")
        await b.settled()
        if first == "the message":
            b.app.offer.put(asked, done, later)
        await b.until(lambda: "to the end" in b.screen and asked in b.screen, "both")
        await b.press("y")
        assert len(b.app.tabs) == 3


@in_a_loop
async def test_a_yes_typed_before_the_tabs_are_offered_counts(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server), active=1)
    async with browsing(terminal=Terminal(typed=b"y")) as b:
        await b.until(lambda: len(b.app.tabs) == 3, "the tabs")
        assert not b.app.offer.question and b.app.typed == ""


@in_a_loop
async def test_the_offer_of_tabs_gives_way_to_reading_and_is_there_later(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server))
    server.page("/", f"<title>Long</title>{LONG}")
    async with browsing(server.url("/")) as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        await b.press("j")
        assert b.page[0] != "Paragraph 0." and ":session restore" in b.status and "unexpectedly" not in b.screen
        await b.press("y")
        assert b.app.typed == "y" and len(b.app.tabs) == 1
        await b.press("escape")
        await b.type(":sessions\n")
        await b.until(lambda: "Ended unexpectedly" in b.screen, "the list of sessions")
        await b.type(":session restore\n")
        assert len(b.app.tabs) == 4 and "3 tabs are open again" in b.status
        await b.type(":session restore\n")
        assert "no run of lightterm that ended unexpectedly" in b.status and len(b.app.tabs) == 4


@in_a_loop
async def test_tabs_come_back_behind_a_page_that_is_long_in_coming(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server))
    go = threading.Event()

    def slow(asked: Asked, talk: Talk) -> None:
        go.wait(PATIENCE)
        talk.reply(b"<p>What I want to read.</p>")

    server.on("/slow", slow)
    with Session(settings.load()) as session:
        app = Browser(session, (server.url("/slow"),))
        async with app.run_test() as pilot:
            b = Browsing(app, pilot)
            try:
                await b.until(lambda: app.offer.question, "the offer")
                await pilot.press("y")
                await b.until(lambda: len(app.tabs) > 2, "the tabs")
            finally:
                go.set()
            await b.settled()
            assert len(app.tabs) == 4 and b.page[0] == "What I want to read."
        app.finish()


@in_a_loop
async def test_what_is_told_unasked_at_the_start_is_told_together(server: Server, home: Path) -> None:
    """Of the main part far down and the tabs that are open again only the one that came last could be read."""
    with store(home) as kept:
        assert kept.sessions.save(SavedSession(tabs_of(server)[:1], 0))
        kept.hang_up()
    menus = "<nav><ul>" + "".join(f"<li><a href=/{n}>link {n}</a>" for n in range(100)) + "</ul></nav>"
    server.page("/", menus + "<main><h1>The thing</h1><p>Words" + "<p>more" * 30 + "</main>")
    async with browsing(server.url("/")) as b:
        words = "one tab is open again", "the main part is 4 screens down: gM goes there"
        await b.until(lambda: b.app.said[-1] in ("; ".join(words), "; ".join(reversed(words))), "both")


@in_a_loop
async def test_tabs_come_back_behind_a_page_that_was_asked_for(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server))
    server.page("/", "<p>What I want to read.</p>")
    async with browsing(server.url("/")) as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        await b.press("y")
        assert len(b.app.tabs) == 4 and b.page[0] == "What I want to read."


@in_a_loop
async def test_tabs_declined_are_not_offered_again_and_tabs_put_off_are(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server))
    for key in ("escape", "n"):
        async with browsing() as b:
            await b.until(lambda b=b: b.app.offer.question, "the offer")
            await b.press(key)
            assert not b.app.offer.question and len(b.app.tabs) == 1
    async with browsing() as b:
        await b.kept()
        assert not b.app.offer.question


@in_a_loop
async def test_a_run_killed_before_it_answered_hides_nothing_of_the_run_before(server: Server, home: Path) -> None:
    crashed(home, *tabs_of(server))
    async with browsing() as b:
        await b.until(lambda: b.app.offer.question, "the offer")
        await b.type(":set -t tui.theme light\n")  # the home page alone, once more to be saved
        await b.kept()
        assert len(b.app.session.store.sessions.broken_off()) == 1
        assert b.app.session.store.journal.run == 0  # no run with tabs, which a kill now would have offered
    server.page("/c", "<title>C</title><p>Page C.</p>")
    crashed(home, SavedTab("2001", (SavedVisit(server.url("/c"), "C"),)))
    async with browsing() as b:
        await b.until(lambda: "one tab" in b.app.offer.question, "the offer of the last run")
        await b.press("y")
        await b.until(lambda: "3 tabs" in b.app.offer.question, "the offer of the run before")
        await b.press("y")
        assert len(b.app.tabs) == 4
        await b.kept()
        assert not b.app.offer.question


@in_a_loop
async def test_the_tabs_of_the_last_run_come_back_unasked_where_that_is_set(server: Server, home: Path) -> None:
    server.page("/long", f"<title>Long</title>{LONG}")
    always = settings.load().with_session([("session.restore", "always")])
    async with browsing(server.url("/long"), chosen=always) as b:
        await b.type(":tab pin\n")
        await b.type("30j")
        await b.type(":tab new -b about:start\n")
    async with browsing(chosen=always) as b:
        await b.until(lambda: len(b.app.tabs) == 2 and not b.app.loads.busy, "the tabs")
        assert b.page[0] == "Paragraph 15." and b.app.tabs[0].pinned


@in_a_loop
async def test_tabs_are_saved_while_reading_goes_on(server: Server, home: Path) -> None:
    server.page("/long", f"<title>Long</title>{LONG}")
    async with browsing(server.url("/long")) as b:

        def saved() -> list[tuple[str, int]]:
            with Session(settings.load()) as other:
                runs = [b.app.session.store.sessions.last()]
                assert other.store.sessions.broken_off() == ()  # this run goes on
            return [(t.visits[-1].url, t.visits[-1].place.block) for run in runs if run for t in run.tabs]

        await b.until(lambda: saved() == [(server.url("/long"), 0)], "the tabs to be saved")
        await b.type("10j")
        await b.until(lambda: saved() == [(server.url("/long"), 5)], "the place to be saved")


@in_a_loop
async def test_what_a_full_disk_kept_from_being_saved_is_saved_when_there_is_room(
    server: Server, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AGAIN", 0.1)
    monkeypatch.setattr(fields, "AGAIN", 0.1)
    server.page("/", "<title>First</title><form>Name <input name=a></form>")
    server.page("/two", "<title>Second</title><p>Two.")
    async with browsing(server.url("/")) as b:
        await b.kept()
        database = b.app.session.store._database

        def room(pages: int) -> None:
            assert database._writer is not None
            database._writer.execute(f"PRAGMA max_page_count = {pages}")

        room(1)
        b.app.fields.put(1, ("words typed " * 2000,))
        await b.until(lambda: "the disk is full" in b.status, "the word about it")
        await b.type(f":open -t {server.url('/two')}\n")
        await b.kept()
        with store(home) as kept:
            assert kept.sessions.broken_off() == ()
        room(100_000)  # nothing more is done

        def saved() -> bool:
            with store(home) as kept:
                found = kept.sessions.of_run(b.app.session.store.journal.run)
            tabs = found.tabs if found is not None else ()
            return len(tabs) == 2 and [len(draft.value) for draft in tabs[0].drafts] == [24_000]

        await b.until(saved, "the tabs and the draft")


@in_a_loop
async def test_private_mode_switched_on_and_off_leaves_nothing(server: Server, home: Path) -> None:
    server.page("/open", "<title>Open</title><p>Known to all.</p>")
    server.page("/secret", "<title>Secret</title><p>Nobody's business.</p>", headers=[("Set-Cookie", "a=secret")])
    async with browsing(server.url("/open")) as b:
        await b.type(":private on\n")
        await b.type(f":open {server.url('/secret')}\n")
        await b.type(f":tab new {server.url('/secret?2')}\n")
        await b.type(":private off\n")
        await b.press("g", "g")
        assert len(b.app.tabs) == 2
    with store(home) as kept:
        assert [entry.url for entry in kept.history.recent()] == [server.url("/open")]
        last = kept.sessions.last()
        assert last is not None
        assert [[visit.url for visit in tab.visits] for tab in last.tabs] == [[server.url("/open")]]
    for file in (home / "data").rglob("*"):
        assert not file.is_file() or b"secret" not in file.read_bytes().lower(), file


@in_a_loop
async def test_what_is_wrong_with_the_store_is_told_and_nothing_is_lost(server: Server, home: Path) -> None:
    folder = home / "data"
    folder.write_text("no folder")
    server.page("/", "<p>Still readable.</p>")
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "Still readable."
        await b.until(lambda: b.status.startswith("what happens now is forgotten at the end: "), "the word about it")
        assert len(b.status) == 80 and b.status.endswith("…")  # all of the line is its


@in_a_loop
async def test_the_history_has_what_is_still_being_written(server: Server) -> None:
    server.page("/", "<title>A page</title><p>Words.")
    async with browsing("about:blank") as b:
        gate = threading.Event()
        b.app.background.do(gate.wait)  # a disk that takes its time
        b.app.run_line(f"open {server.url('/')}")
        await b.settled()
        b.app.run_line("history")
        threading.Timer(0.3, gate.set).start()
        await b.settled()
        assert "A page" in b.screen
