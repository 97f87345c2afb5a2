"""A whole form filled in by what its fields are called, and looked at before it is sent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lightterm.agent.acting import Acting, act, fill_in, to_be_sent
from lightterm.agent.date_parts import date_in_parts
from lightterm.agent.enlivening import action_for
from lightterm.agent.evidence import FILL, SURE, likely, ticked_in_group
from lightterm.agent.field_names import (
    LEAST,
    as_words,
    fields_near,
    fitting_value,
    left_over,
    taking,
    ticked,
    with_word,
)
from lightterm.agent.folders import granted
from lightterm.agent.headed_fields import name_in_parts, under_heading, whole_name
from lightterm.agent.hidden_parts import in_closed_part
from lightterm.agent.naming import numbered
from lightterm.agent.other_tabs import page_before
from lightterm.agent.pointing import closed_parts, pointed_at
from lightterm.errors import ValidationFailed
from lightterm.numerals import whole_number
from lightterm.session.controls import BUTTONS, CHECKED, called
from lightterm.session.form_words import pairs, way
from lightterm.session.forms import checked
from lightterm.session.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Collection

    from lightterm.document.model import Document, Field
    from lightterm.session.tab import Tab

KINDS = {"email": "email", "mail": "email", "phone": "tel", "telephone": "tel", "mobile": "tel", "url": "url"} | {
    "website": "url", "homepage": "url", "date": "date", "day": "date", "time": "time", "search": "search",
    "comment": "textarea", "comments": "textarea", "message": "textarea", "file": "file", "attachment": "file",
}  # fmt: skip
"""Kinds of fields by what they are called, where nothing on the page is called so."""

_SHAPES = {
    "number": re.compile(r"-?\d{1,9}(?:\.\d+)?"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "time": re.compile(r"\d\d:\d\d"),
    "email": re.compile(r"[^\s@]+@[^\s@]+\.[a-z]{2,}", re.IGNORECASE),
    "url": re.compile(r"https?://\S+", re.IGNORECASE),
}
"""Values that only fields of one kind are asked for."""

NEAR = 3
"""Fields that may be meant by one that is not there."""

SHOWN = 30
"""Fields that a message names."""


def fill_form(doing: Acting, fields: dict[str, Any], submit: bool, dry_run: bool) -> list[str]:
    """Fill in fields by label, name or number; what was done, a line each. Raises ValidationFailed.

    Nothing is filled in when one of the fields is not there, or its value does not pass. A `dry_run` tells what would
    be sent, and leaves the page as it was.
    """
    visit = doing.desk.visit(doing.tab)
    assert visit.page is not None
    document = visit.page.document
    chosen = _found(doing, document, fields)
    if visit.page.snapshot.live is not None and not dry_run:
        try:
            return _live(doing, document, chosen, fields, submit)
        except ValidationFailed as error:
            error.context["meant"] = _mended(document, chosen, fields)
            raise
    before = dict(visit.drafts), dict(visit.secrets)
    said = []
    try:
        for key, number in chosen.items():
            field = document.targets[number].field
            assert field is not None
            words = as_words(fields[key])
            if field.kind == "file":
                words = [granted(path, doing.uploads) for path in words]
            said.append(f"[{number}] {fill_in(doing, number, words)}")
        if dry_run:
            said = _rehearsed(doing, next(iter(chosen.values()), 0))
    except ValidationFailed as error:
        _put_back(doing, before)
        error.context["meant"] = _mended(document, chosen, fields)
        raise
    if dry_run:
        _put_back(doing, before)
    elif submit:
        said.append(act(doing, "submit", next(iter(chosen.values()), 0), ()))
    return said


def _found(doing: Acting, document: Document, fields: dict[str, Any]) -> dict[str, int]:
    """The numbers of fields by what they are called; ValidationFailed tells of all that may be meant by those that are
    not there."""
    chosen: dict[str, int] = {}
    missed: dict[str, ValidationFailed] = {}
    for key in fields:
        try:
            chosen[key] = find_field(document, key, fields)
        except ValidationFailed as error:
            missed[key] = error
    unclear = next(iter(missed.values()), None)
    meant = _meant(doing, document, chosen, missed, fields)
    meant = {key: one for key, one in meant.items() if one}
    if unclear is not None:
        missing = [key for key in fields if key not in chosen and key not in meant]
        used = {*chosen.values(), *(int(number) for one in meant.values() for number in one)}
        if len(missing) == 1 and (number := left_over(document, used, fields[missing[0]])):
            meant[missing[0]] = {str(number): fitting_value(document, number, fields[missing[0]])}
            unclear.context["guessed"], missing = True, []
        unclear.context["meant"] = {**meant, **_mended(document, chosen, fields)}
        if not unclear.context["candidates"]:
            unclear.context["candidates"] = [int(number) for one in meant.values() for number in one]
        if missing:
            unclear.context["missing"] = missing
            page = doing.desk.page(doing.tab)
            unclear.context["openers"] = closed_parts(page)
            if len(missing) == len(fields):
                unclear.context["behind"] = _is_behind(doing.tab, fields)
                unclear.context["held"] = in_closed_part(page, fields, FILL)
        raise unclear
    return chosen


def _is_behind(tab: Tab, fields: dict[str, Any]) -> bool:
    """Whether the page before in a tab has all fields that are asked for."""
    page = page_before(tab)
    try:
        return page is not None and all(find_field(page.document, key, fields) for key in fields)
    except ValidationFailed:
        return False


def _meant(
    doing: Acting,
    document: Document,
    chosen: dict[str, int],
    missed: dict[str, ValidationFailed],
    fields: dict[str, Any],
) -> dict[str, dict[str, Any]]:
    """What goes where, by number, of the fields that are not there, by their keys: first of those that are plainest, as
    one field takes no two; that some are only guessed is told to the first error."""
    meant: dict[str, dict[str, Any]] = dict(whole_name(document, missed, fields))
    ranked = {key: likely(document, key, FILL, as_words(fields[key])) for key in missed}
    plainest = sorted(missed, key=lambda key: (not _numbers(missed[key]), -(ranked[key][0][1] if ranked[key] else 0)))
    for key in (one for one in plainest if one not in meant):
        used = {*chosen.values(), *(int(number) for one in meant.values() for number in one)}
        found, sure = _placed(doing, document, key, missed[key], fields[key], used)
        if found:
            meant[key] = found
            next(iter(missed.values())).context["guessed"] = not sure or next(iter(missed.values())).context.get(
                "guessed", False
            )
    return meant


def _placed(
    doing: Acting, document: Document, key: str, miss: ValidationFailed, value: Any, used: set[int]
) -> tuple[dict[str, Any], bool]:
    """What goes where of one field that is not there, and whether that is more than a guess; nothing for nowhere."""
    ticking, near = miss.context.get("ticking"), _numbers(miss)
    if isinstance(ticking, dict) and ticking:
        return dict(ticking), True
    parts = date_in_parts(document, value, used)
    if parts and (not near or str(near[0]) in parts):
        return dict(parts), False
    if named := name_in_parts(document, key, value, used) or under_heading(document, key, value, used):
        return dict(named), True
    near = [number for number in near or _pointed(doing, document, key) if number not in used]
    if not as_words(value) or as_words(value)[0].lower() not in ("on", "off", "true", "false"):
        boxed = {number for number in near if (f := document.targets[number].field) and f.kind in CHECKED}
        near = [number for number in near if number not in boxed or taking(document, [number], value) is not None]
    if near and taking(document, near, value) is not None:
        return _likely(document, near, key, value), True
    others = likely(document, key, FILL, as_words(value), used)
    if others:
        sure = others[0][1] >= SURE
        boxes = ticked_in_group(document, others[0][0], value)
        return boxes or _likely(document, [number for number, _ in others], key, value), sure
    return _likely(document, near or _by_what_goes_in(document, key, value, used), key, value), True


def _likely(document: Document, near: list[int], key: str, value: Any) -> dict[str, Any]:
    """What goes where, of a field that is not there: into one that is nearly called so and takes it, boxes that it
    names, one with a word of it; else into the nearest, which says what it takes. Nothing for no such."""
    found = taking(document, near, value)
    if found is None and (boxes := ticked(key, as_words(value), list(document.targets.fields()), alike=False)):
        return dict(boxes)
    found = found or taking(document, with_word(document, key), value)
    if found is not None:
        return {str(found[0]): found[1]}
    return {str(near[0]): value} if near else {}


def _mended(document: Document, chosen: dict[str, int], fields: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The values that are not taken as they are and whose meaning is plain, by the keys of their fields."""
    right = {key: fitting_value(document, number, fields[key]) for key, number in chosen.items()}
    return {key: {key: value} for key, value in right.items() if value is not None and value != fields[key]}


