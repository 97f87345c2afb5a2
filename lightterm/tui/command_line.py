"""The line that commands and searches are typed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.widgets import Input

from lightterm.tui.entry import edit, type_into

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from lightterm.tui.app import Browser


class CommandLine(Input):
    """Hidden until it is begun; Enter runs the line, Escape leaves it."""

    DEFAULT_CSS = """
    CommandLine { display: none; height: 1; border: none; padding: 0; }
    CommandLine:focus { border: none; }
    """

    def __init__(self) -> None:
        super().__init__(select_on_focus=False, compact=True)
        self._answered: Callable[[str], None] | None = None

    @property
    def browser(self) -> Browser:
        """The app."""
        from lightterm.tui.app import Browser

        return cast(Browser, self.app)

    def begin(self, text: str) -> None:
        """Open the line with a beginning."""
        self.value = text if text[:1] in "/?:" and text else ":" + text
        self.cursor_position = len(self.value)
        self.display = True
        self.browser.status.display = False
        self.browser.enter("command")
        self.screen.set_focus(self)

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        """Put a question; `done` gets the answer."""
        self._answered = done
        self.browser.say(f"{question} [{'/'.join(choices)}]" if choices else question)
        self.begin(default)

    def leave(self) -> None:
        """Close the line."""
        self.display = False
        self.browser.status.display = True
        self.browser.enter("normal")
        self.screen.set_focus(self.browser.view)

    def take(self, event: events.Key) -> None:
        """Put a character in."""
        type_into(self, event)

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`."""
        if action == "cancel" or (action == "delete-left" and len(self.value) <= 1):
            self._answered = None
            self.leave()
        elif action in ("accept", "accept-tab"):
            self._accept(action == "accept-tab")
        elif action == "paste":
            self.browser.paste(lambda text: self.insert_text_at_cursor(" ".join(text.splitlines())))
        else:
            edit(self, action)

    def _accept(self, in_tab: bool) -> None:
        line, done = self.value, self._answered
        self._answered = None
        self.leave()
        if done is not None:
            done(line.removeprefix(":"))
            return
        line = line[1:] if line.startswith(":") else line
        self.browser.run_line(f"{line} --tab" if in_tab and line.startswith("open ") else line)
