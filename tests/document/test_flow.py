"""The lines of a page at one width after another: what a flow takes over from the one before changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.document.flow import Flow
from lightterm.extract.html import html_document
from lightterm.extract.view import View

if TYPE_CHECKING:
    from lightterm.document.model import Block

WORDS = "A paragraph of words with <a href=/x>a link</a> and some more of them, so that it wraps. "


def blocks(rows: int) -> tuple[Block, ...]:
    """Paragraphs, a table, preformatted lines."""
    table = "<table>" + "".join(f"<tr><td>{i}<td>{WORDS}" for i in range(rows)) + "</table>"
    markup = "".join(f"<p>{i} {WORDS * (i % 4)}" for i in range(rows)) + table + "<pre>a\nb\n\nc</pre>"
    return tuple(html_document(markup.encode(), "https://example.org/", View()).blocks)


@pytest.mark.parametrize("widths", [(80, 40, 100), (20, 21), (60, 60)])
def test_a_flow_like_another_has_the_lines_of_a_new_one(widths: tuple[int, ...]) -> None:
    there = blocks(150)
    flow = Flow(there, widths[0])
    for width in widths[1:]:
        flow.measure(0)  # some of it is counted, the rest is a guess
        flow, new = Flow(there, width, cuts=flow.cuts), Flow(there, width)
        assert len(flow) == len(new)
        while not (flow.measure(10) and new.measure(10)):
            pass
        assert list(flow.texts(0, len(flow))) == list(new.texts(0, len(new)))
        assert [flow.place(line) for line in (0, 7, 90)] == [new.place(line) for line in (0, 7, 90)]


def test_a_flow_like_one_of_another_page_takes_nothing_over() -> None:
    long, short = blocks(150), blocks(2)
    flow, new = Flow(short, 40, cuts=Flow(long, 40).cuts), Flow(short, 40)
    assert flow.measure(10) and new.measure(10)
    assert list(flow.texts(0, len(flow))) == list(new.texts(0, len(new)))


def test_each_line_of_a_huge_block_is_found_again_by_its_place() -> None:
    pre = "<p>before<pre>" + "\n".join("" if i % 7 in (2, 3) else f"{i} words of it" for i in range(3000)) + "</pre>"
    flow = Flow(tuple(html_document(pre.encode(), "https://example.org/", View()).blocks), 40)
    assert flow.measure(10)
    passed = row = 0
    for line in range(2, len(flow)):
        place = flow.place(line)
        assert (place.block, place.offset, place.row) == (1, passed, row)
        assert flow.line(place) == line
        solid = len(flow.text(line).replace(" ", ""))
        passed, row = passed + solid, 0 if solid else row + 1


def test_a_place_is_told_of_a_line_beyond_the_end() -> None:
    """Where fewer lines came than were counted on, and the screen stood at the end."""
    pre = "<pre>" + "\n".join(f"{i} words of it" for i in range(30)) + "</pre>"
    flow = Flow(tuple(html_document(pre.encode(), "https://example.org/", View()).blocks), 40)
    assert flow.measure(10)
    assert flow.place(len(flow) + 4).block == 0


def test_each_target_of_a_huge_table_is_found_on_its_first_line() -> None:
    row = "<tr><td>{0}<td><a href=/a{0}>a link of {0} long enough to take lines</a> <b>x</b><td><a href=/b{0}>b{0}</a>"
    table = "<table>" + "".join(row.format(i) for i in range(400)) + "</table><p><a href=/c>last</a>"
    document = html_document(table.encode(), "https://example.org/", View())
    flow = Flow(tuple(document.blocks), 40)
    assert flow.measure(10)
    first: dict[int, int] = {}
    for line in range(len(flow)):
        for span in flow.spans(line):
            if span.target:
                first.setdefault(span.target, line)
    assert len(first) == 801
    assert {number: flow.line_of_target(number) for number in first} == first
    assert flow.line_of_target(802) is None


def test_the_place_of_a_row_needs_no_row_far_above_it() -> None:
    rows = "".join(f"<tr><td>{i}<td>{WORDS * (i < 20)}<td>words" for i in range(2000))
    flow = Flow(html_document(f"<p>Words<table>{rows}</table>".encode(), "https://example.org/", View()).blocks, 60)
    text = flow.text(900)
    place = flow.place(900)
    assert flow.text(900) == text  # the first rows, which are taller, are not counted
    assert flow.text(flow.line(place)) == text
