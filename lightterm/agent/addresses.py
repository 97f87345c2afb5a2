"""Addresses as agents are told of them: without what they hold of their reader's secrets."""

from __future__ import annotations

from lightterm.engines.redact import LONGEST_URL, redacted_url
from lightterm.fetch.url_display import display_url

CUT = "…"
"""The end of an address that is too long to be told."""


def address_told(url: str) -> str:
    """The address of a page, a link or a request for reading; agents go on with its tab, and follow links by number."""
    told = redacted_url(display_url(url))
    return told if len(told) < LONGEST_URL else told[:-1] + CUT
