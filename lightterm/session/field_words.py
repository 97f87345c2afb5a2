"""What the page says before a field that has no label: what a person calls it, whose name is for programs."""

from __future__ import annotations

from itertools import islice

from lightterm.document.fill import TARGET
from lightterm.document.marks import FIELD, strip
from lightterm.document.model import Paragraph
from lightterm.document.within import block_of_place
from lightterm.session.controls import CHECKED, called, read_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Field

LONGEST = 4_000
"""Characters of a paragraph that is looked through: a page may have all its fields in one."""
BRIEF = 80
"""Characters that name a field; what is longer is a text."""


def name_on_page(document: Document, number: int) -> str:
    """What to call a field to a person: by its label, else by the words before it in its line, else by its name.

    A radio button stands for all of its group, whose words may be in the paragraph above.
    """
    target = document.targets[number]
    field = target.field
    if field is None:
        return target.text
    if field.kind == "radio":
        own = field.replace(label="", placeholder="")
        return words_before(document, document.targets.place(number), field, True) or read_as(own)
    if field.label.strip(" :*") or field.placeholder.strip(" :*"):
        return called(field)
    words = "" if field.kind in CHECKED else words_before(document, document.targets.place(number), field)
    return words or read_as(field)


def words_before(document: Document, place: int, field: Field, above: bool = False) -> str:
    """The words before a field in its line or, where there are none, the paragraph `above`; "" for what is no name."""
    at = block_of_place(document.blocks, place)
    block = document.blocks[at]
    if not isinstance(block, Paragraph) or len(block.raw) > LONGEST:
        return ""
    own = islice(TARGET.finditer(block.raw), max(0, place - block.first), None)
    raw = block.raw[: next((mark.start() for mark in own), 0)].rpartition("\n")[2]
    if above and not strip(raw).strip() and at and isinstance(over := document.blocks[at - 1], Paragraph):
        raw = over.raw
    words = "" if FIELD in raw else " ".join(strip(raw).split()).rstrip(" :*")
    return words if len(words) <= BRIEF and words != field.label else ""
