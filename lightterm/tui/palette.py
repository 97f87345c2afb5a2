"""What things look like: one Rich style for each kind of mark on a page and each part of the screen."""

from __future__ import annotations

from rich.style import Style

from lightterm.records import Record

KINDS = ("heading", "link", "field", "strong", "em", "code", "ins", "del", "mark", "image", "note", "find", "found")
"""Kinds of marks on a page."""

PARTS = (
    "visited",
    "current",
    "hover",
    "selection",
    "caret",
    "hint",
    "hint-typed",
    "status",
    "warning",
    "error",
    "tab",
    "tab-active",
    "list",
    "list-current",
    "list-note",
    "track",
    "thumb",
)
"""Parts of the screen, and what the reader does with the page."""


class Palette(Record):
    """The look of everything; without `colors` the terminal's own background and foreground stay.

    `kinds` are by kind of mark. The styles of parts are whole, those of the page are added to `base`; how they look
    then is kept in `alone`, as to hash two styles for each word that stands out is a tenth of what a row takes.
    """

    name: str
    about: str
    dark: bool
    base: Style
    colors: dict[str, str]
    kinds: dict[str, Style]
    visited: Style
    current: Style
    hover: Style
    selection: Style
    caret: Style
    hint: Style
    hint_typed: Style
    status: Style
    warning: Style
    error: Style
    tab: Style
    tab_active: Style
    list: Style
    list_current: Style
    list_note: Style
    track: Style
    thumb: Style
    alone: dict[str, Style]

    @classmethod
    def made(
        cls, name: str, about: str, dark: bool, base: Style, styles: dict[str, Style], colors: dict[str, str]
    ) -> Palette:
        """A palette from styles by name; what has none looks like the rest."""
        kinds = {kind: styles.get(kind, Style()) for kind in KINDS}
        parts = {part.replace("-", "_"): styles.get(part, Style()) for part in PARTS}
        return cls(name, about, dark, base, colors, kinds, alone={}, **parts)


def plain() -> Palette:
    """The look before a theme is chosen: nothing stands out."""
    return Palette.made("", "", True, Style(), {}, {})
