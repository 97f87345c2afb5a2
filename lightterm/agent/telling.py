"""A page in the formats that agents ask for, and what is told of it besides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lightterm.agent.answer import as_data
from lightterm.agent.forms_told import form_lines
from lightterm.agent.reading import blocks_of, fitting, lines_of, link_lines, outline_lines, section
from lightterm.engines.base import tier_name
from lightterm.fetch.model import Request
from lightterm.fetch.url_display import display_url
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document
    from lightterm.loading import Page
    from lightterm.session.tab import Visit


def header(page: Page | None) -> list[str]:
    return [clean(page.document.title)] if page is not None and page.document.title else []


def formatted(visit: Visit, format: str, part: str, query: str = "") -> list[str]:
    """The lines of a page, of a part of it, or of what is about a query, in a format. Raises ValidationFailed."""
    assert visit.page is not None
    document = visit.page.document
    blocks = blocks_of(visit)
    if part:
        blocks = section(document, blocks, part)
    if query:
        from lightterm.output.select import select
        from lightterm.output.wanted import Selection

        blocks = select(document.replace(blocks=blocks), Selection(query=query)).blocks
    if format == "links":
        return link_lines(document)
    if format == "outline":
        return outline_lines(document)
    if format == "html":
        return visit.page.snapshot.markup.decode("utf-8", "replace").split("\n")
    if format == "markdown":
        from lightterm.output.markdown import markdown

        return markdown(document.replace(blocks=blocks), "none", display_url, True).split("\n")
    return lines_of(blocks)


def in_context(lines: Sequence[str], found: Sequence[int], around: int) -> list[str]:
    """The lines that were found with those beside them, parts kept apart by an ellipsis."""
    out: list[str] = []
    last = -1
    for at in found:
        start = max(last + 1, at - around)
        if start > last + 1 and out:
            out.append("…")
        end = min(len(lines), at + around + 1)
        out += [line for line in lines[start:end] if line]
        last = max(last, end - 1)
    return out


def included(page: Page, include: Sequence[str], left: int, max_tokens: int) -> dict[str, Any] | None:
    """What was asked for besides the text, in a budget of its own, and how many lines are missing."""
    data: dict[str, Any] = {"linesLeft": left} if left else {}
    document = page.document
    room = math.ceil(max_tokens / max(1, len(include)))
    if "links" in include:
        data["links"] = list(fitting(link_lines(document), room).lines)
    if "forms" in include:
        data["forms"] = list(fitting(_forms_of(document), room).lines)
    if "media" in include:
        media = [f"{m.kind} {clean(m.alt)} {display_url(m.url)}" for m in document.media]
        data["media"] = list(fitting(media, room).lines)
    if "trace" in include:
        data |= trace(page)
    return data or None


def _forms_of(document: Document) -> list[str]:
    from lightterm.session.tab import Visit

    visit = Visit(Request(url=document.url))
    return form_lines(visit, document)


def trace(page: Page) -> dict[str, Any]:
    """How a page was got."""
    response = page.response
    return {
        "tiers": [
            {"tier": tier_name(s.tier), "loadMs": round(s.load_ms), "extractMs": round(s.extract_ms), "why": s.reason}
            for s in page.trace
        ],
        "status": response.status,
        "redirects": [display_url(hop.url) for hop in response.redirects],
        "bytes": len(response.body),
        "fromCache": response.from_cache,
        "hidden": [{"why": why, "elements": n, "characters": c} for why, n, c in page.document.hidden.counts],
        "errors": [as_data(error) for error in page.errors],
    }


def trace_lines(page: Page) -> list[str]:
    """How a page was got, in words."""
    response = page.response
    lines = [
        f"{tier_name(s.tier)}: {s.reason} ({s.load_ms:.0f} ms to load, {s.extract_ms:.0f} ms to read)"
        for s in page.trace
    ]
    lines.append(f"status {response.status}, {len(response.body)} bytes{', from the cache' * response.from_cache}")
    lines += [f"redirected from {display_url(hop.url)}" for hop in response.redirects]
    lines += [f"left out: {n} elements, {c} characters ({why})" for why, n, c in page.document.hidden.counts]
    return lines + [f"{error.code}: {error.message}" for error in page.errors]
