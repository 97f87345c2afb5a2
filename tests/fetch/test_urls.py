"""Links, what people type, and URLs as they are shown."""

# ruff: noqa: RUF003 (letters that look alike are the subject here)

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from effort import calls
from hypothesis import given
from hypothesis import strategies as st

from lightterm.errors import UrlInvalid
from lightterm.fetch.hosts import registrable_domain
from lightterm.fetch.url_display import deceives
from lightterm.fetch.url_parse import parse
from lightterm.fetch.urls import (
    display_host,
    display_url,
    file_url,
    local_path,
    origin,
    parts,
    resolve,
    same_site,
    strip_credentials,
    typed_to_url,
)

if TYPE_CHECKING:
    from pathlib import Path

BASE = "https://example.org/a/b/c?q=1#top"

# What browsers give, by the algorithm of the URL Standard.
RESOLVED = [
    ("", "https://example.org/a/b/c?q=1"),
    ("#x", "https://example.org/a/b/c?q=1#x"),
    ("?p=2", "https://example.org/a/b/c?p=2"),
    ("d", "https://example.org/a/b/d"),
    ("./d", "https://example.org/a/b/d"),
    ("../d", "https://example.org/a/d"),
    ("../../../../d", "https://example.org/d"),
    (".", "https://example.org/a/b/"),
    ("..", "https://example.org/a/"),
    ("%2e%2E/d", "https://example.org/a/d"),
    ("d/../e", "https://example.org/a/b/e"),
    ("/d", "https://example.org/d"),
    ("/d/./e/../f", "https://example.org/d/f"),
    ("//other.org", "https://other.org/"),
    ("///other.org/x", "https://other.org/x"),
    ("\\\\other.org\\x", "https://other.org/x"),
    ("/a\\b", "https://example.org/a/b"),
    ("http://OTHER.org", "http://other.org/"),
    ("HTTPS://other.org:443/x", "https://other.org/x"),
    ("http://other.org:0080/x", "http://other.org/x"),
    ("https:d", "https://example.org/a/b/d"),
    ("http:d", "http://d/"),
    ("  d  ", "https://example.org/a/b/d"),
    ("d\n/e\tf", "https://example.org/a/b/d/ef"),
    ("a b", "https://example.org/a/b/a%20b"),
    ("é?é#é", "https://example.org/a/b/%C3%A9?%C3%A9#%C3%A9"),
    ('"<>`{}', "https://example.org/a/b/%22%3C%3E%60%7B%7D"),
    ("?'\"", "https://example.org/a/b/c?%27%22"),
    ("%zz%", "https://example.org/a/b/%zz%"),
    ("mailto:a@b.c", "mailto:a@b.c"),
    ("javascript:alert(1) ", "javascript:alert(1)"),
    ("data:text/html,a b", "data:text/html,a b"),
    ("x:y", "x:y"),
    ("x:y  #z", "x:y %20#z"),
    ("http-notes", "https://example.org/a/b/http-notes"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://2130706433/", "http://127.0.0.1/"),
    ("http://[0:0::1]/", "http://[::1]/"),
    ("http://[::ffff:1.2.3.4]/", "http://[::ffff:102:304]/"),
    ("http://u:p@h/", "http://u:p@h/"),
]


@pytest.mark.parametrize(("ref", "url"), RESOLVED)
def test_links_resolve_as_in_browsers(ref: str, url: str) -> None:
    assert resolve(BASE, ref) == url
    # A second time: the first may have taught the fast path something.
    assert resolve(BASE, ref) == url


@pytest.mark.parametrize(
    ("base", "ref", "url"),
    [
        ("file:///home/x/page.html", "other.html", "file:///home/x/other.html"),
        ("file:///home/x/page.html", "/etc/motd", "file:///etc/motd"),
        ("file:///home/x/", "#a", "file:///home/x/#a"),
        ("https://example.org", "x", "https://example.org/x"),
        ("https://example.org?q", "x", "https://example.org/x"),
        ("https://user:pw@example.org/a", "b", "https://user:pw@example.org/b"),
        ("about:blank", "https://example.org/x", "https://example.org/x"),
        ("data:text/html,x", "#a", "data:text/html,x#a"),
        ("mailto:a@b", "x", "x"),
        ("", "x", "x"),
        ("https://example.org/", "http://[bad/", "http://[bad/"),
        ("https://example.org/", " http://a b/ ", "http://a b/"),
    ],
)
def test_other_bases_and_what_cannot_be_resolved(base: str, ref: str, url: str) -> None:
    assert resolve(base, ref) == url


def test_a_query_is_written_in_the_charset_of_the_page() -> None:
    assert resolve(BASE, "?q=ü", "windows-1252").endswith("?q=%FC")
    assert resolve(BASE, "?q=日", "windows-1252").endswith("?q=%26%2326085%3B")
    assert resolve(BASE, "?q=①", "shift_jis").endswith("?q=%87@")
    assert resolve(BASE, "?q=ü", "utf-16le").endswith("?q=%C3%BC")
    assert resolve(BASE, "?q=ü", "no-such").endswith("?q=%C3%BC")
    assert resolve(BASE, "ü?q=ü", "utf-8").endswith("/%C3%BC?q=%C3%BC")


@given(st.text(max_size=40), st.sampled_from([BASE, "file:///a/b", "about:blank", "http://[::1]:8/x/"]))
def test_resolving_never_fails_and_is_stable(ref: str, base: str) -> None:
    url = resolve(base, ref)
    again = resolve(base, url)
    assert resolve(base, again) == again
    assert url == url.strip("".join(map(chr, range(0x21))))


def test_common_links_take_the_short_way() -> None:
    resolve(BASE, "https://other.org/")
    refs = ["https://other.org/a/long/path/of/some/article.html", "/wiki/Some_article_(page)", "page.html", "#note-1"]
    refs += ["//other.org/protocol/relative", "javascript:void(0)", "mailto:someone@example.org"]
    for ref in refs:
        resolve(BASE, ref)
    # 40 here; the general parser makes some 100 for each.
    assert calls(lambda: [resolve(BASE, ref) for ref in refs]) < 60


def test_the_fast_paths_import_nothing_heavy() -> None:
    code = (
        "import sys; before = set(sys.modules);"
        "from lightterm.fetch import urls; urls.typed_to_url('.'); urls.resolve('file:///a/b', 'c');"
        "from lightterm.fetch import charset, scheme_file; charset.decode('é'.encode(), '', True);"
        "print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    heavy = {"re", "dataclasses", "enum", "typing", "pathlib", "urllib.parse", "unicodedata", "idna", "ipaddress"}
    assert loaded & heavy == set()
    assert {"lightterm.fetch.charset_legacy", "publicsuffixlist", "webencodings", "chardetng_py"} & loaded == set()


@pytest.mark.covers("LBX-19")
@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.org", "https://example.org/"),
        ("example.org:8080/x", "https://example.org:8080/x"),
        ("example.org:80", "http://example.org/"),
        ("localhost:3000", "http://localhost:3000/"),
        ("localhost", "http://localhost/"),
        ("dev.localhost:8/x?y", "http://dev.localhost:8/x?y"),
        ("127.0.0.1:8000/a b", "http://127.0.0.1:8000/a%20b"),
        ("[::1]:3000", "http://[::1]:3000/"),
        ("::1", "http://[::1]/"),
        ("2001:db8::2", "https://[2001:db8::2]/"),
        ("192.168.0.1", "https://192.168.0.1/"),
        ("bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
        ("user:pw@example.org/x", "https://user:pw@example.org/x"),
        ("HTTP://Example.org", "http://example.org/"),
        ("  https://example.org/x  ", "https://example.org/x"),
        ("about:start", "about:start"),
        ("data:text/html,<b>x", "data:text/html,<b>x"),
        ("file:///etc/motd", "file:///etc/motd"),
        ("-", "stdin:"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("gopher://example.org/1", "gopher://example.org/1"),
    ],
)
def test_what_a_person_types(typed: str, url: str, tmp_path: Path) -> None:
    assert typed_to_url(typed, str(tmp_path)) == url


def test_paths_are_meant_as_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "notes 1?.txt").write_text("x")
    (tmp_path / "example.org").write_text("x")
    (tmp_path / "folder").mkdir()
    here = str(tmp_path)
    assert typed_to_url("notes 1?.txt", here) == f"file://{here}/notes%201%3F.txt"
    assert typed_to_url("example.org", here) == f"file://{here}/example.org"
    assert typed_to_url("folder", here) == f"file://{here}/folder"
    assert typed_to_url("./folder/", here) == f"file://{here}/folder/"
    assert typed_to_url("..", here) == f"file://{tmp_path.parent}"
    assert typed_to_url("~/x", here) == f"file://{here}/x"
    assert typed_to_url("/nowhere/at all", here) == "file:///nowhere/at%20all"
    assert typed_to_url("missing.html", here) == f"file://{here}/missing.html"


def test_a_path_may_name_a_place_in_its_file(tmp_path: Path) -> None:
    here = str(tmp_path)
    (tmp_path / "a.pdf").write_text("x")
    (tmp_path / "b.html#c").write_text("x")
    assert typed_to_url("a.pdf#page=2", here) == f"file://{here}/a.pdf#page=2"
    assert typed_to_url(f"{here}/a.pdf#the end", "/") == f"file://{here}/a.pdf#the%20end"
    assert typed_to_url("b.html#c", here) == f"file://{here}/b.html%23c"
    assert typed_to_url("b.html#c#d", here) == f"file://{here}/b.html%23c#d"
    assert typed_to_url("/nowhere/b.html#c", here) == "file:///nowhere/b.html%23c"


def test_file_urls_hold_every_name() -> None:
    path = os.fsdecode(b"/a/%/\xff#?\xc3\xa9 ")
    assert file_url(path) == "file:///a/%25/%FF%23%3F%C3%A9%20"
    assert local_path(file_url(path)) == path
    assert local_path("file://localhost/a%20b?q#f") == "/a b"
    with pytest.raises(UrlInvalid, match="another host"):
        local_path("file://server/share")
    with pytest.raises(UrlInvalid, match="NUL"):
        local_path("file:///a%00b")


@pytest.mark.parametrize(
    ("typed", "better"),
    [
        ("htp://example.org/x", "http://example.org/x"),
        ("htps://example.org", "https://example.org"),
        ("hhttps://example.org", "https://example.org"),
        ("http:/example.org", "http://example.org"),
        ("https:example.org", "https://example.org"),
        ("flie:///etc/motd", "file:///etc/motd"),
    ],
)
def test_a_slip_in_the_scheme_is_named(typed: str, better: str, tmp_path: Path) -> None:
    with pytest.raises(UrlInvalid, match="did you mean") as caught:
        typed_to_url(typed, str(tmp_path))
    assert caught.value.actions[0].parameters == {"url": better}
    assert better in caught.value.suggestion


def test_a_path_of_windows_is_told_as_one_unless_a_file_has_that_name(tmp_path: Path) -> None:
    for typed in ("C:\\Users\\me\\page.html", "d:/page.html"):
        with pytest.raises(UrlInvalid, match="a path of Windows"):
            typed_to_url(typed, str(tmp_path))
    (tmp_path / "c:\\page.html").touch()
    assert typed_to_url("c:\\page.html", str(tmp_path)) == f"file://{tmp_path}/c:%5Cpage.html"


def test_a_file_whose_name_begins_or_ends_with_a_space_is_found_under_it(tmp_path: Path) -> None:
    (tmp_path / " lead").touch()
    (tmp_path / "trail ").touch()
    assert typed_to_url(" lead", str(tmp_path)) == f"file://{tmp_path}/%20lead"
    assert typed_to_url(f"{tmp_path}/trail ", str(tmp_path)) == f"file://{tmp_path}/trail%20"
    assert typed_to_url(f"{tmp_path}/ ", str(tmp_path)) == f"file://{tmp_path}/"
    assert typed_to_url(" example.org ", str(tmp_path)) == "https://example.org/"


@pytest.mark.parametrize(
    "typed", ["", "  ", "nothing", "two words", "example.org:99999", "http://", "http://[::1", "1.2.3.4.5", "a..b c"]
)
def test_what_is_no_address_is_refused(typed: str, tmp_path: Path) -> None:
    with pytest.raises(UrlInvalid):
        typed_to_url(typed, str(tmp_path))


def test_credentials_come_off_and_are_never_shown() -> None:
    assert strip_credentials("https://a%40b:p%3Aw@example.org/x@y") == ("https://example.org/x@y", "a@b:p:w")
    assert strip_credentials("https://example.org/x@y") == ("https://example.org/x@y", None)
    assert strip_credentials("https://me@example.org/") == ("https://example.org/", "me:")
    for url in ("https://me:secret@example.org/", "https://me:secret@@example.org", "x://me:secret@h/"):
        assert "secret" not in display_url(url)
        assert "me" not in display_url(url)
    assert display_url("https://example.org/@secret") == "https://example.org/@secret"


def test_origins_and_sites() -> None:
    assert origin("https://u:p@example.org:443/x") == "https://example.org"
    assert origin("http://example.org:8080/x") == "http://example.org:8080"
    assert origin("data:,x") == origin("file:///x") == "null"
    assert same_site("https://a.example.co.uk/", "https://b.example.co.uk:8/")
    assert not same_site("https://a.co.uk/", "https://b.co.uk/")
    assert not same_site("http://example.org/", "https://example.org/")
    assert not same_site("https://a.github.io/", "https://b.github.io/")
    assert same_site("http://127.0.0.1:1/", "http://127.0.0.1:2/")
    assert not same_site("http://127.0.0.1/", "http://127.0.0.2/")
    assert not same_site("data:,x", "data:,x")
    assert registrable_domain("www.example.com") == "example.com"
    assert registrable_domain("co.uk") == "co.uk"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("xn--bcher-kva.example", "bücher.example"),
        ("xn--e1afmkfd.xn--p1ai", "пример.рф"),
        ("xn--r8jz45g.jp", "例え.jp"),
        ("xn--3e0b707e.kr", "한국.kr"),
        # аррӏе in Cyrillic, paypаl with one Cyrillic letter, Greek and Armenian twins of Latin words
        ("xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
        ("xn--paypl-7ve.com", "xn--paypl-7ve.com"),
        ("xn--mxail5aa.com", "xn--mxail5aa.com"),
        ("xn--l8ac.com", "xn--l8ac.com"),
        # an emoji, a stroke that passes for a slash, a damaged label
        ("xn--i-7iq.ws", "xn--i-7iq.ws"),
        ("xn--googlecom-q63f.evil.example", "xn--googlecom-q63f.evil.example"),
        ("xn--bcher-kva999999.example", "xn--bcher-kva999999.example"),
        ("münchen.de", "münchen.de"),
        ("example.org", "example.org"),
    ],
)
def test_hosts_that_could_deceive_stay_in_ascii(host: str, shown: str) -> None:
    assert display_host(host) == shown
    assert display_url(f"https://{host}:8443/x") == f"https://{shown}:8443/x"


