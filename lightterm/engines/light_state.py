"""The state of a page in lightpanda, as its protocol has it and as the rest of the house does."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

from lightterm.engines.base import Outcome, State
from lightterm.engines.light_rest import WATCHED, at_work
from lightterm.engines.light_tab import words
from lightterm.errors import LighttermError

LOOK_SECONDS = 1.0
READ_SECONDS = 10.0

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lightterm.engines.light_rest import Turn
    from lightterm.engines.light_tab import Tab
    from lightterm.fetch.cookies import Cookie
    from lightterm.fetch.model import Response


class Ending:
    """What a page in lightpanda has stored, and how it comes to its end."""

    _tab: Tab
    _lock: Turn
    _response: Response
    _cookies: dict[tuple[str, str, str], Cookie]
    _scrolled: tuple[tuple[int, int], tuple[int, int]]
    _told: Callable[[str, State], None] | None

    @property
    def url(self) -> str:
        """Where the page is now."""
        return self._back(self._tab.watch.url or self._response.url)

    def _back(self, address: str) -> str:
        """An address as people have it: a page of this machine has another in its engine."""
        return self._tab.local.back(address) if self._tab.local is not None else address

    @property
    def gone(self) -> bool:
        """Whether it lives no more."""
        return self._lock.use.ended or self._tab.watch.ended or self._tab.ended

    @property
    def sent(self) -> bool:
        """Whether its document came of something sent."""
        return self._tab.watch.sent

    def came(self) -> Outcome:
        """The files that the page has saved since it was last acted on. Raises Closed."""
        with self._lock.look():
            self._tab.led_to_later(LOOK_SECONDS)  # a window that nobody's click asked for is not opened
            files = self._tab.files.came()
        saved, sources = tuple([path for path, _ in files]), tuple([source for _, source in files])
        return Outcome(self._tab.watch.url, downloads=saved, sources=sources)

    def databases(self, seconds: float) -> str:
        """Nothing: lightpanda has IndexedDB as long as the page lives, and tells nobody of it."""
        return ""

    def rest(self, seconds: float) -> None:
        """Let go of the page where nobody has used it for so long, what it stored told; not while it is at work."""
        if self.gone or self._lock.use.since() < seconds:
            return
        with suppress(LighttermError):  # one that does not answer is of no use to anybody
            if at_work(self._tab, self._lock.use.is_watched(WATCHED), LOOK_SECONDS):
                return
        with self._lock.look():
            self._tell(LOOK_SECONDS)
        if self._lock.use.since() >= seconds and self._lock.use.end():
            self._tab.close()

    def state(self, seconds: float = READ_SECONDS) -> State:
        """Cookies, both storages of the page's origin, and the place scrolled to."""
        until = monotonic() + seconds
        with self._lock.look():
            now = self._has(until - monotonic())
            origin, local, session, x, y = self._tab.ask(".storage()", until - monotonic())
            came, stood = self._scrolled
            place = came if (int(x), int(y)) == stood else (int(x), int(y))
            gone = tuple([one.replace(value="", expires=1.0) for key, one in self._cookies.items() if key not in now])
        cookies = tuple(now.values())
        return State(cookies, stored(origin, local), stored(origin, session), place, gone)

    def _has(self, seconds: float) -> dict[tuple[str, str, str], Cookie]:
        """The page's cookies."""
        told = self._tab.call("Storage.getCookies", seconds)["cookies"]
        return {(one.domain, one.path, one.name): one for one in map(cookie_of, told)}

    def follow(self, told: Callable[[str, State], None], seconds: float) -> None:
        """Have the page's address and state told, now where that takes at most so long, and whenever it is read."""
        self._told = told
        self._tell(seconds)

    def _tell(self, seconds: float = READ_SECONDS) -> None:
        if self._told is not None:
            with suppress(LighttermError):  # what is read counts, whether or not the page still answers
                state = self.state(seconds)
                self._cookies = {(one.domain, one.path, one.name): one for one in state.cookies}
                self._told(self.url, state)


def stored(origin: str, pairs: list[list[str]]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """A storage by its origin; nothing for a page that has none."""
    return ((origin, tuple((str(key), str(text)) for key, text in pairs)),) if origin not in ("", "null") else ()


def filling(state: State) -> str:
    """A script that puts what was stored into the storages of the origins it runs in."""
    kept = words([dict(state.local), dict(state.session)])
    return (
        "(() => { const [local, session] = " + kept + ";"
        "const fill = (store, pairs) => { for (const [key, text] of pairs || []) store.setItem(key, text); };"
        "try { fill(localStorage, local[origin]); fill(sessionStorage, session[origin]); } catch {} })()"
    )


def cookie_of(told: dict[str, Any]) -> Cookie:
    """A cookie as the jar has it."""
    from lightterm.fetch.cookies import Cookie

    expires = float(told.get("expires", -1))
    domain = str(told["domain"])
    return Cookie(
        name=told["name"],
        value=told["value"],
        domain=domain.removeprefix("."),
        path=told.get("path", "/"),
        expires=expires if expires > 0 else None,
        secure=bool(told.get("secure")),
        http_only=bool(told.get("httpOnly")),
        same_site=str(told.get("sameSite", "")).lower(),
        host_only=not domain.startswith("."),
        persistent=expires > 0,
    )


def given_cookie(cookie: Cookie) -> dict[str, object]:
    """A cookie as the protocol wants it."""
    told: dict[str, object] = {
        "name": cookie.name,
        "value": cookie.value,
        "domain": cookie.domain if cookie.host_only else "." + cookie.domain,
        "path": cookie.path,
        "secure": cookie.secure,
        "httpOnly": cookie.http_only,
    }
    if cookie.expires is not None:
        told["expires"] = cookie.expires
    if cookie.same_site:
        told["sameSite"] = cookie.same_site.capitalize()
    return told
