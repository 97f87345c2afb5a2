"""Lines of a large page that are made as far as they are asked for: an answer is its beginning, a cursor asks on.

All 120,000 links of a page are 1.8 s of CPU, of which an answer of 4,000 tokens needs a sixtieth: a machine with much
else to do had nothing to tell at the end of the call's time.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from lightterm.agent.reading import address_line, lines_of
from lightterm.extract.computing import few_at_once
from lightterm.safe import clean_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Block, Document

SLICE = 2000
"""Blocks or links whose lines are made at a time."""


class Growing:
    """Lines made from `count` things, a slice of them at a time; `head` stands before them."""

    def __init__(self, count: int, make: Callable[[int, int], Sequence[str]], head: Sequence[str] = ()) -> None:
        self.lines = list(head)
        self._count = count
        self._make = make
        self._made = 0
        self._lock = threading.Lock()

    @property
    def left(self) -> int:
        """Things of which no line was made yet."""
        return self._count - self._made

    def after(self, head: Sequence[str]) -> Growing:
        """The same with others before them."""
        return Growing(self._count, self._make, [*head, *self.lines] if not self._made else head)

    def grow(self, known: int) -> bool:
        """Make the lines of the next slice, where there are no more than `known`; whether there may be more now."""
        with self._lock:
            if len(self.lines) > known:
                return True
            if not self.left:
                return False
            end = min(self._made + SLICE, self._count)
            with few_at_once():
                self.lines += self._make(self._made, end)
            self._made = end
            return True


def lines_growing(blocks: list[Block], document: Document) -> list[str] | Growing:
    """The lines of blocks of a document; of many, as they are asked for."""
    if len(blocks) <= SLICE:
        return lines_of(blocks, document)

    def make(first: int, end: int) -> list[str]:
        some = blocks[first:end]
        return lines_of(some, document.replace(blocks=some))

    return Growing(len(blocks), make)


def links_growing(document: Document) -> Growing:
    """A line for each link, as they are asked for: number, words, address."""
    there = list(document.targets.addresses())
    return Growing(len(there), lambda first, end: [address_line(document, *one) for one in there[first:end]])


def access_growing(document: Document) -> Growing:
    """The lines of the accessibility tree that blocks alone make, as they are asked for."""

    def lines(first: int, end: int) -> list[str]:
        from lightterm.output.a11y import access_lines, access_tree

        part = document.replace(blocks=document.blocks[first:end], access=None)
        return [line for one in access_lines(access_tree(part)) for line in clean_text(one).split("\n")]

    def make(first: int, end: int) -> list[str]:
        # What stands in the same list as the block before goes on with it, and does not begin it anew.
        return lines(first - 1, end)[len(lines(first - 1, first)) :] if first else lines(0, end)

    return Growing(len(document.blocks), make)
