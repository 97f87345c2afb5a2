"""The HTTP cache: what is kept, for how long, and that its file survives anything."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest
from clocks import DAY, Time

from lightterm.errors import CutOff, NotCached, NotFound
from lightterm.fetch.cache import HttpCache, Stored
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import Headers, Request, Response, Timing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Server, Talk

URL = "https://example.org/page"


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def cache(tmp_path: Path, clock: Time) -> HttpCache:
    def complain(text: str) -> None:
        raise AssertionError(text)

    return HttpCache(str(tmp_path / "cache" / "http.sqlite"), 1_000_000, clock, complain)


def reply(*headers: tuple[str, str], body: bytes = b"<p>x", **more: object) -> Response:
    return Response(URL, headers=headers, body=body, stated_type="text/html", **more)  # type: ignore[arg-type]


def keep(cache: HttpCache, *headers: tuple[str, str], sent: Headers = (), url: str = URL, **more: object) -> None:
    cache.store(Request(url), url, sent, reply(*headers, **more))  # type: ignore[arg-type]


def find(cache: HttpCache, *sent: tuple[str, str], url: str = URL, freshness: str = "any") -> Stored | None:
    return cache.lookup(Request(url, headers=sent, freshness=freshness), url)


def state(cache: HttpCache, *sent: tuple[str, str], freshness: str = "any") -> str:
    found = find(cache, *sent, freshness=freshness)
    return "none" if found is None else "fresh" if found.fresh else "stale"


def date(clock: Time, seconds: float = 0) -> str:
    return formatdate(clock.at + seconds, usegmt=True)


def test_a_reply_comes_back_whole(cache: HttpCache) -> None:
    headers = (("Cache-Control", "max-age=60"), ("X-Two", "1"), ("X-Two", "2"), ("ETag", '"a"'))
    kept = reply(*headers, body=bytes(range(256)) * 40, charset="koi8-r", http_version="HTTP/2", reason="Fine")
    cache.store(Request(URL), URL + "#part", (), kept)
    found = find(cache, url=URL + "#other")
    assert found is not None
    assert found.response == kept.replace(from_cache=True)
    assert (found.fresh, found.validators) == (True, (("If-None-Match", '"a"'),))
    assert find(cache, url=URL + "?x") is None


@pytest.mark.parametrize(
    ("headers", "fresh_for"),
    [
        ((("Cache-Control", "max-age=60"),), 60),
        ((("Cache-Control", 'private, max-age="60"'),), 60),
        ((("Cache-Control", "MAX-AGE=60"), ("Cache-Control", "immutable")), 60),
        ((("Cache-Control", "s-maxage=600, max-age=60"),), 60),
        ((("Cache-Control", "max-age=60"), ("Age", "20")), 40),
        ((("Cache-Control", "max-age=60"), ("Expires", "{+600}")), 60),
        ((("Expires", "{+60}"),), 60),
        ((("Expires", "{+60}"), ("Date", "{-10}")), 60),
        ((("Cache-Control", "max-age=60"), ("Date", "{-10}")), 50),
        ((("Cache-Control", "max-age=60"), ("Date", "{+500}")), 60),
        ((("Last-Modified", "{-1000}"), ("Date", "{+0}")), 100),
        ((("Last-Modified", "{-99999999}"),), DAY),
        ((("Cache-Control", 'max-age=60, foo="a, max-age=5"'),), 60),
    ],
)
def test_how_long_a_reply_is_fresh(cache: HttpCache, clock: Time, headers: Headers, fresh_for: float) -> None:
    def dated(value: str) -> str:
        return date(clock, float(value[1:-1])) if value.startswith("{") else value

    keep(cache, *((name, dated(value)) for name, value in headers), ("ETag", '"x"'))
    clock.at += fresh_for - 1
    assert state(cache) == "fresh"
    clock.at += 1
    assert state(cache) == "stale"


@pytest.mark.parametrize(
    "headers",
    [
        (("Cache-Control", "no-cache, max-age=60"), ("ETag", '"x"')),
        (("Cache-Control", "max-age=0"), ("ETag", '"x"')),
        (("Cache-Control", "max-age=soon"), ("ETag", '"x"')),
        (("Expires", "0"), ("ETag", '"x"')),
        (("ETag", '"x"'),),
    ],
)
def test_what_is_kept_only_to_be_asked_about(cache: HttpCache, headers: Headers) -> None:
    keep(cache, *headers)
    assert state(cache) == "stale"


LIVELY = ("Cache-Control", "max-age=60")


@pytest.mark.parametrize(
    ("headers", "sent", "more"),
    [
        ((("Cache-Control", "no-store, max-age=60"),), (), {}),
        ((LIVELY, ("Vary", "Accept, *")), (), {}),
        ((LIVELY,), (("Cache-Control", "no-store"),), {}),
        ((LIVELY,), (("Range", "bytes=0-5"),), {}),
        ((LIVELY,), (("Authorization", "Basic x"),), {}),
        ((LIVELY,), (), {"status": 206}),
        ((LIVELY,), (), {"status": 404, "error": NotFound("no")}),
        ((LIVELY,), (), {"error": CutOff("half")}),
        ((LIVELY,), (), {"truncated": True}),
        ((LIVELY,), (), {"body": os.urandom(400_000)}),
    ],
)
def test_what_is_never_kept(cache: HttpCache, headers: Headers, sent: Headers, more: dict[str, object]) -> None:
    keep(cache, *headers, sent=sent, **more)
    assert state(cache, freshness="cached") == "none"


@pytest.mark.parametrize("headers", [(), (("Expires", "0"),)])
def test_a_page_is_kept_to_be_read_offline_and_other_things_are_not(cache: HttpCache, headers: Headers) -> None:
    keep(cache, *headers)
    assert (state(cache), state(cache, freshness="cached")) == ("stale", "fresh")
    found = find(cache)
    assert found is not None and found.validators == ()
    cache.store(Request(URL, destination="image"), URL, (), reply(*headers))
    assert state(cache, freshness="cached") == "none"


@pytest.mark.parametrize("status", [302, 303, 307])
def test_a_redirect_without_a_lifetime_is_followed_offline_alone(cache: HttpCache, clock: Time, status: int) -> None:
    keep(cache, ("ETag", '"x"'), ("Last-Modified", date(clock, -1e6)), ("Location", "/x"), status=status)
    found = find(cache)
    assert found is not None and not found.fresh and found.validators == ()
    assert state(cache, freshness="cached") == "fresh"


def test_what_may_be_kept_all_the_same(cache: HttpCache) -> None:
    for directive in ("public", "must-revalidate", "s-maxage=5"):
        keep(cache, ("Cache-Control", f"max-age=60, {directive}"), sent=(("Authorization", "Basic x"),))
        assert state(cache) == "fresh"
        cache.clear()
    keep(cache, LIVELY, ("Location", "/x"), status=302)
    assert state(cache) == "fresh"
    found = find(cache)
    assert found is not None
    assert (found.response.status, found.response.header("location")) == (302, "/x")


@pytest.mark.parametrize(
    ("header", "wanted"),
    [(LIVELY, "fresh"), (("Expires", "Fri, 01 Jan 2100 00:00:00 GMT"), "fresh"), (("ETag", '"x"'), "none")],
)
def test_a_redirect_of_a_picture_is_kept_where_it_has_a_lifetime(
    cache: HttpCache, header: tuple[str, str], wanted: str
) -> None:
    """Unlike a page's, which is kept in any case, to be read offline."""
    cache.store(Request(URL, destination="image"), URL, (), reply(header, ("Location", "/x"), status=302))
    assert state(cache, freshness="cached") == wanted


