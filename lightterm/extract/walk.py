"""The one walk over a page: serialised markup in, blocks out.

The prepared tree is serialised once and split on `<` and `>`, which is three times as fast as visiting nodes: text
and attribute values hold neither character there, so start tags, end tags and texts come in pairs (tag, text). Every
tag is looked up in one table whose values are either a mark to put into the paragraph, or a function.
"""

from __future__ import annotations

from lightterm.document import marks
from lightterm.document.marks import BREAK, EM, EM_END, LINK, LINK_END, OPENS, RESUME, STRONG, STRONG_END
from lightterm.document.model import ROOT, Divider, Frame, Paragraph
from lightterm.extract import dom
from lightterm.extract.tidy import (
    COLUMN,
    broken,
    clean_marked,
    collapse,
    columns,
    is_plain,
    is_simple,
    pre_text,
    squeeze,
    without_controls,
    without_second,
)
from lightterm.safe import needs_care

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Block, Landmark
    from lightterm.extract.pictures import Place

    Action = str | Callable[[str], None]
    OneStep = tuple[str, Callable[[str, str], bool]]

DISCLOSURES = ("▸", "▾")
"""Before a summary: closed, open."""

_NOTHING = " \xa0" + COLUMN + BREAK
_NO_TEXT = {ord(c): None for c in _NOTHING}

CHUNK = 16_384
"""Characters split at a time: the pieces of so many stay in the cache; those of 256 KB took 9 % longer at 10 MB."""

_INLINE = {
    "b": (STRONG, STRONG_END),
    "strong": (STRONG, STRONG_END),
    "dt": (STRONG, STRONG_END),
    "i": (EM, EM_END),
    "em": (EM, EM_END),
    "cite": (EM, EM_END),
    "dfn": (EM, EM_END),
    "var": (EM, EM_END),
    "code": (marks.CODE, marks.CODE_END),
    "kbd": (marks.CODE, marks.CODE_END),
    "samp": (marks.CODE, marks.CODE_END),
    "tt": (marks.CODE, marks.CODE_END),
    "u": (marks.INS, marks.INS_END),
    "ins": (marks.INS * 2, marks.INS_END * 2),  # twice is what `u` is not
    "del": (marks.DEL, marks.DEL_END),
    "s": (marks.DEL, marks.DEL_END),
    "strike": (marks.DEL, marks.DEL_END),
    "mark": (marks.HIGHLIGHT, marks.HIGHLIGHT_END),
    "wbr": ("\u200b", ""),
    "br": (BREAK, ""),
}
_OPENING, _LINK_SPACE, _SPACE_END = "".join(OPENS) + " ", LINK + " ", " " + LINK_END
_TRANSPARENT = (
    "span font small big a abbr acronym label sub sup bdi bdo time data output noscript slot ruby rb rbc rtc area map "
    "nobr picture tbody thead tfoot colgroup col param source track embed meta link nav-item font-face"
).split()
_BLOCKS = (
    "div section article main header footer nav aside figcaption address form center dialog body html hgroup search "
    "optgroup noframes legend summary dl dd option fieldset frameset"
).split()
_SPACED = "p figure".split()
_BLOCK_TAGS, _SPACED_TAGS = ([*names, *["/" + name for name in names]] for names in (_BLOCKS, _SPACED))
_MARKED: dict[str, Action] = dict.fromkeys([*_TRANSPARENT, *["/" + name for name in _TRANSPARENT]], "")
for _name, (_start, _end) in _INLINE.items():
    _MARKED[_name], _MARKED["/" + _name] = _start, _end


