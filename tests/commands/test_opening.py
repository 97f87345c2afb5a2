"""Opening by commands: addresses, quick searches, the clipboard, pages beside a page, help and other own pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fronts import LineFront

from lightterm.commands.navigate import address_of, quick_search
from lightterm.document.model import Paragraph
from lightterm.errors import UrlInvalid
from lightterm.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Server


@pytest.fixture
def front(home: Path) -> Iterator[LineFront]:
    made = LineFront(home)
    yield made
    made.session.close()


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.org", "https://example.org/"),
        ("w gopher protocol", "https://en.wikipedia.org/w/index.php?search=gopher%20protocol"),
        ("w", "https://en.wikipedia.org/"),
        ("rfc 9110", "https://www.rfc-editor.org/rfc/rfc9110"),
        ("how do magnets work", "https://html.duckduckgo.com/html/?q=how%20do%20magnets%20work"),
        ("w C++ & {}", "https://en.wikipedia.org/w/index.php?search=C%2B%2B%20%26%20%7B%7D"),
        ("about:start", "about:start"),
    ],
)
def test_what_is_typed_is_an_address_or_a_search(typed: str, url: str) -> None:
    assert address_of(typed, Settings()) == url


def test_a_slip_in_an_address_is_not_searched_for() -> None:
    with pytest.raises(UrlInvalid, match="did you mean"):
        address_of("htp://example.org", Settings())
    nothing = Settings().with_session((("open.search", ""),))
    with pytest.raises(UrlInvalid):
        address_of("two words", nothing)


def test_quick_searches_are_added_and_taken_away() -> None:
    own = Settings().with_session((("open.searches", (("x", "http://x.test/?{}"), ("w", ""))),))
    assert address_of("x a b", own) == "http://x.test/?a%20b"
    assert address_of("w a", own).startswith("https://html.duckduckgo.com/")
    assert quick_search("http://x.test/?{}", "  ") == "http://x.test/"


@pytest.mark.covers("LB-93", "LBX-22")
def test_open_here_in_a_tab_and_behind(front: LineFront, server: Server) -> None:
    server.page("/a", "<title>A</title><p>first")
    server.page("/b", "<title>B</title><p>second")
    assert front.run(f"open {server.url('/a')}")
    assert front.visit.title == "A"
    assert front.run(f"open -b {server.url('/b')}")
    assert (front.visit.title, len(front.tabs)) == ("A", 2)
    assert front.run(f"open -t {server.url('/b')}")
    assert (front.visit.title, len(front.tabs)) == ("B", 3)
    assert front.run("home")
    assert front.visit.url == "about:start"


def test_an_address_from_the_page_is_opened_where_no_file_is_called_so(
    front: LineFront, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`../x` was a file, which is not there, however often one had typed it on a page."""
    server.page("/a/b/c", "<title>C</title><p>first")
    server.page("/a/x", "<title>X</title><p>second")
    (tmp_path / "here").mkdir()
    (tmp_path / "mine.html").write_text("<title>Mine</title><p>a file")
    monkeypatch.chdir(tmp_path / "here")
    assert front.run(f"open {server.url('/a/b/c')}")
    assert front.run("open ../mine.html") and front.visit.title == "Mine"
    front.run("open ../x")
    assert front.visit.url.startswith("file:")
    assert front.run(f"open {server.url('/a/b/c')}")
    assert front.run("open ../x") and front.visit.title == "X"
    assert front.run("open ./b/c") and front.visit.title == "C"
    assert front.run("open /a/x") and front.visit.title == "X"
    assert front.run("download /a/x?file") and server.log[-1].target == "/a/x?file", "it is downloaded from there, too"
    asked = len(server.log)
    front.run(f"open {tmp_path}/mine.htm")
    assert "no such file" in front.failed[-1].message, "a slip in a path of a file is told to no site"
    assert len(server.log) == asked


def test_what_is_plainly_an_address_is_opened_without_open(front: LineFront, server: Server) -> None:
    server.page("/x", "<title>X</title><p>text")
    assert front.run(server.url("/x").removeprefix("http://")) and front.visit.title == "X"


def test_a_tab_that_is_not_there_says_what_is_near(front: LineFront, server: Server) -> None:
    server.page("/x", "<title>Tea and coffee</title><p>text")
    assert front.run(f"open {server.url('/x')}")
    assert not front.run("tab select cofee") and "did you mean coffee?" in front.failed[-1].message
    assert not front.run("tab select zzz") and "tabs lists them" in front.failed[-1].message
    number = next(n for n in "987654" if n in server.url("/"))  # in an address, of which a key like Alt-5 knows nothing
    assert not front.run(f"tab select {number}") and f"there is no tab {number}" in front.failed[-1].message


