"""Cookies: what is taken, what is sent, what is kept."""

from __future__ import annotations

import stat
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from clocks import DAY, Time
from hypothesis import given
from hypothesis import strategies as st

from lightterm.errors import FileUnreadable, LighttermError
from lightterm.fetch.cookie_file import read_cookies, write_cookies
from lightterm.fetch.cookie_syntax import parse_date
from lightterm.fetch.cookies import Cookie, CookieJar
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import Request
from lightterm.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

SITE = "https://www.example.com/dir/page"


def sent(jar: CookieJar, url: str, **more: object) -> str:
    return jar.header_for(url, **more)  # type: ignore[arg-type]


def after(*headers: str, url: str = SITE, ask: str = SITE) -> str:
    """What is sent to `ask` once a reply from `url` has set these."""
    jar = CookieJar(now=Time())
    jar.store(url, headers)
    return sent(jar, ask)


@pytest.mark.parametrize(
    ("header", "cookie"),
    [
        ("a=b", "a=b"),
        ("  a  =  b  ; x", "a=b"),
        ("a=b=c", "a=b=c"),
        ('a="b c"', 'a="b c"'),
        ("a=", "a="),
        ("=b", "b"),
        ("b", "b"),
        ("a=b\tc", "a=b\tc"),
        ("", ""),
        ("=", ""),
        (" ; Path=/", ""),
        ("a=b\x00", ""),
        ("a=b\x1b[31m", ""),
        ("a=b; Path=/\x7f", ""),
        ("a=" + "x" * 4095, "a=" + "x" * 4095),
        ("a=" + "x" * 4096, ""),
        ("a=b; Path=/" + "x" * 1024, "a=b"),
        ("a=b; Expires=nonsense", "a=b"),
        ("a=b; Max-Age=x", "a=b"),
        ("a=b; Max-Age=0", ""),
        ("a=b; Max-Age=-1", ""),
        ("a=b; Max-Age=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "a=b"),
        ("a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT", ""),
        ("a=b; Max-Age=" + "9" * 400, "a=b"),
        ("a=b; SameSite=None", ""),
        ("a=b; SameSite=None; Secure", "a=b"),
        ("a=b; SameSite=Bogus", "a=b"),
    ],
)
def test_the_syntax_of_set_cookie(header: str, cookie: str) -> None:
    assert after(header) == cookie


@pytest.mark.parametrize(
    ("attributes", "from_host", "to_host", "goes"),
    [
        ("", "www.example.com", "www.example.com", True),
        ("", "www.example.com", "a.www.example.com", False),
        ("", "example.com", "www.example.com", False),
        ("Domain=example.com", "www.example.com", "www.example.com", True),
        ("Domain=.Example.COM", "www.example.com", "other.example.com", True),
        ("Domain=example.com", "www.example.com", "notexample.com", False),
        ("Domain=www.example.com", "example.com", "www.example.com", False),
        ("Domain=other.com", "www.example.com", "other.com", False),
        ("Domain=other.com", "www.example.com", "www.example.com", False),
        ("Domain=com", "www.example.com", "www.example.com", False),
        ("Domain=co.uk", "www.example.co.uk", "other.co.uk", False),
        ("Domain=github.io", "me.github.io", "you.github.io", False),
        ("Domain=github.io", "github.io", "github.io", True),
        ("Domain=github.io", "github.io", "me.github.io", False),
        ("Domain=127.0.0.1", "127.0.0.1", "127.0.0.1", True),
        ("Domain=0.0.1", "127.0.0.1", "127.0.0.1", False),
        ("Domain=", "www.example.com", "www.example.com", True),
        ("Domain=", "www.example.com", "a.www.example.com", False),
        ("Domain=example.com; Domain=", "www.example.com", "a.www.example.com", False),
        ("Domain=exämple.com", "www.exämple.com", "www.exämple.com", False),
    ],
)
def test_domains(attributes: str, from_host: str, to_host: str, goes: bool) -> None:
    got = after(f"a=b; {attributes}", url=f"https://{from_host}/", ask=f"https://{to_host}/")
    assert got == ("a=b" if goes else "")


@pytest.mark.parametrize(
    ("attribute", "path", "goes"),
    [
        ("", "/dir/other", True),
        ("", "/dir", True),
        ("", "/directory", False),
        ("", "/", False),
        ("Path=/", "/", True),
        ("Path=/a", "/a/b", True),
        ("Path=/a", "/ab", False),
        ("Path=/a/", "/a", False),
        ("Path=relative", "/dir/x", True),
        ("Path=", "/", False),
    ],
)
def test_paths(attribute: str, path: str, goes: bool) -> None:
    assert bool(after(f"a=b; {attribute}", ask=f"https://www.example.com{path}")) is goes


def test_secure_cookies_need_tls_or_this_machine() -> None:
    assert after("a=b; Secure", ask="http://www.example.com/dir/x") == ""
    assert after("a=b; Secure", url="http://www.example.com/") == ""
    for host in ("localhost:3000", "127.0.0.1", "[::1]:8", "dev.localhost"):
        assert after("a=b; Secure", url=f"http://{host}/", ask=f"http://{host}/") == "a=b"


def test_an_insecure_reply_cannot_shadow_a_secure_cookie() -> None:
    jar = CookieJar(now=Time())
    jar.store("https://www.example.com/", ("a=good; Secure; Domain=example.com; Path=/in",))
    for path in ("/in", "/in/deeper"):
        jar.store("http://www.example.com/", (f"a=bad; Path={path}",))
    jar.store("http://www.example.com/", ("a=elsewhere; Path=/out", "b=other; Path=/in"))
    assert sent(jar, "https://www.example.com/in/deeper/x") == "a=good; b=other"
    assert sent(jar, "https://www.example.com/out") == "a=elsewhere"


@pytest.mark.parametrize(
    ("header", "url", "taken"),
    [
        ("__Secure-a=b; Secure", SITE, True),
        ("__Secure-a=b", SITE, False),
        ("__secure-a=b", SITE, False),
        ("__Host-a=b; Secure; Path=/", SITE, True),
        ("__Host-a=b; Secure", "https://www.example.com/", False),
        ("__Host-a=b; Secure; Path=/dir", SITE, False),
        ("__Host-a=b; Path=/", SITE, False),
        ("__HOST-a=b; Secure; Path=/; Domain=example.com", SITE, False),
        ("__Host-a=b; Secure; Path=/", "http://www.example.com/", False),
        ("__Http-a=b; Secure; HttpOnly", SITE, True),
        ("__Http-a=b; Secure", SITE, False),
        ("=__Host-a=b; Secure; Path=/", SITE, False),
        ("__Secure-a; Secure", SITE, False),
    ],
)
def test_prefixes_keep_their_promise(header: str, url: str, taken: bool) -> None:
    jar = CookieJar(now=Time())
    jar.store(url, (header,))
    assert len(jar) == taken


@pytest.mark.parametrize(
    ("same_site", "same", "navigation", "post", "picture"),
    [
        ("Strict", True, False, False, False),
        ("Lax", True, True, False, False),
        ("", True, True, False, False),
        ("None", True, True, True, True),
    ],
)
def test_same_site(same_site: str, same: bool, navigation: bool, post: bool, picture: bool) -> None:
    jar = CookieJar(now=Time())
    jar.store(SITE, (f"a=b; Secure; SameSite={same_site}",))
    other = "https://other.org/"
    assert bool(sent(jar, SITE)) is True
    assert bool(sent(jar, SITE, initiator="https://shop.example.com/", method="POST", top_level=False)) is same
    assert bool(sent(jar, SITE, initiator=other)) is navigation
    assert bool(sent(jar, SITE, initiator=other, method="POST")) is post
    assert bool(sent(jar, SITE, initiator=other, top_level=False)) is picture
    # Schemeful: the http twin of a site is another site. So is a page without an origin.
    assert bool(sent(jar, SITE, initiator="http://www.example.com/", top_level=False)) is picture
    assert bool(sent(jar, SITE, initiator="data:text/html,x", top_level=False)) is picture


def test_a_picture_on_another_site_may_set_only_same_site_none() -> None:
    jar = CookieJar(now=Time())
    jar.store(SITE, ("a=1", "b=2; SameSite=None; Secure"), initiator="https://other.org/", top_level=False)
    assert sent(jar, SITE) == "b=2"
    jar.store(SITE, ("c=3; SameSite=Strict",), initiator="https://other.org/", top_level=True)
    assert sent(jar, SITE) == "b=2; c=3"


def test_longer_paths_come_first_then_older_cookies() -> None:
    clock = Time()
    jar = CookieJar(now=clock)
    for header in ("first=1; Path=/", "second=2; Path=/", "deep=3; Path=/dir", "first=4; Path=/"):
        jar.store(SITE, (header,))
        clock.at += 1
    # A cookie set again keeps its place.
    assert sent(jar, SITE) == "deep=3; first=4; second=2"


def test_cookies_end_when_they_say_and_after_400_days_at_most() -> None:
    clock = Time()
    jar = CookieJar(now=clock)
    jar.store(SITE, ("short=1; Max-Age=60", "long=1; Max-Age=99999999", "far=1; Expires=Fri, 01-Jan-2100 00:00:00 GMT"))
    clock.at += 60
    assert sent(jar, SITE) == "long=1; far=1"
    clock.at += 400 * DAY - 61
    assert sent(jar, SITE) == "long=1; far=1"
    clock.at += 1
    assert sent(jar, SITE) == ""
    assert len(jar) == 0


def test_the_limits_on_how_many() -> None:
    clock = Time()
    jar = CookieJar(now=clock)
    jar.store("https://one.example/", ("keep=1; Secure",))
    for number in range(200):
        clock.at += 1
        jar.store("https://one.example/", (f"c{number}=1",))
    kept = {cookie.name for cookie in jar}
    # Secure ones go last, then the least recently used.
    assert kept == {"keep"} | {f"c{n}" for n in range(21, 200)}
    for number in range(3000):
        clock.at += 1
        jar.store(f"https://site{number}.example/", ("a=1",))
    assert len(jar) == 3000
    assert sent(jar, "https://one.example/") == ""
    assert sent(jar, "https://site2999.example/") == "a=1"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784111777),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784111777),
        ("Sun Nov  6 08:49:37 1994", 784111777),
        ("6 nov 1994 8:49:37", 784111777),
        ("1994 November 6, 08:49:37 PST", 784111777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Mon, 01-Jan-69 00:00:00 GMT", 3124224000),
        ("Fri, 01 Jan 1600 00:00:00 GMT", None),
        ("Fri, 30 Feb 2024 00:00:00 GMT", None),
        ("Fri, 01 Jan 2024 24:00:00 GMT", None),
        ("Fri, 01 Jan 2024", None),
        ("tomorrow", None),
        ("", None),
    ],
)
def test_cookie_dates(text: str, seconds: float | None) -> None:
    assert parse_date(text) == seconds


