"""RSS 0.9x, 1.0, 2.0 and Atom, read token by token, so that a damaged feed gives what stands before the damage.

This is not left to feedparser: it needs 2 s a MB and 55 ms to import, is quadratic in the attributes of an element
(20,000 of them never end) and in the length of an author's name (400 KB never end), and cannot be stopped meanwhile.
Sources: https://www.rssboard.org/rss-specification, https://web.resource.org/rss/1.0/spec, RFC 4287.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract.feed import Entry, Feed, html_of_text, size_of
from lightterm.extract.xml_view import CDATA, EMPTY, END, REST, START, TEXT, plain_words, root_of, tokens
from lightterm.numerals import is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    Value = tuple[str, str]

_ENTRIES = ("item", "entry")
_HOLDERS = ("channel", "feed", "item", "entry", "rss", "RDF", "group", "content")
_SPACES = (
    ("http://purl.org/dc/elements/", "dc:"),
    ("http://purl.org/rss/1.0/modules/content", "content:"),
    ("http://www.itunes.com/dtds/podcast", "itunes:"),
    ("http://search.yahoo.com/mrss", "media:"),
    ("http://www.w3.org/2005/Atom", ""),
    ("http://purl.org/atom/ns", ""),
    ("http://purl.org/rss/1.0/", ""),
)
"""Namespaces by how their addresses begin, and the prefix by which the names below call them."""

_TITLE = ("title", "dc:title")
_DESCRIPTION = ("subtitle", "description", "tagline", "itunes:summary")
_CONTENT = (
    *("content:encoded", "content", "description", "summary", "itunes:summary", "dc:description"),
    "media:description",
)
_DATE = ("pubDate", "published", "issued", "dc:date", "updated", "modified", "created")
_AUTHOR = ("author", "dc:creator", "itunes:author")
_EDITOR = (*_AUTHOR, "managingEditor")
_KEPT = frozenset(
    (
        *_TITLE,
        *_DESCRIPTION,
        *_CONTENT,
        *_DATE,
        *_EDITOR,
        "category",
        "link",
        "guid",
        "id",
        "language",
        "itunes:duration",
    )
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MAX_ATTRIBUTES = 4000


class _Holder:
    """What was found in a channel or an entry: the first value of each name as (kind, text), links, enclosures."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self.base = ""
        self.bases: dict[str, str] = {}
        self.link = ""
        self.elsewhere = ""
        self.enclosures: list[tuple[str, str, int]] = []
        self.tags: list[str] = []

    def words(self, names: tuple[str, ...]) -> str:
        """The first of the names that is there, as plain text on one line."""
        kind, value = next((self.values[n] for n in names if n in self.values), ("text", ""))
        return one_spaced(value if kind == "text" else text_of_html(value))

    def markup(self, names: tuple[str, ...]) -> str:
        """The first of the names that is there, as HTML."""
        kind, value = next((self.values[n] for n in names if n in self.values), ("text", ""))
        return html_of_text(value) if kind == "text" else value

    def entry(self) -> Entry:
        guid = self.words(("guid",))
        return Entry(
            title=self.words(_TITLE),
            url=self.link or (guid if guid.startswith(("http://", "https://")) else "") or self.elsewhere,
            date=date_in_words(self.words(_DATE)),
            author=self.words(_AUTHOR),
            content=self.markup(_CONTENT),
            enclosures=tuple(self.enclosures),
            length=length_in_words(self.words(("itunes:duration",))),
            base=self.base,
            content_base=self.bases.get(next((name for name in _CONTENT if name in self.values), ""), ""),
            id=self.words(("id", "guid", "local-id")),
            tags=tuple(self.tags),
        )


def read_feed(text: str) -> Feed:
    """The feed in an XML document whose root is a feed's; whatever is missing is empty."""
    name, attributes = root_of(text)
    said = attributes_of(attributes)
    reader = _Reader(text, _prefixes(said), atom=name.endswith("feed"))
    reader.run()
    head = reader.head
    return Feed(
        title=head.words(_TITLE),
        url=head.link,
        description=head.words(_DESCRIPTION),
        language=head.words(("language",)) or said.get("xml:lang", ""),
        base=said.get("xml:base", "") or reader.head.base,
        author=head.words(_EDITOR),
        entries=tuple(holder.entry() for holder in reader.entries),
    )


