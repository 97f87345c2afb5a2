"""What a session does before and after the loads of engines that run scripts: cookies, storage, live pages."""

from __future__ import annotations

from _thread import allocate_lock

from lightterm.engines import chromium
from lightterm.engines.light import SECONDS
from lightterm.fetch.model import FULL
from lightterm.session.engines import LEAST, Around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.engines.base import Engine, EngineOptions, State
    from lightterm.engines.full import FullEngine
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import Cookie, CookieJar
    from lightterm.fetch.model import Request, Snapshot
    from lightterm.session.engines import Engines
    from lightterm.session.lives import Lives


class Later:
    """Tier 3, imported with its first load: whether it is there is asked of every page that tier 2 is to load."""

    tier = FULL

    def __init__(self, options: EngineOptions, jar: CookieJar) -> None:
        self._options = options
        self._jar = jar
        self._engine: FullEngine | None = None
        self._ended = False
        self._lock = allocate_lock()

    def missing(self) -> str:
        """What is not there, "" where the engine can run."""
        return chromium.missing(self._options.chromium, self._options.attach)

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """Load in the engine, which is made first where it is not yet. Raises LighttermError."""
        from lightterm.engines.full import FullEngine

        with self._lock:
            engine = self._engine = self._engine or FullEngine(self._options, self._jar)
            if self._ended:
                engine.close()
        return engine.load(request, cancel, state)

    def forget(self, has_place: Callable[[str], bool]) -> None:
        """Have no page find what sites that are meant have stored."""
        if self._engine is not None:
            self._engine.forget(has_place)

    def close(self) -> None:
        """End it, should it have begun."""
        with self._lock:
            self._ended, engine = True, self._engine
        if engine is not None:
            engine.close()


class Bounded(Around):
    """An engine whose live pages are counted with those of the others, and begin with what is given to all."""

    def __init__(self, engine: Engine, lives: Lives, engines: Engines) -> None:
        super().__init__(engine)
        self._engines = engines
        self._lives = lives

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """Load, and end the page that was loaded longest ago where there are too many."""
        begin, carried = self._engines.begin, self._engines.carried.state_for(self.tier, request)
        if begin is not None:
            carried = carried.replace(local=begin.local, latest=())
        snapshot = self._engine.load(request, cancel, state or carried)
        if snapshot.live is not None:
            self._lives.add(snapshot.live)
        return snapshot


class WithJar(Around):
    """An engine that is given the session's cookies as state, and whose cookies go into the jar."""

    def __init__(self, engine: Engine, jar: CookieJar) -> None:
        super().__init__(engine)
        self._jar = jar

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """Load with the jar's cookies."""
        from contextlib import suppress
        from time import monotonic

        from lightterm.engines.base import State
        from lightterm.error_base import LighttermError

        until = monotonic() + (request.deadline or SECONDS)
        had = self._jar.sendable()
        snapshot = self._engine.load(request, cancel, (state or State()).replace(cookies=had))
        if snapshot.live is not None:
            known = set(map(_told, had))
            left = max(until - monotonic(), LEAST)
            with suppress(LighttermError):  # it may have ended meanwhile: what it set is lost, what it showed is not
                self._jar.add([cookie for cookie in snapshot.live.state(left).cookies if _told(cookie) not in known])
        return snapshot


def _told(cookie: Cookie) -> tuple[str, ...]:
    return cookie.domain, cookie.path, cookie.name, cookie.value
