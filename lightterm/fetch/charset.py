"""Bytes to text as browsers do it (https://encoding.spec.whatwg.org/, https://html.spec.whatwg.org/#determining-the-character-encoding).

A page in UTF-8 costs one C decode and no import; all of legacy decoding is in `charset_legacy`, loaded for it alone.
"""

from __future__ import annotations

from lightterm.records import Record

_PRESCAN = 1024
_PIECE = 1 << 17
_SPACES = b"\t\n\f\r /"
_HIGH = bytes(range(0x80, 0x100))
_UTF8_NAMES = ("utf-8", "utf8")
_ASCII_NAMES = ("us-ascii", "ascii", "ansi_x3.4-1968")


class Decoded(Record):
    """Text, the charset that was used (its WHATWG name in lower case), and how it was chosen.

    `source` is "bom", "header", "meta", "xml", "utf-8" (nothing declared, and it is), "detected", "assumed", or
    "header, but the bytes are UTF-8" (likewise "meta", "xml") where the declaration is obeyed and most likely wrong.
    `replaced` counts the U+FFFD put in for bytes that the charset cannot hold.
    """

    text: str
    charset: str
    source: str
    replaced: int


class Recoded(Record):
    """UTF-8, the charset it was read as, and how many U+FFFD were put in for bytes that this charset cannot hold."""

    markup: bytes
    charset: str
    replaced: int


def decode(body: bytes, declared: str = "", html: bool = False, top_domain: str = "") -> Decoded:
    """Decode a whole body; never raises.

    `declared` is the charset parameter of the Content-Type; `html` asks for the prescan of the first 1024 bytes
    (always done for an XML declaration). `top_domain` ("jp") helps the detection of undeclared legacy text.
    Order: byte order mark, header, meta, valid UTF-8, detection, windows-1252. A declared or assumed UTF-8 with more
    broken sequences than whole ones is detected anew.
    """
    bom, skip = _byte_order_mark(body)
    if bom:
        return _decode_as(body[skip:], bom, "bom")
    charset, source = _declared(body, declared, html)
    if charset and charset != "utf-8":
        return _check_declaration(body, _decode_as(body, charset, source))
    if not source and _may_be_other(body):
        from lightterm.fetch.charset_legacy import detect

        charset = detect(body, top_domain)
        if charset in ("iso-2022-jp", "utf-16le", "utf-16be"):
            return _decode_as(body, charset, "detected")
    try:
        return Decoded(body.decode(), "utf-8", source or "utf-8", 0)
    except UnicodeDecodeError:
        return _broken_utf8(body, source, top_domain)


def to_utf8(body: bytes, declared: str = "", html: bool = False) -> Recoded:
    """A whole body in UTF-8, as `decode` reads it; what is UTF-8 already is the same object, and no text is made."""
    charset, source = _declared(body, declared, html)
    is_plain = charset in ("", "utf-8") and not _byte_order_mark(body)[0] and (source or not _may_be_other(body))
    if is_plain and _is_utf8(body):
        return Recoded(body, "utf-8", 0)
    decoded = decode(body, declared, html)
    return Recoded(decoded.text.encode("utf-8", "replace"), decoded.charset, decoded.replaced)


def _is_utf8(body: bytes) -> bool:
    """Whether the bytes are valid UTF-8; looked at in pieces, so that no text as long as they are is made."""
    if body.isascii():
        return True
    from _codecs import utf_8_decode

    at = 0
    try:
        while at < len(body):
            piece = body[at : at + _PIECE]
            at += utf_8_decode(piece, "strict", at + _PIECE >= len(body))[1]
    except UnicodeDecodeError:
        return False
    return True


def _may_be_other(body: bytes) -> bool:
    """Whether valid UTF-8 may be seven-bit Japanese or UTF-16 without its mark: they are, and never meant as it."""
    return b"\x1b$" in body or 0 in body[:2]


def canonical_label(label: str) -> str:
    """The charset that a label means on the web ("latin1" is "windows-1252"), "" for an unknown one."""
    name = label.strip("\t\n\f\r ").lower()
    if name in _UTF8_NAMES:
        return "utf-8"
    from lightterm.fetch.charset_legacy import labels

    return labels().get(name, "")


