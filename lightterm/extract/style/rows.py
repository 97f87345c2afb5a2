"""Which flex containers, grids and lists of inline items read well as one line of text."""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract.style.display import display_of
from lightterm.extract.style.model import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from selectolax.lexbor import LexborNode

    from lightterm.extract.style.match import Element, Index

LONGEST_ROW = 200
MOST_PARTS = 120
MOST_ROWS = 4
"""By how much more text a grid may hold: it is several rows."""
WIDEST_ROW = 70
_STACKED = words(
    "h1 h2 h3 h4 h5 h6 table pre blockquote textarea article main dl fieldset figure iframe video audio hr details "
    "address"
)
_SOLID = words("img input select button progress meter")
_INLINE = frozenset(("inline", "inline-block", "contents"))
_ITEMS = frozenset(("inline", "inline-block", "table-cell"))


class Rows:
    """Finds the containers to be shown as rows; `found` are their mem_ids, all others stack their children.

    `columns` says of a grid of several rows after how many children the next one begins; `single` are
    containers in a line of text that show one item or none.
    """

    def __init__(self, index: Index, dead: set[int]) -> None:
        self._index = index
        self._dead = dead
        self._long: set[int] = set()
        self._depths: dict[int, int] = {}
        self.found: set[int] = set()
        self.columns: dict[int, int] = {}
        self.single: set[int] = set()

    def run(self, styled: Iterable[Element]) -> None:
        """Judge containers from the inside out, so that what is around a long one need not be read."""
        containers: dict[int, Element] = {}
        for element in styled:
            if element.mem in self._dead or not element.style:
                continue
            if is_row(element.style):
                containers[element.mem] = element
            elif (element.tag == "li" and _beside(element)) or is_cell(element):
                parent = self._index.parent(element)
                if parent is not None and parent.mem not in self._dead:
                    containers[parent.mem] = parent
        for element in sorted(containers.values(), key=self._depth, reverse=True):
            if element.mem in self._long:
                continue
            if display_of(element) == "grid" and not one_row(element) and not is_inline(element):
                columns = int((element.style or {}).get("grid-columns", "0"))
                if columns > 1 and self._items(element, columns) > 1:
                    self.found.add(element.mem)
                    self.columns[element.mem] = columns
            elif (items := self._items(element)) > 1:
                self.found.add(element.mem)
            elif items >= 0 and is_inline(element):
                self.single.add(element.mem)

    def _depth(self, element: Element) -> int:
        passed = []
        at: Element | None = element
        while at is not None and at.mem not in self._depths:
            passed.append(at.mem)
            at = self._index.parent(at)
        depth = self._depths[at.mem] if at is not None else 0
        for mem in reversed(passed):
            depth += 1
            self._depths[mem] = depth
        return depth

    def _items(self, container: Element, columns: int = 0) -> int:
        """How many items of the container show something, -1 where they do not read well as rows."""
        most = LONGEST_ROW * (MOST_ROWS if columns else 1)
        text = container.node.text()
        long = len(text) > most and len(one_spaced(text)) > most
        if long or len(container.node.css("*")) > MOST_PARTS:
            at: Element | None = container
            while at is not None and at.mem not in self._long:
                self._long.add(at.mem)
                at = self._index.parent(at)
            return -1
        items = 0
        listed = not is_row(container.style or {})
        for node in container.node.iter(include_text=True):
            if node.is_text_node:
                items += bool(node.text().strip())
            elif node.is_element_node:
                item = self._index.element(node)
                if listed and item.tag == "li" and not _beside(item):
                    return -1
                lines = self._lines(item)
                if lines > 1 or (columns and lines and (item.style or {}).get("grid-placed")):
                    return -1
                items += lines
        return -1 if columns and self._widest(container, columns) > WIDEST_ROW else items

    def _widest(self, grid: Element, columns: int) -> int:
        """The characters of a grid's longest row."""
        sizes = [len(one_spaced(node.text())) for node in _children(grid)]
        return max((sum(sizes[first : first + columns]) for first in range(0, len(sizes), columns)), default=0)

    def _lines(self, element: Element) -> int:
        """How many lines the element makes, at least: 0, 1, or 2 for more."""
        if element.tag in _STACKED:
            return 2
        if element.tag in _SOLID:
            return 1
        if element.tag == "br":
            return 0
        row = element.mem in self.found
        lines = 0
        open_ = False
        for node in element.node.iter(include_text=True):
            if node.is_text_node:
                inner = int(bool(node.text().strip()))
                inline = True
            elif node.is_element_node:
                child = self._index.element(node)
                inner = self._lines(child)
                inline = row or display_of(child) in _INLINE or _floats(child)
            else:
                continue
            if inner > 1:
                return 2
            if inner and not (inline and open_):
                lines += 1
            if inner or not inline:
                open_ = inline
            if lines > 1:
                return 2
        return lines


def is_row(style: dict[str, str]) -> bool:
    """Whether an element with that style sets its children side by side, as far as it says."""
    display = style.get("display")
    return display == "grid" or (display == "flex" and not style.get("flex-direction", "row").startswith("column"))


def one_row(element: Element) -> bool:
    """Whether a grid has a column for each of its children."""
    style = element.style or {}
    if style.get("grid-auto-flow", "").startswith("column"):
        return True
    columns = int(style.get("grid-columns", "0"))
    return 0 < len(_children(element)) <= columns


def is_inline(element: Element) -> bool:
    """Whether a flex container or grid stands within a line of text."""
    style = element.style or {}
    return style.get("outer") == "inline" and style.get("display") in ("flex", "grid")


def _children(grid: Element) -> list[LexborNode]:
    """The children of a flex container or grid that are its items."""
    nodes = grid.node.iter(include_text=True)
    return [node for node in nodes if node.is_element_node or (node.is_text_node and node.text().strip())]


def is_cell(element: Element) -> bool:
    """Whether a style sheet alone makes a table cell of the element: its row is a line, or else it a block."""
    return element.tag not in ("td", "th") and display_of(element) == "table-cell"


def _floats(element: Element) -> bool:
    return bool(element.style) and (element.style or {}).get("float", "none") != "none"


def _beside(item: Element) -> bool:
    """Whether a list item stands beside its siblings."""
    return _floats(item) or display_of(item) in _ITEMS
