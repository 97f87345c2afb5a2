"""Words on a page and the pieces of lines they stand together in; coordinates are points from the top left corner.

The page is turned so that most of its text runs from left to right: a scanned or landscape page reads like any other.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from lightterm.extract.pdf.aligned import Aligned
    from lightterm.extract.pdf.described import Figure
    from lightterm.extract.pdf.ruled import Grid
    from lightterm.extract.pdf.tagged import TaggedTable

    Whole: TypeAlias = Grid | TaggedTable | Aligned | Figure

BOLD, ITALIC, MONO, FAINT, ARTIFACT, SILENT = 1, 2, 4, 8, 16, 32
"""Bits of a word's style; what is faint is drawn in nothing or in white, and seen only on what lies below it.

What a tagged file calls an artifact is no text of it: running heads, page numbers. What is silent is told by nobody.
"""

RAISED, LOWERED, GLUED = 32, 64, 128
"""Bits of a word's look on its line: a small one above or below the others, and one with no space before it."""

SMALL = 0.87
"""Times the size of its line that what is raised or lowered has at most: TeX's are 0.6 to 0.73, a browser's 0.83."""

RISE, FALL = 0.2, 0.07
"""Ems by which it stands above or below the line at least."""

TOUCHING = 0.14
"""Ems to what is raised or lowered that are no space."""

PICTURE = 256
"""Bit of a picture, whose word is its description."""

KERNED = 0.2
"""Ems by which an exponent never begins before its base ends, but the small A of LaTeX's name does: 0.36."""

FULL = 1.3
"""Ems up to which there is no space between words of a script without spaces: a full stop may be half as wide."""

WIDE = 0.9
"""Ems from which on a space ends a piece: columns stand no nearer (TeX's default is 1.0 at 10 points)."""

MAIN = 0.25
"""Share of a line's letters that the size has which counts as the line's: a large initial has less."""

OVERLAP = 0.3
"""Share of its height that a word has in common with the line it belongs to: superscripts have as much."""


class Tag:
    """A part of a tagged file: which, what it is called ("P", "H1", "LI" ...), and whether it was begun."""

    __slots__ = ("begun", "key", "role")

    def __init__(self, key: int, role: str) -> None:
        self.key = key
        self.role = role
        self.begun = False


