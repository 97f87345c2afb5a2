"""What a body is: by what it says of itself, by its name, and by its first bytes (https://mimesniff.spec.whatwg.org/)."""

from __future__ import annotations

UNKNOWN = "application/octet-stream"
PDF = "application/pdf"
_HEAD = 1445

STRAY_IN = 100
"""Bytes of text for which a control character is no sign that it is none."""

# Endings whose type matters to a reader of pages or to a name for saving; the first ending of a type is its usual one.
_BY_ENDING = {
    "html": "text/html",
    "htm": "text/html",
    "xhtml": "application/xhtml+xml",
    "xht": "application/xhtml+xml",
    "md": "text/markdown",
    "markdown": "text/markdown",
    "txt": "text/plain",
    "text": "text/plain",
    "log": "text/plain",
    "csv": "text/csv",
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "json": "application/json",
    "geojson": "application/geo+json",
    "jsonld": "application/ld+json",
    "xml": "application/xml",
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "opml": "application/opml+xml",
    "pdf": "application/pdf",
    "ps": "application/postscript",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "bmp": "image/bmp",
    "ico": "image/vnd.microsoft.icon",
    "svg": "image/svg+xml",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "heic": "image/heic",
    "jxl": "image/jxl",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "oga": "audio/ogg",
    "opus": "audio/ogg",
    "wav": "audio/wav",
    "flac": "audio/flac",
    "m4a": "audio/mp4",
    "aac": "audio/aac",
    "ac3": "audio/ac3",
    "aif": "audio/aiff",
    "aiff": "audio/aiff",
    "au": "audio/basic",
    "caf": "audio/x-caf",
    "mka": "audio/x-matroska",
    "wma": "audio/x-ms-wma",
    "mp4": "video/mp4",
    "m4v": "video/mp4",
    "webm": "video/webm",
    "mkv": "video/x-matroska",
    "mov": "video/quicktime",
    "avi": "video/x-msvideo",
    "mpg": "video/mpeg",
    "mpeg": "video/mpeg",
    "ogv": "video/ogg",
    "3gp": "video/3gpp",
    "flv": "video/x-flv",
    "wmv": "video/x-ms-wmv",
    "zip": "application/zip",
    "gz": "application/gzip",
    "bz2": "application/x-bzip2",
    "xz": "application/x-xz",
    "zst": "application/zstd",
    "tar": "application/x-tar",
    "epub": "application/epub+zip",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "odt": "application/vnd.oasis.opendocument.text",
    "eml": "message/rfc822",
    "mht": "multipart/related",
    "mhtml": "multipart/related",
}
_SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\0\0\1\0", "image/vnd.microsoft.icon"),
    (b"\0\0\2\0", "image/vnd.microsoft.icon"),
    (b"PK\3\4", "application/zip"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"OggS\0", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"FORM\0", "audio/aiff"),
    (b".snd\0", "audio/basic"),
    (b"caff\0", "audio/x-caf"),
    (b"FLV\1", "video/x-flv"),
    (b"\0\0\1\xba", "video/mpeg"),
    (b"\0\0\1\xb3", "video/mpeg"),
    (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "video/x-ms-wmv"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    (b"\x7fELF", UNKNOWN),
)
_SHORT_SIGNATURES = (
    (b"BM", "image/bmp"),
    (b"\xff\x0a", "image/jxl"),
    (b"\x0b\x77", "audio/ac3"),
    (b"\xff\xf1", "audio/aac"),
    (b"\xff\xf9", "audio/aac"),
    *((bytes((0xFF, second)), "audio/mpeg") for second in (0xFB, 0xFA, 0xF3, 0xF2)),
)
"""Of two bytes, with which text may begin: they count where it is none."""

_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/x-msvideo"}
_FTYP = {
    b"avif": "image/avif", b"avis": "image/avif", b"heic": "image/heic", b"heix": "image/heic", b"mif1": "image/heic",
    b"M4A ": "audio/mp4", b"qt  ": "video/quicktime",
}  # fmt: skip
_PACKET, _SYNC = 188, b"G"
"""Bytes of a packet of an MPEG transport stream, and what each begins with."""

_HTML_TAGS = frozenset(
    b"html head script iframe h1 div font table a style title b body br p meta link center ul ol dl pre".split()
)
_BINARY = bytes((*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)))
_SPACES = b"\t\n\f\r "
_GENERIC = ("", "unknown/unknown", "application/unknown", "*/*", "application/x-unknown", "content/unknown")


def sniff_type(body: bytes, stated_type: str = "", name: str = "") -> str:
    """The media type of `body` in lower case, without parameters.

    A stated type is believed, except that text/plain must be text, and generic XML is looked into for a feed, a list
    of feeds, SVG or XHTML. Without one, binary signatures come first, then the ending of `name` ("page.html"), then the
    look of the text. What begins as a PDF is one. Only the first 1445 bytes count.
    """
    stated = stated_type.partition(";")[0].strip().lower()
    head = body[:_HEAD]
    if is_pdf(head, stated or type_of_name(name)):
        return PDF
    if PDF in (stated, type_of_name(name)):
        stated = name = ""  # it is none, whatever it is called
        if not is_text(head) or not head:
            return PDF
    if stated in ("text/xml", "application/xml"):
        return _xml_kind(head) or stated
    if stated == "text/plain":
        return stated if is_text(head) or has_stray_controls(body) else _signature(head) or UNKNOWN
    if stated not in _GENERIC and "/" in stated:
        return stated
    named = type_of_name(name)
    found = _signature(head)
    if found and not (named and is_text(head)):
        return named if named and (found == "application/zip" or _are_both_played(found, named)) else found
    if named == "application/xml":
        return _xml_kind(head) or named
    if named:
        return named
    return _look_of_text(head) if is_text(head) else UNKNOWN


