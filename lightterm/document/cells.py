"""How many terminal cells text takes, by grapheme cluster (UAX #29, UAX #11; ambiguous width is 1).

A string has one of four shapes. NARROW: every character is a cluster of one cell, in a script that puts spaces
between words. EAST_ASIAN: ideographs, kana or Hangul and little else, whose cells its bytes tell. WIDE: every character
is a cluster of one or two cells. COMPLEX: something joins or combines; only then is wcwidth imported and asked. The
shape costs 4-6 ms a MB; ASCII costs nothing. U+00AD, U+200B and U+2060 are break hints without a width.
"""

from __future__ import annotations

from lightterm.safe import is_east_asian, uncommon

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet
    from typing import Any

NARROW, WIDE, COMPLEX, EAST_ASIAN = range(4)
HINTS = frozenset("\xad\u200b\u2060")

_MAX_CACHED = 100_000
_MAX_CLUSTER = 16

# What Unicode 14, the version of Python 3.11, does not say by category and East_Asian_Width alone. A test compares
# every code point with wcwidth.
_COMPLEX_RANGES = (
    (0x0D4E, 0x0D4E),  # Prepend: clusters with what follows
    (0x0E33, 0x0E33),  # Thai and Lao AM: cluster with what precedes
    (0x0EB3, 0x0EB3),
    (0x1100, 0x11FF),  # Hangul jamo
    (0x3164, 0x3164),
    (0xA960, 0xA97F),
    (0xD7B0, 0xD7FF),
    (0xFF9E, 0xFFA0),  # half-width voiced sound marks
    (0x111C2, 0x111C3),
    (0x1193F, 0x11941),
    (0x11A3A, 0x11A3A),
    (0x11A84, 0x11A89),
    (0x11D46, 0x11D46),
    (0x1F1E6, 0x1F1FF),  # regional indicators
    (0x1F3FB, 0x1F3FF),  # skin tones
)
_WIDE_SINCE_16 = ((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356), (0x1D360, 0x1D376))
_JOINING = ((0x0E33, 0x0E33), (0x0EB3, 0x0EB3), (0xFF9E, 0xFF9F), (0x1F3FB, 0x1F3FF))

UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAADF),
    (0xFF65, 0xFF9F),  # half-width katakana
    (0x1F000, 0x1FAFF),  # pictographs
)
"""Ranges of narrow characters between any two of which a line may break."""

_TIBETAN = ((0x0F00, 0x0FFF),)

_narrow: set[str] = set()
_unspaced: set[str] = set()
_wide: set[str] = set()
_complex: set[str] = set()
_cluster_cells: dict[str, int] = dict.fromkeys(HINTS, 0)
_wcwidth: Any = None


def width(text: str) -> int:
    """The cells of `text`, which holds neither tabs nor line ends."""
    if text.isascii():
        return len(text)
    kind = shape(text)
    if kind == COMPLEX:
        return sum([cluster_width(c) for c in clusters(text)])
    cells = len(text)
    if kind == EAST_ASIAN:
        return cells + wide_characters(text)
    if kind == WIDE:
        cells += sum(map(_wide.__contains__, text))
    for hint in HINTS:
        cells -= text.count(hint)
    return cells


def shape(text: str) -> int:
    """NARROW, WIDE, COMPLEX or EAST_ASIAN (break hints do not matter)."""
    if text.isascii():
        return NARROW
    if is_east_asian(text):
        return EAST_ASIAN
    chars = uncommon(text)
    if chars <= _narrow:
        return NARROW
    if chars - _wide <= _narrow:
        return WIDE
    _classify(chars)
    if not chars.isdisjoint(_complex):
        return COMPLEX
    return NARROW if chars.isdisjoint(_wide) and chars.isdisjoint(_unspaced) else WIDE


def clusters(text: str) -> Iterable[str]:
    """The extended grapheme clusters of `text`."""
    if shape(text) != COMPLEX:
        return text
    found: Iterable[str] = _terminal_widths().iter_graphemes(text)
    return found


def cluster_width(cluster: str) -> int:
    """The cells of one grapheme cluster: 0, 1 or 2 (of Indic clusters sometimes more)."""
    cells = _cluster_cells.get(cluster)
    if cells is None:
        cells = max(_terminal_widths().wcswidth(cluster), 0)
        if len(cluster) <= _MAX_CLUSTER:
            if len(_cluster_cells) > _MAX_CACHED:
                _cluster_cells.clear()
                _cluster_cells.update(dict.fromkeys(HINTS, 0))
            _cluster_cells[cluster] = cells
    return cells


def wide_characters(text: str) -> int:
    """How many characters of an EAST_ASIAN text, or of a part of it, take two cells: all but ASCII and the byte E2."""
    data = text.encode()
    return (len(data) - len(text)) // 2 - data.count(b"\xe2")


def has_hints(text: str) -> bool:
    """Whether a break hint is in `text`."""
    return "\xad" in text or "\u200b" in text or "\u2060" in text


def is_wide(char: str) -> bool:
    """Whether one character of a text that is not COMPLEX takes two cells."""
    if "\u4e00" <= char <= "\u9fa5" or "\uac00" <= char <= "\ud7a3":
        return True
    if char in _wide or char < "\u1100":
        return char in _wide
    _classify({char})
    return char in _wide


def joins_back(char: str) -> bool:
    """Whether `char` clusters with whatever stands before it, a space included."""
    from unicodedata import category

    return char == "\u200d" or char == "\u200c" or category(char)[0] == "M" or within(ord(char), _JOINING)


