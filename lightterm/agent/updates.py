"""Clients that listen hear when a tab shows another page, by the addresses that they know its parts by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated

from lightterm.agent.clients import caller
from lightterm.agent.offers import PARTS
from lightterm.errors import SessionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp.server.subscriptions import ServerEvent

    from lightterm.agent.clients import Client
    from lightterm.agent.desk import Desk


class Updates(InMemorySubscriptionBus):
    """The SDK's fan-out to `subscriptions/listen`, which knows whose each stream is: every client numbers its own tabs.

    https://modelcontextprotocol.io/specification/2026-07-28, subscriptions.
    """

    def __init__(self) -> None:
        super().__init__()
        self._whose: dict[object, tuple[Client, Callable[[ServerEvent], None]]] = {}

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Register a stream of the client whose request is at work; what is returned takes it out again."""
        token = object()
        self._whose[token] = caller().client, listener
        ended = super().subscribe(listener)

        def unsubscribe() -> None:
            self._whose.pop(token, None)
            ended()

        return unsubscribe

    def changed(self, key: int) -> None:
        """Tell that the tab of this key shows another page, or has come to the front; in the server's loop."""
        for client, listener in list(self._whose.values()):
            for address in _addresses(client.desk, key):
                listener(ResourceUpdated(address))


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
