"""Lines with right-to-left text in the order in which they are seen (UAX #9), for terminals that do not do that.

Only painting knows of it: numbers, search, copying and selecting go by the text as it is written. Lines say the
direction of their paragraph by isolates around it (document/bidi.py), so that each stands in a left-to-right one here.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import accumulate, groupby, pairwise
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from lightterm.document.cells import clusters, width
from lightterm.document.layout import has_rtl
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lightterm.graphics.probe import Terminal

MOST = 2304
"""Characters of a line that is put in order: as many as there are marks for."""

_FIRST, _SECOND, _SOME = 0xE0020, 0xE0050, 48
"""Tag characters, which bidi ignores (class BN): two of them mark a character's place in the line."""

_MARKS = "".join(map(chr, range(_FIRST, _SECOND + _SOME)))
_ALL_MARKS = frozenset(_MARKS)

_LRM = "\u200e"
_CONTROLS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069")
_LAM, _ALEF = "\ufedf\ufee0", {"\ufe82": "\ufef6", "\ufe84": "\ufef8", "\ufe88": "\ufefa", "\ufe8e": "\ufefc"}
"""Lam that joins what follows, and each alef at the end of it to their ligature that joins what is before."""

_BETWEEN = re.compile("(│|  +)")
"""What stands between the cells of a table, or before a line: what is on one side has no say on the other."""

_OPENING, _CLOSING = "\u2066\u2067\u2068", "\u2069"

REORDERING = ("vte", "konsole", "mlterm", "mintty", "putty", "apple_terminal", "contour")
"""Terminals that put right-to-left text in order themselves."""


BARE = "mlterm"
"""Of these the one (3.9) that shows a box, a cell wide, for each isolate, so that lines ran into the scroll bar."""


class Order(Record):
    """How a terminal is to be helped: it turns `words` round itself, or has letters of Arabic `joined` for it.

    `bare`: it does all itself but knows no isolates, and gets lines without them.
    """

    words: bool = False
    joined: bool = True
    bare: bool = False


class Shown(NamedTuple):
    """A cluster of a line as it is seen: its characters in the line, what is painted there, and how it is read; `apart`
    is painted in another font than what it touches.

    No record: there is one for each letter, and a screen of them takes 1 ms to make then.
    """

    start: int
    end: int
    text: str
    leftwards: bool
    apart: bool = False


def chosen_order(setting: str, terminal: Terminal, env: Mapping[str, str]) -> Order | None:
    """What is to be done for a terminal by the setting `tui.bidi`; None where it does all itself."""
    name = _name(terminal, env)
    if setting != "lightterm" and name.startswith(BARE):
        return Order(joined=False, bare=True)
    if setting == "terminal" or (setting == "auto" and name.startswith(REORDERING)):
        return None
    turns = name.startswith("kitty")  # https://sw.kovidgoyal.net/kitty/conf/#opt-kitty.force_ltr
    return Order(words=turns, joined=not turns)


def _name(terminal: Terminal, env: Mapping[str, str]) -> str:
    """What a terminal calls itself, else what it left in the environment; what it was started from may have, too."""
    if terminal.name and not terminal.multiplexer:
        return terminal.name.lower()
    term = env.get("TERM", "").lower()
    if term.startswith(("xterm-kitty", "mlterm", "putty", "konsole", "mintty", "foot", "alacritty", "linux")):
        return term.removeprefix("xterm-")
    if env.get("XTERM_VERSION"):
        return "xterm"
    if env.get("KITTY_WINDOW_ID"):
        return "kitty"
    told = {"VTE_VERSION": "vte", "KONSOLE_VERSION": "konsole", "MLTERM": "mlterm"}
    return next((name for key, name in told.items() if env.get(key)), env.get("TERM_PROGRAM", "").lower())


def is_reordered(text: str, order: Order | None) -> bool:
    """Whether a line is seen in another order than it is written in."""
    return order is not None and not text.isascii() and len(text) <= MOST and ("\u2067" in text or has_rtl(text))


@lru_cache(512)
def in_order(text: str, order: Order) -> tuple[Shown, ...]:
    """The clusters of a line from left to right."""
    glyphs = _joined(text) if order.joined and _has_arabic(text) else text
    starts = list(accumulate(map(len, clusters(text)), initial=0))
    ends = dict(pairwise(starts))
    line = []
    for start, leftwards in [(at, False) for at in range(len(text))] if order.bare else _places(text):
        end = ends.get(start)
        if end is None:
            continue  # it goes along with the character that it lies on
        line.append(Shown(start, end, _painted(glyphs[start:end], leftwards), leftwards))
    return tuple(_words(text, line) if order.words else line)


@lru_cache(4096)
def _painted(cluster: str, leftwards: bool) -> str:
    """What is painted for a cluster: mirrored where it is read leftwards, without what is not to be seen."""
    if not _CONTROLS.isdisjoint(cluster):
        return "".join([c for c in cluster if c not in _CONTROLS])
    return _mirrored().get(cluster, cluster) if leftwards else cluster


