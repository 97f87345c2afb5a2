"""stdin: what is piped in."""

from __future__ import annotations

import sys

from lightterm.errors import FileUnreadable, LighttermError, TooLarge
from lightterm.fetch.media_types import sniff_type
from lightterm.fetch.model import plain_reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context

_CHUNK = 1 << 16


def load(request: Request, context: Context) -> Response:
    """Read standard input to its end or to the bound.

    Raises FileUnreadable when there is none; one that breaks off keeps what came, with the error.
    """
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise FileUnreadable("there is no standard input")
    bound = context.bound(request)
    parts: list[bytes] = []
    size = 0
    error: LighttermError | None = None
    while size <= bound:
        try:
            data = stream.read1(_CHUNK)
        except (OSError, ValueError) as problem:
            error = FileUnreadable(f"standard input broke off: {problem}")
            break
        if not data:
            break
        parts.append(data)
        size += len(data)
    body = b"".join(parts)
    if size > bound:
        body, error = body[:bound], TooLarge(f"standard input is larger than {bound} bytes; the rest was left out")
    return plain_reply(request.url, body, sniff_type(body), error)
