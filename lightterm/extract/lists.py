"""Lists, definition lists and quotations: frames with markers."""

from __future__ import annotations

from lightterm.document.cells import width
from lightterm.document.marks import IMAGE
from lightterm.document.model import BULLETS, Frame, Paragraph
from lightterm.extract import dom
from lightterm.extract.tidy import COLUMN, is_simple
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.walk import Action, OneStep, Walker

LONGEST = 40
"""Characters of a marker that a style sheet gives."""

BRIEF = 60
"""Characters of a term, and of what is said of it, up to which they are a fact among others."""

_NAMED_BULLETS = {"disc": "• ", "circle": "◦ ", "square": "▪ ", "none": ""}
_TYPES = {
    "1": "decimal",
    "a": "lower-alpha",
    "A": "upper-alpha",
    "i": "lower-roman",
    "I": "upper-roman",
}


class _List:
    """An open list: its style, and for ordered ones the next number and the item frames made so far."""

    __slots__ = (
        "around",
        "bullet",
        "entered",
        "frame",
        "frames",
        "last",
        "mixed",
        "number",
        "ordered",
        "start",
        "step",
        "style",
        "trail",
    )

    def __init__(self, ordered: bool, style: str, number: int, step: int) -> None:
        self.bullet = ""
        self.frame: Frame | None = None
        self.around: Frame | None = None
        self.last: Frame | None = None
        """What it stands in, and its item that came last."""
        self.entered = False
        """Whether it stands between the items of another list, and is put into the one before it."""
        self.ordered = ordered
        self.style = style
        self.number = number
        self.step = step
        self.frames: list[Frame] = []
        self.start = 0
        """How many blocks there were before it."""
        self.mixed = False
        """Whether it was seen to hold more than pictures."""
        self.trail: list[int] | None = None
        """Of one to be read in a line, where its items begin in the buffer."""


