"""The one screen: a page, or several, between its tabs and its status."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual._arrange import arrange
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region
from textual.layout import DockArrangeResult, WidgetPlacement
from textual.messages import Layout, Update
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from lightterm.tui.compositing import RowCompositor
from lightterm.tui.repainting import Repainting

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from textual.app import ComposeResult
    from textual.geometry import Size
    from textual.message import Message

    from lightterm.tui.app import Browser

    Callback = Callable[..., Any]


class Reading(Screen[None]):
    """The one screen: a page between its tabs and its status."""

    BINDINGS: ClassVar = []
    BLANK = True
    """Nothing of its own is seen: what lies on it fills it."""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """Textual paints the whole screen anew when it changes: at each `:`, `/` and change of the pane."""
    CSS = """
    Reading { layout: vertical; layers: page above; }
    """

    def __init__(self, app: Browser) -> None:
        super().__init__()
        self._browser = app
        self._compositor = RowCompositor()
        self.repainting = Repainting(self, self._paint)
        """When it is painted."""
        self._painting = False
        self.disable_messages(events.DescendantFocus, events.DescendantBlur)  # no style hangs on that

    @cached_property
    def _column(self) -> tuple[Widget, ...]:
        """What stands one below the other."""
        app = self._browser
        return app.tab_bar, app.panes.area, app.agents.pane, app.offer, app.status, app.command_line

    def compose(self) -> ComposeResult:
        app = self._browser
        yield from self._column
        yield app.which_key
        yield app.choices
        yield app.question
        yield app.menu

    def arrange(self, size: Size, _optimal: bool = False) -> DockArrangeResult:
        """Where its widgets are: Textual asks the styles of each, which is a tenth of a key that brings one."""
        key = size, self._nodes._updates, self.maximized is not None
        known = self._arrangement_cache.get(key)
        if known is None:
            shown = [each for each in self._nodes if each.display]
            column = [each for each in self._column if each in shown]
            rest = [each for each in shown if each not in column]
            # What lies over the others first: Textual numbers all from the end, and paints what has another number.
            above = arrange(self, rest, size, self.size).placements if rest else []
            placements = [each._replace(order=max(1, each.order)) for each in above] + self._place(column, size)
            known = self._arrangement_cache[key] = DockArrangeResult(placements, set(shown), NULL_SPACING)
        return known

    def _place(self, column: list[Widget], size: Size) -> list[WidgetPlacement]:
        """The widgets one below the other, of which the page has the rows that the others leave."""
        heights = {each: int(each.styles.height.value) for each in column if each.styles.height is not None}
        page = self._browser.panes.area
        if page in heights:  # when it ends, its widgets go one by one
            heights[page] = max(1, size.height - sum(heights.values()) + heights[page])
        placements, y = [], 0
        for each in column:
            placements.append(WidgetPlacement(Region(0, y, size.width, heights[each]), NULL_OFFSET, NULL_SPACING, each))
            y += heights[each]
        return placements

    def set_focus(self, widget: Widget | None, scroll_visible: bool = False, from_app_focus: bool = False) -> None:
        """Give a widget the keys. What has them is in sight: Textual would see to it behind each `:` and `/`."""
        super().set_focus(widget, scroll_visible, from_app_focus)

    def call_after_refresh(self, callback: Callback, *args: Any, **kwargs: Any) -> bool:
        """Have something called behind the next painting, but for the bindings of Textual, of which none are used."""
        return callback == self.refresh_bindings or super().call_after_refresh(callback, *args, **kwargs)

    def post_message(self, message: Message) -> bool:
        """Take a message. That a widget is to be painted, or all placed anew, is noted at once: for each a key had a
        message, and was idle once more behind it."""
        kind = message.__class__
        if (kind is Update or kind is Layout) and self.hears_at_once:
            assert isinstance(message, (Update, Layout))
            if kind is Update:
                self._dirty_widgets.add(message.widget)
            else:
                self._layout_widgets.setdefault(self, set()).add(message.widget)
                self._layout_required = True
            self.repainting.soon()
            return True
        return super().post_message(message)

    @property
    def hears_at_once(self) -> bool:
        """Whether what is to be painted can be noted: the screen is there, the one that is seen, and not painting."""
        there = self._compositor.root is self and self._running and not self._closing and not self._painting
        return there and self.is_current and not self.app._batch_count

    async def on_idle(self, event: events.Idle) -> None:
        """All messages were taken: paint what they changed. Takes the place of Textual's."""
        event.prevent_default()
        asked = self._layout_required or self._scroll_required or self._repaint_required or self._recompose_required
        if (asked or self._dirty_widgets) and self.is_current and not self.app._batch_count:
            self.repainting.soon()
        else:
            await self._invoke_and_clear_callbacks()

    def _paint(self) -> None:
        if self._layout_required:
            # What comes in is painted as it is placed. Of it as of what was there Textual would think that it lies
            # somewhere unknown, and place everything once more.
            self._dirty_widgets.intersection_update(self._compositor.visible_widgets)
        if self._layout_required and self._repaint_required:
            # A widget came or went: Textual lays out and paints what changed, and then everything once more.
            self._repaint_required = False
            # Not `size`: that is the window's already before the layout has it.
            self._compositor._dirty_regions.add(self.outer_size.region)
        self._painting = True
        try:
            self._on_timer_update()
        finally:
            self._painting = False

    def on_mount(self) -> None:
        self._browser.begin()
