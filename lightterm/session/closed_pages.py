"""The pages of closed tabs: those of the tabs closed last are kept in memory, others are loaded again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.session.tab import Tab

HEAVY = 4_000_000
"""Bytes of markup that they have together: of each MB some 6 MB of memory."""


def thin(closed: Sequence[Tab]) -> None:
    """Let go of pages of closed tabs, but for the one that was shown in the last, and those that live in an engine."""
    room = HEAVY
    for tab in reversed(closed):
        for visit in sorted(tab.visits, key=lambda visit: visit is not tab.visit):
            page = visit.page
            if page is None or page.snapshot.live is not None:
                continue
            if len(page.snapshot.markup) <= room or (visit is tab.visit and tab is closed[-1]):
                room -= len(page.snapshot.markup)
            else:
                visit.release()
