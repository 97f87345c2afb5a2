"""The words of pictures in few tokens: nobody sees them, and a page's words are what an agent pays for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.document.fill import rebuilt
from lightterm.document.marks import IMAGE, IMAGE_END, LINK, LINK_END, MEDIA, RESUME
from lightterm.document.subset import paragraphs

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
    """Blocks whose pictures have few words, each the first time: how many and which there are stays as it is.

    A picture that says what the text beside it says has no words, nor has one in a link that goes on in words.
    """
    told: dict[str, None] = {}
    others = _beside(blocks)

    def change(paragraph: Paragraph) -> Paragraph:
        raw = paragraph.raw
        if IMAGE not in raw and MEDIA not in raw:
            return paragraph
        beside, goes_on = others[id(paragraph)]
        # What stands in a sentence has its place there.
        around = None if _RUN.sub("", raw).strip() else beside
        end = len(raw) - 1 if goes_on else -1
        changed = _RUN.sub(lambda found: _shortened(found, told, around, end), _FILE.sub(r"\1", raw))
        return paragraph if changed == raw else paragraph.with_raw(changed)

    return [rebuilt(block, change) for block in blocks]


def _beside(blocks: Sequence[Block]) -> dict[int, tuple[tuple[str, ...], bool]]:
    """Of each paragraph what those before and behind it say, and whether the next one goes on with its last link."""
    known = list(paragraphs(blocks))
    said = [_plain(paragraph.text()) for paragraph in known]
    found = {}
    for at, paragraph in enumerate(known):
        behind = known[at + 1].raw if at + 1 < len(known) else ""
        around = tuple(filter(None, (*said[max(0, at - 1) : at], *said[at + 1 : at + 2])))
        found[id(paragraph)] = around, behind.startswith(RESUME) and paragraph.raw.endswith(IMAGE_END + LINK_END)
    return found


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _shortened(found: re.Match[str], told: dict[str, None], around: Sequence[str] | None, end: int) -> str:
    """A picture in few words, in none where it is told `around` or its link goes on behind `end`.

    Of one that begins as the one before only the last word is told: "Stove, picture 1", "…2".
    """
    mark, opened, text, closed = found.groups()
    raw = found.string
    if found.end() == end and raw[found.start() - 1 : found.start()] == LINK:
        return f"{IMAGE}{mark}{IMAGE_END}"
    alone = not (raw[found.start() - 1 : found.start()] == LINK and raw[found.end() :][:1] == LINK_END)
    if around is not None and alone and opened and (text in told or any(_says(o, _plain(text)) for o in around)):
        return f"{IMAGE}{mark}{IMAGE_END}"
    short = short_words(text)
    if alone and opened and text.count(" ") + 1 >= FEW:
        begun, _, last = text.rpartition(" ")
        if text in told:
            short = "…"
        elif told and next(reversed(told)).rpartition(" ")[0] == begun:
            short = f"…{last}"
    told.pop(text, None)
    told[text] = None
    return f"{IMAGE}{mark}{opened}{short}{closed}{IMAGE_END}"


def _says(other: str, words: str) -> bool:
    """Whether a text begins with the words of a picture, or is the beginning of them."""
    return other.startswith(words) or (other.count(" ") + 1 >= FEW and words.startswith(other))