def test_a_reply_that_may_not_be_kept_replaces_one_that_was(cache: HttpCache) -> None:
    keep(cache, LIVELY)
    keep(cache, LIVELY, error=CutOff("half"))
    assert state(cache) == "fresh"
    keep(cache, ("Cache-Control", "no-store"))
    assert state(cache) == "none"


def test_other_methods(cache: HttpCache) -> None:
    keep(cache, LIVELY)
    for method in ("HEAD", "OPTIONS"):
        cache.store(Request(URL, method=method), URL, (), reply(LIVELY))
        assert cache.lookup(Request(URL, method=method), URL) is None
    assert state(cache) == "fresh"
    cache.store(Request(URL, method="POST"), URL, (), reply(LIVELY, status=500))
    assert state(cache) == "fresh"
    other, foreign = "https://example.org/other", "https://foreign.org/x"
    keep(cache, LIVELY, url=other)
    keep(cache, LIVELY, url=foreign)
    cache.store(Request(URL, method="DELETE"), URL, (), reply(("Location", "/other"), ("Content-Location", foreign)))
    assert state(cache) == "none"
    assert find(cache, url=other) is None
    assert find(cache, url=foreign) is not None


def test_what_the_request_says(cache: HttpCache, clock: Time) -> None:
    keep(cache, LIVELY, ("ETag", '"x"'))
    clock.at += 30
    asked = {
        "no-cache": "stale",
        "no-store": "none",
        "max-age=30": "fresh",
        "max-age=29": "stale",
        "min-fresh=29": "fresh",
        "min-fresh=30": "stale",
    }
    for directive, expected in asked.items():
        assert state(cache, ("Cache-Control", directive)) == expected, directive
    assert state(cache, ("Pragma", "no-cache")) == "stale"
    assert state(cache, ("Range", "bytes=0-1")) == "none"
    clock.at += 40
    assert state(cache, ("Cache-Control", "max-stale")) == "fresh"
    assert state(cache, ("Cache-Control", "max-stale=10")) == "fresh"
    assert state(cache, ("Cache-Control", "max-stale=9")) == "stale"


