"""What is told of a page besides its text: links, forms, tables, facts, the network, the console, how it was got."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import as_data
from lightterm.agent.confidences import as_told, facts_of
from lightterm.agent.cursors import Items, Lines
from lightterm.agent.forms_told import form_lines
from lightterm.agent.learning import insights, learned, pattern_data
from lightterm.agent.reading import link_lines
from lightterm.agent.references import references
from lightterm.agent.telling import left_out
from lightterm.commands.facts_json import ADDRESSES, facts_data
from lightterm.commands.page_json import metadata
from lightterm.commands.trace import plain, trace_of
from lightterm.engines.base import tier_name
from lightterm.engines.har import exchanges
from lightterm.fetch.model import Request
from lightterm.judge import THIN
from lightterm.loading import Step
from lightterm.output.tokens import tokens
from lightterm.safe import clean, clean_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lightterm.agent.cursors import Whole
    from lightterm.agent.telling import Wanted
    from lightterm.document.model import Document
    from lightterm.engines.base import Exchange
    from lightterm.loading import Page

NAMING, LEAST = 25, 20
"""Tokens that say what is left out of data, and those that the beginning of a list has at least."""


def included(name: str, page: Page, wanted: Wanted) -> Whole:
    """All of a part that was asked for besides the text."""
    return Lines(LINED[name](page)) if name in LINED else Items(list(LISTED[name](page, wanted)))


def _media_lines(page: Page) -> list[str]:
    return [f"{medium.kind} {clean(medium.alt)} {address_told(medium.url)}" for medium in page.document.media]


def _html_lines(page: Page) -> list[str]:
    return clean_text(page.snapshot.markup.decode("utf-8", "replace")).split("\n")


LINED: dict[str, Callable[[Page], Sequence[str]]] = {
    "links": lambda page: link_lines(page.document),
    "forms": lambda page: _forms_of(page.document),
    "media": _media_lines,
    "html": _html_lines,
}
"""What is told besides the text as lines."""


def _tables(page: Page, wanted: Wanted) -> list[dict[str, Any]]:
    found = facts_data(facts_of(page).least(wanted.min_confidence), address_told)["tables"]
    assert isinstance(found, list)
    return found


def _facts(page: Page, wanted: Wanted) -> list[dict[str, Any]]:
    found = facts_of(page).least(wanted.min_confidence)
    return [
        {
            "field": name,
            "value": _value(name, fact.value),
            "place": fact.place,
            "confidence": as_told({"": fact.confidence})[""],
        }
        for name, fact in found.fields()
        if fact.value and name != "content"
    ]


def _value(name: str, value: Any) -> Any:
    return address_told(value) if name in ADDRESSES and isinstance(value, str) else value


def exchange_data(one: Exchange) -> dict[str, Any]:
    """A request as the contract has it; times in milliseconds, secrets taken out where it was kept."""
    headers = {name.lower(): clean(value) for name, value in one.headers}
    told = {
        "url": address_told(one.url),
        "method": one.method,
        "status": one.status,
        "statusText": clean(one.reason),
        "kind": one.kind,
        "headers": headers,
        "requestHeaders": {name.lower(): clean(value) for name, value in one.request_headers},
        "contentType": headers.get("content-type", ""),
        "responseBody": clean_text(one.body),
        "bytes": one.bytes,
        "timestamp": round(one.started * 1000),
        "duration": round(one.ms, 1),
        "error": clean(one.error),
    }
    return {name: value for name, value in told.items() if value not in ("", {}) or name == "url"}


def console_data(page: Page) -> list[dict[str, Any]]:
    """What the page's scripts said."""
    evidence = page.snapshot.evidence
    said = evidence.console if evidence is not None else ()
    return [
        {"level": line.level, "text": clean_text(line.text), "url": address_told(line.url), "line": line.line}
        for line in said
    ]


LISTED: dict[str, Callable[[Page, Wanted], Iterable[dict[str, Any]]]] = {
    "tables": _tables,
    "facts": _facts,
    "discoveredApis": lambda page, _wanted: map(pattern_data, learned(page).patterns),
    "references": lambda page, _wanted: references(page),
    "network": lambda page, _wanted: map(exchange_data, exchanges(page.response, page.snapshot.evidence)),
    "console": lambda page, _wanted: console_data(page),
}
"""What is told besides the text as a list of data."""


def page_metadata(page: Page) -> dict[str, Any]:
    """What is known of a page beside its content; times in milliseconds."""
    response = page.response
    more = {"status": response.status, "fromCache": response.from_cache, "retryCount": response.retries}
    return {**metadata(page, page.document, address_told), **more, "tier": tier_name(page.tier)}


def _forms_of(document: Document) -> list[str]:
    from lightterm.session.tab import Visit

    visit = Visit(Request(url=document.url))
    return form_lines(visit, document)


def trace(page: Page) -> dict[str, Any]:
    """How a page was got: the decision trace as the command line has it, and what came of it."""
    response = page.response
    found = trace_of(page)
    found = found.replace(url=address_told(found.url))
    # The network and the console are asked for by themselves, in budgets of their own.
    slim = [
        attempt.replace(evidence=attempt.evidence and attempt.evidence.replace(network=(), console=()))
        for attempt in found.tiers
    ]
    return {
        **plain(found.replace(tiers=tuple(slim))),
        "density": density(page),
        "status": response.status,
        "redirects": [address_told(hop.url) for hop in response.redirects],
        "bytes": len(response.body),
        "fromCache": response.from_cache,
        "hidden": [{"why": why, "elements": n, "characters": c} for why, n, c in left_out(page)],
        "errors": [as_data(error) for error in page.errors],
    }


def density(page: Page) -> dict[str, bool]:
    """Of the page as its server sent it: whether scripts were to fill in parts of it, and whether it is hardly more
    than a shell for them."""
    first = next((step for step in page.trace if step.main is not None), Step(tier=page.tier, main=THIN))
    thin = first.main is not None and first.main < THIN
    return {"likelyJsFilled": bool(first.incomplete), "thinShell": thin and bool(first.incomplete or first.score)}


def bounded(data: dict[str, Any], room: int) -> dict[str, Any]:
    """Data within so many tokens: what is short first, of lists the beginning; `leftOut` names what is not whole."""
    if tokens(json.dumps(data, ensure_ascii=False)) <= room:
        return data
    costs = {name: tokens(json.dumps({name: value}, ensure_ascii=False)) for name, value in data.items()}
    left, told, out = room - NAMING, dict[str, Any](), list[str]()
    for name in sorted(costs, key=costs.__getitem__):
        if costs[name] <= left:
            told[name] = data[name]
            left -= costs[name]
            continue
        items = Items(data[name]).piece("", left).items if isinstance(data[name], list) and left > LEAST else ()
        whole = [item for item in items if set(item) != {"part", "whole"}]
        if whole:
            told[name] = whole
            left -= tokens(json.dumps({name: whole}, ensure_ascii=False))
        out.insert(0, name)  # what is largest is named first
    while len(out) > 1 and tokens(json.dumps(out)) > NAMING + max(0, left):
        out.pop()
    return {**{name: told[name] for name in data if name in told}, "leftOut": out}


TOLD: dict[str, Callable[[Page], dict[str, Any]]] = {
    "metadata": page_metadata,
    "trace": trace,
    "learningInsights": insights,
}
"""What is told besides the text as data that is no list."""
