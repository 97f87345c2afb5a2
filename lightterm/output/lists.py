"""What a page links to and what it is divided into, a line each."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.document.model import Document


def link_lines(document: Document, show_url: Callable[[str], str]) -> Iterator[str]:
    """`[12] address text` of each link to be seen: the number, then the address, then what is left of the line."""
    for number, url in document.targets.addresses():
        if any(first <= number <= last for first, last in document.folded):
            continue
        text = document.targets[number].text
        yield f"[{number}] {show_url(url).replace(' ', '%20')} {text}".rstrip()


def outline_lines(document: Document) -> Iterator[str]:
    """The headings, each with as many `#` as its level."""
    for heading in document.outline():
        yield f"{'#' * heading.level} {heading.text}"
