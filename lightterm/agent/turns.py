"""Whose turn it is on a tab: one call at a time, in the order they came; one that goes away makes room."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Turns:
    """The calls on each tab, by its key, first come first; for the event loop's thread alone."""

    def __init__(self) -> None:
        self._queues: dict[int, deque[anyio.Event]] = {}

    async def take(self, key: int, waits: Callable[[int], Awaitable[None]]) -> anyio.Event:
        """Wait for one's turn; the ticket to give back. `waits` is told how many are before, where there are any."""
        queue = self._queues.setdefault(key, deque())
        ticket = anyio.Event()
        queue.append(ticket)
        if queue[0] is ticket:
            return ticket
        try:
            await waits(len(queue) - 1)
            await ticket.wait()
        except BaseException:
            self.give(key, ticket)
            raise
        return ticket

    def give(self, key: int, ticket: anyio.Event) -> None:
        """End one's turn, or leave the queue."""
        queue = self._queues.get(key)
        if queue is None or ticket not in queue:
            return
        queue.remove(ticket)
        if queue:
            queue[0].set()
        else:
            del self._queues[key]

    def waiting(self, key: int) -> int:
        """How many calls are at a tab, the one at work among them."""
        return len(self._queues.get(key, ()))
