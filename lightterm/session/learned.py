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
    from collections.abc import Callable, Iterable

    from lightterm.engines.base import Exchange
    from lightterm.loading import Page
    from lightterm.session.session import Session

DAY = 86_400.0
WEEK = 7 * DAY
KEPT_FOR = 90 * DAY
"""Seconds that what was learned is kept after it was last seen."""

MOST = 50
"""Patterns of one origin that are kept."""

BOOSTS = {
    "bootstrap": 0.15,
    "openapi_discovery": 0.20,
    "graphql_introspection": 0.20,
    "api_extraction": 0.0,
    "asyncapi_discovery": 0.15,
    "docs_page_detection": 0.10,
    "link_discovery": 0.05,
    "backend_fingerprinting": 0.10,
    "cross_site_transfer": -0.10,
    "user_feedback": 0.10,
    "manual": 0.15,
}
"""How much surer than one that was merely learned a pattern is by where it comes from."""

DECAYS = {
    "time_decay": 0.05,
    "repeated_failures": 0.15,
    "validation_failures": 0.10,
    "site_structure_changed": 0.20,
    "rate_limited": 0.05,
    "auth_expired": 0.10,
}
"""What takes from how sure a pattern is; of time, each week without a sight."""

FAILURES = 3
"""Failures in a row from which they count."""

HIGH, DECLARED, USUAL = 0.80, 0.70, 0.50
"""Scores from which a pattern is trusted much (fresh, or declared by the site itself) and somewhat."""

CREDENTIALS = ("authorization", "cookie")


