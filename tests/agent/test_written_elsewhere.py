"""What other tools call parts of pages, and scripts as they take them; closed parts are opened for what is in them."""

from __future__ import annotations

from typing import Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from reference_client import ReferenceClient
from servers import Server

from lightterm.agent.script_forms import expression
from lightterm.agent.selectors_elsewhere import Pointed, pointed
from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda

POINTED = [
    ("text=At noon", Pointed(words="At noon")),
    ("css=h2", Pointed(css="h2")),
    ("a:has-text('whole week')", Pointed(css="a", words="whole week")),
    ("button:contains(Send)", Pointed(css="button", words="Send")),
    ("h1:contains('T'", Pointed(css="h1", words="T")),
    ("li:visible", Pointed(css="li")),
    ("#list >> text=One", Pointed(css="#list", words="One")),
    ("#form >> nth=1", Pointed(css="#form")),
    ("xpath=//a[@href='/week']", Pointed(css='a[href="/week"]')),
    ("//h2[contains(text(),'Ferry')]/a[1]", Pointed(css="h2 > a:nth-of-type(1)", words="Ferry")),
    ("//a[text()='x' and @class='y']", Pointed(css='a[class="y"]', words="x")),
    ("//button[contains(@class, 'go')]", Pointed(css='button[class*="go"]')),
    ("/html/body/div[2]/a", Pointed(css="html > body > div:nth-of-type(2) > a")),
    ("role=button[name='Go']", Pointed(words="Go")),
    ("getByRole('button', { name: 'Send' })", Pointed(words="Send")),
    ("page.get_by_label('Name')", Pointed(words="Name")),
    ("page.getByTestId('go')", Pointed(css='[data-testid="go"]')),
    ("page.locator('#x')", Pointed(css="#x")),
    ("By.id('x')", None),
    ("//a[position() < 3]", None),
    ("#go", None),
    ("whole week", None),
]


@pytest.mark.parametrize(("selector", "found"), POINTED)
def test_selectors_of_other_tools_are_css_and_words(selector: str, found: Pointed | None) -> None:
    assert pointed(selector) == found


SCRIPTS = [
    ("() => 42", "(() => 42\n)()"),
    ("async (a) => { return a }", "(async (a) => { return a }\n)()"),
    ("function () { return {a: 1} };", "(function () { return {a: 1} }\n)()"),
    ("document.title", "document.title"),
    ("```js\n40 + 2\n```", "40 + 2"),
    ("() => 1; go()", "() => 1; go()"),
    ("function f() { return 1 } f()", "function f() { return 1 } f()"),
]


@pytest.mark.parametrize(("script", "wanted"), SCRIPTS)
def test_a_function_is_called_and_all_else_is_as_it_was(script: str, wanted: str) -> None:
    assert expression(script) == wanted


LIVE = """<title>Live</title><p>Words.</p><details><summary>More</summary><button onclick="said('inner')">Inner</button>
</details><button aria-expanded=false onclick="m.hidden = !m.hidden">Edit</button>
<div id=m hidden><button onclick="said('pasted')">Paste</button></div><p id=o></p>
<script>let times = 0; function said(text) { o.textContent = text + ' ' + ++times }</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_the_body_of_a_function_is_run_once(server: Server) -> None:
    async with agent(HOME.replace(caps=frozenset({"devtools"}), evaluates=True)) as a:
        await a.call("open", url=server.page("/live", LIVE), tier="light")
        for script, wanted in (("return 40 + 2", "42"), ("() => document.title", '"Live"'), ("said('ran')", "null")):
            assert f"\n{wanted}\n" in (await a.call("evaluate", script=script))["text"]
        assert "ran 1" in (await a.call("snapshot"))["text"]
        error = (await a.call("evaluate", script="return ]"))["error"]
        assert error["code"] == "SCRIPT_FAILED" or "SyntaxError" in error["message"]


@pytest.mark.skipif(bool(no_chromium()), reason=f"tier 3: {no_chromium()}")
@in_a_loop
async def test_closed_parts_are_opened_for_what_may_be_in_them(server: Server) -> None:
    async with agent() as a:
        for target, wanted in (("Inner", "inner 1"), ("Paste", "pasted 1")):
            await a.call("open", url=server.page("/live", LIVE), tier="full")
            client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
            answer = await client.ask("act", {"do": "click", "target": target})
            assert wanted in answer["text"], answer
            assert [action for action, *_ in client.followed] == ["open_and_do"]


@in_a_loop
async def test_what_a_field_does_not_take_is_written_as_it_does(server: Server) -> None:
    page = (
        "<form action=/found><label>Day <input type=date></label><label>Amount <input type=number></label>"
        "<label>Hour <input type=time></label><label>Key <input type=password pattern=x+></label></form>"
    )
    calls: list[tuple[str, dict[str, Any], str]] = [
        ("act", {"do": "type", "target": "Day", "value": "31.12.2026"}, "Day: 2026-12-31"),
        ("act", {"do": "type", "target": "Amount", "value": "1,000"}, "Amount: 1000"),
        ("fill_form", {"fields": {"Hour": "3 pm"}}, "Hour: 15:00"),
    ]
    async with agent() as a:
        await a.call("open", url=server.page("/kinds", page.replace("type=password", "name=p")))
        for tool, given, wanted in calls:
            client = ReferenceClient(lambda name, arguments: a.call(name, **arguments), lambda _seconds: None)
            assert wanted in (await client.ask(tool, given))["text"]
        error = (await a.call("act", do="type", target="Day", value="05/03/2026"))["error"]
        assert [step["action"] for step in error["recommendedActions"]] == ["look_again"], "it may be two days"


@in_a_loop
async def test_a_page_is_opened_in_the_tab_that_is_said(server: Server) -> None:
    one, two = server.page("/one", "<p>One"), server.page("/two", "<p>Two")
    async with agent() as a:
        await a.call("open", url=one)
        await a.call("open", url=two, new_tab=True)
        assert (await a.call("open", url=two, tab=1))["tab"] == 1
        assert "Two" in (await a.call("snapshot", tab=1))["text"]
        both = (await a.call("open", url=one, tab=1, new_tab=True))["error"]
        assert both["recommendedActions"][0]["parameters"] == {"url": one, "new_tab": True}
        assert (await a.call("open", url=one, tab=7))["error"]["code"] == "SESSION_NOT_FOUND"
