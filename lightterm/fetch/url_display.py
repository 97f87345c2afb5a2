"""URLs and hosts as they may be shown to a person: readable where that is safe, encoded where it could deceive.

The URL that is asked for is never the one shown here. Rules: Chromium's
https://chromium.googlesource.com/chromium/src/+/main/docs/idn.md and UTS 39, section 5.2 (highly restrictive).
"""

from __future__ import annotations

# Letters that read as Latin ones, by script: a label of nothing else is shown in its ASCII form.
_LATIN_LOOKALIKES = {
    "CYRILLIC": frozenset("аысԁеԍһіюјӏорԗԛѕԝхуъЬҽпгѵѡтмнквьзшэ"),
    "GREEK": frozenset("αικνρυωηοτγεσχϲϳ"),
    "ARMENIAN": frozenset("ագզէլհյոպսքֆցօւյ"),
}
_TOGETHER = (  # scripts that one label may mix: Japanese, Korean, Chinese with Latin
    frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "CJK", "HANGUL")),
    frozenset(("LATIN", "CJK", "BOPOMOFO")),
)
# Ideographs and kana that pass for a slash, a hyphen or a Latin letter when Latin stands beside them.
_STROKES = frozenset("ノンソゾーへヘべベぺペニニエトロ一丨丶丿乙二工口卜")
_DEFAULT_IGNORABLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")


def display_url(url: str) -> str:
    """`url` for reading: no credentials, the host by `display_host`, UTF-8 escapes decoded.

    Escapes of ASCII, of invisible, control, space and bidi characters stay, and such characters are escaped where the
    URL holds them raw. At most linear in the length.
    """
    plain = url.isascii() and url.isprintable() and "%" not in url and "@" not in url and " " not in url
    if plain and "n--" not in url and "N--" not in url:
        return url
    scheme, slashes, rest = url.partition("://")
    if not slashes or not scheme.isascii() or not scheme.replace("+", "").replace("-", "").isalnum():
        return _readable(url)
    end = min((at for at in map(rest.find, "/?#\\") if at >= 0), default=len(rest))
    location = rest[:end].rpartition("@")[2]
    host, colon, port = location.rpartition(":")
    if not colon or port.strip("0123456789"):
        host, colon, port = location, "", ""
    return f"{scheme}://{display_host(host)}{colon}{port}{_readable(rest[end:])}"


def display_host(host: str) -> str:
    """`host` with those xn-- labels in their own script that cannot pass for another name."""
    if host.isascii() and host.isprintable() and " " not in host and "xn--" not in host.lower():
        return host
    if not host.isascii():
        from lightterm.errors import UrlInvalid
        from lightterm.fetch.hosts import to_ascii

        try:
            host = to_ascii(host)
        except UrlInvalid:
            return _escaped(host)
    labels = [_unicode_label(label) for label in host.lower().split(".")]
    last = labels[-1] or (labels[-2] if len(labels) > 1 else "")
    top = "" if last.isascii() else _script(last[0])
    pairs = zip(labels, host.split("."), strict=True)
    shown = [label if _is_safe(label, top) else ascii_form for label, ascii_form in pairs]
    return _escaped(".".join(shown))


def deceives(host: str) -> tuple[str, str]:
    """How a host's name reads and what of it may deceive, in words; ("", "") for a name that does not.

    A label that mixes scripts as no language does, or has nothing but letters that look like Latin ones.
    """
    if "xn--" not in host.lower() and host.isascii():
        return "", ""
    import unicodedata

    from lightterm.errors import UrlInvalid
    from lightterm.fetch.hosts import to_ascii

    try:
        labels = [_unicode_label(label) for label in to_ascii(host).lower().split(".")]
    except UrlInvalid:
        return "", ""
    top = "" if labels[-1].isascii() else _script(labels[-1][:1])
    for label in labels:
        letters = [c for c in label if unicodedata.category(c)[0] == "L"]
        scripts = dict.fromkeys(script for c in letters if (script := _script(c)) not in ("", "KANA MARK"))
        names = [script.title() for script in scripts]
        if len(names) > 1 and not any(scripts.keys() <= together for together in _TOGETHER):
            return _escaped(".".join(labels)), f"mixes letters of {', '.join(names[:-1])} and {names[-1]}"
        lookalikes = _LATIN_LOOKALIKES.get(next(iter(scripts), ""))
        if lookalikes and top not in scripts and lookalikes.issuperset(letters):
            return _escaped(".".join(labels)), f"has nothing but {names[0]} letters that look like Latin ones"
    return "", ""


