"""The forms of a page in lines: where each goes, and its fields with what stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.addresses import address_told
from lightterm.agent.lookalikes import unlike
from lightterm.numerals import whole_number
from lightterm.safe import clean
from lightterm.session.controls import BUTTONS, called, initial
from lightterm.session.form_state import stated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.document.model import Document, Field
    from lightterm.session.tab import Visit

CHOICES = 12
"""Choices of a field that are told."""


def form_lines(visit: Visit, document: Document | None = None) -> list[str]:
    """A line for each form, and below it one for each of its fields; fields of no form come last."""
    if document is None:
        assert visit.page is not None
        document = visit.page.document
    fields = list(document.targets.fields())
    lines: list[str] = []
    for at, form in enumerate(document.forms):
        own = [(n, f) for n, f in fields if f.form == at]
        if own:
            name = f" {clean(form.name)}" if form.name else ""
            lines.append(f"form{name}: {form.method.upper()} {address_told(form.action)}")
            lines += [field_line(n, f, visit.given) for n, f in own]
    loose = [(n, f) for n, f in fields if not 0 <= f.form < len(document.forms)]
    if loose:
        lines.append("outside forms:")
        lines += [field_line(n, f, visit.given) for n, f in loose]
    return lines


def field_line(number: int, field: Field, given: Mapping[int, tuple[str, ...]]) -> str:
    """A field: number, what stands in it, kind, what is asked of it, choices."""
    if field.kind in BUTTONS:
        return f"  [{number}] button {_plain(called(field))}"
    values = given.get(number)
    if values is None and field.kind == "file" and field.value:
        values = (field.value,)  # what is chosen where the page lives
    facts = [field.kind]
    facts += [word for word in ("required", "disabled", "readonly", "multiple") if getattr(field, word)]
    line = f"  [{number}] {_plain(stated(field, initial(field) if values is None else values))} ({', '.join(facts)})"
    choices = [_plain(option.label) for option in field.options if not option.disabled]
    if choices:
        more = f", … {len(choices) - CHOICES} more: snapshot, part {number}" if len(choices) > CHOICES else ""
        line += f" of: {', '.join(choices[:CHOICES])}{more}"
    return line


def _plain(words: str) -> str:
    return unlike(clean(words))


def choice_lines(document: Document, part: str) -> list[str]:
    """All choices of the field that a part names by its number."""
    number = whole_number(part.strip("[]"))
    field = document.targets[number].field if number in document.targets else None
    options = field.options if field is not None else ()
    return [f"choices of [{number}]:", *(clean(option.label) for option in options)] if options else []
