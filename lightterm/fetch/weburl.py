"""http and https URLs as the transport needs them: ready to send, and never shown with credentials."""

from __future__ import annotations

from lightterm.errors import SchemeRefused
from lightterm.fetch import url_parse
from lightterm.records import Record

PORTS = {"http": 80, "https": 443}


class WebUrl(Record):
    """One http(s) URL. `query` and `fragment` have their marks, "" when absent; an IPv6 host has its brackets.

    `user` and `password` are percent-decoded; a `user` of None means that the URL has none.
    """

    scheme: str
    host: str
    port: int
    path: str
    query: str = ""
    fragment: str = ""
    user: str | None = None
    password: str = ""

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port: two URLs with the same may share credentials."""
        return (self.scheme, self.host, self.port)

    @property
    def authority(self) -> str:
        """The Host header: the port only when it is not the scheme's own."""
        return self.host if self.port == PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def target(self) -> str:
        """What stands in a request line."""
        return self.path + self.query

    @property
    def bare(self) -> str:
        """The URL without fragment and credentials, as a Referer or cache key has it."""
        return f"{self.scheme}://{self.authority}{self.path}{self.query}"

    @property
    def text(self) -> str:
        """The URL as shown and stored: never with credentials."""
        return self.bare + self.fragment


def parse(text: str, base: WebUrl | None = None) -> WebUrl:
    """An absolute URL, or a reference against `base`. Raises UrlInvalid, or SchemeRefused for other schemes."""
    url = url_parse.parse(text, url_parse.parsed(base.bare)) if base else url_parse.parsed(text)
    if url.scheme not in PORTS or not url.host:
        raise SchemeRefused(f"{url.scheme}: is not http or https")
    return WebUrl(
        url.scheme,
        url.host,
        int(url.port or PORTS[url.scheme]),
        url.path,
        "?" + url.query if url.query else "",
        "#" + url.fragment if url.fragment else "",
        _decoded(url.user) if url.user or url.password else None,
        _decoded(url.password),
    )


def _decoded(text: str) -> str:
    return url_parse.percent_decode(text).decode("utf-8", "replace")
