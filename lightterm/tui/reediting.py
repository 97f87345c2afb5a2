"""A field that is edited while its page is loaded again goes on being edited in the page that comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.session.drafts import named_fields
from lightterm.tui.area_entry import AreaEntry
from lightterm.tui.field_entry import LineEntry
from lightterm.tui.options_list import OptionsList

if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.session.drafts import FieldName
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView


class Edited:
    """What was being edited: the field, what stood in its line, and where the cursor was."""

    def __init__(self, name: FieldName, entry: LineEntry | AreaEntry | OptionsList) -> None:
        self.name = name
        self.filter = entry.typed if isinstance(entry, OptionsList) else ""
        self.text = "" if isinstance(entry, OptionsList) else entry.written
        self.at = entry.cursor_position if isinstance(entry, LineEntry) else 0
        self.location = entry.cursor_location if isinstance(entry, AreaEntry) else (0, 0)

    def resume(self, app: Browser) -> None:
        """Go on with the edit in the page that is shown now, where the field is there still."""
        number = _number(app.view.document, self.name)
        if not number:
            told = f", with what was typed: {self.text}" if self.text and self.name[2] != "password" else ""
            app.say(f"the field is gone from the page{told}", "warning")
            app.keyboard.type_on()
            return
        app.forms.edit(number)
        entry = app.fields.entry
        if isinstance(entry, LineEntry):
            entry.resume(self.text, self.at)
        elif isinstance(entry, AreaEntry):
            entry.resume(self.text, self.location)
        elif isinstance(entry, OptionsList):
            entry.filter(self.filter)


def is_in(app: Browser, document: Document) -> bool:
    """Whether the field that is edited, if any, has come in the new page."""
    entry = app.fields.entry
    return entry is None or _number(document, _name(app, entry.number)) > 0


def lost(app: Browser, view: PageView, document: Document) -> Edited | None:
    """End an edit whose field is no longer in a page that changed where it lives; None where it goes on."""
    entry = app.fields.entry
    if entry is None or view is not app.view:
        return None
    field = document.targets[entry.number].field if entry.number in document.targets else None
    return lift(app) if field is None or field.kind != app.fields.field(entry.number).kind else None


def lift(app: Browser) -> Edited | None:
    """End an edit, to go on with it in the page that takes this one's place; what was typed is noted already."""
    entry = app.fields.entry
    if not isinstance(entry, (LineEntry, AreaEntry, OptionsList)):
        return None
    app.fields.keep()
    edited = Edited(_name(app, entry.number), entry)
    entry.close()
    return edited


def _name(app: Browser, number: int) -> FieldName:
    return next(name for at, name, _ in named_fields(app.view.document) if at == number)


def _number(document: Document, wanted: FieldName) -> int:
    return next((number for number, name, _ in named_fields(document) if name == wanted), 0)
