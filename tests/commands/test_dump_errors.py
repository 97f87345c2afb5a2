"""What goes wrong: what came on stdout, one line on stderr that a person understands, the error's exit code."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import subprocess
import threading
from typing import TYPE_CHECKING

import pytest
from dumping import dump
from processes import clean_environment, lightterm, run_measured
from servers import Listener

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Server, Talk

    Handler = Callable[[Asked, Talk], None]

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def raw(data: bytes) -> Handler:
    """Says exactly `data` and closes."""

    def say(asked: Asked, talk: Talk) -> None:
        talk.send(data)
        talk.close()

    return say


def reset(asked: Asked, talk: Talk) -> None:
    talk.reset()


def broken_off(asked: Asked, talk: Talk) -> None:
    talk.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    talk.chunk(b"<p>kept")
    talk.reset()


def dripping(asked: Asked, talk: Talk) -> None:
    talk.head(200, [("Content-Type", "text/html"), ("Content-Length", "100000")])
    talk.send(b"<p>kept ")
    talk.drip(b"x" * 100_000, 0.02)


class Plain(Listener):
    """Speaks HTTP whatever it is asked."""

    def talk(self, sock: socket.socket, number: int) -> None:
        sock.recv(65536)
        sock.sendall(b"HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n")


BROKEN: list[tuple[Handler, tuple[str, ...], int, str]] = [
    (raw(HEAD + b"Content-Length: 100\r\n\r\n<p>kept"), (), 18, "93 of 100 bytes are missing"),
    (raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n7\r\n<p>kept\r\n"), (), 18, "broke off"),
    (broken_off, (), 18, "the connection was reset"),
    (raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n7\r\n<p>kept\r\nxyz\r\n"), (), 8, ""),
    (raw(HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"<p>kept " + os.urandom(9999))[:5000]), (), 18, ""),
    (raw(HEAD + b"\r\n<p>kept" + b" more" * 9999), ("--max-bytes", "1000"), 63, "--max-bytes"),
    (raw(HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"<p>kept" + b" more" * 99999)), (), 63, ""),
    (dripping, ("--timeout", "0.4"), 28, "0.4 s"),
]


@pytest.mark.covers("LB-148")
@pytest.mark.parametrize(("handler", "options", "code", "words"), BROKEN)
def test_of_a_broken_reply_what_came_is_kept(
    server: Server,
    handler: Handler,
    options: tuple[str, ...],
    code: int,
    words: str,
    config: Callable[[str], Path],
) -> None:
    config("network: {retries: 0, max_decoded_bytes: 100000}")
    server.on("/", handler)
    done = dump(*options, server.url())
    assert done.code == code
    assert "kept" in done.text
    assert done.errors.startswith(f"lightterm: {server.url()}: ") and done.errors.count("\n") == 1
    assert words in done.errors


@pytest.mark.covers("LB-150", "LB-136", "LB-137", "UB-49", "UB-50", "UB-51", "UB-52", "UB-61")
@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, 22), (401, 24), (403, 22), (404, 22), (405, 22), (407, 24), (408, 22), (410, 22), (418, 22), (429, 29),
        (451, 25), (499, 22), (500, 23), (501, 23), (502, 23), (503, 23), (504, 23), (599, 23),
    ],
)  # fmt: skip
def test_the_exit_code_of_each_status(server: Server, impatient: None, status: int, code: int) -> None:
    url = server.url(f"/status/{status}")
    done = dump(url)
    assert done.code == code
    assert f"# {status}\n" in done.text
    assert done.errors.startswith(f"lightterm: {url}: 127.0.0.1 answered {status}: ")
    assert done.errors.count("\n") == 1


@pytest.mark.covers("LB-150", "LB-132", "LB-133")
def test_the_exit_code_of_each_failure(server: Server, impatient: None, tmp_path: Path) -> None:
    """Where nothing came at all."""
    server.on("/reset", reset)
    server.on("/noise", raw(b"\x00\x01 this is no HTTP\r\n\r\n"))
    server.on("/silent", lambda asked, talk: talk.hold())
    server.on("/headers", raw(b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 400_000 + b"\r\n\r\n"))
    plain = Plain()
    closed = socket.create_server(("127.0.0.1", 0))
    port = closed.getsockname()[1]
    closed.close()
    found = {
        words: dump(*argv)
        for words, argv in (
            ("nonsense", ("nonsense",)),
            ("scheme", ("x-none:x",)),
            ("name", ("http://nowhere.invalid/",)),
            ("refused", (f"http://127.0.0.1:{port}/",)),
            ("reset", (server.url("/reset"),)),
            ("noise", (server.url("/noise"),)),
            ("time", ("--timeout", "0.3", server.url("/silent"))),
            ("headers", (server.url("/headers"),)),
            ("tls", (f"https://127.0.0.1:{plain.port}/",)),
            ("proxy", ("--proxy", f"http://127.0.0.1:{port}", server.url())),
            ("cached", ("--cached", server.url())),
            ("file", (str(tmp_path / "none"),)),
            ("flag", ("--width", "wide", server.url())),
            ("setting", ("--width", "-5", server.url())),
            ("config", ("--config", str(tmp_path / "none.yaml"), server.url())),
            ("cacert", ("--cacert", str(tmp_path / "none.pem"), f"https://127.0.0.1:{plain.port}/")),
            ("header", ("-H", "no colon", server.url())),
        )
    }
    plain.stop()
    assert {words: done.code for words, done in found.items()} == {
        "nonsense": 3, "scheme": 4, "name": 6, "refused": 7, "reset": 7, "noise": 8, "time": 28, "headers": 63,
        "tls": 35, "proxy": 9, "cached": 10, "file": 37, "flag": 2, "setting": 2, "config": 2, "cacert": 2, "header": 2,
    }  # fmt: skip
    assert {done.text for done in found.values()} == {""}
    for words in found.keys() - {"flag", "header"}:  # argparse says how the option is used, too
        assert found[words].errors.count("\n") == 1, found[words].errors
        assert found[words].errors.startswith("lightterm: ")


@pytest.mark.covers("UB-57")
def test_a_page_without_text_is_no_success(server: Server) -> None:
    for body in ("<title>T</title>", "<p hidden>nothing to see"):
        done = dump(server.page("/", body))
        assert done.code == 46 and "the page has no text; look at the raw reply (--source)" in done.errors
    for body in ("", "\r\n"):
        done = dump(server.page("/", body))
        assert done.code == 46 and "the server sent an empty page; ask again, or as a common browser" in done.errors
    done = dump(server.page("/", "", status=204))
    assert done.code == 0 and done.errors == f"lightterm: {server.url('/')}: the server sent no page (204 No Content)\n"


def test_a_failure_by_another_scheme_names_the_address_with_its_scheme() -> None:
    """Name and password of an address are left out of what is told, and its scheme was with them."""
    done = dump("ftp://ann:b@d@127.0.0.1:1/x")
    assert done.errors.startswith("lightterm: ftp://127.0.0.1:1/x: ") and "ann" not in done.errors


def test_a_redirect_to_nowhere_says_so(server: Server) -> None:
    done = dump(server.page("/", "", status=302))
    assert done.code == 8 and "302 says that the page is elsewhere, and the server does not say where" in done.errors
    done = dump(server.page("/", "It is over there.", status=302))
    assert done.code == 0 and "over there" in done.text
    done = dump("--no-redirects", server.redirect("/", "/two"))
    assert done.code == 0


@pytest.mark.covers("UB-56")
def test_a_page_that_its_scripts_would_write_says_so(server: Server) -> None:
    url = server.page("/", "<title>App</title><div id=root></div><script src=/app.js></script>")
    done = dump("--tier", "static", url)
    words = "#root is empty; no tier above static was allowed; open it in a browser that runs scripts"
    assert done.code == 41 and words in done.errors
    assert done.text.startswith("App\n")


@pytest.mark.covers("LB-140")
def test_binary_served_as_a_page(server: Server) -> None:
    done = dump(server.page("/", b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 8, "text/html"))
    assert not set(map(chr, range(9))) & set(done.text)
    assert done.code == 42 and "binary data" in done.errors and done.errors.count("\n") == 1
    for text, charset in (("a bell\x07 and much text after it " * 9, "utf-8"), ("wide enough", "utf-16")):
        assert dump(server.page("/", text.encode(charset), "text/html")).code == 0


def test_how_long_to_wait_is_said(server: Server, impatient: None) -> None:
    url = server.page("/", "<p>slowly", status=429, headers=[("Retry-After", "120")])
    done = dump(url)
    assert done.code == 29 and done.errors.endswith("too many requests; wait 120 s, then try again\n")


def test_the_first_error_decides_and_the_others_are_told(server: Server) -> None:
    url = server.page("/", b"<p>caf\xff", status=404)
    done = dump(url)
    first, second = done.errors.splitlines()
    assert done.code == 22 and "answered 404" in first and "not valid utf-8" in second


def test_what_a_server_says_reaches_stderr_clean(server: Server) -> None:
    server.on("/", raw(b"HTTP/1.1 418 I\x1b[31m am\xe2\x80\xae a\x07 pot\r\nContent-Length: 0\r\n\r\n"))
    done = dump("-v", server.url() + "\x1b[31m\u202e")
    assert done.code == 22 and not set("\x1b\x07\u202e") & set(done.errors + done.text)


# --- as processes


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>" + "word " * 99_999)
    done = run_measured(lightterm("--dump", str(page)), str(tmp_path), out="/dev/full")
    assert (done.code, done.err) == (38, b"lightterm: output: No space left on device\n")


def test_a_reader_that_goes_away_ends_it_quietly(server: Server, tmp_path: Path) -> None:
    url = server.page("/", "<p>line<br>" * 100_000)
    with subprocess.Popen(
        lightterm("--dump", url),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=clean_environment(str(tmp_path)),
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == url.encode() + b"\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == -signal.SIGPIPE


def test_no_stdout_at_all(server: Server, tmp_path: Path) -> None:
    url = server.page("/", "<p>x")
    command = f"exec {' '.join(map(repr, lightterm()[:1]))} -c {lightterm()[2]!r} {url} >&-"
    done = run_measured(["sh", "-c", command], str(tmp_path))
    assert done.code == 38 and done.err.count(b"\n") == 1


def test_interrupted_while_it_waits(server: Server, tmp_path: Path) -> None:
    asked_for = threading.Event()

    def hold(asked: Asked, talk: Talk) -> None:
        asked_for.set()
        talk.hold()

    server.on("/", hold)
    with subprocess.Popen(
        lightterm("--dump", server.url()),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=clean_environment(str(tmp_path)),
    ) as process:
        assert asked_for.wait(20)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    # Of the signal, as a shell wants it to end the loop around the command too; to the shell that is 130.
    assert (process.returncode, out, err) == (-signal.SIGINT, b"", b"")


def test_the_total_time_holds_for_the_whole_process(server: Server, tmp_path: Path) -> None:
    links = "".join(f"<link rel=stylesheet href=/{i}.css>" for i in range(8))
    server.page("/", f"<!doctype html>{links}<p>here")
    for i in range(8):
        server.on(f"/{i}.css", lambda asked, talk: talk.hold())
    done = run_measured(lightterm("--dump", "--timeout", "1", server.url()), str(tmp_path))
    assert done.code == 0 and b"here" in done.out
    assert done.wall < 4
