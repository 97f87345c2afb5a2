"""A page that says what went wrong and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.report import emptiness
from lightterm.document.model import ROOT, Document, Frame, Paragraph

if TYPE_CHECKING:
    from lightterm.document.model import Block
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.loading import Page


def shown_document(page: Page, request: Request) -> Document:
    """What is shown of a page: itself, and where a server says nothing but that it failed, what went wrong."""
    document = page.document
    if document.blocks or document.media:
        return document
    if page.error is not None:
        return error_document(page.error, request)
    words = emptiness(page)
    return document.replace(blocks=[Paragraph(f"{words[0].upper()}{words[1:]}.", ROOT, 0, 0, 1)]) if words else document


def error_document(error: LighttermError | None, request: Request) -> Document:
    """The page in the place of one that could not be had."""
    from lightterm.commands.advice import advice
    from lightterm.fetch.url_display import display_url
    from lightterm.safe import clean

    title = "The page could not be loaded"
    heading = Paragraph(title, ROOT, 0, 0, 1)
    heading.level = 1
    blocks: list[Block] = [heading, Paragraph(display_url(request.url), ROOT, 1, 0, 1)]
    if error is not None:
        blocks.append(Paragraph(clean(error.message), ROOT, 1, 0, 1))
        if error.actions:
            blocks.append(Paragraph("What can be done:", ROOT, 1, 0, 1))
        for action in error.actions:
            item = Frame(ROOT, "item", "• ", "  ")
            blocks.append(Paragraph(clean(advice(action)), item, 0, 1, 1))
        blocks.append(Paragraph(f"{error.code}", ROOT, 1, 0, 1))
    return Document(url=request.url, title=title, blocks=blocks)
