"""What is called nearly as was said: in another order, with a slip, or with most of the same words."""

from __future__ import annotations

import difflib
import re
from itertools import chain
from typing import TYPE_CHECKING

from lightterm.session.same_words import counts, in_meanings, is_same, is_sign, meanings_of, weighty

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

EVERY = frozenset("all every each alle alles tous toutes todos todas tutti tutte".split())
"""Words that ask for more than the one thing whose name has a number."""

DOING = EVERY | frozenset("add buy pay bid get new put cut".split())
"""Short words that say what is done: "Add to basket" is not "Basket"."""

_WORD = re.compile(r"\w+")
COUNT = re.compile(r"\s*[(\[]\d+\+?[)\]]\s*$")
"""How many things are behind a name: "Basket (1)"."""

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
    found = [folded[one] for one in near if _agree(said, _words(one)) and _is_slip(wanted[:LONGEST].casefold(), one)]
    others = [(_share(said, _words(one)), one) for one in folded if folded[one] not in found]
    ranked = sorted((one for one in others if one[0] >= HALF), key=lambda one: -one[0])
    whole = [folded[one] for share, one in ranked if share == 1]
    some = (folded[one] for share, one in ranked if share < 1)
    return list(dict.fromkeys([*same, *whole, *found, *some]))[:SHOWN]


def firmly(wanted: str, name: str) -> bool:
    """Whether a name is nearly what is wanted by more than one of two words: "Save recipe" is not "All recipes"."""
    said, there = _words(wanted), _words(name)
    return (
        is_same(wanted, name)
        or _share(said, there) >= FIRM
        or difflib.SequenceMatcher(None, wanted.casefold(), name.casefold()).ratio() >= FIRM_LIKE
    )


FIRM, FIRM_LIKE = 0.6, 0.8
"""How many words of both have to be in the other, or how like they are as they are written, where nothing else speaks
for a name."""


def _is_slip(wanted: str, name: str) -> bool:
    """Whether a name is another with slips of the pen, and not one that has some letters of it: "load more" is not
    "dark mode"."""
    ratio = difflib.SequenceMatcher(None, wanted, name).ratio()
    if ratio >= SURE or (wanted[:1] == name[:1] and ratio >= LIKE):
        return True
    there = [word for word in _WORD.findall(name) if len(word) > SHORT]
    return any(difflib.get_close_matches(word, there, 1, SURE) for word in _WORD.findall(wanted) if len(word) > SHORT)


SURE = 0.85
"""How like a name, or a word of it, has to be to be the same with a slip."""


def shortened(wanted: str, names: Sequence[str]) -> str:
    """The one name of several words for whose first letters a few stand: "FAQ", "T&Cs", "CLI" of "Command line"; "" for
    none, and where one of weight is among its words."""
    letters = "".join(_LETTERS.findall(wanted.casefold()))
    bare = letters.removesuffix("s") if len(letters) > FEWEST else letters
    if not FEWEST <= len(bare) <= MOST or " " in wanted.strip() or not _CAPITALS.search(wanted):
        return ""
    found = [one for one in names if bare in _initials(one) or letters in _initials(one)]
    begun = [one for one in names if any(len(all) == len(bare) - 1 and bare.startswith(all) for all in _initials(one))]
    for some in (found, begun):
        if some:
            return some[0] if len(some) == 1 and not set(_WORD.findall(some[0].casefold())) & GRAVE else ""
    return ""


FEWEST, MOST = 2, 5
"""Letters that stand for as many words."""

_CAPITALS = re.compile(r"[A-Z]\W*[A-Z]")
_LETTERS = re.compile(r"[^\W\d_]")
_JOINING = frozenset(
    "the a an of and or for to in on at your our my my der die das und de la le les et du des e y".split()
)


def _initials(name: str) -> set[str]:
    """The first letters of a name of two words or more: of all of them, and of those that say something."""
    words = _WORD.findall(name.casefold())
    telling = [word for word in words if word not in _JOINING]
    return {"".join(word[0] for word in some) for some in (words, telling) if len(some) >= FEWEST}


def sharing(wanted: str, names: Sequence[str]) -> str:
    """The one name that has more words of what is wanted than any other; "" for none."""
    said = _words(wanted)
    there = ((one, _words(one)) for one in names)
    ranked = sorted(((len(set(said) & set(words)), one) for one, words in there if _agree(said, words)), reverse=True)
    alone = len(ranked) == 1 or (len(ranked) > 1 and ranked[0][0] > ranked[1][0])
    return ranked[0][1] if alone and ranked[0][0] else ""


def _words(text: str) -> list[str]:
    """The words of a name that say something, and the signs of phrases whose meaning is known."""
    words = in_meanings(COUNT.sub("", text[:LONGEST]) or text[:LONGEST])
    return [word for word in words if len(word) > SHORT or word.isdecimal() or is_sign(word) or word in DOING] or words


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether neither of two names has a word of weight that the other lacks, and no number stands in the place of
    another: "Close ticket 3" is not "Close ticket 5"."""
    if (set(one) ^ set(other)) & (GRAVE | weighty()):
        return False
    numbers, others = numbers_of(one), numbers_of(other)
    return not numbers or not others or bool(numbers & others) or (numbers | others) <= EVERY


def numbers_of(words: Iterable[str]) -> set[str]:
    """The numbers among words, those from one to ten by their signs, and what stands for all: "second" and "2"."""
    found = {min(meanings_of(word), default=word) for word in words if word.isdecimal()}
    return found | (set(words) & (EVERY | counts()))


def _share(one: Sequence[str], other: Sequence[str]) -> float:
    """How many of the words of two names are in both: the least of the two shares; 0 where one of weight is in one."""
    if not one or not other or not _agree(one, other):
        return 0
    return min(_found(one, other) / len(one), _found(other, one) / len(other))


def _found(some: Iterable[str], others: Sequence[str]) -> int:
    return sum(
        1
        for word in some
        if word in others or difflib.get_close_matches(word, others, 1, SURE if len(word) < LONG else LIKE)
    )


LONG = 5
"""Letters from where on a word with one other letter is hardly another one: "mode", "more"."""


def lines_near(wanted: str, lines: Sequence[str]) -> list[int]:
    """The lines with most of the words that are wanted, or words nearly as these, the nearest first; by number."""
    said = _words_of_line(wanted)[:SAID] or _WORD.findall(wanted[:LONGEST].casefold())
    if not said:
        return []
    words_there = [_words_of_line(line) for line in lines[:LINES]]
    known, there = list(dict.fromkeys(chain.from_iterable(words_there)))[:KNOWN], list(map(set, words_there))
    alike = [{word, *difflib.get_close_matches(word, known, SHOWN, LIKE)} for word in said]
    numbers = {word for word in said if word.isdecimal()}
    shares = [
        (sum(1 for one in alike if one & words) / len(said), at) for at, words in enumerate(there) if numbers <= words
    ]
    ranked = sorted((one for one in shares if one[0] >= HALF), key=lambda one: (-one[0], one[1]))
    return [at for share, at in ranked if share == ranked[0][0]][:SHOWN]


LINES, KNOWN, SAID = 5000, 10_000, 20
"""Lines that are looked through, words of theirs that another one is compared with, and how many are so: each costs
some milliseconds, and a question of 150 words took a second where the page has many."""


_NUMBERED = re.compile(r"\[\d+\]")


def _words_of_line(line: str) -> list[str]:
    bare = _NUMBERED.sub(" ", line[:1000]).casefold()
    return [word for word in _WORD.findall(bare) if len(word) > SHORT or word.isdecimal()]
