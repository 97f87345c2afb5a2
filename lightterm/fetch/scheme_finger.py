"""finger: what a host says of a user, or of all (RFC 1288)."""

from __future__ import annotations

from lightterm.fetch.coming import Coming
from lightterm.fetch.exchange import ask, clock_of, line_of, place_of
from lightterm.fetch.model import plain_reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context

PORT = 79


def load(request: Request, context: Context) -> Response:
    """The answer to finger://host/user or finger://user@host. Raises UrlInvalid, NetworkError."""
    place = place_of(request, PORT)
    user = line_of(place.url.user or place.url.path.strip("/"), "user's name")
    coming = Coming(request.url, context.cancel, lambda _: ("text/plain", 0))
    body, error = ask(place, user, context, clock_of(request, context), context.bound(request), told=coming)
    return plain_reply(request.url, body, "text/plain", error)
