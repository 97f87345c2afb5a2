"""Forgetting everywhere at once: the store, the live cookies, the HTTP cache, the hosts met over TLS only."""

from __future__ import annotations

import contextlib
import os

from lightterm.errors import WriteFailed
from lightterm.resources import user_directory
from lightterm.session.store.forget import TRACES, Scope
from lightterm.session.store.model import Forgotten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.session.session import Session
    from lightterm.session.tab import Tabs, Visit


def forget(
    session: Session,
    host: str | None = None,
    since: float | None = None,
    until: float | None = None,
    kinds: tuple[str, ...] | None = None,
) -> tuple[Forgotten, ...]:
    """Forget what belongs to a host and those below it, to a span of time, or to both; all of it without either.

    `kinds` are of `lightterm.session.store.forget.TRACES` (the default) and `KEPT` (bookmarks and what else was put
    away on purpose). How much of each kind was forgotten comes back. Raises WriteFailed, and ValueError for an unknown
    kind.
    """
    kinds = TRACES if kinds is None else kinds
    scope = Scope(host or "", since, until)
    cached = _cache(session, scope) if "cache" in kinds and not session.store.private else 0
    counts: dict[str, int] = {}
    failure: WriteFailed | None = None
    try:
        # Behind the cache, which on a full disk makes the room that deleting needs.
        counts = {each.kind: each.count for each in session.store.forget(host, since, until, kinds)}
    except WriteFailed as error:
        failure = error
    live = forget_live(session, scope, kinds)
    if "cookies" in kinds:
        counts["cookies"] = max(counts.get("cookies", 0), live)
    if not session.store.private:
        from lightterm.session.left_copies import forget_in_states

        for kind, count in forget_in_states(scope, kinds).items():
            counts[kind] = counts.get(kind, 0) + count
    if "cache" in kinds:
        counts["cache"] = cached
    if "hsts" in kinds:
        counts["hsts"] = _hsts(session, scope)
    if failure is not None:
        raise _part(failure, kinds)
    return tuple(Forgotten(kind, count) for kind, count in counts.items())


ELSEWHERE = ("cache", "hsts")
"""Kinds that are in files of their own."""


def _part(failure: WriteFailed, kinds: tuple[str, ...]) -> WriteFailed:
    """What is told where the store could not be written: what is there still, and what is forgotten all the same."""
    there = ", ".join(kind.replace("_", " ") for kind in kinds if kind not in ELSEWHERE)
    gone = [*(["the cookies this run holds"] if "cookies" in kinds else []), *(k for k in ELSEWHERE if k in kinds)]
    words = f"{failure.message}. Not forgotten: {there}. Make room and say it again"
    words += f"; forgotten: {', '.join(gone)}" if gone else ""
    return WriteFailed(words, actions=())


def forget_live(session: Session, scope: Scope, kinds: tuple[str, ...]) -> int:
    """Forget what the session holds in memory and sends to sites; how many cookies."""
    if "cookies" not in kinds:
        return 0
    live = session.cookies.forget(lambda c: scope.has_place(c.domain) and scope.has_time(c.created))
    session.sign_out(scope.has_place)
    if scope.all_time:
        session.engines.forget_stored(scope.has_place)
    return live


def hear(session: Session) -> None:
    """Forget what was forgotten in other runs meanwhile; a private session has nothing that they could mean."""
    if not session.settings.session.private:
        for news in session.store.forgettings.news():
            forget_live(session, news.scope, news.kinds)
            if session.on_forgotten is not None:
                session.on_forgotten(news)


UNCHECKED = "network.insecure_hosts"


def forget_unchecked(session: Session, scope: Scope, kinds: tuple[str, ...]) -> None:
    """Have the certificates looked at again that were gone on without in this run, whenever that was."""
    chosen = session.settings
    now, own = (_hosts(dict(layer).get(UNCHECKED)) for layer in (chosen.layers.session, chosen.layers.user))
    left = tuple(one for one in now if one in own or not scope.has_place(one.rpartition(":")[0] or one))
    if "decisions" in kinds and left != now:
        session.configure(chosen.with_session([(UNCHECKED, left)]))


def _hosts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def forget_tabs(tabs: Tabs, scope: Scope, kinds: tuple[str, ...]) -> int:
    """Have the open tabs save nothing of what is forgotten, and the closed ones come back without it; how many pages.

    What is on the screen stays there.
    """
    if "sessions" not in kinds:
        return 0

    def meant(visit: Visit) -> bool:
        # Pages of a saved session do not know when they were visited.
        return scope.has_place(visit.url) and (not visit.at or scope.has_time(visit.at))

    gone = tabs.forget_closed(meant)
    for visit in (visit for tab in tabs for visit in tab.visits if visit.kept and meant(visit)):
        visit.kept = False
        visit.left = ()
        gone += 1
    return gone


def _cache(session: Session, scope: Scope) -> int:
    from lightterm.fetch.cache import DAMAGED, HttpCache

    path = os.path.join(user_directory("cache"), "http.sqlite")
    cache = HttpCache(path, max(1, session.settings.cache.max_bytes), warn=session.notes.append)
    count = cache.forget(lambda url, received: scope.has_place(url) and scope.has_time(received))
    cache.close()
    with contextlib.suppress(OSError):
        os.unlink(path + DAMAGED)  # it cannot be told what is in one that was damaged, and none of it will be asked for
    return count


def _hsts(session: Session, scope: Scope) -> int:
    """Forget hosts in the file, and in what the session knows of it, or of them alone."""
    from lightterm.fetch.hsts import HstsStore

    def meant(host: str, learnt: float) -> bool:
        return scope.has_place(host) and (scope.all_time or scope.has_time(learnt))

    path = os.path.join(user_directory("data"), "hsts.txt")
    counts = [0 if session.store.private else HstsStore(path).forget(meant)]
    counts += [client.hsts.forget(meant) for client in tuple(session.clients.values()) if client.hsts is not None]
    return max(counts)
