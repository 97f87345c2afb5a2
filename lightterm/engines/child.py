"""Programs that engines run: each in a process group of its own, and ended with us, whatever happens to us."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import threading
from queue import SimpleQueue

from lightterm.errors import BrowserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from lightterm.confined import Room

_NETWORK_NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "request_method")
_living: set[Child] = set()
_lock = threading.Lock()
_orders: SimpleQueue[Callable[[], None]] | None = None


class Child:
    """A running program. `output` is its standard output where that was asked for."""

    def __init__(
        self, arguments: Sequence[str], environ: dict[str, str], piped: bool = False, room: Room | None = None
    ) -> None:
        """Start it, without input, within a room where it has one. Raises BrowserError."""
        out = subprocess.PIPE if piped else subprocess.DEVNULL
        err = subprocess.PIPE if piped else subprocess.DEVNULL
        command = [*_tied(), *arguments]
        self._over = threading.Event()

        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environ, start_new_session=True
            )

        try:
            self._process = _on_lasting_thread(start) if room is None else _in_room(room, start, self._over)
        except OSError as fault:
            raise BrowserError(f"{arguments[0]} does not start: {fault.strerror or fault}") from None
        with _lock:
            if not _living:
                atexit.register(_end_all)
            _living.add(self)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def output(self) -> IO[bytes] | None:
        return self._process.stdout

    def ended(self) -> bool:
        """Whether it runs no more."""
        return self._process.poll() is not None

    def collect(self, seconds: float) -> tuple[bytes, bytes]:
        """What it writes until it ends, output and complaints; after `seconds` it is ended."""
        try:
            return self._process.communicate(timeout=max(seconds, 0.01))
        except subprocess.TimeoutExpired:
            self._signal()
            return self._process.communicate()
        finally:
            self.kill()

    def kill(self) -> None:
        """End it and all it started; harmless when it has ended."""
        self._signal()
        self._process.wait()
        self._over.set()
        with _lock:
            _living.discard(self)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _signal(self) -> None:
        if self._process.poll() is not None:
            return
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (OSError, AttributeError):
            self._process.kill()


def environment(**more: str) -> dict[str, str]:
    """What a browser's process is told: all of ours but for proxies, which it is given by option, and `more`."""
    kept = {name: value for name, value in os.environ.items() if name.lower() not in _NETWORK_NAMES}
    return kept | more


def _tied() -> list[str]:
    """What stands before a command so that the kernel ends it when we are killed: prctl(2), PR_SET_PDEATHSIG.

    A preexec_fn would do the same, but forks a process of many threads in Python code, which may lock up.
    """
    if sys.platform != "linux":
        return []
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "KILL", "--"] if program else []


def _on_lasting_thread(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Run `start` on a thread that lasts as long as we do: the kernel's signal comes when the *thread* ends."""
    global _orders
    with _lock:
        if _orders is None:
            _orders = SimpleQueue()
            threading.Thread(target=_serve_orders, args=(_orders,), name="starts programs", daemon=True).start()
    done: SimpleQueue[subprocess.Popen[bytes] | OSError] = SimpleQueue()

    def order() -> None:
        try:
            done.put(start())
        except OSError as fault:
            done.put(fault)

    _orders.put(order)
    outcome = done.get()
    if isinstance(outcome, OSError):
        raise outcome
    return outcome


def _in_room(
    room: Room, start: Callable[[], subprocess.Popen[bytes]], over: threading.Event
) -> subprocess.Popen[bytes]:
    """Run `start` on a thread that has no more than a room, as what it starts inherits, and that lasts until `over`."""
    from lightterm.confined import shut_in_program

    done: SimpleQueue[subprocess.Popen[bytes] | OSError] = SimpleQueue()

    def confined() -> None:
        shut_in_program(room)
        try:
            done.put(start())
        except OSError as fault:
            done.put(fault)
            return
        over.wait()

    threading.Thread(target=confined, name="has a program run", daemon=True).start()
    outcome = done.get()
    if isinstance(outcome, OSError):
        raise outcome
    return outcome


def _serve_orders(orders: SimpleQueue[Callable[[], None]]) -> None:
    while True:
        orders.get()()


def _end_all() -> None:
    with _lock:
        left = tuple(_living)
    for child in left:
        child.kill()
