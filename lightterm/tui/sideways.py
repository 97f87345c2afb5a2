"""Lines wider than the screen: the view is shifted to what one went to on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.cells import width

if TYPE_CHECKING:
    from lightterm.tui.page_view import PageView

BEFORE = 4
"""What part of the screen's width is left before what was shifted to: one reads on from there."""


def reveal_range(view: PageView, line: int, start: int, end: int) -> None:
    """Shift the view so that these characters of a line are in sight, back to the margin where that will do."""
    text = view.flow.text(line)
    columns = view.columns
    if not view.left and len(text) <= columns // 2:
        return  # no line of so few characters is wider
    first = width(text[:start])
    last = first + width(text[start:end])
    if first >= view.left and last <= view.left + columns:
        return
    view.shift((0 if last <= columns else max(0, first - columns // BEFORE)) - view.left)
