"""The engines of a session, made when a page first wants one; which tiers may load a page, and what worked before."""

from __future__ import annotations

import os
from _thread import allocate_lock

from lightterm.engines.static import ARCHIVES, HTML
from lightterm.fetch.model import FULL, LIGHT, STATIC
from lightterm.settings import PRESETS, TIERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.engines.base import Engine, EngineOptions, Fetch, LivePage, State
    from lightterm.engines.static import StaticEngine
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Response, Snapshot
    from lightterm.loading import Page, Plan
    from lightterm.session.carried import Carried
    from lightterm.session.engines_around import Later
    from lightterm.session.lives import Lives
    from lightterm.session.session import Session
    from lightterm.settings import Settings, Tiers

LEARNT_FOR = 14 * 86_400.0
"""Seconds after which a site begins with the lowest tier again: it may have changed."""

CLOSING = 1.0
"""Seconds that one waits for engines to end; a browser that is just starting up can take longer. At the end of a load's
own time there are few left."""

LEAST = 0.05
"""Seconds that a page which came in the last moment is asked for what it has stored."""

ENDING = 0.15
"""The most of a program's time that is kept for its end, which takes about as long as its start: the same machine is
as busy."""

KEY = "tier"
"""Under which what worked on an origin is kept among the decisions of its host."""

TOLD = "tier told"
"""Under which is kept what an agent was not content with: programs begin where they were told to, and nowhere else."""


