"""The blocks of a page that are asked for: what needs the regex library, which reads a page's text within bounds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.options import DumpOptions
    from lightterm.document.model import Document
    from lightterm.fetch.model import Snapshot
    from lightterm.loading import Page
    from lightterm.output.wanted import Selection

WHOLE = ("html-source", "headers", "har", "metadata")
"""Formats that tell of a page as a whole."""

FEW = 200
"""Characters of a page without its scripts below which it may be all in them."""

PATIENCE = 2.0
"""Seconds that a pattern may take for one block."""


def selected(document: Document, selection: Selection | None) -> Document:
    """What of the document is asked for. Raises ValidationFailed for a pattern that is none or takes too long."""
    if selection is None:
        return document
    from lightterm.output.select import select

    return select(document, selection, _finder(selection.pattern) if selection.pattern else None)


def check_asked(options: DumpOptions, form: str) -> None:
    """Raises ConfigError for what finds nothing on any page, and for a format that has no parts."""
    from lightterm.errors import ConfigError, ValidationFailed
    from lightterm.extract.pick import check_selectors

    selection = options.selection
    if form in WHOLE:
        asked: dict[str, object] = {"selector": options.selectors, "exclude": options.excluded}
        if selection is not None:
            asked |= {"keyword": selection.keywords, "pattern": selection.pattern, "query": selection.query}
        name = next(name for name, given in asked.items() if given)
        raise ConfigError(f"--{name} is not for --format {form}, which has no parts of the page")
    if selection is not None and not (selection.top >= 1 and 0 <= selection.threshold <= 1):
        raise ConfigError("--top is at least 1, --threshold a share from 0 to 1")
    try:
        check_selectors((*options.selectors, *options.excluded))
        if selection is not None and selection.pattern:
            _finder(selection.pattern)
    except ValidationFailed as problem:
        raise ConfigError(problem.message) from None


def found_nothing(page: Page, by_selectors: bool) -> Page:
    """A page that has nothing of what was asked for, with an error that says so unless it has one of its own.

    Where selectors find nothing, what they left says of the page that it is empty, or waits for its scripts.
    """
    from lightterm.errors import OUTLINE, ContentEmpty, ExtractionFailed, RequiresScript

    if page.errors:
        is_said_empty = isinstance(page.errors[0], ContentEmpty | RequiresScript)
        if not (by_selectors and is_said_empty and _has_more(page.snapshot)):
            return page
    words = "nothing on the page is what was asked for"
    return page.replace(errors=(ExtractionFailed(words, actions=(OUTLINE,), url=page.response.url),))


def _has_more(snapshot: Snapshot) -> bool:
    """Whether a page of which nothing was picked has text for who runs no scripts."""
    from lightterm.extract import HTML, dom
    from lightterm.extract.prepare import letters

    if snapshot.content_type not in HTML:
        return False
    body = dom.parse(snapshot.markup).body
    return body is not None and letters(body) - sum(map(letters, body.css("noscript"))) >= FEW


def _finder(pattern: str) -> Callable[[str], bool]:
    import regex

    from lightterm.errors import ValidationFailed

    try:
        compiled = regex.compile(pattern, regex.MULTILINE)  # a table is a block of its cells, each a line
    except regex.error as problem:
        raise ValidationFailed(f"the pattern {pattern!r}: {problem}", actions=()) from None

    def found(text: str) -> bool:
        try:
            return compiled.search(text, timeout=PATIENCE) is not None
        except TimeoutError:
            raise ValidationFailed(f"the pattern {pattern!r} takes too long", actions=()) from None

    return found
