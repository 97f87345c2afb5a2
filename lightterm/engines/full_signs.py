"""The frameworks that a page of Chromium shows traces of."""

from __future__ import annotations

from contextlib import suppress

from lightterm.engines import signs
from lightterm.engines.driver import page_errors
from lightterm.engines.full_ask import ScriptThrew, Stuck

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.full_tab import Tab


async def frameworks_of(tab: Tab) -> tuple[str, ...]:
    """The frameworks whose traces the page has."""
    found: object = None
    with suppress(Stuck, ScriptThrew, *page_errors()):
        found = await tab.main_world(signs.question(), 1.0)
    return signs.frameworks(found)
