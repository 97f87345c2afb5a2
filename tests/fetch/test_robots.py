"""robots.txt, as RFC 9309 has it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from effort import grows_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from lightterm.errors import AddressRefused, RobotsRefused, TimedOut
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import Request, Response
from lightterm.fetch.robots import Robots, is_allowed, rules_for

if TYPE_CHECKING:
    from servers import Server


def allowed(text: str, target: str, token: str = "lightterm") -> bool:
    """Whether a site with this robots.txt lets `token` have `target`."""
    robots = Robots(token)
    return robots.allowed("https://example.org" + target, lambda request: Response(request.url, body=text.encode()))


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        (
            "/fish",
            ["/fish", "/fish.html", "/fish/salmon", "/fishheads", "/fish.php?id=1"],
            ["/Fish", "/catfish", "/?id=fish"],
        ),
        ("/fish*", ["/fish", "/fishheads/x"], ["/Fish.asp", "/catfish"]),
        ("/fish/", ["/fish/", "/fish/?id=1", "/fish/salmon.htm"], ["/fish", "/fish.html"]),
        ("/*.php", ["/index.php", "/folder/file.php?x", "/a.php/"], ["/", "/windows.PHP"]),
        ("/*.php$", ["/file.php", "/folder/file.php"], ["/file.php?x", "/file.php/", "/file.php5"]),
        ("/fish*.php", ["/fish.php", "/fishheads/catfish.php?x"], ["/Fish.PHP"]),
        ("/a$", ["/a"], ["/a/", "/ab"]),
        ("/a$b", ["/a$b"], ["/a"]),
        ("/$", ["/"], ["/a"]),
        ("*", ["/", "/x"], []),
        ("/a**b", ["/ab", "/axxb/c"], ["/b"]),
        ("/a*a$", ["/aa", "/aba"], ["/a"]),
        ("/x?y=1", ["/x?y=1&z"], ["/x"]),
        ("/caf%c3%a9", ["/caf%C3%A9", "/café"], ["/cafe"]),
        ("/café", ["/caf%C3%A9"], ["/caf"]),
        ("/%7Ejoe", ["/~joe", "/%7ejoe"], ["/joe"]),
        ("/a%2Fb", ["/a%2Fb", "/a%2fb"], ["/a/b"]),
    ],
)
def test_patterns(pattern: str, matching: list[str], other: list[str]) -> None:
    text = f"User-agent: *\nDisallow: {pattern}\n"
    for target in matching:
        assert not allowed(text, target), target
    for target in other:
        assert allowed(text, target), target


@pytest.mark.parametrize(
    ("lines", "target", "yes"),
    [
        (["Allow: /p", "Disallow: /"], "/page", True),
        (["Allow: /folder", "Disallow: /folder"], "/folder/page", True),
        (["Disallow: /folder", "Allow: /folder"], "/folder/page", True),
        (["Allow: /page", "Disallow: /*.htm"], "/page.htm", False),
        (["Allow: /$", "Disallow: /"], "/", True),
        (["Allow: /$", "Disallow: /"], "/x", False),
        (["Disallow:"], "/x", True),
        (["Disallow: /", "Allow:"], "/x", False),
        ([], "/x", True),
    ],
)
def test_the_longest_match_wins_and_allow_a_tie(lines: list[str], target: str, yes: bool) -> None:
    assert allowed("\n".join(["User-Agent: *", *lines]), target) is yes


def test_groups() -> None:
    text = (
        "# a comment\nDisallow: /zero\n"
        "User-agent: other\nDisallow: /\n\n"
        "user-agent: LightTerm/2.0 (x)\nUser-agent: third\nDisallow: /a # why\nSitemap: https://x/\nDisallow: /b\n"
        "User-agent: *\nDisallow: /star\n"
        "User-agent: lightterm\nDisallow: /c\n"
    )
    assert [allowed(text, path) for path in ("/a", "/b", "/c", "/d", "/star", "/zero")] == [
        False,
        False,
        False,
        True,
        True,
        True,
    ]
    assert [allowed(text, path, "third") for path in ("/a", "/c")] == [False, True]
    assert [allowed(text, path, "unnamed") for path in ("/a", "/star")] == [True, False]
    assert not allowed(text, "/x", "other")
    # A group of our own without rules frees us from those for all.
    assert allowed("User-agent: *\nDisallow: /\nUser-agent: lightterm\n", "/x")


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
def test_any_line_end_any_case_any_mark(newline: str) -> None:
    text = "\ufeff" + newline.join(["USER-AGENT : *", "  dIsAlLoW :/x  ", "nonsense", "Allow /x/y", ""])
    assert not allowed(text, "/x/y")


def test_only_the_first_500_kib_count() -> None:
    head = b"User-agent: *\nDisallow: /first\n" + b"# filler line\n" * 40_000
    rules = rules_for(head + b"Disallow: /last\n", "lightterm")
    assert not is_allowed(rules, "/first")
    assert is_allowed(rules, "/last")


def test_a_hostile_pattern_costs_no_more_than_its_length() -> None:
    def ask(size: int) -> None:
        assert allowed(f"User-agent: *\nDisallow: /{'*a' * size}b\n", "/" + "a" * size * 10)

    assert grows_in_proportion(ask, 500)


@given(st.binary(max_size=200), st.text(max_size=50))
def test_no_file_breaks_it(body: bytes, path: str) -> None:
    robots = Robots()
    answer = robots.allowed(f"https://example.org/{path}", lambda request: Response(request.url, body=body))
    assert answer in (True, False)


@pytest.mark.parametrize(("status", "yes"), [(200, False), (404, True), (403, True), (401, True)])
def test_what_the_status_of_the_file_means(server: Server, status: int, yes: bool) -> None:
    server.page("/robots.txt", "User-agent: *\nDisallow: /\n", "text/plain", status)
    with HttpClient(HttpOptions(retries=0, allow_private=True)) as client:
        assert Robots().allowed(server.url("/page"), client.fetch) is yes


def test_a_site_whose_file_cannot_be_read_is_left_alone_and_not_blamed(server: Server) -> None:
    server.page("/robots.txt", "busy", "text/plain", 503)
    clock = [1000.0]
    robots = Robots(now=lambda: clock[0])
    with HttpClient(HttpOptions(retries=0, allow_private=True)) as client:
        for _ in range(2):
            with pytest.raises(RobotsRefused, match="cannot be read now"):
                robots.allowed(server.url("/page"), client.fetch)
        assert len(server.log) == 1
        clock[0] += 61
        server.page("/robots.txt", "User-agent: *\nDisallow: /no\n", "text/plain")
        assert robots.allowed(server.url("/page"), client.fetch)


def test_a_site_that_does_not_answer_says_so_itself_and_is_asked_again() -> None:
    answers = [TimedOut("no answer"), None]

    def fetch(request: Request) -> Response:
        if (problem := answers.pop(0)) is not None:
            raise problem
        return Response(request.url, body=b"")

    robots = Robots()
    with pytest.raises(TimedOut):
        robots.allowed("https://example.org/x", fetch)
    assert robots.allowed("https://example.org/x", fetch)


def test_an_address_out_of_bounds_is_not_blamed_on_the_file(server: Server) -> None:
    server.page("/robots.txt", "User-agent: *\nAllow: /\n", "text/plain")
    with HttpClient(HttpOptions()) as client, pytest.raises(AddressRefused):
        Robots().allowed(server.url("/page"), client.fetch)
    assert server.log == []


def test_the_file_is_asked_for_once_a_day_and_site() -> None:
    clock = [1000.0]
    asked: list[str] = []

    def fetch(request: Request) -> Response:
        asked.append(request.url)
        return Response(request.url, body=b"User-agent: *\nDisallow: /x\n")

    robots = Robots(now=lambda: clock[0])
    for path in ("/x", "/y", "/x?z"):
        robots.allowed("https://example.org" + path, fetch)
    robots.allowed("https://example.org:8443/x", fetch)
    assert robots.allowed("https://example.org/robots.txt", fetch)
    assert robots.allowed("file:///x", fetch)
    assert asked == ["https://example.org/robots.txt", "https://example.org:8443/robots.txt"]
    clock[0] += 24 * 3600 + 1
    robots.allowed("https://example.org/x", fetch)
    assert len(asked) == 3


def test_threads_that_come_together_ask_for_the_file_once() -> None:
    together, asked = threading.Barrier(4), []

    def now() -> float:
        if not passed.is_set():  # each thread's first look at the clock: none knows the file then
            here.release()
        return 0.0

    def fetch(request: Request) -> Response:
        asked.append(request.url)
        for _ in range(4):
            here.acquire(timeout=5)  # till all have looked; with one more asking there are too few
        passed.set()
        return Response(url=request.url, status=200, headers=(), body=b"User-agent: *\nDisallow: /private")

    def ask(path: str) -> bool:
        together.wait()
        return robots.allowed("https://example.org" + path, fetch)

    here, passed = threading.Semaphore(0), threading.Event()
    robots = Robots(now=now, patience=60)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, ("/a", "/private", "/b", "/private/c")))
    assert (answers, asked) == ([True, False, True, False], ["https://example.org/robots.txt"])


def test_a_thread_asks_again_where_another_one_failed() -> None:
    calls: list[int] = []

    def fetch(request: Request) -> Response:
        calls.append(1)
        if len(calls) == 1:
            raise TimedOut("too late", url=request.url)
        return Response(url=request.url, status=404, headers=(), body=b"")

    robots = Robots()
    with pytest.raises(TimedOut):
        robots.allowed("https://example.org/a", fetch)
    assert robots.allowed("https://example.org/a", fetch) and len(calls) == 2


def test_a_program_is_kept_out_and_a_person_is_not(server: Server) -> None:
    server.page("/robots.txt", "User-agent: lightterm\nDisallow: /private\n", "text/plain")
    url = server.page("/private/page", "<p>secret")
    with HttpClient(HttpOptions(allow_private=True), robots=Robots()) as client:
        with pytest.raises(RobotsRefused, match=r"robots\.txt"):
            client.fetch(Request(url, asker="program"))
        assert client.fetch(Request(url, asker="person")).body == b"<p>secret"
    # The setting that switches it off gives the client no Robots at all.
    with HttpClient(HttpOptions(allow_private=True)) as client:
        assert client.fetch(Request(url, asker="program")).body == b"<p>secret"
    assert len(server.asked("/robots.txt")) == 1
