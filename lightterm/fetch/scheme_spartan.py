"""spartan: one line, perhaps some data, and the answer. gemini://spartan.mozz.us/specification.gmi"""

from __future__ import annotations

from lightterm.errors import BadReply, HttpClientError, HttpServerError, TooManyRedirects
from lightterm.fetch.exchange import ask, clock_of, line_of, place_of
from lightterm.fetch.model import Redirect, Response, plain_reply
from lightterm.fetch.url_parse import percent_decode
from lightterm.fetch.urls import resolve, without_fragment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context

PORT = 300
MOST_REDIRECTS = 5
MOST_HEAD = 1029
"""Bytes of the line that an answer begins with."""

INPUT = "spartan-input"
"""The name of the field that a prompt line's data is typed into; in its place the data alone becomes the query."""


def load(request: Request, context: Context) -> Response:
    """The page of a spartan address; its query, decoded, is the data that is sent.

    Raises UrlInvalid, NetworkError; a status that is no success is the reply's error.
    """
    clock = clock_of(request, context)
    followed: list[Redirect] = []
    head, mark, query = without_fragment(request.url).partition("?")
    if query.startswith(f"{INPUT}="):
        query = query.removeprefix(f"{INPUT}=").replace("+", "%20")
    url = head + mark + query
    while True:
        status, meta, body, error = _asked(request.replace(url=url), context, clock)
        if status != 3:
            return _response(url, status, meta, body, error).replace(redirects=tuple(followed))
        onward = resolve(url, meta) if meta.startswith("/") else ""
        followed.append(Redirect(url, status, onward))
        if not onward:
            raise BadReply("the redirect of a spartan server leads nowhere on it", url=url[:2000])
        if len(followed) > MOST_REDIRECTS:
            raise TooManyRedirects(f"more than {MOST_REDIRECTS} redirects", redirects=[hop.url for hop in followed])
        url = onward


def _asked(request: Request, context: Context, clock: Clock) -> tuple[int, str, bytes, LighttermError | None]:
    """(status, what is said of it, body, why it is not whole)."""
    place = place_of(request, PORT)
    data = percent_decode(place.url.query or "")
    line = f"{place.host} {place.url.path or '/'} {len(data)}".encode()
    line_of(place.url.path, "path")
    reply, error = ask(place, line, clock, context.bound(request) + MOST_HEAD, data=data)
    head, end, body = reply.partition(b"\r\n")
    if not end or len(head) > MOST_HEAD or head[:1] not in (b"2", b"3", b"4", b"5") or head[1:2] not in (b" ", b""):
        raise error or BadReply(f"{place.host} does not answer as a spartan server does", domain=place.host)
    return int(head[:1]), head[2:].decode("utf-8", "replace").strip(), body, error


def _response(url: str, status: int, meta: str, body: bytes, error: LighttermError | None) -> Response:
    if status == 2:
        from lightterm.fetch.headers import media_type

        stated, charset = media_type(meta or "text/gemini; charset=utf-8")
        return plain_reply(url, body, stated, error, charset or ("utf-8" if stated.startswith("text/") else ""))
    from lightterm.safe import clean

    kind = HttpClientError if status == 4 else HttpServerError
    failure = kind(f"{status}: {clean(meta) or 'it failed'}", actions=(), status=status)
    return Response(url, status, meta, stated_type="text/gemini", charset="utf-8", error=failure)
