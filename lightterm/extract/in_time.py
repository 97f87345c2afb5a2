"""As much of a large page as there is time to read.

How fast a machine reads is found out with the page's first part: one that has much else to do takes ten times as long
as one that has not, and some markup five times as long as other.
"""

from __future__ import annotations

import os
from time import monotonic, process_time

from lightterm.extract import HTML, extract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document
    from lightterm.errors import LighttermError
    from lightterm.extract.sheets import FetchSheets
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

FIRST = 250_000
"""Bytes of markup that are read whatever time is left: 20 ms where nothing else is done."""

SURELY, AMPLE = 300_000, 10.0
"""Bytes that any machine reads in a second, whatever they hold: fifty times that of plain markup where nothing else is
done. With so many seconds left, thrice as many bytes are taken to be sure: reading the first part costs time, too."""

SHARE = 0.5
"""The share of the time left that reading may take; laying it out, writing it and a machine that slows down have the
rest."""


class _Once:
    """Style sheets that are loaded once, and the seconds that took, which say nothing of how fast a page is read."""

    def __init__(self, fetch: FetchSheets) -> None:
        self._fetch = fetch
        self._known: dict[tuple[str, ...], Sequence[str | None]] = {}
        self.seconds = 0.0

    def __call__(self, urls: Sequence[str]) -> Sequence[str | None]:
        key = tuple(urls)
        if key not in self._known:
            begun = monotonic()
            self._known[key] = self._fetch(urls)
            self.seconds += monotonic() - begun
        return self._known[key]


def extract_in_time(
    snapshot: Snapshot, view: View, fetch_sheets: FetchSheets | None, seconds: float, few: bool = False
) -> tuple[Document, tuple[LighttermError, ...]]:
    """As `extract`; of text for whose reading `seconds` are too few its beginning, and ReadTooLong among the errors.

    With `few` it waits a little while others read who do; for what a process of its own reads, it does not.
    """
    if not (snapshot.content_type in HTML or snapshot.charset):
        return extract(snapshot, view, fetch_sheets)
    if few:
        from lightterm.extract.computing import few_at_once

        came = monotonic()
        with few_at_once() as turn:
            return _as_much(snapshot, view, turn.aside(fetch_sheets), seconds - (monotonic() - came))
    return _as_much(snapshot, view, fetch_sheets, seconds)


def _as_much(
    snapshot: Snapshot, view: View, fetch_sheets: FetchSheets | None, seconds: float
) -> tuple[Document, tuple[LighttermError, ...]]:
    size = len(snapshot.markup)
    sure = seconds * SURELY * (3 if seconds >= AMPLE else 1)
    if size <= max(FIRST, sure):
        return extract(snapshot, view, fetch_sheets)
    begun, worked = monotonic(), process_time()
    sheets = _Once(fetch_sheets) if fetch_sheets is not None else None
    most = FIRST
    document, problems = extract(_beginning(snapshot, most), view, sheets)
    spent = monotonic() - begun
    reading = max(spent - (sheets.seconds if sheets is not None else 0.0), (process_time() - worked) * _busy(), 1e-3)
    fitting = int(FIRST * SHARE * (seconds - spent) / reading)
    if fitting > FIRST:
        most = min(fitting, size)
        document, problems = extract(_beginning(snapshot, most), view, sheets)
    if most >= size:
        return document, problems
    from lightterm.errors import ReadTooLong

    words = f"time was up: the last {size - most} of the page's {size} bytes were left out"
    return document, (ReadTooLong(words, url=snapshot.response.url), *problems)


def _busy() -> float:
    """How many programs share a processor, at least 1: the first part may have been read in one go between others."""
    try:
        return max(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0)
    except (OSError, AttributeError):
        return 1.0


def _beginning(snapshot: Snapshot, size: int) -> Snapshot:
    """The first bytes of a page, its last tag or line whole."""
    markup = snapshot.markup
    if size >= len(markup):
        return snapshot
    end = markup.rfind(b"<" if snapshot.content_type in HTML else b"\n", size // 2, size)
    return snapshot.replace(markup=markup[: end if end > 0 else size])
