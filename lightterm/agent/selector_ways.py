"""Ways on from a CSS selector that is none: the CSS or the words of what another tool would have found by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.selectors_elsewhere import pointed
from lightterm.agent.way import Way

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.agent.way import Asked


def selected(selector: Any, asked: Asked) -> Iterator[Way]:
    """The same call with what the selector means, or without it."""
    if not isinstance(selector, str):
        return
    there = pointed(selector)
    if asked.arguments.get("selector") == selector and there is not None:
        given = {"text": there.words, "selector": None} if there.words else {"selector": there.css}
        yield Way("use_selector", "This may be what is meant.", asked.tool, asked.again(**given))
    listed = asked.arguments.get("selectors")
    if not isinstance(listed, list) or selector not in listed:
        return
    if there is not None and there.css:
        meant = [(one, pointed(one)) for one in listed]
        right = [css for one, other in meant if (css := one if other is None else other.css)]
        yield Way("use_selector", "This may be what is meant.", asked.tool, asked.again(selectors=right))
    left = [one for one in listed if one != selector]
    yield Way("without_selector", "Call it without that selector.", asked.tool, asked.again(selectors=left or None))
