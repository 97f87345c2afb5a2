"""What outlasts one request: cookies, cache, robots.txt, HSTS, site rules; and the style sheets of a page."""

from __future__ import annotations

import stat
import time
from typing import TYPE_CHECKING

import pytest
from dumping import dump
from servers import Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Authority, Talk


def cookie(value: str) -> list[tuple[str, str]]:
    return [("Set-Cookie", value)]


REGIONS = """<title>t</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><main><h1>The river</h1>
<p>The rivers of the north rise in the hills, run through the plain, and reach the sea in the end as ever.</p>
<p>Nobody who lives there has ever seen one of them dry, not even in the driest of the summers that people speak of.</p>
</main><footer>All rights reserved</footer>"""


@pytest.mark.covers("LB-119", "LB-120")
@pytest.mark.parametrize(
    ("setting", "left_out"),
    [
        ("strip_navigation: true", {"Home"}),
        ("strip_footers: true", {"rights"}),
        ("strip_navigation: true, strip_footers: true", {"Home", "rights"}),
        ("readability_mode: true", {"Home", "rights"}),
        ("readability_mode: false", set()),
    ],
)
def test_settings_say_how_much_of_a_page_is_shown(
    server: Server, config: Callable[[str], Path], setting: str, left_out: set[str]
) -> None:
    config(f"extraction: {{{setting}}}")
    text = dump("--links", "none", server.page("/", REGIONS)).text
    assert "rivers of the north" in text and "driest" in text
    assert {word for word in ("Home", "rights") if word not in text} == left_out


@pytest.mark.covers("LB-122")
def test_what_a_list_blocks_is_not_asked_for(server: Server, config: Callable[[str], Path], tmp_path: Path) -> None:
    rules = tmp_path / "list.txt"
    rules.write_text("! title\n/track/*\n@@/track/allowed.css\n")
    config(f"blocking: {{lists: [{rules}]}}")
    sheets = {"/track/pixel.css": "pixel", "/track/allowed.css": "allowed", "/own.css": "own"}
    for path, name in sheets.items():
        server.page(path, f".{name} {{ display: none }}", content_type="text/css")
    links = "".join(f"<link rel=stylesheet href={path}>" for path in sheets)
    words = "".join(f"<p class={name}>no {name} sheet" for name in sheets.values())
    done = dump("--links", "none", server.page("/", links + words))
    assert done.code == 0 and [line for line in done.text.splitlines() if "sheet" in line] == ["no pixel sheet"]
    assert sorted(asked.path for asked in server.log) == ["/", "/own.css", "/track/allowed.css"]


# --- cookies


def test_cookies_go_from_page_to_page_and_no_further(server: Server) -> None:
    first = server.page("/", "<p>1", headers=cookie("a=1; Path=/"))
    second = server.page("/b", "<p>2")
    dump(first, second)
    assert server.asked("/b")[0].header("cookie") == "a=1"
    dump(second)
    assert server.asked("/b")[1].header("cookie") is None


@pytest.mark.covers("LBX-48")
def test_a_cookie_jar_goes_round(server: Server, tmp_path: Path) -> None:
    jar = tmp_path / "deep" / "jar.txt"
    url = server.page("/", "<p>1", headers=[*cookie("a=1; Max-Age=3600; Path=/"), *cookie("b=2; HttpOnly; Path=/")])
    assert dump("--cookie-jar", str(jar), url).code == 0
    lines = jar.read_text().splitlines()
    assert lines[0] == "# Netscape HTTP Cookie File"
    assert any(line.startswith("127.0.0.1\tFALSE\t/\tFALSE\t") and line.endswith("\ta\t1") for line in lines)
    assert "#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tb\t2" in lines
    assert stat.S_IMODE(jar.stat().st_mode) == 0o600
    dump("--cookie-jar", str(jar), url)
    assert sorted((server.log[-1].header("cookie") or "").split("; ")) == ["a=1", "b=2"]


