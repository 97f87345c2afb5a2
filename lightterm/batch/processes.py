"""Pages read by processes of this machine: reading is CPU, and threads of one process share one core."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress

from lightterm.batch.frames import framed, receive
from lightterm.batch.model import Common, Entry, Outcome, Problem, failed
from lightterm.batch.worker import KEPT_MEMORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_COMMAND = "import sys; sys.path[:0] = sys.argv[1:]; from lightterm.batch.worker import serve; serve()"

DIED = Problem("INTERNAL_ERROR", "internal", "the process that read this page died", retryable=True)


class Processes:
    """Worker processes, each with threads for pages that wait for the net.

    `ended` is called with each outcome, on a thread of ours. For a process that dies another is started when there is
    more to read, and what it was reading comes back as a problem that may be tried again.
    """

    def __init__(self, common: Common, processes: int, concurrency: int, ended: Callable[[Outcome], None]) -> None:
        threads = -(-concurrency // processes)
        self._common = common
        self._hello = framed((common, threads))
        self._ended = ended
        self._closing = False
        self._lock = threading.Lock()
        self._workers = [_Worker(self._hello, self._came, self._died) for _ in range(processes)]

    def submit(self, entry: Entry) -> None:
        """Hand a page to the process that has least to do."""
        with self._lock:
            at = min(range(len(self._workers)), key=lambda n: len(self._workers[n].reading))
            if self._workers[at].dead:
                self._workers[at] = _Worker(self._hello, self._came, self._died)
            worker = self._workers[at]
            worker.reading[entry.number] = entry
        worker.send(entry)

    def _came(self, worker: _Worker, outcome: Outcome) -> None:
        with self._lock:
            worker.reading.pop(outcome.number, None)
        self._ended(outcome)

    def _died(self, worker: _Worker) -> None:
        if self._closing:
            return
        with self._lock:
            worker.dead = True
            lost = list(worker.reading.values())
            worker.reading.clear()
        for entry in lost:
            self._ended(failed(entry, self._common, DIED))

    def close(self) -> None:
        """End the processes."""
        self._closing = True
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.end()


class _Worker:
    """One process, and a thread that hears of its outcomes."""

    def __init__(self, hello: bytes, came: Callable[[_Worker, Outcome], None], died: Callable[[_Worker], None]) -> None:
        self.reading: dict[int, Entry] = {}
        self.dead = False
        self._came, self._died = came, died
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, *filter(None, sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | KEPT_MEMORY,
        )
        self._write(hello)
        self._listener = threading.Thread(target=self._listen, name="outcomes", daemon=True)
        self._listener.start()

    def send(self, entry: Entry) -> None:
        """Hand it a page; that it died meanwhile is told by `died`."""
        self._write(framed(entry))

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        # A pipe that is broken or closed: it is gone, and `_listen` says so.
        with self._lock, suppress(OSError, ValueError):
            self._process.stdin.write(data)
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while (outcome := receive(self._process.stdout)) is not None:
            assert isinstance(outcome, Outcome)
            self._came(self, outcome)
        self._process.wait()
        self._process.stdout.close()
        with self._lock:
            self.dismiss()
        self._died(self)

    def dismiss(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it died before
            self._process.stdin.close()

    def end(self) -> None:
        """Wait for its end, and for no page: it has nothing to lose."""
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._listener.join()


def cores() -> int:
    """CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
