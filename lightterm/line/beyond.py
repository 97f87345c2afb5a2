"""What lies beyond the portion of a page that was shown first: its main part, below menus."""

from __future__ import annotations

from lightterm.document.main_part import main_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.line.pages import Pages

TOLD_AT_MOST = 3
"""Times in a run."""
PORTIONS = 2
"""Portions before the main part from which on it is told of."""


def tell_main_part(pages: Pages) -> None:
    """Say where the main part of a page is that is read from its beginning, and how one comes there."""
    view = pages.view
    if pages.main_part_told >= TOLD_AT_MOST or view.shown or not pages.portion:
        return
    top = main_block(view.document)
    line = view.flow.line_of_block(top) if top is not None else 0
    if line >= PORTIONS * pages.portion:
        pages.main_part_told += 1
        pages.say(f"the main part begins at {100 * line // len(view.flow)}%: main goes there")