def encode(text: str, charset: str) -> bytes:
    """Text as a form sends it in `charset` (a name as `canonical_label` gives them); never raises.

    What the charset cannot hold becomes `&#decimal;` (https://encoding.spec.whatwg.org/#encode-or-fail).
    """
    if charset == "utf-8":
        return text.encode("utf-8", "replace")
    from lightterm.fetch.charset_legacy import encode_legacy

    return encode_legacy(text, charset)


def _byte_order_mark(body: bytes) -> tuple[str, int]:
    if body.startswith(b"\xef\xbb\xbf"):
        return "utf-8", 3
    if body.startswith(b"\xff\xfe"):
        return "utf-16le", 2
    return ("utf-16be", 2) if body.startswith(b"\xfe\xff") else ("", 0)


def _declared(body: bytes, declared: str, html: bool) -> tuple[str, str]:
    charset, source = _named(body[:_PRESCAN], declared, html)
    return (_ascii_means(body) if charset == "us-ascii" else charset), source


def _ascii_means(body: bytes) -> str:
    """What a body that says it is ASCII and is not is in: UTF-8 if it is valid, else as the standard has it.

    Servers say so where no charset was set. The last sequence may be cut off, as a page that still comes is.
    """
    if body.isascii():
        return "windows-1252"
    from _codecs import utf_8_decode

    try:
        whole = utf_8_decode(body, "strict", False)[1]
    except UnicodeDecodeError:
        return "windows-1252"
    return "windows-1252" if body[:whole].isascii() else "utf-8"


def _meant(label: str) -> str:
    """The canonical label, but "us-ascii" where that is what is said."""
    name = canonical_label(label)
    return "us-ascii" if name == "windows-1252" and label.strip("\t\n\f\r ").lower() in _ASCII_NAMES else name


def _named(head: bytes, declared: str, html: bool) -> tuple[str, str]:
    if declared:
        charset = _meant(declared)
        if charset:
            return charset, "header"
    if head.startswith((b"<?xml", b"<\0?\0x\0", b"\0<\0?\0x")):
        charset = _xml_declaration(head)
        if charset:
            return charset, "xml"
    charset = prescan(head) if html else ""
    return (charset, "meta") if charset else ("", "")


def _decode_as(body: bytes, charset: str, source: str) -> Decoded:
    if charset == "utf-8":
        try:
            return Decoded(body.decode(), charset, source, 0)
        except UnicodeDecodeError:
            text = body.decode("utf-8", "replace")
            return Decoded(text, charset, source, text.count("\ufffd") - body.count(b"\xef\xbf\xbd"))
    from lightterm.fetch.charset_legacy import decode_legacy

    text, replaced = decode_legacy(body, charset)
    return Decoded(text, charset, source, replaced)


def _check_declaration(body: bytes, decoded: Decoded) -> Decoded:
    """Browsers obey a legacy declaration even where the bytes are plainly UTF-8; so do we, and say so."""
    if body.isascii() or decoded.charset.startswith("utf-16"):
        return decoded
    try:
        body.decode()
    except UnicodeDecodeError:
        return decoded
    if decoded.charset == "iso-2022-jp":
        return decoded
    return decoded.replace(source=f"{decoded.source}, but the bytes are UTF-8")


def _broken_utf8(body: bytes, source: str, top_domain: str) -> Decoded:
    decoded = _decode_as(body, "utf-8", source or "assumed")
    # ASCII is what deleting the high bytes leaves; all other characters are whole sequences or replacements.
    whole = len(decoded.text) - len(body.translate(None, _HIGH)) - decoded.replaced
    enough = decoded.replaced > whole and (decoded.replaced > 2 or not source)
    if not enough:
        return decoded
    from lightterm.fetch.charset_legacy import detect

    charset = detect(body, top_domain)
    return _decode_as(body, charset, "detected") if charset != "utf-8" else decoded


def _xml_declaration(head: bytes) -> str:
    """The encoding that an XML declaration names (HTML standard, 13.2.3.2, "xml encoding")."""
    if head.startswith(b"<\0"):
        return "utf-16le"
    if head.startswith(b"\0<"):
        return "utf-16be"
    declaration = head[: head.find(b">") + 1]
    _, found, rest = declaration.partition(b"encoding")
    rest = rest.lstrip(b"\t\n\f\r ")
    if not found or rest[:1] != b"=":
        return ""
    rest = rest[1:].lstrip(b"\t\n\f\r ")
    quote = rest[:1]
    end = rest.find(quote, 1)
    if quote not in (b'"', b"'") or end < 0:
        return ""
    return _as_ascii_superset(_meant(rest[1:end].decode("latin-1")))


