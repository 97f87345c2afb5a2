"""How much of the main text is found, and no more, on a page of each kind that no training has seen.

The pages are ours: menus, filters, shares, comments, signatures, related things and banners stand around what is marked
as main. Each floor lies just below what is reached, so that a reader that is worse anywhere falls below one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lightterm.extract import dom, main_text
from lightterm.extract.reader import read_page
from lightterm.extract.reader.blocks import Block
from lightterm.extract.reader.kind import KINDS
from lightterm.extract.reader.model import probabilities
from tests.bench import sets

PAGES = Path(__file__).parent / "reader_floors"
URL = "https://example.org/a/page"
FLOORS = {
    "article": 0.98,
    "forum": 0.93,
    "product": 0.81,
    "collection": 0.94,
    "listing": 0.9,
    "documentation": 0.99,
    "service": 0.98,
}
"""F1 of words, by kind."""

Choice = Callable[[Block, float], bool]


def page(kind: str) -> str:
    return (PAGES / f"{kind}.html").read_text("utf-8")


def f1(kind: str, found: str) -> float:
    wanted = "\n".join(dom.text_of(node) for node in dom.parse(page(kind).encode()).css("[data-main]"))
    return sets.bag_f1(sets.tokens(found), sets.tokens(wanted))


@pytest.mark.covers("LB-64", "LB-175")
@pytest.mark.parametrize("kind", KINDS)
def test_the_main_text_of_a_page_of_each_kind_is_found(kind: str) -> None:
    assert f1(kind, main_text(page(kind), URL)) > FLOORS[kind]


def read(kind: str, choice: Choice) -> str:
    """What a reader finds that takes each block by itself, and by what the model thinks of it."""
    blocks, signals = read_page(page(kind).encode(), URL)
    likely = probabilities(blocks, signals)
    return "\n".join(block.text for block, chance in zip(blocks, likely, strict=True) if choice(block, chance))


def is_marked(block: Block) -> bool:
    return any(around.tag in ("main", "article") for around in block.element.chain())


WRONG: dict[str, Choice] = {
    "all": lambda block, chance: True,
    "what is long": lambda block, chance: len(block.text) > 60 and 2 * block.linked < len(block.text),
    "paragraphs and headings": lambda block, chance: block.element.tag in ("p", "h1", "h2", "h3", "li"),
    "what is marked as main": lambda block, chance: is_marked(block),
    "a bar too low": lambda block, chance: chance > 0.1,
    "a bar too high": lambda block, chance: chance > 0.9,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_reader_falls_below_the_floors(name: str) -> None:
    below = [kind for kind in KINDS if f1(kind, read(kind, WRONG[name])) <= FLOORS[kind]]
    assert len(below) >= 3, below
