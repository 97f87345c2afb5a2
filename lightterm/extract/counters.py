"""Numbers of lists and counters in CSS's predefined styles. https://www.w3.org/TR/css-counter-styles-3/"""

from __future__ import annotations

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LETTERS = {
    "alpha": "abcdefghijklmnopqrstuvwxyz",
    "greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "hiragana": "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
    "katakana": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
}
_ZEROS = {
    "arabic-indic": 0x660, "persian": 0x6F0, "urdu": 0x6F0, "devanagari": 0x966, "bengali": 0x9E6, "gurmukhi": 0xA66,
    "gujarati": 0xAE6, "oriya": 0xB66, "tamil": 0xBE6, "telugu": 0xC66, "kannada": 0xCE6, "malayalam": 0xD66,
    "thai": 0xE50, "lao": 0xED0, "tibetan": 0xF20, "myanmar": 0x1040, "khmer": 0x17E0, "cambodian": 0x17E0,
    "mongolian": 0x1810,
}  # fmt: skip
_PLACES = {
    "armenian": ("ԱԲԳԴԵԶԷԸԹ", "ԺԻԼԽԾԿՀՁՂ", "ՃՄՅՆՇՈՉՊՋ", "ՌՍՎՏՐՑՒՓՔ"),
    "georgian": ("აბგდევზჱთ", "იკლმნჲოპჟ", "რსტჳფქღყშ", "ჩცძწჭხჴჯჰ"),
    "hebrew": ("אבגדהוזחט", "יכלמנסעפצ", "קרשת"),
}
"""The letters that stand for 1 to 9, 10 to 90 and so on."""
_CJK = "〇一二三四五六七八九"
_INFORMAL = frozenset(
    "cjk-ideographic simp-chinese-informal trad-chinese-informal japanese-informal korean-hanja-informal".split()
)
_CASED = ("lower-", "upper-")
_BULLETS = {"disc": "•", "circle": "◦", "square": "▪", "none": ""}

STYLES = frozenset(
    [c + name for c in _CASED for name in ("alpha", "greek", "roman") if c + name != "upper-greek"]
    + ["upper-armenian", "lower-armenian", *_PLACES]
    + ["decimal", "decimal-leading-zero", "cjk-decimal", "hiragana", "katakana", *_ZEROS, *_INFORMAL]
)
"""The styles that `counter_text` writes; any other is as good as decimal."""


def counter_text(number: int, style: str) -> str:
    """`number` in that style, in decimal where the style has no sign for it or is not known."""
    if style in _BULLETS:
        return _BULLETS[style]
    text = ""
    kind = style[6:].replace("latin", "alpha") if style.startswith(_CASED) else style
    if kind == "decimal-leading-zero":
        return f"{'-' if number < 0 else ''}{abs(number):02d}"
    if kind in _LETTERS and number > 0:
        text = _word(number, _LETTERS[kind])
    elif kind == "roman" and 0 < number < 4000:
        for worth, sign in _ROMAN:
            text += sign * (number // worth)
            number %= worth
    elif kind in _PLACES:
        text = _letters(number, _PLACES[kind]) or str(number)
        return text.lower() if style.startswith("lower") else text
    elif kind in _ZEROS:
        return str(number).translate({48 + digit: _ZEROS[kind] + digit for digit in range(10)})
    elif kind == "cjk-decimal":
        return str(number).translate({48 + digit: _CJK[digit] for digit in range(10)})
    elif kind in _INFORMAL and 0 < number < 100:
        tens, ones = divmod(number, 10)
        return (_CJK[tens] if tens > 1 else "") + ("十" if tens else "") + (_CJK[ones] if ones else "")
    else:
        return str(number)
    return text.upper() if style.startswith("upper") else text


def suffix(style: str) -> str:
    """What follows a list's number: a full stop, in CJK styles its own comma."""
    return "、" if style in _INFORMAL or style in ("cjk-decimal", "hiragana", "katakana") else ". "


def _letters(number: int, places: tuple[str, ...]) -> str:
    """`number` as the sum of its letters, "" where there are none for it."""
    text = ""
    for digit, letters in zip(reversed(str(number)), places, strict=False):
        if digit == "-" or int(digit) > len(letters):
            return ""
        text = (letters[int(digit) - 1] if digit != "0" else "") + text
    # 15 and 16 are not written like the name of God
    text = text.replace("\u05d9\u05d4", "\u05d8\u05d5").replace("\u05d9\u05d5", "\u05d8\u05d6")
    return text if number < 10 ** len(places) else ""


def _word(number: int, letters: str) -> str:
    word = ""
    while number:
        number, rest = divmod(number - 1, len(letters))
        word = letters[rest] + word
    return word
