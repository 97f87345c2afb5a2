"""The mouse on the page: selecting, the scroll bar, the wheel, links and their menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.message import Message

from lightterm.document.model import Paragraph
from lightterm.document.motions import SPACE, Motions, kind_of, snapped
from lightterm.tui import picture_places
from lightterm.tui.control_labels import labelled_at
from lightterm.tui.lined import Lined

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.timer import Timer

    from lightterm.document.model import Document
    from lightterm.document.motions import Position
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

EDGE = 0.06
"""Seconds between two lines while the mouse is held beyond an edge."""

SIDEWAYS = 4
"""Cells that a step of the wheel shifts for each line it would scroll."""


class Clicked(Message, namespace="page_view"):
    """A target of a view (0: none) was clicked with `button` 1, 2 or 3, Control held or not, at a cell of the view."""

    def __init__(self, view: PageView, target: int, button: int, ctrl: bool, x: int, y: int) -> None:
        super().__init__()
        self.view = view
        self.target = target
        self.button = button
        self.ctrl = ctrl
        self.x = x
        self.y = y


class Selected(Message, namespace="page_view"):
    """Text was selected with the mouse, and the button let go."""


class Mouse:
    """What the mouse is doing on a view."""

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._origin: Position | None = None
        self._on_bar = False
        self._dragged = False
        self._timer: Timer | None = None
        self._beyond = 0
        self._x = 0
        self._clicked: tuple[Document | None, int] = (None, -1)

    @property
    def picture(self) -> int:
        """The index of the picture that was clicked last on this page, -1 for none."""
        document, index = self._clicked
        return index if document is self._view.document else -1

    def down(self, event: events.MouseDown) -> None:
        """A button was pressed."""
        view = self._view
        view.counting.hold()
        if event.button != 1:
            return
        self._dragged = False
        if event.x >= view.size.width - 1:
            self._on_bar = self._dragged = True
            self._drag_bar(event.y)
        else:
            self._origin = self._position(event.x, event.y)
            if view.caret.anchor is not None:
                view.caret.select(None)
        view.capture_mouse()

    def move(self, event: events.MouseMove) -> None:
        """The mouse was moved."""
        view = self._view
        if self._on_bar:
            self._drag_bar(event.y)
        elif self._origin is None:
            view.point_at(view.target_at(event.x, event.y) if event.x < view.size.width - 1 else 0)
        else:
            self._drag(event.x, event.y)

    def up(self) -> None:
        """The button was let go."""
        view = self._view
        view.release_mouse()
        self._stop()
        selecting = self._origin is not None and self._dragged
        self._origin, self._on_bar = None, False
        if selecting:
            view.post_message(Selected())

    def click(self, event: events.Click) -> None:
        """A button was pressed and let go in one place; what was dragged is no click."""
        view = self._view
        if self._dragged:
            self._dragged = False
            return
        if event.button == 1 and event.chain > 1:
            self._select_around(event)
            return
        number = view.target_at(event.x, event.y)
        place = view.character_at(event.x, event.y)
        within = place[0] == view.first + event.y
        self._clicked = (view.document, picture_places.at(view, *place) if within else -1)
        if not number and within and event.button == 1:
            number = labelled_at(view, *place)
        if number:
            view.choose(number, reveal=False)
        elif event.button == 1:
            if self.picture >= 0:
                view.pictures.load((self.picture,))
            if view.caret.shown:
                view.caret.move(self._position(event.x, event.y))
        if number or event.button > 1:
            view.post_message(Clicked(view, number, event.button, event.ctrl, event.x, event.y))

    def wheel(self, way: int, sideways: bool) -> None:
        """The wheel was turned by a step."""
        self._view.counting.hold()
        lines = self._view.wheel_lines * way
        if sideways:
            self._view.shift(lines * SIDEWAYS)
        else:
            self._view.scroll_by(lines)

    # --- dragging

    def _position(self, x: int, y: int) -> Position:
        line, at = self._view.character_at(x, y)
        return line, snapped(self._view.flow.text(line), at)

    def _drag(self, x: int, y: int) -> None:
        view = self._view
        self._x = x
        self._beyond = y if y < 0 else y - view.height + 1 if y >= view.height else 0
        if self._beyond and self._timer is None:
            self._timer = view.set_interval(EDGE, self._scroll_on)
        elif not self._beyond:
            self._stop()
        self._reach(x, max(0, min(y, view.height - 1)))

    def _scroll_on(self) -> None:
        view = self._view
        view.scroll_by(max(-5, min(self._beyond, 5)))
        self._reach(self._x, 0 if self._beyond < 0 else view.height - 1)

    def _reach(self, x: int, y: int) -> None:
        """Select up to a cell."""
        caret = self._view.caret
        to = self._position(x, y)
        if self._origin is None or (not self._dragged and to == self._origin):
            return
        if not self._dragged:
            self._dragged = True
            caret.move(self._origin)
            caret.select(self._origin)
        caret.move(to)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _drag_bar(self, y: int) -> None:
        view = self._view
        view.scroll_to_line(round(max(0, y) * view.last_first / max(1, view.height - 1)))

    def _select_around(self, event: events.Click) -> None:
        """Select the word of a double click; of a triple one the paragraph, in tables and text as typed the line."""
        view = self._view
        motions = Motions(view.flow)
        at = self._position(event.x, event.y)
        text = view.flow.text(at[0])
        if event.chain > 2:
            block = view.flow.blocks[view.flow.block_at(at[0])] if view.flow.blocks else None
            wraps = isinstance(block, Paragraph) and not block.pre
            start, end = motions.paragraph_around(at) if wraps else ((at[0], 0), motions.line_end(at))
        elif at[1] >= len(text) or kind_of(text[at[1]]) == SPACE:
            return
        else:
            start, end = motions.word_around(at)
        view.caret.move(end)
        view.caret.select(start)
        view.post_message(Selected())


class Pointing(Lined):
    """The handlers of the mouse's events, for the page's view."""

    @property
    def _mouse(self) -> Mouse:
        return cast("PageView", self).mouse

    @property
    def selection(self) -> str:
        """The selected text, "" for none."""
        view = cast("PageView", self)
        return view.caret.text(view.copy_numbers) or view.caret.text(True)

    @property
    def slow_selection(self) -> Callable[[], str] | None:
        """What makes the selected text where that takes longer than a key may, None where `selection` is quick."""
        view = cast("PageView", self)
        return view.caret.slow_text(view.copy_numbers)

    @property
    def word(self) -> str:
        """The word under the caret, "" where there is none."""
        return cast("PageView", self).caret.word

    def watch_has_focus(self, _has_focus: bool) -> None:
        """No rule of style asks for it: Textual applies all of them anew, 2 ms of a key that opens or leaves a line."""

    def has_keys(self, focus: bool) -> bool:
        """It got the keys, or has them no more. It looks the same then; Textual would paint all of it anew."""
        self.has_focus = focus
        if not focus:
            return True
        panes = cast("Browser", self.app).panes
        pane = next((pane for pane in panes if pane.view is self), None)
        if pane is not None and self.screen.focused is self:  # another may have it by now
            panes.enter(pane)
        return True

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._mouse.down(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._mouse.move(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self._mouse.up()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self._mouse.click(event)

    def on_leave(self) -> None:
        cast("PageView", self).point_at(0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._mouse.wheel(1, event.shift)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._mouse.wheel(-1, event.shift)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        event.stop()
        self._mouse.wheel(1, True)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        event.stop()
        self._mouse.wheel(-1, True)