def test_what_fails_is_told_and_the_chain_stops(front: LineFront) -> None:
    assert not front.run("opne x")
    assert "did you mean open?" in front.failed[-1].message
    assert not front.run("pictures off")
    assert "no command 'pictures' (did you mean images" in front.failed[-1].message
    assert not front.run("yank ;; home")
    assert "no page is open" in front.failed[-1].message
    assert len(front.tabs) == 0


def test_the_clipboard_is_opened(front: LineFront, server: Server) -> None:
    server.page("/a", "<title>A</title>x")
    server.page("/b", "<title>B</title>x")
    front.clipboard = f" {server.url('/a')}\n\n{server.url('/b')}\n"
    assert front.run("paste")
    assert [tab.title for tab in front.tabs] == ["A", "B"]
    front.clipboard = " \n"
    front.run("paste")
    assert "empty" in front.failed[-1].message


def test_pages_beside_this_one(front: LineFront, server: Server) -> None:
    for path in ("/", "/docs/", "/docs/9", "/docs/10", "/docs/11"):
        server.page(path, f"<title>{path}</title><link rel=canonical href=/docs/9><a href=/docs/11>Next »</a>")
    assert front.run(f"open {server.url('/docs/9')}")
    assert front.run("navigate increment") and front.visit.title == "/docs/10"
    assert front.run("navigate decrement") and front.visit.title == "/docs/9"
    assert front.run("navigate increment", 2) and front.visit.title == "/docs/11"
    assert front.run("navigate up") and front.visit.title == "/docs/"
    assert front.run("navigate next") and front.visit.title == "/docs/11"
    assert front.run("navigate canonical") and front.visit.title == "/docs/9"
    assert front.run("navigate root") and front.visit.title == "/"
    assert not front.run("navigate up")
    assert "top of the site" in front.failed[-1].message
    assert not front.run("navigate previous")
    assert "no link" in front.failed[-1].message
    assert not front.run("navigate increment")
    assert "no number" in front.failed[-1].message


@pytest.mark.parametrize(
    "link",
    [
        '<a href=/no>Next door</a><a rel="nofollow next" href=/2>2</a>',
        "<a href=/no>2</a><a href=/2><div>Next</div><div>→</div></a>",
        "<a href=/no></a><a href=/2> » </a><a href=/no>weiter</a>",
    ],
)
def test_the_next_page_is_the_one_that_a_link_says_is(front: LineFront, server: Server, link: str) -> None:
    server.page("/", link)
    server.page("/2", "<title>Two</title>")
    assert front.run(f"open {server.url('/')}")
    assert front.run("navigate next") and front.visit.title == "Two"


def test_the_source_is_shown_marked_and_left_again(front: LineFront, server: Server) -> None:
    server.page("/", "<title>T</title><!-- a &amp; b --><p class='x'>Text &lt;b&gt;</p>")
    assert front.run(f"open {server.url('/')} ;; source")
    assert "<p class='x'>Text &lt;b&gt;</p>" in front.text
    assert "<!-- a &amp; b -->" in front.text
    assert front.run("source")
    assert front.visit.title == "T"


def test_the_source_keeps_the_blank_lines_that_it_begins_with(front: LineFront, server: Server) -> None:
    server.page("/", "\n\n\n<title>T</title>\n\n<p>x\n")
    assert front.run(f"open {server.url('/')} ;; source")
    assert front.text.split("\n")[:6] == ["", "", "", "<title>T</title>", "", "<p>x"]


def test_the_source_of_a_long_page_is_all_there_line_by_line_and_in_parts(front: LineFront, server: Server) -> None:
    lines = [f"{' ' * (n % 5)}<p class='c{n}'>Line {n} &amp; more" + "\n" * (n % 3 == 0) for n in range(900)]
    lines[100:140] = ["<!-- a comment", *(f"  of line {n}" for n in range(700)), "  that ends -->"]
    markup = "\r\n".join(lines)
    server.page("/", markup)
    assert front.run(f"open {server.url('/')} ;; source")
    shown = front.text.splitlines()
    wanted = [line.rstrip() for line in markup.replace("\r\n", "\n").rstrip("\n").split("\n")]
    assert shown[-len(wanted) :] == wanted
    page = front.visit.page
    assert page is not None
    assert max(len(block.raw) for block in page.document.blocks if isinstance(block, Paragraph)) < 20_000


