"""The page's targets, made from what the walk noted when somebody asks for them."""

from __future__ import annotations

from _thread import allocate_lock

from lightterm.document.marks import FIELD, FIELD_END, LINK, LINK_END, RESUME, decode, one_spaced
from lightterm.document.model import Paragraph, Table, Target, Targets
from lightterm.extract import dom
from lightterm.extract.forms import Forms, Pending
from lightterm.extract.icons import BUTTONS
from lightterm.extract.links import asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lightterm.document.model import Block, Field, Landmark
    from lightterm.extract.head import Head
    from lightterm.extract.walk import Walker

_DOWNLOADS = tuple(
    ".zip .gz .xz .bz2 .tar .tgz .7z .rar .exe .msi .dmg .iso .deb .rpm .apk .pdf .epub .doc .docx .xls .xlsx .ppt "
    ".pptx .odt .csv .mp3 .mp4 .whl .jar .bin .img".split()
)
_BUTTON = ' lightterm-button="'
_SCRIPTED = f' {dom.SCRIPTED}="'
BATCH = 200
"""Targets whose addresses are made together."""

_ABOUT_THE_SITE = ("navigation", "banner", "contentinfo")


def page_targets(walker: Walker, forms: Forms, page: Head, handles: bool = False) -> Targets:
    """The targets of a walked page; `page` knows its address and makes others absolute.

    Their handles are read only if an engine wrote them: a page's own markup can claim any.
    """
    maker = _Maker(walker, forms, page, handles)
    return Targets(len(walker.targets), maker)


def elements_of(items: Iterable[object]) -> list[int | str]:
    """Of the targets of a walk which element each is: its handle, or its start tag where it has none."""
    from lightterm.extract.handles import handle_of

    heads = [item.head if isinstance(item, Pending) else str(item) for item in items]
    return [handle_of(head) or head for head in heads]


