"""What text is typed on: the command line, a question, a field of a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from textual import events
    from textual.widgets import Input

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


class Entry(Protocol):
    """The line that has the keys."""

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing: a character is put in."""

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`. Raises LighttermError."""


@verb("entry")
def entry(app: Browser, call: Invocation) -> None:
    if app.entry is None:
        raise ValidationFailed("nothing is being typed", actions=())
    app.entry.do(call.text("action"))


def type_into(line: Input, event: events.Key) -> None:
    """Put the character of a key into a line."""
    if event.character and event.is_printable:
        line.insert_text_at_cursor(event.character)


def edit(line: Input, action: str) -> bool:
    """Do an action that moves in a line or changes it; whether it was one."""
    actions = {
        "start": line.action_home,
        "end": line.action_end,
        "left": line.action_cursor_left,
        "right": line.action_cursor_right,
        "word-left": line.action_cursor_left_word,
        "word-right": line.action_cursor_right_word,
        "delete-left": line.action_delete_left,
        "delete-right": line.action_delete_right,
        "delete-word-left": line.action_delete_left_word,
        "delete-word-right": line.action_delete_right_word,
        "delete-to-start": line.action_delete_left_all,
        "delete-to-end": line.action_delete_right_all,
    }
    if action not in actions:
        return False
    actions[action]()
    return True