def cut(text: str, cells: int) -> int:
    """The length of the longest prefix of whole clusters that takes at most `cells` cells."""
    if text.isascii():
        return min(len(text), max(cells, 0))
    return fit(text, 0, len(text), cells, shape(text))


def fitted(text: str, cells: int) -> str:
    """The text, where it is wider than `cells` cells cut and ended by an ellipsis."""
    if width(text) <= cells:
        return text
    return text[: cut(text, cells - 1)] + "…" if cells > 0 else ""


def pad(text: str, cells: int, align: str = "left") -> str:
    """`text` filled up with spaces to `cells` cells; `align` is "left", "right" or "center"."""
    missing = cells - (len(text) if text.isascii() else width(text))
    if missing <= 0:
        return text
    if align == "right":
        return " " * missing + text
    if align == "center":
        return " " * (missing // 2) + text + " " * (missing - missing // 2)
    return text + " " * missing


def fit(text: str, start: int, end: int, room: int, kind: int) -> int:
    """The last offset in start..end such that text[start:offset] is whole clusters of at most `room` cells.

    `kind` is the shape of the whole text. Takes time in proportion to `room`, however long the text.
    """
    if kind == COMPLEX:
        ends = boundaries(text, start, end, room)
        return ends[-1] if ends else start
    if kind == NARROW:
        return _fit_narrow(text, start, end, max(room, 0))
    if kind == EAST_ASIAN:
        return _fit_east_asian(text, start, end, room)
    while room > 0 and start < end:
        # half the room is always safe to take whole: no character has more than two cells
        step = text[start : min(start + max(room // 2, 1), end)]
        cells = len(step) + sum(map(_wide.__contains__, step))
        if has_hints(step):
            cells -= sum(map(HINTS.__contains__, step))
        if cells > room:
            break
        room -= cells
        start += len(step)
    while start < end and text[start] in HINTS:
        start += 1
    return start


def _fit_east_asian(text: str, start: int, end: int, room: int) -> int:
    while room > 0 and start < end:
        step = text[start : min(start + max(room // 2, 1), end)]
        cells = len(step) + wide_characters(step)
        if cells > room:
            break
        room -= cells
        start += len(step)
    return start


def _fit_narrow(text: str, start: int, end: int, room: int) -> int:
    stop = start + room
    while stop < end:
        piece = text[start : stop + 1]
        hints = piece.count("\xad") + piece.count("\u200b") + piece.count("\u2060")
        if not hints:
            break
        start = stop + 1
        stop += hints
    return min(stop, end)


def boundaries(text: str, start: int, end: int, room: int) -> list[int]:
    """The ends of the clusters of a COMPLEX text that fit into `room` cells from `start` on, in order."""
    segment = _terminal_widths().iter_graphemes
    room = max(room, 0)
    window = 4 * room + 16
    while True:
        stop = min(start + window, end)
        ends: list[int] = []
        at = start
        left = room
        for cluster in segment(text[start:stop]):
            left -= cluster_width(cluster)
            if left < 0:
                return ends
            at += len(cluster)
            ends.append(at)
        if stop == end:
            return ends
        window *= 4  # the last cluster may go on beyond the window


def first_end(text: str, start: int, end: int, kind: int) -> int:
    """The end of the cluster at `start`, with the break hints after it."""
    at = start + 1
    if kind == COMPLEX:
        window = _MAX_CLUSTER
        while True:
            stop = min(start + window, end)
            at = start + len(next(_terminal_widths().iter_graphemes(text[start:stop])))
            if at < stop or stop == end:
                break
            window *= 4
    while at < end and text[at] in HINTS:
        at += 1
    return at


def _terminal_widths() -> Any:
    """wcwidth's part in C, which is all that is needed: the package around it imports typing, re ..., 18 ms of CPU."""
    global _wcwidth
    if _wcwidth is None:
        from _frozen_importlib import module_from_spec
        from _frozen_importlib_external import PathFinder

        package = PathFinder.find_spec("wcwidth")
        inside = package.submodule_search_locations if package is not None else None
        spec = PathFinder.find_spec("wcwidth._wcwidth_c", inside) if inside else None
        if spec is not None and spec.loader is not None:
            _wcwidth = module_from_spec(spec)
            spec.loader.exec_module(_wcwidth)
        else:
            import wcwidth as _wcwidth  # built without a C compiler
    return _wcwidth


def _classify(chars: AbstractSet[str]) -> None:
    """Put characters not met before into their set."""
    sets = (_narrow, _wide, _complex, _unspaced)
    if sum(map(len, sets)) > _MAX_CACHED:
        for known in sets:
            known.clear()
    # one after the other: difference(*sets) would go through the sets instead of the few characters
    for char in chars - _narrow - _wide - _complex - _unspaced:
        kind = _char_shape(char)
        if kind == NARROW and within(ord(char), UNSPACED + _TIBETAN):
            _unspaced.add(char)
        else:
            sets[kind].add(char)


def _char_shape(char: str) -> int:
    code = ord(char)
    if 0x4E00 <= code <= 0x9FA5 or 0xAC00 <= code <= 0xD7A3:
        return WIDE
    if char in HINTS or 0x20 <= code < 0x7F:
        return NARROW
    from unicodedata import category, east_asian_width

    kind = category(char)
    # unassigned in Python's Unicode, perhaps a new emoji: wcwidth is newer
    if kind[0] == "M" or kind in ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp") or within(code, _COMPLEX_RANGES):
        return COMPLEX
    return WIDE if east_asian_width(char) in "WF" or within(code, _WIDE_SINCE_16) else NARROW


def within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    """Whether the code point lies in one of the ranges (both ends included)."""
    return any(first <= code <= last for first, last in ranges)
