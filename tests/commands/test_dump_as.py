"""`--as w3m`, `--as lynx` and their like, end to end: what scripts, mutt and newsboat call."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from dumping import dump
from processes import ROOT, run_measured

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

PAGE = "<title>Tides</title><h1>Tides</h1><p>High at <a href='/six'>six</a>, and then it falls for hours and hours."


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "page").write_text(PAGE)  # no ending: the type must be told
    return str(tmp_path / "page")


def test_w3m(server: Server, file: str) -> None:
    text = "# Tides\n\nHigh at six, and then it falls\nfor hours and hours.\n"
    url = server.page("/", PAGE)
    assert dump("--as", "w3m", "-dump", "-cols", "30", url).text == text
    assert dump("--as", "w3m", "-T", "text/html", "-cols", "30", "-dump", file).text == text
    assert dump("--as=w3m", "-dump", "-T", "text/html", "-cols", "30", stdin=PAGE.encode()).text == text
    assert dump("--as", "w3m", "-dump_source", url).text == PAGE
    assert dump("--as", "w3m", "-dump_head", url).text.startswith("HTTP/1.1 200 ")
    assert dump("--as", "w3m", "-dump_source", "-dump_head", url).text.startswith("HTTP/1.1 200 ")
    assert dump("--as", "lynx", "-head", "-source", "-listonly", url).text.startswith("HTTP/1.1 200 ")
    assert dump("--as", "lynx", "-source", "-listonly", url).text == PAGE
    assert dump("--as", "elinks", "-source", "1", "-eval", "set document.dump.color_mode = 1", url).text == PAGE
    both = dump("--as", "w3m", "-dump_both", url).text
    assert both.startswith("HTTP/1.1 200 ") and both.endswith(PAGE)
    numbered = dump("--as", "w3m", "-o", "display_link_number=1", "-dump", url).text
    assert "[1]six" in numbered and numbered.endswith(f"[1] {server.url('/six')}\n")
    dump("--as", "w3m", "-o", "user_agent=Mine/1", "-header", "X-A: b", "-dump", url)
    assert server.log[-1].header("user-agent") == "Mine/1" and server.log[-1].header("x-a") == "b"


def test_w3m_s_charsets(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes("<p>Привет".encode("koi8-r"))
    done = dump("--as", "w3m", "-I", "koi8-r", "-O", "iso-8859-5", "-T", "text/html", "-dump", str(tmp_path / "x"))
    assert done.output == "Привет\n".encode("iso8859-5")


def test_w3m_posts_a_file(server: Server, tmp_path: Path) -> None:
    (tmp_path / "form").write_text("a=b\n")
    dump("--as", "w3m", "-post", str(tmp_path / "form"), "-dump", server.url("/echo"))
    assert (server.log[0].method, server.log[0].body) == ("POST", b"a=b")


def test_lynx(server: Server, file: str) -> None:
    url, six = server.page("/", PAGE), server.url("/six")
    text = "# Tides\n\nHigh at [1]six, and then it\nfalls for hours and hours.\n"
    assert dump("--as", "lynx", "-dump", "-width=30", url).text == f"{text}\nReferences\n\n[1] {six}\n"
    plain = dump("--as", "lynx", "-dump", "-force_html", "-nolist", "-width=30", file)
    assert plain.text == text.replace("[1]six, and then it\nfalls", "six, and then it falls\n").replace(
        "\n for", "\nfor"
    )
    assert dump("--as", "lynx", "-dump", "-listonly", url).text == f"[1] {six}\n"
    assert dump("--as", "lynx", "-dump", "-listonly", "-nonumbers", url).text == f"{six}\n"
    assert dump("--as", "lynx", "-stdin", "-dump", "-force_html", "-nolist", stdin=b"<b>x").text == "x\n"
    assert dump("--as", "lynx", "-source", url).text == PAGE
    assert dump("--as", "lynx", "-dump", "-head", url).text.startswith("HTTP/1.1 200 ")
    dump("--as", "lynx", "-dump", "-auth=ann:pw", "-useragent=Mine/1", url)
    assert server.log[-1].header("authorization") == "Basic YW5uOnB3"
    assert server.log[-1].header("user-agent") == "Mine/1"
    dump("--as", "lynx", "-dump", "-post_data", server.url("/echo"), stdin=b"a=1\n&b=2\n---\nrest")
    assert server.log[-1].body == b"a=1&b=2"


@pytest.mark.parametrize("program", ["links", "elinks"])
def test_links_and_elinks(server: Server, program: str) -> None:
    url, six = server.page("/", PAGE), server.url("/six")
    width = "-width" if program == "links" else "-dump-width"
    done = dump("--as", program, "-dump", width, "40", url)
    assert done.code == 0 and max(map(len, done.text.splitlines()[:4])) <= 40
    assert (six in done.text) is (program == "elinks")
    assert dump("--as", program, "-source", url).text == PAGE


def test_links_numbers(server: Server) -> None:
    done = dump("--as", "links", "-dump", "-html-numbered-links", "1", server.page("/", PAGE))
    assert "[1]six" in done.text and done.text.endswith(f"[1] {server.url('/six')}\n")


def test_flags_of_mailcaps_and_scripts(server: Server, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes("<p>Привет <a href=/>".encode("koi8-r") + b"x</a>")
    file, text = str(tmp_path / "x"), "Привет x\n"
    charset = ("-o", "document_charset=koi8-r", "-o", "display_charset=utf-8", "-o", "display_image=false")
    assert dump("--as", "w3m", "-dump", *charset, "-T", "text/html", file).text == text
    mailcap = ("--dump", "-force-html", "--assume-charset=koi8-r", "-display-charset=utf-8", "-collapse_br_tags")
    assert dump("--as", "lynx", *mailcap, "-nolist", "-restrictions=all", "-nozap", "--", file).text == text
    elinks = ("-dump", "-no-numbering", "-no-references", "-dump-width", "60", "-dump-charset", "utf-8", "-force-html")
    assert dump("--as", "links", *elinks, "-html-assume-codepage", "koi8-r", file).text == text
    dump("--as", "links", "-dump", "-http.fake-referer", "https://a.test/", server.page("/", PAGE))
    assert server.log[-1].header("referer") == "https://a.test/"


def test_their_failures_have_our_exit_codes(server: Server, impatient: None) -> None:
    for program in ("w3m", "lynx", "links", "elinks"):
        done = dump("--as", program, "-dump", server.url("/nope"))
        assert done.code == 22 and "# no such page" in done.text and done.errors.count("\n") == 1
        done = dump("--as", program, "-dump", "-no-such-flag", server.url())
        assert (done.code, done.text) == (2, "") and "-no-such-flag" in done.errors


def test_under_their_name(server: Server, tmp_path: Path) -> None:
    (tmp_path / "w3m").symlink_to(ROOT / "lightterm" / "launcher")
    url = server.page("/", PAGE)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    done = run_measured([sys.executable, str(tmp_path / "w3m"), "-dump", url], str(tmp_path), environment=environment)
    assert (done.code, done.err) == (0, b"")
    assert done.out.decode().startswith("# Tides\n\nHigh at six,")
