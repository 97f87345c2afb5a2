"""Panes as tiles: which stand side by side or one above the other, how large each is, and what lies beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LEAST_COLUMNS = 12
LEAST_ROWS = 3
"""Cells below which a pane is of no use: its title and two lines."""

LONGEST = 10_000
"""Characters of tiles that are read, as many as a thousand panes have."""

MOST_SHARE = 1 << 40


class Row(Record):
    """Tiles `beside` each other, or one above the other, with what each has of the room in relation to the others."""

    beside: bool
    parts: tuple[Tile, ...]
    shares: tuple[int, ...]


Tile = int | Row
"""A pane by its key, or a row of tiles."""


class Box(Record):
    """Cells of the screen."""

    x: int
    y: int
    width: int
    height: int


def keys(tile: Tile) -> Iterator[int]:
    """The panes in reading order."""
    if isinstance(tile, int):
        yield tile
    else:
        for part in tile.parts:
            yield from keys(part)


def split(tile: Tile, key: int, new: int, beside: bool) -> Tile:
    """A pane's room shared with a new one, to its right or below it."""
    if tile == key:
        return Row(beside, (key, new), (1, 1))
    if isinstance(tile, int):
        return tile
    if tile.beside == beside and key in tile.parts:
        at = tile.parts.index(key)
        shares = [2 * share for share in tile.shares]
        shares[at : at + 1] = [tile.shares[at]] * 2
        return tile.replace(parts=(*tile.parts[: at + 1], new, *tile.parts[at + 1 :]), shares=tuple(shares))
    return tile.replace(parts=tuple(split(part, key, new, beside) for part in tile.parts))


def replaced(tile: Tile, key: int, new: Tile) -> Tile:
    """Another tile in the place of a pane."""
    if isinstance(tile, int):
        return new if tile == key else tile
    return tile.replace(parts=tuple(replaced(part, key, new) for part in tile.parts))


def renamed(tile: Tile, names: Mapping[int, int]) -> Tile:
    """Panes by other keys, where they have one."""
    if isinstance(tile, int):
        return names.get(tile, tile)
    return tile.replace(parts=tuple(renamed(part, names) for part in tile.parts))


def without(tile: Tile, key: int) -> Tile | None:
    """A pane taken away, its room given to those beside it; None where nothing is left."""
    if isinstance(tile, int):
        return None if tile == key else tile
    left = [
        (rest, share)
        for part, share in zip(tile.parts, tile.shares, strict=True)
        if (rest := without(part, key)) is not None
    ]
    if len(left) < 2:
        return left[0][0] if left else None
    return tile.replace(parts=tuple(part for part, _ in left), shares=tuple(share for _, share in left))


def moved(tile: Tile, key: int, side: str) -> Tile:
    """A pane at a side (left, right, up, down) of all the others, with its part of the room."""
    rest = without(tile, key)
    if rest is None:
        return tile
    beside, first = side in ("left", "right"), side in ("left", "up")
    others, shares = ((rest,), (1,)) if isinstance(rest, int) or rest.beside != beside else (rest.parts, rest.shares)
    # Among those of its row it is as large as one of them on average.
    shares = tuple(share * len(others) for share in shares)
    own = sum(shares) // len(others)
    if first:
        return Row(beside, (key, *others), (own, *shares))
    return Row(beside, (*others, key), (*shares, own))


def evened(tile: Tile) -> Tile:
    """All of a row as large as each other."""
    if isinstance(tile, int):
        return tile
    return tile.replace(parts=tuple(map(evened, tile.parts)), shares=(1,) * len(tile.parts))


def least(tile: Tile, beside: bool) -> int:
    """The columns, or rows, that a tile cannot do without."""
    if isinstance(tile, int):
        return LEAST_COLUMNS if beside else LEAST_ROWS
    parts = [least(part, beside) for part in tile.parts]
    return sum(parts) if tile.beside == beside else max(parts)


def fits(tile: Tile, box: Box) -> bool:
    """Whether there is room for every pane."""
    return least(tile, True) <= box.width and least(tile, False) <= box.height


def written(tile: Tile) -> str:
    """Tiles as text that `read` takes: a key, or [beside, parts, shares]."""
    return json.dumps(_plain(tile), separators=(",", ":"))


