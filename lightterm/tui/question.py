"""A question above the bottom line: its words, and the answers there are, the marked one taken by Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from lightterm.commands.answers import agreeing, refusing
from lightterm.document.cells import fitted, width
from lightterm.document.layout import text_lines
from lightterm.document.model import ROOT, Paragraph
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.safe import clean_text
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


HIGHEST = 80
"""Percent of the screen that a question takes at most."""

SMALL = 20
"""Rows of a screen up to which a question may take all but one: below it what is asked had no room."""


class Question(Widget):
    """Hidden until something is asked. One question after the other: those that come meanwhile wait."""

    DEFAULT_CSS = """
    Question { display: none; layer: above; dock: bottom; width: 100%; height: auto; max-height: 100%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[tuple[str, tuple[str, ...], str, Callable[[str], None]]] = []
        self._choices: tuple[str, ...] = ()
        self._question = ""
        self._keys = ""
        self._marked = 0
        self._done: Callable[[str], None] | None = None

    @property
    def browser(self) -> Browser:
        """The app."""
        return cast("Browser", self.app)

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        """Ask; `done` gets the answer, and nothing when it is refused."""
        self._waiting.append((question, tuple(choices), default, done))
        if self._done is None:
            self._next()

    def asks(self, done: Callable[[str], None]) -> bool:
        """Whether the question with that `done` is still to be answered."""
        return self._done is done or any(waiting[3] is done for waiting in self._waiting)

    def withdraw(self, done: Callable[[str], None]) -> None:
        """Ask the question with that `done` no more."""
        self._waiting = [waiting for waiting in self._waiting if waiting[3] is not done]
        if self._done is done:
            self._end(None)

    def _next(self) -> None:
        if not self._waiting:
            return
        self._question, self._choices, default, self._done = self._waiting.pop(0)
        self._marked = self._choices.index(default) if default in self._choices else 0
        self._keys = ""
        self.display = True
        self.browser.enter("prompt")
        self.refresh(layout=True)

    def render(self) -> Text:
        palette = self.browser.palette
        self.styles.background = palette.list.bgcolor.name if palette.list.bgcolor else None
        room = max(10, self.size.width - 4)
        words = [Paragraph(line, ROOT, 0, 0, 1) for line in clean_text(self._question).split("\n")]
        words += [Paragraph(self._keys, ROOT, 0, 0, 1)] if self._keys else []
        rows = list(text_lines(list(words), room, numbers=False))
        wide = sum(width(choice) + 4 for choice in self._choices) - 2 > room  # then each has a line of its own
        high = self.app.size.height
        most = max(2, high - 1 if high < SMALL else int(high * HIGHEST / 100))
        answers = min(len(self._choices), most - 1) if wide else 1
        rows = rows if len(rows) <= most - answers else [*rows[: most - answers - 1], "…"]  # the answers stay in sight
        lines = [Text(row, palette.list) for row in rows]
        first = max(0, self._marked - answers + 1) if wide else 0
        for i, choice in enumerate(self._choices[first : first + answers] if wide else self._choices, first):
            style = palette.list_current if i == self._marked else palette.list
            answer = Text(f" {fitted(choice, room - 2)} ", style + Style(meta={"answer": i}))
            if wide or not i:
                lines.append(answer)
            else:
                lines[-1] = Text.assemble(lines[-1], ("  ", palette.list), answer)
        return Text("\n", end="").join(self._whole(line) for line in lines)

    def _whole(self, line: Text) -> Text:
        """A line with what is left and right of it: what is reversed has no ground of its own behind it."""
        style = self.browser.palette.list
        return Text.assemble((" ", style), line, (" " * max(0, self.size.width - 1 - line.cell_len), style))

    def answer(self, action: str) -> None:
        """Do what the verb `answer` says."""
        if action in ("next", "previous"):
            self._marked = (self._marked + (1 if action == "next" else -1)) % max(1, len(self._choices))
            self._keys = ""
            self.refresh(layout=True)
        elif action == "cancel":
            self._end(None)
        elif action == "default":
            self._end(self._choices[self._marked])
        elif action in self._choices:
            self._end(action)
        elif action == "no" and (refused := refusing(self._choices)):
            self._end(refused)
        elif action == "yes" and (agreed := agreeing(self._choices)):
            self._end(agreed)
        else:
            self._tell_answers()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.style.meta.get("answer")
        if isinstance(at, int) and at < len(self._choices):
            self._end(self._choices[at])

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing: the first letter of an answer gives it."""
        letter = (event.character or "").casefold()
        found = [choice for choice in self._choices if letter and choice.casefold().startswith(letter)]
        if len(found) == 1:
            self._end(found[0])
        elif found:
            self._marked = self._choices.index(found[0])
            self.refresh()
        elif event.character and event.character.isprintable():
            self._tell_answers()

    def _tell_answers(self) -> None:
        """Say which keys answer, after one that does not."""
        letters = "".join(choice[:1].casefold() for choice in self._choices)
        keys = [f"{choice[:1].casefold()}: {choice}" for choice in self._choices]
        told = [one for one in keys if letters.count(one[0]) == 1]
        if self._choices:
            self._keys = "; ".join((*told, f"Enter: {self._choices[self._marked]}"))
            self.refresh(layout=True)

    def do(self, action: str) -> None:
        """Do an action of the verb `entry` where one is bound while a question is asked."""
        self.answer("default" if action == "accept" else action)

    def _end(self, answer: str | None) -> None:
        done, self._done = self._done, None
        self.display = False
        self.browser.keyboard.come_back()
        try:
            if answer is not None and done is not None:
                done(answer)
        except LighttermError as error:
            self.browser.fail(error)
        if self._done is None:
            self._next()


@verb("answer")
def answer(app: Browser, call: Invocation) -> None:
    if app.mode != "prompt":
        raise ValidationFailed("nothing is asked", actions=())
    app.asked.answer(call.text("choice"))
