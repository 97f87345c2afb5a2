"""Forgetting by host and by time: gone from every table, from the bytes of the files, and from the live session."""

from __future__ import annotations

import signal
import sqlite3
from time import time as now
from typing import TYPE_CHECKING

import pytest

from lightterm import settings
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.hsts import HstsStore
from lightterm.fetch.model import Request
from lightterm.session.session import Session
from lightterm.session.store.database import Database
from lightterm.session.store.forget import KEPT, TRACES, Scope, forget
from lightterm.session.store.forgettings import Forgettings
from lightterm.session.store.model import (
    Bookmark,
    Decision,
    DeedEntry,
    Download,
    Draft,
    FollowedFeed,
    Mark,
    SavedSession,
    SavedTab,
    SavedVisit,
)

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

    from servers import Server

    from lightterm.session.store import Store

BAD, SUB, GOOD, NEAR = "bad.example", "www.bad.example", "good.example", "notbad.example"
HOSTS = {BAD: "badexample", SUB: "wwwbadexample", GOOD: "goodexample", NEAR: "nearexample"}


def filled(store: Store, at: float = 1000.0, word: str = "") -> None:
    """Something of every kind for each of the hosts, with words that occur nowhere else."""
    jar = CookieJar(now=lambda: at)
    for host, name in HOSTS.items():
        own = f"{name}{word}"
        url = f"https://{host}/{own}path"
        for n in range(20):
            store.history.visit(f"{url}{n}", f"{own}title", at, f"{own}text words " * 50)
        jar.store(url, (f"{own}cookie=1; Max-Age=99999999",))
        store.inputs.add("url", url)
        store.drafts.put(Draft(f"t{host}", url, 0, "name", f"{own}draft", at=at))
        store.downloads.add(Download(url, f"/tmp/{own}file", "done", started=at))
        store.feeds.mark(url, [f"{own}item"])
        store.decisions.put(Decision(host, f"{own}key", "yes", made=at))
        store.marks.put(Mark(f"{own}m", url, made=at))
        store.watched.put(url, "", f"{own}seen")
        store.bookmarks.put(Bookmark(url, f"{own}bookmark", added=at))
        store.deeds.add(DeedEntry(at=at, who="robot", tool="open", words=f"{own}deed", url=url))
        store.quickmarks.put(f"{own}q", url)
        store.read_later.add(url, f"{own}later")
        store.followed.put(FollowedFeed(url, f"{own}feed", added=at, visited=at))
    store.cookies.sync(jar)
    tab = SavedTab("t", tuple(SavedVisit(f"https://{host}/{word}saved") for host in HOSTS), 1)
    store.sessions.save(
        SavedSession((tab, SavedTab("u", (SavedVisit(f"https://{BAD}/{word}only"),))), 1, f"named{word}")
    )
    store.sessions.save(SavedSession((tab,)))


def left(path: Path, word: str) -> bool:
    """Whether the bytes of the store's files still hold a word."""
    return any(word.encode() in file.read_bytes() for file in path.parent.iterdir())


def counts(forgotten: tuple[object, ...]) -> dict[str, int]:
    return {each.kind: each.count for each in forgotten}  # type: ignore[attr-defined]


def test_a_host_is_forgotten_everywhere(make: Callable[..., Store], path: Path) -> None:
    store = make(now=lambda: 2000.0)
    filled(store)
    assert left(path, "badexample")
    assert counts(store.forget("Bad.example", kinds=TRACES + KEPT)) == {
        "history": 40, "cookies": 2, "inputs": 3, "drafts": 2, "sessions": 5, "downloads": 2, "feeds": 2,
        "decisions": 2, "marks": 2, "deeds": 2, "watched": 2, "cache": 0, "hsts": 0, "bookmarks": 2, "quickmarks": 2,
        "read_later": 2, "followed": 2,
    }  # fmt: skip
    assert store.history.search("badexampletext") == () and len(store.history.search("goodexampletext", 99)) == 20
    assert {entry.url.split("/")[2] for entry in store.history.recent(999)} == {GOOD, NEAR}
    [tab] = store.sessions.load("named").tabs
    assert [visit.url for visit in tab.visits] == [f"https://{GOOD}/saved", f"https://{NEAR}/saved"]
    assert tab.current == 0 and store.sessions.load("named").active == 0
    for gone in (" bad.example", "/bad.example", ".bad.example", "badexamplepath", "badexampletext", "wwwbadexample"):
        assert not left(path, gone), gone
    for kept in ("goodexampletext", "goodexamplecookie", "goodexamplebookmark", "nearexamplecookie"):
        assert left(path, kept), kept
    store.close()
    assert not left(path, "wwwbadexample") and left(path, "goodexampledraft")


