"""Tiers in the TUI: what is there is shown at once, the better page takes its place, and both can be asked about."""

from __future__ import annotations

import threading

import pytest
from browsing import browsing, in_a_loop
from servers import Asked, Server, Talk

from lightterm.engines.light_binary import missing

LINES = "".join(f"<p>Line {n}</p>" for n in range(60))
WAITING = f"""<title>App</title>{LINES}<div id=root></div><script>
fetch('/gate').then(r => r.text()).then(t => document.getElementById('root').innerHTML = '<h2>' + t + '</h2>')
</script>"""
WORDS = "The lighthouse keeper wrote down the weather every evening, and the ships that passed. "

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@in_a_loop
async def test_static_text_is_read_until_the_better_page_takes_its_place(server: Server) -> None:
    go_on = threading.Event()

    def gate(_asked: Asked, talk: Talk) -> None:
        go_on.wait(30)
        talk.reply("From the script", content_type="text/plain")

    server.page("/", WAITING)
    server.on("/gate", gate)
    server.page("/start", "<p>start")
    async with browsing(server.url("/start")) as b:
        await b.pilot.press(*":open", "space", *server.url("/"), "enter")
        await b.until(lambda: "running scripts (light)" in b.status, "tier 2")
        assert b.page[0] == "Line 0" and b.app.loads.busy
        await b.pilot.press("space")
        top = b.page[0]
        assert top != "Line 0"
        go_on.set()
        await b.settled()
        assert b.page[0] == top
        assert "light " in b.status
        await b.press("G")
        assert b.page[-1] == "## From the script"


@in_a_loop
@pytest.mark.covers("LB-25", "LB-24", "UB-136")
async def test_another_tier_is_asked_for_and_the_page_says_why(server: Server) -> None:
    server.page(
        "/", f"<title>T</title><main>{f'<p>{WORDS * 4}' * 6}</main><script>document.body.append('made')</script>"
    )
    async with browsing(server.url("/")) as b:
        await b.type(":tier\n")
        assert "tier 1 (static): static page: enough text" in b.status
        await b.type(":tier light\n")
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.page is not None
        assert visit.page.tier == 2 and "light " in b.status
        await b.press("G")
        assert b.page[-1] == "made"
        await b.type(":why\n")
        shown = "\n".join(b.page)
        assert "Why this page looks as it does" in shown and "1. Tier 2, light: used" in shown
        assert "asked for; enough" in shown
        await b.type(":tier 1\n")
        assert "no engine loads about:why" in b.status
        await b.press("H")
        await b.type(":tier auto\n")
        assert b.app.tabs.active.visit is not None and b.app.tabs.active.visit.page is not None
        assert b.app.tabs.active.visit.page.tier == 1


@in_a_loop
async def test_what_is_probably_missing_is_told(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIGHTTERM_LIGHTPANDA", "/nowhere/lightpanda")
    monkeypatch.setenv("LIGHTTERM_CHROMIUM", "/nowhere/chromium")
    server.page("/", "<title>T</title><p>Some words.<div class=skeleton></div><script src=/a.js></script>")
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "Some words."
        assert any("no program /nowhere/lightpanda" in line for line in b.app.said)


@in_a_loop
async def test_what_scripts_show_by_the_fragment_of_an_address_is_loaded_and_a_place_is_gone_to(server: Server) -> None:
    script = "document.getElementById('root').innerHTML = '<h2>Shown: ' + location.hash + '</h2>'"
    url = server.page("/", f"<title>App</title><div id=root></div>{LINES}<p id=end>The end<script>{script}</script>")
    async with browsing(url) as b:
        await b.type(":tier light\n")
        for route in ("#/one", "#/two"):
            await b.type(f":open {url}{route}\n")
            await b.until(lambda route=route: f"Shown: {route}" in b.screen, "what the script shows for it")
        asked = len(server.log)
        await b.type(f":open {url}#end\n")
        assert "The end" in b.screen and len(server.log) == asked
