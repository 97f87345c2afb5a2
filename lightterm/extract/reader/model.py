"""The trained model: its weights, and the probability of each block to be main text.

Trees are walked for all blocks at once. A test (feature over threshold) is one big integer with a lane of 32 bits a
block, so that which blocks reach a leaf is a few ANDs, and a leaf's value is added to all of them by one
multiplication: a tenth of the time that walking block by block takes.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from itertools import repeat
from math import exp

from lightterm.extract.reader.choose import chosen
from lightterm.extract.reader.dense import columns
from lightterm.extract.reader.kind import KINDS, LETTERS, kind_terms, letter_of
from lightterm.extract.reader.linear import first_scores
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.extract.reader.blocks import Block
    from lightterm.extract.reader.dense import Column
    from lightterm.extract.reader.kind import Signals

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights.json.gz")
"""Made by `python -m tests.bench.reader`; the file names the data sets and their licences."""

SCALE = 1 << 14
"""Steps that a leaf's value of 1.0 is counted in."""

LANE = 4
"""Bytes of one block's lane."""

AT_ONCE = 4096
"""Blocks whose lanes are side by side: a test takes four bytes for each, and there are some 1500 tests."""


MOST_BLOCKS = 150_000
"""Blocks that are judged: some 60 us each, so that the largest page takes ten seconds."""


def _go_on() -> None:
    """Somebody waits for it."""


class Weights(Record):
    """What training found. `kinds` maps a term to a number a kind, `linear` a term to a number; `thresholds` are a
    list a feature; a tree is nodes of (feature, threshold's index, left, right), a leaf (-1, value in steps, 0, 0).
    """

    kinds: dict[str, list[float]]
    kind_bias: list[float]
    linear: dict[str, float]
    bias: float
    thresholds: list[list[float]]
    trees: list[list[list[int]]]
    base: float


_loaded: list[Weights] = []


def weights() -> Weights:
    """The shipped weights, read when first asked for."""
    if not _loaded:
        import json
        import zlib

        with open(WEIGHTS, "rb") as file:
            data = json.loads(zlib.decompress(file.read(), 31))
        _loaded.append(Weights(**{name: data[name] for name in Weights._fields}))
    return _loaded[0]


def main_blocks(blocks: list[Block], signals: Signals, check: Callable[[], None] = _go_on) -> list[bool]:
    """Whether each block is main text; all of a page that has more of them than are judged.

    `check` is called between its steps, and raises where nobody waits for them any more.
    """
    if len(blocks) > MOST_BLOCKS:
        return [True] * len(blocks)
    kinds = page_kinds(blocks, signals)
    return chosen(blocks, _probabilities(blocks, signals, kinds, check), kinds)


def probabilities(blocks: list[Block], signals: Signals) -> list[float]:
    """How likely each block is to be main text, 0 to 1."""
    return _probabilities(blocks, signals, page_kinds(blocks, signals), _go_on)


def _probabilities(blocks: list[Block], signals: Signals, kinds: list[float], check: Callable[[], None]) -> list[float]:
    if not blocks:
        return []
    loaded = weights()
    letter = letter_of(kinds)
    check()
    first = [sigmoid(z) for z in first_scores(blocks, signals.title, letter, loaded.linear, loaded.bias)]
    check()
    made = columns(blocks, first, kinds, signals)
    check()
    return [sigmoid(z) for z in tree_sums(made, loaded)]


def page_kinds(blocks: list[Block], signals: Signals) -> list[float]:
    """How likely the page is to be of each of KINDS."""
    return kind_probabilities(weights(), kind_terms(signals, blocks))


def kind_probabilities(loaded: Weights, terms: list[str]) -> list[float]:
    """How likely a page with these terms is to be of each of KINDS."""
    sums = list(loaded.kind_bias)
    for term in terms:
        row = loaded.kinds.get(term)
        if row is not None:
            sums = [a + b for a, b in zip(sums, row, strict=True)]
    return softmax(sums)


def softmax(sums: Sequence[float]) -> list[float]:
    """Log odds as shares of 1."""
    top = max(sums)
    odds = [exp(z - top) for z in sums]
    whole = sum(odds)
    return [odd / whole for odd in odds]


def sigmoid(z: float) -> float:
    """Log odds as a probability."""
    return 1 / (1 + exp(-z)) if z > -30 else 0.0


def tree_sums(made: list[Column], loaded: Weights) -> list[float]:
    """The sum of all trees for each block."""
    count = len(made[0])
    if count > AT_ONCE:
        parts = [[column[at : at + AT_ONCE] for column in made] for at in range(0, count, AT_ONCE)]
        return [total for part in parts for total in tree_sums(part, loaded)]
    size = count * LANE
    ones = int.from_bytes(b"\1\0\0\0" * count, "little")
    tests = [_tests(column, limits, size) for column, limits in zip(made, loaded.thresholds, strict=True)]
    total = 0
    added = 0
    for tree in loaded.trees:
        lowest = min(value for feature, value, _, _ in tree if feature < 0)
        added += lowest
        waiting = [(0, ones)]
        while waiting:
            at, reached = waiting.pop()
            feature, value, left, right = tree[at]
            if feature < 0:
                total += reached * (value - lowest)
                continue
            over = reached & tests[feature][value]
            if over:
                waiting.append((right, over))
            if over != reached:
                waiting.append((left, reached ^ over))
    lanes = memoryview(total.to_bytes(size, "little")).cast("I") if _LITTLE else _lanes(total, count)
    return [loaded.base + (lane + added) / SCALE for lane in lanes]


def _tests(column: Column, limits: list[float], size: int) -> list[int]:
    """For each threshold the blocks whose number is above it, a lane each."""
    if not limits:
        return []
    passed = bytes(map(bisect_left, repeat(limits), column))
    made = []
    for i in range(len(limits)):
        lanes = bytearray(size)
        lanes[::LANE] = passed.translate(_ABOVE[i])
        made.append(int.from_bytes(lanes, "little"))
    return made


_ABOVE = [bytes(passed > i for passed in range(256)) for i in range(64)]
_LITTLE = memoryview(b"\1\0\0\0").cast("I")[0] == 1


def _lanes(total: int, count: int) -> list[int]:
    data = total.to_bytes(count * LANE, "little")
    return [int.from_bytes(data[at : at + LANE], "little") for at in range(0, len(data), LANE)]


assert len(KINDS) == len(LETTERS)
