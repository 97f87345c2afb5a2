"""Legacy charsets as the Encoding Standard defines them, over Python's codecs with their differences mended."""

from __future__ import annotations

import codecs
from functools import cache

_CODECS = {
    "ibm866": "cp866",
    "iso-8859-8-i": "iso8859_8",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "euc-jp": "euc_jp",
    "utf-16le": "utf_16_le",
    "utf-16be": "utf_16_be",
}
_GUESSED = {"cp874": "windows-874"}
"""What the detector calls by the names of Python's codecs."""
# Where Python's table and WHATWG's index differ, byte by byte.
_MENDED = {
    "koi8-u": {0xAE: "\u045e", 0xBE: "\u040e"},
    "windows-1255": {0xCA: "\u05ba"},
}
_MULTIBYTE = ("gbk", "gb18030", "big5", "shift_jis", "euc-kr", "euc-jp")
# JIS X 0208 as Microsoft, and so the web, maps it.
_JIS_TO_WEB = str.maketrans("\u301c\u2212\u2016\xa2\xa3\xac", "\uff5e\uff0d\u2225\uffe0\uffe1\uffe2")
# cp932 gives these bytes private or C1 characters; Shift_JIS has none there.
_CP932_HOLES = str.maketrans(dict.fromkeys("\xa0\uf8f0\uf8f1\uf8f2\uf8f3", "\ufffd"))
_SAMPLE = 262_144


def labels() -> dict[str, str]:
    """The label table of the Encoding Standard, section 4.2 (228 labels)."""
    from webencodings.labels import LABELS  # type: ignore[import-untyped]

    table: dict[str, str] = LABELS
    return table


def detect(body: bytes, top_domain: str = "") -> str:
    """The charset of undeclared legacy text, a guess as browsers make it; "windows-1252" when nothing speaks for any.

    `top_domain` is the last label of the host. Looks at the first 256 KiB.
    """
    sample = body[:_SAMPLE]
    wide = _undeclared_utf16(sample)
    if wide:
        return wide
    from chardetng_py import EncodingDetector  # type: ignore[import-untyped]

    detector = EncodingDetector()
    detector.feed(sample, last=len(sample) == len(body))
    usable = top_domain.isascii() and "." not in top_domain and top_domain.strip()
    tld = top_domain.lower().encode() if usable else None
    guess = detector.guess(tld=tld, allow_utf8=False).lower()
    return labels().get(_GUESSED.get(guess, guess), "windows-1252")


def _undeclared_utf16(sample: bytes) -> str:
    """UTF-16 without its mark: every other byte of Western text, and of any markup, is NUL."""
    even, odd = sample[0:512:2], sample[1:512:2]
    if len(odd) < 2:
        return ""
    low, high = even.count(0), odd.count(0)
    if high > len(odd) * 0.3 and low < len(even) * 0.05:
        return "utf-16le"
    return "utf-16be" if low > len(even) * 0.3 and high < len(odd) * 0.05 else ""


def encode_legacy(text: str, charset: str) -> bytes:
    """Text in a WHATWG charset other than utf-8; UTF-8 for those that only decode."""
    codec = "gbk" if charset == "gbk" else _CODECS.get(charset, charset)
    try:
        return text.encode(codec, "xmlcharrefreplace")
    except LookupError:
        return text.encode("utf-8", "replace")


def decode_legacy(body: bytes, charset: str) -> tuple[str, int]:
    """Text and the number of replacements; `charset` is a WHATWG name other than utf-8."""
    if charset == "replacement":
        # Charsets in which markup can be smuggled past filters: the standard shows one character in place of it all.
        return ("\ufffd", 1) if body else ("", 0)
    if charset == "x-user-defined":
        return body.decode("latin-1").translate({b: 0xF700 + b for b in range(0x80, 0x100)}), 0
    if charset == "iso-2022-jp":
        return _iso_2022_jp(body)
    if charset in _MULTIBYTE:
        return _multibyte(body, charset)
    if charset in ("utf-16le", "utf-16be"):
        text = body.decode(_CODECS[charset], "replace")
        return text, text.count("\ufffd") - body.count(b"\xfd\xff" if charset == "utf-16le" else b"\xff\xfd")
    try:
        if charset not in _MENDED:
            return body.decode(_codec(charset)), 0
    except UnicodeDecodeError:
        pass
    text = codecs.charmap_decode(body, "replace", _table(charset))[0]
    return text, text.count("\ufffd")


def encode_query(text: str, charset: str) -> bytes:
    """`text` in a page's charset, as a link's query goes out (https://url.spec.whatwg.org/, section 1.3).

    What the charset lacks becomes a character reference in percent escapes; UTF-16 pages send UTF-8.
    """
    name = labels().get(charset.strip().lower(), "utf-8")
    if name in ("utf-8", "utf-16le", "utf-16be", "replacement", "x-user-defined"):
        return text.encode("utf-8", "replace")
    codec = "iso2022_jp" if name == "iso-2022-jp" else _codec(name)
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        return b"".join(_encoded_or_reference(character, codec) for character in text)


