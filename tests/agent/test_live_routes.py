"""Pages that go from one address of their own to another, forms that Enter sends, files that a page makes."""

from __future__ import annotations

import pytest
from agent_clients import agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda

NO_LIGHT = pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
NO_FULL = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
TIERS = [pytest.param("light", marks=NO_LIGHT), pytest.param("full", marks=NO_FULL)]
ROUTER = (
    "<title>Routes</title><div id=app></div><script>const show = () => app.innerHTML ="
    "`<h1>At ${location.pathname}${location.search}</h1><a href=/app/two>Two</a><a href=/app/three>Three</a>"
    "<input aria-label=Find>`; show(); onclick = e => { if (e.target.localName == 'a') { e.preventDefault();"
    "history.pushState({}, '', e.target.href); show() } }; oninput = e => { history.replaceState({}, '', '?q=' +"
    " e.target.value); app.querySelector('h1').textContent = 'Found ' + e.target.value }; onpopstate = show</script>"
)


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_the_way_through_a_page_s_own_addresses_leads_back(server: Server, tier: str) -> None:
    for path in ("/app", "/app/two", "/app/three"):
        server.page(path, ROUTER)
    async with agent() as a:
        await a.call("open", url=server.url("/app"), tier=tier)
        for name in ("Two", "Three"):
            await a.call("act", do="click", target=name)
        ways = [(await a.result("go", to=to)).content[0].text for to in ("back", "back", "forward")]
        again = await a.call("act", do="click", target="Three")
    assert ["# At /app/two\n" in ways[0], "# At /app\n" in ways[1], "# At /app/two\n" in ways[2]] == [True] * 3
    assert again["url"] == server.url("/app/three")


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_an_address_that_a_page_only_rewrites_is_no_step(server: Server, tier: str) -> None:
    server.page("/start", "<title>Start</title><p>Where it began.")
    server.page("/app", ROUTER)
    async with agent() as a:
        await a.call("open", url=server.url("/start"))
        await a.call("open", url=server.url("/app"), tier=tier)
        typed = await a.call("act", do="type", target="Find", value="wick")
        back = await a.result("go", to="back")
    assert typed["url"] == server.url("/app?q=wick")
    assert "Where it began" in back.content[0].text


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_a_form_is_sent_by_its_first_button_as_enter_sends_it(server: Server, tier: str) -> None:
    server.page("/sent", "<title>Sent</title><p>It is sent.")
    form = "<form action=/sent><label>Captain <input name=captain></label><button name=go value=1>Sail</button></form>"
    url = server.page("/form", f"<title>Form</title><div id=app></div><script>app.innerHTML = `{form}`</script>")
    async with agent() as a:
        await a.call("open", url=url, tier=tier)
        sent = await a.call("fill_form", fields={"Captain": "Ahab"}, submit=True)
    assert sent["url"] == server.url("/sent?captain=Ahab&go=1")


SAVES = (
    "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob([text])); a.download = 'tides.csv';"
)
WAYS = {
    "at once": f"const text = '06:42'; {SAVES} a.click()",
    "once it has come": f"fetch('/tides').then(r => r.text()).then(text => {{ {SAVES} document.body.append(a);"
    "a.click() })",
    "in a moment": f"setTimeout(() => {{ const text = '06:42'; {SAVES} a.click() }}, 200)",
}


@NO_LIGHT
@NO_FULL
@pytest.mark.parametrize("way", WAYS)
@in_a_loop
async def test_a_file_that_a_page_makes_is_saved(server: Server, way: str) -> None:
    server.page("/tides", "06:42", "text/plain")
    script = f"app.innerHTML = '<p>Tides</p><button>Export</button>'; app.lastChild.onclick = () => {{ {WAYS[way]} }}"
    url = server.page("/app", f"<title>Tides</title><div id=app></div><script>{script}</script>")
    async with agent() as a:
        opened = await a.call("open", url=url)
        saved = await a.result("act", do="click", target="Export")
    assert opened["tier"] == "light"
    assert "tides.csv" in saved.content[0].text
