"""The facts of a page: title, byline, dates and the rest, its data for programs, its tables; each with a confidence."""

from __future__ import annotations

import re

from lightterm.document.facts import NO_FACT, DataBlock, Fact, Facts, Tried, confidence, overall
from lightterm.extract import dom
from lightterm.extract.facts.candidate import Candidate
from lightterm.extract.facts.data import data_blocks, json_ld, without_markup
from lightterm.extract.facts.decide import (
    alike,
    decided,
    same_day,
    source_of,
    weighed_bylines,
    weighed_dates,
    weighed_titles,
)
from lightterm.extract.facts.fields import Heard, images, modifications
from lightterm.extract.facts.tables import data_tables
from lightterm.extract.facts.tolerant_json import read_json
from lightterm.extract.head import Head
from lightterm.extract.reader import read_tree
from lightterm.extract.reader.choose import chosen
from lightterm.extract.reader.kind import KINDS
from lightterm.extract.reader.model import page_kinds, probabilities
from lightterm.safe import clean, clean_markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.document.facts import Json
    from lightterm.extract.reader.blocks import Block
    from lightterm.fetch.model import Snapshot

MARKUP = ("text/html", "application/xhtml+xml")

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


def facts(snapshot: Snapshot) -> Facts:
    """The facts of a snapshot: of JSON its value, of anything else but HTML its address. Raises ParseFailed."""
    url = snapshot.response.url
    if snapshot.content_type.endswith("json"):
        return Facts(url, data=_answered(snapshot.markup))
    if snapshot.content_type not in MARKUP:
        return Facts(url)
    return html_facts(snapshot.markup, url, snapshot.base or url)


def html_facts(markup: bytes, url: str, base: str = "") -> Facts:
    """The facts of a page of UTF-8 `markup` at `url`, whose links are relative to `base` (default: `url`).

    Raises ParseFailed.
    """
    markup = clean_markup(markup)
    tree = dom.parse(markup)
    head = Head(tree, base or url)
    linked = list(json_ld(tree))
    data = data_blocks(tree, linked, head.resolve)
    tables = data_tables(tree)
    heard = Heard(tree, url, linked)
    blocks, signals = read_tree(tree, markup, url)
    heard.blocks = blocks
    kinds = page_kinds(blocks, signals)
    metadata = head.metadata()

    def resolved(candidates: Iterable[Candidate]) -> list[Candidate]:
        return [c.replace(text=head.resolve(c.text)) if c.text else c for c in candidates]

    published = decided("published", weighed_dates(heard, kinds), same_day)
    found = Facts(
        url=url,
        title=decided("title", weighed_titles(heard, kinds), alike),
        byline=decided("byline", weighed_bylines(heard, kinds), alike),
        published=published,
        modified=_modified(heard, published.value),
        site=first_of(sites(heard)),
        description=first_of(_descriptions(heard)),
        language=first_of(_languages(heard)),
        canonical=first_of([Candidate("link canonical", metadata.canonical), *resolved(heard.said("og:url"))]),
        image=first_of(resolved(images(heard))),
        kind=Fact(KINDS[kinds.index(max(kinds))], confidence("heuristic", max(kinds)), "model of the page's kind"),
        content=_content(blocks, probabilities(blocks, signals)),
        feeds=metadata.feeds,
        data=data,
        tables=tables,
    )
    return found.replace(overall=overall(found))


def _answered(body: bytes) -> tuple[DataBlock, ...]:
    """What an address that answers in JSON says; a schema of GraphQL is one by its own name."""
    values = read_json(body.decode("utf-8", "replace"))[:1]
    return tuple(DataBlock("graphql" if _is_schema(value) else "api", value) for value in values)


def _is_schema(value: Json) -> bool:
    inner = value.get("data") if isinstance(value, dict) else None
    return isinstance(inner, dict) and "__schema" in inner


def first_of(candidates: Iterable[Candidate]) -> Fact:
    """The first that holds anything: places in the order of how sure they are by themselves."""
    tried: list[Tried] = []
    given = -1
    for candidate in candidates:
        value = clean(" ".join(candidate.text.split()))
        if value and given < 0:
            given = len(tried)
        tried.append(
            Tried(candidate.place, value, "" if len(tried) == given else "an earlier place" if value else "empty")
        )
    if given < 0:
        return Fact(tried=tuple(tried))
    place = tried[given].place
    return Fact(tried[given].value, confidence(source_of(place)), place, tuple(tried))


def sites(heard: Heard) -> list[Candidate]:
    named = [
        Candidate(f"json-ld {key}", name)
        for key in ("publisher", "isPartOf")
        for _, value in heard.of_things(key)
        for name in heard.names(value)[:1]
    ]
    sites = [Candidate("json-ld website", name) for name in heard.websites()]
    said = [*named, *sites, *heard.said("og:site_name", "application-name", "al:ios:app_name")]
    return [c for c in said if "://" not in c.text]


def _descriptions(heard: Heard) -> list[Candidate]:
    said = [Candidate(place, value) for place, value in heard.of_things("description") if isinstance(value, str)]
    said += heard.said("description", "og:description", "twitter:description", "dc.description")
    return [c.replace(text=without_markup(c.text)) for c in said]


def _languages(heard: Heard) -> list[Candidate]:
    """What looks like a tag of a language. https://www.rfc-editor.org/rfc/rfc5646#section-2.1"""
    said = [Candidate("html lang", heard.language), *heard.said("content-language", "og:locale")]
    return [c if _LANGUAGE.fullmatch(c.text.strip()) else c.replace(text="") for c in said]


def _modified(heard: Heard, published: str) -> Fact:
    """When the page was changed since it was published: a date before that is of a draft."""
    from lightterm.extract.facts.dates import iso_date

    said = [c.replace(text=iso_date(c.text, heard.language)) for c in modifications(heard)]
    return first_of(c if c.text[:10] >= published[:10] else c.replace(text="") for c in said)


def _content(blocks: list[Block], likely: list[float]) -> Fact:
    """The main text; as sure as its blocks are on the mean, by their size."""
    keep = chosen(blocks, likely)
    taken = [(block.text, p) for block, p, kept in zip(blocks, likely, keep, strict=True) if kept]
    size = sum(len(text) for text, _ in taken)
    if not size:
        return NO_FACT
    score = sum(len(text) * p for text, p in taken) / size
    text = "\n".join(clean(text) for text, _ in taken)
    return Fact(text, confidence("selector_match" if _in_main(blocks, keep) else "heuristic", score), "main text")


def _in_main(blocks: list[Block], keep: list[bool]) -> bool:
    """Whether the text that was kept stands in elements that say they hold the main text."""
    return all(
        any(element.tag in ("main", "article") for element in block.element.chain())
        for block, kept in zip(blocks, keep, strict=True)
        if kept
    )
