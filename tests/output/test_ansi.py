"""Colours and hyperlinks: escape sequences of two kinds, always ended, and nothing else changed."""

from __future__ import annotations

import re

import pytest
from effort import grows_in_proportion

from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.output.ansi import link_urls, styled_lines

BASE = "https://example.org/dir/page"
ESCAPE = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;;[!-~]*\x1b\\")


def styled(markup: str, width: int = 60, color: bool = True, links: bool = True) -> list[str]:
    document = html_document(markup.encode(), BASE, View(styled=color))
    return list(styled_lines(document.blocks, width, True, color, link_urls(document) if links else {}))


@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ("<b>b</b>", "\x1b[1mb\x1b[0m"),
        ("<em>e</em>", "\x1b[3me\x1b[0m"),
        ("<code>c</code>", "\x1b[32mc\x1b[0m"),
        ("<mark>m</mark>", "\x1b[7mm\x1b[0m"),
        ("<ins>i</ins>", "\x1b[4mi\x1b[0m"),
        ("<del>d</del>", "\x1b[9m~~d~~\x1b[0m"),
        ("<h2>h</h2>", "\x1b[1;35m## h\x1b[0m"),
        ("<b>b<i>bi</i></b>", "\x1b[1mb\x1b[0m\x1b[1;3mbi\x1b[0m"),
        ("plain", "plain"),
        ("<input size=3>", "\x1b[36m[1]___\x1b[0m"),
    ],
)
def test_marks_have_their_colours(markup, line):
    assert styled(markup, links=False) == [line]


def test_links_are_hyperlinks_with_and_without_colours():
    link = "\x1b]8;;https://example.org/x\x1b\\"
    assert styled("a <a href=/x>l</a>", color=False) == [f"a {link}[1]l\x1b]8;;\x1b\\"]
    assert styled("<a href=/x>l</a>") == [f"{link}\x1b[4;34m[1]l\x1b[0m\x1b]8;;\x1b\\"]
    assert styled("<a href=/x>l</a>", color=False, links=False) == ["[1]l"]


def test_a_link_over_two_lines_is_ended_on_each():
    lines = styled("<a href=/x>first second</a>", width=9, color=False)
    assert [ESCAPE.sub("", line) for line in lines] == ["[1]first", "second"]
    for line in lines:
        assert line.startswith("\x1b]8;;https://example.org/x\x1b\\") and line.endswith("\x1b]8;;\x1b\\")


def test_links_in_cells_and_records_are_where_they_are_shown():
    markup = (
        "<table border=1><tr><th>Name of it<th>Where<tr><td>漢字<td><a href=/a>link</a><tr><td>x<td><b>bold</b></table>"
    )
    for width in (12, 60):
        text = "\n".join(styled(markup, width, color=False))
        assert "\x1b]8;;https://example.org/a\x1b\\[1]link\x1b]8;;\x1b\\" in text
        assert "\x1b[1mbold\x1b[0m" in "\n".join(styled(markup, width))


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "about:config", "https://e.org/" + "x" * 3000]
)
def test_only_addresses_that_terminals_should_open_become_hyperlinks(href):
    assert "\x1b" not in "".join(styled(f"<a href='{href}'>l</a>", color=False))


def test_no_address_breaks_out_of_its_hyperlink():
    (line,) = styled('<a href="https://e.org/&#27;\\&#7;é ;;x">l</a>', color=False)
    assert ESCAPE.sub("", line) == "[1]l"
    assert "\x07" not in line and line.count("\x1b") == 4
    (line,) = styled('<a href="https://user:secret@e.org/@home">l</a>', color=False)
    assert "secret" not in line and "https://e.org/@home" in line


def test_a_line_of_many_marks_takes_time_in_proportion():
    def line_of(links: int) -> None:
        (line,) = styled("<pre>" + "".join(f"<a href=/{n}>x</a> <b>y</b> " for n in range(links)))
        assert line.count("\x1b]8;;") == 2 * links

    assert grows_in_proportion(line_of, 500)
