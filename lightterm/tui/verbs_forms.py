"""Fields and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.paths import split_paths
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


def number_of(app: Browser, call: Invocation) -> int:
    """The target a command means: the one named, that of the field being edited, or the one under the cursor."""
    if app.fields.entry is not None:
        return call.number("target") or app.fields.entry.number
    return call.number("target") or app.view.target


@verb("field")
def field(app: Browser, call: Invocation) -> None:
    number = number_of(app, call)
    action = call.text("action")
    if action in ("edit", "choose"):
        app.forms.edit(number)
    elif action == "editor":
        app.forms.editor(number)
    elif action == "undo":
        app.fields.undo()
    elif action == "toggle":
        app.fields.toggle(number)
    elif action == "reset":
        app.fields.field(number)
        app.fields.reset([number])
    else:
        app.fields.clear(number)


@verb("field set")
def fill(app: Browser, call: Invocation) -> None:
    number = call.number("target") or 0
    chosen = app.fields.field(number)
    value = call.text("value")
    listed = "," in value and "'" not in value and '"' not in value
    words = split_paths(value) if chosen.multiple and chosen.kind == "select" and not listed else [value]
    if chosen.kind == "password":
        app.call_later(app.session.store.inputs.delete_with, "command", value)
    app.fields.say_in(number, words if value else [])


@verb("form submit")
def submit(app: Browser, call: Invocation) -> None:
    from lightterm.commands.navigate import where

    app.forms.submit(number_of(app, call) if _in_form(app, call) else 0, where(call))


@verb("form reset")
def reset(app: Browser, call: Invocation) -> None:
    app.forms.reset(number_of(app, call) if _in_form(app, call) else 0)


@verb("form show")
def show(app: Browser, call: Invocation) -> None:
    app.forms.show(number_of(app, call) if _in_form(app, call) else 0)


def _in_form(app: Browser, call: Invocation) -> bool:
    """Whether the command names a field, or the cursor is on one. Raises ValidationFailed for a wrong number."""
    number = number_of(app, call)
    if not number:
        return False
    targets = app.view.document.targets
    if call.number("target") and number not in targets:
        raise ValidationFailed(f"there is no target {number}", actions=())
    found = targets[number].field if number in targets else None
    return found is not None or call.number("target") is not None
