"""Points of a screenshot: what has no number is acted on there, and what has one is that target, with all its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, Agent, agent
from browsing import in_a_loop

from lightterm.engines import chromium

if TYPE_CHECKING:
    from servers import Server

pytestmark = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")

# Only the document listens, so that nothing but buttons and fields has a number.
PAGE = """<!doctype html><title>Chart</title><style>body { margin: 0; user-select: none } p { margin: 0; height: 20px }
div, form, iframe { position: absolute; left: 20px; width: 80px; height: 40px; margin: 0; border: 0 }
#buoy { top: 40px; z-index: 1; background: teal } #dock { top: 140px; left: 220px; background: silver }
form { top: 240px } button { width: 80px; height: 40px } #inner { top: 340px }</style><p id=said>-</p>
<div id=buoy></div><div id=dock></div><form action=/gone method=post><button>Delete chart</button></form>
<iframe id=inner srcdoc="<button>Inside</button>"></iframe><input style="position:absolute;top:440px" aria-label=Note>
<script>
const say = (words) => { said.textContent += ' ' + words };
for (const kind of ['click', 'dblclick', 'contextmenu']) document.addEventListener(kind, (event) => {
  if (kind === 'contextmenu') event.preventDefault();
  if (event.target === buoy) say(kind + ' ' + event.clientX + ',' + event.clientY); });
let held = false;
document.addEventListener('mousedown', (event) => { held = event.target === buoy });
document.addEventListener('mousemove', (event) => {
  if (held) [buoy.style.left, buoy.style.top] = [event.clientX - 40 + 'px', event.clientY - 20 + 'px'];
});
document.addEventListener('mouseup', (event) => { if (held) say('dropped at ' + buoy.style.left); held = false });
</script>"""


async def did(a: Agent, do: str, target: str, value: Any = "") -> dict[str, Any]:
    """What came of an action at a point of the page as it is seen now."""
    await a.result("screenshot")
    return await a.call("act", do=do, target=target, value=value)


@pytest.mark.covers("LBX-32")
@in_a_loop
async def test_a_mouse_does_at_a_point_what_it_does_to_targets(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=url, tier="full")
        assert "buoy" not in (await a.call("snapshot"))["text"]
        assert "click 45,60" in (await did(a, "click", "@45,60"))["text"]
        assert "dblclick 45,60" in (await did(a, "double_click", "@45,60"))["text"]
        assert "contextmenu 50,61" in (await did(a, "right_click", "@50,61"))["text"]
        assert "dropped at 220px" in (await did(a, "drag", "@60,60", "@260,160"))["text"]
        assert "dropped at 240px" in (await did(a, "drag", "@260,160", "+20,-40"))["text"]
        await a.result("screenshot")
        steps = [
            {"do": "drag", "target": "@280,120", "value": ["@200,80", "@60,60"]},
            {"do": "hover", "target": "@9,9"},
        ]
        assert "dropped at 20px" in (await a.call("act", steps=steps))["text"]


@in_a_loop
async def test_a_point_is_refused_where_the_page_is_not_as_it_was_seen(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent(HOME.replace(caps=frozenset(("scripts",)), evaluates=True)) as a:
        await a.call("open", url=url, tier="full")
        assert (await a.call("act", do="click", target="@45,60"))["error"]["code"] == "STALE_TARGET", "none was taken"
        await a.result("screenshot")
        await a.call("act", do="drag", target="@60,60", value="@260,160")
        error = (await a.call("act", do="click", target="@60,60"))["error"]
        assert error["code"] == "STALE_TARGET" and error["recommendedActions"][0]["toolToUse"] == "screenshot"
        await a.call("go", to="reload")
        assert (await a.call("act", do="click", target="@60,60"))["error"]["code"] == "STALE_TARGET"
        await a.result("screenshot", full_page=True)
        assert (await a.call("act", do="click", target="@60,60"))["error"]["code"] == "STALE_TARGET", (
            "not what is in view"
        )
        for target, words in (("@45,350", "frame"), ("@45,9999", "outside")):
            assert words in (await did(a, "click", target))["error"]["message"]
        assert "click there" in (await did(a, "type", "@45,450", "x"))["error"]["message"]
        assert "click 45,60" not in (await a.call("snapshot"))["text"]


@in_a_loop
async def test_a_point_on_a_control_is_that_control_for_whoever_allows_it(server: Server) -> None:
    url = server.page("/", PAGE)
    server.page("/gone", "<p>It is gone.")
    async with agent(agents__refuse=("submit",)) as a:
        await a.call("open", url=url, tier="full")
        error = (await did(a, "click", "@45,260"))["error"]
        assert error["code"] == "ACTION_REFUSED" and "submit" in error["message"]
        error = (await a.call("act", steps=[{"do": "click", "target": "@45,260"}]))["error"]
        assert error["code"] == "ACTION_REFUSED" and not server.asked("/gone")
        assert "click 45,60" in (await a.call("act", do="click", target="@45,60"))["text"]
    async with agent() as a:
        await a.call("open", url=url, tier="full")
        assert "It is gone" in (await did(a, "click", "@45,260"))["text"]


@in_a_loop
async def test_keys_after_a_click_at_a_point_on_a_password_are_held_back_there_and_go_into_what_is_none(
    server: Server,
) -> None:
    fields = '<form><input name=a aria-label=Code style="top:0"><input type=password aria-label=Word style="top:60px">'
    url = server.page(
        "/",
        f"<!doctype html><style>body {{ margin: 0 }} input {{ position: absolute; left: 0; width: "
        f"200px; height: 40px }}</style><title>Sign in</title>{fields}</form>",
    )
    async with agent() as a:
        await a.call("open", url=url, tier="full")
        clicked = await did(a, "click", "@20,80")
        assert "error" not in clicked and "click" in clicked["text"]
        error = (await a.call("act", do="press", value="x"))["error"]
        assert error["code"] == "ACTION_REFUSED" and "password" in error["message"]
        steps = [{"do": "click", "target": "@20,80"}, {"do": "press", "value": "x"}]
        await a.result("screenshot")
        assert (await a.call("act", steps=steps))["error"]["code"] == "ACTION_REFUSED"
        await did(a, "click", "@20,20")
        assert "error" not in await a.call("act", do="press", value="x")
        told = (await a.call("snapshot"))["text"]
        assert "x" in told and "*" not in told and "•" not in told
