"""Targets that are meant by their place among others: "the second result", "first Reply link", "last article"."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.agent.near_words import GRAVE
from lightterm.document.marks import LINK
from lightterm.document.model import Paragraph, Table
from lightterm.document.subset import targets_of
from lightterm.session.controls import CHECKED, TEXTS, kind_of, plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lightterm.document.model import Block, Document, Frame, Target

LOOKED_AT = 2000
"""Targets and blocks that are counted."""

FEWEST, HIGHEST = 2, 50
"""Things that make a row, and the highest place in one that is looked for."""

PLACES = {
    word: place
    for place, words in enumerate((
        "first 1st erste erster erstes premier premiere primero primera primo prima eerste top",
        "second 2nd zweite zweiter zweites deuxieme segundo segunda secondo seconda tweede",
        "third 3rd dritte dritter drittes troisieme tercero tercera terzo terza derde",
        "fourth 4th vierte vierter viertes quatrieme cuarto cuarta quarto vierde", "fifth 5th", "sixth 6th",
        "seventh 7th", "eighth 8th", "ninth 9th", "tenth 10th",
    ), 1)
    for word in words.split()
} | dict.fromkeys("last letzte letzter letztes dernier derniere ultimo ultima laatste bottom".split(), -1)  # fmt: skip
"""Words for places, from one; the last is -1."""

THINGS = frozenset(
    "result results hit hits article articles post posts product products item items entry entries row rows story "
    "stories listing listings card cards book books video videos comment comments headline headlines news thread "
    "threads topic topics message messages email emails mail mails job jobs hotel hotels flight flights offer offers "
    "recipe recipes song songs file files document documents issue issues ticket tickets order orders event events "
    "search list suggestion suggestions match matches ergebnis treffer artikel beitrag produkt eintrag resultat "
    "resultats produit resultado resultados articulo producto risultato risultati prodotto resultaat one".split()
)
"""What stands in lists and tables, as it is called."""

_PLACED = re.compile(r"(?:(?:the|der|die|das|le|la|el|il|het|de) )?([\w]+?)(?:\.|-)? (.+)")
_VERB = re.compile(r"([\w-]+) (?:the )?(\w+) (\w+)")
_COUNTED = re.compile(r"(\d{1,2})(?:st|nd|rd|th|e|er|o|a|º|ª)?")
_BEHIND = re.compile(r"(.+?) (?:no\.? ?|number |nr\.? ?|#)?(\d{1,2})")
_FILLER = re.compile(r"\b(?:the|a|an|in|on|of|from|page|link|title|heading)\b")

KINDS: dict[str, Callable[[Target], bool]] = {
    "link": lambda one: bool(one.url),
    "button": lambda one: one.kind == "button" or (one.field is not None and one.field.kind == "button"),
    "checkbox": lambda one: one.field is not None and one.field.kind == "checkbox",
    "radio button": lambda one: one.field is not None and one.field.kind == "radio",
    "option": lambda one: one.field is not None and one.field.kind in CHECKED,
    "dropdown": lambda one: one.field is not None and one.field.kind == "select",
    "field": lambda one: one.field is not None and kind_of(one.field) in TEXTS,
}
"""What is counted over the whole page, by what kind it is of."""

SAME = {"links": "link", "buttons": "button", "tick box": "checkbox", "check box": "checkbox", "radio": "radio button",
        "select": "dropdown", "drop down": "dropdown", "input": "field", "text field": "field", "textbox": "field",
        "text box": "field", "input field": "field"}  # fmt: skip


def placed(document: Document, wanted: str) -> list[Target]:
    """The target that words mean by its place among others; nothing where they say none, or there is no such row."""
    place, what = _said(wanted)
    if not place or not what:
        return _done_to(document, wanted)
    kind = SAME.get(what, what)
    if kind in KINDS:
        row = [one for one in islice(document.targets, LOOKED_AT) if KINDS[kind](one)]
    else:
        row = _called(document, what) or (_listed(document, what) if _is_thing(what) else [])
    at = place - 1 if place > 0 else len(row) - 1
    return [row[at]] if len(row) >= FEWEST and 0 <= at < len(row) else []


def _done_to(document: Document, wanted: str) -> list[Target]:
    """The target that does something to a thing by its place: "Rename the second task" of those that begin with
    Rename; nothing of weight is pressed so."""
    found = _VERB.fullmatch(" ".join(wanted.casefold().split()))
    place = PLACES.get(found[2], 0) if found else 0
    if found is None or not place or found[1] in GRAVE:
        return []
    row = [one for one in islice(document.targets, LOOKED_AT) if plain_name(one).startswith(f"{found[1]} ")]
    at = place - 1 if place > 0 else len(row) - 1
    alike = {(one.kind, one.field.kind if one.field is not None else "") for one in row}
    return [row[at]] if len(row) >= FEWEST and 0 <= at < len(row) and len(alike) == 1 else []


def _said(wanted: str) -> tuple[int, str]:
    """The place that words say, and among what; 0 for none."""
    words = " ".join(wanted.casefold().replace("è", "e").replace("é", "e").split())
    if found := _PLACED.fullmatch(words):
        counted = _COUNTED.fullmatch(found[1])
        place = PLACES.get(found[1]) or (int(counted[1]) if counted else 0)
        if place and place <= HIGHEST:
            return place, found[2]
    if (found := _BEHIND.fullmatch(words)) and _is_thing(found[1]):
        return int(found[2]), found[1]
    return 0, ""


def _is_thing(what: str) -> bool:
    words = _FILLER.sub(" ", what).split()
    return bool(words) and set(words) <= THINGS


def _called(document: Document, what: str) -> list[Target]:
    """All that is called so, without what kind it is of."""
    bare = re.sub(r" (?:link|button|field|box|icon)$", "", what)
    return [one for one in islice(document.targets, LOOKED_AT) if plain_name(one) in (what, bare)]


def _listed(document: Document, what: str) -> list[Target]:
    """The first link of each thing of the row with most text: headings with links, items of a list, or table rows."""
    rows = [[], *_headings(document.blocks)] if "row" not in what else [[]]
    rows += [*_tables(document.blocks)] if "row" in what or len(rows) == 1 else []
    rows += [*_items(document.blocks)] if "row" not in what else []
    best = max(rows, key=lambda row: sum(size for size, _ in row) if len(row) >= FEWEST else -1)
    return [document.targets[number] for _, number in best]


Row = list[tuple[int, int]]


def _headings(blocks: Sequence[Block]) -> Iterator[Row]:
    """Headings of a level that hold a link: how much text follows, and its number."""
    rows: dict[int, Row] = {}
    last: Row | None = None
    for block in islice(blocks, LOOKED_AT):
        if isinstance(block, Paragraph) and block.level > 1 and LINK in block.raw:
            last = rows.setdefault(block.level, [])
            last.append((len(block.raw), targets_of((block,))[0]))
        elif isinstance(block, Paragraph) and last:
            last[-1] = (last[-1][0] + len(block.raw), last[-1][1])
    yield from rows.values()


def _items(blocks: Sequence[Block]) -> Iterator[Row]:
    """The items of each list: how much they say, and the first link of each."""
    lists: list[Row] = [[]]
    for block in islice(blocks, LOOKED_AT):
        frame = _item(block.frame)
        if frame is None and lists[-1]:
            lists.append([])  # lists beside each other stand in one frame
        if frame is None or not isinstance(block, Paragraph):
            continue
        size, number = (0, 0) if opens(block, frame) or not lists[-1] else lists[-1].pop()
        first = targets_of((block,))[:1] if LINK in block.raw and not number else []
        lists[-1].append((size + len(block.raw), first[0] if first else number))
    for one in lists:
        yield [pair for pair in one if pair[1]]


def opens(block: Paragraph, frame: Frame) -> bool:
    """Whether a frame begins with a block: items of a list that are alike share theirs."""
    return block.frame.depth - frame.depth < block.lead


def _item(frame: Frame | None) -> Frame | None:
    """The outermost item of a list that a block stands in."""
    found = None
    while frame is not None:
        found = frame if frame.kind == "item" else found
        frame = frame.parent
    return found


def _tables(blocks: Sequence[Block]) -> Iterator[Row]:
    """The rows of each table: how much they say, and the first link of each; the one over them is none."""
    for block in islice(blocks, LOOKED_AT):
        if isinstance(block, Table):
            rows = [[one for cell in row for one in cell.blocks] for row in block.rows if not _heads(row)]
            numbers = [(row, targets_of(row)) for row in rows]
            yield [(len(row) * 10, own[0]) for row, own in numbers if own]


def _heads(row: Sequence[object]) -> bool:
    return all(getattr(cell, "header", False) for cell in row)
