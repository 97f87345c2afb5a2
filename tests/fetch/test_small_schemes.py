"""gemini, gopher, finger, ftp and man: pages through the scheme seam, from small servers on this machine."""

from __future__ import annotations

import shutil
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme
from opening import code, text
from servers import Authority, HttpProxy, SocksProxy
from small_servers import FtpServer, LineServer, Running

from lightterm import settings
from lightterm.commands.advice import advice
from lightterm.errors import LighttermError
from lightterm.fetch.model import Request
from lightterm.fetch.schemes import check_allowed
from lightterm.fetch.urls import typed_to_url
from lightterm.output.text import page_text
from lightterm.session.session import Session


@pytest.fixture
def serve() -> Iterator[Callable[[Running], Running]]:
    running: list[Running] = []

    def keep(server: Running) -> Running:
        running.append(server)
        return server

    yield keep
    for server in running:
        server.stop()


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    with Session(settings.load()) as made:
        yield made


# --- gemini

GEMTEXT = """# A capsule
Some words.
=> /next  Another page
=> gemini://example.org/
* one
* two
> said
```
as  it   stands
```
<b>no markup</b>
"""


@pytest.fixture
def capsule(serve: Callable[[LineServer], LineServer], authority: Authority) -> LineServer:
    def answer(line: bytes) -> bytes:
        path = line.decode().partition("://")[2].partition("/")[2]
        answers = {
            "": f"20 text/gemini; lang=en\r\n{GEMTEXT}",
            "old": "31 /\r\n",
            "round": "30 /round\r\n",
            **{f"hop{left}": f"30 /hop{left - 1}\r\n" for left in range(1, 7)},
            "hop0": "20 text/plain\r\nthere",
            "away": "30 https://example.org/\r\n",
            "ask": "10 Your name?\r\n",
            "ask?Zo%C3%AB%20A": "20 text/plain\r\nHello",
            "gone": "52 It was here\r\n",
            "key": "60 Show a certificate\r\n",
            "rubbish": "what?",
        }
        return answers.get(path, "51 Not here\r\n").encode()

    return serve(LineServer(answer, authority.context()))


def test_a_gemini_page(session: Session, capsule: LineServer) -> None:
    page = session.open(Request(f"gemini://127.0.0.1:{capsule.port}/"), 80)
    assert not page.errors and page.document.title == "A capsule"
    shown = text(page)
    for part in ("# A capsule", "[1]Another page", "• one\n• two", "> said\n\nas  it   stands", "<b>no markup</b>"):
        assert part in shown, shown
    assert page.document.targets[1].url == f"gemini://127.0.0.1:{capsule.port}/next"
    assert page.document.targets[2].url == "gemini://example.org/"


def test_gemini_redirects_questions_and_failures(session: Session, capsule: LineServer) -> None:
    at = f"gemini://127.0.0.1:{capsule.port}"
    page = session.open(Request(f"{at}/old"), 80)
    assert page.document.url == f"{at}/" and page.response.redirects[0].status == 31
    assert "there" in text(session.open(Request(f"{at}/hop5"), 80))
    assert code(session, f"{at}/hop6") == "NETWORK_TOO_MANY_REDIRECTS"
    assert code(session, f"{at}/round") == "NETWORK_TOO_MANY_REDIRECTS"
    assert code(session, f"{at}/away") == "URL_SCHEME_REFUSED"
    assert code(session, f"{at}/rubbish") == "NETWORK_BAD_REPLY"
    for path, wanted in (("gone", "HTTP_GONE"), ("nothing", "HTTP_NOT_FOUND"), ("key", "AUTH_MISSING_SESSION")):
        failed = session.open(Request(f"{at}/{path}"), 80)
        assert [error.code for error in failed.errors] == [wanted]
    asks = session.open(Request(f"{at}/ask"), 80)
    assert "Your name?" in text(asks)
    answered = session.open(session.filled_in(asks, (("Your name?", "Zoë A"),)), 80)
    assert "Hello" in text(answered) and answered.document.url == f"{at}/ask?Zo%C3%AB%20A"


def test_a_gemini_certificate_is_trusted_as_it_was_first_seen(
    session: Session, capsule: LineServer, authority: Authority
) -> None:
    url = f"gemini://127.0.0.1:{capsule.port}/"
    session.open(Request(url), 80)
    session.open(Request(url), 80)
    other = trustme.CA()
    changed = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    other.issue_cert("127.0.0.1").configure_cert(changed)
    capsule.context = changed
    asked = len(capsule.asked)
    assert code(session, url) == "NETWORK_TLS_FAILED"
    assert [line for line in capsule.asked[asked:] if line] == []  # the question was not told to whoever it is
    session.forget("127.0.0.1", kinds=("decisions",))
    assert session.open(Request(url), 80).document.title == "A capsule"


