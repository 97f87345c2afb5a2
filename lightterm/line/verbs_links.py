"""Targets by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.files import target_of
from lightterm.commands.navigate import where
from lightterm.line.forms import act_on
from lightterm.line.verbs import verb
from lightterm.line.verbs_reading import fold

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.document.model import Target
    from lightterm.line.front import LineMode


@verb("follow")
def follow(front: LineMode, call: Invocation) -> None:
    target = target_of(front, call)
    front.view.target = target.number
    if target.kind == "link":
        front.open_link(target.url, where(call))
    elif target.field is not None:
        act_on(front, target.number, where(call))
    else:
        fold(front, target.number, "toggle")


@verb("peek")
def peek(front: LineMode, call: Invocation) -> None:
    target = target_of(front, call)
    front.view.target = target.number
    front.say(f"[{target.number}] {described(target)}")


def described(target: Target) -> str:
    """A target in a line: where a link leads, what a field is."""
    from lightterm.fetch.url_display import display_url

    if target.url:
        return display_url(target.url)
    field = target.field
    if field is None:
        return target.text or target.kind
    kind = f"({field.kind}, required)" if field.required else f"({field.kind})"
    return " ".join(word for word in (field.label or field.name or field.placeholder, kind) if word)
