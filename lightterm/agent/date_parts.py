"""A date that goes into three fields of a form: one for the day, one for the month, one for the year."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lightterm.agent.field_names import as_words, fitting_value
from lightterm.session.controls import BUTTONS, called, kind_of
from lightterm.session.meant_values import day_of
from lightterm.session.same_words import plain_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lightterm.document.model import Document, Field

PARTS = {
    "day": frozenset("day dd d tag jour jj j dia giorno gg g dag t".split()),
    "month": frozenset("month mm m monat mois mes mese maand".split()),
    "year": frozenset("year yyyy yy y jahr jjjj annee aaaa an a ano anno jaar".split()),
}
"""What the fields are called, in their label or name."""

_TWO = re.compile(r"\s*(\d{1,2})\D+(\d{1,2})\D+(\d{4})\s*")


def date_in_parts(document: Document, value: Any, used: Collection[int]) -> dict[str, Any]:
    """What goes into the fields of the one date of a page that has three, by number; nothing where that is not plain.

    A date that can be read in two ways is read in the order of the fields.
    """
    words = as_words(value)
    rows = _dates([(n, f) for n, f in document.targets.fields() if f.kind not in BUTTONS and n not in used])
    if len(words) != 1 or len(rows) != 1:
        return {}
    row = rows[0]
    found = day_of(words[0])
    if found is None and (said := _TWO.fullmatch(words[0])) and list(row) in (["day", "month", "year"], MONTH_FIRST):
        first, second = int(said[1]), int(said[2])
        found = (int(said[3]), second, first) if next(iter(row)) == "day" else (int(said[3]), first, second)
    if found is None:
        return {}
    given = {"year": str(found[0]), "month": str(found[1]), "day": str(found[2])}
    taken = {str(number): _put(document, number, given[part], part) for part, number in row.items()}
    return taken if None not in taken.values() else {}


MONTH_FIRST = ["month", "day", "year"]

MONTHS = 12


def _dates(fields: Sequence[tuple[int, Field]]) -> list[dict[str, int]]:
    """The numbers of the three fields of each date, by part, in the order in which they stand."""
    known = [(number, field.form, part) for number, field in fields for part in [_part(field)]]
    rows = []
    for first, second, third in zip(known, known[1:], known[2:], strict=False):
        row = {part: number for number, _, part in (first, second, third)}
        together = all(one[1] == other[1] for one, other in pairwise((first, second, third)))
        if set(row) == set(PARTS) and together:
            rows.append(row)
    return rows


def _part(field: Field) -> str:
    """The part of a date that a field is for; "" for another one."""
    if kind_of(field) not in ("select", "text", "number", "tel"):
        return ""
    for name in (called(field), field.name, field.placeholder):
        said = [part for part, words in PARTS.items() if not words.isdisjoint(plain_words(name)[-2:])]
        if len(said) == 1:
            return said[0]
    return ""


def _put(document: Document, number: int, value: str, part: str) -> Any:
    """A part as its field takes it: as it is, with a nought before it, or the choice at its place."""
    field = document.targets[number].field
    if field is None or field.kind != "select":
        return value
    labels = [one.label.strip() for one in field.options if one.value]
    for one in (value, value.zfill(2)):
        if any(one in (choice.value, choice.label) for choice in field.options):
            return one
    if part == "month" and len(labels) >= MONTHS and not any(map(str.isdecimal, "".join(labels))):
        return labels[-MONTHS:][int(value) - 1]  # by name, in their order; before them what says to choose one
    return fitting_value(document, number, value)