def _put_back(doing: Acting, before: tuple[dict[int, tuple[str, ...]], dict[int, tuple[str, ...]]]) -> None:
    visit = doing.desk.visit(doing.tab)
    changed = set(visit.given) | set(before[0]) | set(before[1])
    visit.drafts, visit.secrets = before
    doing.desk.filled(doing.tab, sorted(changed))


def _rehearsed(doing: Acting, number: int) -> list[str]:
    visit = doing.desk.visit(doing.tab)
    assert visit.page is not None
    ready, button = to_be_sent(visit, number)
    wrong = checked(visit.page.document, ready.form, visit.given, button)
    problems = [f"problem: {problem.name}: {problem.message}" for problem in wrong]
    return [f"would send by {way(ready)}", *(f"{name}: {value}" for name, value in pairs(ready)), *problems]


def _numbers(error: ValidationFailed) -> list[int]:
    near = error.context["candidates"]
    return near if isinstance(near, list) else []


def _pointed(doing: Acting, document: Document, key: str) -> list[int]:
    """The fields that a selector of another tool points at, or a number that is written otherwise."""
    numbers = [one.number for one in numbered(document, key)]
    numbers = numbers or pointed_at(doing.desk.session, doing.desk.page(doing.tab), key)
    return [number for number in numbers if document.targets[number].field is not None]


