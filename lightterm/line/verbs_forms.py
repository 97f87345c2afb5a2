"""Forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.navigate import where
from lightterm.line import forms
from lightterm.line.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.line.front import LineMode


@verb("field set")
def field_set(front: LineMode, call: Invocation) -> None:
    forms.say_in(front, call.number("target") or 0, [call.text("value")])


@verb("form submit")
def form_submit(front: LineMode, call: Invocation) -> None:
    forms.submit(front, call.number("target") or 0, where(call))


@verb("form reset")
def form_reset(front: LineMode, call: Invocation) -> None:
    forms.reset(front, call.number("target") or 0)


@verb("form show")
def form_show(front: LineMode, call: Invocation) -> None:
    front.say("\n".join(forms.described(front, forms.to_be_sent(front, call.number("target") or 0))))


@verb("forms")
def list_fields(front: LineMode, call: Invocation) -> None:
    front.console.lines(forms.listed(front))
