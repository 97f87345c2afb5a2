"""What an engine is, and what it sees of a page."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from lightterm.fetch.model import Request, Response, Snapshot

    Fetch = Callable[[Request], Response]

    class Engine(Protocol):
        """Loads a request as cheaply as its tier can."""

        tier: int

        def load(self, request: Request) -> Snapshot: ...


STATIC, LIGHT, FULL = 1, 2, 3
"""The tiers, in order of cost: HTTP alone; a small JavaScript browser; Chromium."""