def _places(text: str) -> list[tuple[int, bool]]:
    """(place, whether it is read leftwards) of each character of a line from left to right; cells of tables stay."""
    if not _ALL_MARKS.isdisjoint(text):
        return [(i, False) for i in range(len(text))]  # flags are spelt with them
    parts = _BETWEEN.split(text)
    if len(parts) == 1 or any(sum(map(part.count, _OPENING)) != part.count(_CLOSING) for part in parts):
        return _reordered(text, 0)
    places: list[tuple[int, bool]] = []
    at = 0
    for part in parts:
        places += _reordered(part, at) if has_rtl(part) else [(at + i, False) for i in range(len(part))]
        at += len(part)
    return places


def _reordered(text: str, at: int) -> list[tuple[int, bool]]:
    """The same of a part of a line that begins `at` a character, put in order by itself.

    python-bidi gives the text it is given in another order, and not which character went where: so each has its number
    behind it, in two characters that it takes along and else passes over; they come in their order, or turned round.
    """
    from bidi import get_display

    if len(text) <= len(_MARKS):
        return _reordered_few(text, at)
    marked = "".join(c + chr(_FIRST + i // _SOME) + chr(_SECOND + i % _SOME) for i, c in enumerate(text))
    places: list[tuple[int, bool]] = []
    before = 0
    for character in get_display(marked + _LRM, base_dir="L"):
        number = ord(character)
        if not _FIRST <= number < _SECOND + _SOME:
            continue
        if not before:
            before = number
            continue
        low, high = min(before, number), max(before, number)
        places.append((at + (low - _FIRST) * _SOME + high - _SECOND, before > number))
        before = 0
    return places


def _reordered_few(text: str, at: int) -> list[tuple[int, bool]]:
    """The same of a line that is not long, for half of the time: one mark a character says where it was, and on which
    side of it the mark stands, how it is read.
    """
    from bidi import get_display

    seen = get_display("".join(map(add, text, _MARKS)) + _LRM, base_dir="L")
    begin = at - _FIRST
    return [  # the mark at the end is left over
        (begin + ord(one), True) if one in _ALL_MARKS else (begin + ord(other), False)
        for one, other in zip(seen[::2], seen[1::2], strict=False)
    ]


def _words(text: str, line: Sequence[Shown]) -> list[Shown]:
    """A line for a terminal that turns each word round itself: in the cells of a word its letters as they are written.

    Digits of Arabic are turned round with them, and so is what touches a word and is in the same font: that is to be
    painted in another one.
    """
    out: list[Shown] = []
    word: list[Shown] = []
    for each in line:
        if has_rtl(text[each.start : each.end]):
            word.append(each)
        else:
            out += [*_turned(word), each]
            word = []
    return _kept_apart(text, [*out, *_turned(word)])


def _turned(word: Sequence[Shown]) -> list[Shown]:
    return [each._replace(text=other.text) for each, other in zip(word, reversed(word), strict=True)]


def _kept_apart(text: str, line: Sequence[Shown]) -> list[Shown]:
    """What touches a word of Arabic, whose letters many fonts have that have no other ones, is marked."""
    out: list[Shown] = []
    for _, run in groupby(line, lambda each: each.text == " "):
        together = list(run)
        inside = [_has_arabic(text[each.start : each.end]) for each in together]
        mixed = any(inside) and not all(inside)
        out += [each._replace(apart=not own) if mixed else each for each, own in zip(together, inside, strict=True)]
    return out


def _has_arabic(text: str) -> bool:
    return any("\u0600" <= c <= "\u08ff" for c in text)


@cache
def _reshape() -> Callable[[str], str]:
    from arabic_reshaper import ArabicReshaper

    settings = {"delete_harakat": False, "delete_tatweel": False, "support_ligatures": False}
    reshape: Callable[[str], str] = ArabicReshaper(settings).reshape
    return reshape


@cache
def _mirrored() -> Mapping[str, str]:
    from bidi.mirror import MIRRORED

    mirrored: Mapping[str, str] = MIRRORED
    return mirrored


def _joined(text: str) -> str:
    """A text with the forms of Arabic letters that their neighbours ask for, one for one: cells stay what they are.

    A ligature of lam and alef takes two cells, too: a stroke joins it to the letter before; else they stay apart.
    """
    shaped = _reshape()(text)
    if len(shaped) != len(text):
        return text
    letters = list(shaped)
    for at, (lam, alef) in enumerate(pairwise(shaped)):
        if lam == _LAM[1] and alef in _ALEF:
            letters[at], letters[at + 1] = "\u0640", _ALEF[alef]
    return "".join(letters)


def place_at(text: str, cell: int, order: Order) -> int:
    """The character at a cell of a line as it is seen; the line's end for what lies right of it."""
    for each in in_order(text, order):
        cell -= width(text[each.start : each.end])
        if cell < 0:
            return each.start
    return len(text)


def visual(text: str, order: Order | None) -> str:
    """A line of words as it is seen."""
    if order is None or not is_reordered(text, order):
        return text
    return "".join(each.text for each in in_order(text, order))