def test_the_freshness_of_the_request(cache: HttpCache, clock: Time) -> None:
    keep(cache, LIVELY, ("Last-Modified", date(clock, -5)))
    assert state(cache, freshness="fresh") == "stale"
    clock.at += 1000
    assert state(cache) == "stale"
    assert state(cache, freshness="cached") == "fresh"
    found = find(cache)
    assert found is not None
    assert found.validators == (("If-Modified-Since", date(clock, -1005)),)


def test_stale_while_revalidate_serves_once(cache: HttpCache, clock: Time) -> None:
    keep(cache, ("Cache-Control", "max-age=60, stale-while-revalidate=30"), ("ETag", '"x"'))
    clock.at += 80
    assert state(cache, ("Cache-Control", "no-cache")) == "stale"
    assert [state(cache), state(cache)] == ["fresh", "stale"]
    keep(cache, ("Cache-Control", "max-age=60, stale-while-revalidate=30"), ("ETag", '"x"'))
    clock.at += 91
    assert state(cache) == "stale"


def test_stale_if_error(cache: HttpCache, clock: Time) -> None:
    def usable(directives: str) -> bool:
        keep(cache, ("Cache-Control", directives), ("ETag", '"x"'))
        clock.at += 80
        found = find(cache)
        assert found is not None
        assert not found.fresh
        return found.stale_if_error

    assert usable("max-age=60, stale-if-error=30")
    assert not usable("max-age=60, stale-if-error=10")
    assert not usable("max-age=60, stale-if-error=30, must-revalidate")


def test_variants(cache: HttpCache) -> None:
    english, german = ("Accept-Language", "en"), ("accept-language", "de")
    vary = ("Vary", "Accept-Language, Accept-Encoding")
    keep(cache, LIVELY, vary, sent=(english,), body=b"hello")
    keep(cache, LIVELY, vary, sent=(german,), body=b"hallo")
    for language, body in ((english, b"hello"), (german, b"hallo")):
        found = find(cache, language)
        assert found is not None
        assert found.response.body == body
    assert find(cache, ("Accept-Language", "fr")) is None
    assert find(cache) is None
    keep(cache, LIVELY, body=b"all")
    found = find(cache, english)
    assert found is not None
    assert found.response.body == b"all"


def test_headers_of_the_connection_and_cookies_are_not_kept(cache: HttpCache) -> None:
    keep(cache, LIVELY, ("Set-Cookie", "a=b"), ("Connection", "close, X-Own"), ("X-Own", "1"), ("X-Other", "2"))
    found = find(cache)
    assert found is not None
    assert found.response.headers == (LIVELY, ("X-Other", "2"))


def test_a_304_starts_a_new_life(cache: HttpCache, clock: Time) -> None:
    keep(cache, LIVELY, ("ETag", '"x"'), ("X-Old", "1"), ("Content-Type", "text/html"))
    clock.at += 100
    found = find(cache)
    assert found is not None
    not_modified = Response(
        URL,
        304,
        headers=(("cache-control", "max-age=600"), ("X-New", "2"), ("Content-Type", "x/y"), ("Set-Cookie", "a=b")),
        timing=Timing(1, 2, 3),
        wire_bytes=7,
    )
    renewed = cache.refreshed(found, not_modified)
    assert (renewed.status, renewed.body, renewed.from_cache, renewed.wire_bytes) == (200, b"<p>x", True, 7)
    assert renewed.header("X-Old") == "1"
    assert renewed.header("Content-Type") == "text/html"
    assert renewed.header("Cache-Control") == "max-age=600"
    clock.at += 599
    again = find(cache)
    assert again is not None
    assert again.fresh
    assert again.response.headers == renewed.headers


