"""The linked style sheets of one page, loaded a few at a time within a budget of count, bytes and time."""

from __future__ import annotations

from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Response

    Fetch = Callable[[Request, Cancel | None], Response]

MOST = 24
"""Sheets loaded for one page."""

SECONDS = 4.0
"""Seconds that all sheets of a page may take together; what is late is left out."""

AT_ONCE = 4
"""Sheets on their way at the same time: the waits overlap, and no host gets more connections than from a browser."""


class SheetLoader:
    """Loads the sheets of the page that `page` asked for, each once; what is left of the budget goes to later calls.

    `max_bytes` bounds all bodies together, `seconds` the time; `cancel` is the page's load.
    """

    def __init__(self, fetch: Fetch, page: Request, max_bytes: int, seconds: float, cancel: Cancel | None) -> None:
        from time import monotonic

        # A local page (a mail, say) may not call home: its remote sheets would tell the sender when it is read.
        self._remote = page.url[:4].lower() == "http"
        self._schemes = ("http:", "https:", "data:") if self._remote else ("file:", "data:")
        self._fetch = fetch
        self._page = page
        self._cancel = cancel
        self._count = MOST
        self._bytes = max_bytes
        self._until = monotonic() + min(SECONDS, seconds)
        self._known: dict[str, str | None] = {}

    def __call__(self, urls: Sequence[str]) -> list[str | None]:
        """The sheets at `urls` (absolute) as text, None for what cannot be had.

        Count and bytes are spent in the order of `urls`, whichever comes first.
        """
        new = [url for url in dict.fromkeys(urls) if url not in self._known]
        wanted = [url for url in new if url.startswith(self._schemes)][: self._count]
        self._count -= len(wanted)
        replies = self._load(wanted)
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

    def _load(self, urls: list[str]) -> dict[str, Response]:
        if self._cancel is None:
            return self._spread(urls, None)
        from lightterm.fetch.clock import Cancel

        stop = Cancel()  # not the page's own, which looks on as the page comes
        self._cancel.add(stop.cancel)
        try:
            return self._spread(urls, stop)
        finally:
            self._cancel.remove(stop.cancel)

    def _spread(self, urls: list[str], stop: Cancel | None) -> dict[str, Response]:
        """The replies that came, loaded by this thread and, where the network is waited for, by a few more."""
        todo = urls[::-1]
        replies: dict[str, Response] = {}
        faults: list[Exception] = []

        def work() -> None:
            while todo:
                try:
                    url = todo.pop()
                    response = self._one(url, stop)
                except IndexError:
                    return  # another thread took the last
                except Exception as problem:
                    faults.append(problem)
                    return
                if response is not None:
                    replies[url] = response

        more = min(AT_ONCE, len(urls)) - 1 if self._remote else 0
        if more > 0:
            from threading import Thread

            threads = [Thread(target=work, name="style sheets", daemon=True) for _ in range(more)]
            for thread in threads:
                thread.start()
            work()
            for thread in threads:
                thread.join()
        else:
            work()
        if faults:
            raise faults[0]
        return replies

    def _one(self, url: str, stop: Cancel | None) -> Response | None:
        from time import monotonic

        from lightterm.error_base import LighttermError

        seconds = self._until - monotonic()
        if seconds <= 0:
            return None
        page = self._page
        wanted = Request(
            url=url,
            asker="program" if page.asker == "program" else "link",
            initiator=page.url,
            referrer=page.url,
            freshness=page.freshness,
            deadline=seconds,
            max_bytes=max(1, self._bytes),
            destination="style",
        )
        try:
            return self._fetch(wanted, stop)
        except LighttermError:
            return None
