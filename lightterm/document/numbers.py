"""The numbers of the targets of a page that changes where it lives: each is kept as long as its element lives."""

from __future__ import annotations

from _thread import allocate_lock

from lightterm.document.model import Frame, Targets
from lightterm.document.subset import chain, paragraphs, ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lightterm.document.access import Node
    from lightterm.document.model import Document, Field, Target

    Key = tuple[int | str, int]


class Numbers:
    """Which number each element of one page has had; a number is never given to another element.

    The first reading numbers targets by their places; what is new in a later one gets the next higher numbers. Kept by
    what keeps the page, from one of its readings to the next; any thread may ask.
    """

    def __init__(self) -> None:
        self._known: dict[Key, int] = {}
        self._lock = allocate_lock()

    def applied(self, document: Document, elements: Sequence[int | str]) -> Document:
        """A document just made, with these numbers; its blocks are changed in place.

        `elements` says of each target, by place, which element it is: its handle, or its start tag where it has none.
        """
        with self._lock:
            numbers = [0, *(self._known.setdefault(key, len(self._known) + 1) for key in _keys(elements))]
        if all(number == place for place, number in enumerate(numbers)):
            return document
        for paragraph in paragraphs(document.blocks):
            paragraph.known = numbers
        for frame in {frame for block in document.blocks for frame in chain(block.frame) if frame.fold}:
            _refold(frame, numbers)
        if document.access is not None:
            _renumber(document.access, numbers)
        return document.replace(
            targets=Renumbered(document.targets, numbers),
            folded=ranges(numbers[place] for first, last in document.folded for place in range(first, last + 1)),
        )


class Renumbered(Targets):
    """A document's targets with other numbers; `known` has the number at each place, and 0 at 0."""

    __slots__ = ("_known", "_own", "_places")

    def __init__(self, own: Targets, known: Sequence[int]) -> None:
        super().__init__(len(own))
        self._own = own
        self._known = known
        self._places = {number: place for place, number in enumerate(known)}

    @property
    def numbers(self) -> Sequence[int]:
        return self._known[1:]

    def place(self, number: int) -> int:
        return self._places.get(number, 0)

    def address_lists(self) -> Iterator[list[tuple[int, str]]]:
        return ([(self._known[place], url)] for place, url in self._own.addresses())

    def fields(self) -> Iterator[tuple[int, Field]]:
        return ((self._known[place], field) for place, field in self._own.fields())

    def relations(self) -> Iterator[tuple[int, str]]:
        return ((self._known[place], relation) for place, relation in self._own.relations())

    def access_keys(self) -> Iterator[tuple[int, str]]:
        return ((self._known[place], keys) for place, keys in self._own.access_keys())

    def __getitem__(self, number: int) -> Target:
        return self._own[self.place(number)].replace(number=number)


def _keys(elements: Iterable[int | str]) -> Iterator[Key]:
    """What stands for each element; of several that cannot be told apart, how many went before."""
    met: dict[int | str, int] = {}
    for element in elements:
        met[element] = met.get(element, 0) + 1
        yield element, met[element]


def _refold(frame: Frame, numbers: Sequence[int]) -> None:
    if frame.fold < len(numbers):
        frame.fold = numbers[frame.fold]


def _renumber(root: Node, numbers: Sequence[int]) -> None:
    for _, node in root.walk():
        if node.target:
            node.target = numbers[node.target]
