"""Words on a page and the pieces of lines they stand together in; coordinates are points from the top left corner.

The page is turned so that most of its text runs from left to right: a scanned or landscape page reads like any other.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.pdf.aligned import Aligned
    from lightterm.extract.pdf.ruled import Grid
    from lightterm.extract.pdf.tagged import TaggedTable

BOLD, ITALIC, MONO, FAINT, ARTIFACT = 1, 2, 4, 8, 16
"""Bits of a word's style; what is faint is drawn in nothing or in white, and seen only on what lies below it.

What a tagged file calls an artifact is no text of it: running heads, page numbers.
"""

WIDE = 0.9
"""Ems from which on a space ends a piece: columns stand no nearer (TeX's default is 1.0 at 10 points)."""

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
    """A word: its box, the baseline, the size of its font in points, its style, and which link, mark and tag it has."""

    __slots__ = ("base", "bottom", "link", "mark", "size", "style", "tag", "text", "top", "x0", "x1")

    def __init__(self, text: str, box: tuple[float, float, float, float], size: float, style: int, mark: int) -> None:
        self.text = text
        self.x0, self.top, self.x1, self.bottom = box
        self.base = self.bottom
        self.size = size
        self.style = style
        self.mark = mark
        self.link = -1
        self.tag: Tag | None = None

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its box."""
        return (self.x0 + self.x1) / 2, (self.top + self.bottom) / 2


class Piece:
    """Words side by side on one baseline, in the order of the file; `order` is where in it they come.

    Where a `table` stands on the page, a piece without words stands for it among the others.
    """

    __slots__ = ("base", "bottom", "order", "size", "table", "top", "words", "x0", "x1")

    def __init__(self, words: list[Word], order: int, table: Grid | TaggedTable | Aligned | None = None) -> None:
        self.words = words
        self.order = order
        self.table = table
        if table is None:
            self.measure()
        else:
            self.x0, self.top, self.x1, self.bottom = table.box
            self.base, self.size = self.bottom, 0.0

    def measure(self) -> None:
        """Take size and place from the words: those of the size that most letters have."""
        largest = max(self.words, key=lambda word: (len(word.text), word.size))
        self.size = largest.size
        self.base = largest.base
        self.x0 = min([word.x0 for word in self.words])
        self.x1 = max([word.x1 for word in self.words])
        self.top = min([word.top for word in self.words])
        self.bottom = max([word.bottom for word in self.words])

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
        if together and not _follows(together[-1], word):
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


def overlaps(one: Word | Piece, other: Word | Piece) -> bool:
    """Whether two things stand on one line."""
    common = min(one.bottom, other.bottom) - max(one.top, other.top)
    return common > OVERLAP * min(one.bottom - one.top, other.bottom - other.top)
