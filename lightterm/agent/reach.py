"""What an agent's desk may load: public addresses, and what the person has open; no lists of what the person did."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.commands.about import is_made
from lightterm.document.subset import plain
from lightterm.errors import AddressRefused, DnsFailed, SchemeRefused
from lightterm.fetch.policy import REFUSAL, check_addresses, check_name
from lightterm.fetch.schemes import check_allowed, scheme_of
from lightterm.fetch.urls import host_of, origin, without_fragment
from lightterm.safe import clean
from lightterm.session.load import Load

if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.settings import Settings

PROGRAM = "program"


def held(request: Request, asker: str) -> Request:
    """The request as an agent may make it. Raises SchemeRefused.

    A page that the person has open may be reached again, and on a host that can only be of their own network the pages
    beside it: all else is asked for as by a program, which the guard holds to public addresses, redirects and all.
    """
    if asker != PROGRAM:
        return request
    if is_made(request.url):
        raise SchemeRefused(f"{request.url.partition('?')[0]} is made of what the person did", url=request.url)
    if request.asker == PROGRAM or _is_persons(request):
        return request
    return request.replace(asker=PROGRAM)


def _is_persons(request: Request) -> bool:
    if not request.url.startswith(("http:", "https:")):
        return request.initiator is None
    beside = request.initiator is None or origin(request.initiator) == origin(request.url)
    return beside and _is_local(host_of(request.url))


def _is_local(host: str) -> bool:
    """Whether a host is of this machine or network by its name alone."""
    try:
        check_name(host)
        check_addresses(host, (host.strip("[]"),))
    except AddressRefused:
        return True
    except ValueError:  # a name, not an address
        pass
    return False


def check_ahead(request: Request, asker: str, settings: Settings) -> None:
    """Raises AddressRefused, SchemeRefused for a request that the guard refuses whatever a person says, as far as its
    address alone tells: what a name stands for is known when it is connected to."""
    asked = held(request, asker)
    if asked.asker != PROGRAM or settings.network.allow_private or not asked.url.startswith(("http:", "https:")):
        return
    host = host_of(asked.url)
    check_name(host)
    with suppress(ValueError):  # a name, not an address
        check_addresses(host, (host.strip("[]"),))


class HeldLoad(Load):
    """The load of a page on the person's own network: no redirect leads on to another host of it."""

    def hop(self, request: Request, before: str) -> None:
        super().hop(request, before)
        if before:
            check_live(request.url, before, self.request.asker, PROGRAM, self._session.settings)


def kept_out(page: Page, asker: str) -> tuple[AddressRefused, ...]:
    """The error of a page where another went to, and our own proxy kept it out; its words are no message of ours."""
    blocks = page.document.blocks
    if asker != PROGRAM or len(blocks) != 1 or not plain(blocks[0]).startswith(REFUSAL):
        return ()
    url = page.document.url
    return (AddressRefused(f"{REFUSAL} {host_of(url)}", url=url),)


def with_refusal(page: Page, asker: str) -> Page:
    """A page that was loaded, with the error first that says that our own proxy kept out where it led on to."""
    led_on = origin(page.document.url) != origin(page.request.url)
    found = kept_out(page, asker) if led_on else ()
    return page.replace(errors=(*found, *page.errors)) if found else page


def check_address(url: str, page: str, asker: str) -> None:
    """Raises SchemeRefused for an address that no link or form of a page may lead to, as where no scripts run.

    What a script does on its own page is no address.
    """
    if scheme_of(url) not in ("", "javascript", "blob"):
        check_allowed(url, PROGRAM if asker == PROGRAM else "link", page)


def check_live(url: str, before: str, opened_by: str, asker: str, settings: Settings) -> None:
    """Refuse a page that an engine went to from one that the person opened, whose requests no guard holds.

    Raises AddressRefused, SchemeRefused.
    """
    if asker != PROGRAM or without_fragment(url) == without_fragment(before) or url == "about:blank":
        return
    if not url.startswith(("http:", "https:")):
        raise SchemeRefused(f"agents may not go to {clean(url)[:100]} from there", url=url)
    if opened_by == PROGRAM or settings.network.allow_private or origin(url) == origin(before):
        return
    host = host_of(url)
    check_name(host)
    try:
        found = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except OSError:
        raise DnsFailed(f"{host} has no address", url=url) from None
    check_addresses(host, tuple(str(entry[4][0]) for entry in found))
