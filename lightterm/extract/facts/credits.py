"""Who wrote a page, when and for which site: what the reader view says of a text before it begins."""

from __future__ import annotations

from lightterm.document.facts import USES
from lightterm.extract import dom
from lightterm.extract.facts import first_of, sites
from lightterm.extract.facts.data import json_ld
from lightterm.extract.facts.decide import alike, decided, same_day, weighed_bylines, weighed_dates
from lightterm.extract.facts.fields import Heard
from lightterm.extract.reader import read_tree
from lightterm.extract.reader.model import page_kinds
from lightterm.records import Record
from lightterm.safe import clean_markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.facts import Fact

MOST = 2_000_000
"""Bytes of markup up to which a page is asked: it is parsed once more for that."""


class Credits(Record):
    """Byline, date (ISO 8601, without its time) and the site's name; "" for what is not known well enough."""

    byline: str = ""
    date: str = ""
    site: str = ""


def credits_of(markup: bytes, url: str) -> Credits:
    """The credits of a page of UTF-8 `markup`. Raises ParseFailed."""
    if len(markup) > MOST:
        return Credits()
    markup = clean_markup(markup)
    tree = dom.parse(markup)
    heard = Heard(tree, url, list(json_ld(tree)))
    blocks, signals = read_tree(tree, markup, url)
    heard.blocks = blocks
    kinds = page_kinds(blocks, signals)
    byline = decided("byline", weighed_bylines(heard, kinds), alike)
    date = decided("published", weighed_dates(heard, kinds), same_day)
    return Credits(_sure(byline), _sure(date)[:10], _sure(first_of(sites(heard))))


def _sure(fact: Fact) -> str:
    return fact.value if fact.confidence.score >= USES["store"] else ""
