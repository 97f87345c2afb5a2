"""What a block shares with its page: words of blocks that are likely main, and of the page's title and description."""

from __future__ import annotations

from lightterm.extract.reader.linear import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.reader.blocks import Block
    from lightterm.extract.reader.dense import Column
    from lightterm.extract.reader.kind import Signals

LONG = 4
"""Letters from which a word tells what a text is about."""

READ = 1500
"""Characters of a block that are read."""

DOUBT = 0.3
"""Blocks that the page's mean counts for beside those a word was met in."""

ENOUGH = 3.0
"""Likely blocks from which a word is no more at home in the main text."""

BEGINNING = 15, 80
"""Letters of a block's beginning that are looked for in the description: at least, at most."""


def echoes(blocks: list[Block], scores: Sequence[float], signals: Signals) -> list[Column]:
    """Of each block: how likely the others are that use its words, how much they use them, and what of it the page's
    title and description say: as a share, as a count, and whether they say its beginning (2; 1: no; 0: there are none).
    """
    said = [_told(block.text[:READ]) for block in blocks]
    description = " ".join(words_of(signals.description))
    told = frozenset(_told(signals.title)).union(_told(signals.description))
    shares, counts, begun = [], [], []
    for block, words in zip(blocks, said, strict=True):
        count = sum([word in told for word in words])
        counts.append(count)
        shares.append(count / (len(words) or 1))
        begun.append(_begun(block.text, description))
    return [*_used(said, scores), shares, counts, begun]


def _told(text: str) -> list[str]:
    return list(dict.fromkeys([word for word in words_of(text) if len(word) >= LONG]))


def _begun(text: str, description: str) -> int:
    if not description:
        return 0
    least, most = BEGINNING
    beginning = " ".join(words_of(text[: most + 40]))[:most]
    return 2 if len(beginning) > least and beginning in description else 1


def _used(said: list[list[str]], scores: Sequence[float]) -> list[Column]:
    """For each block the mean score of the others that use its words, and the sum of what they gain by a word."""
    cells: dict[str, list[float]] = {}
    uses: list[list[list[float]]] = []
    for words, score in zip(said, scores, strict=True):
        own = [cells.setdefault(word, [0.0, 0.0]) for word in words]
        for cell in own:
            cell[0] += score
            cell[1] += 1
        uses.append(own)
    usual = sum(scores) / len(scores)
    doubt = DOUBT * usual
    means, gains = [], []
    for own, score in zip(uses, scores, strict=True):
        shared = [(gained - score, count - 1) for gained, count in own if count > 1]
        likely = sum([(gained + doubt) / (count + DOUBT) for gained, count in shared])
        means.append(likely / len(shared) if shared else usual)
        gains.append(sum([min(ENOUGH, gained) for gained, _ in shared]) / (len(own) or 1))
    return [means, gains]
