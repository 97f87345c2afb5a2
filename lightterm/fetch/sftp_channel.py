"""The requests of SFTP, version 3 (draft-ietf-secsh-filexfer-02), over the pipes of OpenSSH's `ssh`."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import tempfile
from contextlib import suppress

from lightterm.errors import BadReply, ConnectionFailed, Forbidden, NotFound
from lightterm.fetch.exchange import SILENCE
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from lightterm.errors import LighttermError
    from lightterm.fetch.clock import Clock

INIT, OPEN, CLOSE, READ, OPENDIR, READDIR, REALPATH, STAT = 1, 3, 4, 5, 11, 12, 16, 17
VERSION, STATUS, HANDLE, DATA, NAME, ATTRS = 2, 101, 102, 103, 104, 105
END, MISSING, REFUSED = 1, 2, 3
"""What a status says."""

LONGEST = 1 << 20
"""Bytes of one answer that are believed."""

PIECE = 32_768
"""Bytes of a file asked for at once: what every server gives."""

AHEAD = 32
"""Pieces asked for before the first has come: 1 MB on the way fills a line of 100 Mbit/s with 80 ms."""

SLICE = 0.5
"""Seconds between two looks whether a load was stopped."""

LONGEST_HANDLE = 256
"""Bytes by which a server may name an open file (section 6.3)."""


class Attributes(Record):
    """What is told of a file: size in bytes, mode and seconds since 1970; -1 for what is not told."""

    size: int = -1
    mode: int = -1
    modified: int = -1


class Channel:
    """One `ssh` that speaks SFTP; a context manager, at whose end it is gone."""

    def __init__(self, words: tuple[str, ...], clock: Clock) -> None:
        self._clock = clock
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._ssh = subprocess.Popen(
            words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, start_new_session=True
        )
        self._buffer = b""
        self._last = 0
        self._open: set[int] = set()
        self._early: dict[int, bytes] = {}

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._ssh.kill()
        for pipe in (self._ssh.stdin, self._ssh.stdout):
            if pipe is not None:
                pipe.close()
        self._ssh.wait()
        self._said.close()

    @property
    def complaint(self) -> str:
        """What ssh said of an error, "" for nothing."""
        with suppress(subprocess.TimeoutExpired):
            self._ssh.wait(SLICE)
        self._said.seek(0)
        return self._said.read(LONGEST).decode("utf-8", "replace").strip()

    # --- what is asked

    def begin(self) -> None:
        """Agree on a version. Raises ConnectionFailed where ssh ends, which then says why."""
        self._send(bytes([INIT]) + struct.pack(">I", 3))
        if self._packet()[:1] != bytes([VERSION]):
            raise BadReply("the server speaks no SFTP", actions=())

    def real_path(self, path: bytes) -> bytes:
        """A path from the root."""
        for name, _ in self._names(self._ask(REALPATH, _string(path))):
            return name
        raise BadReply("the server tells no path", actions=())

    def attributes(self, path: bytes) -> Attributes:
        """What is told of what a path leads to. Raises NotFound, Forbidden."""
        return _attributes(self._ask(STAT, _string(path)), 5)[0]

    def entries(self, path: bytes) -> Iterator[tuple[bytes, Attributes]]:
        """The names in a directory. Raises NotFound, Forbidden."""
        handle = self._handle(self._ask(OPENDIR, _string(path)))
        while (answer := self._ask(READDIR, _string(handle), END))[0] == NAME:
            yield from self._names(answer)
        self._ask(CLOSE, _string(handle))

    def contents(self, path: bytes, start: int = 0) -> Iterator[bytes]:
        """A file in pieces, from a byte on. Raises NotFound, Forbidden."""
        handle = self._handle(self._ask(OPEN, _string(path) + struct.pack(">II", 1, 0)))
        asked = came = start
        waiting: list[int] = []
        while True:
            while len(waiting) < AHEAD:
                waiting.append(self._request(READ, _string(handle) + struct.pack(">QI", asked, PIECE)))
                asked += PIECE
            answer = self._answer(waiting.pop(0), END)
            if answer[0] == STATUS:
                return
            data = _text(answer, 5)[0][:PIECE]
            if not data:  # no end of a file is said so, but there is no more
                return
            came += len(data)
            yield data
            if len(data) < PIECE:  # mostly the end; else what was asked for ahead leaves a hole
                for number in waiting:
                    self._answer(number, END)
                waiting, asked = [], came

    # --- packets

    def _ask(self, kind: int, body: bytes, allowed: int = 0) -> bytes:
        return self._answer(self._request(kind, body), allowed)

    def _request(self, kind: int, body: bytes) -> int:
        self._last += 1
        self._open.add(self._last)
        self._send(bytes([kind]) + struct.pack(">I", self._last) + body)
        return self._last

    def _answer(self, number: int, allowed: int) -> bytes:
        """The answer to a request, in whatever order they come; a status is an error but 0 and the `allowed` one."""
        while number not in self._early:
            packet = self._packet()
            its = struct.unpack_from(">I", packet, 1)[0] if len(packet) >= 9 else 0
            if its not in self._open:
                raise BadReply("the server answers what it was not asked", actions=())
            self._open.remove(its)
            self._early[its] = packet
        packet = self._early.pop(number)
        if packet[0] == STATUS:
            status = struct.unpack_from(">I", packet, 5)[0]
            if status not in (0, allowed):
                raise _refusal(status)
        return packet

    def _send(self, packet: bytes) -> None:
        assert self._ssh.stdin is not None
        descriptor = self._ssh.stdin.fileno()
        left = struct.pack(">I", len(packet)) + packet
        while left:
            # A server that reads nothing fills the pipe; so many bytes fit into one that can be written to (POSIX).
            if not select.select([], [descriptor], [], min(SLICE, self._clock.remaining()))[1]:
                continue
            try:
                left = left[os.write(descriptor, left[: select.PIPE_BUF]) :]
            except OSError:
                raise ConnectionFailed("ssh has ended", actions=()) from None

    def _packet(self) -> bytes:
        size = struct.unpack(">I", self._take(4))[0]
        if not 0 < size <= LONGEST:
            raise BadReply("the server speaks no SFTP", actions=())
        return self._take(size)

    def _take(self, size: int) -> bytes:
        """So many bytes. Raises ConnectionFailed at the end of what comes, TimedOut, Cancelled."""
        assert self._ssh.stdout is not None
        descriptor = self._ssh.stdout.fileno()
        silent = self._clock.phase(SILENCE, f"the server said nothing for {SILENCE:g} s")
        while len(self._buffer) < size:
            if not select.select([descriptor], [], [], min(SLICE, silent.remaining()))[0]:
                continue
            data = os.read(descriptor, LONGEST)
            if not data:
                raise ConnectionFailed("ssh has ended", actions=())
            self._buffer += data
            silent = self._clock.phase(SILENCE, f"the server said nothing for {SILENCE:g} s")
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def _handle(self, answer: bytes) -> bytes:
        if answer[0] != HANDLE:
            raise BadReply("the server gives no handle", actions=())
        handle = _text(answer, 5)[0]
        if len(handle) > LONGEST_HANDLE:
            raise BadReply("the server gives a handle longer than there are", actions=())
        return handle

    def _names(self, answer: bytes) -> Iterator[tuple[bytes, Attributes]]:
        count = struct.unpack_from(">I", answer, 5)[0] if answer[0] == NAME else 0
        at = 9
        for _ in range(count):
            name, at = _text(answer, at)
            _, at = _text(answer, at)  # the same as `ls -l` would have it
            found, at = _attributes(answer, at)
            yield name, found


def _string(text: bytes) -> bytes:
    return struct.pack(">I", len(text)) + text


def _text(packet: bytes, at: int) -> tuple[bytes, int]:
    """A string in a packet, and where the next thing begins."""
    if at + 4 > len(packet):
        raise BadReply("an answer of the server is too short", actions=())
    end = at + 4 + struct.unpack_from(">I", packet, at)[0]
    return packet[at + 4 : end], end


def _attributes(packet: bytes, at: int) -> tuple[Attributes, int]:
    """Attributes in a packet, and where the next thing begins."""
    try:
        flags = struct.unpack_from(">I", packet, at)[0]
        at += 4
        size = struct.unpack_from(">Q", packet, at)[0] if flags & 1 else -1
        at += 8 * (flags & 1) + 4 * (flags & 2)
        mode = struct.unpack_from(">I", packet, at)[0] if flags & 4 else -1
        at += flags & 4
        modified = struct.unpack_from(">I", packet, at + 4)[0] if flags & 8 else -1
        at += flags & 8
        if flags & 0x80000000:
            extended = struct.unpack_from(">I", packet, at)[0]
            at += 4
            for _ in range(2 * min(extended, LONGEST)):
                _, at = _text(packet, at)
    except struct.error:
        raise BadReply("an answer of the server is too short", actions=()) from None
    return Attributes(size, mode, modified), at


def _refusal(status: int) -> LighttermError:
    if status == MISSING:
        return NotFound("there is no such file or directory", actions=())
    if status == REFUSED:
        return Forbidden("the server gives this user no leave to read it", actions=())
    return BadReply(f"the server cannot give it (SFTP status {status})", actions=())
