"""What a server that rendered a page left to the browser, by the marks that frameworks put where it is to come."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NUXT = re.compile(r'<script([^>]*id="__nuxt_data__"[^>]*)>(.{1,500000}?)</script>', re.DOTALL)
"""The data of Nuxt, in lower case."""


def awaited(lower: str) -> tuple[int, int]:
    """How many parts of lower-case markup are still to be made: surely, and maybe.

    Sure are boundaries that React's server gave up on (`<!--$!-->`) or never finished (`<!--$?-->`, whose parts would
    come at the end), and what Nuxt was told to fetch in the browser alone; maybe so, where its data are in a file.
    https://react.dev/reference/react-dom/server/renderToPipeableStream, https://nuxt.com/docs/api/composables/use-fetch
    """
    late = lower.count("<!--$?-->") - lower.count('<div hidden id="s:')
    sure, nuxt = lower.count("<!--$!-->") + max(0, late), _NUXT.search(lower)
    names = _not_there(nuxt[2]) if nuxt is not None else 0
    return (sure, names) if nuxt is not None and "data-src" in nuxt[1] else (sure + names, 0)


def _not_there(data: str) -> int:
    """The names that Nuxt knows of faults by, and has no data for: it may be going to ask for them."""
    try:
        told = json.loads(data)
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
