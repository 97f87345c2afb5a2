"""A message that the status line has no room for, in as many lines as it takes: what to do stands at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from lightterm.document.layout import text_lines
from lightterm.document.model import ROOT, Paragraph
from lightterm.tui.lined import UNHEARD, Unscrolled
from lightterm.tui.strips import words_in_order

if TYPE_CHECKING:
    from textual.geometry import Region

    from lightterm.tui.app import Browser

MOST_LINES = 5
"""Lines of a message; one that is still longer is cut."""


class WholeMessage(Unscrolled):
    """Over the status line while such a message stands there; unseen else, as one made anew costs as much as a key."""

    DEFAULT_CSS = "WholeMessage { display: none; layer: above; dock: bottom; width: 100%; height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.disable_messages(*UNHEARD)
        self._rows: list[list[Segment]] = []
        self._style = Style()

    def show(self, app: Browser, said: str, style: Style) -> None:
        """Stand there with a message."""
        room = max(10, app.size.width)
        rows = list(text_lines([Paragraph(said, ROOT, 0, 0, 1)], room, numbers=False))
        self._rows = [words_in_order(row, app.view.order, style) for row in rows[:MOST_LINES]]
        self._style = style
        self.styles.height = len(self._rows)
        self.styles.offset = (0, -2 if app.offer.question else 0)  # an offer stands above the status line
        self.display = True
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines as they are."""
        strips = (Strip(row) for row in self._rows[crop.y : crop.bottom])
        wide = self.size.width
        return [strip.crop_extend(0, wide, self._style).crop(crop.x, crop.right) for strip in strips]
