"""Plain text, source code and tables of separated values."""

from __future__ import annotations

from lightterm.extract.build import Builder, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Cell
    from lightterm.errors import LighttermError
    from lightterm.extract.build import Reading
    from lightterm.fetch.model import Snapshot

LINES = 500
"""Lines a block holds at most, so that layout stays lazy."""

LONG = 1000
"""Cells from which on a line of running text is wrapped."""

MAX_CELLS = 100_000
"""Cells of one table: each takes some 400 bytes of memory. What comes after is shown as lines."""

MAX_ROW = 262_144
"""Characters of one row: the csv module makes all of its fields at once."""

MAX_DIVIDERS = 100
"""Form feeds in a chunk that are shown as such: a line a byte would make 80 bytes of each."""

_CHUNK = 65_536
_LONGEST = 1_048_576
_NUMERIC = frozenset("0123456789.,+-\u2212%$€£¥() /:eE")


def plain_document(snapshot: Snapshot, url: str) -> Reading:
    """Text as it is, a form feed as a divider; only text/plain has its longest lines wrapped, subtitles lose markup."""
    from lightterm.extract.subtitles import end_of_cue, kind_of, without_markup

    builder = Builder(url, snapshot.base)
    markup = snapshot.markup
    at = 3 if markup.startswith(b"\xef\xbb\xbf") else 0
    subtitles = kind_of(markup)
    while at < len(markup):
        end = end_of_cue(markup, at + _CHUNK, at + _LONGEST) if subtitles else 0
        end = end or _chunk_end(markup, at)
        text = markup[at:end].decode("utf-8", "replace")
        if subtitles:
            text = without_markup(text, subtitles)
        add_lines(builder, text, snapshot.content_type == "text/plain")
        at = end
    return builder.document(name_of(url), snapshot.content_type), ()


def _chunk_end(markup: bytes, at: int) -> int:
    """Where a chunk of whole lines from `at` ends; a line of megabytes is cut, after a space where it has one."""
    end = markup.find(b"\n", at + _CHUNK, at + _LONGEST) + 1
    if end or len(markup) <= at + _LONGEST:
        return end or len(markup)
    end = markup.rfind(b" ", at + _CHUNK, at + _LONGEST) + 1 or at + _LONGEST
    while markup[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return end


def add_text(builder: Builder, text: str, at: int = 0) -> None:
    """Append `text` from `at` on as it is, its longest lines wrapped."""
    while at < len(text):
        end = text.find("\n", at + _CHUNK) + 1 or len(text)
        add_lines(builder, text[at:end], wrap=True)
        at = end


def add_lines(builder: Builder, text: str, wrap: bool) -> None:
    """Append some lines; with `wrap` those longer than LONG cells become paragraphs that are wrapped."""
    from lightterm.safe import clean_text

    if text.count("\f") > MAX_DIVIDERS:
        text = text.replace("\f", "\n")
    for i, page in enumerate(text.split("\f")):
        if i:
            builder.divider()
        page = clean_text(page.removesuffix("\n"))
        if i and not page:
            continue
        group: list[str] = []
        for line in page.split("\n"):
            long = wrap and _is_long(line)
            if group and (long or len(group) == LINES):
                builder.paragraph(builder.linked("\n".join(group)), pre=True)
                group = []
            if long:
                builder.paragraph(builder.linked(line.replace("\t", " ")))
            else:
                group.append(expand_tabs(line.rstrip()) if "\t" in line else line)
        if group:
            builder.paragraph(builder.linked("\n".join(group)), pre=True)


def _is_long(line: str) -> bool:
    if len(line) <= LONG // 2:
        return False
    from lightterm.document.cells import width

    return len(line) > LONG or width(line.replace("\t", "        ")) > LONG


def expand_tabs(line: str) -> str:
    """A line with its tabs as spaces up to every eighth cell."""
    if line.isascii():
        return line.expandtabs(8)
    from lightterm.document.cells import width

    out: list[str] = []
    cells = 0
    first, *rest = line.split("\t")
    for piece in rest:
        cells += width(first)
        step = 8 - cells % 8
        out += (first, " " * step)
        cells += step
        first = piece
    return "".join(out) + first


def table_document(snapshot: Snapshot, url: str) -> Reading:
    """Comma- or tab-separated values as a table (RFC 4180); what is no such table any more is shown as lines."""
    import csv

    from lightterm.errors import ParseFailed
    from lightterm.extract.build import text_of

    builder = Builder(url, snapshot.base)
    text = text_of(snapshot)
    if "\n" not in text:
        text = text.replace("\r", "\n")
    lines = _Lines(text)
    problems: tuple[LighttermError, ...] = ()
    rows: list[list[str]] = []
    cells = 0
    reader = csv.reader(lines, delimiter=_delimiter(text, snapshot.content_type))
    try:
        for row in reader:
            if row:
                rows.append(row)
            cells += len(row)
            lines.read = lines.at
            if cells >= MAX_CELLS:
                break
    except csv.Error as error:
        line = text.count("\n", 0, lines.read) + 1
        problems = (ParseFailed(f"the table breaks off at line {line}: {error}", url=url, line=line),)
    _add_table(builder, rows)
    add_text(builder, text, lines.read)
    return builder.document(name_of(url), snapshot.content_type), problems


class _Lines:
    """The lines of a text one at a time; `at` is where they have been given out to, `read` where the last row ended."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at = self.read = 0

    def __iter__(self) -> Iterator[str]:
        from csv import Error

        text = self._text
        while self.at < len(text):
            start = self.at
            self.at = text.find("\n", start) + 1 or len(text)
            if self.at - self.read > MAX_ROW:
                raise Error(f"a row of more than {MAX_ROW} characters")
            # csv refuses a NUL, and a lone CR outside quotes
            yield text[start : self.at].replace("\0", "").replace("\r\n", "\n").replace("\r", " ")


def _delimiter(text: str, content_type: str) -> str:
    """A tab where the type says so, else the likeliest separator of the first line."""
    if content_type == "text/tab-separated-values":
        return "\t"
    first = text[:_CHUNK].lstrip().partition("\n")[0]
    return max(",;\t|", key=first.count)


def _add_table(builder: Builder, rows: list[list[str]]) -> None:
    from lightterm.safe import clean_text

    head = len(rows) > 1 and all(name.strip() and not _NUMERIC.issuperset(name) for name in rows[0])
    table: list[list[Cell]] = []
    for row in rows:
        header = head and not table
        table.append([builder.cell(builder.linked(clean_text(value).strip().expandtabs(1)), header) for value in row])
    if table:
        builder.table(table)
