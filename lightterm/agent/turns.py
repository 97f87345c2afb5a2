"""Whose turn it is on a tab: one call at a time, in the order they came; one that goes away makes room."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Ticket:
    """A place in the queue of a tab; `end` ends the call that has it, wherever it is."""

    def __init__(self, end: Callable[[], None]) -> None:
        self.end = end
        self.called = anyio.Event()


class Turns:
    """The calls on each tab, by its key, first come first; for the event loop's thread alone."""

    def __init__(self) -> None:
        self._queues: dict[int, deque[Ticket]] = {}

    async def take(self, key: int, waits: Callable[[int], Awaitable[None]], end: Callable[[], None]) -> Ticket:
        """Wait for one's turn; the ticket to give back. `waits` is told how many are before, where there are any."""
        queue = self._queues.setdefault(key, deque())
        ticket = Ticket(end)
        queue.append(ticket)
        if queue[0] is ticket:
            return ticket
        try:
            await waits(len(queue) - 1)
            await ticket.called.wait()
        except BaseException:
            self.give(key, ticket)
            raise
        return ticket

    def end(self, key: int) -> None:
        """End every call on a tab; the threads that work for them hold their turns until they notice."""
        for ticket in tuple(self._queues.get(key, ())):
            ticket.end()

    def give(self, key: int, ticket: Ticket) -> None:
        """End one's turn, or leave the queue."""
        queue = self._queues.get(key)
        if queue is None or ticket not in queue:
            return
        queue.remove(ticket)
        if queue:
            queue[0].called.set()
        else:
            del self._queues[key]

    def waiting(self, key: int) -> int:
        """How many calls are at a tab, the one at work among them."""
        return len(self._queues.get(key, ()))
