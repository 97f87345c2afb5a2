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
    "�": "?", "▲": "^", "▼": "v", "▶": ">", "◀": "<", "►": ">", "◄": "<",
}  # fmt: skip
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0123456789+-=()ni", strict=True))


def encode(text: str, encoding: str) -> bytes:
    """`text` in `encoding`; raises nothing: what cannot be written becomes near letters, at last `?`."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        near = {c: _near(c, encoding) for c in set(text)}
        if not near.keys().isdisjoint(_RAISED):
            text = _with_carets(text, near)
        return "".join(map(near.__getitem__, text)).encode(encoding, "replace")
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
        from unicodedata import category, normalize

        if category(char) in ("Cf", "Mn", "Me"):
            return ""
        near = "".join(c for c in normalize("NFKD", char) if c.isascii()) or "?"
    return near


def _with_carets(text: str, near: dict[str, str]) -> str:
    """Powers that the charset cannot raise, behind a caret: no `mc2`, which is another formula."""
    out: list[str] = []
    run = ""
    for char in [*text, ""]:
        if char in _RAISED:
            run += char
            continue
        if any(near[c] != c for c in run):
            power = "".join(map(_RAISED.__getitem__, run))
            run = f"^{power}" if power.isdigit() or len(power) == 1 else f"^({power})"
            near.update((c, c) for c in run)
        out += (run, char)
        run = ""
    return "".join(out)
