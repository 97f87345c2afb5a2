"""The one vocabulary: what commands there are, with their arguments, flags and help.

Keys, the command line, the palette, line mode and agents all run these commands. A command is registered by the
module that implements it, or declared without a function where every front end does it itself (scrolling, hints):

    @COMMANDS.register("tab close", "Close the tab.", counts="number", group="Tabs")
    def close(front: Front, call: Invocation) -> None: ...

A name is one word or two; `tab-close` is understood as `tab close`.
"""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lightterm.commands.front import Front

    Run = Callable[["Front", "Invocation"], None]

Value = str | int | float | tuple[str, ...]

TIMES = "times"
GROUPS = (
    "Moving",
    "Links",
    "Searching",
    "Opening",
    "Tabs",
    "Reading",
    "Selecting and copying",
    "Forms",
    "Places",
    "Saving and other programs",
    "Settings",
    "Keys and command line",
    "Session",
    "Agents",
)
"""The headings of the help, in its order."""


class Argument(Record):
    """One argument of a command.

    `kind` says what it may hold: text, int, float, choice (one of `choices`), place (one of `choices`, a line number or
    N%), target (a number), or a text whose completions are the kind's: url, path, host, command, setting, value,
    keymap, theme, topic, manual, bookmark, quickmark, mark, session, tab, keys, charset, tag, search. `rest` takes what
    is left of the line as it stands, `many` any number of words. `expand` lets {url} and its like be filled in.
    """

    name: str
    kind: str = "text"
    help: str = ""
    choices: tuple[str, ...] = ()
    optional: bool = False
    rest: bool = False
    many: bool = False
    expand: bool = False


class Flag(Record):
    """One flag, `--name` or its one letter `-n`; with a `kind` it takes a value, as an argument of that kind."""

    name: str
    short: str = ""
    help: str = ""
    kind: str = ""
    choices: tuple[str, ...] = ()


class Command(Record):
    """One verb.

    `counts` says what a count typed before its key means: "" nothing, "times" how often or how far, else the name of
    the argument or flag it stands for. `line` says whether line mode has it. `modes` are the only modes of a keymap in
    which it means something, () all. `run` does it on a front end; None where the front end does it itself.
    """

    name: str
    help: str
    arguments: tuple[Argument, ...] = ()
    flags: tuple[Flag, ...] = ()
    detail: str = ""
    group: str = ""
    aliases: tuple[str, ...] = ()
    counts: str = ""
    line: bool = True
    modes: tuple[str, ...] = ()
    run: Run | None = None

    @property
    def usage(self) -> str:
        """How it is written: `open [-t] [-b] [ADDRESS]`."""
        words = [self.name]
        for flag in self.flags:
            shown = f"-{flag.short}" if flag.short else f"--{flag.name}"
            words.append(f"[{shown} {flag.name.upper()}]" if flag.kind else f"[{shown}]")
        for argument in self.arguments:
            shown = argument.name.upper().replace(" ", "-") + ("..." if argument.many or argument.rest else "")
            words.append(f"[{shown}]" if argument.optional or argument.many else shown)
        return " ".join(words)

    def argument(self, name: str) -> Argument | None:
        """The argument of that name."""
        return next((a for a in self.arguments if a.name == name), None)


class Invocation(Record):
    """A command with its arguments: what a command line says. `values` are in the order of the arguments given."""

    command: Command
    values: tuple[tuple[str, Value], ...] = ()
    flags: tuple[tuple[str, Value], ...] = ()
    count: int | None = None
    source: str = ""

    @property
    def name(self) -> str:
        """The command's name."""
        return self.command.name

    @property
    def times(self) -> int:
        """How often or how far: the count, 1 without one."""
        return 1 if self.count is None else self.count

    def text(self, name: str, default: str = "") -> str:
        """A text, choice, url ... argument or the value of a flag, `default` when it was not given."""
        for key, value in (*self.values, *self.flags):
            if key == name:
                return str(value)
        return default

    def number(self, name: str) -> int | None:
        """An int or target argument or flag value, None when it was not given."""
        for key, value in (*self.values, *self.flags):
            if key == name and isinstance(value, int):
                return value
        return None

    def words(self, name: str) -> tuple[str, ...]:
        """The words of an argument that takes many."""
        for key, value in self.values:
            if key == name and isinstance(value, tuple):
                return value
        return ()

    def has(self, flag: str) -> bool:
        """Whether the flag was given."""
        return any(key == flag for key, _ in self.flags)

    def with_count(self, count: int | None) -> Invocation:
        """The same with the count that was typed before its key; it replaces the argument it stands for."""
        if count is None:
            return self
        counted = self.replace(count=count)
        name = self.command.counts
        if name in ("", TIMES):
            return counted
        if self.command.argument(name) is None:
            return counted.replace(flags=(*(f for f in self.flags if f[0] != name), (name, count)))
        return counted.replace(values=(*(v for v in self.values if v[0] != name), (name, count)))

    def with_values(self, **values: Value) -> Invocation:
        """The same with these arguments, whatever characters they hold."""
        return self.replace(values=(*(v for v in self.values if v[0] not in values), *values.items()))


