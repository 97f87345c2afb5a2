"""Buttons that only a script listens to: pressed in the app, on pages that were read without scripts and live ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop

from lightterm.engines.light_binary import missing

if TYPE_CHECKING:
    from servers import Server

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")

TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 30

PAGE = f"""<!doctype html><title>Counter</title>
<p>Name <input name=who> <button id=go>Count</button><p id=shown>nothing yet</p>{TEXT}
<script>let n = 0; document.getElementById('go').onclick = () => {{
  n += 1;
  document.getElementById('shown').textContent = 'counted ' + n + ' for ' + document.querySelector('input').value;
}};</script>"""


@in_a_loop
async def test_a_button_is_pressed_with_what_was_filled_in(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        assert "nothing yet" in b.screen
        await b.type(":fill 1 Ada\n")
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 1 for Ada" in b.screen)
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 2 for Ada" in b.screen)
        await b.type(":fill 1 Grace\n")
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 3 for Grace" in b.screen)
        assert len(b.app.tabs) == 1


@in_a_loop
async def test_without_an_engine_it_is_said_what_is_missing(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        b.app.session.configure(b.app.session.settings.with_session([("tiers.max", "static")]))
        await b.type(":follow 2\n")
        await b.until(lambda: "scripts" in b.status and "running" not in b.status)
        assert "nothing yet" in b.screen
