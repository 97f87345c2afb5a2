"""The dump as a process under bad conditions: hostile pages, broken pipes, full devices, signals, odd terminals."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lightterm.errors import CutOff, FileMissing, TimedOut, TooLarge, WriteFailed
from tests.processes import ROOT, clean_environment, lightterm, run_measured
from tests.unsafe import UNSAFE, unsafe_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Asked, Server, Talk

MEMORY = 256
"""Megabytes that no page may make the dump exceed."""

CPU = 15.0
"""Seconds of CPU that no page may take: several times what any took, so that a busy machine does not fail it."""

MEGA = 1_000_000

HOSTILE: dict[str, Callable[[], bytes]] = {
    "40,000 nested div": lambda: b"<div>" * 40_000 + b"innermost",
    "40,000 attributes": lambda: b"<p " + b" ".join(b"a%d=1" % i for i in range(40_000)) + b">innermost",
    "1,000 nested tables of data": lambda: b"<table><tr><th>a<th>b<tr><td>1<td>" * 900 + b"innermost",
    "600 nested landmarks": lambda: b"<nav>" * 600 + b"innermost",
    "5,000 nested elements with a style of their own": lambda: (
        b"<p dir=rtl>" * 2_000 + b"<i dir=rtl>" * 5_000 + b"innermost"
    ),
    "20,000 options": lambda: b"<select>" + b"<option>o" * 20_000 + b"</select>innermost",
    "formatting opened again in every paragraph": lambda: (
        b"".join(b"<b x%d>" % i for i in range(500)) + b"<p>x" * 2_000 + b"<p>innermost"
    ),
    "formatting without attributes, opened again": lambda: b"<b><i><u><s><tt>" * 3 + b"<p>x" * 80_000 + b"<p>innermost",
    "5 MB line in p": lambda: b"<p>" + b"word " * MEGA + b"innermost",
    "5 MB line in pre": lambda: b"<pre>" + b"word " * MEGA + b"innermost",
    "5 MB without a space": lambda: b"<p>" + b"x" * 5 * MEGA + b" innermost",
    "5 MB without a space in a cell": lambda: (
        b"<table><tr><th>a<th>b<tr><td>1<td>" + b"x" * 5 * MEGA + b"<tr><td>2<td>innermost</table>"
    ),
    "a million marks on a letter": lambda: b"<p>e" + "\u0301".encode() * MEGA + b" innermost",
    "a chain of joiners": lambda: b"<p>" + "\U0001f468\u200d".encode() * 100_000 + b" innermost",
    "a million overrides": lambda: b"<p>" + "\u202e\u2066".encode() * 100_000 + b" innermost",
    "a right-to-left letter in 200 KB of words": lambda: "<p>\u05d0 ".encode() + b"words " * 30_000 + b" innermost",
    "formatting around nothing": lambda: b"<i></i>" * 100_000 + b"innermost",
    "200,000 links": lambda: b"<p>" + b"<a href=/x>y</a> " * 200_000 + b"<p>innermost",
    "200,000 cells in a row": lambda: b"<table><tr>" + b"<td>x" * 200_000 + b"</table>innermost",
    "spans of 65,534": lambda: b"<table>" + b"<tr><td colspan=1000 rowspan=65534>x" * 2_000 + b"</table>innermost",
    "billion laughs": lambda: (
        b'<!DOCTYPE z [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        + b"&b;" * 1000
        + b"<p>innermost"
    ),
    "one million references": lambda: b"<p>" + b"&lt;" * MEGA + b" innermost",
    "style sheet of open braces": lambda: b"<style>" + b"a{" * MEGA + b"</style><p>innermost",
    "selectors with :has": lambda: (
        b"<style>div:has(p) p:has(b){color:red}</style>" + b"<div><p><b>x</b></p></div>" * 20_000 + b"<p>innermost"
    ),
    "aria-labelledby a thousand times": lambda: (
        b'<a href=x aria-labelledby="' + b"a " * 1000 + b'">x</a><p id=a>' + b"x" * 100_000 + b"<p>innermost"
    ),
    "attributes of what is ignored": lambda: b"<p>" + b"two</b x=1> <td id=a>" * 60_000 + b" innermost",
    "attributes of rows in words": lambda: b"<table>" + b"two<tr id=a>" * 60_000 + b"</table>innermost",
    "40,000 texts for screen readers": lambda: b"<p>" + b"<span class=sr-only>ab</span> cd " * 40_000 + b"<p>innermost",
    "pictures that are links, nested before a long text": lambda: (
        b"".join(b"<div><a href=/%d><img alt=x></a>" % i for i in range(400)) + b"<p>" + b"word " * MEGA + b"innermost"
    ),
    "NULs": lambda: b"\0" * 5 * MEGA + b"<p>innermost",
} | {
    f"10,000 nested {name.partition('>')[0]}": lambda name=name: f"<{name}>".encode() * 10_000 + b"innermost"
    for name in ("ul><li", "ol><li", "dl><dd", "table><tr><td", "blockquote", "font", "b", "fieldset", "details open")
}


@pytest.fixture
def page(home: Path) -> Callable[[bytes], str]:
    """Writes a page into the home and gives its path."""

    def write(data: bytes, name: str = "page.html") -> str:
        path = home / name
        path.write_bytes(data)
        return str(path)

    return write


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_ends_whole_in_bounded_time_and_memory(
    name: str, home: Path, page: Callable[[bytes], str]
) -> None:
    ended = run_measured(lightterm("--links", "none", page(HOSTILE[name]())), str(home))
    assert (ended.code, ended.err) == (0, b"")
    assert b"innermost" in ended.out or b"nermost" in ended.out.replace(b"\n", b"")
    assert ended.cpu < CPU
    assert ended.peak <= MEMORY


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("page.html", b"<p>Some words of a page, <b>and bold</b> ones.\n"),
        ("dense.html", b"<p>a"),
        ("links.html", b"<a href=x>a</a>"),
        ("cells.html", b"<table><tr><td>x"),
        ("line.txt", b"word "),
        ("lines.txt", b"Some words of a text.\n"),
        ("holes.html", b"\0"),
    ],
)
def test_100_mb_are_read_up_to_the_bound(name: str, piece: bytes, home: Path, page: Callable[..., str]) -> None:
    path = page(piece * (100 * MEGA // len(piece)), name)
    ended = run_measured(lightterm("--links", "none", path), str(home), out=os.devnull)
    assert ended.code == TooLarge.exit_code
    assert ended.err.count(b"\n") == ended.err.count(b"lightterm:") >= 1
    assert ended.cpu < CPU
    assert ended.peak <= MEMORY


@pytest.mark.parametrize("piece", ["<li>item of a list\n", "<p>日本語のテキスト</p>\n", "<p>Words that go on</p>\n"])
def test_20_mb_of_short_blocks_stay_within_the_memory(piece: str, home: Path, page: Callable[..., str]) -> None:
    path = page(piece.encode() * (20 * MEGA // len(piece.encode())))
    ended = run_measured(lightterm("--timeout", "300", path), str(home), out=os.devnull)
    assert ended.code == TooLarge.exit_code
    assert b"the page would take too much memory" in ended.err
    assert ended.peak <= MEMORY


_LINE = b"lorem ipsum sit a of " * (20 * MEGA // 21)
ONE_LINE = {
    "paragraph.html": b"<p>" + _LINE,
    "solid.html": b"<p>" + b"abcdefghij" * 2 * MEGA,
    "item.html": b"<ul><li>" + _LINE,
    "middle.html": b"<p align=center>" + _LINE,
    "rows.html": b"<pre>" + b"ab\n" * (20 * MEGA // 3),
    "summary.html": b"<details><summary>" + _LINE + b"</summary>Words.</details>",
    "ideographs.html": b"<meta charset=utf-8><p>" + "漢字かなテスト。".encode() * (20 * MEGA // 24),
    "link.html": b"<p><a href=/>" + _LINE,
    "drawing.html": b"<p><svg><title>" + _LINE + b"innermost</title></svg>",
    "button.html": b"<button>" + _LINE,
    "legend.html": b"<fieldset><legend>" + _LINE,
    "cell.html": b"<table><tr><th>a<th>b<tr><td>1<td>" + _LINE + b"</table>",
    "column.html": b"<table><tr><th>a<th>b<tr><td>1<td>" + b"ab " * (20 * MEGA // 3) + b"</table>",
    "text.txt": _LINE,
}


WIDER = [(f"{name}.html", "80") for name in ("paragraph", "ideographs", "link")]
WIDER += [("cell.html", "7"), ("column.html", "7")]
"""Some on wider screens, too: all of them on three took four minutes."""


@pytest.mark.parametrize(("name", "width"), [*((name, "2") for name in ONE_LINE), *WIDER])
def test_a_line_of_20_mb_stays_within_the_memory_on_the_narrowest_screens(
    name: str, width: str, home: Path, page: Callable[..., str]
) -> None:
    path = page(ONE_LINE[name] + b"<p>innermost", name)
    ended = run_measured(lightterm("--timeout", "300", "--links", "none", "--width", width, path), str(home))
    assert (ended.code, ended.err) == (0, b"")
    assert b"".join(ended.out.split()).rstrip(b"]").endswith(b"innermost")
    assert ended.peak <= MEMORY


@pytest.mark.parametrize("name", ["paragraph.html", "cell.html"])
def test_a_line_of_20_mb_with_colours_stays_within_the_memory(name: str, home: Path, page: Callable[..., str]) -> None:
    path = page(ONE_LINE[name] + b"<p>innermost", name)
    options = ("--timeout", "300", "--links", "none", "--width", "7", "--color", "always")
    ended = run_measured(lightterm(*options, path), str(home), timeout=300)
    assert (ended.code, ended.err) == (0, b"")
    assert b"".join(re.sub(rb"\x1b\[[\d;]*m", b"", ended.out[-200:]).split()).endswith(b"innermost")
    assert ended.peak <= MEMORY


@pytest.mark.parametrize("options", [("--query", "lorem"), ("--max-tokens", "500")], ids=["query", "budget"])
def test_what_is_looked_for_in_a_long_line_stays_within_time_and_memory(
    options: tuple[str, str], home: Path, page: Callable[..., str]
) -> None:
    path = page(b"<p>" + _LINE[: 10 * MEGA])
    ended = run_measured(lightterm(*options, "--timeout", "300", "--width", "80", path), str(home))
    assert (ended.code, b"lorem ipsum" in ended.out) == (0, True)
    assert ended.peak <= MEMORY


def test_the_memory_for_a_page_can_be_set(home: Path) -> None:
    page = home / "links.html"
    page.write_bytes(b"<a href=x>a</a>" * 200_000)  # 3 MB, all of it tags
    least, less, whole = (
        run_measured(lightterm("--links", "none", *more, str(page)), str(home))
        for more in (("--max-memory", "64M"), ("--max-memory", "96M"), ())
    )
    assert (least.code, less.code, whole.code) == (TooLarge.exit_code, TooLarge.exit_code, 0)
    assert least.peak <= 64 and less.peak <= 96 < whole.peak
    assert whole.out.count(b"]a") == 200_000 > less.out.count(b"]a") > least.out.count(b"]a") > 1000
    assert b"allow more memory (--max-memory BYTES)" in less.err


def test_max_bytes_bounds_what_is_read_from_standard_input(home: Path) -> None:
    ended = run_measured(lightterm("--max-bytes", "1M", "-T", "text/plain"), str(home), input=b"0123456\n" * 200_000)
    assert ended.code == TooLarge.exit_code
    assert 900_000 < len(ended.out) < 1_200_000


def bomb(megabytes: int, raw: bool) -> bytes:
    """A deflate stream of zeros, repeating the bytes of its first megabyte, in a gzip envelope unless `raw`."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(MEGA)) + packer.flush(zlib.Z_FULL_FLUSH)
    head = b"" if raw else b"\x1f\x8b\x08\0\0\0\0\0\0\x03"
    return head + piece * megabytes + b"\x03\0"


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_bomb_over_http_stops_at_the_bound(coding: str, server: Server, home: Path) -> None:
    url = server.page("/", bomb(2_000, coding == "deflate"), headers=[("Content-Encoding", coding)])
    ended = run_measured(lightterm(url), str(home), out=os.devnull)
    assert ended.code == TooLarge.exit_code
    assert ended.err.count(b"\n") == ended.err.count(b"lightterm: ") >= 1
    assert ended.peak <= MEMORY


