"""How much memory the browsers of tier 3 may hold, and how long one stays that nobody needs: as the settings say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from engines.test_full_processes import gone, lives, named, needs_chromium, needs_proc, started

from lightterm import settings
from lightterm.engines.full_browser import browsers
from lightterm.fetch.model import FULL, Request
from lightterm.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

pytestmark = [needs_chromium, needs_proc]


@pytest.fixture(autouse=True)
def none_before() -> Iterator[None]:
    browsers().close()
    yield
    browsers().close()


def loaded(server: Server, *chosen: tuple[str, object]) -> set[int]:
    """The processes of the browser in which a session with these settings read a page, once the session has ended."""
    before = started()
    with Session(settings.load().with_session(list(chosen))) as session:
        page = session.open(Request(server.page("/", "<p>some words"), tier=FULL, deadline=20), 80)
        assert page.tier == FULL
        pids = started() - before
        chrome = set(named(pids, "--headless"))
        assert chrome and all(map(lives, chrome))
    return chrome


def test_an_idle_browser_ends_after_the_seconds_that_are_set(server: Server, home: Path) -> None:
    assert gone(loaded(server, ("browser.idle_seconds", 0.2)))
    assert not browsers().pool.workers()


def test_it_stays_warm_for_as_long_as_is_set(server: Server, home: Path) -> None:
    chrome = loaded(server, ("browser.idle_seconds", 600.0))
    browsers().pool.look()
    assert all(map(lives, chrome)) and len(browsers().pool.workers()) == 1


def test_one_that_holds_more_than_all_may_ends_with_its_pages(server: Server, home: Path) -> None:
    chrome = loaded(server, ("browser.idle_seconds", 600.0), ("browser.memory", 67_108_864))
    browsers().pool.look()
    assert gone(chrome)


def test_a_shorter_time_counts_for_what_is_idle_already(server: Server, home: Path) -> None:
    chrome = loaded(server, ("browser.idle_seconds", 600.0))
    browsers().pool.bound(1 << 30, 0.2)
    assert gone(chrome)
