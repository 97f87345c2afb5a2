"""Pages of tier 3 that nobody uses are let go of, and their Chromium with them; what they stored comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from engines.test_full_processes import comes_true, gone, named, needs_chromium, needs_proc, started
from servers import Asked, Server, Talk

from lightterm import settings
from lightterm.engines.base import Action
from lightterm.engines.full_browser import browsers
from lightterm.errors import BrowserError
from lightterm.fetch.model import FULL, Request
from lightterm.loading import Page
from lightterm.session.session import Session

if TYPE_CHECKING:
    from lightterm.engines.base import LivePage

pytestmark = [needs_chromium, needs_proc]

SOON = 2.0

STORES = """<title>Stores</title><p id=shown></p><script>
const say = (word) => { shown.textContent = `local ${localStorage.word}, tab ${sessionStorage.word}, ${word}` };
const asked = indexedDB.open('tides', 1);
asked.onupgradeneeded = () => asked.result.createObjectStore('at').put('low', 'six');
asked.onsuccess = () => {
  const found = asked.result.transaction('at').objectStore('at').get('six');
  found.onsuccess = () => say(`database ${found.result}`);
};
const keep = () => {
  localStorage.word = sessionStorage.word = 'kelp';
  document.cookie = 'late=yes';
  return new Promise((done) => {
    const put = asked.result.transaction('at', 'readwrite');
    put.objectStore('at').put('high', 'six');
    put.oncomplete = () => done(1);
  });
};
</script>"""
KEPT = b"local kelp, tab kelp, database high"


@pytest.fixture(autouse=True)
def none_before() -> Iterator[None]:
    browsers().close()
    yield
    browsers().close()


def session(seconds: float = SOON) -> Session:
    """A session that lets go of pages after so long."""
    chosen = [("browser.idle_seconds", seconds), ("network.allow_private", True), ("session.private", True)]
    return Session(settings.load().with_session(chosen))


def opened(session: Session, url: str) -> tuple[Page, LivePage]:
    page = session.open(Request(url, tier=FULL, deadline=30), 80)
    assert page.snapshot.live is not None, page.errors
    return page, page.snapshot.live


def test_a_page_that_nobody_uses_is_let_go_of_and_its_browser_ends(server: Server, home: Path) -> None:
    before = started()
    with session() as made:
        page, live = opened(made, server.page("/", "<p>some words <button>Go</button>"))
        here = started() - before
        assert named(here, "--headless") and named(here, "run-driver") and not live.gone
        assert gone(here, 30), "the session is open, the page idle"
        assert live.gone and not browsers().pool.workers()
        with pytest.raises(BrowserError, match="let go"):
            live.act(Action("click", page.document.targets[1].handle), 5)
        _, again = opened(made, server.url("/"))
        assert not again.gone


def test_what_pages_stored_is_there_when_the_next_browser_comes(server: Server, home: Path) -> None:
    url = server.page("/", STORES)
    with session() as made:
        _, live = opened(made, url)
        assert live.evaluate("keep()", 5) == "1"
        assert comes_true(lambda: live.gone and not browsers().pool.workers(), 30)
        page, _ = opened(made, url)
        assert KEPT in page.snapshot.markup
        assert "late=yes" in made.cookies.header_for(url)


@pytest.mark.parametrize("first", [True, False])
def test_what_goes_on_after_a_session_has_ended_takes_no_browser(server: Server, home: Path, first: bool) -> None:
    """An action of an agent may load more than once, and its client go in between."""
    url = server.page("/", "<p>some words <button>Go</button>")
    with session() as made:
        if first:
            opened(made, url)
        way = made.engines.way()
    with pytest.raises(BrowserError, match="the session has ended"):
        way.engine(FULL).load(Request(url, deadline=30))
    with pytest.raises(BrowserError, match="the session has ended"):
        made.open(Request(url, tier=FULL, deadline=30), 80)
    assert comes_true(lambda: not browsers().pool.workers(), 30)


def test_what_is_forgotten_meanwhile_does_not_come_back(server: Server, home: Path) -> None:
    url = server.page("/", STORES)
    with session() as made:
        _, live = opened(made, url)
        live.evaluate("keep()", 5)
        assert comes_true(lambda: live.gone and not browsers().pool.workers(), 30)
        made.forget("127.0.0.1")
        page, _ = opened(made, url)
        assert b"local undefined, tab undefined, database low" in page.snapshot.markup


PLAYS = """<title>Tone</title><audio id=a loop></audio><script>
const wave = new Uint8Array(44 + 8000).fill(128);
new DataView(wave.buffer).setUint32(4, 36 + 8000, true);
const put = (at, words) => wave.set([...words].map((c) => c.charCodeAt(0)), at);
put(0, 'RIFF'); put(8, 'WAVEfmt '); put(36, 'data');
const view = new DataView(wave.buffer);
view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
view.setUint32(24, 8000, true); view.setUint32(28, 8000, true); view.setUint16(32, 1, true);
view.setUint16(34, 8, true); view.setUint32(40, 8000, true);
a.src = URL.createObjectURL(new Blob([wave], { type: 'audio/wav' }));
</script>"""


def test_a_page_that_plays_is_kept_until_it_is_silent(server: Server, home: Path) -> None:
    with session() as made:
        _, plays = opened(made, server.page("/plays", PLAYS))
        assert plays.evaluate("a.play().then(() => 'plays')", 5) == '"plays"'
        _, silent = opened(made, server.page("/silent", "<p>nothing"))
        assert comes_true(lambda: silent.gone, 30)
        browsers().rest(SOON)
        assert not plays.gone
        plays.evaluate("a.pause()", 5)
        assert comes_true(lambda: plays.gone, 30)


def test_a_page_that_still_saves_a_file_is_kept(server: Server, home: Path) -> None:
    held: list[Talk] = []

    def file(_asked: Asked, talk: Talk) -> None:
        talk.head(headers=[("Content-Disposition", "attachment; filename=tides.csv"), ("Content-Length", "99")])
        held.append(talk)
        talk.hold()

    server.on("/file", file)
    with session() as made:
        page, saves = opened(made, server.page("/", "<a href=/file>Save</a>"))
        saves.act(Action("click", page.document.targets[1].handle), 3)
        _, other = opened(made, server.page("/other", "<p>nothing"))
        assert comes_true(lambda: other.gone, 30)
        browsers().rest(SOON)
        assert held and not saves.gone


def test_a_page_whose_process_died_says_that_it_lives_no_more(server: Server, home: Path) -> None:
    with session(600) as made:
        before = started()
        _, live = opened(made, server.page("/", STORES))
        live.evaluate("keep()", 5)
        live.snapshot()
        for worker in browsers().pool.workers():
            worker.kill()
        assert comes_true(lambda: live.gone)
        assert gone(set(named(started() - before, "--headless")))
        page, _ = opened(made, server.url("/"))
        assert b"local kelp, tab kelp, database low" in page.snapshot.markup, "IndexedDB goes with a browser that dies"


def test_a_page_that_is_told_news_is_kept_while_somebody_looks(server: Server, home: Path) -> None:
    def news(_asked: Asked, talk: Talk) -> None:
        talk.head(headers=[("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")])
        talk.chunk(b"data: hello\n\n")
        talk.hold()

    server.on("/news", news)
    hears = "<p id=heard>nothing</p><script>const news = new EventSource('/news');"
    hears += "news.onmessage = (message) => { heard.textContent = message.data }</script>"
    with session() as made:
        _, live = opened(made, server.page("/", hears))
        assert b"hello" in live.snapshot().markup
        _, other = opened(made, server.page("/other", "<p>nothing"))
        while not other.gone:
            live.still(1.0)
            browsers().rest(SOON)
        live.still(1.0)
        browsers().rest(SOON)
        assert not live.gone
        live.evaluate("news.close()", 5)
        assert comes_true(lambda: live.gone, 30)
