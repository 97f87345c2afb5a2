"""Fields that are meant by what stands over several of them, or by what several of them are together: the question over
radio buttons, a name in two parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.evidence import lines_before, ticked_in_group
from lightterm.agent.field_names import as_words, ticked
from lightterm.agent.near_words import firmly, named_nearly
from lightterm.session.controls import CHECKED, TEXTS, called, kind_of
from lightterm.session.same_words import is_same

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from lightterm.document.model import Document, Field

PARTS = ("first name", "last name")
"""What a whole name is in two fields."""


def under_heading(document: Document, key: str, value: Any, used: Collection[int]) -> dict[str, str]:
    """What ticks the boxes, or the one radio button, that a value names among those under the line that is asked for,
    by number; nothing where there is none, or none of them is it. Yes and no are choices, too."""
    firsts: dict[tuple[int, str], int] = {}
    for number, field in document.targets.fields():
        if field.kind in CHECKED and number not in used:
            firsts.setdefault((field.form, field.name), number)
    before = lines_before(document) if firsts else {}
    heads = {before.get(number, "").casefold(): number for number in firsts.values()}
    named = [one for one in heads if one]
    near = [one for one in named_nearly(key, named) if firmly(key, one) or one.startswith(f"{key.casefold()} ")]
    if len(near) != 1:
        return {}
    words: Any = ("yes" if value else "no") if isinstance(value, bool) else value
    if isinstance(words, str) and "," in words:
        words = [one.strip() for one in words.split(",") if one.strip()]
    first = heads[near[0]]
    return ticked_in_group(document, first, words) or ticked(
        key, as_words(words), [(n, f) for n, f in document.targets.fields() if _is_under(f, before.get(n, ""), near[0])]
    )


def _is_under(field: Field, line: str, head: str) -> bool:
    """Whether a box, which may have a name of its own in its form, stands under a line."""
    return field.kind == "checkbox" and line.casefold() == head


def name_in_parts(document: Document, key: str, value: Any, used: Collection[int]) -> dict[str, str]:
    """A name of two words in the two fields that a page has for it, by number; nothing where it is not so."""
    words = value.split() if isinstance(value, str) and is_same(key, "full name") else []
    parts = [_texts(document, part, used) for part in PARTS]
    if len(words) != len(parts) or any(len(one) != 1 for one in parts):
        return {}
    return {str(one[0]): word for one, word in zip(parts, words, strict=True)}


def whole_name(document: Document, missed: Iterable[str], fields: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The two parts of a name in the one field that a page has for it, by their keys; nothing where it is not so."""
    keys = [next((key for key in missed if is_same(key, part)), "") for part in PARTS]
    there = _texts(document, "full name", ())
    if not all(keys) or len(there) != 1 or not all(isinstance(fields[key], str) for key in keys):
        return {}
    return {key: {str(there[0]): " ".join(fields[one] for one in keys)} for key in keys}


def _texts(document: Document, name: str, used: Collection[int]) -> list[int]:
    """The text fields whose label means a name."""
    there = ((number, field) for number, field in document.targets.fields() if number not in used)
    return [number for number, field in there if kind_of(field) in TEXTS and is_same(called(field), name)]
