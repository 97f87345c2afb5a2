"""The second stage's features: each a column of one number a block, made of the first stage's scores and the layout.

Columns are made whole, by slices and sums of slices: a row at a time takes three times as long.
"""

from __future__ import annotations

from itertools import accumulate
from math import log1p

from lightterm.extract.reader.echoes import echoes
from lightterm.extract.reader.linear import HEADINGS, SENTENCE_ENDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.reader.blocks import Block, Element
    from lightterm.extract.reader.kind import Signals

    Column = Sequence[float]

_TAGS = {"p": 1, "h1": 2, "h2": 3, "li": 5, "td": 6, "th": 6, "div": 7, "pre": 8, "blockquote": 9}
_TAGS |= dict.fromkeys(("h3", "h4", "h5", "h6"), 4) | {"dt": 10, "dd": 10, "figcaption": 11}
_COUNTED = ("article", "ul", "ol")
_MARKED = (("main",), ("aside", "nav"), ("footer",), ("figure", "figcaption"), ("header",), ("table", "form"))
LEVELS = 7
BARS = (0.2, 0.4, 0.6)
"""What share of an element's text must be main for it to gain: low bars find wide regions, high ones narrow."""


class _Region:
    """What stands in an element: weighted and whole characters, blocks, and how many siblings are like it."""

    __slots__ = ("blocks", "likes", "size", "weight")

    def __init__(self) -> None:
        self.weight = 0.0
        self.size = self.blocks = 0
        self.likes = 1


def columns(blocks: list[Block], scores: list[float], kinds: Sequence[float], signals: Signals) -> list[Column]:
    """The features of all blocks, column by column; `scores` are the first stage's probabilities."""
    count = len(blocks)
    sizes = [len(block.text) for block in blocks]
    total = sum(sizes)
    weights = [score * size for score, size in zip(scores, sizes, strict=True)]
    regions = _regions(blocks, weights, sizes)
    made: list[Column] = [scores]
    made += _near(scores, weights, sizes)
    made += _around(blocks, regions, total)
    made += _alike(blocks, weights, sizes, total)
    made += _shapes(blocks, sizes)
    made += _places(blocks, scores, weights, sizes)
    made += _ancestry(blocks)
    made += echoes(blocks, scores, signals)
    whole = regions[0]
    best = max(regions.values(), key=lambda region: region.weight - 0.4 * region.size)
    facts = [whole.weight / total, log1p(total), log1p(count), best.weight / total, best.size / total]
    facts += [min(20, signals.articles), min(1, signals.mains), *kinds]
    made += [[fact] * count for fact in facts]
    return made


def _near(scores: list[float], weights: list[float], sizes: list[int]) -> list[Column]:
    """Scores of the neighbours, one by one and as means over windows."""
    count = len(scores)
    made: list[Column] = []
    for by in (1, 2, 3):
        made.append(([0.0] * by + scores)[:count])
        made.append((scores[by:] + [0.0] * by)[:count])
    gained = [0.0, *accumulate(weights)]
    passed = [0, *accumulate(sizes)]
    for before, after in ((5, 5), (15, 15), (6, -1), (-1, 6)):
        low = [max(0, i - before) for i in range(count)]
        high = [min(count, i + after + 1) for i in range(count)]
        made.append([(gained[e] - gained[s]) / max(1, passed[e] - passed[s]) for s, e in zip(low, high, strict=True)])
    return made


def _regions(blocks: list[Block], weights: list[float], sizes: list[int]) -> dict[int, _Region]:
    """What stands in each element, by its number, likes counted among the children of one parent."""
    regions: dict[int, _Region] = {}
    likes: dict[tuple[int, str, tuple[str, ...]], list[_Region]] = {}
    for block, weight, size in zip(blocks, weights, sizes, strict=True):
        for element in block.element.chain():
            region = regions.get(element.number)
            if region is None:
                region = regions[element.number] = _Region()
                if element.parent is not None:
                    key = (element.parent.number, element.tag, element.tokens[:1])
                    likes.setdefault(key, []).append(region)
            region.weight += weight
            region.size += size
            region.blocks += 1
    for same in likes.values():
        for region in same:
            region.likes = len(same)
    return regions


