"""What visits teach of a site, what is known before one, whether a page is what it should be, and what changes when."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from clocks import DAY, Time
from jsonschema import Draft202012Validator
from reference_client import ReferenceClient

from lightterm import settings
from lightterm.agent.learning import is_reliable, is_trustworthy, is_usable
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.fetch.model import Request
from lightterm.session.rhythm import Look, Watch, rhythm
from lightterm.session.session import Session

if TYPE_CHECKING:
    from servers import Asked, Server, Talk

GRANTS = HOME.replace(caps=frozenset({"sites", "checks", "storage"}))
WORDS = "The lighthouse keeper wrote down the weather every evening. " * 4
PATTERN = {
    "type": "object",
    "required": ["endpoint", "method", "confidence", "canBypass", "responseType", "reason", "fieldConfidence"],
    "properties": {
        "endpoint": {"type": "string", "pattern": "^http"},
        "method": {"enum": ["GET", "POST", "PUT", "DELETE", "PATCH"]},
        "confidence": {"enum": ["high", "medium", "low"]},
        "canBypass": {"type": "boolean"},
        "authType": {"enum": ["cookie", "bearer", "header"]},
        "authHeaders": {"type": "object", "additionalProperties": {"const": "REDACTED"}},
        "params": {"type": "object"},
    },
}


def app(server: Server) -> str:
    """A page whose script fetches its words as JSON, with a secret."""
    server.page("/api/tides", json.dumps({"words": WORDS}), "application/json")
    script = (
        "fetch('/api/tides?port=Ellis&day=1', {headers: {Authorization: 'Bearer hunter2'}})"
        ".then(r => r.json()).then(t => { root.innerHTML = '<p>' + t.words })"
    )
    return server.page("/app", f"<title>App</title><div id=root></div><script>{script}</script>")


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.covers("UB-21", "UB-29", "UB-113", "UB-123", "UB-124", "UB-125", "UB-126", "UB-154")
@in_a_loop
async def test_a_second_visit_knows_where_the_first_one_found_data(server: Server) -> None:
    url = app(server)
    include = ["discoveredApis", "learningInsights"]
    async with agent(GRANTS) as a:
        first = await a.result("browse", url=url, include=include)
        data = (first.structured_content or {})["data"]
        assert data["learningInsights"] == {"patternsLearned": 1, "patternsApplied": 0, "skillsUsed": []}
        (found,) = data["discoveredApis"]
        Draft202012Validator(PATTERN).validate(found)
        assert found["endpoint"] == server.url("/api/tides") and found["params"] == {"port": "Ellis", "day": "1"}
        assert (found["method"], found["responseType"]) == ("GET", "application/json")
        assert found["fieldConfidence"]["source"] == "api_response", "it answered just now"
        assert found["authType"] == "bearer" and not found["canBypass"] and "hunter2" not in first.model_dump_json()
        assert "wants bearer" in found["reason"]
        second = (await a.call("browse", url=url, include=include, max_tier="static"))["data"]
        assert second["learningInsights"]["patternsLearned"] == 0
        assert second["learningInsights"]["patternsApplied"] == 1
        (known,) = second["discoveredApis"]
        assert known["fieldConfidence"] == {"score": 0.7, "level": "medium", "source": "learned_pattern"}
        third = (await a.call("browse", url=url, include=include))["data"]["learningInsights"]
        assert third["patternsLearned"] == 0
        told = json.loads((await a.client.read_resource("lightterm://contract")).contents[0].text)
    assert any("discoveredApis" in line for line in told["guidance"])


@pytest.mark.covers("UB-158")
def test_quick_checks_of_a_client() -> None:
    assert is_trustworthy(0.70) and not is_trustworthy(0.69)
    assert is_usable({"confidence": "high", "canBypass": True})
    assert not is_usable({"confidence": "high", "canBypass": False})
    assert not is_usable({"confidence": "medium", "canBypass": True})
    assert is_reliable({"source": "structured_data"}) and not is_reliable({"source": "heuristic"})


@pytest.mark.covers("UB-43", "UB-80")
@in_a_loop
async def test_a_site_that_was_made_anew_says_so_and_following_reads_it_afresh(server: Server) -> None:
    url = server.page("/shop", f"<title>Shop</title><p class=price>9 pounds<p>{WORDS}")
    async with agent(GRANTS) as a:
        assert "9 pounds" in (await a.call("browse", url=url, selectors=[".price"]))["text"]
        server.page("/shop", f"<title>Shop</title><p class=cost>10 pounds<p>{WORDS}")
        never = (await a.call("browse", url=url, selectors=[".never"]))["error"]
        assert never["code"] == "EXTRACTION_ERROR", "it was never there: no change"
        error = (await a.call("browse", url=url, selectors=[".price"]))["error"]
        assert (error["code"], error["category"], error["retryable"]) == ("SITE_CHANGED", "site_change", True)
        assert ".price found something 1 times" in error["message"]
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        answer = await client.ask("browse", {"url": url, "selectors": [".price"]})
        assert "10 pounds" in answer["text"]
        assert [action for action, _, _ in client.followed] == ["clear_patterns", "read_afresh"]
        again = (await a.call("browse", url=url, selectors=[".price"]))["error"]
        assert again["code"] == "EXTRACTION_ERROR", "it is forgotten that it was there"


@pytest.mark.covers("UBX-1", "UBX-4")
@in_a_loop
async def test_what_a_load_would_do_is_told_without_a_request_and_visits_teach_more(server: Server) -> None:
    url = server.page("/", f"<title>T</title><p>{WORDS}")
    server.page("/login", "<form action=/in method=post><input name=u><input type=password name=p><button>Go</button>")
    async with agent(GRANTS) as a:
        before = (await a.call("site", url=url, do="preview"))["data"]
        assert before["plan"] == {"start": "static", "highest": "full", "learned": False, "cached": False}
        assert 50 <= before["estimatedMs"] <= 200 and before["confidence"] == {"score": 0.5, "visits": 0}
        assert [way["tier"] for way in before["alternatives"]] == ["light", "full"]
        assert (await a.call("site", url=url))["data"] == {"site": url.rstrip("/"), "visits": 0, "patterns": []}
        assert not server.log, "nothing was asked"
        for _ in range(3):
            await a.call("browse", url=url, freshness="fresh")
        await a.call("browse", url=server.url("/none"))
        known = (await a.call("site", url=url))["data"]
        assert known["visits"] == 4 and known["successRate"] == round(4 / 6, 2) and known["tier"] == "static"
        assert known["waitStrategy"] == "it is whole as it comes" and known["sessionAdvice"].startswith("no sign-in")
        await a.call("browse", url=server.url("/login"))
        assert "wants a sign-in" in (await a.call("site", url=url))["data"]["sessionAdvice"]
        asked = len(server.log)
        after = (await a.call("site", url=url, do="preview"))["data"]
        assert after["confidence"]["visits"] == 5 and after["estimatedMs"] >= 0 and len(server.log) == asked
        assert (await a.call("site", url=url, do="forget"))["data"]["forgotten"] >= 1
        assert (await a.call("site", url=url))["data"]["visits"] == 0


@pytest.mark.covers("UBX-5")
@in_a_loop
async def test_a_site_is_asked_for_what_it_declares_in_so_many_requests(server: Server) -> None:
    described: dict[str, Any] = {
        "openapi": "3.1.0",
        "paths": {
            "/v1/tides": {"get": {"parameters": [{"name": "port", "in": "query", "example": "Ellis"}]}},
            "/v1/boats": {"get": {}, "post": {"security": [{"key": []}]}},
        },
    }
    server.page("/desc", json.dumps(described), "application/vnd.oai.openapi+json")
    url = server.page("/", "<p>Docs", headers=[("Link", '</desc>; rel="service-desc"')])
    async with agent(GRANTS) as a:
        told = (await a.call("site", url=url, do="apis", requests=2))["data"]
        assert [asked.path for asked in server.log] == ["/", "/desc"] and told["requests"] == 2
        found = {f"{one['method']} {one['endpoint']}": one for one in told["patterns"]}
        tides = found[f"GET {server.url('/v1/tides')}"]
        assert tides["canBypass"] and tides["confidence"] == "high" and tides["params"] == {"port": "Ellis"}
        assert tides["provenance"]["source"] == "openapi_discovery" and tides["fieldConfidence"]["score"] == 0.9
        post = found[f"POST {server.url('/v1/boats')}"]
        assert not post["canBypass"] and post["authType"] == "header"
        known = (await a.call("site", url=url))["data"]["patterns"]
        assert len(known) == 3
        ways = (await a.call("site", url=url, do="preview"))["data"]["alternatives"]
        assert {"api": server.url("/v1/tides")} in ways
        server.log.clear()
        await a.call("site", url=url, do="apis", requests=4)
        assert len(server.log) <= 4
        assert (await a.call("site", url=url, do="apis", requests=50))["error"]["code"] == "COMMAND_INVALID"


@pytest.mark.covers("UBX-10")
@in_a_loop
async def test_a_page_is_verified_as_deep_as_is_asked_for(server: Server) -> None:
    url = server.page("/", f"<title>Tides</title><h1>Tides</h1><p class=time>High water at six. {WORDS}")
    expected = {"texts": ["high water"], "selectors": [".time"], "absent": ["sold out"], "min_length": 100}
    count = iter(range(10))

    def turning(_asked: Asked, talk: Talk) -> None:
        turn = next(count)
        talk.reply(f"<title>T</title><p>{' '.join(f'w{turn}x{n}' for n in range(60))}")

    server.on("/turning", turning)
    async with agent(GRANTS) as a:
        good = (await a.call("verify", url=url, level="thorough", **expected))["data"]
        assert good["passed"] and good["errors"] == [] and good["confidence"] > 0.5
        assert {"loaded", "text 'high water'", "selector .time", "no text 'sold out'", "same text"} <= set(
            good["checksRun"]
        )
        bad = (await a.call("verify", url=url, texts=["low water"], selectors=[".gone"], absent=["SIX"]))["data"]
        assert not bad["passed"] and len(bad["errors"]) == 3 and bad["confidence"] < good["confidence"]
        basic = (await a.call("verify", url=url, level="basic", texts=["low water"]))["data"]
        assert basic["passed"] and basic["checksRun"] == ["loaded", "no wall", "length"]
        soft = server.page("/soft", f"<title>Page not found</title><p>{WORDS}")
        assert "page not found" in (await a.call("verify", url=soft))["data"]["warnings"][0]
        gone = await a.call("verify", url=server.url("/none"))
        assert not gone["data"]["passed"] and "HTTP_NOT_FOUND" in gone["data"]["errors"][0]
        nobody = await a.call("verify", url="http://127.0.0.1:1/", level="thorough")
        assert nobody["error"]["code"] == "NETWORK_CONNECTION_FAILED" and nobody["error"]["retryable"]
        assert nobody["data"]["checksRun"] == ["loaded"] and not nobody["data"]["passed"]
        assert "NETWORK_CONNECTION_FAILED" in nobody["data"]["errors"][0] and nobody["data"]["confidence"] == 0
        other = (await a.call("verify", url=server.url("/turning"), level="thorough"))["data"]
        assert "of its words came again" in other["errors"][0]


def looks(start: float, *spans: tuple[float, bool]) -> list[Look]:
    at, found = start, []
    for span, changed in spans:
        at += span
        found.append(Look(at, changed))
    return found


@pytest.mark.covers("UBX-14")
def test_a_rhythm_is_told_from_looks_and_says_when_to_look_again(server: Server) -> None:
    start = 1_700_000_000.0
    daily = looks(start, *[(DAY / 4, n % 4 == 0) for n in range(24)])
    found = rhythm(daily, daily[-1].at)
    assert found.pattern == "daily" and found.every == DAY
    assert found.next == daily[20].at + DAY and found.poll == found.next - daily[-1].at
    weekly = looks(start, *[(7 * DAY, True)] * 5)
    assert rhythm(weekly, weekly[-1].at).pattern == "weekly"
    still = looks(start, *[(2 * DAY, False)] * 6)
    assert rhythm(still, still[-1].at).pattern == "static" and rhythm(still, still[-1].at).poll >= 7 * DAY
    uneven = looks(start, *[(span * 3600.0, True) for span in (1, 9, 2, 30, 1)])
    assert rhythm(uneven, uneven[-1].at).pattern == "irregular"
    assert rhythm([], start).pattern == "unknown"
    assert rhythm(weekly, weekly[-1].at + 29 * DAY).pattern == "static", "a page that has stopped changing"
    twice = rhythm(weekly[:2], weekly[1].at)
    assert (twice.pattern, twice.every) == ("irregular", 7 * DAY), "two changes are no rhythm yet"
    at_once = rhythm([Look(start + n / 1024, True) for n in range(9)], start + 6 * DAY)
    assert at_once.pattern == "regular" and start + 6 * DAY < at_once.next <= start + 6 * DAY + 1 / 1024
    now = Time(start)
    with Session(settings.load()) as session:
        watch = Watch(session, now)
        for day in range(5):
            url = server.page("/news", f"<p>News of day {day}")
            changes, told = watch.look(url, session.open(Request(url=url, freshness="fresh"), 80).document)
            assert bool(changes.found) == (day > 0)
            now.at += DAY
        assert (told.pattern, told.poll) == ("daily", DAY) and told.next == now.at
        assert watch.watched() == [(url, told, 0.0)]
        now.at -= DAY / 2
        assert watch.watched()[0][2] == DAY / 2
        assert watch.forget(url) and not watch.watched()


@pytest.mark.covers("UBX-14")
@in_a_loop
async def test_an_agent_watches_pages_and_hears_what_changed(server: Server) -> None:
    url = server.page("/news", "<p>Low water at noon.")
    async with agent(GRANTS) as a:
        first = await a.call("watch", do="observe", url=url)
        assert first["data"]["observed"][0]["pattern"] == "unknown" and "for the first time" in first["text"]
        server.page("/news", "<p>High water at noon.")
        second = await a.call("watch", do="observe", url=url)
        assert "High water at noon." in second["text"] and second["data"]["observed"][0]["changed"] >= 1
        (listed,) = (await a.call("watch", do="list"))["data"]["watched"]
        assert listed["url"] == url and listed["dueInMs"] > 0
        assert "nothing is due" in (await a.call("watch"))["text"]
        assert (await a.call("watch", do="observe"))["error"]["code"] == "VALIDATION_FAILED"
        assert "no more" in (await a.call("watch", do="forget", url=url))["text"]
        assert (await a.call("watch", do="list"))["data"] == {"watched": []}


@pytest.mark.covers("BKX-7")
@in_a_loop
async def test_references_say_what_they_are_and_where_they_stand(server: Server) -> None:
    server.page("/p.png", b"", "image/png")
    page = (
        "<title>Port</title><h1>Port</h1><nav><a href=/>Home</a></nav><main><h2>Tides</h2><p>The best times are on "
        "<a href=/week>the week's list</a>, or see <img src=/p.png alt='a chart' width=90 height=90>.<p>"
        "<a href=https://example.org/>Elsewhere</a></main>"
    )
    async with agent() as a:
        found = (await a.call("browse", url=server.page("/", page), include=["references"]))["data"]["references"]
    schema = {"type": "object", "required": ["kind", "url", "text", "context"]}
    for one in found:
        Draft202012Validator(schema).validate(one)
    week = next(one for one in found if one["url"].endswith("/week"))
    assert week["text"] == "the week's list" and "The best times are on" in week["context"] and week["number"] == 2
    assert next(one for one in found if one["kind"] == "image")["text"] == "a chart"
    away = next(one for one in found if one["url"].startswith("https://example.org"))
    assert (away["kind"], away["context"]) == ("external", "Tides")