def test_what_was_used_longest_ago_goes_first(cache: HttpCache, clock: Time) -> None:
    cache.max_bytes = 100_000
    for number in range(8):
        clock.at += 1
        keep(cache, ("Cache-Control", "max-age=9999"), url=f"{URL}{number}", body=os.urandom(11_000))
    clock.at += 1
    assert find(cache, url=f"{URL}0") is not None
    clock.at += 1
    keep(cache, ("Cache-Control", "max-age=9999"), url=f"{URL}8", body=os.urandom(11_000))
    left = [number for number in range(9) if find(cache, url=f"{URL}{number}")]
    # Nine times 11 kB and what goes with them are over the bound; the two unused longest make room for a tenth.
    assert left == [0, 3, 4, 5, 6, 7, 8]


# --- the file


def test_the_file_is_private_compressed_and_shared(tmp_path: Path, cache: HttpCache, clock: Time) -> None:
    keep(cache, LIVELY, body=b"words " * 100_000)
    path = tmp_path / "cache" / "http.sqlite"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sum(file.stat().st_size for file in path.parent.iterdir()) < 200_000
    other = HttpCache(str(path), 1_000_000, clock)
    found = find(other)
    assert found is not None
    assert found.response.body == b"words " * 100_000
    keep(other, LIVELY, url=URL + "2")
    assert find(cache, url=URL + "2") is not None
    other.close()
    cache.close()


def test_a_cache_of_no_bytes_keeps_nothing_and_makes_no_file(tmp_path: Path) -> None:
    cache = HttpCache(str(tmp_path / "x" / "c"), 0)
    keep(cache, LIVELY)
    assert find(cache) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", [b"not a database at all" * 100, None])
def test_a_damaged_file_is_moved_aside(tmp_path: Path, clock: Time, damage: bytes | None) -> None:
    path = tmp_path / "http.sqlite"
    said: list[str] = []
    if damage is None:
        first = HttpCache(str(path), 9_000_000, clock)
        for number in range(50):
            keep(first, LIVELY, url=f"{URL}{number}", body=os.urandom(5000))
        first.close()
        data = bytearray(path.read_bytes())
        data[4096:] = os.urandom(len(data) - 4096)
        damage = bytes(data)
    path.write_bytes(damage)
    cache = HttpCache(str(path), 9_000_000, clock, said.append)
    assert find(cache) is None
    keep(cache, LIVELY)
    keep(cache, LIVELY)
    assert state(cache) == "fresh"
    assert (tmp_path / "http.sqlite.damaged").read_bytes() == damage
    assert len(said) == 1
    assert "damaged" in said[0]
    cache.close()


def test_a_damaged_entry_never_reaches_a_reader(tmp_path: Path, clock: Time) -> None:
    import sqlite3

    path, said = str(tmp_path / "c"), list[str]()
    cache = HttpCache(path, 1_000_000, clock, said.append)
    keep(cache, LIVELY)
    cache.close()
    db = sqlite3.connect(path)
    db.execute("UPDATE bodies SET data = x'00'")
    db.commit()
    db.close()
    cache = HttpCache(path, 1_000_000, clock, said.append)
    assert find(cache) is None
    assert len(said) == 1
    keep(cache, LIVELY)
    assert state(cache) == "fresh"
    cache.close()


def test_a_file_of_another_version_is_begun_anew(tmp_path: Path, clock: Time) -> None:
    import sqlite3

    path = str(tmp_path / "c")
    db = sqlite3.connect(path)
    db.executescript("CREATE TABLE entries (x); PRAGMA user_version = 999;")
    db.close()
    cache = HttpCache(path, 1_000_000, clock)
    keep(cache, LIVELY)
    assert state(cache) == "fresh"
    cache.close()


