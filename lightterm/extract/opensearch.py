"""OpenSearch descriptions: how a site is searched, as it says itself.

https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from lightterm.document.marks import one_spaced
from lightterm.extract.feed_xml import attributes_of, text_of_html
from lightterm.extract.xml_view import CDATA, EMPTY, START, TEXT, tokens
from lightterm.fetch.urls import resolve
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_CHARACTERS = 100_000
"""A description is a few lines."""

WORDS = "{searchTerms}"
_HTML = ("text/html", "application/xhtml+xml")
_PARAMETER = re.compile(r"\{([^{}?]*)(\?)?\}")
_GIVEN = {"count": "20", "startIndex": "1", "startPage": "1", "language": "*"}
_ENCODINGS = ("inputEncoding", "outputEncoding")


class OfferedSearch(Record):
    """A search that a site offers: its name, and the address with {} for what is looked for."""

    name: str
    template: str


class _Url(Record):
    """An address that a description names, and what it is sent."""

    said: Mapping[str, str]
    pairs: list[tuple[str, str]]


def search_in(text: str, url: str) -> OfferedSearch | None:
    """The search that a description tells of, None where it tells of none that an address can ask for."""
    name = ""
    found: list[_Url] = []
    within = ""
    for kind, value, attributes, _ in tokens(text[:MAX_CHARACTERS]):
        if kind in (TEXT, CDATA):
            name += (text_of_html(value) if kind == TEXT else value) if within == "ShortName" else ""
            continue
        tag = value.rpartition(":")[2]
        within = tag if kind == START else ""
        if kind not in (START, EMPTY) or tag not in ("Url", "Param"):
            continue
        said = attributes_of(attributes)
        if tag == "Url":
            found.append(_Url(said, []))
        elif found:
            found[-1].pairs.append((said.get("name", ""), said.get("value", "")))
    template = next(_templates(found, url), "")
    return OfferedSearch(one_spaced(name), template) if template else None


def _templates(found: list[_Url], base: str) -> Iterator[str]:
    """What can be asked with GET and gives a page, with {} for the words."""
    for one in found:
        said = one.said
        wanted = said.get("type", "").split(";")[0].strip().lower() in _HTML
        if not wanted or said.get("method", "get").lower() != "get" or said.get("rel", "results") != "results":
            continue
        address = said.get("template", "").strip()
        if one.pairs:
            address += ("&" if "?" in address else "?") + urlencode(one.pairs, safe="{}?")
        if WORDS not in address or "{}" in address:
            continue
        # Braces are no part of an address: those of the words are put back behind what may escape them.
        mark = "lightterm-words"
        whole = resolve(base, _PARAMETER.sub(_value, address.replace(WORDS, mark)))
        if whole.startswith(("http://", "https://")) and mark in whole:
            yield whole.replace(mark, "{}")


def _value(found: re.Match[str]) -> str:
    """What stands for a parameter but the words: nothing for those that may be left out."""
    name, optional = found.groups()
    if optional:
        return ""
    return "UTF-8" if name in _ENCODINGS else _GIVEN.get(name, "")
