"""What pages that live in engines have stored, and how far they are scrolled: it goes with the next load in any tier.

Local storage belongs to an origin. What a browser keeps for one tab alone, session storage and the place scrolled to,
goes only to a load that goes on from the page that has it: of the same address, or of a link within its origin.
https://html.spec.whatwg.org/multipage/webstorage.html
"""

from __future__ import annotations

from _thread import allocate_lock

from lightterm.engines.base import State
from lightterm.fetch.model import FULL, LIGHT
from lightterm.fetch.urls import origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lightterm.fetch.cookies import Cookie, CookieJar
    from lightterm.fetch.model import Request
    from lightterm.loading import Page

    Pairs = tuple[tuple[str, str], ...]
    Stored = tuple[tuple[str, Pairs], ...]
    Whose = tuple[str, bool]
    """Who signed in, and whether a program asks: pages of one are not shown what those of the other store."""

MOST = 50
"""Origins, and places, that are remembered; the latest ones."""

LARGEST = 5_242_880
"""Characters of an origin's storage that are carried: browsers let it have no more."""


class Carried:
    """What is carried from page to page of a session; any thread may ask."""

    def __init__(self, jar: CookieJar) -> None:
        self._jar = jar
        self._local: dict[tuple[Whose, str], tuple[int, Pairs]] = {}
        self._session: dict[tuple[Whose, str], Pairs] = {}
        self._places: dict[tuple[Whose, str], tuple[int, int]] = {}
        self._given: set[tuple[Whose, str]] = set()
        """Sites whose session storage was given from outside, until a page of theirs has had it."""
        self._databases: dict[Whose, str] = {}
        self._lock = allocate_lock()

    def state_for(self, tier: int, request: Request) -> State:
        """What a load begins with. Tier 3 has the local storage that its own pages filled, but in a new browser."""
        whose, site = _whose(request), _site(request.url)
        here = _place(request.url)
        goes_on = (whose, here) in self._places or _site(request.initiator or "") == site
        goes_on = goes_on or (whose, site) in self._given
        if not site:
            return State()
        with self._lock:
            by, local = self._local.get((whose, site), (tier, ()))
            session = self._session.get((whose, site), ()) if goes_on else ()
            known = ((site, local),) if (whose, site) in self._local else ()
            its_own = tier == FULL == by
            return State(
                local=() if its_own else known,
                latest=known if its_own else (),
                session=((site, session),) if session else (),
                scroll=self._places.get((whose, here), (0, 0)),
                databases=self._databases.pop(whose, "") if tier == FULL else "",
            )

    def follow(self, page: Page, seconds: float) -> None:
        """Keep what a page has stored that was just loaded, asked for at most so long, and what it stores later."""
        live = page.snapshot.live
        if live is None or page.response.error is not None:
            return  # what did not settle may not answer either
        live.follow(self._keeper(page), seconds)

    def _keeper(self, page: Page) -> Callable[[str, State], None]:
        tier, whose = page.tier, _whose(page.request)
        known: set[tuple[object, ...]] = {_content(cookie) for cookie in self._jar}

        def keep(url: str, state: State) -> None:
            if tier == LIGHT:  # tier 3 does so itself
                self._jar.add([*[cookie for cookie in state.cookies if _content(cookie) not in known], *state.gone])
                known.clear()
                known.update(map(_content, state.cookies))
            with self._lock:
                self._put(tier, whose, url, state)

        return keep

    def _put(self, tier: int, whose: Whose, url: str, state: State) -> None:
        for site, pairs in state.local:
            if _size(pairs) <= LARGEST:
                _latest(self._local, (whose, site), (tier, pairs))
        for site, pairs in state.session:
            if _size(pairs) <= LARGEST:
                _latest(self._session, (whose, site), pairs)
            self._given.discard((whose, site))
        _latest(self._places, (whose, _place(url)), state.scroll)

    def stored(self, program: bool) -> tuple[Stored, Stored]:
        """The local and the session storage of the origins that a person's or a program's pages have used."""
        with self._lock:
            local = [(site, pairs) for (whose, site), (_, pairs) in self._local.items() if whose == ("", program)]
            session = [(site, pairs) for (whose, site), pairs in self._session.items() if whose == ("", program)]
        return tuple(local), tuple((site, pairs) for site, pairs in session if pairs)

    def give(self, local: Stored, session: Stored, databases: str, program: bool) -> None:
        """Have the pages of these origins find this in their storages in every tier, and in IndexedDB in tier 3."""
        whose = ("", program)
        with self._lock:
            for site, pairs in local:
                if _size(pairs) <= LARGEST:
                    _latest(self._local, (whose, site), (LIGHT, pairs))
            for site, pairs in session:
                if _size(pairs) <= LARGEST:
                    _latest(self._session, (whose, site), pairs)
                    self._given.add((whose, site))
            if databases:
                self._databases[whose] = databases

    def forget(self, has_place: Callable[[str], bool]) -> None:
        """Let go of what the meant places have stored; what tier 3 has of it goes when it next loads one of them."""
        with self._lock:
            for session in [key for key in self._session if has_place(key[1])]:
                del self._session[session]
            for place in [key for key in self._places if has_place(key[1])]:
                del self._places[place]
            for local in [key for key in self._local if has_place(key[1])]:
                self._local[local] = (LIGHT, ())
            for whose, bases in self._databases.items():
                self._databases[whose] = _without(bases, has_place)


def _without(bases: str, has_place: Callable[[str], bool]) -> str:
    """What pages have in IndexedDB (see `State.databases`) without some places; nothing where it cannot be read."""
    import json

    try:
        left = [one for one in json.loads(bases) if not has_place(one["origin"])]
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""
    return json.dumps(left) if left else ""


def _latest(kept: dict[Any, Any], key: object, value: object) -> None:
    """Put something in as the latest; the oldest goes where there are too many."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]


def _whose(request: Request) -> Whose:
    return request.user or "", request.public or request.asker == "program"


def _site(url: str) -> str:
    """The origin of a page of the web, "" for any other."""
    return origin(url) if url.startswith("http") else ""


def _place(url: str) -> str:
    return url.partition("#")[0]


def _content(cookie: Cookie) -> tuple[object, ...]:
    return cookie.domain, cookie.path, cookie.name, cookie.value, int(cookie.expires or 0)


def _size(pairs: Pairs) -> int:
    return sum(len(key) + len(text) for key, text in pairs)
