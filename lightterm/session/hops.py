"""What a person is asked so that a load may go on: of a deceptive host, of a certificate, for a name and a password."""

from __future__ import annotations

from lightterm.errors import (
    Action,
    AuthInvalid,
    AuthMissing,
    ConnectionFailed,
    PasswordMissing,
    TlsFailed,
    Unconfirmed,
    UnsupportedType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.session.session import Session
    from lightterm.settings import Settings

RENEWED = "Or its owner has made a new one, as is done when the old one has run out. Trust the new one?"
PINNED = "{} asked to be met over connections that are surely its own, so this one is not opened."
"""Why no exception is made for a host with Strict Transport Security."""

ASK = Action("confirm", "Load it again: you are asked whether to go there.", 1)


def check_hop(session: Session, request: Request, before: str) -> None:
    """Raise Unconfirmed for a hop that needs a person's yes; `before` is what redirected there ("": nothing did)."""
    from lightterm.fetch.url_display import deceives
    from lightterm.fetch.urls import host_of

    host = host_of(request.url)
    reads, why = deceives(host)
    if why and host not in session.confirmed:
        words = f"the name {reads} {why}, and may be meant to pass for another's; it is really {host}"
        raise Unconfirmed(words, actions=(ASK,), url=request.url, confirm=host)
    if before and request.data is not None and _is_handed_on(before, request.url):
        words = f"{host_of(before)} hands what you sent on to {_named(before, request.url)}"
        raise Unconfirmed(words, actions=(ASK,), url=request.url, before=before)


def _is_handed_on(before: str, url: str) -> bool:
    """Whether another origin gets what was sent; the same host over TLS is a better way to the same place."""
    from lightterm.fetch.urls import host_of, origin

    better = host_of(before) == host_of(url) and url.startswith("https:")
    return origin(before) != origin(url) and not better


def _named(before: str, url: str) -> str:
    from lightterm.fetch.url_display import display_host
    from lightterm.fetch.urls import host_of, origin

    name = display_host(host_of(url))
    if host_of(before) == host_of(url):
        name = origin(url)
    clear = before.startswith("https:") and not url.startswith("https:")
    return name + (", where others on the way can read it" if clear else "")


def asked(error: LighttermError) -> tuple[str, tuple[str, str]]:
    """The question for an Unconfirmed, and its answers: the one that goes on, and the safe one."""
    words = error.message[0].upper() + error.message[1:]
    if "before" in error.context:
        return f"{words}. Send it there?", ("send", "no")
    return f"{words}. Open it all the same?", ("open it", "no")


def confirmed(session: Session, request: Request, error: LighttermError) -> Request:
    """The request to go on with, once a person said yes."""
    host = str(error.context.get("confirm", ""))
    if host:
        session.confirmed.add(host)
        return request
    return _elsewhere(request, str(error.context["url"]))


def at_fault(request: Request, error: LighttermError) -> Request:
    """The request of the hop that an error came from: behind a redirect another host asks for a name, or is not who it
    says, and what is given or allowed is for that one alone.
    """
    from lightterm.fetch.urls import origin

    url = str(error.context.get("url", request.url))
    return request if not url.startswith("http") or origin(url) == origin(request.url) else _elsewhere(request, url)


def who_asks(url: str, error: LighttermError) -> str:
    """Who asks for a name and password: host and port, and what it calls that which they are for."""
    from lightterm.fetch.urls import origin

    called = error.context.get("realm")
    return origin(url).partition("://")[2] + (f' ("{called}")' if called else "")


CERTIFICATE, IN_CLEAR, RENEWAL, SIGN_IN, PASSWORD, FILE, CONFIRM = (
    "certificate",
    "in clear",
    "renewal",
    "sign in",
    "password",
    "file",
    "confirm",
)


def remedy(request: Request, error: LighttermError) -> str:
    """What a person can do about an error: one of the words above, "" for nothing.

    Go on with a certificate that is not right; without TLS, where a handshake found none; trust the new certificate of
    a gemini host; sign in; give a file's password; download what is no page; say yes.
    """
    check = error.context.get("check")
    if check and isinstance(error, TlsFailed | ConnectionFailed) and at_fault(request, error).url.startswith("https:"):
        return IN_CLEAR if check in ("handshake", "no-tls", "closed") else CERTIFICATE
    if check == "changed" and isinstance(error, TlsFailed):
        return RENEWAL
    if isinstance(error, AuthMissing | AuthInvalid) and (error.http_status == 401 or is_ftp(request)):
        return SIGN_IN
    if isinstance(error, PasswordMissing):
        return PASSWORD
    if isinstance(error, UnsupportedType) and request.method == "GET":
        return FILE
    return CONFIRM if isinstance(error, Unconfirmed) else ""


def in_clear(session: Session, request: Request, error: LighttermError) -> tuple[str, str]:
    """What to ask where a handshake found no TLS, and the address without; ("", "") where that may not be."""
    from lightterm.fetch.urls import display_url

    url = request.url
    if error.context.get("check") not in ("no-tls", "closed") or request.method != "GET" or session.demands_tls(url):
        return "", ""
    plain = f"http{url.removeprefix('https')}"
    words = (
        f"{error.message.removesuffix(' (try http://)')}.\nWithout encryption others on the way may read and change "
        f"what you send and see. Open {display_url(plain)} instead?"
    )
    return words, plain


def seen(error: LighttermError) -> str:
    """What was seen of the certificate that an error is about, in lines that end; "" where it was not looked at."""
    said = error.context.get("certificate")
    return f"{said}\n" if said else ""


def unchecked(settings: Settings, url: str) -> Settings:
    """The settings with which no certificate is checked of the host and port of a URL, as long as the run lasts."""
    from lightterm.fetch.urls import parts

    place = parts(url)
    hosts = (*settings.network.insecure_hosts, f"{place.host}:{place.port or 443}")
    return settings.with_session([("network.insecure_hosts", hosts)])


def _elsewhere(request: Request, url: str) -> Request:
    """The request for another host, without what was meant for the one before."""
    from lightterm.fetch.headers import is_secret

    headers = tuple(header for header in request.headers if not is_secret(header[0]))
    return request.replace(url=url, headers=headers, user=None)


def is_ftp(request: Request) -> bool:
    """Whether a request is one of ftp, which is signed in to by the address."""
    return request.url[:4].lower() == "ftp:"


def signed_in(request: Request, name: str, password: str) -> Request:
    """A request with a name and password; the links of ftp go on with those of the address that they stand on."""
    if not is_ftp(request):
        return request.replace(user=f"{name}:{password}")
    from urllib.parse import quote

    from lightterm.fetch.urls import parts

    signed = parts(request.url).replace(user=quote(name, safe=""), password=quote(password, safe=""))
    return request.replace(url=signed.text())
