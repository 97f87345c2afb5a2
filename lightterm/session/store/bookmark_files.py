"""The bookmark files of other browsers: Netscape's (Firefox, Chromium and most others), lynx's and w3m's.

All three are HTML with links in them, so that one reader does for all; folders and w3m's sections become tags. Format
of the first: https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582
"""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

from lightterm.session.store.model import Bookmark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FORMATS = ("netscape", "lynx", "w3m")
MAX_DEPTH = 50
# What browsers call their own top folders says nothing of the pages in them.
_TOP = frozenset(
    "bookmarks,bookmark file,bookmarks bar,bookmarks menu,bookmarks toolbar,other bookmarks,mobile bookmarks".split(",")
)


def read_bookmarks(text: str) -> tuple[Bookmark, ...]:
    """The bookmarks of a file of any of the three kinds, in its order; folders become tags."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.finish()
    return tuple(reader.found)


def write_bookmarks(bookmarks: Iterable[Bookmark], kind: str) -> str:
    """A file of the kind "netscape", "lynx" or "w3m"; tags and notes are lost in lynx's, which has no place for them,
    and w3m's has a bookmark under its first tag. Raises ValueError for another kind."""
    if kind not in FORMATS:
        raise ValueError(f"no kind of bookmark file {kind!r}; there are: {', '.join(FORMATS)}")
    return {"netscape": _netscape, "lynx": _lynx, "w3m": _w3m}[kind](bookmarks)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Bookmark] = []
        self._folders: list[str] = []
        self._heading = ""
        self._link: Bookmark | None = None
        self._text: list[str] = []
        self._collecting = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.finish()
            self._start_link({name: value or "" for name, value in attrs})
        elif tag in ("h1", "h2", "h3"):
            self.finish()
            self._collect(tag)
        elif tag == "dl":
            self.finish()
            if len(self._folders) < MAX_DEPTH:
                self._folders.append(self._heading)
            self._heading = ""
        elif tag == "dd":
            self._collect("dd")
        elif tag in ("dt", "li", "ul", "ol", "p") and self._collecting == "dd":
            self.finish()

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._collecting == "a" and self._link is not None:
            self._link = self._link.replace(title=self._words())
            self._collecting = ""
        elif tag == self._collecting and tag in ("h1", "h2", "h3"):
            self._heading = self._words()
            self._collecting = ""
        elif tag in ("dl", "ul", "ol"):
            self.finish()
            if tag == "dl" and self._folders:
                self._folders.pop()
            self._heading = ""

    def handle_data(self, data: str) -> None:
        if self._collecting:
            self._text.append(data)

    def finish(self) -> None:
        """Put the bookmark away that was being read."""
        if self._link is not None:
            if self._collecting == "a":
                self._link = self._link.replace(title=self._words())
            elif self._collecting == "dd":
                self._link = self._link.replace(notes=self._words())
            self.found.append(self._link)
        self._link = None
        self._collecting = ""

    def _start_link(self, fields: dict[str, str]) -> None:
        url = fields.get("href", "").strip()
        # place: is Firefox's own query, javascript: a program.
        if not url or url.lower().startswith(("place:", "javascript:")):
            return
        folders = [*self._folders, self._heading]
        tags = [name for name in folders if name and name.lower() not in _TOP]
        tags += [name for name in fields.get("tags", "").split(",") if name.strip()]
        self._link = Bookmark(url, "", tuple(tags), "", _seconds(fields.get("add_date", "")))
        self._collect("a")

    def _collect(self, what: str) -> None:
        self._collecting = what
        self._text = []

    def _words(self) -> str:
        return " ".join("".join(self._text).split())


def _seconds(text: str) -> float:
    """Netscape's dates are seconds; some programs write milliseconds or microseconds."""
    if not text.isascii() or not text.isdigit():
        return 0.0
    value = float(text[:18])
    while value > 1e11:
        value /= 1000
    return value


def _netscape(bookmarks: Iterable[Bookmark]) -> str:
    lines = [
        "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
        '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
        "<TITLE>Bookmarks</TITLE>",
        "<H1>Bookmarks</H1>",
        "<DL><p>",
    ]
    for mark in bookmarks:
        tags = f' TAGS="{escape(",".join(mark.tags))}"' if mark.tags else ""
        date = f' ADD_DATE="{int(mark.added)}"'
        lines.append(f'    <DT><A HREF="{escape(mark.url)}"{date}{tags}>{escape(mark.title or mark.url)}</A>')
        if mark.notes:
            lines.append(f"    <DD>{escape(mark.notes)}")
    return "\n".join([*lines, "</DL><p>", ""])


def _lynx(bookmarks: Iterable[Bookmark]) -> str:
    head = (
        '<head>\n<META http-equiv="content-type" content="text/html;charset=utf-8">\n<title>Bookmark file</title>\n'
        "</head>\n<p>\n<ol>\n"
    )
    return head + "".join(f'<LI><a href="{escape(m.url)}">{escape(m.title or m.url)}</a>\n' for m in bookmarks)


def _w3m(bookmarks: Iterable[Bookmark]) -> str:
    sections: dict[str, list[Bookmark]] = {}
    for mark in bookmarks:
        sections.setdefault(mark.tags[0] if mark.tags else "Bookmarks", []).append(mark)
    lines = ["<html><head><title>Bookmarks</title></head>", "<body>", "<h1>Bookmarks</h1>"]
    for name, marks in sections.items():
        lines += [f"<h2>{escape(name)}</h2>", "<ul>"]
        lines += [f'<li><a href="{escape(mark.url)}">{escape(mark.title or mark.url)}</a>' for mark in marks]
        # w3m looks for this very comment to add to a section.
        lines += ["<!--End of section (do not delete this comment)-->", "</ul>"]
    return "\n".join([*lines, "</body>", "</html>", ""])
