"""The blocks of a page that are asked for: what needs the regex library, which reads a page's text within bounds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.output.wanted import Selection

PATIENCE = 2.0
"""Seconds that a pattern may take for one block."""


def selected(document: Document, selection: Selection | None) -> Document:
    """What of the document is asked for. Raises ValidationFailed for a pattern that is none or takes too long."""
    if selection is None:
        return document
    from lightterm.output.select import select

    return select(document, selection, _finder(selection.pattern) if selection.pattern else None)


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
