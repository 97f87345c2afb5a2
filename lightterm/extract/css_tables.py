"""Tables that a style sheet makes of other elements, as tables: their columns are aligned."""

from __future__ import annotations

from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

_TABLES = frozenset(("div", "section", "article", "span"))
_ROWS = frozenset(("div", "span"))
"""Lists stay lists, and forms forms."""


def made_tables(noted: list[tuple[Node, str]]) -> bool:
    """Put tables in the place of boxes that are laid out as such, innermost first; whether there were any.

    Two rows or more of as many cells, two or more in each, that the style pass has found to read well as lines of text;
    boxes beside words are laid out as tables, too, and stay what they are.
    """
    tables = [node for node, note in noted if "d:table" in note.split(";") and node.tag in _TABLES]
    made = 0
    for node in reversed(tables):
        rows = _rows(node)
        widths = {len(row) for _, row in rows}
        if len(rows) > 1 and len(widths) == 1 and widths.pop() > 1:
            _make(node, rows)
            made += 1
    return made > 0


def _rows(table: Node) -> list[tuple[Node, list[Node]]]:
    """Each row with its cells, none where something else stands in the table."""
    rows: list[tuple[Node, list[Node]]] = []
    waiting = _children(table)[::-1]
    while waiting:
        row = waiting.pop()
        notes = _notes(row)
        if "d:contents" in notes and row.tag in _ROWS:
            waiting += _children(row)[::-1]
            continue
        cells = _children(row)
        if "d:flex-row" not in notes or row.tag not in _ROWS or any("d:table-cell" not in _notes(c) for c in cells):
            return []
        rows.append((row, cells))
    return rows


def _children(node: Node) -> list[Node]:
    """The elements and the words in an element; comments and blanks are nothing."""
    return [
        child
        for child in node.iter(include_text=True)
        if child.is_element_node or (child.tag == "-text" and (child.text_content or "").strip())
    ]


def _notes(node: Node) -> list[str]:
    return (node.attrs.get(dom.NOTE) or "").split(";") if node.is_element_node else []


def _make(node: Node, rows: list[tuple[Node, list[Node]]]) -> None:
    line = f"<tr>{'<td></td>' * len(rows[0][1])}</tr>"
    node.insert_child(dom.element(f"<table>{line * len(rows)}</table>"))
    table = node.last_child
    assert table is not None
    for (row, cells), made in zip(rows, table.css("tr"), strict=True):
        for name, value in row.attributes.items():
            made.attrs[name] = value or ""
        _without_display(made)
        for cell, place in zip(cells, made.css("td"), strict=True):
            _without_display(cell)
            place.insert_child(cell, move=True)
    for child in list(node.iter(include_text=True)):
        if child.mem_id != table.mem_id:
            child.decompose()
    _without_display(node)


def _without_display(node: Node) -> None:
    """Take back what was noted of how an element is laid out."""
    if dom.NOTE in node.attrs:
        node.attrs[dom.NOTE] = ";".join(note for note in _notes(node) if not note.startswith("d:"))