def test_what_a_killed_run_left_in_the_file_is_overwritten_by_the_next(
    make: Callable[..., Store], path: Path, process: Callable[[str], subprocess.Popen[str]]
) -> None:
    store = make(now=lambda: 2000.0)
    filled(store)
    store.close()
    # Killed when the rows are deleted and the full-text index is about to be rewritten without their words.
    child = process(
        "import os, signal\n"
        "def at(frame, kind, argument):\n"
        "    if kind == 'call' and frame.f_code.co_name == 'scrub': os.kill(os.getpid(), signal.SIGKILL)\n"
        "sys.setprofile(at)\n"
        "store.forget('bad.example')\n"
    )
    assert child.wait(30) == -signal.SIGKILL
    later = make(now=lambda: 3000.0)
    assert later.history.search("badexampletext") == () and left(path, "badexampletext")
    later.end()
    assert not left(path, "badexampletext") and left(path, "goodexampletext")


def test_what_was_put_away_on_purpose_stays_unless_it_is_named(make: Callable[..., Store], path: Path) -> None:
    store = make(now=lambda: 2000.0)
    filled(store)
    assert set(counts(store.forget())) == set(TRACES)
    assert len(store.bookmarks.all()) == len(store.quickmarks.all()) == len(store.read_later.all()) == 4
    assert len(store.followed.all()) == 4 and not any(feed.visited for feed in store.followed.all())
    assert store.history.recent() == store.cookies.all() == store.downloads.all() == store.marks.all() == ()
    assert store.sessions.names()[0].tabs == 2, "by time alone a named session stays"
    assert store.sessions.last() is None or store.sessions.last().tabs == ()  # type: ignore[union-attr]
    assert not left(path, "badexampletext") and not left(path, "badexamplecookie") and left(path, "badexamplebookmark")
    store.forget(kinds=KEPT)
    assert store.bookmarks.all() == store.quickmarks.all() == store.read_later.all() == store.followed.all() == ()
    assert not left(path, "badexamplebookmark")


def test_what_was_typed_into_fields_is_forgotten_with_the_host_of_their_page(
    make: Callable[..., Store], path: Path
) -> None:
    store = make(now=lambda: 2000.0)
    for host in (BAD, SUB, GOOD, NEAR, ""):
        store.inputs.add("field:name", "everywhere", host)
        store.inputs.add("field:name", f"typed at {HOSTS.get(host, 'no host')}", host)
        store.inputs.add("command", f"field set 1 told{HOSTS.get(host, 'nobody')}", host)
    assert store.inputs.recent("field:name")[1] == "everywhere" and len(store.inputs.recent("field:name")) == 6
    assert counts(store.forget(BAD))["inputs"] == 6
    assert store.inputs.recent("field:name") == (
        "typed at no host", "everywhere", "typed at nearexample", "typed at goodexample",
    )  # fmt: skip
    assert store.inputs.recent("command") == (
        "field set 1 toldnobody", "field set 1 toldnearexample", "field set 1 toldgoodexample",
    )  # fmt: skip
    assert not left(path, "typed at badexample") and not left(path, "toldwwwbadexample")
    assert counts(store.forget(GOOD, kinds=("inputs",))) == {"inputs": 3}
    assert store.inputs.recent("field:name", "every") == ("everywhere",)


