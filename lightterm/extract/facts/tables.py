"""Tables of data as headers and rows of text."""

from __future__ import annotations

from itertools import zip_longest

from lightterm.document.facts import DataTable, confidence
from lightterm.extract import dom
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

MOST_TABLES = 200
MOST_ROWS = 20_000
WIDEST = 1000
"""Columns, spans counted."""


def data_tables(tree: Tree) -> tuple[DataTable, ...]:
    """The tables that relate data, outermost first; those that only place the page's parts are none."""
    found = []
    for node in tree.css("table")[:MOST_TABLES]:
        if (node.attributes.get("role") or "") in ("presentation", "none") or node.css_first("table table") is not None:
            continue
        table = _table(node)
        if table is not None:
            found.append(table)
    return tuple(found)


def _table(node: Node) -> DataTable | None:
    lines: list[tuple[list[str], int]] = []
    spans: dict[int, tuple[int, str]] = {}
    for row in node.css("tr")[:MOST_ROWS]:
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
        if cells:
            is_head = all(cell.tag == "th" for cell in cells) or (row.parent is not None and row.parent.tag == "thead")
            lines.append((_filled(cells, spans), is_head))
    lines = [line for line in lines if any(line[0])]
    if len(lines) < 2 or max(len(texts) for texts, _ in lines) < 2:
        return None
    heads = next((at for at, (_, is_head) in enumerate(lines) if not is_head), 1)
    marked = heads > 0
    stated = marked or node.css_first("th,caption") is not None
    if not stated and len({len(texts) for texts, _ in lines}) > 1:
        return None
    headers = tuple(map(_joined, zip_longest(*(texts for texts, _ in lines[:heads]), fillvalue=""))) if marked else ()
    rows = tuple(tuple(texts) for texts, _ in lines[heads:])
    caption = node.css_first("caption")
    source, score = ("selector_match", 0.9) if marked else ("selector_match", 0.75) if stated else ("heuristic", 0.5)
    return DataTable(
        clean(dom.text_of(caption, 500)) if caption is not None else "", headers, rows, confidence(source, score)
    )


def _joined(column: tuple[str, ...]) -> str:
    """The name of a column under headers in several rows."""
    return " / ".join(dict.fromkeys(filter(None, column)))


def _filled(cells: list[Node], spans: dict[int, tuple[int, str]]) -> list[str]:
    """The texts of a row, spanned places filled with what spans them; `spans` (column: rows left, text) goes on."""
    out: list[str] = []

    def carry() -> None:
        while len(out) in spans and len(out) < WIDEST:
            column = len(out)
            left, text = spans[column]
            out.append(text)
            if left > 1:
                spans[column] = (left - 1, text)
            else:
                del spans[column]

    for cell in cells:
        carry()
        text = clean(dom.text_of(cell, 10_000))
        rows = _count(cell.attributes.get("rowspan"))
        for _ in range(min(_count(cell.attributes.get("colspan")), WIDEST - len(out))):
            if rows > 1:
                spans[len(out)] = (rows - 1, text)
            out.append(text)
    carry()
    return out


def _count(said: str | None) -> int:
    digits = (said or "1").strip()
    return max(1, min(int(digits), WIDEST)) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 1