def is_pdf(head: bytes, stated: str = "") -> bool:
    """Whether these first bytes are a PDF's, whatever it is said to be.

    Its mark may come as late as byte 1024 (ISO 32000-1, annex H.3, 3.4.1), but a page that writes about it is none.
    """
    at = head.find(b"%PDF-", 0, 1029)
    if at < 0 or not head[at + 5 : at + 6].isdigit():
        return False
    return not head[:at].removeprefix(b"\xef\xbb\xbf").strip(_SPACES) or stated == PDF or not is_text(head)


def type_of_name(name: str) -> str:
    """The media type that a file name's ending stands for, or ""."""
    _, dot, ending = name.rpartition(".")
    return _BY_ENDING.get(ending.lower(), "") if dot else ""


def ending_of_type(media_type: str) -> str:
    """The usual ending for a media type, without its dot, or ""."""
    wanted = media_type.partition(";")[0].strip().lower()
    wanted = {"text/xml": "application/xml", "image/x-icon": "image/vnd.microsoft.icon"}.get(wanted, wanted)
    return next((ending for ending, known in _BY_ENDING.items() if known == wanted), "")


def is_text(head: bytes) -> bool:
    """Whether a browser would show these first bytes as text (mimesniff, section 5.1)."""
    if head.startswith((b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")):
        return True
    return len(head.translate(None, _BINARY)) == len(head) or _is_wide_text(head)


def has_stray_controls(body: bytes) -> bool:
    """Whether what is called text is that, but for a control character here and there: a bell, a form's escape."""
    head = body[:4096]
    stray = sum(map(head.count, _BINARY))
    return b"\0" not in head and stray <= max(1, len(head) // STRAY_IN) and not _signature(head)


def binary_share(body: bytes) -> float:
    """The share of the first 4096 bytes that text has no use for, from 0 to 1."""
    head = body[:4096]
    return 1 - len(head.translate(None, _BINARY)) / len(head) if head else 0.0


def _is_wide_text(head: bytes) -> bool:
    """UTF-16 markup without a byte order mark."""
    return head.startswith((b"<\0", b"\0<")) and len(head) > 8 and head[4:8].count(0) == 2


def _signature(head: bytes) -> str:
    for start, media_type in _SIGNATURES:
        if head.startswith(start):
            return media_type
    if head[:4] == b"RIFF":
        return _RIFF.get(head[8:12], "")
    if head[4:8] == b"ftyp":
        return _FTYP.get(head[8:12], "video/mp4")
    if head[: 3 * _PACKET : _PACKET] == _SYNC * 3:
        return "video/mp2t"
    for start, media_type in _SHORT_SIGNATURES:
        if head.startswith(start) and not is_text(head):
            return media_type
    return "application/x-tar" if head[257:262] == b"ustar" else ""


def _are_both_played(one: str, other: str) -> bool:
    """Whether two types are sound or video: many containers hold either, and a name says which."""
    return one[:6] in ("audio/", "video/") and other[:6] in ("audio/", "video/")


def _look_of_text(head: bytes) -> str:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(_SPACES)
    if text[:5] == b"<?xml":
        return _xml_kind(head) or "application/xml"
    if text[:1] == b"<":
        if text[:4] == b"<!--":
            return "text/html"
        tag = text[1:10].lower()
        if tag.startswith(b"!doctype"):
            return "text/html" if text[9:].lstrip(_SPACES)[:4].lower() == b"html" else "application/xml"
        for stop in (b">", *(bytes((s,)) for s in _SPACES)):
            tag = tag.partition(stop)[0]
        return "text/html" if tag in _HTML_TAGS else _xml_kind(head) or "text/plain"
    if text[:1] in (b"{", b"[") and _looks_like_json(text):
        return "application/json"
    return "text/html" if text.startswith(b"\0<") or text[:2] == b"<\0" else "text/plain"


def _looks_like_json(text: bytes) -> bool:
    after = text[1:].lstrip(_SPACES)[:1]
    return after in (b'"', b"}") if text[:1] == b"{" else bool(after) and after in b'"{[]-0123456789tfn'


def _xml_kind(head: bytes) -> str:
    """A feed, a list of feeds, SVG or XHTML by its root element, "" for other XML."""
    at = 0
    while (at := head.find(b"<", at)) >= 0:
        if head.startswith(b"<!--", at):
            at = head.find(b"-->", at)
            if at < 0:
                return ""
        elif head[at + 1 : at + 2] not in (b"!", b"?"):
            break
        at += 1
    if at < 0:
        return ""
    root = head[at + 1 :]
    name = root[:40]
    for stop in (b">", b"/", *(bytes((s,)) for s in _SPACES)):
        name = name.partition(stop)[0]
    local = name.rpartition(b":")[2]
    if local == b"rss" or (local == b"RDF" and b"http://purl.org/rss/" in root):
        return "application/rss+xml"
    if local == b"feed" and b"http://www.w3.org/2005/Atom" in root:
        return "application/atom+xml"
    if local == b"svg":
        return "image/svg+xml"
    if local.lower() == b"opml":
        return "application/opml+xml"
    return "application/xhtml+xml" if local == b"html" and b"http://www.w3.org/1999/xhtml" in root else ""
