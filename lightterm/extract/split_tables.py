"""Tables whose first columns are a table of their own, so that they stay while the others are shifted: one table.

Sports pages have such: the teams were a list, and below it figures of nobody.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

STAYS = "fixed-left"
"""What the class of columns that stay has in it."""

FURTHEST = 3
"""Elements around the first columns up to which the others are looked for behind them."""

LEAST_ROWS = 2


def join_split(tree: Tree) -> None:
    """Put the cells of columns that stay in front of those of the table beside them, row by row."""
    for node in tree.css(f'table[class*="{STAYS}"]'):
        columns = _beside(node)
        if columns is None:
            continue
        heads, rows = node.css("tr"), columns.css("tr")
        if len(heads) != len(rows) or len(rows) < LEAST_ROWS or any(row.first_child is None for row in rows):
            continue
        for head, row in zip(heads, rows, strict=True):
            first = row.first_child
            assert first is not None  # it was looked for
            for cell in list(head.iter()):
                first.insert_before(cell, move=True)
        node.decompose()


def _beside(node: Node) -> Node | None:
    """The first table behind another, with no text between them."""
    at: Node | None = node
    for _ in range(FURTHEST):
        if at is None or at.tag in ("td", "li", "body"):
            return None
        beside = at.next
        while beside is not None and not beside.is_element_node:
            if (beside.text_content or "").strip() and beside.tag == "-text":
                return None
            beside = beside.next
        if beside is not None:
            found = beside if beside.tag == "table" else beside.css_first("table")
            return None if found is None or STAYS in (found.attrs.get("class") or "") else found
        at = at.parent
    return None
