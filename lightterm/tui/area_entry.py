"""Several lines of text that are typed over their place in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from lightterm.document.cells import width
from lightterm.document.layout import has_rtl
from lightterm.errors import ValidationFailed
from lightterm.session.typed_values import attribute
from lightterm.tui.entry import WAYS
from lightterm.tui.field_entry import LEAST, WIDEST, Typed, browser, native
from lightterm.tui.line_order import beside, erased_from, position_at, runs_left, seen
from lightterm.tui.pasting import in_lines
from lightterm.tui.placing import blank, end_of, is_in_table, lie_over, spot_of
from lightterm.tui.strips import apart

if TYPE_CHECKING:
    from textual import events

    from lightterm.document.model import Document, Field
    from lightterm.tui.app import Browser
    from lightterm.tui.visual_order import Shown

MOST_ROWS = 12


class AreaEntry(Typed, TextArea):
    """Several lines."""

    secret = False

    DEFAULT_CSS = """
    AreaEntry {
        layer: above; position: absolute; border: none; padding: 0; background: $panel; scrollbar-size: 1 1;
    }
    AreaEntry:focus { border: none; background: $panel; }
    """

    def __init__(self, app: Browser, number: int, field: Field, text: str) -> None:
        super().__init__(text, compact=True, tab_behavior="focus", highlight_cursor_line=False)
        self.cursor_blink = False
        self.number = number
        self.field = field
        self.open = True
        self._begun = text
        self._leftwards = False
        self._roomy: Document | None = None
        """The page that has room for it."""
        self.set_reactive(AreaEntry.selection, Selection.cursor(self.document.end))

    def render_line(self, y: int) -> Strip:
        """A row, put in order where it runs to the left or holds what does."""
        strip = super().render_line(y)
        row = self._seen(strip.text)
        if row is None:
            return strip
        styles = [segment.style for segment in strip for _ in segment.text]
        segments = [(each.text, styles[each.start], each.apart) for each in row if each.text]
        return Strip(
            [Segment(said, apart(style) if own and style else style) for said, style, own in segments],
            strip.cell_length,
        )

    def _seen(self, text: str) -> tuple[Shown, ...] | None:
        """A row from left to right, None where it is so as it is written."""
        order = browser(self).view.order
        if order is None or order.bare or not (self._leftwards or has_rtl(text)):
            return None
        return seen(text, order, self._goes_left(text))

    def get_target_document_location(self, event: events.MouseEvent) -> tuple[int, int]:
        """The place in the text of a cell: that of the letter which is seen there."""
        text = super().render_line(event.y).text
        row = self._seen(text)
        if row is None:
            return super().get_target_document_location(event)
        letter = position_at(row, event.x, len(text))
        return self.wrapped_document.offset_to_location(
            Offset(width(text[:letter]) + self.scroll_offset.x, event.y + self.scroll_offset.y)
        )

    def get_cursor_left_location(self) -> tuple[int, int]:
        """The place a letter back, with its marks."""
        line, column = self.cursor_location
        if not column:
            return super().get_cursor_left_location()
        return line, beside(self.document.get_line(line), column, -1)

    def get_cursor_right_location(self) -> tuple[int, int]:
        """The place a letter further, with its marks."""
        line, column = self.cursor_location
        text = self.document.get_line(line)
        return (line, beside(text, column, 1)) if column < len(text) else super().get_cursor_right_location()

    def action_delete_left(self) -> None:
        """Take away what is before the cursor: an emoji whole, of a letter with marks the last one."""
        line, column = self.cursor_location
        if self.selection.is_empty and column:
            self.delete((line, erased_from(self.document.get_line(line), column)), (line, column))
        else:
            super().action_delete_left()

    def _goes_left(self, text: str) -> bool:
        return self._leftwards or runs_left(text)

    def action_cursor_left(self, select: bool = False) -> None:
        """One letter to the left: in a row that runs there, forwards."""
        left = self._goes_left(self.document.get_line(self.cursor_location[0]))
        (super().action_cursor_right if left else super().action_cursor_left)(select)

    def action_cursor_right(self, select: bool = False) -> None:
        """One letter to the right."""
        left = self._goes_left(self.document.get_line(self.cursor_location[0]))
        (super().action_cursor_left if left else super().action_cursor_right)(select)

    def on_mount(self) -> None:
        if self.open:
            view = browser(self).view
            self._make_room()
            spot = spot_of(view, self.number)
            view.scroll_by(max(0, spot.line - view.first + self._high() - view.height) if spot is not None else 0)
            self.place()
            self.screen.set_focus(self)

    def _make_room(self) -> None:
        """Have the page leave room for all rows to type in: what stands below was covered."""
        view = browser(self).view
        spot = spot_of(view, self.number)
        more = self._high() - (end_of(view, self.number) - spot.line) if spot is not None else 0
        celled = spot is not None and is_in_table(view, self.number)
        if more > 0 or celled:
            self._roomy = view.document
            wide = min(self._wide(), view.columns // 2) if celled else 1
            browser(self).fields.show([self.number], max(more, 1), wide)

    @property
    def written(self) -> str:
        """The text as it is now."""
        return self.text

    def resume(self, text: str, location: tuple[int, int]) -> None:
        """Go on with a text that was being typed before."""
        self.load_text(text)
        self.move_cursor(location)

    def _high(self) -> int:
        """Rows to type in: as many as the page says, and those that the text takes in it."""
        view = browser(self).view
        rows = attribute(self.field, "rows")
        high = int(rows) if rows.isdecimal() and len(rows) < 4 else 4
        spot = spot_of(view, self.number)
        drawn = end_of(view, self.number) - spot.line if spot is not None else 0
        return max(2, min(max(high, drawn), MOST_ROWS, view.height * 2 // 3))

    def place(self) -> None:
        """Go where the field stands now."""
        view = browser(self).view
        spot = spot_of(view, self.number)
        self._leftwards = spot is not None and spot.leftwards
        wide = self._wide()
        if spot is not None and is_in_table(view, self.number):
            wide = min(wide, spot.free)
        over = lie_over(self, view, spot, wide, self._high(), min(wide, 2 * LEAST))
        blank(view, self.number, range(over.start, max(over.stop, end_of(view, self.number))))

    def _wide(self) -> int:
        """Cells of a row to type in, as the page says."""
        cells = attribute(self.field, "cols")
        return max(int(cells) if cells.isdecimal() and len(cells) < 4 else WIDEST, 2 * LEAST)

    def _gone(self) -> None:
        view = browser(self).view
        view.refresh_over({})
        if self._roomy is view.document:
            browser(self).fields.show([self.number])
        super()._gone()

    def on_text_area_changed(self) -> None:
        if self.open and self.text != self._begun:
            browser(self).fields.typed(self.number, self.text)

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing."""
        if native(self, event.key) or event.key.startswith("alt+"):
            return
        if event.character and event.is_printable:
            self.insert(event.character)

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`."""
        app = browser(self)
        if action == "leave":
            self.leave()
        elif action == "cancel":
            app.fields.cancel(self)
        elif action in ("accept", "keep", "keep-next"):
            self.insert("\n")
        elif action in WAYS and {"up": self.cursor_at_first_line, "down": self.cursor_at_last_line}.get(action, True):
            self.leave()
            app.forms.go(self.number, WAYS[action])
        elif action == "paste":
            app.paste(self.insert_pasted)
        elif action in _IN_AREA:
            getattr(self, f"action_{_IN_AREA[action]}")()
        else:
            raise ValidationFailed(f"a text area knows no {action}", actions=())

    def insert_pasted(self, text: str) -> None:
        """Put in what is pasted."""
        self.insert(in_lines(text))


_IN_AREA = {
    **dict.fromkeys(("older", "up"), "cursor_up"),
    **dict.fromkeys(("newer", "down"), "cursor_down"),
    "start": "cursor_line_start",
    "end": "cursor_line_end",
    "left": "cursor_left",
    "right": "cursor_right",
    "word-left": "cursor_word_left",
    "word-right": "cursor_word_right",
    "delete-left": "delete_left",
    "delete-right": "delete_right",
    "delete-word-left": "delete_word_left",
    "delete-word-right": "delete_word_right",
    "delete-to-start": "delete_to_start_of_line",
    "delete-to-end": "delete_to_end_of_line",
}
