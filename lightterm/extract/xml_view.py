"""XML as an outline: an element a line, its text after a colon, what it holds indented below.

expat only says whether and where the document is broken; it stops at the first declaration of an entity, so that none
is ever expanded. What is shown comes from a tolerant tokenizer, which reads broken documents too.
"""

from __future__ import annotations

from lightterm.document.marks import EM, EM_END, STRONG, STRONG_END, one_spaced
from lightterm.extract.build import Builder, name_of, text_of
from lightterm.extract.plain import add_text
from lightterm.graphics.dimensions import svg_size
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from lightterm.document.model import Document
    from lightterm.errors import LighttermError
    from lightterm.extract.build import Reading
    from lightterm.extract.view import View
    from lightterm.fetch.model import Snapshot

    Token = tuple[str, str, str, int]

MAX_BLOCKS = 100_000
"""Lines of the outline; what comes after is shown as it came."""

MAX_DEPTH = 32
"""Levels of indentation."""

MAX_ATTRIBUTES = 10_000
"""Characters of a start tag that are looked into."""

START, EMPTY, END, TEXT, CDATA, COMMENT, REST = "start", "empty", "end", "text", "cdata", "comment", "rest"
_XHTML = "http://www.w3.org/1999/xhtml"

_tag: Pattern[str] | None = None


def xml_document(snapshot: Snapshot, url: str, view: View) -> Reading:
    """What the root element makes of XML: a feed, OPML, XHTML, SVG, the outline; ParseFailed names line and column."""
    text = text_of(snapshot)
    name, attributes = root_of(text)
    local = name.rpartition(":")[2]
    if local == "html" and _XHTML in attributes:
        from lightterm.extract.html import html_document

        page = html_document(snapshot.markup, url, view, None, snapshot.base)
        return page.replace(content_type=snapshot.content_type), ()
    if local == "svg":
        from lightterm.extract.image import image_document

        return image_document(snapshot.replace(content_type="image/svg+xml"), url)
    if is_feed_root(local, attributes):
        from lightterm.extract.feed import feed_document

        return feed_document(snapshot, url, view)
    if local.lower() == "opml":
        from lightterm.extract.opml import opml_document

        return opml_document(snapshot, url, view)
    return _outlined(snapshot, text, url), checked(snapshot.markup, url)


def is_feed_root(local: str, attributes: str) -> bool:
    """Whether a root element is that of RSS 0.9x, 1.0 or 2.0 or of Atom."""
    if local == "RDF":
        return "http://purl.org/rss/" in attributes or "http://my.netscape.com/rdf/" in attributes
    return local == "rss" or (local == "feed" and ("Atom" in attributes or "purl.org/atom" in attributes))


def checked(markup: bytes, url: str) -> tuple[LighttermError, ...]:
    """Why UTF-8 `markup` is not well-formed, or declares entities; empty when it is a plain XML document."""
    from xml.parsers import expat

    from lightterm.errors import ParseFailed

    def refuse(*_declaration: object) -> None:
        raise ValueError("entities are declared, which are not expanded")

    parser = expat.ParserCreate("utf-8")
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(markup, True)
    except (expat.ExpatError, ValueError) as error:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        why = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
        words = f"the XML cannot be taken as it is at line {line}, column {column}: {why}"
        return (ParseFailed(words, url=url, line=line, column=column),)
    return ()


def tokens(text: str, at: int = 0) -> Iterator[Token]:
    """(kind, name or text, attributes, end) of everything in `text` but declarations and processing instructions.

    From the first tag on that never ends, all is one REST. References are not resolved. Linear.
    """
    global _tag
    if _tag is None:
        import re

        _tag = re.compile(r"""<(/?)([^\s/>"'<=!?]++)((?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>""")
    shown = at
    while (at := text.find("<", at)) >= 0:
        follows = text[at + 1 : at + 2]
        if follows in "!?" and follows:
            if at > shown:
                yield TEXT, text[shown:at], "", at
            kind, start, end, at = _declaration(text, at)
            if kind:
                yield kind, text[start:end], "", at
            shown = at
        elif follows.isspace() or follows in "=<" or follows.isdigit():
            at += 1
        else:
            found = _tag.match(text, at)
            if found is None:
                break
            if at > shown:
                yield TEXT, text[shown:at], "", at
            closing, name, attributes = found.groups()
            at = shown = found.end()
            if closing:
                yield END, name, "", at
            elif attributes.endswith("/"):
                yield EMPTY, name, attributes[:-1], at
            else:
                yield START, name, attributes, at
    if shown < len(text):
        yield (TEXT if at < 0 else REST), text[shown:], "", len(text)


def _declaration(text: str, at: int) -> tuple[str, int, int, int]:
    """(kind or "", start and end of its text, what follows it) of a comment, CDATA, DOCTYPE or instruction."""
    for opening, closing, kind in (("<!--", "-->", COMMENT), ("<![CDATA[", "]]>", CDATA), ("<?", "?>", "")):
        if text.startswith(opening, at):
            start = at + len(opening)
            end = text.find(closing, start)
            return (kind, start, end, end + len(closing)) if end >= 0 else (kind, start, len(text), len(text))
    end = text.find(">", at)
    subset = text.find("[", at, end if end >= 0 else len(text))
    if subset >= 0:
        closed = text.find("]", subset)
        end = text.find(">", closed) if closed >= 0 else -1
    return "", at, at, end + 1 if end >= 0 else len(text)


