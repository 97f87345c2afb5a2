"""Controls in links: one number for a link and its button, that of the one which does something; fields stand apart."""

from __future__ import annotations

from lightterm.document.marks import BREAK, IMAGE, LINK, LINK_END, strip
from lightterm.extract import dom
from lightterm.extract.links import BY_ADDRESS, ICON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.forms import Pending
    from lightterm.extract.walk import Walker


_NOTHING = BREAK + " \t\n"


def _acts_itself(head: str, in_form: bool) -> bool:
    """Whether a button in a link does something of its own; where it does nothing, browsers follow the link."""
    sends = dom.attribute(head, "type", "submit").lower() != "button" and (in_form or " form=" in head)
    return sends or " onclick=" in head or " disabled=" in head


def _begins_link(walker: Walker) -> bool:
    """Whether nothing stands yet in the link that is open."""
    for piece in reversed(walker.buf):
        if LINK in piece or IMAGE in piece or strip(piece).strip(_NOTHING):
            return LINK in piece and IMAGE not in piece and not strip(piece.rpartition(LINK)[2]).strip(_NOTHING)
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


def end_link(walker: Walker) -> str:
    """End the link that is open, as a field comes that has a number of its own; the tag of one in which nothing stands
    yet, which is taken out and begins behind the field, called by its address where nothing else is in it.
    """
    if not walker.in_link:
        return ""
    if _begins_link(walker):
        head = str(walker.targets[-1])
        _around(walker, False)
        return head if f" {ICON}=" in head else f'{head} {ICON}="{BY_ADDRESS}"'
    walker.buf.append(LINK_END)
    walker.in_link = False
    return ""


def put_apart(walker: Walker, control: Pending, raw: str) -> None:
    """Put a control with a number of its own behind a link that has said something, or before one that has not."""
    head = end_link(walker)
    walker.targets.append(control)
    walker.buf.append(raw)
    begin_link(walker, head)


def begin_link(walker: Walker, head: str) -> None:
    """Go on with a link that a control has put off, if there is one."""
    if head:
        begin = walker.actions["a"]
        assert callable(begin)
        begin(head)