def test_escapes_are_decoded_only_where_they_can_be_read() -> None:
    assert display_url("https://x.org/%E6%97%A5%E6%9C%AC?q=%C3%BC") == "https://x.org/日本?q=ü"
    for hidden in ("%E2%80%AE", "%C2%A0", "%E2%80%8B", "%0A", "%20", "%2F", "%EF%BB%BF", "%F3%A0%81%81", "%E3%85%A4"):
        assert display_url(f"https://x.org/a{hidden}b") == f"https://x.org/a{hidden}b"
    assert display_url("https://x.org/%FF%E6%97%A5%C3") == "https://x.org/%FF日%C3"
    assert display_url("https://x.org/\u202eb\x1b c\u0301") == "https://x.org/%E2%80%AEb%1B%20c\u0301"
    assert display_url("https://x.org/\u0301a") == "https://x.org/%CC%81a"


@given(st.text(max_size=60))
def test_nothing_unseen_is_ever_shown(text: str) -> None:
    for url in (text, "https://" + text, "https://example.org/" + text):
        shown = display_url(url)
        assert shown.isprintable()
        assert " " not in shown
        assert not any(c in shown for c in "\u202a\u202e\u2066\u2069\u200b\ufeff\u00ad")


def test_parts_are_all_there() -> None:
    url = parts("https://u:p@Example.org:8443/a/../b?q#f")
    assert (url.scheme, url.user, url.password, url.host, url.port) == ("https", "u", "p", "example.org", "8443")
    assert (url.path, url.query, url.fragment, url.authority) == ("/b", "q", "f", "example.org:8443")


