"""The linked style sheets of one page, loaded a few at a time within a budget of count, bytes and time."""

from __future__ import annotations

from lightterm.fetch.subresources import Subresources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.subresources import Fetch

MOST = 24
"""Sheets loaded for one page."""

SECONDS = 4.0
"""Seconds that all sheets of a page may take together; what is late is left out."""


class SheetLoader:
    """Loads the sheets of the page that `page` asked for, each once; what is left of the budget goes to later calls.

    `max_bytes` bounds all bodies together, `seconds` the time; `cancel` is the page's load.
    """

    def __init__(self, fetch: Fetch, page: Request, max_bytes: int, seconds: float, cancel: Cancel | None) -> None:
        self._cancel = cancel
        self._parts = Subresources(fetch, page, "style", min(SECONDS, seconds), cancel)
        self._count = MOST
        self._bytes = max_bytes
        self._known: dict[str, str | None] = {}

    def __call__(self, urls: Sequence[str]) -> list[str | None]:
        """The sheets at `urls` (absolute) as text, None for what cannot be had.

        Count and bytes are spent in the order of `urls`, whichever comes first.
        """
        new = [url for url in dict.fromkeys(urls) if url not in self._known]
        wanted = [url for url in new if self._parts.may_have(url)][: self._count]
        self._count -= len(wanted)
        if self._cancel is not None and wanted:
            self._cancel.sheets(True)
        replies = self._parts.load(wanted, self._bytes)
        if self._cancel is not None and wanted:
            self._cancel.sheets(False)
        for url in new:
            self._known[url] = self._text(replies.get(url))
        return [self._known[url] for url in urls]

    def _text(self, response: Response | None) -> str | None:
        if response is None or response.error is not None or "html" in response.stated_type:
            return None
        if len(response.body) > self._bytes:
            return None
        from lightterm.fetch.charset import decode

        self._bytes -= len(response.body)
        return decode(response.body, response.charset, False).text
