"""`--diff`: what is other on a page than the last time, as lines or as a page in the format that was asked for."""

from __future__ import annotations

from lightterm.commands.about_changes import markup, told
from lightterm.errors import ConfigError
from lightterm.fetch.model import Snapshot
from lightterm.output.changes import change_lines
from lightterm.session.watching import changes_to, keep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.options import DumpOptions
    from lightterm.commands.report import Report
    from lightterm.document.model import Document
    from lightterm.extract.view import View
    from lightterm.loading import Page
    from lightterm.output.changes import Change
    from lightterm.session.session import Session


def changes(
    session: Session, options: DumpOptions, page: Page, document: Document, report: Report
) -> tuple[Change, ...]:
    """What is other; how much and since when is said on stderr. Raises ConfigError where nothing may be kept.

    `seen` is to be called once all of it has been told.
    """
    chosen = session.settings
    if chosen.session.private or not (chosen.history.enabled and chosen.history.keep_text):
        raise ConfigError("--diff needs a text to compare with, and session.private or history says to keep none")
    found = changes_to(session, page.request.url, document, _part(options, chosen.extraction.readability_mode))
    report.say(told(found.found, found.since) if found.since is not None else "kept, to be compared with the next time")
    return found.found


def seen(session: Session, options: DumpOptions, page: Page, document: Document) -> None:
    """Keep the page's text: what is other is told from it the next time."""
    keep(session, page.request.url, document, _part(options, session.settings.extraction.readability_mode))


def _part(options: DumpOptions, reader: bool) -> str:
    """What of the page is compared, as a name that is the same for the same options; "" for all of it."""
    asked = (options.selectors, options.excluded, options.selection, reader)
    return repr(asked) if any(asked) else ""


def lines(document: Document, found: Sequence[Change], headed: bool) -> list[str]:
    """The changes as diff shows them, under title and address if `headed`."""
    from lightterm.fetch.urls import display_url

    head = [document.title, display_url(document.url), ""] if headed else []
    return [*(line for line in head if line or head[0]), *change_lines(found)]


def as_page(page: Page, found: Sequence[Change], view: View, by_line: bool) -> Page:
    """The page with the changes in place of its text; what is said of the page stays.

    `by_line` is for formats that have no words struck out: each change is the lines that diff shows.
    """
    from html import escape

    from lightterm.extract import extract

    of = page.document
    shown = "".join([f"<div>{escape(line)}</div>" for line in change_lines(found)]) if by_line else markup(found)
    body = f"<!doctype html><title>{escape(of.title)}</title><body>{shown}"
    snapshot = Snapshot(page.response, "text/html", body.encode("utf-8", "replace"))
    plain = view.replace(selectors=(), excluded=(), reader=False, css=False)
    document = extract(snapshot, plain, None)[0]
    kept = document.replace(title=of.title, language=of.language, direction=of.direction, metadata=of.metadata)
    return page.replace(document=kept)
