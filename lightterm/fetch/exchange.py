"""One question and its answer over a connection of its own, as gemini, spartan, gopher and finger have it."""

from __future__ import annotations

from lightterm.errors import BadReply, CutOff, LighttermError, TooLarge, TooManyRedirects, UrlInvalid
from lightterm.fetch import dns
from lightterm.fetch.by_proxy import reached
from lightterm.fetch.clock import Clock
from lightterm.fetch.hosts import to_ascii
from lightterm.fetch.model import Redirect, plain_reply
from lightterm.fetch.url_parse import percent_decode
from lightterm.fetch.urls import parts, without_fragment
from lightterm.fetch.wire import Wire
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Callable

    from lightterm.fetch.model import Request, Response
    from lightterm.fetch.schemes import Context
    from lightterm.fetch.url_parse import Url

SILENCE = 10.0
"""Seconds a server may say nothing."""

MOST_HEAD = 1029
"""Bytes of the line that an answer of gemini or spartan begins with."""

MOST_REDIRECTS = 5


class Answer(Record):
    """What a server of gemini or spartan answers: status, what is said of it, body, and why that is not whole."""

    status: int
    meta: str
    body: bytes
    error: LighttermError | None


class Place(Record):
    """Where a URL leads: host as it is dialled and port, and the URL's own parts."""

    host: str
    port: int
    url: Url


def place_of(request: Request, default: int) -> Place:
    """The host and port of a request. Raises UrlInvalid.

    A link may lead to the scheme's own port and to those from 1024 on alone: a line sent to a mail server's could be
    a command to it.
    """
    url = parts(request.url)
    if not url.host:
        raise UrlInvalid(f"the address names no host: {request.url[:200]}", url=request.url[:2000])
    port = int(url.port or default)
    if port != default and port < 1024 and request.initiator is not None:
        raise UrlInvalid(f"no page may lead to port {port} by {url.scheme}:", url=request.url[:2000], actions=())
    return Place(to_ascii(percent_decode(url.host).decode("utf-8", "replace")), port, url)


def clock_of(request: Request, context: Context) -> Clock:
    """The time that a request has."""
    seconds = context.seconds if request.deadline is None else request.deadline
    return Clock(seconds, f"the page did not come within {seconds:g} s", context.cancel)


def line_of(text: str, what: str) -> bytes:
    """A part of a URL as the line that is sent. Raises UrlInvalid where it would be more than one."""
    line = percent_decode(text)
    if any(byte in line for byte in b"\r\n\0"):
        raise UrlInvalid(f"there is a line end in the {what}", actions=())
    return line


def ask(
    place: Place,
    line: bytes,
    context: Context,
    clock: Clock,
    bound: int,
    dress: Callable[[socket.socket, Clock], ssl.SSLSocket] | None = None,
    data: bytes = b"",
    told: Callable[[bytes], None] | None = None,
) -> tuple[bytes, LighttermError | None]:
    """Send a line and `data`, and take what comes until the end: at most `bound` bytes, and why that is not all.

    `dress` puts TLS on; `told` is given each piece as it comes. Raises DnsFailed, ConnectionFailed, ProxyFailed,
    TlsFailed, TimedOut and Cancelled while nothing came.
    """
    by_proxy = reached(place, context, clock)
    sock = by_proxy[0] if by_proxy else dns.dial(place.host, dns.resolve(place.host, place.port, clock), clock)
    wire = Wire(dress(sock, clock) if dress is not None else sock)
    try:
        wire.attach(clock)
        wire.send(line + b"\r\n" + data)
        return _all_of(wire, bound, told)
    finally:
        wire.detach()
        wire.close()


def _all_of(wire: Wire, bound: int, told: Callable[[bytes], None] | None) -> tuple[bytes, LighttermError | None]:
    body: list[bytes] = []
    size = 0
    while True:
        try:
            data = wire.receive(SILENCE, f"the server said nothing for {SILENCE:g} s")
        except LighttermError as error:
            if not body:
                raise
            return b"".join(body), error
        if not data:
            if wire.broken and not body:
                raise CutOff(f"nothing came: {wire.broken}")
            return b"".join(body), CutOff(f"not all of it came: {wire.broken}") if wire.broken else None
        body.append(data)
        size += len(data)
        if told is not None:
            told(data)
        if size > bound:
            return b"".join(body)[:bound], TooLarge(f"larger than {bound} bytes; the rest was left out")


def _with_plain_query(url: str, field: str) -> str:
    """The address whose query is an answer alone, where it came from the field of a form that is called `field`."""
    head, mark, query = url.partition("?")
    if not query.startswith(f"{field}="):
        return url
    return head + mark + query.removeprefix(f"{field}=").replace("+", "%20")


def page_through(
    request: Request,
    context: Context,
    field: str,
    asked: Callable[[Request, Context, Clock], Answer],
    onward: Callable[[str, Answer], str],
    read: Callable[[str, Answer], Response],
) -> Response:
    """The page where redirects end: `asked` asks once, `onward` says where an answer leads ("" for nowhere), `read`
    makes the page of the last one. What was typed into the form field `field` is the query alone.

    Raises TooManyRedirects, and what the three raise.
    """
    clock = clock_of(request, context)
    url = _with_plain_query(without_fragment(request.url), field)
    redirects: list[Redirect] = []
    while True:
        answer = asked(request.replace(url=url), context, clock)
        further = onward(url, answer)
        if not further:
            return read(url, answer).replace(redirects=tuple(redirects))
        redirects.append(Redirect(url, answer.status, further))
        if len(redirects) > MOST_REDIRECTS:
            raise TooManyRedirects(f"more than {MOST_REDIRECTS} redirects", redirects=[hop.url for hop in redirects])
        url = further


def split_answer(place: Place, reply: bytes, error: LighttermError | None, digits: int, kind: str) -> Answer:
    """The answer whose first line has a status of so many digits and words; raises `error`, or BadReply, for none."""
    head, end, body = reply.partition(b"\r\n")
    if not end or len(head) > MOST_HEAD or not head[:digits].isdigit() or head[digits : digits + 1] not in (b" ", b""):
        raise error or BadReply(f"{place.host} does not answer as a {kind} server does", domain=place.host)
    return Answer(int(head[:digits]), head[digits + 1 :].decode("utf-8", "replace").strip(), body, error)


def page_of(url: str, answer: Answer) -> Response:
    """The page of an answer that says its type, gemtext if it does not."""
    from lightterm.fetch.headers import media_type

    stated, charset = media_type(answer.meta or "text/gemini; charset=utf-8")
    charset = charset or ("utf-8" if stated.startswith("text/") else "")
    return plain_reply(url, answer.body, stated, answer.error, charset)
