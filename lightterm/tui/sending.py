"""Sending a form: what goes where is shown, and asked about where that is prudent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.fetch.url_display import display_url
from lightterm.fetch.urls import origin
from lightterm.loading import onward
from lightterm.safe import clean

if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.session.form_encoding import Entry
    from lightterm.session.forms import Sending
    from lightterm.session.tab import Visit
    from lightterm.tui.app import Browser

SHOWN = 12
"""Entries that a look at a form has at most."""

LONGEST = 60
DOTS = "•" * 8


def send(app: Browser, sending: Sending, where: str) -> None:
    """Send a form, after a question where it goes to another site or a password could be seen on the way."""
    doubts = _doubts(sending)
    if not doubts:
        _open(app, sending, where)
        return

    def answered(answer: str) -> None:
        if answer == "send":
            _open(app, sending, where)
        else:
            app.say("nothing was sent")

    app.ask("\n".join([*doubts, "", *_words(app, sending)]), ("send", "no"), "no", answered)


def look_at(app: Browser, sending: Sending) -> None:
    """Show what a form would send, and where."""
    app.ask("\n".join(_words(app, sending)), ("close",), "close", lambda answer: None)


def _doubts(sending: Sending) -> list[str]:
    """Why a person should think twice, in words."""
    doubts: list[str] = []
    if sending.method == "dialog":
        return doubts
    if sending.method == "post" and sending.elsewhere:
        doubts.append(f"This form goes to another site: {origin(sending.url)}")
    if sending.has_secret and sending.url[:5].lower() == "http:" and not _is_here(sending.url):
        doubts.append("The password would cross the network in the clear, for anyone on the way to read.")
    if sending.has_secret and sending.method == "get":
        doubts.append("The password would become a part of the address, and stand in the history.")
    return doubts


def _is_here(url: str) -> bool:
    """Whether a URL leads to this machine: nobody is on the way."""
    from lightterm.fetch.urls import host_of

    host = host_of(url)
    return host in ("localhost", "[::1]") or host.startswith("127.")


def _words(app: Browser, sending: Sending) -> list[str]:
    how = {"post": f"POST, {sending.enctype}", "dialog": "closes a dialog of the page, sends nothing"}
    lines = [f"{how.get(sending.method, 'GET')} to {display_url(sending.url)}"]
    rows = min(SHOWN, max(2, app.view.height - 8))
    entries = sending.entries if sending.method != "dialog" else ()
    lines += [_entry(entry) for entry in entries[:rows]]
    if len(entries) > rows:
        lines.append(f"… and {len(entries) - rows} more")
    return lines if entries else [*lines, "(nothing is filled in)"]


def _entry(entry: Entry) -> str:
    """One name and value; of a password only that there is one."""
    if entry.is_secret:
        value = DOTS if entry.value else "(empty)"
    else:
        text = clean(entry.text)
        value = f"{text[:LONGEST]}…" if len(text) > LONGEST else text
        value = f"file {value}" if entry.is_file and value else value
    return f"{clean(entry.name)}: {value}"


def _open(app: Browser, sending: Sending, where: str) -> None:
    visit = app.fields.visit
    request = sending.request()
    if visit.page is not None:
        ahead = onward(visit.page, request.url)
        request = ahead.replace(method=request.method, data=request.data, headers=request.headers + ahead.headers)
    _remember(app, sending, visit)
    if where == "here" and sending.target not in ("", "_self", "_top", "_parent"):
        where = "tab"
    app.open(request, where)


def _remember(app: Browser, sending: Sending, visit: Visit) -> None:
    """Keep what was typed for the next time, and forget the drafts of the form and its passwords."""
    from lightterm.session.drafts import may_be_kept
    from lightterm.tui.suggestions import history_kind

    document = app.view.document
    for number, field in document.targets.fields():
        if field.form != sending.form:
            continue
        text = next(iter(visit.drafts.get(number, ())), "")
        kind = history_kind(field)
        if text and kind and may_be_kept(document, field):
            app.remember_input(kind, text)
    app.fields.forget(sending.form)


def send_again(request: Request) -> str:
    """The question before a POST is repeated."""
    return (
        f"To load this page, a form has to be sent once more to {display_url(request.url)}.\n"
        "What it did may be done twice: an order, a payment, a message."
    )