def _plain(tile: Tile) -> object:
    return tile if isinstance(tile, int) else [tile.beside, [_plain(part) for part in tile.parts], tile.shares]


def read(text: str) -> Tile | None:
    """Tiles from their text, None where it is nonsense."""
    try:
        tile = _read(json.loads(text)) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return None
    found = list(keys(tile)) if tile is not None else []
    return tile if len(set(found)) == len(found) else None


def _read(plain: object) -> Tile:
    """Tiles of what JSON gave. Raises ValueError."""
    match plain:
        case int() if not isinstance(plain, bool):
            return plain
        case [bool(beside), [_, _, *_] as parts, [*shares]] if len(parts) == len(shares):
            sizes = tuple(share for share in shares if type(share) is int and 0 < share < MOST_SHARE)
            if len(sizes) == len(shares):
                return Row(beside, tuple(_read(part) for part in parts), sizes)
    raise ValueError


def places(tile: Tile, box: Box) -> dict[int, Box]:
    """Where each pane stands in a room that has enough for all."""
    if isinstance(tile, int):
        return {tile: box}
    found: dict[int, Box] = {}
    for part, inner in zip(tile.parts, _boxes(tile, box), strict=True):
        found |= places(part, inner)
    return found


def _boxes(row: Row, box: Box) -> list[Box]:
    boxes, at = [], 0
    for size in _sizes(row, box):
        if row.beside:
            boxes.append(Box(box.x + at, box.y, size, box.height))
        else:
            boxes.append(Box(box.x, box.y + at, box.width, size))
        at += size
    return boxes


def _sizes(row: Row, box: Box) -> list[int]:
    """The cells of each part: by its share, but no less than it needs."""
    room = box.width if row.beside else box.height
    needs = [least(part, row.beside) for part in row.parts]
    whole = sum(row.shares)
    ends = [room * sum(row.shares[: i + 1]) // whole for i in range(len(row.parts))]
    sizes = [end - start for start, end in zip((0, *ends), ends, strict=False)]
    for at, need in enumerate(needs):
        while sizes[at] < need:
            richest = max(range(len(sizes)), key=lambda i: sizes[i] - needs[i])
            if sizes[richest] <= needs[richest]:
                break
            sizes[richest] -= 1
            sizes[at] += 1
    return sizes


def resized(tile: Tile, key: int, beside: bool, by: int, box: Box, leading: bool = False) -> Tile | None:
    """A pane made wider (`beside`) or taller by so many cells, at the cost of the one after it, else of that before.

    `leading`: at the cost of the one before it only. None where there is no such one.
    """
    if isinstance(tile, int):
        return None
    at = next(i for i, part in enumerate(tile.parts) if key in keys(part))
    inner = resized(tile.parts[at], key, beside, by, _boxes(tile, box)[at], leading)
    if inner is not None:
        return tile.replace(parts=(*tile.parts[:at], inner, *tile.parts[at + 1 :]))
    other = at - 1 if leading or at == len(tile.parts) - 1 else at + 1
    if tile.beside != beside or other < 0:
        return None
    sizes = _sizes(tile, box)
    spare = sizes[other] - least(tile.parts[other], beside)
    by = max(least(tile.parts[at], beside) - sizes[at], min(by, spare))
    sizes[at] += by
    sizes[other] -= by
    return tile.replace(shares=tuple(sizes))


def towards(boxes: Mapping[int, Box], key: int, way: str) -> int | None:
    """The pane next to one, left, right, up or down of it, the first of several; None at the screen's edge."""
    here = boxes[key]
    return next(
        (
            other
            for other, box in boxes.items()
            if other != key and _edge(here, way) == _edge(box, _OPPOSITE[way]) and _shared(here, box, way) > 0
        ),
        None,
    )


_OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}


def _edge(box: Box, way: str) -> int:
    return {"left": box.x, "right": box.x + box.width, "up": box.y, "down": box.y + box.height}[way]


def _shared(one: Box, other: Box, way: str) -> int:
    """Cells of the edge that two boxes have in common."""
    spans: Sequence[tuple[int, int]]
    if way in ("left", "right"):
        spans = [(box.y, box.y + box.height) for box in (one, other)]
    else:
        spans = [(box.x, box.x + box.width) for box in (one, other)]
    return min(end for _, end in spans) - max(start for start, _ in spans)
