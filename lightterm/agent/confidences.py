"""How sure lightterm is of what it tells of a page, field by field."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any
from weakref import ref

from lightterm.document.facts import NOTHING, confidence
from lightterm.errors import Action, LighttermError, ValidationFailed
from lightterm.extract.computing import few_at_once

if TYPE_CHECKING:
    from lightterm.document.facts import Confidence, Facts
    from lightterm.loading import Page

LARGEST = 2_000_000
"""Bytes of markup up to which the facts of a page are weighed for their confidence: a third of a second."""

KEPT = 16
"""Pages whose confidence is remembered, none of them kept by it: the same page is told of again and again."""

TOLD = ("title", "content", "byline", "published")
"""Fields that are told by name where the page has them."""

INSTEAD = ("blocked", "content", "auth", "http", "rate_limit")
"""Categories of errors that leave something else in the place of the page."""

UNSURE = 0.3
"""How sure one can be of that at most: it is read well, and is not what was asked for."""

_known: deque[tuple[ref[Page], dict[str, Confidence]]] = deque(maxlen=KEPT)


def confidences(page: Page) -> dict[str, Confidence]:
    """The confidence of title, content and what else was found, and over all; by name."""
    for known, told in tuple(_known):
        if known() is page:
            return told
    with few_at_once():
        told = _weighed(page)
    _known.append((ref(page), told))
    return told


def _weighed(page: Page) -> dict[str, Confidence]:
    kind = page.snapshot.content_type
    if kind.endswith("json") or "html" not in kind:
        # What is no HTML is its own content: nothing had to be found in it.
        whole = confidence("api_response" if kind.endswith("json") else "structured_data")
        return {"content": whole, "overall": whole}
    if len(page.snapshot.markup) > LARGEST:
        return {"overall": confidence("fallback")}
    try:
        found = facts_of(page)
    except LighttermError:
        return {"overall": NOTHING}
    told = {name: fact.confidence for name, fact in found.fields() if name in TOLD and fact.value}
    told["content"] = told.get("content", confidence("fallback") if page.document.blocks else NOTHING)
    told["overall"] = found.overall if found.overall.score else told["content"]
    if page.error is not None and page.error.category in INSTEAD:
        told = {name: confidence("fallback", min(sure.score, UNSURE)) for name, sure in told.items()}
    return told


def facts_of(page: Page) -> Facts:
    """The facts of a page. Raises ParseFailed."""
    from lightterm.extract.facts import facts

    return facts(page.snapshot)


def as_told(of: dict[str, Confidence]) -> dict[str, Any]:
    """Confidences as an answer has them."""
    return {name: {"score": c.score, "level": c.level, "source": c.source} for name, c in of.items()}


def check_sure(page: Page, least: float) -> None:
    """Raises ValidationFailed where lightterm is less sure of a page than was asked for."""
    if not least:
        return
    sure = confidences(page)["overall"]
    if sure.score < least:
        step = Action("use_browser_tier", "Read it where its scripts run, which may show more.", 1)
        words = f"the confidence is {sure.score:.2f} ({sure.level}, {sure.source}), and {least:g} was asked for"
        raise ValidationFailed(words, actions=(step,), least=least, score=sure.score)
