"""What of a page is wanted: blocks by word, by pattern or by what they are about, with the headings they stand under.

Blocks are what the walk made: paragraphs, headings, list items, code, tables. Nothing here needs an engine or a model;
`lightterm.output.embeddings` is asked only by `Query` and only where its extra is installed.
"""

from __future__ import annotations

import re

from lightterm.document.alike import alike
from lightterm.document.marks import pieces
from lightterm.document.model import Paragraph
from lightterm.document.subset import plain, subset
from lightterm.output.rows import narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lightterm.document.model import Document
    from lightterm.output.rows import Found
    from lightterm.output.wanted import Selection

    Scorer = Callable[[Sequence[str], str], list[float]]

K1, B = 1.2, 0.75
"""Of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009), as usually set."""

NEAR = 0.3
"""How near a text must come to a query whose words nobody knows, the page no more than the model."""

ABOVE = 0.1
"""How much of what its heading scores a text has, too: headings that ask lead away from other questions' answers."""

SHORT = 6
"""Words of a text that is taken for half as good an answer as a long one: one word of a menu is all about itself."""

_WORD = re.compile(r"\w+")
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
"""Thai, Lao, Burmese, Khmer, Kana and Han: a character of these is a word of its own here."""


def select(document: Document, selection: Selection, found: Callable[[str], bool] | None = None) -> Document:
    """The document's blocks that were asked for and the headings they stand under; `found` tells a pattern's texts."""
    if not (selection.keywords or found or selection.query):
        return document
    whole = list(range(len(document.blocks)))
    texts = [plain(block) for block in document.blocks]
    kept, either = whole, set[int]()
    if selection.keywords:
        kept = with_keywords(texts, kept, selection.keywords, selection.match_all)
        either.update(kept)
    if found is not None:
        kept = [index for index in (whole if selection.either else kept) if found(texts[index])]
        either.update(kept)
    if selection.query:
        among = whole if selection.either else kept
        kept = about(document, texts, among, selection.query, selection.top, selection.threshold)
        either.update(kept)
    return with_blocks(document, either if selection.either else kept, selection, found)


def with_blocks(
    document: Document, kept: Iterable[int], selection: Selection, found: Callable[[str], bool] | None = None
) -> Document:
    """The document's blocks of these indices and their headings, and of long tables the rows that were asked for."""
    part = subset(document, with_headings(document, kept))
    return narrowed(part, _row_filters(selection, found), selection.either)


def _row_filters(selection: Selection, found: Callable[[str], bool] | None) -> list[Found]:
    """What tells the rows of a long table that were asked for, a function for each part of the selection."""
    filters: list[Found] = []
    if selection.keywords:
        filters.append(lambda texts: _held(texts, selection))
    if found is not None:
        filters.append(lambda texts: [found(text) for text in texts])
    if selection.query:
        filters.append(lambda texts: _best(texts, selection.query, selection.top))
    return filters


def _held(texts: Sequence[str], selection: Selection) -> list[bool]:
    holding = set(with_keywords(texts, range(len(texts)), selection.keywords, selection.match_all))
    return [index in holding for index in range(len(texts))]


def _best(texts: Sequence[str], query: str, top: int) -> list[bool]:
    scores = lexical(texts, query)
    least = sorted(scores, reverse=True)[:top][-1]
    return [score > 0 and score >= least for score in scores]


def with_keywords(texts: Sequence[str], among: Iterable[int], keywords: Sequence[str], match_all: bool) -> list[int]:
    """The indices of the texts that hold any of the keywords, or all of them; as words or parts of words.

    Case and accents count for nothing.
    """
    wanted = [alike(word.casefold()) or word for word in keywords if word]
    holds = all if match_all else any
    found = []
    for index in among:
        text = alike(texts[index].casefold())
        if holds(word in text for word in wanted):
            found.append(index)
    return found


def about(
    document: Document, texts: Sequence[str], among: Sequence[int], query: str, top: int, threshold: float = 0.0
) -> list[int]:
    """The indices of the `top` texts that a query is about, in the order of the page, none below the threshold.

    What the heading above a text says counts for the text, and a heading by itself only where no text is found.
    """
    best = [one for one in ranked(document, texts, among, query) if one[0] >= threshold]
    return sorted(index for _, index in best[:top])


