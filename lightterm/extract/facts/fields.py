"""What may be a page's title, byline, dates and so on: everything that is said of them, best places first."""

from __future__ import annotations

import re
from html import unescape

from lightterm.extract import dom
from lightterm.extract.facts.candidate import Candidate, surroundings
from lightterm.extract.facts.data import unescaped, without_markup
from lightterm.extract.facts.dates import iso_date
from lightterm.extract.facts.names import has_given_name, is_person, name_first
from lightterm.extract.facts.near import (
    SHORT,
    described_people,
    is_label,
    labelled_dates,
    labelled_names,
    linked_people,
    near_title,
    said_before,
    without_authority,
)
from lightterm.extract.links import ANCHORS
from lightterm.extract.reader.linear import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lightterm.document.facts import Json
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.reader.blocks import Block

ARTICLES = frozenset(
    (
        "article newsarticle blogposting techarticle reportagenewsarticle scholarlyarticle liveblogposting "
        "opinionnewsarticle analysisnewsarticle advertisercontentarticle report socialmediaposting "
        "discussionforumposting qapage question recipe review videoobject podcastepisode creativework"
    ).split()
)
PAGES = frozenset(
    ("webpage", "itempage", "aboutpage", "faqpage", "collectionpage", "product", "event", "course", "book")
)

_TEXTS = frozenset(("article", "newsarticle", "blogposting", "techarticle", "report", "scholarlyarticle"))

_AUTHORS = (
    "author article:author parsely-author sailthru.author dc.creator dcterms.creator dc.creator.name "
    "citation_author citation_authors article:author_name byl byline bylinename twitter:data1 authors "
    "cxenseparse:author rbauthors"
).split()
_DATES = (
    "article:published_time datepublished article:published parsely-pub-date sailthru.date pubdate publishdate "
    "publish-date publish_date dc.date.issued dcterms.issued dc.date.created dcterms.created dc.date "
    "dcterms.date dcterms.created date citation_publication_date citation_date article.published "
    "og:published_time og:article:published_time originalpublicationdate cxenseparse:recs:publishtime rbpubdate "
    "published-date published_date publication_date article_date_original release_date "
    "date.created creation_date shareaholic:article_published_time bt:pubdate displaydate datecreated sort_date"
).split()
_MODIFIED = (
    "article:modified_time og:updated_time datemodified lastmod last-modified dcterms.modified dc.date.modified "
    "updated revised article:modified"
).split()
_ENDS = re.compile(r"\s[|–—·•-]\s|\(")
_NAMED = (
    "[rel~=author],[itemprop~=author],[class*=byline i],[class*=author i],[id*=byline i],[id*=author i],"
    "[data-testid*=author i],[data-testid*=byline i],[class*=writer i],[class*=username i],[class=postleft] dt,address"
)
_DATED = (
    "time,[itemprop~=datePublished],[itemprop~=dateCreated],[class*=date i],[class*=time i],[class*=publish i],"
    "[class*=posted i],[id*=date i],[class*=byline i],[class*=meta i]"
)
_STATED = ("data-tippy-content", "data-original-title", "data-title", "data-datetime", "data-date", "aria-label")
"""Attributes in which an element that shows "1 year ago" may say when that was."""

_NAME_WORDS = ("author", "byline", "writer", "username")
_DATE_WORDS = ("updated", "modified", "date", "time", "publish", "posted", "byline", "meta")


MOST_HEADINGS = 30
"""Headings of a page that are looked at for the one that its title names."""


