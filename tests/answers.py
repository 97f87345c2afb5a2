"""Questions about our own pages with the passage that answers each, and how well a ranker finds it.

`output/questions.tsv` holds them: the page, the question, a part of the answer that stands in one passage of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from lightterm.document.model import Document
from lightterm.document.subset import plain
from tests.others import read

ROOT = Path(__file__).parents[1]
TYPES = {".md": "text/markdown", ".html": "text/html"}


class Asked(NamedTuple):
    """A question about a page, with what stands in the page's blocks and the index of the one that answers it."""

    document: Document
    texts: tuple[str, ...]
    query: str
    answer: int


def own() -> list[Asked]:
    """Raises ValueError where an answer does not stand in exactly one passage of its page."""
    lines = (ROOT / "tests/output/questions.tsv").read_text().splitlines()[1:]
    found = []
    for name, question, part in (line.split("\t") for line in lines):
        path = ROOT / name
        document = read(TYPES[path.suffix], path.read_bytes(), path.as_uri()).document
        texts = tuple(" ".join(plain(block).split()) for block in document.blocks)
        holding = [at for at, text in enumerate(texts) if part in text]
        if len(holding) != 1:
            raise ValueError(f"{name}: {part!r} stands in {len(holding)} passages")
        found.append(Asked(document, texts, question, holding[0]))
    return found


def reciprocal_rank(found: Sequence[tuple[float, int]], answer: int) -> float:
    """1 where the answer comes first, 1/2 where it comes second ...; 0 where it is not found."""
    return next((1 / rank for rank, (_, index) in enumerate(found, 1) if index == answer), 0.0)
