"""Headers that carry credentials, in Chromium: for the origin that they were given for, and no other.

Neither the extra headers of a context keep them there, which go to every host, nor Playwright's routes, which give what
they changed to wherever a redirect leads as well. The protocol's own interception holds up the requests of one origin.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from lightterm.engines.driver import page_errors
from lightterm.fetch.urls import origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lightterm.engines.full_tab import Tab
    from lightterm.fetch.model import Headers


async def keep_to_origin(tab: Tab, url: str, secrets: Headers) -> None:
    """Send headers along with what the page asks of the origin of `url`."""
    if not secrets or not url.startswith("http"):
        return
    under_way: set[asyncio.Task[None]] = set()

    def paused(event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(go_on(event))
        under_way.add(task)
        task.add_done_callback(under_way.discard)

    async def go_on(event: dict[str, Any]) -> None:
        sent = {name.lower(): (name, value) for name, value in event["request"]["headers"].items()}
        sent.update((name.lower(), (name, value)) for name, value in secrets)
        headers = [{"name": name, "value": value} for name, value in sent.values()]
        with suppress(*page_errors()):  # the page went elsewhere meanwhile
            await tab.send("Fetch.continueRequest", requestId=event["requestId"], headers=headers)

    tab.listen("Fetch.requestPaused", paused)
    await tab.send("Fetch.enable", patterns=[{"urlPattern": f"{origin(url)}/*"}])
