"""What a person can do about a load that failed, asked in words, with the safe answer as the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.fetch.urls import host_of
from lightterm.session import hops

if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.line.pages import Pages

NO, ANYWAY, PLAIN, TRUST = "no", "open anyway", "open without encryption", "trust the new one"
FETCHED = ("http:", "https:", "ftp:", "sftp:", "gemini:", "gopher:", "spartan:")
"""How the addresses begin that are asked for over the network, and whose files can be downloaded."""


def is_asked_about(front: Pages, request: Request, error: LighttermError) -> bool:
    """Whether a person is asked right away for what would mend it: what else there is to do about it is not said."""
    return front.console.asks and hops.remedy(request, error) in (hops.SIGN_IN, hops.PASSWORD, hops.RENEWAL)


def is_advised_after(front: Pages, request: Request, error: LighttermError) -> bool:
    """Whether what else there is to do is said behind the question: it is for who does not go on as they are asked."""
    return front.console.asks and hops.remedy(request, error) == hops.CERTIFICATE


def remedied(front: Pages, request: Request, error: LighttermError) -> Request | None:
    """The request to be tried again, None where nothing can be done or the person will not."""
    if not front.console.asks:
        return None
    hop, kind = hops.at_fault(request, error), hops.remedy(request, error)
    if kind == hops.PASSWORD:
        return _unlocked(front, request, error)
    if kind == hops.IN_CLEAR:
        return _without_tls(front, hop, error)
    if kind == hops.CERTIFICATE:
        return request if _anyway(front, hop.url, error) else None
    if kind == hops.RENEWAL:
        return request if _trusts_new(front, error) else None
    if kind == hops.SIGN_IN:
        return _signed_in(front, hop, error)
    if kind == hops.CONFIRM:
        words, choices = hops.asked(error)
        answers: list[str] = []
        front.ask(words, choices, choices[1], answers.append)
        return hops.confirmed(front.session, request, error) if answers == [choices[0]] else None
    if kind == hops.FILE and request.url.startswith(FETCHED):
        front.offer_file(request, error)
    return None


def _anyway(front: Pages, url: str, error: LighttermError) -> bool:
    """Whether a person opens it though its certificate is not right, which is then not checked any more."""
    host = host_of(url)
    said = hops.seen(error)
    if front.session.demands_tls(url):
        if said:
            front.say(said.rstrip())
        front.say(hops.PINNED.format(host), "warning")
        return False
    words = (
        f"{said}Whoever answers may not be {host}, and may read and change what you send and see. Open it all the same?"
    )
    answers: list[str] = []
    front.ask(words, (NO, ANYWAY), NO, answers.append)
    if answers == [ANYWAY]:
        front.session.configure(hops.unchecked(front.session.settings, url))
    return answers == [ANYWAY]


def _trusts_new(front: Pages, error: LighttermError) -> bool:
    """Whether a person trusts the new certificate of a gemini host, whose old one is forgotten then."""
    answers: list[str] = []
    front.ask(hops.RENEWED, (NO, TRUST), NO, answers.append)
    if answers == [TRUST]:
        front.session.store.decisions.delete(str(error.context["domain"]), str(error.context["known_as"]))
    return answers == [TRUST]


def _without_tls(front: Pages, hop: Request, error: LighttermError) -> Request | None:
    words, plain = hops.in_clear(front.session, hop, error)
    answers: list[str] = []
    if plain:
        front.ask(words, (NO, PLAIN), NO, answers.append)
    return hop.replace(url=plain) if answers == [PLAIN] else None


def _signed_in(front: Pages, request: Request, error: LighttermError) -> Request | None:
    host = hops.who_asks(request.url, error)
    if not request.url.startswith("https:"):
        front.say("The connection is not encrypted: others may read what is sent.", "warning")
    name = front.console.read(f"name for {host} (Enter for none): ")
    if not name:
        return None
    password = front.console.secret(f"password of {name} for {host}: ")
    return hops.signed_in(request, name, password) if password is not None else None


def _unlocked(front: Pages, request: Request, error: LighttermError) -> Request | None:
    url = str(error.context.get("url", request.url))
    password = front.console.secret("password of the file (Enter for none): ")
    if not password:
        return None
    front.session.passwords[url.partition("#")[0]] = password
    return request
