"""Which of several targets of one name is meant by words for what it stands in: "Reply to Ann's comment", "Edit in the
row of Bo"."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lightterm.agent.evidence import LOOKED_AT, is_weighty, sends, suits, weighs
from lightterm.agent.ordinals import THINGS, opens
from lightterm.document.model import Paragraph, Table
from lightterm.document.subset import paragraphs, targets_of
from lightterm.session.controls import plain_name
from lightterm.session.likeness import KINDRED, SAME, SPELT, Word, alike, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Block, Document, Frame, Target

FEWEST = 2
"""Targets of one name of which one is meant."""

WHOLE = 400
"""Characters of what a target stands in that are looked at."""

JOINING = frozenset(
    "to of s from by at under next beside belonging de von du des del di van pour para per voor mark as button".split()
)
"""What joins a name with what it stands in."""


def in_its_place(document: Document, wanted: str, do: str) -> list[int]:
    """The one target of several of one name whose surroundings have the rest of what is wanted; nothing where that is
    not plain, and for what sends or is of weight where not all of the rest is there."""
    asked = [word for word in words_of(wanted) if word.text not in JOINING]
    named, rest = _named(document, asked, do)
    if not named or not rest:
        return []
    around = _around(document)
    hits = {one.number: _hits(rest, words_of_all(around.get(one.number, ""))) for one in named}
    ranked = sorted(named, key=lambda one: -hits[one.number])
    first, second = ranked[0], ranked[1]
    most, needed = hits[first.number], len(rest) if sends(first, do) or weighs(first) else (len(rest) + 1) // 2
    return [first.number] if most >= max(needed, 1) and most > hits[second.number] else []


def only_link(document: Document, wanted: str) -> list[int]:
    """The only link of the one item of a list or row of a table that says all of what is wanted, or stands under that
    heading; nothing where it is not plain, or a word of weight is wanted."""
    asked = [word for word in words_of(wanted) if word.text not in JOINING]
    if not asked or is_weighty(asked):
        return []
    for around in (_around(document, listed=True), _around(document)):
        places: dict[str, list[int]] = {}
        for number, text in around.items():
            places.setdefault(text, []).append(number)
        said = [numbers for text, numbers in places.items() if _hits(asked, words_of_all(text)) == len(asked)]
        links = [number for number in said[0] if document.targets[number].url] if len(said) == 1 else []
        if said:
            return links if len(links) == 1 else []
    return []


def _named(document: Document, asked: Sequence[Word], do: str) -> tuple[list[Target], list[Word]]:
    """The targets of the name with most words of what is wanted, all of whose words are among them, and the rest."""
    names: dict[str, list[Target]] = {}
    for one in islice(document.targets, LOOKED_AT):
        if suits(one, do):
            names.setdefault(plain_name(one), []).append(one)
    best: tuple[tuple[int, float], list[Target], list[Word]] = ((0, 0.0), [], [])
    for name, there in names.items():
        own = words_of(name) if len(there) >= FEWEST and name else ()
        strict = sends(there[0], do) or weighs(there[0]) or not there[0].url
        enough = SAME if sends(there[0], do) else KINDRED
        said = sum(any(alike(one, word) >= enough for word in asked) for one in own)
        if not own or said < (len(own) if strict else max(1, len(own) / 2)):
            continue
        rest = [word for word in asked if all(alike(one, word) < KINDRED for one in own) and word.text not in THINGS]
        # "Add to list" is not "Place hold", which is akin to a half of it, nor "Apply" "Save", which may mean the same.
        rank = len(asked) - len(rest), sum(max(alike(one, word) for word in asked) for one in own)
        if rank > best[0]:
            best = (rank, there, rest)
    return best[1], best[2]


def words_of_all(text: str) -> list[Word]:
    """The words of all that stands round a target: of a name only the first are looked at."""
    said = text.split()
    return [word for at in range(0, len(said), 8) for word in words_of(" ".join(said[at : at + 8]))]


def _hits(rest: Sequence[Word], there: Sequence[Word]) -> int:
    return sum(1 for word in rest if any(alike(word, one) >= SPELT for one in there))


def _around(document: Document, listed: bool = False) -> dict[int, str]:
    """What each target stands in: its row of a table, its item of a list, what follows the heading before it; `listed`:
    that last one is left out."""
    found: dict[int, str] = {}
    items: list[tuple[list[str], list[int]]] = []
    heading = ""
    for block in islice(document.blocks, LOOKED_AT):
        if isinstance(block, Table):
            found |= dict(_in_rows(block, heading))
        if not isinstance(block, Paragraph):
            continue
        text = block.text()[:WHOLE]
        heading = text if block.level else heading
        if frame := _innermost(block.frame):
            if opens(block, frame) or not items:
                items.append(([heading if not block.level else ""], []))
            items[-1][0].append(text)
            items[-1][1].extend(targets_of((block,)))
        elif not listed:
            found |= dict.fromkeys(targets_of((block,)), f"{heading} {text}")
    for said, own in items:
        found |= dict.fromkeys(own, " ".join(said)[:WHOLE])
    return found


def _in_rows(table: Table, heading: str) -> Iterator[tuple[int, str]]:
    for row in table.rows:
        blocks: list[Block] = [block for cell in row for block in cell.blocks]
        text = " ".join(one.text() for one in paragraphs(blocks))[:WHOLE]
        yield from ((number, f"{text} {heading}") for number in targets_of(blocks))


def _innermost(frame: Frame | None) -> Frame | None:
    while frame is not None and frame.kind != "item":
        frame = frame.parent
    return frame
