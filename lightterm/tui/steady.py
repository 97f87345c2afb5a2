"""Text whose cells terminals count in other ways than we do, kept to its place on the screen.

Emoji of several characters, letters of Indian scripts with vowels beside them, decomposed Hangul: one terminal gives
them a cell for each part, another two for all, and a third what Unicode said years ago. Whatever stood behind them in
the row, borders of a table and the scroll bar too, was off by as much. So the cursor is put where they end by us.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category

from lightterm.document.cells import cluster_width, clusters

_UNCERTAIN = re.compile(
    "[\u0900-\u0dff\u0e33\u0eb3\u0f00-\u109f\u1100-\u11ff\u1700-\u18af\u1900-\u1cff\u200d\u20e3"
    "\ua800-\uabff\ud7b0-\ud7ff\ufe00-\ufe0f\uff9e\uff9f\U00011000-\U00011fff\U0001f000-\U0001faff]"
)
"""What is part of such text: joiners and variation selectors, pictures, scripts with vowels that take a place."""

_PICTURE = "\U0001f000"
"""From here on a character alone is uncertain, too: it may be newer than what the terminal knows."""

_PLACEHOLDER = "\U0010eeee"
"""What kitty paints a picture for; the marks on it are numbers."""

_ROW = re.compile(r"\x1b\[\d+;\d+H")
_SEQUENCE = re.compile(r"(\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]X^_].*?(?:\x1b\\|\x07|\Z)|.)|[\n\r])", re.DOTALL)
_COLUMN = re.compile(r"\x1b\[(?:\d+;)?(\d+)[HG]")
_STYLE = re.compile(r"\x1b\[[\d;:]*m")


def steady(codes: str) -> str:
    """What is written to the terminal, with all that follows uncertain text in a row put at its place."""
    if codes.isascii() or not _UNCERTAIN.search(codes):
        return codes
    starts = [found.start() for found in _ROW.finditer(codes)]
    if not starts:
        return codes
    out = [codes[: starts[0]]]
    for start, end in zip(starts, [*starts[1:], len(codes)], strict=True):
        place = codes.index(";", start) + 1
        out += (codes[start:place], _steady_row(codes[place:end]))
    return "".join(out)


@lru_cache(512)
def _steady_row(codes: str) -> str:
    """A row that begins with the second half of the sequence that says where: most were written before, elsewhere."""
    if not _UNCERTAIN.search(codes):
        return codes
    out: list[str] = []
    column = 0  # from 1 on; 0 where it is not known
    for at, part in enumerate(_SEQUENCE.split("\x1b[" + codes)):
        if at % 2:
            place = _COLUMN.fullmatch(part)
            column = int(place[1]) if place is not None else column if _STYLE.fullmatch(part) else 0
            out.append(part)
        elif not column or _PLACEHOLDER in part:
            out.append(part)
            column = 0
        else:
            text, column = _placed(part, column)
            out.append(text)
    return "".join(out).removeprefix("\x1b[")


def _placed(text: str, column: int) -> tuple[str, int]:
    """A text of one style that begins at that column, and the column behind it; blanks are under what may be narrower
    than we think."""
    begun = column
    if text.isascii():
        return text, column + len(text)
    out: list[str] = []
    uncertain = False
    for word in text.split(" "):
        for part, cells, is_sure in _parts(word):
            column += cells
            out.append(part if is_sure else f"{part}\x1b[{column}G")
            uncertain = uncertain or not is_sure
        out.append(" ")
        column += 1
    column -= 1
    del out[-1]
    if not uncertain:
        return text, column
    return f"{' ' * (column - begun)}\x1b[{begun}G{''.join(out)}", column


@lru_cache(4096)
def _parts(word: str) -> tuple[tuple[str, int, bool], ...]:
    """A word in parts: (text, its cells, whether terminals agree in them)."""
    parts: list[tuple[str, int, bool]] = []
    sure, cells = "", 0
    for cluster in clusters(word):
        sure += cluster
        cells += cluster_width(cluster)
        if _is_uncertain(cluster):
            parts.append((sure, cells, False))
            sure, cells = "", 0
    return (*parts, (sure, cells, True)) if sure else tuple(parts)


def _is_uncertain(cluster: str) -> bool:
    """Whether terminals differ in its cells: they agree on marks that lie on a letter (Mn)."""
    if len(cluster) == 1:
        return cluster >= _PICTURE
    return any(category(c) != "Mn" or "\ufe00" <= c <= "\ufe0f" for c in cluster[1:])
