"""The one screen: a page, or several, between its tabs and its status."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.app import ComposeResult

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

    def on_mount(self) -> None:
        self._browser.begin()
