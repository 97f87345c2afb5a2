"""Rows of pictures on terminals with Kitty's protocol but no placeholders: placed, moved and taken away as one reads.

What is placed lies on the screen whatever text is written there. So after each painting and each change of the layout
the rows that should be in sight are compared with those that are, and the terminal is told of the difference. It keeps
what is in sight: kitty 0.26 lets go of others by itself as soon as the next one comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.graphics.kitty import PlacedPicture, forgotten, unplaced
from lightterm.tui.picture_rows import at, bare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.graphics.replies import Size
    from lightterm.tui.pictures import PagePictures

COLUMNS = 4096
"""More than a screen has: a place is one number."""


class Placements:
    """What is placed on the screen: (number of the picture, its row) by the place."""

    def __init__(self, pictures: PagePictures) -> None:
        self._pictures = pictures
        self._placed: dict[Size, tuple[int, int]] = {}
        self._sent: set[int] = set()

    def forget(self) -> None:
        """The screen is empty, and the terminal knows no picture."""
        self._placed.clear()
        self._sent.clear()

    def follow(self) -> None:
        """Have those rows on the screen that should be in sight."""
        pictures = self._pictures
        if pictures.way != "placements" and not self._placed:
            return
        wanted: dict[Size, tuple[int, int]] = {}
        out: list[str] = []
        if pictures.way == "placements":
            for _, place, picture, n in bare(pictures, range(pictures.view.height)):
                assert isinstance(picture, PlacedPicture)
                wanted[place] = picture.number, n
                if picture.number not in self._sent:
                    self._sent.add(picture.number)
                    out.append(picture.transmit())
                if self._placed.get(place) != wanted[place]:
                    out.append(at(place, picture.place(n, _name(place))))
        # The new rows first: kitty forgets a picture that has none for a moment, and places it no more.
        pictures.write("".join([*out, *self._taken_away(wanted)]))
        self._placed = wanted

    def _taken_away(self, wanted: dict[Size, tuple[int, int]]) -> Iterator[str]:
        """What takes those rows from the screen that are not wanted there any more."""
        kept = {number for number, _ in wanted.values()}
        for place, (number, _) in self._placed.items():
            if number in kept and wanted.get(place, (0, 0))[0] != number:
                yield unplaced(number, _name(place))
        for number in {number for number, _ in self._placed.values()} - kept:
            self._sent.discard(number)
            yield forgotten(number)


def _name(place: Size) -> int:
    return place[1] * COLUMNS + place[0] + 1
