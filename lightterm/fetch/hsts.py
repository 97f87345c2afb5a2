"""Strict Transport Security: hosts that asked to be met over TLS only (RFC 6797)."""

from __future__ import annotations

import contextlib
import os
import time
from threading import RLock

from lightterm.errors import UrlInvalid, WriteFailed
from lightterm.fetch.hosts import is_ip
from lightterm.fetch.urls import parts
from lightterm.whole_file import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_HOSTS = 20_000
_MAX_AGE = 10 * 366 * 86_400


class HstsStore:
    """The known hosts, in a text file of lines "host expiry subdomains learnt" ("" as path: in memory only).

    Changes reach the file at once and whole; a file that cannot be read or written never stops a load. `now` gives
    the time in seconds since 1970.
    """

    def __init__(self, path: str = "", now: Callable[[], float] = time.time) -> None:
        self._path = path
        self._now = now
        self._hosts: dict[str, tuple[float, bool, float]] | None = None
        self._lock = RLock()

    def upgrade(self, url: str) -> str:
        """`url`, as https: when its host or a parent domain asked for that (section 8.3)."""
        if url[:5].lower() != "http:":
            return url
        try:
            url_parts = parts(url)
        except UrlInvalid:
            return url
        if url_parts.scheme != "http" or not self._is_known(url_parts.host or ""):
            return url
        # Port 80 was dropped by the parser as http's own, and 443 becomes https's own.
        return url_parts.replace(scheme="https", port="" if url_parts.port == "443" else url_parts.port).text()

    def store(self, url: str, header: str) -> None:
        """Take the first Strict-Transport-Security header of a reply; max-age=0 forgets the host (section 8.1)."""
        url_parts = parts(url)
        host = (url_parts.host or "").removesuffix(".")
        policy = _parsed(header)
        if url_parts.scheme != "https" or not host or is_ip(host) or policy is None:
            return
        age, subdomains = policy
        now = self._now()
        with self._lock:
            # Another process may have added hosts since: its file is read again before ours takes its place.
            hosts = self._hosts = self._merged()
            known = hosts.get(host)
            entry = (now + min(age, _MAX_AGE), subdomains, known[2] if known is not None else now)
            if age == 0:
                hosts.pop(host, None)
            elif len(hosts) < _MAX_HOSTS or host in hosts:
                hosts[host] = entry
            # A site sends this with every reply: only what moves the date by more than a day is worth a write.
            if known is None or age == 0 or known[1] != subdomains or abs(known[0] - entry[0]) > 86_400:
                self._save(hosts)

    def forget(self, unwanted: Callable[[str, float], bool]) -> int:
        """Forget hosts by their names and when they were learnt, and meet them without TLS again; how many.

        Of those in files of older versions that time is not known, and counts as 1970.
        """
        with self._lock:
            hosts = self._hosts = self._merged()
            found = [host for host, (_, _, learnt) in hosts.items() if unwanted(host, learnt)]
            for host in found:
                del hosts[host]
            if found:
                self._save(hosts)
            return len(found)

    def _is_known(self, host: str) -> bool:
        host = host.removesuffix(".")
        if is_ip(host):
            return False
        with self._lock:
            hosts = self._hosts = self._merged() if self._hosts is None else self._hosts
            now = self._now()
            name = host
            while name:
                expires, subdomains, _ = hosts.get(name, (0.0, False, 0.0))
                if expires > now and (name == host or subdomains):
                    return True
                name = name.partition(".")[2]
        return False

    def _merged(self) -> dict[str, tuple[float, bool, float]]:
        if not self._path:
            return self._hosts or {}
        now = self._now()
        hosts: dict[str, tuple[float, bool, float]] = {}
        try:
            with open(self._path, encoding="utf-8", errors="replace") as file:
                lines = file.read(8_000_000).splitlines()
        except OSError:
            return self._hosts or {}
        for line in lines[: 2 * _MAX_HOSTS]:
            with contextlib.suppress(ValueError):
                host, expires, subdomains, *learnt = line.split()
                if float(expires) > now:
                    hosts[host] = (float(expires), subdomains == "1", float(learnt[0]) if learnt else 0.0)
        return hosts

    def _save(self, hosts: dict[str, tuple[float, bool, float]]) -> None:
        if not self._path:
            return
        lines = [
            f"{host} {expires:.0f} {int(subdomains)} {learnt:.0f}\n"
            for host, (expires, subdomains, learnt) in sorted(hosts.items())
        ]
        with contextlib.suppress(WriteFailed):
            write_private(os.path.abspath(self._path), "".join(lines))


def _parsed(header: str) -> tuple[int, bool] | None:
    """max-age and includeSubDomains; None for a header that breaks the grammar (section 6.1)."""
    found: dict[str, str] = {}
    for directive in header.split(";"):
        name, _, value = directive.partition("=")
        name = name.strip().lower()
        if not name:
            continue
        if name in found:
            return None
        found[name] = value.strip()
    age = found.get("max-age", "")
    age = age[1:-1] if len(age) > 1 and age[0] == age[-1] == '"' else age
    if not age.isascii() or not age.isdigit():
        return None
    return int(age[:18]), "includesubdomains" in found
