"""Addresses as agents are told of them: without what they hold of their reader's secrets."""

from __future__ import annotations

from lightterm.engines.redact import redacted_url
from lightterm.fetch.url_display import display_url


def address_told(url: str) -> str:
    """The address of a page, a link or a request for reading; agents go on with its tab, and follow links by number."""
    return redacted_url(display_url(url))
