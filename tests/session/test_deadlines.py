"""A deadline ends whatever a page does, with what was read until then: by the whole program, engines and all."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

import pytest
from hostile_pages import serve
from processes import Ended, lightterm, run_measured
from session.test_tiers import get, needs_full, needs_light, text

from lightterm import settings
from lightterm.engines.static import StaticEngine
from lightterm.errors import TimedOut, TooLarge
from lightterm.extract.view import View
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import FULL, LIGHT, STATIC, Request
from lightterm.loading import Loader, Plan
from lightterm.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server

    from lightterm.engines.base import Engine, State
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Snapshot

DONE, TIMED_OUT, NEEDS_SCRIPTS = 0, 28, 41


@needs_light
@needs_full
@pytest.mark.covers("UB-140")
def test_every_hostile_page_ends_with_what_was_read(server: Server, home: Path) -> None:
    pages = serve(server)

    def dump(url: str) -> Ended:
        return run_measured(lightterm("--dump", "--deadline", "2", url), str(home), timeout=60)

    with ThreadPoolExecutor(4) as pool:
        ended = dict(zip(pages, pool.map(dump, pages.values()), strict=True))

    assert len(ended) > 20
    silence = ended.pop("silence")
    assert (silence.code, silence.out) == (TIMED_OUT, b"")
    had = re.search(rb"the load took longer than ([\d.]+) s", silence.err)
    assert had is not None and 1.0 <= float(had[1]) <= 2.0, "what the program's start took is taken off"
    for name, one in ended.items():
        assert b"Before" in one.out, (name, one.code, one.err)
        assert one.code in (DONE, TIMED_OUT, NEEDS_SCRIPTS) or name == "50 MB", (name, one.code, one.err)


class Tier(StaticEngine):
    """Tier 1 in the place of another, which may be missing; keeps what time it is given."""

    def __init__(self, client: HttpClient, tier: int, lacks: str = "") -> None:
        super().__init__(client.fetch)
        self.tier = tier
        self.lacks = lacks
        self.given: list[float] = []

    def missing(self) -> str:
        return self.lacks

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        self.given.append(request.deadline or 0.0)
        return super().load(request, cancel, state)


@pytest.mark.parametrize(("seconds", "lacks", "share"), [(60, "", 0.6), (2.2, "", 1.0), (60, "not installed", 1.0)])
def test_time_is_set_aside_only_for_a_tier_3_that_can_use_it(
    server: Server, seconds: float, lacks: str, share: float
) -> None:
    """Forty percent of a short deadline were kept for a tier 3 that does not begin with so little, or is not there."""
    url = server.page("/", "<title>T</title><p>Before</p><div id=root></div><script src=/app.js></script>")
    client = HttpClient(HttpOptions())
    engines = {STATIC: StaticEngine(client.fetch), LIGHT: Tier(client, LIGHT), FULL: Tier(client, FULL, lacks)}
    plan = Plan(STATIC, STATIC, FULL)
    Loader(engines.__getitem__, lambda url: View(columns=80), plan=lambda _request: plan).load(Request(url), seconds)
    client.close()
    (given,) = engines[LIGHT].given
    if share == 1.0:
        assert given > 0.6 * seconds
    else:
        assert given <= share * seconds and engines[FULL].given


def test_what_a_program_s_start_took_is_kept_for_its_end_too() -> None:
    chosen = settings.load().with_session([("tiers.deadline", 4.0)])
    with Session(chosen) as session:
        given = []
        for late in (0.0, 0.25, 1.5, 5.0):
            session.engines.late = late
            given.append(session.engines.seconds(chosen))
    assert given == [4.0, 3.5, 2.0, 2.0], "never more than half is taken off, and that of one start once"


def test_an_engine_that_does_not_come_to_be_in_time_is_not_waited_for(server: Server) -> None:
    url = server.page("/", "<title>T</title><p>Before</p><div id=root></div><script src=/app.js></script>")
    never, client = Event(), HttpClient(HttpOptions())

    def engines(tier: int) -> Engine:
        if tier != STATIC:
            never.wait()
        return StaticEngine(client.fetch)

    plan = Plan(STATIC, STATIC, FULL, (0.3, 0.0, 0.0))
    page = Loader(engines, lambda url: View(columns=80), plan=lambda _request: plan).load(Request(url), 0.5)
    never.set()
    client.close()
    assert text(page) == "Before" and [step.failure for step in page.trace[1:]] == ["no time was left for it"] * 2


@pytest.mark.parametrize("tier", [STATIC, pytest.param(LIGHT, marks=needs_light), pytest.param(FULL, marks=needs_full)])
def test_of_a_page_of_50_mb_every_tier_shows_the_beginning_and_says_so(server: Server, home: Path, tier: int) -> None:
    with Session(settings.load()) as session:
        page = get(session, serve(server)["50 MB"], tier=tier, deadline=3.0)
    assert text(page).startswith("Before\n") and text(page).count("word") > 100
    assert any(isinstance(error, TimedOut | TooLarge) for error in page.errors)
    assert len(page.snapshot.markup) < 30_000_000, "no more was taken in than can be read"


def test_of_a_large_page_no_more_is_judged_than_there_is_time_for(server: Server) -> None:
    """A million empty elements took the judge seconds that the load did not have."""
    url = server.page(
        "/", f"<title>T</title><p>Before</p>{'<p></p>' * 300_000}<div id=root></div><script src=/app.js></script>"
    )
    client = HttpClient(HttpOptions())
    loader = Loader(
        lambda _tier: StaticEngine(client.fetch), lambda url: View(columns=80), plan=lambda _request: Plan()
    )

    def reasons(seconds: float) -> tuple[str, ...]:
        return loader.load(Request(url), seconds).trace[0].reasons

    assert any("root" in reason for reason in reasons(60.0))
    assert not any("root" in reason for reason in reasons(1.0)), "what stands so far behind was left out"
    client.close()
