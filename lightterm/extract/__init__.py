"""Snapshot to Document, by content type."""

from __future__ import annotations

from lightterm.extract.view import MEMORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.errors import LighttermError
    from lightterm.extract.sheets import FetchSheets
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

HTML = ("text/html", "application/xhtml+xml")

ALWAYS_FITS = 1_048_576
"""Bytes of markup that take less than MEMORY, whatever they hold."""

STRUCTURED = 16_000_000
"""Bytes of JSON, XML, Markdown or a table that are read in MEMORY: as text they may take four times that, and more."""


def main_text(markup: str | bytes, url: str = "") -> str:
    """The main text of an HTML page, a line a block; "" of a page without text. `markup` as bytes is UTF-8.

    Raises ParseFailed when the markup cannot be parsed in time.
    """
    from lightterm.extract.reader import main_text

    return main_text(markup, url)


def extract(
    snapshot: Snapshot, view: View, fetch_sheets: FetchSheets | None = None
) -> tuple[Document, tuple[LighttermError, ...]]:
    """The document of a snapshot and what was wrong with its content; never raises for bad content.

    `fetch_sheets` loads linked style sheets (absolute addresses) as text, None for those that cannot be had.
    """
    from lightterm.error_base import LighttermError

    url = snapshot.response.url
    snapshot, cut = _bounded(snapshot, view.max_memory)
    problems: list[LighttermError] = [*cut]
    try:
        document, found = _read(snapshot, url, view, fetch_sheets)
        problems += found
    except LighttermError as error:
        problems.append(error)
        from lightterm.document.model import Document

        document = Document(url=url, content_type=snapshot.content_type)
    if snapshot.charset and document.metadata.charset != snapshot.charset:
        document = document.replace(metadata=document.metadata.replace(charset=snapshot.charset))
    return document, (*problems, *undecoded(snapshot))


def undecoded(snapshot: Snapshot) -> tuple[LighttermError, ...]:
    """What is wrong with a text that is not all in its charset."""
    if not snapshot.replaced:
        return ()
    from lightterm.errors import EncodingFailed

    words = f"{snapshot.replaced} byte sequences are not valid {snapshot.charset} and show as �"
    return (EncodingFailed(words, url=snapshot.response.url, charset=snapshot.charset),)


def asked(snapshot: Snapshot, view: View, fetch_sheets: FetchSheets | None = None) -> Document:
    """The document of a snapshot alone. Raises ValidationFailed for selectors that are none."""
    from lightterm.errors import ValidationFailed

    document, problems = extract(snapshot, view, fetch_sheets)
    for problem in problems:
        if isinstance(problem, ValidationFailed):
            raise problem
    return document


def _bounded(snapshot: Snapshot, memory: int) -> tuple[Snapshot, tuple[LighttermError, ...]]:
    """As much of a snapshot as fits into memory, and an error when that is not all of it."""
    markup = kept = snapshot.markup
    structured = STRUCTURED * memory // MEMORY
    if len(markup) > min(ALWAYS_FITS, ALWAYS_FITS * memory // MEMORY) and snapshot.content_type in HTML:
        from lightterm.extract.limits import within_memory

        body = snapshot.response.body
        kept = within_memory(markup, memory - (0 if markup is body else len(body)))
    elif len(markup) > structured and snapshot.content_type.endswith(("json", "xml", "markdown", "csv", "values")):
        kept = markup[:structured]
    if kept is markup:
        return snapshot, ()
    from lightterm.errors import ALLOW_MEMORY, SOURCE, TooLarge

    lost = f"the last {len(markup) - len(kept)} of its {len(markup)} bytes were left out"
    problem = TooLarge(
        f"the page would take too much memory; {lost}", url=snapshot.response.url, actions=(ALLOW_MEMORY, SOURCE)
    )
    return snapshot.replace(markup=kept), (problem,)


def _read(
    snapshot: Snapshot, url: str, view: View, fetch_sheets: FetchSheets | None
) -> tuple[Document, tuple[LighttermError, ...]]:
    kind = snapshot.content_type
    if kind in HTML:
        from lightterm.extract.html import html_document

        seen = snapshot.base, snapshot.visible, snapshot.numbers, snapshot.frames
        document = html_document(snapshot.markup, url, view, fetch_sheets, *seen)
        if view.reader:
            from lightterm.extract.reader.credited import credited

            document = credited(document, snapshot.markup)
        return document.replace(content_type=kind), ()
    from lightterm.extract.other import other_document

    if (view.selectors or view.excluded) and not kind.endswith(("markdown", "/pdf")):
        from lightterm.errors import ValidationFailed

        words = f"CSS selectors find nothing in {kind}: they are for HTML, Markdown and PDF"
        raise ValidationFailed(words, actions=(), argument="selectors")

    return other_document(snapshot, url, view)
