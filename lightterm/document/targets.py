"""The targets of a page by number: links, fields, buttons and disclosures."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lightterm.document.model import Field, Target


class Targets:
    """The page's targets by number, from 1, made when they are asked for: most are only ever counted."""

    __slots__ = ("_addresses", "_count", "_fields", "_make", "_relations")

    def __init__(
        self,
        count: int = 0,
        make: Callable[[int], Target] | None = None,
        addresses: Callable[[], Iterator[list[tuple[int, str]]]] | None = None,
        fields: Callable[[], Iterator[tuple[int, Field]]] | None = None,
        relations: Callable[[], Iterator[tuple[int, str]]] | None = None,
    ) -> None:
        self._count = count
        self._relations = relations
        self._fields = fields
        self._make = make
        self._addresses = addresses

    @property
    def numbers(self) -> Sequence[int]:
        """All numbers in the order of the page."""
        return range(1, self._count + 1)

    def place(self, number: int) -> int:
        """Where on the page a target is, from 1; 0 for none."""
        return number if 1 <= number <= self._count else 0

    def __contains__(self, number: int) -> bool:
        return self.place(number) > 0

    def addresses(self) -> Iterator[tuple[int, str]]:
        """(number, absolute address) of every link, in order; cheaper than making each target."""
        return (pair for some in self.address_lists() for pair in some)

    def address_lists(self) -> Iterator[list[tuple[int, str]]]:
        """The addresses in lists of some, for who goes through all of them."""
        if self._addresses is not None:
            return self._addresses()
        return iter([[(target.number, target.url) for target in self if target.kind == "link"]])

    def fields(self) -> Iterator[tuple[int, Field]]:
        """(number, control) of every field and button, in order; cheaper than making each target."""
        if self._fields is not None:
            return self._fields()
        return ((target.number, target.field) for target in self if target.field is not None)

    def relations(self) -> Iterator[tuple[int, str]]:
        """(number, relation in small letters) of every link that says one, in order; cheaper than making targets."""
        if self._relations is not None:
            return self._relations()
        return ((target.number, target.rel) for target in self if target.rel)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Target:
        if self._make is None or not 1 <= number <= self._count:
            raise IndexError(f"no target {number}")
        return self._make(number)

    def __iter__(self) -> Iterator[Target]:
        return map(self.__getitem__, self.numbers)
