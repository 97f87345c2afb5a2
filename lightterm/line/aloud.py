"""Pages as they are heard: each field on a line of its own, with the words before it, and nothing that is only drawn.

A screen reader says one line at a time, `________________` as sixteen underlines and a line across the page as eighty
of the signs that it is made of. Pages put several fields on a line, so that the words before one often end the line
above.
"""

from __future__ import annotations

import re

from lightterm.document.fill import TARGET, end_line, end_of_words, past_spaces, rebuilt
from lightterm.document.folding import CLOSED, OPEN
from lightterm.document.marks import FIELD, FIELD_END, LINK
from lightterm.document.model import Divider, Frame
from lightterm.document.within import paragraphs
from lightterm.line.drawn import EMPTY, is_drawn, with_drawn_said
from lightterm.line.signs import begun_in_words, has_edits, with_edits_said
from lightterm.line.tables import with_empty_said
from lightterm.session.controls import BUTTONS, CHECKED, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.document.flow import Flow
    from lightterm.document.model import Block, Document, Field, Paragraph

RULE = "---"
"""A line across the page: read as nothing by who does not have all signs read."""

_DRAWN = (*BUTTONS, "file")
"""Kinds that are shown by words already."""
_NOTES = re.compile(rf"(?: ?\([^(){FIELD}]*\))+")
_ALIGNED = ("center", "right")


def aloud(document: Document, blocks: Sequence[Block], opened: Mapping[int, bool]) -> list[Block]:
    """The blocks of a document's page with its fields as they are heard; those without any are the same ones.

    `opened` says of some disclosures, by target number, whether they are open now.
    """
    fields = dict(document.targets.fields())

    def change(paragraph: Paragraph) -> Paragraph:
        if paragraph.align in _ALIGNED:
            paragraph = paragraph.with_raw(paragraph.raw)
            paragraph.align = ""  # a line of a braille display would be blank up to them
        if is_drawn(paragraph.raw):
            paragraph = paragraph.with_raw(with_drawn_said(document, paragraph))
        if has_edits(paragraph.raw):
            paragraph = paragraph.with_raw(with_edits_said(paragraph.raw))
        return _heard(paragraph, fields, opened) if FIELD in paragraph.raw else _unboxed(paragraph)

    said = map(with_empty_said, blocks)
    return [rebuilt(b, change) if any(map(_is_said_otherwise, paragraphs(b))) else b for b in said]


def _is_said_otherwise(paragraph: Paragraph) -> bool:
    raw = paragraph.raw
    return FIELD in raw or has_edits(raw) or is_drawn(raw) or paragraph.align in _ALIGNED


def said(flow: Flow, line: int) -> str:
    """One line of a page as it is heard: a heading with its level, as edbrowse has it, where `##` is two numbers."""
    text = flow.text(line)
    if "─" in text and isinstance(flow.blocks[flow.block_at(line)], Divider):
        text = text.rstrip("─") + RULE
    text = begun_in_words(flow, line, text)
    if "# " in text and (level := getattr(flow.blocks[flow.block_at(line)], "level", 0)):
        begins = not line or not flow.text(line - 1) or flow.block_at(line - 1) != flow.block_at(line)
        return text.replace("#" * level, f"h{level}", 1) if begins else text
    return text


def _heard(paragraph: Paragraph, fields: Mapping[int, Field], opened: Mapping[int, bool]) -> Paragraph:
    raw, at = paragraph.raw, 0
    out: list[str] = []
    words_end = end_of_words(raw)
    numbers = paragraph.numbers()
    next(numbers)
    apart = not paragraph.pre and paragraph.frame.kind != "area"
    for found in TARGET.finditer(raw):
        number, i = next(numbers), found.start()
        field = fields.get(number)
        if found[0] == FIELD and raw[i + 1 : i + 2] in (CLOSED, OPEN):
            out += (raw[at : i + 1], "open:" if opened.get(number, raw[i + 1] == OPEN) else "closed:")
            at = i + 2
            continue
        kind = kind_of(field) if field is not None else ""
        if found[0] == LINK or field is None or kind in BUTTONS or (end := raw.find(FIELD_END, i)) < 0:
            continue
        out.append(raw[at:i])
        if apart and kind in CHECKED:
            end_line(out)
        out.append(f"{FIELD}{_said(kind, raw[i + 1 : end])}{FIELD_END}")
        at = _behind(raw, end + 1, field.label if kind in CHECKED else "")
        out.append(raw[end + 1 : at])
        if apart and (at > end + 1 or kind not in CHECKED) and at < words_end:
            end_line(out)
            at = past_spaces(raw, at)
    return _unboxed(paragraph.with_raw("".join(out) + raw[at:]))


def _unboxed(paragraph: Paragraph) -> Paragraph:
    """A text of several lines without the line at its edge."""
    frame = paragraph.frame
    if frame.kind == "area" and frame.parent is not None and frame.marker:
        paragraph = paragraph.with_raw(paragraph.raw)
        paragraph.frame = Frame(frame.parent, "area", "", "")
    return paragraph


def _behind(raw: str, at: int, label: str) -> int:
    """Where what belongs to a field ends that ends at `at`: behind its label, or notes."""
    if label:
        begun = past_spaces(raw, at)
        return begun + len(label) if raw.startswith(label, begun) else at
    notes = _NOTES.match(raw, at)
    return notes.end() if notes is not None else at


def _said(kind: str, shown: str) -> str:
    """What stands in a field in words: no rule below it, no box round it."""
    if kind in _DRAWN:
        return shown
    if kind in CHECKED:
        return "on" if shown.strip("[]() ") else "off"
    if kind == "select":
        return shown.strip("{▾} ") or "nothing chosen"
    if kind == "password" and shown.strip("_"):
        return "filled in"
    return shown.rstrip("_") if shown.strip("_-W: ") else EMPTY
