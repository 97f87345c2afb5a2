"""Files whose end is lost: a new end is written from the pages that are there.

PDFium looks for objects by itself where the table of places is wrong, but gives up without a trailer, and a download
that was cut off has none.
"""

from __future__ import annotations

import re

_OBJECT = re.compile(rb"(?<!\d)(\d{1,8})[ \t\r\n]+(\d{1,5})[ \t\r\n]+obj\b")
_IS_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_IS_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")

HEAD = 4096
"""Bytes of an object in which its type is looked for."""

MAX_OBJECTS = 200_000


def with_new_end(data: bytes) -> bytes | None:
    """The file with a trailer that names its catalog, or one made for the pages that were found; None without any."""
    catalog = None
    pages: list[bytes] = []
    highest = 0
    places = [(found.start(), found.end(), found[1], found[2]) for found in _OBJECT.finditer(data)][:MAX_OBJECTS]
    for at, (_, start, number, generation) in enumerate(places):
        end = places[at + 1][0] if at + 1 < len(places) else len(data)
        highest = max(highest, int(number))
        head = data[start : min(end, start + HEAD)].partition(b"stream")[0]
        if _IS_CATALOG.search(head):
            catalog = number + b" " + generation + b" R"
        elif _IS_PAGE.search(head):
            pages.append(number + b" " + generation + b" R")
    more = b"\n"
    if catalog is None:
        if not pages:
            return None
        more += b"%d 0 obj\n<</Type/Pages/Count %d/Kids[%b]>>\nendobj\n" % (highest + 1, len(pages), b" ".join(pages))
        more += b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n" % (highest + 2, highest + 1)
        catalog = b"%d 0 R" % (highest + 2)
    return data + more + b"trailer\n<</Size %d/Root %b>>\n%%%%EOF\n" % (highest + 3, catalog)