def test_a_span_of_time_is_forgotten(make: Callable[..., Store], path: Path) -> None:
    clock = [1000.0]
    store = make(now=lambda: clock[0])
    for time, word in ((1000.0, "early"), (2000.0, "middle"), (3000.0, "late")):
        clock[0] = time
        filled(store, time, word)
    clock[0] = 4000.0
    store.history.visit("https://good.example/goodexampleearlypath0", "again", 2500.0)
    done = counts(store.forget(since=1500.0, until=2500.0, kinds=tuple(k for k in TRACES if k != "sessions")))
    assert (done["history"], done["cookies"], done["inputs"], done["marks"]) == (80, 4, 4, 4)
    assert not left(path, "goodexamplemiddletext") and not left(path, "goodexamplemiddlecookie")
    assert left(path, "goodexampleearlytext") and left(path, "goodexamplelatetext")
    assert counts(store.forget(host=GOOD, since=2400.0, until=2600.0, kinds=("history",))) == {"history": 1}
    [entry] = [e for e in store.history.recent(999) if e.url.endswith("goodexampleearlypath0")]
    assert (entry.count, entry.last) == (1, 1000.0)


def test_kinds_are_forgotten_alone(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 2000.0)
    filled(store)
    assert counts(store.forget(BAD, kinds=("cookies",))) == {"cookies": 2}
    assert len(store.history.recent(999)) == 80 and len(store.cookies.all()) == 2
    with pytest.raises(ValueError, match="nothing is called 'cookie'"):
        store.forget(BAD, kinds=("cookie",))


def test_another_run_drops_the_cookies_that_were_forgotten(make: Callable[..., Store]) -> None:
    one, two = make(), make()
    jar = CookieJar()
    jar.store(f"https://{BAD}/", ("a=1",))
    jar.store(f"https://{GOOD}/", ("b=1",))
    one.cookies.sync(jar)
    two.forget(BAD, kinds=("cookies",))
    one.cookies.sync(jar)
    assert [cookie.name for cookie in jar] == ["b"]
    assert [cookie.name for cookie in two.cookies.all()] == ["b"]
    jar.store(f"https://{BAD}/", ("a=2",))
    one.cookies.sync(jar)
    assert [cookie.value for cookie in two.cookies.all()] == ["1", "2"]


def test_removed_cookies_leave_no_name_of_a_host(make: Callable[..., Store], path: Path) -> None:
    store = make()
    jar = CookieJar()
    jar.store(f"https://{BAD}/", ("secretname=1",))
    store.cookies.sync(jar)
    jar.store(f"https://{BAD}/", ("secretname=; Max-Age=0",))
    store.cookies.sync(jar)
    assert left(path, BAD)
    store.forget(BAD)
    assert not left(path, BAD) and not left(path, "secretname")


def test_a_session_forgets_cookies_cache_and_hosts_met_over_tls(server: Server, home: Path) -> None:
    url = server.page("/secretpath", "secretword", headers=[("Set-Cookie", "a=1"), ("Cache-Control", "max-age=999")])
    HstsStore(str(home / "data" / "lightterm" / "hsts.txt")).store("https://bad.example/", "max-age=9999")
    with Session(settings.Settings().with_session([("session.persist_cookies", True)])) as session:
        session.open(Request(url), 80)
        session.store.history.visit(url, "T", 0, "secretword")
        cache = home / "cache" / "lightterm" / "http.sqlite"
        assert b"secretpath" in cache.read_bytes() + cache.with_name("http.sqlite-wal").read_bytes()
        done = counts(session.forget("127.0.0.1"))
        assert (done["history"], done["cookies"], done["cache"], done["hsts"]) == (1, 1, 1, 0)
        assert counts(session.forget("bad.example"))["hsts"] == 1
        assert len(session.cookies) == 0
        session.open(Request(url), 80)
        assert [asked.header("cookie") for asked in server.log] == [None, None]
        session.forget(since=0)
    files = [file for file in home.rglob("*") if file.is_file()]
    assert len(files) >= 3
    for file in files:
        assert b"secretpath" not in file.read_bytes() and b"bad.example" not in file.read_bytes(), file


@pytest.mark.parametrize("private", [False, True])
def test_a_session_that_goes_on_forgets_hosts_met_over_tls_too(home: Path, private: bool) -> None:
    """It knew them in memory, and went on to meet them over TLS alone; of those learnt in a time none was forgotten."""
    with Session(settings.Settings().with_session([("session.private", private)])) as session:
        known = session.client("http://bad.example/").hsts
        assert known is not None
        for name in ("bad", "good"):
            known.store(f"https://{name}.example/", "max-age=9999")
        assert session.demands_tls("https://bad.example/")
        assert counts(session.forget("bad.example"))["hsts"] == 1
        assert not session.demands_tls("https://bad.example/") and session.demands_tls("https://good.example/")
        assert counts(session.forget(until=1.0))["hsts"] == 0 and session.demands_tls("https://good.example/")
        assert counts(session.forget(since=now() - 600))["hsts"] == 1
        assert not session.demands_tls("https://good.example/")


