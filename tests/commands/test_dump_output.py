"""What is printed and how: headers, source, titles, links, numbers, colours, widths, downloads, several pages."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from dumping import dump
from processes import clean_environment, lightterm

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Server, Talk

PAGE = "<title>Tides</title><h1>Tides</h1><p>High at <a href='/six'>six</a>, low at <a href='/noon'>noon</a>."
LINE = "High at [1]six, low at [2]noon."


@pytest.fixture
def url(server: Server) -> str:
    return server.page("/", PAGE)


# --- headers and source


def test_head_asks_for_headers_only(server: Server, url: str) -> None:
    for flag in ("--head", "-I"):
        done = dump(flag, url)
        size = len(PAGE)
        assert done.text == (
            f"HTTP/1.1 200 Because\nContent-Type: text/html; charset=utf-8\nContent-Length: {size}\n\n"
        )
        assert server.log[-1].method == "HEAD"
    assert dump("--format", "headers", url).text == done.text
    assert server.log[-1].method == "GET"


def test_headers_before_the_page_or_the_source(server: Server, url: str) -> None:
    head = dump("--head", url).text
    assert dump("--include", url).text == head + dump(url).text
    assert dump("-i", "--source", url).text == head + PAGE
    assert dump("-i", "--title", url).text == head + "Tides\n"


def test_headers_are_clean(server: Server) -> None:
    url = server.page("/", "x", headers=[("X-Evil", "a\x1b[31mb\x07c\u202ed")])
    done = dump("--head", url)
    assert "X-Evil: " in done.text and not set("\x1b\x07\u202e") & set(done.text)


def test_the_headers_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "x.html"
    file.write_text(PAGE)
    assert dump("--head", str(file)).text == f"Content-Type: text/html\nContent-Length: {len(PAGE)}\n\n"


def test_the_source_is_text_or_the_very_bytes(server: Server) -> None:
    raw = bytes(range(256)) * 3
    done = dump("--source", server.page("/raw", raw, "application/octet-stream"))
    assert (done.output, done.code) == (raw, 0)
    evil = server.page("/evil", "<p>a\x1b]0;title\x07b\r\n\tc", "text/html")
    done = dump("--source", evil)
    assert done.code == 0 and "\x1b" not in done.text and "\x07" not in done.text and "\tc" in done.text
    assert dump("--format", "html-source", server.page("/", "<p>ä".encode("latin-1"), "text/html")).text == "<p>ä"


# --- the page


@pytest.mark.covers("LB-118", "LB-117")
def test_link_styles(server: Server, url: str) -> None:
    six, noon = server.url("/six"), server.url("/noon")
    assert dump("--no-metadata", url).text == f"# Tides\n\n{LINE}\n\nReferences\n\n[1] {six}\n[2] {noon}\n"
    inline = f"High at [1]six <{six}>, low at [2]noon <{noon}>."
    assert " ".join(dump("--no-metadata", "--links", "inline", url).text.split()) == f"# Tides {inline}"
    assert dump("--no-metadata", "--links", "none", url).text == f"# Tides\n\n{LINE}\n"
    assert dump("--links=only", url).text == f"[1] {six}\n[2] {noon}\n"
    osc8 = dump("--no-metadata", "--links", "osc8", url).text
    assert f"\x1b]8;;{six}\x1b\\[1]six\x1b]8;;\x1b\\" in osc8
    assert re.sub(r"\x1b\]8;;[^\x1b]*\x1b\\", "", osc8) == f"# Tides\n\n{LINE}\n"


def test_without_numbers(server: Server, url: str) -> None:
    done = dump("--no-numbers", "--no-metadata", url)
    assert done.text == "# Tides\n\nHigh at six, low at noon.\n"


@pytest.mark.covers("LB-117")
def test_title_and_address_above_the_page(server: Server, url: str, config: Callable[[str], Path]) -> None:
    assert dump(url).text.startswith(f"Tides\n{url}\n\n# Tides\n")
    config("output: {include_metadata: false}")
    assert dump(url).text.startswith("# Tides\n")


def test_the_title_alone(server: Server, url: str) -> None:
    evil = server.page("/evil", "<title>a&#27;[31m\n b&#x202e;c</title><p>text")
    none = server.page("/none", "<p>text")
    done = dump("--title", url, none, evil)
    assert done.code == 0
    first, second, third = done.text.splitlines()
    assert (first, second) == ("Tides", "") and third.startswith("a") and not set("\x1b\u202e") & set(third)


def test_the_width(server: Server) -> None:
    url = server.page("/", "<p>" + "word " * 100)
    for width in (1, 20, 60, 132):
        lines = dump("--no-metadata", "-w", str(width), url).text.splitlines()
        assert max(map(len, lines)) <= max(width, 4) and len(lines) >= 500 // (width + 5)
    assert max(map(len, dump("--no-metadata", url).text.splitlines())) in range(70, 81)


# --- colours


@pytest.mark.parametrize(
    ("options", "environ", "colored"),
    [
        ((), {}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--format", "ansi"), {}, True),
        (("--format", "ansi"), {"NO_COLOR": "1", "TERM": "dumb"}, True),
        (("--format", "ansi", "--color", "never"), {}, False),
        (("--color", "never"), {}, False),
    ],
)
def test_colours_into_a_pipe(
    url: str, options: tuple[str, ...], environ: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    text = dump(*options, url).text
    assert ("\x1b[" in text) is colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == dump(url).text


def test_every_coloured_line_is_reset(server: Server) -> None:
    url = server.page("/", "<h1>Head</h1><p><a href=/x>a link " + "that goes on " * 20 + "</a><b>bold " * 30)
    for line in dump("--color", "always", "-w", "40", url).text.splitlines():
        assert line.count("\x1b[0m") * 2 == line.count("\x1b[")


@pytest.mark.parametrize(
    ("environ", "colored"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_and_width_of_a_terminal(tmp_path: Path, environ: dict[str, str], colored: bool) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Head</h1><p>" + "word " * 40)
    out = on_a_terminal(tmp_path, [str(page), "--dump"], {"TERM": "xterm", **environ})
    assert ("\x1b[" in out) is colored
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out).splitlines()
    assert max(map(len, lines)) in range(40, 51)


def test_a_terminal_gets_no_binary(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(b"\x00\x01\x1b[31m\xff")
    out = on_a_terminal(tmp_path, ["--source", str(file)], {"TERM": "xterm"})
    assert "is no text for a terminal" in out and "\x1b" not in out and "\x00" not in out


def on_a_terminal(home: Path, argv: list[str], environ: dict[str, str]) -> str:
    """What a process writes to a terminal of 50 columns."""
    import fcntl
    import struct
    import termios

    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    with subprocess.Popen(
        lightterm(*argv),
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=home,
        env=clean_environment(str(home), **environ),
    ) as process:
        os.close(inside)
        out = b""
        while True:
            try:
                data = os.read(outside, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not data:
                break
            out += data
        process.wait(30)
    os.close(outside)
    return out.decode()


# --- several pages


def test_several_pages_in_order_one_of_them_failing(server: Server, url: str, impatient: None) -> None:
    server.page("/b", "<title>Second</title><p>two")
    done = dump("--links", "none", url, "http://127.0.0.1:1/", server.url("/nope"), server.url("/b"))
    assert done.text == (
        f"Tides\n{url}\n\n# Tides\n\n{LINE}\n\n{server.url('/nope')}\n\n# no such page\n"
        f"\nSecond\n{server.url('/b')}\n\ntwo\n"
    )
    assert done.code == 7
    refused, missing = done.errors.splitlines()
    assert "http://127.0.0.1:1/: " in refused and f"{server.url('/nope')}: " in missing


def test_sources_and_titles_of_several_pages_have_nothing_between(server: Server, url: str) -> None:
    assert dump("--source", url, url).text == PAGE * 2
    assert dump("--title", url, url).text == "Tides\n" * 2


# --- downloads


def test_a_download_has_the_server_s_name_made_safe(server: Server, tmp_path: Path) -> None:
    for number, (disposition, name) in enumerate(
        [
            ('attachment; filename="../../etc/passwd"', "passwd.html"),
            ("attachment; filename*=UTF-8''na%C3%AFve.html", "naïve.html"),
            ("attachment; filename=.bashrc", "bashrc.html"),
            ("", "page-3.html"),
        ]
    ):
        url = server.page(
            f"/page-{number}", PAGE, headers=[("Content-Disposition", disposition)] if disposition else []
        )
        done = dump(f"--download={tmp_path}", url)
        assert (done.code, done.text) == (0, "")
        assert done.errors == f"lightterm: saved {tmp_path}/{name} ({len(PAGE)} bytes)\n"
        assert (tmp_path / name).read_text() == PAGE
    assert len(list(tmp_path.iterdir())) == 4


def test_a_download_never_goes_over_a_file(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = server.page("/tides.html", PAGE)
    (tmp_path / "tides.html").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert "saved ./tides.1.html" in dump("--download", url).errors
    assert "saved ./tides.2.html" in dump("--download", url).errors
    assert (tmp_path / "tides.html").read_text() == "mine"
    assert (tmp_path / "tides.2.html").read_text() == PAGE


def test_a_download_cut_off_is_a_part(server: Server, tmp_path: Path) -> None:
    def half(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "application/zip"), ("Content-Length", "1000")])
        talk.send(b"PK half")
        talk.close()

    server.on("/a.zip", half)
    done = dump(f"--download={tmp_path}", server.url("/a.zip"))
    assert done.code == 18 and "993 of 1000 bytes are missing" in done.errors
    assert [file.name for file in tmp_path.iterdir()] == ["a.zip.part"]
    assert (tmp_path / "a.zip.part").read_bytes() == b"PK half"


@pytest.mark.parametrize("validator", [("ETag", '"v1"'), ("Last-Modified", "Mon, 23 Nov 2026 00:00:00 GMT")])
def test_a_download_goes_on_where_it_broke_off(server: Server, tmp_path: Path, validator: tuple[str, str]) -> None:
    data = bytes(range(256)) * 40

    def breaks(asked: Asked, talk: Talk) -> None:
        start = int((asked.header("range") or "bytes=0-")[6:-1])
        assert not start or asked.header("if-range") == validator[1]
        span = [("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")] if start else []
        length = ("Content-Length", str(len(data) - start))
        talk.head(206 if start else 200, [("Content-Type", "application/zip"), length, validator, *span])
        talk.send(data[start : start + 4000])
        talk.close()

    server.on("/a.zip", breaks)
    done = dump(f"--download={tmp_path}", server.url("/a.zip"))
    assert (done.code, (tmp_path / "a.zip").read_bytes()) == (0, data)
    assert [asked.header("range") for asked in server.log] == [None, "bytes=4000-", "bytes=8000-"]


def test_a_download_of_what_changed_meanwhile_begins_anew(server: Server, tmp_path: Path) -> None:
    def changes(asked: Asked, talk: Talk) -> None:
        if asked.header("range"):
            talk.reply("another file", content_type="application/zip")
        else:
            talk.head(200, [("Content-Type", "application/zip"), ("Content-Length", "1000"), ("ETag", '"1"')])
            talk.send(b"PK half")
            talk.close()

    server.on("/a.zip", changes)
    assert dump(f"--download={tmp_path}", server.url("/a.zip")).code == 0
    assert (tmp_path / "a.zip").read_bytes() == b"another file"


def test_an_error_page_is_no_download(server: Server, tmp_path: Path) -> None:
    done = dump(f"--download={tmp_path}", server.url("/nope.zip"))
    assert done.code == 22 and "answered 404" in done.errors and "saved" not in done.errors
    assert list(tmp_path.iterdir()) == []


def test_a_download_into_no_folder(server: Server, url: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = dump(f"--download={tmp_path}/file/x", url)
    assert done.code == 38 and "could not be saved" in done.errors


# --- stderr


@pytest.mark.covers("LBX-11")
def test_quiet_and_verbose(server: Server, url: str) -> None:
    assert dump("-q", server.url("/nope")).errors == ""
    assert dump("--quiet", server.url("/nope")).code == 22
    loud = dump("-v", url).errors
    assert re.search(r"tier 1: load \d+ ms \(connect \d+, first byte \d+\), extract \d+ ms", loud)
    assert re.search(rf"status 200 HTTP/1\.1, {len(PAGE)} bytes in \d+ ms, text/html\n", loud)
    assert "status 200" in dump("-v", "--source", url).errors


def test_what_was_left_out_is_told_when_asked(server: Server) -> None:
    url = server.page("/", "<p>seen<p hidden>unseen words")
    assert re.search(r"left out \(.*\): 1 element, 12 characters", dump("-v", url).errors)
