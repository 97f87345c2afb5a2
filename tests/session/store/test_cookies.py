"""Cookies that outlive a run: two jars, two processes, removals, and the file of the first version."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from clocks import Time

from lightterm import settings
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Server

    from lightterm.session.store import Store

    Run = Callable[[str], subprocess.Popen[str]]

SITE = "https://example.org/"


@pytest.fixture
def clock() -> Time:
    return Time(1000.0)


def values(jar: CookieJar) -> dict[str, str]:
    return {cookie.name: cookie.value for cookie in jar}


def get(jar: CookieJar, *set_cookie: str) -> None:
    jar.store(SITE, set_cookie)


def keeping() -> settings.Settings:
    return settings.Settings().with_session([("session.persist_cookies", True)])


@pytest.mark.covers("LB-51", "LB-126")
def test_cookies_come_back_with_all_they_say(make: Callable[..., Store], clock: Time) -> None:
    jar, other = CookieJar(now=clock), CookieJar(now=clock)
    get(jar, "a=1; Max-Age=99; Secure; HttpOnly; SameSite=Strict; Path=/x", "b=2", "c=3; Domain=example.org; Max-Age=9")
    assert make(now=clock).cookies.sync(jar)
    assert make(now=clock).cookies.sync(other)
    assert sorted(other, key=lambda c: c.name) == sorted(jar, key=lambda c: c.name)
    assert len(other) == 3 and next(c for c in other if c.name == "a").same_site == "strict"


def test_what_one_run_sets_and_removes_another_sees(make: Callable[..., Store], clock: Time) -> None:
    one, two = make(now=clock).cookies, make(now=clock).cookies
    left, right = CookieJar(now=clock), CookieJar(now=clock)
    get(left, "a=1", "b=1")
    one.sync(left)
    two.sync(right)
    assert values(right) == {"a": "1", "b": "1"}
    get(right, "b=2", "c=2")
    two.sync(right)
    get(left, "a=; Max-Age=0", "d=1")
    one.sync(left)
    two.sync(right)
    assert values(left) == values(right) == {"b": "2", "c": "2", "d": "1"}


def test_the_later_change_wins_whoever_is_told_first(make: Callable[..., Store], clock: Time) -> None:
    one, two = make(now=clock).cookies, make(now=clock).cookies
    left, right = CookieJar(now=clock), CookieJar(now=clock)
    get(left, "a=0", "b=0", "c=0")
    one.sync(left)
    two.sync(right)
    clock.at = 2000
    get(left, "a=early", "b=early", "c=; Max-Age=0")
    clock.at = 3000
    get(right, "a=late", "b=; Max-Age=0", "c=late")
    two.sync(right)
    one.sync(left)
    two.sync(right)
    assert values(left) == values(right) == {"a": "late", "c": "late"}


def test_a_cookie_only_used_is_no_change(make: Callable[..., Store], clock: Time) -> None:
    one, two = make(now=clock).cookies, make(now=clock).cookies
    left, right = CookieJar(now=clock), CookieJar(now=clock)
    get(left, "a=1")
    one.sync(left)
    two.sync(right)
    clock.at = 2000
    get(left, "a=2")
    one.sync(left)
    clock.at = 3000
    assert right.header_for(SITE) == "a=1"
    assert right.changes() == ()
    two.sync(right)
    assert values(right) == {"a": "2"}


@pytest.mark.parametrize("mode", ["session", "none"])
def test_modes_that_keep_nothing(make: Callable[..., Store], clock: Time, mode: str) -> None:
    kept = CookieJar(now=clock)
    get(kept, "a=1")
    make(now=clock).cookies.sync(kept)
    jar = CookieJar(mode, now=clock)
    get(jar, "b=1; Max-Age=99")
    store = make(now=clock)
    store.cookies.sync(jar)
    assert [c.name for c in store.cookies.all()] == ["a"]
    assert "a" not in values(jar)


def test_expired_cookies_and_old_removals_are_cleared(make: Callable[..., Store], clock: Time, path: Path) -> None:
    store = make(now=clock)
    jar = CookieJar(now=clock)
    get(jar, "short-secret=1; Max-Age=10", "gone-secret=1", "stays=1")
    store.cookies.sync(jar)
    get(jar, "gone-secret=; Max-Age=0")
    store.cookies.sync(jar)
    assert [c.name for c in store.cookies.all()] == ["short-secret", "stays"]
    clock.at += 40 * 86_400
    assert [c.name for c in store.cookies.all()] == ["stays"]
    store.expire()
    store.close()
    content = path.read_bytes()
    assert b"stays" in content and b"short-secret" not in content and b"gone-secret" not in content


def test_two_processes_keep_all_their_cookies(make: Callable[..., Store], process: Run) -> None:
    code = """
