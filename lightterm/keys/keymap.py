"""Keymaps: whole sets of keys as YAML files, checked, with the user's own bindings on top.

name: "vim"            as the file
about: "..."           a line for the list of sets
digits: "count"        what digits before a key are: count, target (a number to follow), none
cursor: "target"       what the cursor of normal mode stands on: target, text (a caret), link (one in sight always)
region: "inclusive"    whether what is selected ends with the character of the caret: inclusive, or before it:
                       exclusive; with that a search forward ends behind what it found
fields: "enter"        when a field is typed into: after Enter on it, or on arrival: as soon as keys lead there
escape: "key"          key, or meta: Escape and a key are Alt and the key
argument: "<C-u>"      a key that says a count, as in Emacs; without it there is none
normal:                a mode: keys and the command line they run
  "gg": "scroll to top"

A mode that a file says nothing of has the keys of vim's set; one that it has must have a way out.
"""

from __future__ import annotations

import os

from lightterm.errors import ConfigError
from lightterm.keys.names import show_keys, split_keys
from lightterm.keys.trie import Dispatcher, Trie
from lightterm.records import Record
from lightterm.resources import data_file, user_directory, yaml_names
from lightterm.yaml_file import read_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yaml import Node

    from lightterm.commands.registry import Registry
    from lightterm.settings import Pairs, Settings

MODES = ("normal", "hint", "caret", "visual", "insert", "command", "search", "prompt", "passthrough")
"""normal: reading. hint: hints are shown. caret, visual: the caret moves, and selects. insert: a field is edited.
command: the command line. prompt: a question is asked. passthrough: keys go on to the page or the program.
search: the line while a search is typed. A set without such keys takes those of its command line; in one that has them
each other key ends the search and does its own work, as in Emacs."""

COUNTING = ("normal", "caret", "visual")
"""The modes in which digits may be a count."""

DEFAULT = "vim"
"""The set that has the keys of what another says nothing of."""

NEEDED = {
    "normal": (("prompt", "palette", "quit"),),
    "hint": (("hint mode cancel",),),
    "caret": (("mode normal", "prompt", "palette"),),
    "visual": (("mode normal", "prompt", "palette"),),
    "insert": (("entry leave", "entry cancel", "entry accept", "entry keep", "entry keep-next"),),
    "command": (("entry accept",), ("entry cancel",)),
    "search": (("entry accept",), ("entry cancel",)),
    "prompt": (("answer cancel",),),
    "passthrough": (("mode normal",),),
}
"""What a mode must have a key for, one of each: without it nobody gets out of the mode, and no set could be changed."""

HEADERS = {
    "digits": ("count", "target", "none"),
    "cursor": ("target", "text", "link"),
    "fields": ("enter", "arrival"),
    "escape": ("key", "meta"),
    "region": ("inclusive", "exclusive"),
}


class Binding(Record):
    """One key sequence as it is written, and the command line it runs."""

    keys: str
    line: str


