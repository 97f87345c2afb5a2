"""Which target of a page is meant by words that none is called by, from all that speaks for one.

What is known of a target is weighed: its name, what stands in it for an example, what browsers fill into it, what it is
called in markup, the words of the address behind it, what stands before it, the fields that a button sends, its
choices. Words that several targets have say less than those of one alone (as idf in retrieval); what an action cannot
be done to is not looked at. Where no target is clearly ahead of the next none is named.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from lightterm.agent.deed import PRESSING
from lightterm.agent.field_names import AUTOFILL, as_words
from lightterm.document.marks import FIELD, LINK
from lightterm.document.subset import paragraphs
from lightterm.records import Record
from lightterm.session.controls import BUTTONS, CHECKED, SUBMITS, TEXTS, called, kind_of, name_of
from lightterm.session.kindred_words import GRAVE, KEEPING, families
from lightterm.session.likeness import (
    ALONE,
    KINDRED,
    LEAST,
    PART,
    SAME,
    SPELT,
    WORDS,
    Clue,
    Word,
    alike,
    closest,
    score,
    weights_of,
    words_of,
)
from lightterm.session.near_choices import nearest
from lightterm.session.typed_values import attribute

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from lightterm.document.model import Document, Field, Target

FILL = "fill"
"""What is done to a field of any kind."""

ENOUGH, AHEAD = 0.5, 0.1
"""How much has to speak for a target, of 1, and by how much it has to be ahead of the next."""

SURE = 0.7
"""From where on a field is not only guessed: what it is in may be sent."""

PRESSED = 0.3
"""How much has to speak for a button that sends a form, however far it is ahead."""

LED = 0.35
"""How much has to speak for a link: it leads to another page, and back is a call more."""

HAVING = 0.3
"""What it says for a field that it has what is to be chosen."""

LISTED, CHOICES = 300, 5000
"""Choices of a list that are looked at, and of all lists of a page: 100,000 took 1.3 s."""

LOOKED_AT, BEFORE = 1500, 80
"""Targets that are weighed, and characters of a line before one that is its heading."""

TYPED = {"email": "email", "tel": "phone", "search": "search", "url": "website", "date": "date", "time": "time",
         "password": "password", "file": "file", "textarea": "message description"}  # fmt: skip
"""What a field of a kind is about."""

ON = frozenset(
    "submit send continue next proceed go ok done finish form senden absenden weiter envoyer continuer suivant valider "
    "enviar continuar siguiente invia avanti continua verzenden verder volgende".split()
)
"""Words that say no more of a button than that it sends a form or goes on."""

QUERIES = frozenset("q query search s keyword keywords term k suche recherche busqueda buscar consulta".split())
"""Names of fields that search."""


_PAGED = re.compile(
    r"\b(?:pages?|posts|results|entries|articles|items|seite|pagina|página|artikel|ergebnisse|resultats|résultats)\b",
    re.IGNORECASE,
)
"""What goes on over more pages than one."""


SENDING = frozenset("send publish post share pay order buy submit transfer".split())
"""What a button begins with that gives something away: what is asked for means the same, and is not only akin to it."""


class Around(Record):
    """What a page has around its targets: the line before each, by number; what the fields of each form are
    called, which forms search, and the buttons that send a form by themselves, the first of each."""

    before: Mapping[int, str]
    fields: Mapping[int, str]
    searching: frozenset[int]
    sending: frozenset[int]


def likely(
    document: Document, wanted: str, do: str, values: Sequence[str] = (), used: Collection[int] = ()
) -> list[tuple[int, float]]:
    """The targets that are most likely meant, the likeliest first, with what speaks for each from 0 to 1; none where
    it is not plain which of them. Those of `used` are meant by other words."""
    found = _plain(document, supported(document, wanted, do, values, used)) or _sending(document, wanted, do)
    there = [] if found else [one for one in _there(document, do, used) if do in ("type", "upload")]
    only = there[0].field if len(there) == 1 else None
    if only is not None and only.kind != "password":
        return [(there[0].number, LEAST)]  # there is nothing else that it can be done to
    return found


def supported(
    document: Document, wanted: str, do: str, values: Sequence[str] = (), used: Collection[int] = ()
) -> list[tuple[int, float]]:
    """The targets for which enough speaks, by how much; those that would do something of weight that was not asked for
    are left out."""
    had = having(document, values)
    asked, there = words_of(wanted), _there(document, do, used)
    there = [one for one in there if do != FILL or _takes(one, values, had)]
    if not asked or not there:
        return []
    around = _around(document)
    clues = {one.number: list(_clues(one, document, around)) for one in there}
    weights = weights_of(asked, list(clues.values()))
    scores = {number: score(asked, own, weights) for number, own in clues.items()}
    for number in had & set(scores):
        scores[number] += HAVING
    least = {one.number: _least(one, do) for one in there}
    near = [(n, s) for n, s in scores.items() if s >= least[n] and not _grave(asked, document.targets[n], do)]
    near = [(n, s) for n, s in near if not does_other(document, document.targets[n], wanted, do)]
    return sorted(near, key=lambda one: (-one[1], one[0]))


def _least(target: Target, do: str) -> float:
    if target.url and do in PRESSING:
        return LED
    return PRESSED if sends(target, do) else LEAST * ALONE


def _sending(document: Document, wanted: str, do: str) -> list[tuple[int, float]]:
    """The one button of a page that sends its form, where no more is asked for than to send or to go on."""
    asked, numbers = words_of(wanted), _around(document).sending
    if _PAGED.search(wanted):
        return []  # a list goes on by a link
    if not asked or do not in (*PRESSING, "submit") or len(numbers) != 1 or not {one.text for one in asked} <= ON:
        return []
    number = next(iter(numbers))
    return [] if _grave(asked, document.targets[number], do) else [(number, ENOUGH)]


def _there(document: Document, do: str, used: Collection[int]) -> list[Target]:
    return [one for one in islice(document.targets, LOOKED_AT) if one.number not in used and suits(one, do)]


def _takes(target: Target, values: Sequence[str], had: frozenset[int]) -> bool:
    """Whether values may go into a field: into a box or radio button only what turns it on or off, or what it says."""
    field = target.field
    if field is not None and len(values) > 1 and kind_of(field) in TEXTS:
        return False  # several are chosen, not written in a row
    if field is None or field.kind not in CHECKED or target.number in had:
        return True
    return all(one.lower() in ("on", "off", "true", "false", "yes", "no", "1", "0") for one in values)


def _plain(document: Document, ranked: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Targets by what speaks for them, where it is plain that the first is meant; else none."""
    if not ranked:
        return []
    first = document.targets[ranked[0][0]]
    best, rest = ranked[0][1], [s for n, s in ranked[1:] if not _leads_alike(first, document.targets[n])]
    ahead = best >= ENOUGH and best - max(rest, default=0) >= AHEAD
    if not ahead and (best < LEAST or max(rest, default=0) > best * ALONE):
        return []
    return [(number, min(score, 1.0)) for number, score in ranked]


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


