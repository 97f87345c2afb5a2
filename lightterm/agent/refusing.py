"""Calls that no tool takes as they are, and what they would have to be."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from lightterm.errors import CommandInvalid

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

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