class _Reader:
    """Goes through the tokens once; a value is gathered from its start tag until that element ends."""

    def __init__(self, text: str, prefixes: dict[str, str], atom: bool) -> None:
        self._text = text
        self._prefixes = prefixes
        self._atom = atom
        self.head = _Holder()
        self.entries: list[_Holder] = []
        self._holder = self.head
        self._open: list[str] = []
        self._names: dict[str, int] = {}
        self._field = ""
        self._type = ""
        self._depth = self._from = 0
        self._pieces: list[str] = []
        self._tagged = False

    def run(self) -> None:
        """Fill `head` and `entries`."""
        from html import unescape

        for kind, value, attributes, end in tokens(self._text):
            if kind == START:
                self._start(self._name(value), attributes, end)
            elif kind == EMPTY:
                self._tagged = True
                self._link(self._name(value), attributes)
            elif kind == END:
                self._end(self._name(value), end)
            elif self._field and kind in (TEXT, CDATA):
                self._pieces.append(value if kind == CDATA else unescape(value))
            elif kind == REST:
                break
        self._finish(len(self._text))

    def _name(self, name: str) -> str:
        """The name with the prefix that is usual for its namespace."""
        prefix, colon, local = name.rpartition(":")
        return self._prefixes.get(prefix, prefix + colon) + local if colon else name

    def _start(self, name: str, attributes: str, end: int) -> None:
        parent = self._open[-1] if self._open else ""
        self._open.append(name)
        self._names[name] = self._names.get(name, 0) + 1
        if name in _ENTRIES:
            self._finish(self._text.rfind("<", 0, end))
            self._holder = _Holder()
            self._holder.base = _base_of(attributes)
            self.entries.append(self._holder)
        elif self._field == "author" and name == "name":
            self._begin("author", "", end)
        elif self._field:
            self._tagged = True
        elif name == "channel":
            self.head.base = _base_of(attributes)
        elif self._link(name, attributes):
            return
        elif name in _KEPT and parent.rpartition(":")[2] in _HOLDERS:
            said = attributes_of(attributes)
            local = name == "guid" and said.get("isPermaLink") == "false"
            if "xml:base" in said:
                self._holder.bases.setdefault(name, said["xml:base"])
            self._begin("local-id" if local else name, said.get("type", ""), end)

    def _begin(self, field: str, type_: str, at: int) -> None:
        self._field = field
        self._type = type_
        self._depth = len(self._open)
        self._from = at
        self._pieces = []
        self._tagged = False

    def _end(self, name: str, end: int) -> None:
        """Close the innermost element of that name and what is open in it."""
        if not self._names.get(name):
            return
        last = ""
        while last != name:
            last = self._open.pop()
            self._names[last] -= 1
            if last in _ENTRIES:
                self._finish(self._text.rfind("<", 0, end))
                self._holder = self.head
        if self._field and len(self._open) < self._depth:
            self._finish(self._text.rfind("<", 0, end))

    def _finish(self, end: int) -> None:
        """Keep the value that is being gathered."""
        field, self._field = self._field, ""
        if not field:
            return
        value = self._text[self._from : end] if self._tagged else "".join(self._pieces)
        values = self._holder.values
        if field == "link":
            self._holder.link = self._holder.link or value.strip()
        elif field == "category":
            self._holder.tags += filter(None, (one_spaced(text_of_html(value)),))
        elif field == "author" and field in values:
            values[field] = "text", f"{values[field][1]}, {value}"
        elif value.strip() and not _is_data(self._type):
            values.setdefault(field, (self._kind(value), value))

    def _kind(self, value: str) -> str:
        """RSS does not say whether a value is HTML; Atom does."""
        if self._tagged or "html" in self._type:
            return "html"
        return "html" if not self._atom and ("<" in value or "&" in value) else "text"

    def _link(self, name: str, attributes: str) -> bool:
        """Take a link, an enclosure or where the content is, if attributes say so."""
        if name not in ("link", "enclosure", "media:content", "content", "category") or self._field:
            return False
        said = attributes_of(attributes)
        if name == "category":
            self._holder.tags += filter(None, (one_spaced(said.get("label") or said.get("term", "")),))
            return "term" in said
        if name == "content":
            self._holder.elsewhere = said.get("src", "")
            return "src" in said
        if name == "media:content":
            self._take_medium(said)
            return True
        address = said.get("href") or said.get("url") or ""
        rel = said.get("rel", "alternate") if name == "link" else name
        if rel == "enclosure" and address:
            self._holder.enclosures.append((address, said.get("type", ""), size_of(said.get("length", ""))))
        elif rel == "alternate" and address:
            self._holder.link = self._holder.link or address
        return bool(address)

    def _take_medium(self, said: dict[str, str]) -> None:
        """Take a sound or video of Media RSS that is no enclosure already (https://www.rssboard.org/media-rss)."""
        address, type_ = said.get("url", ""), said.get("type", "")
        played = said.get("medium") in ("audio", "video") or type_.startswith(("audio/", "video/"))
        if address and played and all(address != known for known, _, _ in self._holder.enclosures):
            self._holder.enclosures.append((address, type_, size_of(said.get("fileSize", ""))))