def test_a_gemini_host_is_shown_the_certificate_that_settings_give_it(
    session: Session, capsule: LineServer, serve: Callable[[LineServer], LineServer], authority: Authority, home: Path
) -> None:
    (asks,) = session.open(Request(f"gemini://127.0.0.1:{capsule.port}/key"), 80).errors
    assert asks.message == "60: Show a certificate (it asks for a certificate of yours)"
    assert asks.actions[0].description == "Give it one, a PEM file with its key (--cert FILE)."
    assert advice(asks.actions[0]) == "Give it one, a PEM file with its key (:site network.client_cert FILE)."
    context, mine = authority.context(), trustme.CA()
    context.verify_mode = ssl.CERT_REQUIRED
    mine.configure_trust(context)
    mine.issue_cert("ann@example.org", common_name="Ann").private_key_and_cert_chain_pem.write_to_path(home / "ann.pem")
    closed = serve(LineServer(lambda _line: b"20 text/gemini\r\nHello, Ann\n", context))
    assert code(session, f"gemini://127.0.0.1:{closed.port}/").startswith("NETWORK_")
    session.configure(session.settings.with_session([("network.client_cert", str(home / "ann.pem"))]))
    assert "Hello, Ann" in text(session.open(Request(f"gemini://127.0.0.1:{closed.port}/"), 80))


# --- gopher


def test_gopher_menus_texts_and_searches(session: Session, serve: Callable[[LineServer], LineServer]) -> None:
    def answer(line: bytes) -> bytes:
        return {
            b"": b"iWelcome\tfake\t(NULL)\t0\r\n0A text\t/a b.txt\t127.0.0.1\t70\r\n1Menu\t/m\texample.org\t7070\r\n"
            b"hThe web\tURL:https://example.org/\tx\t70\r\n7Find\t/find\t127.0.0.1\t70\r\n3broken\t\t\t\r\n.\r\n",
            b"/a b.txt": b"A text.\r\n..dots\r\n.\r\n",
            b"/find\tgood words": b"0Found it\t/x\t127.0.0.1\t70\r\n.\r\n",
        }.get(line, b"3no such thing\t\t\t\r\n.\r\n")

    server = serve(LineServer(answer))
    at = f"gopher://127.0.0.1:{server.port}"
    menu = session.open(Request(at), 80)
    shown = text(menu)
    assert "Welcome\n[1]A text\n[2]Menu/\n[3]The web\n[4]Find?\nbroken" in shown
    urls = [target.url for target in menu.document.targets]
    assert urls == [
        "gopher://127.0.0.1/0/a%20b.txt",
        "gopher://example.org:7070/1/m",
        "https://example.org/",
        "gopher://127.0.0.1/7/find",
    ]
    assert text(session.open(Request(f"{at}/0/a%20b.txt"), 80)).strip() == "A text.\n.dots"
    asks = session.open(Request(f"{at}/7/find"), 80)
    found = session.open(session.filled_in(asks, (("Search for", "good words"),)), 80)
    refused = session.open(Request(f"{at}/0/nothing"), 80)
    assert text(refused).strip() == "no such thing"  # not the menu line that says it
    assert "[1]Found it" in text(found) and found.document.url == f"{at}/7/find?good%20words"


# --- ftp


def test_a_directory_of_ftp_tells_no_password(session: Session, serve: Callable[[FtpServer], FtpServer]) -> None:
    server = serve(FtpServer({"/a/b.txt": b"x"}, password="secret"))
    page = session.open(Request(f"ftp://ann:secret@127.0.0.1:{server.port}/a/"), 80)
    assert "b.txt" in text(page) and page.document.title == f"Index of ftp://127.0.0.1:{server.port}/a/"
    assert "secret" not in text(page).partition("References")[0]


# --- finger


def test_finger(session: Session, serve: Callable[[LineServer], LineServer]) -> None:
    server = serve(LineServer(lambda line: b"Login: " + line + b"\x1b[2J\r\n"))
    for url in (f"finger://ann@127.0.0.1:{server.port}/", f"finger://127.0.0.1:{server.port}/ann"):
        shown = text(session.open(Request(url), 80))
        assert "Login: ann" in shown and "\x1b" not in shown


# --- spartan


