"""A question beside the reading: its keys answer it, all others go on as they were, and may put it off."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from lightterm.document.cells import fitted, width
from lightterm.errors import LighttermError

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events

    from lightterm.tui.app import Browser

LATER = "escape"
Ways = tuple[tuple[tuple[str, str], ...], ...]

ANSWERS: Ways = (
    (("y", " [y] yes"), ("n", " [n] no"), ("-", " [Esc] later")),
    (("y", " [y]"), ("n", "[n]"), ("-", "[Esc]")),
)
"""Keys that answer, and how they are told: in words where there is room."""

BY_COMMAND: Ways = (
    (("y", " [:give] done"), ("n", " [:give no] it will not be")),
    (("y", " [:give]"), ("n", "[:give no]")),
)
"""The same of an offer that commands and clicks answer."""


class Offer(Widget):
    """One line above the status line, gone once it is answered or put off: with Escape, or with any other key."""

    DEFAULT_CSS = "Offer { height: 1; width: 1fr; display: none; }"

    def __init__(self) -> None:
        super().__init__()
        self._question = self._later = ""
        self._done: Callable[[bool], None] | None = None
        self._told: Ways = ANSWERS

    @property
    def browser(self) -> Browser:
        """The app."""
        from lightterm.tui.app import Browser

        return cast(Browser, self.app)

    @property
    def question(self) -> str:
        """What is asked, "" for nothing."""
        return self._question

    def put(self, question: str, done: Callable[[bool], None], later: str = "", keys: bool = True) -> None:
        """Ask; `done` gets the answer and may raise LighttermError, which is told. Put off, it gets none.

        With `later`, the words that tell how to come back to it, the next key puts it off where it is no answer, and
        a yes that was typed before it was asked counts: who starts again after a crash knows what comes. No `keys`
        answer what stands there while the person is at work in the page: n goes to the next match then.
        """
        self._question, self._later, self._done = question, later, done
        self._told = ANSWERS if keys else BY_COMMAND
        if later and self.browser.mode == "normal" and self.browser.typed == "y":
            self.browser.keyboard.reset()
            self._answer("y")
            return
        self.display = True
        self.browser.status.show_whole()  # what is told already gives it room
        self.refresh()

    def withdraw(self) -> None:
        """Ask no more."""
        self._done, self._question = None, ""
        self.display = False

    def take(self, event: events.Key) -> bool:
        """Take a key that answers; whether it was one."""
        if not self._question or self._told is BY_COMMAND:
            return False
        answers = event.character in ("y", "n") or event.key == LATER
        if not answers or self.browser.mode != "normal" or self.browser.typed:
            if self._later:
                self._answer("")
            return False
        self._answer(event.character or "")
        return True

    def _answer(self, key: str) -> None:
        done, self._done, self._question = self._done, None, ""
        self.display = False
        if done is None:
            return
        if key not in ("y", "n"):
            if self._later:
                self.browser.call_later(self.browser.say, self._later)  # after the key, which clears what was said
            return
        try:
            done(key == "y")
        except LighttermError as error:
            self.browser.fail(error)

    def render(self) -> Text:
        style = self.browser.palette.warning
        room = self.size.width - 1 - width(self._question)
        answers = next(
            (each for each in self._told if sum(len(words) + 1 for _, words in each) <= room), self._told[-1]
        )
        room = self.size.width - 1 - sum(len(words) + 1 for _, words in answers)
        text = Text(" " + fitted(self._question, max(0, room)), style=style, no_wrap=True, end="")
        for key, words in answers:
            text.append(" ")
            text.append(words, style + Style(bold=True, meta={"answer": key}))
        text.append(" " * max(0, self.size.width - text.cell_len))
        return text

    def on_click(self, event: events.Click) -> None:
        key = event.style.meta.get("answer")
        if isinstance(key, str):
            event.stop()
            self._answer(key)
