"""What is known of a site, what a load of one of its pages would do, and which addresses of data it declares."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urljoin, urlsplit

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, untrusted
from lightterm.agent.calls import READING, Calls
from lightterm.agent.declared import DECLARED, GRAPHQL, INTROSPECTION, declared_in, fingerprints, linked_by
from lightterm.agent.deed import Deed
from lightterm.agent.including import bounded
from lightterm.agent.learning import is_usable, pattern_data
from lightterm.agent.reach import held
from lightterm.agent.reading import lines_of
from lightterm.engines.base import tier_name
from lightterm.errors import LighttermError
from lightterm.fetch.urls import origin
from lightterm.foreign_json import from_json
from lightterm.session.engines import plan_for
from lightterm.session.learned import ApiPattern, Lessons

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.session.learned import Visits

    Call = Context[Any, Any]

USUAL_MS = {"static": (50, 200), "light": (200, 500), "full": (2000, 5000)}
"""Milliseconds that a page takes in a tier, where nothing is known of its site."""

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

    async def site(
        self, _context: Call, do: str, url: str, requests: int, max_tokens: int, deadline: float
    ) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            data = DONE[do](self, url, requests, cancel)
            told = bounded(data, max_tokens // 2)
            words = untrusted(json.dumps(told, ensure_ascii=False))
            return Answer(text=words, data=told)

        return await self._do(work, deadline, None, Deed("site", f"{do} {address_told(url)}"))

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
            "url": address_told(request.url),
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
            todo[:0] = linked_by(response)
            found |= {f"{one.method} {one.endpoint}": one for one in (*fingerprints(response), *declared_in(response))}
        if len(asked) < requests and not cancel.cancelled:
            asked.append(urljoin(where, GRAPHQL))
            found |= {f"{one.method} {one.endpoint}": one for one in self._introspected(asked[-1], cancel)}
        lessons = Lessons(self.desk.session)
        lessons.add(address, list(found.values())[:MOST])
        known = {f"{one.method} {one.endpoint}" for one in found.values()}
        told = [pattern_data(one) for one in lessons.patterns(address) if f"{one.method} {one.endpoint}" in known]
        return {"site": origin(address), "requests": len(asked), "asked": asked, "patterns": told}

    def _introspected(self, url: str, cancel: Cancel) -> list[ApiPattern]:
        """The pattern of a GraphQL endpoint that tells of itself (https://spec.graphql.org/, section 4)."""
        headers = (("Content-Type", "application/json"),)
        asked = self._request(url, method="POST", data=INTROSPECTION, headers=headers)
        with suppress(LighttermError, ValueError, TypeError, KeyError):
            response = self.desk.session.fetch(held(asked, self.desk.asker), cancel)
            if from_json(response.body)["data"]["__schema"]["queryType"]["name"]:
                return [
                    ApiPattern(url, "POST", response_type="application/json", seen=1, source="graphql_introspection")
                ]
        return []

    def _data(self, url: str, _requests: int, cancel: Cancel) -> dict[str, Any]:
        """The data of a page: straight from where its scripts have it, where that can be trusted; else the page."""
        address = self._request(url).url
        lessons = Lessons(self.desk.session)
        path, bare = urlsplit(address).path, address.partition("?")[0].partition("#")[0]
        # What a site declares elsewhere is not the data of this page.
        known = [one for one in lessons.patterns(address) if path == one.page or bare == one.endpoint]
        known = [one for one in known if one.can_bypass]
        for one in known:
            if one.trust(lessons.now()) != "low":
                data = self._asked(lessons, address, one, cancel)
                if data is not None:
                    return {"source": "api", "endpoint": one.endpoint, "trust": one.trust(lessons.now()), "data": data}
        page = self.desk.load(self._request(url), READING / 2, cancel)
        text = "\n".join(lines_of(page.document.blocks, page.document))
        return {"source": "page", "hints": [one.endpoint for one in known], "text": text}

    def _asked(self, lessons: Lessons, address: str, one: ApiPattern, cancel: Cancel) -> Any:
        """What the address of a pattern answers as JSON, None where it does not; how it did is kept."""
        query = f"?{urlencode(one.params)}" if one.params else ""
        status, kind, data = 0, "", None
        with suppress(LighttermError, ValueError):
            response = self.desk.session.fetch(held(self._request(one.endpoint + query), self.desk.asker), cancel)
            status, kind = response.status, response.header("content-type")
            data = from_json(response.body) if status == 200 and "json" in kind else None
        lessons.put(address, one.asked(status or 599, kind, lessons.now()))
        return data

    def _forget(self, url: str, _requests: int, _cancel: Cancel) -> dict[str, Any]:
        address = self._request(url).url
        return {"site": origin(address), "forgotten": Lessons(self.desk.session).forget(address)}


MOST = 40
"""Patterns that one site's own description gives."""

DONE: dict[str, Callable[[SiteWorks, str, int, Cancel], dict[str, Any]]] = {
    "preview": SiteWorks._preview,
    "known": SiteWorks._known,
    "apis": SiteWorks._apis,
    "data": SiteWorks._data,
    "forget": SiteWorks._forget,
}


def _rate(visits: Visits) -> float:
    """The share of loads that came whole, as one that begins at a half and learns (Laplace's rule)."""
    return round((visits.whole + 1) / (visits.count + 2), 2)
