"""Cookies as browsers keep and send them (RFC 6265bis, draft 20)."""

from __future__ import annotations

import time
from threading import RLock

from lightterm.errors import UrlInvalid
from lightterm.fetch.cookie_syntax import SetCookie, parse_set_cookie
from lightterm.fetch.hosts import is_ip, is_loopback, is_public_suffix
from lightterm.fetch.urls import parts, same_site
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lightterm.settings import Settings

MAX_PER_DOMAIN = 180
MAX_IN_ALL = 3000
MODE_KEY = "session.cookie_mode"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
_PREFIXES = ("__secure-", "__host-", "__http-", "__host-http-")

Key = tuple[str, str, bool]


class Cookie(Record):
    """One cookie. Times are seconds since 1970; `expires` None: it ends with the session.

    `domain` has no leading dot; `host_only` says that its subdomains do not get it. `same_site` is "strict", "lax",
    "none" or "" (not stated, which counts as lax). `persistent` says whether it may be written to a file as lasting.
    """

    name: str
    value: str
    domain: str
    path: str = "/"
    expires: float | None = None
    secure: bool = False
    http_only: bool = False
    same_site: str = ""
    host_only: bool = True
    created: float = 0.0
    used: float = 0.0
    persistent: bool = False


class CookieChange(Record):
    """A cookie that was set (`cookie`) or removed (None) at a time; the other fields say which it is."""

    domain: str
    name: str
    path: str
    host_only: bool
    at: float
    cookie: Cookie | None