from lightterm.fetch.cookies import CookieJar
jar = CookieJar()
for n in range(60):
    jar.store("https://example.org/", (f"{name}{n}=1", f"both={name}{n}"))
    if n % 3 == 2:
        jar.store("https://example.org/", (f"{name}{n - 1}=; Max-Age=0",))
    assert store.cookies.sync(jar)
say("done")
sys.stdin.readline()
store.cookies.sync(jar)
say(sorted(c.name + "=" + c.value for c in jar))
"""
    children = [process(f"name = {name!r}\n{code}") for name in ("left", "right")]
    for child in children:
        assert child.stdout is not None and child.stdout.readline() == "done\n"
    ends = [child.communicate("\n", timeout=60) for child in children]
    assert ends[0] == ends[1] and ends[0][1] == ""
    names = {cookie.name for cookie in make().cookies.all()}
    assert names == {f"{side}{n}" for side in ("left", "right") for n in range(60) if n % 3 != 1} | {"both"}
    assert ends[0][0].count("both=") == 1


def test_a_session_keeps_cookies_from_page_to_page(server: Server, home: Path) -> None:
    """What came with a page is kept before the next is asked for, so that a kill takes nothing."""
    url = server.page("/", "x", headers=[("Set-Cookie", "a=1")])
    with Session(keeping()) as first, Session(keeping()) as second:
        first.open(Request(url), 80)
        second.open(Request(url), 80)
        assert [asked.header("cookie") for asked in server.log] == [None, "a=1"]
        server.page("/", "x", headers=[("Set-Cookie", "a=2")])
        first.open(Request(url), 80)
        second.open(Request(url), 80)
        assert [asked.header("cookie") for asked in server.log][2:] == ["a=1", "a=2"]


def test_the_file_of_the_first_version_is_taken_over_once(server: Server, home: Path) -> None:
    old = home / "data" / "lightterm" / "cookies.txt"
    old.parent.mkdir(parents=True)
    old.write_text("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\told\tkept\n")
    url = server.page("/", "x")
    for _ in range(2):
        with Session(keeping()) as session:
            session.fetch(Request(url))
            assert session.notes == []
    assert [asked.header("cookie") for asked in server.log] == ["old=kept", "old=kept"]
    assert not old.exists()


def test_a_bad_file_of_the_first_version_is_kept_aside(server: Server, home: Path) -> None:
    old = home / "data" / "lightterm" / "cookies.txt"
    old.parent.mkdir(parents=True)
    old.write_text("nonsense\n127.0.0.1\tFALSE\t/\tFALSE\t0\told\tkept\n")
    with Session(keeping()) as session:
        session.fetch(Request(server.page("/", "x")))
        assert len(session.notes) == 1 and "line 1" in session.notes[0]
    assert not old.exists() and old.with_name("cookies.txt.bad").read_text().startswith("nonsense")


def test_private_sessions_begin_and_end_without_cookies(server: Server) -> None:
    url = server.page("/", "x", headers=[("Set-Cookie", "a=1")])
    plain = keeping()
    with Session(plain) as session:
        session.open(Request(url), 80)
        session.configure(plain.with_session([("session.private", True)]))
        session.open(Request(url), 80)
        session.open(Request(url), 80)
        session.configure(plain)
        session.open(Request(url), 80)
    assert [asked.header("cookie") for asked in server.log] == [None, None, "a=1", "a=1"]
