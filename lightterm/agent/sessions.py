"""Sessions of a client beside its first: with cookies and tabs of their own; what is kept of them is said by name."""

from __future__ import annotations

import difflib
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, untrusted
from lightterm.agent.calling import caller
from lightterm.agent.calls import Calls
from lightterm.agent.clients import FIRST
from lightterm.agent.deed import Deed
from lightterm.agent.session_facts import session_facts
from lightterm.agent.states import SavedState, load_state, save_state, state_names
from lightterm.errors import Action, LighttermError, LimitReached, ValidationFailed
from lightterm.fetch.urls import host_of, typed_to_url
from lightterm.safe import clean
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel

    Call = Context[Any, Any]

MOST = 16
"""Sessions of a client: each may have browsers of its own."""

ACTING = ("set_cookie", "clear_cookies", "save", "load")
"""What a person is asked about: it concerns what they are signed in to."""


DATABASE_SECONDS = 10.0
"""Seconds that telling what is in IndexedDB may take."""


class SessionWorks(Calls):
    """The work of `session`."""

    async def session(self, _context: Call, do: str, name: str, url: str, cookie: str) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            said = DONE[do](self, name, url, cookie)
            client = caller().client
            data = {"session": client.session, **({"sessions": session_facts(client)} if do == "list" else {})}
            return Answer(text=untrusted("\n".join(said)), data=data)

        words = " ".join(word for word in (do, name, address_told(url) if url else "") if word)
        return await self._do(work, tab=None, deed=Deed("session", words, acts=do in ACTING))

    def _list(self, *_given: str) -> list[str]:
        client = caller().client
        lines = []
        for name, desk in client.desks.items():
            front, tab = "*" if name == client.session else " ", desk.own_tab()
            at = f", at {address_told(tab.visit.url)}" if tab is not None and tab.visit is not None else ""
            lines.append(f"{front} {name}: {len(desk.tabs)} tabs, {len(desk.session.cookies)} cookies{at}")
        return lines

    def _create(self, name: str, *_given: str) -> list[str]:
        client = caller().client
        name = name or f"session-{len(client.desks)}"
        _check_name(name)
        if name in client.desks:
            raise ValidationFailed(f"there is a session {name!r} already", actions=(_use("switch", name),))
        if len(client.desks) >= MOST:
            step = Action("close_session", "Close a session that is not needed.", 1, None, "session", {"do": "list"})
            raise LimitReached(f"there are {MOST} sessions already", actions=(step,))
        # Nothing of it is kept, unless its state is saved by name.
        settings = client.desk.session.settings.with_session([("session.private", True)])
        client.add(name, client.desks[FIRST].beside(Session(settings)))
        return self._list()

    def _switch(self, name: str, *_given: str) -> list[str]:
        caller().client.switch(_known(name))
        return self._list()

    def _close(self, name: str, *_given: str) -> list[str]:
        if name == FIRST:
            raise ValidationFailed("the first session stays as long as its client", actions=())
        caller().client.close(_known(name))
        return self._list()

    def _close_all(self, *_given: str) -> list[str]:
        """What other clients and other runs have stays, as do the states that were saved."""
        caller().client.close_added()
        return self._list()

    def _cookies(self, _name: str, url: str, _cookie: str) -> list[str]:
        """Names, never values: those are what a sign-in is worth."""
        host = host_of(_address(url)) if url else ""
        lines = []
        for one in self.desk.session.cookies:
            if not host or host == one.domain or host.endswith(f".{one.domain}"):
                ends = f"until {one.expires:.0f}" if one.expires else "this session"
                lines.append(f"{clean(one.name)} {one.domain}{one.path} {ends}")
        return lines or ["no cookies"]

    def _set_cookie(self, name: str, url: str, cookie: str) -> list[str]:
        url = url or self._open_page()
        if not url or "=" not in cookie:
            raise ValidationFailed("set_cookie needs a url and a cookie such as a=b; Path=/", actions=())
        address, jar = _address(url), self.desk.session.cookies
        before = list(jar)
        jar.store(address, (cookie,))
        if [id(one) for one in before] == [id(one) for one in jar]:
            raise ValidationFailed(f"a browser would not take that cookie from {address_told(address)}", actions=())
        return self._cookies(name, url, "")

    def _open_page(self) -> str:
        """The address of the page in front, "" for none."""
        front = self.desk.tabs.active if len(self.desk.tabs) else None
        return front.visit.url if front is not None and front.visit is not None else ""

    def _clear_cookies(self, _name: str, url: str, _cookie: str) -> list[str]:
        self.desk.session.cookies.clear(host_of(_address(url)) if url else "")
        return [f"{len(self.desk.session.cookies)} cookies are left"]

    def _save(self, name: str, *_given: str) -> list[str]:
        _check_name(name)
        if caller().client.desks[FIRST].session.settings.session.private:
            raise ValidationFailed("this browser is private: nothing of it is kept, so no state is saved", actions=())
        desk = self.desk
        open_now = [tab.visit.url for tab in desk.tabs if tab.visit is not None]
        databases = ""
        for tab in desk.tabs:
            page = tab.visit.page if tab.visit is not None else None
            if page is not None and page.snapshot.live is not None:
                with suppress(LighttermError):  # one that does not answer is kept as it was last read
                    page.snapshot.live.snapshot()
                    databases = databases or page.snapshot.live.databases(DATABASE_SECONDS)
        local, session = desk.session.engines.carried.stored(desk.asker == "program")
        saved = SavedState((), tuple(open_now), local, session, databases)
        save_state(name, desk.session.cookies, saved)
        return [f"saved {name}: {len(desk.session.cookies)} cookies, {len(open_now)} addresses, {saved.told}"]

    def _load(self, name: str, *_given: str) -> list[str]:
        _check_name(name)
        state = load_state(name)
        self.desk.session.cookies.add(state.cookies)
        carried = self.desk.session.engines.carried
        carried.give(state.storage, state.session, state.databases, self.desk.asker == "program")
        return [f"loaded {name}: {len(state.cookies)} cookies, {state.told}; these were open:", *state.addresses]

    def _states(self, *_given: str) -> list[str]:
        return state_names() or ["no state is saved"]