def test_what_an_older_file_holds_is_kept_and_counted(tmp_path: Path, clock: Time) -> None:
    import sqlite3

    path = str(tmp_path / "c")
    lively = ("Cache-Control", "max-age=9999")
    cache = HttpCache(path, 100_000, clock)
    keep(cache, lively, url=f"{URL}0", body=os.urandom(20_000))
    cache.close()
    db = sqlite3.connect(path)
    db.executescript("DROP TRIGGER kept; DROP TRIGGER gone; DROP TABLE taken; PRAGMA user_version = 1;")
    db.close()
    cache = HttpCache(path, 100_000, clock)
    for number in range(1, 5):
        assert find(cache, url=f"{URL}0") is not None
        clock.at += 1
        keep(cache, lively, url=f"{URL}{number}", body=os.urandom(18_000))
    assert [number for number in range(5) if find(cache, url=f"{URL}{number}")] == [0, 1, 2, 3, 4]
    keep(cache, lively, url=f"{URL}5", body=os.urandom(18_000))
    # 20 kB of before and five times 18 are over the bound; two of them make room for a tenth.
    assert len([number for number in range(6) if find(cache, url=f"{URL}{number}")]) == 4
    cache.close()


def test_a_place_that_cannot_be_written_stops_nothing(tmp_path: Path, clock: Time) -> None:
    (tmp_path / "file").write_text("")
    said: list[str] = []
    cache = HttpCache(str(tmp_path / "file" / "c"), 1_000_000, clock, said.append)
    keep(cache, LIVELY)
    assert find(cache) is None
    assert len(said) == 1


