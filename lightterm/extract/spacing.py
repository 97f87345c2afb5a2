"""White space around pictures: what browsers draw in a box of its own does not run into the words beside it."""

from __future__ import annotations

from lightterm.document import marks
from lightterm.document.marks import ENDS, IMAGE, IMAGE_END, MEDIA, MUTE, OPENS, RESUME, one_spaced
from lightterm.document.model import Paragraph
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.walk import Walker

MOST_BETWEEN = 8
"""Pieces of text and mute pictures that are looked back over for a picture."""

_OPENING = "".join(OPENS)
_ENDS = frozenset(".!?:,)”")
"""What ends a sentence or a part of one: a picture in brackets stands apart from it. (`;` ends `&nbsp;`, too.)"""

_ENDING = "".join(ENDS)
_BEHIND, _BEFORE = ("", " ", ":", ","), ("", " ")
"""What stands beside words that are whole."""


def images_apart(text: str) -> str:
    """A space where a picture or its words touch other words; a picture of one letter may begin a word."""
    first, *pictures = text.split(IMAGE)
    out = [first]
    before = marks.strip(first)[-1:]
    joined = True
    for picture in pictures:
        inside, _, rest = picture.partition(IMAGE_END)
        alt = inside.removeprefix(MEDIA)
        following = marks.strip(rest)
        if alt and MEDIA not in inside and _is_said(alt, marks.strip(out[-1]), following):
            inside = alt = ""
        worded = len(alt.strip("[]")) > 1
        ends = alt[:1] == "[" and worded and before in _ENDS
        if ends or (
            before.isalnum() and (_is_word(alt[0]) and (worded or not joined) if alt else following[:1].isalnum())
        ):
            shown = out[-1].rstrip(_OPENING)
            out[-1] = f"{shown} {out[-1][len(shown) :]}"
        if worded and _is_word(alt[-1]) and following[:1].isalnum():
            bare = rest.lstrip(_ENDING)
            rest = f"{rest[: len(rest) - len(bare)]} {bare}"
        joined = len(alt) == 1
        before = following[-1:] or (before if not alt else "a" if _is_word(alt[-1]) else " ")
        out += (IMAGE, inside, IMAGE_END, rest)
    return "".join(out).replace(IMAGE + IMAGE_END, "")


def _is_said(alt: str, before: str, following: str) -> bool:
    """Whether what is drawn, of which there is no picture to be shown, is called by the words beside it."""
    words, first, last = folded(alt), folded(following), folded(before)
    if len(words) < 2:
        return False
    return (first.startswith(words) and first[len(words) : len(words) + 1] in _BEHIND) or (
        last.endswith(words) and last[: -len(words)][-1:] in _BEFORE
    )


def said_once(text: str) -> str:
    """The escaped text of a link or button without the words of pictures that its other words are, or a picture before.

    An icon beside its own name, a picture and the one for browsers without scripts: peers say each of them.
    """
    first, *pictures = text.split(IMAGE)
    pieces = [picture.partition(IMAGE_END) for picture in pictures]
    said = {folded(first + "".join([rest for _, _, rest in pieces]))}
    out = [first]
    for inside, _, rest in pieces:
        words = folded(inside.removeprefix(MEDIA))
        alone = words in said
        said.add(words)
        out += (
            IMAGE,
            inside[: len(MEDIA)] if alone and inside[:1] == MEDIA else "" if alone else inside,
            IMAGE_END,
            rest,
        )
    return "".join(out)


def unless_said(picture: str, walker: Walker, media: list[tuple[str, str, str, tuple[int, int]]]) -> str:
    """The picture, mute where the one before says the same and is of another address: one for each width of a screen.

    `media` end with the one before and its own. Five times the same star stay: so a rating says five.
    """
    if MEDIA not in picture or len(media) < 2 or media[-1][1] == media[-2][1] or walker.says_twice:
        return picture
    for piece in reversed(walker.buf[-MOST_BETWEEN:]):
        if piece == picture:
            return MUTE
        if piece != MUTE and not piece.isspace():
            break
    return picture


def in_brackets(inside: str) -> str:
    """What stands on a button, without the brackets of pictures: its own are enough."""
    return images_apart(said_once(inside.replace(f"{MEDIA}[", MEDIA).replace(f"]{IMAGE_END}", IMAGE_END)))


def folded(text: str) -> str:
    """The words of escaped text or of a picture, to be compared."""
    return one_spaced(marks.strip(dom.unescape(text))).strip("[]").casefold()


def _is_word(char: str) -> bool:
    return char.isalnum() or char in ("[", "]")


def said_by_next(walker: Walker, start: int) -> None:
    """Take a picture's words out of a link over several blocks, where the words are all that is in a block and the next
    one says them again: the picture and the link's number go there. `start` is the link's first block.
    """
    blocks = walker.blocks
    for i in range(len(blocks) - 2, start - 1, -1):
        picture, text = blocks[i], blocks[i + 1]
        if picture.__class__ is not Paragraph or text.__class__ is not Paragraph or picture.frame is not text.frame:
            continue
        raw = picture.raw
        shown = marks.strip(raw)
        if raw.count(IMAGE) != 1 or text.raw.count(RESUME) != 1 or shown.strip() != _picture_in(raw).strip():
            continue
        if not _begins(marks.strip(text.raw), shown) or marks.FIELD in raw + text.raw:
            continue
        opener = marks.LINK if marks.LINK in raw else RESUME
        text.raw = text.raw.replace(RESUME, opener + (MUTE if MEDIA in raw else ""))
        text.first, text.media = picture.first, picture.media
        text.gap, text.lead = max(picture.gap, text.gap), picture.lead
        del blocks[i]
        if blocks is walker.top:
            _one_less(walker.anchors, i)


def _begins(text: str, words: str) -> bool:
    """Whether a text begins with the words of a picture: cards have a price or a date behind the title."""
    said, whole = folded(words), folded(text)
    return said == whole or (bool(said) and whole.startswith(said + " "))


def _picture_in(raw: str) -> str:
    """The words of a paragraph's only picture."""
    return raw.partition(IMAGE)[2].partition(IMAGE_END)[0].removeprefix(MEDIA)


def _one_less(anchors: list[tuple[str, int]], index: int) -> None:
    """The places of anchors after a block that is gone."""
    at = len(anchors)
    while at and anchors[at - 1][1] > index:
        at -= 1
        anchors[at] = (anchors[at][0], anchors[at][1] - 1)