@pytest.mark.parametrize(
    "head",
    "https://example.org http://a.b https://EXAMPLE.org https://a..b https://.a https://a. https://1.2 https://1.0x2 "
    "https://x.5 https://xn--a.org https://a_b.org https://a.org:443 https://u@a.org https://a.b%41 https://-a.org "
    "https:// http://[::1] https://a.ORG httpx://a.b //example.org //a.b:8 //EXAMPLE.org //a..b //u@a.org // /// "
    "javascript: mailto:a@b JavaScript: javascript:/ mailto:/. tel:+1".split(),
)
@pytest.mark.parametrize("base", ["https://base.test/x/y", "file:///tmp/a.html", "file:///tmp/a%20b/c.html", ""])
def test_links_are_what_the_parser_makes_of_them(head: str, base: str) -> None:
    link = head + "/path/page.html?q=1#f"
    try:
        wanted = parse(link, parse(base) if base else None).text()
    except UrlInvalid:
        wanted = link
    assert resolve(base, link) == wanted
    assert resolve(base, link) == wanted  # and when its host is known


@pytest.mark.parametrize(
    "base",
    [
        "file:///a/b.html",
        "file:///C:/a/b",
        "file:///a//b",
        "file:///a%41/b",
        "file:///",
    ],
)
@pytest.mark.parametrize("link", ["c.html", "/d", "#e", "?f", "../g", "", "c/d.html#x"])
def test_links_of_local_pages_are_what_the_parser_makes_of_them(base: str, link: str) -> None:
    assert resolve(base, link) == parse(link, parse(base)).text()


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("\u0440\u0430ypal.com", "mixes letters of Cyrillic and Latin"),
        ("xn--80ak6aa92e.com", "has nothing but Cyrillic letters that look like Latin ones"),
        ("\u03b5xample.com", "mixes letters of Greek and Latin"),
        ("example.org", ""),
        ("münchen.de", ""),
        ("правда.рф", ""),
        ("яндекс.com", ""),
        ("日本語abcカナ.jp", ""),
        ("한국abc.kr", ""),
        ("i❤.ws", ""),
        ("xn--.com", ""),
        ("a b", ""),
        ("", ""),
    ],
)
def test_a_name_that_may_deceive_is_told_from_those_of_its_language(host: str, why: str) -> None:
    reads, found = deceives(host)
    assert found == why and bool(reads) is bool(why)


@pytest.mark.parametrize("sign", [*(chr(code) for code in range(0x20)), *" #%/:<>?@[\\]^|\x7f"])
def test_no_host_name_holds_what_ends_or_hides_one(sign: str) -> None:
    """By percent encoding they come past the parser of addresses (https://url.spec.whatwg.org/#forbidden-domain-code-point)."""
    with pytest.raises(UrlInvalid):
        parse(f"http://a%{ord(sign):02X}b/")
    if sign not in "#/:?@\\\t\n\r":
        with pytest.raises(UrlInvalid):
            parse(f"http://a{sign}b/")
