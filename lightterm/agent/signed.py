"""A sign-in that has run out: a form that asks for a password where the page itself was read before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.states import states_for
from lightterm.agent.walls import asks_sign_in
from lightterm.errors import SIGN_IN, AuthExpired
from lightterm.fetch.urls import host_of

if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.loading import Page

KEPT = 500
"""Addresses that are remembered."""


class SignedIn:
    """The addresses whose pages were read."""

    def __init__(self) -> None:
        self._read: dict[str, None] = {}

    def checked(self, request: Request, page: Page) -> Page:
        """The page, with AuthExpired where it was read before and now is a sign-in, whatever address that has."""
        key = request.url.partition("#")[0]
        if request.method != "GET":
            return page
        if isinstance(page.error, AuthExpired):
            page.error.context.setdefault("states", states_for(host_of(request.url)))
        elif not asks_sign_in(page):
            if page.error is None:
                self._read.pop(key, None)
                self._read[key] = None
                if len(self._read) > KEPT:
                    del self._read[next(iter(self._read))]
        elif key in self._read:
            host = host_of(request.url)
            words = f"{host} wants a sign-in where the page was read before: the one there was has run out"
            expired = AuthExpired(words, actions=(SIGN_IN,), url=request.url, states=states_for(host))
            return page.replace(errors=(expired, *page.errors))
        return page
