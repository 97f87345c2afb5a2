"""Lines edited by prompt-toolkit: history from the store, completion as readline does it, no menus."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import History
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from lightterm.commands.complete import complete
from lightterm.commands.sources import sources
from lightterm.errors import LighttermError
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.output import Output

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
        self._answers: PromptSession[str] = PromptSession(reserve_space_for_menu=0, output=output)

    def read(self, prompt: str, default: str, command: bool) -> str:
        """A line; raises EOFError, KeyboardInterrupt."""
        return (self._commands if command else self._answers).prompt(prompt, default=default)


def _output() -> Output:
    if os.name != "posix":
        return create_output(sys.stdout)
    # Without asking where the cursor is: nothing needs that here, and a terminal that does not answer is warned of.
    return Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"), enable_cpr=False)


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


def offers(front: Front, line: str, cursor: int) -> list[tuple[int, str, str]]:
    """(column, text from there on, what to show) of each thing that may stand at the cursor.

    Where some go on from what is typed, as readline's do, only those; else those that fit it otherwise.
    """
    try:
        found = complete(line, cursor, front.registry, sources(front))
    except LighttermError:
        return []
    made = [(c.start, c.line[c.start : c.cursor], clean(c.text)) for c in found]
    onward = [offer for offer in made if offer[1].startswith(line[offer[0] : cursor])]
    return onward or made
