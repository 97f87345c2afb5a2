"""Widgets that Textual is to place and to paint no oftener than anything changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

if TYPE_CHECKING:
    from typing import Self

    from textual.geometry import Region
    from textual.message import Message
    from textual.strip import Strip


class Unscrolled(Widget):
    """Has no scroll bars, so that what could be scrolled through says nothing: when it changes, with each change of the
    size, Textual would place all of the screen anew and paint it once more."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)


class Lined(Unscrolled):
    """Makes its lines in `lines`.

    What is to be painted whole already is asked for no more until it is: each time Textual asks where the widget is and
    empties its caches, 25 us, and a key asked eight times for the status line and five for each pane's title.
    """

    UNHEARD: ClassVar[tuple[type[Message], ...]] = (events.Show, events.Resize)
    """Messages that say nothing to it: to take one is 30 us, and each pane's title had four of a split."""

    _waits = False

    def __init__(self) -> None:
        super().__init__()
        self.disable_messages(*self.UNHEARD)

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
        return self.lines(crop)

    def lines(self, crop: Region) -> list[Strip]:
        """The lines of a part of it, as they are to be seen."""
        raise NotImplementedError
