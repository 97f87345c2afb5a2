"""What every way of showing a picture has in common: it stands in rows of text that need nothing around them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from PIL.Image import Image

    from lightterm.graphics.probe import Terminal
    from lightterm.graphics.replies import Color

    Ink = Color | int | None
    """A colour: red, green and blue; a number of the terminal's palette; or its default."""

    Run = tuple[str, Ink, Ink]
    """Text with its foreground and background."""


class Picture:
    """A picture of `columns` x `rows` cells, each row by itself: whatever repaints a row repaints its picture.

    `size` is what it takes of memory, in bytes.
    """

    __slots__ = ("columns", "rows", "size")

    def __init__(self, columns: int, rows: int, size: int) -> None:
        self.columns = columns
        self.rows = rows
        self.size = size

    def row(self, n: int) -> list[Run]:
        """The text of a row, `columns` cells wide."""
        return [(" " * self.columns, None, None)]

    def overlay(self, n: int) -> str:
        """What is to be written with the cursor where the row begins, after its text; it moves the cursor."""
        return ""

    def transmit(self) -> str:
        """What is to be written once before the first row is."""
        return ""

    def delete(self) -> str:
        """What is to be written when the picture is no longer wanted."""
        return ""


def make_picture(image: Image, columns: int, rows: int, terminal: Terminal, way: str, background: Color) -> Picture:
    """The decoded `image` (RGB, as large as its cells allow) in a `way`: "kitty", "placements", "sixel" or "blocks"."""
    if way == "kitty":
        from lightterm.graphics.kitty import KittyPicture

        return KittyPicture(image, columns, rows, terminal.cell, terminal.multiplexer)
    if way == "placements":
        from lightterm.graphics.kitty import PlacedPicture

        return PlacedPicture(image, columns, rows, terminal.cell, terminal.multiplexer)
    if way == "sixel":
        from lightterm.graphics.sixel import COLORS, SixelPicture

        colors = min(COLORS, terminal.sixel_colors) if terminal.sixel_colors > 1 else COLORS
        return SixelPicture(image, columns, rows, terminal.cell, colors, background)
    from lightterm.graphics.blocks import BlockPicture

    return BlockPicture(image, columns, rows, terminal.cell, terminal.colors)
