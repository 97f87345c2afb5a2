"""What each target of a page stands in: its row, item of a list, card or comment, and the headings over that.

Words of another row are what makes a press a wrong one, so rows are found as markup has them and not by what is near on
the lines: an element that has others of its kind beside it which can be acted on, without such that stand inside it (an
answer to a comment is no part of it). Buttons, and links of a name that several have, are no words of a row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.agent.pointing import HANDLE
from lightterm.document.marks import one_spaced
from lightterm.records import Record
from lightterm.session.controls import plain_name
from lightterm.session.likeness import Word, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lightterm.document.model import Document
    from lightterm.extract.dom import Node
    from lightterm.loading import Page

LOOKED_AT = 1500
"""Targets whose places are looked for."""

WHOLE = 400
"""Characters of what a target stands in that are looked at."""

DEEP = 40
"""Elements above a target that are looked at."""

CONTROLS = "a[href], button, input, summary, [role=button], [role=link], [onclick]"
ITEMS = ("li", "tr", "article", "dd")
"""Elements that are one of several, though there be no other."""

NOT_ITEMS = ("td", "th", "tbody", "table", "ul", "ol", "dl", "nav", "label", "span", "b", "form", "a", "button")
"""Elements that stand beside others of their kind within one thing, or hold several."""

HEADS = ("h1", "h2", "h3", "h4", "h5", "h6")
OUTSIDE = ("body", "html", "main")


class Place(Record):
    """What a target stands in, its words, and those of the headings over it; `item` tells one row from another."""

    item: int = 0
    own: tuple[Word, ...] = ()
    over: tuple[Word, ...] = ()


def words_of_all(text: str) -> tuple[Word, ...]:
    """The words of all that stands round a target: of a name only the first are looked at."""
    said = text.split()
    return tuple(word for at in range(0, len(said), 8) for word in words_of(" ".join(said[at : at + 8])))


def places(page: Page) -> Mapping[int, Place]:
    """The place of each target, by its number; none of what is not found in the markup."""
    from lightterm.extract import dom

    document = page.document
    if len(document.targets) > LOOKED_AT:
        return {}
    tree = dom.parse(page.snapshot.markup)
    nodes = dom.select(tree, CONTROLS)
    around = _Around(nodes, dom.select(tree, ", ".join(HEADS)))
    return {number: around.place(node) for number, node in _numbered(document, nodes)}


def _numbered(document: Document, nodes: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """The elements of targets: by what their engine calls them, else the n-th of a name for the n-th of it; of a name
    that markup has more or less often (some are not shown) none is known."""
    handles = {node.attributes.get(HANDLE) or "": node for node in nodes}
    named: dict[str, list[Node]] = {}
    for node in nodes:
        named.setdefault(_name(node), []).append(node)
    numbers: dict[str, list[int]] = {}
    for target in islice(document.targets, LOOKED_AT):
        if target.handle and (own := handles.get(str(target.handle))) is not None:
            yield target.number, own
        elif not target.handle:
            numbers.setdefault(plain_name(target), []).append(target.number)
    for name, those in numbers.items():
        if len(there := named.get(name, ())) == len(those):
            yield from zip(those, there, strict=True)


def _name(node: Node) -> str:
    said = node.attributes.get("aria-label") or one_spaced(node.text()) or node.attributes.get("value") or ""
    return " ".join((said or node.attributes.get("title") or "").split()).casefold()


class _Around:
    """What stands round the elements of one tree."""

    def __init__(self, controls: Sequence[Node], heads: Sequence[Node]) -> None:
        self.controls = {node.mem_id for node in controls}
        several = Counter(map(_name, controls))
        self.quiet = {node.mem_id for node in controls if node.tag != "a" or several[_name(node)] > 1}
        self.holding: dict[int, set[str]] = {}
        for node in controls:
            for one in islice(_above(node), DEEP):
                self.holding.setdefault(one.mem_id, set()).add(_name(node))
        self.scopes: dict[int, Node | None] = {}
        self.texts: dict[int, str] = {}
        self.heads: dict[int, list[Node]] = {}
        for head in heads:
            if (scope := self._scope(head)) is not None:
                self.heads.setdefault(scope.mem_id, []).append(head)
        self.items: dict[int, bool] = {}
        self.twins: dict[int, Counter[tuple[str, str]]] = {}
        self.heads_at: dict[int, tuple[dict[int, int], list[int], list[tuple[Node, int, int]]]] = {}

    def place(self, node: Node) -> Place:
        """The place of a control: the items it stands in, up to one of which it is but a part of the same kind."""
        said: list[str] = []
        item, shapes = 0, set[tuple[str, str]]()
        heads = list(self._over(node))
        for one in islice(_above(node), DEEP):
            if one.tag in OUTSIDE:
                break
            if not self._is_item(one):
                continue
            if _shape(one) in shapes:
                break
            if text := " ".join(self._words(one, node, parts=bool(said)))[:WHOLE]:
                said.append(f"{_term(one)} {text}")
                shapes.add(_shape(one))
                item = item or one.mem_id
        if not said and heads:  # a flat page: what follows a heading is about it
            said, item = list(self._under(heads[0], node)), heads[0].mem_id
        over = " ".join(one_spaced(head.text()) for head in heads)[:WHOLE]
        return Place(item=item, own=words_of_all(" ".join(said)), over=words_of_all(over))

    def _is_item(self, node: Node) -> bool:
        known = self.items.get(node.mem_id)
        if known is None:
            known = node.tag in ITEMS or (node.tag not in NOT_ITEMS and self._has_twin(node))
            self.items[node.mem_id] = known
        return known

    def _has_twin(self, node: Node) -> bool:
        """Whether another element of its kind that can be acted on stands beside one."""
        above = node.parent
        if above is None:
            return False
        if above.mem_id not in self.twins:  # once for all of them: of 9,000 beside each other each asked the others
            self.twins[above.mem_id] = Counter(_shape(one) for one in above.iter() if one.mem_id in self.holding)
        return self.twins[above.mem_id][_shape(node)] > (node.mem_id in self.holding)

    def _words(self, item: Node, control: Node, parts: bool) -> Iterator[str]:
        """What an item says itself: not its buttons, nor what has another button of that name; of what is round an item
        (`parts`) nothing that the other ones say."""
        name = _name(control)
        for child in item.iter(include_text=True):
            if child.tag == "-text":
                if text := one_spaced(child.text() or "").strip():
                    yield text
            elif child.mem_id not in self.quiet and not self._is_other(child, item, name, parts):
                yield from self._words(child, control, parts)

    def _under(self, head: Node, control: Node) -> Iterator[str]:
        """A heading, and what stands between it and a control beside it."""
        above = self._scope(head)
        child: Node | None = _within(head, above) if above is not None else None
        end = _within(control, above).mem_id if above is not None else 0
        while child is not None and child.mem_id != end:
            if child.mem_id not in self.quiet and not self._is_other(child, child, _name(control), True):
                yield one_spaced(child.text() or "")
            child = child.next

    def _is_other(self, node: Node, item: Node, name: str, parts: bool) -> bool:
        held = self.holding.get(node.mem_id, ())
        if not held or not self._is_item(node):
            return False
        kind = _shape(node)
        return parts or name in held or (kind == _shape(item) and (kind[0] in ITEMS or bool(kind[1])))

    def _over(self, node: Node) -> Iterator[Node]:
        """The headings over a control, the nearest first: each but those of lower level before another."""
        level = len(HEADS)
        below = node
        for one in islice(_above(node), DEEP):
            at, there = self._before(one, below)
            while at >= 0:
                head, its, above = there[at]
                if its < level:
                    level = its
                    yield head
                at = above
            below = one

    def _scope(self, head: Node) -> Node | None:
        """The element of which a heading is the heading: where it stands, or above what holds nothing else."""
        if head.mem_id not in self.scopes:
            at, said = head.parent, one_spaced(head.text())
            while at is not None and at.tag not in OUTSIDE and self._text(at) == said:
                at = at.parent
            self.scopes[head.mem_id] = at
        return self.scopes[head.mem_id]

    def _text(self, node: Node) -> str:
        """What is in an element, which may be the one of many headings."""
        if node.mem_id not in self.texts:
            self.texts[node.mem_id] = one_spaced(node.text())
        return self.texts[node.mem_id]

    def _before(self, above: Node, child: Node) -> tuple[int, list[tuple[Node, int, int]]]:
        """The headings of an element, with their level and which before them is of a higher one, and the last of them
        before one of its children."""
        if above.mem_id not in self.heads:
            return -1, []
        if above.mem_id not in self.heads_at:
            order = {one.mem_id: at for at, one in enumerate(above.iter())}
            ends = [order.get(_within(head, above).mem_id, len(order)) for head in self.heads[above.mem_id]]
            self.heads_at[above.mem_id] = order, ends, _ranked(self.heads[above.mem_id])
        order, ends, ranked = self.heads_at[above.mem_id]
        return bisect_left(ends, order.get(child.mem_id, 0)) - 1, ranked


def _term(node: Node) -> str:
    """What a description describes."""
    found, at = [], node.prev if node.tag == "dd" else None
    while at is not None and at.tag != "dd":
        found.append(one_spaced(at.text() or "") if at.tag == "dt" else "")
        at = at.prev
    return " ".join(reversed(found))


def _above(node: Node) -> Iterator[Node]:
    at = node.parent
    while at is not None:
        yield at
        at = at.parent


def _ranked(heads: Sequence[Node]) -> list[tuple[Node, int, int]]:
    """Headings with their level and the place of the last one before that is of a higher level, -1 for none."""
    ranked: list[tuple[Node, int, int]] = []
    for head in heads:
        level, at = HEADS.index(head.tag or HEADS[-1]), len(ranked) - 1
        while at >= 0 and ranked[at][1] >= level:
            at = ranked[at][2]
        ranked.append((head, level, at))
    return ranked


def _within(node: Node, above: Node) -> Node:
    """The child of an element that a node is, or is in."""
    at = node
    while at.parent is not None and at.parent.mem_id != above.mem_id:
        at = at.parent
    return at


def _shape(node: Node) -> tuple[str, str]:
    names = (node.attributes.get("class") or "").split()
    return node.tag or "", names[0] if names else ""
