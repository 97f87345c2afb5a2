"""about:why: how a page was got."""

from __future__ import annotations

from html import escape

from lightterm.commands.about import facts, html_page, items, link, rows
from lightterm.commands.about_page import page_of
from lightterm.commands.trace import evidence_lines, trace_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.about import Known
    from lightterm.commands.trace import Attempt, Trace


def why(known: Known, url: str) -> str:
    """Every tier's try, what was said of it, and what the page was judged by."""
    page = page_of(known, url)
    trace = trace_of(page)
    tries = f"{trace.attempts} attempt{'s' * (trace.attempts != 1)}"
    said = f"Tier {trace.successful_tier}, {tries}, {trace.duration_ms:.0f} ms."
    parts = [f"<p>{link(url, page.document.title or url)}</p>", f"<p>{said}</p>"]
    if trace.hint:
        parts.append(f"<p>Probably not all: {escape(trace.hint)}</p>")
    for number, attempt in enumerate(trace.tiers, 1):
        heading = f"{number}. Tier {attempt.tier}, {attempt.name}: {'used' if attempt.success else 'not used'}"
        parts += [f"<h2>{heading}</h2>", facts(_facts(attempt))]
        if attempt.reasons:
            parts += ["<p>What speaks for a higher tier:</p>", items(map(escape, attempt.reasons))]
        noticed = tuple(evidence_lines(attempt.evidence))
        if noticed:
            parts += ["<p>What the engine noticed:</p>", items(map(escape, noticed))]
    parts += ["<h2>Main text</h2>", rows(("part", "times", "characters", "", ""), _parts(trace))]
    found = ((escape(c.source), escape(c.text), "used" if c.selected else "") for c in trace.title)
    parts += ["<h2>Title</h2>", rows(("from", "text", ""), found)]
    return html_page("Why this page looks as it does", parts)


def _facts(attempt: Attempt) -> Iterator[tuple[str, str]]:
    yield "Verdict", escape(attempt.reason)
    yield "Time", f"{attempt.load_ms:.0f} ms to load, {attempt.extract_ms:.0f} ms to read"
    if attempt.content_length is not None:
        yield "Main text", f"{attempt.content_length} characters"
        yield "Score for a higher tier", f"{attempt.score:.2f} (from 0.5 on it is tried)"


def _parts(trace: Trace) -> Iterator[tuple[str, ...]]:
    for part in trace.selectors:
        counts = "counts" if part.selected else escape(part.skip_reason)
        yield escape(part.selector), str(part.matched), str(part.content_length), f"{part.confidence:.0%}", counts
