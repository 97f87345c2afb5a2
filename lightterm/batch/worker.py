"""What a worker process of a batch does: read pages until its standard input ends."""

from __future__ import annotations

import gc
import os
import sys
import threading
from _queue import SimpleQueue
from contextlib import suppress

from lightterm import module_finder
from lightterm.batch.frames import receive
from lightterm.batch.model import Common, Entry

COLLECT_AFTER = 200_000
"""Objects more before cycles are looked for: a page makes many objects and few cycles, a run makes many pages."""

SWITCH = 0.1
"""Seconds for which a thread may go on: pages read in turns push each other out of the caches, 2 % of 100 KB."""

KEPT_MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(8 << 20), "MALLOC_MMAP_THRESHOLD_": str(4 << 20)}
"""Environment of a worker: glibc keeps the room of one page for the next, a twentieth of the CPU of 10 to 100 KB."""


def serve() -> None:
    """Read pages until standard input ends; then end at once, whatever is under way."""
    gc.set_threshold(COLLECT_AFTER)
    sys.setswitchinterval(SWITCH)
    for name in KEPT_MEMORY:
        os.environ.pop(name, None)  # meant for this process, not for those that it starts
    module_finder.install()
    from lightterm.batch.page import Reader, told

    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints can spoil the outcomes
    hello = receive(source)
    if not isinstance(hello, tuple):
        return
    common, threads = hello
    assert isinstance(common, Common)
    reader = Reader(common)
    waiting: SimpleQueue[Entry] = SimpleQueue()
    lock = threading.Lock()

    def read() -> None:
        while True:
            entry = waiting.get()
            data = told(entry, reader.read(entry))
            with lock, suppress(OSError):  # nobody listens any more: the end of standard input says so
                sink.write(data)
                sink.flush()

    # A pool of concurrent.futures would bring logging and re with it, a third of what such a process takes to start.
    for _ in range(threads):
        threading.Thread(target=read, name="read a page", daemon=True).start()
    while isinstance(entry := receive(source), Entry):
        waiting.put(entry)
    reader.close()
    os._exit(0)