def root_of(text: str) -> tuple[str, str]:
    """The name and attributes of the root element, "" when there is none."""
    for kind, name, attributes, _ in tokens(text):
        if kind in (START, EMPTY):
            return name, attributes[:MAX_ATTRIBUTES]
    return "", ""


def plain_words(raw: str) -> str:
    """A text or attribute list cleaned: references resolved, white space collapsed."""
    from lightterm.safe import clean

    if "&" in raw:
        from html import unescape

        raw = unescape(raw)
    return clean(one_spaced(raw))


class _Outline:
    """Turns tokens into lines; an element's line waits for what comes first, its text or an element inside."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._open: list[str] = []
        self._names: dict[str, int] = {}
        self._head: tuple[str, str] | None = None
        self._text: list[str] = []

    def take(self, kind: str, value: str, attributes: str) -> None:
        """One token."""
        if kind in (TEXT, CDATA):
            from html import escape

            self._text.append(escape(value, False) if kind == CDATA else value)
        elif kind == START:
            self._begin(value, attributes)
        elif kind == EMPTY:
            self._begin(value, attributes)
            self._end(value)
        elif kind == END:
            self._end(value)
        elif kind == COMMENT:
            self._settle()
            from lightterm.safe import clean

            self._builder.paragraph(f"{EM}<!-- {clean(one_spaced(value))} -->{EM_END}")

    def close(self) -> None:
        """The end of the document: what still waits is written."""
        self._settle()
        while self._open:
            self._pop()

    def _begin(self, name: str, attributes: str) -> None:
        self._settle()
        self._head = name, attributes
        self._open.append(name)
        self._names[name] = self._names.get(name, 0) + 1

    def _end(self, name: str) -> None:
        """Close the innermost element of that name and what is open in it; an end without a start means nothing."""
        if not self._names.get(name):
            return
        if self._head is not None and self._head[0] == name:
            self._builder.paragraph(self._headline(leaf=True))
            self._head = None
            self._open.pop()
            self._names[name] -= 1
            return
        self._settle()
        while self._pop() != name:
            pass

    def _pop(self) -> str:
        name = self._open.pop()
        self._names[name] -= 1
        if len(self._open) < MAX_DEPTH:
            self._builder.leave()
        return name

    def _settle(self) -> None:
        """Write what waits: the line of the element that has turned out to hold others, and the text so far."""
        if self._head is not None:
            self._builder.paragraph(self._headline(leaf=False))
            self._head = None
            if len(self._open) <= MAX_DEPTH:
                self._builder.enter("element", "  ")
        words = plain_words("".join(self._text)) if self._text else ""
        self._text = []
        if words:
            self._builder.paragraph(self._builder.linked(words))

    def _headline(self, leaf: bool) -> str:
        """`name attributes`, and for an element without others in it `: text`."""
        name, attributes = self._head or ("", "")
        words = plain_words(attributes[:MAX_ATTRIBUTES]) + (" …" if len(attributes) > MAX_ATTRIBUTES else "")
        shown = words if "xmlns" in words else self._builder.linked(words)
        text = ""
        if leaf:
            text = plain_words("".join(self._text))
            self._text = []
        line = f"{STRONG}{plain_words(name)}{STRONG_END}"
        return line + (f" {shown}" if shown else "") + (f": {self._builder.linked(text)}" if text else "")


def _outlined(snapshot: Snapshot, text: str, url: str) -> Document:
    builder = Builder(url, snapshot.base)
    outline = _Outline(builder)
    taken = 0
    for kind, value, attributes, end in tokens(text):
        if kind == REST or len(builder.blocks) >= MAX_BLOCKS:
            break
        outline.take(kind, value, attributes)
        taken = end
    outline.close()
    add_text(builder, text, taken)
    return builder.document(name_of(url), snapshot.content_type)


class Described(Record):
    """What an SVG picture says in words: its title, other lines, its size in pixels (0: not said), what is wrong."""

    title: str
    lines: tuple[str, ...]
    size: tuple[int, int]
    problems: tuple[LighttermError, ...] = ()


def described_svg(snapshot: Snapshot, url: str) -> Described:
    """The words of an SVG picture. https://www.w3.org/TR/SVG2/struct.html#DescriptionAndTitleElements"""
    text = text_of(snapshot)
    title = ""
    lines: list[str] = []
    inside = ""
    words: list[str] = []
    for count, (kind, value, _, _) in enumerate(tokens(text)):
        local = value.rpartition(":")[2] if kind in (START, END) else ""
        if count > MAX_BLOCKS or kind == REST:
            break
        if kind == START and not inside and local in ("title", "desc", "text"):
            inside = local
        elif kind in (TEXT, CDATA) and inside:
            words.append(value)
        elif kind == END and local == inside:
            line = plain_words(" ".join(words))
            if inside == "title" and not title:
                title = line
            elif line:
                lines.append(line)
            inside, words = "", []
    return Described(title, tuple(lines), svg_size(root_of(text)[1]), checked(snapshot.markup, url))
