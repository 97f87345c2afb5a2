"""Pages of gemini, gopher, spartan and finger, shown as they come."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from small_servers import LineServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Authority

HEADS = {"gemini": b"20 text/gemini\r\n", "spartan": b"2 text/gemini\r\n", "gopher": b"", "finger": b""}


@in_a_loop
@pytest.mark.parametrize("scheme", HEADS)
async def test_a_slow_page_is_shown_as_it_comes(authority: Authority, home: Path, scheme: str) -> None:
    """Nothing of it was seen until all was there."""
    more = threading.Event()

    def answer(_line: bytes) -> Iterator[bytes]:
        yield HEADS[scheme]
        yield b"The first line \xe2\x80\x93 of it\nand more\n"
        more.wait(30)
        yield b"The last line\n"

    server = LineServer(answer, authority.context() if scheme == "gemini" else None)
    path = {"gopher": "/0/x", "finger": "/somebody"}.get(scheme, "/x")
    try:
        async with browsing("about:start") as b:
            await b.pilot.press(*":open", "space", *f"{scheme}://127.0.0.1:{server.port}{path}", "enter")
            try:
                await b.until(lambda: "The first line – of it" in b.screen, "the beginning")
                assert "The last line" not in b.screen and b.app.loads.busy
            finally:
                more.set()
            await b.settled()
            assert "The first line" in b.screen and "The last line" in b.screen
    finally:
        server.stop()
