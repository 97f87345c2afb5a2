"""Markdown pages."""

from __future__ import annotations

import pytest
from others import URL, read

from lightterm.document.layout import text_lines
from lightterm.document.model import Paragraph, Table
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot
from lightterm.resources import data_file

MARKDOWN = "text/markdown"


def test_headings_make_title_outline_and_anchors() -> None:
    page = read(MARKDOWN, "Before\n\nTop *level* `code`\n===\n\n## Same\n\nOne.\n\n## Same\n\nTwo.\n\n## É, *x*!\n")
    assert page.document.title == "Top level code"
    assert [(h.level, h.text) for h in page.document.outline()] == [
        (1, "Top level code"),
        (2, "Same"),
        (2, "Same"),
        (2, "É, x!"),
    ]
    assert [name for name, _ in page.document.anchors] == ["top-level-code", "same", "same-1", "é-x"]


@pytest.mark.parametrize("rest", ["", "More.\n\n" * 3])
def test_all_of_it_is_main_text(rest: str) -> None:
    body = f"# Title\n\nHello\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [one](x)\n- [two](y)\n\n{rest}".encode()
    snapshot = Snapshot(Response(URL, body=body), MARKDOWN, body)
    whole, main = extract(snapshot, View())[0], extract(snapshot, View(reader=True))[0]
    assert list(text_lines(main.blocks, 80)) == list(text_lines(whole.blocks, 80))


def test_lists_quotes_code_and_breaks() -> None:
    page = read(
        MARKDOWN,
        "- a\n  1. one\n  2. two\n- [ ] todo\n- [x] done\n\n7. x\n8. y\n\n> q\n> > r\n\n---\n\n```py\nx\n  y\n```\n",
    )
    assert page.lines == [
        "• a",
        "  1. one",
        "  2. two",
        "• [ ] todo",
        "• [x] done",
        "",
        "7. x",
        "8. y",
        "",
        "> q",
        ">",
        "> > r",
        "",
        "─" * 80,
        "",
        "x",
        "  y",
    ]


def test_links_pictures_and_bare_addresses_are_numbered_in_reading_order() -> None:
    page = read(
        MARKDOWN,
        "[a](x.md) ![pic](p.png) ![](dir/q.png) [![badge](b.svg)](http://c.org) <https://d.org> "
        "http://e.org/f. [ref][r] [frag](#top)\n\n[r]: ../up 'title'\n",
    )
    base = "https://example.org/dir/"
    assert page.links == [
        base + "x.md",
        base + "p.png",
        base + "dir/q.png",
        "http://c.org/",
        "https://d.org/",
        "http://e.org/f",
        "https://example.org/up",
        base + "file#top",
    ]
    assert page.text.split("\n\n")[0].replace("\n", " ") == (
        "[1]a [2]pic [3]q.png [4]badge [5]https://d.org [6]http://e.org/f. [7]ref [8]frag"
    )
    assert [m.url for m in page.document.media] == [base + "p.png", base + "dir/q.png", base + "b.svg"]


def test_tables_and_strike_through() -> None:
    page = read(MARKDOWN, "| a | b |\n|---|--:|\n| ~~1~~ | [x](y) |\n")
    (table,) = page.document.blocks
    assert isinstance(table, Table)
    assert [cell.header for cell in table.rows[0]] == [True, True]
    assert "~~1~~" in page.text
    assert page.links == ["https://example.org/dir/y"]


def test_front_matter_is_dropped_and_a_thematic_break_is_not() -> None:
    assert read(MARKDOWN, "---\ntitle: x\ntags: [a]\n---\n# Top\n").lines == ["# Top"]
    assert "Words" in read(MARKDOWN, "---\nWords\n\n---\nmore\n").text


def test_html_is_read_as_html_but_cannot_act_on_the_page() -> None:
    page = read(
        MARKDOWN,
        "<b>bold</b> <span style='display:none'>hidden</span>\n\n"
        "<meta http-equiv=refresh content='0;url=http://evil.example'><base href='http://evil.example/'>"
        "<style>p { display: none }</style><script>alert(1)</script>\n\n</body></html><p>after [l](x)\n\n[m](y)",
    )
    assert page.lines[0] == "bold"
    assert page.document.metadata.refresh is None
    assert page.links == ["https://example.org/dir/y"]
    assert "evil" not in page.text
    assert "alert" not in page.text


@pytest.mark.parametrize("body", ["[a\n" * 300_000, "a <![CDATA[" * 90_000])
def test_what_takes_too_long_is_shown_as_text(body: str) -> None:
    page = read(MARKDOWN, body)
    assert page.codes == ["PARSE_ERROR"]
    assert page.text.count("a") >= body.count("a") - 1


def test_what_is_too_long_is_shown_as_text() -> None:
    page = read(MARKDOWN, "# a\n" * 300_000)
    assert page.lines[0] == "# a"
    assert len(page.lines) == 300_000
    assert page.errors == ()


@pytest.mark.parametrize("body", [">" * 50_000, "* " * 50_000, "[" * 20_000, "![a" * 5_000 + "](b)" * 5_000])
def test_nesting_without_end(body: str) -> None:
    assert read(MARKDOWN, body).errors == ()


def test_the_start_page() -> None:
    with open(data_file("help", "start.md"), encoding="utf-8") as file:  # noqa: PTH123
        page = read(MARKDOWN, file.read(), "about:start")
    assert page.document.title == "lightterm"
    assert page.lines[0] == "# lightterm"
    assert {"about:help", "about:recipes", "about:exit-codes"} <= set(page.links)
    assert any(isinstance(block, Table) for block in page.document.blocks)
    assert max(map(len, page.lines)) <= 80
    code = [b for b in page.document.blocks if isinstance(b, Paragraph) and b.pre]
    assert code[0].text().startswith("lightterm https://example.org\n")
    assert not any(before == after == "" for before, after in zip(page.lines, page.lines[1:], strict=False))


def test_footnotes_stand_at_the_end_and_lead_back() -> None:
    page = read(
        MARKDOWN,
        "Here[^b] and again[^b], also[^a].\n\nNone[^x]. ^[no note]\n\n[^a]: last\n\n"
        "[^b]: The *note*.\n\n    More.\n\nEnd.\n",
    )
    assert page.lines[:5] == ["Here[1]¹ and again[2]¹, also[3]².", "", "None[^x]. ^[no note]", "", "End."]
    assert page.lines[8:] == ["1. The note.", "", "   More. [4]↩︎ [5]↩︎", "", "2. last [6]↩︎"]
    assert [url.partition("#")[2] for _, url in page.document.targets.addresses()] == [
        "fn1", "fn1", "fn2", "fnref1", "fnref1:1", "fnref2",
    ]  # fmt: skip
    anchors = [name for name, _ in page.document.anchors]
    assert {"fn1", "fn2", "fnref1", "fnref1:1", "fnref2"} <= set(anchors)


@pytest.mark.parametrize("piece", ["[^", "[^a]", "[^a]: x\n", "[^a]:\n    ", "x[^a]\n\n[^a]: "])
def test_hostile_footnotes_end(piece: str) -> None:
    assert read(MARKDOWN, piece * 3000).lines
