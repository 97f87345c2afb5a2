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

MAX_PUSHED = 6
"""Forbidden places in a row after which a line is simply cut: three are common, in Thai five (ศาสตร์), forty stops in a
row are no text."""

FURTHEST = 200
"""Characters of a word that are looked at to either side of a hyphen or slash in it."""

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
    if "\u0e01" <= after <= "\u0e2e" and "\u0e01" <= before <= "\u0e4e" and not _begins_syllable(text, at):
        return None
    # "[12]" is the number of the link that follows
    return not (before == "]" and text[at - 2].isdigit())


_BEFORE_MEDIAL, _MEDIAL = frozenset("กขคจซดตทบปผพฟศส"), frozenset("รลว")
_LEADING, _SONORANT = frozenset("หอ"), frozenset("งญนมยรลว")
_TONES = frozenset("\u0e48\u0e49\u0e4a\u0e4b")
_ENDING = frozenset("ะำๆฯ์")
"""What a Thai syllable ends with, if it is there; the last is the mark of a letter that is not spoken."""


def _begins_syllable(text: str, at: int) -> bool:
    """Whether the Thai consonant there is likely to begin a syllable: words are not told apart without a dictionary.

    One with a vowel of its own does, but for the second of a cluster (ปร, หน); a bare one mostly ends the one before.
    """
    before, own = text[at - 1], text[at + 1 : at + 2]
    if before in _ENDING:
        return True
    if "\u0e31" in (before, text[at - 2] if before in _TONES else ""):
        return False  # a vowel that another consonant follows in its syllable
    if _is_cluster(text[at], own):
        return _is_vowel(text[at + 2 : at + 3])
    return _is_vowel(own) and not _is_cluster(before, text[at])


def _is_cluster(first: str, second: str) -> bool:
    """Whether two Thai consonants begin a syllable together."""
    return second in _MEDIAL if first in _BEFORE_MEDIAL else first in _LEADING and second in _SONORANT


def _is_vowel(sign: str) -> bool:
    """Whether a sign behind a Thai consonant is of its vowel, or of a tone that it has one for."""
    return "\u0e30" <= sign <= "\u0e3a" or "\u0e47" <= sign <= "\u0e4b" or sign == "อ"


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
        return (before.isalpha() or before == "\xad") and not (_in_option(text, dash) or _in_name(text, dash))
    return before.isalpha() and not _in_name(text, dash)


_JOINTS = frozenset(".:=\\_")
_ROOTS = frozenset(("", "~", ".", ".."))
"""What stands before the first slash of a path, but for names."""

_OPENING = "(\"'‘“"


def _in_name(text: str, at: int) -> bool:
    """Whether the slash or hyphen is part of a URL, a file's name or code: what fits on a line is better left whole."""
    start = _word_start(text, at)
    end = text.find(" ", at, at + FURTHEST)
    word = text[start : end if end >= 0 else at + FURTHEST]
    return _is_name(word[word.rfind("]", 0, at - start) + 1 :])


def _is_name(word: str) -> bool:
    """Whether something has in it what URLs, paths, files, variables and settings have, and words have not.

    Not by a regular expression: to load `re` takes an eighth of a dump's time.
    """
    if "://" in word or word.startswith("www.") or (word[0] in "$@%" and _in_word(word[1:2])):
        return True
    before, slash, behind = word.partition("/")
    if slash and before[before[:1] in _OPENING :] in _ROOTS and _in_word(behind[:1]):
        return True
    if _JOINTS.isdisjoint(word):
        return False
    return any(_joins(word, at) for at in range(1, len(word)) if word[at] in _JOINTS)


def _joins(word: str, at: int) -> bool:
    """Whether the sign there stands between the parts of a name (a.b, f().b, a::b, a_b), or behind one (a=)."""
    sign, before, after = word[at], word[at - 1], word[at + 1 : at + 2]
    if sign in ".:":
        after = word[at + 2 : at + 3] if after in (".", ":") else after
        return (before == ")" or _in_word(before)) and after.isalnum() and not after.isdecimal()
    return _in_word(before) and (sign != "_" or _in_word(after))


def _in_word(char: str) -> bool:
    """Whether words and names are made of it: letters, digits, low lines."""
    return char.isalnum() or char == "_"


def _in_option(text: str, at: int) -> bool:
    """Whether the hyphen is part of an option, as in --no-pager: torn it reads as another one."""
    return text[_word_start(text, at) : at].lstrip("([{`'\"‘“").startswith("-")


def _word_start(text: str, at: int) -> int:
    """Where the word begins that a place is in, or what of it is looked at: a page may be one word."""
    return max(text.rfind(" ", max(0, at - FURTHEST), at) + 1, at - FURTHEST)


def breaks_around(char: str) -> bool:
    """Whether lines break on both sides of a character: ideographs, kana, emoji, South East Asian letters."""
    if is_wide(char):
        return not "\uac00" <= char <= "\ud7a3"
    if char < "\u0e00":
        return False
    return within(ord(char), UNSPACED)
