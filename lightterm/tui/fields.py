"""The fields of the page that is shown: what stands in them, put in and kept."""

from __future__ import annotations

from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

from lightterm.document.fill import put_in
from lightterm.errors import LocalError, ValidationFailed
from lightterm.session import form_state
from lightterm.session.controls import BUTTONS, CHECKED, Control, called, initial, kind_in_words, kind_of, typed
from lightterm.session.field_words import name_on_page
from lightterm.session.fillings import fillings
from lightterm.session.validation import problem
from lightterm.tui.paths import found_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.timer import Timer

    from lightterm.document.model import Document, Field
    from lightterm.session.store.model import Draft
    from lightterm.session.tab import Visit
    from lightterm.tui.app import Browser
    from lightterm.tui.area_entry import AreaEntry
    from lightterm.tui.field_entry import FieldEntry, LineEntry

KEEP_AFTER = 0.05
"""Seconds from a key to its draft on the way to the disk: the key is shown first."""

KEEP_EVERY = 0.5
"""Seconds between two drafts: what is typed faster is kept once. A kill takes no more than that."""

PATIENCE = 0.2
"""Seconds that the one before is waited for."""

AGAIN = 5.0
"""Seconds until drafts that could not be kept are tried again: a full disk has room again at any time."""


ROOM = "\u00a0"
"""What a line of room in a field holds: the page counts it as one of it, as wide as it is full of these."""


