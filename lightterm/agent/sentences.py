"""What is to be done to a page, said in a sentence or by a truth: as the verb, target and value that act takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lightterm.agent.elsewhere import ARGUMENTS, SAME

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_TYPED = re.compile(r"(?:type|enter|write|input|put|fill in)\s+(.+?)\s+(?:in|into|to|on)\s+(.+)", re.IGNORECASE)
_FILLED = re.compile(r"fill(?: in)?\s+(.+?)\s+with\s+(.+)", re.IGNORECASE)
_CHOSEN = re.compile(r"(?:select|choose|pick)\s+(.+?)\s+(?:from|in)\s+(.+)", re.IGNORECASE)
_DONE = re.compile(r"(click|press|tap|check|tick|uncheck|hover|submit)(?:\s+(?:on|over))?\s+(.+)", re.IGNORECASE)
_VERBS = {"press": "click", "tap": "click", "tick": "check"}
_QUOTES = "\"'“”‘’ "

SAID = ("do", "action", "instruction", "command")
"""The arguments in which a sentence may stand."""


STEPS = ("steps", "actions", "sequence", "commands", "operations", "acts", "instructions")
"""The arguments in which many actions may stand."""

SINGLE = ("do", "target", "value")


def many_in(given: Mapping[str, Any]) -> tuple[list[Any], Mapping[str, Any]] | None:
    """Many actions by whatever name they came, one that stands before them first, and all other arguments."""
    name = next((one for one in STEPS if isinstance(given.get(one), list | dict) and given[one]), "")
    if not name and isinstance(given.get("do"), list) and all(isinstance(one, dict) for one in given["do"]):
        name = "do"
    if not name:
        return None
    steps = given[name] if isinstance(given[name], list) else [given[name]]
    if len(steps) == 1 and isinstance(steps[0], dict) and all(isinstance(one, dict) for one in steps[0].values()):
        steps = list(steps[0].values())  # by number
    if not all(isinstance(one, dict | str) or _is_row(one) for one in steps):
        return None
    steps = [dict(zip(SINGLE, one, strict=False)) if isinstance(one, list) else one for one in steps]
    first = {key: given[key] for key in SINGLE if key in given and key != name}
    others = {key: value for key, value in given.items() if key != name and key not in SINGLE}
    if "do" in first and len(first) == 1 and not any(isinstance(one, str) or "do" in one for one in steps):
        return steps, {**others, **first}  # it is said once for all of them
    return [*([first] if "do" in first else []), *steps], others


def _is_row(one: Any) -> bool:
    """Whether a list says verb, target and value of an action."""
    return isinstance(one, list) and 1 < len(one) <= len(SINGLE) and all(isinstance(part, str | int) for part in one)


def _unfolded(given: Mapping[str, Any], verbs: Collection[str]) -> Mapping[str, Any]:
    """The arguments of an action that stands inside its own name, or that of the action: `{"click": "Send"}`."""
    inner = next((one for one in SAID if isinstance(given.get(one), dict)), "")
    if inner:
        given = {**{key: value for key, value in given.items() if key != inner}, **given[inner]}
    if any(
        isinstance(given.get(one), str) and (one != "type" or given[one] in verbs) for one in (*SAID, "type", "verb")
    ):
        return given
    own = [key for key in given if key in verbs]
    if len(own) != 1:
        return given
    verb, said = own[0], given[own[0]]
    left = {key: value for key, value in given.items() if key != verb}
    if isinstance(said, dict):
        return {"do": verb, **left, **said}
    if isinstance(said, bool | None):
        return {"do": verb, **left} if said and {"value", "text"}.isdisjoint(left) else given
    does = SAME.get(verb, verb)
    if does in KEYED or (does in VALUED and not TARGETS.isdisjoint(left)):
        return {"do": verb, "value": said, **left}
    return given if does in VALUED or "target" in left else {"do": verb, "target": said, **left}


KEYED = ("press", "scroll", "wait", "dialog")
"""Actions of which one says what, and not to what."""

VALUED = ("type", "select", "upload", "drag", "mark")
"""Actions of which one says both; without its value `type` empties a field."""

TARGETS = frozenset(("target", *ARGUMENTS["target"]))


def for_act(given: Mapping[str, Any], verbs: Collection[str] = ()) -> Mapping[str, Any]:
    """The arguments with a sentence taken apart, and a truth as the verb; as they are where there is none."""
    given = _unfolded(given, verbs)
    name = next((one for one in SAID if isinstance(given.get(one), str) and " " in given[one].strip()), "")
    if name and not {"target", "value"} & set(given):
        found = _parts(given[name].strip().rstrip("."))
        return {**{key: value for key, value in given.items() if key != name}, **found} if found else given
    truth = next((one for one in ("value", "checked", "state") if isinstance(given.get(one), bool)), "")
    if truth and given.get("do") in ("check", "uncheck"):
        does = given["do"] if given[truth] else "uncheck"
        return {**{key: value for key, value in given.items() if key != truth}, "do": does}
    return given


def _parts(said: str) -> dict[str, str]:
    """Verb, target and value of a sentence; nothing of one that is none of those known."""
    if found := _TYPED.fullmatch(said):
        return {"do": "type", "value": found[1].strip(_QUOTES), "target": found[2].strip(_QUOTES)}
    if found := _FILLED.fullmatch(said):
        return {"do": "type", "target": found[1].strip(_QUOTES), "value": found[2].strip(_QUOTES)}
    if found := _CHOSEN.fullmatch(said):
        return {"do": "select", "value": found[1].strip(_QUOTES), "target": found[2].strip(_QUOTES)}
    if found := _DONE.fullmatch(said):
        verb = found[1].lower()
        return {"do": _VERBS.get(verb, verb), "target": found[2].strip(_QUOTES)}
    return {}
