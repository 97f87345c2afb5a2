"""Links to `#` that only a listener makes something of: followed where scripts run; the way to the top starts none."""

from __future__ import annotations

import pytest
from agent_clients import agent
from browsing import browsing, in_a_loop
from servers import Server

from lightterm.engines.light_binary import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")

TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 40
LINKS = """<p id=out>still</p><p><a href="#" class=more>Top ten tides</a> <a href="#">Back to top</a>
<a href="#" title="To the top">&uarr;</a> <a href="#part">Part</a></p><p id=part>The part</p>"""
HEARD = f"""<!doctype html><title>Heard</title>{TEXT}{LINKS}<script>
document.querySelector('.more').addEventListener('click', (e) => {{
  e.preventDefault();
  out.textContent = 'high at six';
}});
</script>"""
SILENT = f"""<!doctype html><title>Silent</title>{TEXT}{LINKS}
<script type="application/ld+json">{{"@type": "Article", "headline": "Tides"}}</script>"""


@in_a_loop
async def test_a_link_to_nowhere_is_clicked_where_scripts_hear_it(server: Server) -> None:
    server.page("/", HEARD)
    async with agent() as a:
        assert (await a.call("open", url=server.url("/")))["tier"] == "static"
        done = await a.call("act", do="click", target=1)
        assert done["tier"] == "light" and "high at six" in done["text"], done


@pytest.mark.parametrize(("page", "target"), [(HEARD, 2), (HEARD, 3), (HEARD, 4), (SILENT, 1), (SILENT, 2)])
@in_a_loop
async def test_the_way_to_a_place_of_the_page_starts_no_browser(server: Server, page: str, target: int) -> None:
    server.page("/", page)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        done = await a.call("act", do="click", target=target)
        assert done["tier"] == "static" and "leads to a place on this page" in done["text"], done


@in_a_loop
async def test_in_the_app_too(server: Server) -> None:
    server.page("/", HEARD)
    async with browsing(server.url("/")) as b:
        await b.type(":follow 1\n")
        tab = b.app.tabs.active
        await b.until(
            lambda: tab.visit and tab.visit.page and b"high at six" in tab.visit.page.snapshot.markup, "heard"
        )
        await b.settled()
        assert len(tab.visits) == 1, "it went nowhere"


UNHEARD = f"""<!doctype html><title>Unheard</title>{LINKS.replace("still", "first line")}{TEXT}{TEXT}
<script>document.title = 'other'</script>"""


@in_a_loop
async def test_where_nothing_hears_it_the_app_goes_to_the_top(server: Server) -> None:
    server.page("/", UNHEARD)
    async with browsing(server.url("/")) as b:
        await b.press("G")
        assert b.page[0] != "first line"
        await b.type(":follow 1\n")
        await b.until(lambda: b.page[0] == "first line", b.screen)
