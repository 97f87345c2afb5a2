"""One page read with cookies and storage that the call brings along, and what the site made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer
from lightterm.agent.calls import Calls
from lightterm.agent.cursors import Rest, new_key
from lightterm.agent.deed import Deed
from lightterm.agent.telling import Wanted, formatted
from lightterm.engines.base import State, tier_of
from lightterm.errors import ValidationFailed
from lightterm.fetch.urls import origin
from lightterm.safe import clean
from lightterm.session.session import Session
from lightterm.session.tab import Visit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import CookieJar
    from lightterm.loading import Page

    Call = Context[Any, Any]

LONGEST = 4000
"""Characters of a value of storage that is told back."""


class CarryWorks(Calls):
    """The work of `browse_as`."""

    async def browse_as(
        self,
        _context: Call,
        url: str,
        cookies: Sequence[str],
        storage: Mapping[str, str],
        tier: str | None,
        wanted: Wanted,
        deadline: float,
    ) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            request = self._request(url, tier=tier_of(tier) if tier else None)
            settings = self.desk.session.settings.with_session([("session.private", True)])
            with Session(settings) as session:
                _bring(session, request.url, cookies)
                if storage:
                    own = ((origin(request.url), tuple(storage.items())),)
                    session.engines.begin = State(local=own)
                desk = self.desk.beside(session)
                desk.owner, desk.asker, desk.allowance = self.desk.owner, self.desk.asker, self.desk.allowance
                before = _values(session.cookies)
                page = desk.load(request, deadline, cancel)
                data = {"newCookies": _new(session.cookies, before), "localStorage": _storage(page)}
                visit = Visit(request)
                visit.show(page)
                whole = formatted(session, visit, wanted, new_key())
            about = self._page_told(page, address_told(page.response.url))
            answer = self._piece(about, Rest(whole, page, url), "", wanted.max_tokens)
            return answer.model_copy(update={"data": {**data, **(answer.data or {})}})

        return await self._do(work, deadline, None, Deed("browse_as", address_told(url)))


def _bring(session: Session, url: str, cookies: Sequence[str]) -> None:
    """Put cookies into a session as the site would. Raises ValidationFailed for what no browser would take."""
    for one in cookies:
        name = one.partition("=")[0].strip()
        session.cookies.store(url, (one,))
        if "=" not in one or not any(cookie.name == name for cookie in session.cookies):
            words = f"a browser would not take the cookie {name[:60]!r} from {address_told(url)}"
            raise ValidationFailed(words, actions=(), argument="cookies")


def _values(jar: CookieJar) -> set[tuple[str, str, str, str]]:
    return {(one.name, one.value, one.domain, one.path) for one in jar}


def _new(jar: CookieJar, before: set[tuple[str, str, str, str]]) -> list[dict[str, Any]]:
    """What the site set, values and all: the session has nothing but what the call brought and the site gave."""
    return [
        {"name": clean(name), "value": clean(value), "domain": domain, "path": clean(path)}
        for name, value, domain, path in sorted(_values(jar) - before)
    ]


def _storage(page: Page) -> dict[str, str]:
    """The page's local storage, where it lives in an engine."""
    live = page.snapshot.live
    own = dict(live.state().local).get(origin(page.response.url), ()) if live is not None else ()
    return {clean(name): clean(value)[:LONGEST] for name, value in own}
