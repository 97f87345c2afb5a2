"""The one screen: a page, or several, between its tabs and its status."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.messages import Update
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from lightterm.tui.repainting import Repainting

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.message import Message

    from lightterm.tui.app import Browser


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
        self._repainting = Repainting(self, self._paint)

    def compose(self) -> ComposeResult:
        app = self._browser
        yield app.tab_bar
        yield app.panes.area
        yield app.agents.pane
        yield app.offer
        yield app.status
        yield app.command_line
        yield app.which_key
        yield app.choices
        yield app.question
        yield app.menu

    def set_focus(self, widget: Widget | None, scroll_visible: bool = False, from_app_focus: bool = False) -> None:
        """Give a widget the keys. What has them is in sight: Textual would see to it behind each `:` and `/`."""
        super().set_focus(widget, scroll_visible, from_app_focus)

    def refresh_bindings(self) -> None:
        """None of Textual's bindings are used, and nothing shows any."""

    def post_message(self, message: Message) -> bool:
        """Take a message. That a widget is to be painted is noted at once: for each a key had a message, and was idle
        once more behind it."""
        if message.__class__ is Update and self._awaits_paint:
            assert isinstance(message, Update)
            self._dirty_widgets.add(message.widget)
            self._repainting.soon()
            return True
        return super().post_message(message)

    @property
    def _awaits_paint(self) -> bool:
        """Whether what is to be painted can be noted: the screen is there, and the one that is seen."""
        there = self._compositor.root is self and self._running and not self._closing
        return there and self.is_current and not self.app._batch_count

    async def on_idle(self, event: events.Idle) -> None:
        """All messages were taken: paint what they changed. Takes the place of Textual's."""
        event.prevent_default()
        asked = self._layout_required or self._scroll_required or self._repaint_required or self._recompose_required
        if (asked or self._dirty_widgets) and self.is_current and not self.app._batch_count:
            self._repainting.soon()
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
        self._on_timer_update()

    def on_mount(self) -> None:
        self._browser.begin()
