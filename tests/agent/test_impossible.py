"""Actions that a target does not take are refused in the same words wherever its page is."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda

TIERS = (
    "static",
    pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")),
    pytest.param("full", marks=pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")),
)


FORM = """<!doctype html><title>Form</title><p><a href=/on>on</a>
<form><label>Name <input name=name></label><label>Size <select name=size><option>small<option>large</select></label>
<label>Loud <input type=checkbox name=loud></label><label>Many <select name=many multiple><option selected>a<option>b
</select></label></form>"""

IMPOSSIBLE = {
    "a file into a text field": ("upload", 2, "takes no files"),
    "a file into a link": ("upload", 1, "is no field"),
    "a check on a text field": ("check", 2, "neither a checkbox"),
    "a check on a link": ("check", 1, "is no field"),
    "a check on a choice": ("uncheck", 3, "neither a checkbox"),
    "a choice of one without one": ("clear", 3, "always has one"),
    "a text of a checkbox": ("clear", 4, "holds no text"),
    "a choice of a text field": ("select", 2, "has no choices"),
}


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_what_a_target_does_not_take_is_refused_before_it_is_tried(server: Server, tier: str) -> None:
    server.page("/form", FORM)
    async with agent() as a:
        opened = await a.call("open", url=server.url("/form"), tier=tier, deadline=60)
        assert opened["tier"] == tier
        for name, (do, target, words) in IMPOSSIBLE.items():
            answer = await a.call("act", do=do, target=target, value="x")
            assert answer["error"]["code"] == "VALIDATION_FAILED", name
            assert words in answer["error"]["message"] and answer["tookMs"] < 3000, name
        done = await a.call("act", do="check", target=4)
        assert "error" not in done
        assert "error" not in await a.call("act", do="clear", target=5)


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_files_come_from_the_granted_folder_in_every_tier(server: Server, tmp_path: Path, tier: str) -> None:
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "mine.txt").write_text("mine")
    (tmp_path / "secret.txt").write_text("secret")
    server.page("/form", "<title>Send</title><form><label>File <input type=file name=file></label></form>")
    outside = ("../secret.txt", str(tmp_path / "secret.txt"), "")
    async with agent(HOME, agents__uploads=str(tmp_path / "given")) as a:
        await a.call("open", url=server.url("/form"), tier=tier, deadline=60)
        for path in outside[: 2 if tier == "static" else 3]:
            answer = await a.call("act", do="upload", target=1, value=path)
            assert answer["error"]["code"] == "VALIDATION_FAILED", path
        assert "error" not in await a.call("act", do="upload", target=1, value="mine.txt")
    async with agent() as a:
        await a.call("open", url=server.url("/form"), tier=tier, deadline=60)
        answer = await a.call("act", do="upload", target=1, value=str(tmp_path / "secret.txt"))
        assert "no folder was granted" in answer["error"]["message"]
