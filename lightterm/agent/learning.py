"""What loads teach of sites, and what of it is told: addresses of data, and selectors that no longer find anything."""

from __future__ import annotations

import time
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.walls import wall_of
from lightterm.errors import Action, ExtractionFailed, LighttermError, SiteChanged
from lightterm.safe import clean
from lightterm.session.learned import Learned, Lessons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.loading import Page
    from lightterm.session.learned import ApiPattern
    from lightterm.session.session import Session

KEPT = 16
"""Pages of which is remembered what they taught."""

_taught: deque[tuple[tuple[str, int], Learned]] = deque(maxlen=KEPT)
"""What loads taught, by address and what came: kept themselves, pages of closed tabs would stay."""


USAGE = {
    "high": "use it directly, without the page",
    "medium": "use it, and the page where it fails",
    "low": "read the page; it is a hint",
}


def teach(session: Session, page: Page) -> None:
    """Keep what a load taught, where that is wanted."""
    url = page.response.url
    if not url.startswith("http") or not session.settings_for(url).tiers.remember:
        return
    with suppress(LighttermError):  # a store that cannot be written is told of elsewhere
        lessons = Lessons(session)
        wall = wall_of(page)
        lessons.visited(page, wall.kind if wall is not None else "")
        _taught.append((_key(page), lessons.learn(page)))


def learned(page: Page) -> Learned:
    """What the load of a page taught."""
    key = _key(page)
    return next((taught for known, taught in reversed(tuple(_taught)) if known == key), Learned())


def _key(page: Page) -> tuple[str, int]:
    return page.response.url, hash(page.snapshot.markup)


def pattern_data(one: ApiPattern, at: float | None = None) -> dict[str, Any]:
    """A pattern as the contract has it: no value of a credential is in it, as none was kept."""
    at = time.time() if at is None else at
    sure = one.sure(at)
    told: dict[str, Any] = {
        "endpoint": address_told(one.endpoint),
        "method": one.method,
        "confidence": one.trust(at),
        "canBypass": one.can_bypass,
        "authType": one.auth,
        "authHeaders": dict.fromkeys(one.auth_headers, "REDACTED"),
        "responseType": clean(one.response_type),
        "params": {clean(name): clean(value)[:100] for name, value in one.params},
        "reason": one.reason,
        "fieldConfidence": {"score": sure.score, "level": sure.level, "source": sure.source},
        "provenance": {
            "source": one.source,
            "lastVerifiedAt": round(one.verified * 1000),
            "seen": one.seen,
            "decay": list(one.marks),
        },
        "usage": USAGE[one.trust(at)],
    }
    return {name: value for name, value in told.items() if value not in ("", {})}


def insights(page: Page) -> dict[str, Any]:
    """How much a load taught, and what that was known before was of use."""
    found = learned(page)
    return {"patternsLearned": found.new, "patternsApplied": found.applied, "skillsUsed": list(found.skills)}


def is_trustworthy(score: float) -> bool:
    """Whether a page this sure can be relied on."""
    return score >= 0.70


def is_usable(pattern: dict[str, Any]) -> bool:
    """Whether the data of a pattern can be asked for directly, without the page."""
    return pattern["confidence"] == "high" and bool(pattern["canBypass"])


def is_reliable(sure: dict[str, Any]) -> bool:
    """Whether a field comes from what the page says for programs."""
    return str(sure["source"]) == "structured_data"


@contextmanager
def remembering(session: Session, page: Page, selectors: Sequence[str]) -> Iterator[None]:
    """Look for selectors: what they found before and now do not is the site's doing. Raises SiteChanged."""
    url = page.response.url
    keeps = bool(selectors) and url.startswith("http") and session.settings_for(url).tiers.remember
    try:
        yield
    except ExtractionFailed as error:
        if not keeps or error.context.get("argument") != "selectors":
            raise
        lessons = Lessons(session)
        known = {one: lessons.was_found(url, one) for one in selectors}
        held = [one for one, (times, _) in known.items() if times]
        if not held:
            raise
        with suppress(LighttermError):
            lessons.changed(url)
        times, at = known[held[0]]
        day = time.strftime("%Y-%m-%d", time.localtime(at))
        words = f"{held[0]} found something {times} times up to {day}, and nothing on the page as it is now"
        fresh = Action("read_afresh", "Read the page without the selectors.", 2)
        step = SiteChanged.default_actions[0]
        raise SiteChanged(words, actions=(step, fresh), url=url, argument="selectors", selectors=held) from None
    else:
        with suppress(LighttermError):
            for one in selectors if keeps else ():
                Lessons(session).found(url, one)
