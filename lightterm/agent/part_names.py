"""Parts of a page that have a name and no heading: what a disclosure opens, and a table by its caption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.model import Paragraph, Table
from lightterm.document.subset import paragraphs, targets_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Document

SIGNS = " ▸▾"
"""What is drawn before the words that open a part."""

Span = tuple[int, int]
"""The first block of a part, and the one behind its last."""


def named_parts(document: Document, blocks: Sequence[Block]) -> dict[str, Span]:
    """The parts by what they are called, in order; of two of one name the first."""
    found: dict[str, Span] = {}
    folds: dict[int, Span] = {}
    for at, block in enumerate(blocks):
        if isinstance(block, Table) and block.caption:
            caption = " ".join(one.text() for one in paragraphs(block.caption))
            found.setdefault(" ".join(caption.split()), (at, at + 1))
        if not isinstance(block, Paragraph | Table):
            continue
        frame = block.frame if block.frame.folds else None
        while frame is not None and frame.folds:
            if frame.fold:
                folds[frame.fold] = (folds.get(frame.fold, (at, at))[0], at + 1)
            frame = frame.parent
    for number, (first, end) in folds.items():
        if number not in document.targets:
            continue
        name = " ".join(document.targets[number].text.strip(SIGNS).split())
        begins = first - 1 if first and number in targets_of(blocks[first - 1 : first]) else first
        found.setdefault(name, (begins, end))
    found.pop("", None)
    return found
