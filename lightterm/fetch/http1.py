"""HTTP/1.1 as a client speaks it (RFC 9112), tolerant where browsers are and bounded everywhere.

Why not a library: a first fetch through httpx2 costs 112 ms of CPU, through its core 70 ms, this way 13 ms, of which 5
are `import socket` (measured, Python 3.11, loopback); and h11 refuses whole pages for one stray byte in a header that
every browser lets pass.
"""

from __future__ import annotations

from lightterm.errors import BadReply, CutOff, TimedOut, TooLarge
from lightterm.fetch.headers import header_of, header_text
from lightterm.numerals import whole_number
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.fetch.model import Headers
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.weburl import WebUrl
    from lightterm.fetch.wire import Wire

# Interim (1xx) replies before the real one; an endless row of them is an attack.
MAX_INTERIM = 20
MAX_CHUNK_LINE = 8192
AFTER_SHORTEST = 1.0
"""Seconds of silence after the shortest of several lengths: a server that keeps the connection sends no more."""


class Dropped(Exception):
    """The connection was closed before anything of a reply came: the request may be repeated if it is safe to."""


class Http1Required(Exception):
    """Nothing was done with the request, as the server answers it over HTTP/1.1 only (RFC 9113, section 7)."""


class Call(Record):
    """One request as it goes out. `headers` have no Host; `via_proxy` asks for the absolute form of the target."""

    method: str
    url: WebUrl
    headers: Headers
    data: bytes | None = None
    via_proxy: bool = False


class Head(Record):
    """Status line and headers of a reply."""

    status: int
    reason: str
    version: str
    headers: Headers

    def all(self, name: str) -> list[str]:
        """Every value of the header `name` (lower case)."""
        return [value for key, value in self.headers if key.lower() == name]


class Http1Connection:
    """A connection that carries one exchange after the other: `send`, `head`, `body`, again."""

    def __init__(self, wire: Wire, options: HttpOptions) -> None:
        self.wire = wire
        self.reusable = False
        self._options = options
        self._method = ""
        self._head: Head | None = None
        self._silence = f"the server was silent for {options.idle_timeout:g} s"

    def alive(self) -> bool:
        """Whether the idle connection still stands."""
        return not self.wire.ahead and self.wire.waiting() is None

    def send(self, call: Call) -> None:
        """Send a request. Raises Dropped, or what the clock raises."""
        self.reusable = False
        self._method = call.method
        self.wire.received = 0
        target = call.url.bare if call.via_proxy else call.url.target
        lines = [f"{call.method} {target} HTTP/1.1", f"Host: {call.url.authority}"]
        lines += [f"{name}: {value}" for name, value in call.headers]
        lines += ["", ""]
        data = call.data or b""
        # a name or value beyond Latin-1 goes out as UTF-8, which is what servers take it for
        self.wire.send("\r\n".join(lines).encode("utf-8") + data)

    def head(self) -> Head:
        """The head of the final reply. Raises Dropped (nothing came), CutOff, BadReply, TooLarge, TimedOut."""
        budget = self._options.max_header_bytes
        for _ in range(MAX_INTERIM):
            raw = self._raw_head(budget)
            budget -= len(raw)
            head = parse_head(raw)
            if head.status == 101:
                raise BadReply("the server goes on in another protocol, which nobody asked for (status 101)")
            if head.status >= 200:
                self._head = head
                return head
        raise BadReply(f"more than {MAX_INTERIM} interim replies and no final one")

    def _raw_head(self, budget: int) -> bytes:
        wire = self.wire
        first = self._options.first_byte_timeout
        patience, silence = first, f"no answer within {first:g} s"
        scanned = 0
        while True:
            if not scanned:
                while wire.buffer[wire.at : wire.at + 1] in (b"\r", b"\n"):
                    wire.take(1)
            size = len(wire.buffer) - wire.at
            end = _end_of_head(wire.buffer, wire.at + max(0, scanned - 3)) - wire.at
            if end > budget or (end < 0 and size > budget):
                raise header_too_large(self._options.max_header_bytes)
            if end >= 0:
                return wire.take(end)
            scanned = size
            if size >= 5 and not _looks_like_http(wire.buffer[wire.at :]):
                raise _not_http(wire.buffer[wire.at :])
            if not wire.more(patience, silence):
                raise self._ended_in_head()
            patience, silence = self._options.idle_timeout, self._silence

    def _ended_in_head(self) -> Dropped | CutOff | BadReply:
        wire = self.wire
        if not wire.received:
            return Dropped(f"the server closed the connection without an answer{_why(wire)}")
        if not _looks_like_http(wire.buffer):
            return _not_http(wire.buffer)
        return CutOff(f"the reply broke off inside its header{_why(wire)}")

    def body(self) -> Iterator[bytes]:
        """The body as it came on the wire, transfer coding removed. Raises CutOff, BadReply, TimedOut, Cancelled."""
        head = self._head
        assert head is not None, "the head is read first"
        if self._method == "HEAD" or head.status in (204, 304) or head.status < 200:
            self._finish(head)
            return
        codings = ",".join(head.all("transfer-encoding")).lower()
        if codings:
            if codings.rpartition(",")[2].strip() == "chunked":
                yield from self._chunked()
                self._finish(head)
            else:
                yield from self._until_closed()
            return
        lengths = _stated_lengths(head)
        if len(lengths) > 1:
            yield from self._disputed(lengths)
        elif not lengths:
            yield from self._until_closed()
        else:
            yield from self._counted(lengths[0], "")
            self._finish(head)

    def _disputed(self, lengths: list[int]) -> Iterator[bytes]:
        """What comes of a body with several lengths: where it ends nobody knows, and browsers show none of it."""
        wire = self.wire
        came = 0
        while came < lengths[-1]:
            patience = self._options.idle_timeout if came < lengths[0] else AFTER_SHORTEST
            try:
                if not wire.ahead and not wire.more(patience, self._silence):
                    break
            except TimedOut:
                break
            data = wire.take(lengths[-1] - came)
            came += len(data)
            yield data
        raise _two_lengths(lengths)

    def _finish(self, head: Head) -> None:
        tokens = ",".join(head.all("connection")).lower()
        lasts = "close" not in tokens if head.version == "HTTP/1.1" else "keep-alive" in tokens
        self.reusable = lasts and not self.wire.ahead and not self.wire.broken

    def _until_closed(self) -> Iterator[bytes]:
        wire = self.wire
        data = wire.take(len(wire.buffer))
        while data or not wire.broken:
            if data:
                yield data
            data = wire.receive(self._options.idle_timeout, self._silence)
            if not data and not wire.broken:
                return
        raise CutOff(f"the reply broke off: {wire.broken}")

    def _counted(self, length: int, what: str) -> Iterator[bytes]:
        wire = self.wire
        left = length
        while left:
            if not wire.ahead and not wire.more(self._options.idle_timeout, self._silence):
                raise CutOff(f"the reply broke off{what}: {left} of {length} bytes are missing{_why(wire)}")
            data = wire.take(left)
            left -= len(data)
            yield data

    def _chunked(self) -> Iterator[bytes]:
        while True:
            size = self._chunk_size()
            if size == 0:
                break
            yield from self._counted(size, " inside a chunk")
            if self._line("after a chunk"):
                raise BadReply("the reply's chunks are broken: one is longer than it says")
        budget = self._options.max_header_bytes
        while self.wire.ahead or self.wire.more(self._options.idle_timeout, self._silence):
            trailer = self._line("inside its trailer")
            budget -= len(trailer)
            if not trailer:
                return
            if budget < 0:
                raise TooLarge("the reply's trailer is too large")

    def _chunk_size(self) -> int:
        text = self._line("before its last chunk").partition(b";")[0].strip()
        try:
            if not text or len(text) > 16 or not text.isalnum():
                raise ValueError(text)
            return int(text, 16)
        except ValueError:
            raise BadReply("the reply's chunks are broken: a size is not a number") from None

    def _line(self, where: str) -> bytes:
        wire = self.wire
        while True:
            end = wire.buffer.find(b"\n", wire.at)
            if end >= 0:
                return wire.take(end + 1 - wire.at).rstrip(b"\r\n")
            if len(wire.buffer) - wire.at > MAX_CHUNK_LINE:
                raise BadReply("the reply's chunks are broken: a line does not end")
            if not wire.more(self._options.idle_timeout, self._silence):
                raise CutOff(f"the reply broke off {where}{_why(wire)}")

    def close(self) -> None:
        self.wire.close()


