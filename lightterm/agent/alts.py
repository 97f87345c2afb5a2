"""The words of pictures in few tokens: nobody sees them, and a page's words are what an agent pays for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.document.fill import rebuilt
from lightterm.document.marks import IMAGE, IMAGE_END, LINK, LINK_END, MEDIA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Paragraph

WORDS, FEW = 8, 3
"""Words that are told of a picture; how many it has at least to be told once only."""

_RUN = re.compile(f"{IMAGE}([{MEDIA}]?)(\\[?)([^{IMAGE}{IMAGE_END}]*?)(\\]?){IMAGE_END}")
_FILE = re.compile(f"({LINK}{MEDIA}(?:video|audio)): [^{LINK_END} ]+\\.[a-z0-9]{{2,4}}(?={LINK_END})", re.IGNORECASE)
"""A film or sound without a name: that of its file tells nothing that its address does not."""

_SIZED = re.compile(r" \d+×\d+: ")


def short_words(text: str) -> str:
    """As many words of a picture as are told; what a drawing shows, which has its size, is all there is of it."""
    words = text.split()
    return text if len(words) <= WORDS or _SIZED.search(text) else " ".join(words[:WORDS]) + "…"


def with_short_pictures(blocks: Sequence[Block]) -> list[Block]:
    """Blocks whose pictures have few words, each the first time: how many and which there are stays as it is."""
    told: set[str] = set()

    def change(paragraph: Paragraph) -> Paragraph:
        raw = paragraph.raw
        if IMAGE not in raw and MEDIA not in raw:
            return paragraph
        changed = _RUN.sub(lambda found: _shortened(found, told), _FILE.sub(r"\1", raw))
        return paragraph if changed == raw else paragraph.with_raw(changed)

    return [rebuilt(block, change) for block in blocks]


def _shortened(found: re.Match[str], told: set[str]) -> str:
    mark, opened, text, closed = found.groups()
    alone = not (
        found.string[found.start() - 1 : found.start()] == LINK and found.string[found.end() :][:1] == LINK_END
    )
    short = "…" if alone and text in told and text.count(" ") + 1 >= FEW else short_words(text)
    told.add(text)
    return f"{IMAGE}{mark}{opened}{short}{closed}{IMAGE_END}"
