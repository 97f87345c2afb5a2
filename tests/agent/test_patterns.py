"""The life of a pattern: where it comes from, what takes from how sure it is, and what it is good for."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from clocks import DAY

from lightterm.engines.base import Exchange
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.session.learned import BOOSTS, ApiPattern, Lessons, pattern_of

if TYPE_CHECKING:
    from agent_clients import Agent
    from servers import Server

GRANTS = HOME.replace(caps=frozenset({"sites", "feedback"}))
AT = 1_700_000_000.0
JSON = "application/json"
KNOWN = ApiPattern("http://a.test/api", response_type=JSON, seen=3, verified=AT)
WORDS = "The lighthouse keeper wrote down the weather every evening. " * 4


@pytest.mark.covers("UB-82", "UB-90")
def test_where_a_pattern_comes_from_makes_it_surer_or_less() -> None:
    scores = {source: KNOWN.replace(source=source).sure(AT).score for source in BOOSTS}
    assert scores == {
        "bootstrap": 0.85, "openapi_discovery": 0.9, "graphql_introspection": 0.9, "api_extraction": 0.7,
        "asyncapi_discovery": 0.85, "docs_page_detection": 0.8, "link_discovery": 0.75,
        "backend_fingerprinting": 0.8, "cross_site_transfer": 0.6, "user_feedback": 0.8, "manual": 0.85,
    }  # fmt: skip


@pytest.mark.covers("UB-93", "UB-94", "UB-95", "UB-97", "UB-98")
def test_time_and_failures_take_from_it_and_an_answer_gives_it_back() -> None:
    assert [KNOWN.sure(AT + days * DAY).score for days in (6, 7, 13, 14)] == [0.7, 0.65, 0.65, 0.6]
    failed = KNOWN
    for n in range(3):
        assert failed.sure(AT).score == 0.7, f"{n} failures are too few"
        failed = failed.asked(500, JSON, AT)
    assert failed.sure(AT).score == 0.55 and "failed 3 times" in failed.reason
    assert KNOWN.asked(200, "text/html", AT).sure(AT).score == 0.6, "it is no data any more"
    assert KNOWN.asked(429, JSON, AT).sure(AT).score == 0.65
    assert KNOWN.asked(401, JSON, AT).sure(AT).score == 0.6
    healed = failed.asked(200, JSON, AT + DAY)
    assert (healed.sure(AT + DAY).score, healed.failures, healed.marks) == (0.7, 0, ())


@pytest.mark.covers("UB-99", "UB-100", "UB-101", "UB-102")
def test_trust_is_by_score_age_and_source() -> None:
    sure = KNOWN.replace(source="user_feedback")
    assert [sure.trust(AT + days * DAY) for days in (0, 6.9, 7, 13.9, 14)] == [
        "high",
        "high",
        "medium",
        "medium",
        "low",
    ]
    declared = KNOWN.replace(source="openapi_discovery")
    assert [declared.trust(AT + days * DAY) for days in (0, 20, 28, 40)] == ["high", "high", "high", "low"]
    assert KNOWN.replace(source="graphql_introspection").trust(AT + 20 * DAY) == "high"
    assert KNOWN.trust(AT) == "medium" and KNOWN.trust(AT + 14 * DAY) == "low"
    assert KNOWN.replace(source="cross_site_transfer").marked("site_structure_changed").trust(AT) == "low"


def test_patterns_keep_the_names_of_secrets_alone() -> None:
    kind = (("Content-Type", "application/json; charset=utf-8"),)
    sent = (("Cookie", "REDACTED"),)
    cookie = Exchange("http://a.test/api?x=1", status=200, kind="xhr", request_headers=sent, headers=kind)
    found = pattern_of(cookie, "http://a.test/page")
    assert found is not None
    assert (found.auth, found.auth_headers, found.params, found.page) == ("cookie", ("cookie",), (("x", "1"),), "/page")
    assert not found.can_bypass and KNOWN.can_bypass
    assert pattern_of(Exchange("http://a.test/", status=200, kind="document", headers=kind), "http://a.test/") is None
    assert pattern_of(Exchange("http://b.test/api", status=200, kind="fetch", headers=kind), "http://a.test/") is None


@in_a_loop
async def test_what_sites_declare_in_too_deep_a_nest_is_passed_over(server: Server) -> None:
    """It was an internal error, and nothing was told of what is declared elsewhere."""
    url = server.page("/docs", "<h1>Docs</h1><pre>GET /v1/tides</pre>")
    for path in ("/openapi.json", "/asyncapi.json", "/graphql"):
        server.page(path, "[" * 100_000, JSON)
    async with agent(GRANTS) as a:
        answer = await a.call("site", url=url, do="apis", requests=20)
    assert "error" not in answer and [one["endpoint"] for one in answer["data"]["patterns"]] == [
        server.url("/v1/tides")
    ]


@pytest.mark.covers("UB-83", "UB-84", "UB-86", "UB-87", "UB-88", "UB-89", "UB-106")
@in_a_loop
async def test_what_sites_declare_is_found_in_each_way_they_do(server: Server) -> None:
    docs = "<h1>Docs</h1><pre>GET <b>/v1/tides</b>\nAccept: json</pre><p>Do not GET /v1/nothing."
    links = '</feed.json>; rel="alternate"; type="application/json", </wp-json/>; rel="https://api.w.org/"'
    url = server.page("/docs", docs, headers=[("Link", links)])
    server.page("/feed.json", "[1, 2]", JSON)
    server.page("/openapi.json", json.dumps({"openapi": "3.1.0", "paths": {"/v1/boats": {"get": {}}}}), JSON)
    server.page("/asyncapi.json", json.dumps({"asyncapi": "3.0.0", "channels": {"tides/high": {}}}), JSON)
    server.page("/graphql", json.dumps({"data": {"__schema": {"queryType": {"name": "Query"}}}}), JSON)
    async with agent(GRANTS) as a:
        told = (await a.call("site", url=url, do="apis", requests=20, max_tokens=8000))["data"]
        found = {one["endpoint"].removeprefix(server.url("/")): one for one in told["patterns"]}
        sources = {path: one["provenance"]["source"] for path, one in found.items()}
        assert sources == {
            "v1/tides": "docs_page_detection", "feed.json": "link_discovery", "v1/boats": "openapi_discovery",
            "wp-json/wp/v2/posts": "backend_fingerprinting", "tides/high": "asyncapi_discovery",
            "graphql": "graphql_introspection",
        }  # fmt: skip
        known = (await a.call("site", url=url, max_tokens=8000))["data"]["patterns"]
        assert {one["provenance"]["source"] for one in known} == set(sources.values()), "it is kept"
        verified = [one["provenance"]["lastVerifiedAt"] for one in known]
        assert all(abs(at / 1000 - time.time()) < 600 for at in verified)
        assert found["graphql"]["method"] == "POST" and found["graphql"]["confidence"] == "high"


def app(server: Server) -> str:
    server.page("/api/tides", json.dumps({"words": WORDS}), JSON)
    script = "fetch('/api/tides?day=1').then(r => r.json()).then(t => { root.innerHTML = '<p>' + t.words })"
    return server.page("/app", f"<title>App</title><div id=root></div><script>{script}</script>")


async def data(a: Agent, server: Server, url: str) -> tuple[dict[str, Any], list[str]]:
    """What the data of a page is, and what was asked for it."""
    server.log.clear()
    told = (await a.call("site", url=url, do="data"))["data"]
    return told, [asked.target for asked in server.log if asked.path != "/robots.txt"]


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.covers("UB-85", "UB-91", "UB-96", "UB-103", "UB-104", "UB-105")
@in_a_loop
async def test_the_more_a_pattern_is_trusted_the_less_the_page_is_asked_for(server: Server) -> None:
    url = app(server)
    async with agent(GRANTS) as a:
        assert a.desk is not None
        await a.call("open", url=url)
        (found,) = (await a.call("site", url=url))["data"]["patterns"]
        assert (found["provenance"]["source"], found["confidence"]) == ("api_extraction", "medium")
        server.page("/api/tides", "{}", JSON, status=500)
        told, asked = await data(a, server, url)
        assert told["source"] == "page" and asked[:2] == ["/api/tides?day=1", "/app"], "it fails: the page instead"
        server.page("/api/tides", json.dumps({"words": WORDS}), JSON)
        assert "error" not in await a.call("feedback", verdict="right")
        told, asked = await data(a, server, url)
        assert told["data"] == {"words": WORDS} and (told["source"], told["trust"]) == ("api", "high")
        assert asked == ["/api/tides?day=1"], "no page was asked for"
        (found,) = (await a.call("site", url=url))["data"]["patterns"]
        assert (found["provenance"]["source"], found["usage"]) == ("user_feedback", "use it directly, without the page")
        lessons = Lessons(a.desk.session)
        lessons.changed(url)
        (known,) = lessons.patterns(url)
        assert known.sure(time.time()).score == 0.6 and known.marks == ("site_structure_changed",)
        lessons.put(url, known.replace(verified=time.time() - 20 * DAY))
        told, asked = await data(a, server, url)
        assert told["source"] == "page" and asked[0] == "/app" and told["hints"] == [server.url("/api/tides")]


@pytest.mark.covers("UB-92")
@in_a_loop
async def test_an_address_that_the_person_gave_is_trusted_for_itself_and_no_other_page(server: Server) -> None:
    given = server.page("/own/api", json.dumps({"tide": 6}), JSON)
    other = server.page("/other", f"<title>Other</title><p>{WORDS}")
    async with agent(GRANTS, agents__apis=(given,)) as a:
        (found,) = (await a.call("site", url=other))["data"]["patterns"]
        assert (found["endpoint"], found["provenance"]["source"], found["confidence"]) == (given, "manual", "high")
        assert found["fieldConfidence"]["score"] == 0.85
        told, asked = await data(a, server, given)
        assert told["data"] == {"tide": 6} and asked == ["/own/api"]
        told, asked = await data(a, server, other)
        assert told["source"] == "page" and asked == ["/other"], "it is not the data of another page"
