"""Pages of the rendering corpus, and pages made in a test, as they are laid out."""

from __future__ import annotations

import functools
from pathlib import Path

from dumping import dump

from lightterm.document.cells import width
from lightterm.document.layout import text_lines
from lightterm.document.model import Document
from lightterm.extract.html import html_document
from lightterm.extract.view import View

ROOT = Path(__file__).parents[1]
PAGES = {path.stem: path for path in sorted((ROOT / "tests/corpus").glob("*.html"))}
BASE = "https://example.org/dir/page"


def shown(name: str, cells: int = 80, *options: str) -> str:
    """The dump of a corpus page, given on stdin as a browser would get it from example.org."""
    result = dump(
        "--links", "none", "--width", str(cells), "--type", "text/html", "--base", BASE, *options, "-",
        stdin=PAGES[name].read_bytes(),
    )  # fmt: skip
    assert (result.code, result.errors) == (0, "")
    return result.text


@functools.cache
def document(name: str) -> Document:
    return html_document(PAGES[name].read_bytes(), BASE, View())


def lines(name: str, cells: int = 80, numbers: bool = True) -> list[str]:
    return list(text_lines(document(name).blocks, cells, numbers))


def page(markup: str, cells: int = 80, numbers: bool = True, css: bool = True) -> str:
    """The text of a page made here."""
    made = html_document(markup.encode(), BASE, View(columns=cells, css=css))
    return "\n".join(text_lines(made.blocks, cells, numbers))


def bars(line: str) -> list[int]:
    """The cells at which a line of a table is ruled between columns."""
    return [width(line[:i]) for i, c in enumerate(line) if c in "│┼├┤┬┴"]
