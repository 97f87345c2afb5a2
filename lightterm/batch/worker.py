"""What a worker process of a batch does: read pages until its standard input ends."""

from __future__ import annotations

import gc
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from lightterm import module_finder
from lightterm.batch.model import Common, Entry
from lightterm.batch.processes import receive, send

COLLECT_AFTER = 200_000
"""Objects more before cycles are looked for: a page makes many objects and few cycles, a run makes many pages."""


def serve() -> None:
    """Read pages until standard input ends; then end at once, whatever is under way."""
    gc.set_threshold(COLLECT_AFTER)
    module_finder.install()
    from lightterm.batch.page import Reader

    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints can spoil the outcomes
    hello = receive(source)
    if not isinstance(hello, tuple):
        return
    common, threads = hello
    assert isinstance(common, Common)
    reader = Reader(common)
    lock = threading.Lock()

    def read(entry: Entry) -> None:
        outcome = reader.read(entry)
        with lock:
            send(sink, outcome)

    pool = ThreadPoolExecutor(threads, "read a page")
    while isinstance(entry := receive(source), Entry):
        pool.submit(read, entry)
    reader.close()
    os._exit(0)
