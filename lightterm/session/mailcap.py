"""Mailcap files (RFC 1524): which program shows a type of file, and the command for one file, quoted for the shell.

What is put into a command is quoted for the place where it stands there, between quotes or outside: no name of a file
and no type that a server says can become a command. An entry that would put it where nothing helps (inside `...`,
$(...) or ${...}) is passed over.
"""

from __future__ import annotations

import os
import shlex

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DEFAULT_FILES = ("~/.mailcap", "/etc/mailcap", "/usr/etc/mailcap", "/usr/local/etc/mailcap")
MAX_BYTES = 1_000_000


class Entry(Record):
    """One line: the type (`image/*`), its command, the command that tests whether it will do, and its flags."""

    type: str
    view: str
    test: str = ""
    needs_terminal: bool = False
    copious: bool = False

    def matches(self, content_type: str) -> bool:
        """Whether the entry is for a type."""
        family, _, sub = self.type.partition("/")
        return (sub in ("", "*") and family in ("*", content_type.partition("/")[0])) or self.type == content_type


def read_files() -> tuple[Entry, ...]:
    """The entries of the files that MAILCAPS names, else of the usual ones; those that cannot be read are none."""
    named = os.environ.get("MAILCAPS")
    paths = named.split(os.pathsep) if named else DEFAULT_FILES
    found: list[Entry] = []
    for path in paths:
        try:
            with open(os.path.expanduser(path), encoding="utf-8", errors="replace") as file:
                found += entries(file.read(MAX_BYTES))
        except OSError:
            continue
    return tuple(found)


def entries(text: str) -> tuple[Entry, ...]:
    """The entries of a mailcap file, in its order; lines that are none are passed over."""
    found = []
    for line in _lines(text):
        fields = [field.strip() for field in _fields(line)]
        kind = fields[0].lower()
        if len(fields) < 2 or not kind or not fields[1]:
            continue
        named = {name.strip().lower(): value.strip() for name, _, value in (f.partition("=") for f in fields[2:])}
        flags = {name.strip().lower() for name in fields[2:]}
        terminal, copious = "needsterminal" in flags, "copiousoutput" in flags
        found.append(Entry(kind, fields[1], named.get("test", ""), terminal, copious))
    return tuple(found)


def _lines(text: str) -> Iterator[str]:
    """Logical lines without comments: a backslash at the end joins the next."""
    kept = ""
    for line in text.splitlines():
        if not kept and (line.startswith("#") or not line.strip()):
            continue
        if line.endswith("\\") and not line.endswith("\\\\"):
            kept += line[:-1]
            continue
        yield kept + line
        kept = ""
    if kept:
        yield kept


def _fields(line: str) -> list[str]:
    """The fields between `;` that no backslash stands before; backslashes stay."""
    found = [""]
    at = 0
    while at < len(line):
        if line[at] == "\\":
            found[-1] += line[at : at + 2]
            at += 2
            continue
        if line[at] == ";":
            found.append("")
        else:
            found[-1] += line[at]
        at += 1
    return found


def command(template: str, path: str, content_type: str) -> str | None:
    """A command of an entry for /bin/sh with `path` for %s and the type for %t; None where that cannot be safe.

    Without %s the file is the command's input.
    """
    if any(not c.isprintable() for c in path + content_type):
        return None  # a line end would end even a comment
    pieces = tuple(_pieces(template))
    values = {"s": path, "t": content_type}
    if any(kind not in ("", "s", "t", "{") for kind, _ in pieces):
        return None
    out: list[str] = []
    quote, nested, before = "", False, ""
    for kind, text in pieces:
        if kind:
            if nested or before == "$":
                return None
            out.append(_quoted(values.get(kind, ""), quote))
            before = ""
            continue
        for char in text:
            if quote != "'" and (char == "`" or (before == "$" and char in "({")):
                nested = True
            quote = _state(quote, char, before)
            before = "" if before == "\\" and quote != "'" else char
        out.append(text)
    built = "".join(out)
    if quote:
        return None
    return built if any(kind == "s" for kind, _ in pieces) else f"( {built}\n) < {shlex.quote(path)}"


def _pieces(template: str) -> Iterator[tuple[str, str]]:
    """The template in pieces: ("", text), or ("s" | "t" | "{", name) for what is put in. `\\%` is a percent sign."""
    text = ""
    at = 0
    while at < len(template):
        char = template[at]
        following = template[at + 1 : at + 2]
        if char == "\\" and following in ("%", ";", "\\"):
            text += following if following != "\\" else "\\\\"
            at += 2
        elif char == "%" and following == "%":
            text += "%"
            at += 2
        elif char == "%" and following:
            end = template.find("}", at) if following == "{" else at + 1
            if text:
                yield "", text
            text = ""
            yield following, template[at + 2 : end]
            at = end + 1 if end > at else len(template)
        else:
            text += char
            at += 1
    if text:
        yield "", text


def _state(quote: str, char: str, before: str) -> str:
    """Inside which quotes one is after a character (POSIX.1-2024, XCU 2.2)."""
    if before == "\\" and quote != "'":
        return quote
    if quote:
        return "" if char == quote else quote
    return char if char in ("'", '"') else ""


def _quoted(value: str, quote: str) -> str:
    """A value for a place in a command, inside of quotes or not."""
    if quote == "'":
        return value.replace("'", "'\\''")
    if quote == '"':
        return "".join(f"\\{c}" if c in '\\"$`' else c for c in value)
    return shlex.quote(value)


def matching(content_type: str, known: Iterable[Entry]) -> Iterator[Entry]:
    """The entries for a type, those that name it before those for its whole family."""
    wanted = content_type.lower()
    fitting = [entry for entry in known if entry.matches(wanted)]
    yield from sorted(fitting, key=lambda entry: entry.type != wanted)
