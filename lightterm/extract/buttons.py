"""Buttons in links: one number for both, that of the one which does something."""

from __future__ import annotations

from lightterm.document.marks import IMAGE, LINK, strip
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.walk import Walker


def _acts_itself(head: str, in_form: bool) -> bool:
    """Whether a button in a link does something of its own; where it does nothing, browsers follow the link."""
    sends = dom.attribute(head, "type", "submit").lower() != "button" and (in_form or " form=" in head)
    return sends or " onclick=" in head or " disabled=" in head


def _begins_link(walker: Walker) -> bool:
    """Whether nothing stands yet in the link that is open."""
    for piece in reversed(walker.buf):
        if LINK in piece or IMAGE in piece or strip(piece).strip():
            return LINK in piece and IMAGE not in piece and not strip(piece.rpartition(LINK)[2]).strip()
    return False


def _around(walker: Walker, stays: bool) -> None:
    """Have a link in which nothing stands yet be one with the button that comes: it stands apart as buttons do, or is
    taken out, as a click on it is one on the button.
    """
    buf = walker.buf
    at = max(i for i, piece in enumerate(buf) if LINK in piece)
    buf[at:] = ["".join(buf[at:]).replace(LINK, f" {LINK}" if stays else "")]
    if not stays:
        walker.targets.pop()
        walker.in_link = False


def is_within(walker: Walker, head: str, in_form: bool) -> bool:
    """Whether a button that begins belongs to the link that is open; one that acts itself takes the place of a link in
    which nothing stands yet.
    """
    if not _begins_link(walker):
        return False
    stays = not _acts_itself(head, in_form)
    _around(walker, stays)
    return stays
