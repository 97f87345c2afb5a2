"""What the settings do not let pages load is not asked for, in any tier."""

from __future__ import annotations

from pathlib import Path

import pytest

from lightterm.document.model import Paragraph
from lightterm.engines import chromium
from lightterm.engines.base import EngineOptions
from lightterm.engines.full import FullEngine
from lightterm.engines.full_browser import browsers
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
from lightterm.session.browser import blocker_of
from lightterm.session.session import Session
from lightterm.settings import Settings
from tests.servers import Server

needs_light = pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
needs_full = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")

PAGE = """<link rel=stylesheet href=/ads/style.css><link rel=stylesheet href=/style.css><p id=p>page</p>
<script src=/ads/script.js></script><script src=/script.js></script><img src=/picture.png>"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    path = tmp_path / "list.txt"
    path.write_text("/ads/*\n")
    return Settings().with_request((("blocking.lists", (str(path),)), ("blocking.kinds", ("image",))))


def serve(server: Server) -> Request:
    for part in ("/ads/style.css", "/style.css"):
        server.page(part, "p{color:red}", "text/css")
    for part in ("/ads/script.js", "/script.js"):
        server.page(part, "p.textContent += ' ran'", "text/javascript")
    return Request(server.page("/", PAGE), deadline=15)


def test_style_sheets_of_static_pages_are_left_out(settings: Settings, server: Server) -> None:
    with Session(settings) as session:
        session.open(serve(server).replace(max_tier=1), 80)
    assert server.asked("/style.css") and not server.asked("/ads/style.css")


@needs_full
@pytest.mark.covers("LBX-45")
def test_scripts_and_pictures_of_chromium_are_left_out(settings: Settings, server: Server) -> None:
    notes: list[str] = []
    engine = FullEngine(EngineOptions(blocker=blocker_of(settings, notes.append)), CookieJar())
    snapshot = engine.load(serve(server))
    engine.close()
    browsers().close()
    assert {asked.path for asked in server.log} - {"/favicon.ico"} == {"/", "/style.css", "/script.js"}
    assert b"page ran<" in snapshot.markup
    evidence = snapshot.evidence
    assert evidence is not None and evidence.failed_scripts == () and notes == []
    blocked = {one.url for one in evidence.network if one.error == "blocked by the lists"}
    assert blocked == {server.url(path) for path in ("/ads/style.css", "/ads/script.js", "/picture.png")}


@needs_full
def test_a_session_gives_its_lists_to_its_engines(settings: Settings, server: Server) -> None:
    with Session(settings.with_request((*settings.layers.request, ("tiers.only", "full")))) as session:
        page = session.open(serve(server), 80)
        assert page.tier == 3
    browsers().close()
    assert server.asked("/script.js") and not server.asked("/ads/script.js")


def test_a_list_that_is_not_there_is_told_of() -> None:
    notes: list[str] = []
    chosen = Settings().with_request((("blocking.lists", ("/nowhere/list.txt",)),))
    blocker = blocker_of(chosen, notes.append)
    assert blocker is not None and not blocker.blocks("http://x.test/", "script", "http://y.test/")
    assert len(notes) == 1 and "/nowhere/list.txt" in notes[0]


@needs_light
@pytest.mark.covers("LBX-45")
def test_a_session_hands_its_lists_to_the_light_engine(settings: Settings, server: Server) -> None:
    with Session(settings) as session:
        page = session.open(serve(server).replace(tier=2), 80)
    assert page.tier == 2 and b"page ran" in page.snapshot.markup
    assert server.asked("/script.js") and not server.asked("/ads/script.js")


ADS = """<p class=ad-here>Advert one</p><div id=sponsor-1>Advert two<a href=/buy>Buy</a></div><p>Words of the page.</p>
<p class=ad-late>Advert three</p><iframe src=/frame></iframe><a href=/on>On</a>
<script>document.body.insertAdjacentHTML("beforeend", "<p class=ad-here>Advert four</p><p>And more.</p>")</script>"""
HIDING = '##.ad-here\n##div[id^="sponsor-"]\n127.0.0.1##.ad-late\n##p{broken\n'


@pytest.mark.covers("LBX-45")
@pytest.mark.parametrize("tier", [1, pytest.param(2, marks=needs_light), pytest.param(3, marks=needs_full)])
def test_elements_that_lists_hide_are_left_out_in_every_tier(server: Server, tmp_path: Path, tier: int) -> None:
    server.page("/frame", "<p>In the frame.</p><p class=ad-here>Advert five</p>")
    path = tmp_path / "list.txt"
    path.write_text(HIDING)
    chosen = Settings().with_request((("blocking.lists", (str(path),)),))
    with Session(chosen) as session:
        page = session.open(Request(server.page("/", ADS), tier=tier, deadline=15), 80)
    browsers().close()
    words = "\n".join(block.text() for block in page.document.blocks if isinstance(block, Paragraph))
    assert "Words of the page." in words and "In the frame." in words and "Advert" not in words
    assert ("And more." in words) == (tier > 1)
    assert [target.text for target in page.document.targets][-1:] == ["On"] and "Buy" not in str(
        list(page.document.targets)
    )
    assert ("filter lists", 4 if tier == 1 else 5) in [one[:2] for one in page.document.hidden.counts]


def test_without_lists_nothing_of_them_is_loaded(server: Server) -> None:
    with Session(Settings()) as session:
        view = session.view(80, serve(server).url)
    assert view.hidden is None
