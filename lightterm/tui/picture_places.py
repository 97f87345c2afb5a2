"""Where pictures stand in a page: those of some lines, the block of one, and lines laid out anew around the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.flow import Flow
from lightterm.document.model import Table
from lightterm.document.place import Place
from lightterm.document.within import block_of_medium, first_medium, paragraphs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.document.model import Media
    from lightterm.tui.page_view import PageView

MOST = 48
"""Media of a table that are counted as in sight, around the part of it that is."""


def media(flow: Flow, start: int, end: int, count: int) -> list[int]:
    """The indices of the media that stand on the lines from `start` up to `end`, of `count` in the page.

    Those without words are on no line, so they are told by the blocks; of a long table they are those about there.
    """
    if start >= len(flow) or not flow.blocks:
        return []
    first = flow.block_at(start)
    last = flow.block_at(end - 1) if end < len(flow) else len(flow.blocks) - 1  # which may have no line of its own
    low, high = first_medium(flow.blocks, first, count), first_medium(flow.blocks, last + 1, count)
    if first == last and high - low > MOST and isinstance(flow.blocks[first], Table):
        top, bottom = flow.line_of_block(first), flow.end_of_block(first)
        middle = low + (high - low) * ((start + end) // 2 - top) // max(1, bottom - top)
        low, high = max(low, middle - MOST // 2), min(high, middle + MOST // 2)
    return list(range(low, high))


class Addresses:
    """Which of a page's media are of an address; looked through when it is first asked, not by each view that shows
    the page."""

    def __init__(self, media: Sequence[Media]) -> None:
        self._media = media
        self._indices: dict[str, list[int]] | None = None

    @property
    def indices(self) -> Mapping[str, Sequence[int]]:
        """The indices of the media by their address."""
        if self._indices is None:
            self._indices = {}
            for index, medium in enumerate(self._media):
                self._indices.setdefault(medium.url, []).append(index)
        return self._indices


def in_target(flow: Flow, number: int) -> list[int]:
    """The indices of the pictures that stand in a target."""
    block = flow.blocks[flow.block_of_target(number)]
    return [m.media for p in paragraphs(block) for m in p.decode()[1] if m.media >= 0 and m.target == number]


def on_lines(flow: Flow, start: int, end: int) -> list[int]:
    """The indices of the media that are to be seen on these lines, as pictures or words."""
    spans = (span for line in range(start, min(end, len(flow))) for span in flow.spans(line))
    return list(dict.fromkeys(span.media for span in spans if span.media >= 0))


def in_sight(view: PageView, mute: bool = False) -> list[int]:
    """The pictures to be seen, as such or in words; else, or where they are wanted, too, those without words whose
    place is in sight."""
    lines = (view.flow, view.first, view.first + view.height)
    known = view.document.media
    found = on_lines(*lines)
    if mute or not found:
        found += (index for index in media(*lines, len(known)) if index not in found)
    return [index for index in found if known[index].kind == "image" and known[index].url]


def at(view: PageView, line: int, character: int) -> int:
    """The index of the picture that stands at a character, as such or in words; -1 for none."""
    known = view.document.media
    for span in view.flow.spans(line) if known else ():
        if span.media >= 0 and span.start <= character < span.end and known[span.media].kind == "image":
            return span.media
    return -1


def block_of(flow: Flow, index: int) -> int:
    """The block that a medium stands in."""
    return block_of_medium(flow.blocks, index)


def relay(view: PageView, blocks: Sequence[int]) -> None:
    """Lay blocks out anew because their pictures take other cells now; the words that are read stay where they are."""
    flow = view.flow
    held = view.caret.hold() if view.caret.used else None
    block, lines, place = _held(view, frozenset(blocks))
    flow.forget(blocks)
    for each in blocks:
        flow.line_of_block(each)  # laid out at once, so that no line moves when it comes into sight
    if view.first:
        line = flow.line(place) if place is not None else flow.line_of_block(block)
        view.first = max(0, min(line + lines, view.last_first))
    if held is not None:
        view.caret.settle(held)
    view.repaint()
    view.post_message(view.Moved())


def _held(view: PageView, changed: frozenset[int]) -> tuple[int, int, Place | None]:
    """(block, lines from its first line to the top of the screen, place): what is read and will not change itself.

    That is the first line with words whose block is none of the `changed`, else the place at the top.
    """
    flow = view.flow
    for line in range(view.first, min(view.first + view.height, len(flow))):
        if flow.text(line).strip():
            block = flow.block_at(line)
            if block not in changed:
                return block, view.first - flow.line_of_block(block), None
    return 0, 0, flow.place(view.first)
