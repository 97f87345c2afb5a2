"""The clipboard of the app: the system's programs in threads, and the terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from typing import TYPE_CHECKING

from lightterm.commands.clipboard import Program, found_program, give, given, osc52

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.tui.app import Browser


class Clipboard:
    """Copies and pastes for the app, the programs in threads of their own."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.text = ""
        """What was copied last."""
        self.primary = ""
        """What was selected last."""
        self._order = threading.Lock()
        self._coming = self._taken = 0
        self._waiting: list[Callable[[], None]] = []
        """Who wants what is on the clipboard, while a long text is made for it."""

    def take(self, text: str | Callable[[], str], told: Callable[[str], None] | None = None) -> None:
        """Copy a text, or in a thread one that is yet to be made; `told` gets it then."""
        self._taken += 1
        if isinstance(text, str):
            self._took(text, told)
            return
        number = self._taken

        def made(text: str) -> None:
            self._coming -= 1
            if number == self._taken:  # else something was copied after it
                self._took(text, told)
            waiting, self._waiting = self._waiting, []
            for go_on in waiting:
                go_on()

        self._coming += 1
        self.app.behind(text, made)

    def _took(self, text: str, told: Callable[[str], None] | None) -> None:
        self.copy(text)
        if told is not None:
            told(text)

    def copy(self, text: str, primary: bool = False) -> None:
        """Put a text on the clipboard, or into the primary selection."""
        if primary:
            self.primary = text
        else:
            self.text = text
        program = found_program()
        self._through_terminal(text, primary, program)
        words = (program.copy_primary if primary else program.copy) if program is not None else ()
        if words:
            threading.Thread(target=self._give, args=(words, text), name=words[0], daemon=True).start()

    def _through_terminal(self, text: str, primary: bool, program: Program | None) -> None:
        chosen = self.app.session.settings.copy
        here = program is not None and not os.environ.get("SSH_CONNECTION")
        if chosen.osc52 == "never" or (chosen.osc52 == "auto" and (here or "TMUX" in os.environ)):
            return
        most = chosen.max_osc52_bytes
        if len(text) > most or len(text.encode("utf-8", "replace")) > most:  # to encode 5 MB takes 2 ms
            self.app.say(f"more than {most} bytes are not copied through the terminal", "warning")
            return
        self.app.write_to_terminal(osc52(text, primary))

    def _give(self, words: tuple[str, ...], text: str) -> None:
        with self._order:
            try:
                give(words, text)
            except (OSError, subprocess.SubprocessError) as problem:
                self.app.call_from_thread(self.app.say, f"{words[0]} did not take the text: {problem}", "warning")

    def paste(self, done: Callable[[str], None], primary: bool = False) -> None:
        """`done` gets what is on the clipboard; what was copied here where no program can tell."""
        if self._coming and not primary:
            self._waiting.append(lambda: self.paste(done))
            return
        own = self.primary if primary else self.text
        program = found_program()
        words = (program.paste_primary or program.paste if primary else program.paste) if program is not None else ()
        if not words or not shutil.which(words[0]):
            done(own)
            return

        def ask() -> None:
            with self._order:
                text = given(words)
            self.app.call_from_thread(done, own if text is None else text)

        threading.Thread(target=ask, name=words[0], daemon=True).start()
