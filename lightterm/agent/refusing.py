"""Calls that no tool takes as they are, and what they would have to be."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, TextContent

from lightterm.errors import CommandInvalid
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcp_types import InputRequiredResult
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

VERBS = ("go", "act")
"""Tools whose first argument says what to do: that word is looked for as a tool of its own."""

OPENING = ("navigate", "goto", "visit", "open_url")
READING = ("fetch", "read", "read_page", "read_url", "get_page", "get_text", "get_content", "scrape", "extract")
"""What other browsers' tools call `open`, and `browse` or `snapshot`."""

SAME = {
    "tap": "click", "choose": "select", "pick": "select", "fill": "type", "input": "type", "set": "type",
    "key": "press", "dblclick": "double_click", "md": "markdown", "txt": "text", "playwright": "full",
    "chromium": "full", "previous": "back", "prev": "back", "refresh": "reload",
}  # fmt: skip
"""Words that others use for ours."""

NAMES = ("label", "name", "field", "target", "id")
"""By what a field that is listed says which it is."""

TOLD = 10
"""Mistakes of one call that are told."""


def wrong_arguments(
    tool: str, arguments: Mapping[str, Any], problem: ValidationError, known: Mapping[str, Any]
) -> CommandInvalid:
    """The error of arguments that the tool does not take, with those it would take where that is plain."""
    found = problem.errors(include_url=False)
    said = [f"{'.'.join(map(str, error['loc'])) or 'arguments'}: {error['msg']}" for error in found]
    return CommandInvalid(
        f"{tool}: {'; '.join(said[:TOLD])}", actions=(), corrected=_corrected(arguments, found, known)
    )


def misspelt_arguments(tool: str, arguments: Mapping[str, Any], known: Mapping[str, Any]) -> CommandInvalid | None:
    """The error of a call whose unknown arguments are nearly known ones, None where nothing is.

    Passed over, a max_tokens that is written otherwise would bound nothing, and a dry_run would be none.
    """
    free = {_plain(name): name for name in known if name not in arguments}
    meant: dict[str, str] = {}
    for name in arguments:
        near = [] if name in known else difflib.get_close_matches(_plain(name[:100]), free, 1, 0.8)
        if near:
            meant[name] = free.pop(near[0])
    if not meant:
        return None
    said = "; ".join(f"there is no argument {name[:100]!r}: {right}" for name, right in meant.items())
    kept = {
        meant.get(name, name): _bounded(value, known[meant.get(name, name)])
        for name, value in arguments.items()
        if name in meant or name in known
    }
    return CommandInvalid(f"{tool}: {said}", actions=(), corrected=kept)


def passed_over(
    result: CallToolResult | InputRequiredResult, strange: Sequence[str]
) -> CallToolResult | InputRequiredResult:
    """A result that also says which arguments were passed over, as the tool has none of their names."""
    if not strange or not isinstance(result, CallToolResult) or not isinstance(result.content[0], TextContent):
        return result
    names = [clean(name)[:40] for name in strange[:TOLD]]
    text = f"{result.content[0].text}\n(passed over, as there is no such argument: {', '.join(names)})"
    told = dict(result.structured_content or {})
    told["data"] = {**told.get("data", {}), "passedOver": names}
    content = [TextContent(type="text", text=text), *result.content[1:]]
    return result.model_copy(update={"content": content, "structured_content": told})


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def unknown_tool(name: str, arguments: Mapping[str, Any], schemas: Mapping[str, Mapping[str, Any]]) -> CommandInvalid:
    """The error of a tool that is not there, with the one that does it: as one of its verbs, or of nearly that name."""
    words = f"there is no tool {name[:100]!r}; there are {', '.join(schemas)}"
    word = re.sub(r"^(?:(?:browser|puppeteer|playwright|page)_)?(?:navigate_)?(?=.)", "", name[:100])
    if word in OPENING and "url" in arguments:
        return CommandInvalid(words, actions=(), tool="open", corrected={"url": arguments["url"]})
    if word in READING:
        tool, given = ("browse", {"url": arguments["url"]}) if "url" in arguments else ("snapshot", {})
        return CommandInvalid(words, actions=(), tool=tool, corrected=given)
    for tool in VERBS:
        verb = next(iter(schemas.get(tool, {}).get("required", ())), "")
        if verb and word in schemas[tool]["properties"][verb].get("enum", ()):
            given = {key: value for key, value in arguments.items() if key in schemas[tool]["properties"]}
            return CommandInvalid(words, actions=(), tool=tool, corrected={verb: word, **given})
    near = difflib.get_close_matches(name[:100], schemas, 1)
    if not near:
        return CommandInvalid(words, actions=())
    return CommandInvalid(words, actions=(), tool=near[0], corrected=dict(arguments))


