"""Keys to commands: the mode, what is half typed, questions for one key, macros."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual import events

from lightterm.commands.parse import parse
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.keys.names import key_name
from lightterm.keys.trie import Pending, Run, Unknown
from lightterm.tui.cycles import Cycles
from lightterm.tui.filling_on import fill_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.keys.trie import Dispatcher
    from lightterm.tui.app import Browser

    Stroke = tuple[str, str | None]

RESTING = ("normal", "caret", "visual")
"""Modes that one comes back to."""

ENDING = ("cancel", "mode normal")
"""What the keys do that end things."""

LONGEST_MACRO = 10_000
"""Keys of a macro, and of all that one running of it may come to."""

NOT_REPEATED = ("repeat", "prompt", "mode", "macro", "cancel", "hint mode", "answer", "entry", "redraw", "search")


FILLED_ON = ("follow", "prompt")
"""What may be done while a form is filled in, which ends with other keys: Space pages down again."""


TYPED_ON = 1.0
"""Seconds without a key after which one is a command again, where a field went away under what was being typed."""

TYPED = ("enter", "tab", "backspace", "delete")
"""Keys of typing that have no character to show."""


class Keyboard:
    """Turns the keys of the mode into command lines that the app runs.

    `resting` is the mode to come back to from a line or hint that was typed: normal, caret or visual. `typed` is what
    is half typed, `recording` the letter of the macro that is being recorded ("" for none).
    """

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.mode = self.resting = "normal"
        self.typed = ""
        self.recording = ""
        self._explains = False
        self.pressed = 0.0
        """When the last key was pressed, in seconds of `time.monotonic`."""
        self._typed_on = 0.0
        self._cycles = Cycles()
        self.macros: dict[str, list[Stroke]] = {}
        self._last_macro = ""
        self._playing = False
        self._strokes: list[Stroke] = []
        self._keys: Dispatcher | None = None
        self._wanted: Callable[[str], None] | None = None

    @property
    def keys(self) -> Dispatcher:
        """What turns the keys of the mode into command lines."""
        if self._keys is None:
            searching = self.mode == "command" and self.app.command_line.searching
            self._keys = self.app.keymap.dispatcher("search" if searching else self.mode)
        return self._keys

    def enter(self, mode: str) -> None:
        """Change what keys do."""
        self.mode = mode
        if mode in RESTING:
            self.resting = mode
            self.app.problems.go_on()
        else:
            self.app.status.give_way()
        self.reset()

    def end_selection(self) -> None:
        """What was selected is gone with its page: keys move the caret, also those behind a line that is typed now."""
        if self.mode == "visual":
            self.app.enter("caret")
        elif self.resting == "visual":
            self.resting = "caret"

    def come_back(self) -> None:
        """Go on with what a question or a menu came in between: another question, a line, a field, or reading."""
        app = self.app
        typing = "command" if app.command_line.display else "insert" if app.fields.entry is not None else ""
        app.enter("prompt" if app.question.display else typing or self.resting)

    def reset(self) -> None:
        """Forget what is half typed, and take the keymap anew."""
        self._keys = None
        self.typed = ""
        self.app.which_key.close()
        self.app.status_changed()

    def take(self, event: events.Key) -> bool:
        """Take a key that was pressed; whether anything was done with it.

        Escape and a key in one read are the key with Alt, where something is bound to that; elsewhere they are what
        somebody typed fast, or a slow line sent together.
        """
        behind = getattr(event, "behind", None)
        if behind is None or self._explains or not self.keys.parts_alt(event.key):
            self.note(event)
            return self.app.take_key(event)
        self.take(events.Key("escape", "\x1b"))
        return self.take(behind)

    def press(self, event: events.Key) -> bool:
        """Take a key of the mode; whether it is bound, or may become so."""
        app = self.app
        app.view.counting.hold()
        app.status.forget()
        if self._wanted is not None:
            self._answer(event)
            return True
        if self._typed_on and self._is_typed_on(event):
            return True
        if self.mode == "normal" and not self.typed and app.fields.filling and fill_on(app, event):
            return True
        if self.mode == "prompt" and app.menu.display and app.menu.sidestep(event.key):
            return True
        outcome = self.keys.feed(event.key, event.character)
        if self._explains and not isinstance(outcome, Pending):
            self._tell(outcome)
            return True
        self.typed = outcome.typed if isinstance(outcome, Pending) else ""
        if isinstance(outcome, Pending):
            app.which_key.wait(self.mode, self.keys.keys)
        else:
            app.which_key.close()
        app.status_changed()
        if isinstance(outcome, Run):
            if self.mode == "normal" and not outcome.line.startswith(FILLED_ON):
                app.fields.tab_to(0)
            app.run_line(outcome.line, outcome.count)
        elif isinstance(outcome, Unknown):
            self._unbound(outcome, event)
        return isinstance(outcome, (Pending, Run))

    def type_on(self) -> None:
        """Have what is typed go nowhere until there is a pause: the rest of a word is no command."""
        self._typed_on = time.monotonic()

    def _is_typed_on(self, event: events.Key) -> bool:
        last, self._typed_on = self._typed_on, 0.0
        if self.mode not in RESTING or time.monotonic() - last > TYPED_ON:
            return False
        if event.is_printable or event.key in TYPED:
            self._typed_on = time.monotonic()
        return bool(self._typed_on)

    def _unbound(self, outcome: Unknown, event: events.Key) -> None:
        """A key of a hint is typed; one that nothing is bound to, where no text is typed, is told of."""
        if self.mode == "hint" and event.character:
            self.app.hints.type(event.character)
        elif self.mode in RESTING and not (not outcome.alone and self._ends(event)):
            self.app.say(f"{outcome.typed} is bound to nothing")

    def _ends(self, event: events.Key) -> bool:
        """Whether a key is one that ends things: behind half a sequence it takes that back, and nothing is told."""
        return self.keys.trie.get((key_name(event.key, event.character),)) in ENDING

    # --- what keys do

    def explain(self) -> None:
        """Say what the next keys do, a whole sequence, and do it not."""
        self._explains = True
        self.app.say("What do these keys do? Press them:")

    def _tell(self, outcome: Run | Unknown) -> None:
        self._explains = False
        self.typed = ""
        self.app.which_key.close()
        if isinstance(outcome, Run):
            calls = parse(outcome.line, self.app.registry)
            told = "; ".join(call.command.help.removesuffix(".") for call in calls)
            self.app.say(f"{outcome.typed} runs :{outcome.line} ({told})")
        else:
            self.app.say(f"{outcome.typed} is bound to nothing")

    # --- one key that is asked for

    def ask(self, question: str, done: Callable[[str], None]) -> None:
        """Take the next key press; `done` gets its character, and may raise LighttermError, which is told."""
        self.app.say(question)
        self._wanted = done

    def _answer(self, event: events.Key) -> None:
        done, self._wanted = self._wanted, None
        self.app.status_changed()
        if done is None or event.key == "escape" or not event.character:
            return
        try:
            done(event.character)
        except LighttermError as error:
            self.app.fail(error)

    # --- macros

    def note(self, event: events.Key) -> None:
        """Remember when a key was pressed, and the key while a macro is recorded; those a macro types are not new."""
        self.pressed = time.monotonic()
        self._cycles.later()
        entry = self.app.fields.entry
        if (entry is not None and entry.secret) or (self.mode == "command" and self.app.command_line.password):
            return
        if self.recording and not self._playing and len(self._strokes) < LONGEST_MACRO:
            self._strokes.append((event.key, event.character))

    def record(self, register: str) -> None:
        """Record what follows."""
        self.recording = register
        self._strokes = []
        self.app.status_changed()

    def end_recording(self) -> int:
        """End the recording, without the keys that ended it; how many keys it has."""
        keys = [key for key, _ in self._strokes]
        typed = keys[-1:] == ["enter"] and "colon" in keys
        own_keys = keys[::-1].index("colon") + 1 if typed else 1
        register, self.recording = self.recording, ""
        strokes = self._strokes[:-own_keys]
        if strokes:
            self.macros[register] = strokes
            self._last_macro = register
        self.app.status_changed()
        return len(strokes)

    def play(self, register: str, times: int) -> None:
        """Type a macro's keys. Raises ValidationFailed when there is none, or one is running."""
        register = self._last_macro if register == "@" else register
        strokes = self.macros.get(register)
        if not strokes:
            raise ValidationFailed(f"nothing has been recorded under {register or '@'}", actions=())
        if self._playing:
            raise ValidationFailed("a macro cannot run inside a macro", actions=())
        self._last_macro = register
        wanted = (strokes * min(times, LONGEST_MACRO // len(strokes) + 1))[:LONGEST_MACRO]
        self._playing = True
        try:
            for key, character in wanted:
                self.app.take_key(events.Key(key, character))
        finally:
            self._playing = False
