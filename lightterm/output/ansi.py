"""Document to text with colours (SGR) and, where asked for, clickable links (OSC 8)."""

from __future__ import annotations

from itertools import pairwise

from lightterm.document.layout import Layout, Span, batches
from lightterm.document.slices import with_later
from lightterm.safe import output_guard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Block, Document

RESET = "\x1b[0m"
_STYLES = {
    "heading": "1;35",
    "link": "4;34",
    "field": "36",
    "strong": "1",
    "em": "3",
    "code": "32",
    "ins": "4",
    "del": "9",
    "image": "33",
    "note": "2",
    "mark": "7",
}
"""SGR parameters by kind; the sixteen colours are the terminal's own, so its theme decides their contrast."""


def styled_lines(blocks: list[Block], width: int, numbers: bool, color: bool, urls: dict[int, str]) -> Iterator[str]:
    """The lines with escape sequences; `urls` makes targets of those numbers clickable. Each line ends reset."""
    for layout in batches(blocks, lambda: Layout(width, numbers, rich=True)):
        for lines, found in with_later(layout):
            for i, line in enumerate(lines):
                spans = found.get(i)
                safe = output_guard(line)
                if safe != line:
                    line, spans = safe, None
                yield styled(line, spans, color, urls) if spans else line


def styled(line: str, spans: list[Span], color: bool, urls: dict[int, str]) -> str:
    """A line without control characters, with the escape sequences of its spans; it ends reset."""
    cuts = sorted({0, len(line), *(min(max(p, 0), len(line)) for s in spans for p in (s.start, s.end))})
    out = []
    waiting = sorted(spans, key=_start, reverse=True)
    over: list[Span] = []
    for start, end in pairwise(cuts):
        while waiting and waiting[-1].start <= start:
            over.append(waiting.pop())
        over = [s for s in over if s.end >= end]
        text = line[start:end]
        if color:
            codes = ";".join(dict.fromkeys(_STYLES[s.kind] for s in over if s.kind in _STYLES))
            if codes:
                text = f"\x1b[{codes}m{text}{RESET}"
        url = next((urls[s.target] for s in over if s.kind == "link" and s.target in urls), "")
        if url:
            text = f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"
        out.append(text)
    return "".join(out)


def _start(span: Span) -> tuple[int, int]:
    return span.start, -span.end


def link_urls(document: Document) -> dict[int, str]:
    """Addresses fit for OSC 8: printable ASCII only (others percent-encoded), none longer than terminals take.

    Terminals show them, so they have no name and password.
    """
    urls = {}
    for number, url in document.targets.addresses():
        if "@" in url:
            url = without_user(url)
        safe = "".join(c if "!" <= c <= "~" else "".join(f"%{b:02X}" for b in c.encode()) for c in url)
        if len(safe) <= 2000 and safe.startswith(("http:", "https:", "mailto:", "file:", "gemini:", "gopher:", "ftp:")):
            urls[number] = safe
    return urls


def without_user(url: str) -> str:
    """An address without the name and password that may stand before its host."""
    scheme, mark, rest = url.partition("://")
    end = min((at for at in map(rest.find, "/?#") if at >= 0), default=len(rest))
    return scheme + mark + rest[:end].rpartition("@")[2] + rest[end:]
