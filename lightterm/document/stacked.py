"""Tables whose columns cannot stand side by side: each row a record of its own, its cells named by their columns."""

from __future__ import annotations

from lightterm.document.cells import width
from lightterm.document.marks import FIELD, LINK
from lightterm.document.model import ROOT, Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.grid import Placed
    from lightterm.document.layout import Layout

BRIEF = 60
"""Characters of a cell spanning rows up to which it is said again in each of their records."""


def add_records(layout: Layout, grid: list[list[Placed]], head: int) -> None:
    """Append each row but the first `head` as `Column: value` lines; records are kept apart by a blank line."""
    names = _names(grid[:head])
    labels = {column: f"{', '.join(parts)}: " for column, parts in names.items() if parts}
    for row in grid[:head]:
        for placed in row:
            if _name(placed) is None:
                _add_value(layout, placed, "")
    above: list[Placed] = []
    pair = False
    for r in range(head, len(grid)):
        row = grid[r]
        if not any(placed.cell.blocks for placed in row):
            continue
        label = "" if labels or len(row) != 2 or not row[0].cell.header or row[1].cell.header else _name(row[0]) or ""
        if layout.lines and layout.lines[-1] and not (pair and label) and (r > head or head):
            layout.lines.append("")
        pair = bool(label)
        if label:
            _add_value(layout, row[1], f"{label}: ")
            continue
        above = [placed for placed in above if placed.row + placed.rows > r]
        for placed in sorted([*above, *row], key=_column) if above else row:
            _add_value(layout, placed, labels.get(placed.column, "") if placed.columns == 1 else _label(names, placed))
        above += [placed for placed in row if placed.rows > 1 and 0 < len(_name(placed) or "") <= BRIEF]


def _column(placed: Placed) -> int:
    return placed.column


def _name(placed: Placed) -> str | None:
    """The words of a cell, None when they are not all there is to it: saying them again must repeat no target."""
    words = []
    for block in placed.cell.blocks:
        if not isinstance(block, Paragraph) or LINK in block.raw or FIELD in block.raw:
            return None
        words += block.text().split()
    return " ".join(words)


def _names(head: list[list[Placed]]) -> dict[int, list[str]]:
    """By column, the words of the header cells above it, from the top."""
    names: dict[int, list[str]] = {}
    for row in head:
        for placed in row:
            words = " ".join(" ".join(b.text() for b in placed.cell.blocks if isinstance(b, Paragraph)).split())
            for column in range(placed.column, placed.column + placed.columns):
                above = names.setdefault(column, [])
                if words and words not in above:
                    above.append(words)
    return names


def _label(names: dict[int, list[str]], placed: Placed) -> str:
    """The label of a cell over several columns: what their names have in common, else all of them."""
    over = [names.get(column, []) for column in range(placed.column, placed.column + placed.columns)]
    common = [parts[0] for parts in zip(*over, strict=False) if len(set(parts)) == 1]
    words = common or list(dict.fromkeys(", ".join(parts) for parts in over if parts))
    return f"{', '.join(words)}: " if words else ""


def _add_value(layout: Layout, placed: Placed, label: str) -> None:
    """Append one cell behind its label, or below it where they do not fit on a line."""
    text = placed.text
    indent = len(label) if label.isascii() else width(label)
    room = layout.width - indent
    if text is not None and len(text) <= room:
        if not layout.rich:
            if text or label:
                layout.lines.append((label + text).rstrip())
            return
        room = len(text)
    elif indent > layout.width // 2:
        layout.add([Paragraph(label.rstrip(), ROOT, 0, 0, 1)])
        indent = min(2, layout.width // 4)
        label = " " * indent
        room = layout.width - indent
    inner = layout.inner(room)
    inner.add(placed.cell.blocks)
    for i, line in enumerate(inner.lines or [""] if label else inner.lines):
        lead = " " * indent if i else label
        if i in inner.spans:
            for span in inner.spans[i]:
                span.start += len(lead)
                span.end += len(lead)
            layout.spans[len(layout.lines)] = inner.spans[i]
        if line or lead.strip():
            layout.lines.append((lead + line).rstrip())
