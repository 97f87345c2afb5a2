"""Scrolling a live page to its end brings what it adds there, in both engines, in the dump and in the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from dumping import dump
from session.test_tiers import get, needs_full, needs_light, session, text

from lightterm.session.more import with_more

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

    from lightterm.session.session import Session

__all__ = ["session"]

PAGE = """<!doctype html><title>Feed</title><div id=root></div><div id=end style="height:10px">.</div><script>
let n = 0;
const add = () => { if (n < 60) for (let i = 0; i < 20; i++) {
  n += 1; const p = root.appendChild(document.createElement('p')); p.style.height = '60px';
  p.innerHTML = `<a href=/${n}>item ${n}</a> with some words of its own`; } };
add();
WAY
</script>"""
SCROLL = """addEventListener('scroll', () => setTimeout(() => {
  if (scrollY + innerHeight >= document.documentElement.scrollHeight - 50 || !root.clientHeight) add() }, 50));"""
OBSERVER = "new IntersectionObserver((e) => { if (e.some((one) => one.isIntersecting)) add() }).observe(end);"


@pytest.mark.parametrize("tier", [pytest.param(2, marks=needs_light), pytest.param(3, marks=needs_full)])
def test_a_list_that_grows_with_scrolling_grows(server: Server, session: Session, tier: int) -> None:
    server.page("/", PAGE.replace("WAY", SCROLL))
    page = get(session, server.url("/"), tier=tier)
    assert "item 20" in text(page) and "item 21" not in text(page)
    once = with_more(session, page, 80, 1, 10)
    assert "item 40" in text(once) and "item 41" not in text(once)
    assert once.document.targets[3].url == server.url("/3")
    rest = with_more(session, once, 80, 9, 15)
    assert len(rest.document.targets) == 60 and rest.errors == ()


@pytest.mark.parametrize("tier", [pytest.param(2, marks=needs_light), pytest.param(3, marks=needs_full)])
def test_what_observes_its_end_is_met_there(server: Server, session: Session, tier: int) -> None:
    server.page("/", PAGE.replace("WAY", OBSERVER))
    page = get(session, server.url("/"), tier=tier)
    had = len(page.document.targets)
    assert had < 60
    assert len(with_more(session, page, 80, 1, 10).document.targets) > had


@needs_light
@pytest.mark.covers("UBX-11")
def test_the_dump_goes_up_for_it(server: Server, home: Path) -> None:
    words = "<p>" + "Words enough for a page that needs no script to be read at all. " * 40
    server.page("/", PAGE.replace("<div id=root>", f"{words}<div id=root>").replace("WAY", SCROLL))
    dumped = dump("--dump", "--more", "1", server.url("/"))
    assert "item 40" in dumped.text and "item 41" not in dumped.text
    assert dumped.code == 0, dumped.errors
    wrong = dump("--dump", "--more", "-1", server.url("/"))
    assert "Words enough" in wrong.text and "once at least" in wrong.errors and wrong.code != 0


@needs_light
@in_a_loop
async def test_the_app_stays_where_one_reads(server: Server) -> None:
    server.page("/", PAGE.replace("WAY", SCROLL))
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "item 1 " in b.screen)
        await b.type("G")
        assert "g<Space>" not in b.status
        await b.type(" ")
        assert "the end so far; g<Space> has the page's scripts bring more" in b.status
        await b.type("gg")
        await b.press("g", "space")
        await b.until(lambda: len(b.app.view.document.targets) == 40)
        await b.until(lambda: "20 more links" in b.status)
        assert "[1]item 1 " in b.screen and b.app.view.first == 0
        await b.type(":more 0\n")
        assert "once at least" in b.status
        await b.type(":more 9\n")
        await b.until(lambda: len(b.app.view.document.targets) == 60)
        await b.type("G ")
        assert "the end so far" in b.status
        await b.type(":more\n")
        await b.until(lambda: "nothing more came" in b.status)
        await b.type("G ")
        assert "the end so far" not in b.status


@in_a_loop
async def test_a_page_without_scripts_is_all_there(server: Server) -> None:
    server.page("/", "<p>plain")
    async with browsing(server.url("/")) as b:
        await b.type(":more\n")
        await b.until(lambda: "no scripts" in b.status)