class Heard:
    """Everything that a page says in its head and its data (JSON-LD as `linked`), gathered in one go.

    `blocks`, the page's text, are to be set before anything is asked: reading them takes the scripts out of the tree.
    """

    def __init__(self, tree: Tree, url: str, linked: Iterable[Json]) -> None:
        self.tree = tree
        self.url = url
        self.blocks: list[Block] = []
        self.meta: dict[str, list[str]] = {}
        for node in tree.css("meta[content]"):
            has = node.attributes
            name = (
                has.get("name") or has.get("property") or has.get("itemprop") or has.get("http-equiv") or ""
            ).lower()
            value = " ".join(str(unescaped(has.get("content") or "")).split())
            if name and value:
                self.meta.setdefault(name, []).append(value)
        self.things = [thing for value in linked for thing in things(unescaped(value))]
        self._by_id = {str(thing["@id"]): thing for thing in self.things if thing.get("@id") and thing.get("name")}
        named = tree.css_first("head title") or tree.css_first("title")
        self.title = dom.text_of(named, 500) if named is not None else ""
        self.site = (self.meta.get("og:site_name") or [""])[0]
        root = tree.root
        self.language = (root.attributes.get("lang") if root is not None else "") or ""

    def page_signs(self) -> tuple[str, ...]:
        """What kind of page the address and the head speak of: one text, or a list of many."""
        path = self.url.partition("://")[2].partition("?")[0].strip("/").split("/")  # its first part is the host
        types = {name for thing in self.things for name in types_of(thing)}
        return (
            f"depth {min(4, len(path) - 1)}",
            f"slug {min(5, len(words_of(path[-1]) if len(path) > 1 else ()))}",
            f"og:type {(self.meta.get('og:type') or ['none'])[0].lower()[:20]}",
            "page of article" if types & _TEXTS else "page of no article",
            "page dated" if "article:published_time" in self.meta else "page not dated",
        )

    def names(self, value: Json) -> list[str]:
        """The names of people or organisations that JSON-LD gives as text, as a thing, by its id, or as a list."""
        if isinstance(value, list):
            return [name for part in value[:20] for name in self.names(part)]
        if isinstance(value, dict):
            if not value.get("name") and (named := self._by_id.get(str(value.get("@id")))) is not None:
                value = named
            return self.names(value.get("name") or value.get("alternateName") or "")
        if isinstance(value, str) and not value.startswith(("http:", "https:", "#", "/")):
            return [unescape(value).strip()] if value.strip() else []
        return []

    def websites(self) -> list[str]:
        """The names of the web sites in JSON-LD."""
        return [name for thing in self.things if "website" in types_of(thing) for name in self.names(thing.get("name"))]

    def said(self, *names: str) -> Iterator[Candidate]:
        """The values of each meta of these names."""
        for name in names:
            for value in self.meta.get(name, ()):
                yield Candidate(f"meta {name}", value)

    def of_things(self, *keys: str) -> Iterator[tuple[str, Json]]:
        """(place, value) of these keys of each thing in JSON-LD that is an article, then of what is a page."""
        for wanted in (ARTICLES, PAGES):
            for thing in self.things:
                kind = next((name for name in types_of(thing) if name in wanted), "")
                for key in keys if kind else ():
                    if thing.get(key):
                        yield f"json-ld {kind} {key}", thing[key]


def things(value: Json, depth: int = 0) -> Iterator[dict[str, Json]]:
    """All objects of JSON-LD that have a type, outer ones first."""
    if depth > 12:
        return
    if isinstance(value, list):
        for part in value[:500]:
            yield from things(part, depth + 1)
    elif isinstance(value, dict):
        if "@type" in value:
            yield value
        for key, part in value.items():
            if key in ("@graph", "mainEntity", "mainEntityOfPage", "itemReviewed", "hasPart") or not depth:
                yield from things(part, depth + 1)


def types_of(thing: dict[str, Json]) -> list[str]:
    """The types of a thing, lower case, without their namespace."""
    said = thing.get("@type")
    names = said if isinstance(said, list) else [said]
    return [str(name).rpartition("/")[2].rpartition(":")[2].lower() for name in names]