@given(st.text(max_size=200))
def test_no_header_breaks_the_jar(header: str) -> None:
    jar = CookieJar(now=Time())
    jar.store(SITE, (header, "a=b;" + header))
    assert not any(c < " " and c != "\t" for c in sent(jar, SITE))


def _set_three(server: Server) -> str:
    return server.page(
        "/set", "x", headers=[("Set-Cookie", "keep=1; Max-Age=1000; Path=/"), ("Set-Cookie", "brief=2; Path=/")]
    )


@pytest.mark.covers("LB-127")
def test_the_modes_over_http(server: Server, tmp_path: Path) -> None:
    url = _set_three(server)
    for mode, echoed, lasting in (
        ("all", "keep=1; brief=2", {"keep", "brief"}),
        ("session", "keep=1; brief=2", set()),
        ("none", None, set()),
    ):
        jar = CookieJar(mode)
        with HttpClient(HttpOptions(), cookies=jar) as client:
            client.fetch(Request(url))
            client.fetch(Request(server.url("/echo")))
        assert server.asked("/echo")[-1].header("cookie") == echoed
        file = tmp_path / mode
        write_cookies(str(file), jar)
        again = CookieJar()
        read_cookies(str(file), again)
        assert {cookie.name for cookie in again} == lasting


def test_a_rule_for_a_site_says_what_becomes_of_its_cookies() -> None:
    jar, here, there, third = CookieJar(), "https://no.example/", "https://ends.example/", "https://www.other.example/"
    for url in (here, there, third):
        jar.store(url, ("before=1; Max-Age=999",))
    chosen = Settings().with_site("no.example", [("session.cookie_mode", "none")])
    jar.obey(chosen.with_site("*.ends.example", [("session.cookie_mode", "session")]))
    jar.track()
    for url in (here, there, third):
        jar.store(url, ("after=1; Max-Age=999",))
    jar.add([Cookie("put", "1", "no.example"), Cookie("put", "1", "www.other.example")])
    assert [sent(jar, url) for url in (here, there)] == ["", "before=1; after=1"]
    assert sent(jar, third) == "before=1; after=1; put=1"
    assert {cookie.domain for cookie in jar.sendable()} == {"ends.example", "www.other.example"}
    assert {cookie.domain for cookie in jar.lasting()} == {change.domain for change in jar.changes()}
    assert {cookie.domain for cookie in jar.lasting()} == {"www.other.example"}
    jar.obey(chosen.with_site("*", [("session.cookie_mode", "none")]))
    assert sent(jar, third) == "" and not jar.sendable()
    jar.obey(Settings())
    assert sent(jar, here) == "before=1", "what was there comes back with the rule gone"


