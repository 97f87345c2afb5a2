"""The line that commands, searches and answers are typed on, with completion and what was typed before."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.strip import Strip

from lightterm.commands.parse import quote
from lightterm.document.cells import width
from lightterm.document.layout import text_lines
from lightterm.document.model import ROOT, Paragraph
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.fetch.urls import host_if_any
from lightterm.tui import verbs_search
from lightterm.tui.choices import Row, Rows
from lightterm.tui.completing import completions, narrowed, rows_of
from lightterm.tui.entry import Line, edit, type_into
from lightterm.tui.themes import chosen_theme, theme_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from lightterm.commands.complete import Completion
    from lightterm.document.model import Block
    from lightterm.document.place import Place
    from lightterm.tui.app import Browser

    Watch = Callable[[str, int], None]
    """Is told the text with each change of it (0), and when the next (1) or previous (-1) is asked for; "" at the end
    of what was cancelled."""

SIGNS = ":/?"
"""What a line begins with: a command, a search, a search backwards."""


class CommandLine(Line):
    """Hidden until it is begun; Enter runs the line, Escape leaves it and puts back what it changed meanwhile."""

    DEFAULT_CSS = """
    CommandLine { display: none; height: 1; border: none; padding: 0; background-tint: $foreground 5%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._answered: Callable[[str], None] | None = None
        self._watched: Watch = _unwatched
        self._offers: tuple[Completion, ...] = ()
        self._typed = ""
        self._older: tuple[str, ...] = ()
        self._at = -1
        self._steps = 0
        self._from: Place | None = None
        self._caret: Callable[[], None] | None = None
        self._previewed = self._edited_as_line = False
        self._pool: Sequence[Row] = ()
        self._kept: Sequence[int] = ()
        self._picked: Callable[[int], None] | None = None
        self._note = ""

    @property
    def browser(self) -> Browser:
        """The app."""
        return cast("Browser", self.app)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """It has the focus whenever it is seen: no style hangs on that."""

    @property
    def _asking(self) -> bool:
        """Whether the line is an answer or narrows a list, and no command."""
        return self._answered is not None or self._picked is not None

    @property
    def searching(self) -> bool:
        """Whether a search is being typed, with the keys that a set has for it."""
        return self.value[:1] in ("/", "?") and not self._asking and not self._edited_as_line

    # --- opened and closed

    def begin(self, text: str) -> None:
        """Open the line with a beginning of a command, or with / or ? for a search."""
        self._answered = self._picked = None
        self._watched, self.password = _unwatched, False
        self._open(text if text[:1] in SIGNS and text else ":" + text)
        self._changed()

    def ask(
        self, question: str, text: str, done: Callable[[str], None], hidden: bool = False, watch: Watch | None = None
    ) -> None:
        """Ask for a line of text; `hidden` shows dots in its place, `watch` is told of all that is typed."""
        self._answered, self._picked, self._watched = done, None, watch or _unwatched
        self.password = hidden
        self._open(text)
        asked: list[Block] = [Paragraph(question, ROOT, 0, 0, 1)]
        self.browser.choices.show([Row(line) for line in text_lines(asked, self.app.size.width - 2, numbers=False)])

    def asks(self, done: Callable[[str], None]) -> bool:
        """Whether the line with that `done` is still to be typed."""
        return self.display and self._answered == done

    def pick(self, rows: Sequence[Row], done: Callable[[int], None], current: int = -1) -> None:
        """Choose one of some rows, whose words may be typed to narrow them down; `done` gets its index."""
        self._pool = rows
        self._picked = done
        self._open("")
        self._narrow(current)

    def _open(self, text: str) -> None:
        app = self.browser
        self._from = app.view.place
        self._caret = app.view.caret.returning() if app.view.caret.shown else None
        self._offers, self._older, self._at = (), (), -1
        self._edited_as_line = False
        self.turn += 1
        self.put(text)
        self.display = True
        app.status.display = False
        app.enter("command")
        self.screen.set_focus(self)

    def leave(self) -> None:
        """Close the line."""
        app = self.browser
        self._answered = self._picked = None
        self._watched = _unwatched
        self._note = ""
        self.password = False
        self.value = self.killed = ""
        self.turn += 1
        self.display = False
        app.status.display = app.status.wanted
        app.choices.close()
        app.enter(app.keyboard.resting)
        self.screen.set_focus(app.view)

    def put(self, text: str) -> None:
        """Have a text stand in the line."""
        self.value = text
        self.cursor_position = len(text)

    def tell(self, note: str) -> None:
        """Say something at the right end, where there is room beside what is typed."""
        self._note = note
        self.refresh()

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        room = self.size.width - len(self._note) - 1
        if not self._note or y or width(self.value) + 2 > room:
            return strip
        note = Strip([Segment(f"{self._note} ", self.rich_style)])
        return Strip.join([strip.crop_extend(0, room, self.rich_style), note])

    # --- typing

    def take(self, event: events.Key) -> None:
        """Put a character in; where a search has keys of its own, another key ends it and does its own work."""
        app = self.browser
        if app.keymap.search_ends and self.searching and not (event.character and event.is_printable):
            self.do("accept" if len(self.value) > 1 else "cancel")
            app.take_key(event)
            return
        type_into(self, event)
        self._changed()

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`."""
        app = self.browser
        emptied = action == "delete-left" and len(self.value) <= 1 and not self._asking
        if action == "cancel" or emptied:
            self._cancel()
        elif action in ("accept", "accept-tab"):
            self._accept(action == "accept-tab")
        elif action in ("complete", "complete-back", "next", "previous"):
            self._complete(1 if action in ("complete", "next") else -1)
        elif action in ("older", "newer"):
            self._recall(1 if action == "older" else -1)
        elif action in ("match-next", "match-previous"):
            self._step(1 if action == "match-next" else -1)
        elif action == "paste" and not self.killed:
            self.paste_from(app)
        elif action == "word-here":
            self.put(self.value + verbs_search.word_ahead(app, typed=len(self.value) > 1))
            self._changed()
        elif action in verbs_search.TURNS:
            self._must_search()
            self.put(self.value[:1] + verbs_search.TURNS[action](self.value[1:]))
            self._changed()
        elif action == "edit":
            self._edited_as_line = True
            app.keyboard.reset()
        elif action == "editor":
            app.edit(self.value, ".txt", self._edited)
        elif self._edit(action):
            self._changed()

    def _edit(self, action: str) -> bool:
        """Do an action that moves or deletes; the sign stays, so that C-u in a search leaves a search to type."""
        sign = self.value[:1] if self.value[:1] in tuple(SIGNS) and not self._asking else ""
        if not edit(self, action):
            return False
        if not self.value.startswith(sign):
            at = self.cursor_position
            self.value, self.killed = sign + self.value, self.killed.removeprefix(sign)
            self.cursor_position = at + 1
        self.cursor_position = max(self.cursor_position, len(sign))
        return True

    def insert_pasted(self, text: str) -> None:
        """Put in what is pasted."""
        super().insert_pasted(text)
        self._changed()

    def _edited(self, text: str) -> None:
        self.put(" ".join(text.splitlines()))
        self._changed()

    def _changed(self) -> None:
        """What is typed is another thing now: offer what may follow, or search for it already."""
        self._typed = self.value
        self._older, self._at, self._steps, self._note = (), -1, 0, ""
        if self._answered is not None:
            self._watched(self.value, 0)
            return
        if self._picked is not None:
            self._narrow()
        elif self.value[:1] in ("/", "?"):
            self._search()
        else:
            self._offer()

    def _narrow(self, current: int = -1) -> None:
        """Show the rows that have every word typed, the best of them marked, or the one that is `current`."""
        if not self.value.strip():
            self._kept = range(len(self._pool))
            self.browser.choices.show(self._pool, max(current, min(0, len(self._pool) - 1)))
            self.tell("letters narrow the list")
            return
        if isinstance(self._pool, Rows):
            self._pool = list(self._pool)  # all are looked at now, with each letter
        self._kept = narrowed(self._pool, self.value)
        self.browser.choices.show([self._pool[i] for i in self._kept], min(0, len(self._kept) - 1))
        self.tell(f"{len(self._kept) or 'none'} of {len(self._pool)}")

    def _go_back(self) -> None:
        """Go to where the search began."""
        view = self.browser.view
        if self._caret is not None and view.caret.shown:
            self._caret()
        if self._from is not None:
            view.go_to(self._from)

    def _search(self) -> None:
        app = self.browser
        app.search_backward = self.value.startswith("?")
        self._go_back()
        typed = self.value

        def told() -> None:
            if self.value == typed:
                self.tell(verbs_search.standing(app.view))

        verbs_search.preview(app, typed[1:], told)
        self.tell(verbs_search.standing(app.view))

    def _must_search(self) -> None:
        if self.value[:1] not in ("/", "?") or self._asking:
            raise ValidationFailed("no search is being typed", actions=())

    def _step(self, by: int) -> None:
        """Go on to another match while the search is typed, down or up the page; nothing typed is the search before."""
        self._must_search()
        app = self.browser
        if len(self.value) == 1:
            self.put(self.value + app.searched)
            self._changed()
        elif app.view.search is not None:
            verbs_search.step(app, by, 1)
            self._steps += by
            self.tell(verbs_search.standing(app.view))

    def _offer(self) -> None:
        app = self.browser
        skip = 1 if self.value.startswith(":") else 0
        try:
            self._offers = completions(app, self.value[skip:], self.cursor_position - skip)
        except LighttermError as error:
            self._offers = ()
            app.fail(error)
        app.choices.show(rows_of(self._offers))

    def _complete(self, by: int) -> None:
        app = self.browser
        if self._picked is not None:
            app.choices.move(by)
            return
        if self._answered is not None:
            self._watched(self.value, by)
            return
        if not self._offers:
            return
        at = app.choices.move(by)
        self.put((":" if self._typed.startswith(":") else "") + self._offers[at].line if at >= 0 else self._typed)
        self._preview()
        if len(self._offers) == 1:
            self._changed()

    def choose(self, index: int) -> None:
        """Take the row or completion that was clicked."""
        if self._picked is not None:
            self.browser.choices.current = index
            self._accept(False)
            return
        if index < len(self._offers):
            self.put((":" if self._typed.startswith(":") else "") + self._offers[index].line)
            self._changed()

    def _preview(self) -> None:
        """Show a theme while it is being chosen."""
        words = self.value.removeprefix(":").split()
        theme = words[-1] if words else ""
        if len(words) > 1 and words[-2] in ("theme", "tui.theme") and theme in (*theme_names(), "auto"):
            self._previewed = True
            self.browser.dress(chosen_theme(theme, self.browser.terminal.dark))

    def _recall(self, by: int) -> None:
        """Put an older line in, one that begins as what is typed does; down from the last one is the list."""
        if self._picked is not None:
            self.browser.choices.move(-by)
            return
        if self._answered is not None:
            self._watched(self.value, -by)
            return
        if self._offers and self._at < 0 and (by < 0 or self.browser.choices.current >= 0):
            self._complete(-by)
            return
        kind = "search" if self._typed[:1] in ("/", "?") else "command"
        sign = self._typed[:1] if self._typed[:1] in SIGNS else ""
        if not self._older:
            self._older = self.browser.session.store.inputs.recent(kind, self._typed.removeprefix(sign))
        self._at = min(max(self._at + by, -1), len(self._older) - 1)
        self.put(sign + self._older[self._at] if self._at >= 0 else self._typed)

    # --- the end

    def _cancel(self) -> None:
        app = self.browser
        searching = self.value[:1] in ("/", "?") and not self._asking
        self._watched("", 0)
        self.leave()
        if searching:
            verbs_search.forget(app)
            self._go_back()
        if self._previewed:
            self._previewed = False
            app.dress(chosen_theme(app.session.settings.tui.theme, app.terminal.dark))

    def _accept(self, in_tab: bool) -> None:
        app = self.browser
        line, answered, picked = self.value, self._answered, self._picked
        row = self._kept[app.choices.current] if picked is not None and app.choices.current >= 0 else -1
        self._previewed = False
        self.leave()
        try:
            if answered is not None:
                answered(line)
            elif picked is not None and row >= 0:
                picked(row)
        except LighttermError as error:
            app.fail(error)
        if answered is None and picked is None:
            self._run(line, in_tab)

    def _run(self, line: str, in_tab: bool) -> None:
        app = self.browser
        text = line[1:] if line[:1] in SIGNS else line
        kind = "search" if line[:1] in ("/", "?") else "command"
        # What is searched for in a page tells of it, and what `:field set` puts into one is typed there.
        in_page = kind == "search" or text.lstrip(": ").startswith("field ")
        app.remember_input(kind, text, host_if_any(app.view.document.url) if in_page else "")
        if kind == "search":
            self._go_back()
            if not text and not app.searched:
                app.say("nothing was searched for before")
                return
            steps = -self._steps if line.startswith("?") else self._steps
            backward = "--backward " if line.startswith("?") else ""
            app.run_line(f"search {backward}-- {quote(text or app.searched)}")  # as it is typed: no flags, no quotes
            if steps:
                app.run_line("match next" if steps > 0 else "match previous", abs(steps))
        else:
            app.run_line(f"{text} --tab" if in_tab and text.startswith("open ") else text)


def _unwatched(text: str, by: int) -> None:
    """Nobody wants to know what is being typed."""
