"""A command line to invocations.

Words stand between spaces; "..." and '...' hold spaces, a backslash takes the meaning from a quote, a space or itself.
` ;; ` chains commands. A bare number follows that target; `/`, `?`, `!` and `|` at the beginning search, search
backwards, run a shell command and pipe the page; an address alone is opened.
"""

from __future__ import annotations

import re

from lightterm.commands.registry import Invocation
from lightterm.errors import Action, CommandInvalid
from lightterm.records import Record
from lightterm.settings_keys import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.registry import Argument, Command, Registry, Value

CHAIN = ";;"
SIGNS = {"/": "search -- ", "?": "search --backward -- ", "!": "shell ", "|": "pipe "}
MAX_ALIAS_DEPTH = 8
MAX_LINE = 100_000
_LISTED = {
    "setting": " (settings lists them)",
    "quickmark": " (quickmarks lists them)",
    "session": " (sessions lists them)",
}
"""What tells of the things of a kind, where a command that needs one was given none."""
_ESCAPED = " \t\"'\\"
_QUOTED = re.compile(r"[\s\\]")
_PLAIN = re.compile(r"""[^\s"'\\]+(?!\S)""")


class Word(Record):
    """One word of a line: its text without quotes, the columns it stands in, and whether its quote is still `open`."""

    text: str
    start: int
    end: int
    quoted: bool = False
    open: bool = False


def word_at(line: str, start: int) -> Word | None:
    """The word that begins at or after column `start`; None where only space is left."""
    while start < len(line) and line[start].isspace():
        start += 1
    if start >= len(line):
        return None
    plain = _PLAIN.match(line, start)
    if plain is not None:
        return Word(plain[0], start, plain.end())
    text: list[str] = []
    quote = ""
    quoted = False
    i = start
    while i < len(line):
        c = line[i]
        if c == "\\" and quote != "'" and line[i + 1 : i + 2] in tuple(_ESCAPED):
            i += 1
            text.append(line[i])
        elif quote:
            if c == quote:
                quote = ""
            else:
                text.append(c)
        elif c in "\"'" and (not text or quoted):
            quote, quoted = c, True
        elif c.isspace():
            break
        else:
            text.append(c)
        i += 1
    return Word("".join(text), start, i, quoted, bool(quote))


