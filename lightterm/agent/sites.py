"""What is known of a site, what a load of one of its pages would do, and which addresses of data it declares."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from lightterm.agent.answer import Answer, untrusted
from lightterm.agent.calls import Calls
from lightterm.agent.deed import Deed
from lightterm.agent.including import bounded
from lightterm.agent.learning import is_usable, pattern_data
from lightterm.agent.reach import held
from lightterm.engines.base import tier_name
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.fetch.urls import origin
from lightterm.session.engines import plan_for
from lightterm.session.learned import ApiPattern, Lessons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Response
    from lightterm.session.learned import Visits

    Call = Context[Any, Any]

USUAL_MS = {"static": (50, 200), "light": (200, 500), "full": (2000, 5000)}
"""Milliseconds that a page takes in a tier, where nothing is known of its site."""

DECLARED = ("openapi.json", "swagger.json", ".well-known/api-catalog", "api/openapi.json", "v3/api-docs", "wp-json/")
"""Where sites declare what programs can ask for (RFC 9727; OpenAPI's and WordPress' customs)."""

METHODS = ("get", "post", "put", "patch", "delete")

WAITS = {
    "none": "it is whole as it comes",
    "rest": "wait until it is at rest",
    "text": "its text goes on changing: wait for a text or selector",
}
WALLS = {
    "sign-in": "it wants a sign-in: open it in a session of its own, have the person sign in, and save the state",
    "challenge": "it asks whether a person is there: open it in the full tier, or have the person look",
    "consent": "it asks for consent first: have the person answer",
}


class SiteWorks(Calls):
    """The work of `site`."""

    async def site(self, _context: Call, do: str, url: str, requests: int, max_tokens: int) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            data = DONE[do](self, url, requests, cancel)
            told = bounded(data, max_tokens // 2)
            words = untrusted(json.dumps(told, ensure_ascii=False))
            return Answer(text=words, data=told)

        return await self._do(work, tab=None, deed=Deed("site", f"{do} {url}"))

    def _preview(self, url: str, _requests: int, cancel: Cancel) -> dict[str, Any]:
        """What loading a page would do; nothing is asked of anybody."""
        request = held(self._request(url), self.desk.asker)
        session = self.desk.session
        plan, visits = plan_for(session, request), Lessons(session).visits(request.url)
        cached = True
        try:
            session.fetch(request.replace(freshness="cached"), cancel)
        except LighttermError:
            cached = False
        tier = tier_name(plan.start)
        low, high = USUAL_MS[tier]
        mean = round(visits.ms / visits.count) if visits.count else (low + high) // 2
        others = [tier_name(one) for one in range(plan.lowest, plan.highest + 1) if one != plan.start]
        apis = [pattern_data(one) for one in Lessons(session).patterns(request.url)]
        ways = [{"tier": one, "estimatedMs": sum(USUAL_MS[one]) // 2} for one in others]
        return {
            "url": request.url,
            "plan": {"start": tier, "highest": tier_name(plan.highest), "learned": plan.learnt, "cached": cached},
            "estimatedMs": 5 if cached else mean,
            "confidence": {"score": _rate(visits), "visits": visits.count},
            "alternatives": [*ways, *({"api": one["endpoint"]} for one in apis if is_usable(one))],
        }

    def _known(self, url: str, _requests: int, _cancel: Cancel) -> dict[str, Any]:
        """What was learned of a site by visits."""
        address = self._request(url).url
        lessons = Lessons(self.desk.session)
        visits = lessons.visits(address)
        told: dict[str, Any] = {"site": origin(address), "visits": visits.count}
        if visits.count:
            told |= {
                "successRate": _rate(visits),
                "meanMs": round(visits.ms / visits.count),
                "tier": tier_name(visits.tier),
                "waitStrategy": WAITS[visits.wait],
                "sessionAdvice": WALLS.get(visits.wall, "no sign-in was asked for"),
            }
        return {**told, "patterns": [pattern_data(one) for one in lessons.patterns(address)]}

    def _apis(self, url: str, requests: int, cancel: Cancel) -> dict[str, Any]:
        """Ask a site for what it declares for programs, in at most so many requests."""
        address = self._request(url).url
        where = origin(address) + "/"
        asked, found = list[str](), dict[str, ApiPattern]()
        todo = [address, *(urljoin(where, path) for path in DECLARED)]
        while todo and len(asked) < requests and not cancel.cancelled:
            place = todo.pop(0)
            if place in asked or origin(place) + "/" != where:
                continue
            asked.append(place)
            try:
                response = self.desk.session.fetch(held(self._request(place), self.desk.asker), cancel)
            except LighttermError as error:
                if not found and place == address:
                    raise error
                continue
            todo[:0] = _declared_by(response)
            found |= {f"{one.method} {one.endpoint}": one for one in _patterns(response)}
        lessons = Lessons(self.desk.session)
        lessons.add(address, list(found.values())[:MOST])
        known = {f"{one.method} {one.endpoint}" for one in found.values()}
        told = [pattern_data(one) for one in lessons.patterns(address) if f"{one.method} {one.endpoint}" in known]
        return {"site": origin(address), "requests": len(asked), "asked": asked, "patterns": told}

    def _forget(self, url: str, _requests: int, _cancel: Cancel) -> dict[str, Any]:
        address = self._request(url).url
        return {"site": origin(address), "forgotten": Lessons(self.desk.session).forget(address)}


MOST = 40
"""Patterns that one site's own description gives."""