def _as_ascii_superset(charset: str) -> str:
    """What was read as ASCII cannot be UTF-16: the declaration means UTF-8."""
    if charset.startswith("utf-16"):
        return "utf-8"
    return "windows-1252" if charset == "x-user-defined" else charset


def prescan(head: bytes) -> str:
    """The charset that a meta element in `head` declares ("us-ascii" as it is), or "" (HTML standard, 13.2.3.2)."""
    at = 0
    while (at := head.find(b"<", at)) >= 0:
        if head.startswith(b"<!--", at):
            # "<!-->" is a whole comment: its two dashes serve twice.
            end = head.find(b"-->", at + 2)
            if end < 0:
                return ""
            at = end + 3
        elif head[at : at + 5].lower() == b"<meta" and head[at + 5 : at + 6] and head[at + 5] in _SPACES:
            charset, at = _meta(head, at + 6)
            if charset:
                return charset
        elif head[at + 1 : at + 2].isalpha() or (head[at + 1 : at + 2] == b"/" and head[at + 2 : at + 3].isalpha()):
            at = _skip_tag(head, at + 1)
        elif head[at + 1 : at + 2] in (b"!", b"/", b"?"):
            end = head.find(b">", at + 1)
            if end < 0:
                return ""
            at = end + 1
        else:
            at += 1
    return ""


def _skip_tag(head: bytes, at: int) -> int:
    while at < len(head) and head[at] not in b"\t\n\f\r >":
        at += 1
    name: bytes | None = b""
    while name is not None:
        name, _, at = _attribute(head, at)
    return at


def _meta(head: bytes, at: int) -> tuple[str, int]:
    """The charset of the meta element whose attributes start at `at`, and where its tag ends."""
    seen: set[bytes] = set()
    pragma = False
    needs_pragma: bool | None = None
    charset = ""
    while True:
        name, value, at = _attribute(head, at)
        if name is None:
            break
        if name in seen:
            continue
        seen.add(name)
        if name == b"http-equiv":
            pragma = pragma or value == b"content-type"
        elif name == b"content" and not charset:
            charset = _meant(_charset_in(value))
            needs_pragma = True if charset else needs_pragma
        elif name == b"charset":
            charset, needs_pragma = _meant(value.decode("latin-1")), False
    # A tag that the first 1024 bytes do not close has not all come: it declares nothing.
    if at > len(head) or needs_pragma is None or (needs_pragma and not pragma):
        return "", at
    return _as_ascii_superset(charset), at


def _charset_in(content: bytes) -> str:
    """The charset in the content of an http-equiv meta (HTML standard, 2.6.4); `content` is in lower case."""
    at = 0
    while (at := content.find(b"charset", at)) >= 0:
        rest = content[at + 7 :].lstrip(b"\t\n\f\r ")
        at += 7
        if rest[:1] != b"=":
            continue
        rest = rest[1:].lstrip(b"\t\n\f\r ")
        if rest[:1] in (b'"', b"'"):
            value, quote, _ = rest[1:].partition(rest[:1])
            return value.decode("latin-1") if quote else ""
        for stop in (b";", b"\t", b"\n", b"\f", b"\r", b" "):
            rest = rest.partition(stop)[0]
        return rest.decode("latin-1")
    return ""


def _attribute(head: bytes, at: int) -> tuple[bytes | None, bytes, int]:
    """The next attribute of a tag, name and value in lower case, and the place after it; None at the tag's end."""
    size = len(head)
    while at < size and head[at] in _SPACES:
        at += 1
    if at >= size or head[at] == 0x3E:
        return None, b"", at + 1
    start = at
    while at < size and (head[at] not in b"=\t\n\f\r />" or (head[at] == 0x3D and at == start)):
        at += 1
    name = head[start:at].lower()
    while at < size and head[at] in b"\t\n\f\r ":
        at += 1
    if at >= size or head[at] != 0x3D:
        return name, b"", at
    at += 1
    while at < size and head[at] in b"\t\n\f\r ":
        at += 1
    if at < size and head[at] in b"\"'":
        end = head.find(head[at : at + 1], at + 1)
        if end < 0:
            return None, b"", size + 1
        return name, head[at + 1 : end].lower(), end + 1
    start = at
    while at < size and head[at] not in b"\t\n\f\r >":
        at += 1
    return name, head[start:at].lower(), at
