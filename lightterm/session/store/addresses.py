"""URLs as the store keeps them."""

from __future__ import annotations

from lightterm.errors import UrlInvalid
from lightterm.fetch.urls import strip_credentials
from lightterm.session.store.text import storable

MAX_URL = 8192


def kept_url(url: str) -> str:
    """`url` without name and password, "" for one that is not kept: data:, too long, or broken."""
    url = storable(url).strip()
    if not url or len(url) > MAX_URL or url[:5].lower() == "data:":
        return ""
    try:
        return strip_credentials(url)[0]
    except UrlInvalid:
        return ""


def is_within(name: str, domain: str) -> bool:
    """Whether a host is `domain` or below it."""
    return name == domain or name.endswith("." + domain)
