"""How much one name has of another, by what their words mean, what they are about, and how they are spelt."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING

from lightterm.records import Record
from lightterm.session.kindred_words import families, of_phrase
from lightterm.session.same_words import IDLE, meanings_of, plain_words

if TYPE_CHECKING:
    from collections.abc import Sequence

SAME, KINDRED, SPELT, PART = 0.95, 0.75, 0.7, 0.55
"""What another word says of one: of the same meaning, about the same thing, nearly so spelt, a part of it."""

SPELLING, SHORT = 0.8, 4
"""How like a word has to be to be the same with a slip (difflib's ratio), and letters that say nothing by that."""

STRANGE = 0.5
"""What a word counts that nothing on the page has: it may be another name for what is there."""

NAMING = 4
"""Words of what is to be chosen, at most: more tell of something."""

KINDS = frozenset(
    "button link field input box textbox checkbox radio icon menu item element dropdown list combobox tab page site "
    "feld knopf schaltflache bouton champ boton campo pulsante casella knop veld form section area row line click "
    "press go".split()
)
"""What says of which kind a target is, and not which."""

_MONEY = re.compile(r"[£€$¥]")
_ELECTRONIC = re.compile(r"\be-(?=\w{3})", re.IGNORECASE)
_DIGITS = re.compile(r"\d+(?=[^\W\d_])|(?<=[^\W\d_])\d+")

LEAST, ALONE = 0.24, 0.65
"""How much is enough where no other has more than this share of it."""

CHOSEN = 0.45
"""How much a choice has to have of what is to be chosen."""

WORDS = 12
"""Words of a name that are looked at."""


class Word(Record):
    """A word, what it means, and what it is about."""

    text: str
    meanings: frozenset[str] = frozenset()
    families: frozenset[int] = frozenset()

    def near(self, other: Word) -> bool:
        """Whether another word is the same, means the same, or is about the same thing."""
        return alike(self, other) >= KINDRED


class Clue(Record):
    """Words that speak for a target, and how much they do."""

    words: tuple[Word, ...]
    weight: float


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of a name that say something."""
    parted = _MONEY.sub(
        " price ", _ELECTRONIC.sub("e", text).replace("_", " ").replace("-", " ") if " " not in text else text
    )
    parted = _ELECTRONIC.sub("e", parted)
    said = [
        word for part in plain_words(_DIGITS.sub(lambda found: f" {found[0]} ", parted)) for word in part.split("'")
    ]
    telling = [word for word in said if word not in IDLE and word not in KINDS] or said
    whole = meanings_of(" ".join(said))
    found = [Word(text=one, meanings=meanings_of(one), families=families(one)) for one in telling[:WORDS]]
    about = of_phrase(said)
    if (whole and len(said) > 1) or about:  # a phrase means what none of its words does
        found = [one.replace(meanings=one.meanings | whole, families=one.families | about) for one in found]
    return tuple(found)


def weights_of(asked: Sequence[Word], clues: Sequence[Sequence[Clue]]) -> list[float]:
    """What each word that is asked for counts: more the fewer targets have it in their first clue."""
    found = []
    for word in asked:
        having = sum(1 for own in clues if any(alike(word, one) >= PART for clue in own for one in clue.words))
        whole = log(1 + len(clues))
        found.append(log(1 + len(clues) / having) if having else whole * STRANGE)
    return [max(one, 0.2) for one in found]


def score(asked: Sequence[Word], clues: Sequence[Clue], weights: Sequence[float]) -> float:
    """How much of what is asked for a target's clues have, less where they say much else."""
    best = [max((clue.weight * alike(word, one) for clue in clues for one in clue.words), default=0) for word in asked]
    cover = sum(one * weight for one, weight in zip(best, weights, strict=True)) / sum(weights)
    told = [clue for clue in clues if clue.words]
    close = max((clue.weight * _said(asked, clue) for clue in told), default=0.0)
    return cover * (0.75 + 0.25 * close)


def _said(asked: Sequence[Word], clue: Clue) -> float:
    return sum(max(alike(word, one) for word in asked) for one in clue.words) / len(clue.words)


@lru_cache(maxsize=65536)
def _likeness(one: str, other: str) -> float:
    if min(len(one), len(other)) == SHORT - 1 and (one.startswith(other) or other.startswith(one)):
        return PART  # "ref" of "reference"
    if min(len(one), len(other)) < SHORT or one.isdecimal() or other.isdecimal():
        return 0.0
    if one in other or other in one:
        return SPELT if min(len(one), len(other)) * 2 > max(len(one), len(other)) else PART
    return SPELT if one[0] == other[0] and SequenceMatcher(None, one, other).ratio() >= SPELLING else 0.0


def alike(one: Word, other: Word) -> float:
    if one.text == other.text:
        return 1.0
    if not one.meanings.isdisjoint(other.meanings):
        return SAME
    if not one.families.isdisjoint(other.families):
        return KINDRED
    return _likeness(one.text, other.text)


def is_spelt_alike(one: Word, other: Word) -> bool:
    """Whether two words are the same, mean the same or are nearly so spelt; about the same thing is not enough."""
    return alike(one, other) >= SAME or _likeness(one.text, other.text) >= SPELT


def closest(word: str, names: Sequence[str]) -> list[str]:
    """The one name that words are likeliest about; none where that is not plain."""
    asked = words_of(word)
    if not asked or len(asked) > NAMING:
        return []
    clues = [(Clue(words=words_of(name), weight=1.0),) for name in names]
    weights = weights_of(asked, clues)
    ranked = sorted(((score(asked, own, weights), name) for own, name in zip(clues, names, strict=True)), reverse=True)
    rest = ranked[1][0] if len(ranked) > 1 else 0.0
    return [ranked[0][1]] if ranked and ranked[0][0] >= CHOSEN and rest <= ranked[0][0] * ALONE else []
