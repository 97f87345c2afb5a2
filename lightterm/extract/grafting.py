"""Blocks of a cell put into what their table stands in."""

from __future__ import annotations

from lightterm.document.model import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Frame


def graft(block: Block, frame: Frame) -> None:
    """Put the block's frame chain under `frame`; frames are shared, so one may hang there already."""
    if frame is ROOT:
        return
    if block.frame is ROOT:
        block.frame = frame
        return
    top = block.frame
    if frame.folds and not top.folds:
        _fold_up(top, frame)
    while top is not frame and top.parent is not None and top.parent is not ROOT:
        top = top.parent
    if top is not frame and top.parent is ROOT and not _is_under(frame, top):
        top.parent = frame
        top.folds = top.folds or frame.folds


def _fold_up(top: Frame, frame: Frame) -> None:
    """What hangs under a disclosure knows it."""
    at: Frame | None = top
    while at is not None and at is not frame and at is not ROOT:
        at.folds = True
        at = at.parent


def _is_under(frame: Frame, top: Frame) -> bool:
    """Whether a frame hangs under another: a chain that came back to itself would have no end."""
    at: Frame | None = frame
    while at is not None and at is not top:
        at = at.parent
    return at is not None
