"""A form's entries as bytes: the three encodings of https://html.spec.whatwg.org/#form-submission."""

from __future__ import annotations

import os

from lightterm.errors import FileUnreadable
from lightterm.records import Record

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")
_ESCAPES = {byte: f"%{byte:02X}" for byte in range(256) if byte not in _SAFE} | {ord(" "): "+"}
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"


class Entry(Record):
    """One name and value that a form sends; of a file, `value` is its path ("" for none chosen)."""

    name: str
    value: str
    is_file: bool = False
    is_secret: bool = False

    @property
    def text(self) -> str:
        """The value where only text can be sent: of a file its name."""
        return self.value.replace("\\", "/").rpartition("/")[2] if self.is_file else self.value


def encoding_name(charset: str) -> str:
    """A charset by the name that https://encoding.spec.whatwg.org/#names-and-labels gives it: "UTF-8"."""
    if charset.startswith(("windows-", "x-")) or charset in ("macintosh", "gb18030"):
        return charset
    return {"shift_jis": "Shift_JIS", "big5": "Big5"}.get(charset, charset.upper())


def body(enctype: str, entries: list[Entry], charset: str) -> tuple[bytes, str]:
    """(the body of a POST, its content type); what is no known encoding is urlencoded. Raises FileUnreadable."""
    if enctype == MULTIPART:
        return multipart(entries, charset)
    if enctype == PLAIN:
        return _encoded("".join(f"{_crlf(e.name)}={_crlf(e.text)}\r\n" for e in entries), charset), PLAIN
    return urlencoded(entries, charset).encode("ascii"), URLENCODED


def urlencoded(entries: list[Entry], charset: str) -> str:
    """application/x-www-form-urlencoded: line ends as CRLF, space as +. https://url.spec.whatwg.org/#urlencoded-serializing"""
    return "&".join(f"{_percent(e.name, charset)}={_percent(e.text, charset)}" for e in entries)


def _percent(text: str, charset: str) -> str:
    return _encoded(_crlf(text), charset).decode("latin-1").translate(_ESCAPES)


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def _encoded(text: str, charset: str) -> bytes:
    from lightterm.fetch.charset import encode

    return encode(text, charset)


def multipart(entries: list[Entry], charset: str) -> tuple[bytes, str]:
    """(multipart/form-data body, its content type with the boundary). RFC 7578; raises FileUnreadable."""
    from secrets import token_hex

    boundary = "----lightterm" + token_hex(16)
    out = []
    for entry in entries:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(_crlf(entry.name))}"'
        if entry.is_file:
            content = _read(entry) if entry.value else b""
            head += f'; filename="{_quoted(entry.text)}"\r\nContent-Type: {_type_of(entry.text)}'
        else:
            content = _encoded(_crlf(entry.value), charset)
        out.append(_encoded(head, charset) + b"\r\n\r\n" + content + b"\r\n")
    out.append(f"--{boundary}--\r\n".encode())
    return b"".join(out), f"{MULTIPART}; boundary={boundary}"


def _type_of(name: str) -> str:
    from lightterm.fetch.media_types import type_of_name

    return type_of_name(name) or "application/octet-stream"


def _quoted(name: str) -> str:
    return name.replace("\r\n", "%0D%0A").replace("\n", "%0A").replace("\r", "%0D").replace('"', "%22")


def _read(entry: Entry) -> bytes:
    path = entry.value
    try:
        if os.path.exists(path) and not os.path.isfile(path):  # /dev/zero has no end
            raise FileUnreadable(f"{entry.name}: {path!r} is no file", path=path)
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise FileUnreadable(f"{entry.name}: {path!r}: {error.strerror}", path=path) from None