def ranked(
    document: Document, texts: Sequence[str], among: Sequence[int], query: str, score: Scorer | None = None
) -> list[tuple[float, int]]:
    """The scores and indices of the texts that a query is about, best first; `score` rates texts (`relevance`).

    Of texts that score the same the longer ones come first: a short one needs few words to be all about a query.
    """
    found: list[tuple[float, float, int]] = []
    headings: list[tuple[float, float, int]] = []
    above = 0.0
    for rated, index in zip((score or relevance)([texts[index] for index in among], query), among, strict=True):
        block = document.blocks[index]
        if isinstance(block, Paragraph) and block.level:
            above = rated
            headings.append((-rated, rated, index))
        elif texts[index].strip():
            length = sum(len(words(part)) for part in pieces(texts[index]))
            order = rated * length / (length + SHORT) + ABOVE * above
            found.append((-order, rated + ABOVE * above, index))
    best = sorted(one for one in found if one[1] > 0) or sorted(one for one in headings if one[1] > 0)
    return [(rated, index) for _, rated, index in best]


def relevance(texts: Sequence[str], query: str) -> list[float]:
    """How well each text answers a query, from 0 to 1: BM25 of its words and of runs of four letters, each as a part of
    the most that the query could score, so that a text that shares but its small words is no answer.

    The runs find other forms of a word. With the extra `lightterm[query]` what words mean counts as much as both.
    """
    scores = lexical(texts, query)
    from lightterm.output.embeddings import is_known, similarities

    meant = similarities(texts, query)
    if meant is not None and (any(scores) or is_known(query) or max(meant) >= NEAR):
        return [(score + max(0.0, part)) / 2 for score, part in zip(scores, meant, strict=True)]
    return scores


def lexical(texts: Sequence[str], query: str) -> list[float]:
    """The same by words and their letters alone."""
    by_words = bm25(texts, query, words)
    by_letters = bm25(texts, query, fours)
    return [(word + letter) / 2 for word, letter in zip(by_words, by_letters, strict=True)]


def words(text: str) -> list[str]:
    """The words of a text, folded; characters of scripts without spaces are words."""
    folded = _WITHOUT_SPACES.sub(lambda found: f" {found[0]} ", alike(text.casefold()))
    return _WORD.findall(folded)


def fours(text: str) -> list[str]:
    """The runs of four characters in the words of a text, with a space at each end."""
    found = []
    for word in words(text):
        padded = f" {word} "
        found += [padded[n : n + 4] for n in range(max(1, len(padded) - 3))]
    return found


def bm25(texts: Sequence[str], query: str, split: Callable[[str], list[str]]) -> list[float]:
    """What each text, split into its pieces, scores of the most that the query's pieces could, 0 to 1."""
    from math import log

    terms = tuple(dict.fromkeys(split(query)))
    counted = [_counted(text, terms, split) for text in texts]
    count = len(counted)
    average = sum(length for length, _ in counted) / count if count else 0.0
    scores = [0.0] * count
    most = 0.0
    for at in range(len(terms)):
        holding = sum(1 for _, times in counted if times[at])
        weight = log(1 + (count - holding + 0.5) / (holding + 0.5))
        most += weight * (K1 + 1)
        for place, (length, times) in enumerate(counted):
            if n := times[at]:
                scores[place] += weight * n * (K1 + 1) / (n + K1 * (1 - B + B * length / average))
    return [score / most for score in scores] if most else scores


def _counted(text: str, terms: Sequence[str], split: Callable[[str], list[str]]) -> tuple[int, tuple[int, ...]]:
    """How many pieces a text has, and how often each term is one: runs of letters of 20 MB at once would be 1 GB."""
    length, times = 0, [0] * len(terms)
    for part in pieces(text):
        found = split(part)
        length += len(found)
        for at, term in enumerate(terms):
            times[at] += found.count(term)
    return length, tuple(times)


def with_headings(document: Document, kept: Iterable[int]) -> list[int]:
    """Indices of blocks and of the headings they stand under: of each higher level the nearest before."""
    wanted = set(kept)
    path: list[tuple[int, int]] = []
    out: set[int] = set()
    for index, block in enumerate(document.blocks):
        if isinstance(block, Paragraph) and block.level:
            path = [one for one in path if one[0] < block.level]
            if index in wanted:
                out.update(at for _, at in path)
            path.append((block.level, index))
        elif index in wanted:
            out.update(at for _, at in path)
    return sorted(out | wanted)