def test_lines_that_are_no_cookies_are_told_and_kept(server: Server, tmp_path: Path) -> None:
    jar = tmp_path / "jar.txt"
    jar.write_text("127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\nnonsense\n")
    done = dump("--cookie-jar", str(jar), server.page("/", "<p>1"))
    assert server.log[0].header("cookie") == "a=1"
    assert done.code == 0
    assert done.errors == f"lightterm: cookie file '{jar}', line 2: 1 fields between tabs in place of 7\n"
    assert "nonsense" in (tmp_path / "jar.txt.bad").read_text()


def test_a_jar_that_cannot_be_read_comes_before_the_page(server: Server, tmp_path: Path) -> None:
    done = dump("--cookie-jar", str(tmp_path), server.page("/", "<p>the page"))
    assert (done.code, done.text) == (37, "") and done.errors.count("\n") == 1
    assert "cookie file" in done.errors and server.log == []


def test_a_jar_that_cannot_be_written_comes_after_the_page(server: Server) -> None:
    url = server.page("/", "<p>the page", headers=cookie("a=1"))
    done = dump("--cookie-jar", "/proc/none/jar", url)
    assert done.code == 38 and "the page" in done.text
    assert done.errors.count("\n") == 1 and "could not be written" in done.errors
    assert dump("--cookie-jar", "/proc/none/jar", server.url("/nope")).code == 22


@pytest.mark.covers("LB-126", "LB-51")
def test_cookies_are_kept_only_where_that_is_set(server: Server, config: Callable[[str], Path], home: Path) -> None:
    url = server.page("/", "<p>1", headers=cookie("a=1; Max-Age=3600"))
    dump(url)
    assert not list((home / "data").rglob("cookies*"))
    config("session: {persist_cookies: true}")
    dump(url)
    dump(url)
    assert [asked.header("cookie") for asked in server.log] == [None, None, "a=1"]
    [kept] = (home / "data").rglob("lightterm.sqlite")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.covers("LB-127")
@pytest.mark.parametrize(
    ("mode", "meanwhile", "later"), [("all", "a=1", "a=1"), ("session", "a=1", None), ("none", None, None)]
)
def test_cookie_modes(
    server: Server, config: Callable[[str], Path], mode: str, meanwhile: str | None, later: str | None
) -> None:
    config(f"session: {{persist_cookies: true, cookie_mode: {mode}}}")
    url = server.page("/", "<p>1", headers=cookie("a=1; Max-Age=3600"))
    dump(url, url)
    dump(url)
    assert [asked.header("cookie") for asked in server.log] == [None, meanwhile, later]


def test_no_cookies(server: Server) -> None:
    url = server.page("/", "<p>1", headers=cookie("a=1"))
    dump("--no-cookies", url, url)
    assert [asked.header("cookie") for asked in server.log] == [None, None]


def test_a_private_dump_leaves_nothing(server: Server, config: Callable[[str], Path], home: Path) -> None:
    config("session: {persist_cookies: true, keep_dumps: true}")
    headers = [*cookie("a=1; Max-Age=3600"), ("Cache-Control", "max-age=3600")]
    url = server.page("/", "<p>1", headers=headers)
    assert "1" in dump("--private", url).text
    assert {path.name.partition("-")[0] for path in home.rglob("*") if path.is_file()} == {"config.yaml", "settings"}
    dump(url)
    assert [asked.header("cookie") for asked in server.log] == [None, None]
    assert any(path.suffix == ".sqlite" for path in home.rglob("*"))


# --- cache


@pytest.mark.covers("UB-142", "UB-120")
def test_the_cache_is_fresh_asked_or_avoided(server: Server) -> None:
    url = server.page("/", "<p>kept", headers=[("Cache-Control", "max-age=3600")])
    assert "from cache" not in dump("-v", url).errors
    done = dump("-v", url)
    assert "kept" in done.text and "from cache" in done.errors and len(server.log) == 1
    assert "kept" in dump("--cached", url).text and len(server.log) == 1
    assert "from cache" not in dump("-v", "--fresh", url).errors and len(server.log) == 2
    done = dump("--cached", server.url("/other"))
    assert done.code == 10 and "without --cached" in done.errors and len(server.log) == 2
    assert server.connections == 2


