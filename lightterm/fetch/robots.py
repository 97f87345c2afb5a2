"""The Robots Exclusion Protocol (RFC 9309), for loads that a program asks for."""

from __future__ import annotations

import time
from threading import Event, RLock

from lightterm.error_base import Action
from lightterm.errors import RobotsRefused, TooLarge
from lightterm.fetch.model import Request, Response
from lightterm.fetch.url_parse import Url
from lightterm.fetch.urls import parts
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_BYTES = 500 * 1024
_KEPT = 24 * 3600.0
_KEPT_UNREADABLE = 60.0
_MAX_SITES = 1000
_PATIENCE = 2.0
"""Seconds that a thread waits for the file which another one asks for, in which it does not hear that it is to stop."""

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
_HEX = frozenset(b"0123456789abcdefABCDEF")
_TOKEN = frozenset("abcdefghijklmnopqrstuvwxyz_-")


class Rule(Record):
    """One Allow or Disallow line, its pattern in canonical escapes."""

    allow: bool
    pattern: str


class Robots:
    """What robots.txt files say to `user_agent_token`, remembered for a day; `now` gives the time in seconds."""

    def __init__(
        self, user_agent_token: str = "lightterm", now: Callable[[], float] = time.time, patience: float = _PATIENCE
    ) -> None:
        self._token = user_agent_token.lower()
        self._now = now
        self._sites: dict[str, tuple[float, tuple[Rule, ...] | None]] = {}
        self._patience = patience
        self._asking: dict[str, Event] = {}
        self._lock = RLock()

    def allowed(self, url: str, fetch: Callable[[Request], Response]) -> bool:
        """Whether a program may ask for `url`; `fetch` gets robots.txt, following redirects, unchecked by this.

        A file that is not there (4xx) allows all; while one cannot be had nothing is asked for (2.3.1), and the error
        says that, as the site has not said no. Raises RobotsRefused for a file that cannot be read, and what `fetch`
        raises.
        """
        url_parts = parts(url)
        if url_parts.scheme not in ("http", "https") or url_parts.path == "/robots.txt":
            return True
        site = f"{url_parts.scheme}://{url_parts.authority}"
        rules = self._rules(site, fetch)
        if rules is None:
            words = f"the robots.txt of {url_parts.host} cannot be read now, and programs stay away until it can"
            raise RobotsRefused(
                words, actions=(Action("retry", "Try again in a minute.", 1, suggested_delay_ms=60_000),)
            )
        return is_allowed(rules, _target(url_parts))

    def _rules(self, site: str, fetch: Callable[[Request], Response]) -> tuple[Rule, ...] | None:
        """What a site's file says, asked for once by threads that want to know at the same time."""
        with self._lock:
            ends, rules = self._sites.get(site, (0.0, ()))
            if ends > self._now():
                return rules
            other = self._asking.get(site)
            if other is None:
                self._asking[site] = asked = Event()
        if other is not None:
            other.wait(self._patience)
            with self._lock:
                ends, rules = self._sites.get(site, (0.0, ()))
            return rules if ends > self._now() else self._remembered(site, fetch)
        try:
            return self._remembered(site, fetch)
        finally:
            with self._lock:
                del self._asking[site]
            asked.set()

    def _remembered(self, site: str, fetch: Callable[[Request], Response]) -> tuple[Rule, ...] | None:
        rules, kept = self._fetched(site, fetch)
        with self._lock:
            if len(self._sites) >= _MAX_SITES:
                self._sites.pop(next(iter(self._sites)))
            self._sites[site] = (self._now() + kept, rules)
        return rules

    def _fetched(self, site: str, fetch: Callable[[Request], Response]) -> tuple[tuple[Rule, ...] | None, float]:
        response = fetch(Request(site + "/robots.txt", asker="program", destination="robots", max_bytes=MAX_BYTES + 1))
        if 300 <= response.status < 500:
            return (), _KEPT
        whole = response.error is None or isinstance(response.error, TooLarge)
        if response.status >= 500 or not whole:
            return None, _KEPT_UNREADABLE
        return rules_for(response.body, self._token), _KEPT


def rules_for(body: bytes, token: str) -> tuple[Rule, ...]:
    """The rules of all groups for `token` (a product token in lower case), else of those for * (section 2.2.1)."""
    text = body[:MAX_BYTES].decode("utf-8-sig", "replace")
    if len(body) > MAX_BYTES:
        text = text[: text.rfind("\n") + 1]
    groups: dict[str, list[Rule]] = {}
    agents: list[str] = []
    ruled = False
    for line in text.replace("\r", "\n").split("\n"):
        key, colon, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not colon:
            continue
        if key == "user-agent":
            if ruled:
                agents, ruled = [], False
            name = _product(value)
            agents.append(name)
            groups.setdefault(name, [])
        elif key in ("allow", "disallow"):
            ruled = True
            # An empty pattern matches nothing: "Disallow:" allows all.
            if value:
                for agent in dict.fromkeys(agents):
                    groups[agent].append(Rule(key == "allow", _canonical(value)))
    return tuple(groups[token] if token in groups else groups.get("*", ()))


def _product(value: str) -> str:
    """The product token that a user-agent line starts with ("Bot/2.1" is "bot")."""
    if value.startswith("*"):
        return "*"
    value = value.lower()
    end = next((i for i, c in enumerate(value) if c not in _TOKEN), len(value))
    return value[:end]


def is_allowed(rules: tuple[Rule, ...], target: str) -> bool:
    """Whether the longest rule that matches `target` (path and query) allows it; at equal length Allow wins."""
    best = (-1, True)
    for rule in rules:
        rank = (len(rule.pattern), rule.allow)
        if rank > best and _matches(rule.pattern, target):
            best = rank
    return best[1]


def _matches(pattern: str, target: str) -> bool:
    """Whether the pattern, with * for anything and a $ at its end for the end, matches from the start: linear time."""
    anchored = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not target.startswith(first):
        return False
    if not pieces:
        return not anchored or len(target) == len(first)
    at = len(first)
    last = pieces.pop() if anchored else ""
    for piece in pieces:
        at = target.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return not anchored or (target.endswith(last) and len(target) - len(last) >= at)


def _target(url: Url) -> str:
    return _canonical(url.path + ("" if url.query is None else "?" + url.query))


def _canonical(text: str) -> str:
    """Escapes in upper case, unreserved characters unescaped, bytes outside ASCII escaped (section 2.2.2)."""
    data = text.encode("utf-8", "replace")
    if b"%" not in data and data.isascii():
        return text
    out: list[str] = []
    at = 0
    while at < len(data):
        byte = data[at]
        if byte == 0x25 and at + 2 < len(data) and data[at + 1] in _HEX and data[at + 2] in _HEX:
            value = int(data[at + 1 : at + 3], 16)
            out.append(chr(value) if value in _PLAIN else f"%{value:02X}")
            at += 3
        else:
            out.append(chr(byte) if byte < 0x80 else f"%{byte:02X}")
            at += 1
    return "".join(out)
