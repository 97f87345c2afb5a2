"""Completion of a command line: names, flags, choices, settings and values, and what a front end's sources know."""

from __future__ import annotations

from functools import cache

from lightterm.commands.parse import CHAIN, SIGNS, quote, word_at
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lightterm.commands.parse import Word
    from lightterm.commands.registry import Command, Flag, Registry

    Source = Callable[[str], "Iterable[Offer]"]
    Sources = Mapping[str, Source]

AT_MOST = 250


class Offer(Record):
    """Something that may stand in the line: its text, and what it is."""

    text: str
    help: str = ""


class Completion(Record):
    """An offer and the columns of the line that it takes the place of; `line` is the line with it, `cursor` its end."""

    text: str
    help: str
    start: int
    end: int
    line: str
    cursor: int


def complete(line: str, cursor: int, registry: Registry, sources: Sources) -> tuple[Completion, ...]:
    """What may stand at the cursor, best first, at most 250.

    `sources` give the offers of a kind of argument (url, bookmark, tab ...) for what is typed of it; they rank their
    own. A source that raises is not caught.
    """
    cursor = min(max(cursor, 0), len(line))
    found: list[Completion] = []
    names = _Place(line, cursor, registry)
    if names.is_name:
        found += [_completion(line, names, offer) for offer in names.names()]
    arguments = _Place(line, cursor, registry)
    found += [_completion(line, arguments, offer) for offer in arguments.offers(sources)]
    return tuple(found[:AT_MOST])


def _completion(line: str, at: _Place, offer: Offer) -> Completion:
    text = offer.text if at.raw else quote(offer.text)
    after = line[at.end :]
    gap = "" if after[:1].isspace() or text.endswith("/") else " "
    head = line[: at.start] + text + gap
    return Completion(offer.text, offer.help, at.start, at.end, head + after, len(head))


class _Place:
    """What the cursor stands in: the words of its command, and which of its arguments it is."""

    def __init__(self, line: str, cursor: int, registry: Registry) -> None:
        self.registry = registry
        self.raw = False
        self.words: list[Word] = []
        self.start = self.end = cursor
        begin = 0
        while (word := word_at(line, begin)) is not None and word.start < cursor:
            if word.text == CHAIN and not word.quoted and word.end < cursor:
                self.words.clear()
            elif word.end < cursor or (word.end == cursor and line[cursor - 1 : cursor].isspace()):
                self.words.append(word)
            else:
                self.start, self.end = word.start, word.end
            begin = word.end
        self.typed = line[self.start : cursor].lstrip("\"'")
        self.line = line
        self.cursor = cursor

    @property
    def is_name(self) -> bool:
        """Whether the cursor stands in the first word of a command, or in what may be the second of its name."""
        if not self.words:
            return True
        first = self.words[0].text
        return len(self.words) == 1 and any(name.startswith(f"{first} ") for name in self.registry.names())

    def offers(self, sources: Sources) -> Iterable[Offer]:
        """What may stand here as an argument or flag."""
        command, given = self._command()
        if command is None:
            return []
        if self.typed.startswith("-") and command.flags:
            self.raw = True
            return _ranked(self.typed, _flags(command))
        flag, given = self._open_flag(command, given)
        if flag is not None:
            return self._of_kind(flag.kind, flag.choices, sources, given)
        arguments = command.arguments
        index = min(len(given), len(arguments) - 1)
        if index < 0 or (len(given) > index and not (arguments[index].many or arguments[index].rest)):
            return []
        argument = arguments[index]
        if argument.rest:
            self._take_rest(given[index:])
        if argument.kind == "command":
            return self._inner(sources)
        return self._of_kind(argument.kind, argument.choices, sources, given)

    def _command(self) -> tuple[Command | None, list[Word]]:
        """The command of the words before the cursor, and the words after its name."""
        if not self.words or self.words[0].text[:1] in SIGNS:
            return None, []
        first = self.words[0].text
        if len(self.words) > 1:
            two = self.registry.get(f"{first} {self.words[1].text}")
            if two is not None:
                return two, self.words[2:]
        return self.registry.get(first), self.words[1:]

    def names(self) -> Iterable[Offer]:
        """Names of commands and aliases that go on from what is typed."""
        self.raw = True
        typed = self.typed
        if self.words:
            self.start = self.words[0].start
            typed = f"{self.words[0].text} {self.typed}"
        known = [Offer(command.name, command.help) for command in self.registry]
        known += [Offer(name, line) for name, line in self.registry.aliases.items()]
        if typed and not self.words:
            exact = self.registry.get(typed)
            if exact is not None and typed in exact.aliases:
                known.insert(0, Offer(typed, exact.help))
        return _ranked(typed, known)

    def _open_flag(self, command: Command, given: list[Word]) -> tuple[Flag | None, list[Word]]:
        """The flag whose value the cursor stands at, and the words that are no flags or values of flags."""
        plain: list[Word] = []
        waiting: Flag | None = None
        for word in given:
            if waiting is not None:
                waiting = None
                continue
            name = word.text.partition("=")[0]
            flag = next((f for f in command.flags if name in (f"--{f.name}", f"-{f.short}")), None)
            if flag is None:
                plain.append(word)
            elif flag.kind and "=" not in word.text:
                waiting = flag
        return waiting, plain

    def _take_rest(self, words: list[Word]) -> None:
        """What is typed of an argument that takes the rest of the line is all of it, spaces too."""
        self.raw = True
        if words:
            self.start = words[0].start
            self.typed = self.line[self.start : self.cursor]

    def _inner(self, sources: Sources) -> Iterable[Offer]:
        """Offers for a command line that is an argument (of bind, alias, prompt)."""
        inside = complete(self.typed, len(self.typed), self.registry, sources)
        return [Offer(each.line.rstrip(), each.help) for each in inside]

    def _of_kind(self, kind: str, choices: tuple[str, ...], sources: Sources, given: list[Word]) -> Iterable[Offer]:
        if kind in sources:
            return sources[kind](self.typed)
        if kind == "value" and given:
            return _ranked(self.typed, setting_values(given[0].text))
        return _ranked(self.typed, [*map(Offer, choices), *_built_in(kind, self.registry)])