def test_a_stale_page_is_asked_about(server: Server) -> None:
    def page(asked: Asked, talk: Talk) -> None:
        if asked.header("if-none-match") == '"1"':
            talk.head(304, [("ETag", '"1"')])
        else:
            talk.reply("<p>once", headers=[("ETag", '"1"'), ("Cache-Control", "no-cache")])

    server.on("/", page)
    assert "once" in dump(server.url()).text
    done = dump("-v", server.url())
    assert done.code == 0 and "once" in done.text and "from cache" in done.errors
    assert [asked.header("if-none-match") for asked in server.log] == [None, '"1"']


def test_a_server_that_is_gone_leaves_the_kept_page_and_says_so(impatient: None) -> None:
    server = Server()
    url = server.page("/", "<p>kept", headers=[("ETag", '"1"'), ("Cache-Control", "max-age=0")])
    dump(url)
    server.stop()
    done = dump(url)
    assert done.code == 7 and "kept" in done.text and "refused the connection" in done.errors


def test_the_cache_can_be_off(server: Server, config: Callable[[str], Path], home: Path) -> None:
    config("cache: {enabled: false}")
    url = server.page("/", "<p>x", headers=[("Cache-Control", "max-age=3600")])
    dump(url)
    dump(url)
    assert len(server.log) == 2 and not list(home.rglob("*.sqlite"))


def test_a_damaged_cache_is_told_and_stops_nothing(server: Server, home: Path) -> None:
    url = server.page("/", "<p>x", headers=[("Cache-Control", "max-age=3600")])
    dump(url)
    [file] = home.rglob("http.sqlite")
    file.write_bytes(b"no database at all" * 1000)
    done = dump(url)
    assert done.code == 0 and done.errors.count("\n") == 1 and "moved to" in done.errors
    file.write_bytes(b"no database at all" * 1000)
    assert dump("-q", url).errors == ""


