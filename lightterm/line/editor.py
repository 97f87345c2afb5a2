"""Lines edited by prompt-toolkit: history from the store, completion as readline does it, no menus."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import AppSession, create_app_session
from prompt_toolkit.completion import Completer, Completion, DummyCompleter
from prompt_toolkit.history import History
from prompt_toolkit.layout.containers import DynamicContainer
from prompt_toolkit.layout.screen import Char
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.renderer import Renderer
from prompt_toolkit.shortcuts import CompleteStyle

from lightterm.line.offers import offers
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.layout import Layout
    from prompt_toolkit.layout.containers import Container
    from prompt_toolkit.layout.mouse_handlers import MouseHandlers
    from prompt_toolkit.layout.screen import Screen, WritePosition
    from prompt_toolkit.output import Output

    from lightterm.commands.complete import Source
    from lightterm.commands.front import Front

KIND = "command"

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)]
"""Signals that end a prompt: a person presses Ctrl-C, the system is shut down, or the terminal was closed."""


class Editor:
    """Edits the lines of a front end at a terminal."""

    def __init__(self, front: Front) -> None:
        self._output = output = _output()
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
        for session in (self._commands, self._answers):
            drawn = session.app.renderer
            session.app.renderer = Once(drawn.style, output, drawn.full_screen, drawn.mouse_support)
            within = session.app.layout.container
            session.app.layout.container = Alike(within)

    def read(self, prompt: str, default: str, command: bool, offers: Source | None = None) -> str:
        """A line; raises EOFError, KeyboardInterrupt."""
        if not command:
            self._answers.completer = Texts(offers) if offers is not None else DummyCompleter()
        session = self._commands if command else self._answers
        # What prompt-toolkit asks about many completions is to write as we do.
        with create_app_session(output=self._output) as running, _ended_in_order(session, running) as left:
            # Its own way with Ctrl-C leaves moments in which the handler before it raises within asyncio's loop.
            return session.prompt(prompt, default=default, pre_run=left, handle_sigint=False)


class Once(Renderer):
    """Leaves a line that is done as it stands: drawn anew, as prompt-toolkit does it, it is heard twice."""

    def render(self, app: Application[Any], layout: Layout, is_done: bool = False) -> None:
        if is_done:
            app.exit_style = ""  # in other colours all of it would be drawn
        super().render(app, layout)
        screen = self.last_rendered_screen
        if is_done and screen is not None:
            below = screen.height - screen.get_cursor_position(layout.current_window).y
            self.output.write_raw("\r\n" * below)
            self.output.erase_down()
            self.reset()


class Alike(DynamicContainer):
    """Has the last row in no style of its own: when a long line grew by a row, the one above was drawn anew."""

    LAST = " class:last-line"

    def __init__(self, within: Container) -> None:
        super().__init__(lambda: within)

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        super().write_to_screen(screen, mouse_handlers, write_position, parent_style, erase_bg, z_index)
        for row in screen.data_buffer.values():
            for at, char in row.items():
                if self.LAST in char.style:
                    row[at] = Char(char.char, char.style.replace(self.LAST, ""))


@contextlib.contextmanager
def _ended_in_order(session: PromptSession[str], running: AppSession) -> Iterator[Callable[[], None]]:
    """Have Ctrl-C and signals that end line mode end the prompt, with all that it asks within.

    What a handler raises comes out anywhere in asyncio, and is told of as an error of prompt-toolkit's. Yielded is
    what the prompt is to do when it begins, for what came before.
    """
    came: list[BaseException] = []

    def end(number: int, _frame: object) -> None:
        came.append(KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number))
        app = session.app
        if app.is_running and app.loop is not None:
            app.loop.call_soon_threadsafe(leave)

    def leave() -> None:
        within = running.app
        if not came or session.app.is_done:
            return
        if within is not None and within is not session.app and within.is_running and not within.is_done:
            within.exit(result=False)
        session.app.exit(exception=came[-1])

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield leave
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:  # also behind the line's end; one that ends all goes before Ctrl-C
            raise max(came, key=lambda ending: isinstance(ending, SystemExit))


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