@pytest.mark.covers("LB-148")
def test_a_reply_that_never_ends_is_shown_when_the_time_is_over(server: Server, home: Path) -> None:
    def drip(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html"), ("Content-Length", "1000000")])
        talk.chunk(b"<p>What came at once.")
        talk.drip(b"x" * 1000, 600)

    server.on("/", drip)
    ended = run_measured(lightterm("--timeout", "1.5", server.url("/")), str(home))
    assert ended.code == TimedOut.exit_code
    assert b"What came at once." in ended.out
    assert ended.err.count(b"\n") == 1
    assert ended.wall < 10


def test_a_reply_cut_off_is_shown_and_said(server: Server, home: Path) -> None:
    def cut(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html"), ("Content-Length", "1000")])
        talk.chunk(b"<p>The first half.")
        talk.close()

    server.on("/", cut)
    ended = run_measured(lightterm(server.url("/")), str(home))
    assert ended.code == CutOff.exit_code
    assert b"The first half." in ended.out
    assert ended.err.count(b"\n") == 1


def assert_safe(printed: bytes) -> None:
    assert unsafe_in(printed.decode("utf-8")) == []


def hostile_strings() -> list[str]:
    """Each unsafe character between letters: as itself, and as the references a page can write it with."""
    plain = [f"a{c}b" for c in (*UNSAFE, "\u2066", "\u2067", "\u2068", "\u2069")]
    return plain + [f"a&#{ord(c)};b&#x{ord(c):x};c" for c in UNSAFE]


SEQUENCES = (
    "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b]8;;http://evil.example\x1b\\x\x9b31m\u202etxt.exe\r\x08\x7f"
    "\x0e\x1bP1$q\x1b\\\x1b]52;c;b3duZWQ=\x07"
)


def injected(text: str) -> str:
    """A page with `text` everywhere a page can put text."""
    quoted = text.replace('"', "&quot;")
    css = "".join(f"\\{ord(c):x} " if c in UNSAFE else c for c in text.replace("\\", "").replace('"', ""))
    return f"""<title>{text}</title><base href="http://x.example/{quoted}/"><h1 title="{quoted}">{text}</h1>
<style>.a::before{{content:"{css}"}} .b::after{{content:attr(data-x)}} li{{list-style-type:"{css}"}}</style>
<style>.c::before{{content:"{text}"}}</style><meta name=description content="{quoted}"><p class=a>a<p class=c>c
<p class=b data-x="{quoted}">b<a href="/{quoted}" title="{quoted}">{text}</a><a href="{quoted}"></a><img alt="{quoted}">
<img src="{quoted}"><input name="{quoted}" value="{quoted}" placeholder="{quoted}"><textarea>{text}</textarea>
<select><option label="{quoted}">x<option>{text}</select><ul><li>{text}</ul><pre>{text}</pre>
<svg><title>{text}</title></svg>
<button aria-label="{quoted}">x</button><table><caption>{text}</caption><tr><th>{text}<td>{text}</table><abbr
title="{quoted}">ab</abbr><math><mi>{text}</mi></math><iframe src="{quoted}" title="{quoted}"></iframe><fieldset
><legend>{text}</legend></fieldset><ol><li value="{quoted}">x</ol><video src="{quoted}"></video><object data="{quoted}"
>{text}</object><x{quoted.replace(" ", "")[:40]}>y</x><details><summary>{text}</summary>x</details>
<area href="{quoted}" alt="{quoted}">
<meta http-equiv=refresh content="9;url={quoted}"><em lang="{quoted}">{text}</em>"""


@pytest.mark.parametrize("links", ["refs", "inline", "only"])
def test_no_control_or_invisible_character_of_a_page_comes_out(
    links: str, home: Path, page: Callable[[bytes], str]
) -> None:
    everything = "<hr>".join(injected(text) for text in (*hostile_strings(), SEQUENCES))
    path = page(everything.encode())
    ended = run_measured(lightterm("--verbose", "--links", links, path), str(home))
    assert ended.code == 0
    assert_safe(ended.out)
    assert_safe(ended.err)


@pytest.mark.parametrize("kind", ["text/plain", "text/markdown", "application/json", "application/xml", "text/css"])
def test_no_control_character_of_other_types_comes_out(kind: str, home: Path) -> None:
    text = "\n\n".join([*hostile_strings(), SEQUENCES])
    if kind == "application/json":
        text = '{"a": "' + text.replace("\\", "").replace("\n", " ") + '", "\\u001b[31m\\u202e": "\\u0007"}'
    ended = run_measured(lightterm("-T", kind), str(home), input=text.encode())
    assert ended.out.count(b"\n") >= 1
    assert_safe(ended.out)
    assert_safe(ended.err)


@pytest.mark.parametrize("options", [["--head"], ["--include"], ["--verbose"], ["--title"], ["--source"]])
def test_no_control_character_of_a_server_comes_out(options: list[str], server: Server, home: Path) -> None:
    wild = "".join(c for c in SEQUENCES if c not in "\r\n")

    def answer(asked: Asked, talk: Talk) -> None:
        raw = f"HTTP/1.1 404 {wild}\r\nContent-Type: text/html\r\nX-Wild: {wild}\r\nSet-Cookie: a{wild}=b\r\n"
        talk.send(
            (raw + f"Server: {wild}\r\nConnection: close\r\n\r\n").encode() + f"<title>{wild}</title>{wild}".encode()
        )
        talk.close()

    server.on("/", answer)
    server.redirect("/from", f"/?{wild}")
    ended = run_measured(lightterm(*options, server.url("/from")), str(home))
    assert ended.code != 0
    assert ended.err
    assert_safe(ended.out)
    assert_safe(ended.err)


def test_no_control_character_of_a_file_name_or_address_comes_out(home: Path) -> None:
    name = "evil\x1b]0;x\x07\x9b31m\u202etxt.html"
    (home / name).write_text("<p>x")
    (home / "folder").mkdir()
    (home / "folder" / name).write_text("x")
    for words in (
        [name],
        ["-v", name],
        [name + "-missing"],
        ["folder"],
        [f"http://{name}/"],
        [f"--{name}"],
        ["-w", name],
    ):
        ended = run_measured(lightterm(*words), str(home))
        assert ended.out + ended.err
        assert_safe(ended.out)
        assert_safe(ended.err)


def test_invalid_utf8_is_shown_as_replaced(home: Path, page: Callable[[bytes], str]) -> None:
    ended = run_measured(
        lightterm(
            page(
                "<meta charset=utf-8><p>naïve café über öl é ü ö before".encode()
                + b"\xff\xfe\x80 after \xed\xa0\x80 end"
            )
        ),
        str(home),
    )
    text = ended.out.decode("utf-8")
    assert "before\ufffd" in text
    assert text.rstrip().endswith("end")
    assert_safe(ended.out)


@pytest.mark.parametrize("width", ["1", "2", "3", "7"])
def test_widths_of_a_few_cells_end_well(width: str, home: Path) -> None:
    corpus = sorted((Path(__file__).parent / "corpus").glob("*.html"))
    assert corpus
    ended = run_measured(lightterm("-w", width, "--links", "none", *map(str, corpus)), str(home))
    assert ended.err == b""
    assert ended.code == 0
    assert_safe(ended.out)


@pytest.mark.parametrize(
    "kind", ["", "text/html", "text/plain", "text/markdown", "application/json", "application/xml"]
)
def test_empty_input_ends_well(kind: str, home: Path) -> None:
    ended = run_measured(lightterm(*(["-T", kind] if kind else []), "-"), str(home), input=b"")
    assert b"Traceback" not in ended.err
    assert b"internal" not in ended.err
    assert ended.out.strip() == b""


def test_a_c_locale_gets_ascii_and_nothing_else(home: Path, page: Callable[[bytes], str]) -> None:
    path = page("<meta charset=utf-8><ul><li>naïve “quoted” 漢字 — <b>€5</b></ul>".encode())
    ended = run_measured(
        lightterm(path), str(home), environment=clean_environment(str(home), LANG="C", LC_ALL="C", TERM="dumb")
    )
    assert ended.code == 0
    assert ended.out.isascii()
    assert b'* naive "quoted" ?? -- EUR5' in ended.out


def test_a_c_locale_gets_ascii_on_stderr_too(home: Path) -> None:
    for locale, name in (("C", "cafe"), ("C.UTF-8", "café")):
        spoken = clean_environment(str(home), LC_ALL=locale)
        ended = run_measured(lightterm("/café"), str(home), environment=spoken)
        assert ended.code == 37
        assert f"no such file: '/{name}'" in ended.err.decode()
    ended = run_measured(lightterm("--café"), str(home), environment=clean_environment(str(home), LC_ALL="C"))
    assert ended.code == 2 and ended.err.isascii()
    assert b"--caf\\xe9" in ended.err


def test_a_reader_that_goes_away_ends_it_quietly(home: Path, page: Callable[[bytes], str]) -> None:
    path = page(b"<p>line\n" * 200_000)
    with subprocess.Popen(
        lightterm(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=home, env=clean_environment(str(home))
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == -signal.SIGPIPE


def test_a_full_device_is_an_error_of_its_own(home: Path, page: Callable[[bytes], str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    ended = run_measured(lightterm(page(b"<p>text")), str(home), out="/dev/full")
    assert ended.code == WriteFailed.exit_code
    assert ended.err.count(b"\n") == 1
    assert b"No space left" in ended.err


@pytest.mark.parametrize(
    ("redirection", "codes"), [(">&-", {WriteFailed.exit_code}), ("2>&-", {0}), ("<&-", {0}), ("<&- 2>&-", {0})]
)
def test_closed_streams(redirection: str, codes: set[int], home: Path, page: Callable[[bytes], str]) -> None:
    words = " ".join(f"'{word}'" if "'" not in word else f'"{word}"' for word in lightterm(page(b"<p>the text")))
    ended = run_measured(["sh", "-c", f"exec {words} {redirection}"], str(home))
    assert ended.code in codes
    assert b"Traceback" not in ended.err
    assert (b"the text" in ended.out) == (ended.code == 0)


def test_an_error_without_stderr_still_has_its_exit_code(home: Path) -> None:
    words = " ".join(f"'{word}'" if "'" not in word else f'"{word}"' for word in lightterm("nowhere.html"))
    ended = run_measured(["sh", "-c", f"exec {words} 2>&-"], str(home))
    assert (ended.code, ended.out) == (FileMissing.exit_code, b"")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["nowhere.html"], FileMissing.exit_code),
        (["--no-such"], 2),
        (["-w", "0x", "page"], 2),
        (["--trace", "page"], 0),
    ],
)
def test_a_full_stderr_changes_no_exit_code(
    options: list[str], code: int, home: Path, page: Callable[[bytes], str]
) -> None:
    words = [page(b"<p>the text") if word == "page" else word for word in options]
    line = " ".join(f"'{word}'" if "'" not in word else f'"{word}"' for word in lightterm(*words))
    ended = run_measured(["sh", "-c", f"exec {line} 2>/dev/full"], str(home))
    assert (ended.code, b"the text" in ended.out) == (code, code == 0)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it_quietly(sent: signal.Signals, server: Server, home: Path) -> None:
    asked_for = threading.Event()

    def hang(asked: Asked, talk: Talk) -> None:
        asked_for.set()
        talk.hold()

    server.on("/", hang)
    with subprocess.Popen(
        lightterm(server.url("/")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=home,
        env=clean_environment(str(home)),
    ) as process:
        assert asked_for.wait(30)
        process.send_signal(sent)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (-sent, b"", b"")


def test_interrupted_before_it_begins(home: Path) -> None:
    """The launcher where Ctrl-C comes while the first of the modules is read: of the signal, as the system does it."""
    (home / "lightterm").mkdir()
    (home / "lightterm" / "__init__.py").touch()
    (home / "lightterm" / "cli.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    launcher = str(ROOT / "lightterm" / "launcher")
    code = f"import sys; sys.path.insert(0, {str(home)!r}); exec(open({launcher!r}).read())"
    ended = run_measured([sys.executable, "-I", "-c", code], str(home))
    assert (ended.code, ended.out, ended.err) == (-signal.SIGINT, b"", b"")


def on_a_terminal(home: Path, argv: list[str], columns: int, **environment: str) -> tuple[str, int]:
    """What a command writes to a pseudo-terminal of that width, and its exit code."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    setting = termios.tcgetattr(theirs)
    setting[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, setting)
    with subprocess.Popen(
        argv,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=home,
        env=clean_environment(str(home), **environment),
        start_new_session=True,
    ) as process:
        os.close(theirs)
        read = b""
        with contextlib.suppress(OSError):  # EIO: the last process has closed it
            while data := os.read(ours, 65536):
                read += data
    os.close(ours)
    return read.decode("utf-8"), process.returncode


WORDS = b"<title>T</title><p>" + b"some words <b>bold</b> and <a href=/x>linked</a> " * 20
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.covers("LBX-12")
def test_a_terminal_gets_its_own_width_and_colour(home: Path, page: Callable[[bytes], str]) -> None:
    out, code = on_a_terminal(home, lightterm("--dump", page(WORDS)), 57, TERM="xterm-256color")
    lines = ESCAPE.sub("", out).split("\n")
    assert code == 0
    assert ESCAPE.search(out)
    assert 50 < max(len(line) for line in lines if "some words" in line) <= 57
    assert "\x1b" not in ESCAPE.sub("", out)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}])
def test_a_terminal_without_colour_gets_none(
    environment: dict[str, str], home: Path, page: Callable[[bytes], str]
) -> None:
    out, code = on_a_terminal(home, lightterm("--dump", page(WORDS)), 70, **environment)
    assert code == 0
    assert "some words" in out
    assert "\x1b" not in out


@pytest.mark.covers("LB-9")
def test_a_pipe_gets_no_colour_and_80_cells(home: Path, page: Callable[[bytes], str]) -> None:
    environment = clean_environment(str(home), TERM="xterm-256color", COLUMNS="33")
    ended = run_measured(lightterm("--links", "none", page(WORDS)), str(home), environment=environment)
    assert b"\x1b" not in ended.out
    assert 72 < max(len(line) for line in ended.out.decode().split("\n") if "some words" in line) <= 80


@pytest.mark.parametrize("columns", [0, 1])
def test_a_terminal_without_a_width_is_no_trouble(columns: int, home: Path, page: Callable[[bytes], str]) -> None:
    out, code = on_a_terminal(home, lightterm("--dump", page(b"<p>some text")), columns, TERM="xterm")
    assert code == 0
    assert "".join(ESCAPE.sub("", out).split()).endswith("sometext")