class CookieJar:
    """The cookies of a session, safe to use from several threads.

    `mode` is "all", "session" (nothing outlives the process) or "none" (nothing is kept or sent), where no rule for a
    site says another; `now` gives the time.
    """

    def __init__(self, mode: str = "all", now: Callable[[], float] = time.time) -> None:
        self.mode = mode
        self._ruled: Settings | None = None
        self._now = now
        self._domains: dict[str, dict[Key, Cookie]] = {}
        self._count = 0
        self._latest = 0.0
        self._changed: dict[tuple[str, Key], float] | None = None
        self._lock = RLock()

    def __len__(self) -> int:
        with self._lock:
            return self._count

    def __iter__(self) -> Iterator[Cookie]:
        with self._lock:
            self._drop_expired()
            return iter([cookie for found in self._domains.values() for cookie in found.values()])

    def obey(self, settings: Settings) -> None:
        """Take the modes of these settings: the one for all, and what their rules for sites say."""
        self.mode = settings.session.cookie_mode
        ruled = any(key == MODE_KEY for rule in settings.layers.sites for key, _ in rule.values)
        self._ruled = settings if ruled else None

    def mode_at(self, host: str) -> str:
        """The mode for a host or a cookie's domain."""
        return self.mode if self._ruled is None else self._ruled.for_host(host).session.cookie_mode

    def sendable(self) -> tuple[Cookie, ...]:
        """The cookies that may be sent to the sites they are of."""
        return tuple(cookie for cookie in self if self.mode_at(cookie.domain) != "none")

    def header_for(self, url: str, *, method: str = "GET", initiator: str | None = None, top_level: bool = True) -> str:
        """The Cookie header for a request, "" for none (section 5.8).

        `initiator` is the URL of the page that caused it (None: a person did); `top_level` is false for pictures,
        styles and frames.
        """
        cross_site = self._is_cross_site(url, initiator)
        lax = top_level and method.upper() in SAFE_METHODS
        with self._lock:
            chosen = [
                cookie
                for cookie in self._matching(url)
                if not cross_site or cookie.same_site == "none" or (lax and cookie.same_site != "strict")
            ]
            chosen.sort(key=lambda cookie: (-len(cookie.path), cookie.created))
            now = self._now()
            for cookie in chosen:
                self._domains[cookie.domain][_key(cookie)] = cookie.replace(used=now)
        return "; ".join(f"{c.name}={c.value}" if c.name else c.value for c in chosen)

    def store(
        self, url: str, set_cookie: tuple[str, ...], *, initiator: str | None = None, top_level: bool = True
    ) -> None:
        """Take the Set-Cookie headers of a reply from `url`; those that break a rule are ignored (section 5.7)."""
        if self.mode_at(parts(url).host or "") == "none":
            return
        foreign = not top_level and self._is_cross_site(url, initiator)
        with self._lock:
            for header in set_cookie:
                parsed = parse_set_cookie(header, self._now())
                cookie = self._accepted(url, parsed) if parsed else None
                if cookie is not None and not (foreign and cookie.same_site != "none"):
                    self._put(cookie)
            self._evict()

    def add(self, cookies: Iterable[Cookie]) -> None:
        """Put ready cookies in, as from a file; expired ones are left out, those without a date count from now."""
        with self._lock:
            for cookie in cookies:
                if self.mode_at(cookie.domain) == "none":
                    continue
                created = cookie.created or self._tick()
                self._put(cookie.replace(created=created, used=cookie.used or created))
            self._evict()

    def clear(self, domain: str = "") -> None:
        """Forget all cookies, or those of `domain` and its subdomains."""
        with self._lock:
            for name in list(self._domains):
                if not domain or _domain_matches(name, domain.lower().removeprefix(".")):
                    for cookie in list(self._domains[name].values()):
                        self._remove(cookie)

    def forget(self, unwanted: Callable[[Cookie], bool]) -> int:
        """Remove cookies so that `changes` does not name them; how many."""
        with self._lock:
            found = [cookie for cookie in self if unwanted(cookie)]
            for cookie in found:
                self._remove(cookie)
            if self._changed is not None:
                for known in [(cookie.domain, _key(cookie)) for cookie in found]:
                    self._changed.pop(known, None)
            return len(found)

    def lasting(self) -> tuple[Cookie, ...]:
        """The cookies that may be written to a file: in mode "all" every one, else none."""
        return tuple(cookie for cookie in self if self.mode_at(cookie.domain) == "all")

    def track(self) -> None:
        """From now on remember which cookies were set or removed and when; those there count as set just now."""
        with self._lock:
            if self._changed is None:
                self._changed = {(cookie.domain, _key(cookie)): cookie.created for cookie in self}

    def changes(self) -> tuple[CookieChange, ...]:
        """What was set or removed since `track` and was not settled yet, where the mode is "all"."""
        with self._lock:
            return tuple(
                CookieChange(domain, *key, at, self._domains.get(domain, {}).get(key))
                for (domain, key), at in (self._changed or {}).items()
                if self.mode_at(domain) == "all"
            )

    def settle(self, changes: Iterable[CookieChange]) -> None:
        """Say that these changes are kept elsewhere; those that came after them stay."""
        with self._lock:
            for change in changes:
                which = (change.domain, (change.name, change.path, change.host_only))
                if self._changed is not None and self._changed.get(which) == change.at:
                    del self._changed[which]

    def merge(self, changes: Iterable[CookieChange]) -> None:
        """Take over what was set or removed elsewhere, but for cookies that were changed here meanwhile."""
        with self._lock:
            pending, self._changed = self._changed, None
            for change in changes:
                key = (change.name, change.path, change.host_only)
                if (change.domain, key) in (pending or ()) or self.mode_at(change.domain) != "all":
                    continue
                if change.cookie is not None:
                    self._put(change.cookie)
                elif (old := self._domains.get(change.domain, {}).get(key)) is not None:
                    self._remove(old)
            self._changed = pending
            self._evict()

    def _is_cross_site(self, url: str, initiator: str | None) -> bool:
        if initiator is None:
            return False
        try:
            return not same_site(initiator, url)
        except UrlInvalid:
            return True

    def _matching(self, url: str) -> Iterator[Cookie]:
        url_parts = parts(url)
        host, path, now = url_parts.host or "", url_parts.path, self._now()
        if self.mode_at(host) == "none":
            return
        secure = _is_trustworthy(url_parts.scheme, host)
        domain = host
        while domain:
            for cookie in list(self._domains.get(domain, {}).values()):
                if cookie.expires is not None and cookie.expires <= now:
                    self._remove(cookie)
                elif (
                    (domain == host or not cookie.host_only)
                    and (secure or not cookie.secure)
                    and _path_matches(path, cookie.path)
                ):
                    yield cookie
            domain = "" if is_ip(domain) else domain.partition(".")[2]

    def _accepted(self, url: str, parsed: SetCookie) -> Cookie | None:
        url_parts = parts(url)
        host = url_parts.host or ""
        secure_now = _is_trustworthy(url_parts.scheme, host)
        domain = parsed.domain
        if domain and not domain.isascii():
            return None
        if domain and domain != host and (is_ip(host) or not _domain_matches(host, domain)):
            return None
        if domain and (is_ip(host) or is_public_suffix(domain)):
            if domain != host:
                return None
            domain = ""
        now = self._tick()
        cookie = Cookie(
            parsed.name,
            parsed.value,
            domain or host,
            parsed.path or _default_path(url_parts.path),
            parsed.expires,
            parsed.secure,
            parsed.http_only,
            parsed.same_site,
            not domain,
            now,
            now,
            parsed.expires is not None and self.mode_at(host) == "all",
        )
        if cookie.secure and not secure_now:
            return None
        if cookie.same_site == "none" and not cookie.secure:
            return None
        if not _keeps_prefix(cookie, parsed.path):
            return None
        return None if not (cookie.secure or secure_now) and self._hides_secure(cookie) else cookie

    def _tick(self) -> float:
        """The time, a little later than the last: cookies of one reply keep their order, however coarse the clock."""
        self._latest = max(self._now(), self._latest + 1e-6)
        return self._latest

    def _hides_secure(self, cookie: Cookie) -> bool:
        """Whether an insecure reply would shadow a Secure cookie of that name (section 5.7, step 16)."""
        return any(
            other.secure
            and other.name == cookie.name
            and (_domain_matches(other.domain, cookie.domain) or _domain_matches(cookie.domain, other.domain))
            and _path_matches(cookie.path, other.path)
            for found in self._domains.values()
            for other in found.values()
        )

    def _put(self, cookie: Cookie) -> None:
        found = self._domains.setdefault(cookie.domain, {})
        old = found.get(_key(cookie))
        if old is not None:
            cookie = cookie.replace(created=old.created)
        found[_key(cookie)] = cookie
        self._count += old is None
        if old is None or old != cookie.replace(used=old.used):
            self._note(cookie)
        if cookie.expires is not None and cookie.expires <= self._now():
            self._remove(cookie)

    def _remove(self, cookie: Cookie) -> None:
        found = self._domains.get(cookie.domain, {})
        if found.pop(_key(cookie), None) is not None:
            self._count -= 1
            self._note(cookie)
        if not found:
            self._domains.pop(cookie.domain, None)

    def _note(self, cookie: Cookie) -> None:
        if self._changed is not None:
            self._changed[cookie.domain, _key(cookie)] = self._tick()

    def _drop_expired(self) -> None:
        now = self._now()
        for cookie in [c for found in self._domains.values() for c in found.values()]:
            if cookie.expires is not None and cookie.expires <= now:
                self._remove(cookie)

    def _evict(self) -> None:
        """Bring the jar under its limits: expired first, then of a full domain insecure before secure, oldest use."""
        full = [domain for domain, found in self._domains.items() if len(found) > MAX_PER_DOMAIN]
        if not full and self._count <= MAX_IN_ALL:
            return
        self._drop_expired()
        for domain in full:
            found = sorted(self._domains.get(domain, {}).values(), key=lambda c: (c.secure, c.used))
            for cookie in found[: max(0, len(found) - MAX_PER_DOMAIN)]:
                self._remove(cookie)
        spare = self._count - MAX_IN_ALL
        if spare > 0:
            for cookie in sorted(self, key=lambda c: c.used)[:spare]:
                self._remove(cookie)


