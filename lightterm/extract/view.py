"""How a page is to be read: what extraction needs to know of the reader, and nothing of a terminal."""

from __future__ import annotations

from lightterm.records import Record


class View(Record):
    """`columns` cells across, the colour scheme, whether CSS counts."""

    columns: int = 80
    scheme: str = "light"
    css: bool = True
    max_css_bytes: int = 2_000_000
    strip_navigation: bool = False
    strip_footers: bool = False
