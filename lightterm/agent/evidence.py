"""Which target of a page is meant by words that none is called by, from all that speaks for one.

What is known of a target is weighed: its name, what stands in it for an example, what browsers fill into it, what it is
called in markup, the words of the address behind it, what stands before it, the fields that a button sends, its
choices. Words that several targets have say less than those of one alone (as idf in retrieval); what an action cannot
be done to is not looked at. Where no target is clearly ahead of the next none is named.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from math import log
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from lightterm.agent.deed import PRESSING
from lightterm.agent.field_names import AUTOFILL
from lightterm.document.marks import FIELD, LINK
from lightterm.document.subset import paragraphs
from lightterm.records import Record
from lightterm.session.controls import BUTTONS, CHECKED, SUBMITS, TEXTS, called, kind_of
from lightterm.session.kindred_words import GRAVE, SENDING, families
from lightterm.session.near_choices import nearest
from lightterm.session.same_words import IDLE, meanings_of, plain_words
from lightterm.session.typed_values import attribute

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lightterm.document.model import Document, Field, Target

FILL = "fill"
"""What is done to a field of any kind."""

ENOUGH, AHEAD = 0.5, 0.1
"""The least that has to speak for a target, of 1, and by how much it has to be ahead of the next."""

SURE = 0.7
"""From where on a field is not only guessed: what it is in may be sent."""

SAME, KINDRED, SPELT, PART = 0.95, 0.75, 0.7, 0.55
"""What another word says of one: of the same meaning, about the same thing, nearly so spelt, a part of it."""

SPELLING, SHORT = 0.8, 4
"""How like a word has to be to be the same with a slip (difflib's ratio), and letters that say nothing by that."""

STRANGE = 0.5
"""What a word counts that nothing on the page has: it may be another name for what is there."""

HAVING = 0.3
"""What it says for a field that it has what is to be chosen."""

LOOKED_AT, BEFORE, WORDS = 1500, 80, 12
"""Targets that are weighed, characters of a line before one that is its heading, and words that are looked at."""

KINDS = frozenset(
    "button link field input box textbox checkbox radio icon menu item element dropdown list combobox tab page site "
    "feld knopf schaltflache bouton champ boton campo pulsante casella knop veld form section area row line click "
    "press go".split()
)
"""What says of which kind a target is, and not which."""

TYPED = {"email": "email", "tel": "phone", "search": "search", "url": "website", "date": "date", "time": "time",
         "password": "password", "file": "file", "textarea": "message"}  # fmt: skip
"""What a field of a kind is about."""

_MONEY = re.compile(r"[£€$¥]")
_DIGITS = re.compile(r"\d+(?=[^\W\d_])|(?<=[^\W\d_])\d+")


class Word(Record):
    """A word, what it means, and what it is about."""

    text: str
    meanings: frozenset[str] = frozenset()
    families: frozenset[int] = frozenset()


class Clue(Record):
    """Words that speak for a target, and how much they do."""

    words: tuple[Word, ...]
    weight: float


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[Word, ...]:
    """The words of a name that say something."""
    parted = _MONEY.sub(" price ", text.replace("_", " ").replace("-", " ") if " " not in text else text)
    said = [
        word for part in plain_words(_DIGITS.sub(lambda found: f" {found[0]} ", parted)) for word in part.split("'")
    ]
    telling = [word for word in said if word not in IDLE and word not in KINDS] or said
    whole = meanings_of(" ".join(said))
    found = [Word(text=one, meanings=meanings_of(one), families=families(one)) for one in telling[:WORDS]]
    if whole and len(telling) > 1:  # a phrase means what none of its words does
        found = [one.replace(meanings=one.meanings | whole) for one in found]
    return tuple(found)


def likely(document: Document, wanted: str, do: str, values: Sequence[str] = ()) -> list[tuple[int, float]]:
    """The targets that are most likely meant, the likeliest first, with what speaks for each from 0 to 1; none where
    it is not plain which of them."""
    asked = words_of(wanted)
    there = [one for one in islice(document.targets, LOOKED_AT) if suits(one, do)]
    if not asked or not there:
        return []
    heads, sent = _before(document), _sent(document)
    clues = {one.number: list(_clues(one, document, heads, sent)) for one in there}
    weights = _weights(asked, list(clues.values()))
    scores = {number: _score(asked, own, weights) for number, own in clues.items()}
    for number in _having(document, values) & {number for number, score in scores.items() if score}:
        scores[number] += HAVING
    ranked = sorted(((s, n) for n, s in scores.items() if s >= ENOUGH and not _grave(asked, document.targets[n], do)),
                    key=lambda one: (-one[0], one[1]))  # fmt: skip
    if not ranked:
        return []
    first = document.targets[ranked[0][1]]
    rest = [s for s, n in ranked[1:] if not _leads_alike(first, document.targets[n])]
    if rest and ranked[0][0] - rest[0] < AHEAD:
        return []
    return [(number, min(score, 1.0)) for score, number in ranked]


def suits(target: Target, do: str) -> bool:
    """Whether an action can be done to a target."""
    field = target.field
    if field is not None and (field.disabled or (field.readonly and do in ("type", "clear"))):
        return False
    kind = kind_of(field) if field is not None else ""
    if do in ("type", "clear"):
        return kind in TEXTS
    if do in ("check", "uncheck"):
        return kind in CHECKED
    if do == "select":
        return kind in ("select", *CHECKED)
    if do == "upload":
        return kind == "file"
    if do == "submit":
        return kind in SUBMITS
    if do == FILL:
        return field is not None and kind not in BUTTONS
    if do in PRESSING:
        return kind not in (*TEXTS, "select", "file")
    return True


def _leads_alike(one: Target, other: Target) -> bool:
    return bool(one.url) and one.url == other.url


def _grave(asked: Sequence[Word], target: Target, do: str) -> bool:
    """Whether what is asked for, or what a button or link does, has a word of weight that the other lacks."""
    if do not in (*PRESSING, "submit") or (target.field is not None and kind_of(target.field) in CHECKED):
        return False
    name = words_of((called(target.field) if target.field is not None else target.text) or target.title)
    light = frozenset(number for word in SENDING for number in families(word))
    return _lacking(name, asked, light if target.url else frozenset()) or _lacking(asked, name, light)


def _lacking(some: Sequence[Word], others: Sequence[Word], light: frozenset[int]) -> bool:
    """Whether a word of weight among some is like none of the others."""
    grave = frozenset(number for word in (*GRAVE, *SENDING) for number in families(word)) - light
    heavy = (one for one in some if one.families and one.families <= grave)
    return any(all(_alike(one, other) < KINDRED for other in others) for one in heavy)


# --- what speaks for a target


def _clues(
    target: Target, document: Document, heads: Mapping[int, tuple[str, str]], sent: Mapping[int, str]
) -> Iterator[Clue]:
    field, number = target.field, target.number
    if field is not None:
        yield from _of_field(field)
    else:
        yield _clue(target.text, 1.0)
        yield _clue(target.title, 0.9)
    if target.url:
        yield _clue(_path(target.url), 0.7)
    line, heading = heads.get(number, ("", ""))
    yield _clue(line, 0.7 if field is not None and field.kind not in BUTTONS else 0.4)
    yield _clue(heading, 0.3)
    if field is not None and field.kind in SUBMITS and 0 <= field.form < len(document.forms):
        form = document.forms[field.form]
        yield _clue(_path(attribute(field, "formaction") or form.action), 0.5)
        yield _clue(form.name, 0.5)
        yield _clue(sent.get(field.form, ""), 0.65)
        yield _clue("send", 0.6)


def _of_field(field: Field) -> Iterator[Clue]:
    yield _clue(called(field), 1.0)
    yield _clue(field.placeholder, 0.9)
    yield _clue(attribute(field, "title"), 0.8)
    for word in attribute(field, "autocomplete").lower().split():
        yield _clue(AUTOFILL.get(word, ""), 1.0)
    if field.kind not in BUTTONS:
        yield _clue(field.name, 0.8)
        yield _clue(TYPED.get(field.kind, ""), 0.9)
    if field.kind == "select":
        yield _clue(" ".join(one.label for one in field.options[:WORDS]), 0.5)
    elif field.kind in ("submit", "button", "reset"):
        yield _clue(field.value, 0.8)


def _clue(text: str, weight: float) -> Clue:
    return Clue(words=words_of(text[:200]), weight=weight) if text else Clue(words=(), weight=0.0)


def _path(url: str) -> str:
    """The last two parts of an address as words."""
    parts = [part for part in urlsplit(url).path.split("/") if part]
    return " ".join(re.sub(r"\.\w{1,5}$", "", unquote(part)).replace("_", " ").replace("-", " ") for part in parts[-2:])


def _before(document: Document) -> dict[int, tuple[str, str]]:
    """What stands before each target: the line without targets before its own, and the heading it is under."""
    found: dict[int, tuple[str, str]] = {}
    line = heading = ""
    for paragraph in paragraphs(document.blocks):
        raw = paragraph.raw
        if LINK not in raw and FIELD not in raw:
            text = paragraph.text()
            line = text if len(text) <= BEFORE else ""
            heading = text[:BEFORE] if paragraph.level else heading
            continue
        for _, number in zip(range(raw.count(LINK) + raw.count(FIELD) + 1), paragraph.numbers(), strict=False):
            found.setdefault(number, (line, heading))
    return found


def _sent(document: Document) -> dict[int, str]:
    """What the fields of each form are called, for the button that sends them."""
    found: dict[int, str] = {}
    for _, field in islice(document.targets.fields(), LOOKED_AT):
        if field.form >= 0 and field.kind not in (*BUTTONS, *CHECKED):
            said = found.get(field.form, "")
            found[field.form] = f"{said} {called(field)}" if len(said) < BEFORE else said
    return found


# --- how much it does


def _weights(asked: Sequence[Word], clues: Sequence[Sequence[Clue]]) -> list[float]:
    """What each word that is asked for counts: more the fewer targets have it in their first clue."""
    found = []
    for word in asked:
        having = sum(1 for own in clues if any(_alike(word, one) >= PART for clue in own for one in clue.words))
        whole = log(1 + len(clues))
        found.append(log(1 + len(clues) / having) if having else whole * STRANGE)
    return [max(one, 0.2) for one in found]


def _score(asked: Sequence[Word], clues: Sequence[Clue], weights: Sequence[float]) -> float:
    """How much of what is asked for a target's clues have, less where they say much else."""
    best = [max((clue.weight * _alike(word, one) for clue in clues for one in clue.words), default=0) for word in asked]
    cover = sum(one * weight for one, weight in zip(best, weights, strict=True)) / sum(weights)
    told = [clue for clue in clues if clue.words]
    close = max((clue.weight * _said(asked, clue) for clue in told), default=0.0)
    return cover * (0.75 + 0.25 * close)


def _said(asked: Sequence[Word], clue: Clue) -> float:
    return sum(max(_alike(word, one) for word in asked) for one in clue.words) / len(clue.words)


@lru_cache(maxsize=65536)
def _likeness(one: str, other: str) -> float:
    if min(len(one), len(other)) < SHORT:
        return 0.0
    if one in other or other in one:
        return SPELT if min(len(one), len(other)) * 2 > max(len(one), len(other)) else PART
    return SPELT if SequenceMatcher(None, one, other).ratio() >= SPELLING else 0.0


def _alike(one: Word, other: Word) -> float:
    if one.text == other.text:
        return 1.0
    if not one.meanings.isdisjoint(other.meanings):
        return SAME
    if not one.families.isdisjoint(other.families):
        return KINDRED
    return _likeness(one.text, other.text)


def _having(document: Document, values: Sequence[str]) -> frozenset[int]:
    """The lists that have what is to be chosen, and the boxes and buttons that are it."""
    if not values:
        return frozenset()
    found, groups = set[int](), dict[tuple[int, str], dict[str, int]]()
    for number, field in islice(document.targets.fields(), LOOKED_AT):
        if field.kind == "select" and nearest(values[0], [one.label for one in field.options]):
            found.add(number)
        elif field.kind in CHECKED and field.label:
            groups.setdefault((field.form, field.name), {})[field.label] = number
    for group in groups.values():
        found.update(group[one] for one in nearest(values[0], list(group)))
    return frozenset(found)
