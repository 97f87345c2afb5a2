"""The pictures of a page as bytes, fetched as browsers fetch them; who shows them decides which and when."""

from __future__ import annotations

import threading
from collections import OrderedDict

from lightterm.errors import AddressRefused, HttpError, SchemeRefused, TooLarge
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Request
from lightterm.fetch.schemes import scheme_of
from lightterm.fetch.subresources import is_public_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.model import Response

    Fetch = Callable[[Request, Cancel | None], Response]

SECONDS = 30.0
"""Seconds that one picture may take."""

KEPT = 32 * 1024 * 1024
"""Bytes of pictures kept as they came, to be drawn in another size without being asked for again."""


class Bodies:
    """Pictures as they came, those used last, by the page's address and their own. Any thread may use it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, page: str, url: str) -> bytes | None:
        """A picture's bytes, None when they are not kept."""
        with self._lock:
            body = self._kept.get((page, url))
            if body is not None:
                self._kept.move_to_end((page, url))
            return body

    def put(self, page: str, url: str, body: bytes) -> None:
        """Keep a picture's bytes for a while."""
        with self._lock:
            self._bytes += len(body) - len(self._kept.pop((page, url), b""))
            self._kept[page, url] = body
            while self._bytes > KEPT and len(self._kept) > 1:
                self._bytes -= len(self._kept.popitem(last=False)[1])

    def forget(self, page: str) -> None:
        """Let go of the pictures of a page."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == page]:
                self._bytes -= len(self._kept.pop(key))


class PictureFetch:
    """Fetches the pictures of the page at `page`, each as a subresource of at most `max_bytes`.

    A page of this machine (a mail, say) may not call home, and one of the public net may not reach into this network,
    as in browsers (https://wicg.github.io/local-network-access/). Any thread may call it.
    """

    def __init__(self, fetch: Fetch, page: str, max_bytes: int, bodies: Bodies, freshness: str = "any") -> None:
        self._fetch = fetch
        self._page = page
        self._max_bytes = max_bytes
        self._bodies = bodies
        self._freshness = freshness
        self._cancel = Cancel()
        self._lock = threading.Lock()
        self._is_public: bool | None = None

    def __call__(self, url: str, asked: bool = False) -> bytes:
        """The bytes of a picture, as much as came; `asked`: a person wants this one.

        Raises LighttermError when there are none, Cancelled among them.
        """
        body = self._bodies.get(self._page, url)
        if body is not None:
            return body
        remote = url[:4].lower() == "http"
        if remote and not asked and not self._page[:4].lower() == "http":
            raise SchemeRefused(f"a page of this machine does not load {scheme_of(url)}: by itself", url=url)
        request = Request(
            url=url,
            asker="link",
            initiator=self._page,
            referrer=self._page,
            freshness=self._freshness,
            deadline=SECONDS,
            max_bytes=self._max_bytes,
            destination="image",
            public=remote and self._from_public_page(),
        )
        try:
            response = self._fetch(request, self._cancel)
        except AddressRefused:
            raise AddressRefused("a public page may not load pictures from this network", url=url) from None
        if response.error is not None and (not response.body or isinstance(response.error, (HttpError, TooLarge))):
            raise response.error
        self._bodies.put(self._page, url, response.body)
        return response.body

    def cancel(self) -> None:
        """Stop what is under way; nothing more is fetched."""
        self._cancel.cancel()

    def _from_public_page(self) -> bool:
        """Whether the page's host is one of the public Internet; looked up once."""
        with self._lock:
            if self._is_public is None:
                self._is_public = is_public_page(self._page, self._cancel)
            return self._is_public
