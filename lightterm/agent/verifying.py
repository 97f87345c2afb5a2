"""Is a page what it should be? Checks that an agent asks for before it relies on what it read."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, as_data, untrusted
from lightterm.agent.calls import Calls
from lightterm.agent.confidences import as_told, confidences
from lightterm.agent.deed import Deed
from lightterm.agent.learning import is_reliable, is_trustworthy
from lightterm.agent.reading import COLUMNS
from lightterm.agent.walls import wall_of
from lightterm.engines.base import tier_name
from lightterm.errors import LighttermError
from lightterm.loading import main_length
from lightterm.records import Record
from lightterm.session.visited import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.loading import Page

    Call = Context[Any, Any]

LEVELS = ("basic", "standard", "thorough")

LEAST = 0.1
"""Seconds that the second of two loads has in any case."""

EMPTY = 20
"""Characters of main text from which a page is not empty."""

ALIKE = 0.6
"""Share of the words of a page that a second load has, too, where it is the same page."""

_MISSING = ("not found", "page not found", "404", "no longer exists", "does not exist", "nicht gefunden")


class Expected(Record):
    """What a page should have: texts and CSS selectors that are there, texts that are not, characters of main text."""

    texts: tuple[str, ...] = ()
    selectors: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    min_length: int = 0


class Finding(Record):
    """One check: its name, what is wrong in words ("" for nothing), and whether that is no more than a warning."""

    check: str
    wrong: str = ""
    mild: bool = False


class VerifyWorks(Calls):
    """The work of `verify`."""

    async def verify(self, _context: Call, url: str, level: str, expected: Expected, deadline: float) -> CallToolResult:
        def work(cancel: Cancel) -> Answer:
            request, until = self._request(url), time.monotonic() + deadline
            try:
                page = self.desk.load(request, deadline, cancel)
            except LighttermError as error:
                if error.category not in ("network", "http"):
                    raise
                return _absent(error)
            found = list(self._basic(page, expected))
            if level != "basic":
                found += self._standard(page, expected)
            if level == "thorough":
                left = max(LEAST, until - time.monotonic())
                again = self.desk.load(request.replace(freshness="fresh"), left, cancel)
                found += _again(page, again)
            data = report(found)
            sure = confidences(page)["overall"]
            data["reliable"] = is_reliable(as_told({"": sure})[""])
            data["confidence"] = round(sure.score * (1.0 if data["passed"] else 0.5), 2)
            words = ["passed" if data["passed"] else "failed", *data["errors"], *(f"(!) {w}" for w in data["warnings"])]
            about = self._page_told(page, address_told(page.response.url))
            return about.model_copy(update={"text": untrusted("\n".join(words)), "data": data})

        return await self._do(work, deadline, None, Deed("verify", address_told(url)))

    def _basic(self, page: Page, expected: Expected) -> Iterator[Finding]:
        """Whether it came at all."""
        error = page.error
        yield Finding("loaded", f"{error.code}: {error.message}" if error is not None else "")
        wall = wall_of(page)
        yield Finding("no wall", wall.words if wall is not None else "")
        size, least = main_length(page.document), expected.min_length or EMPTY
        yield Finding("length", f"{size} characters of text, {least} were expected" if size < least else "")

    def _standard(self, page: Page, expected: Expected) -> Iterator[Finding]:
        """Whether it has what was expected, and says so surely."""
        text = " ".join(text_of(page.document).split()).casefold()
        for one in expected.texts:
            there = " ".join(one.split()).casefold() in text
            yield Finding(f"text {one!r}", "" if there else f"the page does not say {one!r}")
        for one in expected.absent:
            there = " ".join(one.split()).casefold() in text
            yield Finding(f"no text {one!r}", f"the page says {one!r}" if there else "")
        for one in expected.selectors:
            found = self.desk.session.read_again(page, COLUMNS, structure=True, selectors=(one,))
            yield Finding(f"selector {one}", "" if found.blocks else f"nothing on the page is {one}")
        title = page.document.title.casefold()
        yield Finding("no soft 404", f"the title is {title!r}" if any(w in title for w in _MISSING) else "", mild=True)
        sure = confidences(page)["overall"]
        said = f"confidence is {sure.score:.2f} ({sure.source})"
        yield Finding("trustworthy", "" if is_trustworthy(sure.score) else said, mild=True)
        yield Finding("complete", page.hint, mild=True)


def _absent(error: LighttermError) -> Answer:
    """What is said of a page of which nothing came."""
    data = {**report([Finding("loaded", f"{error.code}: {error.message}")]), "reliable": False, "confidence": 0.0}
    return Answer(text=untrusted("\n".join(["failed", *data["errors"]])), data=data, error=as_data(error))


def _again(page: Page, again: Page) -> Iterator[Finding]:
    """Whether another load brings the same."""
    yield Finding("loads again", f"{again.error.code}: {again.error.message}" if again.error is not None else "")
    title, other = page.document.title, again.document.title
    yield Finding("same title", f"it was {title!r}, then {other!r}" if title != other else "", mild=True)
    words, others = set(text_of(page.document).split()), set(text_of(again.document).split())
    share = len(words & others) / max(1, len(words))
    yield Finding("same text", f"only {share:.0%} of its words came again" if share < ALIKE else "")
    tiers = tier_name(page.tier), tier_name(again.tier)
    yield Finding("same tier", f"{tiers[0]}, then {tiers[1]}" if tiers[0] != tiers[1] else "", mild=True)


def report(found: list[Finding]) -> dict[str, Any]:
    """What came of checks, as data."""
    errors = [one.wrong for one in found if one.wrong and not one.mild]
    warnings = [one.wrong for one in found if one.wrong and one.mild]
    return {
        "passed": not errors,
        "checksRun": [one.check for one in found],
        "errors": errors,
        "warnings": warnings,
    }