class Word:
    """A word: its box, the baseline, the size of its font in points, its style, and which link, mark and tag it has.

    `glued` says that it goes on what stands before it, in another size or at another height; `around` is how
    many of its characters before and after the link are not the link's; `from_right` is its text as it reads in a line
    from right to left, "" where that is no other, `after_arabic` where the letters before it are Arabic.
    """

    __slots__ = (
        "after_arabic", "around", "base", "bottom", "from_right", "glued", "link", "mark", "size", "style", "tag",
        "text", "top", "x0", "x1",
    )  # fmt: skip

    def __init__(self, text: str, box: tuple[float, float, float, float], size: float, style: int, mark: int) -> None:
        self.text = text
        self.x0, self.top, self.x1, self.bottom = box
        self.base = self.bottom
        self.size = size
        self.style = style
        self.mark = mark
        self.glued = False
        self.from_right = ""
        self.after_arabic = ""
        self.link = -1
        self.around = (0, 0)
        self.tag: Tag | None = None

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its box."""
        return (self.x0 + self.x1) / 2, (self.top + self.bottom) / 2


class Piece:
    """Words side by side on one baseline, in the order of the file; `order` is where in it they come.

    Where a `table` or a picture stands on the page, a piece without words stands for it among the others.
    """

    __slots__ = ("base", "bottom", "order", "size", "table", "top", "words", "x0", "x1")

    def __init__(self, words: list[Word], order: int, table: Whole | None = None) -> None:
        self.words = words
        self.order = order
        self.table = table
        if table is None:
            self.measure()
        else:
            self.x0, self.top, self.x1, self.bottom = table.box
            self.base, self.size = self.bottom, 0.0

    def measure(self) -> None:
        """Take size and place from the words: those of the largest size that a share of the letters has."""
        largest = self._main_word()
        self.size = largest.size
        self.base = largest.base
        self.x0 = min([word.x0 for word in self.words])
        self.x1 = max([word.x1 for word in self.words])
        self.top = min([word.top for word in self.words])
        self.bottom = max([word.bottom for word in self.words])

    def _main_word(self) -> Word:
        """The longest of the words that are no exponents and the like, though those may have more letters.

        Type of one width among other is set larger, to look as large: it tells no size where the other is enough.
        """
        words = self.words
        if len(words) == 1:
            return words[0]
        others = [word for word in words if not word.style & MONO]
        if sum(len(word.text) for word in others) >= MAIN * self.characters:
            words = others
        letters: dict[int, int] = {}
        for word in words:
            letters[round(word.size)] = letters.get(round(word.size), 0) + len(word.text)
        least = MAIN * sum(letters.values())
        size = max(size for size, count in letters.items() if count >= least)
        return max([word for word in words if round(word.size) == size], key=lambda word: len(word.text))

    @property
    def tag(self) -> Tag | None:
        """What a tagged file says it is: what its last word is, as a bullet is told apart from its item."""
        return self.words[-1].tag if self.words else None

    @property
    def characters(self) -> int:
        """How many letters it has."""
        return sum([len(word.text) for word in self.words])


def pieces(words: list[Word]) -> list[Piece]:
    """The words as pieces of lines; only what follows each other in the file is put together."""
    found: list[Piece] = []
    together: list[Word] = []
    for at, word in enumerate(words):
        if together and not (_follows(together[-1], word) or _is_stacked(together, word)):
            found.append(Piece(together, at - len(together)))
            together = []
        together.append(word)
    if together:
        found.append(Piece(together, len(words) - len(together)))
    return found


def _follows(before: Word, word: Word) -> bool:
    size = max(before.size, word.size)
    gap = word.x0 - before.x1
    return -0.5 * size < gap < WIDE * size and overlaps(before, word)


def _is_stacked(together: list[Word], word: Word) -> bool:
    """Whether a small word stands under or over the last, itself small: an index below an exponent."""
    before = together[-1]
    if len(together) < 2 or abs(word.size - before.size) > 0.1 * before.size or word.x0 < before.x0 - 0.3 * word.size:
        return False
    larger = any(word.size < SMALL * other.size and overlaps(other, word) for other in together[-4:-1])
    return larger and word.x0 < before.x1 and abs(word.base - before.base) < 1.1 * word.size


def has_no_spaces(before: str, after: str) -> bool:
    """Whether two words belong to a script that is written without spaces."""
    return before[-1:] >= "\u2e80" and after[:1] >= "\u2e80" and not ("\uac00" <= before[-1:] <= "\ud7af")


def looks(line: Piece) -> list[int]:
    """How each word of a line stands on it: RAISED, LOWERED, and GLUED to the one before."""
    found: list[int] = []
    before: Word | None = None
    last = 0
    for word in line.words:
        look = 0
        if word.size < SMALL * line.size:
            rise = (line.base - word.base) / line.size
            look = RAISED if rise > RISE else LOWERED if rise < -FALL else 0
        space = (word.x0 - before.x1) / line.size if before is not None else WIDE
        if look == RAISED and space < -KERNED and last == 0:
            look = 0
        touches = look != last and space < TOUCHING
        if word.glued or touches or (before is not None and space < FULL and has_no_spaces(before.text, word.text)):
            found.append(look | GLUED)
        else:
            found.append(look)
        before, last = word, look
    return found


def overlaps(one: Word | Piece, other: Word | Piece) -> bool:
    """Whether two things stand on one line."""
    common = min(one.bottom, other.bottom) - max(one.top, other.top)
    return common > OVERLAP * min(one.bottom - one.top, other.bottom - other.top)
