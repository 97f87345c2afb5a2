"""Sending a form: what goes where is shown, and asked about where that is prudent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.fetch.urls import host_if_any
from lightterm.session.form_state import request_of
from lightterm.session.form_words import doubts, pairs, way
from lightterm.session.heard import is_heard
from lightterm.session.mail_forms import is_mail, mail_address
from lightterm.tui.choices import Row

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from lightterm.fetch.model import Request
    from lightterm.session.forms import Sending
    from lightterm.session.tab import Visit
    from lightterm.tui.app import Browser

    T = TypeVar("T")

MANY = 200
"""Controls of a form from which on it is made ready behind the keys: 8 us each."""

MEANWHILE = "another state of the page has come meanwhile: nothing was sent"
_HERE = ("", "_self", "_top", "_parent")
SHOWN = 12
"""Entries that a question shows at most."""


LONG = 200_000
"""Bytes of a page that is looked through behind the keys: 1 MB takes 1.5 ms, and 20 where a script is in it."""


def behind(app: Browser, form: int, work: Callable[[], T], done: Callable[[T], None], size: int = 0) -> None:
    """Have what a form sends worked on, behind the keys where it has many controls or many bytes are to be looked
    through; `done` gets what comes of it, unless another state of the page has come meanwhile."""
    document = app.view.document
    own = sum([field.form == form for _, field in document.targets.fields()]) + len(document.forms[form].hidden)
    if own < MANY and size < LONG:
        done(work())
        return

    def go_on(result: T) -> None:
        if app.view.document is document:
            done(result)
        else:
            app.say(MEANWHILE, "warning")

    app.background.do(work, go_on)


def send(app: Browser, sending: Sending, where: str, button: int = 0) -> None:
    """Send a form by a button (0: by none), after a question where it goes to another site or a password could be seen.

    One that is sent by a script, or whose page lives, is sent where it lives.
    """
    why = doubts(sending)
    if not why:
        _open(app, sending, where, button)
        return

    document = app.view.document

    def answered(answer: str) -> None:
        if answer == "send" and app.view.document is not document:
            app.say(MEANWHILE, "warning")
        elif answer == "send":
            _open(app, sending, where, button)
        else:
            app.say("nothing was sent")

    entries = [f"{name}: {value}" for name, value in pairs(sending, SHOWN)]
    rest = len(sending.entries) - len(entries) if entries else 0
    more = [f"… and {rest} more"] if rest else []
    words = "\n".join([*why, way(sending), *entries, *more, "Send it?"])
    app.ask(words, ("send", "no"), "no", answered)


def look_at(app: Browser, sending: Sending) -> None:
    """Show what a form would send, and where."""
    rows = [Row(way(sending)), *(Row(f"{name}: {value}") for name, value in pairs(sending))]
    app.command_line.pick(rows, lambda index: None)


def _open(app: Browser, sending: Sending, where: str, button: int) -> None:
    page, form = app.fields.visit.page, app.view.document.forms[sending.form]
    size = 0 if page is None or form.scripted else len(page.snapshot.markup)
    behind(
        app,
        sending.form,
        lambda: form.scripted if page is None else is_heard(app.session, page, form),
        lambda scripted: _open_in(app, sending, where, button, scripted),
        size,
    )


def _open_in(app: Browser, sending: Sending, where: str, button: int, scripted: bool) -> None:
    visit = app.fields.visit
    page = visit.page
    if scripted or (where == "here" and sending.target in _HERE and app.lives()):
        own = next((n for n, f in app.view.document.targets.fields() if f.form == sending.form), 0)
        if button or own:
            from lightterm.tui.pressing import press_live

            press_live(app, app.view.document.targets[button or own], "click" if button else "submit")
            return
    if is_mail(sending):
        from lightterm.commands.elsewhere import is_ours

        is_ours(app, mail_address(sending), sending.page)
        return
    behind(
        app,
        sending.form,
        lambda: sending.request() if page is None else request_of(sending, page),
        lambda request: _asked(app, sending, visit, request, where),
    )


def _asked(app: Browser, sending: Sending, visit: Visit, request: Request, where: str) -> None:
    _remember(app, sending, visit)
    if where == "here" and sending.target not in _HERE:
        from lightterm.tui.frame_panes import sent

        if request.method == "GET" and sent(app, sending.target, request.url):
            return
        where = "tab"
    app.open(request, where)


def _remember(app: Browser, sending: Sending, visit: Visit) -> None:
    """Keep what was typed for the next time, and forget the drafts of the form and its passwords."""
    from lightterm.session.drafts import may_be_kept
    from lightterm.tui.suggestions import history_kind

    document = app.view.document
    for number in sorted(visit.drafts):
        field = document.targets[number].field if number in document.targets else None
        if field is None or field.form != sending.form:
            continue
        text = next(iter(visit.drafts[number]), "")
        kind = history_kind(field)
        if text and kind and may_be_kept(document, field):
            app.remember_input(kind, text, host_if_any(document.url))
    app.fields.forget(sending.form)
