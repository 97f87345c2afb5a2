"""Memory that a large page took while it was read: given back to the system once it is there."""

from __future__ import annotations

LARGE = 1_000_000
"""Bytes of markup from which on a page's tree has taken enough to be worth it."""


def give_back() -> None:
    """Have the C library return what is free in it, where it can: it keeps what lies between things still in use.

    Of a page of 10 MB 90 MB of 200 were so, its tree's and the parser's; takes 5 ms.
    """
    import ctypes
    import sys

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform.startswith("linux") else None
    if trim is not None:  # musl has none
        trim(ctypes.c_size_t(0))
