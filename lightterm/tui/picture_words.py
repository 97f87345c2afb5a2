"""What is said where a picture is not to be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import HttpError, TooLarge

if TYPE_CHECKING:
    from lightterm.document.model import Media
    from lightterm.errors import LighttermError


def told(medium: Media, error: LighttermError, asked: bool) -> str:
    """The words for a picture that failed; "" where the page is read as it is without pictures.

    Why it failed is said to who `asked`, and where it is ours to allow it; a reader of the page is helped by the words
    that stand for the picture in the text, and by nothing where others beside it say the same.
    """
    if not asked and not isinstance(error, TooLarge):
        return ""
    alt = medium.alt[1:-1] if medium.alt[:1] + medium.alt[-1:] == "[]" else medium.alt
    why = f"HTTP {error.http_status}" if isinstance(error, HttpError) else error.message
    return f"[{alt or 'picture'}: {why}]"
