"""Where a page is, as agents are told: without what an address holds of its reader's secrets."""

from __future__ import annotations

from lightterm.engines.redact import redacted_url
from lightterm.fetch.url_display import display_url


def address_told(url: str) -> str:
    """The address of a page for reading; agents go on with its tab, and links keep theirs whole."""
    return redacted_url(display_url(url))
