"""A wall that a person gets past in the window of a browser: looked at until it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from lightterm.agent.calling import caller
from lightterm.agent.walls import wall_of

if TYPE_CHECKING:
    from lightterm.agent.desk import Desk
    from lightterm.agent.walls import Wall
    from lightterm.session.tab import Tab

LOOK = 1.0
"""Seconds between two looks at the page."""


async def past_in_window(desk: Desk, tab: Tab, wall: Wall) -> bool:
    """Wait until a person is past a wall, for as long as agents.patience says; whether they are."""
    with anyio.move_on_after(desk.session.settings.agents.patience):
        while True:
            await caller().tell(f"waiting for the human at the window: {wall.words}")
            await anyio.sleep(LOOK)
            await anyio.to_thread.run_sync(desk.renew, tab)
            if wall_of(desk.page(tab)) is None:
                return True
    return False
