"""OPML (http://opml.org/spec2.opml) as a page: lists of feeds, as feed readers export them, and outlines of words.

It becomes HTML, as feeds do, so that links are numbered as everywhere; whatever an outline says is text.
"""

from __future__ import annotations

from itertools import groupby

from lightterm.extract.build import name_of, text_of
from lightterm.extract.dom import escape
from lightterm.extract.feed import MAX_CHARACTERS
from lightterm.extract.feed_xml import attributes_of, text_of_html
from lightterm.extract.xml_view import CDATA, EMPTY, END, MAX_DEPTH, START, TEXT, checked, plain_words, tokens
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

_ABOUT = ("ownerName", "dateModified")


def opml_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """The page of an OPML file; ParseFailed when it is damaged or too long, and what could be read is there."""
    from lightterm.errors import ParseFailed
    from lightterm.extract.html import html_document

    text = text_of(snapshot)
    listing = _Listing()
    listing.read(text[:MAX_CHARACTERS])
    problems = checked(snapshot.markup, url)
    if len(text) > MAX_CHARACTERS:
        words = f"the list is very long; only its first {listing.count} entries are shown"
        problems = (ParseFailed(words, url=url), *problems)
    title = escape(listing.head.get("title", "") or name_of(url))
    about = " · ".join(escape(listing.head[name]) for name in _ABOUT if listing.head.get(name))
    markup = f"<!doctype html><title>{title}</title><body><h1>{title}</h1>{f'<p>{about}</p>' if about else ''}"
    markup += "".join(listing.parts)
    page = html_document(markup.encode("utf-8", "replace"), url, view, None, snapshot.base)
    return page.replace(content_type=snapshot.content_type), problems


class ListedFeed(Record):
    """A feed that a list names: `site` is its site's address, `folder` the outlines it is in, with / between them."""

    url: str
    title: str = ""
    site: str = ""
    folder: str = ""


def feeds_in(text: str) -> tuple[ListedFeed, ...]:
    """The feeds that an OPML file lists, in its order, each once."""
    found: dict[str, ListedFeed] = {}
    folders: list[str] = []
    for kind, value, attributes, _ in tokens(text[:MAX_CHARACTERS]):
        if value.lower() != "outline" or kind not in (START, EMPTY, END):
            continue
        if kind == END:
            del folders[-1:]
            continue
        said = {name.lower(): value for name, value in attributes_of(attributes).items()}
        words = text_of_html(said.get("text", "") or said.get("title", ""))
        url = said.get("xmlurl", "").strip()
        if url:
            folder = "/".join(filter(None, folders[:MAX_DEPTH]))
            found.setdefault(url, ListedFeed(url, words, said.get("htmlurl", ""), folder))
        if kind == START:
            folders.append("" if url else words.replace("/", " "))
    return tuple(found.values())


def opml_of(feeds: Iterable[ListedFeed]) -> str:
    """An OPML 2.0 file of feeds, those of a folder together."""
    ordered = sorted(feeds, key=lambda feed: (feed.folder.casefold(), feed.title.casefold()))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<opml version="2.0">']
    lines += ["<head><title>Feeds followed in lightterm</title></head>", "<body>"]
    for folder, own in groupby(ordered, lambda feed: feed.folder):
        names = [name for name in folder.split("/") if name]
        lines += [f'<outline text="{escape(name)}">' for name in names]
        lines += map(_outline, own)
        lines += ["</outline>"] * len(names)
    return "\n".join([*lines, "</body>", "</opml>", ""])


def _outline(feed: ListedFeed) -> str:
    words = escape(feed.title or feed.url)
    site = f' htmlUrl="{escape(feed.site)}"' if feed.site else ""
    return f'<outline type="rss" text="{words}" title="{words}" xmlUrl="{escape(feed.url)}"{site}/>'


class _Listing:
    """Turns tokens into nested lists; `head` is what the file says of itself, by name."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.parts: list[str] = []
        self.count = 0
        self._depth = 0
        self._has_items = [False]

    def read(self, text: str) -> None:
        """All of a file; what is no outline and no word of the head is passed over."""
        field, in_body = "", False
        for kind, value, attributes, _ in tokens(text):
            if kind in (START, EMPTY) and value.lower() == "outline":
                self._begin(attributes_of(attributes))
                if kind == EMPTY:
                    self._end()
            elif kind == END and value.lower() == "outline":
                self._end()
            elif kind == START:
                in_body = in_body or value == "body"
                field = value
            elif kind in (TEXT, CDATA) and field and not in_body:
                self.head[field] = self.head.get(field, "") or plain_words(value)
            elif kind == END:
                field = ""
        while self._depth:
            self._end()
        self._close()

    def _begin(self, said: dict[str, str]) -> None:
        if self._depth < MAX_DEPTH and not self._has_items[-1]:
            self.parts.append("<ul>")
            self._has_items[-1] = True
        self.count += 1
        self._depth += 1
        self.parts += ("<li>", *_told({name.lower(): value for name, value in said.items()}))
        if self._depth < MAX_DEPTH:
            self._has_items.append(False)

    def _end(self) -> None:
        if not self._depth:
            return
        if self._depth < MAX_DEPTH:
            self._close()
            self._has_items.pop()
            self.parts.append("</li>")
        self._depth -= 1

    def _close(self) -> None:
        if self._has_items[-1]:
            self.parts.append("</ul>")


def _told(said: dict[str, str]) -> Iterator[str]:
    """An outline: its words, which lead to its feed or page, the site of a feed, and what is said about it."""
    words = text_of_html(said.get("text", "") or said.get("title", ""))
    feed, site = said.get("xmlurl", ""), said.get("htmlurl", "")
    address = feed or said.get("url", "") or site
    words = words or address
    yield f'<a href="{escape(address)}">{escape(words)}</a>' if address else escape(words)
    if site and site != address:
        yield f' (<a href="{escape(site)}">{escape(_host(site) or site)}</a>)'
    about = text_of_html(said.get("description", ""))
    if about and about != words:
        yield f": {escape(about)}"


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].rpartition("@")[2]
