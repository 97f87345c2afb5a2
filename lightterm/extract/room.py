"""A bound on the memory of one parse, and markup that needs less of it.

lexbor copies a text anew whenever something else took memory since its last piece: what it ignores, yet keeps the
attributes of. 720 KB of `two</b x=1>` so took 1.3 GB, and the square of that for more.
"""

from __future__ import annotations

import _thread

from lightterm.extract.dom import WITHOUT_EVENTS
from lightterm.extract.view import MEMORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.dom import Tree

LARGE = 150_000
"""Bytes of markup up to which even that takes less than 60 MB."""

WITHOUT_TREE = 38_000_000
"""Bytes of the memory for a page that its tree may not take, its markup aside."""

_COPIES = 100_000_000
_AT_END = rb"(</[a-zA-Z][^\s/>]*)[\s/][^<>]*>"
_MAY_BE_IGNORED = (
    rb"(?i:(<(?:td|th|tr|tbody|thead|tfoot|caption|col|colgroup|html|head|body|form|frame|frameset)|<!doctype\s+[^\s<>]+)"
    rb"[\s/][^<>]*>)"
)
_LOOK = 0.01
"""Seconds between two looks at what a parse beside others takes: twenty megabytes of what is copied over and over."""

_running: list[int] = []
"""What each of the parses that run beside others may take."""
_bounds: list[tuple[int, int]] = []
"""The limit that the process has of its own, once for each of ours that holds."""
_setting = _thread.allocate_lock()


def parse(make: Callable[..., Tree], markup: bytes, memory: int) -> Tree:
    """What `make` makes of the markup within `memory` bytes, or of a plainer one. Raises ParseFailed if that fails too.

    In a process that does other things at once what is suspicious is made plain first, and no limit is set before all
    parses that run have taken what they may: others would have it, too, and a process begun meanwhile for good.
    """
    if len(markup) < LARGE:
        return make(markup, options=WITHOUT_EVENTS)
    # Who sets another bound is not held to it by the byte: what is left of a page was reckoned to fit.
    room = memory - WITHOUT_TREE - len(markup) if memory == MEMORY else 2 * memory
    if _thread._count() > 1:
        if _is_suspicious(markup):
            markup = in_pieces(markup)
        release = _watched(room)
    else:
        release = _bounded(room)
    try:
        try:
            return make(markup, options=WITHOUT_EVENTS)
        except Exception:  # the parser's own, of which only dom.py knows, or MemoryError
            return make(_replaced(markup, rb"\1>"), options=WITHOUT_EVENTS)
    except Exception as fault:
        from lightterm.errors import ParseFailed

        raise ParseFailed(f"the page's markup takes too much memory to parse ({fault})") from None
    finally:
        release()


def in_pieces(markup: bytes) -> bytes:
    """Markup whose end tags have no attributes, with an empty comment before what may be ignored: it ends a text."""
    return _replaced(markup, rb"<!>\g<0>")


def _replaced(markup: bytes, ignored: bytes) -> bytes:
    import re

    return re.sub(_MAY_BE_IGNORED, ignored, re.sub(_AT_END, rb"\1>", markup))


def _is_suspicious(markup: bytes) -> bool:
    import re

    often = len(re.findall(_MAY_BE_IGNORED, markup)) + len(re.findall(_AT_END, markup))
    return often * len(markup) > _COPIES


def _watched(room: int) -> Callable[[], None]:
    """Let the process take no more once it took `room` and that of all other parses that run; what takes that back."""
    begun = _taken(1)
    ended, seen = _thread.allocate_lock(), _thread.allocate_lock()
    ended.acquire()
    seen.acquire()
    _running.append(room)

    def watch() -> None:
        release = None
        while not ended.acquire(timeout=_LOOK):
            if release is None and _taken(1) - begun > sum(_running):
                release = _bounded(0)
        if release is not None:
            release()
        seen.release()

    def stop() -> None:
        _running.remove(room)
        ended.release()
        seen.acquire()

    _thread.start_new_thread(watch, ())
    return stop


def _taken(which: int) -> int:
    """Bytes that the process has of address space (0) or of memory (1); 0 where that cannot be told."""
    try:
        import resource

        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[which]) * resource.getpagesize()
    except (ImportError, OSError, ValueError):
        return 0


def _bounded(room: int) -> Callable[[], None]:
    """Let the process take so much more address space only; what takes that back."""
    taken = _taken(0)
    if not taken:
        return lambda: None
    import resource

    with _setting:
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        _bounds.append(_bounds[0] if _bounds else (soft, hard))
        if soft == resource.RLIM_INFINITY or soft > taken + room:
            resource.setrlimit(resource.RLIMIT_AS, (taken + room, hard))

    def release() -> None:
        with _setting:
            own = _bounds.pop()
            if not _bounds:
                resource.setrlimit(resource.RLIMIT_AS, own)

    return release
