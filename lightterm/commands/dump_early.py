"""Text of a long file while the rest of it is read: `| head` gets its lines, and a reader has something to read."""

from __future__ import annotations

from lightterm.fetch.urls import display_url
from lightterm.output.text import header_lines, with_addresses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.options import DumpOptions
    from lightterm.document.model import Document
    from lightterm.settings import Output

STYLES = ("refs", "inline", "none")
"""Styles of links that plain text has."""


def may_be_early(options: DumpOptions, output: Output, colored: bool) -> bool:
    """Whether the first lines do not depend on what comes later: plain text of the whole file."""
    if output.format != "text" or colored or output.link_style not in STYLES:
        return False
    parts = options.title or options.diff or options.include_headers or options.images or options.more
    chosen = options.selectors or options.excluded or options.selection is not None or options.budget is not None
    unicode = (options.encoding or "utf-8").lower().startswith("utf")
    return unicode and not parts and not chosen


class Early:
    """How far a document has been written that comes again and again, each time longer."""

    def __init__(self, width: int, output: Output) -> None:
        self._width = width
        self._output = output
        self._page = ""

    @property
    def has_begun(self) -> bool:
        """Whether anything is written: of a file that only takes long nothing may be."""
        return bool(self._page)

    def lines(self, document: Document) -> Iterator[list[str]]:
        """What is new up to the last page, which may go on; first title and address."""
        from lightterm.document.layout import line_lists
        from lightterm.extract.pdf.gathering import is_milestone

        if not is_milestone(sum(name.startswith("page=") for name, _ in document.anchors)):
            return  # what was read when a clock struck differs from run to run, and with it what is a heading
        last = next((name for name, _ in reversed(document.anchors) if name.startswith("page=")), "")
        start = self.place(document)
        if not self._page and self._output.include_metadata:
            yield header_lines(document, self._width, display_url)
        self._page = last or self._page
        end = self.place(document)
        if self._output.tables == "records":
            from lightterm.document.stacked import in_records

            document = in_records(document)
        inline = self._output.link_style == "inline"
        blocks = with_addresses(document, display_url) if inline else document.blocks
        yield from line_lists(blocks[:end], self._width, self._output.numbers, start)

    def place(self, document: Document) -> int:
        """The block of a document with which the page begins up to which it was written."""
        return dict(document.anchors).get(self._page, 0)
