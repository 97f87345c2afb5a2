"""What a session does before and after the loads of engines that run scripts: cookies, storage, live pages."""

from __future__ import annotations

from lightterm.engines.light import SECONDS
from lightterm.session.engines import LEAST, Around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import Engine, State
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import Cookie, CookieJar
    from lightterm.fetch.model import Request, Snapshot
    from lightterm.session.engines import Engines
    from lightterm.session.lives import Lives


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
