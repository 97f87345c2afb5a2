"""Words for what a page draws with signs: bars of progress, controls that are switched off, and boxes of menus.

`[###-------] 30%` is heard as "number number number dash dash". Controls that are switched off have no number, and are
text of the page like any other; what is drawn of them is told by the note behind it.
"""

from __future__ import annotations

import re

from lightterm.document.fill import TARGET
from lightterm.document.marks import LINK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Paragraph

OFF = " (disabled)"
"""The note behind a control that is switched off."""
EMPTY = "empty"

_BAR = re.compile(r"\[(?=[#-]{10}\] \d{1,3}%)#*-*\] ")
_NOTED = r"(?=(?: \([^()]{0,80}\))*? \(disabled\))"
_BOX = re.compile(rf"\[([x ])\]{_NOTED}|\(([* ])\){_NOTED}")
_LIST = re.compile(rf"\{{([^{{}}]{{0,200}}) ▾\}}{_NOTED}")
_SECRET = re.compile(rf"•++_*+{_NOTED}")
_GAP = re.compile(rf"(?<![^\s])(?=[W:-]*_)[_W:-]++{_NOTED}")
_REST = re.compile(rf"(?<!_)_++{_NOTED}")
_MENU_BOX = re.compile(r"\[([x ])\] |\(([* ])\) ")
_MENU_BOXES = tuple(f"{LINK}{box} " for box in ("[x]", "[ ]", "(*)", "( )"))


def is_drawn(raw: str) -> bool:
    """Whether something in a paragraph may be drawn that is to be said in words."""
    return OFF in raw or "%" in raw or any(box in raw for box in _MENU_BOXES)


def with_drawn_said(document: Document, paragraph: Paragraph) -> str:
    """A paragraph's string with words for what is drawn in it."""
    raw = paragraph.raw
    if any(box in raw for box in _MENU_BOXES):
        raw = _menu_boxes_said(document, paragraph)
    if "%" in raw:
        raw = _BAR.sub("", raw)
    if OFF in raw:
        raw = _BOX.sub(lambda box: _state(box[1] or box[2]), raw)
        raw = _LIST.sub(lambda chosen: chosen[1].strip() or "nothing chosen", raw)
        raw = _REST.sub("", _GAP.sub(EMPTY, _SECRET.sub("filled in", raw)))
    return raw


def _menu_boxes_said(document: Document, paragraph: Paragraph) -> str:
    """An entry of a menu with a box is pressed as a button is: its words begin with the box."""
    raw, at = paragraph.raw, 0
    out: list[str] = []
    numbers = paragraph.numbers()
    next(numbers)
    for found in TARGET.finditer(raw):
        number = next(numbers)
        box = _MENU_BOX.match(raw, found.end())
        if box is not None and document.targets[number].kind == "button":
            out += (raw[at : found.end()], _state(box[1] or box[2]), " ")
            at = box.end()
    return "".join(out) + raw[at:]


def _state(sign: str) -> str:
    return "off" if sign == " " else "on"
