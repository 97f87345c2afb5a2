"""How a page is to be read: what extraction needs to know of the reader, and nothing of a terminal."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lightterm.document.model import Document
    from lightterm.extract.feed import Item
    from lightterm.fetch.clock import Cancel

MEMORY = 268_435_456
"""Bytes of memory that are promised to be enough for a page, unless it is asked otherwise."""


class View(Record):
    """`columns` cells across, the colour scheme, whether CSS counts, bounds in bytes, a style sheet of the reader's.

    `structure` keeps what text has no use for: see extract/structure.py; `access` makes the accessibility tree.
    `reader` keeps the main text alone; what CSS `selectors` find goes over that, without what those of `excluded` find.
    Of a PDF: its pages to be read (1-5,9,20-; none: all), its `password`, the seconds that reading may take.
    `picture_width` is how many pixels across are wanted of a picture that there is in several sizes.
    `styled` is for who shows styles: what was inserted needs no sign there.
    `cancel` stops a reading from another thread; `partial` is shown what there is of a document that takes long.
    `hidden` says of a page's URL and markup what is left out of it, as CSS selectors.
    `unread` says which entries of the feed at a URL were not read, by their index; None: nobody asks.
    """

    columns: int = 80
    scheme: str = "light"
    css: bool = True
    max_css_bytes: int = 2_000_000
    max_memory: int = MEMORY
    strip_navigation: bool = False
    strip_footers: bool = False
    user_css: str = ""
    structure: bool = False
    access: bool = False
    selectors: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    reader: bool = False
    picture_width: int = 640
    styled: bool = False
    pdf_pages: str = ""
    password: str = ""
    pdf_seconds: float = 120.0
    cancel: Cancel | None = None
    partial: Callable[[Document], None] | None = None
    hidden: Callable[[str, bytes], Iterable[str]] | None = None
    unread: Callable[[str, tuple[Item, ...]], frozenset[int]] | None = None
