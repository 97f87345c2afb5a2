"""Arguments as a tool takes them, made from arguments as they came, by the schema of the tool alone.

What is only written otherwise is put right: by another name, in a list or out of one, as words for a number, nearly one
of the words that count, beyond a bound. What nothing can be made of is left out, but for what is to be done to a page.
"""

from __future__ import annotations

import difflib
import json
import re
from math import isnan
from typing import TYPE_CHECKING, Any

from lightterm.agent.elsewhere import ARGUMENTS, SAME
from lightterm.agent.sentences import for_act, many_in
from lightterm.engines.written_keys import nearest, proper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Schema = Mapping[str, Any]

NAMES = ("label", "name", "field", "target", "ref", "id", "number", "uid", "element", "text", "value")
"""By what a thing that comes as a mapping says which it is, the surest first."""

WRAPPINGS = ("params", "parameters", "arguments", "args", "kwargs", "input", "request", "options")
"""What all arguments together are called where they came inside one."""

ADDRESSES = ("url", "href", "link", "address", "uri")
"""By what a mapping says an address."""

VALUES = ("value", "text", "content", "values", "option", "checked")
"""By what a field that comes as a mapping says what goes into it."""

KEPT = frozenset({"do", "target", "value", "fields", "to", "script", "url"})
"""Arguments without which a call would do something else: where nothing can be made of one there is no right call."""

POINTED = ("click", "double_click", "right_click", "hover", "check", "uncheck")
"""Actions for which words, where no target is said, are the target."""

VALUED = ("type", "select", "upload", "drag", "mark")
"""Actions that do something else without their value."""

MANY = 2
"""Words of a name that are looked at one by one."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

MOST = 50
"""Actions of one call."""

KEYS = ("enter", "return", "tab", "escape", "esc", "backspace", "space")

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

_NUMBER = re.compile(r"((?:(?<!\w)[+-])?\d+(?:[,_ ]\d{3})*(?:\.\d+)?)\s*([a-z]*)", re.IGNORECASE)

_TIMES = {"ms": 0.001, "milliseconds": 0.001, "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "h": 3600}
_COUNTS = {"k": 1000, "m": 1_000_000, "thousand": 1000}
"""What a unit behind a number makes of it: of a time in seconds, and of a count."""

_ADDRESS = re.compile(r"[./:]")

_PAIR = re.compile(r"\s*([^=:\n]{1,80}?)\s*[=:]\s*(.*)")


def plain(name: str) -> str:
    """The name of an argument as it is compared: without case, hyphens and underscores."""
    return name.replace("_", "").replace("-", "").lower()


def renamed(arguments: Mapping[str, Any], known: Mapping[str, Schema]) -> dict[str, str]:
    """The names of ours that are meant by names which the tool has not, by those."""
    free = [name for name in known if name not in arguments]
    strange = [name for name in arguments if name not in known]
    meant: dict[str, str] = {}
    for name in strange:
        near = difflib.get_close_matches(plain(name[:100]), [plain(one) for one in free], 1, 0.8)
        if near:
            meant[name] = next(one for one in free if plain(one) == near[0])
            free.remove(meant[name])
    for ours in list(free):
        for alias in ARGUMENTS.get(ours, ()):
            found = [name for name in strange if name not in meant and plain(name[:100]) == plain(alias)]
            if ours == "tab" and alias in ("index", "id") and "do" not in known:
                continue  # of a tool that is not about tabs it counts something else
            if found and _stands_for(arguments[found[0]], known[ours], ours):
                meant[found[0]] = ours
                free.remove(ours)
                break
    for name in strange:
        if name not in meant and (ours := _by_words(name, arguments[name], {one: known[one] for one in free})):
            meant[name] = ours
            free.remove(ours)
    return meant


def _by_words(name: str, value: Any, free: Mapping[str, Schema]) -> str:
    """The argument of ours that is meant by a name of several words, one of which others say for it; "" for none."""
    words = [word for word in re.split(r"[^a-z0-9]+", _HUMP.sub("_", name[:100]).lower()) if word]
    if len(words) < MANY:
        return ""
    for ours, schema in free.items():
        same = {plain(one) for one in (ours, *ARGUMENTS.get(ours, ()))}
        if not same.isdisjoint(words) and _stands_for(value, schema, ours):
            return ours
    return ""


def _stands_for(value: Any, schema: Schema, name: str) -> bool:
    """Whether what has another name can be an argument of ours: five of something are no tokens."""
    found = fitted(value, schema, name)
    if name == "url" and not _ADDRESS.search(str(found)):
        return False  # a link by its words, a page by its number
    return found is not None and (name != "max_tokens" or found > schema.get("minimum", 0))


def required(schema: Schema, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """What a call has to say: its schema's, and of one that does a single thing what that is."""
    one = "steps" in schema.get("properties", {}) and not arguments.get("steps")
    return (*schema.get("required", ()), *(["do"] if one else []))


