"""How the fields of a page look that were filled in."""

from __future__ import annotations

from lightterm.document.fill import Filling
from lightterm.extract.refilled import look
from lightterm.session.controls import initial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.document.model import Document


def fillings(document: Document, given: Mapping[int, tuple[str, ...]]) -> dict[int, Filling]:
    """How the fields look that hold something else than the page gave them, by target number."""
    found = {}
    for number, values in given.items():
        field = document.targets[number].field if number in document.targets else None
        if field is not None:
            now = look(field, values)
            found[number] = Filling(now.text, now.note, look(field, initial(field)).note)
    return found
