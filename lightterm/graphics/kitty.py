"""Pictures by Kitty's protocol: sent once, then text in every way, or placed on the screen row by row.

Unicode placeholders scroll, wrap and are cut as text; they are what kitty has since 0.28, and ghostty. Before, what is
placed has to be taken away again. https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from itertools import count
from os import urandom

from lightterm.graphics.picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from lightterm.graphics.picture import Run
    from lightterm.graphics.replies import Size

PLACEHOLDER = "\U0010eeee"
CHUNK = 4096
"""Characters of base64 that one escape sequence may hold."""

_MARKS = (
    "0305 030d-030e 0310 0312 033d-033f 0346 034a-034c 0350-0352 0357 035b 0363-036f 0483-0487 0592-0595 0597-0599 "
    "059c-05a1 05a8-05a9 05ab-05ac 05af 05c4 0610-0617 0657-065b 065d-065e 06d6-06dc 06df-06e2 06e4 06e7-06e8 "
    "06eb-06ec 0730 0732-0733 0735-0736 073a 073d 073f-0741 0743 0745 0747 0749-074a 07eb-07f1 07f3 0816-0819 "
    "081b-0823 0825-0827 0829-082d 0951 0953-0954 0f82-0f83 0f86-0f87 135d-135f 17dd 193a 1a17 1a75-1a7c 1b6b "
    "1b6d-1b73 1cd0-1cd2 1cda-1cdb 1ce0 1dc0-1dc1 1dc3-1dc9 1dcb-1dcc 1dd1-1de6 1dfe 20d0-20d1 20d4-20d7 20db-20dc "
    "20e1 20e7 20e9 20f0 2cef-2cf1 2de0-2dff a66f a67c-a67d a6f0-a6f1 a8e0-a8f1 aab0 aab2-aab3 aab7-aab8 aabe-aabf "
    "aac1 fe20-fe26 10a0f 10a38 1d185-1d189 1d1aa-1d1ad 1d242-1d244"
)


def _numerals() -> Iterator[str]:
    for part in _MARKS.split():
        first, _, last = part.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


NUMERALS = "".join(_numerals())
"""The combining marks that number rows and columns, 0 first: Unicode 6.0's of class 230 that decompose into nothing."""

_ids = count(int.from_bytes(urandom(3), "big"))


class KeptPicture(Picture):
    """A picture that the terminal keeps under a number until it is deleted."""

    __slots__ = ("_data", "_multiplexer", "cell", "number")

    def __init__(self, image: Image, columns: int, rows: int, cell: Size, multiplexer: str = "") -> None:
        from PIL.Image import new  # optional: the app, which places pictures, begins without it

        columns, rows = min(columns, len(NUMERALS)), min(rows, len(NUMERALS))
        box = new("RGBA", (columns * cell[0], rows * cell[1]))
        box.paste(image, (0, max(0, (box.height - image.height) // 2)))
        stream = BytesIO()
        box.save(stream, "PNG", compress_level=1)
        self._data = b64encode(stream.getvalue()).decode("ascii")
        super().__init__(columns, rows, len(self._data))
        self._multiplexer = multiplexer
        self.cell = cell
        self.number = next(_ids) % 0xFFFFFF + 1

    def delete(self) -> str:
        """Let the terminal forget the picture."""
        return self._wrapped(forgotten(self.number))

    def _sent(self, how: str, place: str = "") -> str:
        """The picture itself, in chunks; the first says `how` it is to be taken, and what `place` it has."""
        chunks = [self._data[at : at + CHUNK] for at in range(0, len(self._data), CHUNK)]
        out = []
        for i, chunk in enumerate(chunks):
            head = f"{how},i={self.number},{place}f=100,q=2," if not i else "q=2,"
            out.append(self._wrapped(f"\x1b_G{head}m={int(i < len(chunks) - 1)};{chunk}\x1b\\"))
        return "".join(out)

    def _wrapped(self, sequence: str) -> str:
        """A sequence that tmux passes on (with `allow-passthrough on`)."""
        if self._multiplexer != "tmux":
            return sequence
        return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"


class KittyPicture(KeptPicture):
    """A picture whose rows are text: placeholders, which have its number as their colour."""

    __slots__ = ()

    def row(self, n: int) -> list[Run]:
        """The placeholders of row `n`: each names its row and column, so that a row may be cut anywhere."""
        number = self.number
        text = "".join([f"{PLACEHOLDER}{NUMERALS[n]}{NUMERALS[column]}" for column in range(self.columns)])
        return [(text, (number >> 16, number >> 8 & 255, number & 255), None)]

    def transmit(self) -> str:
        """The picture itself, and the cells it takes."""
        return self._sent("a=T,U=1", f"c={self.columns},r={self.rows},")


class PlacedPicture(KeptPicture):
    """A picture whose rows are placed on the screen one by one, for terminals without placeholders.

    What is placed lies on the screen, above its text, until it is taken away, whatever is written there. (Below the
    text, with z=-1, kitty 0.26 leaves the letters of former screens behind it where Mesa draws.)
    https://sw.kovidgoyal.net/kitty/graphics-protocol/#display-images-on-screen (kitty 0.20)
    """

    __slots__ = ()

    def transmit(self) -> str:
        """The picture itself, to be seen nowhere yet."""
        return self._sent("a=t")

    def overlay(self, n: int) -> str:
        """Row `n` at the cursor, which stays where it is: there for good, as far as the program goes."""
        return self.place(n, 0)

    def place(self, n: int, name: int) -> str:
        """Row `n` at the cursor; what had that `name` (not 0) before is there no more."""
        width, height = self.cell
        band = f"x=0,y={n * height},w={self.columns * width},h={height},c={self.columns},r=1"
        named = f",p={name}" if name else ""
        return self._wrapped(f"\x1b_Ga=p,i={self.number}{named},{band},C=1,q=2\x1b\\")


def unplaced(number: int, name: int) -> str:
    """Take away what was placed of a picture under a name."""
    return f"\x1b_Ga=d,d=i,i={number},p={name},q=2\x1b\\"


def forgotten(number: int) -> str:
    """Take away all that was placed of a picture, and the picture."""
    return f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"