def _corrected(
    arguments: Mapping[str, Any], problems: Sequence[ErrorDetails], known: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The arguments with what is wrong put right or left out; None where something is missing that only the caller has.

    What is out of bounds is taken to the bound, a word that is nearly one of those that count becomes that, and so does
    the name of an argument.
    """
    corrected = {name: value for name, value in arguments.items() if name in known}
    strange = {name: value for name, value in arguments.items() if name not in known}
    for problem in problems:
        name = str(problem["loc"][0]) if problem["loc"] else ""
        if problem["type"] == "missing":
            meant = difflib.get_close_matches(name, strange, 1) or _only(strange, known[name])
            if not meant:
                return None
            corrected[name] = strange.pop(meant[0])
            continue
        if name not in arguments:
            return None
        if name not in corrected:
            continue  # another of its values was wrong beyond repair
        right = _right_in(corrected[name], problem)
        if right is None:
            del corrected[name]
        else:
            corrected[name] = right
    return corrected


def _bounded(value: Any, schema: Mapping[str, Any]) -> Any:
    """A number within the bounds of an argument, and all else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return min(max(value, schema.get("minimum", value)), schema.get("maximum", value))


def _only(strange: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """The one argument of another name whose value could be that of a missing one; none where two could be."""
    words = schema.get("enum")
    fits = [
        name
        for name, value in strange.items()
        if isinstance(value, str) and (value in words if words else schema.get("type") == "string")
    ]
    return fits if len(fits) == 1 else []


def _right_in(value: Any, problem: ErrorDetails) -> Any:
    """The value that was probably meant where the one that is wrong stands in a list, or by itself; None for none."""
    at = problem["loc"][1] if len(problem["loc"]) > 1 else None
    if not isinstance(at, int) or not isinstance(value, list):
        return _right(value, problem)
    right = _right(value[at], problem)
    return [right if n == at else one for n, one in enumerate(value)] if right is not None else None


def _by_name(fields: Sequence[Any]) -> dict[str, Any] | None:
    """Fields that are listed, each with its name and value, by their names; None where that is not what they are."""
    found: dict[str, Any] = {}
    for field in fields:
        name = next((field[key] for key in NAMES if key in field), None) if isinstance(field, dict) else None
        if not isinstance(name, str | int) or "value" not in field:
            return None
        found[str(name)] = field["value"]
    return found or None


def _right(value: Any, problem: ErrorDetails) -> Any:
    """The value that was probably meant, None for none."""
    context = problem.get("ctx", {})
    bounds = [context[name] for name in ("ge", "le") if name in context]
    if bounds:
        return bounds[0]
    if problem["type"] == "string_too_long":
        return str(value)[: context["max_length"]]
    if problem["type"] == "literal_error" and isinstance(value, str):
        words = [word.strip("'") for word in str(context["expected"]).replace(" or ", ", ").split(", ")]
        same = SAME.get(value.lower())
        near = [same] if same in words else difflib.get_close_matches(value.lower(), words, 1, 0.6)
        return near[0] if near else None
    if problem["type"] == "tuple_type" and isinstance(value, str):
        return [value]
    if problem["type"] == "dict_type" and isinstance(value, list):
        return _by_name(value)
    if isinstance(value, dict):
        return {key: str(one) if isinstance(one, int | float) else one for key, one in value.items()}
    return value[0] if isinstance(value, list) and len(value) == 1 else None
