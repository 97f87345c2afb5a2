"""What things on a page look like: one Rich style for each kind of mark, made from a theme."""

from __future__ import annotations

from rich.style import Style

from lightterm.records import Record


class Palette(Record):
    """The styles of a page; `kinds` by kind of mark, the others for what the reader does with it."""

    base: Style
    kinds: dict[str, Style]
    visited: Style
    current: Style
    hover: Style
    selection: Style
    caret: Style
    hint: Style
    hint_typed: Style
    track: Style
    thumb: Style


def plain() -> Palette:
    """The look without any colour: bold, underline and reverse alone."""
    reverse, bold, dim = Style(reverse=True), Style(bold=True), Style(dim=True)
    kinds = {
        "heading": bold,
        "link": Style(underline=True),
        "field": Style(underline=True),
        "strong": bold,
        "em": Style(italic=True),
        "code": Style(),
        "ins": Style(underline=True),
        "del": Style(strike=True),
        "image": dim,
        "note": dim,
        "mark": reverse,
        "find": reverse,
        "found": Style(reverse=True, bold=True, underline=True),
    }
    return Palette(
        base=Style(),
        kinds=kinds,
        visited=Style(underline=True, dim=True),
        current=Style(reverse=True, bold=True),
        hover=Style(underline=True, bold=True),
        selection=reverse,
        caret=Style(reverse=True, blink=False),
        hint=Style(reverse=True, bold=True),
        hint_typed=Style(reverse=True, dim=True),
        track=dim,
        thumb=reverse,
    )
