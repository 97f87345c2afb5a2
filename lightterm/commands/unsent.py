"""What was typed into forms of the open pages, is not sent, and is not there again at the next start."""

from __future__ import annotations

from lightterm.session.controls import TEXTS, called, initial, kind_of
from lightterm.session.drafts import may_be_kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.document.model import Document
    from lightterm.session.tab import Visit


def unsent(front: Front) -> list[str]:
    """What such fields are called, one a page.

    A single line that is all there is to a form, a search say, is typed again as quickly as a question is answered.
    """
    chosen = front.session.settings.session
    kept = chosen.restore == "always" and not chosen.private
    visits = (tab.visit for tab in front.tabs)
    return [name for visit in visits if visit is not None for name in [_typed(visit, kept)] if name]


def lost(names: list[str]) -> str:
    """What is said of it to who wants to quit."""
    where = f"on {len(names)} pages" if len(names) > 1 else f"into “{names[0]}”"
    return f"What you typed {where} is not sent, and is gone then."


def _typed(visit: Visit, kept: bool) -> str:
    if visit.page is None:  # the page was let go
        return "" if kept else next((one.field for one in visit.left if one.kind in TEXTS and one.value.strip()), "")
    document = visit.page.document
    return next((name for number in visit.drafts if (name := _name(document, number, visit, kept))), "")


def _name(document: Document, number: int, visit: Visit, kept: bool) -> str:
    if not 1 <= number <= len(document.targets):
        return ""
    field = document.targets[number].field
    if field is None or kind_of(field) not in TEXTS or (kept and may_be_kept(document, field)):
        return ""
    values = visit.drafts[number]
    if values == initial(field) or not "".join(values).strip():
        return ""
    if field.kind != "textarea":
        texts = (1 for _, one in document.targets.fields() if one.form == field.form and kind_of(one) in TEXTS)
        if next(texts) and not next(texts, 0):
            return ""
    return called(field)