def test_clearing() -> None:
    jar = CookieJar(now=Time())
    jar.store("https://a.example.com/", ("x=1", "y=2; Max-Age=100"))
    jar.store("https://b.example.com/", ("x=1",))
    jar.store("https://example.org/", ("x=1",))
    jar.clear("a.example.com")
    assert {cookie.domain for cookie in jar} == {"b.example.com", "example.org"}
    jar.clear()
    assert (len(jar), list(jar)) == (0, [])


@pytest.mark.covers("LBX-48")
def test_a_cookies_txt_round_trip(tmp_path: Path) -> None:
    clock = Time()
    jar = CookieJar(now=clock)
    jar.store(
        SITE,
        (
            "session=1",
            "lasting=2; Max-Age=1000; Secure; HttpOnly; Domain=example.com; Path=/",
            "strict=3; SameSite=Strict; Max-Age=1000",
            "nameless",
            "umlaut=\xe4; Path=/",
        ),
    )
    file = tmp_path / "cookies.txt"
    write_cookies(str(file), jar)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text()
    assert text.startswith("# Netscape HTTP Cookie File\n")
    assert "#HttpOnly_.example.com\tTRUE\t/\tTRUE\t1700001000\tlasting\t2\n" in text
    assert "\nwww.example.com\tFALSE\t/dir\tFALSE\t0\tsession\t1\n" in text

    again = CookieJar(now=clock)
    assert read_cookies(str(file), again) == ()
    assert sorted(sent(again, SITE).split("; ")) == sorted(sent(jar, SITE).split("; "))
    assert sent(again, SITE, initiator="https://other.org/") == sent(jar, SITE, initiator="https://other.org/")
    assert sent(again, "https://sub.example.com/") == "lasting=2"
    other = tmp_path / "again.txt"
    write_cookies(str(other), again)
    assert sorted(other.read_text().split("\n")) == sorted(text.split("\n"))


