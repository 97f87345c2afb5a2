"""The state of a page in lightpanda, as its protocol has it and as the rest of the house does."""

from __future__ import annotations

from lightterm.engines.base import Outcome
from lightterm.engines.light_tab import words

LOOK_SECONDS = 1.0

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import RLock
    from typing import Any

    from lightterm.engines.base import State
    from lightterm.engines.light_tab import Tab
    from lightterm.fetch.cookies import Cookie


class Ending:
    """What of a page in lightpanda ends with it."""

    _tab: Tab
    _lock: RLock

    @property
    def gone(self) -> bool:
        """Whether it lives no more."""
        return self._tab.watch.ended

    @property
    def sent(self) -> bool:
        """Whether its document came of something sent."""
        return self._tab.watch.sent

    def came(self) -> Outcome:
        """The files that the page has saved since it was last acted on. Raises Closed."""
        with self._lock:
            self._tab.led_to_later(LOOK_SECONDS)  # a window that nobody's click asked for is not opened
            files = self._tab.files.came()
        saved, sources = tuple([path for path, _ in files]), tuple([source for _, source in files])
        return Outcome(self._tab.watch.url, downloads=saved, sources=sources)

    def databases(self, seconds: float) -> str:
        """Nothing: lightpanda has IndexedDB as long as the page lives, and tells nobody of it."""
        return ""


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
