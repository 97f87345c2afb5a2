"""Blocks with other text in their fields: what was typed stands in the page as if the page had it."""

from __future__ import annotations

import re

from lightterm.document.marks import FIELD, FIELD_END, LINK, MARKS, strip
from lightterm.document.model import Cell, Paragraph, Table, area
from lightterm.document.within import place_of, row_of_place
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lightterm.document.flow import Flow
    from lightterm.document.model import Block

TARGET = re.compile(f"[{LINK}{FIELD}]")
"""What begins a target in a paragraph's string."""


class Filling(Record):
    """What is to stand in a field, and the note behind it that takes the place of `old_note`."""

    text: str
    note: str = ""
    old_note: str = ""


def rebuilt(block: Block, change: Callable[[Paragraph], Paragraph]) -> Block:
    """The block with its paragraphs changed, those of a table's caption and cells in reading order."""
    if isinstance(block, Paragraph):
        return change(block)
    if isinstance(block, Table):
        caption = [rebuilt(b, change) for b in block.caption]
        rows = [_rebuilt_row(row, change) for row in block.rows]
        return Table(rows, caption, block.frame, block.gap, block.lead, block.stacked)
    return block


def _rebuilt_row(row: Sequence[Cell], change: Callable[[Paragraph], Paragraph]) -> list[Cell]:
    return [Cell([rebuilt(b, change) for b in c.blocks], c.columns, c.rows, c.header, c.align) for c in row]


def filled(block: Block, fillings: Mapping[int, Filling], only: Iterable[int] = ()) -> Block:
    """The block with these fields, by target number, filled in; of a table `only` these rows are looked at, where any
    are said: one of 10,000 rows took 150 ms."""

    def fill(paragraph: Paragraph) -> Paragraph:
        return _filled(paragraph, fillings)

    if not isinstance(block, Table) or not only:
        return rebuilt(block, fill)
    rows = list(block.rows)
    for row in only:
        rows[row] = _rebuilt_row(rows[row], fill)
    caption = [rebuilt(each, fill) for each in block.caption]
    return Table(rows, caption, block.frame, block.gap, block.lead, block.stacked)


def put_in(
    flow: Flow, blocks: Sequence[Block], fillings: Mapping[int, Filling], numbers: Iterable[int] | None = None
) -> list[int]:
    """Have a flow of a document's `blocks` show fields filled in: all, or those of `numbers`; the blocks changed."""
    if not blocks:
        return []
    changed = sorted({flow.block_of_target(number) for number in (fillings if numbers is None else numbers)})
    places = dict[int, list[int]]()
    if any(isinstance(blocks[index], Table) for index in changed):
        for number in fillings:
            places.setdefault(flow.block_of_target(number), []).append(place_of(blocks, number))
    for index in changed:
        block = blocks[index]
        only = {row_of_place(block, place) for place in places.get(index, ())} if isinstance(block, Table) else ()
        flow.put(index, filled(block, fillings, only), only)
    return changed


def _filled(paragraph: Paragraph, fillings: Mapping[int, Filling]) -> Paragraph:
    raw = paragraph.raw
    if FIELD not in raw:
        return paragraph
    out: list[str] = []
    at, words_end, is_blank = 0, end_of_words(raw), True
    numbers = paragraph.numbers()
    next(numbers)
    for found in TARGET.finditer(raw):
        number = next(numbers)
        if found[0] == LINK or number not in fillings or (end := raw.find(FIELD_END, found.start())) < 0:
            continue
        filling = fillings[number]
        out.append(raw[at : found.start()])
        is_blank = is_blank and not strip(out[-1]).strip()
        at = end + 1 + (len(filling.old_note) if raw.startswith(filling.old_note, end + 1) else 0)
        text = FIELD + "".join(t for t in filling.text if t not in MARKS) + FIELD_END + filling.note
        if "\n" in text and paragraph.frame.kind != "area":
            if is_blank and at >= words_end:
                return _as_area(paragraph, "".join((*out, text, raw[at:])))
            end_line(out)
            out += (text, "\n" * (at < words_end))
            at = past_spaces(raw, at)
        else:
            out.append(text)
        is_blank = False
    return paragraph.with_raw("".join(out) + raw[at:]) if at else paragraph


def end_of_words(raw: str) -> int:
    """Behind the last character of a string that is neither space nor mark."""
    at = len(raw)
    while at and (raw[at - 1] in MARKS or raw[at - 1].isspace()):
        at -= 1
    return at


def past_spaces(raw: str, at: int) -> int:
    """The place of the first character from `at` on that is no space."""
    while raw[at : at + 1] == " ":
        at += 1
    return at


def end_line(pieces: list[str]) -> None:
    """Have a new line begin after the text of the pieces of a string; it is not put together for that: 30,000 fields
    in a paragraph took 20 s."""
    while pieces:
        pieces[-1] = pieces[-1].rstrip(" ")
        if pieces[-1]:
            break
        pieces.pop()
    for piece in reversed(pieces):
        seen = strip(piece).rstrip(" ")
        if seen:
            pieces += [] if seen[-1] == "\n" else ["\n"]
            return


def _as_area(paragraph: Paragraph, raw: str) -> Paragraph:
    """A copy with another string that holds nothing but a text of several lines."""
    copy = paragraph.with_raw(raw)
    copy.frame = area(paragraph.frame)
    copy.lead += 1
    return copy
