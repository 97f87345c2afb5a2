"""Buttons that would do more than words ask for, or other things: no error recommends to press one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.deed import PRESSING
from lightterm.agent.evidence import ON, lines_before, sends
from lightterm.agent.near_words import EVERY, GRAVE
from lightterm.agent.ordinals import THINGS
from lightterm.session.controls import CHECKED, name_of
from lightterm.session.likeness import KINDRED, alike, words_of
from lightterm.session.same_words import in_meanings, weighty

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.document.model import Document, Target

TAKING_BACK = frozenset(
    "undo unsave revert withdraw cancel stop restore recall discard reset ruckgangig annuler deshacer annulla".split()
)
"""Words that ask for the opposite of what the rest of them says."""

KEPT = frozenset("draft preview entwurf vorschau brouillon apercu borrador bozza anteprima concept".split())
"""What is not to be sent yet."""

_WORD = re.compile(r"\w+")
_FILLING = ON | THINGS | frozenset("form button link the a an my your this that it to for of in on at and or".split())


def asked_for(document: Document, numbers: Iterable[int], words: str, do: str) -> list[int]:
    """The targets of these numbers that do no more than words ask for, and nothing else."""
    if do not in (*PRESSING, "submit"):
        return list(numbers)
    return [number for number in numbers if not _does_more(document, document.targets[number], words, do)]


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


def _does_more(document: Document, target: Target, words: str, do: str) -> bool:
    if target.url:
        return bool(set(_WORD.findall(words.casefold())) & TAKING_BACK) and says_other(words, name_of(target))
    if says_other(words, name_of(target)):
        return True
    field = target.field
    if field is not None and field.kind in CHECKED and set(_WORD.findall(words.casefold())) & GRAVE:
        return not set(_WORD.findall(name_of(target).casefold())) & GRAVE  # a box is no "Close account"
    if field is None or not sends(target, do) or not 0 <= field.form < len(document.forms):
        return False
    if document.forms[field.form].method == "get":
        return False
    # What is sent stays sent: every word that asks for it is one of the button, of what stands over it, or of the page.
    line = lines_before(document).get(target.number, "")
    known = [one for text in (name_of(target), line, document.title) for one in words_of(text[:200])]
    asked = [one for one in words_of(words) if one.text not in _FILLING]
    return any(all(alike(one, other) < KINDRED for other in known) for one in asked)
