"""What was typed into a page's fields and not sent, in a form that outlives the page: by form, name and kind."""

from __future__ import annotations

from lightterm.session.controls import BUTTONS, CHECKED, kind_of
from lightterm.session.store.model import Draft
from lightterm.session.typed_values import attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Document, Field
    from lightterm.session.controls import Given

    FieldName = tuple[int, str, str]

_MANY = (*CHECKED, "select", "file")
_NOT_KEPT = ("off", "one-time-code", "current-password", "new-password")


def kept(document: Document, given: Given, tab: str = "", url: str = "") -> tuple[Draft, ...]:
    """The drafts of a page; never a password."""
    drafts = []
    for number, (form, name, kind), _ in named_fields(document):
        values = given.get(number)
        if values is not None and kind != "password":
            drafts.append(Draft(tab, url, form, name, "\n".join(values), kind))
    return tuple(drafts)


def restored(document: Document, drafts: Sequence[Draft]) -> dict[int, tuple[str, ...]]:
    """What drafts put into a page, by target number: into the fields that are still there and as they were."""
    left = {(d.form, d.field, d.kind): d.value for d in drafts}
    given = {}
    for number, name, field in named_fields(document):
        value = left.get(name)
        if value is None or field.readonly or field.disabled:
            continue
        if field.kind in _MANY:
            values = tuple(value.split("\n")) if value else ()
            if not all(_is_there(field, one) for one in values):
                continue
        else:
            values = (value,)
        given[number] = values
    return given


def _is_there(field: Field, value: str) -> bool:
    if field.kind == "select":
        return any(option.value == value and not option.disabled for option in field.options)
    return field.kind == "file" or value == (field.value or "on")


def named_fields(document: Document) -> Iterator[tuple[int, FieldName, Field]]:
    """(number, name, control) of each field; the name is (form, a name that is its own in the form, kind)."""
    counts: dict[tuple[int, str, str], int] = {}
    for number, field in document.targets.fields():
        if kind_of(field) in BUTTONS:
            continue
        key = (field.form, field.name, field.kind)
        before = counts[key] = counts.get(key, -1) + 1
        yield number, (field.form, f"{field.name}[{before}]" if before else field.name, field.kind), field


def may_be_kept(document: Document, field: Field) -> bool:
    """Whether what is typed into a field may be kept: no secrets, no cards, nothing a page asks to forget."""
    if field.kind == "password":
        return False
    said = attribute(field, "autocomplete").lower().split()
    if any(word in _NOT_KEPT or word.startswith("cc-") for word in said):
        return False
    return bool(said) or not 0 <= field.form < len(document.forms) or document.forms[field.form].autocomplete != "off"