def test_files_of_other_programs_are_read(tmp_path: Path) -> None:
    file = tmp_path / "cookies.txt"
    file.write_bytes(
        b"# HTTP Cookie File\r\n\r\n"
        b".example.com\tTRUE\t/\tFALSE\t4000000000\tcurl\tyes\r\n"
        b"example.com\tFALSE\t/\tFALSE\t4000000000.5\tfloat\t\xff\r\n"
        b"example.com\tFALSE\t/\tFALSE\t0\tempty\r\n"
        b"# a comment\r\n"
        b"#HttpOnly_example.com\tFALSE\t/\tTRUE\t\thidden\tx=y\r\n"
        b"example.com FALSE / FALSE 0 spaces 1\r\n"
        b"example.com\tMAYBE\t/\tFALSE\t0\tbad\t1\r\n"
        b"example.com\tFALSE\t/\tFALSE\tsoon\tbad\t1\r\n"
        b"example.com\tFALSE\t/\tFALSE\t0\tbad\t\x1b[31m\r\n"
        b"example.com\tFALSE\t/\tFALSE\t1\told\t1\r\n"
    )
    jar = CookieJar(now=Time())
    problems = read_cookies(str(file), jar)
    assert [cookie.name for cookie in jar] == ["curl", "float", "empty", "hidden"]
    assert [problem.partition(":")[0] for problem in problems] == ["line 8", "line 9", "line 10", "line 11"]
    assert "7" in problems[0]
    assert sent(jar, "https://example.com/").startswith("curl=yes; float=")
    assert sent(jar, "https://sub.example.com/") == "curl=yes"
    before = file.read_bytes()
    write_cookies(str(file), jar)
    assert (tmp_path / "cookies.txt.bad").read_bytes() == before.replace(b"\r\n", b"\n")
    write_cookies(str(file), jar)
    assert b"spaces" in (tmp_path / "cookies.txt.bad").read_bytes()


