"""RSS, Atom and JSON feeds as pages.

A feed becomes one HTML page, which the one reader of HTML reads: so the links of all entries are numbered in one
sequence, and a broken entry cannot spill into the next. RSS and Atom are read by `feed_xml`.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract.build import inert, name_of, size_in_words, text_of
from lightterm.extract.dom import escape
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

UNREAD = "● "
"""What stands before an entry that was not read."""

MAX_CHARACTERS = 4_000_000
"""A longer feed ends with the last entry that fits."""

BEGINNING = 1 << 16
"""Bytes that have the root element of nearly any page: to read all 10 MB of one for it takes 20 ms of a key."""


class Entry(Record):
    """One entry: plain text but for `content`, which is HTML; enclosures are (url, type, bytes or 0).

    `id` is what the feed knows it by, `length` how long what is enclosed plays; "" where it says nothing. `base` is
    what its own links are relative to, `content_base` those in its content ("": as the feed's), each to the one before.
    """

    title: str = ""
    url: str = ""
    date: str = ""
    author: str = ""
    content: str = ""
    enclosures: tuple[tuple[str, str, int], ...] = ()
    id: str = ""
    length: str = ""
    base: str = ""
    content_base: str = ""
    tags: tuple[str, ...] = ()


class Item(Record):
    """What an entry is known by: its own id ("": it has none), its absolute address ("": none), and its title."""

    id: str
    url: str
    title: str = ""


class Feed(Record):
    """A feed as read, all of it plain text; `base` is what its links are relative to ("": its own address)."""

    title: str = ""
    url: str = ""
    description: str = ""
    language: str = ""
    base: str = ""
    author: str = ""
    entries: tuple[Entry, ...] = ()


def feed_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """The page of an RSS or Atom feed; ParseFailed when it is damaged or too long, and what could be read is there."""
    from lightterm.errors import ParseFailed
    from lightterm.extract.feed_xml import read_feed
    from lightterm.extract.xml_view import checked

    text = text_of(snapshot)
    feed = read_feed(text[:MAX_CHARACTERS])
    problems = checked(snapshot.markup, url)
    if len(text) > MAX_CHARACTERS:
        words = f"the feed is very long; only its first {len(feed.entries)} entries are shown"
        problems = (ParseFailed(words, url=url), *problems)
    return _page(feed, snapshot, url, view, problems)


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def size_of(text: str) -> int:
    """A number of bytes as feeds say it, 0 when they do not."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def html_of_text(text: str) -> str:
    """Plain text as HTML: a paragraph ends at an empty line."""
    paragraphs = text.replace("\r\n", "\n").split("\n\n")
    return "".join("<p>" + escape(p.strip()).replace("\n", "<br>") + "</p>" for p in paragraphs if p.strip())


def is_json_feed(snapshot: Snapshot) -> bool:
    """Whether JSON is a feed: by its type, or by the `version` it begins with (https://www.jsonfeed.org/version/1.1/)."""
    return snapshot.content_type == "application/feed+json" or b"//jsonfeed.org/version/" in snapshot.markup[:4096]


def json_feed_document(snapshot: Snapshot, url: str, view: View) -> Reading | None:
    """The page of a JSON feed; None when it is too long or no JSON object."""
    feed = _json_feed(snapshot)
    return None if feed is None else _page(feed, snapshot, url, view, ())


def _json_feed(snapshot: Snapshot) -> Feed | None:
    import json

    if len(snapshot.markup) > MAX_CHARACTERS:
        return None
    try:
        found = json.loads(text_of(snapshot))
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not isinstance(found.get("items"), list):
        return None
    return Feed(
        title=_string(found.get("title")),
        url=_string(found.get("home_page_url")),
        description=_string(found.get("description")),
        language=_string(found.get("language")),
        author=", ".join(_json_authors(found)),
        entries=tuple(_json_entry(item) for item in found["items"] if isinstance(item, dict)),
    )


def items_of(snapshot: Snapshot, url: str) -> tuple[Item, ...]:
    """What the entries of a feed are known by, in its order; none for what is no feed."""
    feed = feed_of(snapshot)
    return () if feed is None else _items(feed, _base(feed, snapshot, url))


def feed_of(snapshot: Snapshot) -> Feed | None:
    """The feed that a reply is, None for what is none."""
    from lightterm.extract.feed_xml import read_feed
    from lightterm.extract.xml_view import is_feed_root, root_of

    if is_json_feed(snapshot):
        return _json_feed(snapshot)
    name, attributes = root_of(snapshot.markup[:BEGINNING].decode("utf-8", "replace"))
    if name and not is_feed_root(name.rpartition(":")[2], attributes):
        return None
    text = text_of(snapshot)[:MAX_CHARACTERS]
    name, attributes = root_of(text)
    return read_feed(text) if is_feed_root(name.rpartition(":")[2], attributes) else None


def site_of(feed: Feed, snapshot: Snapshot, url: str) -> str:
    """The absolute address of the site that a feed is of, "" where it names none."""
    from lightterm.fetch.urls import resolve

    return resolve(_base(feed, snapshot, url), feed.url) if feed.url else ""


def _items(feed: Feed, base: str) -> tuple[Item, ...]:
    from lightterm.fetch.urls import resolve

    found = []
    for entry in feed.entries:
        near = resolve(base, entry.base) if entry.base else base
        title = one_spaced(entry.title) or entry.date or "Untitled"
        found.append(Item(entry.id, resolve(near, entry.url) if entry.url else "", title))
    return tuple(found)


def _base(feed: Feed, snapshot: Snapshot, url: str) -> str:
    """What a feed's links are relative to."""
    from lightterm.fetch.urls import resolve

    base = snapshot.base or url
    if feed.url.startswith("http") and not base.startswith("http"):
        base = feed.url  # a feed that was saved leads to its site, not to files
    return resolve(base, feed.base) if feed.base else base


def _json_entry(item: dict[str, object]) -> Entry:
    from lightterm.extract.feed_xml import date_in_words, length_in_words

    content = _string(item.get("content_html"))
    text = _string(item.get("content_text")) or _string(item.get("summary"))
    given = item.get("attachments")
    attachments = [a for a in given if isinstance(a, dict)] if isinstance(given, list) else []
    lengths = [length for a in attachments if isinstance(length := a.get("duration_in_seconds"), int | float)]
    return Entry(
        title=_string(item.get("title")),
        url=_string(item.get("url")) or _string(item.get("external_url")),
        date=date_in_words(_string(item.get("date_published")) or _string(item.get("date_modified"))),
        author=", ".join(_json_authors(item)),
        content=content or html_of_text(text),
        id=_string(item.get("id")),
        enclosures=tuple(
            (_string(a.get("url")), _string(a.get("mime_type")), size_of(str(a.get("size_in_bytes", ""))))
            for a in attachments
        ),
        length=length_in_words(f"{lengths[0]:.0f}") if lengths else "",
        tags=tuple(filter(None, map(_string, tags))) if isinstance(tags := item.get("tags"), list) else (),
    )


def _json_authors(item: dict[str, object]) -> list[str]:
    authors = item.get("authors")
    listed = authors if isinstance(authors, list) else [item.get("author")]
    return [_string(author.get("name")) for author in listed if isinstance(author, dict) and author.get("name")]


def _page(feed: Feed, snapshot: Snapshot, url: str, view: View, problems: tuple[LighttermError, ...]) -> Reading:
    from lightterm.extract.html import html_document
    from lightterm.fetch.urls import resolve

    base = _base(feed, snapshot, url)
    new = view.unread(url, _items(feed, base)) if view.unread is not None else frozenset()
    title = escape(feed.title or name_of(url))
    parts = [f'<!doctype html><html lang="{escape(feed.language)}"><title>{title}</title><body><h1>{title}</h1>']
    if feed.description:
        parts.append(f"<p>{escape(feed.description)}</p>")
    if feed.author:
        parts.append(f"<p>By {escape(feed.author)}</p>")
    if feed.url:
        whole = feed.url if "://" in feed.url else resolve(base, feed.url)
        parts.append(f"<p>{_link(feed.url, whole)}</p>")
    if view.unread is not None and feed.entries:
        told = f"{len(new)} of {len(feed.entries)} unread"
        parts.append(f"<p>{told}; :feed read marks them all as read</p>" if new else f"<p>{told}</p>")
    for at, entry in enumerate(feed.entries):
        parts.append(_entry_markup(_placed(entry, base), UNREAD if at in new else ""))
    page = html_document("".join(parts).encode("utf-8", "replace"), url, view, None, base)
    return page.replace(content_type=snapshot.content_type), problems


def _placed(entry: Entry, feed_base: str) -> Entry:
    """An entry with the links absolute that are relative to anything but the feed's own base."""
    if not (entry.base or entry.content_base):
        return entry
    from lightterm.fetch.urls import resolve

    base = resolve(feed_base, entry.base) if entry.base else feed_base
    within = resolve(base, entry.content_base) if entry.content_base else base
    return entry.replace(
        url=resolve(base, entry.url) if entry.url else "",
        enclosures=tuple((resolve(base, address) if address else "", *facts) for address, *facts in entry.enclosures),
        content=inert(entry.content, within) if entry.content else "",
    )


def _entry_markup(entry: Entry, mark: str) -> str:
    title = one_spaced(entry.title) or entry.date or entry.url or "Untitled"
    parts = [f"<article><h2>{mark}{_link(entry.url, title) if entry.url else escape(title)}</h2>"]
    byline = " · ".join(words for words in (entry.date, entry.author) if words and words != title)
    if byline:
        parts.append(f"<p>{escape(byline)}</p>")
    if entry.content:
        parts.append(f"<div>{inert(entry.content)}</div>")
    for address, kind, size in entry.enclosures:
        if address:
            length = "" if kind.startswith(("image/", "application/")) else entry.length
            facts = ", ".join(words for words in (kind, size_in_words(size) if size else "", length) if words)
            about = f" ({escape(facts)})" if facts else ""
            parts.append(f"<p>Enclosure: {_link(address, name_of(address) or address)}{about}</p>")
    if tags := dict.fromkeys(entry.tags):
        parts.append(f"<p>Tags: {escape(', '.join(tags))}</p>")
    return "".join(parts) + "</article>"


def _link(url: str, text: str) -> str:
    return f'<a href="{escape(url)}">{escape(text)}</a>'