def sends(target: Target, do: str) -> bool:
    """Whether an action presses a button that sends a form."""
    return target.field is not None and kind_of(target.field) in SUBMITS and do in (*PRESSING, "submit")


def does_other(document: Document, target: Target, wanted: str, do: str) -> bool:
    """Whether a button does something else to what is wanted: "Save note" is not "Pin note", and "Delete my account"
    not "Remove photo". What a form asks for by GET is no more than a link."""
    field = target.field
    if do not in (*PRESSING, "submit") or target.url or (field is not None and field.kind not in BUTTONS):
        return False
    asked = words_of(wanted)
    name = _said_by(target)
    if not asked or not name or (name[0].text == asked[0].text and len(asked) == 1):
        return False
    if is_weighty(name):  # of weight: all that is wanted is in its name
        return any(all(alike(word, one) < SPELT for one in name) for word in asked)
    if field is not None and 0 <= field.form < len(document.forms) and document.forms[field.form].method == "get":
        return False
    enough = SAME if name[0].text in SENDING else PART
    return all(alike(name[0], one) < enough for one in asked)


def _said_by(target: Target) -> tuple[Word, ...]:
    """The words that a target is called by, of one without a name those of its title."""
    return words_of(name_of(target) or target.title)


def weighs(target: Target) -> bool:
    """Whether what a target is called has a word of weight."""
    return is_weighty(_said_by(target))


def is_weighty(words: Sequence[Word]) -> bool:
    """Whether a word of weight is among some."""
    return _lacking(words, ())


def _leads_alike(one: Target, other: Target) -> bool:
    return bool(one.url) and one.url == other.url


def _grave(asked: Sequence[Word], target: Target, do: str) -> bool:
    """Whether what is asked for, or what a button or link does, has a word of weight that the other lacks."""
    if do not in (*PRESSING, "submit"):
        return False
    name = _said_by(target)
    if target.field is not None and kind_of(target.field) in CHECKED:
        return _lacking(asked, name)
    if _keeping(asked) and not _keeping(name) and target.field is not None and kind_of(target.field) in SUBMITS:
        return True  # what was to be kept or looked at first is not to be sent
    return _lacking(name, asked) or _lacking(asked, name)


