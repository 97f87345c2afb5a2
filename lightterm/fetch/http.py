"""The HTTP client of tier 1: synchronous, bounded, thread-safe, cheap until it is used.

Sockets, TLS, HTTP/2 and decoders are each imported by the first request that needs them.
"""

from __future__ import annotations

from _thread import allocate_lock

from lightterm.fetch.options import HttpOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.protocols import CachePolicy, CookiePolicy, HstsPolicy, RobotsPolicy
    from lightterm.fetch.transport import Transport

__all__ = ["HttpClient", "HttpOptions"]


class HttpClient:
    """Loads http and https; keeps connections alive between loads. Safe to share between threads.

    `client_for` gives the client of another URL, where some hosts have one with options of their own.
    """

    def __init__(
        self,
        options: HttpOptions,
        cookies: CookiePolicy | None = None,
        cache: CachePolicy | None = None,
        hsts: HstsPolicy | None = None,
        robots: RobotsPolicy | None = None,
        client_for: Callable[[str], HttpClient] | None = None,
    ) -> None:
        self.options = options
        self.cookies = cookies
        self.cache = cache
        self.hsts = hsts
        self.robots = robots
        self._client_for = client_for
        self._transport: Transport | None = None
        self._lock = allocate_lock()

    def fetch(self, request: Request, cancel: Cancel | None = None) -> Response:
        """Load `request` through redirects, retries and sign-in.

        `Response.error` says what is wrong with a reply (status >= 400, cut off, too large, out of time, a redirect
        that may not be followed); its body holds what came. Raises a LighttermError only when no reply came at all:
        NetworkError and its kind, UrlInvalid, SchemeRefused, AddressRefused, RobotsRefused, ValidationFailed (headers
        that cannot be sent), ConfigError (proxy or certificate files).
        """
        from lightterm.fetch.load import Load

        return Load(self, request, cancel).run()

    def warm(self, url: str) -> None:
        """Begin: resolve and connect to the host of `url` in a background thread; a load of it waits for that."""
        from lightterm.errors import RefusedError
        from lightterm.fetch.clock import Clock
        from lightterm.fetch.weburl import parse

        try:
            target = parse(self.hsts.upgrade(url) if self.hsts else url)
        except RefusedError:
            return  # the load itself will say so
        seconds = self.options.connect_timeout
        self.transport().warm(target, Clock(seconds, f"no connection to {target.host} within {seconds:g} s"))

    def presented(self, url: str, guarded: bool, cancel: Cancel | None = None) -> bytes:
        """The certificate (DER) that the host of `url` shows, unchecked; no request is sent.

        `guarded`: of public addresses only, unless the options allow others. Raises LighttermError.
        """
        from lightterm.fetch.clock import Clock
        from lightterm.fetch.weburl import parse

        target = parse(url)
        seconds = self.options.connect_timeout
        clock = Clock(seconds, f"no connection to {target.host} within {seconds:g} s", cancel)
        return self.transport().presented(target, guarded and not self.options.allow_private, clock)

    def transport(self) -> Transport:
        """The connections, made at first use."""
        with self._lock:
            if self._transport is None:
                from lightterm.fetch.transport import Transport

                self._transport = Transport(self.options)
            return self._transport

    def for_url(self, url: str) -> HttpClient:
        """The client that asks for `url` when a load begun here is redirected there."""
        return self if self._client_for is None else self._client_for(url)

    def close(self) -> None:
        """Close idle connections and the cache's file; loads under way end by themselves."""
        if self._transport is not None:
            self._transport.close()
        if self.cache is not None:
            self.cache.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
