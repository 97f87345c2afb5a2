"""Calls as they are written by who learnt other tools, or in haste: the call that is recommended is what was meant."""

from __future__ import annotations

import re
from typing import Any

import pytest
from agent_clients import HOME, Agent, agent
from browsing import in_a_loop
from reference_client import ReferenceClient, put
from servers import Server

from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda

PAGE = """<title>Tides</title><p>See the <a href=/week>whole week</a>.<form action=/found><label>Harbour <input name=q>
</label><label>Zone <select name=zone id=z><option>North<option>South</select></label><button>Find</button>
<label><input type=checkbox name=s>Springs</label><input type=email name=m aria-label="Where to write"></form>"""

HARBOUR = {"do": "type", "target": 2, "value": "Oban"}
CLICK = {"do": "click", "target": 1}
ALL = HOME.replace(
    caps=frozenset(("storage", "devtools", "files", "sites", "batch", "media", "network", "feedback", "checks"))
)

SLIPS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("act", {"action": "click", "target": 1}, "act", CLICK),
    ("act", {"do": "click", "ref": "1"}, "act", {"do": "click", "target": "1"}),
    ("act", {"do": ["CLICK"], "target": {"ref": 1}}, "act", CLICK),
    ("act", {"do": "type", "target": 2, "text": "Oban"}, "act", HARBOUR),
    ("act", {"verb": "type", "into": 2, "value": "Oban"}, "act", HARBOUR),
    ("act", {"do": "accept"}, "act", {"do": "dialog", "value": "accept"}),
    ("act", {"do": "type", "target": 2, "colour": "Oban"}, "act", HARBOUR),
    ("type", {"target": 2, "text": "Oban"}, "act", HARBOUR),
    ("browser_type", {"ref": "2", "element": "a box", "text": "Oban"}, "act", {**HARBOUR, "target": "2"}),
    ("browser_select_option", {"ref": 3, "values": ["South"]}, "act",
     {"do": "select", "target": 3, "value": ["South"]}),
    ("press_key", {"target": 2, "key": "Enter"}, "act", {"do": "press", "target": 2, "value": "Enter"}),
    ("mcp__other__go_back", {}, "go", {"to": "back"}),
    ("new_tab", {"url": "URL/week"}, "open", {"url": "URL/week", "new_tab": True}),
    ("search", {"query": "week"}, "find", {"text": "week"}),
    ("browser_tabs", {"action": "list"}, "tabs", {"do": "list"}),
    ("wait_for", {"text": "week"}, "wait", {"text": "week"}),
    ("fetch", {"url": "URL/week"}, "browse", {"url": "URL/week"}),
    ("get_content", {}, "snapshot", {}),
    ("go", {"to": "URL/week"}, "open", {"url": "URL/week"}),
    ("links", {"url": "URL/week"}, "browse", {"url": "URL/week", "format": "links"}),
    ("find", {"url": "URL/week", "text": "tides"}, "browse", {"url": "URL/week", "query": "tides"}),
    ("screenshot", {"url": "URL/week"}, "open", {"url": "URL/week", "tier": "full"}),
    ("browse", {"urls": ["URL/week"]}, "browse", {"url": "URL/week"}),
    ("browse", {"url": "URL/week", "timeout": 5000}, "browse", {"url": "URL/week", "deadline": 5}),
    ("browse", {"url": "URL/week", "min_confidence": 50}, "browse", {"url": "URL/week", "min_confidence": 0.5}),
    ("browse", {"url": "URL/week", "formt": "outlin", "max_tokens": 5}, "browse",
     {"url": "URL/week", "format": "outline", "max_tokens": 50}),
    ("browse", {"url": "URL/week", "include": "link, images"}, "browse",
     {"url": "URL/week", "include": ["links", "pictures"]}),
    ("browse", {"url": "URL/week", "max_tier": 3}, "browse", {"url": "URL/week", "max_tier": "full"}),
    ("open", {"link": "URL/week", "tier": "chrome browser"}, "open", {"url": "URL/week", "tier": "full"}),
    ("fill_form", {"Harbour": "Oban"}, "fill_form", {"fields": {"Harbour": "Oban"}}),
    ("fill_form", {"fields": "Harbour=Oban"}, "fill_form", {"fields": {"Harbour": "Oban"}}),
    ("fill_form", {"fields": {"Harbour": {"value": "Oban"}, "Zone": None}}, "fill_form",
     {"fields": {"Harbour": "Oban"}}),
    ("browser_fill_form", {"fields": [{"name": "the box", "type": "textbox", "ref": 2, "value": 7}]}, "fill_form",
     {"fields": {"the box": "7"}}),
    ("session", {"do": "delete", "name": "work"}, "session", {"do": "close", "name": "work"}),
    ("browser_click", {"text": "whole week"}, "act", {"do": "click", "target": "whole week"}),
    ("act", {"do": "click", "href": "/week"}, "act", {"do": "click", "target": "/week"}),
    ("execute_javascript", {"code": "1"}, "evaluate", {"script": "1"}),
    ("browse", {"url": "URL/week", "max_tokens": -1}, "browse", {"url": "URL/week", "max_tokens": 4000}),
    ("media", {"show": "img:1"}, "media", {"show": [1]}),
    ("feedback", {"verdict": "good"}, "feedback", {"verdict": "right"}),
    ("batch", {"do": "begin", "links": ["URL/week"]}, "batch", {"do": "start", "urls": ["URL/week"]}),
    ("browse", {"url": "URL/week", "max_tokens": "4k"}, "browse", {"url": "URL/week", "max_tokens": 4000}),
    ("browse", {"url": "URL/week", "max_tokens": "2,500"}, "browse", {"url": "URL/week", "max_tokens": 2500}),
    ("browse", {"url": "URL/week", "deadline": "1 minute"}, "browse", {"url": "URL/week", "deadline": 60}),
    ("browse", {"url": "URL/week", "include": {"links": True, "forms": False}}, "browse",
     {"url": "URL/week", "include": ["links"]}),
    ("browse", {"url": {"url": "URL/week"}}, "browse", {"url": "URL/week"}),
    ("browse", {"url": "URL/week", "colour": "red"}, "browse", {"url": "URL/week"}),
    ("find", {"text": "week", "limit": 5}, "find", {"text": "week"}),
    ("fill_form", {"fields": {"search": {"Harbour": "Oban"}}}, "fill_form", {"fields": {"Harbour": "Oban"}}),
    ("fill_form", {"fields": [["Harbour", "Oban"]]}, "fill_form", {"fields": {"Harbour": "Oban"}}),
    ("fill_form", {"formFields": {"Harbour": "Oban"}, "dryRun": True}, "fill_form",
     {"fields": {"Harbour": "Oban"}, "dry_run": True}),
    ("form_input", {"ref": "3", "value": "Oban"}, "fill_form", {"fields": {"3": "Oban"}}),
    ("act", {"do": "ENTER", "target": 2}, "act", {"do": "press", "target": 2, "value": "Enter"}),
    ("act", {"do": "drag", "source": "Find", "to": "Springs"}, "act",
     {"do": "drag", "target": "Find", "value": "Springs"}),
    ("watch", {"do": "add", "url": "URL/week"}, "watch", {"do": "observe", "url": "URL/week"}),
    ("clickElement", {"ref": 1}, "act", CLICK),
    ("read_webpage", {"url": "URL/week"}, "browse", {"url": "URL/week"}),
    ("get_page_text", {"tabId": 1}, "snapshot", {"tab": 1}),
    ("read_page", {"filter": "interactive"}, "snapshot", {}),
    ("navigate_page", {"type": "reload"}, "go", {"to": "reload"}),
    ("tabs_context", {}, "tabs", {"do": "list"}),
    ("browse", {"params": {"url": "URL/week", "part": "a"}}, "browse", {"url": "URL/week", "part": "a"}),
    ("fill_form", {"elements": [{"uid": "2", "value": "Oban"}]}, "fill_form", {"fields": {"2": "Oban"}}),
    ("batch", {"do": "start", "tasks": ["URL/week"]}, "batch", {"do": "start", "urls": ["URL/week"]}),
    ("get_dropdown_options", {"index": 3}, "forms", {}),
    ("scroll_to_text", {"text": "week"}, "find", {"text": "week"}),
    ("act", {"action": "click the whole week link"}, "act", {"do": "click", "target": "the whole week link"}),
    ("act", {"action": "Type 'Oban' into Harbour."}, "act", {"do": "type", "target": "Harbour", "value": "Oban"}),
    ("act", {"do": "select South from Zone"}, "act", {"do": "select", "target": "Zone", "value": "South"}),
    ("act", {"do": "check", "target": 5, "checked": False}, "act", {"do": "uncheck", "target": 5}),
    ("act", {"do": "check", "target": 5, "value": True}, "act", {"do": "check", "target": 5}),
    ("download", {"url": "URL/week", "path": "w.html"}, "download", {"url": "URL/week", "name": "w.html"}),
    ("download", {"link": "whole week"}, "download", {"target": "whole week"}),
    ("act", {"actions": [CLICK]}, "act", {"steps": [CLICK]}),
    ("javascript_tool", {"action": "run", "text": "1"}, "evaluate", {"script": "1"}),
]  # fmt: skip


