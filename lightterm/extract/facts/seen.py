"""Where a page shows a name that may be its author's: whom no reader of it sees is seldom its author."""

from __future__ import annotations

from lightterm.extract.facts.near import AFTER, BEFORE, SHORT, title_at
from lightterm.extract.reader.linear import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.reader.blocks import Block

    Signs = dict[str, tuple[str, ...]]

TEXT = 200
"""Characters from which a block is running text."""

END = 0.7
"""The share of a page's blocks after which its end begins."""


def names_seen(blocks: list[Block], names: Iterable[str]) -> Signs:
    """For each name how often the page shows it, and whether near the title, before its text, alone, or at the end."""
    texts = [_spaced(block.text) for block in blocks]
    title = title_at(blocks)
    begin = next((i for i in range(title, len(blocks)) if len(blocks[i].text) > TEXT), len(blocks))
    found: Signs = {}
    for name in dict.fromkeys(names):
        words = _spaced(name)
        at = [i for i, text in enumerate(texts) if words in text] if words.strip() else []
        found[name] = tuple(_places(at, texts, words, title, begin)) if at else ("unseen",)
    return found


def _spaced(text: str) -> str:
    return f" {' '.join(words_of(text))} "


def _places(at: list[int], texts: list[str], words: str, title: int, begin: int) -> list[str]:
    short = [i for i in at if len(texts[i]) < SHORT]
    signs = ["seen short" if short else "seen long", f"seen {min(4, len(at))}"]
    if any(texts[i] == words for i in at):
        signs.append("seen alone")
    if any(-BEFORE <= i - title < AFTER for i in short):
        signs.append("seen near title")
    if any(title - BEFORE <= i <= begin for i in short):
        signs.append("seen before text")
    if at[0] > begin:
        signs.append("seen after text only")
    if at[0] > END * len(texts):
        signs.append("seen at end only")
    if short and short[0] < title - BEFORE:
        signs.append("seen far before")
    return signs