class Keymap:
    """The bindings of every mode."""

    def __init__(self, name: str, headers: Mapping[str, str], prefixes: bool = False, timeout: float = 1.0) -> None:
        self.name = name
        self.about = headers.get("about", "")
        self.digits = headers.get("digits", "count")
        self.cursor = headers.get("cursor", "target")
        self.fields = headers.get("fields", "enter")
        self.escape = headers.get("escape", "key")
        self.region = headers.get("region", "inclusive")
        self.argument = headers.get("argument", "")
        self.timeout = timeout
        self.problems: list[str] = []
        """What is wrong with the user's own bindings, in words."""
        self.tries = {mode: Trie(prefixes) for mode in MODES if mode != "search"}
        self._by_command: dict[str, tuple[Registry, dict[str, tuple[Binding, ...]]]] = {}

    @property
    def search_ends(self) -> bool:
        """Whether searches have keys of their own here, and others end a search that is typed."""
        return "search" in self.tries

    def dispatcher(self, mode: str) -> Dispatcher:
        """A new state machine for the keys of a mode."""
        trie = self.tries.get(mode, self.tries["command"])
        counting = mode in COUNTING
        argument = split_keys(self.argument)[0] if self.argument and counting else ""
        digits = counting and self.digits != "none"
        number = digits and self.digits == "target"
        return Dispatcher(trie, digits, self.escape == "meta" and counting, self.timeout, argument, number)

    def bind(self, mode: str, keys: str, line: str, registry: Registry) -> None:
        """Bind `keys` to a command line. Raises ConfigError for keys, mode or command that are wrong or hidden."""
        check_binding(mode, keys, line, registry, self.digits)
        self._by_command.clear()
        if mode not in self.tries:
            raise ConfigError(f"{mode}: {self.name} has no keys of its own for it; command has them", key=keys)
        try:
            self.tries[mode].add(split_keys(keys), line)
        except ValueError as problem:
            raise ConfigError(f"{mode}: {keys}: {problem}", key=keys) from None

    def unbind(self, mode: str, keys: str) -> int:
        """Take a binding away, or all that begin so; how many. Raises ConfigError for keys or a mode that are none."""
        trie = self.tries.get(mode)
        if trie is None:
            raise _no_mode(mode)
        self._by_command.clear()
        try:
            return trie.remove(split_keys(keys))
        except ValueError as problem:
            raise ConfigError(f"{mode}: {problem}", key=keys) from None

    def bindings(self, mode: str) -> tuple[Binding, ...]:
        """The bindings of a mode, in the order of the file."""
        return tuple(Binding(show_keys(keys), line) for keys, line in self.tries.get(mode, ()))

    def lacks(self, mode: str) -> tuple[str, ...]:
        """What no key of the mode runs and one must: the commands of which one would do. Empty when nothing is."""
        bound = {" ".join(part.split()) for _, line in self.tries[mode] for part in line.split(";;")}
        for ways in NEEDED[mode]:
            if not any(part == way or part.startswith(f"{way} ") for part in bound for way in ways):
                return ways
        return ()

    def keys_of(self, line: str, mode: str = "normal") -> tuple[str, ...]:
        """The sequences that run exactly this command line, shortest first."""
        found = [show_keys(keys) for keys, bound in self.tries[mode] if bound == line]
        return tuple(sorted(found, key=len))

    def keys_for(self, name: str, registry: Registry, mode: str = "normal") -> tuple[Binding, ...]:
        """The bindings of a mode that run the command `name`, with whatever arguments."""
        return self.by_command(registry, mode).get(name, ())

    def by_command(self, registry: Registry, mode: str = "normal") -> dict[str, tuple[Binding, ...]]:
        """The bindings of a mode by the commands that they run; looked up once, 3 ms of the palette."""
        known = self._by_command.get(mode)
        if known is not None and known[0] is registry:
            return known[1]
        found: dict[str, tuple[Binding, ...]] = {}
        for binding in self.bindings(mode):
            for name in dict.fromkeys(_names(binding.line, registry)):
                found[name] = (*found.get(name, ()), binding)
        self._by_command[mode] = registry, found
        return found

    def which(self, mode: str, keys: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """What can follow the keys typed so far: (key, its command line or how many go on from it)."""
        return tuple((key, line or f"+{longer} keys") for key, line, longer in self.tries[mode].following(keys))


def _names(line: str, registry: Registry) -> tuple[str, ...]:
    """The commands that a bound line runs, by its first words where it has one: to parse all of a set takes 2 ms."""
    from lightterm.commands.parse import CHAIN, parse
    from lightterm.errors import CommandInvalid

    words = line.split(maxsplit=2)
    if words and CHAIN not in line and words[0] not in registry.aliases:
        command = registry.get(" ".join(words[:2])) or registry.get(words[0])
        if command is not None:
            return (command.name,)
    try:
        return tuple(call.name for call in parse(line, registry))
    except CommandInvalid:
        return ()


def check_binding(mode: str, keys: str, line: str, registry: Registry, digits: str = "none") -> None:
    """Raise ConfigError unless `line` can run in `mode` and `keys` can be typed there."""
    from lightterm.commands.parse import parse
    from lightterm.errors import CommandInvalid

    if mode not in MODES:
        raise _no_mode(mode)
    try:
        first = split_keys(keys)[0]
    except ValueError as problem:
        raise ConfigError(f"{mode}: {problem}", key=keys) from None
    if mode in COUNTING and digits != "none" and first in "123456789":
        raise ConfigError(f"{mode}: {keys}: digits are a {digits} in this keymap", key=keys)
    try:
        calls = parse(line, registry)
    except CommandInvalid as problem:
        raise ConfigError(f"{mode}: {keys}: {problem.message}", key=keys) from None
    if not calls:
        raise ConfigError(f"{mode}: {keys}: no command is given", key=keys)
    for call in calls:
        allowed = call.command.modes
        if allowed and mode not in allowed:
            raise ConfigError(f"{mode}: {keys}: {call.name} is for {' and '.join(allowed)} mode only", key=keys)


def _no_mode(mode: str) -> ConfigError:
    from lightterm.settings_keys import did_you_mean

    return ConfigError(f"no mode {mode!r}{did_you_mean(mode, MODES)}; there are {', '.join(MODES)}", key=mode)


def keymap_names() -> tuple[str, ...]:
    """The sets there are: shipped ones, and files in keymaps/ of the user's configuration directory."""
    return yaml_names("keymaps")


def load_keymap(settings: Settings, registry: Registry, name: str = "") -> Keymap:
    """The keymap of the settings (or of another name) with the user's own bindings on top.

    A user's file of that name goes before a shipped one. Own bindings that cannot be are told in `problems`: they fit
    another set, perhaps. Raises ConfigError, naming file, line and key, for a set that is none or has mistakes.
    """
    from lightterm.settings_keys import did_you_mean

    name = name or settings.keys.keymap
    known = keymap_names()
    if name not in known:
        raise ConfigError(f"no keymap {name[:80]!r}{did_you_mean(name, known)}; there are {', '.join(known)}", key=name)
    path = os.path.join(user_directory("config"), "keymaps", f"{name}.yaml")
    if not os.path.isfile(path):
        path = data_file("keymaps", f"{name}.yaml")
    keymap = read_keymap(path, registry, settings.keys.timeout)
    for mode, pairs in own_keys(settings):
        for keys, line in pairs:
            try:
                if line:
                    keymap.bind(mode, keys, line, registry)
                else:
                    keymap.unbind(mode, keys)
            except ConfigError as problem:
                keymap.problems.append(f"keys.{problem.message}")
        if pairs and mode in keymap.tries and (ways := keymap.lacks(mode)):
            keymap.tries[mode] = read_keymap(path, registry, settings.keys.timeout).tries[mode]
            keymap.problems.append(f"keys.{mode}: not used, as no key would run {' or '.join(ways)}")
    return keymap


def own_keys(settings: Settings) -> tuple[tuple[str, Pairs], ...]:
    """The user's own bindings by mode."""
    return (
        ("normal", settings.keys.normal),
        ("hint", settings.keys.hint),
        ("caret", settings.keys.caret),
        ("visual", settings.keys.visual),
        ("insert", settings.keys.insert),
        ("command", settings.keys.command),
        ("search", settings.keys.search),
        ("prompt", settings.keys.prompt),
        ("passthrough", settings.keys.passthrough),
    )


def read_keymap(path: str, registry: Registry, timeout: float = 0.0) -> Keymap:
    """The keymap of a file. Raises ConfigError naming file, line and key."""
    return _Reader(path, registry).keymap(read_nodes(path), timeout)


class _Reader:
    """Turns the nodes of one file into a keymap, knowing the line of each."""

    def __init__(self, path: str, registry: Registry) -> None:
        self.path = path
        self.registry = registry

    def keymap(self, root: Node | None, timeout: float) -> Keymap:
        headers: dict[str, str] = {}
        modes: dict[str, list[tuple[Node, str, str]]] = {}
        for node, key, value in self.pairs(root, ""):
            if key in MODES:
                modes[key] = [(at, keys, self.word(line, keys)) for at, keys, line in self.pairs(value, key)]
            else:
                headers[key] = self.header(node, key, value)
        name = os.path.basename(self.path).removesuffix(".yaml")
        if root is not None and headers.get("name", name) != name:
            raise self.error(root, "name", f"the file is called {name}.yaml")
        keymap = Keymap(name, headers, timeout > 0, timeout or 1.0)
        if "search" in modes:
            keymap.tries["search"] = Trie(timeout > 0)
        for mode, bindings in modes.items():
            for node, keys, line in bindings:
                try:
                    if keymap.tries[mode].get(split_keys(keys)) is not None:
                        raise ConfigError(f"{mode}: {keys}: given twice", key=keys)
                    keymap.bind(mode, keys, line, self.registry)
                except (ConfigError, ValueError) as problem:
                    raise self.error(node, keys, str(problem)) from None
        self.complete(keymap, set(modes), root, timeout)
        return keymap

    def complete(self, keymap: Keymap, given: set[str], root: Node | None, timeout: float) -> None:
        """Give modes that the file does not have the keys of the default set. Raises ConfigError without a way out."""
        missing = [mode for mode in MODES if mode not in given and mode not in ("normal", "search")]
        if missing:
            default = read_keymap(data_file("keymaps", f"{DEFAULT}.yaml"), self.registry, timeout)
            for mode in missing:
                keymap.tries[mode] = default.tries[mode]
        for mode in keymap.tries:
            if ways := keymap.lacks(mode):
                at = next((key for key, _ in root.value if key.value == mode), root) if root is not None else None
                raise self.error(at, mode, f"no key runs {' or '.join(ways)}, so there would be no way out")

    def header(self, node: Node, key: str, value: Node) -> str:
        from lightterm.settings_keys import did_you_mean

        known = ("name", "about", "argument", *HEADERS, *MODES)
        if key not in known:
            raise self.error(node, key, f"neither a mode nor a property{did_you_mean(key, known)}")
        text = self.word(value, key)
        if key in HEADERS and text not in HEADERS[key]:
            raise self.error(value, key, f"{text!r} is not one of {', '.join(HEADERS[key])}")
        if key == "argument":
            try:
                (_,) = split_keys(text)
            except ValueError:
                raise self.error(value, key, f"{text!r} is not one key, as in <C-u>") from None
        return text

    def pairs(self, node: Node | None, where: str) -> Iterator[tuple[Node, str, Node]]:
        import yaml

        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, where, "expected `key: value` lines")
        seen: set[str] = set()
        for key, value in node.value:
            text = self.word(key, where)
            if text in seen:
                raise self.error(key, text, "given twice")
            seen.add(text)
            yield key, text, value

    def word(self, node: Node, where: str) -> str:
        """The text of a scalar as it stands: no YAML word is special here."""
        import yaml

        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, where, "expected one line of text")
        return str(node.value)

    def error(self, node: Node | None, key: str, problem: str) -> ConfigError:
        line = node.start_mark.line + 1 if node is not None else 1
        shown = problem if not key or problem.startswith(key) or f": {key}: " in problem else f"{key}: {problem}"
        return ConfigError(f"{self.path}:{line}: {shown}", file=self.path, line=line, key=key or None)