def _unicode_label(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        plain = label[4:].encode("ascii").decode("punycode")
        again = "xn--" + plain.encode("punycode").decode("ascii")
    except UnicodeError:
        return label
    return plain if again == label and not plain.isascii() else label


def _is_safe(label: str, top_script: str) -> bool:
    """Whether a decoded label is in one script (or a known mix), normal, and no twin of a Latin name."""
    if label.isascii():
        return True
    import unicodedata

    if unicodedata.normalize("NFKC", label) != label or label.lower() != label:
        return False
    letters = [c for c in label if not c.isascii() or c.isalpha()]
    scripts = {_script(c) for c in letters}
    if "" in scripts or unicodedata.category(label[0])[0] == "M" or _mixes_digits(label):
        return False
    scripts.discard("KANA MARK")
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return False
    if "LATIN" in scripts and (_STROKES.intersection(label) or not all(map(_is_common_latin, letters))):
        return len(scripts) == 1 and all(map(_is_common_latin, letters))
    script = next(iter(scripts), "")
    lookalikes = _LATIN_LOOKALIKES.get(script, frozenset())
    return script == top_script or not lookalikes.issuperset(letters)


def _mixes_digits(label: str) -> bool:
    import unicodedata

    zeros = {ord(c) - unicodedata.decimal(c) for c in label if unicodedata.category(c) == "Nd"}
    return len(zeros) > 1


def _is_common_latin(character: str) -> bool:
    """Latin letters of living languages; not the phonetic and click letters, nor a dotless i."""
    code = ord(character)
    if code > 0x7F and character in "ĸıŀŉſƽǀǁǂǃɑɡ":
        return False
    return code < 0x180 or character in "ơưǎǐǒǔǥǧǩșțəɛɔɓɗƙŋƴ" or 0x1E00 <= code < 0x1F00 or code > 0x2E80


def _script(character: str) -> str:
    """The script's name, as the first word of the character's name says it; "" for what no host label needs."""
    import unicodedata

    if unicodedata.category(character) not in ("Ll", "Lo", "Lm", "Mn", "Mc", "Nd"):
        return ""
    if character in _DEFAULT_IGNORABLE:
        return ""
    if character in "\u30fc\u3005\u3006\u3007":
        return "KANA MARK" if character == "\u30fc" else "CJK"
    word = unicodedata.name(character, "").partition(" ")[0]
    if word in ("COMBINING", "MODIFIER", "FULLWIDTH", "HALFWIDTH", "MATHEMATICAL", "VARIATION", "DIGIT"):
        return ""
    return {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}.get(word, word)


def _readable(text: str) -> str:
    """Percent escapes of visible non-ASCII characters decoded, all else that could deceive escaped."""
    if "%" not in text:
        return _escaped(text)
    out: list[str] = []
    at = 0
    while (start := text.find("%", at)) >= 0:
        out.append(text[at:start])
        at = start
        while text[at : at + 1] == "%" and _is_high_escape(text, at):
            at += 3
        if at == start:
            out.append("%")
            at += 1
        else:
            out.append(_decoded(text[start:at]))
    out.append(text[at:])
    return _escaped("".join(out))


def _is_high_escape(text: str, at: int) -> bool:
    return text[at + 1 : at + 2] in tuple("89abcdefABCDEF") and text[at + 2 : at + 3] in tuple("0123456789abcdefABCDEF")


def _decoded(escapes: str) -> str:
    """A run of %80..%FF as characters; bytes that are no UTF-8 stay escaped."""
    text = bytes.fromhex(escapes.replace("%", "")).decode("utf-8", "surrogateescape")
    return "".join(f"%{ord(c) - 0xDC00:02X}" if "\udc80" <= c <= "\udcff" else c for c in text)


def _escaped(text: str) -> str:
    """Control, invisible, space and bidi characters, and marks that have no letter before them, as %XX."""
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    import unicodedata

    out: list[str] = []
    before = ""
    for character in text:
        category = unicodedata.category(character)
        hidden = (
            category[0] in "CZ"
            or character in _DEFAULT_IGNORABLE
            or "\ufe00" <= character <= "\ufe0f"
            or (category[0] == "M" and before[:1] not in ("L", "M", "N"))
        )
        out.append(_escape(character) if hidden else character)
        before = "" if hidden else category
    return "".join(out)


def _escape(character: str) -> str:
    return "".join(f"%{b:02X}" for b in character.encode("utf-8", "surrogatepass"))
