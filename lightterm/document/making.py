"""What a page's targets are made by, for type checkers alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Field, Target


class Maker(Protocol):
    """Makes targets when they are asked for, or says one thing of all of them, which is cheaper."""

    def make(self, number: int) -> Target:
        """The target of that number."""

    def addresses(self) -> Iterator[list[tuple[int, str]]]:
        """(number, absolute address) of each link, some at a time."""

    def fields(self) -> Iterator[tuple[int, Field]]:
        """(number, control) of each field and button."""

    def relations(self) -> Iterator[tuple[int, str]]:
        """(number, relation in small letters) of each link that says one."""

    def access_keys(self) -> Iterator[tuple[int, str]]:
        """(number, what its accesskey says) of each target that has one."""