@pytest.mark.parametrize("kept", ["nowhere", "in memory by the mode", "in the store"])
def test_a_session_that_goes_on_sends_no_cookie_that_another_run_forgot(
    server: Server, home: Path, path: Path, kept: str
) -> None:
    """The other run is a session of its own on the same file, as it is in another process."""
    page = server.page("/", "word", headers=[("Set-Cookie", f"{kept[-4:].strip()}=1")])
    near = page.replace("127.0.0.1", "localhost")
    chosen = settings.Settings().with_session(
        [
            ("session.persist_cookies", kept != "nowhere"),
            ("session.cookie_mode", "session" if "mode" in kept else "all"),
        ]
    )
    with Session(chosen) as one, Session(chosen) as other:
        one.store.history.visit(page, "T", 0, "")
        for url in (page, near):
            one.open(Request(url), 80)
        other.forget("127.0.0.1")
        for url in (page, near, page):
            one.open(Request(url), 80)
        sent = [bool(asked.header("cookie")) for asked in server.log]
        assert sent == [False, False, False, True, True], "a cookie set since then is sent"
        other.forget(since=0.0, until=1.0)
        other.forget("127.0.0.1", kinds=("history",))
        one.open(Request(page), 80)
        other.forget()
        one.open(Request(near), 80)
        sent = [bool(asked.header("cookie")) for asked in server.log]
        assert sent[5:] == [True, False]
    for file in home.rglob("lightterm.sqlite*"):
        assert b"127.0.0.1" not in file.read_bytes(), "which host was forgotten is told to nobody"


def test_hosts_that_were_forgotten_elsewhere_are_known_with_those_below_them(make: Callable[..., Store]) -> None:
    clock = [1000.0]
    one, two = make(now=lambda: clock[0]), make(now=lambda: clock[0])
    assert one.forgettings.news() == ()
    two.forget(BAD, since=500.0, kinds=("cookies",))
    two.forget("", kinds=("sessions",))
    [named, all_of_it] = one.forgettings.news()
    places = (BAD, SUB, f"https://{SUB}/path", GOOD, NEAR, "example", "", "about:start")
    assert [named.scope.has_place(place) for place in places] == [True, True, True, *[False] * 5]
    assert [named.scope.has_time(at) for at in (499.0, 500.0, 999.0, 1000.0)] == [False, True, True, False]
    assert named.kinds == ("cookies",) and not named.scope.all_time
    assert all(all_of_it.scope.has_place(place) for place in places) and all_of_it.scope.all_time
    assert one.forgettings.news() == two.forgettings.news() == make(now=lambda: 2000.0).forgettings.news() == ()


def test_what_was_forgotten_is_heard_after_a_read_that_failed(path: Path, told: list[str]) -> None:
    """The failed read counted as one that found nothing, and nothing was asked again until somebody wrote."""
    one, two = (Database(str(path), told.append) for _ in range(2))
    heard, other = Forgettings(one), Forgettings(two)
    assert heard.news() == ()
    forget(two, Scope(BAD, None, None), ("cookies",), other)
    one.read(lambda db: db.set_authorizer(refusing("forgettings")))
    assert heard.news() == () and "prohibited" in told[-1]
    one.read(lambda db: db.set_authorizer(None))
    [named] = heard.news()
    assert named.scope.has_place(BAD) and heard.news() == ()
    one.close()
    two.close()


def refusing(name: str) -> Callable[..., int]:
    """Has SQLite fail to read one table."""
    return lambda _kind, table, *_: sqlite3.SQLITE_DENY if table == name else sqlite3.SQLITE_OK


def test_what_was_forgotten_is_heard_when_the_file_was_begun_anew(make: Callable[..., Store], path: Path) -> None:
    """A damaged file is moved aside: in the new one rows are counted from one again."""
    one, two = make(), make()
    assert one.forgettings.news() == ()
    for host in (BAD, GOOD, NEAR):
        two.forget(host)
    assert len(one.forgettings.news()) == 3
    two.close()
    one.close()
    path.write_bytes(b"no database " * 1000)
    assert one.forgettings.news() == ()
    two.forget(SUB)
    [named] = one.forgettings.news()
    assert named.scope.has_place(SUB) and not named.scope.has_place(BAD)


