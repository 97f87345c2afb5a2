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
_MAY_BE_IGNORED = rb"(?i:(<(?:td|th|tr|tbody|thead|tfoot|caption|col|colgroup|html|head|body|form|frame))[\s/][^<>]*>)"


def parse(make: Callable[..., Tree], markup: bytes, memory: int) -> Tree:
    """What `make` makes of the markup within `memory` bytes, or of a plainer one. Raises ParseFailed if that fails too.

    A process that does other things at once is not bounded, as they would be, too: there suspicion is enough.
    """
    if len(markup) < LARGE:
        return make(markup, options=WITHOUT_EVENTS)
    if _thread._count() > 1:
        return make(in_pieces(markup) if _is_suspicious(markup) else markup, options=WITHOUT_EVENTS)
    # Who sets another bound is not held to it by the byte: what is left of a page was reckoned to fit.
    release = _bounded(memory - WITHOUT_TREE - len(markup) if memory == MEMORY else 2 * memory)
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


def _bounded(room: int) -> Callable[[], None]:
    """Let the process take so much more address space only; what takes that back."""
    try:
        import resource

        with open("/proc/self/statm", "rb") as file:
            taken = int(file.read().split()[0]) * resource.getpagesize()
        before = resource.getrlimit(resource.RLIMIT_AS)
        if before[0] == resource.RLIM_INFINITY or before[0] > taken + room:
            resource.setrlimit(resource.RLIMIT_AS, (taken + room, before[1]))
    except (ImportError, OSError, ValueError):
        return lambda: None
    return lambda: resource.setrlimit(resource.RLIMIT_AS, before)
