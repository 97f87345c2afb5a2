"""What CSS selectors pick of a page, or leave out: the page is read twice, whole for its numbers, then what is picked.

So every target has the number that it has on the page, whatever of the page is asked for.
"""

from __future__ import annotations

from lightterm.document.marks import FIELD, LINK, balance
from lightterm.document.model import Paragraph, Table
from lightterm.document.subset import chain, folded
from lightterm.extract import dom
from lightterm.extract.links import ELSEWHERE, NOTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lightterm.document.model import Block, Document
    from lightterm.extract.dom import Node, Tree

SELECTED, EXCLUDED = "selected-by-css", "excluded-by-css"
NUMBERED = NOTED[1]
"""Attributes that tell what was picked once the tree is prepared, and one target from another like it."""

_TARGETS = f"a[href],area,input,select,textarea,button,summary,{ELSEWHERE}"
_NO_LINES = frozenset("table tbody thead tfoot tr ul ol menu dl select".split())


class Pick:
    """Notes in a fresh tree what the selectors find. Raises ValidationFailed for one that is none."""

    def __init__(self, tree: Tree, selectors: Sequence[str], excluded: Sequence[str]) -> None:
        self._selects = bool(selectors)
        for attribute, queries in ((SELECTED, selectors), (EXCLUDED, excluded)):
            for query in queries:
                for node in _found(tree, query):
                    node.attrs[attribute] = ""
        for number, node in enumerate(dom.select(tree, _TARGETS)):
            node.attrs[NUMBERED] = str(number)

    def prune(self, tree: Tree) -> None:
        """Take all that is not picked out of a prepared tree that was read already."""
        if self._selects and tree.body is not None:
            _keep(tree.body, _open(dom.select(tree, f"[{SELECTED}]")))
        # Innermost first: lexbor frees a removed subtree, so what holds others must go after them.
        for node in reversed(dom.select(tree, f"[{EXCLUDED}]")):
            if node.tag not in ("html", "body"):
                node.decompose()

    def numbered(self, whole: Document, items: list[object], part: Document, picked: list[object]) -> Document:
        """The part's document with the numbers of the whole; `items` and `picked` are the targets as walked."""
        numbers = [0, *_aligned([_key(item) for item in items], [_key(item) for item in picked])]
        blocks = _renumbered(part.blocks, numbers)
        for frame in {frame for block in blocks for frame in chain(block.frame) if frame.fold}:
            frame.fold = numbers[frame.fold] if frame.fold < len(numbers) else 0
        return whole.replace(
            blocks=blocks,
            media=part.media,
            landmarks=part.landmarks,
            anchors=part.anchors,
            folded=folded(whole, blocks),
        )


def check_selectors(queries: tuple[str, ...]) -> None:
    """Raises ValidationFailed for what is no CSS selector."""
    if queries:
        tree = dom.parse(b"<p>")
        for query in queries:
            _found(tree, query)


def _found(tree: Tree, query: str) -> list[Node]:
    from lightterm.errors import ValidationFailed

    try:
        found = dom.select(tree, query) if query.strip() else None
    except Exception:  # the parser's own kind, which only `dom` may know, and which says no more
        raise ValidationFailed(f"{query!r} is no CSS selector", actions=(), selector=query) from None
    if found is None:
        raise ValidationFailed("an empty CSS selector finds nothing", actions=())
    return found


def _open(selected: list[Node]) -> list[Node]:
    """Those that stand in no closed disclosure, but where that was selected, too, or what it stands in."""
    wanted = {node.mem_id for node in selected}
    return [node for node in selected if node.tag == "summary" or not _is_closed(node, wanted)]


def _is_closed(node: Node, wanted: set[int]) -> bool:
    closed, around = False, node.parent
    while around is not None and around.is_element_node:
        if around.mem_id in wanted:
            return False
        closed = closed or (around.tag == "details" and "open" not in around.attributes)
        around = around.parent
    return closed


def _keep(body: Node, selected: list[Node]) -> None:
    """Remove from `body` all but these elements, what is in them and what they are in."""
    wanted = {node.mem_id for node in selected}
    path: set[int] = set()
    for node in selected:
        parent = node.parent
        while parent is not None and parent.mem_id not in path:
            path.add(parent.mem_id)
            parent = parent.parent
    if body.mem_id in wanted or any(node.tag in ("html", "body") for node in selected):
        return
    waiting = [body]
    while waiting:
        node = waiting.pop()
        kept: list[Node] = []
        for child in list(node.iter(include_text=True)):
            if child.mem_id in wanted:
                kept.append(child)
            elif child.mem_id in path:
                waiting.append(child)
            else:
                child.decompose()
        if node.tag not in _NO_LINES:
            for child in kept[1:]:
                child.insert_before(dom.element("<br>"))


def _key(item: object) -> str:
    return item if isinstance(item, str) else str(getattr(item, "head", ""))


def _aligned(items: list[str], picked: list[str]) -> Iterator[int]:
    """The number of each picked target among the items, in whose order they are; 0 for one that is none of them."""
    at = 0
    for key in picked:
        try:
            at = items.index(key, at) + 1
        except ValueError:
            yield 0
        else:
            yield at


def _renumbered(blocks: Iterable[Block], numbers: list[int]) -> list[Block]:
    out: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            out += _apart(block, numbers)
            continue
        if isinstance(block, Table):
            block.caption[:] = _renumbered(block.caption, numbers)
            for row in block.rows:
                for cell in row:
                    cell.blocks[:] = _renumbered(cell.blocks, numbers)
        out.append(block)
    return out


def _apart(block: Paragraph, numbers: list[int]) -> Iterator[Paragraph]:
    """A paragraph with its numbers; in two where one between them was left out, as they rise by one in each."""
    raw, first = block.raw, block.first
    if raw.count(LINK) + raw.count(FIELD) == 1 and numbers[first]:  # as most have it
        block.first = numbers[first]
        yield block
        return
    places = [i for i, c in enumerate(raw) if c in (LINK, FIELD)]
    known = [numbers[first + n] for n in range(len(places))]
    if not places:
        block.first = (numbers[first - 1] if 0 < first <= len(numbers) else 0) + 1
        yield block
        return
    gone = [place for place, number in zip(places, known, strict=True) if not number]
    if gone:
        raw = "".join(c for i, c in enumerate(raw) if i not in gone)
        places = [i for i, c in enumerate(raw) if c in (LINK, FIELD)]
        known = [number for number in known if number]
    at = block
    for n in range(1, len(known)):
        if known[n] != known[n - 1] + 1:
            head, again = balance(raw[: places[n]])
            part = at.with_raw(head.rstrip(" "))
            part.first, part.lead = known[n - 1] - head.count(LINK) - head.count(FIELD) + 1, at.lead
            yield part
            raw, at = again + raw[places[n] :], block.with_raw("")
            at.lead = at.gap = 0
            places = [-1] * n + [i for i, c in enumerate(raw) if c in (LINK, FIELD)]
    last = at.with_raw(raw)
    left = last.raw.count(LINK) + last.raw.count(FIELD)
    last.first, last.lead = (known[-1] - left + 1 if known else 1), at.lead
    yield last
