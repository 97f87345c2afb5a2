"""The page's targets, made from what the walk noted when somebody asks for them."""

from __future__ import annotations

from lightterm.document.marks import FIELD, LINK, RESUME, decode
from lightterm.document.model import Paragraph, Table, Target, Targets
from lightterm.extract import dom
from lightterm.extract.forms import BUTTONS, Forms, Pending

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
BATCH = 200
"""Targets whose addresses are made together."""

_ABOUT_THE_SITE = ("navigation", "banner", "contentinfo")


def page_targets(walker: Walker, forms: Forms, page: Head, handles: bool = False) -> Targets:
    """The targets of a walked page; `page` knows its address and makes others absolute.

    Their handles are read only if an engine wrote them: a page's own markup can claim any.
    """
    maker = _Maker(walker, forms, page, handles)
    return Targets(len(walker.targets), maker.make, maker.addresses, maker.fields)


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
        self._owners = forms.owners()
        self._lists = forms.lists
        self._page = page
        self._handles = handles
        self._index: list[tuple[int, Paragraph, int]] = []

    def make(self, number: int) -> Target:
        """The target of that number."""
        item = self._items[number - 1]
        text, block = self._find(number)
        if isinstance(item, Pending):
            field = item.field(self._labels, self._owners, self._lists)
            kind = "button" if field.kind in BUTTONS else "field"
            return Target(number, kind, text, field=field, handle=self._handle(item.head))
        head = str(item)
        if not head.startswith("a "):
            return Target(number, "disclosure", text.lstrip("▸▾ "), handle=self._handle(head))
        if self._handles and _BUTTON in head:
            return Target(number, "button", text, handle=self._handle(head))
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
        )

    def _handle(self, head: str) -> int:
        if not self._handles:
            return 0
        from lightterm.extract.handles import handle_of

        return handle_of(head)

    def addresses(self) -> Iterator[list[tuple[int, str]]]:
        """(number, absolute address) of each link, some at a time."""
        items = self._items
        for at in range(0, len(items), BATCH):
            some = items[at : at + BATCH]
            references = [] if self._handles else _plain_references(some)
            numbers = [*range(at + 1, at + 1 + len(references))]
            if not references:
                for number, item in enumerate(some, at + 1):
                    if item.__class__ is str and item[:2] == "a " and not (self._handles and _BUTTON in item):
                        numbers.append(number)
                        references.append(dom.href(item))
            if numbers:
                yield list(zip(numbers, self._page.resolve_all(references), strict=True))

    def fields(self) -> Iterator[tuple[int, Field]]:
        """(number, control) of each field and button."""
        for number, item in enumerate(self._items, 1):
            if isinstance(item, Pending):
                yield number, item.field(self._labels, self._owners, self._lists)

    def _find(self, number: int) -> tuple[str, int]:
        """(the text of a target, over all the paragraphs it runs through; its top-level block)."""
        index = self._index
        if not index:
            index.extend(_paragraphs(self._blocks))
        low, high = 0, len(index)
        while low < high:
            middle = (low + high) // 2
            if index[middle][0] <= number:
                low = middle + 1
            else:
                high = middle
        if not low:
            return "", 0
        words = _words(index[low - 1][1], number)
        for at in range(low, len(index)):
            first, paragraph, _ = index[at]
            if first != number + 1 or RESUME not in paragraph.raw:
                break
            words += _words(paragraph, number)
        return " ".join(" ".join(words).split()), index[low - 1][2]


def link_class(head: str, address: str, url: str, block: int, landmarks: Sequence[Landmark]) -> str:
    """download, navigation, external or content: what a link with the start tag `head` on the page at `url` is for."""
    if " download=" in head or address.partition("?")[0].lower().endswith(_DOWNLOADS):
        return "download"
    if any(m.start <= block < m.end and m.role in _ABOUT_THE_SITE for m in landmarks):
        return "navigation"
    return "external" if address.startswith("http") and _host(address) != _host(url) else "content"


def _plain_references(items: Sequence[object]) -> list[str]:
    """What links lead to, where all items are links that say so first; else nothing. Half the time of asking each."""
    found = [item[8 : item.find('"', 8)] for item in items if item.__class__ is str and item[:8] == 'a href="']
    if len(found) != len(items):
        return []
    return [*map(dom.unescape, found)] if "&" in "".join(found) else found


def _words(paragraph: Paragraph, place: int) -> list[str]:
    text, marks = decode(paragraph.raw, iter(range(paragraph.first - 1, 1 << 31)), False)
    return [text[m.start : m.end] for m in marks if m.target == place and m.kind != "image"]


def _paragraphs(blocks: list[Block], top: int = -1) -> list[tuple[int, Paragraph, int]]:
    """(first target, paragraph, top-level block) of every paragraph that holds a target, in order."""
    found: list[tuple[int, Paragraph, int]] = []
    for i, block in enumerate(blocks):
        at = i if top < 0 else top
        if isinstance(block, Paragraph):
            if LINK in block.raw or FIELD in block.raw or RESUME in block.raw:
                found.append((block.first, block, at))
        elif isinstance(block, Table):
            found += _paragraphs(block.caption, at)
            for row in block.rows:
                for cell in row:
                    found += _paragraphs(cell.blocks, at)
    return found


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].partition("?")[0].partition("#")[0].lower()
