"""Lines to bytes in the output's charset; what it cannot hold is written in its nearest letters."""

from __future__ import annotations

_NEAREST = {
    "•": "*", "◦": "o", "▪": "-", "─": "-", "│": "|", "┼": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "▸": ">",
    "▾": "v", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "…": "...", "–": "-",
    "—": "--", "−": "-", "×": "x", "÷": "/", "→": "->", "←": "<-", "↑": "^", "↓": "v", "⇒": "=>", "€": "EUR",
    "£": "GBP", "©": "(c)", "®": "(R)", "™": "(TM)", "°": " deg", "·": "*", "\xa0": " ", "\u202f": " ",
    "\u2009": " ", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "√": "sqrt", "≤": "<=", "≥": ">=", "≠": "!=", "½": "1/2", "¼": "1/4", "¾": "3/4", "‹": "<",
    "›": ">", "‑": "-", "‐": "-", "✓": "v", "✔": "v", "✗": "x", "★": "*", "☆": "*", "◆": "*", "■": "#", "□": "[]",
    "�": "?",
}  # fmt: skip


def encode(text: str, encoding: str) -> bytes:
    """`text` in `encoding`; raises nothing: what cannot be written becomes near letters, at last `?`."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_near(c, encoding) for c in text).encode(encoding, "replace")
    except LookupError:
        return text.encode("utf-8", "replace")


def _near(char: str, encoding: str) -> str:
    try:
        char.encode(encoding)
        return char
    except UnicodeEncodeError:
        pass
    near = _NEAREST.get(char)
    if near is None:
        from unicodedata import normalize

        near = "".join(c for c in normalize("NFKD", char) if c.isascii()) or "?"
    return near