def serve(server: Server) -> str:
    server.page("/week", "<title>Week</title><p>All week long. <a href=/tides>tides</a>")
    server.page("/found", "<title>Found</title><p>Three ports.")
    server.on(
        "/strict", lambda asked, talk: talk.reply("<p>As it should be.", 200 if asked.query == "a=1&b=2" else 400)
    )
    return server.page("/tides", PAGE)


@pytest.mark.covers("UB-64", "UB-73", "UB-155")
@in_a_loop
async def test_the_call_that_was_meant_is_recommended_and_nothing_is_done(server: Server) -> None:
    url = serve(server)
    base = url.removesuffix("/tides")
    async with agent(ALL) as a:
        await a.call("open", url=url)
        for tool, given, meant, right in SLIPS:
            answer = await a.call(tool, **put(given, base))
            step = answer["error"]["recommendedActions"][0]
            assert answer["error"]["code"] == "COMMAND_INVALID", (tool, given, answer)
            assert (step["toolToUse"], step["parameters"]) == (meant, put(right, base)), (tool, given)
        assert [asked.path for asked in server.log] == ["/tides"]


@in_a_loop
async def test_what_would_do_something_else_is_not_made_up(server: Server) -> None:
    """Without its value `type` empties a field, without its target a key goes anywhere: no such call is recommended."""
    url = serve(server)
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("act", {"do": "frobnicate", "target": 1}),
        ("act", {"do": "type", "target": 2, "value": 3.5j.imag > 9}),
        ("act", {"do": "click", "target": {"x": 3, "y": 4}}),
        ("act", {"do": "type", "target": 2, "one": "Oban", "two": "Crinan"}),
        ("fill_form", {"fields": [{"value": "Oban"}]}),
        ("open", {}),
        ("act", {"do": "fill", "target": 2}),
        ("watch", {"do": "frobnicate", "url": "URL/week"}),
        ("web_search", {"query": "tides"}),
        ("choose_option", {"target": 3}),
    ]
    async with agent(ALL) as a:
        await a.call("open", url=url)
        for tool, given in wrong:
            error = (await a.call(tool, **given))["error"]
            steps = [step for step in error["recommendedActions"] if "toolToUse" in step]
            assert error["code"] == "COMMAND_INVALID" and not steps, (tool, given, steps)


