"""Tables of right-to-left pages: the first column on the right, the table at the right edge.

Lines stay in the order in which they are written, each as wide as the table and in an isolate that says its direction
(UAX #9): whoever puts it in order, the terminal or the app, turns all rows round alike, so that columns stay columns.
"""

from __future__ import annotations

from lightterm.document.cells import width
from lightterm.document.model import Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.grid import Placed
    from lightterm.document.layout import Layout

_RLI, _PDI = "\u2067", "\u2069"
_BAR, _RLM = "│", "\u200f"
"""Between columns, and what keeps those that hold left-to-right words apart."""

_SIDES = {"right": "", "left": "right"}


def turned_side(side: str) -> str:
    """The side of a cell as lines have it before they are turned round: where they begin is the right one."""
    return _SIDES.get(side, side)


def unmove(grid: list[list[Placed]]) -> None:
    """Have the lines of cells begin where these do: paragraphs laid out to the right have spaces before them."""
    for row in grid:
        for placed in row:
            _unmove(placed)


def _unmove(placed: Placed) -> None:
    blocks = placed.cell.blocks
    placed.align = turned_side(placed.align)
    if not all(isinstance(b, Paragraph) and not b.pre and b.align != "center" for b in blocks):
        return
    placed.aligned = False
    lines = list(placed.lines)
    for i, line in enumerate(lines):
        lead = len(line) - len(line.lstrip(" "))
        lines[i] = line[lead:]
        for span in placed.spans.get(i, ()):
            span.start -= lead
            span.end -= lead
    placed.lines = lines


def turn(layout: Layout, begun: int) -> None:
    """Turn the lines of a table from `begun` on round, and move them to the right edge."""
    lines = layout.lines
    cells = max((width(line) for line in lines[begun:]), default=0)
    lead = " " * max(0, layout.width - cells)
    for i in range(begun, len(lines)):
        line = lines[i] + " " * (cells - width(lines[i]))
        if not any(map(str.isalnum, line)):
            lines[i] = lead + line[::-1]  # a rule is the same to all who put lines in order, and stays as it is
            continue
        for span in layout.spans.get(i, ()):
            span.start += len(lead) + 1 + line.count(_BAR, 0, span.start)
            span.end += len(lead) + 1 + line.count(_BAR, 0, span.end)
        lines[i] = f"{lead}{_RLI}{line.replace(_BAR, _BAR + _RLM)}{_PDI}"
