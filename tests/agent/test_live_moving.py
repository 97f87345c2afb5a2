"""Actions that only a page's scripts notice: checking, hovering, scrolling."""

from __future__ import annotations

import pytest
from agent_clients import agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines.light_binary import missing as no_lightpanda

WORDS = "The lighthouse keeper wrote down the weather every evening, and the harbour master read it. " * 20
NOTICES = f"""<title>N</title><p>{WORDS}<p id=said>nothing yet<p><label><input type=checkbox id=box> storms</label>
<button id=over>menu</button><script>
const say = (words) => {{ said.textContent = said.textContent + '; ' + words; }};
box.onchange = () => say('storms ' + box.checked);
over.onmouseover = () => say('menu is open');
window.addEventListener('scroll', () => say('scrolled'));
</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.covers("LBX-32")
@in_a_loop
async def test_scripts_notice_what_an_agent_does(server: Server) -> None:
    url = server.page("/", NOTICES)
    async with agent() as a:
        await a.call("open", url=url, tier="light")
        checked = await a.call("act", do="check", target=1)
        assert "storms true" in checked["text"], checked
        hovered = await a.call("act", do="hover", target=2)
        assert "menu is open" in hovered["text"], hovered
        scrolled = await a.call("act", do="scroll", value="down")
        assert "scrolled" in scrolled["text"], scrolled