def _encoded_or_reference(character: str, codec: str) -> bytes:
    try:
        return character.encode(codec)
    except UnicodeEncodeError:
        return f"%26%23{ord(character)}%3B".encode()


def _codec(charset: str) -> str:
    return _CODECS.get(charset) or charset.replace("windows-", "cp").replace("iso-8859-", "iso8859_")


@cache
def _table(charset: str) -> str:
    """256 characters; the holes of the windows charsets are C1 controls, as the standard's indexes have them."""
    mended = _MENDED.get(charset, {})
    out: list[str] = []
    for byte in range(256):
        character = mended.get(byte) or bytes((byte,)).decode(_codec(charset), "replace")
        if character == "\ufffd" and byte < 0xA0 and charset.startswith("windows-"):
            character = chr(byte)
        out.append(character)
    return "".join(out)


def _multibyte(body: bytes, charset: str) -> tuple[str, int]:
    codec = _codec(charset)
    try:
        text = body.decode(codec)
    except UnicodeDecodeError:
        name = f"lightterm-{charset}"
        codecs.register_error(name, _MENDERS.get(charset, _replace))
        text = body.decode(codec, name)
    if charset == "euc-jp":
        text = text.translate(_JIS_TO_WEB)
    elif charset == "shift_jis":
        text = text.translate(_CP932_HOLES)
    return text, text.count("\ufffd")


def _replace(error: UnicodeError) -> tuple[str, int]:
    """One U+FFFD for a broken sequence; an ASCII byte in it is text again (section 10 and on, "prepend")."""
    assert isinstance(error, UnicodeDecodeError)
    start, data = error.start, error.object
    two = data[start] > 0x80 and start + 1 < len(data) and data[start + 1] >= 0x80
    return "\ufffd", start + (2 if two else 1)


def _mend_gb18030(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return ("\u20ac", error.start + 1) if error.object[error.start] == 0x80 else _replace(error)


def _mend_euc_jp(error: UnicodeError) -> tuple[str, int]:
    """Rows 9 to 15 and 89 to 92 (circled numbers, abbreviations, rare names) are what cp932 has there."""
    assert isinstance(error, UnicodeDecodeError)
    pair = error.object[error.start : error.start + 2]
    if len(pair) == 2 and pair[0] >= 0xA1 and pair[1] >= 0xA1 and max(pair) < 0xFF:
        row, cell = pair[0] - 0xA1, pair[1] - 0xA1
        lead = row // 2 + (0x81 if row < 62 else 0xC1)
        trail = cell + 0x9F if row % 2 else cell + 0x40 + (cell > 62)
        try:
            return bytes((lead, trail)).decode("cp932"), error.start + 2
        except UnicodeDecodeError:
            pass
    return _replace(error)


_MENDERS = {"gbk": _mend_gb18030, "gb18030": _mend_gb18030, "euc-jp": _mend_euc_jp}


def _iso_2022_jp(body: bytes) -> tuple[str, int]:
    """ISO-2022-JP with half-width katakana and the rows Python's codec lacks (Encoding Standard, 12.2)."""
    first, *rest = body.split(b"\x1b")
    out = [_seven_bit(first)]
    for part in rest:
        escape, data = part[:2], part[2:]
        if escape in (b"$@", b"$B"):
            out.append(_pairs(data))
        elif escape == b"(I":
            out.append("".join(chr(0xFF40 + b) if 0x21 <= b <= 0x5F else _seven_bit(bytes((b,))) for b in data))
        elif escape == b"(J":
            out.append(_seven_bit(data).replace("\\", "\xa5").replace("~", "\u203e"))
        elif escape == b"(B":
            out.append(_seven_bit(data))
        else:
            out.append("\ufffd" + _seven_bit(part))
    text = "".join(out)
    return text, text.count("\ufffd")


def _seven_bit(data: bytes) -> str:
    return data.decode("ascii", "replace").replace("\x0e", "\ufffd").replace("\x0f", "\ufffd")


def _pairs(data: bytes) -> str:
    """Two-byte characters; a line end between them is itself."""
    if not data.translate(None, bytes(range(0x21, 0x7F))):
        return _multibyte(bytes(b | 0x80 for b in data), "euc-jp")[0]
    out: list[str] = []
    at = 0
    while at < len(data):
        pair = data[at : at + 2]
        if len(pair) == 2 and all(0x21 <= b <= 0x7E for b in pair):
            out.append(_multibyte(bytes(b | 0x80 for b in pair), "euc-jp")[0])
            at += 2
        else:
            out.append(chr(pair[0]) if pair[0] < 0x21 else "\ufffd")
            at += 1
    return "".join(out)
