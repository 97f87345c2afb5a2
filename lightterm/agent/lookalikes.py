"""A page's own "[12]", which is no number of a target: told as "\\[12]", as Markdown writes it.

Without that "[3]Cancel" of a page stood where no reader could tell it from target 3, and target 3 might be "Pay";
footnotes and indexes in code look so without any intent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.document.fill import rebuilt
from lightterm.document.marks import ALL
from lightterm.safe import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lightterm.document.model import Block, Paragraph

_UNSEEN = "".join([f"{chr(first)}-{chr(last)}" for first, last in UNSEEN])
"""What is not seen between two signs, and is gone where the line is told: it would let a number through."""

_BETWEEN = f"[{re.escape(ALL)}{_UNSEEN}]*"
_ALIKE = re.compile(rf"\[(?={_BETWEEN}[0-9](?:{_BETWEEN}[0-9])*{_BETWEEN}\])")


def without_lookalikes(blocks: Sequence[Block]) -> Iterable[Block]:
    """Blocks in which nothing but the number of a target looks like one."""
    return (rebuilt(block, _told) for block in blocks)


def _told(paragraph: Paragraph) -> Paragraph:
    raw = paragraph.raw
    if "[" not in raw or (changed := _ALIKE.sub(r"\\[", raw)) == raw:
        return paragraph
    return paragraph.with_raw(changed)


def unlike(text: str) -> str:
    """A text of a page in which nothing looks like the number of a target."""
    return _ALIKE.sub(r"\\[", text) if "[" in text else text


def as_written(lines: Sequence[str]) -> Sequence[str]:
    """Lines as the page has them, to look for its words in."""
    return [line.replace("\\[", "[") if "\\[" in line else line for line in lines]
