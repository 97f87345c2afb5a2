"""Breaking one paragraph into lines of so many cells.

Plain text costs a few C calls an output line (`str.rfind`, 3-5 ms a MB at 80 cells); a loop over words costs 25,
textwrap 187. Only text with wide, joining or break-hint characters is looked at more closely, and that too from the
end of each line backwards, so time grows with the text however it is made.
"""

from __future__ import annotations

from lightterm.document.cells import (
    COMPLEX,
    EAST_ASIAN,
    HINTS,
    NARROW,
    boundaries,
    first_end,
    fit,
    has_hints,
    joins_back,
    shape,
    width,
)
from lightterm.document.held import HELD, signs_held
from lightterm.document.kinsoku import MAX_PUSHED, NO_END, NO_START, SPECIAL, allows, breaks_around
from lightterm.document.marks import longest as longest_of
from lightterm.document.marks import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

_ADDRESS = "/?&=.-_,;:#+~@|\\" + HELD
_SPACES = " \xa0"
_SWALLOWED = _SPACES + "\u200b"

LONG = 1 << 20
"""Characters from which on offsets are kept as plain numbers: as objects, those of 5 MB at 2 cells took 170 MB."""


def breaks(text: str, first: int, rest: int) -> Sequence[int]:
    """The lines of `text` as flat offsets [start, end, start, end, ...], each at most so many cells wide.

    `text` comes from `safe.clean_flow`, white space collapsed; a line feed is a hard break. `first` is the room of the
    first line, `rest` of the others, in cells: below 1 counts as 1, but a first line with too little room for a word
    that fits later stays empty. Between two slices lie only spaces, line feeds, U+200B and a soft hyphen: print a slice
    with `line_text`. A cluster wider than the line stands alone.
    """
    rest = max(rest, 1)
    length = len(text)
    if not text:
        return []
    if length <= first and text.isascii() and "\n" not in text and text[-1] != " ":
        return [0, length]
    text = signs_held(text)
    out: MutableSequence[int] = [] if length < LONG else _offsets()
    if text.isascii() and "\n" not in text:
        inner = "-/" if "-" in text or "/" in text else ""
        _wrap_plain(text, 0, length, first, rest, inner if inner or "  " in text else None, out)
    else:
        add_breaks(text, 0, length, first, rest, way(text), out)
    return out


def way(text: str) -> tuple[int, bool, bool, str]:
    """How a text is broken, as its characters have it: (its shape, whether each is a cell, whether all are alike:
    words one space apart or nothing but wide ones, the characters of SPECIAL in it)."""
    if text.isascii():
        inner = "-/" if "-" in text or "/" in text else ""
        return NARROW, True, not inner and "  " not in text, inner
    kind = shape(text)
    if kind == NARROW and not has_hints(text):
        inner = "".join([c for c in SPECIAL if c in text])
        return NARROW, True, not inner and "  " not in text, inner
    return kind, False, kind == EAST_ASIAN and width(text) == 2 * len(text), ""


def add_breaks(
    text: str, start: int, end: int, first: int, rest: int, how: tuple[int, bool, bool, str], out: MutableSequence[int]
) -> None:
    """Append the offsets of the lines from `start` on as if the text ended at `end`; it is broken as `how` says."""
    kind, plain, even, inner = how
    last = end
    while start <= last:
        end = text.find("\n", start, last)
        if end < 0:
            end = last
        if plain:
            _wrap_plain(text, start, end, first, rest, None if even else inner, out)
        else:
            _Segment(text, kind, even, end, rest, out).wrap(start, first)
        first = rest
        start = end + 1


def _offsets() -> MutableSequence[int]:
    from array import array

    return array("l")


def even_lines(text: str, room: int) -> list[str] | None:
    """The lines of ASCII whose words stand one space apart, as slices; None where anything else ends a line: a hyphen,
    a slash, a line feed, a word that is too long. Most paragraphs are such; by `breaks` they take twice as long.
    """
    if not text.isascii() or "-" in text or "/" in text or "\n" in text or "  " in text or text[-1:] == " ":
        return None
    if " :" in text or " !" in text or " ?" in text or " ;" in text:
        return None
    lines: list[str] = []
    push, rfind = lines.append, text.rfind
    start, last = 0, len(text) - room
    while start < last:
        at = rfind(" ", start, start + room + 1)
        if at <= start:
            return None
        push(text[start:at])
        start = at + 1
    push(text[start:])
    return lines


