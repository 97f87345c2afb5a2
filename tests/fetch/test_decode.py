"""Content codings over a real server: whole, stacked, cut off, broken, mislabelled, bombs."""

from __future__ import annotations

import gzip
import resource
import zlib
from typing import TYPE_CHECKING

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm import errors
from lightterm.fetch.clock import Clock
from lightterm.fetch.decode import collect
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Server

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]

try:
    from compression import zstd
except ImportError:
    from backports import zstd

TEXT = b"".join(b"<p>line %d of the page</p>\n" % number for number in range(20_000))


def deflate(data: bytes) -> bytes:
    """The bare stream that many servers call deflate."""
    squeeze = zlib.compressobj(wbits=-15)
    return squeeze.compress(data) + squeeze.flush()


CODINGS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "DEFLATE": deflate,
    "br": lambda data: brotli.compress(data, quality=4),
    "zstd": zstd.compress,
}


def bomb(make: object, size: int = 300) -> bytes:
    """`size` MB of zeros from a compressor object, without holding them."""
    feed = make.process if hasattr(make, "process") else make.compress
    end = make.finish if hasattr(make, "finish") else make.flush
    return b"".join([*(feed(b"\0" * 1_000_000) for _ in range(size)), end()])


BOMBS = {
    "gzip": lambda: bomb(zlib.compressobj(1, wbits=31)),
    "deflate": lambda: bomb(zlib.compressobj(1)),
    "br": lambda: bomb(brotli.Compressor(quality=2)),
    "zstd": lambda: bomb(zstd.ZstdCompressor()),
}


def serve(server: Server, body: bytes, coding: str) -> str:
    return server.page("/", body, headers=[("Content-Encoding", coding)])


@pytest.mark.parametrize("coding", CODINGS)
def test_every_coding_comes_whole(server: Server, client: Make, coding: str) -> None:
    packed = CODINGS[coding](TEXT)
    response = client().fetch(Request(serve(server, packed, coding)))
    assert response.error is None and response.body == TEXT and response.wire_bytes == len(packed)
    asked = server.log[0].header("accept-encoding") or ""
    assert coding.lower().removeprefix("x-") in asked


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("missing", [1, 9, 5_000])
def test_a_cut_off_stream_is_noticed_and_its_part_kept(server: Server, client: Make, coding: str, missing: int) -> None:
    packed = CODINGS[coding](TEXT)
    response = client().fetch(Request(serve(server, packed[:-missing], coding)))
    assert isinstance(response.error, errors.CutOff) and response.truncated
    assert TEXT.startswith(response.body) and (missing > 9 or len(response.body) > 100_000)


def test_what_came_before_a_fault_is_kept(server: Server, client: Make) -> None:
    packed = gzip.compress(TEXT)
    middle = len(packed) // 2
    for broken, least in (
        (packed[:-8] + bytes(8), len(TEXT)),
        (packed[:middle] + bytes(40) + packed[middle + 40 :], len(TEXT) // 3),
    ):
        reply = client().fetch(Request(serve(server, broken, "gzip")))
        assert isinstance(reply.error, errors.BadReply)
        assert len(reply.body) >= least
        assert reply.body.startswith(TEXT[: len(TEXT) // 3])


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_broken_stream_is_reported(server: Server, client: Make, coding: str) -> None:
    packed = bytearray(CODINGS[coding](TEXT))
    middle = len(packed) // 2
    packed[middle : middle + 40] = b"\xff" * 40
    response = client().fetch(Request(serve(server, bytes(packed), coding)))
    assert isinstance(response.error, errors.BadReply | errors.CutOff) and response.truncated


def test_a_wrong_checksum_is_reported(server: Server, client: Make) -> None:
    packed = bytearray(gzip.compress(TEXT))
    packed[-6] ^= 1
    response = client().fetch(Request(serve(server, bytes(packed), "gzip")))
    assert isinstance(response.error, errors.BadReply)


def test_members_frames_padding_and_stacks(server: Server, client: Make) -> None:
    two = gzip.compress(b"one ") + gzip.compress(b"two")
    assert client().fetch(Request(serve(server, two, "gzip"))).body == b"one two"
    assert client().fetch(Request(serve(server, two + b"\0" * 50, "gzip"))).body == b"one two"
    frames = zstd.compress(b"one ") + zstd.compress(b"two")
    assert client().fetch(Request(serve(server, frames, "zstd"))).body == b"one two"
    stacked = brotli.compress(gzip.compress(TEXT))
    response = client().fetch(Request(serve(server, stacked, "gzip, br")))
    assert response.error is None and response.body == TEXT


def test_an_empty_body_needs_no_coding(server: Server, client: Make) -> None:
    for coding in CODINGS:
        response = client().fetch(Request(serve(server, b"", coding)))
        assert response.error is None and response.body == b""


def test_labels_that_are_no_codings_are_passed_over(server: Server, client: Make) -> None:
    for coding in ("identity", "utf-8", "none", ""):
        response = client().fetch(Request(serve(server, b"plain", coding)))
        assert response.error is None and response.body == b"plain"


def test_a_plain_body_called_gzip_is_kept_and_reported(server: Server, client: Make) -> None:
    response = client().fetch(Request(serve(server, b"<h1>plain</h1>", "gzip")))
    assert isinstance(response.error, errors.BadReply) and response.body == b"<h1>plain</h1>"


def test_too_many_stacked_codings_are_refused(server: Server, client: Make) -> None:
    response = client().fetch(Request(serve(server, b"x", ", ".join(["gzip"] * 6))))
    assert isinstance(response.error, errors.BadReply)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "gzip, gzip", "gzip, br"])
def test_a_bomb_costs_no_more_than_what_is_kept(server: Server, client: Make, coding: str) -> None:
    first, *more = coding.split(", ")
    packed = BOMBS[first]()
    for name in more:
        packed = CODINGS[name](packed)
    url = serve(server, packed, coding)
    http = client(max_decoded_bytes=1_000_000)
    http.fetch(Request(url))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    response = http.fetch(Request(url))
    assert isinstance(response.error, errors.TooLarge)
    assert response.body == b"\0" * 1_000_000 and response.truncated
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_empty_members_without_end_stop_at_the_deadline(server: Server, client: Make) -> None:
    """Millions of empty gzip members make no output, so no bound on output stops them."""
    packed = gzip.compress(gzip.compress(b"") * 2_000_000)
    response = client().fetch(Request(serve(server, packed, "gzip, gzip"), deadline=1.0))
    assert isinstance(response.error, errors.TimedOut) and response.timing.total_ms < 3000


@given(st.binary(max_size=3000), st.sampled_from(["gzip", "deflate", "br", "zstd"]), st.integers(1, 400))
def test_any_body_survives_any_cut_into_chunks(body: bytes, coding: str, size: int) -> None:
    packed = CODINGS[coding](body)
    chunks = (packed[at : at + size] for at in range(0, len(packed), size))
    done = collect(chunks, coding, 10**6, 10**6, Clock(10, "slow"))
    assert done.error is None and done.content == body and done.wire_bytes == len(packed)


@given(st.binary(max_size=500), st.sampled_from(["gzip", "deflate", "br", "zstd", "br, gzip"]))
def test_noise_never_raises(body: bytes, coding: str) -> None:
    done = collect(iter([body]), coding, 10**6, 10**5, Clock(10, "slow"))
    assert len(done.content) <= 10**5
    assert done.error is None or isinstance(done.error, errors.NetworkError)
