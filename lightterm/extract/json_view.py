"""JSON as an outline: indented, one paragraph a member of the outermost container, so that each can be folded.

The text is read by tokens and not by `json.loads`: nesting needs no recursion, numbers stay as written, keys may
repeat, and what stands before a fault is kept. It takes 0.2 s a MB.
"""

from __future__ import annotations

from lightterm.document.marks import STRONG, STRONG_END
from lightterm.extract.build import Builder, name_of, text_of
from lightterm.extract.plain import LINES, add_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from re import Pattern

    from lightterm.errors import LighttermError
    from lightterm.extract.build import Reading
    from lightterm.fetch.model import Snapshot

LINES_TYPES = (
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/x-jsonlines",
    "application/json-lines",
    "application/json-seq",
)
MAX_TOKENS = 1_500_000
"""Tokens that are indented (8 MB of usual documents, 2 s); what comes after is shown as it came."""

MAX_INDENTATION = 32_000_000
"""Spaces spent on indentation: on deeply nested documents of many lines it ends at some level."""

MAX_LEVELS = 64

_GUARDS = (")]}',", ")]}'", "while(1);", "while (1);", "for(;;);", "for (;;);")
"""What servers put before JSON so that no script tag can run it."""

_WORDS = frozenset(("true", "false", "null", "NaN", "Infinity", "-Infinity"))


def json_document(snapshot: Snapshot, url: str) -> Reading:
    """JSON (RFC 8259) or JSON lines, pretty-printed; a fault is named by line and column, the rest shown as it came."""
    builder = Builder(url, snapshot.base)
    text = text_of(snapshot)
    if snapshot.content_type in LINES_TYPES:
        problems = _add_records(builder, text.replace("\x1e", ""), url)
    else:
        problems = _add_value(builder, text, url)
    return builder.document(name_of(url), snapshot.content_type), problems


def _add_value(builder: Builder, text: str, url: str) -> tuple[LighttermError, ...]:
    start = 0
    for guard in _GUARDS:
        if text.startswith(guard):
            start = len(guard)
            break
    printer = _Printer(builder, text, fold=True)
    end = printer.run(start, len(text))
    add_text(builder, text, end)
    fault = printer.fault
    return (_failed(text, end, fault, url),) if fault else ()


def _add_records(builder: Builder, text: str, url: str) -> tuple[LighttermError, ...]:
    """Each line a document of its own; a broken one is shown as it came, the first of them is named."""
    first: LighttermError | None = None
    broken = at = 0
    printer = _Printer(builder, text, fold=False)
    while at < len(text) and printer.budget:
        end = text.find("\n", at) + 1 or len(text)
        if text[at:end].isspace():
            at = end
            continue
        stop = printer.run(at, end)
        if printer.fault:
            broken += 1
            first = first or _failed(text, stop, printer.fault, url)
        if stop < end:
            add_text(builder, text[stop:end])
        at = end
    add_text(builder, text, at)
    if first is not None and broken > 1:
        first.message += f" (and {broken - 1} more of the lines)"
    return (first,) if first is not None else ()


def _failed(text: str, at: int, fault: str, url: str) -> LighttermError:
    from lightterm.errors import ParseFailed

    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return ParseFailed(f"no valid JSON at line {line}, column {column}: {fault}", url=url, line=line, column=column)


_patterns: tuple[Pattern[str], Pattern[str]] | None = None
_recode: tuple[Callable[[str], object], Callable[[object], str]] | None = None


def _tokens() -> tuple[Pattern[str], Pattern[str]]:
    """The pattern of a token (punctuation, string or word) and of a number; neither backtracks."""
    global _patterns
    if _patterns is None:
        import re

        _patterns = (
            re.compile(r'[ \t\r\n]*+(?:([{}\[\],:])|("[^"\\]*+(?:\\.[^"\\]*+)*+")|([^\s{}\[\],:"]++))', re.DOTALL),
            re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"),
        )
    return _patterns