def line_text(text: str, start: int, end: int) -> str:
    """What to print for one slice of `breaks`: without break hints, with a hyphen where a soft one was used."""
    line = text[start:end]
    if line.isascii() and (end >= len(text) or text[end] != "\xad"):
        return line
    for hint in HINTS:
        if hint in line:
            line = line.replace(hint, "")
    return line + "-" if end < len(text) and text[end] == "\xad" else line


def longest_word(text: str, cap: int) -> int:
    """The cells of the widest piece of `text` that no line break can divide; counting stops at `cap`.

    Of East Asian text it is an estimate: 2, or 4 where kinsoku holds characters together.
    """
    longest = 0
    text = signs_held(text)
    if text.isascii():
        if "-" not in text and "/" not in text:
            return min(longest_of(text), cap)
        kind = NARROW
    else:
        kind = shape(text)
        apart = text.translate(_pieces)
        if apart != text:
            longest = 2 if NO_START.isdisjoint(text) and NO_END.isdisjoint(text) else 4
            text = apart
    most = 2 if kind else 1
    for piece in pieces(text.replace("\n", " ")):
        for word in piece.split(" "):
            if len(word) * most > longest:
                longest = max(longest, _longest_piece(word, kind))
                if longest >= cap:
                    return cap
    return min(longest, cap)


