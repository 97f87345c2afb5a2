"""What a call brings along or sets for itself alone, many pages in one call, and what a failure looked like."""

from __future__ import annotations

import base64
import threading
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda

if TYPE_CHECKING:
    from servers import Asked, Server, Talk

GRANTS = HOME.replace(caps=frozenset({"storage", "batch", "media"}))


def greeting(server: Server) -> str:
    def answer(asked: Asked, talk: Talk) -> None:
        cookie = asked.header("cookie") or "nobody"
        talk.reply(f"<title>Hi</title><p>Hello {cookie}", headers=[("Set-Cookie", "visit=7; Max-Age=900; HttpOnly")])

    server.on("/", answer)
    return server.url("/")


@pytest.mark.covers("UBX-9")
@in_a_loop
async def test_cookies_of_a_call_are_for_that_call_and_new_ones_come_back(server: Server) -> None:
    url = greeting(server)
    async with agent(GRANTS) as a:
        told = await a.call("browse_as", url=url, cookies=["pass=lovelace; Path=/"])
        assert "Hello pass=lovelace" in told["text"]
        assert told["data"]["newCookies"] == [{"name": "visit", "value": "7", "domain": "127.0.0.1", "path": "/"}]
        assert "Hello nobody" in (await a.call("browse", url=url))["text"], "nothing of it stays"
        assert "Hello nobody" in (await a.call("browse_as", url=url))["text"]
        wrong = await a.call("browse_as", url=url, cookies=["a=b; Domain=example.org"])
        assert wrong["error"]["code"] == "VALIDATION_FAILED" and "would not take" in wrong["error"]["message"]
    assert len(server.log) == 3


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.covers("UBX-9")
@in_a_loop
async def test_local_storage_of_a_call_is_there_before_scripts_and_comes_back(
    server: Server,
) -> None:
    script = "root.textContent = 'Theme ' + localStorage.theme; localStorage.seen = 'yes'"
    url = server.page("/", f"<title>T</title><p id=root></p><script>{script}</script>")
    async with agent(GRANTS) as a:
        told = await a.call("browse_as", url=url, local_storage={"theme": "dark"}, tier="light")
        assert "Theme dark" in told["text"]
        assert told["data"]["localStorage"] == {"theme": "dark", "seen": "yes"}
        again = await a.call("browse_as", url=url, tier="light")
        assert "Theme undefined" in again["text"]


@pytest.mark.covers("LBX-36")
@in_a_loop
async def test_settings_are_of_the_agents_own_session_alone(server: Server) -> None:
    url = server.page("/", "<title>T</title><nav><a href=/a>Menu</a></nav><main><p>Words of the page.</main>")
    async with agent(GRANTS) as a:
        first = (await a.call("config"))["data"]
        assert first["session"] == "main" and first["settings"]["extraction.strip_navigation"] == "off"
        refused = (await a.call("config", key="extraction.strip_navigation", value="on"))["error"]
        assert refused["code"] == "ACTION_REFUSED" and refused["recommendedActions"][0]["toolToUse"] == "session"
        await a.call("session", do="create", name="plain")
        put = await a.call("config", key="extraction.strip_navigation", value="on")
        assert put["data"] == {"session": "plain", "settings": {"extraction.strip_navigation": "on"}}
        assert (await a.call("config", key="extraction.strip_navigation"))["data"]["settings"] == put["data"][
            "settings"
        ]
        assert "Menu" not in (await a.call("browse", url=url))["text"]
        await a.call("session", do="switch", name="main")
        assert (await a.call("config"))["data"]["settings"]["extraction.strip_navigation"] == "off"
        assert "Menu" in (await a.call("browse", url=url))["text"]
        await a.call("session", do="switch", name="plain")
        for key in ("network.allow_private", "privacy.respect_robots_txt", "agents.evaluate", "network.proxy", "tea"):
            assert (await a.call("config", key=key, value="on"))["error"]["code"] == "VALIDATION_FAILED", key
        wrong = await a.call("config", key="network.timeout", value="soon")
        assert wrong["error"]["category"] == "config"
        assert (await a.call("config", value="on"))["error"]["code"] == "VALIDATION_FAILED"


