"""Pages as they are heard: each field on a line of its own, with the words before it, and nothing that is only drawn.

A screen reader says one line at a time, `________________` as sixteen underlines and a line across the page as eighty
of the signs that it is made of. Pages put several fields on a line, so that the words before one often end the line
above.
"""

from __future__ import annotations

import re

from lightterm.document.fill import rebuilt
from lightterm.document.folding import CLOSED, OPEN
from lightterm.document.marks import FIELD, FIELD_END, LINK, strip
from lightterm.document.model import Divider, Frame
from lightterm.document.within import paragraphs
from lightterm.session.controls import BUTTONS, CHECKED, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.document.flow import Flow
    from lightterm.document.model import Block, Document, Field, Paragraph

EMPTY = "empty"
RULE = "---"
"""A line across the page: read as nothing by who does not have all signs read."""

_DRAWN = (*BUTTONS, "file")
"""Kinds that are shown by words already."""
_NOTE = re.compile(r" ?\([^()]*\)")


def aloud(document: Document, blocks: Sequence[Block], opened: Mapping[int, bool]) -> list[Block]:
    """The blocks of a document's page with its fields as they are heard; those without any are the same ones.

    `opened` says of some disclosures, by target number, whether they are open now.
    """
    fields = dict(document.targets.fields())

    def change(paragraph: Paragraph) -> Paragraph:
        return _heard(paragraph, fields, opened) if FIELD in paragraph.raw else paragraph

    return [rebuilt(b, change) if any(FIELD in p.raw for p in paragraphs(b)) else b for b in blocks]


def said(flow: Flow, line: int) -> str:
    """One line of a page as it is heard: a heading with its level, as edbrowse has it, where `##` is two numbers."""
    text = flow.text(line)
    if "─" in text and isinstance(flow.blocks[flow.block_at(line)], Divider):
        return text.rstrip("─") + RULE
    if "# " in text and (level := getattr(flow.blocks[flow.block_at(line)], "level", 0)):
        begins = not line or not flow.text(line - 1) or flow.block_at(line - 1) != flow.block_at(line)
        return text.replace("#" * level, f"h{level}", 1) if begins else text
    return text


def _heard(paragraph: Paragraph, fields: Mapping[int, Field], opened: Mapping[int, bool]) -> Paragraph:
    raw, out, at = paragraph.raw, "", 0
    numbers = paragraph.numbers()
    next(numbers)
    apart = not paragraph.pre and paragraph.frame.kind != "area"
    for i, mark in enumerate(raw):
        if mark not in (LINK, FIELD):
            continue
        number = next(numbers)
        field = fields.get(number)
        if mark == FIELD and raw[i + 1 : i + 2] in (CLOSED, OPEN):
            out += raw[at : i + 1] + ("open:" if opened.get(number, raw[i + 1] == OPEN) else "closed:")
            at = i + 2
            continue
        kind = kind_of(field) if field is not None else ""
        end = raw.find(FIELD_END, i)
        if mark == LINK or field is None or kind in BUTTONS or end < 0:
            continue
        out += raw[at:i]
        if apart and kind in CHECKED:
            out = _ended(out)
        at = end + 1
        out += f"{FIELD}{_said(kind, raw[i + 1 : end])}{FIELD_END}"
        own = re.compile(rf" *{re.escape(field.label)}") if kind in CHECKED and field.label else _NOTE
        note = own.match(raw, at)
        if note is not None:
            out, at = out + note[0], note.end()
        if apart and (note is not None or kind not in CHECKED) and strip(raw[at:]).strip():
            out = _ended(out)
            at += len(raw[at:]) - len(raw[at:].lstrip(" "))
    copy = paragraph.with_raw(out + raw[at:])
    if copy.frame.kind == "area" and copy.frame.parent is not None:
        copy.frame = Frame(copy.frame.parent, "area", "", "")
    return copy


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


def _ended(raw: str) -> str:
    """The string, after whose text a new line begins."""
    raw = raw.rstrip(" ")
    return f"{raw}\n" if strip(raw).rstrip(" ")[-1:] not in ("", "\n") else raw