def corrected(arguments: Mapping[str, Any], schema: Schema) -> dict[str, Any] | None:
    """The arguments that a tool of this schema takes; None where something is missing that only the caller has."""
    known: Mapping[str, Schema] = schema.get("properties", {})
    arguments = unwrapped(arguments, known)
    if "steps" in known and (many := many_in(arguments)) is not None:
        return _in_steps(*many, schema)
    if {"do", "target", "value"} <= set(known):
        arguments = for_act(arguments)
    meant = renamed(arguments, known)
    right: dict[str, Any] = {}
    for name, value in arguments.items():
        ours = meant.get(name, name)
        if ours not in known:
            continue
        found = fitted(value, known[ours], ours)
        if found is not None:
            right[ours] = found
        elif ours in KEPT:
            return None
    strange = {name: value for name, value in arguments.items() if name not in known and name not in meant}
    for name in required(schema, arguments):
        if name not in right:
            found = _gathered(strange, known[name], name)
            if found is None:
                return None
            right[name] = found
    if right.get("do") in POINTED and "target" not in right and isinstance(right.get("value"), str):
        right["target"] = right.pop("value")
    return _with_key(arguments, right, known)


def _in_steps(steps: list[Any], others: Mapping[str, Any], schema: Schema) -> dict[str, Any] | None:
    """What many actions take, each put right as a call of its own; None where one of them cannot be."""
    properties = {name: one for name, one in schema["properties"].items() if name != "steps"}
    single = {
        **schema,
        "properties": {name: properties[name] for name in ("do", "target", "value")},
        "required": ["do"],
    }
    right = [corrected({"do": one} if isinstance(one, str) else one, single) for one in steps]
    if not right or len(right) > MOST or None in right or any(_is_empty(one) for one in right if one):
        return None
    found = corrected({"do": "click", **others}, {**schema, "properties": properties}) or {}
    return {"steps": right, **{name: value for name, value in found.items() if name not in ("do", "target", "value")}}


def _is_empty(step: Mapping[str, Any]) -> bool:
    """Whether a step would empty a field, as what goes into it was not understood."""
    return step["do"] in VALUED and "value" not in step


def unwrapped(arguments: Mapping[str, Any], known: Mapping[str, Schema]) -> Mapping[str, Any]:
    """Arguments that came inside one more mapping, which has a name for all of them, without it."""
    inner = [name for name in WRAPPINGS if name in arguments and name not in known]
    found = {name: arguments[name] for name in inner if isinstance(arguments[name], dict)}
    if not found or not any(set(one) & set(known) for one in found.values()):
        return arguments
    left = {name: value for name, value in arguments.items() if name not in found}
    return {**{key: value for one in found.values() for key, value in one.items()}, **left}


def _with_key(given: Mapping[str, Any], right: dict[str, Any], known: Mapping[str, Schema]) -> dict[str, Any] | None:
    """The arguments where what is to be done was a key: it is pressed.

    None for a word taken for `type` without a value, which would empty the field.
    """
    said, words = given.get("do"), known.get("do", {}).get("enum", ())
    if "press" not in words or not isinstance(said, str) or said in words or "value" in right:
        return right
    if said.lower() != said or said.lower() in KEYS:
        key = proper(said)
        if nearest(key) is None and len(key) > 1:
            return {**right, "do": "press", "value": key}
    return None if right.get("do") in VALUED else right


def _gathered(strange: Mapping[str, Any], schema: Schema, name: str) -> Any:
    """What is required and missing, from arguments that have no other place; None for none, or for several."""
    if schema.get("type") == "object":
        if one := _field(dict(strange)):  # of one field that is named and valued
            return dict([one])
        fields = {key: found for key, value in strange.items() if (found := _inner(value, schema)) is not None}
        return fields or None
    words = schema.get("enum")
    found = [
        value for value in strange.values() if isinstance(value, str) and (value in words if words else name in KEPT)
    ]
    if name == "url":
        found = [value for value in found if _ADDRESS.search(value)]
    return found[0] if len(found) == 1 and (words or schema.get("type") == "string") else None


# --- one value


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
    if isinstance(value, dict) and name == "cookie" and {"name", "value"} <= set(value):
        return f"{value['name']}={value['value']}"
    if isinstance(value, dict) and name == "url":
        value = next((value[key] for key in ADDRESSES if isinstance(value.get(key), str)), None)
    elif isinstance(value, dict) and name == "value" and len(value) == 1:
        value = next(iter(value.values()))
    value = _named(value)
    if isinstance(value, list) and name in ("query", "text", "part"):
        value = " ".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if words := schema.get("enum"):
        return _word(value, words)
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
    if isinstance(value, str) and "enum" in item:
        values = [word for word in re.split(r"[,\s]+", value) if word]
    found = [one for one in (fitted(each, item, name) for each in values) if one is not None]
    return found[: schema.get("maxItems", len(found))] or None


def _mapping(value: Any, schema: Schema, _name: str) -> dict[str, Any] | None:
    """What is put where: of a mapping what can be put anywhere, of a list of fields, JSON, or lines of `name=value`."""
    if isinstance(value, str):
        value = _read(value)
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list):
        named = [_field(one) for one in value]
        if None in named:
            return None
        pairs = [one for one in named if one is not None]
    elif isinstance(value, dict):
        pairs = _flat(value)
    found = {str(key): inner for key, one in pairs if (inner := _inner(one, schema)) is not None}
    return found or None


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        found = [_PAIR.fullmatch(line) for line in re.split(r"[\n;&]", text) if line.strip()]
        return {one[1]: one[2].strip() for one in found if one} if found and all(found) else None


def _field(one: Any) -> tuple[Any, Any] | None:
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


def _inner(value: Any, schema: Schema) -> Any:
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