def quote(text: str) -> str:
    """`text` as one word of a command line."""
    if text and text[0] not in "-\"'" and text != CHAIN and not _QUOTED.search(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parse(line: str, registry: Registry) -> tuple[Invocation, ...]:
    """The commands of a line, in order; none for an empty line. Raises CommandInvalid, which points at the column."""
    if len(line) > MAX_LINE:
        raise _wrong(f"a command line has at most {MAX_LINE} characters", line, MAX_LINE, len(line))
    return _parse(line, registry, 0)


def _parse(line: str, registry: Registry, depth: int) -> tuple[Invocation, ...]:
    found: list[Invocation] = []
    at = 0
    while (word := word_at(line, at)) is not None:
        if word.text == CHAIN and not word.quoted:
            at = word.end
            continue
        sign = SIGNS.get(word.text[0]) if word.text and not word.quoted else None
        alias = registry.aliases.get(word.text) if word.text not in registry else None
        if sign is not None:
            end = word.start + 1
            call, at = _Reader(sign + line[end:], registry, end - len(sign)).call(0)
            at = max(end, at + end - len(sign))  # a sign alone ends before the blank that stands behind its command
            found.append(call.replace(source=line[word.start : at].strip()))
        elif alias is not None:
            if depth >= MAX_ALIAS_DEPTH:
                raise _wrong(f"the alias {word.text} leads back to itself", line, word.start, word.end)
            found += _parse(alias + line[word.end :], registry, depth + 1)
            return tuple(found)
        else:
            call, at = _Reader(line, registry).call(word.start)
            found.append(call)
    return tuple(found)


_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:\S|[\w-]+(\.[\w-]+)*\.[a-z]{2,}(/\S*|:\d+\S*)?\Z|[~./]+\S", re.IGNORECASE)
"""What can only have been meant as an address: no command has these signs."""

_NAME = r"([a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z]{2,}|localhost|\d+(\.\d+){3}|\[[0-9a-f:.]+\])"
_OPENED = re.compile(rf"{_NAME}(:\d+)?(/\S*)|{_NAME}:\d+|(gemini|gopher|finger|spartan|ftp):\S+", re.IGNORECASE)
"""What is opened as it stands: a host with a port or a path, or a scheme with what it is to open."""


class _Reader:
    """Reads one command of a line; `shift` is what its columns are to be moved by to be the typed line's."""

    def __init__(self, line: str, registry: Registry, shift: int = 0) -> None:
        self.line = line
        self.registry = registry
        self.shift = shift

    def call(self, start: int) -> tuple[Invocation, int]:
        """The command that begins at `start`, and the column after it."""
        word = word_at(self.line, start)
        assert word is not None
        digits = word.text.strip("[]")
        if digits.isdecimal() and digits.isascii() and "follow" in self.registry:
            return self._arguments(self.registry["follow"], word.start, word.start)
        command, end = self._command(word)
        if command is None:
            if "open" in self.registry and self._is_address(word):
                return self._arguments(self.registry["open"], word.start, word.start)
            raise self._unknown(word)
        return self._arguments(command, word.start, end)

    def _is_address(self, word: Word) -> bool:
        """Whether a word that begins no command is opened: what has blanks behind a mere host may be a sentence."""
        if "://" in word.text or word.text.startswith(("about:", "man:")):
            return True
        after = word_at(self.line, word.end)
        return bool(_OPENED.fullmatch(word.text)) and (after is None or _ends(after))

    def _command(self, word: Word) -> tuple[Command | None, int]:
        second = word_at(self.line, word.end)
        if second is not None:
            two = self.registry.get(f"{word.text} {second.text}")
            if two is not None:
                return two, second.end
        return self.registry.get(word.text), word.end

    def _unknown(self, word: Word) -> CommandInvalid:
        names = self.registry.names()
        if "open" in self.registry and _ADDRESS.match(word.text):
            better = f"open {word.text[:200]}"
            return self._wrong(f"no command {word.text[:80]!r} (did you mean {better}?)", word.start, word.end, better)
        ours = _our_name(word.text)
        if ours:
            return self._wrong(f"no command {word.text!r} (did you mean {ours}?)", word.start, word.end, ours)
        family = [n.split(" ")[1] for n in names if n.startswith(f"{word.text} ")]
        second = word_at(self.line, word.end)
        if family and second is None and f"{word.text}s" in self.registry:
            more = f"{word.text}s"
            hint = f"{word.text} takes {', '.join(family)} (did you mean {more}?)"
            return self._wrong(f"no command {word.text!r}; {hint}", word.start, word.end, more)
        if family:
            return self._unknown_of(word, second, family)
        ending = sorted(n for n in names if n.endswith(f" {word.text}") and n in self.registry)[:5]
        if ending:
            hint = f" (did you mean {_or(ending)}?)"
            return self._wrong(f"no command {word.text!r}{hint}", word.start, word.end, ending[0])
        near = nearest(word.text, [*names, *{n.split(" ")[0] for n in names}]) if len(word.text) > 1 else ""
        if second is not None:
            near = nearest(f"{word.text} {second.text}", [n for n in names if " " in n], 0.75) or near
        named = [near] if near else self._told_with(word.text)
        hint = f" (did you mean {_or(named)}?)" if named else "; help commands lists them"
        return self._wrong(f"no command {word.text[:80]!r}{hint}", word.start, word.end, named[0] if named else "")

    def _unknown_of(self, word: Word, second: Word | None, family: list[str]) -> CommandInvalid:
        """The error of a word that begins commands of two: what is behind it may be the name of what it opens."""
        takes = f"{word.text} takes {', '.join(family)}"
        if second is None:
            return self._wrong(f"no command {word.text[:80]!r}; {takes}", word.start, word.end)
        near = nearest(second.text, family)
        opens = next((one for one in ("open", "load", "select") if one in family), "")
        meant = near or (opens and f"{opens} {second.text[:80]}")
        better = f"{word.text} {meant}" if meant else ""
        hint = f"did you mean {better}?" if near else f"{takes} (did you mean {better}?)" if better else takes
        given = f"{word.text} {second.text}"[:80]
        return self._wrong(f"no command {given!r}; {hint}", word.start, second.end, better)

    def _told_with(self, word: str) -> list[str]:
        """Commands whose help has a word: another program may call them so."""
        words = {word.casefold()} if len(word) > 3 else set()
        return [c.name for c in self.registry if words & {one.strip(".,:;()") for one in c.help.casefold().split()}][:3]

    def _arguments(self, command: Command, start: int, at: int) -> tuple[Invocation, int]:
        values: list[tuple[str, Value]] = []
        flags: list[tuple[str, Value]] = []
        wanted = list(command.arguments)
        many: list[str] = []
        options = True
        end = at
        while True:
            word = word_at(self.line, at)
            if word is None or (_ends(word) and not (wanted and wanted[0].kind == "command" and wanted[0].rest)):
                break
            if options and not word.quoted and word.text == "--":
                options = False
            elif options and _is_flag(word, command):
                word = self._flag(command, word, flags)
            elif wanted and wanted[0].rest:
                text, end = self._rest(wanted[0], word)
                values.append((wanted.pop(0).name, text))
                break
            else:
                self._value(command, wanted, word, values, many)
                options = options and not (many and wanted[0].kind == "program")  # flags after it are the program's
            at = end = word.end
        if wanted and wanted[0].many:
            values.append((wanted.pop(0).name, tuple(many)))
        self._check_missing(command, wanted, end)
        source = self.line[start:end].strip()
        return Invocation(command, tuple(values), tuple(flags), None, source), end

    def _rest(self, argument: Argument, word: Word) -> tuple[str, int]:
        """What is left of the line as it stands, up to a chain (a command's own chain belongs to it)."""
        end = word.end
        while argument.kind != "command" and (following := word_at(self.line, end)) is not None:
            if _ends(following):
                break
            end = following.end
        if argument.kind == "command":
            end = len(self.line)
        text = self.line[word.start : end].strip()
        return (word.text if word.quoted and not word.open and word.end == word.start + len(text) else text), end

    def _value(
        self, command: Command, wanted: list[Argument], word: Word, values: list[tuple[str, Value]], many: list[str]
    ) -> None:
        if word.open:
            raise self._wrong("the quote is not closed", word.start, word.end)
        if not wanted:
            raise self._wrong(f"{command.name} takes no more: {command.usage}", word.start, word.end)
        if wanted[0].many:
            many.append(word.text)
            return
        argument = wanted.pop(0)
        if (
            argument.choices
            and word.text not in argument.choices
            and (ours := _our_name(f"{command.name} {word.text}"))
        ):
            what = f"{argument.name}: {word.text!r} is not known here (did you mean {ours}?)"
            raise self._wrong(what, word.start, word.end, ours)
        values.append((argument.name, self._checked(argument.name, argument.kind, argument.choices, word)))

    def _flag(self, command: Command, word: Word, flags: list[tuple[str, Value]]) -> Word:
        """Take the flag at `word`; the last word that belongs to it."""
        name, equals, given = word.text.partition("=")
        flag = next((f for f in command.flags if name in (f"--{f.name}", f"-{f.short}" if f.short else "")), None)
        if flag is None:
            near = nearest(name.lstrip("-"), [f.name for f in command.flags])
            hint = f" (did you mean --{near}?)" if near else f": {command.usage}"
            raise self._wrong(f"{command.name} has no flag {name[:80]}{hint}", word.start, word.end)
        if not flag.kind:
            if equals:
                raise self._wrong(f"--{flag.name} takes no value", word.start, word.end)
            flags.append((flag.name, 1))
            return word
        value: Word | None = word.replace(text=given)
        if not equals:
            value = word_at(self.line, word.end)
        if value is None or value.open or (not equals and _ends(value)):
            raise self._wrong(f"--{flag.name} needs a value", word.start, word.end)
        flags.append((flag.name, self._checked(flag.name, flag.kind, flag.choices, value)))
        return value

    def _checked(self, name: str, kind: str, choices: tuple[str, ...], word: Word) -> Value:
        try:
            return convert(kind, choices, word.text)
        except ValueError as problem:
            raise self._wrong(f"{name}: {problem}", word.start, word.end) from None

    def _check_missing(self, command: Command, wanted: list[Argument], end: int) -> None:
        missing = [a.name for a in wanted if not a.optional and not a.many and command.counts != a.name]
        if missing:
            first = next(a for a in wanted if a.name == missing[0])
            may_be = f" ({', '.join(first.choices)})" * bool(first.choices) or _LISTED.get(first.kind, "")
            raise self._wrong(f"{command.name} needs {', '.join(missing)}{may_be}: {command.usage}", end, end)

    def _wrong(self, message: str, start: int, end: int, better: str = "") -> CommandInvalid:
        return _wrong(message, self.line, max(0, start + self.shift), max(0, end + self.shift), better)


def convert(kind: str, choices: tuple[str, ...], text: str) -> Value:
    """The value of an argument's text; raises ValueError in words."""
    if kind in ("int", "target"):
        digits = text.strip("[]") if kind == "target" else text.removeprefix("#")
        if not digits.lstrip("+-").isdecimal() or not digits.isascii() or len(digits) > 12:
            raise ValueError(f"{text[:80]!r} is not a whole number")
        return int(digits)
    if kind == "float":
        try:
            return float(text)
        except ValueError:
            raise ValueError(f"{text[:80]!r} is not a number") from None
    if kind == "place" and _is_place(text):
        return text
    if kind in ("choice", "place") and text not in choices:
        near = nearest(text, list(choices))
        hint = f" (did you mean {near}?)" if near else ""
        what = f"{', '.join(choices)}, a line or N%" if kind == "place" else ", ".join(choices)
        raise ValueError(f"{text[:80]!r} is not one of {what}{hint}")
    return text


def _is_place(text: str) -> bool:
    digits = text.removesuffix("%")
    return digits.isdecimal() and digits.isascii() and len(digits) <= 12


def _our_name(words: str) -> str:
    """What another browser's name of a command is here, "" for what is none: read only once a line is wrong."""
    from lightterm.commands.other_names import NAMES

    return NAMES.get(words, "")


def _ends(word: Word) -> bool:
    return word.text == CHAIN and not word.quoted


def _is_flag(word: Word, command: Command) -> bool:
    """Whether a word is meant as a flag: `-` alone and negative numbers are none, nor is anything for a rawer verb."""
    text = word.text
    if word.quoted or len(text) < 2 or not text.startswith("-") or text[1].isdecimal():
        return False
    return bool(command.flags) or not (command.arguments and (command.arguments[0].rest or command.arguments[0].many))


def _or(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if names[1:] else names[0]


def _wrong(message: str, line: str, column: int, end: int, better: str = "") -> CommandInvalid:
    actions = (Action("use_command", f"Use {better}.", 1, None, None, {"command": better}),) if better else ()
    return CommandInvalid(message, actions=actions, command=line[:2000], column=column, end=end)
