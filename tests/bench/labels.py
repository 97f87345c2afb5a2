"""Which blocks of a page an expected text is made of: the two are aligned, so that of copies only one is right.

    pip install rapidfuzz

Counting shared trigrams takes both copies of a text that stands twice, and loses the prices and names of a listing,
which are too short for one: on WCXB what it chooses reaches an F1 of .955 (collections .869), what is aligned .985
(.957).
"""

from __future__ import annotations

from collections import Counter

from rapidfuzz.distance import LCSseq

from tests.bench import sets

SHORT = 4
"""Words below which a block is right by itself only in the company of others."""

MAIN = 0.5
"""The share of its words from which a block is main text."""

UNSURE = 0.3
"""What a short block is given whose words are found, but far from its neighbours'."""

Span = tuple[int, int]


def aligned(texts: list[str], expected: str) -> list[float | None]:
    """How much of each text stands in the expected one, None for those without a word."""
    words = [sets.tokens(text) for text in texts]
    truth = sets.tokens(expected)
    use = _possible(words, truth)
    found = [0.0] * len(words)
    used: list[bool] = []
    for _ in range(3):
        shares, spans, used = _align(words, use, truth)
        right = _right(words, use, shares, spans)
        for i in use:
            found[i] = shares[i] if i in right else UNSURE if shares[i] == 1 else 0.0
        if len(right) == len(use):
            break
        use = [i for i in use if i in right]
    _add_moved(words, found, truth, expected, used)
    return [share if own else None for share, own in zip(found, words, strict=True)]


def _trigrams(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(words, words[1:], words[2:], strict=False))


def _possible(words: list[list[str]], truth: list[str]) -> list[int]:
    """The blocks that may be of the text at all."""
    grams, known = set(_trigrams(truth)), set(truth)
    use = []
    for i, own in enumerate(words):
        mine = _trigrams(own) if len(own) >= SHORT else []
        if sum(gram in grams for gram in mine) >= 0.2 * len(mine) if mine else own and known.issuperset(own):
            use.append(i)
    return use


def _align(
    words: list[list[str]], use: list[int], truth: list[str]
) -> tuple[dict[int, float], dict[int, Span], list[bool]]:
    """Of each block the share of its words in the longest common sequence and where they lie; the words used there."""
    owner = [i for i in use for _ in words[i]]
    numbers: dict[str, int] = {}
    page = [numbers.setdefault(word, len(numbers)) for i in use for word in words[i]]
    text = [numbers.setdefault(word, len(numbers)) for word in truth]
    counts = dict.fromkeys(use, 0)
    spans: dict[int, Span] = {}
    used = [False] * len(truth)
    for step in LCSseq.opcodes(page, text):
        if step.tag == "equal":
            for by in range(step.src_end - step.src_start):
                i, at = owner[step.src_start + by], step.dest_start + by
                counts[i] += 1
                used[at] = True
                spans[i] = (spans.get(i, (at, at))[0], at)
    return {i: count / len(words[i]) for i, count in counts.items()}, spans, used


def _right(words: list[list[str]], use: list[int], shares: dict[int, float], spans: dict[int, Span]) -> set[int]:
    """The blocks whose words lie together, and the short ones that lie beside such."""

    def spread(i: int) -> int:
        return spans[i][1] - spans[i][0] + 1

    right = {i for i in spans if shares[i] >= MAIN and len(words[i]) >= SHORT and spread(i) <= 1.6 * len(words[i]) + 2}
    whole = [i for i in use if i in right or (shares[i] == 1 and spread(i) == len(words[i]))]
    for _ in range(2):
        for order in (whole, whole[::-1]):
            last = -1
            for i in order:
                if last >= 0 and i not in right:
                    low, high = (last, i) if i > last else (i, last)
                    if 0 <= spans[high][0] - spans[low][1] - 1 <= 2:
                        right.add(i)
                if i in right:
                    last = i
    return right


def _add_moved(words: list[list[str]], found: list[float], truth: list[str], expected: str, used: list[bool]) -> None:
    """Add the blocks that stand in another order in the text than on the page."""
    grams: Counter[tuple[str, ...]] = Counter()
    lines: Counter[str] = Counter()
    start = 0
    for at in range(len(truth) + 1):
        if at == len(truth) or used[at]:
            grams.update(_trigrams(truth[start:at]))
            start = at + 1
    at = 0
    for line in expected.split("\n"):
        own = sets.tokens(line)
        if own and not any(used[at : at + len(own)]):
            lines[" ".join(own)] += 1
        at += len(own)
    for i, own in enumerate(words):
        mine = _trigrams(own) if len(own) >= SHORT else []
        met = sum(grams[gram] > 0 for gram in mine)
        if found[i] >= MAIN or not own:
            continue
        if mine and met >= 0.7 * len(mine):
            found[i] = met / len(mine)
            grams.subtract(mine)
        elif not mine and len(own) > 1 and lines[" ".join(own)] > 0:
            found[i] = 0.7
            lines[" ".join(own)] -= 1
