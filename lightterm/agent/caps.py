"""The tools beyond those that every client is told of: asked for by name, for every tool costs tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

CAPS = {
    "storage": "session, config: sessions of their own, their cookies, states, settings; browse_as: cookies in a call",
    "files": "download: files into the folder of --downloads",
    "network": "network: the requests of a page, and all of them as HAR; websocket: messages to and from a server",
    "devtools": "console; evaluate: scripts in pages, where agents.evaluate allows it",
    "media": "media: pictures of a page as pictures",
    "sites": "site: what is known of a site, what a load would do, which data it offers; watch: what changes, when",
    "batch": "batch: many pages at once",
    "checks": "verify: whether a page is what it should be",
    "feedback": "feedback: say how a page was read, so that the next one of its host is read better",
}
"""What each cap brings."""


def chosen_caps(words: Iterable[str]) -> frozenset[str]:
    """The caps that are named, by commas or one by one; `all` is every one. Raises ConfigError."""
    names = {name.strip() for word in words for name in word.split(",") if name.strip()}
    unknown = sorted(names - set(CAPS) - {"all"})
    if unknown:
        raise ConfigError(f"there is no cap {unknown[0]!r}; there are {', '.join(CAPS)}, all", actions=())
    return frozenset(CAPS if "all" in names else names)
