"""Arguments as a tool takes them, made from arguments as they came, by the schema of the tool alone.

What is only written otherwise is put right: by another name, in a list or out of one, as words for a number, nearly one
of the words that count, beyond a bound. What nothing can be made of is left out, but for what is to be done to a page.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from lightterm.agent.elsewhere import ARGUMENTS, SAME, tool_meant
from lightterm.agent.fitting import KEPT, YES, fitted, inner_value, named_field
from lightterm.agent.sentences import VALUED, for_act, many_in
from lightterm.engines.written_keys import nearest, proper

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Schema = Mapping[str, Any]

WRAPPINGS = ("params", "parameters", "arguments", "args", "kwargs", "input", "request", "options")
"""What all arguments together are called where they came inside one."""

POINTED = ("click", "double_click", "right_click", "hover", "check", "uncheck")
"""Actions for which words, where no target is said, are the target."""

WAIT = "wait"
"""What stands between actions and is none."""

TIMES = ("time", "seconds", "duration", "timeout", "ms", "milliseconds")
"""In what a step says how long it waits."""

WAITED = frozenset({"text", "selector", "deadline"})
STATES = frozenset("networkidle networkidle0 networkidle2 load loaded domcontentloaded idle stable rest ready".split())
"""What `wait` takes, and states of a page that others wait for: ours waits until it rests where nothing is said."""

MANY = 2
"""Words of a name that are looked at one by one."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

MOST = 50
"""Actions of one call."""

KEYS = ("enter", "return", "tab", "escape", "esc", "backspace", "space")

_ADDRESS = re.compile(r"[./:]")


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
        if near and not _is_other(arguments[name], next(known[one] for one in free if plain(one) == near[0])):
            meant[name] = next(one for one in free if plain(one) == near[0])
            free.remove(meant[name])
    for ours in list(free):
        for alias in ARGUMENTS.get(ours, ()):
            found = [name for name in strange if name not in meant and plain(name[:100]) == plain(alias)]
            if found and ours == "target" and _is_elsewhere(arguments[found[0]]) and _described(arguments, strange):
                continue  # what it is called is known here, too
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


def _is_other(value: Any, schema: Schema) -> bool:
    """Whether a value is no mapping where one is asked for: the "field" of one is not "fields"."""
    return schema.get("type") == "object" and isinstance(value, str) and fitted(value, schema) is None


def _is_elsewhere(value: Any) -> bool:
    """Whether a target is said as another browser counts: "e3", "s1e4", "1_12"."""
    return isinstance(value, str) and bool(_REF.fullmatch(value))


def _described(arguments: Mapping[str, Any], strange: Sequence[str]) -> bool:
    """Whether a target is described in words, too."""
    return any(name in strange and isinstance(arguments[name], str) and arguments[name].strip() for name in WORDED)


WORDED = ("element", "label", "description", "element_description")
"""Arguments that say in words what another one says by a number of another browser."""

_REF = re.compile(r"(?:[a-z]{1,4}\d+)+|\d+_\d+", re.IGNORECASE)


def _by_words(name: str, value: Any, free: Mapping[str, Schema]) -> str:
    """The argument of ours that is meant by a name of several words, one of which others say for it; "" for none."""
    words = [word for word in re.split(r"[^a-z0-9]+", _HUMP.sub("_", name[:100]).lower()) if word]
    if len(words) < MANY:
        return ""
    for ours, schema in free.items():
        if words[0] == WAIT and ours in ("selectors", "keywords", "query"):
            continue  # what is waited for is not all that is wanted
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
        arguments = for_act(arguments, _verbs(known["do"]))
    meant = renamed(arguments, known)
    if set(known) >= WAITED and not set(arguments) - {*meant, *known}:
        arguments = {name: one for name, one in arguments.items() if str(one).lower() not in STATES}
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
    right_key = _with_key(arguments, right, known)
    return _then_sent(arguments, right_key, known) if right_key is not None and "steps" in known else right_key


def _then_sent(given: Mapping[str, Any], right: dict[str, Any], known: Mapping[str, Schema]) -> dict[str, Any]:
    """What is typed, and Enter behind it where another tool's argument says that it is to be sent then."""
    said = next((name for name in SENDING if name in given and name not in known), "")
    if not said or right.get("do") != "type" or "target" not in right or str(given[said]).lower() not in YES:
        return right
    step = {name: right[name] for name in ("do", "target", "value") if name in right}
    others = {name: one for name, one in right.items() if name not in step}
    return {"steps": [step, {"do": "press", "target": right["target"], "value": "Enter"}], **others}


SENDING = ("submit", "press_enter", "pressEnter", "enter", "send", "and_submit")
"""Arguments of other tools that have what is typed sent."""


def _verbs(schema: Schema) -> frozenset[str]:
    """What can be done, by our words and others'."""
    ours = schema.get("enum", ())
    return frozenset((*ours, *(theirs for theirs, one in SAME.items() if one in ours)))


def _in_steps(steps: list[Any], others: Mapping[str, Any], schema: Schema) -> dict[str, Any] | None:
    """What many actions take, each put right as a call of its own; None where one of them cannot be."""
    properties = {name: one for name, one in schema["properties"].items() if name != "steps"}
    verbs = {"do": {**properties["do"], "enum": [*properties["do"].get("enum", ()), WAIT]}}
    single = {
        **schema,
        "properties": {**{name: properties[name] for name in ("do", "target", "value")}, **verbs},
        "required": ["do"],
    }
    verb = {"do": others["do"]} if isinstance(others.get("do"), str) else {}
    listed = [{"do": one} if isinstance(one, str) else _timed({**verb, **one}) for one in steps]
    right = [corrected(one, single) for one in listed]
    if not right or len(right) > MOST or None in right or any(_is_empty(one) for one in right if one):
        return None
    found = corrected({"do": "click", **others}, {**schema, "properties": properties}) or {}
    return {"steps": right, **{name: value for name, value in found.items() if name not in ("do", "target", "value")}}


def _timed(step: Mapping[str, Any]) -> Mapping[str, Any]:
    """A step with the time that it waits as its value."""
    said = next((one for one in TIMES if isinstance(step.get(one), str | int | float)), "")
    verb = next((step[one] for one in ("do", "action", "type") if isinstance(step.get(one), str)), "")
    if not said or (tool_meant(verb)[0] != WAIT and verb != WAIT):
        return step
    return {"do": WAIT, "value": f"{step[said]}{'ms' if said in ('ms', 'milliseconds') else ''}"}


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
        if one := named_field(dict(strange)):  # of one field that is named and valued
            return dict([one])
        fields = {key: found for key, value in strange.items() if (found := inner_value(value, schema)) is not None}
        return fields or None
    words = schema.get("enum")
    found = [
        value for value in strange.values() if isinstance(value, str) and (value in words if words else name in KEPT)
    ]
    if name == "url":
        found = [value for value in found if _ADDRESS.search(value)]
    return found[0] if len(found) == 1 and (words or schema.get("type") == "string") else None
