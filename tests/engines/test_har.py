"""A page's requests as HTTP Archive: what tools need of it is there, and no secret."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from lightterm.engines import chromium
from lightterm.engines.base import EngineOptions
from lightterm.engines.full import FullEngine
from lightterm.engines.full_browser import browsers
from lightterm.engines.har import har
from lightterm.engines.redact import REDACTED, redacted_headers, redacted_url, redacted_words
from lightterm.fetch.cookies import CookieJar
from tests.engines.full_parts import shown
from tests.servers import Server

# What HAR 1.2 requires of each object.
ENTRY = {"startedDateTime", "time", "request", "response", "cache", "timings"}
REQUEST = {"method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"}
RESPONSE = {
    *("status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize", "bodySize"),
}


def check(text: str) -> list[dict]:  # type: ignore[type-arg]
    """The entries of a HAR that has all that its specification asks for."""
    log = json.loads(text)["log"]
    assert log["version"] == "1.2" and {"name", "version"} <= log["creator"].keys()
    assert "bodies" in log["comment"], "who reads it knows what is not in it"
    (page,) = log["pages"]
    assert {"startedDateTime", "id", "title", "pageTimings"} <= page.keys()
    for entry in log["entries"]:
        assert entry.keys() >= ENTRY and entry["pageref"] == page["id"]
        assert entry["request"].keys() >= REQUEST and entry["response"].keys() >= RESPONSE
        content = entry["response"]["content"]
        assert {"size", "mimeType"} <= content.keys() and ("text" in content) != ("comment" in content)
        assert {"send", "wait", "receive"} <= entry["timings"].keys()
        assert datetime.fromisoformat(entry["startedDateTime"]).tzinfo is not None
        assert entry["time"] >= 0
    return list(log["entries"])


@pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
@pytest.mark.covers("LBX-54", "UB-127")
def test_every_request_of_a_page_is_in_the_archive(server: Server) -> None:
    secret = [("Set-Cookie", "sid=hush"), ("X-Api-Key", "hush")]
    server.page("/api", '{"answer": 42}', "application/json", headers=secret)
    server.page("/s.js", "fetch('/api?q=tea&access_token=hush', {headers: {Authorization: 'hush'}})", "text/javascript")
    engine = FullEngine(EngineOptions(bodies=10_000), CookieJar())
    snapshot = shown(engine, server, "<title>Tea</title><p>page<script src=/s.js></script>")
    entries = check(har(snapshot.response, "Tea", snapshot.evidence))
    engine.close()
    browsers().close()
    by_path = {entry["request"]["url"].removeprefix(server.url("")).partition("?")[0]: entry for entry in entries}
    assert {"/", "/s.js", "/api"} <= by_path.keys()
    api = by_path["/api"]
    assert {"name": "q", "value": "tea"} in api["request"]["queryString"]
    assert (api["request"]["method"], api["response"]["status"], api["response"]["statusText"]) == (
        "GET",
        200,
        "Because",
    )
    assert api["response"]["content"]["text"] == '{"answer": 42}'
    assert api["response"]["content"]["mimeType"] == "application/json"
    names = {one["name"].lower(): one["value"] for one in api["request"]["headers"]}
    assert names["authorization"] == REDACTED
    assert "hush" not in json.dumps(entries)


def test_a_static_page_has_one_entry(server: Server, tmp_path: Path) -> None:
    import subprocess
    import sys

    url = server.page("/", "<title>Plain</title><p>text", headers=[("Set-Cookie", "a=hush")])
    command = [sys.executable, "-m", "lightterm", "--dump", "--format", "har", url]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=True, env={"HOME": str(tmp_path), "PATH": ""}
    )
    (entry,) = check(done.stdout)
    assert entry["request"]["url"] == url and entry["response"]["status"] == 200
    assert "hush" not in done.stdout


def test_secrets_are_redacted_by_their_names() -> None:
    url = "https://me:pw@h.test/p?a=1&api_key=x&code=y&z#access_token=t&k=v"
    assert redacted_url(url) == f"https://h.test/p?a=1&api_key={REDACTED}&code={REDACTED}&z#access_token={REDACTED}&k=v"
    assert redacted_url("data:text/html," + "x" * 500) == "data:text/html," + "x" * 65
    told = redacted_headers([("Cookie", "a=b"), ("X-CSRF-Token", "c"), ("Accept", "*/*"), (":path", "/")])
    assert told == (("Cookie", REDACTED), ("X-CSRF-Token", REDACTED), ("Accept", "*/*"))


def test_addresses_within_addresses_without_end_are_told_without_what_lies_deep() -> None:
    assert (
        redacted_url("https://h.test/?to=https://i.test/?key=k") == f"https://h.test/?to=https://i.test/?key={REDACTED}"
    )
    deep = redacted_url("https://h.test/?" + "a=b?" * 5000 + "token=hush")
    assert deep.startswith("https://h.test/?a=b?a=b?") and deep.endswith(f"={REDACTED}") and len(deep) < 100


def test_credentials_are_redacted_wherever_they_stand() -> None:
    token = f"eyJ{'a' * 20}.eyJ{'b' * 20}.{'c' * 20}"
    given = [
        ("X-Reply", "Bearer hush"),
        ("X-Forwarded", "user=bob; basic aHVzaA=="),
        ("X-Data", token),
        ("X-Challenge", 'Bearer realm="tides", Basic realm="tides"'),
        ("X-Word", "Basic"),
    ]
    assert redacted_headers(given) == (
        ("X-Reply", f"Bearer {REDACTED}"),
        ("X-Forwarded", f"user=bob; basic {REDACTED}"),
        ("X-Data", REDACTED),
        ("X-Challenge", 'Bearer realm="tides", Basic realm="tides"'),
        ("X-Word", "Basic"),
    )
    assert redacted_words('sent {"Authorization": "Bearer 1f7c09ab3355d0e2"} there') == (
        f'sent {{"Authorization": "Bearer {REDACTED} there'
    )
    assert (
        redacted_words(f"got {token}, at https://h.test/?code=y")
        == f"got {REDACTED} at https://h.test/?code={REDACTED}"
    )
    assert redacted_words("the bearer of news is basic") == "the bearer of news is basic"
