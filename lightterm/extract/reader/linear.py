"""The first stage: sparse terms of a block and of the elements around it, whose weights are added up.

An element's terms are weighed once for all blocks in it; a term met twice on the way up counts once.
"""

from __future__ import annotations

from lightterm.extract.reader.blocks import about

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.extract.reader.blocks import Block, Element

REGIONS = frozenset(
    "nav header footer aside main article section form table ul ol dl figure blockquote dialog details fieldset pre td "
    "li noscript".split()
)
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
SENTENCE_ENDS = frozenset(".!?:;…。！？\"”'’)")  # noqa: RUF001
SHORT = 60
"""Characters below which a block's own words are terms."""

_NONE: frozenset[str] = frozenset()


def element_terms(element: Element, kind: str) -> list[str]:
    """The terms that an element adds to those of the elements around it, plain and crossed with the page's kind."""
    around = _NONE if element.parent is None or element.parent.known is None else element.parent.known
    words, signs, _ = about(element.head)
    own = ["a:" + word for word in words]
    own += ["s:" + sign for sign in signs]
    if element.tag in REGIONS:
        own.append("in:" + element.tag)
    new = [term for term in own if term not in around]
    element.known = around.union(new) if new else around
    return new + [kind + term for term in new]


def chain_weight(element: Element, kind: str, weights: Mapping[str, float]) -> float:
    """The weight of all elements around a block, each weighed when first met."""
    if element.known is None:
        above = chain_weight(element.parent, kind, weights) if element.parent is not None else 0.0
        get = weights.get
        element.weight = above + sum([get(term, 0.0) for term in element_terms(element, kind)])
    return element.weight


class Surroundings:
    """What the terms of a block need of the page: its title's words, texts met more than once, the last heading."""

    def __init__(self, blocks: list[Block], title: str, kind: str) -> None:
        self.blocks = blocks
        self.kind = kind
        self.title = frozenset(words_of(title))
        seen: set[str] = set()
        self.repeated: set[str] = set()
        for block in blocks:
            (self.repeated if block.text in seen else seen).add(block.text)
        self._heading: list[str] = []

    def own_terms(self, i: int) -> list[str]:
        """The terms of block `i`; to be asked in order, as headings count for what follows."""
        block, kind = self.blocks[i], self.kind
        text, element = block.text, block.element
        tag, size = element.tag, len(text)
        length, density = min(9, size.bit_length()), block.linked / size
        linked = f"d{int(density * 4.99)}"
        shape = f"L{length // 2}d{int(density * 2.99)}"
        terms = ["t=" + tag, kind + "t=" + tag, f"L{length}", linked, kind + linked, shape, kind + shape]
        terms.append(f"pos{10 * i // len(self.blocks)}")
        terms.append(f",{min(3, text.count(',') + text.count('、') + text.count('，'))}")  # noqa: RUF001
        if text[-1] in SENTENCE_ENDS:
            terms.append("end")
        if text in self.repeated:
            terms.append("again")
        if element.hidden:
            terms.append("hidden")
        parent = element.parent
        terms += ["c:" + word for word in element.tokens]
        if parent is not None:
            terms.append("p=" + parent.tag)
            terms += ["c:" + word for word in parent.tokens]
        terms += ["i:" + word for word in block.inner]
        self._add_words(terms, block, i)
        return list(dict.fromkeys(terms))

    def _add_words(self, terms: list[str], block: Block, i: int) -> None:
        text, tag, blocks = block.text, block.element.tag, self.blocks
        short = len(text) < SHORT
        words = words_of(text[:400])
        if short:
            terms += ["w:" + word for word in words[:8] if not word.isdigit()]
            if _is_dated(words):
                terms.append("dated")
        if len(words) > 1 and sum(word in self.title for word in words) > 0.6 * len(words):
            terms.append("title")
        if tag in HEADINGS:
            self._heading = ["h:" + word for word in words[:5] if not word.isdigit()]
        else:
            terms += self._heading
        if i:
            terms.append("<" + blocks[i - 1].element.tag)
        if i + 1 < len(blocks):
            terms.append(">" + blocks[i + 1].element.tag)


_LETTERS = {c: " " for c in range(128) if not chr(c).isalnum()} | {ord(c): " " for c in "–—‘’“”«»…·•|"}


def words_of(text: str) -> list[str]:
    """The lower-case words of a text."""
    return text.lower().translate(_LETTERS).split()


def _is_dated(words: list[str]) -> bool:
    return any(len(word) == 4 and word.isdigit() and word[:2] in ("19", "20") for word in words)


def block_terms(blocks: list[Block], title: str, kind: str) -> list[list[str]]:
    """All terms of each block, as they are trained with."""
    around = Surroundings(blocks, title, kind)
    by_element: dict[int, list[str]] = {}

    def chain(element: Element) -> list[str]:
        if element.number not in by_element:
            above = chain(element.parent) if element.parent is not None else []
            by_element[element.number] = above + element_terms(element, kind)
        return by_element[element.number]

    return [around.own_terms(i) + chain(block.element) for i, block in enumerate(blocks)]


def first_scores(blocks: list[Block], title: str, kind: str, weights: Mapping[str, float], bias: float) -> list[float]:
    """The log odds of each block to be main text."""
    around = Surroundings(blocks, title, kind)
    get = weights.get
    scores = []
    for i, block in enumerate(blocks):
        own = sum([get(term, 0.0) for term in around.own_terms(i)])
        scores.append(bias + own + chain_weight(block.element, kind, weights))
    return scores
