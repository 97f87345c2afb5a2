"""What a large page took while it was read is given back."""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path

import pytest
from browsing import browsing, in_a_loop
from servers import Server

BLOCK, COUNT, EVERY = 64 * 1024, 1600, 50


def resident() -> int:
    """Bytes of memory that this process has before it."""
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * 4096


def held_apart() -> list[int]:
    """100 MB freed but for a block here and there, which keeps the C library from giving back the rest by itself."""
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.malloc.argtypes = [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    blocks = [libc.malloc(BLOCK) for _ in range(COUNT)]
    for block in blocks:
        ctypes.memset(block, 1, BLOCK)
    for at, block in enumerate(blocks):
        if at % EVERY:
            libc.free(block)
    return blocks[::EVERY]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="no other C library has malloc_trim")
@in_a_loop
async def test_memory_that_is_free_goes_back_to_the_system_after_a_large_page(server: Server) -> None:
    server.page("/", "<p>small")
    server.page("/large", "<p>large" + f"<!--{'x' * 1_100_000}-->")
    async with browsing(server.url("/")) as b:
        kept = held_apart()
        before = resident()
        await b.type(f":open {server.url('/large')}\n")
        await b.until(lambda: "large" in b.page[0])
        await b.until(lambda: resident() < before - BLOCK * COUNT // 2, "the memory")
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]
    for block in kept:
        free(block)


@in_a_loop
async def test_large_pages_are_let_go_of_sooner_than_small_ones_and_loaded_again(server: Server) -> None:
    server.page("/", "<p>first")
    for i in range(3):
        server.page(f"/{i}", f"<p>large {i}" + f"<!--{'x' * 9_000_000}-->")
    async with browsing(server.url("/")) as b:
        for i in range(3):
            await b.type(f":open {server.url(f'/{i}')}\n")
            await b.until(lambda i=i: b.page == [f"large {i}"])  # type: ignore[misc]
        assert [visit.page is not None for visit in b.app.tabs.active.visits] == [True, False, True, True]
        for name in ("large 1", "large 0", "first"):
            await b.press("H")
            await b.until(lambda name=name: b.page == [name])  # type: ignore[misc]


@in_a_loop
async def test_pages_of_tabs_closed_some_time_ago_are_let_go_of_and_loaded_again(server: Server) -> None:
    server.page("/", "<p>first")
    for i in range(4):
        server.page(f"/{i}", f"<p>large {i}" + f"<!--{'x' * 3_000_000}-->")
    async with browsing(server.url("/")) as b:
        tabs = []
        for i in range(4):
            await b.type(f":open --tab {server.url(f'/{i}')}\n")
            await b.until(lambda i=i: f"large {i}" in b.page[0])
            tabs.append(b.app.tabs.active)
            await b.type(":tab close\n")
        assert [tab.visits[0].page is not None for tab in tabs] == [False, False, False, True]
        for i in (3, 2):
            await b.type(":tab undo\n")
            await b.until(lambda i=i: f"large {i}" in b.page[0])
