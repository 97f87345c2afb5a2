"""The facts of a page as JSON: each field with its value, how sure it is, where it stood and what was tried."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.facts import Confidence, Fact, Facts
    from lightterm.loading import Page

    Data = dict[str, object]

SCHEMA_VERSION = "1.0"
ADDRESSES = ("canonical", "image")
LARGEST = 4_000_000
"""Bytes of markup up to which a page's own JSON carries facts: they take 0.17 s a MB, and two trees beside its own."""


def facts_json(page: Page, show_url: Callable[[str], str], unicode: bool = True) -> str:
    """The facts of a page as one line of JSON; without `unicode` all of it is ASCII. Raises ParseFailed."""
    return json.dumps(facts_data(_facts(page), show_url), ensure_ascii=not unicode)


def _facts(page: Page) -> Facts:
    if page.document.metadata.properties:
        from lightterm.extract.pdf.facts import pdf_facts

        return pdf_facts(page.document)
    from lightterm.extract.facts import facts

    return facts(page.snapshot)


def brief_facts(page: Page, show_url: Callable[[str], str]) -> Data:
    """The facts that a page has, without its text and what was tried; none of one that is very large or unreadable."""
    from lightterm.errors import ParseFailed

    if len(page.snapshot.markup) > LARGEST:
        return {}
    try:
        told = facts_data(_facts(page), show_url)
    except ParseFailed:
        return {}
    fields = told["fields"]
    assert isinstance(fields, dict)
    return {
        name: {part: field[part] for part in ("value", "confidence", "place")}
        for name, field in fields.items()
        if field["value"] and name != "content"
    }


def facts_data(found: Facts, show_url: Callable[[str], str]) -> Data:
    """The facts as the object that is written."""
    data: Data = {"schemaVersion": SCHEMA_VERSION, "url": show_url(found.url), "confidence": _sure(found.overall)}
    data["fields"] = {name: _field(fact, show_url if name in ADDRESSES else str) for name, fact in found.fields()}
    data["feeds"] = [{"url": show_url(url), "title": title} for url, title in found.feeds]
    data["data"] = [{"kind": b.kind, "value": b.value, "confidence": _sure(b.confidence)} for b in found.data]
    data["tables"] = [
        {"caption": t.caption, "headers": t.headers, "rows": t.rows, "confidence": _sure(t.confidence)}
        for t in found.tables
    ]
    return data


def _field(fact: Fact, show: Callable[[str], str]) -> Data:
    tried = [{"place": t.place, "value": t.value, "reason": t.reason} for t in fact.tried]
    value = show(fact.value) if fact.value else ""
    return {"value": value, "confidence": _sure(fact.confidence), "place": fact.place, "tried": tried}


def _sure(of: Confidence) -> Data:
    return {"score": of.score, "level": of.level, "source": of.source}
