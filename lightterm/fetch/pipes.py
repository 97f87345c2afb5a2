"""Pipes with a name: FIFOs, and what a shell's `<(command)` gives as /dev/fd/63."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.error_base import LighttermError

_OWN = ("/dev/fd", "/proc/self/fd", f"/proc/{os.getpid()}/fd")
"""Folders of the descriptors that this process was started with."""

_CHUNK = 1 << 16


def read_pipe(path: str, bound: int, seconds: float) -> tuple[bytes, LighttermError | None]:
    """What comes out of the pipe at `path` until its writers are done, and what kept that from being all.

    At most `bound` bytes are taken, and within `seconds`; that is also how long a FIFO waits for its first writer.
    Raises OSError.
    """
    from select import POLLIN, poll
    from time import monotonic

    until = monotonic() + seconds
    parts: list[bytes] = []
    size = 0
    descriptor = _opened(path)
    try:
        ready = poll()
        ready.register(descriptor, POLLIN)
        while size <= bound:
            left = until - monotonic()
            if left <= 0 or not ready.poll(left * 1000):
                return b"".join(parts), _late(path, seconds)
            data = os.read(descriptor, _CHUNK)
            if not data:
                return b"".join(parts), None
            parts.append(data)
            size += len(data)
    finally:
        os.close(descriptor)
    from lightterm.errors import TooLarge

    words = f"{path!r} gave more than {bound} bytes; the rest was left out"
    return b"".join(parts)[:bound], TooLarge(words, path=path)


def _opened(path: str) -> int:
    """A descriptor to read from, opened without waiting for a writer.

    One that this process was given is used itself: opened anew, a pipe whose writer is done already would look like a
    FIFO that nobody has opened yet.
    """
    folder, number = os.path.split("/dev/fd/0" if path == "/dev/stdin" else path)
    if number.isdecimal() and folder in _OWN:
        return os.dup(int(number))
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)


def _late(path: str, seconds: float) -> LighttermError:
    from lightterm.errors import ALLOW_TIME, TimedOut

    return TimedOut(f"{path!r} was not at its end within {seconds:g} s", path=path, actions=(ALLOW_TIME,))