def test_a_file_that_is_not_there_is_empty_and_one_unreadable_is_not(tmp_path: Path) -> None:
    jar = CookieJar(now=Time())
    assert read_cookies(str(tmp_path / "none"), jar) == ()
    assert len(jar) == 0
    with pytest.raises(FileUnreadable):
        read_cookies(str(tmp_path), jar)


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    jar = CookieJar()
    jar.store(SITE, ("a=b; Max-Age=1000",))
    (tmp_path / "cookies.txt").write_text("# old\n")
    code = (
        "import resource, sys\n"
        "from lightterm.errors import WriteFailed\n"
        "from lightterm.fetch.cookies import CookieJar\n"
        "from lightterm.fetch.cookie_file import write_cookies\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "jar = CookieJar(); jar.store('https://x.example/', ('a=' + 'b' * 4000,))\n"
        "try: write_cookies(sys.argv[1], jar)\n"
        "except WriteFailed: print('refused')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "cookies.txt")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n"
    assert (tmp_path / "cookies.txt").read_text() == "# old\n"
    assert [p.name for p in tmp_path.iterdir()] == ["cookies.txt"]
    with pytest.raises(LighttermError, match="cookies"):
        write_cookies(str(tmp_path / "cookies.txt" / "below"), jar)


def test_threads_share_a_jar() -> None:
    jar = CookieJar()
    faults: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(100):
                jar.store(f"https://s{turn % 5}.example/", (f"c{number}={turn}", f"t{turn % 9}=1; Max-Age={turn % 2}"))
                jar.header_for(f"https://s{turn % 5}.example/")
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert faults == []
    assert len(jar) == len(list(jar))
    assert {cookie.name for cookie in jar} >= {f"c{n}" for n in range(6)}


def test_a_cookie_is_plain_data() -> None:
    jar = CookieJar(now=Time())
    jar.store(SITE, ("a=b; HttpOnly; Secure; SameSite=Lax; Path=/; Domain=example.com",))
    (cookie,) = jar
    assert isinstance(cookie, Cookie)
    assert (cookie.name, cookie.domain, cookie.path, cookie.host_only) == ("a", "example.com", "/", False)
    assert (cookie.http_only, cookie.secure, cookie.same_site, cookie.expires) == (True, True, "lax", None)


def test_of_a_cookie_that_was_forgotten_no_change_tells() -> None:
    """What was set and not written yet: its name would be, as that of one that was removed."""
    jar = CookieJar(now=Time())
    jar.track()
    jar.store(SITE, ("kept=1", "secret=2"))
    assert jar.forget(lambda cookie: cookie.name == "secret") == 1
    assert [(change.name, change.cookie is not None) for change in jar.changes()] == [("kept", True)]