def _keeping(words: Sequence[Word]) -> bool:
    kept = frozenset(number for word in KEEPING for number in families(word))
    return any(not one.families.isdisjoint(kept) for one in words)


def _lacking(some: Sequence[Word], others: Sequence[Word]) -> bool:
    """Whether a word of weight among some is like none of the others."""
    grave = frozenset(number for word in GRAVE for number in families(word))
    heavy = (one for one in some if one.families and one.families <= grave)
    return any(all(alike(one, other) < KINDRED for other in others) for one in heavy)


# --- what speaks for a target


def _clues(target: Target, document: Document, around: Around) -> Iterator[Clue]:
    field, number = target.field, target.number
    if field is not None:
        yield from _of_field(field)
    else:
        yield _clue(target.text, 1.0)
        yield _clue(target.title, 0.9)
    if target.url:
        yield _clue(_path(target.url), 0.7)
    line = around.before.get(number, "")
    yield _clue(line, 0.7 if field is not None and field.kind not in BUTTONS else 0.4)
    if field is not None and field.kind in SUBMITS and 0 <= field.form < len(document.forms):
        form = document.forms[field.form]
        yield _clue(_path(attribute(field, "formaction") or form.action), 0.5)
        yield _clue(form.name, 0.5)
    if field is not None and number in around.sending:
        yield _clue(around.fields.get(field.form, ""), 0.65)
        yield _clue("search" if field.form in around.searching else "", 0.8)
        yield _clue("search" if form.method == "get" else "", 0.5)


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


def lines_before(document: Document) -> dict[int, str]:
    """What stands before each target: the short line without targets before its own."""
    found: dict[int, str] = {}
    line = ""
    for paragraph in paragraphs(document.blocks):
        raw = paragraph.raw
        if LINK not in raw and FIELD not in raw:
            text = paragraph.text()
            line = text if len(text) <= BEFORE else ""
            continue
        for _, number in zip(range(raw.count(LINK) + raw.count(FIELD) + 1), paragraph.numbers(), strict=False):
            if number > LOOKED_AT:
                return found
            found.setdefault(number, line)
    return found


def _around(document: Document) -> Around:
    fields: dict[int, str] = {}
    searching = set[int]()
    first: dict[int, int] = {}
    for number, field in islice(document.targets.fields(), LOOKED_AT):
        if field.form >= 0 and field.kind in SUBMITS:
            first.setdefault(field.form, number)
        if field.form < 0 or field.kind in (*BUTTONS, *CHECKED):
            continue
        said = fields.get(field.form, "")
        fields[field.form] = f"{said} {called(field)}" if len(said) < BEFORE else said
        if field.kind == "search" or field.name.lower() in QUERIES:
            searching.add(field.form)
    return Around(
        before=lines_before(document), fields=fields, searching=frozenset(searching), sending=frozenset(first.values())
    )


def ticked_in_group(document: Document, number: int, value: Any) -> dict[str, str]:
    """What ticks the boxes that values name in the group of one, where several are to be or it is not that one."""
    first = document.targets[number].field
    words = as_words(value)
    if first is None or first.kind not in CHECKED or isinstance(value, bool) or words == ["on"]:
        return {}
    group = {
        f.label: n for n, f in document.targets.fields() if (f.form, f.name) == (first.form, first.name) and f.label
    }
    found = [nearest(word, list(group)) or closest(word, list(group)) for word in words]
    one = first.kind == "radio"
    if not all(found) or (one and len(found) > 1):
        return {}
    return {str(group[choice[0]]): "on" for choice in found}


def having(document: Document, values: Sequence[str]) -> frozenset[int]:
    """The lists that have what is to be chosen, and the boxes and buttons that are it."""
    if not values:
        return frozenset()
    found, groups = set[int](), dict[tuple[int, str], dict[str, int]]()
    room = CHOICES
    for number, field in islice(document.targets.fields(), LOOKED_AT):
        labels = [one.label for one in field.options[: min(LISTED, room)]]
        room -= len(labels)
        if field.kind == "select" and (nearest(values[0], labels) or closest(values[0], labels)):
            found.add(number)
        elif field.kind in CHECKED and field.label:
            groups.setdefault((field.form, field.name), {})[field.label] = number
    for group in groups.values():
        found.update(group[one] for one in nearest(values[0], list(group)) or closest(values[0], list(group)))
    return frozenset(found)
