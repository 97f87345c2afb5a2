"""What a page needs beside its own document: loaded a few at a time, in bounded time, as the page's own asker."""

from __future__ import annotations

from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Response

    Fetch = Callable[[Request, Cancel | None], Response]

LOOK_UP = 5.0
"""Seconds that finding out where a page came from may take."""

AT_ONCE = 4
"""Parts on their way at the same time: the waits overlap, and no host gets more connections than from a browser."""


class Subresources:
    """Loads what the page that `page` asked for wants, `destination` as in Request, within `seconds` from now.

    `cancel` is the page's load.
    """

    def __init__(self, fetch: Fetch, page: Request, destination: str, seconds: float, cancel: Cancel | None) -> None:
        from time import monotonic

        # A local page (a mail, say) may not call home: its remote parts would tell the sender when it is read.
        self._remote = page.url[:4].lower() == "http"
        self._schemes = ("http:", "https:", "data:") if self._remote else ("file:", "data:")
        self._fetch = fetch
        self._page = page
        self._destination = destination
        self._cancel = cancel
        self._until = monotonic() + seconds

    def may_have(self, url: str) -> bool:
        """Whether the page may ask for an absolute address at all."""
        return url.startswith(self._schemes)

    def load(self, urls: list[str], max_bytes: int) -> dict[str, Response]:
        """The replies that came for `urls`, each of at most so many bytes; what failed or was late is left out."""
        self._bytes = max(1, max_bytes)
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

            threads = [Thread(target=work, name="parts of a page", daemon=True) for _ in range(more)]
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
            robots=page.robots,
            initiator=page.url,
            referrer=page.url,
            freshness=page.freshness,
            deadline=seconds,
            max_bytes=self._bytes,
            public=page.public,
            destination=self._destination,
        )
        try:
            return self._fetch(wanted, stop)
        except LighttermError:
            return None


def is_public_page(page: str, cancel: Cancel | None) -> bool:
    """Whether a page came from a host of the public Internet: it may then not reach into this network.

    As in browsers: https://wicg.github.io/local-network-access/
    """
    from lightterm.errors import AddressRefused, LighttermError
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.dns import resolve
    from lightterm.fetch.policy import check_addresses, check_name
    from lightterm.fetch.urls import host_of

    host = host_of(page)
    if not host:
        return False
    try:
        check_name(host)
        found = resolve(host, 80, Clock(LOOK_UP, f"{host} was not found in time", cancel))
        check_addresses(host, tuple(address[0] for _, address in found))
    except AddressRefused:
        return False
    except LighttermError:
        return True  # a proxy knows it, or nobody: no reason to trust it more
    return True
