"""Texts of several lines in fields: each a paragraph of its own, its lines behind a sign."""

from __future__ import annotations

from lightterm.document.marks import FIELD, FIELD_END, LINK, balance
from lightterm.document.model import area
from lightterm.extract.buttons import begin_link, end_link
from lightterm.safe import clean_flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.walk import Walker


def put_lines(walker: Walker, text: str, note: str, target: object) -> None:
    """Add the paragraph; one that cannot be acted on has no target, and so no number.

    What stands open goes on behind it, but for links; one in which nothing was said begins there.
    """
    begun = end_link(walker)
    walker.flush()
    kept = "".join(walker.buf)
    walker.buf.clear()
    walker.kept = ""
    walker.push(area(walker.frame))
    text, note = clean_flow(text), clean_flow(note)
    if target is not None:
        walker.targets.append(target)
        text = f"{FIELD}{text}{FIELD_END}"
    raw, again = balance(kept + text + note)
    walker.add(raw, raw.count(LINK) + raw.count(FIELD))
    walker.pop()
    if again:
        walker.buf.append(again)
        walker.kept = again
    begin_link(walker, begun)
