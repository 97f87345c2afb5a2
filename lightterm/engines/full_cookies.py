"""Cookies between the session's jar and a browser context, both ways: only what changed goes over."""

from __future__ import annotations

import time

from lightterm.fetch.cookies import Cookie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from playwright.async_api import BrowserContext

    from lightterm.fetch.cookies import CookieJar

    Key = tuple[str, str, str]
    Known = dict[Key, tuple[object, ...]]

_SAME_SITE = {"strict": "Strict", "lax": "Lax", "none": "None"}


class CookieBridge:
    """What both sides last agreed on; a cookie that differs from it was changed by the side that has it otherwise."""

    def __init__(self, jar: CookieJar) -> None:
        self._jar = jar
        self._known: Known = {}

    async def into(self, context: BrowserContext) -> None:
        """Bring the browser to what the jar holds. Cookies that the browser refuses stay behind."""
        cookies = {_key(cookie): cookie for cookie in self._jar.sendable()}
        for key in self._known.keys() - cookies.keys():
            await context.clear_cookies(domain=key[0], name=key[1], path=key[2])
            del self._known[key]
        changed = [cookie for key, cookie in cookies.items() if self._known.get(key) != _content(cookie)]
        if changed:
            try:
                await context.add_cookies([_for_browser(cookie) for cookie in changed])
            except Exception:  # one that the browser does not take spoils all
                for cookie in changed:
                    await _add_alone(context, cookie)
        self._known.update((_key(cookie), _content(cookie)) for cookie in changed)

    async def out_of(self, context: BrowserContext) -> tuple[Cookie, ...]:
        """What the browser holds; the jar is brought to it where the browser has changed something."""
        found: dict[Key, Cookie] = {}
        for cookie in [self._from_browser(told) for told in await context.cookies()]:
            key = _key(cookie)
            if self._jar.mode_at(cookie.domain) == "none":
                await context.clear_cookies(domain=key[0], name=key[1], path=key[2])
            else:
                found[key] = cookie
        changed = [cookie for key, cookie in found.items() if self._known.get(key) != _content(cookie)]
        gone = [_gone(*key) for key in self._known.keys() - found.keys()]
        self._jar.add([*changed, *gone])
        self._known = {key: _content(cookie) for key, cookie in found.items()}
        return tuple(found.values())

    def _from_browser(self, told: Any) -> Cookie:
        domain, expires = str(told["domain"]), float(told.get("expires", -1))
        return Cookie(
            name=told["name"],
            value=told["value"],
            domain=domain.removeprefix("."),
            path=told.get("path", "/"),
            expires=None if expires < 0 else expires,
            secure=bool(told.get("secure")),
            http_only=bool(told.get("httpOnly")),
            same_site=str(told.get("sameSite", "")).lower(),
            host_only=not domain.startswith("."),
            created=time.time(),
            persistent=expires >= 0 and self._jar.mode_at(domain.removeprefix(".")) == "all",
        )


async def _add_alone(context: BrowserContext, cookie: Cookie) -> None:
    from contextlib import suppress

    with suppress(Exception):
        await context.add_cookies([_for_browser(cookie)])


def _key(cookie: Cookie) -> Key:
    return cookie.domain if cookie.host_only else "." + cookie.domain, cookie.name, cookie.path


def _content(cookie: Cookie) -> tuple[object, ...]:
    expires = None if cookie.expires is None else int(cookie.expires)
    return cookie.value, expires, cookie.secure, cookie.http_only


def _for_browser(cookie: Cookie) -> Any:
    made: dict[str, Any] = {
        "name": cookie.name,
        "value": cookie.value,
        "domain": _key(cookie)[0],
        "path": cookie.path,
        "expires": -1 if cookie.expires is None else cookie.expires,
        "httpOnly": cookie.http_only,
        "secure": cookie.secure,
    }
    same_site = _SAME_SITE.get(cookie.same_site)
    if same_site is not None:
        made["sameSite"] = same_site
    return made


def _gone(domain: str, name: str, path: str) -> Cookie:
    """A cookie that ends at once: adding it removes the one of that name, and the jar notes that."""
    return Cookie(name, "", domain.removeprefix("."), path, expires=1.0, host_only=not domain.startswith("."))
