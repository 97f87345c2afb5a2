"""Buttons that would do more than words ask for, or other things: no error recommends to press one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.deed import PRESSING
from lightterm.agent.evidence import ON, lines_before, sends
from lightterm.agent.near_words import EVERY, GRAVE
from lightterm.agent.ordinals import THINGS
from lightterm.agent.surroundings import is_elsewhere, is_word, own_words, telling, without_place
from lightterm.session.controls import CHECKED, name_of
from lightterm.session.likeness import KINDRED, alike, words_of
from lightterm.session.same_words import in_meanings, weighty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lightterm.agent.places import Place
    from lightterm.document.model import Document, Target

TAKING_BACK = frozenset(
    "undo unsave revert withdraw cancel stop restore recall discard reset ruckgangig annuler deshacer annulla".split()
)
"""Words that ask for the opposite of what the rest of them says."""

KEPT = frozenset("draft preview entwurf vorschau brouillon apercu borrador bozza anteprima concept".split())
"""What is not to be sent yet."""

_WORD = re.compile(r"\w+")
_FILLING = ON | THINGS | frozenset("form button link the a an my your this that it to for of in on at and or".split())


def asked_for(
    document: Document, places: Mapping[int, Place], numbers: Iterable[int], words: str, do: str, pointed: bool
) -> list[int]:
    """The targets of these numbers that do no more than words ask for, and nothing else; `pointed`: words say which
    they are by their place or address."""
    if do not in (*PRESSING, "submit"):
        return list(numbers)
    targets = document.targets
    kept = [
        number
        for number in numbers
        if not _does_more(targets[number], without_place(words, name_of(targets[number]), places.get(number)))
    ]
    if pointed:
        return kept
    kept = [number for number in kept if not _sends_other(document, places, number, words, do)]
    return [number for number in kept if not is_elsewhere(document, places, number, words, do)]


def says_other(words: str, name: str) -> bool:
    """Whether one of two names asks for all, takes back what the other does, or has a meaning of weight that the other
    lacks: "Log in" is not "Log out"."""
    said, there = (set(_WORD.findall(one.casefold())) for one in (words, name))
    if (said & EVERY) and not (there & EVERY):
        return True
    if (said & TAKING_BACK) - there and not (there & TAKING_BACK):
        return True
    if (said & KEPT) - there:
        return True
    return bool((set(in_meanings(words)) ^ set(in_meanings(name))) & weighty())


def _does_more(target: Target, words: str) -> bool:
    if target.url:
        return bool(set(_WORD.findall(words.casefold())) & TAKING_BACK) and says_other(words, name_of(target))
    if says_other(words, name_of(target)):
        return True
    field = target.field
    if field is not None and field.kind in CHECKED and set(_WORD.findall(words.casefold())) & GRAVE:
        return not set(_WORD.findall(name_of(target).casefold())) & GRAVE  # a box is no "Close account"
    return False


def _sends_other(document: Document, places: Mapping[int, Place], number: int, words: str, do: str) -> bool:
    """Whether a button sends what words do not ask for. What is sent stays sent: every word that asks for it is one of
    the button, of what it stands in or under, or of the page."""
    target = document.targets[number]
    field, place = target.field, places.get(number)
    if field is None or not sends(target, do) or not 0 <= field.form < len(document.forms):
        return False
    if document.forms[field.form].method == "get":
        return False
    line = lines_before(document).get(number, "") if place is None else ""
    known = [one for text in (name_of(target), line, document.title) for one in words_of(text[:200])]
    said = telling(words)
    asked = [one for one in said if one.text not in _FILLING]
    if place is not None and all(any(alike(own, one) >= KINDRED for one in said) for own in own_words(name_of(target))):
        # "Empty trash" is no "Empty inbox", though it stands in one.
        known += place.own
        asked = [one for one in asked if not is_word(one, place.over, strict=False)]
    return any(all(alike(one, other) < KINDRED for other in known) for one in asked)
