"""Forms that a mail program sends: https://html.spec.whatwg.org/#submit-mailto-headers and what follows there."""

from __future__ import annotations

from lightterm.fetch.url_parse import percent_encode
from lightterm.session.form_encoding import PLAIN, body, urlencoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.session.forms import Sending

_KEPT = bytes(byte for byte in range(0x21, 0x7F) if byte not in b'"#%&+<>?`{}')
"""What stands in the text of a message as it is: `&` or `%` would mean something in the address."""


def is_mail(sending: Sending) -> bool:
    """Whether a form goes to an e-mail address."""
    return sending.url[:7].lower() == "mailto:" and sending.method in ("get", "post")


def mail_address(sending: Sending) -> str:
    """The address to hand to a mail program: what was filled in are its headers (GET) or its text (POST)."""
    entries = list(sending.entries)
    address = sending.url.partition("#")[0]
    path, _, query = address.partition("?")
    if sending.method == "get":
        return f"{path}?{urlencoded(entries, sending.charset).replace('+', '%20')}"
    if sending.enctype == PLAIN:
        text = percent_encode(body(PLAIN, entries, sending.charset)[0], _KEPT)
    else:
        text = urlencoded(entries, sending.charset)
    return f"{path}?{query}{'&' if query else ''}body={text}"
