"""What is said where a picture is not to be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import HttpError, RefusedError, TooLarge

if TYPE_CHECKING:
    from lightterm.document.model import Media
    from lightterm.errors import LighttermError


def told(medium: Media, error: LighttermError, asked: bool) -> str:
    """The words for a picture that failed; "" where only its maker would miss it and nobody `asked` for it."""
    if (isinstance(error, RefusedError) and not asked) or not (medium.alt or isinstance(error, TooLarge) or asked):
        return ""
    why = f"HTTP {error.http_status}" if isinstance(error, HttpError) else error.message
    if error.category == "network" and not isinstance(error, TooLarge) and not asked:
        why = "not loaded"  # a page whose pictures are on a host that is down would be full of it
    alt = medium.alt[1:-1] if medium.alt[:1] + medium.alt[-1:] == "[]" else medium.alt
    return f"[{alt or 'picture'}: {why}]"
