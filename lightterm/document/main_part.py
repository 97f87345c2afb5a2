"""Where the main part of a page begins for one who reads it."""

from __future__ import annotations

import re

from lightterm.document.marks import FIELD, FIELD_END, LINK, LINK_END, RESUME, strip
from lightterm.document.within import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document

PASSED = 200
"""Characters outside links that may stand between the beginning of the main part and its heading: labels of menus."""

LOOKED_AT = 500
"""Blocks of the main part in which its heading is looked for."""

_TARGET = re.compile(f"[{LINK}{RESUME}{FIELD}][^{LINK_END}{FIELD_END}]*[{LINK_END}{FIELD_END}]?")


def main_block(document: Document) -> int | None:
    """The block at which the main part begins; None where the page marks none.

    Many sites put menus, paths and pictures into it: where nothing else comes before its heading, that is the place.
    """
    marked = next((mark for mark in document.landmarks if mark.role == "main"), None)
    if marked is None:
        return None
    end = min(marked.end, marked.start + LOOKED_AT)
    top = next((h.block for h in document.outline() if h.level == 1 and marked.start <= h.block < end), marked.start)
    said = 0
    for block in document.blocks[marked.start : top]:
        said += sum(len(strip(_TARGET.sub("", paragraph.raw)).strip()) for paragraph in paragraphs(block))
        if said > PASSED:
            return marked.start
    return top
