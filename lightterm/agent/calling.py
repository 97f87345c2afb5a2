"""The call at work: who it came from, told to threads that work for it; without the SDK, which front ends may lack."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from lightterm.agent.clients import Caller
    from lightterm.agent.deed import Deed

HERE: ContextVar[Caller] = ContextVar("caller")
"""Set while a request is served."""


def caller() -> Caller:
    """Who the request at work came from; the same on the threads that work for it."""
    return HERE.get()


@contextmanager
def loading() -> Iterator[None]:
    """While a thread loads a page for a call, or acts on one that may: what takes too long then is not our own work."""
    found = HERE.get(None)
    if found is not None:
        found.loading = True
    try:
        yield
    finally:
        if found is not None:
            found.loading = False


def tell_from_thread(words: str) -> None:
    """Tell the client whose call a thread works for how it goes; nobody where it works for none."""
    found = HERE.get(None)
    if found is not None:
        from anyio import from_thread

        with suppress(RuntimeError):  # no thread of the loop's, or a loop that is over
            from_thread.run(found.tell, words)


def next_from_thread(begins: Callable[[], Awaitable[None]]) -> None:
    """Have the next part of the call that a thread works for begin, when a person lets it; nothing for no call."""
    found = HERE.get(None)
    if found is None:
        return
    from anyio import from_thread

    async def begun() -> None:
        with found.uncounted():
            await begins()

    from_thread.run(begun)


def hold_from_thread(free: Callable[[Deed], Awaitable[None]]) -> None:
    """Have the call that a thread works for wait until it may go on; nothing where it works for none."""
    found = HERE.get(None)
    if found is None or found.deed is None:
        return
    from anyio import from_thread

    deed = found.deed

    async def held() -> None:
        with found.uncounted():
            await free(deed)

    from_thread.run(held)
