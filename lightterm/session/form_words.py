"""What a form is about to send, in words, and why a person should think twice before sending it."""

from __future__ import annotations

from lightterm.errors import Action, Unconfirmed
from lightterm.fetch.url_display import display_url
from lightterm.fetch.urls import host_if_any, host_of, origin
from lightterm.safe import clean
from lightterm.session.mail_forms import is_mail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.session.form_encoding import Entry
    from lightterm.session.forms import Sending

LONGEST = 60
"""Characters of a value that are shown."""

DOTS = "•" * 8
"""A password, however long."""


def doubts(sending: Sending) -> tuple[str, ...]:
    """What to ask about before sending: a POST to another origin, a password in the clear or in an address, and what
    the page itself asks."""
    if sending.method == "dialog":
        return ()
    found = [asks(sending.page, sending.asks)] if sending.asks else []
    if sending.method == "post" and sending.elsewhere and not is_mail(sending):
        there = origin(sending.url)
        found.append(f"This form goes to another site: {display_url(sending.url) if there == 'null' else there}")
    if sending.has_secret and sending.url[:5].lower() == "http:" and not _is_here(sending.url):
        found.append("The password would cross the network in the clear, for anyone on the way to read.")
    if sending.has_secret and sending.method == "get":
        found.append("The password would become a part of the address, which the screen shows and servers note.")
    return tuple(found)


def asks(url: str, words: str) -> str:
    """What the page at `url` asks, as one is told it."""
    return f"{host_if_any(url) or 'the page'} asks: {words or '(nothing)'}"


def _is_here(url: str) -> bool:
    """Whether a URL leads to this machine: nobody is on the way."""
    host = host_of(url)
    return host in ("localhost", "[::1]") or host.startswith("127.")


def way(sending: Sending) -> str:
    """How and where a form is sent."""
    if sending.method == "dialog":
        return "closes a dialog of the page and sends nothing"
    if is_mail(sending):
        return f"by a mail program, to {display_url(sending.url)}"
    how = f"POST, {sending.enctype}," if sending.method == "post" else "GET"
    return f"{how} to {display_url(sending.url)}"


def pairs(sending: Sending, most: int | None = None) -> tuple[tuple[str, str], ...]:
    """The names and values that are sent, or the first of them, safe to be shown; of a password only that there is
    one."""
    entries = sending.entries[:most] if sending.method != "dialog" else ()
    return tuple((clean(entry.name), _value(entry)) for entry in entries)


def _value(entry: Entry) -> str:
    if entry.is_secret:
        return DOTS if entry.value else "(empty)"
    whole = clean(entry.text)
    text = f"{whole[:LONGEST]}…" if len(whole) > LONGEST else whole
    return f"file {text}" if entry.is_file and text else text


def answer_gone() -> Unconfirmed:
    """Why a page that was the answer to a form in an earlier run is not loaded by itself."""
    way = Action(
        "ask_without", "Go back to the form (:back), or ask for the address without what was sent (:reload).", 1
    )
    return Unconfirmed("this page was the answer to a form, and what was sent is not kept", actions=(way,))


def answer_not_kept() -> Unconfirmed:
    """Why a page that was the answer to a form is not there any more."""
    way = Action("ask_without", "Go back to the form (:back), or send it again (:reload).", 1)
    return Unconfirmed("this page was the answer to a form, and is not kept any more", actions=(way,))


def again(url: str) -> str:
    """The question before a POST to a URL is repeated."""
    return (
        f"To load this page, a form has to be sent once more to {display_url(url)}.\n"
        "What it did may be done twice: an order, a payment, a message. Send it again?"
    )
