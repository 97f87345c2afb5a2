"""Blocks and numbered links, made one way by every reader of something that is no HTML."""

from __future__ import annotations

from lightterm.document.marks import LINK, LINK_END, one_spaced, strip
from lightterm.document.model import ROOT, Cell, Divider, Document, Frame, Paragraph, Table, Target, Targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Block, Field, Media
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Snapshot

    Reading = tuple[Document, tuple[LighttermError, ...]]

MAX_LINKS = 200_000
"""Links that one page numbers; the addresses after that stay text. A 64 MB list of addresses would need 900 MB."""

_NO_ADDRESS = (
    '\t\n<>"`{}|\\^\xa0\u061c\u200e\u200f\u2066\u2067\u2068\u2069\u3000。、，；：？！「」『』（）【】《》〈〉“”‘’…'  # noqa: RUF001
)
_END_OF_ADDRESS = str.maketrans(dict.fromkeys(_NO_ADDRESS, " "))
_AFTER_ADDRESS = ".,;:!?'"
_UNITS = ("kB", "MB", "GB", "TB")


class Builder:
    """Gathers the blocks of a page at `url`, whose links are relative to `base`; links are numbered as they are made.

    All text must have gone through lightterm.safe before: its marks are control characters.
    """

    def __init__(self, url: str, base: str = "") -> None:
        self.url = url
        self.base = base or url
        self.blocks: list[Block] = []
        self._links: list[tuple[str, str]] = []
        self._frame: Frame = ROOT
        self._lead = 0

    def link(self, url: str, text: str) -> str:
        """`text` as the next numbered link, to be put into the next paragraph; `url` may be relative."""
        if len(self._links) >= MAX_LINKS:
            return text
        self._links.append((url, text))
        return f"{LINK}{text}{LINK_END}"

    def linked(self, text: str) -> str:
        """`text` with the addresses in it as links."""
        if len(self._links) >= MAX_LINKS:
            return text
        out: list[str] = []
        at = 0
        for start, end in addresses(text):
            out += (text[at:start], self.link(text[start:end], text[start:end]))
            at = end
        out.append(text[at:])
        return "".join(out)

    def paragraph(self, raw: str, gap: int = 0, level: int = 0, pre: bool = False, direction: str = "") -> None:
        """Append a paragraph; its links are the ones made last."""
        paragraph = self._made(raw, self._frame, gap, self._lead)
        paragraph.level = level
        paragraph.pre = pre
        paragraph.direction = direction
        self.blocks.append(paragraph)
        self._lead = 0

    def _made(self, raw: str, frame: Frame, gap: int, lead: int) -> Paragraph:
        return Paragraph(raw, frame, gap, lead, len(self._links) + 1 - raw.count(LINK))

    def divider(self, gap: int = 0) -> None:
        """Append a thematic break."""
        self.blocks.append(Divider(self._frame, gap, self._lead))
        self._lead = 0

    def enter(self, kind: str, marker: str) -> None:
        """Put the blocks that follow into a frame, whose `marker` shows on the first line."""
        self._frame = Frame(self._frame, kind, marker, " " * len(marker))
        self._lead += 1

    def leave(self) -> None:
        """Back to the frame around."""
        self._frame = self._frame.parent or ROOT
        self._lead = max(0, self._lead - 1)

    def cell(self, raw: str, header: bool = False, align: str = "") -> Cell:
        """A cell of the next table; its links are the ones made last."""
        return Cell([self._made(raw, ROOT, 0, 0)] if raw else [], 1, 1, header, align)

    def table(self, rows: list[list[Cell]], gap: int = 0) -> None:
        """Append a table."""
        self.blocks.append(Table(rows, [], self._frame, gap, self._lead))
        self._lead = 0

    def document(self, title: str, content_type: str, media: tuple[Media, ...] = ()) -> Document:
        """The page."""
        targets = Targets(len(self._links), _Links(self._links, self.url, self.base))
        return Document(self.url, title, content_type=content_type, blocks=self.blocks, targets=targets, media=media)


class _Links:
    """Makes the targets of links: (address, text) of each."""

    def __init__(self, links: list[tuple[str, str]], url: str, base: str) -> None:
        self._links = links
        self._url = url
        self._base = base

    def make(self, number: int) -> Target:
        from lightterm.extract.targets import link_class
        from lightterm.fetch.urls import resolve

        address, text = self._links[number - 1]
        address = resolve(self._base, address)
        kind = link_class("", address, self._url, 0, ())
        return Target(number, "link", one_spaced(strip(text)), address, link_class=kind)

    def addresses(self) -> Iterator[list[tuple[int, str]]]:
        from lightterm.fetch.urls import resolve

        yield [(number, resolve(self._base, address)) for number, (address, _) in enumerate(self._links, 1)]

    def fields(self) -> Iterator[tuple[int, Field]]:
        return iter(())

    def relations(self) -> Iterator[tuple[int, str]]:
        return iter(())

    def access_keys(self) -> Iterator[tuple[int, str]]:
        return iter(())


