"""How the fields of a page look that were filled in."""

from __future__ import annotations

from lightterm.document.fill import Filling, filled
from lightterm.document.unfold import unfolded
from lightterm.extract.refilled import look
from lightterm.session.controls import initial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.document.model import Block, Document
    from lightterm.session.tab import Visit


def fillings(document: Document, given: Mapping[int, tuple[str, ...]]) -> dict[int, Filling]:
    """How the fields look that hold something else than the page gave them, by target number."""
    found = {}
    for number, values in given.items():
        field = document.targets[number].field if number in document.targets else None
        if field is not None:
            now = look(field, values)
            found[number] = Filling(now.text, now.note, look(field, initial(field)).note)
    return found


def filled_blocks(visit: Visit) -> list[Block]:
    """The blocks of a visit's page with what was put into its fields, and what was opened of it."""
    assert visit.page is not None
    document = visit.page.document
    changed = fillings(document, visit.given)
    blocks = [filled(block, changed) for block in document.blocks] if changed else document.blocks
    return unfolded(blocks, visit.unfolded) if visit.unfolded else blocks
