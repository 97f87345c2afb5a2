"""A theme put on Textual's own widgets: the command line, lists and dialogs."""

from __future__ import annotations

import os
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Shade
from textual.filter import LineFilter, Monochrome
from textual.theme import Theme

from lightterm.tui.prepaint import note_look
from lightterm.tui.themes import chosen_theme, load_theme
from lightterm.tui.visual_order import chosen_order

if TYPE_CHECKING:
    from textual.app import App

    from lightterm.graphics.replies import Color
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView
    from lightterm.tui.palette import Palette

ANSI = {True: "ansi-dark", False: "ansi-light"}
"""Textual's themes of the terminal's own colours, by whether it is dark."""


class Greys(LineFilter):
    """With NO_COLOR: the terminal's own two colours as they are, others, which only pictures have then, as greys.

    Textual's filter makes the terminal's own black too, and so what is typed, in the command line and in fields, black
    on black.
    """

    def apply(self, segments: list[Segment], background: Shade) -> list[Segment]:
        """The segments without colours."""
        return [Segment(text, style and _grey(style)) for text, style, _ in segments]


@lru_cache(1024)
def _grey(style: Style) -> Style:
    named = [color is not None and not color.is_default and color.triplet is None for color in _colors(style)]
    if any(named):  # one of the terminal's sixteen, as for the cursor of a line: what stood out is turned round
        return style + Style(color="default", bgcolor="default", reverse=named[1] != bool(style.reverse))
    shades = (
        color if color is None or color.is_default else Shade.from_rich_color(color).monochrome.rich_color
        for color in _colors(style)
    )
    return style + Style.from_color(*shades)


def _colors(style: Style) -> tuple[RichColor | None, RichColor | None]:
    return style.color, style.bgcolor


def put_on(app: Browser, theme: str) -> None:
    """Have everything look as a theme says. Raises ConfigError for one that cannot be read; nothing changes then."""
    app.palette = load_theme(theme)
    app.ansi_color = not app.palette.colors
    apply(app, app.palette)
    note(app, app.palette, app.session.settings.tui.theme)
    for pane in app.panes:
        pane.view.palette = app.palette
        pane.view.repaint()
    app.tabs_changed()


def without_colors(app: App[int]) -> None:
    """Put our filter in the place of Textual's, where NO_COLOR had it made."""
    app._filters = [Greys() if isinstance(each, Monochrome) else each for each in app._filters]


def ground(app: App[int], palette: Palette) -> Color | None:
    """The page's background in the colours that the terminal has; None for the terminal's own."""
    color = palette.base.bgcolor
    if color is None or color.triplet is None:
        return None
    red, green, blue = color.downgrade(_system(app)).get_truecolor()
    return red, green, blue


def _system(app: App[int]) -> ColorSystem:
    return COLOR_SYSTEMS.get(app.console.color_system or "", ColorSystem.TRUECOLOR)


def shape(app: Browser, url: str) -> tuple[bool, bool]:
    """Whether a page's numbers are shown, and its tables as records: the rule of a site may speak of them."""
    output = app.session.settings_for(url).output
    return output.numbers, output.tables == "records"


def set_up(app: Browser, view: PageView) -> None:
    """Have a view follow the settings."""
    without_colors(app)
    chosen = app.session.settings
    view.text_width = chosen.tui.width
    view.copy_numbers = chosen.copy.numbers
    view.wheel_lines = chosen.mouse.wheel_lines
    view.shape = partial(shape, app)
    view.palette = app.palette
    view.order = chosen_order(chosen.tui.bidi, app.terminal, os.environ)
    view.pictures.configure(app)
    view.worn = _worn(app)


def set_up_once(app: Browser, view: PageView) -> None:
    """Have a view that was made before it is wanted follow the settings, unless it does already."""
    if view.worn is None or any(was is not now for was, now in zip(view.worn, _worn(app), strict=True)):
        set_up(app, view)


def _worn(app: Browser) -> tuple[object, ...]:
    """What the look of a view is made of."""
    return app.session.settings, app.palette, app.terminal


def note(app: App[int], palette: Palette, theme: str) -> None:
    """Note the look for the first screen of the next start."""
    system = _system(app)
    styles = {"base": palette.base, "status": palette.base + palette.status} | palette.kinds
    note_look(
        theme,
        {kind: style.render("x", color_system=system)[2:].partition("m")[0] for kind, style in styles.items() if style},
    )


def apply(app: App[int], palette: Palette) -> None:
    """Have Textual's widgets look like the page."""
    if not palette.colors:
        app.theme = ANSI[palette.dark]
        return
    colors = palette.colors
    name = f"lightterm-{palette.name}"
    app.register_theme(
        Theme(
            name=name,
            primary=colors["accent"],
            accent=colors["accent"],
            foreground=colors["foreground"],
            background=colors["background"],
            surface=colors["background"],
            panel=colors["panel"],
            warning=colors["warning"],
            error=colors["error"],
            dark=palette.dark,
        )
    )
    app.theme = name


def turned(app: Browser, dark: bool) -> None:
    """The terminal was made light or dark while the app runs: a theme that follows it does so at once."""
    app.terminal = app.terminal.replace(background=(0, 0, 0) if dark else (255, 255, 255))
    theme = app.session.settings.tui.theme
    if theme in ("auto", "terminal"):
        app.dress(chosen_theme(theme, dark))