def test_a_full_disk_stops_nothing(tmp_path: Path) -> None:
    code = (
        "import os, resource, sys\n"
        "from lightterm.fetch.cache import HttpCache\n"
        "from lightterm.fetch.model import Request, Response\n"
        "said = []\n"
        "cache = HttpCache(sys.argv[1], 90_000_000, warn=said.append)\n"
        "def keep(n, size):\n"
        "    reply = Response('x', headers=(('Cache-Control', 'max-age=999'),), body=os.urandom(size))\n"
        "    cache.store(Request(f'https://x.example/{n}'), f'https://x.example/{n}', (), reply)\n"
        "def has(n): return cache.lookup(Request(f'https://x.example/{n}'), f'https://x.example/{n}') is not None\n"
        "keep(0, 1000)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
        "for n in range(1, 40): keep(n, 100_000)\n"
        "print(has(0), has(39), len(said))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "c")], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "1"]


def test_what_was_stored_survives_a_kill(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from lightterm.fetch.cache import HttpCache\n"
        "from lightterm.fetch.model import Request, Response\n"
        "cache = HttpCache(sys.argv[1], 90_000_000)\n"
        "for n in range(100_000):\n"
        "    url = f'https://x.example/{n}'\n"
        "    reply = Response(url, headers=(('Cache-Control', 'max-age=99999'),), body=str(n).encode() * 500)\n"
        "    cache.store(Request(url), url, (), reply)\n"
        "    print(n, flush=True)\n"
    )
    path = str(tmp_path / "c")
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        last = -1
        while last < 60:
            last = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        writer.wait(30)

    def complain(text: str) -> None:
        raise AssertionError(text)

    cache = HttpCache(path, 90_000_000, warn=complain)
    for number in range(last + 1):
        found = find(cache, url=f"https://x.example/{number}")
        assert found is not None
        assert found.response.body == str(number).encode() * 500
    cache.close()


def test_processes_write_at_once(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from lightterm.fetch.cache import HttpCache\n"
        "from lightterm.fetch.model import Request, Response\n"
        "cache = HttpCache(sys.argv[1], 90_000_000)\n"
        "for n in range(40):\n"
        "    url = f'https://x.example/{sys.argv[2]}/{n}'\n"
        "    reply = Response(url, headers=(('Cache-Control', 'max-age=99999'),), body=b'x' * 2000)\n"
        "    cache.store(Request(url), url, (), reply)\n"
    )
    path = str(tmp_path / "c")
    # Open here for as long: the last to leave would write the log back, and a slow disk may take that more than 2 s.
    cache = HttpCache(path, 90_000_000)
    assert not find(cache, url="https://x.example/0/0")
    writers = [
        subprocess.Popen([sys.executable, "-c", code, path, str(n)], stderr=subprocess.PIPE, text=True)
        for n in range(3)
    ]
    for writer in writers:
        assert (writer.communicate(timeout=60)[1], writer.returncode) == ("", 0)
    there = [(w, n) for w in range(3) for n in range(40) if find(cache, url=f"https://x.example/{w}/{n}")]
    assert len(there) == 120
    cache.close()


# --- over HTTP


def _counting(server: Server, *headers: tuple[str, str]) -> Callable[[Asked, Talk], None]:
    def answer(asked: Asked, talk: Talk) -> None:
        if asked.header("if-none-match") == '"one"':
            talk.reply(b"", 304, [("ETag", '"one"'), ("Cache-Control", "max-age=0")])
        else:
            talk.reply(b"<p>number one", 200, [("ETag", '"one"'), *headers], "text/html")

    return answer


@pytest.mark.covers("UB-120")
def test_the_second_load_comes_from_the_cache(server: Server, cache: HttpCache) -> None:
    server.on("/page", _counting(server, ("Cache-Control", "max-age=1000")))
    with HttpClient(HttpOptions(), cache=cache) as client:
        first = client.fetch(Request(server.url("/page")))
        second = client.fetch(Request(server.url("/page#part")))
    assert (first.from_cache, second.from_cache) == (False, True)
    assert first.body == second.body == b"<p>number one"
    assert len(server.asked("/page")) == 1


@pytest.mark.covers("UB-142")
def test_any_fresh_and_cached(server: Server, cache: HttpCache) -> None:
    url = server.url("/page")
    server.on("/page", _counting(server, ("Cache-Control", "max-age=1000")))
    with HttpClient(HttpOptions(), cache=cache) as client:
        with pytest.raises(NotCached):
            client.fetch(Request(url, freshness="cached"))
        assert server.asked("/page") == []
        client.fetch(Request(url))
        assert client.fetch(Request(url, freshness="cached")).body == b"<p>number one"
        assert len(server.asked("/page")) == 1
        asked_again = client.fetch(Request(url, freshness="fresh"))
    assert (asked_again.status, asked_again.from_cache, asked_again.body) == (200, True, b"<p>number one")
    assert [asked.header("if-none-match") for asked in server.asked("/page")] == [None, '"one"']


def test_a_stale_page_is_asked_about(server: Server, cache: HttpCache) -> None:
    server.on("/page", _counting(server, ("Cache-Control", "no-cache")))
    with HttpClient(HttpOptions(), cache=cache) as client:
        for _ in range(2):
            assert client.fetch(Request(server.url("/page"))).body == b"<p>number one"
    assert [asked.header("if-none-match") for asked in server.asked("/page")] == [None, '"one"']


def test_a_kept_page_that_stands_in_is_told_to_be_that(server: Server, cache: HttpCache) -> None:
    server.replies("/page", _counting(server, ("Cache-Control", "no-cache")), lambda asked, talk: talk.reset())
    with HttpClient(HttpOptions(retries=0), cache=cache) as client:
        client.fetch(Request(server.url("/page")))
        again = client.fetch(Request(server.url("/page")))
    assert again.body == b"<p>number one" and again.from_cache
    assert again.error is not None and again.error.message.endswith("; shown is the page as it was kept")


@pytest.mark.parametrize(("age", "body"), [("stale-if-error=60", b"<p>number one"), ("max-age=0", b"busy")])
def test_a_kept_page_stands_in_for_a_failing_server_where_the_site_lets_it(
    server: Server, cache: HttpCache, age: str, body: bytes
) -> None:
    first = _counting(server, ("Cache-Control", f"max-age=0, {age}"))
    server.replies("/page", first, lambda asked, talk: talk.reply("busy", 500))
    with HttpClient(HttpOptions(retries=0), cache=cache) as client:
        client.fetch(Request(server.url("/page")))
        again = client.fetch(Request(server.url("/page")))
    assert again.body == body
    assert again.error is not None and again.error.code == "HTTP_SERVER_ERROR"
    assert ("as it was kept" in again.error.message) == again.from_cache == (body != b"busy")


def test_a_full_disk_is_told_of_as_that(tmp_path: Path, clock: Time) -> None:
    told: list[str] = []
    cache = HttpCache(str(tmp_path / "cache" / "http.sqlite"), 1_000_000, clock, told.append)
    fresh = ("Cache-Control", "max-age=60")
    keep(cache, fresh)
    assert cache._connection is not None
    cache._connection.execute("PRAGMA max_page_count = 1")
    keep(cache, fresh, url=URL + "?large", body=os.urandom(200_000))
    assert told == ["the disk is full: the cache keeps nothing more"]
    cache._connection.execute("PRAGMA max_page_count = 100000")
    keep(cache, fresh, url=URL + "?later")
    assert state(cache) == "fresh" and find(cache, url=URL + "?later") is not None
