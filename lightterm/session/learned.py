"""What pages taught of their site: the addresses their scripts fetch data from, what was found where, how visits went.

All of it is kept among the decisions of a host, and is forgotten with them (`forget decisions HOST`).
"""

from __future__ import annotations

import json
import time
from urllib.parse import parse_qsl, urlsplit

from lightterm.document.facts import Confidence, confidence
from lightterm.fetch.headers import is_secret
from lightterm.fetch.urls import host_of, origin, same_site
from lightterm.records import Record
from lightterm.session.store.model import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lightterm.engines.base import Exchange
    from lightterm.loading import Page
    from lightterm.session.session import Session

DAY = 86_400.0
WEEK = 7 * DAY
KEPT_FOR = 90 * DAY
"""Seconds that what was learned is kept after it was last seen."""

MOST = 50
"""Patterns of one origin that are kept."""

DECAY, FAILING, FAILURES = 0.05, 0.15, 3
"""What each week without a sight takes from how sure a pattern is, what failures take, and from how many on."""

SURE, USUAL = 0.80, 0.50
"""Scores from which a pattern is of high and of medium confidence."""

CREDENTIALS = ("authorization", "cookie")


class ApiPattern(Record):
    """An address that scripts of a site fetch data from, without its query.

    `auth` is "", cookie, bearer or header, `auth_headers` their names alone; `params` the names of the query with an
    example; `seen` and `failures` count (failures in a row), `verified` is in seconds since 1970; `source` one of
    "traffic", "openapi_discovery", "link_discovery"; `now`: it was seen on the page that is told of.
    """

    endpoint: str
    method: str = "GET"
    auth: str = ""
    auth_headers: tuple[str, ...] = ()
    response_type: str = ""
    params: tuple[tuple[str, str], ...] = ()
    seen: int = 0
    failures: int = 0
    verified: float = 0.0
    source: str = "traffic"
    now: bool = False

    def sure(self, at: float) -> Confidence:
        """How sure it is at a time: seen and valid just now, else as a pattern that was learned, less with its age."""
        if self.now:
            return confidence("api_response")
        score = confidence("learned_pattern").score + (0.2 if self.source == "openapi_discovery" else 0.0)
        score -= DECAY * max(0, int((at - self.verified) // WEEK))
        score -= FAILING if self.failures >= FAILURES else 0.0
        return confidence("learned_pattern", max(0.0, score))

    def trust(self, at: float) -> str:
        """high, medium or low: whether to use it, to use it with another way at hand, or to take it as a hint."""
        score = self.sure(at).score
        fresh = self.now or (self.seen > 1 and at - self.verified < WEEK) or self.source == "openapi_discovery"
        return "high" if fresh and score >= 0.7 else "medium" if score >= USUAL else "low"

    @property
    def can_bypass(self) -> bool:
        """Whether its data can be had without the page: it is only read, as JSON, and wants no sign-in."""
        return self.method == "GET" and not self.auth and "json" in self.response_type and not self.failures

    @property
    def reason(self) -> str:
        """Why one may rely on it, or not."""
        words = [f"seen {self.seen} time{'s' * (self.seen != 1)}" if self.source == "traffic" else self.source]
        words += [f"wants {self.auth}"] if self.auth else []
        words += [f"failed {self.failures} times in a row"] if self.failures else []
        return ", ".join(words)


class Learned(Record):
    """What a load taught: the patterns of its site, how many of them are new, and what known ones were of use."""

    patterns: tuple[ApiPattern, ...] = ()
    new: int = 0
    applied: int = 0
    skills: tuple[str, ...] = ()


class Visits(Record):
    """How loads of a site went: how many, how many came whole, milliseconds in all, the tier and wait of the last."""

    count: int = 0
    whole: int = 0
    ms: float = 0.0
    tier: int = 1
    wait: str = "none"
    wall: str = ""


def patterns_in(network: Iterable[Exchange], url: str) -> Iterator[ApiPattern]:
    """The patterns in the requests of the page at an address: what its scripts fetched of its site as data."""
    for one in network:
        kind = next((value for name, value in one.headers if name.lower() == "content-type"), "").partition(";")[0]
        if one.kind not in ("fetch", "xhr") or not ("json" in kind or "graphql" in one.url):
            continue
        if not same_site(one.url, url):
            continue
        sent = {name.lower(): value for name, value in one.request_headers}
        secret = tuple(name for name in sent if is_secret(name) or name in CREDENTIALS)
        auth = "bearer" if "authorization" in secret else "cookie" if "cookie" in secret else "header" if secret else ""
        params = tuple(parse_qsl(urlsplit(one.url).query, keep_blank_values=True))
        yield ApiPattern(
            one.url.partition("?")[0].partition("#")[0],
            one.method,
            auth,
            secret,
            kind.strip(),
            params[:20],
            failures=0 if 200 <= one.status < 300 else 1,
        )


class Lessons:
    """What is known of the sites that a session visited."""

    def __init__(self, session: Session, now: Callable[[], float] = time.time) -> None:
        self._store = session.store.decisions
        self._now = now

    # --- addresses of data

    def patterns(self, url: str) -> tuple[ApiPattern, ...]:
        """What is known for the origin of a page, the surest first."""
        found = [_pattern(value) for _, value in self._kept(url, "api")]
        at = self._now()
        return tuple(sorted(found, key=lambda one: (-one.sure(at).score, one.endpoint)))

    def learn(self, page: Page) -> Learned:
        """Keep what the requests of a page teach; what is known then, and how much of it is new."""
        url = page.response.url
        known = {(one.method, one.endpoint): one for one in self.patterns(url)}
        evidence = page.snapshot.evidence
        new: set[tuple[str, str]] = set()
        for one in patterns_in(evidence.network if evidence is not None else (), url):
            key = one.method, one.endpoint
            before = known.get(key)
            if before is None and (len(known) >= MOST or one.failures):
                continue
            failures = before.failures + 1 if before is not None and one.failures else one.failures
            known[key] = one.replace(
                seen=(before.seen if before is not None else 0) + (not one.failures),
                failures=failures,
                verified=self._now() if not one.failures or before is None else before.verified,
                now=not one.failures,
            )
            new |= {key} if before is None else set()
            self._keep(url, f"api {one.method} {one.endpoint}", _as_json(known[key]))
        applied = sum(1 for key in known if key not in new)
        skills = [step.reason for step in page.trace if "needed it before" in step.reason]
        return Learned(tuple(known.values()), len(new), applied, tuple(skills[:3]))

    def add(self, url: str, patterns: Iterable[ApiPattern]) -> None:
        """Keep patterns that a site declares itself."""
        for one in patterns:
            self._keep(url, f"api {one.method} {one.endpoint}", _as_json(one.replace(verified=self._now())))

    # --- what was found where

    def found(self, url: str, selector: str) -> None:
        """A selector found something on a page of a site."""
        times, _ = self.was_found(url, selector)
        self._keep(url, f"selector {selector}", json.dumps([times + 1, self._now()]))

    def was_found(self, url: str, selector: str) -> tuple[int, float]:
        """How often a selector found something on pages of a site, and when last (seconds since 1970)."""
        known = self._store.get(host_of(url), f"selector {selector} {origin(url)}")
        times, at = json.loads(known.value) if known is not None else (0, 0.0)
        return int(times), float(at)

    # --- how visits went

    def visits(self, url: str) -> Visits:
        """How loads of a site went."""
        known = self._store.get(host_of(url), f"visits {origin(url)}")
        return Visits(*json.loads(known.value)) if known is not None else Visits()

    def visited(self, page: Page, wall: str = "") -> None:
        """Keep how the load of a page went; `wall` is what a person would have to get past first."""
        url = page.response.url
        before, evidence = self.visits(url), page.snapshot.evidence
        wait = "none" if evidence is None else "rest" if evidence.settled else "text"
        ms = sum(step.load_ms + step.extract_ms for step in page.trace)
        now = Visits(before.count + 1, before.whole + (page.error is None), before.ms + ms, page.tier, wait, wall)
        self._keep(url, "visits", json.dumps(_values(now)))

    def forget(self, url: str) -> int:
        """Forget what was learned of the origin of a page; how much it was."""
        kept = [key for kind in ("api", "selector", "visits") for key, _ in self._kept(url, kind)]
        for key in kept:
            self._store.delete(host_of(url), key)
        return len(kept)

    def _kept(self, url: str, kind: str) -> list[tuple[str, str]]:
        end = f" {origin(url)}"
        return [
            (one.key, one.value)
            for one in self._store.all(host_of(url))
            if one.key.startswith(f"{kind} ") and one.key.endswith(end)
        ]

    def _keep(self, url: str, key: str, value: str) -> None:
        self._store.put(Decision(host_of(url), f"{key} {origin(url)}", value, self._now() + KEPT_FOR))


def _values(record: Record) -> list[object]:
    return [getattr(record, name) for name in type(record)._fields]


def _as_json(one: ApiPattern) -> str:
    return json.dumps(_values(one)[:-1])  # whether it was seen just now is no longer so when it is read


def _pattern(text: str) -> ApiPattern:
    endpoint, method, auth, headers, kind, params, *counts = json.loads(text)
    pairs = tuple((str(name), str(value)) for name, value in params)
    return ApiPattern(endpoint, method, auth, tuple(headers), kind, pairs, *counts)
