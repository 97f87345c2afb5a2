"""Footnotes found again: a short link down to an item of a list that leads back up."""

from __future__ import annotations

from lightterm.document.marks import LINK
from lightterm.document.model import Paragraph
from lightterm.output.spans import Span, spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lightterm.document.model import Document, Frame

LONGEST = 5
"""Characters of a reference: `[12]`, `*`, `†`."""

LONGEST_RETURN = 20
"""Characters of a link that leads back: an arrow, or words (`back`) where it leads to what the note is about."""

LENGTHIEST = 50
"""Blocks of one note that are looked at."""

_ARROWS = "↩\ufe0e\ufe0f↑^⏎ \xa0"


class Notes:
    """The footnotes of a document: which links refer to them, where their text begins, which links lead back."""

    def __init__(self, document: Document, addresses: Mapping[int, str]) -> None:
        anchors = dict(reversed(document.anchors))
        # Where links start from need not be where the page is: that one leads back is what tells a note.
        named_places = ((n, url.partition("#")[2]) for n, url in addresses.items())
        inside = {n: name for n, name in named_places if name in anchors}
        self._labels: dict[int, str] = {}
        self._texts: dict[int, str] = {}
        self._returns: set[int] = set()
        if not inside:
            return
        places = dict(_places(document, inside))
        back: dict[int, list[int]] = {}
        for number, (at, text) in places.items():
            if len(text) <= LONGEST_RETURN and anchors.get(inside[number], at) < at:
                back.setdefault(at, []).append(number)
        named: dict[int, str] = {}
        for number, (at, text) in places.items():
            goal = anchors.get(inside[number], -1)
            label = text.strip().strip("[]()")
            if goal <= at or not 0 < len(label) <= LONGEST:
                continue
            own = [
                n
                for block in _item_blocks(document, goal)
                for n in back.get(block, ())
                if not places[n][1].strip(_ARROWS) or anchors[inside[n]] == at
            ]
            if own:
                named.setdefault(goal, label if label.isalnum() and label.isascii() else str(len(named) + 1))
                self._labels[number] = named[goal]
                self._returns.update(own)
        self._texts = named

    def label(self, number: int) -> str:
        """The footnote that a link refers to, "" for other links."""
        return self._labels.get(number, "")

    def at(self, block: int) -> str:
        """The footnote whose text begins in a block, or ""."""
        return self._texts.get(block, "")

    def without_return(self, span: Span) -> Span:
        """A paragraph without its links from a footnote's text back to where it is referred to."""
        if self._returns:
            span.children = [c for c in span.children if isinstance(c, str) or c.target not in self._returns]
            if span.children and isinstance(span.children[-1], str):
                span.children[-1] = span.children[-1].rstrip()
        return span


class _NoNotes(Notes):
    def __init__(self) -> None:
        self._labels, self._texts, self._returns = {}, {}, set()


NO_NOTES: Notes = _NoNotes()


def _places(document: Document, wanted: Mapping[int, str]) -> Iterator[tuple[int, tuple[int, str]]]:
    """(number, (block, text)) of the wanted links."""
    for at, block in enumerate(document.blocks):
        if isinstance(block, Paragraph) and LINK in block.raw:
            for span in spans(block).within():
                if span.kind == "link" and span.target in wanted:
                    yield span.target, (at, span.text())


def _item_blocks(document: Document, at: int) -> range:
    """The blocks of the list's item that begins at a block; none where it is no item."""
    item, blocks = _item(document, at), document.blocks
    end = at
    while item is not None and end < min(len(blocks), at + LENGTHIEST) and _item(document, end) is item:
        if end > at and blocks[end].lead and blocks[end].frame is item:
            break  # the next item of a list that was read for its text has the same frame
        end += 1
    return range(at, end)


def _item(document: Document, at: int) -> Frame | None:
    """The outermost item that a block stands in."""
    if at >= len(document.blocks):
        return None
    found, frame = None, document.blocks[at].frame
    while frame.parent is not None:
        found = frame if frame.kind == "item" else found
        frame = frame.parent
    return found