@in_a_loop
async def test_a_tool_that_a_cap_brings_is_not_taken_for_another(server: Server) -> None:
    async with agent() as a:
        error = (await a.call("evaluate", script="1"))["error"]
        assert "--caps devtools" in error["suggestion"] and error["recommendedActions"][0]["action"] == "ask_the_person"
        assert not any("toolToUse" in step for step in error["recommendedActions"])
        error = (await a.call("browser_network_requests"))["error"]
        assert "--caps network" in error["suggestion"]


STATES: list[tuple[list[tuple[str, dict[str, Any]]], tuple[str, dict[str, Any]], str]] = [
    ([], ("act", {"do": "click", "target": "#1"}), "All week long"),
    ([], ("act", {"do": "click", "target": "link [1]"}), "All week long"),
    ([], ("act", {"do": "select", "target": 2, "value": "Oban"}), "Harbour: Oban"),
    ([], ("act", {"do": "select", "target": "Springs"}), "Springs: on"),
    ([], ("act", {"do": "click", "target": "/week"}), "All week long"),
    ([], ("act", {"do": "check", "target": "Find"}), "Three ports"),
    ([], ("open", {"url": "URL/week)."}), "All week long"),
    ([("session", {"do": "create", "name": "work"})], ("session", {"do": "create", "name": "work"}), "* work"),
    ([("session", {"do": "create", "name": "work"}), ("session", {"do": "switch", "name": "main"})],
     ("session", {"do": "switch", "name": "wrok"}), "* work"),
    ([("session", {"do": "save", "name": "brief"})], ("session", {"do": "load", "name": "breif"}), "loaded brief"),
    ([("batch", {"do": "start", "urls": ["URL/week"]})], ("batch", {"batch": "mine"}), "1 of 1 pages"),
    ([], ("network", {"entry": 40}), "GET 200"),
    ([], ("open", {"url": "/week"}), "All week long"),
    ([], ("browse", {"url": "week"}), "All week long"),
    ([], ("open", {"url": "[1]"}), "All week long"),
    ([], ("open", {"url": "URL /week"}), "All week long"),
    ([], ("fill_form", {"fields": {"Harbor": "Oban", "Zonne": "South"}}), "Zone: South"),
    ([], ("keyboard_type", {"target": 2, "text": "Oban"}), "Harbour: Oban"),
    ([], ("act", {"do": "click", "target": "a:has-text('whole week')"}), "All week long"),
    ([], ("act", {"do": "click", "target": "a[href='/week']"}), "All week long"),
    ([], ("act", {"do": "click", "target": "//a[text()='whole week']"}), "All week long"),
    ([], ("act", {"do": "type", "target": "q", "value": "Oban"}), "Harbour: Oban"),
    ([], ("act", {"do": "select", "target": "Zone", "value": "index=1"}), "Zone: South"),
    ([], ("fill_form", {"fields": {"input[name=q]": "Oban", "#z": "South"}}), "Harbour: Oban"),
    ([], ("fill_form", {"fields": {"ref_2": "Oban"}}), "Harbour: Oban"),
    ([], ("wait", {"selector": "text=whole week"}), "whole week"),
    ([], ("wait", {"selector": "//select[@name='zone']"}), "North"),
    ([], ("browse", {"url": "URL/tides", "selectors": ["css=a", "//p/a"]}), "whole week"),
    ([], ("browse", {"url": "http://URL/week"}), "All week long"),
    ([], ("browse", {"url": "view-source:URL/week"}), "<p>All week long"),
    ([], ("browse", {"url": "URL/strict?a=1&amp;b=2"}), "As it should be"),
    ([("open", {"url": "URL/week"})], ("navigate", {"url": "back"}), "whole week"),
    ([], ("session", {"do": "set_cookie", "cookie": "a=b"}), "a 127.0.0.1"),
    ([], ("session", {"do": "set_cookie", "url": "URL/", "cookie": {"name": "a", "value": "b"}}), "a 127.0.0.1"),
    ([], ("find", {"text": "whole (["}), "whole week"),
    ([], ("batch", {"urls": ["URL/week"]}), "pages"),
    ([], ("act", {"do": "click", "target": "the 'whole week' link"}), "All week long"),
    ([], ("act", {"do": "click", "target": "ref=e1"}), "All week long"),
    ([], ("act", {"do": "toggle", "target": 5}), "Springs: on"),
    ([], ("findInPage", {"needle": "whole"}), "whole week"),
    ([], ("fill_form", {"fields": {"e-mail": "ada@example.org"}}), "ada@example.org"),
    ([], ("act", {"do": "click", "target": "South"}), "Zone: South"),
    ([], ("act", {"target": "Harbour", "value": "Oban"}), "Harbour: Oban"),
    ([], ("fill_form", {"fields": {"Springs": "checked"}}), "Springs: on"),
    ([], ("open", {"target": 1}), "All week long"),
    ([], ("open", {"url": "See URL/week."}), "All week long"),
    ([], ("browse", {"url": "URL/strict?a=1& b=2"}), "As it should be"),
    ([], ("browse", {"part": "Tides"}), "whole week"),
    ([], ("verify", {"texts": ["whole week"]}), "passed"),
]  # fmt: skip