class _Pieces(dict[int, str]):
    """For str.translate: what may stand alone becomes a space, a soft hyphen one that is shown."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = piece = " " if breaks_around(char) else char
        return piece


_pieces = _Pieces({0xAD: "- ", 0x200B: " "})


def _longest_piece(word: str, kind: int) -> int:
    """The widest piece of a word that can only be divided after hyphens, slashes and dashes."""
    longest = start = 0
    for mark in SPECIAL:
        if mark in word:
            break
    else:
        return width(word) if kind else len(word)
    for at, char in enumerate(word[:-1], 1):
        if char in SPECIAL and allows(word, at):
            longest = max(longest, width(word[start:at]))
            start = at
    return max(longest, width(word[start:]))


def _wrap_plain(
    text: str, start: int, end: int, first: int, rest: int, inner: str | None, out: MutableSequence[int]
) -> None:
    """Every character is one cell; `inner` holds the characters of SPECIAL that occur at all, None where words stand
    one space apart besides.
    """
    rfind = text.rfind
    push = out.append
    room = first
    begin = start
    if inner is None:
        start, room = _wrap_words(text, start, end, first, rest, out)
    while end - start > room:
        limit = start + room
        at = rfind(" ", start, limit + 1)
        stop = after = at
        if inner and at != limit:
            place = _inner_break(text, max(at + 1, start), limit, inner)
            if place:
                stop = after = place
        if stop <= start or (text[stop - 1] == " " and not text[start:stop].strip(" ")):
            if room < rest and (room < 1 or _fits_later(text, limit, end, start + rest)):
                stop = after = start
            else:
                stop = after = _in_long_word(text, start, limit)
        push(start)
        while stop > start and text[stop - 1] in _SPACES:
            stop -= 1
        push(stop)
        while after < end and text[after] in _SPACES and after > begin:
            after += 1
        start = after
        room = rest
    if start < end or start == begin:
        while end > start and text[end - 1] == " ":
            end -= 1
        push(start)
        push(end)


def _wrap_words(text: str, start: int, end: int, room: int, rest: int, out: MutableSequence[int]) -> tuple[int, int]:
    """Take the lines up to a word that is too long for one, where one space stands between words and nothing else ends
    a line; (start, room) of the first other. It is most of text, and takes two thirds of the general way.
    """
    rfind = text.rfind
    push = out.append
    while end - start > room:
        at = rfind(" ", start, start + room + 1)
        if at <= start:
            break
        push(start)
        push(at)
        start = at + 1
        room = rest
    return start, room


def _inner_break(text: str, start: int, limit: int, inner: str) -> int:
    """The last place in start..limit where a line may end after a hyphen, slash or dash; 0 if there is none."""
    best = 0
    for mark in inner:
        at = text.rfind(mark, start, limit)
        while at > best:
            if allows(text, at + 1):
                best = at + 1
                break
            at = text.rfind(mark, start, at)
    return best


def _fits_later(text: str, limit: int, end: int, later: int) -> bool:
    """Whether the word that goes on at `limit`, this line's end, would end by `later`, the next line's."""
    return later >= end or text.find(" ", limit, later + 1) >= 0


def _in_long_word(text: str, start: int, limit: int) -> int:
    """Where to cut a word longer than the line: after punctuation in the line's second half, else at `limit`.

    Best after a dash, as of a range; never inside a number if that can be helped.
    """
    piece = text[start:limit]
    if piece.isalnum():
        return limit
    dash = max(piece.rfind("–"), piece.rfind("—")) + 1
    if 2 * dash > len(piece):
        return start + dash
    whole = piece.rstrip("0123456789,.") if text[limit].isdigit() else piece
    for part in (whole, piece):
        place = max(part.rfind(c) + 1 for c in _ADDRESS)
        place = max(place, part.rfind("%"))
        if 2 * place > len(piece):
            return start + place
    return limit


class _Segment:
    """The text up to a hard break, wrapped by the careful way: wide or joining characters, or break hints."""

    def __init__(self, text: str, kind: int, all_wide: bool, end: int, rest: int, out: MutableSequence[int]) -> None:
        self._text = text
        self._kind = kind
        self._end = end
        self._rest = rest
        self._out = out
        self._all_wide = all_wide

    def wrap(self, start: int, room: int) -> None:
        text, end, out = self._text, self._end, self._out
        begin = start
        while start < end or start == begin:
            if self._all_wide:
                start, room = self._wide_lines(start, room)
            stop, after = self._line(start, room)
            while stop > start and text[stop - 1] in _SWALLOWED:
                stop -= 1
            out.append(start)
            out.append(stop)
            if after >= end:
                return
            room = self._rest
            if after > begin:
                after = self._skip(after)
            start = after

    def _wide_lines(self, start: int, room: int) -> tuple[int, int]:
        """Take the lines that end where they are full, as most of ideographs do; (start, room) of the first other."""
        text, end, out = self._text, self._end, self._out
        limit = start + room // 2
        while start < limit < end:
            last, following = text[limit - 1], text[limit]
            if following in NO_START or last in NO_END or "\uac00" <= last <= "\ud7a3":
                break
            out.append(start)
            out.append(limit)
            start, room = limit, self._rest
            limit += room // 2
        return start, room

    def _skip(self, at: int) -> int:
        """Past the spaces and zero-width spaces that a break swallows; a space that carries a mark stays."""
        text, end = self._text, self._end
        while at < end and text[at] in _SWALLOWED:
            if text[at] in _SPACES and self._carries_mark(at):
                break
            at += 1
        return at

    def _carries_mark(self, at: int) -> bool:
        return self._kind == COMPLEX and at + 1 < self._end and joins_back(self._text[at + 1])

    def _line(self, start: int, room: int) -> tuple[int, int]:
        """(where the line at `start` ends, where the next one begins)."""
        text, end = self._text, self._end
        places: Sequence[int]
        if self._kind == COMPLEX:
            places = boundaries(text, start, end, room)
            limit = places[-1] if places else start
        else:
            wide = self._all_wide
            limit = min(end, start + max(room // 2, 0)) if wide else fit(text, start, end, room, self._kind)
            places = range(start + 1, limit + 1)
        if limit >= end:
            return end, end
        if text[limit] == " " and limit > start and not self._carries_mark(limit):
            return limit, limit
        found = self._opportunity(start, limit, room, places)
        if found:
            return found
        if room < self._rest:
            later = fit(text, start, end, self._rest, self._kind)
            if limit == start or _fits_later(text, limit, end, later):
                return start, start
        if limit == start:
            limit = first_end(text, start, end, self._kind)
            return limit, limit
        cut = _in_long_word(text, start, limit)
        while cut < limit and text[cut] in HINTS:
            cut += 1
        if cut not in places:
            cut = limit
        return cut, cut

    def _opportunity(self, start: int, limit: int, room: int, places: Sequence[int]) -> tuple[int, int] | None:
        """The last allowed end of the line among `places`, or its last space."""
        text = self._text
        space = text.rfind(" ", start + 1, limit)
        while space > start and self._carries_mark(space):
            space = text.rfind(" ", start + 1, space)
        pushed = 0
        for place in reversed(places):
            if place <= space or pushed == MAX_PUSHED:
                break
            allowed = allows(text, place)
            if allowed is None:
                pushed += 1
            elif allowed and text[place - 1] != "\xad":
                return place, place
            elif allowed and place - 1 > start and width(text[start : place - 1]) < room:
                return place - 1, place
        if space > start and text[start:space].strip(" "):
            return space, space
        return None
