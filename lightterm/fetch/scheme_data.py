"""data: a page in its own address (RFC 2397, https://fetch.spec.whatwg.org/#data-url-processor)."""

from __future__ import annotations

from lightterm.errors import BadReply, LighttermError, TooLarge, UrlInvalid
from lightterm.fetch.model import plain_reply
from lightterm.fetch.url_parse import percent_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def load(request: Request, context: Context) -> Response:
    """The body that a data: URL holds. Raises UrlInvalid when it has no comma.

    Broken base64 gives what could be read, and BadReply.
    """
    rest = request.url.partition(":")[2].partition("#")[0]
    head, comma, data = rest.partition(",")
    if not comma:
        raise UrlInvalid("a data: address needs a comma before its data", url=request.url[:200])
    media_type, charset, base64 = _media_type(head)
    body = percent_decode(data)
    error: LighttermError | None = None
    if base64:
        body, error = _base64(body)
    bound = context.bound(request)
    if len(body) > bound:
        body, error = body[:bound], TooLarge(f"the data is larger than {bound} bytes; the rest was left out")
    return plain_reply(request.url, body, media_type, error, charset)


def _media_type(head: str) -> tuple[str, str, bool]:
    """Type, charset, and whether the data is in base64; what is no media type means text/plain in US-ASCII."""
    head = head.strip(" ")
    fields, semicolon, last = head.rpartition(";")
    base64 = bool(semicolon) and last.strip(" ").lower() == "base64"
    media_type, *parameters = (part.strip() for part in (fields if base64 else head).split(";"))
    charset = ""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset" and not charset:
            charset = percent_decode(value).decode("latin-1").strip(" \"'")
    kind, slash, subtype = media_type.partition("/")
    if not (slash and kind and subtype and media_type.isascii() and " " not in media_type):
        return "text/plain", charset or ("us-ascii" if not media_type else ""), base64
    return media_type.lower(), charset, base64


def _base64(data: bytes) -> tuple[bytes, LighttermError | None]:
    """Forgiving base64: no padding, too much of it, spaces and the URL alphabet are taken; other letters are not."""
    import binascii

    data = data.translate(bytes.maketrans(b"-_", b"+/"), b"\t\n\f\r ").rstrip(b"=")
    clean = data.translate(None, bytes(set(range(256)) - set(_ALPHABET)))
    spare = len(clean) % 4
    error = None
    if len(clean) != len(data) or spare == 1:
        error = BadReply("the base64 of this data: address is damaged; what could be read is shown")
    if spare == 1:
        clean, spare = clean[:-1], 0
    return binascii.a2b_base64(clean + b"=" * (-spare % 4)), error