@pytest.mark.parametrize("named", ["::1", "[::1]"])
def test_a_host_that_is_an_address_of_ipv6_is_forgotten(make: Callable[..., Store], named: str) -> None:
    store, other = make(), make()
    assert other.forgettings.news() == ()
    jar = CookieJar()
    jar.store("http://[::1]:8000/", ("a=1",))
    store.cookies.sync(jar)
    store.inputs.add("field:name", "typed", "[::1]")
    store.decisions.put(Decision("[::1]", "tier", "2"))
    done = counts(store.forget(named))
    assert (done["cookies"], done["inputs"], done["decisions"]) == (1, 1, 1)
    [heard] = other.forgettings.news()
    assert [heard.scope.has_place(place) for place in ("[::1]", "http://[::1]:8000/x", "[::2]")] == [True, True, False]


def test_what_tells_other_runs_of_a_host_is_gone_after_a_month(make: Callable[..., Store], path: Path) -> None:
    """It stayed until something else was forgotten, and tells who guesses a host whether it was that one."""
    day = 86_400.0
    made = make(now=lambda: 0.0)
    made.forget(BAD)
    for at, left in ((20 * day, 1), (31 * day, 0)):
        make(now=lambda at=at: at).end()
        with sqlite3.connect(path) as db:
            assert db.execute("SELECT count(*) FROM forgettings").fetchone() == (left,)


def test_what_was_typed_goes_from_a_named_session_too(make: Callable[..., Store], path: Path) -> None:
    store = make(now=lambda: 2000.0)
    url = "https://example.org/"
    drafts = tuple(Draft("t", url, 0, name, f"typed{name}", at=at) for name, at in (("early", 500.0), ("late", 1500.0)))
    store.sessions.save(SavedSession((SavedTab("t", (SavedVisit(url),), drafts=drafts),), 0, "work"))
    store.forget(since=1000.0)
    [tab] = store.sessions.load("work").tabs
    assert [draft.value for draft in tab.drafts] == ["typedearly"] and not left(path, "typedlate")


def test_what_a_tab_was_typed_on_a_page_it_left_goes_from_a_named_session(
    make: Callable[..., Store], path: Path
) -> None:
    store = make(now=lambda: 2000.0)
    draft = Draft("t", f"https://{BAD}/form", 0, "name", "typedthere", at=500.0)
    store.sessions.save(SavedSession((SavedTab("t", (SavedVisit(f"https://{GOOD}/"),), drafts=(draft,)),), 0, "work"))
    store.forget(BAD)
    assert store.sessions.load("work").tabs[0].drafts == () and not left(path, "typedthere")


@pytest.mark.parametrize("again", ["by a visit", "as it changed while it was read"])
def test_what_a_page_came_to_say_in_a_span_of_time_goes_with_it(
    make: Callable[..., Store], path: Path, again: str
) -> None:
    """A page that was visited before, too, kept the title and text of the hours that were to be forgotten."""
    clock = [1500.0]
    store = make(now=lambda: clock[0])
    url, same = f"https://{GOOD}/inbox", f"https://{GOOD}/same"
    for at, title, text in ((500.0, "Inbox", "earlywords"), (1500.0, "Secretly", "latewords")):
        if at < 1000.0 or again == "by a visit":
            store.history.visit(url, title, at, text)
        else:
            store.history.renew(url, title, text)
        store.history.visit(same, "Same", at, "samewords")
    clock[0] = 2000.0
    store.forget(since=1000.0)
    entries = {entry.url: entry for entry in store.history.recent()}
    assert (entries[url].title, entries[url].count, entries[url].last) == ("", 1, 500.0)
    assert store.history.search("latewords") == () and store.history.search("secretly") == ()
    assert not left(path, "latewords") and not left(path, "ecretly")
    assert entries[same].title == "Same" and [hit.url for hit in store.history.search("samewords")] == [same]
    assert [found.url for found in store.complete("inbox")] == [url] and store.complete("secretly") == ()
    store.history.visit(url, "Inbox", 3000.0, "newwords")
    assert [hit.url for hit in store.history.search("newwords")] == [url]