def titles(heard: Heard) -> Iterator[Candidate]:
    """What may be the title."""
    for place, value in heard.of_things("headline", "name"):
        if isinstance(value, str):
            yield Candidate(place, without_markup(unescape(value)))
    yield from heard.said("og:title", "twitter:title", "dc.title", "dcterms.title", "citation_title", "headline")
    mast, headline = masthead(heard)
    found = [node for node in heard.tree.css("h1") if not mast or heading(node) != mast]
    if not found and headline is not None:
        found = [headline]
    for i, node in enumerate(found[:3]):
        yield Candidate("h1", heading(node), (f"h1 {i} of {min(3, len(found))}", *surroundings(node)))
    if not found:
        for node in heard.tree.css("h2")[:1]:
            yield Candidate("h2", heading(node), surroundings(node))
    yield Candidate("title", heard.title)


def heading(node: Node) -> str:
    """What a heading says, without the sign of a link to itself, for copying."""
    text = dom.text_of(node, 400)
    if not any(sign in text for sign in ANCHORS):
        return text
    for link in node.css("a[href*='#']"):
        if (sign := dom.text_of(link, 8)) in ANCHORS:
            text = text.removesuffix(sign).removeprefix(sign).strip()
    return text


def masthead(heard: Heard) -> tuple[str, Node | None]:
    """The site's name where a page has it for its first heading, and the heading of the text; ("", None) else.

    The title says which is which: it ends with the one and begins with the other.
    """
    first = heard.tree.css_first("h1")
    name = heading(first) if first is not None else ""
    head, _, tail = heard.title.rpartition(name) if name else ("", "", "x")
    said = head.rstrip(" |–—·•-:")
    if tail or not said or len(said) == len(head.rstrip()):
        return "", None
    wanted = words_of(said)
    for node in heard.tree.css("h1,h2,h3")[:MOST_HEADINGS]:
        if words_of(heading(node)) == wanted:
            return name, node
    return "", None


def bylines(heard: Heard) -> Iterator[Candidate]:
    """What may be the byline."""
    for place, value in heard.of_things("author", "creator"):
        if names := heard.names(value):
            yield Candidate(
                place, ", ".join(dict.fromkeys(names)), ("organization",) if _is_organization(value) else ()
            )
    written = " ".join(heard.meta.get("twitter:label1", ())).lower().endswith(" by")
    for name in _AUTHORS:
        if (values := heard.meta.get(name, [])) and (name != "twitter:data1" or written):
            yield Candidate(f"meta {name}", ", ".join(dict.fromkeys(map(name_first, values))))
    for node, signs in _in_order(heard.tree, _NAMED, 80):
        if not _of_authority(node):
            yield from _names_of(node, _place(node, _NAME_WORDS), signs)
    yield from linked_people(heard.tree)
    yield from near_title(heard.blocks, True)
    yield from labelled_names(heard.blocks)
    yield from described_people(heard.blocks)
    yield from _site_of_person(heard)


def _of_authority(node: Node) -> bool:
    """Whether only a word such as "authorized" made a node look like a place for an author."""
    names = _names(node)
    return "authori" in names and _place(node, _NAME_WORDS) == "class"


def _site_of_person(heard: Heard) -> Iterator[Candidate]:
    """A person's name that is the site's, as the site or the title's end tells it."""
    for place, name in (("site of", heard.site), ("title ends in", _ENDS.split(heard.title)[-1].strip(" )"))):
        if is_person(name) and has_given_name(name):
            yield Candidate(place, name)


def dates(heard: Heard) -> Iterator[Candidate]:
    """What may be the date of publication."""
    for place, value in heard.of_things("datePublished", "dateCreated", "uploadDate", "dateModified"):
        if isinstance(value, str):
            yield Candidate(place, value)
    yield from heard.said(*_DATES, "article:modified_time", "og:updated_time", "last-modified")
    for node, signs in _in_order(heard.tree, _DATED, 120):
        has = node.attributes
        place = _place(node, _DATE_WORDS)
        text = dom.text_of(node, 200)
        stated = has.get("datetime") or has.get("content") or has.get("title") or ""
        if not stated and not iso_date(text):
            stated = next((value for name in _STATED if (value := has.get(name))), "")
        if len(text) <= SHORT:
            signs = (*signs, *said_before(text))
        if stated:
            yield Candidate(place, stated, signs)
        if len(text) <= SHORT:
            yield Candidate(f"{place} text" if stated else place, text, signs)
    yield from near_title(heard.blocks, False)
    yield from labelled_dates(heard.blocks)
    yield Candidate("address", heard.url)