class ApiPattern(Record):
    """An address that scripts of a site fetch data from, without its query.

    `auth` is "", cookie, bearer or header, `auth_headers` their names alone; `params` the names of the query with an
    example; `seen` and `failures` count (failures in a row), `verified` is in seconds since 1970; `source` is one of
    BOOSTS, `marks` some of DECAYS; `page` the path of the page it was seen on; `now`: on the page that is told of.
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
    source: str = "api_extraction"
    marks: tuple[str, ...] = ()
    page: str = ""
    now: bool = False

    def sure(self, at: float) -> Confidence:
        """How sure it is at a time: seen and valid just now, else as a pattern that was learned."""
        if self.now:
            return confidence("api_response")
        score = confidence("learned_pattern").score + BOOSTS[self.source]
        score -= DECAYS["time_decay"] * max(0, int((at - self.verified) // WEEK))
        score -= sum(DECAYS[mark] for mark in self.marks)
        score -= DECAYS["repeated_failures"] if self.failures >= FAILURES else 0.0
        return confidence("learned_pattern", min(1.0, max(0.0, score)))

    def trust(self, at: float) -> str:
        """high: use it, without the page; medium: with the page at hand; low: read the page, take it as a hint."""
        score, age = self.sure(at).score, at - self.verified
        if (score >= HIGH and age < WEEK) or (
            score >= DECLARED and self.source in ("openapi_discovery", "graphql_introspection")
        ):
            return "high"
        return "medium" if score >= USUAL and age < 2 * WEEK else "low"

    @property
    def can_bypass(self) -> bool:
        """Whether its data can be had without the page: it is only read, as JSON, and wants no sign-in."""
        return self.method == "GET" and not self.auth and "json" in self.response_type and "{" not in self.endpoint

    @property
    def reason(self) -> str:
        """Why one may rely on it, or not."""
        words = [f"seen {self.seen} time{'s' * (self.seen != 1)}"] if self.source == "api_extraction" else [self.source]
        words += [f"wants {self.auth}"] if self.auth else []
        words += [f"failed {self.failures} times in a row"] if self.failures else []
        return ", ".join([*words, *self.marks])

    def asked(self, status: int, response_type: str, at: float) -> ApiPattern:
        """The pattern after it was asked and answered so."""
        if 200 <= status < 300 and "json" in response_type:
            return self.replace(seen=self.seen + 1, failures=0, marks=(), verified=at)
        mark = {401: "auth_expired", 429: "rate_limited"}.get(status, "validation_failures" if status < 300 else "")
        return self.marked(mark).replace(failures=self.failures + 1)

    def marked(self, mark: str) -> ApiPattern:
        """The pattern with something that takes from how sure it is, "" for nothing."""
        return self.replace(marks=tuple(dict.fromkeys((*self.marks, mark)))) if mark else self


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


def pattern_of(one: Exchange, url: str) -> ApiPattern | None:
    """The pattern in a request of the page at an address, where its scripts fetched something of its site."""
    if one.kind not in ("fetch", "xhr") or not same_site(one.url, url):
        return None
    sent = {name.lower(): value for name, value in one.request_headers}
    secret = tuple(name for name in sent if is_secret(name) or name in CREDENTIALS)
    auth = "bearer" if "authorization" in secret else "cookie" if "cookie" in secret else "header" if secret else ""
    kind = next((value for name, value in one.headers if name.lower() == "content-type"), "").partition(";")[0]
    params = tuple(parse_qsl(urlsplit(one.url).query, keep_blank_values=True))[:20]
    endpoint = one.url.partition("?")[0].partition("#")[0]
    return ApiPattern(endpoint, one.method, auth, secret, kind.strip(), params, page=urlsplit(url).path)


class Lessons:
    """What is known of the sites that a session visited."""

    def __init__(self, session: Session, now: Callable[[], float] = time.time) -> None:
        self._store = session.store.decisions
        self._manual = session.settings.agents.apis
        self.now = now

    # --- addresses of data

    def patterns(self, url: str) -> tuple[ApiPattern, ...]:
        """What is known for the origin of a page, the surest first."""
        found = [_pattern(value) for _, value in self._kept(url, "api")]
        at, known = self.now(), {one.endpoint for one in found}
        found += [
            ApiPattern(one, response_type="application/json", verified=at, source="manual")
            for one in self._manual
            if one not in known and one.startswith("http") and origin(one) == origin(url)
        ]
        return tuple(sorted(found, key=lambda one: (-one.sure(at).score, one.endpoint)))

    def learn(self, page: Page) -> Learned:
        """Keep what the requests of a page teach; what is known then, and how much of it is new."""
        url, evidence = page.response.url, page.snapshot.evidence
        known = {(one.method, one.endpoint): one for one in self.patterns(url)}
        new: set[tuple[str, str]] = set()
        for one in evidence.network if evidence is not None else ():
            fetched = pattern_of(one, url)
            if fetched is None:
                continue
            key, good = (one.method, fetched.endpoint), 200 <= one.status < 300 and "json" in fetched.response_type
            before = known.get(key)
            if before is None and (len(known) >= MOST or not good):
                continue
            new |= {key} if before is None else set()
            base = before or fetched
            known[key] = (fetched.replace(seen=base.seen, source=base.source) if good else base).asked(
                one.status, fetched.response_type, self.now()
            )
            self.put(url, known[key])
            known[key] = known[key].replace(now=good)
        applied = sum(1 for key in known if key not in new)
        skills = [step.reason for step in page.trace if "needed it before" in step.reason]
        return Learned(tuple(known.values()), len(new), applied, tuple(skills[:3]))

    def put(self, url: str, one: ApiPattern) -> None:
        """Keep a pattern of a site."""
        told = dict(zip(type(one)._fields, _values(one), strict=True))
        self._keep(url, f"api {one.method} {one.endpoint}", json.dumps(told))

    def add(self, url: str, patterns: Iterable[ApiPattern]) -> None:
        """Keep patterns that a site declares itself."""
        for one in patterns:
            self.put(url, one.replace(verified=self.now()))

    def changed(self, url: str) -> None:
        """A site was made anew: what was learned of it is less sure."""
        for one in self.patterns(url):
            self.put(url, one.marked("site_structure_changed"))

    def confirmed(self, url: str) -> None:
        """Somebody says that a page was read as it should be: so were the addresses of its data."""
        for one in self.patterns(url):
            if one.source == "api_extraction":
                self.put(url, one.replace(source="user_feedback"))

    # --- what was found where

    def found(self, url: str, selector: str) -> None:
        """A selector found something on a page of a site."""
        times, _ = self.was_found(url, selector)
        self._keep(url, f"selector {selector}", json.dumps([times + 1, self.now()]))

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
        self._store.put(Decision(host_of(url), f"{key} {origin(url)}", value, self.now() + KEPT_FOR))


def _values(record: Record) -> list[object]:
    return [getattr(record, name) for name in type(record)._fields]


def _pattern(text: str) -> ApiPattern:
    told = {name: value for name, value in json.loads(text).items() if name in ApiPattern._fields and name != "now"}
    told["params"] = tuple((str(name), str(value)) for name, value in told["params"])
    for name in ("auth_headers", "marks"):
        told[name] = tuple(told[name])
    return ApiPattern(**told)
