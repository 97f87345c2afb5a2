"""Which of several targets of one name is meant by words for what it stands in: "Reply to Ann's comment", "Edit in the
row of Bo"."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lightterm.agent.evidence import LOOKED_AT, is_weighty, sends, suits, weighs
from lightterm.agent.ordinals import THINGS
from lightterm.session.controls import name_of, plain_name
from lightterm.session.likeness import KINDRED, SAME, Word, alike, is_spelt_alike, words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from lightterm.agent.places import Place
    from lightterm.document.model import Document, Target

    Places = Mapping[int, Place]

JOINING = frozenset(
    "to of s from by at in on for with about into under next beside belonging me my it that de von du des del di van "
    "pour para per voor fur mark as button".split()
)
"""What joins a name with what it stands in."""

LEADING = frozenset("open read see show view visit follow go get more details full whole".split())
"""What any link does, though its name does not say it."""


UNDOING = ("un", "dis", "de", "re", "ent")
"""What before a word takes back what it says, or does it once more: nobody's page is opened for "Unlike"."""


def telling(wanted: str) -> list[Word]:
    """The words of what is wanted that say what, or which of them."""
    return [word for word in words_of(wanted) if word.text not in JOINING and (len(word.text) > 1 or word.text != "s")]


def own_words(name: str) -> Sequence[Word]:
    """The words of a name without those for things, where others are left: "Cancel event" cancels what it stands in."""
    said = words_of(name)
    told = [word for word in said if word.text not in JOINING] or said
    return [word for word in told if word.text not in THINGS] or told


def is_word(word: Word, there: Iterable[Word], strict: bool) -> bool:
    """Whether a word is one of those of a place: which row is meant is said by its own words, and none akin to them
    ("debit" is not "credit"); with a slip where nothing is lost by it."""
    return any(alike(word, one) >= SAME if strict else is_spelt_alike(word, one) for one in there)


def without_place(wanted: str, name: str, place: Place | None) -> str:
    """What is wanted without the words for where the target of a name stands, if that name is all there: a branch
    called "fix-login" asks nobody to log in."""
    asked = telling(wanted)
    own = own_words(name)
    if place is None or not all(any(alike(one, word) >= SAME for word in asked) for one in own):
        return wanted
    kept = []
    for part in wanted.split():
        words = telling(part)
        here = bool(words) and all(is_word(word, place.own, strict=True) for word in words)
        if not here or any(alike(word, one) >= KINDRED for word in words for one in own):
            kept.append(part)
    return " ".join(kept)


def in_its_place(document: Document, places: Places, wanted: str, do: str) -> list[int]:
    """The one target whose name says what is wanted, and of several of that name the one whose surroundings have the
    rest; nothing where that is not plain, and for what sends or is of weight where not all of the rest is there."""
    asked = telling(wanted)
    names: dict[str, list[Target]] = {}
    for one in islice(document.targets, LOOKED_AT):
        if suits(one, do):
            names.setdefault(plain_name(one), []).append(one)
    best: tuple[tuple[int, float], int] = ((0, 0.0), 0)
    for name, there in names.items():
        own = own_words(name) if name else ()
        strict = sends(there[0], do) or weighs(there[0]) or not there[0].url
        enough = SAME if strict else KINDRED
        said = sum(any(alike(one, word) >= enough for word in asked) for one in own)
        if not own or said < (len(own) if strict else max(1, len(own) / 2)):
            continue
        rest = [word for word in asked if all(alike(one, word) < KINDRED for one in own)]
        rest = [word for word in rest if word.text not in THINGS] or rest
        hits = {one.number: _hits(rest, places[one.number].own, strict) for one in there if one.number in places}
        first = max(hits, key=lambda number: hits[number], default=0)
        tied = [one for one in there if hits.get(one.number, 0) == hits.get(first) and one.number != first]
        if not rest or not first or not all(_same(document, first, one) for one in tied):
            continue
        over = [word for word in rest if strict and not is_word(word, places[first].own, strict)]
        over = [word for word in over if is_word(word, places[first].over, strict=False)]
        needed = len(rest) - len(over) if strict else (len(rest) + 1) // 2
        if hits[first] < max(needed, 1):
            continue
        # "Add to list" is not "Place hold", which is akin to a half of it, nor "Apply" "Save", which may mean the same.
        rank = len(asked) - len(rest) + hits[first], sum(max(alike(one, word) for word in asked) for one in own)
        best = max(best, (rank, first), key=lambda one: one[0])
    return [best[1]] if best[1] else []


def _same(document: Document, number: int, other: Target) -> bool:
    return bool(other.url) and document.targets[number].url == other.url


def only_link(document: Document, places: Places, wanted: str) -> list[int]:
    """The only link of the one item of a list or row of a table that says all of what is wanted, or stands under that
    heading; nothing where it is not plain, or a word of weight is wanted."""
    asked = telling(wanted)
    if not asked or is_weighty(asked):
        return []
    items: dict[int, list[int]] = {}
    for number, place in places.items():
        if _hits(asked, place.own, False) == len(asked):
            items.setdefault(place.item, []).append(number)
    links = [number for some in items.values() for number in some if document.targets[number].url]
    return links if len(items) == 1 and len(links) == 1 else []


def _hits(rest: Sequence[Word], there: Sequence[Word], strict: bool) -> int:
    return sum(is_word(word, there, strict) for word in rest)


def is_elsewhere(document: Document, places: Places, number: int, wanted: str, do: str) -> bool:
    """Whether words are for another target than one: of several of its name that do not lead to the same these are not
    for it alone, or one of them is said by another target or another row, and neither by it nor by where it stands."""
    target = document.targets[number]
    asked = [word for word in telling(wanted) if not target.url or word.text not in LEADING]
    own = (*words_of(name_of(target)), *words_of(target.title))
    rest = [word for word in asked if all(alike(word, one) < KINDRED for one in own) and word.text not in THINGS]
    place, strict = places.get(number), not target.url
    about, over = (place.own, place.over) if place is not None else ((), ())
    lost = [word for word in rest if not is_word(word, about, strict) and not is_word(word, over, strict=False)]
    others = [one for one in islice(document.targets, LOOKED_AT) if one.number != number]
    twins = [one for one in others if plain_name(one) == plain_name(target) and not _same(document, number, one)]
    if twins and (rest or strict):
        mine = _hits(rest, about, strict)
        known = {one.number: places[one.number].own for one in twins if one.number in places}
        if not rest or lost or any(_hits(rest, known.get(one.number, about), strict) >= mine for one in twins):
            return True
    return any(_is_said(word, others, places, place, do) for word in lost)


def _is_said(word: Word, others: Collection[Target], places: Places, here: Place | None, do: str) -> bool:
    """Whether a word is one of another target that can be acted on so, or of another row, or takes one back."""
    bare = {word.text.removeprefix(before) for before in UNDOING} - {word.text}
    if bare and (bare & LEADING or any(own.text in bare for one in others for own in words_of(name_of(one)))):
        return True
    if any(suits(one, do) and any(alike(word, own) >= SAME for own in words_of(name_of(one))) for one in others):
        return True
    item = here.item if here is not None else 0
    return any(alike(word, own) >= SAME for place in places.values() if place.item != item for own in place.own)
