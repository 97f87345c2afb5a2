"""Words of pages' controls that are about the same thing, in seven languages: looser than those that mean the same.

`kindred_words.txt` has a line for each thing, in small letters without accents.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 5
"""Letters of a word that may be a part of a longer one: "adresse" in "versandadresse"."""

STEM = 6
"""Letters with which words begin that are of one stem: "imprimer", "imprimable"."""

LONGEST = 40
"""Letters of a word whose parts are looked for: what is longer is none."""

ENDINGS = ("s", "d", "ed", "ing", "ment")
"""What English has behind a word that is about the same: "saved", "links"."""

GRAVE = tuple("delete cancel buy pay logout block transfer unsubscribe donate".split())
"""Words whose families make another thing of a button: no other name stands for one, and it for no other."""

KEEPING = ("save", "draft", "preview")
"""Words whose families keep or show what is not to be sent yet."""


@cache
def _families() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    for at, line in enumerate(text.splitlines()):
        for word in line.split():
            found.setdefault(word, set()).add(at)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def of_phrase(words: Sequence[str]) -> frozenset[int]:
    """The numbers of the families of a phrase that is written as one word, too: "check out"."""
    return _families().get("".join(words), frozenset()) if len(words) > 1 else frozenset()


@cache
def _stems() -> dict[str, str]:
    """The longest known word of each stem."""
    found: dict[str, str] = {}
    for word in sorted((word for word in _families() if len(word) > STEM), key=len):
        found[word[:STEM]] = word
    return found


@lru_cache(maxsize=4096)
def families(word: str) -> frozenset[int]:
    """The numbers of the families of a word without case and accents; of a long one those of its parts, too."""
    known = _families()
    stems = (word, *(word.removesuffix(end) for end in ENDINGS))
    if own := frozenset[int]().union(*(known.get(one, frozenset()) for one in stems)):
        return own
    if len(word) > LONGEST:
        return own
    parts = (word[at : at + size] for size in range(len(word), LEAST - 1, -1) for at in range(len(word) - size + 1))
    part = next((one for one in parts if one in known), "") or (_stems().get(word[:STEM]) if len(word) > STEM else "")
    return known[part] if part else own
