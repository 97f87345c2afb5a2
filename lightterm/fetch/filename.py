"""Names for saved files: what a server suggests, made safe; and saving that never overwrites."""

from __future__ import annotations

import contextlib
import os
import re
import unicodedata

from lightterm.errors import UrlInvalid, WriteFailed
from lightterm.fetch.media_types import ending_of_type, type_of_name
from lightterm.fetch.url_parse import percent_decode
from lightterm.fetch.urls import parts

MAX_BYTES = 200
_FALLBACK = "index.html"
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(\.|$)", re.IGNORECASE)
_FORBIDDEN = frozenset('/\\:*?"<>|')
_PARAMETER = re.compile(r';\s*([!#$%&\'*+.^_`|~0-9a-z-]+)\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)', re.IGNORECASE)
_DOUBLE_ENDINGS = (".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst")
_MAX_TRIES = 10_000


def safe_filename(disposition: str, url: str, content_type: str) -> str:
    """A name of at most 200 bytes of UTF-8 for a reply, from Content-Disposition, else the URL, else "index.html".

    It has no path, no leading dot or dash, no control, bidi or invisible character, is no device name, and gets the
    ending of `content_type` where it has none. Sources: RFC 6266, RFC 8187.
    """
    name = _clean(_suggested(disposition)) or _clean(_last_segment(url))
    ending = ending_of_type(content_type)
    if not name:
        return _FALLBACK if ending in ("", "html") else f"index.{ending}"
    known = bool(type_of_name(name))
    if ending and not known and not _has_ending(name):
        name = _cut(name, MAX_BYTES - len(ending) - 1) + "." + ending
    return _cut(name, MAX_BYTES)


def is_safe_filename(name: str) -> bool:
    """Whether a name that somebody chose is one as `safe_filename` would give it."""
    return bool(name) and _clean(name) == name and len(name.encode()) <= MAX_BYTES


def _suggested(disposition: str) -> str:
    """The file name that a Content-Disposition gives: filename* before filename; its path taken off."""
    found: dict[str, str] = {}
    for key, value in _PARAMETER.findall(";" + disposition if "=" in disposition.partition(";")[0] else disposition):
        found.setdefault(key.lower(), value.strip())
    name = _extended(found.get("filename*", ""))
    if not name:
        name = _plain(found.get("filename", ""))
    return re.split(r"[/\\]", name)[-1]


def _extended(value: str) -> str:
    """charset'language'percent-encoded (RFC 8187, section 3.2), "" when it is not that."""
    charset, quote, rest = value.strip('"').partition("'")
    _, quote, encoded = rest.partition("'") if quote else ("", "", "")
    if not quote or charset.lower() not in ("utf-8", "iso-8859-1"):
        return ""
    try:
        return percent_decode(encoded).decode(charset.lower())
    except UnicodeDecodeError:
        return ""


def _plain(value: str) -> str:
    """A token or quoted string; servers also send raw UTF-8, percent escapes and RFC 2047 words in it."""
    if value.startswith('"'):
        value = re.sub(r"\\(.)", r"\1", value[1:-1] if len(value) > 1 and value.endswith('"') else value[1:])
    if "=?" in value:
        from email.header import decode_header, make_header

        try:
            return str(make_header(decode_header(value)))
        except (LookupError, ValueError):
            return value
    if not value.isascii():
        # Headers are read as Latin-1: bytes that make valid UTF-8 were meant as it.
        try:
            return value.encode("latin-1").decode()
        except UnicodeError:
            return value
    return _unescaped(value) if "%" in value else value


def _unescaped(value: str) -> str:
    try:
        return percent_decode(value).decode()
    except UnicodeDecodeError:
        return value


def _last_segment(url: str) -> str:
    try:
        path = parts(url).path
    except UrlInvalid:
        return ""
    return "" if url[:5].lower() == "data:" else re.split(r"[/\\]", _unescaped(path.rpartition("/")[2]))[-1]


