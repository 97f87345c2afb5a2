"""What a server that rendered a page left to the browser, by the marks that frameworks put where it is to come."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NUXT = re.compile(r'<script(?![^>]*data-src)[^>]*id="__nuxt_data__"[^>]*>(.{1,500000}?)</script>', re.DOTALL)
"""The data of Nuxt in lower case, where they stand in the page: with data-src all of them are in a file of their own."""


def awaited(lower: str) -> int:
    """How many parts of lower-case markup are still to be made.

    Boundaries that React's server gave up on (`<!--$!-->`) or never finished (`<!--$?-->`, whose parts would come at
    the end), and what Nuxt was told to fetch in the browser alone.
    https://react.dev/reference/react-dom/server/renderToPipeableStream, https://nuxt.com/docs/api/composables/use-fetch
    """
    late = lower.count("<!--$?-->") - lower.count('<div hidden id="s:')
    return lower.count("<!--$!-->") + max(0, late) + _not_fetched(lower)


def _not_fetched(lower: str) -> int:
    """The names that Nuxt knows of faults by, and has no data for: it is going to ask for them."""
    found = _NUXT.search(lower)
    if found is None:
        return 0
    try:
        told = json.loads(found[1])
        names = [_record(told, told[0].get(part, -1)) for part in ("_errors", "data")]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return 0
    return len(names[0].keys() - names[1].keys())


def _record(told: list[Any], at: int) -> dict[str, Any]:
    """An object of devalue's, through the name of what wraps it; empty for none. Raises LookupError, TypeError."""
    value = told[at] if at >= 0 else {}
    if isinstance(value, list):
        value = told[value[1]]
    return value if isinstance(value, dict) else {}