def test_spartan_pages_data_and_failures(session: Session, serve: Callable[[LineServer], LineServer]) -> None:
    def answer(line: bytes) -> bytes:
        host, path, size = line.split(b" ")
        assert host == b"127.0.0.1"
        if path == b"/" and size == b"0":
            return b"2 text/gemini\r\n# A spartan\n=> /old Old\n=: /say Say it\n"
        return {
            b"/old": b"3 /\r\n",
            b"/away": b"3 http://example.org/\r\n",
            b"/say": b"2 text/plain\r\n%s bytes" % size,
        }.get(path, b"4 Not \x1bhere\r\n")

    server = serve(LineServer(answer))
    at = f"spartan://127.0.0.1:{server.port}"
    page = session.open(Request(f"{at}/old"), 80)
    assert page.document.title == "A spartan" and page.document.url == f"{at}/"
    assert "[1]Old" in text(page) and "Say it [2]" in text(page)
    said = session.open(session.filled_in(page, (("Say it", "Zoë A"),)), 80)
    assert text(said).strip() == "6 bytes" and said.document.url == f"{at}/say?Zo%C3%AB%20A"
    failed = session.open(Request(f"{at}/nothing"), 80)
    assert [error.code for error in failed.errors] == ["HTTP_CLIENT_ERROR"] and "\x1b" not in failed.errors[0].message
    assert code(session, f"{at}/away") == "NETWORK_BAD_REPLY"
    assert code(session, f"{at}/a%0D%0Ab") == "URL_INVALID"


# --- what all of them refuse


def test_no_address_can_say_more_than_a_line(session: Session, serve: Callable[[LineServer], LineServer]) -> None:
    server = serve(LineServer(lambda line: b"x"))
    at = f"127.0.0.1:{server.port}"
    files = (f"ftp://{at}/a%0D%0Ab", f"ftp://a%0D%0ADELE%20b@{at}/", f"ftp://a:%0Ab@{at}/")
    for url in (f"gopher://{at}/0/a%0D%0AQUIT", f"finger://{at}/a%0AQUIT", *files):
        assert code(session, url) == "URL_INVALID"
    assert server.asked == []


def test_no_page_may_lead_to_the_ports_of_others(session: Session) -> None:
    for url in ("gopher://127.0.0.1:25/0x", "gemini://127.0.0.1:22/", "finger://127.0.0.1:80/x"):
        assert code(session, Request(url, asker="link", initiator="https://example.org/")) == "URL_INVALID"


@pytest.mark.parametrize("url", ["gemini://h/", "gopher://h/", "finger://h/", "spartan://h/", "ftp://h/"])
def test_who_may_ask(url: str) -> None:
    check_allowed(url, "person")
    check_allowed(url, "link", "https://example.org/")
    for asker, initiator, destination in (("program", None, "document"), ("link", "https://e.org/", "image")):
        with pytest.raises(LighttermError) as caught:
            check_allowed(url, asker, initiator, destination)
        assert caught.value.code == "URL_SCHEME_REFUSED"


def test_a_silent_server_is_given_up_in_time(session: Session, serve: Callable[[LineServer], LineServer]) -> None:
    server = serve(LineServer(lambda line: None))
    assert code(session, Request(f"gopher://127.0.0.1:{server.port}/", deadline=0.3)) == "NETWORK_TIMEOUT"
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        assert code(session, Request(f"ftp://127.0.0.1:{deaf.getsockname()[1]}/", deadline=0.3)) == "NETWORK_TIMEOUT"


def test_what_is_too_large_is_cut_and_told_of(session: Session, serve: Callable[[LineServer], LineServer]) -> None:
    server = serve(LineServer(lambda line: b"words " * 10_000))
    page = session.open(Request(f"finger://127.0.0.1:{server.port}/", max_bytes=1000), 80)
    assert [error.code for error in page.errors] == ["NETWORK_TOO_LARGE"]
    assert len(page.response.body) == 1000


# --- ftp

FILES = {"/pub/read me.txt": b"Read this.", "/pub/deep/x.bin": bytes(range(256)), "/top.txt": b"top"}