class _Maker:
    def __init__(self, walker: Walker, forms: Forms, page: Head, handles: bool) -> None:
        self._items = walker.targets
        self._blocks = walker.top
        self._landmarks = walker.landmarks
        self._labels = forms.labels
        self._keys = forms.keys
        self._owners = forms.owners()
        self._lists = forms.lists
        self._page = page
        self._handles = handles
        self._index: dict[tuple[int, int], list[tuple[int, Paragraph]]] = {}
        self._last: Target | None = None
        self._begins: _Beginnings | None = None
        self._fields: list[tuple[int, Field]] | None = None
        self._access_keys: list[tuple[int, str]] | None = None

    def make(self, number: int) -> Target:
        """The target of that number; the one under the cursor is asked for with every key."""
        last = self._last
        if last is None or last.number != number:
            last = self._last = self._made(number)
        return last

    def _made(self, number: int) -> Target:
        item = self._items[number - 1]
        text, block = self._find(number)
        if isinstance(item, Pending):
            field = item.field(self._labels, self._owners, self._lists)
            kind = "button" if field.kind in BUTTONS else "field"
            only = _SCRIPTED in item.head
            return Target(
                number, kind, text, field=field, handle=self._handle(item.head), scripted=only, asks=asked(item.head)
            )
        head = str(item)
        if not head.startswith("a "):
            return Target(number, "disclosure", text.lstrip("▸▾ "), handle=self._handle(head))
        if self._handles and _BUTTON in head:
            return Target(number, "button", text, handle=self._handle(head))
        if _SCRIPTED in head:
            return Target(number, "button", text, scripted=True)
        address = self._page.resolve(dom.href(head))
        return Target(
            number=number,
            kind="link",
            text=text,
            url=address,
            rel=dom.attribute(head, "rel").lower(),
            link_class=link_class(head, address, self._page.url, block, self._landmarks),
            title=dom.attribute(head, "title"),
            handle=self._handle(head),
            scripted=' onclick="' in head and dom.href(head)[:1] == "#",
            asks=asked(head),
        )

    def _handle(self, head: str) -> int:
        if not self._handles:
            return 0
        from lightterm.extract.handles import handle_of

        return handle_of(head)

    def _leads(self, head: str) -> bool:
        """Whether a link has an address, and does not stand for what is clicked."""
        return _SCRIPTED not in head and not (self._handles and _BUTTON in head)

    def addresses(self) -> Iterator[list[tuple[int, str]]]:
        """(number, absolute address) of each link, some at a time."""
        items = self._items
        for at in range(0, len(items), BATCH):
            some = items[at : at + BATCH]
            references = [] if self._handles else _plain_references(some)
            numbers = [*range(at + 1, at + 1 + len(references))]
            if not references:
                for number, item in enumerate(some, at + 1):
                    if item.__class__ is str and item[:2] == "a " and self._leads(item):
                        numbers.append(number)
                        references.append(dom.href(item))
            if numbers:
                yield list(zip(numbers, self._page.resolve_all(references), strict=True))

    def fields(self) -> Iterator[tuple[int, Field]]:
        """(number, control) of each field and button: made once, as one Enter in a field asks eight times."""
        if self._fields is None:
            labels, owners, lists = self._labels, self._owners, self._lists
            pending = [(n, item) for n, item in enumerate(self._items, 1) if isinstance(item, Pending)]
            self._fields = [(number, item.field(labels, owners, lists)) for number, item in pending]
        return iter(self._fields)

    def relations(self) -> Iterator[tuple[int, str]]:
        """(number, relation) of each link that says one."""
        for number, item in enumerate(self._items, 1):
            if item.__class__ is str and " rel=" in item and item[:2] == "a ":
                yield number, dom.attribute(item, "rel").lower()

    def access_keys(self) -> Iterator[tuple[int, str]]:
        """(number, what its accesskey says, or that of its label) of each target that has one: 20 ms of 200,000."""
        if self._access_keys is None:
            self._access_keys = list(self._with_keys())
        return iter(self._access_keys)

    def _with_keys(self) -> Iterator[tuple[int, str]]:
        for number, item in enumerate(self._items, 1):
            head = item.head if isinstance(item, Pending) else str(item)
            if " accesskey=" in head:
                yield number, dom.attribute(head, "accesskey")
            elif isinstance(item, Pending):  # what a label is asked to do it does to its control
                key = item.key or (self._keys.get(dom.attribute(head, "id"), "") if self._keys else "")
                if key:
                    yield number, key

    def _find(self, number: int) -> tuple[str, int]:
        """(the text of a target, over all the paragraphs it runs through; its top-level block)."""
        from bisect import bisect_right
        from itertools import chain

        from lightterm.document.within import block_of_place, row_of_place

        block = block_of_place(self._blocks, number)
        table = self._blocks[block]
        row = row_of_place(table, number) if isinstance(table, Table) else 0
        index = self._paragraphs_in(block, row)
        at = bisect_right(index, number, key=_first)
        if not at:
            return "", 0
        words = _words(index[at - 1][1], number, self._beginnings(index[at - 1][1]))
        for first, paragraph in chain(index[at:], self._after(block, row)):
            if first != number + 1 or RESUME not in paragraph.raw:
                break
            words += _words(paragraph, number, self._beginnings(paragraph))
        return one_spaced(" ".join(words)), block

    def _beginnings(self, paragraph: Paragraph) -> _Beginnings:
        """Where the targets of a paragraph begin; who asks for all of one asks for each from its start else."""
        begins = self._begins
        if begins is None or begins.raw is not paragraph.raw:
            begins = self._begins = _Beginnings(paragraph.raw)
        return begins

    def _paragraphs_in(self, block: int, row: int) -> list[tuple[int, Paragraph]]:
        """What `_paragraphs` finds in a block, of a table in one row; only where one asks, as all of 10 MB took the
        first Tab 26 ms, and all of a table of 10,000 rows 12."""
        found = self._index.get((block, row))
        if found is None:
            there = self._blocks[block]
            blocks: Iterable[Block] = (there,)
            if isinstance(there, Table):
                blocks = [each for cell in there.rows[row] for each in cell.blocks] if there.rows else []
                blocks = [*there.caption, *blocks] if not row else blocks
            found = self._index[block, row] = _paragraphs(blocks)
        return found

    def _after(self, block: int, row: int) -> Iterator[tuple[int, Paragraph]]:
        """Those of the next rows and blocks while a target in a row of that block may go on."""
        for at in range(block, len(self._blocks)):
            following = self._blocks[at]
            if isinstance(following, Paragraph) and at > block:
                if RESUME not in following.raw:
                    return
                yield from self._paragraphs_in(at, 0)
            elif isinstance(following, Table):
                for next_row in range(row + 1 if at == block else 0, len(following.rows)):
                    found = self._paragraphs_in(at, next_row)
                    yield from found
                    if not found and any(cell.blocks for cell in following.rows[next_row]):
                        return


