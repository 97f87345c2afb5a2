"""Targets by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.files import target_of
from lightterm.commands.navigate import where
from lightterm.commands.targets import described
from lightterm.line.forms import act_on
from lightterm.line.verbs import verb
from lightterm.line.verbs_reading import fold

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
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