@pytest.mark.parametrize("mlsd", [True, False])
def test_ftp_files_and_directories(session: Session, serve: Callable[[FtpServer], FtpServer], mlsd: bool) -> None:
    server = serve(FtpServer(FILES, mlsd=mlsd))
    at = f"ftp://127.0.0.1:{server.port}"
    folder = session.open(Request(f"{at}/pub"), 80)
    assert not folder.errors and folder.document.url == f"{at}/pub/"
    urls = [target.url for target in folder.document.targets]
    assert f"{at}/" in urls and f"{at}/pub/read%20me.txt" in urls
    if mlsd:
        assert f"{at}/pub/deep/" in urls and "2020-01-0" in text(folder)
        assert [target.text for target in folder.document.targets] == ["Parent directory", "deep/", "read me.txt"]
        assert text(folder).count("7 B") == 1  # of the file: what a server says a folder's size is, is noise
    assert "Read this." in text(session.open(Request(f"{at}/pub/read%20me.txt"), 80))
    assert session.open(Request(f"{at}/pub/deep/x.bin"), 80).response.body == bytes(range(256))
    assert code(session, f"{at}/nothing") == "HTTP_NOT_FOUND"


def test_an_ftp_file_that_is_too_large_is_shown_in_part(
    session: Session, serve: Callable[[FtpServer], FtpServer]
) -> None:
    server = serve(FtpServer({"/long.txt": b"0123456789" * 20_000}))
    page = session.open(Request(f"ftp://127.0.0.1:{server.port}/long.txt", max_bytes=1000), 80)
    assert [error.code for error in page.errors] == ["NETWORK_TOO_LARGE"]
    assert page.response.body == b"0123456789" * 100


def test_ftp_of_a_host_that_does_not_exist(session: Session) -> None:
    assert code(session, "ftp://nowhere.invalid/") == "NETWORK_DNS_FAILED"


def test_ftp_with_a_password(session: Session, serve: Callable[[FtpServer], FtpServer]) -> None:
    server = serve(FtpServer(FILES, password="sesame"))
    assert code(session, f"ftp://127.0.0.1:{server.port}/top.txt") == "AUTH_MISSING_SESSION"
    assert code(session, f"ftp://ann:wrong@127.0.0.1:{server.port}/top.txt") == "AUTH_INVALID_CREDENTIALS"
    page = session.open(Request(f"ftp://ann:sesame@127.0.0.1:{server.port}/top.txt"), 80)
    assert "top" in text(page)
    assert code(session, f"ftp://%FF:%FF@127.0.0.1:{server.port}/top.txt") == "AUTH_INVALID_CREDENTIALS"


# --- by a proxy


@pytest.mark.covers("LBX-50")
@pytest.mark.parametrize("kind", ["socks5h", "http"])
def test_no_scheme_goes_past_a_proxy(
    serve: Callable[[Running], Running],
    capsule: LineServer,
    socks: SocksProxy,
    proxy: HttpProxy,
    home: Path,
    kind: str,
) -> None:
    """A link to gemini showed who hides behind one; where names are resolved there, none could be had at all."""
    hole = serve(LineServer(lambda _line: b"iBy gopher\tx\tx\t0\r\n.\r\n"))
    files = serve(FtpServer({"/dir/a.txt": b"By ftp."}, sized=True))
    by: SocksProxy | HttpProxy = socks if kind == "socks5h" else proxy
    with Session(settings.load().with_session([("network.proxy", f"{kind}://127.0.0.1:{by.port}")])) as session:
        for address, port, words in (
            ("gemini://{}/", capsule.port, "A capsule"),
            ("gopher://{}/", hole.port, "By gopher"),
            ("ftp://{}/dir/a.txt", files.port, "By ftp."),
            ("ftp://{}/dir/", files.port, "a.txt"),
        ):
            page = session.open(Request(address.format(f"127.0.0.1:{port}")), 80)
            assert not page.errors and words in text(page)
            assert any(str(port) in getattr(asked, "target", str(asked)) for asked in by.log), address
        assert len(by.log) == 6  # ftp has a connection of its own for each file
        assert code(session, "gopher://127.0.0.1:1/") == "NETWORK_PROXY_FAILED"


def test_what_a_server_says_with_the_answer_of_a_proxy_is_not_lost(
    serve: Callable[[Running], Running], socks: SocksProxy, home: Path
) -> None:
    files = serve(FtpServer({"/a.txt": b"By ftp."}))
    socks.waits = True
    address = f"ftp://127.0.0.1:{files.port}/"
    with Session(settings.load().with_session([("network.proxy", f"socks5h://127.0.0.1:{socks.port}")])) as session:
        assert "By ftp." in text(session.open(Request(f"{address}a.txt"), 80))
    assert socks.log[0] == ("127.0.0.1", files.port) and len(socks.log) == 2 and not socks.waits


# --- man


