"""A directory of this machine as a page."""

from __future__ import annotations

from lightterm.extract.build import Builder, size_in_words, text_of
from lightterm.numerals import is_whole, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Cell
    from lightterm.extract.build import Reading
    from lightterm.fetch.model import Snapshot

MAX_ROWS = 20_000
"""Entries in the table (1 kB of memory each); more are shown as lines, without size and date."""

_SAFE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@%")


class _Entry:
    """One line of a listing: the name as it is shown and as it stands in an address."""

    __slots__ = ("folder", "kind", "modified", "name", "reference", "size")

    def __init__(self, line: str) -> None:
        from lightterm.safe import clean

        name, size, modified, kind = [*line.split("\t"), "", "", ""][:4]
        self.folder = kind == "directory"
        self.kind = clean(kind)
        slash = "/" if self.folder else ""
        self.name = clean(name.replace("%25", "%")) + slash
        self.reference = "".join(chr(b) if b in _SAFE else f"%{b:02X}" for b in name.encode("utf-8", "replace")) + slash
        self.size = whole_number(size, -1)
        self.modified = int(modified) if is_whole(modified.removeprefix("-")) else None

    def order(self) -> tuple[bool, bool, list[tuple[int, int, str]]]:
        """Hidden ones last, folders first, and `a2` before `a10`."""
        return self.name.startswith("."), not self.folder, natural(self.name.casefold())

    def size_shown(self) -> str:
        if self.kind in ("file", "directory"):
            return size_in_words(self.size) if self.size >= 0 else ""
        return self.kind


def listing_document(snapshot: Snapshot, url: str) -> Reading:
    """The page of a listing (see `lightterm.fetch.scheme_file.listing`): parent, folders, files, hidden ones."""
    from lightterm.fetch.url_display import display_url
    from lightterm.fetch.urls import local_path
    from lightterm.safe import clean

    # Split at line feeds only: names may hold what splitlines takes for line ends.
    entries = sorted((_Entry(line) for line in text_of(snapshot).split("\n") if line), key=_Entry.order)
    base = url if url.endswith("/") else url + "/"
    path = clean(local_path(url) if url.startswith("file:") else display_url(url))
    builder = Builder(url)
    title = f"Index of {path}"
    builder.paragraph(title, level=1)
    up = _parent(base)
    if up:
        builder.paragraph(builder.link(up, "Parent directory"), gap=1)
    if not entries:
        builder.paragraph("This directory is empty.", gap=1)
    rows: list[list[Cell]] = [[builder.cell(name, header=True) for name in ("Name", "Size", "Modified")]]
    for entry in entries[:MAX_ROWS]:
        name = builder.link(base + entry.reference, entry.name)
        rows.append([builder.cell(name), builder.cell(entry.size_shown(), align="right"), builder.cell(_date(entry))])
    if entries:
        builder.table(rows, gap=1)
    for entry in entries[MAX_ROWS:]:
        builder.paragraph(builder.link(base + entry.reference, entry.name), pre=True)
    return builder.document(title, snapshot.content_type), ()


def natural(name: str) -> list[tuple[int, int, str]]:
    """A sort key by which numbers in names count as numbers."""
    key: list[tuple[int, int, str]] = []
    at = 0
    while at < len(name):
        end = at
        digits = "0" <= name[at] <= "9"
        while end < len(name) and ("0" <= name[end] <= "9") == digits:
            end += 1
        part = name[at:end]
        value = part.lstrip("0")
        key.append((0, len(value), value) if digits else (1, 0, part))
        at = end
    return key


def _parent(base: str) -> str:
    """The address of the folder around `base`, "" at the root."""
    inner = base.rstrip("/")
    up = inner[: inner.rfind("/") + 1]
    return up if up.startswith(("file:///", "ftp://", "sftp://")) and up.count("/") > 2 else ""


def _date(entry: _Entry) -> str:
    from time import localtime, strftime

    try:
        return strftime("%Y-%m-%d %H:%M", localtime(entry.modified)) if entry.modified is not None else ""
    except (OverflowError, ValueError, OSError):
        return ""
