"""A manual page as `man` sets it, taken apart again: headings, paragraphs, options with what is said of them.

`man` fills lines for one width. Here lines that it only broke are joined, so that a page can be set for any other;
what stands in lines of its own (code, tables, synopses) stays so.
"""

from __future__ import annotations

import re
from html import escape

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 80
"""Cells that `man` is to set a page for."""

_ROOM = 78
"""Cells of a line that are surely used before the next begins."""

_BODY = 7
"""Cells by which the text of a section is indented."""

_REFERENCE = re.compile(r"\b([A-Za-z_][\w.+:@-]{0,60})\(([1-9n][a-z]{0,6})\)|\bhttps?://[^\s<>()\[\]\"]+")
_TAGGED = re.compile(r"(\S+(?: \S+)*?)(  +)(?=\S)|(\S+) (?=\S)")
_PIECE = re.compile(r"\S*?[A-Za-z]-(?=[A-Za-z])|\S+")
_BULLETS = frozenset("•*o+-\u00b7")
_DRAWN = re.compile("[\u2500-\u257f]|^ *[|+][-=+]", re.MULTILINE)


class _Lines(Record):
    """Lines that belong together, as one text: where they are indented to, and where those after the first are."""

    indent: int
    body: int
    tag: str
    text: str
    count: int = 1


def markup(text: str) -> str:
    """The page as HTML; `text` has no overstruck characters any more."""
    lines = text.strip("\n").split("\n")
    out = list(_beginning(lines[0]))
    chunk: list[str] = []
    levels = [_BODY]
    last = len(lines) - 1
    for at, line in enumerate([*lines, ""]):
        is_text = at not in (0, last) and bool(line.strip())
        heading = _heading(line, bool(chunk), lines[at + 1]) if is_text and at < last else ""
        if chunk and (heading or not line.strip() or at == last):
            out += _chunk(chunk, levels)
            chunk = []
        if heading:
            levels = [_BODY]
            out.append(f"<{heading}>{escape(line.strip())}</{heading}>")
        elif at == last and at:
            out.append(f"<p>{escape(' '.join(line.split()))}</p>")
        elif is_text:
            chunk.append(line)
    return "\n".join(out)


def _beginning(line: str) -> Iterator[str]:
    """The page's title, a heading of it and what it belongs to: `LS(1)      User Commands      LS(1)`."""
    title, *rest = [words for words in line.split("  ") if words]
    yield f"<!doctype html><title>{escape(title)}</title>\n<h1>{escape(title)}</h1>"
    said = " ".join([words for words in map(str.strip, rest) if words != title])
    if said and said != title.partition("(")[0]:
        yield f"<p>{escape(said)}</p>"


def _heading(line: str, inside: bool, following: str) -> str:
    """The element of a heading, "" for what is none; `inside` says that it follows text without a blank line.

    Not all are in capitals: some scripts have none, and nothing but headings begins at the edge above indented text.
    """
    indent = len(line) - len(line.lstrip(" "))
    if indent == 0 and ((line.isupper() and "(" not in line) or (not inside and following[:2] == "  ")):
        return "h2"
    return "h3" if indent == 3 and not inside else ""


def _chunk(lines: list[str], levels: list[int]) -> Iterator[str]:
    """What stands between two blank lines, as deep as its indentation is against what came before."""
    found = list(_joined(lines))
    indent = min(one.indent for one in found)
    while len(levels) > 1 and indent < levels[-1]:
        levels.pop()
    if indent > levels[-1]:
        levels.append(indent)
    flows = len(found) == 1 or any(one.count > 1 or one.tag for one in found) or _is_told(found)
    inner = "".join(_flowing(found)) if flows and not _DRAWN.search("\n".join(lines)) else _as_it_stands(lines, indent)
    deep = len(levels) - 1
    yield "<dl><dd>" * deep + inner + "</dd></dl>" * deep


def _joined(lines: list[str]) -> Iterator[_Lines]:
    """The lines with those joined that `man` broke only because they were full."""
    now: _Lines | None = None
    before = ""
    for line in lines:
        words = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if now is not None and indent == now.body and _is_full(before, words) and "   " not in now.text:
            glue = "" if re.search(r"[A-Za-z]-$", before) and words[0].isalpha() else " "
            now = now.replace(text=now.text + glue + words, count=now.count + 1)
        else:
            if now is not None:
                yield now
            tag, body = _tag(words)
            now = _Lines(indent, indent + body, tag, words[body:] if body else words)
        before = line
    if now is not None:
        yield now


def _is_full(line: str, words: str) -> bool:
    piece = _PIECE.match(words)
    return len(line) + 1 + (piece.end() if piece else 0) > _ROOM


def _tag(words: str) -> tuple[str, int]:
    """(tag, cells to the text behind it) of a line that begins with the tag of its paragraph; ("", 0) for others."""
    found = _TAGGED.match(words)
    if found is None:
        return "", 0
    tag = found[1] or found[3]
    is_option = found.end() == _BODY and (found[1] is not None or words[0] in "-+%.")
    is_item = found.end() < _BODY and _is_item(tag)
    return (tag, found.end()) if is_option or is_item else ("", 0)


def _is_item(tag: str) -> bool:
    return tag in _BULLETS or bool(re.fullmatch(r"\(?\d{1,2}[.)]", tag))


def _is_told(found: list[_Lines]) -> bool:
    """Whether these are options, a line each, and in the last one, further in, what is said of them."""
    first, last = found[0], found[-1]
    return (
        len(found) > 1 and last.indent == first.indent + _BODY and {one.indent for one in found[:-1]} == {first.indent}
    )


def _flowing(found: list[_Lines]) -> Iterator[str]:
    """Paragraphs, options and what is said of them, items."""
    first = found[0].indent
    if len(found) == 1 and not found[0].tag:
        yield f"<p>{_linked(found[0].text)}</p>"
        return
    if all(one.tag in _BULLETS and one.tag for one in found):
        yield f"<ul>{''.join(f'<li>{_linked(one.text)}</li>' for one in found)}</ul>"
        return
    yield "<dl>"
    for one in found:
        if one.tag:
            yield f"<dt>{_linked(one.tag)}</dt><dd>{_linked(one.text)}</dd>"
        else:
            element = "dd" if one.indent > first else "dt"
            yield f"<{element}>{_linked(one.text)}</{element}>"
    yield "</dl>"


def _as_it_stands(lines: list[str], indent: int) -> str:
    """Lines that are to stay lines; those of drawings are not broken where the screen is too narrow."""
    text = "\n".join(line[indent:].rstrip() for line in lines)
    style = "" if _DRAWN.search(text) else ' style="white-space: pre-wrap"'
    return f"<pre{style}>\n{_linked(text)}</pre>"


def _linked(text: str) -> str:
    """The text with links to the pages and addresses that it names."""
    at = 0
    out = []
    for found in _REFERENCE.finditer(text):
        words = found[0].rstrip(".,;:'\"")
        address = f"man:{found[1]}({found[2]})" if found[1] else words
        out += [escape(text[at : found.start()]), f'<a href="{escape(address)}">{escape(words)}</a>']
        at = found.start() + len(words)
    return "".join([*out, escape(text[at:])])
