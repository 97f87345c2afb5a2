"""White space around marks: what browsers draw in a box of its own does not run into the words beside it."""

from __future__ import annotations

from lightterm.document import marks
from lightterm.document.marks import ENDS, IMAGE, IMAGE_END, LINK, MEDIA, OPENS

_BEFORE_FIELD = frozenset(" \n\xa0([{<“‘«\"'/$€£#@+-")
_OPENING = "".join(OPENS)
_ENDING = "".join(ENDS)


def boxes_apart(text: str) -> str:
    """The text of a paragraph with space around its controls and pictures."""
    if marks.FIELD in text:
        text = fields_apart(text)
    return images_apart(text) if IMAGE in text else text


def fields_apart(text: str) -> str:
    """A space where a control touches a word or another target: browsers draw a border there."""
    out: list[str] = []
    before = " "
    after_field = False
    for char in text:
        if char in (LINK, marks.FIELD):
            if after_field or (char == marks.FIELD and before not in _BEFORE_FIELD):
                out.append(" ")
                before = " "
            after_field = False
        elif char == marks.FIELD_END:
            after_field = True
        elif char not in marks.ALL:
            if after_field and (char.isalnum() or char in "([{"):
                out.append(" ")
            after_field = False
            before = char
        out.append(char)
    return "".join(out)


def images_apart(text: str) -> str:
    """A space where the words of a picture touch other words; a picture of one letter may begin a word."""
    first, *pictures = text.split(IMAGE)
    out = [first]
    before = marks.strip(first)[-1:]
    joined = True
    for picture in pictures:
        inside, _, rest = picture.partition(IMAGE_END)
        alt = inside.removeprefix(MEDIA)
        worded = len(alt.strip("[]")) > 1
        if (worded or not joined) and before.isalnum() and _is_word(alt[:1]):
            shown = out[-1].rstrip(_OPENING)
            out[-1] = f"{shown} {out[-1][len(shown) :]}"
        following = marks.strip(rest)
        if worded and _is_word(alt[-1:]) and following[:1].isalnum():
            bare = rest.lstrip(_ENDING)
            rest = f"{rest[: len(rest) - len(bare)]} {bare}"
        joined = not worded
        before = following[-1:] or ("a" if _is_word(alt[-1:]) else before)
        out += (IMAGE, inside, IMAGE_END, rest)
    return "".join(out)


def _is_word(char: str) -> bool:
    return char.isalnum() or char in ("[", "]")