def _around(blocks: list[Block], regions: dict[int, _Region], total: int) -> list[Column]:
    """Of the elements around each block: how much of their text is main, how much of the page they are, repetition."""
    rows: dict[int, list[float]] = {}
    whole = regions[0]
    leaders = [max(regions, key=lambda n: regions[n].weight - bar * regions[n].size) for bar in BARS]
    for block in blocks:
        if block.element.number not in rows:
            rows[block.element.number] = _levels(block.element, regions, total, whole, leaders)
    return list(zip(*[rows[block.element.number] for block in blocks], strict=True))


def _levels(
    element: Element, regions: dict[int, _Region], total: int, whole: _Region, leaders: list[int]
) -> list[float]:
    row: list[float] = []
    likes = depth = 0
    inside = [0] * len(leaders)
    for depth, around in enumerate(element.chain()):
        region = regions[around.number]
        if depth < LEVELS:
            row += (region.weight / region.size, region.size / total)
            if depth < 5:
                likes = max(likes, region.likes)
        for i, leader in enumerate(leaders):
            if around.number == leader:
                inside[i] = 1
    for _ in range(depth + 1, LEVELS):
        row += (whole.weight / total, 1.0)
    row.append(likes)
    return row + inside


def _alike(blocks: list[Block], weights: list[float], sizes: list[int], total: int) -> list[Column]:
    """Of all blocks with the same tag and names: how much of their text is main, how much of the page, how many."""
    groups: dict[tuple[object, ...], list[float]] = {}
    mine: list[list[float]] = []
    for block, weight, size in zip(blocks, weights, sizes, strict=True):
        element = block.element
        above = element.parent.tokens[:2] if element.parent is not None else ()
        group = groups.setdefault((element.tag, element.tokens[:2], above), [0.0, 0.0, 0.0])
        group[0] += weight
        group[1] += size
        group[2] += 1
        mine.append(group)
    return [[g[0] / g[1] for g in mine], [g[1] / total for g in mine], [g[2] for g in mine]]


def _shapes(blocks: list[Block], sizes: list[int]) -> list[Column]:
    """What a block looks like by itself and beside the next."""
    return [
        [log1p(size) for size in sizes],
        [block.linked / size for block, size in zip(blocks, sizes, strict=True)],
        [0, *sizes[:-1]],
        [*sizes[1:], 0],
        [_TAGS.get(block.element.tag, 0) for block in blocks],
        [block.links for block in blocks],
        [block.text[-1] in SENTENCE_ENDS for block in blocks],
    ]


def _places(blocks: list[Block], scores: list[float], weights: list[float], sizes: list[int]) -> list[Column]:
    """Where a block stands: in the page, in what is main, after the first h1, and under which heading."""
    count, total = len(blocks), sum(sizes)
    gained = [0.0, *accumulate(weights)]
    passed = [0, *accumulate(sizes)]
    most = max(1.0, gained[-1])
    first = next((i for i, block in enumerate(blocks) if block.element.tag == "h1"), -1)
    sure = [i for i, score in enumerate(scores) if score > 0.75 and sizes[i] > 40] or [0, count - 1]
    heading, since = 0.5, 30
    under: list[float] = []
    behind: list[float] = []
    for i, block in enumerate(blocks):
        if block.element.tag in HEADINGS:
            heading, since = scores[i], 0
        under.append(heading)
        behind.append(since)
        since += 1
    return [
        [i / count for i in range(count)],
        [gain / most for gain in gained[:-1]],
        [part / total for part in passed[:-1]],
        [-1.0 if first < 0 else (i - first) / count for i in range(count)],
        [(i - sure[0]) / count for i in range(count)],
        [(sure[-1] - i) / count for i in range(count)],
        under,
        behind,
    ]


def _ancestry(blocks: list[Block]) -> list[Column]:
    """Which regions a block stands in, whether it is hidden, how deep."""
    rows: dict[int, tuple[float, ...]] = {}
    for block in blocks:
        element = block.element
        if element.number not in rows:
            tags = [around.tag for around in element.chain()]
            articles, *lists = (tags.count(name) for name in _COUNTED)
            marked = [any(name in tags for name in names) for names in _MARKED]
            rows[element.number] = (articles, sum(lists), *marked, "noscript" in tags, element.hidden, element.depth)
    return list(zip(*[rows[block.element.number] for block in blocks], strict=True))
