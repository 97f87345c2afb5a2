"""Pages of a PDF as people name them: by their numbers, or by what is printed on them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LAST_PAGE = 10_000_000
LONGEST = 20
"""Characters of what is printed on a page, as far as it can be asked for."""


def check_pages(text: str) -> None:
    """Raises ValueError for what names no pages in any file."""
    labels = labels_in(text)
    if not labels:
        parse_pages(text, {})
        return
    for part in _parts(text):
        if not any(end in labels for end in part.split("-")):
            parse_pages(part or ",", {})


def labels_in(text: str) -> tuple[str, ...]:
    """What stands for pages in `text` and is no number: letters, with digits behind them (ii, A3)."""
    ends = [end for part in _parts(text) for end in part.split("-")]
    return tuple(dict.fromkeys(end for end in ends if end[:1].isalpha() and end.isalnum() and len(end) <= LONGEST))


def parse_pages(text: str, labels: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Ranges of pages, (first, last) from 0, of `1-5,9,20-,ii-iv`: raises ValueError. Nothing is all of them, as ().

    `labels` are the indices of pages by what is printed on them.
    """
    ranges = []
    for part in _parts(text):
        dash = "-" in part
        first, last = (str(labels[end] + 1) if end in labels else end for end in (*part.split("-", 1), "")[:2])
        if not (first or last) or any(word and not word.isdecimal() for word in (first, last)):
            raise ValueError(f"{text!r} does not name pages (1-5,9,20-)")
        low = int(first or 1)
        high = int(last or LAST_PAGE) if dash else low
        if not 1 <= low <= high <= LAST_PAGE:
            raise ValueError(f"{text!r} does not name pages: they go from 1, the smaller number first")
        ranges.append((low - 1, high - 1))
    return tuple(ranges)


def _parts(text: str) -> Iterator[str]:
    yield from text.replace(" ", "").split(",") if text.strip() else ()
