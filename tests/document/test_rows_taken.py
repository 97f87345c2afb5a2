"""Rows of a long table that are copied: made in another thread, and as they stand on the screen."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import TYPE_CHECKING

import pytest

from lightterm.document.excerpt import Excerpt, excerpt
from lightterm.document.flow import Flow
from lightterm.document.model import Paragraph, Table
from lightterm.extract.html import html_document
from lightterm.extract.view import View

if TYPE_CHECKING:
    from lightterm.document.model import Block


def table(rows: int = 400) -> tuple[Block, ...]:
    cells = "".join(f"<tr><td>{n}<td><a href=/{n}>link {n}</a><td>{'words ' * (n % 40)}" for n in range(rows))
    page = f"<p>Before it.<table border=1><tr><th>Number<th>Link<th>Words{cells}</table><p>Behind it."
    return tuple(html_document(page.encode(), "http://here/", View()).blocks)


def standing(flow: Flow, start: tuple[int, int], end: tuple[int, int]) -> str:
    lines = list(flow.texts(start[0], end[0] + 1))
    lines[-1] = lines[-1][: end[1]]
    lines[0] = lines[0][start[1] :]
    return "\n".join(lines)


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("width", [30, 79])
def test_rows_are_taken_as_they_stand(width: int, counted: bool) -> None:
    flow = Flow(table(), width)
    while counted and not flow.measure(1.0):
        pass
    last = len(flow) - 60
    for start, end in (((100, 3), (last, 9)), ((2, 0), (last, 0)), ((90, 1), (300, 4))):
        flow.text(start[0]), flow.text(end[0])
        found = Excerpt(flow, start, end)
        assert found.is_long
        with ThreadPoolExecutor(1) as behind:
            text = behind.submit(found.text).result()
        if counted:
            assert text == standing(flow, start, end).rstrip("\n")
        else:
            first, final = flow.text(start[0])[start[1] :], flow.text(end[0])[: end[1]]
            assert text.startswith(first) and text.endswith(final.rstrip("\n"))


def test_all_of_the_page_is_taken_with_what_stands_around_the_table() -> None:
    flow = Flow(table(), 60)
    while not flow.measure(1.0):
        pass
    text = excerpt(flow, (0, 0), (len(flow) - 1, 99))
    assert text.startswith("Before it.\n\n") and text.endswith("\n\nBehind it.")
    assert "link 399" in text


def test_few_rows_are_taken_at_once() -> None:
    flow = Flow(table(), 60)
    assert not Excerpt(flow, (100, 0), (120, 5)).is_long
    assert excerpt(flow, (100, 0), (120, 5)) == standing(flow, (100, 0), (120, 5))


@pytest.mark.parametrize("typed", ["a", "words much longer than any that stood in this column before, and then some"])
def test_rows_with_a_field_that_was_filled_in_are_taken_as_they_stand(typed: str) -> None:
    blocks = table()
    rows = blocks[1]
    assert isinstance(rows, Table)
    cell = rows.rows[200][2]
    paragraph = cell.blocks[0]
    assert isinstance(paragraph, Paragraph)
    filled = copy(cell)
    filled.blocks = [paragraph.with_raw(typed)]
    other = copy(rows)
    other.rows = [*rows.rows[:200], [*rows.rows[200][:2], filled], *rows.rows[201:]]
    flow = Flow(blocks, 79)
    flow.put(1, other)
    while not flow.measure(1.0):
        pass
    start, end = (40, 3), (len(flow) - 60, 9)
    found = Excerpt(flow, start, end)
    assert found.is_long  # all of it was laid out by a key
    assert found.text() == standing(flow, start, end).rstrip("\n")
    assert typed.split()[-1] in found.text()
