"""What is made for a long answer, beside the loop: in the app keys wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import anyio.to_thread

from lightterm.extract.computing import few_at_once

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

SHORT = 2000
"""Characters of an answer up to which to make it takes less than to have it made on a thread."""


async def beside(make: Callable[[], T], size: int) -> T:
    """What is made of so many characters, on a thread where that takes long."""

    def made() -> T:
        with few_at_once():
            return make()

    return make() if size <= SHORT else await anyio.to_thread.run_sync(made)
