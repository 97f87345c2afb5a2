"""Content codings undone within bounds (RFC 9110 section 8.4): gzip, deflate, br, zstd, also stacked.

Every decoder gives pieces of at most PIECE bytes, so that a bomb costs no more than what is kept of it: one unbounded
brotli call makes 1 GB out of 857 bytes. Every decoder checks that its stream came to its own end.
"""

from __future__ import annotations

import zlib
from io import BytesIO

from lightterm.errors import BadReply, CutOff, LighttermError, TooLarge
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from lightterm.fetch.clock import Clock

    Decoder = Callable[[Iterator[bytes]], Iterator[bytes]]

PIECE = 1 << 18
# Real servers stack at most two; each layer may multiply the work a thousandfold.
MAX_CODINGS = 4


class Body(Record):
    """What could be read of a body: its bytes, their number on the wire, and what ended it early (None: nothing)."""

    content: bytes
    wire_bytes: int
    error: LighttermError | None


def collect(
    chunks: Iterator[bytes], codings: str, max_wire: int, max_decoded: int, clock: Clock, page: bool = False
) -> Body:
    """Read a whole body, decoded; never raises a LighttermError but returns what came with it.

    Of a `page`, as much comes as can still be read afterwards.
    """
    wire = _Counter(max_wire, "the reply is larger than {} bytes")
    whole = _Counter(max_decoded, "the reply is larger than {} bytes once decompressed")
    out = BytesIO()
    error: LighttermError | None = None
    try:
        pieces = wire.count(chunks)
        for decoder in decoders(codings):
            pieces = whole.bounded(decoder(pieces))
        taken = clock.cancel is not None and clock.cancel.takes
        for piece in whole.count(pieces):
            if not taken:
                out.write(piece)
            if clock.cancel is not None:
                clock.cancel.piece(piece)
            clock.check(whole.total if page else 0)
    except LighttermError as fault:
        error = fault
    return Body(out.getvalue(), wire.total, error)


class _Counter:
    """Counts bytes that pass and stops at a bound, after what still fits."""

    def __init__(self, bound: int, words: str) -> None:
        self.total = 0
        self._bound = bound
        self._words = words

    def count(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            room = self._bound - self.total
            if len(piece) > room:
                self.total = self._bound
                yield piece[:room]
                raise TooLarge(self._words.format(self._bound))
            self.total += len(piece)
            yield piece

    def bounded(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The same bound for a layer in between: a stack of codings must not work without end for no output."""
        return _Counter(self._bound, self._words).count(pieces)


def decoders(codings: str) -> list[Decoder]:
    """The decoders for a Content-Encoding header, outermost first. Raises BadReply for too many.

    Names nobody knows ("utf-8", "none") are passed over, as browsers do.
    """
    names = [name.strip() for name in codings.lower().split(",")]
    found = [_DECODERS[name] for name in reversed(names) if name in _DECODERS]
    if len(found) > MAX_CODINGS:
        raise BadReply(f"the reply is compressed {len(found)} times over")
    return found


def _cut_off(name: str) -> CutOff:
    return CutOff(f"the reply broke off inside its {name} compression")


def _broken(name: str, fault: object) -> BadReply:
    return BadReply(f"the reply's {name} compression is broken ({fault})")


def _gzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    head, rest = _head(chunks, 2)
    if head and not b"\x1f\x8b".startswith(head[:2]):
        yield from _as_it_is("gzip", head, rest)
    yield from _inflate(_with(head, rest), zlib.MAX_WBITS | 16, "gzip")


def _deflate(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """RFC 9110 8.4.1.2 means the zlib wrapper; many servers send the bare stream."""
    head, rest = _head(chunks, 2)
    wrapped = len(head) >= 2 and head[0] & 15 == 8 and (head[0] << 8 | head[1]) % 31 == 0
    yield from _inflate(_with(head, rest), zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS, "deflate")


def _as_it_is(name: str, head: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """A body that is not compressed although it says so: kept, and reported."""
    yield head
    yield from rest
    raise BadReply(f"the reply says {name} and is not compressed so")


def _inflate(chunks: Iterator[bytes], wbits: int, name: str) -> Iterator[bytes]:
    unzip = zlib.decompressobj(wbits)
    started = False
    for chunk in chunks:
        data = chunk
        while data or started:
            if unzip.eof:  # another member (RFC 1952 section 2.2), or padding to be passed over
                if wbits < 16 or not data.startswith(b"\x1f"):
                    break
                unzip = zlib.decompressobj(wbits)
            started = True
            before = unzip.copy()  # 10 µs: what is lost with a fault would be all of a short page
            try:
                piece = unzip.decompress(data, PIECE)
            except zlib.error as fault:
                yield from _up_to_fault(before, data)
                raise _broken(name, fault) from None
            data = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
            yield piece
            if not data and (unzip.eof or len(piece) < PIECE):
                break
    if started and not unzip.eof:
        raise _cut_off(name)


def _up_to_fault(unzip: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """What comes out of `data` before the byte that is wrong."""
    for at in range(len(data)):
        try:
            piece = unzip.decompress(data[at : at + 1], PIECE)
        except zlib.error:
            return
        if piece:
            yield piece


def _brotli(chunks: Iterator[bytes]) -> Iterator[bytes]:
    import brotli  # type: ignore[import-untyped]

    unzip = brotli.Decompressor()
    started = False
    for chunk in chunks:
        data = piece = chunk
        started = started or bool(chunk)
        # can_accept_more_data() may be true while output waits (brotli 1.2.1): drained until nothing comes
        while not unzip.is_finished() and (piece or not unzip.can_accept_more_data()):
            try:
                piece = unzip.process(data, output_buffer_limit=PIECE)
            except brotli.error as fault:
                raise _broken("brotli", fault) from None
            data = b""
            yield piece
    if started and not unzip.is_finished():
        raise _cut_off("brotli")


def _zstd(chunks: Iterator[bytes]) -> Iterator[bytes]:
    zstd = _zstd_module()
    # RFC 9659: a content coding may not ask for a window of more than 8 MB
    options = {zstd.DecompressionParameter.window_log_max: 23}
    unzip = zstd.ZstdDecompressor(options=options)
    started = False
    for chunk in chunks:
        data = chunk
        while data or (started and not unzip.eof and not unzip.needs_input):
            if unzip.eof:
                unzip = zstd.ZstdDecompressor(options=options)
            started = True
            try:
                piece = unzip.decompress(data, PIECE)
            except zstd.ZstdError as fault:
                raise _broken("zstd", fault) from None
            data = unzip.unused_data if unzip.eof else b""
            yield piece
    if started and not unzip.eof:
        raise _cut_off("zstd")


def _zstd_module() -> Any:
    import sys

    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


def _head(chunks: Iterator[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    """The first `size` bytes or more, and the rest."""
    head = b""
    for chunk in chunks:
        head += chunk
        if len(head) >= size:
            break
    return head, chunks


def _with(head: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    yield head
    yield from rest


_DECODERS: dict[str, Decoder] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
