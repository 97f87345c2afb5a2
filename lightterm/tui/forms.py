"""Acting on the forms of a page: fields edited where they stand, forms sent, put back and looked at."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NoReturn

from lightterm.errors import ValidationFailed
from lightterm.session import form_state
from lightterm.session.controls import (
    BLOCKING,
    BUTTONS,
    CHECKED,
    SUBMITS,
    called,
    default_button,
    is_only_text,
    submits_implicitly,
)
from lightterm.session.field_words import name_on_page
from lightterm.session.forms import checked
from lightterm.tui.area_entry import AreaEntry
from lightterm.tui.field_entry import LineEntry
from lightterm.tui.fields import is_text
from lightterm.tui.in_editor import in_editor
from lightterm.tui.options_list import OptionsList
from lightterm.tui.paths import joined_paths, last_path, listed, put_last
from lightterm.tui.sending import behind, look_at, send

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Field
    from lightterm.session.forms import Sending
    from lightterm.session.validation import Problem
    from lightterm.tui.app import Browser


class Forms:
    """What can be done with the fields and buttons of the page in front, by target number."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self._entry = LineEntry()

    def act(self, number: int, where: str = "here", at: tuple[int, int] = (0, 0)) -> None:
        """Do what Enter does: edit, tick, choose, press; a picture at a pixel of it. Raises ValidationFailed."""
        field = self.app.fields.field(number)
        if field.kind in SUBMITS and field.form >= 0:
            self.submit(number, where, at)
        elif field.kind == "reset":
            self.reset(number)
        elif field.kind in BUTTONS:
            from lightterm.tui.pressing import press_live

            press_live(self.app, self.app.view.document.targets[number])
        elif field.kind in CHECKED:
            self.app.fields.toggle(number)
        else:
            self.edit(number)

    # --- editing

    def edit(self, number: int) -> None:
        """Edit a field where it stands."""
        app = self.app
        field = app.fields.may_change(number)
        if field.kind in CHECKED:
            app.fields.toggle(number)
            return
        if app.fields.entry is not None:
            app.fields.entry.leave()
        app.view.choose(number)
        if field.kind == "select":
            self._choose(number, field)
            return
        values = app.fields.values(number)
        text = joined_paths(values) if field.kind == "file" and field.multiple else app.fields.text(number)
        lines = field.kind == "textarea"
        self._begin(AreaEntry(app, number, field, text) if lines else self._line(number, field, text))

    def _line(self, number: int, field: Field, text: str) -> LineEntry:
        self._entry.begin(self.app, number, field, text)
        return self._entry

    def prepare(self) -> None:
        """Have the line that fields are edited on, before it is needed."""
        if not self._entry.is_attached:
            self.app.view.screen.mount(self._entry)

    def _begin(self, entry: AreaEntry | LineEntry | OptionsList) -> None:
        self.app.fields.begin(entry)
        if entry is not self._entry:
            self.app.screen.mount(entry)
        elif self._entry.is_mounted:
            self._entry.show()
        else:
            self.prepare()
        self.app.enter("insert")

    def _choose(self, number: int, field: Field) -> None:
        if not field.options:
            raise ValidationFailed(f"{called(field)} has nothing to choose", actions=())
        left = list(self.app.fields.values(number))
        marked = []
        for place, option in enumerate(field.options):
            if option.value in left:
                left.remove(option.value)
                marked.append(place)

        def choose(places: list[int]) -> None:
            self.app.fields.put(number, tuple(field.options[place].value for place in places))

        def go(by: int) -> None:
            self.go(number, by)

        self._begin(OptionsList(number, field.options, marked, field.multiple, choose, self._left, go=go))

    def suggest(self, number: int, text: str) -> None:
        """Choose from what the page suggests for a field, which is then edited on, as in browsers."""
        field = self.app.fields.may_change(number)
        taken: list[str] = []

        def choose(places: list[int]) -> None:
            taken.append(field.options[places[0]].value)
            self.app.fields.put(number, (taken[0],))

        def left() -> None:
            self._left()
            if taken:
                self._begin(self._line(number, field, taken[0]))

        entry = OptionsList(number, field.options, (), False, choose, left)
        if any(text.casefold() in (option.label or option.value).casefold() for option in field.options):
            entry.typed = text
        self._begin(entry)

    def paths(self, number: int, text: str) -> None:
        """Choose a file for a field whose path is being typed, going into folders; leaving keeps what was typed."""
        field = self.app.fields.may_change(number)
        options = listed(text, field.multiple)
        taken: list[str] = []

        def choose(places: list[int]) -> None:
            taken.append(put_last(text, options[places[0]].value, field.multiple))

        def left() -> None:
            self._left()
            if not taken:
                self.app.fields.finish(number, text)
            elif not taken[0]:
                return
            elif taken[0].endswith(os.sep):
                self.paths(number, taken[0])
            elif field.multiple:
                self._begin(self._line(number, field, taken[0]))
            else:
                self.app.fields.finish(number, taken[0])

        def written(typed: str) -> bool:
            """What begins a path is no part of a name: the path is typed on."""
            begins = typed.startswith(("/", "~"))
            if begins:
                taken.append("")
                entry.leave()
                self._begin(self._line(number, field, typed))
            return begins

        entry = OptionsList(number, options, (), False, choose, left, written)
        entry.filter(os.path.basename(last_path(text, field.multiple)[1]))
        self._begin(entry)

    def _left(self) -> None:
        self.app.fields.done()
        self.app.enter("normal")

    def go(self, number: int, by: int) -> None:
        """Go to the next field or button, and edit it where it is typed into; with keys that do so anyway to what is
        next, be it a link."""
        if self.app.keymap.fields == "arrival":
            self.app.run_line(f"target {'next' if by > 0 else 'previous'} --screens")
            here = self.app.view.document.targets[self.app.view.target] if self.app.view.target else None
            if here is not None and here.field is not None and self.app.fields.entry is None:
                self.app.fields.tab_to(here.number)
            return
        to = self.app.fields.beside(number, by)
        if not to:
            return
        self.app.view.choose(to)
        field = self.app.fields.field(to)
        if is_text(field) and not field.readonly:
            self.edit(to)
        else:
            self.app.fields.tab_to(to)

    def arrive(self) -> None:
        """Keys led the cursor to another target: with those of lynx a field is typed into at once."""
        number = self.app.view.target
        if self.app.keymap.fields != "arrival" or not number or self.app.mode != "normal":
            return
        field = self.app.view.document.targets[number].field
        if field is not None and is_text(field) and field.kind != "file" and not (field.readonly or field.disabled):
            self.edit(number)

    def entered(self, number: int, where: str) -> None:
        """Enter was pressed in a line: the form is sent where HTML says so."""
        field = self.app.fields.field(number)
        document = self.app.view.document
        known = field.kind in BLOCKING or field.kind not in ("file", "range", "color", "textarea")
        if (
            known
            and field.form >= 0
            and not self.app.fields.problem(number)
            and submits_implicitly(document, field.form)
        ):
            self._send(field.form, default_button(document, field.form), where)

    def kept(self, number: int, go_on: bool) -> None:
        """Enter was pressed in a line where it ends a field and no more, as in w3m and lynx: the form is sent only
        where that line is all there is to fill in; else the cursor stays, or with `go_on` moves to the next field.
        """
        field = self.app.fields.field(number)
        if field.form >= 0 and is_only_text(self.app.view.document, field.form):
            self.entered(number, "here")
        elif go_on and not self.app.fields.problem(number):
            self.go(number, 1)

    def before(self, number: int) -> None:
        """Left was pressed at the beginning of a line: in lynx that goes back, once it is asked for holding the key."""
        app = self.app
        if app.keymap.fields != "arrival" or app.fields.entry is None:
            return
        app.fields.entry.leave()

        def done(answer: str) -> None:
            if answer == "yes":
                app.run_line("back")
            else:
                self.edit(number)

        app.ask("Go back to the page before?", ("yes", "no"), "no", done)

    def editor(self, number: int) -> None:
        """Edit a field's text in the person's editor; never a password."""
        app = self.app
        edited = app.fields.entry
        if edited is not None:
            number = edited.number
            edited.leave()
            app.fields.tab_to(number)  # Tab goes on to the next field
        field = app.fields.may_change(number)
        if not is_text(field) or field.kind in ("password", "file"):
            raise ValidationFailed(f"{called(field)} cannot be edited in a program", actions=())
        lines = field.kind == "textarea"

        def done(text: str) -> None:
            app.fields.finish(number, text.removesuffix("\n") if not app.fields.text(number).endswith("\n") else text)

        text = app.fields.text(number)
        with in_editor(app, number, text):
            app.edit(text, ".txt" if lines else ".line.txt", done)

    # --- sending

    def form(self, number: int) -> int:
        """The form of a target, of the field the cursor is in, or the page's only one. Raises ValidationFailed."""
        return form_state.form_number(self.app.view.document, number)

    def submit(self, number: int, where: str = "here", at: tuple[int, int] = (0, 0)) -> None:
        """Send the form of a field or button, by that button or the form's first one. Raises ValidationFailed."""
        form = self.form(number)
        document = self.app.view.document
        self._send(form, form_state.pressed_button(document, number) or default_button(document, form), where, at)

    def sending(self, form: int, button: int, at: tuple[int, int] = (0, 0)) -> Sending:
        """What the form would send now."""
        return form_state.to_be_sent(self.app.fields.visit, self.app.view.document, form, button, at)

    def _send(self, form: int, button: int, where: str, at: tuple[int, int] = (0, 0)) -> None:
        app = self.app
        if app.fields.entry is not None:
            app.fields.entry.leave()
        document, visit = app.view.document, app.fields.visit
        given = visit.given

        def ready() -> Sending | tuple[Problem, ...]:
            wrong = checked(document, form, given, button)
            return wrong or form_state.to_be_sent(visit, document, form, button, at, given)

        def go_on(found: Sending | tuple[Problem, ...]) -> None:
            if isinstance(found, tuple):
                self._refuse(found)
            send(app, found, where, button)

        behind(app, form, ready, go_on)

    def _refuse(self, wrong: Sequence[Problem]) -> NoReturn:
        """Go to the first control that something is wrong with. Raises ValidationFailed, which tells what."""
        first = wrong[0]
        if first.number > 0:
            self.app.view.choose(first.number)
        more = f" ({len(wrong) - 1} more)" if len(wrong) > 1 else ""
        name = name_on_page(self.app.view.document, first.number) if first.number > 0 else first.name
        raise ValidationFailed(f"{name}: {first.message}{more}", actions=())

    def reset(self, number: int) -> None:
        """Put back what the page had in a form."""
        form = self.form(number)
        self.app.fields.reset(form_state.fields_of(self.app.view.document, form))
        self.app.say("the form is as the page had it")

    def show(self, number: int) -> None:
        """Show what a form would send, and where."""
        form = self.form(number)
        document = self.app.view.document
        look_at(self.app, self.sending(form, form_state.pressed_button(document, number)))
