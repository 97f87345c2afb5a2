"""gopher: menus, texts and files (RFC 1436, RFC 4266)."""

from __future__ import annotations

from lightterm.fetch.coming import Coming
from lightterm.fetch.exchange import ask, clock_of, line_of, place_of
from lightterm.fetch.model import Response, plain_reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context

PORT = 70
MENU = "text/x-gopher-menu"
SEARCH = "gopher-search"
"""The name of the field that a search is typed into; in its place the words go behind the selector."""

_TYPES = {"0": "text/plain", "1": MENU, "7": MENU, "h": "text/html", "g": "image/gif"}
"""What an item's type says of it; of others their first bytes tell."""


def load(request: Request, context: Context) -> Response:
    """The item of a gopher address; a search item without words gives a page that asks for them.

    Raises UrlInvalid, NetworkError.
    """
    place = place_of(request, PORT)
    path = place.url.path.lstrip("/")
    kind, selector = path[:1] or "1", path[1:]
    words = place.url.query
    url = request.url
    if words is not None and words.startswith(f"{SEARCH}="):
        words = words.removeprefix(f"{SEARCH}=").replace("+", "%20")
        url = f"{url.partition('?')[0]}?{words}"
    if kind == "7" and not words and "%09" not in selector:
        return _question(url)
    line = line_of(selector, "selector")
    if words:
        line += b"\t" + line_of(words, "words")

    def begin(first: bytes) -> tuple[str, int] | None:
        # The first line may be an error's, whatever was asked for.
        return None if b"\n" not in first else ("" if _is_refusal(first) else _TYPES.get(kind, ""), 0)

    coming = Coming(url, context.cancel, begin)
    body, error = ask(place, line, context, clock_of(request, context), context.bound(request), told=coming)
    stated = MENU if _is_refusal(body) else _TYPES.get(kind, "")
    return plain_reply(url, _without_dots(body) if kind in "017" else body, stated, error)


def _is_refusal(body: bytes) -> bool:
    """Whether a server answers with the one line of an error, as it does whatever was asked for."""
    line, _, rest = body[:2000].partition(b"\n")
    return line.startswith(b"3") and line.count(b"\t") == 3 and rest.strip() in (b"", b".")


def _question(url: str) -> Response:
    from html import escape

    form = (
        f'<form action="{escape(url)}"><label>Search for <input name="{SEARCH}"></label> <input type="submit"></form>'
    )
    body = f"<!doctype html><title>Search</title><h1>Search</h1>{form}".encode()
    return Response(url, body=body, stated_type="text/html", charset="utf-8")


def _without_dots(body: bytes) -> bytes:
    """A text without the dot that ends it, and without those that stand before a line's own dot."""
    if not body.endswith((b"\n.\r\n", b"\n.\n")) and body not in (b".\r\n", b".\n"):
        return body
    return body[: body.rstrip(b"\r\n").rfind(b".")].replace(b"\n..", b"\n.")