class Walker:
    """Turns serialised markup into blocks; the feature modules add their rows to `actions`."""

    edit_signs: tuple[tuple[str, str, str], ...] = marks.EDIT_SIGNS
    """By which signs in the text what was deleted and inserted is told."""
    says_twice = False  # whether a picture keeps words that its link or its caption says too

    def __init__(self) -> None:
        self.buf: list[str] = []
        self.kept = ""  # what the buffer begins with: marks open at the end of the paragraph before, or without text
        self._closings: dict[str, str] = {}
        self.blocks: list[Block] = []
        self.top = self.blocks
        self.frame: Frame = ROOT
        self.lead = self.gap = self.level = self.pre = 0
        self.wrap_pre, self.in_link, self.tab_size = False, False, 8
        self.align = self.direction = self.list_style = ""
        self.row = self.parted = 0  # `parted`: links in the buffer with a space before and no word at their end
        self.targets: list[object] = []
        self.media = self.unplaced = 0  # media met, and those of them that stand in no paragraph yet
        self.lifted: list[Place] = []
        self.anchors: list[tuple[str, int]] = []
        self.landmarks: list[Landmark] = []
        self.actions: dict[str, Action] = _MARKED.copy()
        self.one_steps: dict[str, OneStep] = {}  # end tags, and what takes start tag and text in one step if it can
        self.actions |= dict.fromkeys(_BLOCK_TAGS, self.block)
        self.actions |= dict.fromkeys(_SPACED_TAGS, self.spaced)
        for digit in "123456":
            self.actions["h" + digit] = self.heading
            self.actions["/h" + digit] = self.heading_end
        for name in ("pre", "listing", "xmp"):
            self.actions[name], self.actions["/" + name] = self.preformatted, self.preformatted_end
        self.actions |= {"hr": self.divider, "br": self.line_break}

    def feed(self, html: str, has_controls: bool = False) -> None:
        """Walk a piece of markup that does not end inside a tag and holds no comment and no raw text."""
        if "</span><span " in html or "</kbd><kbd" in html:
            from lightterm.extract.side_by_side import parts_apart

            html = parts_apart(html)
        at, size, styled = 0, len(html), dom.NOTE in html and ' \x1c="' in html
        while at < size:
            end = size if size - at <= CHUNK else html.rfind("<", at, at + CHUNK)
            if end <= at:
                end = html.find("<", at + CHUNK)
                end = size if end < 0 else end
            chunk = html[at:end]
            self._chunk(without_controls(chunk) if has_controls else chunk, styled)
            at = end

    def _chunk(self, html: str, styled: bool) -> None:
        get = self.actions.get
        buf = self.buf
        append = buf.append
        add_target = self.targets.append
        one_step = self.one_steps.get
        link, is_whole_link = get("a", ""), self.is_whole_link
        pieces = html.replace(">", "<").split("<")
        if pieces[0] and (buf or self.pre or not pieces[0].isspace()):
            append(pieces[0])
        following = pieces[3::2]
        following.append("")
        rows = zip(pieces[1::2], pieces[2::2], following, strict=False)
        for head, text, next_head in rows:
            action = get(head)
            if action is None:
                if (" id=" in head and self._named(head)) or (styled and ' \x1c="' in head):
                    self._apart(head)
                    action = ""
                elif next_head == "/a" and head[:2] == "a " and get("a") is link and is_whole_link(head, text):
                    add_target(head)
                    before = buf[-1] if buf else " "
                    append(f"{LINK}{text}{LINK_END}")
                    _, text, _ = next(rows)  # its end tag finds no link open
                    if text and text[0] in " \n\t.,;:)" and before and before[-1] in " \n\t":
                        self.parted += 1
                    action = ""
                else:
                    action = get(head.partition(" ")[0], "")
            if action.__class__ is str:
                if action:
                    append(action)
            elif (step := one_step(head)) is not None and step[0] == next_head and step[1](head, text):
                _, text, _ = next(rows)
            else:
                action(head)  # type: ignore[operator]
            if text and (buf or self.pre or not text.isspace()):
                append(text)

    def is_whole_link(self, head: str, text: str) -> bool:
        """Whether an `a` that holds only text needs nothing but marks around it: most links do not."""
        last = text[-1] if text else ""
        return " " < last < "\x7f" and last not in ";#" and ' href="' in head and not self.in_link

    def is_between(self) -> bool:
        """Whether nothing is gathered, and text is put into paragraphs as it stands."""
        return not (self.buf or self.kept or self.pre or self.unplaced)

    def _named(self, head: str) -> bool:
        """Note where an id leads, and whether it is in the midst of text, that may end there."""
        self.anchors.append((head, len(self.blocks)))
        return bool(self.buf)

    def _apart(self, head: str) -> None:
        from lightterm.extract.styled import run_apart

        run_apart(self, head)

    def block(self, head: str) -> None:
        """A boundary of a block without space around it."""
        if self.row:
            self.buf.append(COLUMN)
        elif self.buf:
            self.flush()

    def spaced(self, head: str) -> None:
        """A boundary of a block with a blank line around it."""
        if self.row:
            self.buf.append(COLUMN)
        else:
            self.flush()
            self.gap = 1

    def heading(self, head: str) -> None:
        if self.row:
            self.buf.append(COLUMN)
            return
        self.flush()
        self.gap = 1
        self.level = int(head[1])

    def heading_end(self, head: str) -> None:
        self.heading("h0")
        without_second(self.blocks)

    def line_break(self, head: str) -> None:
        self.buf.append("\n" if self.pre else " " if self.row else BREAK)

    def preformatted(self, head: str) -> None:
        self.flush()
        self.gap = 1
        self.pre += 1

    def preformatted_end(self, head: str) -> None:
        self.flush()
        self.gap = 1
        self.pre -= 1

    def divider(self, head: str) -> None:
        self.flush()
        self.blocks.append(Divider(self.frame, self.gap, self.lead))
        self.gap = self.lead = 0

    def push(self, frame: Frame) -> None:
        """Enter a frame; its marker shows on the next block."""
        self.frame = frame
        self.lead += 1

    def pop(self) -> None:
        """Leave the innermost frame."""
        if self.buf:
            self.flush()
        if self.lead:
            self.lead -= 1
        self.frame = self.frame.parent or ROOT

    def flush(self) -> None:
        """End the paragraph that is being gathered."""
        buf = self.buf
        if not buf:
            return
        raw = "".join(buf)
        if self.unplaced or self.pre or marks.IMAGE in raw:
            raw = self._with_pictures(raw)
        if kept := self.kept:
            if raw is kept:
                return
            self.kept = ""
        buf.clear()
        parted, self.parted = self.parted, 0
        if self.pre:
            self.flush_pre(raw)
            return
        if raw and raw[0] == LINK and raw[-1] == LINK_END and is_simple(raw[1:-1]):
            self.add(raw, 1)
            return
        text = collapse(raw)
        if "&" in text:
            text = dom.unescape(text)
        if not text.isascii():
            self._finish(text, parted)
        elif not text.isprintable():
            if not (kept and text.startswith(kept) and self._goes_on(text, kept)):
                self._finish(text, parted)
        elif text:  # no marks in it: most cells of tables, half the paragraphs
            self.add(text, 0)

    def _goes_on(self, text: str, kept: str) -> bool:
        """Make a paragraph whose only marks go on from the one before, and on to the next; whether it is such a one."""
        words = text[len(kept) :].lstrip(" ")
        if not words.isprintable():
            return False
        closing = self._closings.get(kept)
        if closing is None:
            closed, again = marks.balance(kept)
            is_told = again == kept and not kept.strip(EM + STRONG + RESUME)
            closing = self._closings[kept] = closed[len(kept) :] if is_told else ""
        if words and closing:
            self.add(kept + words + closing, 0)
        elif words:
            return False
        self._keep(kept)
        return True

    def _with_pictures(self, raw: str) -> str:
        """What is gathered without mute pictures, space around the others."""
        if marks.IMAGE in raw and not self.pre:
            from lightterm.extract.spacing import images_apart

            raw = images_apart(raw)
        if self.unplaced:
            from lightterm.extract.pictures import lift

            raw = lift(raw, self.lifted)
        return raw

    def _finish(self, text: str, parted: int) -> None:
        """Make a paragraph of text with marks or beyond ASCII, its white space collapsed; `parted` as in tidy."""
        if text[:1] == LINK and text[-1] == LINK_END and is_plain(text[1:-1]):
            self.add(text, 1)
            return
        bare = marks.strip(text)
        if not text.isascii() and needs_care(bare):
            text = clean_marked(text)
            bare = marks.strip(text)
        if len(bare) != len(text) or COLUMN in text or BREAK in text:
            text = self.tidy(text, bare, parted)
            if text:
                self.add(text, self._opened(text))
        elif text and (text[0] != "\xa0" or text.strip("\xa0 ")):
            self.add(text, 0)

    def _opened(self, text: str) -> int:
        """How many targets begin in `text` or wait in the buffer for the next paragraph."""
        opened = (LINK in text and text.count(LINK)) + (marks.FIELD in text and text.count(marks.FIELD))
        return opened + sum([kept.count(LINK) + kept.count(marks.FIELD) for kept in self.buf])

    def add(self, text: str, opened: int) -> None:
        """A finished paragraph, in which `opened` targets begin."""
        media = self.media
        if self.unplaced:
            from lightterm.extract.pictures import place

            media -= self.unplaced
            text = place(text, self)
        first = len(self.targets) + 1 - opened
        self.blocks.append(
            Paragraph(text, self.frame, self.gap, self.lead, first, self.level, self.align, self.direction, media)
        )
        self.gap = self.lead = 0

    def flush_pre(self, raw: str) -> None:
        """End a preformatted paragraph: lines as they are, tabs to every eighth cell or as the page says."""
        text = pre_text(raw)
        if not marks.strip(text).strip():
            self._keep(marks.without_empty(marks.only(text)))
            return
        text, again = marks.balance(text)
        self._keep(again)
        text = text.strip("\n")
        shown = text.rstrip(marks.ALL + " \t\n")
        shown += marks.only(text[len(shown) :])
        text = marks.signed(shown, self.edit_signs).expandtabs(self.tab_size)
        self.add(text, self._opened(text))
        self.blocks[-1].pre = not self.wrap_pre  # type: ignore[union-attr]

    def tidy(self, text: str, bare: str, parted: int = 0) -> str:
        """Put white space on the right side of marks, keep neighbours (but `parted` links) apart, close the rest."""
        if not bare.strip(_NOTHING):
            self._keep(marks.without_empty(text.translate(_NO_TEXT)))
            return ""
        if bare in DISCLOSURES and marks.FIELD in text:
            self.buf.append(text + " ")  # its words are a heading, say, and a block of their own
            return ""
        if COLUMN in text:
            text = columns(text)
        linked = LINK in text or LINK_END in text
        if linked and (_LINK_SPACE in text or _SPACE_END in text):
            text = text.replace(_LINK_SPACE, " " + LINK).replace(_SPACE_END, LINK_END + " ")
        if "  " in bare or bare[0] == " " or bare[-1] == " " or text[-1] == " ":
            text = marks.without_empty(squeeze(text)).rstrip(" ")
        if BREAK in text:
            text = broken(text)
        if linked and not (parted and parted == text.count(LINK_END) and not self.in_link and RESUME not in text):
            text = marks.links_apart(text)
        if marks.FIELD in text:
            text = marks.fields_apart(text)
        bare = text.rstrip(_OPENING)
        if len(bare) != len(text):
            self._keep(text[len(bare) :].replace(" ", ""))
            text = bare
        is_edit = marks.DEL in text or marks.INS in text
        is_open = marks.is_open(text, STRONG, STRONG_END) or marks.is_open(text, EM, EM_END)
        if is_edit or is_open or self.in_link:
            text, again = marks.balance(text)
            self._keep(again)
            if is_edit:
                text = marks.signed(text, self.edit_signs)
        return text

    def _keep(self, again: str) -> None:
        """Leave marks for the next paragraph to begin with."""
        if again:
            self.buf.append(again)
            self.kept += again
