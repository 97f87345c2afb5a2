"""Names of what cannot be taken back, which are called by all their words: "Delete" is not "Delete my account"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.near_words import GRAVE
from lightterm.session.controls import BUTTONS, plain_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document, Target

_WORD = re.compile(r"[^\W\d_]+")
_HEAVY = GRAVE - frozenset("sign log close clear reset".split())
"""Words of what cannot be taken back by themselves."""
_GIVING = frozenset("post share submit confirm accept agree donate apply".split())
"""What a button, not a link, gives away or promises."""
_UNDOING = "un dis de dés des ent".split()
"""What before a word makes it the opposite."""
_WHOLE = frozenset("account accounts konto compte cuenta conta subscription membership abo everything all".split())
"""What is not to be closed, cleared or left by the beginning of a name."""


def says_more(target: Target, wanted: str) -> bool:
    """Whether a button or link does something of weight, or to something of weight, and says more than `wanted`."""
    if target.field is not None and target.field.kind not in BUTTONS:
        return False
    name = plain_name(target)
    words, more = set(_WORD.findall(name)), set(_WORD.findall(name.replace(wanted, " ", 1)))
    if not more:
        return False
    return bool(words & _HEAVY or more & _WHOLE or (not target.url and words & _GIVING)) or _is_kin(words)


def is_grave(target: Target) -> bool:
    """Whether what a target is called has a word of weight: of several of that name none is taken by chance."""
    words = set(_WORD.findall(plain_name(target)))
    return bool(words & _HEAVY) or _is_kin(words)


def unopposed(document: Document, numbers: Sequence[int], wanted: str) -> list[int]:
    """The targets of these numbers that are there and are not the opposite of what is wanted."""
    targets = document.targets
    return [number for number in numbers if number in targets and not _opposes(targets[number], wanted)]


def _opposes(target: Target, wanted: str) -> bool:
    """Whether a target undoes what is wanted, or the other way about: "Unfollow" is nearly "follow", and never it."""
    name = plain_name(target)
    said, there = set(_WORD.findall(wanted.casefold())), set(_WORD.findall(name))
    return bool(_undone(said - there) & there or _undone(there - said) & said)


def _undone(words: set[str]) -> set[str]:
    return {f"{before}{word}" for word in words for before in _UNDOING}


def _is_kin(words: set[str]) -> bool:
    """Whether a word, of whichever language, means what one of weight does and nothing else."""
    from lightterm.session import kindred_words

    grave = frozenset(number for word in kindred_words.GRAVE for number in kindred_words.families(word))
    return any((own := kindred_words.families(word)) and own <= grave for word in words)
