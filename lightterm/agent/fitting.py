"""One value of an argument as a tool takes it, made from what came in its place, by its schema alone."""

from __future__ import annotations

import difflib
import re
from math import isnan
from typing import TYPE_CHECKING, Any

from lightterm.agent.elsewhere import SAME
from lightterm.foreign_json import from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Schema = Mapping[str, Any]

NAMES = (
    "label",
    "name",
    "field",
    "target",
    "ref",
    "id",
    "number",
    "uid",
    "element",
    "text",
    "value",
    "selector",
    "locator",
    "query",
    "aria_label",
    "title",
)
"""By what a thing that comes as a mapping says which it is, the surest first."""

POINTING = {"css": "css", "css_selector": "css", "xpath": "xpath", "placeholder": "placeholder"}
"""By what a mapping points at a target as other tools do, and how these write it in one text."""

ADDRESSES = ("url", "href", "link", "address", "uri")
"""By what a mapping says an address."""

VALUES = ("value", "text", "content", "values", "option", "checked")
"""By what a field that comes as a mapping says what goes into it."""

KEPT = frozenset({"do", "target", "value", "fields", "to", "script", "url"})
"""Arguments without which a call would do something else: where nothing can be made of one there is no right call."""

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

_NUMBER = re.compile(r"((?:(?<!\w)[+-])?\d+(?:[,_ ]\d{3})*(?:\.\d+)?)\s*([a-z]*)", re.IGNORECASE)

