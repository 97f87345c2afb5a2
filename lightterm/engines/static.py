"""Tier 1: HTTP (or a file) and nothing else."""

from __future__ import annotations

from lightterm.fetch.model import STATIC, Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import Fetch, State
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Response

HTML = ("text/html", "application/xhtml+xml")
ARCHIVES = ("multipart/related", "message/rfc822", "application/x-mimearchive")
"""What pages saved in one file are called: by browsers, by servers that take them for mails, and by some desktops."""

_TEXTUAL = ("application/json", "application/javascript", "application/ecmascript", "application/x-directory-listing")


class StaticEngine:
    """Fetches, finds out the type, decodes."""

    tier = STATIC

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def missing(self) -> str:
        """Nothing ever is."""
        return ""

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """The snapshot of the reply to `request`; raises LighttermError when nothing came back."""
        return snapshot_of(self._fetch(request, cancel), request)

    def close(self) -> None:
        """Its connections are the session's."""


def is_text(content_type: str) -> bool:
    """Whether a media type is characters rather than bytes."""
    return (
        content_type.startswith("text/")
        or content_type in _TEXTUAL
        or content_type.endswith(("xml", "+json"))
        or content_type in HTML
    )


def snapshot_of(response: Response, request: Request) -> Snapshot:
    """A reply as a snapshot: type sniffed (https://mimesniff.spec.whatwg.org/), text decoded to UTF-8."""
    from lightterm.fetch.media_types import sniff_type

    stated, charset, base = response.stated_type, response.charset, ""
    if response.url.startswith(("stdin:", "file:")):
        stated, base = request.media_type or stated, request.base
    charset = request.charset or charset
    kind = sniff_type(response.body, stated, response.url)
    if not is_text(kind):
        return Snapshot(response, kind, response.body, base=base)
    from lightterm.fetch.charset import to_utf8

    read = to_utf8(response.body, charset, kind in HTML)
    return Snapshot(response, kind, read.markup, STATIC, read.charset, read.replaced, base)
