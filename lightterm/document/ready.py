"""What a page costs once before it is shown, to be had in a thread beside the keys."""

from __future__ import annotations

from lightterm.document.chunks import Cuts
from lightterm.document.flow import Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block
    from lightterm.document.place import Place


def ready(
    blocks: Sequence[Block],
    width: int,
    numbers: bool,
    stacked: bool,
    cuts: Cuts | None = None,
    wrap: bool = False,
    sight: tuple[Place, int] | None = None,
) -> Cuts:
    """How blocks are cut, with the columns of their long tables fitted: 100 ms of 10,000 rows. With `sight` so many
    lines from a place on are laid out, too: 1 to 4 ms."""
    flow = Flow(blocks, width, numbers, wrap=wrap, stacked=stacked, cuts=cuts)
    if sight is not None:
        flow.recall()
    for block in flow.cuts.parts:
        if flow.is_in_rows(block):
            flow.line_of_block(block)  # which lays out the first of its parts
    if sight is not None:
        place, lines = sight
        first = max(0, min(flow.line(place), len(flow) - lines))
        list(flow.texts(first, first + lines))
    return flow.cuts