def addresses(text: str) -> Iterator[tuple[int, int]]:
    """Where http, https and mailto addresses stand in running text, as (start, end); punctuation after one is no part.

    Linear: the text is looked through once, and no character belongs to two addresses.
    """
    colon, mail = text.find("://"), text.find("mailto:")
    if colon < 0 and mail < 0:
        return
    ends = text.translate(_END_OF_ADDRESS)
    at = 0
    while colon >= 0 or mail >= 0:
        if mail >= 0 and not 0 <= colon < mail:
            start, body = mail, mail + 7
        else:
            start, body = _scheme_start(text, colon), colon + 3
        end = body
        if start >= at and not text[start - 1 : start].isalnum() and _begins_address(text[body : body + 1]):
            stop = ends.find(" ", body)
            end = _without_punctuation(text, body, len(text) if stop < 0 else stop)
            if start != mail or text.find("@", body, end) >= 0:
                yield start, end
        at = end
        colon = text.find("://", at) if 0 <= colon < at else colon
        mail = text.find("mailto:", at) if 0 <= mail < at else mail


def _begins_address(first: str) -> bool:
    return first.isalnum() or first == "["


def _scheme_start(text: str, colon: int) -> int:
    """Where http or https before `colon` begins, -1 when something else stands there."""
    head = text[max(0, colon - 5) : colon].lower()
    if head == "https":
        return colon - 5
    return colon - 4 if head.endswith("http") else -1


def _without_punctuation(text: str, start: int, end: int) -> int:
    """The end of an address: no punctuation, and no bracket that is closed but not opened in it."""
    open_ = {closing: text.count(opening, start, end) for opening, closing in ("()", "[]")}
    closed = {closing: text.count(closing, start, end) for closing in open_}
    while end > start:
        last = text[end - 1]
        if last in closed and closed[last] > open_[last]:
            closed[last] -= 1
        elif last not in _AFTER_ADDRESS:
            break
        end -= 1
    return end


def inert(markup: str, base: str = "") -> str:
    """Markup of unknown origin to be put into a page: whole elements only, and none that acts on the page itself.

    Where there is a `base`, its links and pictures are made absolute. Raises ParseFailed.
    """
    from lightterm.extract import dom

    tree = dom.parse(f"<!doctype html><body>{markup}".encode("utf-8", "replace"))
    for node in tree.css("base,meta,link,style,script"):
        node.decompose()
    if base:
        from lightterm.fetch.urls import resolve

        for name in ("href", "src"):
            for node in tree.css(f"[{name}]"):
                node.attrs[name] = resolve(base, node.attrs.get(name) or "")
    return (tree.body.inner_html or "") if tree.body is not None else ""


def text_of(snapshot: Snapshot) -> str:
    """A snapshot's text, without a byte order mark; not yet cleaned."""
    return snapshot.markup.decode("utf-8", "replace").removeprefix("\ufeff")


def name_of(url: str) -> str:
    """The file name an address ends in, for showing: decoded and cleaned; "" when it has none."""
    from lightterm.fetch.url_parse import percent_decode
    from lightterm.safe import clean

    if url.startswith(("data:", "stdin:")):
        return ""
    path = url.partition("#")[0].partition("?")[0].rstrip("/")
    return clean(percent_decode(path.rpartition("/")[2][-1000:]).decode("utf-8", "replace"))


def tell_cut(builder: Builder, snapshot: Snapshot) -> None:
    """Say of what is no text that not all of it came: nobody would see where it ends."""
    response = snapshot.response
    if response.truncated and response.error is not None:
        builder.paragraph(f"Not all of it came: {response.error.message}.", gap=1)


def size_in_words(size: int) -> str:
    """A size in bytes with a decimal unit, as in `1.2 MB`."""
    if size < 1000:
        return f"{size} B"
    amount = float(size)
    for unit in _UNITS:
        amount /= 1000
        if amount < 999.5 or unit == "TB":
            break
    return f"{amount:.1f} {unit}" if amount < 99.95 else f"{amount:.0f} {unit}"
