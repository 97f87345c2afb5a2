"""To which field a text belongs that is in the person's editor: should lightterm be killed meanwhile, it comes back."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lightterm.session.store.model import Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.tui.app import Browser


@contextmanager
def in_editor(app: Browser, number: int, text: str) -> Iterator[None]:
    """Have it noted in the store as long as the text of this field is in an editor."""
    draft = _of_field(app, number, text)
    if draft is None:
        yield
        return
    drafts = app.session.store.drafts
    drafts.begin_edit(draft)
    try:
        yield
    finally:
        drafts.end_edit(draft)


def _of_field(app: Browser, number: int, text: str) -> Draft | None:
    """None for what is no text of several lines: its file may hold what the field cannot."""
    from lightterm.commands.left_texts import beginning
    from lightterm.session.drafts import may_be_kept, named_fields

    tab, document = app.tabs.active, app.view.document
    visit = app.fields.visit
    for each, (form, name, kind), field in named_fields(document):
        if each == number and kind == "textarea" and visit.kept and may_be_kept(document, field):
            return Draft(str(tab.key), visit.url, form, name, beginning(text), kind)
    return None