DONE: dict[str, Callable[[SessionWorks, str, str, str], list[str]]] = {
    "list": SessionWorks._list,
    "create": SessionWorks._create,
    "switch": SessionWorks._switch,
    "close": SessionWorks._close,
    "close_all": SessionWorks._close_all,
    "cookies": SessionWorks._cookies,
    "set_cookie": SessionWorks._set_cookie,
    "clear_cookies": SessionWorks._clear_cookies,
    "save": SessionWorks._save,
    "load": SessionWorks._load,
    "states": SessionWorks._states,
}


def _address(url: str) -> str:
    """The address of a site that has cookies. Raises UrlInvalid, ValidationFailed: of no host would be of all."""
    address = typed_to_url(url, "")
    if not address.startswith(("http:", "https:")):
        raise ValidationFailed(f"{address_told(address)} has no cookies: only http: and https: do", actions=())
    return address


def _known(name: str) -> str:
    desks = caller().client.desks
    if name not in desks:
        near = difflib.get_close_matches(name, desks, 1)
        step = Action("list_sessions", "See which sessions there are.", 1, None, "session", {"do": "list"})
        missing = desks[FIRST].missing(f"there is no session {name!r}; there are {', '.join(desks)}", step)
        missing.context["candidates"] = near
        raise missing
    return name


def _use(do: str, name: str) -> Action:
    return Action("use_session", "Use the one that is there.", 1, None, "session", {"do": do, "name": name})


def _check_name(name: str) -> None:
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 60:
        bare = re.sub(r"\W+", "-", re.sub(r"\.\w{1,5}$", "", name.rpartition("/")[2])).strip("-")[:60]
        near = [bare] if bare else []
        words = f"{name!r} is no name: letters, digits, - and _"
        raise ValidationFailed(words, actions=(), argument="name", candidates=near)