@pytest.fixture
def manual(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `man` that notes its arguments; this machine's own may have no pages."""
    program = home / "bin" / "man"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\nfor word; do echo "$word" >> "$HOME/words"; done\n'
        'case "$*" in *nothing*) exit 16;; --nh*old) echo "unknown option" >&2; exit 5;; esac\n'
        "printf 'LS(1)      User Commands\\n\\nNAME\\n       ls - l_\\bi_\\bst <files>, see stat(2)\\n'\n"
        "echo 'GNU      LS(1)'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    return home / "words"


SET_PAGE = """TOOL(1)                       User Commands                       TOOL(1)

NAME
       tool - do one thing

SYNOPSIS
       tool [-a] FILE

DESCRIPTION
       A paragraph that is longer than one line of the screen is, so that man
       broke it, and which goes on with see stat(2) behind a word that is self-
       explaining.

       -a     Take all of them, also those that begin with a dot or are empty
              or hidden.

       --all-of-them
              The same.

       -l=WORD
       --long
              Both of these.

       • an item of a list that is so long that it does not fit into one line,
         as here

           int main(void)
           {
               return 0;   /* nothing */
           }

       Its home is <https://tool.example/a>.

   A subsection
       name   value
       one    1

       ┌─────┬─────────────────────────────────────────────────────────────┐
       │ one │ drawn                                                       │
       └─────┴─────────────────────────────────────────────────────────────┘

GNU                              January 2026                        TOOL(1)
"""


def test_manual_pages_are_set_for_any_width(session: Session, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "bin").mkdir()
    (home / "page").write_text(SET_PAGE, "utf-8")
    (home / "bin/man").write_text('#!/bin/sh\ncat "$HOME/page"\n')
    (home / "bin/man").chmod(0o755)
    monkeypatch.setenv("PATH", f"{home / 'bin'}:/usr/bin:/bin")
    page = session.open(Request("man:tool"), 40)
    shown = "\n".join(page_text(page.document, 40, True, "none", str))
    for lines in (
        "## DESCRIPTION\n\nA paragraph that is longer than one line\nof the screen is, so that man broke it,\n",
        "see [1]stat(2)\nbehind a word that is self-explaining.\n",
        "\n-a\n    Take all of them, also those that\n    begin with a dot or are empty or\n    hidden.\n\n",
        "\n--all-of-them\n    The same.\n\n-l=WORD\n--long\n    Both of these.\n\n",
        "• an item of a list that is so long that\n  it does not fit into one line, as here\n",
        "    int main(void)\n    {\n        return 0;   /* nothing */\n    }\n",
        "### A subsection\n",
        "\n│ one │ drawn        ",
    ):
        assert lines in shown
    assert "https://tool.example/a" in [url for _, url in page.document.targets.addresses()]
    assert "man broke it, and which goes on with see [1]stat(2)" in text(page).replace("\n", " ")


def test_manual_pages(session: Session, manual: Path) -> None:
    page = session.open(Request("man:ls"), 80)
    shown = text(page)
    assert page.document.title == "LS(1)" and "# LS(1)\n\nUser Commands\n\n## NAME" in shown
    assert "ls - list <files>, see [1]stat(2)" in shown
    assert page.document.targets[1].url == "man:stat(2)"
    assert manual.read_text().split() == ["--nh", "--nj", "--", "ls"]
    session.open(Request("man:printf(3)"), 80)
    session.open(Request("man:3/printf"), 80)
    assert manual.read_text().split()[4:] == ["--nh", "--nj", "--", "3", "printf"] * 2
    session.open(Request("man:old"), 80)
    assert manual.read_text().split()[-2:] == ["--", "old"]
    assert code(session, "man:nothing") == "FILE_NOT_FOUND"


def test_a_section_before_a_name_is_no_port(manual: Path) -> None:
    assert typed_to_url("man:3/printf") == "man:3/printf"
    with pytest.raises(LighttermError):
        typed_to_url("men:3/printf")


@pytest.mark.parametrize("name", ["-Hfirefox", "ls;id", "a%20b", "", "../x", "ls(1;id)", "a(-x)"])
def test_no_address_says_more_to_man_than_a_name(session: Session, manual: Path, name: str) -> None:
    assert code(session, f"man:{name}") == "URL_INVALID"
    assert not manual.exists()


def test_only_people_and_manual_pages_open_manual_pages(session: Session, manual: Path) -> None:
    check_allowed("man:ls", "link", "man:cat")
    assert code(session, Request("man:ls", asker="link", initiator="https://example.org/")) == "URL_SCHEME_REFUSED"
    assert code(session, Request("man:ls", asker="program")) == "URL_SCHEME_REFUSED"


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_the_machine_s_own_man_says_when_it_has_no_such_page(session: Session) -> None:
    assert code(session, "man:there-is-no-such-page") == "FILE_NOT_FOUND"
