"""The line that commands, searches and answers are typed on, with completion and what was typed before."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lightterm.document.layout import text_lines
from lightterm.document.model import ROOT, Paragraph
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.fetch.urls import host_if_any
from lightterm.tui import verbs_search
from lightterm.tui.choices import Row, Rows, Texts
from lightterm.tui.completing import completions, lead_of, narrowed, rows_of
from lightterm.tui.entry import NotedLine, edit, type_into
from lightterm.tui.themes import chosen_theme, theme_names
from lightterm.tui.typed_search import TypedSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from lightterm.commands.complete import Completion
    from lightterm.document.model import Block
    from lightterm.tui.app import Browser

    Watch = Callable[[str, int], None]
    """Is told the text with each change of it (0), and when the next (1) or previous (-1) is asked for; "" at the end
    of what was cancelled."""

SIGNS = ":/?"
"""What a line begins with: a command, a search, a search backwards."""


class CommandLine(NotedLine):
    """Hidden until it is begun; Enter runs the line, Escape leaves it and puts back what it changed meanwhile."""

    DEFAULT_CSS = """
    CommandLine { display: none; height: 1; border: none; padding: 0; background-tint: $foreground 5%; }
    """
    begins_left = True

    def __init__(self) -> None:
        super().__init__()
        self._answered: Callable[[str], None] | None = None
        self._watched: Watch = _unwatched
        self._offers: tuple[Completion, ...] = ()
        self._typed = ""
        self._older: tuple[str, ...] = ()
        self._at = -1
        self._search: TypedSearch | None = None
        self._lead = self._recalls = ""
        self._previewed = self._edited_as_line = False
        self._pool: Sequence[Row] = ()
        self._kept: Sequence[int] = ()
        self._picked: Callable[[int], None] | None = None

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
        self._lead = lead_of(self.value[1:], self.browser.registry) if self.value[:1] == ":" else ""
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
        self._search = TypedSearch(app, self)
        self._lead = self._recalls = ""
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
        elif action in ("match-next", "match-previous", "recall"):
            self._step(action)
        elif action == "paste" and not self.killed:
            self.paste_from(app)
        elif action == "word-here":
            self.put(self.value + verbs_search.word_ahead(app, typed=len(self.value) > 1))
            self._changed()
        elif action in verbs_search.TURNS:
            self._found()
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
        """Do an action that moves or deletes; the sign stays, so that C-u in a search leaves a search to type.

        What a key began stays as well: C-u behind `:open ` is to clear the address.
        """
        if self._picked is not None and self._leaves_list(action):
            return False
        sign = self.value[:1] if self.value[:1] in tuple(SIGNS) and not self._asking else ""
        begun = f"{sign}{self._lead}"
        if sign and action in ("start", "delete-to-start") and self.value[: self.cursor_position].startswith(begun):
            there = action == "start" and self.cursor_position == len(begun)
            sign = sign if there else begun
        if not edit(self, action):
            return False
        if not self.value.startswith(sign):
            at = self.cursor_position
            self.value, self.killed = sign + self.value, self.killed.removeprefix(sign)
            self.cursor_position = at + 1
        self.cursor_position = max(self.cursor_position, len(sign))
        return True

    def _leaves_list(self, action: str) -> bool:
        """Whether a key that moves in a line leaves a list: of lines typed before to edit one, else as in lynx."""
        at_end = self.cursor_position == len(self.value)
        if self._recalls and (action in ("start", "end", "left") or (action == "right" and at_end)):
            self._take_recalled()
        elif action in ("left", "right") and not self.value and self.browser.keymap.cursor == "link":
            self.do("cancel" if action == "left" else "accept")
        else:
            return False
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
        self._older, self._at, self._note = (), -1, ""
        if self._answered is not None:
            self._watched(self.value, 0)
            return
        if self._picked is not None:
            self._narrow()
        elif self.value[:1] in ("/", "?"):
            self._found().typed()
        else:
            self._offer()

    def _narrow(self, current: int = -1) -> None:
        """Show the rows that have every word typed, the best of them marked, or the one that is `current`."""
        if not self.value.strip():
            self._kept = range(len(self._pool))
            self.browser.choices.show(self._pool, max(current, min(0, len(self._pool) - 1)))
            self.tell("letters narrow the list, Down and Up move")
            return
        if isinstance(self._pool, Rows):
            self._pool = list(self._pool)  # all are looked at now, with each letter
        kept = narrowed(self._pool, self.value)
        self._kept = sorted(kept) if self._recalls else kept  # the latest first, however well others fit
        self.browser.choices.show([self._pool[i] for i in self._kept], min(0, len(self._kept) - 1))
        self.tell(f"{len(self._kept) or 'none'} of {len(self._pool)}")

    def _found(self) -> TypedSearch:
        """The search that is typed. Raises ValidationFailed."""
        if self._search is None or self.value[:1] not in ("/", "?") or self._asking:
            raise ValidationFailed("no search is being typed", actions=())
        return self._search

    def _step(self, action: str) -> None:
        """Go on to another match while a search is typed, else to another line that was typed before."""
        by = 1 if action == "match-next" else -1
        if self._recalls:
            self.browser.choices.move(-by)
        elif action == "recall" or (by < 0 and not self._asking and self.value[:1] == ":"):
            self._recall_any()
        else:
            self._found().step(by)

    def _recall_any(self) -> None:
        """List what was typed before, the latest first, narrowed down by what is typed: readline's C-r."""
        if self._asking:
            raise ValidationFailed("only commands and searches are looked for here", actions=())
        line = self.value
        sign = line[:1] if line[:1] in SIGNS else ":"
        older = self.browser.session.store.inputs.recent("command" if sign == ":" else "search")
        if not older:
            raise ValidationFailed("nothing was typed here before", actions=())
        if sign != ":":
            self._found().go_back()
        self.pick(Texts(len(older), older.__getitem__), lambda index: self._run(sign + older[index], False))
        self._recalls = line if line[:1] in SIGNS else f"{sign}{line}"
        self.put(line.removeprefix(sign))
        self._narrow()

    def _take_recalled(self) -> None:
        """Put the line that is marked in, to be edited."""
        line, at = self._recalls, self.browser.choices.current
        text = line[:1] + self._pool[self._kept[at]].text if 0 <= at < len(self._kept) else line
        self.browser.choices.close()
        self.begin(text)

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
        search = self._search if self.value[:1] in ("/", "?") and not self._asking else None
        recalls = self._recalls
        self._watched("", 0)
        self.leave()
        if search is not None:
            verbs_search.forget(app)
            search.go_back()
        if len(recalls) > 1:
            self.begin(recalls)
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
        if kind == "search" and self._search is not None:
            self._search.run(line)
        else:
            app.run_line(f"{text} --tab" if in_tab and text.startswith("open ") else text)


def _unwatched(text: str, by: int) -> None:
    """Nobody wants to know what is being typed."""
