"""How a page was got, as told by --trace, in JSON and on about:why."""

from __future__ import annotations

import json

import pytest
from dumping import dump
from servers import Server

from lightterm.engines.light_binary import missing

WORDS = "The lighthouse keeper wrote down the weather every evening, and the ships that passed. "
ARTICLE = f"""<title>Weather</title><meta property="og:title" content="The weather"><nav><a href=/>Home</a></nav>
<main><h1>The weather book</h1>{f"<p>{WORDS * 4}" * 6}</main><footer>Imprint</footer>"""
APP = "<title>App</title><div id=root></div><script src=/app.js></script>"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTTERM_LIGHTPANDA", "/nowhere/lightpanda")
    monkeypatch.setenv("LIGHTTERM_CHROMIUM", "/nowhere/chromium")


@pytest.mark.covers("UB-128")
def test_the_trace_is_told_only_where_it_is_asked_for(server: Server) -> None:
    url = server.page("/", ARTICLE)
    assert dump(url).errors == ""
    lines = dump("--trace", url).errors.splitlines()
    assert lines[0].startswith("lightterm: 1. tier 1 (static), ") and lines[0].endswith("it has no scripts")
    assert lines[-1].endswith("; the page is that of tier 1 (static)")


@pytest.mark.usefixtures("alone")
@pytest.mark.covers("UB-129", "UB-130", "UB-133", "UB-134", "UBX-13")
def test_failures_are_told_with_their_reasons(server: Server) -> None:
    done = dump("--trace=json", server.page("/", APP))
    trace = json.loads(done.errors.splitlines()[0])
    static, light, full = trace["tiers"]
    assert [tier["tier"] for tier in trace["tiers"]] == [1, 2, 3]
    assert static["success"] and "content too short (0 characters, min 200)" in static["failureReason"]
    assert static["validationDetails"] == {
        "contentLength": 0,
        "hasSemanticMarkers": False,
        "hasIncompleteMarkers": True,
        "meetsMinLength": False,
    }
    for tier in (light, full):
        assert not tier["success"] and "/nowhere/" in tier["failureReason"]
    summary = trace["summary"]
    assert (summary["totalAttempts"], summary["successfulTier"]) == (3, "static")
    assert summary["durationMs"] == pytest.approx(sum(tier["durationMs"] for tier in trace["tiers"]), abs=0.2)
    assert done.code == 41


@pytest.mark.covers("UB-130", "UB-131", "UB-132", "UB-133")
def test_a_page_that_was_enough_is_measured_too(server: Server) -> None:
    trace = json.loads(dump("--trace=json", server.page("/", ARTICLE)).errors)
    (static,) = trace["tiers"]
    checks = static["validationDetails"]
    assert checks["contentLength"] > 2000 and checks["meetsMinLength"] and checks["hasSemanticMarkers"]
    assert not checks["hasIncompleteMarkers"] and static["failureReason"] == ""
    parts = {part["selector"]: part for part in trace["selectors"]}
    assert parts["main"]["selected"] and parts["main"]["contentLength"] == checks["contentLength"]
    assert not parts["navigation"]["selected"] and parts["navigation"]["skipReason"]
    assert sum(part["confidence"] for part in trace["selectors"]) == pytest.approx(1.0, abs=0.2)
    assert [(each["source"], each["text"], each["selected"]) for each in trace["title"]] == [
        ("title", "Weather", True),
        ("og:title", "The weather", False),
        ("h1", "The weather book", False),
    ]
    assert trace["summary"]["selectedSelector"] == "main" and trace["summary"]["selectedTitle"] == "title"


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.covers("LB-138", "LB-139")
def test_what_the_scripts_did_is_in_the_evidence(server: Server) -> None:
    scripts = "<script src=/gone.js></script><script>console.log('hello'); throw new Error('no')</script>"
    url = server.page("/", f"<title>T</title><p>{WORDS}{scripts}")
    trace = json.loads(dump("--tier", "light", "--trace=json", url).errors.splitlines()[-1])
    evidence = trace["tiers"][0]["evidence"]
    assert {line["text"] for line in evidence["console"]} >= {"hello"}
    assert any("gone.js" in failed for failed in evidence["failedScripts"])
    assert any("Error: no" in failed for failed in evidence["failedScripts"])
    assert next(one["url"] for one in evidence["network"]) == url


@pytest.mark.parametrize("tier", ["4", "fast", ""])
def test_what_is_no_tier_is_refused(tier: str) -> None:
    assert dump("--tier", tier, "about:start").code == 2
