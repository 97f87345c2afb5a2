"""Snapshot to Document, by content type."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.errors import LighttermError
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

    FetchSheet = Callable[[str], str | None]

HTML = ("text/html", "application/xhtml+xml")

ALWAYS_FITS = 1_048_576
"""Bytes of markup that take less memory than is promised, whatever they hold."""


def extract(
    snapshot: Snapshot, view: View, fetch_sheet: FetchSheet | None = None
) -> tuple[Document, tuple[LighttermError, ...]]:
    """The document of a snapshot and what was wrong with its content; never raises for bad content.

    `fetch_sheet` loads a linked style sheet (absolute address) as text, None when it cannot be had.
    """
    from lightterm.errors import EncodingFailed, LighttermError

    url = snapshot.response.url
    problems: list[LighttermError] = []
    try:
        document, found = _read(snapshot, url, view, fetch_sheet)
        problems += found
    except LighttermError as error:
        problems.append(error)
        from lightterm.document.model import Document

        document = Document(url=url, content_type=snapshot.content_type)
    if snapshot.replaced:
        problems.append(
            EncodingFailed(
                f"{snapshot.replaced} byte sequences are not valid {snapshot.charset} and show as �",
                url=url,
                charset=snapshot.charset,
            )
        )
    return document, tuple(problems)


def _bounded(markup: bytes, url: str) -> tuple[bytes, tuple[LighttermError, ...]]:
    """Markup that fits into memory, and an error when that is not all of it."""
    if len(markup) <= ALWAYS_FITS:
        return markup, ()
    from lightterm.errors import SOURCE, TooLarge
    from lightterm.extract.limits import within_memory

    kept = within_memory(markup)
    if len(kept) == len(markup):
        return markup, ()
    lost = f"the last {len(markup) - len(kept)} of its {len(markup)} bytes were left out"
    return kept, (TooLarge(f"the page would take too much memory; {lost}", url=url, actions=(SOURCE,)),)


def _read(
    snapshot: Snapshot, url: str, view: View, fetch_sheet: FetchSheet | None
) -> tuple[Document, tuple[LighttermError, ...]]:
    kind = snapshot.content_type
    if kind in HTML:
        from lightterm.extract.html import html_document

        markup, problems = _bounded(snapshot.markup, url)
        return html_document(markup, url, view, fetch_sheet, snapshot.base).replace(content_type=kind), problems
    from lightterm.extract.other import other_document

    return other_document(snapshot, url, view)
