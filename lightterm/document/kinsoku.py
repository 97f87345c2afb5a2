"""Where a line may break inside a word: East Asian line breaking with kinsoku, South East Asian scripts, hyphens.

Sources: JIS X 4051, W3C JLREQ section 3.1.7 (characters not starting or ending a line), UAX #14.
"""

# ruff: noqa: RUF001

from __future__ import annotations

from lightterm.document.cells import UNSPACED, is_wide, within

NO_START = frozenset(
    "、。，．・：；？！｡､･"
    "」』）］｝】〕〉》〗〙〛｠｣’”»›"
    ")]},.:;!?%"
    "ーｰ々〻ゝゞヽヾ〜～゠‐–‼⁇⁈⁉…‥—"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯﾞﾟ"
    "％‰℃°′″￠¢／＇＂︐︑︒︓︔︕︖"
    "ะาำๅๆฯะາຳໆຯ។៕៖ៗ၊။"
)
"""Never first on a line: closing brackets, stops, small kana, iteration and length marks, units; Thai, Lao, Khmer."""

NO_END = frozenset("「『（［｛【〔〈《〖〘〚｟｢‘“«‹([{￥＄￡＃$£¥№เแโใไເແໂໃໄ")
"""Never last on a line: opening brackets, currency signs before their number, leading vowels."""

MAX_PUSHED = 4
"""Forbidden places in a row after which a line is simply cut: three are common, forty stops in a row are no text."""

SPECIAL = "-/–—"

_UNBROKEN = frozenset("\xa0\u202f\u2007\u2011\u2060\u0f0c\"'")


def allows(text: str, at: int) -> bool | None:
    """Whether a line may end before text[at]: True, False, or None where only kinsoku forbids it.

    `at` lies between two clusters, is neither first nor last, and neither neighbour is a space. A soft hyphen before
    `at` allows it; whether the hyphen still fits is the caller's question.
    """
    before, after = text[at - 1], text[at]
    if before == "\u200b" or before == "\xad":
        return after not in "\xad\u2060"
    if before in SPECIAL and _after_dash(text, at - 1):
        return True
    if after in "\u200b\xad" or before in _UNBROKEN or after in _UNBROKEN:
        return False
    if not (breaks_around(before) or breaks_around(after)):
        return before == "\u0f0b"  # the Tibetan tsheg ends a syllable
    if after in NO_START or before in NO_END:
        return None
    # "[12]" is the number of the link that follows
    return not (before == "]" and text[at - 2].isdigit())


def _after_dash(text: str, dash: int) -> bool:
    """Whether a line may end after the hyphen, slash or dash at that place."""
    mark = text[dash]
    after = text[dash + 1 : dash + 2]
    before = text[dash - 1] if dash else " "
    if mark == "—":
        return after.isalnum() and before not in " \n"
    if not after.isalpha():
        return False
    if mark == "–":
        return before.isalpha()
    if mark == "-":
        return (before.isalpha() or before == "\xad") and not _in_option(text, dash)
    return before.isalpha() and not _in_address(text, dash)


def _in_address(text: str, at: int) -> bool:
    """Whether the slash is part of a URL: one that fits on a line of its own is better left whole."""
    start = text.rfind(" ", max(0, at - 200), at) + 1
    word = text[max(start, at - 200) : at]
    return "://" in word or word.startswith("www.")


def _in_option(text: str, at: int) -> bool:
    """Whether the hyphen is part of an option, as in --no-pager: torn it reads as another one."""
    start = text.rfind(" ", max(0, at - 100), at) + 1
    return text[start:at].lstrip("([{`'\"‘“").startswith("-")


def breaks_around(char: str) -> bool:
    """Whether lines break on both sides of a character: ideographs, kana, emoji, South East Asian letters."""
    if is_wide(char):
        return not "\uac00" <= char <= "\ud7a3"
    if char < "\u0e00":
        return False
    return within(ord(char), UNSPACED)