def test_what_a_page_has_is_listed(front: LineFront, server: Server) -> None:
    markup = (
        "<title>T</title><link rel=alternate type='application/rss+xml' title=News href=/rss>"
        "<a href=/a>First</a> <a href='file:///etc/passwd'>Mine</a><img src=/p.png alt=Pic width=9 height=8>"
        "<form name=f action=/go><input name=q value=v required><input type=hidden name=h value=w>"
        "<input type=password name=p value=secret></form>"
    )
    server.page("/", markup)
    front.run(f"open {server.url('/')}")
    place = server.url("/")
    assert front.run("info") and "About this page" in front.text and "HTTP/1.1 200" in front.text
    front.run(f"open {place} ;; links")
    assert f"First {server.url('/a')}" in front.text
    page = front.visit.page
    assert page is not None
    assert "file:///etc/passwd" not in [target.url for target in page.document.targets]
    assert front.run(f"open {place} ;; forms")
    assert "GET" in front.text and "h = w" in front.text and "secret" not in front.text
    assert front.run(f"open {place} ;; media") and "Pic 9×8" in front.text
    assert front.run(f"open {place} ;; feeds") and "News" in front.text


@pytest.mark.covers("LBX-22")
@pytest.mark.parametrize(
    ("topic", "title", "words"),
    [
        ("", "Browsing", "scroll to top"),
        ("help", ":help", "what there is on a command"),
        ("commands", "Commands", "Close the tab"),
        ("keys", "Keys (vim)", "scroll down"),
        ("settings", "Settings", "network.timeout"),
        ("open", ":open", "open [-t] [-b] [-p] [ADDRESS...]"),
        ("tab-close", ":tab close", "Keys (vim)"),
        ("tab", ":tab", "tab undo"),
        (":bookmark", ":bookmark add", "bookmark delete"),
        ("network.timeout", "Settings", "15.0"),
        ("gg", "Keys (vim)", "scroll to top"),
        ("exit-codes", "Exit codes", "NETWORK_DNS_FAILED"),
    ],
)
def test_help_on_a_topic(front: LineFront, topic: str, title: str, words: str) -> None:
    assert front.run(f"help {topic}"), front.failed
    assert front.visit.title == title
    assert words in front.text


def test_help_says_what_is_near(front: LineFront) -> None:
    with pytest.raises(Exception, match=r"some on .*reading-list"):
        front.open("about:help?reading")
    with pytest.raises(Exception, match="some on read-later"):
        front.open("about:help?put%20by")  # as the command's own words have it
    with pytest.raises(Exception, match="did you mean bookmarks"):
        front.open("about:help?bookmrks")
    with pytest.raises(Exception, match="did you mean open"):
        front.open("about:help?opne")


def test_every_command_has_its_help_page(front: LineFront) -> None:
    for command in front.registry:
        front.open(f"about:help?{command.name.replace(' ', '%20')}")
        assert front.visit.title in (f":{command.name}", "Commands", "Keys (vim)", "Settings"), command.name


def test_help_shows_the_users_own_aliases_and_keys(front: LineFront) -> None:
    assert front.run("alias ff tab only ;; home") and front.run("bind gz reader on")
    front.open("about:help?ff")
    assert "tab only ;; home" in front.text
    front.open("about:help?reader")
    assert "gz" in front.text


def test_the_manual_shows_the_keys_of_the_set_in_use(front: LineFront) -> None:
    front.open("about:browsing")
    assert "follow --tab" in front.text and "<!--" not in front.text
    assert front.run("keymap lynx")
    front.open("about:browsing")
    assert "target line-first" in front.text


def test_manual_pages_are_asked_for_as_at_a_shell(
    front: LineFront, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "bin").mkdir()
    (home / "bin/man").write_text(
        '#!/bin/sh\necho "PAGE(1)   Manual"; echo; echo "NAME"; echo "       page - asked for: $*"\n'
    )
    (home / "bin/man").chmod(0o755)
    monkeypatch.setenv("PATH", f"{home / 'bin'}:/usr/bin:/bin")
    for words, url in (("ls", "man:ls"), ("printf(3)", "man:printf(3)"), ("3 printf", "man:printf(3)")):
        assert front.run(f"man {words}") and front.visit.url == url, words
    front.view.word = "grep"
    assert front.run("man") and front.visit.url == "man:grep"
    front.view.word = ""
    assert not front.run("man") and "which manual page?" in str(front.failed[-1])
