"""What the HTTP client asks of cookies, cache, HSTS and robots.txt; it owns none of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from lightterm.fetch.cache import Stored
    from lightterm.fetch.model import Headers, Request, Response

    class CookiePolicy(Protocol):
        """Cookies as RFC 6265bis has them. `initiator` is the URL of the page that caused the request, or None."""

        def header_for(self, url: str, *, method: str, initiator: str | None, top_level: bool) -> str:
            """The value of the Cookie header, or ""."""

        def store(self, url: str, set_cookie: tuple[str, ...], *, initiator: str | None, top_level: bool) -> None:
            """Take the Set-Cookie headers of one reply."""

    class CachePolicy(Protocol):
        """The HTTP cache of RFC 9111."""

        def lookup(self, request: Request, url: str) -> Stored | None:
            """The entry for `url`, fresh or stale."""

        def store(self, request: Request, url: str, request_headers: Headers, response: Response) -> None:
            """Offer a whole reply; the cache decides whether to keep it."""

        def refreshed(self, stored: Stored, response_304: Response) -> Response:
            """The stored reply with the headers of a 304 worked in."""

        def close(self) -> None:
            """Let go of the file, until the next use."""

    class HstsPolicy(Protocol):
        """Strict Transport Security, RFC 6797."""

        def upgrade(self, url: str) -> str:
            """`url`, as https when its host asked for that."""

        def store(self, url: str, header: str) -> None:
            """Take a Strict-Transport-Security header that came over TLS."""

        def forget(self, unwanted: Callable[[str, float], bool]) -> int:
            """Forget hosts by their names and when they were learnt; how many."""

    class RobotsPolicy(Protocol):
        """The Robots Exclusion Protocol, RFC 9309."""

        def allowed(self, url: str, fetch: Callable[[Request], Response]) -> bool:
            """Whether a program may ask for `url`; `fetch` gets the robots.txt itself."""
