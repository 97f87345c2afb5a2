"""Document to plain text: the page, and where its links lead in one of several styles."""

from __future__ import annotations

from lightterm.document.layout import line_lists, text_lines
from lightterm.document.marks import FIELD, LINK, LINK_END, RESUME, strip
from lightterm.document.model import ROOT, Paragraph, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.document.model import Block, Document

    ShowUrl = Callable[[str], str]
    """What makes an address fit to be shown. One of ASCII without %, @, spaces and xn-- it leaves as it is."""


LINES_AT_ONCE = 2000
"""Lines written at a time: `| head` gets its first ones while the rest is laid out."""


def page_text(document: Document, width: int, numbers: bool, links: str, show_url: ShowUrl) -> Iterator[str]:
    """The lines of the page. `links`: "refs" lists the addresses after it, "inline" puts each behind its link, "only"
    gives the list alone (the addresses alone without `numbers`), "none" (and "osc8", which needs escape codes) the
    page alone. `show_url` makes an address fit to be shown.
    """
    return (line for some in text_parts(document, width, numbers, links, show_url) for line in some)


def text_parts(
    document: Document, width: int, numbers: bool, links: str, show_url: ShowUrl, start: int = 0
) -> Iterator[list[str]]:
    """The lines of `page_text`, some hundred at a time, from the block `start` on."""
    if links == "only":
        yield from _reference_parts(document, show_url, numbers)
        return
    blocks = with_addresses(document, show_url) if links == "inline" else document.blocks
    yield from line_lists(blocks, width, numbers, start)
    if links == "refs" and numbers and len(document.targets):
        yield from reference_parts(document, show_url)


def reference_parts(document: Document, show_url: ShowUrl) -> Iterator[list[str]]:
    """The references under their heading, some hundred lines at a time; nothing for a page without links."""
    heading = ["", "References", ""]
    for lines in _reference_parts(document, show_url):
        yield heading + lines
        heading = []


def references(document: Document, show_url: ShowUrl, numbers: bool = True) -> list[str]:
    """A line for each link that is to be seen: its number and its address."""
    return [line for lines in _reference_parts(document, show_url, numbers) for line in lines]


def _reference_parts(document: Document, show_url: ShowUrl, numbers: bool = True) -> Iterator[list[str]]:
    wide = len(str(max(document.targets.numbers, default=0)))
    folded = document.folded
    for pairs in document.targets.address_lists():
        if folded:
            pairs = [pair for pair in pairs if not any(first <= pair[0] <= last for first, last in folded)]
        if pairs and not _are_plain("\n".join([url for _, url in pairs])):
            pairs = [(number, show_url(url)) for number, url in pairs]
        if not numbers:
            yield [url for _, url in pairs]
        elif pairs and len(str(pairs[0][0])) == len(str(pairs[-1][0])):
            margin = " " * (wide - len(str(pairs[0][0])))
            yield [f"{margin}[{number}] {url}" for number, url in pairs]
        elif pairs:
            yield [f"{f'[{number}]':>{wide + 2}} {url}" for number, url in pairs]


def _are_plain(urls: str) -> bool:
    """Whether addresses, a line each, are such that `show_url` would leave them as they are."""
    is_plain = urls.isascii() and urls.replace("\n", "").isprintable() and "%" not in urls and "@" not in urls
    return is_plain and " " not in urls and ("-" not in urls or ("n--" not in urls and "N--" not in urls))


def header_lines(document: Document, width: int, show_url: ShowUrl, once: bool = False) -> list[str]:
    """The title and, for pages that have one, the address: what a browser's title bar says.

    Markdown, listings and feeds have no title but their first heading, and menus of gopher but their first line, which
    say it already; `once` says that it need not stand above that of a page of HTML either.
    """
    words = [document.title] if document.title and not _begins_with_title(document, once) else []
    if not document.url.startswith(("stdin:", "data:", "about:")):
        words.append(show_url(document.url))
    blocks: list[Block] = [Paragraph(text, ROOT, 0, 0, 1) for text in words]
    return [*text_lines(blocks, width), ""] if words else []


def _begins_with_title(document: Document, once: bool) -> bool:
    first = document.blocks[0] if document.blocks else None
    is_html = document.content_type in ("text/html", "application/xhtml+xml")
    if (is_html and not once) or not isinstance(first, Paragraph):
        return False
    text = first.text()
    if document.content_type == "text/x-gopher-menu":
        return text.partition("\n")[0].strip() == document.title
    return first.level > 0 and text == document.title


def with_addresses(document: Document, show_url: ShowUrl) -> list[Block]:
    """The document's blocks with each link's address in the text, in angle brackets behind the link."""
    addresses = dict(document.targets.addresses())
    return [_with_addresses(block, addresses, show_url) for block in document.blocks]


def _with_addresses(block: Block, addresses: dict[int, str], show_url: ShowUrl) -> Block:
    if isinstance(block, Table):
        from lightterm.document.model import Cell

        def told(blocks: list[Block]) -> list[Block]:
            return [_with_addresses(b, addresses, show_url) for b in blocks]

        rows = [[Cell(told(c.blocks), c.columns, c.rows, c.header, c.align) for c in row] for row in block.rows]
        return Table(rows, told(block.caption), block.frame, block.gap, block.lead, block.stacked)
    if not isinstance(block, Paragraph) or LINK not in block.raw:
        return block
    return block.with_raw(_inlined(block, addresses, show_url))


def _inlined(block: Paragraph, addresses: dict[int, str], show_url: ShowUrl) -> str:
    """The paragraph's string with the addresses; a link that goes on from another block has been told there."""
    out: list[str] = []
    numbers = block.numbers()
    number = next(numbers)
    current = begun = 0
    for piece in _pieces(block.raw):
        if piece in (LINK, FIELD):
            number = next(numbers)
        if piece in (LINK, RESUME):
            current = number if piece == LINK else 0
            begun = len(out)
        elif piece == LINK_END and current in addresses:
            url = show_url(addresses[current])
            if strip("".join(out[begun:])).strip() != url:
                out.append(f" <{url}>")
        out.append(piece)
    return "".join(out)


def _pieces(raw: str) -> Iterator[str]:
    start = 0
    for i, c in enumerate(raw):
        if c in (LINK, FIELD, RESUME, LINK_END):
            yield raw[start:i]
            yield c
            start = i + 1
    yield raw[start:]


def in_texts(lists: Iterator[list[str]]) -> Iterator[str]:
    """The lines, each ended, in texts of some LINES_AT_ONCE: one paragraph of 64 MB is not held a second time."""
    batch: list[str] = []
    for lines in lists:
        if len(lines) <= LINES_AT_ONCE:
            batch += lines
            if len(batch) < LINES_AT_ONCE:
                continue
            lines = []
        if batch:
            yield "\n".join(batch) + "\n"
            batch = []
        for at in range(0, len(lines), LINES_AT_ONCE):
            yield "\n".join(lines[at : at + LINES_AT_ONCE]) + "\n"
    if batch:
        yield "\n".join(batch) + "\n"