def _by_what_goes_in(document: Document, key: str, value: Any, used: Collection[int]) -> list[int]:
    """One of several to choose from that is called as what is to be chosen, or the one field of its kind."""
    return _chosen(document, value) or _of_kind(document, key) or _by_value(document, value, used)


def _of_kind(document: Document, key: str) -> list[int]:
    """The one field of the kind that it is called by, as markup says it: "email", "Phone number"."""
    words = re.findall(r"[a-z]+", key.casefold().replace("e-mail", "email"))
    kinds = {KINDS.get(word, word) for word in words}
    found = [n for n, f in document.targets.fields() if f.kind in kinds and f.kind in KINDS.values()]
    return found if len(found) == 1 else []


def _by_value(document: Document, value: Any, used: Collection[int]) -> list[int]:
    """The one field of its kind that takes such a value: a number, a date, a time, an address of mail or the web."""
    said = as_words(value)[:1]
    kind = next((kind for kind, pattern in _SHAPES.items() if said and pattern.fullmatch(said[0].strip())), "")
    there = [(n, f) for n, f in document.targets.fields() if kind and f.kind == kind and n not in used]
    found = [n for n, f in there if not f.disabled and not f.readonly]
    return found if len(found) == 1 and fitting_value(document, found[0], value) is not None else []


def _chosen(document: Document, value: Any) -> list[int]:
    """The one radio button that a value names, whose group is called otherwise than in markup."""
    words = as_words(value)
    found = [n for n, f in document.targets.fields() if f.kind == "radio" and _is(f, words[:1])]
    return found if len(found) == 1 else []


def _is(field: Field, words: list[str]) -> bool:
    """Whether words are what a radio button says, or its value where that is no mere number or letter."""
    return words == [field.label] or (words == [field.value] and len(field.value) > LEAST)


def _live(doing: Acting, document: Document, chosen: dict[str, int], fields: dict[str, Any], submit: bool) -> list[str]:
    said = []
    for key, number in chosen.items():
        field = document.targets[number].field
        assert field is not None
        words = as_words(fields[key])
        said.append(act(doing, action_for(field, words), number, words))
    if submit:
        said.append(act(doing, "submit", next(iter(chosen.values()), 0), ()))
    return said


def may_be_secret(document: Document, fields: Any) -> bool:
    """Whether a field of a call may be one of a password: it is one, or nothing on the page is nearly called so."""
    if not isinstance(fields, dict):
        return True
    for key, value in fields.items():
        try:
            numbers = [find_field(document, str(key), {str(key): value})]
        except ValidationFailed as error:
            near = error.context["candidates"]
            numbers = list(near) if isinstance(near, list) else []
        there = [document.targets[number].field for number in numbers if number in document.targets]
        if not there or any(field is None or field.kind == "password" for field in there):
            return True
    return False


def find_field(document: Document, key: str, fields: dict[str, Any]) -> int:
    """The target number of the field that is called so: by number, name, label, placeholder, or a part of the label.

    Raises ValidationFailed where there is none, or more than one.
    """
    there = [(n, f) for n, f in document.targets.fields() if f.kind not in BUTTONS]
    number = key.strip("[] ")
    if any(n == whole_number(number) for n, _ in there):
        return whole_number(number)
    folded = spelled(key).strip(" :*")
    tests = (
        lambda f: f.name == key,
        lambda f: spelled(called(f)) == folded,
        lambda f: spelled(f.placeholder) == folded,
        lambda f: bool(folded) and folded in spelled(called(f)),
    )
    for test in tests:
        found = [(n, f) for n, f in there if test(f)]
        if len(found) > 1:
            found = _one_group(found, fields[key]) or found
        if len(found) == 1:
            return found[0][0]
        if found:
            numbers = ", ".join(f"[{n}] {called(f)}" for n, f in found[:SHOWN])
            unclear = _unclear(f"several fields are called {key!r}: {numbers}", key, [n for n, _ in found])
            unclear.context["ticking"] = ticked(key, as_words(fields[key]), found)
            raise unclear
    names = ", ".join(f"[{n}] {called(f)}" for n, f in there[:SHOWN])
    words = f"no field is called {key!r}; there are: {names}" if names else "there is no field on the page"
    raise _unclear(words, key, fields_near(folded, there)[:NEAR])


def _unclear(words: str, key: str, numbers: list[int]) -> ValidationFailed:
    return ValidationFailed(words, actions=(), argument="fields", given=key, candidates=numbers[:SHOWN])


def _one_group(found: list[tuple[int, Field]], value: Any) -> list[tuple[int, Field]]:
    """Of radio buttons with one name, the one whose value or label is asked for."""
    words = as_words(value)
    if len(words) > 1:
        return []
    return [(n, f) for n, f in found if f.kind in ("radio", "checkbox") and words[0] in (f.value, f.label)]
