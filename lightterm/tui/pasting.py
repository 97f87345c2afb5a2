"""What is pasted in the terminal: text and nothing else, put in where something is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

START, END = "\x1b[200~", "\x1b[201~"

_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)))


class Pasted:
    """Takes Escape out of what is pasted: tmux and others leave it in, and Textual's parser reads keys behind it.

    A page can so put on the clipboard what types commands: nothing inside of a paste may end it or be a key.
    """

    def __init__(self) -> None:
        self._inside = False
        self._before = ""
        self._held = ""

    def take(self, data: str) -> str:
        """What the parser is to read of the characters that came; the beginning of what may end a paste waits."""
        data, self._held = self._held + data, ""
        given: list[str] = []
        while data:
            data = self._within(data, given) if self._inside else self._outside(data, given)
        return "".join(given)

    def _outside(self, data: str, given: list[str]) -> str:
        seen = self._before + data
        start = seen.find(START)
        self._inside = start >= 0
        end = start + len(START) - len(self._before) if self._inside else len(data)
        given.append(data[:end])
        self._before = "" if self._inside else seen[1 - len(START) :]
        return data[end:]

    def _within(self, data: str, given: list[str]) -> str:
        before, escape, rest = data.partition("\x1b")
        given.append(before)
        if escape and (escape + rest).startswith(END):
            self._inside = False
            given.append(END)
            return rest[len(END) - 1 :]
        if escape and END.startswith(escape + rest):
            self._held = escape + rest
            return ""
        return rest


def in_one_line(text: str) -> str:
    """A pasted text for a line: its lines with a space between, without controls."""
    return " ".join(text.splitlines()).replace("\t", " ").translate(_CONTROLS)


def in_lines(text: str) -> str:
    """A pasted text for an area: its lines, without controls."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)


def taken(app: Browser, event: events.Event) -> bool:
    """Put what is pasted in where something is typed, before the keys that come behind it; whether it was a paste.

    Where nothing is typed it does nothing: what is pasted there by mistake is no command.
    """
    if not isinstance(event, events.Paste) or event.is_forwarded or len(app.screen_stack) > 1:
        return False
    line = app.command_line if app.mode == "command" else app.fields.entry
    if line is not None and app.mode != "prompt":
        line.insert_pasted(event.text)
    return True
