"""What the settings say of the Chromium of tier 3, and of what no page may load in any tier."""

from __future__ import annotations

from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.engines.base import EngineOptions
    from lightterm.fetch.blocking import Blocker
    from lightterm.fetch.model import Request
    from lightterm.settings import Settings
    from lightterm.settings_app import Blocking

LARGEST_LIST = 32_000_000
"""Characters of a list that are read; EasyList has 2 million."""

_made: tuple[Blocking, Blocker] | None = None
_lock = allocate_lock()


def with_browser(options: EngineOptions, settings: Settings) -> EngineOptions:
    """The options of a session's engines with the browser that it wants."""
    import os

    chosen = settings.browser

    def plain(css: str, all_css: str) -> str:
        from lightterm.extract.style.flat import flat

        return flat(css, chosen.viewport_width, chosen.viewport_height, options.scheme, all_css)

    return options.replace(
        chromium=chosen.program,
        attach=chosen.attach,
        profile=os.path.abspath(os.path.expanduser(chosen.profile)) if chosen.profile else "",
        headed=chosen.headed,
        viewport=(chosen.viewport_width, chosen.viewport_height),
        timezone=chosen.timezone,
        memory=chosen.memory,
        idle_seconds=chosen.idle_seconds,
        timer_seconds=chosen.timer_seconds,
        plain_css=plain,
    )


def blocker_of(settings: Settings, warn: Callable[[str], None]) -> Blocker | None:
    """What blocks requests as the settings say, None where they say nothing; `warn` hears of lists that are not there.

    Lists are read once for as long as the settings name the same ones.
    """
    global _made
    chosen = settings.blocking
    if not chosen.lists and not chosen.kinds:
        return None
    with _lock:
        if _made is None or _made[0] != chosen:
            _made = chosen, _make(chosen, warn)
        return _made[1]


def check_blocking(settings: Settings, request: Request, warn: Callable[[str], None]) -> None:
    """Raise ResourceBlocked for what a page may not load."""
    blocker = blocker_of(settings, warn)
    if blocker is not None and blocker.blocks(request.url, request.destination, request.initiator or request.url):
        from lightterm.errors import ResourceBlocked

        raise ResourceBlocked("what the lists block is not loaded", url=request.url)


def _make(chosen: Blocking, warn: Callable[[str], None]) -> Blocker:
    import os

    from lightterm.fetch.blocking import Blocker

    texts = []
    for path in chosen.lists:
        try:
            with open(os.path.expanduser(path), encoding="utf-8", errors="replace") as file:
                texts.append(file.read(LARGEST_LIST))
        except OSError as problem:
            warn(f"list {path!r}: {problem.strerror}")
    return Blocker(texts, chosen.kinds)


def for_clients(settings: Settings) -> tuple[object, ...]:
    """The settings that HTTP clients and engines are made from."""
    chosen = (settings.network, settings.privacy, settings.antibot, settings.cache, settings.browser, settings.blocking)
    return *chosen, settings.session.private, settings.layers.sites