def _clean(name: str) -> str:
    """`name` without what is dangerous or unseen; "" when nothing of it is left."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        if character in _FORBIDDEN:
            kept.append("_")
        elif character in "\t\n\r" or unicodedata.category(character) in ("Zs", "Zl", "Zp"):
            kept.append(" ")
        elif unicodedata.category(character)[0] != "C" and not _is_invisible(character):
            kept.append(character)
    name = " ".join("".join(kept).split()).lstrip(".-~ ").rstrip(". ")
    if not name.strip("_ ."):
        return ""
    return "_" + name if _DEVICES.match(name) else name


def _is_invisible(character: str) -> bool:
    return character in "\u034f\u115f\u1160\u2800\u3164\uffa0" or "\ufe00" <= character <= "\ufe0f"


def _has_ending(name: str) -> bool:
    stem, dot, ending = name.rpartition(".")
    return (
        bool(dot and stem) and 1 <= len(ending) <= 8 and ending.isascii() and ending.isalnum() and not ending.isdigit()
    )


def _split_ending(name: str) -> tuple[str, str]:
    for double in _DOUBLE_ENDINGS:
        if name.lower().endswith(double) and len(name) > len(double):
            return name[: -len(double)], name[-len(double) :]
    stem, dot, ending = name.rpartition(".")
    return (stem, dot + ending) if stem and len(ending.encode()) <= 16 else (name, "")


def _cut(name: str, limit: int) -> str:
    """`name` in at most `limit` bytes, its ending kept, no character cut through."""
    if len(name.encode("utf-8", "replace")) <= limit:
        return name
    stem, ending = _split_ending(name)
    room = limit - len(ending.encode("utf-8", "replace"))
    return stem.encode("utf-8", "replace")[:room].decode("utf-8", "ignore").rstrip(". ") + ending


def save_new(directory: str, name: str, data: bytes, complete: bool = True) -> str:
    """Write `data` under `name` in `directory`, or name.1, name.2 ... before its ending; returns the path.

    The bytes go to NAME.part first and get their name when all are written; what is not `complete` keeps .part. No
    file that exists is ever touched, whoever else is saving there. Raises WriteFailed, with nothing left behind.
    """
    try:
        os.makedirs(directory, exist_ok=True)
        for number in range(_MAX_TRIES):
            path = os.path.join(directory, numbered(name, number))
            if os.path.lexists(path):
                continue
            saved = _save_as(path, data, complete)
            if saved:
                return saved
    except OSError as error:
        raise WriteFailed(f"{name!r} could not be saved in {directory!r}: {error.strerror or error}") from None
    raise WriteFailed(f"{name!r} could not be saved in {directory!r}: too many files of that name")


def numbered(name: str, number: int) -> str:
    """`name` with a number before its ending, as in report.2.pdf; 0 is none."""
    if not number:
        return name
    stem, ending = _split_ending(name)
    return f"{stem}.{number}{ending}"


def _save_as(path: str, data: bytes, complete: bool) -> str:
    """The path written, "" when it or its .part is taken."""
    part = path + ".part"
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        return ""
    done = ""
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        if not complete:
            done = part
        elif takes_name(part, path):
            done = path
    finally:
        if done != part:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(part)
    return done


def takes_name(part: str, path: str, at: int | None = None) -> bool:
    """Give the finished file its name; False when another has taken that meanwhile. Raises OSError.

    `at` is a descriptor of the folder in which both are names, None where they are paths.
    """
    try:
        # A hard link, unlike a rename, fails where the name is taken.
        os.link(part, path, src_dir_fd=at, dst_dir_fd=at)
    except FileExistsError:
        return False
    except OSError:
        # No hard links here (FAT, some network shares): the name is taken first, empty, then filled by the rename.
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666, dir_fd=at))
        except FileExistsError:
            return False
        os.replace(part, path, src_dir_fd=at, dst_dir_fd=at)
    return True