class Registry:
    """Commands by name, and the user's aliases for command lines."""

    def __init__(self, commands: Iterable[Command] = (), aliases: Iterable[tuple[str, str]] = ()) -> None:
        self._commands: dict[str, Command] = {}
        self._names: dict[str, Command] = {}
        self._aside: dict[str, Command] = {}
        self.aliases: dict[str, str] = dict(aliases)
        """The user's own names for command lines; they go before built-in aliases, never before a command's name."""
        self.problems: list[str] = []
        """What is wrong with the user's own commands, in words."""
        for command in commands:
            self.add(command)

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def __len__(self) -> int:
        return len(self._commands)

    def __contains__(self, name: object) -> bool:
        return name in self._commands

    def __getitem__(self, name: str) -> Command:
        return self._commands[name]

    def get(self, name: str) -> Command | None:
        """The command of a name, built-in alias or hyphenated name; None when there is none."""
        spaced = name.replace("-", " ")
        return self._names.get(name) or self._names.get(spaced) or self._aside.get(name) or self._aside.get(spaced)

    def names(self) -> tuple[str, ...]:
        """Every name that may begin a command line: commands, built-in aliases, the user's aliases."""
        return tuple(dict.fromkeys((*self._names, *self.aliases)))

    def add(self, command: Command) -> None:
        """Take a command in; raises ValueError when a name of it is taken or it is badly declared."""
        _check(command)
        taken = [name for name in (command.name, *command.aliases) if name in self._names]
        if taken:
            raise ValueError(f"command {command.name!r}: {taken[0]!r} is taken by {self._names[taken[0]].name!r}")
        self._commands[command.name] = command
        self._names |= dict.fromkeys((command.name, *command.aliases), command)

    def discard(self, name: str) -> None:
        """Take a command out again, with all its names; nothing where there is none."""
        command = self._commands.pop(name, None)
        self._names = {known: one for known, one in self._names.items() if one is not command}

    def set_aside(self, name: str) -> None:
        """Have a command that a front end does not do listed and offered no more; who gives its name is told so."""
        command = self._commands[name]
        self._aside |= {known: one for known, one in self._names.items() if one is command}
        self.discard(name)

    def register(
        self,
        name: str,
        help: str,
        *arguments: Argument,
        flags: tuple[Flag, ...] = (),
        detail: str = "",
        group: str = "",
        aliases: tuple[str, ...] = (),
        counts: str = "",
        line: bool = True,
    ) -> Callable[[Run], Run]:
        """The decorator that registers the function below it as the command's `run`; raises ValueError as `add`."""

        def take(run: Run) -> Run:
            self.add(Command(name, help, arguments, flags, detail, group, aliases, counts, line, (), run))
            return run

        return take

    def declare(
        self,
        name: str,
        help: str,
        *arguments: Argument,
        flags: tuple[Flag, ...] = (),
        detail: str = "",
        group: str = "",
        aliases: tuple[str, ...] = (),
        counts: str = "",
        line: bool = False,
        modes: tuple[str, ...] = (),
    ) -> None:
        """Register a command that every front end does itself; raises ValueError as `add`."""
        self.add(Command(name, help, arguments, flags, detail, group, aliases, counts, line, modes))

    def copy(self) -> Registry:
        """A registry of one's own with the same commands and aliases."""
        return Registry(self, self.aliases.items())


def _check(command: Command) -> None:
    words = command.name.split(" ")
    if not 1 <= len(words) <= 2 or not all(w and w == w.strip() for w in words):
        raise ValueError(f"{command.name!r} is no name for a command: one word or two")
    if not command.help.endswith("."):
        raise ValueError(f"command {command.name!r}: its help is no sentence")
    if command.group and command.group not in GROUPS:
        raise ValueError(f"command {command.name!r}: no such group {command.group!r}")
    last = command.arguments[-1:]
    for argument in command.arguments:
        if (argument.rest or argument.many) and argument is not last[0]:
            raise ValueError(f"command {command.name!r}: nothing can follow {argument.name!r}")
        if argument.kind == "choice" and not argument.choices:
            raise ValueError(f"command {command.name!r}: {argument.name!r} has no choices")
    names = {a.name for a in command.arguments} | {f.name for f in command.flags}
    if command.counts not in ("", TIMES) and command.counts not in names:
        raise ValueError(f"command {command.name!r}: a count cannot stand for {command.counts!r}")
    shorts = [f.short for f in command.flags if f.short]
    if len(names) != len(command.arguments) + len(command.flags) or len(set(shorts)) != len(shorts):
        raise ValueError(f"command {command.name!r}: two of its arguments or flags have one name")


COMMANDS = Registry()
"""The built-in commands, complete once `lightterm.commands.vocabulary` is imported."""
