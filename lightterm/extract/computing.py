"""What takes a processor for long is done by few threads at a time, so that the loop of the app gets its turn.

The interpreter goes round: of 16 threads that compute each may go before a key, at each system call of the loop. They
are no sooner done for going round, as all of them share one interpreter.
"""

from __future__ import annotations

from contextlib import contextmanager
from threading import BoundedSemaphore, current_thread, main_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.extract.sheets import FetchSheets

AT_ONCE = 2
"""Threads that compute at a time: with one alone all would wait for a page of 10 MB."""

_free = BoundedSemaphore(AT_ONCE)


PATIENCE = 1.0
"""Seconds a thread waits for its turn, then it computes beside the others: no deadline is spent on waiting."""


class Turn:
    """Whether one of the few who compute is this thread."""

    def __init__(self, held: bool) -> None:
        self.held = held

    def aside(self, fetch: FetchSheets | None) -> FetchSheets | None:
        """Style sheets fetched while another computes."""
        if fetch is None or not self.held:
            return fetch

        def fetched(urls: Sequence[str]) -> Sequence[str | None]:
            self.leave()
            try:
                return fetch(urls)
            finally:
                self.held = _free.acquire(timeout=PATIENCE)

        return fetched

    def leave(self) -> None:
        """Let another compute."""
        if self.held:
            self.held = False
            _free.release()


@contextmanager
def few_at_once() -> Iterator[Turn]:
    """Compute, with few others; what is in it is in no other such block.

    A loop that computes does so at once: whoever presses a key waits for it.
    """
    turn = Turn(current_thread() is not main_thread() and _free.acquire(timeout=PATIENCE))
    try:
        yield turn
    finally:
        turn.leave()