class Engines:
    """The engines of tiers 2 and 3 of a session; any thread may ask for one."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ended = False
        self._made: dict[int, Engine] = {}
        self._lock = allocate_lock()
        self._lives: Lives | None = None
        self._kept: dict[tuple[object, ...], Response] = {}
        self._read: dict[tuple[object, ...], Response] = {}
        self.over = 0.0
        """When the load that was begun last is to be over, by the monotonic clock."""
        self.late = 0.0
        """Seconds of its time that the next load has lost already: a program is timed from its start."""
        self._carried: Carried | None = None
        self._full: Later | None = None
        self.begin: State | None = None
        """What the storage of pages holds before they load, None for nothing more than was carried."""

    def engine(self, tier: int) -> Engine:
        """The engine of a tier above 1. Raises BrowserError where a load goes on when they were closed."""
        with self._lock:
            if self._ended:
                from lightterm.errors import BrowserError

                raise BrowserError("the session has ended", actions=())
            engine = self._made.get(tier)
            if engine is None:
                engine = self._made[tier] = self._make(tier)
            return engine

    def _make(self, tier: int) -> Engine:
        from lightterm.session.browser import blocker_of
        from lightterm.session.engines_around import Bounded, Later, WithJar
        from lightterm.session.lives import Lives

        lives = self._lives = self._lives or Lives()
        settings = self._session.settings
        options = engine_options(settings).replace(blocker=blocker_of(settings, self._session.notes.append))
        jar = self._session.cookies
        if tier == LIGHT:
            from lightterm.engines.light import LightEngine

            return Bounded(WithJar(LightEngine(options, self._fetch), jar), lives, self)
        self._full = Later(options, jar)
        return Bounded(self._full, lives, self)

    def end(self, pages: Sequence[LivePage]) -> None:
        """End pages that live in an engine and that nobody comes back to, in a thread: one that hangs is waited for."""
        if pages and self._lives is not None:
            from threading import Thread

            Thread(target=self._lives.end, args=(pages,), name="end pages", daemon=True).start()

    @property
    def carried(self) -> Carried:
        """What pages have stored."""
        if self._carried is None:
            from lightterm.session.carried import Carried

            with self._lock:
                self._carried = self._carried or Carried(self._session.cookies)
        return self._carried

    def forget_stored(self, has_place: Callable[[str], bool]) -> None:
        """Let go of what pages of the meant places have stored."""
        self.carried.forget(has_place)
        if self._full is not None:
            self._full.forget(has_place)

    def seconds(self, settings: Settings) -> float:
        """What all tiers may take together, 0 where nobody has said; half of it is left to who begins late."""
        most, late, self.late = bounds(settings.tiers)[1], self.late, 0.0
        return max(most - late - min(late, ENDING * most), most / 2)

    def way(self) -> Way:
        """The tiers of one load."""
        return Way(self._session, self)

    def came(self, request: Request, response: Response) -> None:
        """Remember the reply that the next engine would ask for again, while the load lasts."""
        self._kept[_asked(request)] = response

    def had(self, request: Request) -> Response | None:
        """The reply that an engine asked for and made no page of, should tier 1 now have to."""
        return self._read.pop(_asked(request), None)

    def forget(self, request: Request) -> None:
        """Let go of such replies."""
        self._kept.pop(_asked(request), None)
        self._read.pop(_asked(request), None)

    def _fetch(self, request: Request, cancel: Cancel | None) -> Response:
        key = _asked(request)
        reply = self._kept.pop(key, None)
        if reply is None:
            reply = self._read[key] = self._session.fetch(request, cancel)
        return reply

    def _patience(self, now: float) -> float:
        """Seconds that are waited for engines to end: hardly any where a load has just taken all of its time."""
        return max(self.over - now, 0.05) if now - CLOSING < self.over < now + CLOSING else CLOSING

    def close(self) -> None:
        """End what was started; what takes long to end is left to a thread, and ends with the process."""
        with self._lock:
            self._ended = True
            engines = list(self._made.values())
            self._made.clear()
        if not engines:
            return
        from threading import Thread
        from time import monotonic

        until = monotonic() + self._patience(monotonic())
        threads = [Thread(target=engine.close, name="close an engine", daemon=True) for engine in engines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, until - monotonic()))


def _asked(request: Request) -> tuple[object, ...]:
    return request.url, request.method, request.data, request.headers, request.initiator


class Way:
    """What one load asks: which tiers there are for it, their engines, and that what worked is kept."""

    def __init__(self, session: Session, engines: Engines) -> None:
        self._session = session
        self._engines = engines
        self._plan: Plan | None = None
        self._came: list[Request] = []

    def engine(self, tier: int) -> Engine:
        """The engine of a tier; what tier 1 fetched is not fetched again by the one that follows."""
        if tier != STATIC:
            return self._engines.engine(tier)
        from lightterm.engines.static import StaticEngine

        engine = StaticEngine(self._fetch)
        if not self._session.settings.extraction.frames:
            return engine
        return _WithFrames(engine, self._fetch)

    def _fetch(self, request: Request, cancel: Cancel | None) -> Response:
        response = self._engines.had(request)
        if response is None:
            response = self._session.fetch(request, cancel)
            self._engines.came(request, response)
            self._came.append(request)
        return response

    def end(self) -> None:
        """The load is over."""
        for request in self._came:
            self._engines.forget(request)

    def plan(self, request: Request) -> Plan:
        """The plan for a request, a refresh on the way to the page among them."""
        from time import monotonic

        self._plan = plan_for(self._session, request)
        self._engines.over = monotonic() + (request.deadline or 0.0)
        if self._plan.start != STATIC:
            self._came.append(request)
        return self._plan

    def done(self, page: Page) -> Page:
        """Keep what tier the page needed; the page, with an error where it has less text than was asked for."""
        from time import monotonic

        if self._plan is not None:
            learn(self._session, page, self._plan)
        if page.snapshot.live is not None:
            self._engines.carried.follow(page, max(self._engines.over - monotonic(), LEAST))
        least = self._session.settings_for(page.request.url).extraction.min_length
        if not least or page.errors:
            return page
        from lightterm.errors import ContentTooShort
        from lightterm.loading import check_length

        try:
            check_length(page, least)
        except ContentTooShort as error:
            return page.replace(errors=(error,))
        return page


class Around:
    """An engine with something done before or after its loads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.tier = engine.tier
        self.missing = engine.missing
        self.close = engine.close


class _WithFrames(Around):
    """Tier 1, with the pages of frames where the page has any."""

    def __init__(self, engine: StaticEngine, fetch: Fetch) -> None:
        super().__init__(engine)
        self._fetch = fetch

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """Load, and then what the frames show."""
        from lightterm.extract.dom import may_have_frames

        snapshot = self._engine.load(request, cancel, state)
        if snapshot.content_type in ARCHIVES:
            from lightterm.extract.archive import opened

            return opened(snapshot)
        if snapshot.content_type not in HTML or not may_have_frames(snapshot.markup):
            return snapshot
        from lightterm.session.frames import with_frames

        return with_frames(snapshot, request, self._fetch, cancel)


def bounds(tiers: Tiers) -> tuple[int, float]:
    """The highest tier, and the seconds for all (0: those of the network), with what the preset says."""
    highest, seconds = PRESETS.get(tiers.preset, (TIERS[-1], 0.0))
    return min(TIERS.index(tiers.max), TIERS.index(highest)) + STATIC, tiers.deadline or seconds


def runs_scripts(settings: Settings) -> bool:
    """Whether scripts of pages may run. Where nobody has said, the part of the settings that says so is not loaded."""
    return not _is_said(settings, "browser.javascript") or settings.browser.javascript


