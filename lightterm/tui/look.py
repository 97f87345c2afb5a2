"""A theme put on Textual's own widgets: the command line, lists and dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import Theme

if TYPE_CHECKING:
    from textual.app import App

    from lightterm.tui.palette import Palette

ANSI = "textual-ansi"
"""Textual's theme of the terminal's own colours."""


def apply(app: App[int], palette: Palette) -> None:
    """Have Textual's widgets look like the page."""
    if not palette.colors:
        app.theme = ANSI
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
