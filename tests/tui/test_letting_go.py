"""Memory: a page that another takes the place of is let go at once, not when somebody looks for cycles."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Iterator

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm.cli import COLLECT_AFTER
from lightterm.tui.cycles import YOUNG, Cycles

PAGE = (
    "<title>A page</title><link rel=stylesheet href=/sheet.css><link rel=stylesheet href=http://127.0.0.1:1/gone.css>"
    "<link rel=stylesheet href=http://nowhere.invalid/gone.css>"
    + "".join(
        f"<h2>Part {n}</h2><p class=a>Words <a href=/{n}>link {n}</a><p class=b>Out of sight" for n in range(2000)
    )
    + "<form><input name=a><select name=s><option>A</select><table><tr><th>x<td>y</table></form>"
)
SHEET = ":root { --shown: none } .b { display: var(--shown) }"
HEAVY = ("Document", "Snapshot", "Page", "Visit", "LexborNode", "Element", "Paragraph")
"""Names of what a page is made of, and of what makes it."""


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """What other tests left lying is not counted: the collector tells of nothing that it froze."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def held() -> Counter[str]:
    """How many of these there are."""
    count = Counter(type(thing).__name__ for thing in gc.get_objects())
    return Counter({name: count[name] for name in HEAVY})


@in_a_loop
async def test_a_page_loaded_again_takes_no_more_memory(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/sheet.css", SHEET, "text/css")
    async with browsing(server.url("/")) as b:
        b.app.panes.warm()  # the view that it makes has an empty document
        await b.press("r")
        gc.collect()
        await b.until(lambda: held()["Document"] == 2, "what came of it first to be let go")
        once = held()
        assert once["Page"] == 1 and once["Paragraph"] > 2000
        gc.disable()
        try:
            for _ in range(3):
                await b.press("r")
                await b.until(lambda: held() <= once, "the page before to be let go")
        finally:
            gc.enable()


@in_a_loop
async def test_what_pages_said_before_goes_with_them(server: Server) -> None:
    pages = [server.page(f"/{n}", f"<title>Page {n}</title>" + f"<p>Words of page {n}. " * 100) for n in range(4)]
    async with browsing(pages[0]) as b:
        for n in range(1, 24):
            await b.type(f":open {pages[n % 4]}\n")
            await b.until(lambda: not b.app.loads.busy)
            await b.kept()
        texts = [visit.before is not None and visit.before.text for visit in b.app.tabs.active.visits]
        assert any("Words of page" in text for text in texts if text)  # of those that going back shows at once
        assert sum(bool(text) for text in texts) <= 6
        await b.type(":open about:blank\n")
        await b.type(f":open {server.page('/1', '<title>Page 1</title><p>Other words.')}\n")
        await b.type(":changes\n")
        await b.until(lambda: "~~Words of page 1.~~" in b.screen, "what changed")


@in_a_loop
async def test_what_panes_showed_that_are_closed_is_let_go(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/other", PAGE)
    async with browsing(server.url("/")) as b:
        for line in ("pane below", "pane close", "pane only") * 4:
            for each in (line, f"open {server.url('/other')}"):
                if each != "pane only" or len(b.app.panes) > 1:
                    b.app.run_line(each)
                await b.settled()
        gc.collect()
        views = [thing for thing in gc.get_objects() if type(thing).__name__ == "PageView"]
        assert len(views) <= 3  # the one that is seen, one for the next pane, and perhaps the one before it
        assert [view for view in views if view.document.blocks or view.flow.blocks] == [b.app.view]


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.held = self


@in_a_loop
async def test_what_holds_itself_is_freed_while_no_key_is_pressed(server: Server) -> None:
    server.page("/", "<p>Words</p>" * 300)
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)  # as lightterm is started
    try:
        async with browsing(server.url("/")) as b:
            await b.press("j")  # what is there at the first key is taken to stay
            assert gc.get_freeze_count() > YOUNG
            gone = weakref.ref(Knot())
            more = [[n] for n in range(YOUNG)]
            await b.press("j")
            assert gone() is not None
            await b.until(lambda: gone() is None, "it to be freed")
            assert len(more) == YOUNG
    finally:
        gc.set_threshold(*before)


@in_a_loop
async def test_what_held_itself_for_a_while_is_freed_some_rests_later() -> None:
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)
    cycles = Cycles(rest=0.0)

    async def rested() -> None:
        more = [[n] for n in range(2 * YOUNG)]
        cycles.later()
        while gc.get_count()[0] >= YOUNG:
            await asyncio.sleep(0)
        assert more

    try:
        cycles.later()
        await asyncio.sleep(0)
        knots = [Knot()]
        gone = weakref.ref(knots[0])
        for _ in range(2):
            await rested()
        knots.clear()  # as a tab that is closed after one has read in it for a while
        for _ in range(12):
            await rested()
            if gone() is None:
                break
        assert gone() is None
    finally:
        gc.set_threshold(*before)
