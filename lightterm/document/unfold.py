"""Blocks with what their closed disclosures hold in sight."""

from __future__ import annotations

import copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lightterm.document.model import Block, Frame


def unfolded(blocks: Sequence[Block], numbers: Collection[int] | None = None) -> list[Block]:
    """The blocks with the disclosures of these targets open, or with all; what another around them hides stays so."""
    frames: dict[int, Frame] = {}

    def opened(frame: Frame) -> Frame:
        if not frame.folds:
            return frame
        if id(frame) not in frames:
            around = opened(frame.parent) if frame.parent is not None else None
            now = frame.open or numbers is None or frame.fold in numbers
            same = frame.kind, frame.marker, frame.step, frame.fold
            frames[id(frame)] = frame.__class__(around, *same, now, frame.detail)
        return frames[id(frame)]

    def seen(block: Block) -> Block:
        if not block.frame.folds:
            return block
        block = copy.copy(block)
        block.frame = opened(block.frame)
        return block

    return [seen(block) for block in blocks]