def _is_data(type_: str) -> bool:
    """Whether a media type of Atom's content is neither text nor HTML."""
    return "/" in type_ and not type_.startswith("text/") and "html" not in type_


def attributes_of(attributes: str) -> dict[str, str]:
    """The attributes of a start tag by name, the first of each; references resolved."""
    import re
    from html import unescape

    found = re.findall(r"""(?<![^\s"'])([^\s=/"']++)\s*+=\s*+("[^"]*+"|'[^']*+')""", attributes[:_MAX_ATTRIBUTES])
    return {name: unescape(value[1:-1]).strip() for name, value in reversed(found)}


def _base_of(attributes: str) -> str:
    """The xml:base of a start tag, "" for none (https://www.w3.org/TR/xmlbase/)."""
    return attributes_of(attributes).get("xml:base", "") if "xml:base" in attributes else ""


def _prefixes(said: dict[str, str]) -> dict[str, str]:
    """The prefixes a root element declares, with those by which this module calls the same namespaces."""
    declared = [(name[6:], address) for name, address in said.items() if name.startswith("xmlns:")]
    usual = {prefix: [ours for begins, ours in _SPACES if address.startswith(begins)] for prefix, address in declared}
    return {prefix: found[0] for prefix, found in usual.items() if found}


def text_of_html(markup: str) -> str:
    """The words of some HTML."""
    if "<" not in markup:
        return plain_words(markup)
    from lightterm.extract import dom

    body = dom.parse(markup.encode("utf-8", "replace")).body
    return dom.text_of(body) if body is not None else ""


def date_in_words(date: str) -> str:
    """A date of RFC 822 or RFC 3339 as `2024-01-31 09:05 +0100`; what is neither stays."""
    date = date[:60]
    if date[4:5] == date[7:8] == "-" and date[10:11] in ("T", " ") and date[13:14] == ":":
        zone = date[16:].lstrip(":.0123456789")
        return f"{date[:10]} {date[11:16]} {_zone(zone)}".rstrip()
    words = date.replace(",", " ").split()
    if words and not words[0].isdigit():
        words = words[1:]
    if len(words) < 3 or words[1][:3].lower() not in _MONTHS or not (is_whole(words[0]) and is_whole(words[2])):
        return date
    year = int(words[2]) + (0 if len(words[2]) > 2 else 2000 if int(words[2]) < 70 else 1900)
    month = _MONTHS.index(words[1][:3].lower()) + 1
    time = words[3][:5] if len(words) > 3 else ""
    zone = _zone(words[4]) if len(words) > 4 else ""
    return f"{year:04}-{month:02}-{int(words[0]):02} {time} {zone}".rstrip()


def length_in_words(length: str) -> str:
    """A length in seconds as players show it, 62 as `1:02`; one that is not in seconds stays."""
    if not (length.isascii() and length.isdigit() and len(length) < 7):
        return length[:20]
    minutes, seconds = divmod(int(length), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _zone(zone: str) -> str:
    return "UTC" if zone in ("Z", "GMT", "UT", "+0000", "+00:00", "-0000") else zone
