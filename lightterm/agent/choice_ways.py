"""Ways on from a value that a field does not take: what was meant by it, else the nearest that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.way import Way

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lightterm.agent.way import Asked

NEAREST = "use_nearest"
"""The action of a value that is not what was given: it is filled in, and nothing is sent with it."""


def chosen(context: Mapping[str, Any], asked: Asked) -> Iterator[Way]:
    """The same with what the field has or takes, where that is nearly what was given."""
    if near := context.get("near", ()):
        yield from _with("use_choice", "This may be the choice that is meant.", near[0], context, asked)
    elif nearest := context.get("nearest"):
        words = f"The nearest that it takes is {nearest!r}; fill that in, look whether it will do, and send it then."
        yield from _with(NEAREST, words, nearest, context, asked.replace(arguments=asked.again(submit=None)))


def _with(action: str, words: str, right: str, context: Mapping[str, Any], asked: Asked) -> Iterator[Way]:
    """The same call with a value in the place of the one that was given."""
    given = context["given"]
    if asked.tool == "act":
        value = asked.arguments.get("value")
        all_right = context.get("right") or [right if one == given else one for one in value or ()]
        changed = all_right if isinstance(value, list) else right
        yield Way(action, words, "act", asked.again(value=changed))
    elif asked.tool == "fill_form":
        meant = context.get("meant", {})
        there = asked.arguments.get("fields", {})
        pairs = [pair for key, value in there.items() for pair in meant.get(key, {key: value}).items()]
        fields = {key: _put(value, given, right) for key, value in pairs}
        yield Way(action, words, "fill_form", asked.again(fields=fields))


def _put(value: Any, given: Any, right: str) -> Any:
    """A value of a field, with the right one in the place of the one that was given."""
    if isinstance(value, list):
        return [right if one == given else one for one in value]
    return right if value == given else value
