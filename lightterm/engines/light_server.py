"""The running lightpanda: one process serves every page that wants the same options.

A connection to it has a browser of its own, with its own cookies and storage, so sessions share a process and nothing
else: ten of them take 52 MB where ten processes take 140.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from time import monotonic

from lightterm.engines.child import Child
from lightterm.engines.light_binary import room_of, surroundings
from lightterm.engines.places import temporary_place
from lightterm.errors import BrowserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.engines.base import EngineOptions
    from lightterm.engines.cdp import Connection, Message
    from lightterm.fetch.guard_proxy import GuardProxy
    from lightterm.fetch.options import HttpOptions

START_SECONDS = 5.0
STALL_MS = 10_000
"""Milliseconds of script without a pause after which lightpanda gives a page up, and with it the connection.

More than we wait ourselves: it is what ends the pages that were left stuck while others share their process.
"""
_MESSAGE_BYTES = 1 << 28
_CONNECTIONS = 256

_HEAP_MB = 512

_servers: dict[tuple[str, ...], Server] = {}
_guards: dict[tuple[HttpOptions, bool], tuple[GuardProxy, set[int]]] = {}
_places: list[str] = []
_lock = threading.Lock()


class Server:
    """`lightpanda serve` on a Unix socket that only we can open; started at first use, and again when it died."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.users: set[int] = set()
        self._command = command
        self._child: Child | None = None
        self._directory = ""
        self._open = 0
        self._used = monotonic()
        self._lock = threading.Lock()

    def connect(self, listener: Callable[[str, Message], None], seconds: float) -> Connection:
        """A browser of its own in the process. Raises BrowserError."""
        from lightterm.engines.cdp import Connection

        with self._lock:
            child = self._child if self._child is not None and not self._child.ended() else self._start()
            path = self._path
            self._open += 1
        try:
            return Connection(path, min(seconds, START_SECONDS), listener, lambda: not child.ended())
        except BaseException:
            self.left(stuck=True)
            raise

    def warm(self) -> None:
        """Have the process start, while what speaks to it is loaded. Raises BrowserError."""
        with self._lock:
            if self._child is None or self._child.ended():
                self._start()

    def left(self, stuck: bool) -> None:
        """A connection was ended. With a `stuck` page that was alone here goes the process: nothing else stops it."""
        with self._lock:
            self._open -= 1
            self._used = monotonic()
            if stuck and not self._open:
                self._end()

    def rest(self, seconds: float) -> None:
        """End the process where it has had no page for so long; the next page starts it again."""
        with self._lock:
            if not self._open and self._child is not None and monotonic() - self._used >= seconds:
                self._end()

    def lend(self, paths: Sequence[str]) -> tuple[str, list[str]]:
        """Copies of files where the process may read them, in a directory of their own. Raises BrowserError."""
        try:
            place = tempfile.mkdtemp(dir=self._directory or os.devnull)
            copies = [os.path.join(tempfile.mkdtemp(dir=place), os.path.basename(path)) for path in paths]
            return place, [shutil.copyfile(*pair) for pair in zip(paths, copies, strict=True)]
        except OSError as fault:
            raise BrowserError(f"the files cannot be handed to the page: {fault.strerror or fault}") from None

    @property
    def pid(self) -> int:
        """The process, 0 when none runs."""
        return self._child.pid if self._child is not None and not self._child.ended() else 0

    @property
    def _path(self) -> str:
        return os.path.join(self._directory, "cdp")

    def _start(self) -> Child:
        self._end()
        self._directory = temporary_place()
        program, *options = self._command
        limits = ["--watchdog-ms", str(STALL_MS), "--cdp-max-message-size", str(_MESSAGE_BYTES)]
        limits += ["--cdp-max-connections", str(_CONNECTIONS), "--disable-metrics"]
        command = [program, "serve", "--unix-socket", self._path, *limits, *options]
        room = room_of(self._command, self._directory)
        self._child, self._used = Child(command, surroundings(), room=room), monotonic()
        return self._child

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None
        if self._directory:
            shutil.rmtree(self._directory, ignore_errors=True)
            self._directory = ""

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()


def command(options: EngineOptions, proxy: str) -> tuple[str, ...]:
    """The program and the options that all its pages share. Raises BrowserError where there is none."""
    from lightterm.engines.light_binary import find, missing
    from lightterm.fetch.headers import USER_AGENT, is_secret

    program = find(options.lightpanda)
    if not program:
        raise BrowserError(missing(options.lightpanda))
    told = [program]
    for kind in ("stylesheet", "iframe", "worker"):
        told += ["--load-resources", kind]
    told += ["--v8-max-heap-mb", str(_HEAP_MB), "--http-max-response-size", str(options.max_bytes)]
    # lightpanda refuses to be called Mozilla, by any way; the document itself is asked for under that name all the same
    agent = options.user_agent
    told += ["--user-agent", USER_AGENT if not agent or "mozilla" in agent.lower() else agent]
    language = options.accept_language
    if language:
        told += ["--locale", language.partition(",")[0].partition(";")[0].strip() or "en-US"]
        told += ["--http-header", f"Accept-Language: {language}"]
    for name, value in options.headers:
        # a credential is for the page's own origin, which tier 1 gives it to; these go to every host
        if not is_secret(name):
            told += ["--http-header", f"{name}: {value}"]
    if proxy:
        told += ["--http-proxy", proxy]
    if options.timezone:
        told += ["--timezone", options.timezone]
    return tuple(told)


def borrow(command: tuple[str, ...], user: object) -> Server:
    """The server of a program and its options, for a user that gives it back."""
    with _lock:
        server = _servers.setdefault(command, Server(command))
        server.users.add(id(user))
    return server


def guard(options: HttpOptions, public: bool, user: object) -> str:
    """The address of a proxy that guards the way out of browsers, for a user that gives it back."""
    with _lock:
        found = _guards.get((options, public))
        if found is None:
            from lightterm.fetch.guard_proxy import GuardProxy

            found = _guards[options, public] = GuardProxy(options, public), set()
        found[1].add(id(user))
        return found[0].url


def give_back(user: object) -> None:
    """One user less; what it used ends with its last one."""
    unused: list[Server | GuardProxy] = []
    with _lock:
        for command, server in list(_servers.items()):
            server.users.discard(id(user))
            if not server.users:
                unused.append(_servers.pop(command))
        for key, (proxy, users) in list(_guards.items()):
            users.discard(id(user))
            if not users:
                unused.append(proxy)
                del _guards[key]
        place = _places.pop() if _places and not _servers else ""
    for each in unused:
        each.close()
    if place:
        shutil.rmtree(place, ignore_errors=True)


def rest(user: object, seconds: float) -> None:
    """Let the processes that a user has borrowed rest where they have had no page for so long."""
    with _lock:
        known = [server for server in _servers.values() if id(user) in server.users]
    for server in known:
        server.rest(seconds)


def files_place() -> str:
    """The directory for files that pages have saved; it goes with the last user of the last process."""
    with _lock:
        if not _places:
            _places.append(temporary_place())
        return _places[0]