def link_class(head: str, address: str, url: str, block: int, landmarks: Sequence[Landmark]) -> str:
    """download, navigation, external or content: what a link with the start tag `head` on the page at `url` is for."""
    if " download=" in head or address.partition("?")[0].lower().endswith(_DOWNLOADS):
        return "download"
    if any(m.start <= block < m.end and m.role in _ABOUT_THE_SITE for m in landmarks):
        return "navigation"
    return "external" if address.startswith("http") and _host(address) != _host(url) else "content"


def _plain_references(items: Sequence[object]) -> list[str]:
    """What links lead to, where all items are links that say so first; else nothing. Links that say nothing else are
    cut in one go, which takes a third of asking each.
    """
    heads = [item for item in items if item.__class__ is str]
    if len(heads) != len(items):
        return []
    whole = "\n".join(heads)
    found = whole[8:-1].split('"\na href="')
    if whole[:8] != 'a href="' or whole[-1] != '"' or 2 * len(found) != whole.count('"') or len(found) != len(items):
        found = [head[8 : head.find('"', 8)] for head in heads if head[:8] == 'a href="']
    if len(found) != len(items) or not all(found):
        return []
    return [*map(dom.unescape, found)] if "&" in whole else found


def _words(paragraph: Paragraph, place: int, beginnings: _Beginnings) -> list[str]:
    """The text of a target in a paragraph; no more of it is read than the target takes: it may have 1 MB."""
    raw = paragraph.raw
    if place < paragraph.first:
        start, begins = 0, iter(range(place, 1 << 31))  # it goes on here
        end = raw.find(LINK_END)
    else:
        start = beginnings.of(place - paragraph.first)
        begins = iter(range(place - 1, 1 << 31))
        end = raw.find(FIELD_END if raw[start : start + 1] == FIELD else LINK_END, start)
    text, marks = decode(raw[start : end + 1 or None], begins, False)
    return [text[m.start : m.end] for m in marks if m.target == place and m.kind != "image"]


class _Beginnings:
    """Where the targets of a paragraph begin, looked for as far as was asked."""

    __slots__ = ("_field", "_found", "_link", "_lock", "raw")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._lock = allocate_lock()
        self._link, self._field = raw.find(LINK), raw.find(FIELD)
        self._found: list[int] = []

    def of(self, n: int) -> int:
        """Where the target of that place in the paragraph, from 0, begins."""
        raw, found = self.raw, self._found
        with self._lock:
            while len(found) <= n:
                at = self._link if self._field < 0 or 0 <= self._link < self._field else self._field
                if at < 0:
                    return len(raw)
                found.append(at)
                if at == self._link:
                    self._link = raw.find(LINK, at + 1)
                else:
                    self._field = raw.find(FIELD, at + 1)
        return found[n]


def _first(entry: tuple[int, Paragraph]) -> int:
    return entry[0]


def _paragraphs(blocks: Iterable[Block]) -> list[tuple[int, Paragraph]]:
    """(first target, paragraph) of every paragraph that holds a target, in order."""
    found: list[tuple[int, Paragraph]] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            if LINK in block.raw or FIELD in block.raw or RESUME in block.raw:
                found.append((block.first, block))
        elif isinstance(block, Table):
            found += _paragraphs(block.caption)
            for row in block.rows:
                for cell in row:
                    found += _paragraphs(cell.blocks)
    return found


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].partition("?")[0].partition("#")[0].lower()
