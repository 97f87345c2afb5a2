"""Memory that a large page took while it was read: given back to the system once it is not needed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ctypes import CDLL

LARGE = 1_000_000
"""Bytes of markup from which on a page's tree has taken enough to be worth it."""

KEPT = 8 << 20
"""Bytes that the C library may keep at an end of its heaps; it takes twice a large body, once that was freed."""

_M_TRIM_THRESHOLD = -1


def keep_little() -> None:
    """Have the C library give back more of what is freed from now on: a tree read in a thread lies in heaps of its own,
    whose ends `give_back` does not reach."""
    library = _library()
    if library is not None:
        library.mallopt(_M_TRIM_THRESHOLD, KEPT)


def give_back() -> None:
    """Have the C library return what is free in it, where it can: it keeps what lies between things still in use.

    Of a page of 10 MB 90 MB of 200 were so, its tree's and the parser's; takes 5 ms. Without it the tree of 3 MB of
    rows took 75 MB for good where its heap was the one that all else is in: a piece at its end holds all below.
    """
    library = _library()
    if library is not None:
        import ctypes

        library.malloc_trim(ctypes.c_size_t(0))


def _library() -> CDLL | None:
    """glibc; None where there is another, which has no such functions."""
    import ctypes
    import sys

    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
