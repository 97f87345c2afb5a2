"""Pictures that a tagged file describes, or says the words of (ISO 32000-2, 14.9.3 and 14.9.4), among the words.

Such a picture is a word of its own: in a line where it is as small as one, else it stands by itself.
"""

from __future__ import annotations

from lightterm.extract.pdf.words import PICTURE, Piece, Word, overlaps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.pdf.drawn import Drawn

    Box = tuple[float, float, float, float]

IN_LINE = 2.0
"""Times the size of the letters beside it that a picture within a line is high at most."""

BESIDE = 1.5
"""Ems that it stands off them at most."""

USUAL = 10.0
"""Points that letters are high on a page without any."""

MOST = 200
"""Pictures of a page whose descriptions are shown: each is looked for beside every word."""

MAX_TEXT = 2000
"""Characters of a description that are shown."""


class Described:
    """An element with a description, or with its words where `is_text`; `marks` are those of what it is made of.

    `box` is its own, as it stands in the file, and `after` the mark of what comes before it.
    """

    __slots__ = ("after", "box", "is_figure", "is_text", "marks", "text")

    def __init__(self, text: str, is_text: bool, is_figure: bool, box: Box | None, after: int) -> None:
        self.text = " ".join(text[:MAX_TEXT].split())
        self.is_text = is_text
        self.is_figure = is_figure
        self.box = box
        self.after = after
        self.marks: list[int] = []


class Figure:
    """A picture by its word; without a word `beside` it, it stands among the pieces of a page as a table does."""

    def __init__(self, word: Word, beside: Word | None) -> None:
        self.word = word
        self.beside = beside

    @property
    def box(self) -> Box:
        """Its edges."""
        word = self.word
        return word.x0, word.top, word.x1, word.bottom


def described(found: list[Described], words: list[Word], drawn: Drawn, turned: Callable[[Box], Box]) -> list[Figure]:
    """A picture for each element whose description the page's `words` do not say; what is said in signs is put right.

    One with words of its own, as a chart has, stands before them.
    """
    of_mark: dict[int, list[Word]] = {}
    for word in words:
        of_mark.setdefault(word.mark, []).append(word)
    usual = sorted(word.size for word in words)[len(words) // 2] if words else USUAL
    pictures: list[Figure] = []
    for element in found:
        inside = [word for mark in element.marks for word in of_mark.get(mark, ())]
        if inside and (element.is_text or not element.is_figure or _says(inside, element.text)):
            if element.is_text and not any(c.isalnum() for word in inside for c in word.text):
                _put_right(inside, element.text)
            continue
        boxes = [drawn.marked[mark] for mark in element.marks if mark in drawn.marked]
        boxes += [(word.x0, word.top - 1, word.x1, word.top) for word in inside]
        if not boxes and element.box is not None:
            boxes = [turned(element.box)]
        boxes = boxes or [(w.x0, w.bottom, w.x1, w.bottom + 1) for w in of_mark.get(element.after, ())[-1:]]
        if boxes and len(pictures) < MOST:
            pictures.append(_figure(element, boxes, [] if inside else words, usual))
    return pictures


def _says(words: list[Word], text: str) -> bool:
    """Whether words say a description already."""
    drawn, told = ("".join(filter(str.isalnum, said.lower())) for said in (" ".join(w.text for w in words), text))
    return told in drawn


def _put_right(words: list[Word], text: str) -> None:
    """Have signs that only a font knows say what they mean."""
    words[0].text = text
    for word in words[1:]:
        word.text = ""


def _figure(element: Described, boxes: list[Box], words: list[Word], usual: float) -> Figure:
    """A picture in the line of the word beside it, or alone."""
    box = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    text = element.text if element.is_text else f"[{element.text}]"
    mark = element.marks[0] if element.marks else element.after
    word = Word(text, box, usual, 0 if element.is_text else PICTURE, mark)
    line = min((other for other in words if _is_beside(word, other)), key=lambda w: _gap(word, w), default=None)
    if line is not None:
        word.size, word.base, word.top, word.bottom = line.size, line.base, line.top, line.bottom
    return Figure(word, line)


def _gap(picture: Word, word: Word) -> float:
    return max(word.x0 - picture.x1, picture.x0 - word.x1)


def _is_beside(picture: Word, word: Word) -> bool:
    """Whether a picture stands in the line of a word, beside it."""
    low = picture.bottom - picture.top <= IN_LINE * word.size
    return low and overlaps(picture, word) and -0.5 * word.size < _gap(picture, word) < BESIDE * word.size


def put_among(pictures: list[Figure], words: list[Word]) -> list[Word]:
    """The words with the pictures at their places: beside a neighbour in a line, else where the file has them."""
    whole = list(words)
    for figure in pictures:
        picture, beside = figure.word, figure.beside
        if beside is not None and beside in whole:
            at = whole.index(beside) + (beside.x0 < picture.x0)
        else:
            at = next((at for at, word in enumerate(whole) if word.mark > picture.mark), len(whole))
        whole.insert(at, picture)
    return whole


def apart(words: list[Word], pictures: list[Figure]) -> tuple[list[Word], list[Piece]]:
    """The words without the pictures that stand by themselves, and a piece for each of those."""
    kept: list[Word] = []
    pieces: list[Piece] = []
    alone = {id(figure.word): figure for figure in pictures if figure.beside is None}
    for at, word in enumerate(words):
        figure = alone.get(id(word))
        if figure is not None:
            pieces.append(Piece([], at, figure))
        else:
            kept.append(word)
    return kept, pieces
