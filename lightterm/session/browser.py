"""What the settings say of the Chromium of tier 3."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import EngineOptions
    from lightterm.settings import Settings


def with_browser(options: EngineOptions, settings: Settings) -> EngineOptions:
    """The options of a session's engines with the browser that it wants."""
    import os

    chosen = settings.browser
    return options.replace(
        chromium=chosen.program,
        attach=chosen.attach,
        profile=os.path.abspath(os.path.expanduser(chosen.profile)) if chosen.profile else "",
        headed=chosen.headed,
        timezone=chosen.timezone,
    )