def test_a_home_that_cannot_be_written_stops_nothing(
    server: Server, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    for kind in ("CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / "file" / "x"))
    done = dump(server.page("/", "<p>x"))
    assert done.code == 0 and "x" in done.text


# --- robots.txt


@pytest.mark.covers("LB-121")
def test_robots_txt_is_obeyed_where_that_is_asked_for(server: Server, config: Callable[[str], Path]) -> None:
    server.page("/robots.txt", "User-agent: *\nDisallow: /private\n", "text/plain")
    url = server.page("/private/x", "<p>private")
    assert dump(url).code == 0 and server.asked("/robots.txt") == []
    done = dump("--robots", url)
    assert (done.code, done.text) == (4, "") and "robots.txt" in done.errors
    assert dump("--robots", server.page("/open", "<p>open")).code == 0
    assert dump("--robots", server.redirect("/to", "/private/x")).code == 4
    config("privacy: {respect_robots_txt: false}")
    assert dump("--robots", url).code == 0


def test_who_keeps_to_robots_txt_still_reads_files_and_machines_at_hand(server: Server, tmp_path: Path) -> None:
    assert dump("--robots", server.page("/mine", "<p>mine")).code == 0
    assert [asked.path for asked in server.log] == ["/robots.txt", "/mine"]
    (tmp_path / "x.html").write_text("<p>mine")
    assert dump("--robots", str(tmp_path / "x.html")).code == 0


# --- HSTS


def test_hsts_is_remembered(authority: Authority, ca_file: Path) -> None:
    server = Server(authority.context(), "localhost")
    url = server.page("/", "<p>safe", headers=[("Strict-Transport-Security", "max-age=3600")])
    assert dump("--cacert", str(ca_file), url).code == 0
    plain = url.replace("https:", "http:")
    done = dump("--cacert", str(ca_file), plain)
    server.stop()
    assert done.code == 0 and "safe" in done.text and done.text.startswith(url)


# --- what settings say


@pytest.mark.covers("LB-123")
def test_do_not_track(server: Server, config: Callable[[str], Path]) -> None:
    url = server.page("/", "<p>x")
    dump(url)
    config("privacy: {send_dnt: true}")
    dump(url)
    assert [asked.header("dnt") for asked in server.log] == [None, "1"]


def test_site_rules(server: Server, config: Callable[[str], Path]) -> None:
    config(
        "network: {user_agent: Mine/1}\n"
        "sites:\n"
        "- hosts: [localhost]\n"
        "  network: {user_agent: Theirs/2, timeout: 0.3}\n"
        "  extraction: {css: false}\n"
    )
    server.page("/", "<style>.x {display: none}</style><p>seen<p class=x>unseen")
    server.on("/slow", lambda asked, talk: talk.hold())
    here, there = server.url(), server.url("/", "localhost")
    assert "unseen" not in dump(here).text and "unseen" in dump(there).text
    assert [asked.header("user-agent") for asked in server.log] == ["Mine/1", "Theirs/2"]
    assert dump(server.url("/slow", "localhost")).code == 28
    dump("--user-agent", "Flag/3", there)
    assert server.log[-1].header("user-agent") == "Flag/3"


def test_the_view_follows_a_redirect(server: Server, config: Callable[[str], Path]) -> None:
    config("sites:\n- hosts: [localhost]\n  extraction: {css: false}\n")
    server.page("/", "<style>.x {display: none}</style><p>seen<p class=x>unseen")
    assert "unseen" in dump(server.redirect("/to", server.url("/", "localhost"))).text


def test_rules_for_sites_say_how_pages_are_written(server: Server, config: Callable[[str], Path]) -> None:
    config(
        "output: {width: 60, numbers: false, include_metadata: false}\n"
        "sites:\n"
        "- hosts: [localhost]\n"
        "  output: {width: 20, numbers: true, link_style: none, format: markdown}\n"
    )
    server.page("/", "<h1>Tides</h1><p>" + "<a href=/x>word</a> " * 9 + "<b>deep</b>")
    here, there = server.url(), server.url("/", "localhost")
    both = dump(here, there).text
    assert both == dump(here).text + "\n" + dump(there).text
    assert "**deep**" in dump(there).text and not {"**", "[1]"} & set(dump(here).text.split())
    narrow = dump("--format", "text", there).text
    assert "[1]word [2]word\n" in narrow and "References" not in narrow
    asked = dump("--format", "text", "--width", "30", "--no-numbers", there)
    assert "\nword word word word word word\n" in asked.text
    led = server.redirect("/to", server.url("/", "localhost"))
    assert dump("--format", "text", led).text == narrow


def test_a_header_of_the_command_line_goes_before_that_of_the_settings(
    server: Server, config: Callable[[str], Path]
) -> None:
    config('network: {headers: {X-Mine: "file", X-Other: "file"}}')
    url = server.page("/", "<p>x")
    dump("-H", "x-mine: flag", url)
    dump("-H", "X-Mine:", url)
    sent = [[value for name, value in asked.headers if name.lower() == "x-mine"] for asked in server.log]
    assert sent == [["flag"], []]
    assert {asked.header("x-other") for asked in server.log} == {"file"}


# --- style sheets


def test_what_a_linked_sheet_hides_is_hidden(server: Server) -> None:
    server.page("/a.css", "@import 'b.css'; .x {display: none}", "text/css", headers=cookie("c=1"))
    server.page("/b.css", ".y {visibility: hidden}", "text/css")
    url = server.page("/", "<link rel=stylesheet href=a.css><p>seen<p class=x>ex<p class=y>why")
    done = dump("--no-metadata", "--user", "ann:pw", url)
    assert (done.text, done.code) == ("seen\n", 0)
    [sheet] = server.asked("/a.css")
    assert sheet.header("referer") == url and (sheet.header("accept") or "").startswith("text/css")
    assert (sheet.header("authorization") or "").startswith("Basic ")
    assert len(server.asked("/b.css")) == 1
    assert dump("--no-metadata", "--no-css", url).text == "seen\n\nex\n\nwhy\n"
    assert len(server.asked("/a.css")) == 1


def test_a_sheet_that_is_none_changes_nothing(server: Server, impatient: None) -> None:
    for handler in (
        lambda asked, talk: talk.reply("p {display: none}", 404, content_type="text/css"),
        lambda asked, talk: talk.reply("p {display: none}", content_type="text/html"),
        lambda asked, talk: talk.reset(),
        lambda asked, talk: (
            talk.send(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\np {display: none}"),
            talk.close(),
        ),
    ):
        server.on("/a.css", handler)
        done = dump("--no-metadata", server.page("/", "<link rel=stylesheet href=a.css><p>seen"))
        assert (done.text, done.code, done.errors) == ("seen\n", 0, "")


def test_a_sheet_that_hangs_takes_its_time_and_no_more(server: Server) -> None:
    server.on("/a.css", lambda asked, talk: talk.hold())
    url = server.page("/", "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><p>seen")
    start = time.monotonic()
    done = dump("--timeout", "0.5", "--no-metadata", url)
    assert (done.text, done.code) == ("seen\n", 0)
    assert time.monotonic() - start < 3


def test_sheets_have_a_budget_of_bytes_and_count(server: Server, config: Callable[[str], Path]) -> None:
    config("extraction: {max_css_bytes: 3000}")
    server.page("/large.css", ".x {display: none}" + " " * 3000, "text/css")
    url = server.page("/", "<link rel=stylesheet href=large.css><p class=x>seen")
    assert "seen" in dump(url).text
    for number in range(40):
        server.page(f"/{number}.css", f".x{number} {{display: none}}", "text/css")
    links = "".join(f"<link rel=stylesheet href={number}.css>" for number in range(40))
    server.page("/many", links + "<p>seen")
    assert dump(server.url("/many")).code == 0
    assert len([asked for asked in server.log if asked.path.endswith(".css")]) in range(10, 30)


def test_sheets_come_from_the_cache(server: Server) -> None:
    server.page("/a.css", ".x {display: none}", "text/css", headers=[("Cache-Control", "max-age=3600")])
    url = server.page("/", "<link rel=stylesheet href=a.css><p>seen<p class=x>ex")
    assert dump(url).text == dump(url).text
    assert len(server.asked("/a.css")) == 1 and len(server.asked("/")) == 2


def test_a_local_page_loads_nothing_from_the_net(server: Server, tmp_path: Path) -> None:
    """A mail that is read must not tell its sender so."""
    (tmp_path / "near.css").write_text(".x {display: none}")
    page = (
        f"<meta http-equiv=refresh content='0; url={server.url()}'><link rel=stylesheet href={server.url('/a.css')}>"
        f"<link rel=stylesheet href=near.css><style>@import '{server.url('/b.css')}';</style>"
        f"<img src={server.url('/i.png')}><p>seen<p class=x>unseen"
    )
    (tmp_path / "mail.html").write_text(page)
    done = dump(str(tmp_path / "mail.html"))
    assert done.code == 0 and "seen" in done.text and "unseen" not in done.text
    done = dump("-", "--type", "text/html", stdin=page.encode())
    assert done.code == 0 and "unseen" in done.text
    assert server.connections == 0


def test_pictures_and_scripts_are_not_fetched(server: Server) -> None:
    dump("--tier", "1", server.page("/", "<img src=/i.png><script src=/s.js></script><p>x"))
    assert [asked.path for asked in server.log] == ["/"]