def _key(cookie: Cookie) -> Key:
    return cookie.name, cookie.path, cookie.host_only


def _is_trustworthy(scheme: str, host: str) -> bool:
    return scheme in ("https", "wss") or is_loopback(host)


def _domain_matches(host: str, domain: str) -> bool:
    return host == domain or (host.endswith("." + domain) and not is_ip(host))


def _path_matches(path: str, cookie_path: str) -> bool:
    if not path.startswith(cookie_path):
        return False
    return len(path) == len(cookie_path) or cookie_path.endswith("/") or path[len(cookie_path)] == "/"


def _default_path(path: str) -> str:
    return path[: path.rfind("/")] or "/"


def _keeps_prefix(cookie: Cookie, stated_path: str) -> bool:
    """Whether the promises of __Secure-, __Host-, __Http- and __Host-Http- names hold (section 5.7, step 20 on)."""
    name = cookie.name.lower()
    if not name:
        # "__Host-x=1" smuggled as the value of a cookie without a name would be sent looking like one with it.
        return not cookie.value.lower().startswith(_PREFIXES)
    if name.startswith(("__http-", "__host-http-")) and not cookie.http_only:
        return False
    if name.startswith("__host-"):
        return cookie.secure and cookie.host_only and stated_path == "/"
    return cookie.secure or not name.startswith(_PREFIXES)
