"""Which flex containers, grids and lists of inline items read well as one line of text."""

from __future__ import annotations

from lightterm.extract.style.display import display_of
from lightterm.extract.style.model import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.style.match import Element, Index

LONGEST_ROW = 200
MOST_PARTS = 120
_STACKED = words(
    "h1 h2 h3 h4 h5 h6 table pre blockquote textarea article main dl fieldset figure iframe video audio hr details "
    "address"
)
_SOLID = words("img input select button progress meter")
_INLINE = frozenset(("inline", "inline-block", "contents"))
_ITEMS = frozenset(("inline", "inline-block", "table-cell"))


class Rows:
    """Finds the containers to be shown as rows; `found` are their mem_ids, all others stack their children."""

    def __init__(self, index: Index, dead: set[int]) -> None:
        self._index = index
        self._dead = dead
        self._long: set[int] = set()
        self._depths: dict[int, int] = {}
        self.found: set[int] = set()

    def run(self, styled: Iterable[Element]) -> None:
        """Judge containers from the inside out, so that what is around a long one need not be read."""
        containers: dict[int, Element] = {}
        for element in styled:
            if element.mem in self._dead or not element.style:
                continue
            if is_row(element.style) and not (display_of(element) == "grid" and not one_row(element)):
                containers[element.mem] = element
            elif (element.tag == "li" and _beside(element)) or is_cell(element):
                parent = self._index.parent(element)
                if parent is not None and parent.mem not in self._dead:
                    containers[parent.mem] = parent
        for element in sorted(containers.values(), key=self._depth, reverse=True):
            if element.mem not in self._long and self._reads(element):
                self.found.add(element.mem)

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

    def _reads(self, container: Element) -> bool:
        text = container.node.text()
        long = len(text) > LONGEST_ROW and len(" ".join(text.split())) > LONGEST_ROW
        if long or len(container.node.css("*")) > MOST_PARTS:
            at: Element | None = container
            while at is not None and at.mem not in self._long:
                self._long.add(at.mem)
                at = self._index.parent(at)
            return False
        items = 0
        listed = not is_row(container.style or {})
        for node in container.node.iter(include_text=True):
            if node.is_text_node:
                items += bool(node.text().strip())
            elif node.is_element_node:
                item = self._index.element(node)
                if listed and item.tag == "li" and not _beside(item):
                    return False
                lines = self._lines(item)
                if lines > 1:
                    return False
                items += lines
        return items > 1

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
    return 0 < sum(node.is_element_node for node in element.node.iter()) <= columns


def is_cell(element: Element) -> bool:
    """Whether a style sheet alone makes a table cell of the element: its row is a line, or else it a block."""
    return element.tag not in ("td", "th") and display_of(element) == "table-cell"


def _floats(element: Element) -> bool:
    return bool(element.style) and (element.style or {}).get("float", "none") != "none"


def _beside(item: Element) -> bool:
    """Whether a list item stands beside its siblings."""
    return _floats(item) or display_of(item) in _ITEMS