@pytest.mark.covers("LBX-37")
@in_a_loop
async def test_many_pages_are_begun_asked_about_and_told_in_order_with_progress(server: Server) -> None:
    let_go = threading.Event()

    def held(_asked: Asked, talk: Talk) -> None:
        let_go.wait(20)
        talk.reply("<title>Held</title><p>At last.")

    server.on("/held", held)
    urls = [server.page(f"/{n}", f"<title>Page {n}</title><p>Words of page {n}. {'more ' * 300}") for n in range(6)]
    urls[2:2] = [server.url("/none"), server.url("/held"), "http://127.0.0.1:1/"]
    heard: list[str] = []

    async def hear(_progress: float, _total: float | None, message: str | None) -> None:
        heard.append(message or "")
        if "8 of 9" in heard[-1]:
            let_go.set()

    async with agent(GRANTS, network__retries=0) as a:
        begun = (await a.call("batch", do="start", urls=urls))["data"]
        assert begun["total"] == 9 and begun["batch"]
        status = (await a.call("batch", do="status", batch=begun["batch"]))["data"]
        assert status["left"] >= 1, "one is held"
        call = {"do": "results", "batch": begun["batch"], "max_tokens": 3000}
        done = (await a.client.call_tool("batch", call, progress_callback=hear)).structured_content or {}
        assert any("8 of 9 pages" in words for words in heard) and "9 of 9 pages" in heard[-1]
        results: list[dict[str, Any]] = done["data"]["results"]
        assert done["data"]["done"] == 8 and done["data"]["failed"] == 1
        while done["data"].get("next"):
            done = await a.call("batch", batch=begun["batch"], start=done["data"]["next"], max_tokens=3000)
            results += done["data"]["results"]
        assert [one["url"] for one in results] == urls
        assert results[0]["status"] == "done" and "Words of page 0." in results[0]["text"]
        assert results[2]["error"]["code"] == "HTTP_NOT_FOUND" and results[3]["title"] == "Held"
        assert (results[4]["status"], results[4]["error"]["category"]) == ("failed", "network")
        let_go.clear()
        other = (await a.call("batch", do="start", urls=[server.url("/held")] * 9))["data"]["batch"]
        assert (await a.call("batch", do="cancel", batch=other))["data"]["total"] == 9
        ended = (await a.call("batch", batch=other, deadline=20))["data"]
        assert ended["left"] == 0 and ended["failed"] == 9
        let_go.set()
        assert (await a.call("batch", do="start"))["error"]["code"] == "VALIDATION_FAILED"
        nowhere = (await a.call("batch", batch="none"))["error"]
        assert nowhere["code"] == "SESSION_NOT_FOUND"
        first, *others = nowhere["recommendedActions"]
        assert (first["action"], first["parameters"]["do"]) == ("use_batch", "results")
        assert [step["action"] for step in others] == ["start_batch"]


@pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
@pytest.mark.covers("BKX-36", "UBX-12")
@in_a_loop
async def test_an_action_that_failed_comes_with_a_picture_of_the_page(server: Server) -> None:
    from PIL import Image

    url = server.page("/", "<title>T</title><p>Port</p><button disabled>Send</button>")
    async with agent(GRANTS) as a:
        await a.call("open", url=url, tier="full", deadline=60)
        failed = await a.result("act", do="click", target=1)
        assert failed.is_error and (failed.structured_content or {})["error"]["code"] == "VALIDATION_FAILED"
        (shown,) = [block for block in failed.content if block.type == "image"]
        assert Image.open(BytesIO(base64.b64decode(shown.data))).size[0] > 300
    async with agent() as a:
        await a.call("open", url=url, tier="full", deadline=60)
        quiet = await a.result("act", do="click", target=1)
        assert [block.type for block in quiet.content] == ["text"], "pictures cost tokens: only who asked gets them"