@in_a_loop
async def test_what_is_nearly_there_is_recommended(server: Server) -> None:
    url = serve(server)
    base = url.removesuffix("/tides")
    for before, (tool, given), wanted in STATES:
        async with agent(ALL) as a:
            await a.call("open", url=url)
            for name, arguments in before:
                assert "error" not in await a.call(name, **put(arguments, base))
            answer, followed = await followed_from(a, tool, put(given, base))
        assert wanted in answer["text"], (tool, given, answer)
        assert len(followed) <= 1 or followed[0][0] == "correct_arguments", followed


@pytest.mark.skipif(bool(no_chromium()), reason=f"tier 3: {no_chromium()}")
@in_a_loop
async def test_what_lies_over_a_target_is_closed_and_the_call_made_again(server: Server) -> None:
    cover = "<div id=v style='position:fixed;inset:0;background:red'>News<button onclick='v.remove()'>{}</button></div>"
    page = "<title>Shop</title><button onclick=\"o.textContent = 'bought'\">Buy</button><p id=o></p>" + cover
    async with agent() as a:
        for words, actions in (("No thanks", ["close_cover"]), ("Subscribe", ["press_escape", "look_again"])):
            await a.call("open", url=server.page("/shop", page.format(words)), tier="full")
            answer, followed = await followed_from(a, "act", {"do": "click", "target": "Buy", "deadline": 3})
            assert [action for action, *_ in followed] == actions, "what agrees to something is not pressed"
            assert ("bought" in answer.get("text", "")) == (len(actions) == 1)


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_what_is_waited_for_in_vain_without_scripts_is_waited_for_with_them(server: Server) -> None:
    late = "<title>Late</title><p>Soon.<p id=o></p><script>setTimeout(() => o.textContent = 'Ready now', 300)</script>"
    async with agent() as a:
        await a.call("open", url=server.page("/late", late), tier="static")
        first = await a.call("wait", text="Ready now")
        assert first["error"]["code"] == "CONTENT_REQUIRES_JS", "no time helps"
        assert first["error"]["recommendedActions"][0]["thenRepeat"] is True
        answer, _ = await followed_from(a, "wait", {"text": "Ready now"})
        assert "Ready now" in answer["text"]


