"""Pages of tier 2 that nobody uses are let go of, and lightpanda with the last one; what cannot come back is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from engines.test_full_processes import comes_true, gone, named, needs_proc, started
from session.test_resting import SOON, STORES, session
from session.test_tiers import needs_light

from lightterm.engines.base import Action
from lightterm.errors import BrowserError
from lightterm.fetch.model import LIGHT, Request

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

    from lightterm.engines.base import LivePage
    from lightterm.loading import Page
    from lightterm.session.session import Session

pytestmark = [needs_light, needs_proc]

WORDS = "<p>some words <button>Go</button>"
KEEPS = """<p id=shown></p><script>
const say = () => { shown.textContent = `local ${localStorage.word}, tab ${sessionStorage.word}` }; say();
const keep = () => { localStorage.word = sessionStorage.word = 'kelp'; document.cookie = 'late=yes'; return 1 };
</script>"""


def opened(session: Session, url: str) -> tuple[Page, LivePage]:
    page = session.open(Request(url, tier=LIGHT, deadline=30), 80)
    assert page.snapshot.live is not None, page.errors
    return page, page.snapshot.live


def test_a_page_that_nobody_uses_is_let_go_of_and_its_process_ends(server: Server, home: Path) -> None:
    before = started()
    with session(SOON) as made:
        page, live = opened(made, server.page("/", WORDS))
        here = started() - before
        assert named(here, "lightpanda") and not live.gone
        assert gone(here, 30), "the session is open, the page idle"
        assert live.gone
        with pytest.raises(BrowserError, match="let go"):
            live.act(Action("click", page.document.targets[1].handle), 5)
        _, again = opened(made, server.url("/"))
        assert not again.gone and named(started() - before, "lightpanda")


def test_what_a_page_stored_is_there_when_it_comes_again(server: Server, home: Path) -> None:
    url = server.page("/", KEEPS)
    with session(SOON) as made:
        _, live = opened(made, url)
        assert live.evaluate("keep()", 5) == "1"
        assert comes_true(lambda: live.gone, 30)
        page, _ = opened(made, url)
        assert b"local kelp, tab kelp" in page.snapshot.markup
        assert "late=yes" in made.cookies.header_for(url)


def test_a_page_whose_database_would_be_lost_stays(server: Server, home: Path) -> None:
    url, other = server.page("/", STORES), server.page("/other", WORDS)
    with session(SOON) as made:
        _, held = opened(made, url)
        assert held.evaluate("keep()", 5) == "1"
        _, plain = opened(made, other)
        assert comes_true(lambda: plain.gone, 30)
        assert not held.gone, "it was idle for longer than the other"
        assert "high" in held.evaluate(
            "new Promise((done) => { const found = asked.result.transaction('at').objectStore('at').get('six');"
            "found.onsuccess = () => done(found.result) })",
            5,
        )
