"""What is called nearly as was said: in another order, with a slip, or with most of the same words."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from lightterm.session.same_words import in_meanings, is_same, is_sign, weighty

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHOWN = 5
"""Names that are told."""

LIKE, HALF = 0.75, 0.5
"""How like a word has to be to be taken for another (difflib's ratio), and how many words of both have to be."""

SHORT = 3
"""Letters of a word that says nothing by itself: "the", "of"."""

LONGEST = 100
"""Characters of what was said that are looked at."""

_WORD = re.compile(r"\w+")

GRAVE = frozenset(
    "delete remove cancel reset clear discard unsubscribe buy pay order purchase send transfer publish sign log logout "
    "signout close deactivate block löschen entfernen abbrechen kaufen bezahlen supprimer acheter".split()
)
"""Words that make another thing of a name: "Delete table" is not nearly "Book table"."""


def named_nearly(wanted: str, names: Sequence[str]) -> list[str]:
    """The names that are nearly what is wanted, the nearest first: as it is written, else by their words."""
    folded = {one.casefold(): one for one in names if one}
    near = difflib.get_close_matches(wanted[:LONGEST].casefold(), folded, SHOWN)
    said = _words(wanted)
    same = [one for one in names if one and is_same(wanted, one)]
    found = [folded[one] for one in near if _agree(said, _words(one))]
    others = [(_share(said, _words(one)), one) for one in folded if folded[one] not in found]
    ranked = sorted((one for one in others if one[0] >= HALF), key=lambda one: -one[0])
    whole = [folded[one] for share, one in ranked if share == 1]
    some = (folded[one] for share, one in ranked if share < 1)
    return list(dict.fromkeys([*same, *whole, *found, *some]))[:SHOWN]


def sharing(wanted: str, names: Sequence[str]) -> str:
    """The one name that has more words of what is wanted than any other; "" for none."""
    said = _words(wanted)
    there = ((one, _words(one)) for one in names)
    ranked = sorted(((len(set(said) & set(words)), one) for one, words in there if _agree(said, words)), reverse=True)
    alone = len(ranked) == 1 or (len(ranked) > 1 and ranked[0][0] > ranked[1][0])
    return ranked[0][1] if alone and ranked[0][0] else ""


def _words(text: str) -> list[str]:
    """The words of a name that say something, and the signs of phrases whose meaning is known."""
    words = in_meanings(text[:LONGEST])
    return [word for word in words if len(word) > SHORT or word.isdecimal() or is_sign(word)] or words


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether neither of two names has a word of weight that the other lacks."""
    return not (set(one) ^ set(other)) & (GRAVE | weighty())


def _share(one: Sequence[str], other: Sequence[str]) -> float:
    """How many of the words of two names are in both: the least of the two shares; 0 where one of weight is in one."""
    if not one or not other or not _agree(one, other):
        return 0
    return min(_found(one, other) / len(one), _found(other, one) / len(other))


def _found(some: Iterable[str], others: Sequence[str]) -> int:
    return sum(1 for word in some if word in others or difflib.get_close_matches(word, others, 1, LIKE))


def lines_near(wanted: str, lines: Sequence[str]) -> list[int]:
    """The lines with most of the words that are wanted, or words nearly as these, the nearest first; by number."""
    said = _words_of_line(wanted) or _WORD.findall(wanted[:LONGEST].casefold())
    if not said:
        return []
    there = [set(_words_of_line(line)) for line in lines[:LINES]]
    known = list(set().union(*there))[:KNOWN]
    alike = [{word, *difflib.get_close_matches(word, known, SHOWN, LIKE)} for word in said]
    shares = [(sum(1 for one in alike if one & words) / len(said), at) for at, words in enumerate(there)]
    ranked = sorted((one for one in shares if one[0] >= HALF), key=lambda one: (-one[0], one[1]))
    return [at for share, at in ranked if share == ranked[0][0]][:SHOWN]


LINES, KNOWN = 5000, 10_000
"""Lines that are looked through, and words of theirs that another one is compared with."""


def _words_of_line(line: str) -> list[str]:
    return [word for word in _WORD.findall(line[:1000].casefold()) if len(word) > SHORT or word.isdecimal()]
