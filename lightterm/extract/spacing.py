"""White space around pictures: what browsers draw in a box of its own does not run into the words beside it."""

from __future__ import annotations

from lightterm.document import marks
from lightterm.document.marks import ENDS, IMAGE, IMAGE_END, MEDIA, OPENS
from lightterm.extract import dom

_OPENING = "".join(OPENS)
_ENDING = "".join(ENDS)


def images_apart(text: str) -> str:
    """A space where a picture or its words touch other words; a picture of one letter may begin a word."""
    first, *pictures = text.split(IMAGE)
    out = [first]
    before = marks.strip(first)[-1:]
    joined = True
    for picture in pictures:
        inside, _, rest = picture.partition(IMAGE_END)
        alt = inside.removeprefix(MEDIA)
        worded = len(alt.strip("[]")) > 1
        following = marks.strip(rest)
        if before.isalnum() and (_is_word(alt[0]) and (worded or not joined) if alt else following[:1].isalnum()):
            shown = out[-1].rstrip(_OPENING)
            out[-1] = f"{shown} {out[-1][len(shown) :]}"
        if worded and _is_word(alt[-1]) and following[:1].isalnum():
            bare = rest.lstrip(_ENDING)
            rest = f"{rest[: len(rest) - len(bare)]} {bare}"
        joined = len(alt) == 1
        before = following[-1:] or (before if not alt else "a" if _is_word(alt[-1]) else " ")
        out += (IMAGE, inside, IMAGE_END, rest)
    return "".join(out).replace(IMAGE + IMAGE_END, "")


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


def folded(text: str) -> str:
    """The words of escaped text or of a picture, to be compared."""
    return " ".join(marks.strip(dom.unescape(text)).split()).strip("[]").casefold()


def _is_word(char: str) -> bool:
    return char.isalnum() or char in ("[", "]")
