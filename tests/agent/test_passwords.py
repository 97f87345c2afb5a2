"""Passwords: asked of a person, taken from no client unless its owner wants it."""

from __future__ import annotations

from typing import Any

import pytest
from agent_clients import agent
from anyio import to_thread
from browsing import in_a_loop
from servers import Server

from lightterm.agent.acting import Acting
from lightterm.agent.grants import Grants
from lightterm.agent.live import fill_live
from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.errors import ActionRefused
from lightterm.fetch.clock import Cancel

FORM = """<title>In</title><form action=/in method=post><label>Name <input name=u></label>
<label>Key <input type=password name=p></label><button>Go</button></form><p>words words words"""
TIERS = ["static", pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason="no lightpanda"))]

SENT: list[tuple[str, dict[str, Any]]] = [
    ("act", {"do": "type", "target": 2, "value": "geheim"}),
    ("act", {"do": "type", "target": "Key", "value": "geheim"}),
    ("act", {"do": "press", "target": 2, "value": ["g", "Shift+E"]}),
    ("fill_form", {"fields": {"Name": "ada", "Key": "geheim"}, "submit": True}),
    ("fill_form", {"fields": {"Key": "geheim"}, "dry_run": True}),
]


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_a_password_from_a_client_is_refused_and_the_person_asked_instead(server: Server, tier: str) -> None:
    url = server.page("/", FORM)
    server.page("/in", "<title>Welcome</title><p>You are in.")
    async with agent() as a:
        await a.call("open", url=url, tier=tier)
        for tool, arguments in SENT:
            answer = await a.result(tool, **arguments)
            error = answer.structured_content["error"]
            assert error["code"] == "ACTION_REFUSED" and error["message"].endswith("[2]"), (tool, arguments)
            assert "geheim" not in answer.model_dump_json()
            first, second = error["recommendedActions"]
            assert (first["toolToUse"], first["parameters"]) == ("act", {"do": "type", "target": 2})
            assert "agents.allow: [password]" in second["description"] and "--acting" not in second["description"]
            asked = (await a.call(first["toolToUse"], **first["parameters"]))["error"]
            assert asked["code"] == "PERSON_NEEDED", "no person is here, who would be asked"
        assert "ada" not in (await a.call("forms"))["text"], "a call that is refused fills in nothing"
        await a.call("act", do="type", target=1, value="ada")
        assert "error" not in await a.call("act", do="press", target=2, value="Tab" if tier == "light" else "Enter")
    assert b"geheim" not in b"".join(asked.body for asked in server.log)


@in_a_loop
async def test_whose_settings_let_agents_fill_in_passwords_gets_that(server: Server) -> None:
    url = server.page("/", FORM)
    server.page("/in", "<title>Welcome</title><p>You are in.")
    async with agent(agents__allow=("password",)) as a:
        await a.call("open", url=url)
        answer = await a.call("fill_form", fields={"Name": "ada", "Key": "geheim"}, submit=True)
    assert "You are in" in answer["text"] and server.log[-1].body == b"u=ada&p=geheim"


SHOWN = """<title>In</title><form><label>Name <input name=u></label><label>Key <input type=password name=p></label>
<button type=button
onclick="f = this.form.p; f.type = f.type == 'text' ? 'password' : 'text'">show</button></form>
<label>Old <input autocomplete="username current-password"></label><p>words words words"""
LIVE = [
    pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason="no lightpanda")),
    pytest.param("full", marks=pytest.mark.skipif(bool(chromium.missing()), reason="no Chromium")),
]


def _refused(answer: dict[str, Any], name: str) -> bool:
    return answer.get("error", {}).get("code") == "ACTION_REFUSED" and name in answer["error"]["message"]


@pytest.mark.parametrize("tier", LIVE)
@in_a_loop
async def test_keys_reach_no_password_that_has_the_focus(server: Server, tier: str) -> None:
    url = server.page("/", SHOWN)
    async with agent() as a:
        await a.call("open", url=url, tier=tier)
        await a.call("act", do="click", target=2)
        for keys in ("g", ["KeyG"], ["Tab", "Shift+Tab", "7"], "Control+v", "Space"):
            assert _refused(await a.call("act", do="press", value=keys), "[2]"), keys
        for keys in ("Tab", ["ArrowLeft", "Backspace", "Control+a"]):
            assert "error" not in await a.call("act", do="press", value=keys), keys
        assert "[2] Key: empty" in (await a.call("forms"))["text"]
        await a.call("act", do="click", target=1)
        assert "error" not in await a.call("act", do="press", value=["g", "o"])
        assert "[1] Name: go" in (await a.call("forms"))["text"]


