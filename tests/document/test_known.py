"""What is known of a page's lines from when it was laid out in the same way before."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from effort import calls

from lightterm.document.flow import Flow
from lightterm.document.known import WAYS
from lightterm.document.model import ROOT, Cell, Paragraph, Table
from lightterm.document.place import Place
from lightterm.document.ready import ready

if TYPE_CHECKING:
    from lightterm.document.model import Block


def page(count: int = 400) -> list[Block]:
    return [Paragraph(f"Paragraph {n} " + "with words " * (n % 30), ROOT, 1, 0, 1) for n in range(count)]


def counted(flow: Flow) -> Flow:
    flow.recall()
    while not flow.measure(1.0):
        pass
    return flow


def test_a_page_laid_out_in_the_same_way_is_not_laid_out_again() -> None:
    blocks = page()
    first = counted(Flow(blocks, 40))
    seen = [first.row(line) for line in range(100, 130)]
    again = Flow(blocks, 40, cuts=first.cuts)
    assert not again.complete
    again.recall()
    assert again.complete and len(again) == len(first)
    assert [again.row(line) for line in range(100, 130)] == seen
    index, _ = again.find(110)
    assert again.chunk(index) is first.chunk(index)


def test_another_width_or_another_document_is_laid_out_by_itself() -> None:
    blocks = page()
    first = counted(Flow(blocks, 40))
    for other in (Flow(blocks, 41, cuts=first.cuts), Flow(page(), 40, cuts=first.cuts), Flow(blocks, 40)):
        other.recall()
        assert not other.complete
    wide = Flow(blocks, 40, cuts=first.cuts, opened={3: True})
    wide.recall()
    assert not wide.complete


def test_blocks_in_whose_place_others_are_put_are_counted_by_themselves() -> None:
    blocks = page()
    first = counted(Flow(blocks, 40))
    again = Flow(blocks, 40, cuts=first.cuts)
    again.put(200, Paragraph("much more " * 500, ROOT, 1, 0, 1))
    assert len(counted(again)) > len(first) + 100
    assert "much more" in again.text(again.line_of_block(200))
    third = Flow(blocks, 40, cuts=first.cuts)
    third.recall()
    assert third.complete and len(third) == len(first) and "Paragraph 200" in third.text(third.line_of_block(200))


def test_what_is_marked_is_marked_for_one_alone() -> None:
    blocks = page()
    plain_block = blocks[200]
    assert isinstance(plain_block, Paragraph)
    marked = plain_block.with_raw("marked " + "with words " * 20)
    first = counted(Flow(blocks, 40))
    first.text(first.line_of_block(200))
    again = Flow(blocks, 40, shown=lambda index, block, _: marked if index == 200 else block, cuts=first.cuts)
    again.recall()
    assert "marked" in again.text(again.line_of_block(200))
    assert "marked" not in first.text(first.line_of_block(200))
    plain = Flow(blocks, 40, cuts=first.cuts)
    plain.recall()
    assert "marked" not in plain.text(plain.line_of_block(200))


def test_few_ways_are_known() -> None:
    blocks = page(50)
    first = counted(Flow(blocks, 40))
    for width in range(41, 45):
        counted(Flow(blocks, width, cuts=first.cuts))
    assert len(first.cuts.known) == WAYS


def seen(flow: Flow, place: Place) -> list[str]:
    """What a view shows at a place."""
    first = max(0, min(flow.line(place), len(flow) - 20))
    return list(flow.texts(first, first + 20))


def test_what_is_to_be_seen_at_a_place_is_laid_out_before() -> None:
    cell = Cell([Paragraph("some words", ROOT, 0, 0, 1)], 1, 1, False, "")
    for blocks, place in (
        (page(), Place(200)),
        (page(), Place(399, 10)),
        (page(), Place(5000)),
        ([*page(3), Table([[cell, cell] for _ in range(2000)], [], ROOT, 1, 0)], Place(3, 1500)),
        ([Table([[cell, cell] for _ in range(2000)], [], ROOT, 1, 0)], Place()),
    ):
        cuts = ready(blocks, 40, True, False, sight=(place, 20))
        costs = []
        for flow in (Flow(blocks, 40, cuts=ready(blocks, 40, True, False)), Flow(blocks, 40, cuts=cuts)):
            flow.recall()
            costs.append(calls(partial(seen, flow, place)))
        assert costs[1] < costs[0] / 2, (place, costs)