class _Printer:
    """Prints tokens as they come; `before` is what came last: "" (nothing), one of `{[,:`, "k" a key or "v" a value.

    With `fold` each member of the outermost container is a paragraph, else each document.
    """

    def __init__(self, builder: Builder, text: str, fold: bool) -> None:
        from lightterm.safe import clean

        self._builder = builder
        self._text = text
        self._fold = fold
        self._clean = clean
        lines = sum(text.count(c) for c in "{}[],")
        levels = max(1, min(MAX_LEVELS, MAX_INDENTATION // (2 * lines + 1)))
        self._pads = ["\n" + "  " * n for n in range(levels + 1)]
        self._open: list[str] = []
        self._before = ""
        self._parts: list[str] = []
        self._lines = 0
        self.budget = MAX_TOKENS
        self.fault = ""

    def run(self, at: int, end: int) -> int:
        """Print the document in text[at:end]; returns where it stopped. `fault` says what is wrong there."""
        self._open = []
        self._before = self.fault = ""
        token, number = _tokens()
        scan, is_number, text = token.match, number.fullmatch, self._text
        budget = self.budget
        while budget and (found := scan(text, at, end)):
            budget -= 1
            kind = found.lastindex
            if kind == 1:
                fits = self._punctuation(found[1])
            elif kind == 2:
                fits = self._string(found[2])
            else:
                word = found[3]
                fits = (word in _WORDS or is_number(word) is not None) and self._value(word)
            if not fits:
                at = found.start(kind or 0)
                break
            at = found.end()
        else:
            while at < end and text[at] in " \t\r\n":
                at += 1
        self.budget = budget
        if at < end and budget:
            self.fault = f"{self._clean(text[at])!r} does not belong here"
        elif at >= end and (self._open or self._before != "v"):
            self.fault = "the document ends too early"
        self._flush()
        return at

    def _flush(self) -> None:
        if self._parts:
            self._builder.paragraph("".join(self._parts), pre=True, direction="ltr")
            self._parts = []
            self._lines = 0

    def _line(self, outermost: int = 1) -> None:
        """Begin a line; one at the `outermost` level begins a paragraph, and so does every 500th."""
        depth = len(self._open)
        pad = self._pads[min(depth, len(self._pads) - 1)]
        self._lines += 1
        if (depth == outermost and self._fold) or self._lines > LINES:
            self._flush()
            self._parts.append(pad[1:])
        else:
            self._parts.append(pad)

    def _punctuation(self, char: str) -> bool:
        before, open_ = self._before, self._open
        if char in "{[":
            if not self._value(char):
                return False
            open_.append(char)
            self._before = char
        elif char in "}]":
            opening = "{" if char == "}" else "["
            if not open_ or open_[-1] != opening or before not in ("v", opening):
                return False
            open_.pop()
            if before == "v":
                self._line(outermost=0)
            self._parts.append(char)
            self._before = "v"
        elif char == ",":
            if before != "v" or not open_:
                return False
            self._parts.append(char)
            self._before = char
        elif before == "k":
            self._parts.append(": ")
            self._before = char
        else:
            return False
        return True

    def _value(self, shown: str) -> bool:
        if not self._place():
            return False
        self._parts.append(shown)
        return True

    def _place(self) -> bool:
        """Whether a value may stand here; begins its line."""
        before, open_ = self._before, self._open
        if before in ("[", ",") and open_[-1] == "[":
            self._line()
        elif before == "v" and not open_:
            self._flush()
        elif before not in (":", ""):
            return False
        self._before = "v"
        return True

    def _string(self, token: str) -> bool:
        if "\\" in token:
            shown = _decoded(token)
            if not shown:
                return False
            shown = self._clean(shown)
        else:
            shown = self._clean(token)
        if self._before in ("{", ",") and self._open[-1] == "{":
            self._line()
            self._parts.append(f"{STRONG}{shown}{STRONG_END}")
            self._before = "k"
            return True
        if not self._place():
            return False
        if shown.startswith(('"http://', '"https://')) and " " not in shown and "\\" not in shown:
            shown = f'"{self._builder.link(shown[1:-1], shown[1:-1])}"'
        self._parts.append(shown)
        return True


def _decoded(token: str) -> str:
    """A string token with only those escapes that must be: of quotes, backslashes and controls; "" for a bad escape."""
    global _recode
    if _recode is None:
        from json import JSONDecoder, JSONEncoder

        _recode = JSONDecoder(strict=False).decode, JSONEncoder(ensure_ascii=False).encode
    decode, encode = _recode
    try:
        return encode(decode(token))
    except ValueError:
        return ""