DONE: dict[str, Callable[[SiteWorks, str, int, Cancel], dict[str, Any]]] = {
    "preview": SiteWorks._preview,
    "known": SiteWorks._known,
    "apis": SiteWorks._apis,
    "forget": SiteWorks._forget,
}


def _rate(visits: Visits) -> float:
    """The share of loads that came whole, as one that begins at a half and learns (Laplace's rule)."""
    return round((visits.whole + 1) / (visits.count + 2), 2)


def _declared_by(response: Response) -> list[str]:
    """Descriptions that a reply links to (RFC 8631: service-desc; RFC 9727: api-catalog)."""
    found = []
    for one in response.header("link").split(","):
        target, _, rel = one.partition(">")
        if "service-desc" in rel or "api-catalog" in rel:
            found.append(urljoin(response.url, target.strip(" <")))
    return found


def _patterns(response: Response) -> Iterator[ApiPattern]:
    """What a reply says of addresses of data: as OpenAPI, or as JSON that is one itself."""
    if response.error is not None or "json" not in response.header("content-type"):
        return
    try:
        told = json.loads(response.body)
    except ValueError:
        return
    paths = told.get("paths") if isinstance(told, dict) and ("openapi" in told or "swagger" in told) else None
    if not isinstance(paths, dict):
        yield ApiPattern(response.url, response_type="application/json", seen=1, source="link_discovery")
        return
    base = _base(told, response.url)
    secured = bool(told.get("security"))
    for path, verbs in paths.items():
        for method in METHODS:
            if isinstance(verbs, dict) and isinstance(verbs.get(method), dict):
                auth = "header" if secured or verbs[method].get("security") else ""
                params = tuple(_named(verbs[method].get("parameters")))
                yield ApiPattern(
                    f"{base}{path}", method.upper(), auth, (), "application/json", params, 1, 0, time.time(),
                    "openapi_discovery",
                )  # fmt: skip


def _base(told: dict[str, Any], url: str) -> str:
    """Where the paths of a description begin. Raises ValidationFailed where that is no address."""
    servers = told.get("servers")
    named = servers[0].get("url", "") if isinstance(servers, list) and servers and isinstance(servers[0], dict) else ""
    base = urljoin(url, str(named or told.get("basePath") or "/")).rstrip("/")
    if not base.startswith("http"):
        raise ValidationFailed(f"{base[:80]!r} is no address of an API", actions=())
    return base


def _named(parameters: Any) -> Iterator[tuple[str, str]]:
    for one in parameters if isinstance(parameters, list) else ():
        if isinstance(one, dict) and isinstance(one.get("name"), str) and one.get("in") in ("query", "path"):
            yield one["name"], str(one.get("example", ""))