@cache
def _settings() -> tuple[Offer, ...]:
    """All settings, the same in each line that names one."""
    from lightterm.settings_keys import KEYS

    return tuple(Offer(key, str(rule[0])) for key, rule in KEYS.items())


def _built_in(kind: str, registry: Registry) -> Iterator[Offer]:
    """Offers that need no front end."""
    if kind == "setting":
        yield from _settings()
    elif kind == "keymap":
        from lightterm.keys.keymap import keymap_names

        yield from map(Offer, keymap_names())
    elif kind == "mode":
        from lightterm.keys.keymap import MODES

        yield from map(Offer, MODES)
    elif kind == "alias":
        yield from (Offer(name, line) for name, line in registry.aliases.items())
    elif kind == "topic":
        from lightterm.commands.about_help import TABLES
        from lightterm.fetch.scheme_about import pages
        from lightterm.settings_keys import KEYS

        yield from map(Offer, (*TABLES, *pages()))
        yield from (Offer(command.name, command.help) for command in registry)
        yield from map(Offer, KEYS)


def setting_values(key: str) -> Iterator[Offer]:
    """What a setting may hold, where that can be listed."""
    from lightterm.commands.settings_verbs import full_key
    from lightterm.settings_keys import KEYS

    kind, *limits = KEYS.get(full_key(key), ("",))
    if kind == "bool":
        yield from (Offer("on"), Offer("off"))
    elif kind == "choice" and isinstance(limits[0], tuple):
        yield from map(Offer, limits[0])
    elif kind == "tier":
        from lightterm.settings import TIERS

        yield from map(Offer, TIERS)
    elif full_key(key) == "tui.theme":
        from lightterm.commands.settings_verbs import themes

        yield from map(Offer, themes())
    elif full_key(key) == "keys.keymap":
        from lightterm.keys.keymap import keymap_names

        yield from map(Offer, keymap_names())


def _flags(command: Command) -> Iterator[Offer]:
    for flag in command.flags:
        yield Offer(f"--{flag.name}", flag.help)


def _ranked(typed: str, offers: Iterable[Offer]) -> list[Offer]:
    """The offers that fit what is typed: those that begin so, whose words do, that hold it, that hold its letters."""
    if not typed:
        return list(offers)
    wanted = typed.lower()
    fitting = ((fit(wanted, offer.text.lower()), i, offer) for i, offer in enumerate(offers))
    return [offer for rank, _, offer in sorted((f for f in fitting if f[0] is not None), key=lambda f: f[:2])]


def fit(typed: str, text: str) -> int | None:
    """How well `text` fits what is typed, both in lower case: 0 is the same, 1 begins so ... None does not at all."""
    if text == typed:
        return 0
    if text.startswith(typed):
        return 1
    words = text.replace("-", " ").replace(".", " ").replace("_", " ").split()
    parts = typed.replace("-", " ").replace(".", " ").split()
    if parts and all(any(word.startswith(part) for word in words) for part in parts):
        return 2
    if typed in text:
        return 3
    letters = iter(text)
    return 4 if len(typed) > 1 and all(letter in letters for letter in typed if letter != " ") else None
