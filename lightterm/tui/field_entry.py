"""What a field is edited on: a line over its place in the page, at the bottom where there is no room."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, cast

from textual.actions import SkipAction
from textual.widget import Widget
from textual.widgets import Input, TextArea
from textual.widgets.input import Selection

from lightterm.document.cells import width
from lightterm.errors import ValidationFailed
from lightterm.session.drafts import may_be_kept
from lightterm.session.typed_values import STEPS, attribute, stepped
from lightterm.tui.entry import WAYS, Line, edit, type_into
from lightterm.tui.line_order import FULLEST
from lightterm.tui.paths import unfinished
from lightterm.tui.placing import cells_for, lie_over, spot_of
from lightterm.tui.suggestions import Suggestions

if TYPE_CHECKING:
    from textual import events
    from textual.suggester import SuggestionReady

    from lightterm.document.model import Field
    from lightterm.tui.app import Browser

LEAST = 20
"""Cells in which a line can be edited where its field stands; with less it goes to the bottom."""

WIDEST = 60
STEP = 16


class FieldEntry(Protocol):
    """Something that a field is edited on."""

    number: int
    secret: bool
    """Whether nobody may see or keep what is typed."""

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing."""

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`. Raises LighttermError."""

    def insert_pasted(self, text: str) -> None:
        """Put in what is pasted."""

    def place(self) -> None:
        """Go where the field stands now."""

    def leave(self) -> None:
        """End, what was typed kept."""

    def close(self) -> None:
        """Go away, whatever becomes of what was typed."""


def browser(widget: Widget) -> Browser:
    """The app of a widget."""
    return cast("Browser", widget.app)


def native(widget: Input | TextArea, key: str) -> bool:
    """Do what the widget itself binds to a key that the keymap leaves to it; whether there is such a thing."""
    bindings = widget._bindings.key_to_bindings.get(key, ())
    for binding in bindings:
        name, _, argument = binding.action.partition("(")
        with suppress(SkipAction):  # a line has no pages to go up and down
            getattr(widget, f"action_{name}")(*([True] if argument == "True)" else []))
    return bool(bindings)


class Typed:
    """What an entry does at its end; no widget itself, as Textual takes a widget's parts from its first base alone."""

    number: int
    open = False

    @property
    @abstractmethod
    def written(self) -> str:
        """What stands in it."""

    def leave(self) -> None:
        """End, what was typed kept."""
        if self.open:
            self.open = False
            app = browser(self._widget)
            app.enter("normal")
            app.fields.finish(self.number, self.written)
            self._gone()

    def close(self) -> None:
        """Go away, whatever becomes of what was typed."""
        if self.open:
            self.open = False
            self._gone()

    def on_blur(self) -> None:
        app = browser(self._widget)
        if app.app_focus and app.focused is not self._widget:  # it may have gone on to another field meanwhile
            self.leave()

    @property
    def _widget(self) -> Widget:
        return cast("Widget", self)

    def _gone(self) -> None:
        app = browser(self._widget)
        app.enter("normal")
        app.fields.done()
        if app.focused is self._widget:
            app.screen.set_focus(app.view)
        self._put_away()

    def _put_away(self) -> None:
        self._widget.remove()


class LineEntry(Typed, Line):
    """One line: any field that is typed into but a textarea.

    There is one, unseen while no field is edited: to make a line and find its styles takes as long as two keys.
    """

    DEFAULT_CSS = """
    LineEntry, LineEntry:ansi {
        display: none; layer: above; position: absolute; height: 1; border: none; padding: 0;
        background: $panel; background-tint: $foreground 5%;
    }
    """

    number = 0
    secret = False
    waits_for_keys = True
    field: Field
    suggestions: Suggestions

    def __init__(self) -> None:
        super().__init__()
        self._cells = 0
        self._older = -1
        self._begun = ""

    def begin(self, app: Browser, number: int, field: Field, text: str) -> None:
        """Be what a field is edited on from now on. Keys may come before the widget stands, and end it too."""
        self.number, self.field, self.secret = number, field, field.kind == "password"
        self.suggestions = Suggestions(app.session, field, may_be_kept(app.view.document, field))
        size = attribute(field, "maxlength")
        self.max_length = int(size) if size.isascii() and size.isdigit() and len(size) < 7 else 0
        self.password = self.secret
        self.suggester = None if self.secret else self.suggestions
        self.killed, self._cells, self._older, self._begun = "", 0, -1, text
        self.turn += 1
        self.value = text
        self.selection = self._chosen()
        self.open = True

    def show(self) -> None:
        """Stand over the field, with the keys."""
        self.display = True
        self.place()
        self.screen.set_focus(self)

    def on_mount(self) -> None:
        if self.open:
            self.show()
        else:
            self.prepare(WIDEST)

    def _put_away(self) -> None:
        self.display = False
        self.turn += 1
        self.suggester = None
        self.value = ""  # of a password nothing stays
        self.widen(WIDEST)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """It has the focus whenever it is seen: no style hangs on that."""

    def look_further(self, value: str) -> None:
        """Ask behind the keys what is suggested: a worker of Textual's is a task and four messages, a tenth of `gi`."""
        turn, suggestions = self.turn, self.suggestions

        def show(found: str) -> None:
            if self.turn == turn and self.value == value and not self.secret:
                self._suggestion = found

        app = browser(self)
        if self.field.kind == "file":  # a disk that does not answer holds up nothing else
            app.behind(lambda: suggestions.now(value) or "", show)
        else:
            app.background.do(lambda: suggestions.now(value) or "", show)

    async def _on_suggestion_ready(self, event: SuggestionReady) -> None:
        if self.secret:  # it was looked for in the field before, and would stand readable behind the dots
            event.prevent_default()

    @property
    def written(self) -> str:
        """The text as it is now."""
        return self.value

    def _chosen(self) -> Selection:
        """What is typed comes behind a text, and in place of a number, date or colour: nobody adds to those."""
        end = len(self.value)
        return Selection(0, end) if self.field.kind in (*STEPS, "color") else Selection.cursor(end)

    def resume(self, text: str, at: int) -> None:
        """Go on with a text that was being typed before."""
        self.value = text
        self.cursor_position = at

    def place(self) -> None:
        """Go where the field stands now."""
        view = browser(self).view
        size = attribute(self.field, "size")
        cells = int(size) if size.isascii() and size.isdigit() and len(size) < 4 else 0
        # It grows by steps: each lays the screen out anew, which costs as much as a key.
        needed = width(self.value[: FULLEST * WIDEST]) + 1
        wanted = min(max(cells, LEAST, -(-needed // STEP) * STEP), WIDEST)
        spot = spot_of(view, self.number)
        self.leftwards = spot is not None and spot.leftwards
        if self.field.kind != "file":  # of a path the end of one would be seen where its button was
            wanted = cells_for(spot, wanted, needed)
        cells = wanted
        self._cells = cells if needed <= cells < WIDEST else 1 << 30
        lie_over(self, view, spot, cells, 1, min(cells, LEAST))

    def watch_value(self, value: str) -> None:
        """Note every change: a crash may come at any time."""
        if self.is_attached and self.open and value != self._begun:
            browser(self).fields.typed(self.number, value)
            if self._cells <= WIDEST and width(value[: FULLEST * WIDEST]) >= self._cells:
                self.place()

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing."""
        if self.secret and event.key in ("ctrl+c", "ctrl+x", "super+c"):
            return
        if event.key == "left" and not self.cursor_position and self.selection.is_empty and not self.leftwards:
            browser(self).forms.before(self.number)
        elif not native(self, event.key) and not event.key.startswith("alt+"):
            type_into(self, event)

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`."""
        app = browser(self)
        if action == "leave":
            self.leave()
        elif action == "cancel":
            app.fields.cancel(self)
        elif action in ("accept", "accept-tab"):
            self.leave()
            app.forms.entered(self.number, "tab" if action == "accept-tab" else "here")
        elif action in ("keep", "keep-next"):
            self.leave()
            app.forms.kept(self.number, action == "keep-next")
        elif action in WAYS:
            if action == "next" and self.field.kind == "file" and (self._complete() or self._list()):
                return
            self.leave()
            app.forms.go(self.number, WAYS[action])
        elif action in ("older", "newer"):
            self._change(1 if action == "older" else -1)
        elif action in ("complete", "complete-back"):
            self._complete()
        elif action == "paste" and not self.killed:
            self.paste_from(app)
        elif not edit(self, action):
            raise ValidationFailed(f"a field knows no {action}", actions=())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        """Over a number, a date or a slider the wheel steps it, as in browsers; else it is the page's."""
        if self.field.kind in STEPS:
            event.stop()
            self._change(by)

    def _change(self, by: int) -> None:
        """One step up or down: of a number or date, among the suggestions, in what was typed before."""
        app = browser(self)
        if self.field.kind in STEPS:
            self.value = stepped(self.field, self.value, by, datetime.now())
        elif self.field.kind == "file" and by < 0:
            self._list(asked=True)
            return
        elif self.field.options and by < 0 and self._older < 0:
            text = self.value
            self.leave()
            app.forms.suggest(self.number, text)
            return
        else:
            self._recall(by)
        self.selection = self._chosen()

    def _recall(self, by: int) -> None:
        if self._older < 0:
            self._begun = self.value
        earlier = [text for text in self.suggestions.earlier(self._begun) if text != self._begun]
        to = max(-1, min(self._older + by, len(earlier) - 1))
        if to != self._older:
            self._older = to
            self.value = self._begun if to < 0 else earlier[to]
        elif by > 0:
            raise ValidationFailed("nothing older was typed here", actions=())

    def _list(self, asked: bool = False) -> bool:
        """Show the files and folders that a path can go on with; unasked only where it is none yet. Whether it did."""
        text = self.value
        if not asked and not unfinished(text, self.field.multiple):
            return False
        self.close()
        browser(self).forms.paths(self.number, text)
        return True

    def _complete(self) -> bool:
        """Take what is suggested; whether that made the text longer."""
        suggested = self.suggestions.now(self.value)
        if suggested is None or suggested == self.value:
            return False
        self.value = suggested
        self.cursor_position = len(suggested)
        return True