_TIMES = {"ms": 0.001, "milliseconds": 0.001, "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "h": 3600}
_COUNTS = {"k": 1000, "m": 1_000_000, "thousand": 1000}
"""What a unit behind a number makes of it: of a time in seconds, and of a count."""

_PAIR = re.compile(r"\s*([^=:\n]{1,80}?)\s*[=:]\s*(.*)")


def fitted(value: Any, schema: Schema, name: str = "") -> Any:
    """A value of an argument as its schema takes it; None where nothing can be made of it."""
    if _takes(schema, value):
        return value
    for kind in schema.get("anyOf", (schema,)):
        made = _MADE.get(kind.get("type", ""), _nothing)(value, kind, name)
        if made is not None and _takes(kind, made):
            return made
    return None


def _takes(schema: Schema, value: Any) -> bool:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it comes without types

    if value is None:
        return False
    return bool(Draft202012Validator(dict(schema)).is_valid(value))


def _nothing(_value: Any, _schema: Schema, _name: str) -> Any:
    return None


def _named(value: Any) -> Any:
    """What is meant by a mapping that says one thing, or by a list of one; all else as it is."""
    if isinstance(value, list) and len(value) == 1:
        return _named(value[0])
    if isinstance(value, dict):
        return next((value[key] for key in NAMES if isinstance(value.get(key), str | int)), None)
    return value


def _text(value: Any, schema: Schema, name: str) -> str | None:
    if isinstance(value, dict) and name == "target" and (kind := next((one for one in POINTING if one in value), "")):
        return f"{POINTING[kind]}={value[kind]}" if isinstance(value[kind], str) else None
    if isinstance(value, dict) and name == "cookie" and {"name", "value"} <= set(value):
        return f"{value['name']}={value['value']}"
    if isinstance(value, dict) and name in ("url", "urls"):
        value = next((value[key] for key in ADDRESSES if isinstance(value.get(key), str)), None)
    elif isinstance(value, dict) and name == "value" and len(value) == 1:
        value = next(iter(value.values()))
    value = _named(value)
    if isinstance(value, list) and name == "part":
        value = value[0] if value else None  # each part is read by a call of its own
    if isinstance(value, list) and name in ("query", "text"):
        value = " ".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if words := schema.get("enum"):
        return _word(value, words)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if name in KEPT else str(value)[: schema.get("maxLength")]


def _word(value: str | float, words: list[str]) -> str | None:
    """The word of those that count which is meant; of tiers by their number, too."""
    if isinstance(value, int | float):
        return words[int(value) - 1] if words[0] == "static" and 1 <= value <= len(words) else None
    said = value.strip().lower().replace(" ", "_")
    if said in words:
        return said
    parts = (said, *re.split(r"[_-]", said))
    same = [ours for theirs in parts for ours in (*SAME.get(theirs, "").split(), theirs) if ours in words]
    near = same or difflib.get_close_matches(said, words, 1, 0.6)
    return near[0] if near else None


def _count(value: Any, schema: Schema, name: str) -> float | None:
    """A number, in bounds: a time beyond them was meant in milliseconds, and a share in hundredths."""
    value = _named(value)
    if isinstance(value, str):
        if name == "target" and not value.strip("[] ").isdecimal():
            return None  # words with a number in them are no number: "Cart (2)"
        value = _counted(value, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
        return None
    most, least = schema.get("maximum"), schema.get("minimum")
    if most is not None and value > most:
        if name in ("deadline", "wait"):
            value = value / 1000
        elif most == 1 and value <= 100:
            value = value / 100
    if most is not None:
        value = min(value, most)
    if least is not None and value < least:
        value = least if value > 0 else schema.get("default", least)
    elif value <= schema.get("exclusiveMinimum", value - 1):
        value = schema.get("default", 1)
    return int(value) if schema.get("type") == "integer" or value == int(value) else float(value)


def _counted(text: str, name: str) -> float | None:
    """The number that words say first, with its unit: "4k", "1,000", "1 minute"."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    units = _TIMES if name in ("deadline", "wait") else _COUNTS
    return float(re.sub(r"[,_ ]", "", found[1])) * units.get(found[2].lower(), 1)


def _flag(value: Any, _schema: Schema, name: str) -> bool | None:
    said = str(_named(value)).strip().lower()
    if name == "submit" and isinstance(value, str) and said and said not in NO:
        return True  # the button that is to be pressed
    return True if said in YES else False if said in NO else None


def _list(value: Any, schema: Schema, name: str) -> list[Any] | None:
    """A list of what fits of a list, or of the one thing that came in its place."""
    item = schema.get("items", {})
    values = value if isinstance(value, list) else [value]
    if isinstance(value, dict) and value and all(isinstance(one, bool) for one in value.values()):
        values = [one for one, wanted in value.items() if wanted]
    if isinstance(value, dict) and name == "cookies" and "name" not in value:
        values = [f"{key}={one}" for key, one in value.items() if isinstance(one, str | int)]
    if isinstance(value, str) and "enum" in item:
        values = [word for word in re.split(r"[,\s]+", value) if word]
    elif isinstance(value, str) and name == "urls":
        values = re.split(r"[,;\s]+(?=https?://)", value.strip())
    found = [one for one in (fitted(each, item, name) for each in values) if one is not None]
    return found[: schema.get("maxItems", len(found))] or None


def _mapping(value: Any, schema: Schema, _name: str) -> dict[str, Any] | None:
    """What is put where: of a mapping what can be put anywhere, of a list of fields, JSON, or lines of `name=value`."""
    if isinstance(value, str):
        value = _read(value)
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list):
        for one in value:
            named = named_field(one)
            if named is None and (not isinstance(one, dict) or not set(one).isdisjoint(VALUES)):
                return None
            pairs = [*pairs, *(_flat(one) if named is None else [named])]
    elif isinstance(value, dict):
        pairs = _flat(value)
    found = {str(key): inner for key, one in pairs if (inner := inner_value(one, schema)) is not None}
    return found or None


def _read(text: str) -> Any:
    try:
        return from_json(text)
    except ValueError:
        found = [_PAIR.fullmatch(line) for line in re.split(r"[\n;&]", text) if line.strip()]
        return {one[1]: one[2].strip() for one in found if one} if found and all(found) else None


def named_field(one: Any) -> tuple[Any, Any] | None:
    """The name and value of a field that is listed; None where it does not say both."""
    if isinstance(one, list) and len(one) == 2 and isinstance(one[0], str):
        return one[0], one[1]
    if not isinstance(one, dict):
        return None
    value = next((key for key in VALUES if key in one), None)
    name = next((one[key] for key in NAMES if key != value and isinstance(one.get(key), str | int)), None)
    return None if value is None or name is None else (name, one[value])


def _flat(fields: Mapping[str, Any]) -> Iterable[tuple[Any, Any]]:
    """Fields by name; of a mapping that stands for a form or a group, which says no value, those in it."""
    for key, value in fields.items():
        if isinstance(value, dict) and value and not any(one in value for one in VALUES):
            yield from _flat(value)
        else:
            yield key, value


def inner_value(value: Any, schema: Schema) -> Any:
    """A value of a mapping; of one that is a mapping itself what it says of its value."""
    if isinstance(value, dict):
        value = next((value[key] for key in VALUES if key in value), None)
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return None  # fields, not what goes into one
    return fitted(value, schema.get("additionalProperties", {}))


_MADE: Mapping[str, Callable[[Any, Schema, str], Any]] = {
    "string": _text,
    "integer": _count,
    "number": _count,
    "boolean": _flag,
    "array": _list,
    "object": _mapping,
}
