"""Where the links of a page lead: which of them are to be shown as visited."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Targets

SHARES = 128
"""Parts that it is kept in: 200,000 addresses in one took the key that left their page 20 to 30 ms to free."""


class Linked:
    """The numbers of links by their address, also by what is before the # in it."""

    def __init__(self) -> None:
        self._shares: list[dict[str, list[int]]] = [{} for _ in range(SHARES)]

    def read(self, targets: Targets, own: str) -> None:
        """Take the links of a page with its `own` address: those within it are none to a page visited before, or all
        of a table of contents would be."""
        shares, here = self._shares, own.partition("#")[0]
        for number, url in targets.addresses():
            shares[hash(url) % SHARES].setdefault(url, []).append(number)
            if "#" in url:
                page = url.partition("#")[0]
                if page != here:
                    shares[hash(page) % SHARES].setdefault(page, []).append(number)

    def __iter__(self) -> Iterator[str]:
        for share in self._shares:
            yield from share

    def numbers(self, url: str) -> Sequence[int]:
        """The links to an address."""
        return self._shares[hash(url) % SHARES].get(url, ()) if self._shares else ()

    def let_go(self) -> None:
        """It is not needed any more: free it part after part, other threads in between."""
        while self._shares:
            del self._shares[-1]
