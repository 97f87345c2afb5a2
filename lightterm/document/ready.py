"""What a page costs once before it is shown, to be had in a thread beside the keys."""

from __future__ import annotations

from lightterm.document.chunks import Cuts
from lightterm.document.flow import Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block


def ready(blocks: Sequence[Block], width: int, numbers: bool, stacked: bool, cuts: Cuts | None = None) -> Cuts:
    """How blocks are cut, with the columns of their long tables fitted: 100 ms of 10,000 rows."""
    flow = Flow(blocks, width, numbers, stacked=stacked, cuts=cuts)
    for block in flow.cuts.parts:
        if flow.is_in_rows(block):
            flow.line_of_block(block)  # which lays out the first of its parts
    return flow.cuts
