"""What is told of a client's sessions as data: what each is called, where it is, how old, and what it keeps."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.errors import LighttermError
from lightterm.safe import clean

if TYPE_CHECKING:
    from lightterm.agent.clients import Client
    from lightterm.agent.desk import Desk


class Since:
    """How long a session has been there: its `id` is no other's; `created` and `used` in seconds since 1970."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.created = self.used = time.time()


def session_facts(client: Client) -> list[dict[str, Any]]:
    """A mapping for each session, the first one first. Of cookies and storage the names are told, never the values."""
    return [_facts(client, name, desk) for name, desk in client.desks.items()]


def _facts(client: Client, name: str, desk: Desk) -> dict[str, Any]:
    tab = desk.own_tab()
    visit = tab.visit if tab is not None else None
    since, chosen = client.since[name], desk.session.settings
    return {
        "id": since.id,
        "name": name,
        "current": name == client.session,
        "createdAt": _at(since.created),
        "lastUsedAt": _at(since.used),
        "url": address_told(visit.url) if visit is not None else None,
        "title": visit.page.document.title if visit is not None and visit.page is not None else None,
        "tabs": len(desk.tabs),
        "cookies": [
            {"name": clean(one.name), "domain": one.domain, "path": one.path, "expires": one.expires}
            for one in desk.session.cookies
        ],
        "storage": _storage(desk),
        "config": {
            "private": chosen.session.private,
            "maxTier": chosen.tiers.max,
            "javascript": chosen.browser.javascript,
            "proxy": bool(chosen.network.proxy),
            "userAgent": chosen.network.user_agent or None,
            "acceptLanguage": chosen.network.accept_language or None,
        },
    }


def _at(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _storage(desk: Desk) -> list[dict[str, Any]]:
    """What the live pages of a session keep in their origins' storage."""
    found: dict[tuple[str, str], list[str]] = {}
    for tab in desk.tabs:
        page = tab.visit.page if tab.visit is not None else None
        live = page.snapshot.live if page is not None else None
        if live is None:
            continue
        with suppress(LighttermError):  # a page that has ended keeps nothing more
            state = live.state()
            for kind, stores in (("local", state.local), ("session", state.session)):
                for origin, pairs in filter(lambda store: store[1], stores):
                    found[origin, kind] = [clean(key)[:200] for key, _ in pairs[:100]]
    return [{"origin": origin, "kind": kind, "keys": keys} for (origin, kind), keys in found.items()]
