"""Calls that no tool takes as they are, and what they would have to be."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, TextContent

from lightterm.errors import CommandInvalid
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from mcp_types import InputRequiredResult
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

TOLD = 10
"""Mistakes of one call that are told."""


def wrong_arguments(
    tool: str, arguments: Mapping[str, Any], problem: ValidationError, known: Collection[str]
) -> CommandInvalid:
    """The error of arguments that the tool does not take, with those it would take where that is plain."""
    found = problem.errors(include_url=False)
    said = [f"{'.'.join(map(str, error['loc'])) or 'arguments'}: {error['msg']}" for error in found]
    return CommandInvalid(
        f"{tool}: {'; '.join(said[:TOLD])}", actions=(), corrected=_corrected(arguments, found, known)
    )


def misspelt_arguments(tool: str, arguments: Mapping[str, Any], known: Collection[str]) -> CommandInvalid | None:
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
    kept = {meant.get(name, name): value for name, value in arguments.items() if name in meant or name in known}
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


def unknown_tool(name: str, arguments: Mapping[str, Any], known: Sequence[str]) -> CommandInvalid:
    """The error of a tool that is not there, with the one of nearly that name."""
    near = difflib.get_close_matches(name[:100], known, 1)
    words = f"there is no tool {name[:100]!r}; there are {', '.join(known)}"
    if not near:
        return CommandInvalid(words, actions=())
    return CommandInvalid(words, actions=(), tool=near[0], corrected=dict(arguments))


def _corrected(
    arguments: Mapping[str, Any], problems: Sequence[ErrorDetails], known: Collection[str]
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
            meant = difflib.get_close_matches(name, strange, 1)
            if not meant:
                return None
            corrected[name] = strange.pop(meant[0])
            continue
        if name not in arguments:
            return None
        right = _right(arguments[name], problem)
        if right is None:
            corrected.pop(name, None)
        else:
            corrected[name] = right
    return corrected


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
        near = difflib.get_close_matches(value.lower(), words, 1, 0.5)
        return near[0] if near else None
    if problem["type"] == "tuple_type" and isinstance(value, str):
        return [value]
    return None
