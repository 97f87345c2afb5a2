"""Widgets that Textual is to place and to paint no oftener than anything changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.dom import NoScreen
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from typing import Self

    from textual.geometry import Region
    from textual.message import Message
    from textual.strip import Strip

    Base = Widget
else:
    Base = object  # Textual takes a widget's parts from its first base that is one

UNHEARD: tuple[type[Message], ...] = (events.Show, events.Hide, events.Resize)
"""Messages that say nothing to a widget that keeps no size: to take one is 30 us, and `:` had five."""


def tell_at_once(widget: Widget) -> bool:
    """Tell the screen what a widget asked for, where it hears of it at once. Textual has a message for each widget: two
    to six of a key, .1 ms each."""
    otherwise = widget._next_callbacks or widget._recompose_required or widget._refresh_styles_required
    if otherwise or not widget._is_mounted:
        return False
    try:
        hears = getattr(widget.screen, "hears_at_once", False)
    except NoScreen:  # it is on its way out
        return False
    if hears:
        widget._check_refresh()
    return hears


class Unscrolled(Widget):
    """Has no scroll bars, so that what could be scrolled through says nothing: when it changes, with each change of the
    size, Textual would place all of the screen anew and paint it once more."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)

    def check_idle(self) -> None:
        """Something is to be done when its messages are taken: of what it looks like the screen hears now."""
        if not tell_at_once(self):
            super().check_idle()


class AskedOnce(Base):
    """A widget that, when all of it is to be painted already, is asked for no more until it is.

    Each time Textual asks where the widget is and empties its caches, 25 us: a key asked eight times for the status
    line and five for each pane's title, `gi` ten times for the line that it opens.
    """

    _waits = False

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Have it painted anew, or these parts of it."""
        if repaint and not layout and not recompose:
            if self._waits:
                return self
            self._waits = not regions
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of it."""
        self._waits = False
        return super().render_lines(crop)

    def covered(self) -> None:
        """All of it that is to be painted lies under others: when that goes away it is painted."""
        self._waits = False


class Lined(AskedOnce, Unscrolled):
    """Makes its lines in `lines`."""

    UNHEARD: ClassVar[tuple[type[Message], ...]] = UNHEARD

    def __init__(self) -> None:
        super().__init__()
        self.disable_messages(*self.UNHEARD)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of it."""
        self._waits = False
        return self.lines(crop)

    def lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of it, as they are to be seen."""
        raise NotImplementedError
