"""Targets by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.files import target_of
from lightterm.commands.frames import is_frame
from lightterm.commands.navigate import where
from lightterm.commands.page_questions import ask_first
from lightterm.commands.targets import access_keys, described, with_access_key
from lightterm.line.forms import act_on
from lightterm.line.verbs import verb
from lightterm.line.verbs_reading import fold

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.document.model import Target
    from lightterm.line.front import LineMode


@verb("follow")
def follow(front: LineMode, call: Invocation) -> None:
    _act(front, target_of(front, call), where(call))


def _act(front: LineMode, target: Target, where: str) -> None:
    front.view.target = target.number
    if target.field is not None:
        act_on(front, target.number, where)
    elif target.kind == "button" or (target.kind == "link" and _is_pressed(front, target, where)):
        from lightterm.line.pressing import press_live

        press_live(front, target)
    elif target.kind == "link":
        ask_first(front, target, lambda: front.open_link(target.url, where, framed=not is_frame(target)))
    else:
        fold(front, target.number, "toggle")


@verb("accesskey")
def accesskey(front: LineMode, call: Invocation) -> None:
    targets = front.view.document.targets
    if call.text("key"):
        _act(front, targets[with_access_key(targets, call.text("key"))[0]], "here")
        return
    known = [(key, targets[number]) for key, number in access_keys(targets)]
    document = front.view.document
    front.console.lines(
        [f"{key}  [{t.number}] {t.text if t.url else described(document, t.number)}" for key, t in known]
    )


def _is_pressed(front: LineMode, target: Target, where: str) -> bool:
    """Whether a link leads only to what scripts of the page make of it."""
    visit = front.visit
    if where != "here" or visit is None or visit.page is None:
        return False
    from lightterm.agent.for_scripts import is_script_link

    return is_script_link(visit.page, target)


@verb("peek")
def peek(front: LineMode, call: Invocation) -> None:
    target = target_of(front, call)
    front.view.target = target.number
    front.say(f"[{target.number}] {described(front.view.document, target.number)}")
