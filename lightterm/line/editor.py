"""Lines edited by prompt-toolkit: history from the store, completion as readline does it, no menus."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion, DummyCompleter
from prompt_toolkit.history import History
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from lightterm.line.offers import offers
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.output import Output

    from lightterm.commands.complete import Source
    from lightterm.commands.front import Front

KIND = "command"


class Editor:
    """Edits the lines of a front end at a terminal."""

    def __init__(self, front: Front) -> None:
        output = _output()
        self._commands: PromptSession[str] = PromptSession(
            history=Typed(front),
            completer=Offers(front),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            reserve_space_for_menu=0,
            output=output,
        )
        self._answers: PromptSession[str] = PromptSession(
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            reserve_space_for_menu=0,
            output=output,
        )

    def read(self, prompt: str, default: str, command: bool, offers: Source | None = None) -> str:
        """A line; raises EOFError, KeyboardInterrupt."""
        if command:
            return self._commands.prompt(prompt, default=default)
        self._answers.completer = Texts(offers) if offers is not None else DummyCompleter()
        return self._answers.prompt(prompt, default=default)


def _output() -> Output:
    if os.name != "posix":
        return create_output(sys.stdout)
    # Without asking where the cursor is: nothing needs that here, and a terminal that does not answer is warned of.
    output = Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
    output.enable_cpr = False
    return output


class Typed(History):
    """The commands typed before, of all runs; the front end keeps new ones."""

    def __init__(self, front: Front) -> None:
        super().__init__()
        self._front = front

    def load_history_strings(self) -> Iterator[str]:
        yield from self._front.session.store.inputs.recent(KIND)

    def store_string(self, string: str) -> None:
        pass


class Offers(Completer):
    """What may stand at the cursor."""

    def __init__(self, front: Front) -> None:
        self._front = front

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        line, cursor = document.text, document.cursor_position
        for start, text, shown in offers(self._front, line, cursor):
            yield Completion(text, start_position=start - cursor, display=shown)


class Texts(Completer):
    """What an answer may be, as whole texts."""

    def __init__(self, offers: Source) -> None:
        self._offers = offers

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor
        for offer in self._offers(typed):
            yield Completion(clean(offer.text), start_position=-len(typed))
