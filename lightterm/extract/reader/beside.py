"""Parts of a page that are no main text by what they are called, however much what they say looks like it.

The model weighs names, too, but they are a few of some forty terms of a block. Which of eighty names that say so are
right was found on the public sets: those that raise F1 on four times as many sites as they lower it when what they
hold goes (and one that is another's other form). Chosen on nine tenths of the sites and measured on the rest, they
raise F1 by .005 on WCXB (collections .027, products .006, listings .008), by .003 on article-extraction-benchmark, by
.001 on trafilatura's set, and cost nothing on Readability's pages.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.reader.blocks import Block, Element

COMMENTS = "comments"
"""No part of what is likely an article, which is often the shorter of the two."""

CONTROLS = "controls"
"""Blocks with a button or a field in them: no part of what is likely a collection, as they say what to do with it. That
raises F1 on collections by .010, on seven sites and on none the other way.
"""

FOOTER = "footer"

_KEPT_FOR = {COMMENTS: 0.2, FOOTER: 0.05, CONTROLS: 0.5} | dict.fromkeys(
    "widget nav disclaimer related modal categories byline legal tooltip feedback disclosure attachment credit filters "
    "popup signature newsletter sort dropdown bookmark affiliate print footnotes recommendations recommended "
    "breadcrumbs subscribe breadcrumb".split(),
    0.5,
)
"""Names of parts, in the order in which they go; of what is left without one so much must be there for it to go."""

_CALLED = {name: name for name in _KEPT_FOR if name not in (FOOTER, CONTROLS)}
_CALLED |= dict.fromkeys(("comment", "commentlist", "disqus", "respond"), COMMENTS)
_CONTROLS = frozenset(("<button", "<input", "<label"))
_TEXTS = frozenset(("article", "main", "section"))
_NONE: frozenset[str] = frozenset()


def without_beside(blocks: list[Block], kept: list[bool], least: int, stays: set[str]) -> list[bool]:
    """What was kept without the parts beside the main text but those of `stays`, each unless too little would be left;
    `least` characters at the least.
    """
    known: dict[int, frozenset[str]] = {}
    sizes = [len(block.text) if keep else 0 for block, keep in zip(blocks, kept, strict=True)]
    parts: dict[str, list[int]] = {}
    for i, size in enumerate(sizes):
        if size:
            for name in _parts(blocks[i].element, known):
                parts.setdefault(name, []).append(i)
            if not _CONTROLS.isdisjoint(blocks[i].inner):
                parts.setdefault(CONTROLS, []).append(i)
    total = sum(sizes)
    for name, share in _KEPT_FOR.items():
        inside = () if name in stays else parts.get(name, ())
        left = total - sum([sizes[i] for i in inside])
        if inside and left >= max(least, share * total):
            total = left
            for i in inside:
                sizes[i] = 0
    return [size > 0 for size in sizes]


def _parts(element: Element, known: dict[int, frozenset[str]]) -> frozenset[str]:
    """The names of the parts that an element stands in; a footer is one of the page, not of a text on it."""
    if element.tag == "body":
        return _NONE
    found = known.get(element.number)
    if found is None:
        above = _parts(element.parent, known) if element.parent is not None else _NONE
        own = [_CALLED[token] for token in element.tokens if token in _CALLED]
        if element.tag == FOOTER and all(around.tag not in _TEXTS for around in element.chain()):
            own.append(FOOTER)
        found = known[element.number] = above.union(own) if own else above
    return found
