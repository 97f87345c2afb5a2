"""The pages of a session that live in an engine."""

from __future__ import annotations

from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.engines.base import LivePage

LIVE_PAGES = 8
"""Pages of a session that go on living in their engines; older ones are read on, and loaded again to be acted on."""


class Lives:
    """The pages of a session that live in an engine, the latest ones only: each takes memory as long as it does."""

    def __init__(self) -> None:
        self._pages: list[LivePage] = []
        self._lock = allocate_lock()

    def add(self, page: LivePage) -> None:
        """One more; what was loaded longest ago is ended."""
        from contextlib import suppress

        from lightterm.error_base import LighttermError

        with self._lock:
            self._pages.append(page)
            old = self._pages[:-LIVE_PAGES]
            del self._pages[:-LIVE_PAGES]
        for one in old:
            with suppress(LighttermError):
                one.close()

    def end(self, pages: Sequence[LivePage]) -> None:
        """End pages that nobody comes back to: their scripts would run on, and ask for more."""
        from contextlib import suppress

        from lightterm.error_base import LighttermError

        with self._lock:
            self._pages = [one for one in self._pages if one not in pages]
        for one in pages:
            with suppress(LighttermError):
                one.close()