class Fields:
    """Reads and changes what stands in the fields of the page in front.

    `entry` is what a field is edited on, None while none is.
    """

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.entry: FieldEntry | None = None
        self._tabbed: tuple[Document, int] | None = None
        self._edited: Visit | None = None
        self._unkept: tuple[Visit, Document] | None = None
        self._timer: Timer | None = None
        self._keeper: Thread | None = None
        self._kept_at = float("-inf")
        self._owed: dict[tuple[str, str], tuple[Visit, tuple[Draft, ...]]] = {}
        self._tries_again = False
        self._before: tuple[str, ...] | None = None
        self._given_up: tuple[Visit, int, str] | None = None

    # --- what is there

    @property
    def document(self) -> Document:
        """The page."""
        return self.app.view.document

    @property
    def visit(self) -> Visit:
        """The visit that holds what was typed: that of the field which is edited, else the one in front.

        Raises ValidationFailed where no page is shown.
        """
        if self._edited is not None:
            return self._edited
        visit = self.app.tabs.visit
        if visit is None:
            raise ValidationFailed("there is no page", actions=())
        return visit

    def field(self, number: int) -> Field:
        """The control of a target number. Raises ValidationFailed."""
        if not number:
            raise ValidationFailed("the cursor is on no field", actions=())
        return form_state.field_of(self.document, number)

    def values(self, number: int) -> tuple[str, ...]:
        """What stands in a field."""
        return form_state.values_of(self.visit, self.document, number)

    def text(self, number: int) -> str:
        """The text in a field."""
        return next(iter(self.values(number)), "")

    def problem(self, number: int) -> str:
        """What is wrong with what was put into a field, "" for nothing."""
        field = self.field(number)
        own = None if field.form < 0 else self.document.forms[field.form]
        if own is not None and own.novalidate:
            return ""
        return problem(Control(number, field, self.values(number), number in self.visit.given))

    # --- changing it

    def may_change(self, number: int) -> Field:
        """The control, if it can be changed. Raises ValidationFailed."""
        self.field(number)
        return form_state.changeable(self.document, number)

    def put(self, number: int, values: tuple[str, ...]) -> None:
        """Put values into a field, show it and keep it. Raises ValidationFailed where it cannot be changed."""
        self.may_change(number)
        self.show(form_state.put_in(self.visit, self.document, number, values))
        self.keep_soon()
        from lightterm.tui.pressing import fill_in, is_heard

        if is_heard(self.app, self.document.targets[number]):
            fill_in(self.app, number, values)

    def show(self, numbers: Iterable[int], more: int = 0, wide: int = 1) -> None:
        """Paint fields as they stand now; those of several lines with so many more of them, for room to type in, of so
        many cells."""
        given = self.visit.given
        shown = {n: given.get(n, initial(self.field(n))) for n in numbers}
        view = self.app.view
        place = view.place
        found = fillings(self.document, shown)
        room = f"\n{ROOM * wide}" * more
        view.fillings |= {n: each.replace(text=each.text + room) for n, each in found.items()} if more else found
        for block in put_in(view.flow, view.document.blocks, view.fillings, shown):
            if view.search is not None:
                view.search.renew(view.flow.blocks, block)
                view.flow.forget((block,))
                if view.match is not None and view.match.block == block:
                    view.match = view.marked = None
        for number in shown:
            view.flow.line_of_target(number)  # out of sight, too, it may take other lines than before: count them
        view.refilled(place)

    def say_in(self, number: int, words: Sequence[str]) -> None:
        """Put in what a command says: a text, an option, on or off, a path. Raises ValidationFailed."""
        field = self.may_change(number)
        words, told = form_state.said_words(self.document, number, words)
        words = found_files(words, field) if field.kind == "file" else words
        self.put(number, form_state.meant(self.document, number, words))
        if told:
            self.app.say(told)

    def typed(self, number: int, text: str) -> None:
        """Note what stands in the entry, before it is shown in the page."""
        field = self.field(number)
        visit = self.visit
        (visit.secrets if field.kind == "password" else visit.drafts)[number] = (text,)
        self.keep_soon()

    def finish(self, number: int, text: str) -> None:
        """Take over what was typed: cleaned, shown; what is wrong with it is told."""
        field = self.field(number)
        before = self.visit.given.get(number)
        value, told = form_state.said(self.document, number, text) if text and field.kind != "file" else ("", "")
        values = _files(self.app, field, text) if field.kind == "file" else (value or typed(field, text),)
        if before is not None or values != initial(field):
            self.put(number, values)
        message = self.problem(number) if text else ""
        if told or message:
            self.app.say(told or f"{name_on_page(self.document, number)}: {message}", "info" if value else "warning")

    def cancel(self, entry: LineEntry | AreaEntry) -> None:
        """End an edit: what stood there before is there again, and what was typed can be had with `undo`."""
        number, visit, written = entry.number, self.visit, entry.written
        if written != self.text(number) or self._before != visit.given.get(number):
            into = visit.secrets if entry.secret else visit.drafts
            into.pop(number, None)
            if self._before is not None:
                into[number] = self._before
            self.show([number])
            self.keep_soon()
            if not entry.secret and written != self.text(number):
                self._given_up = visit, number, written
                self.app.say("as it was before; :field undo puts in what you typed")
        entry.close()

    def undo(self) -> None:
        """Put in what was typed last and given up. Raises ValidationFailed."""
        given_up, self._given_up = self._given_up, None
        if given_up is None or given_up[0] is not self.visit:
            raise ValidationFailed("nothing that was typed on this page was given up", actions=())
        self.finish(*given_up[1:])

    def toggle(self, number: int) -> None:
        """Tick a box or take the tick away; choose a radio button. Raises ValidationFailed for all else."""
        field = self.may_change(number)
        if field.kind not in CHECKED:
            raise ValidationFailed(f"{called(field)} is nothing to tick ({kind_in_words(field)})", actions=())
        on = field.kind == "radio" or not self.values(number)
        self.put(number, (field.value or "on",) if on else ())

    def reset(self, numbers: Iterable[int]) -> None:
        """Put back what the page had."""
        given = self.visit.given
        numbers = [number for number in numbers if number in given]  # the others stand as the page had them
        form_state.empty(self.visit, numbers)
        self.show(numbers)
        self.keep_soon()

    def clear(self, number: int) -> None:
        """Empty a field; take the tick away. Raises ValidationFailed for a radio button, which only another takes."""
        field = self.may_change(number)
        if field.kind == "radio":
            raise ValidationFailed("one of the radio buttons stays chosen", actions=())
        if field.kind == "select" and not field.multiple:
            raise ValidationFailed(f"{called(field)} always has one choice", actions=())
        empty: tuple[str, ...] = () if field.kind in (*CHECKED, "select", "file") else ("",)
        self.put(number, empty)

    def forget(self, form: int) -> None:
        """A form was sent: its passwords are gone, its drafts leave the store; going back still shows the others."""
        visit = self.visit
        own = form_state.fields_of(self.document, form) if visit.secrets else []
        secrets = [number for number in own if visit.secrets.pop(number, None) is not None]
        self.show(secrets)
        self._unkept = None
        tab, url = str(self.app.tabs.active.key), visit.url
        self._owed.pop((tab, url), None)
        Thread(target=self.app.session.store.drafts.drop, args=(tab, url, form), daemon=True).start()

    def begin(self, entry: FieldEntry) -> None:
        """A field is edited from now on."""
        self._edited = self.visit
        self._before = self._edited.given.get(entry.number)
        self.entry = entry

    def done(self) -> None:
        """No field is edited any more."""
        self.entry = self._edited = None
        self.app.loads.let_in()

    def make_way(self, visit: Visit | None) -> None:
        """Another page is about to be shown: what is typed stays with its own."""
        if self.entry is not None and visit is not self._edited:
            self.entry.leave()

    def follow(self) -> None:
        """The page was scrolled or laid out anew: what is edited stays with its field."""
        if self.entry is not None:
            self.entry.place()

    # --- moving between them

    def beside(self, number: int, by: int) -> int:
        """The next field or button after one, or before it; 0 beyond the last."""
        from lightterm.session.tab_order import beside, tab_order

        return beside(tab_order(self.document.targets.fields()), number, by)

    @property
    def filling(self) -> int:
        """The box, list or button that Tab led to from a field being edited, as long as the cursor is there: a form is
        being filled in. 0 where none is."""
        here = self._tabbed
        return here[1] if here is not None and here[0] is self.document and here[1] == self.app.view.target else 0

    def tab_to(self, number: int) -> None:
        """Tab led to a box, list or button; 0: the form is left."""
        self._tabbed = (self.document, number) if number else None

    # --- keeping it

    def keep_soon(self) -> None:
        """Write the drafts to the store in a moment: at once, where none was written just now."""
        visit = self.visit
        if visit.page is None:
            return
        self._unkept = (visit, self.document)
        if self._timer is None:
            due = self._kept_at + KEEP_EVERY - monotonic()
            self._timer = self.app.set_timer(max(KEEP_AFTER, due), self.keep)

    def keep(self) -> None:
        """Write the drafts to the store now."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._keeper is not None and self._keeper.is_alive():
            self._keeper.join(PATIENCE)
        unkept, self._unkept = self._unkept, None
        if unkept is not None:
            self._kept_at = monotonic()
            self._note(*unkept)
        if self._owed:
            self._keeper = Thread(target=self._write, args=(dict(self._owed),), daemon=True)
            self._keeper.start()

    def _note(self, visit: Visit, document: Document) -> None:
        """What stands in a page's fields is to be written now."""
        from lightterm.session.drafts import kept, may_be_kept

        tab = next((t for t in self.app.tabs if visit in t.visits), None)
        if tab is None or not visit.kept:
            return
        there = ((n, document.targets[n].field) for n in visit.drafts if n in document.targets)  # others went meanwhile
        given = {n: visit.drafts[n] for n, field in there if field is not None and may_be_kept(document, field)}
        where = str(tab.key), visit.url
        self._owed[where] = visit, kept(document, given, *where)

    def _write(self, owed: dict[tuple[str, str], tuple[Visit, tuple[Draft, ...]]]) -> None:
        store = self.app.session.store.drafts
        for where, (visit, drafts) in owed.items():
            if not visit.kept or store.replace(*where, drafts):
                self.app.in_loop(self._written, where, drafts)
            else:
                self.app.in_loop(self._try_again)

    def _written(self, where: tuple[str, str], drafts: tuple[Draft, ...]) -> None:
        if where in self._owed and self._owed[where][1] is drafts:
            del self._owed[where]

    def _try_again(self) -> None:
        """Drafts could not be kept: tell why, and write them later."""
        self.app.keeping.tell_notes()
        if not self._tries_again:
            self._tries_again = True
            self.app.set_timer(AGAIN, self._again)

    def _again(self) -> None:
        self._tries_again = False
        self.keep()

    def end(self) -> None:
        """Keep what is not kept yet; the app ends."""
        if self.entry is not None:
            self.entry.leave()
        self.keep()
        if self._keeper is not None:
            self._keeper.join(PATIENCE)


def _files(app: Browser, field: Field, text: str) -> tuple[str, ...]:
    """The files that were typed; what cannot be found stays as it is, and is told."""
    try:
        return found_files([text], field)
    except LocalError as error:
        app.fail(error)
        return (text,)


def is_text(field: Field) -> bool:
    """Whether a field is typed into."""
    return kind_of(field) not in (*BUTTONS, *CHECKED, "select", "hidden")