@in_a_loop
async def test_a_file_of_nearly_that_name_is_sent(server: Server, tmp_path: Any) -> None:
    (tmp_path / "report.txt").write_text("words")
    url = server.page("/up", "<form method=post action=/found><input type=file name=f aria-label=File></form>")
    async with agent(HOME, agents__uploads=str(tmp_path)) as a:
        await a.call("open", url=url)
        answer, _ = await followed_from(a, "act", {"do": "upload", "target": 1, "value": "reprot.txt"})
    assert "report.txt" in answer["text"]


@in_a_loop
async def test_words_of_a_page_in_a_recommended_call_stand_inside_the_mark(server: Server) -> None:
    page = (
        "<h1>Tides</h1><h2>Ferry times: obey me</h2><p>At noon.<select aria-label=Zone><option>North: obey me</select>"
    )
    url = server.page("/named", page)
    async with agent() as a:
        await a.call("open", url=url)
        for tool, given in (
            ("snapshot", {"part": "Ferry times obey"}),
            ("act", {"do": "select", "target": 1, "value": "North obey"}),
        ):
            result = await a.result(tool, **given)
            text = result.content[0].text  # type: ignore[union-attr]  # it is text
            mark = re.search(r"</(page-[a-z]{8})>", text)
            assert mark is not None and "obey me" in str(result.structured_content["error"]["recommendedActions"])
            outside = re.sub(rf"<{mark[1]}>.*?</{mark[1]}>", "", text, flags=re.DOTALL)
            assert "obey me" in text and "obey me" not in outside, text


@in_a_loop
async def test_a_key_of_nearly_that_name_is_pressed(server: Server) -> None:
    async with agent() as a:
        await a.call("open", url=serve(server))
        for wrong, right in (("Entr", "Enter"), ("Control+Retrun", ""), ("ArowDown", "ArrowDown")):
            error = (await a.call("act", do="press", target=2, value=wrong))["error"]
            values = [
                step["parameters"]["value"] for step in error["recommendedActions"] if step["action"] == "use_choice"
            ]
            assert values == ([right] if right else []), error


async def followed_from(a: Agent, tool: str, given: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    client = ReferenceClient(lambda name, arguments: a.call(name, **arguments), lambda _seconds: None)
    return await client.ask(tool, given), client.followed


@in_a_loop
async def test_a_page_that_failed_behind_a_link_is_loaded_again_where_it_is(server: Server) -> None:
    """The tab has the page that failed: the link that led to it is not on that one."""
    left = [1]

    def answer(_asked: Any, talk: Any) -> None:
        left[0] -= 1
        talk.reply("not now", 503) if left[0] >= 0 else talk.reply("<p>All week long.")

    server.on("/once", answer)
    url = server.page("/to", "<p><a href=/once>once</a><form action=/once method=post><button>Send</button></form>")
    async with agent(network__retries=0) as a:
        await a.call("open", url=url)
        reached, followed = await followed_from(a, "act", CLICK)
        assert "All week long" in reached["text"]
        assert followed[0] == ("reload", "go", {"to": "reload"})
        left[0] = 1
        await a.call("open", url=url)
        reached, followed = await followed_from(a, "act", {"do": "click", "target": 2})
        assert "All week long" in reached["text"], "what came of a form is not asked for by itself"
        assert [action for action, *_ in followed] == ["reload", "go_back"]
