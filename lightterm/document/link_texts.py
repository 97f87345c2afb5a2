"""What the links of a page say, all of them in one go: asked one by one, those of 10 MB took 4 s of a key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.document.marks import FIELD, LINK, LINK_END, RESUME, strip
from lightterm.document.subset import paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lightterm.document.model import Block

_BEGINS = re.compile(f"([{LINK}{FIELD}{RESUME}])")


def each_link(blocks: Iterable[Block]) -> Iterator[tuple[int, str]]:
    """(number, text) of each piece of a link, in reading order: one in several paragraphs has several."""
    for paragraph in paragraphs(blocks):
        raw = paragraph.raw
        if LINK not in raw and RESUME not in raw:
            continue
        numbers = paragraph.numbers()
        number = next(numbers)
        for found in _BEGINS.finditer(raw):
            begins = found[0]
            if begins != RESUME:
                number = next(numbers)
            if begins == FIELD:
                continue
            start = found.end()
            after = _BEGINS.search(raw, start)
            text = raw[start : after.start() if after else len(raw)].partition(LINK_END)[0]
            yield number, text if text.isprintable() else strip(text)


def link_texts(blocks: Iterable[Block]) -> dict[int, str]:
    """The text of each link by its number, in reading order, over all the paragraphs it runs through."""
    found: dict[int, str] = {}
    more: dict[int, list[str]] = {}  # of a link that runs through 40,000 paragraphs, put together once
    for number, text in each_link(blocks):
        if number in found:
            more.setdefault(number, []).append(text)
        else:
            found[number] = text
    for number, texts in more.items():
        found[number] = " ".join((found[number], *texts))
    return {number: " ".join(text.split()) for number, text in found.items()}
