"""gemini: one request over TLS, certificates trusted as they were first seen.

https://geminiprotocol.net/docs/protocol-specification.gmi
"""

from __future__ import annotations

from lightterm.errors import (
    Action,
    AuthMissing,
    BadReply,
    Gone,
    HttpClientError,
    HttpServerError,
    LighttermError,
    NotFound,
    RateLimited,
    SchemeRefused,
    TlsFailed,
)
from lightterm.fetch.coming import Coming, after_status
from lightterm.fetch.exchange import MOST_HEAD, Answer, ask, page_of, page_through, place_of, split_answer
from lightterm.fetch.model import Response
from lightterm.fetch.urls import resolve
from lightterm.numerals import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    import ssl

    from lightterm.fetch.clock import Clock
    from lightterm.fetch.exchange import Place
    from lightterm.fetch.model import Request
    from lightterm.fetch.schemes import Context

PORT = 1965

INPUT = "gemini-input"
"""The name of the field that an answer is typed into; in its place the answer alone becomes the query."""


def load(request: Request, context: Context) -> Response:
    """The page of a gemini address; where it asks for a line of text, a page with a field for that.

    Raises UrlInvalid, NetworkError; a status that is no success is the reply's error.
    """
    return page_through(request, context, INPUT, _asked, _onward, _response)


def _onward(url: str, answer: Answer) -> str:
    if answer.status // 10 != 3:
        return ""
    onward = resolve(url, answer.meta)
    if not onward.startswith("gemini:"):
        raise SchemeRefused(f"the redirect leads to {onward[:200]}; no redirect leads from gemini: elsewhere")
    return onward


def _asked(request: Request, context: Context, clock: Clock) -> Answer:
    place = place_of(request, PORT)
    address = place.url.replace(user="", password="", path=place.url.path or "/", fragment=None).text()

    def dress(sock: socket.socket, clock: Clock) -> ssl.SSLSocket:
        return _trusted(sock, place, context, clock)

    coming = Coming(request.url, context.cancel, after_status(2, "2"))
    bound = context.bound(request) + MOST_HEAD
    reply, error = ask(place, address.encode(), context, clock, bound, dress, told=coming)
    return split_answer(place, reply, error, 2, "gemini")


def _trusted(sock: socket.socket, place: Place, context: Context, clock: Clock) -> ssl.SSLSocket:
    """TLS with the certificate that the host had before, whoever signed it. Raises TlsFailed."""
    import hashlib
    import ssl

    from lightterm.fetch import tls

    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.options &= ~ssl.OP_IGNORE_UNEXPECTED_EOF
    own = context.settings_for(place.url.text()).network if context.settings_for is not None else None
    if own is not None and own.client_cert:
        tls.show_certificate(made, own.client_cert, own.client_key, own.client_key_password_file)
    dressed = tls.wrap(sock, made, place.host, clock)
    fingerprint = hashlib.sha256(dressed.getpeercert(binary_form=True) or b"").hexdigest()
    key = f"gemini:{place.port}"
    if context.trust is not None and not context.trust(place.host, key, fingerprint):
        dressed.close()
        action = Action(
            "forget_decision", f"If you know why, forget the old one (:forget decisions {place.host} in the app).", 1
        )
        words = f"the certificate of {place.host} is another than before: somebody else may be answering"
        raise TlsFailed(words, actions=(action,), domain=place.host, check="changed", known_as=key)
    return dressed


def _response(url: str, answer: Answer) -> Response:
    status, meta = answer.status, answer.meta
    if status // 10 == 1:
        return _question(url, meta, status == 11)
    if status // 10 != 2:
        return Response(url, status, meta, stated_type="text/gemini", charset="utf-8", error=_failure(status, meta))
    return page_of(url, answer)


def _question(url: str, prompt: str, secret: bool) -> Response:
    from html import escape

    kind = "password" if secret else "text"
    field = f'<label>{escape(prompt)} <input type="{kind}" name="{INPUT}"></label>'
    form = f'<form action="{escape(url.partition("?")[0])}">{field} <input type="submit"></form>'
    body = f"<!doctype html><title>{escape(prompt)}</title>{form}".encode()
    return Response(url, body=body, stated_type="text/html", charset="utf-8")


def _failure(status: int, meta: str) -> LighttermError:
    """What a status of failure means."""
    from lightterm.safe import clean

    kinds: dict[int, type[LighttermError]] = {44: RateLimited, 51: NotFound, 52: Gone}
    families: dict[int, type[LighttermError]] = {4: HttpServerError, 5: HttpClientError, 6: AuthMissing}
    kind = kinds.get(status) or families.get(status // 10, BadReply)
    said = {51: "there is no such page", 52: "the page is gone", 44: "asked too often"}.get(status, "")
    if status == 44 and (seconds := whole_number(meta.strip(), -1)) >= 0:
        meta = f"asked too often; the server wants {seconds} seconds in between"
    if status // 10 == 6:
        said = _OF_CERTIFICATES.get(status, "it does not take the certificate it got")
        words = f"{clean(meta)} ({said})" if meta else said
        return kind(f"{status}: {words}", actions=(_GIVE,), status=status)
    return kind(f"{status}: {clean(meta) or said or 'it failed'}", actions=(), status=status)


_OF_CERTIFICATES = {
    60: "it asks for a certificate of yours",
    61: "the certificate it got gives no access to this page",
    62: "the certificate it got is not valid",
}
_GIVE = Action("give_certificate", "Give it one, a PEM file with its key (--cert FILE).", 1)
