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
        flow, new = Flow(there, width, like=flow), Flow(there, width)
        assert len(flow) == len(new)
        while not (flow.measure(10) and new.measure(10)):
            pass
        assert list(flow.texts(0, len(flow))) == list(new.texts(0, len(new)))
        assert [flow.place(line) for line in (0, 7, 90)] == [new.place(line) for line in (0, 7, 90)]


def test_a_flow_like_one_of_another_page_takes_nothing_over() -> None:
    long, short = blocks(150), blocks(2)
    flow, new = Flow(short, 40, like=Flow(long, 40)), Flow(short, 40)
    assert flow.measure(10) and new.measure(10)
    assert list(flow.texts(0, len(flow))) == list(new.texts(0, len(new)))