class Lists:
    """The actions of ul, ol, li, dl, dt, dd and blockquote."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.open: list[_List] = []
        self._described = 0
        self._pair_end = -1

    def actions(self) -> dict[str, Action]:
        """What to do at each of their tags."""
        rows: dict[str, Action] = {"li": self.item, "/li": self.item_end, "dt": self.term, "dd": self.definition}
        for name in ("ul", "menu", "dir"):
            rows[name], rows["/" + name] = self.unordered, self.end
        rows["ol"], rows["/ol"] = self.ordered, self.end
        rows["/dd"] = self.item_end
        rows["dl"], rows["/dl"] = self.definitions, self.definitions_end
        rows["blockquote"], rows["/blockquote"] = self.quote, self.quote_end
        return rows

    def one_steps(self) -> dict[str, OneStep]:
        """What takes elements that hold only text."""
        return {"li": ("/li", self.whole_item)}

    def _begin(self, list_: _List, head: str) -> None:
        walker = self.walker
        if walker.row:
            walker.buf.append(COLUMN)
        else:
            walker.flush()
            if not self.open and not walker.lead:
                walker.gap = 1
            outer = self.open[-1] if self.open else None
            if outer is not None and outer.last is not None and walker.frame is outer.around:
                walker.frame, list_.entered = outer.last, True
        list_.around = walker.frame
        self.open.append(list_)
        list_.start = len(walker.blocks)
        if " lightterm-trail=" in head and not walker.says_twice:
            list_.trail = []
        elif not list_.ordered and not walker.list_style:
            depth = sum(not outer.ordered for outer in self.open) - 1
            list_.bullet = _NAMED_BULLETS.get(list_.style, BULLETS[min(depth, 2)])

    def unordered(self, head: str) -> None:
        style = self.walker.list_style or dom.attribute(head, "type").lower()
        self._begin(_List(False, style, 0, 0), head)

    def ordered(self, head: str) -> None:
        style = _TYPES.get(dom.attribute(head, "type"), "decimal")
        step = -1 if " reversed=" in head else 1
        self._begin(_List(True, style, _integer(dom.attribute(head, "start"), 1), step), head)

    def end(self, head: str) -> None:
        walker = self.walker
        list_ = self.open.pop() if self.open else None
        if list_ is not None and list_.trail:
            self._put_in_line(list_, list_.trail)
        if walker.row:
            walker.buf.append(COLUMN)
            return
        walker.flush()
        if list_ is not None and list_.entered:
            walker.frame = walker.frame.parent or walker.frame
        if list_ is not None and not list_.mixed and not walker.says_twice and _ends_in_picture(walker, list_.start):
            from lightterm.extract.pictures import join_items

            list_.mixed = not join_items(walker, list_.start)
        if list_ is not None and list_.mixed and self.open:
            self.open[-1].mixed = True  # what holds it holds that, too: of 200 in one another each looked through all
        if list_ is not None and list_.frames:
            wide = max(len(frame.step) for frame in list_.frames)
            for frame in list_.frames:
                frame.marker = " " * (wide - len(frame.step)) + frame.marker
                frame.step = " " * wide
        if not self.open and not walker.lead:
            walker.gap = 1

    def _put_in_line(self, list_: _List, starts: list[int]) -> None:
        """Join the items of a trail, unless something in one of them began a line."""
        from lightterm.extract.trails import in_a_line

        buf = self.walker.buf
        if len(self.walker.blocks) == list_.start and starts[-1] <= len(buf):
            ends = [*starts[1:], len(buf)]
            buf[starts[0] :] = [in_a_line(["".join(buf[a:b]) for a, b in zip(starts, ends, strict=True)])]

    def item(self, head: str) -> None:
        walker = self.walker
        list_ = self.open[-1] if self.open else None
        if list_ is not None and list_.trail is not None:
            list_.trail.append(len(walker.buf))
            return
        if walker.row:
            walker.buf.append(COLUMN)
            return
        if walker.buf:
            walker.flush()
        if list_ is not None and list_.bullet and not walker.list_style:
            list_.last = self._shared(list_)
            walker.push(list_.last)
            return
        marker = self._marker(list_, head)
        frame = Frame(walker.frame, "item", marker, " " * (len(marker) if marker.isascii() else width(marker)))
        if list_ is not None and (list_.ordered or list_.number):
            list_.frames.append(frame)
        if list_ is not None:
            list_.last = frame
        walker.push(frame)

    def _shared(self, list_: _List) -> Frame:
        """The frame of all items of a list: nothing tells one from the other but the marker shown on top."""
        around, frame = self.walker.frame, list_.frame
        if frame is None or frame.parent is not around:
            frame = list_.frame = Frame(around, "item", list_.bullet, " " * len(list_.bullet))
        return frame

    def whole_item(self, head: str, text: str) -> bool:
        """An item with a bullet that holds only text, in one step; whether it is one."""
        walker = self.walker
        list_ = self.open[-1] if self.open else None
        if list_ is None or not list_.bullet or walker.list_style or walker.row or not text or not is_simple(text):
            return False
        if walker.buf:
            walker.flush()
        if not walker.is_between():
            return False
        around = walker.frame
        list_.last = self._shared(list_)
        walker.push(list_.last)
        walker.add(text, 0)
        walker.frame = around
        return True

    def item_end(self, head: str) -> None:
        """The end of an item or definition."""
        if self.open and self.open[-1].trail is not None:
            return
        if self.walker.row:
            self.walker.buf.append(COLUMN)
        else:
            self.walker.pop()

    def _marker(self, list_: _List | None, head: str) -> str:
        style = self.walker.list_style
        if list_ is None:
            return _NAMED_BULLETS.get(style, BULLETS[0])
        if style[:1] == '"':
            list_.number += list_.step
            return clean(style.strip('"'))[:LONGEST]
        if not list_.ordered:
            depth = sum(not outer.ordered for outer in self.open) - 1
            if style and style not in _NAMED_BULLETS:
                list_.number += 1
                return _numbered(list_.number, style)
            return _NAMED_BULLETS.get(style or list_.style, BULLETS[min(depth, 2)])
        if " value=" in head:
            list_.number = _integer(dom.attribute(head, "value"), list_.number)
        number = list_.number
        list_.number += list_.step
        if style == "none":
            return ""
        if style in _NAMED_BULLETS:
            return _NAMED_BULLETS[style]
        style = _TYPES.get(dom.attribute(head, "type"), style or list_.style)
        return _numbered(number, style)

    def definitions(self, head: str) -> None:
        self.walker.spaced(head)
        self._described = len(self.walker.blocks)

    def definitions_end(self, head: str) -> None:
        """The end of terms: what forums say of a member, each in a `dl` of its own, is one list."""
        walker = self.walker
        walker.spaced(head)
        pair = walker.blocks[self._described :]
        if len(pair) != 2 or not all(isinstance(block, Paragraph) and len(block.raw) <= BRIEF for block in pair):
            return
        if self._pair_end == self._described:
            pair[0].gap = 0
        self._pair_end = len(walker.blocks)

    def term(self, head: str) -> None:
        self.walker.block(head)
        self.walker.buf.append("\x03")

    def definition(self, head: str) -> None:
        walker = self.walker
        if walker.row:
            walker.buf.append(COLUMN)
            return
        walker.flush()
        walker.push(Frame(walker.frame, "definition", "    ", "    "))

    def quote(self, head: str) -> None:
        walker = self.walker
        walker.flush()
        walker.gap = 1
        walker.push(Frame(walker.frame, "quote", "> ", "> "))

    def quote_end(self, head: str) -> None:
        self.walker.pop()
        self.walker.gap = 1


def _ends_in_picture(walker: Walker, start: int) -> bool:
    """Whether the last block of a list that began behind `start` blocks is a picture."""
    last = walker.blocks[-1] if len(walker.blocks) > start else None
    return isinstance(last, Paragraph) and last.raw[:1] == IMAGE


def _numbered(number: int, style: str) -> str:
    if style == "decimal":
        return f"{number}. "
    from lightterm.extract.counters import counter_text, suffix

    return counter_text(number, style) + suffix(style)


def _integer(text: str, default: int) -> int:
    text = text.strip()
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else default
