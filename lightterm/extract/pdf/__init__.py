"""PDF files (ISO 32000-2) as documents: read by PDFium in a process of its own, page by page, in reading order."""

from __future__ import annotations

from importlib.util import find_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.errors import LighttermError
    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

INSTALL = "pip install 'lightterm[pdf]'"


def is_installed() -> bool:
    """Whether the extra `pdf` is."""
    return find_spec("pypdfium2_raw") is not None


def pdf_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """The document of a PDF file and what could not be read of it; one that cannot be opened says why."""
    from lightterm.error_base import LighttermError
    from lightterm.errors import UnsupportedType

    try:
        if not is_installed():
            words = f"reading a PDF takes the extra `pdf`: {INSTALL}"
            raise UnsupportedType(words, url=url, content_type=snapshot.content_type)
        from lightterm.extract.pdf.gathering import Gathering

        gathering = Gathering(snapshot, url, view)
        gathering.read()
        return gathering.document(), gathering.problems()
    except LighttermError as problem:
        return _closed(snapshot, url, problem), (problem,)


def _closed(snapshot: Snapshot, url: str, problem: LighttermError) -> Document:
    """A page that says what the file is, why it is not shown, and how to get at it."""
    from lightterm.extract.build import Builder, name_of, size_in_words, tell_cut

    builder = Builder(url, snapshot.base)
    title = name_of(url) or "PDF document"
    builder.paragraph(title, level=1)
    builder.paragraph(f"This is a PDF document (application/pdf) of {size_in_words(len(snapshot.markup))}.", gap=1)
    tell_cut(builder, snapshot)
    builder.paragraph(f"It is not shown: {problem.message}.", gap=1)
    builder.paragraph("It can be saved (--download, in the app :download), or opened by another program.", gap=1)
    builder.paragraph(builder.link(url, title), gap=1)
    return builder.document(title, snapshot.content_type)
