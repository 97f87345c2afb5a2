"""Clients that listen hear when a tab shows another page, by the addresses that they know its parts by."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from anyio import from_thread
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

from lightterm.agent.calling import caller
from lightterm.agent.offers import PARTS
from lightterm.errors import SessionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp.server.subscriptions import ServerEvent

    from lightterm.agent.clients import Client, Clients
    from lightterm.agent.desk import Desk

WANTED = 1000
"""Resources that a client hears of at most."""


class Updates(InMemorySubscriptionBus):
    """What tells clients of changes, by their own numbers of tabs.

    From 2026-07-28 on they listen on a request that stays open, before that they subscribe to resources one by one
    (https://modelcontextprotocol.io/specification/2026-07-28, subscriptions; /2025-11-25, resources).
    """

    def __init__(self, clients: Clients) -> None:
        super().__init__()
        self._clients = clients
        self._whose: dict[object, tuple[Client, Callable[[ServerEvent], None]]] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def serve(self, low: Server[Any]) -> None:
        """Have a server take the subscriptions of revisions before 2026-07-28."""
        low.add_request_handler("resources/subscribe", SubscribeRequestParams, self._want)
        low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, self._leave)

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Register a stream of the client whose request is at work; what is returned takes it out again."""
        token = object()
        self._whose[token] = caller().client, listener
        ended = super().subscribe(listener)

        def unsubscribe() -> None:
            self._whose.pop(token, None)
            ended()

        return unsubscribe

    async def _want(self, ctx: ServerRequestContext[Any, Any], params: SubscribeRequestParams) -> EmptyResult:
        client = caller().client
        if len(client.wanted) >= WANTED:
            raise MCPError(INVALID_PARAMS, f"more than {WANTED} resources are subscribed to")
        client.wanted.add(str(params.uri))
        client.hears = ctx.session
        return EmptyResult()

    async def _leave(self, _ctx: ServerRequestContext[Any, Any], params: UnsubscribeRequestParams) -> EmptyResult:
        caller().client.wanted.discard(str(params.uri))
        return EmptyResult()

    def changed(self, key: int) -> None:
        """Tell that the tab of this key shows another page, or has come to the front; in the server's loop."""
        for client, listener in list(self._whose.values()):
            for address in _addresses(client.desk, key):
                listener(ResourceUpdated(address))
        for client in filter(lambda one: one.wanted, self._clients.known):
            for address in client.wanted.intersection(_addresses(client.desk, key)) - client.coming:
                client.coming.add(address)
                task = asyncio.get_running_loop().create_task(_told(client, address))
                self._telling.add(task)
                task.add_done_callback(self._telling.discard)

    def changed_on_thread(self, key: int) -> None:
        """The same from the thread that a call works on."""
        with suppress(RuntimeError):  # no thread of the loop's: nobody is served there
            from_thread.run_sync(self.changed, key)


async def _told(client: Client, address: str) -> None:
    """Tell a client of one resource; what changes again before it has heard is one change."""
    try:
        if client.hears is not None:
            await client.hears.send_resource_updated(address)
    finally:
        client.coming.discard(address)


def _addresses(desk: Desk, key: int) -> Iterator[str]:
    """By which addresses a client knows what a tab shows; none for a tab that is not on its desk."""
    tab = next((tab for tab in desk.tabs if tab.key == key), None)
    if tab is None:
        return
    try:
        current = desk.tab()
    except SessionError:
        current = None
    for part in PARTS:
        yield f"{part}://{desk.number_of(tab)}"
        if tab is current:
            yield f"{part}://current"
