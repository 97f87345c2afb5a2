"""The line that commands and searches are typed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.widgets import Input

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
        self.focus()

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
        self.browser.view.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line, done = event.value, self._answered
        self._answered = None
        self.leave()
        if done is not None:
            done(line.removeprefix(":"))
        else:
            self.browser.run_line(line[1:] if line.startswith(":") else line)

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "escape" or (event.key == "backspace" and len(self.value) <= 1):
            event.stop()
            event.prevent_default()
            self.leave()
            return
        await super()._on_key(event)
