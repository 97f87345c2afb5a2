"""Buttons that cannot be pressed yet, on a page that lives, and the boxes that are to be ticked for it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.agent.near_words import named_nearly
from lightterm.document.subset import paragraphs, targets_of
from lightterm.session.same_words import is_same

if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.loading import Page

LOOKED_AT = 2000
"""Paragraphs that are looked through."""

MOST = 2
"""Boxes beside a button that are to be ticked, at most: who has more to do sees it on the page."""

_OFF = re.compile(r"\[([^\[\]]{1,200})\] \(disabled\)")


def not_yet(page: Page, words: str) -> tuple[str, list[int]]:
    """A button that cannot be pressed and is called so, and the boxes before it that are not ticked; "" for none."""
    if page.snapshot.live is None:
        return "", []
    document, boxes = page.document, list[int]()
    for paragraph in islice(paragraphs(document.blocks), LOOKED_AT):
        own = _unticked(document, targets_of((paragraph,)))
        boxes = own or boxes
        names = _OFF.findall(paragraph.text())
        same = [name for name in names if is_same(name, words)] or named_nearly(words, names)
        if same:
            return same[0], own[:MOST] or boxes[-1:]
    return "", []


def _unticked(document: Document, numbers: list[int]) -> list[int]:
    fields = ((number, document.targets[number].field) for number in numbers)
    return [number for number, field in fields if field is not None and field.kind == "checkbox" and not field.checked]
