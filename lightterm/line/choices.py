"""What a person chooses one of: radio buttons by what the page says before the first of them, not each by itself."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from lightterm.document.fill import TARGET
from lightterm.document.marks import FIELD, strip
from lightterm.document.model import Paragraph
from lightterm.document.within import block_of_place
from lightterm.session.controls import read_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Field

LONGEST = 4_000
"""Characters of a paragraph that is looked through: a page may have all its buttons in one."""
BRIEF = 80
"""Characters that name what is chosen; what is longer is a text."""


def choices(document: Document) -> dict[int, str]:
    """By the number of the first radio button of several that belong together, what is chosen, and of how many."""
    radios = [(n, f) for n, f in document.targets.fields() if f.kind == "radio" and f.name]
    counts = Counter((field.form, field.name) for _, field in radios)
    found: dict[int, str] = {}
    seen: set[tuple[int, str]] = set()
    for number, field in radios:
        key = (field.form, field.name)
        if key not in seen and counts[key] > 1:
            words = _words_before(document, document.targets.place(number), field)
            found[number] = f"{words or read_as(field.replace(label='', placeholder=''))}, one of {counts[key]}"
        seen.add(key)
    return found


def _words_before(document: Document, place: int, field: Field) -> str:
    """The words before a button in its line or, where there are none, the paragraph above; "" where that is no name."""
    at = block_of_place(document.blocks, place)
    block = document.blocks[at]
    if not isinstance(block, Paragraph) or len(block.raw) > LONGEST:
        return ""
    own = islice(TARGET.finditer(block.raw), max(0, place - block.first), None)
    raw = block.raw[: next((mark.start() for mark in own), 0)].rpartition("\n")[2]
    if not strip(raw).strip() and at and isinstance(above := document.blocks[at - 1], Paragraph):
        raw = above.raw
    words = "" if FIELD in raw else " ".join(strip(raw).split()).rstrip(" :")
    return words if len(words) <= BRIEF and words != field.label else ""
