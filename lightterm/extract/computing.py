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


@contextmanager
def few_at_once() -> Iterator[None]:
    """Compute, with few others; what is in it waits for nothing else, and is in no other such block.

    A loop that computes does so at once: whoever presses a key waits for it.
    """
    if current_thread() is main_thread():
        yield
        return
    with _free:
        yield


def aside(fetch: FetchSheets | None) -> FetchSheets | None:
    """Style sheets fetched from within `few_at_once`, while another computes."""
    if fetch is None or current_thread() is main_thread():
        return fetch

    def fetched(urls: Sequence[str]) -> Sequence[str | None]:
        _free.release()
        try:
            return fetch(urls)
        finally:
            _free.acquire()

    return fetched