def _is_said(settings: Settings, *keys: str) -> bool:
    """Whether anybody may have set one of these."""
    layers = settings.layers
    return bool(layers.sites) or any(key in keys for key, _ in layers.user + layers.session + layers.request)


def is_a_person_s(settings: Settings, request: Request) -> bool:
    """Whether a page is to be seen in a browser of a person's: one that keeps their sign-ins, or that they look at.

    No lower tier knows who is signed in there. A window is only shown where a person asked for the page.
    """
    if not request.url.startswith("http") or not _is_said(
        settings, "browser.attach", "browser.profile", "browser.headed"
    ):
        return False
    browser = settings.browser
    return bool(browser.attach or browser.profile or (browser.headed and request.asker != "program"))


def plan_for(session: Session, request: Request) -> Plan:
    """Which tiers may load a request; only what is asked for with GET goes up by itself."""
    from lightterm.loading import Plan

    if session.settings.network.offline:
        return Plan()
    settings = session.settings_for(request.url)
    chosen = settings.tiers
    seconds = (chosen.static_timeout, chosen.light_timeout, chosen.full_timeout)
    only = request.tier or (TIERS.index(chosen.only) + STATIC if chosen.only else 0)
    if not runs_scripts(settings):
        return Plan(seconds=seconds)
    highest = min(bounds(chosen)[0], request.max_tier or FULL)
    if not only and highest == FULL and is_a_person_s(settings, request):
        only = FULL
    if only:
        only = min(only, request.max_tier or FULL)
        return Plan(only, only, only, seconds, forced=True)
    if request.method != "GET" or request.freshness == "cached":
        return Plan(seconds=seconds)
    lowest = min(TIERS.index(chosen.min) + STATIC, highest)
    start = lowest
    if chosen.remember and highest > lowest:
        known = known_tier(session, request.url, TOLD if request.asker == "program" else KEY)
        start = max(lowest, min(highest, known))
    return Plan(start, lowest, highest, seconds, learnt=start > lowest)


def known_tier(session: Session, url: str, key: str = KEY) -> int:
    """The tier that the pages of an origin needed the last time, 0 when that is not known."""
    from lightterm.fetch.urls import host_of

    if session.settings.session.private or not url.startswith("http"):
        return 0
    key = key_of(key, url)
    from lightterm.session.peek import decided, store_path

    path = store_path()
    if not os.path.exists(path):
        return 0
    value = decided(path, host_of(url), key)
    return TIERS.index(value) + STATIC if value in TIERS else 0


def key_of(key: str, url: str) -> str:
    """The key of an origin among those of its host: another port is another site."""
    from lightterm.fetch.urls import origin

    return f"{key} {origin(url)}"


def learn(session: Session, page: Page, plan: Plan) -> None:
    """Keep what tier a page needed, for the next one of its origin; what did not help any more is forgotten."""
    from lightterm.error_base import LighttermError
    from lightterm.fetch.urls import host_of

    tiers = session.settings_for(page.request.url).tiers
    if plan.forced or not tiers.remember or session.settings.session.private or page.request.method != "GET":
        return
    if not page.response.url.startswith("http"):
        return
    host, key = host_of(page.response.url), key_of(KEY, page.response.url)
    try:
        if page.tier > plan.start and not page.hint:
            import time

            from lightterm.session.store.model import Decision

            until = time.time() + LEARNT_FOR
            session.store.decisions.put(Decision(host, key, TIERS[page.tier - STATIC], until))
        elif plan.learnt and page.tier < plan.start and not page.hint:
            session.store.decisions.delete(host, key)
    except LighttermError:
        pass  # a store that cannot be written is told of elsewhere


def engine_options(settings: Settings) -> EngineOptions:
    """What the engines of a session are told of its settings."""
    from lightterm.engines.base import EngineOptions
    from lightterm.fetch.headers import NOT_TRACKED, USER_AGENT
    from lightterm.session.browser import with_browser
    from lightterm.session.network import user_agent

    net = settings.network
    names = () if net.proxy else ("https_proxy", "http_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY")
    proxy = net.proxy or next((os.environ[name] for name in names if os.environ.get(name)), "")
    options = EngineOptions(
        user_agent=user_agent(settings) or USER_AGENT,
        accept_language=net.accept_language,
        headers=net.headers + (NOT_TRACKED if settings.privacy.send_dnt else ()),
        proxy="" if proxy == "none" else proxy,
        no_proxy=",".join(net.no_proxy) or os.environ.get("no_proxy", ""),
        insecure_hosts=net.insecure_hosts,
        public=not net.allow_private,
        max_bytes=net.max_bytes,
    )
    return with_browser(options, settings)