def header_too_large(most: int) -> TooLarge:
    """What is wrong with a reply whose header has more than `most` bytes, and which bound to raise."""
    from lightterm.errors import Action

    more = Action("raise_max_bytes", "Allow a larger header (--set network.max_header_bytes=N).", 1)
    return TooLarge(f"the reply's header is larger than {most} bytes", actions=(more,))


def _end_of_head(buffer: bytes, start: int) -> int:
    """The index after the first empty line (CRLF or a bare LF, RFC 9112 section 2.2), or -1."""
    crlf = buffer.find(b"\n\r\n", start)
    bare = buffer.find(b"\n\n", start, crlf + 2 if crlf >= 0 else len(buffer))
    if bare >= 0:
        return bare + 2
    return crlf + 3 if crlf >= 0 else -1


def _looks_like_http(buffer: bytes) -> bool:
    return buffer[:5].upper() == b"HTTP/" or buffer[:4].upper() == b"ICY "


def _not_http(buffer: bytes) -> BadReply:
    from lightterm.safe import clean

    first = buffer[:60].partition(b"\n")[0].decode("utf-8", "replace").strip()
    return BadReply(f"the server does not speak HTTP: it said “{clean(first)}”")


def _why(wire: Wire) -> str:
    return f" ({wire.broken})" if wire.broken else ""


def parse_head(raw: bytes) -> Head:
    """A head from its bytes; lines that are no header are passed over, folded ones joined. Raises BadReply."""
    first, *lines = raw.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")
    version, _, rest = first.strip().partition(b" ")
    code, _, reason = rest.strip().partition(b" ")
    if len(code) != 3 or not code.isdigit() or code[0:1] == b"0":
        raise _not_http(raw)
    headers: list[tuple[str, str]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and headers:
            name, value = headers[-1]
            headers[-1] = (name, f"{value} {header_text(line)}")
            continue
        key, colon, content = line.partition(b":")
        key = key.strip()
        if colon and key:
            headers.append(header_of(key, content))
    text = version.decode("latin-1").upper()
    return Head(
        int(code), header_text(reason), text if text in ("HTTP/1.0", "HTTP/1.1") else "HTTP/1.1", tuple(headers)
    )


def _stated_lengths(head: Head) -> list[int]:
    """The different lengths that Content-Length headers state, the smallest first; what is no number states none.

    A number beyond all bounds counts as the bound: a body that is shorter is cut off all the same.
    """
    values = {part.strip() for value in head.all("content-length") for part in value.split(",")}
    return sorted({whole_number(value, -1) for value in values} - {-1})


def _two_lengths(lengths: list[int]) -> BadReply:
    """What is wrong with a reply of several lengths (RFC 9112 section 6.3); of HTTP/2, `h2` refuses it."""
    return BadReply(f"the reply names two lengths, {lengths[0]} and {lengths[-1]} bytes: which is right nobody knows")