@pytest.mark.parametrize("tier", LIVE)
@in_a_loop
async def test_a_password_that_the_page_shows_stays_one(server: Server, tier: str) -> None:
    url = server.page("/", SHOWN)
    async with agent(agents__evaluate=True, grants=Grants(asker="person", evaluates=True, caps=("devtools",))) as a:
        await a.call("open", url=url, tier=tier)
        assert a.desk is not None
        live = a.desk.page(a.desk.tab()).snapshot.live
        assert live is not None
        # As a person's typing does it; an agent's own scripts may not.
        live.evaluate("document.querySelector('[name=p]').value = 'geheim'", 5)
        assert "••••••" in (await a.call("act", do="click", target=1))["text"]
        said = await a.call("act", do="click", target=3)
        told = [said, await a.call("snapshot"), await a.call("forms"), await a.call("snapshot", format="json")]
        assert "geheim" not in str(told) and "error" not in said
        assert live.evaluate("document.querySelector('[name=p]').type", 5) == '"text"'
        for number, name in ((2, "[2]"), (4, "[4]")):
            assert _refused(await a.call("act", do="type", target=number, value="anders"), name)
        assert _refused(await a.call("evaluate", script="1"), "typed"), "it could read what stands there"
        live.evaluate("document.querySelector('[name=p]').value = ''", 5)
        script = "document.querySelector('[name=p]').value = 'anders!'"
        assert _refused(await a.call("evaluate", script=script), "[2]")
        assert live.evaluate("document.querySelector('[name=p]').value", 5) == '""'


READS = (
    "document.querySelector('[name=p]').value",
    "btoa([...new FormData(document.forms[0])])",
    "window.heard",
    "1 + 1",
)
LISTENS = "addEventListener('input', (event) => { window.heard = event.target.value }), 1"


@pytest.mark.parametrize("tier", LIVE)
@in_a_loop
async def test_no_script_of_an_agent_is_where_a_person_typed_a_password(server: Server, tier: str) -> None:
    """Masking what a script answers would hold nothing: it encodes, sends elsewhere, or listens to what is typed."""
    server.page("/", SHOWN)
    grants = Grants(asker="person", evaluates=True, caps=frozenset({"devtools"}))
    async with agent(grants=grants) as a:
        await a.call("open", url=server.url("/"), tier=tier)
        assert a.desk is not None

        def typed() -> None:
            assert a.desk is not None
            tab = a.desk.tab()
            a.desk.visit(tab).drafts[2] = ("geheim",)
            fill_live(Acting(a.desk, tab, 5.0, Cancel()), 2, ("geheim",))

        await to_thread.run_sync(typed)
        for script in READS:
            assert _refused(await a.call("evaluate", script=script), "typed"), script
        live = a.desk.page(a.desk.tab()).snapshot.live
        assert live is not None
        live.evaluate("document.querySelector('[name=p]').value = ''", 5)
        assert _refused(await a.call("evaluate", script="1 + 1"), "typed"), "its scripts may have kept it"
        await a.call("go", to="reload")
        assert "1" in (await a.call("evaluate", script=LISTENS))["text"]
        with pytest.raises(ActionRefused, match="listen"):
            await to_thread.run_sync(typed)
        assert ">\nnull\n<" in (await a.call("evaluate", script="window.heard || null"))["text"]
        await a.call("go", to="reload")
        await to_thread.run_sync(typed)
        assert "[2] Key: filled in" in (await a.call("forms"))["text"]


@pytest.mark.parametrize("tier", LIVE)
@in_a_loop
async def test_who_may_fill_in_passwords_may_run_scripts_beside_them(server: Server, tier: str) -> None:
    grants = Grants(asker="person", evaluates=True, caps=frozenset({"devtools"}))
    async with agent(grants=grants, agents__allow=("password",)) as a:
        await a.call("open", url=server.page("/", SHOWN), tier=tier)
        await a.call("act", do="type", target=2, value="geheim")
        assert "geheim" in (await a.call("evaluate", script=READS[0]))["text"], "it knows it already"


@pytest.mark.parametrize("tier", LIVE)
@in_a_loop
async def test_undoing_puts_no_dots_into_a_password(server: Server, tier: str) -> None:
    """A page tells of a password how long it is: that went into it when what an agent had filled in was undone."""
    async with agent() as a:
        await a.call("open", url=server.page("/", SHOWN), tier=tier)
        assert a.desk is not None
        live = a.desk.page(a.desk.tab()).snapshot.live
        assert live is not None
        live.evaluate("document.querySelector('[name=p]').value = 'geheim'", 5)
        await a.call("snapshot")
        await a.call("act", do="type", target=1, value="ada")
        live.evaluate("document.querySelector('[name=p]').value = 'geheimer'", 5)
        await a.call("snapshot")
        assert "error" not in await a.call("go", to="undo")
        assert "[1] Name: empty" in (await a.call("forms"))["text"]
        assert live.evaluate("document.querySelector('[name=p]').value", 5) == '"geheimer"'
