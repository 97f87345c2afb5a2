"""Pages written by hand (tests/corpus/by_hand.py): read right by themselves, by the lowest tier that can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from corpus.by_hand import KINDS, PAGES, serve
from session.test_tiers import get, needs_full, needs_light, text

from lightterm import settings
from lightterm.judge import DRAWN
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from servers import Server


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """One for all pages, which learns nothing from one of them for another."""
    with Session(settings.load().with_session([("session.private", True)])) as session:
        yield session


@needs_light
@pytest.mark.parametrize("name", [name for name in PAGES if name not in KINDS])
@pytest.mark.covers("LB-27", "LB-29", "LB-30", "UBX-25")
def test_a_page_is_read_whole_by_the_lowest_tier_that_can(server: Server, session: Session, name: str) -> None:
    check(server, session, name)


@needs_light
@needs_full
@pytest.mark.covers("UB-146", "UB-147", "UB-149", "UB-150")
@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_site_comes_by_the_tier_that_it_needs(server: Server, session: Session, name: str) -> None:
    check(server, session, name)


def check(server: Server, session: Session, name: str) -> None:
    page = get(session, serve(server, name, "page"))
    words, at = " ".join(text(page).split()), 0
    for one in PAGES[name].says:
        at = words.find(one, at)
        assert at >= 0, (one, words)
    hint = DRAWN if "<canvas" in PAGES[name].body else ""
    assert (page.tier, page.hint, page.errors) == (PAGES[name].tier, hint, ()), page.trace