def modifications(heard: Heard) -> Iterator[Candidate]:
    """What may be the date of the last change."""
    for place, value in heard.of_things("dateModified"):
        if isinstance(value, str):
            yield Candidate(place, value)
    yield from heard.said(*_MODIFIED)
    for node in heard.tree.css("[itemprop~=dateModified],time.updated")[:5]:
        has = node.attributes
        yield Candidate("itemprop dateModified", has.get("datetime") or has.get("content") or dom.text_of(node))


def images(heard: Heard) -> Iterator[Candidate]:
    """Addresses of the page's picture, as they stand."""
    for place, value in heard.of_things("image", "thumbnailUrl"):
        part = value[0] if isinstance(value, list) and value else value
        address = part.get("url") if isinstance(part, dict) else part
        if isinstance(address, str):
            yield Candidate(place, address)
    yield from heard.said("og:image", "og:image:url", "twitter:image", "twitter:image:src", "thumbnail")


def _is_organization(value: Json) -> bool:
    if isinstance(value, list):
        return bool(value) and _is_organization(value[0])
    return isinstance(value, dict) and "organization" in types_of(value)


def _names_of(node: Node, place: str, signs: tuple[str, ...]) -> Iterator[Candidate]:
    """The text of what holds a name; of an item, the name in it; the first part of what has several."""
    if "itemscope" in node.attributes and (name := node.css_first("[itemprop~=name]")) is not None:
        yield Candidate(place, name.attributes.get("content") or dom.text_of(name, 300), signs)
    elif node.attributes.get("content"):
        yield Candidate(place, node.attributes["content"] or "", signs)
    else:
        parts = [part for line in node.text(separator="\n")[:600].split("\n") if (part := " ".join(line.split()))]
        yield Candidate(place, _joined(list(dict.fromkeys(parts)))[:300], signs)
        if len(parts) > 1:
            part = next((p for p in parts if not is_label(p)), "")
            yield Candidate(f"{place} part", part, (*signs, f"parts {min(5, len(parts))}"))


def _joined(parts: list[str]) -> str:
    """The lines of a byline in one: what stands below a person's name is no more of it."""
    if len(parts) > 1 and is_person(parts[0]) and has_given_name(parts[0]) and parts[1][0].isupper():
        return f"{parts[0]}, {' '.join(parts[1:])}"
    return " ".join(parts)


def _in_order(tree: Tree, selector: str, most: int) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """What a selector finds, each with its rank before or after the first h1 and what it stands in."""
    found = dom.select(tree, f"h1,{selector}")
    first = next((i for i, node in enumerate(found) if node.tag == "h1"), -1)
    for i, node in enumerate(found[: most + 1]):
        if node.tag == "h1":
            continue
        if first < 0:
            side, rank = "alone", i
        else:
            side, rank = ("after", i - first - 1) if i > first else ("before", first - i - 1)
        yield node, (f"{side} {min(rank, 4)}", side, *surroundings(node))


def _place(node: Node, words: tuple[str, ...]) -> str:
    """Where a node of the body stands, as a few words that do not depend on the site."""
    has = node.attributes
    prop = (has.get("itemprop") or "").split()
    if prop:
        return f"itemprop {prop[0]}"
    if "author" in (has.get("rel") or "").split():
        return "rel author"
    if node.tag == "time":
        return "time datetime" if has.get("datetime") else "time"
    if node.tag == "address":
        return "address"
    names = without_authority(_names(node))
    return next((f"class {word}" for word in words if word in names), "class")


def _names(node: Node) -> str:
    has = node.attributes
    return f"{has.get('class') or ''} {has.get('id') or ''} {has.get('data-testid') or ''}".lower()
