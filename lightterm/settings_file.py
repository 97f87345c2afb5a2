"""The user's configuration file: YAML 1.2 read with line numbers, checked, and cached in a form that needs no YAML."""

from __future__ import annotations

import marshal
import os
import zlib
from contextlib import suppress

from lightterm import __version__
from lightterm.errors import ConfigError
from lightterm.resources import user_directory
from lightterm.settings import Layers, SiteRule
from lightterm.yaml_file import nodes, read_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import MappingNode, Node

    from lightterm.settings import Value, Values

MAGIC = b"lightterm settings 1\n"
MAX_FILE_BYTES = 1024 * 1024
# The scalars of YAML 1.2's core schema (yaml.org/spec/1.2.2, section 10.3.2): `no`, `on` and 012 are not special.
WORDS: dict[str, bool | None] = {"": None, "~": None}
for _word, _value in (("null", None), ("true", True), ("false", False)):
    WORDS |= dict.fromkeys((_word, _word.title(), _word.upper()), _value)


def read_layers(path: str) -> Layers:
    """The checked values of the file at `path`; raises ConfigError naming file, line and key.

    What was read is kept in the cache directory under the file's path, time and size, so that the next start neither
    imports nor parses YAML. A cache that is damaged, stale or cannot be written is passed over in silence.
    """
    try:
        status = os.stat(path)
    except OSError as problem:
        raise ConfigError(f"{path}: {problem.strerror}", file=path) from None
    stamp = (os.path.abspath(path), status.st_mtime_ns, status.st_size, __version__)
    cache = os.path.join(user_directory("cache"), f"settings-{zlib.crc32(os.fsencode(stamp[0])):08x}.bin")
    known = _read_cache(cache, stamp)
    if known is None:
        known = _layers(read_nodes(path), path)
        _write_cache(cache, stamp, known)
    return known


def _read_cache(cache: str, stamp: tuple[object, ...]) -> Layers | None:
    # The checksum comes before marshal sees a byte: marshal trusts its input, and a disk may not be trusted.
    try:
        with open(cache, "rb") as file:
            raw = file.read(MAX_FILE_BYTES)
    except OSError:
        return None
    start = len(MAGIC) + 4
    if not raw.startswith(MAGIC) or raw[len(MAGIC) : start] != zlib.crc32(raw[start:]).to_bytes(4, "big"):
        return None
    kept, user, sites = marshal.loads(raw[start:])
    if kept != stamp:
        return None
    return Layers(user=user, sites=tuple(SiteRule(hosts, values) for hosts, values in sites))


def _write_cache(cache: str, stamp: tuple[object, ...], layers: Layers) -> None:
    sites = [(rule.hosts, rule.values) for rule in layers.sites]
    body = marshal.dumps((stamp, layers.user, sites))  # type: ignore[arg-type]  # tuples of str, int, float, bool
    part = f"{cache}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(cache), mode=0o700, exist_ok=True)
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(MAGIC + zlib.crc32(body).to_bytes(4, "big") + body)
        os.replace(part, cache)
    except OSError:
        with suppress(OSError):  # a full disk leaves an empty one
            os.unlink(part)


def read_text_layers(text: str, path: str) -> Layers:
    """The checked values of a settings file's text; raises ConfigError naming file (as `path`), line and key."""
    return _layers(nodes(text, path), path)


def _layers(root: Node | None, path: str) -> Layers:
    return _Reader(path).layers(root) if root else Layers()


class _Reader:
    """Turns the nodes of one file into layers, knowing the line of each."""

    def __init__(self, path: str) -> None:
        self.path = path

    def layers(self, root: Node) -> Layers:
        from lightterm.settings_keys import SECTIONS

        user: list[tuple[str, Value]] = []
        sites: tuple[SiteRule, ...] = ()
        for key, node in self.sections(root, ""):
            if key == "sites":
                sites = tuple(self.site(item) for item in self.sequence(node, key))
            elif key in SECTIONS:
                user += self.section(key, node)
            else:
                raise self.unknown(node, key, (*SECTIONS, "sites"))
        return Layers(user=tuple(user), sites=sites)

    def sections(self, node: Node, where: str) -> Iterator[tuple[str, Node]]:
        """The sections of a mapping; what stands below `media` counts as sections too."""
        for key, child in self.items(node, where):
            if key == "media":
                yield from self.items(child, "media")
            else:
                yield key, child

    def site(self, node: Node) -> SiteRule:
        from lightterm.settings_keys import SECTIONS

        hosts: tuple[str, ...] = ()
        values: list[tuple[str, Value]] = []
        for key, child in self.sections(node, "sites"):
            if key == "hosts":
                hosts = tuple(self.host(item) for item in self.sequence(child, "sites.hosts"))
            elif key in SECTIONS:
                values += self.section(key, child)
            elif key == "tier":
                values.append(self.pair("tiers.only", child))
            else:
                raise self.unknown(child, f"sites.{key}", ("hosts", "tier", *SECTIONS))
        if not hosts:
            raise self.error(node, "sites", "a site rule needs hosts: [...]")
        return SiteRule(hosts, tuple(values))

    def section(self, section: str, node: Node) -> Values:
        pairs: list[tuple[str, Value]] = []
        for name, child in self.items(node, section):
            pair = self.pair(f"{section}.{name}", child)
            if any(pair[0] == known for known, _ in pairs):
                raise self.error(child, pair[0], "given twice")
            pairs.append(pair)
        return tuple(pairs)

    def pair(self, key: str, node: Node) -> tuple[str, Value]:
        """A checked value under its key."""
        from lightterm.settings_keys import check

        try:
            return check(key, self.value(node, key))
        except ConfigError as problem:
            if "line" in problem.context:
                raise
            line = node.start_mark.line + 1
            named = problem.context["key"]
            raise ConfigError(f"{self.path}:{line}: {problem}", file=self.path, line=line, key=named) from None

    def host(self, node: Node) -> str:
        pattern = self.value(node, "sites.hosts")
        if not isinstance(pattern, str) or not pattern or "/" in pattern or "*" in pattern.removeprefix("*"):
            raise self.error(node, "sites.hosts", f"{pattern!r} is no host (example.org, *.example.org, *)")
        try:
            return pattern.lower() if pattern.isascii() else pattern.encode("idna").decode("ascii")
        except UnicodeError:
            raise self.error(node, "sites.hosts", f"{pattern!r} is no host") from None

    def items(self, node: Node, where: str) -> Iterator[tuple[str, Node]]:
        import yaml

        if isinstance(node, yaml.ScalarNode) and node.value == "":
            return  # a section with every key commented out
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, where, "expected `key: value` lines")
        yield from self.pairs(node, where)

    def pairs(self, node: MappingNode, where: str) -> Iterator[tuple[str, Node]]:
        import yaml

        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.error(key, where, "a key must be one word")
            if key.value in seen:
                raise self.error(key, f"{where}.{key.value}".lstrip("."), "given twice")
            seen.add(key.value)
            yield key.value, value

    def sequence(self, node: Node, where: str) -> list[Node]:
        import yaml

        if not isinstance(node, yaml.SequenceNode):
            entries = ", of entries like `- hosts: [...]`" * (where == "sites")
            raise self.error(node, where, f"expected a list{entries}")
        return list(node.value)

    def value(self, node: Node, where: str) -> object:
        import yaml

        if isinstance(node, yaml.ScalarNode):
            return node.value if node.style else _scalar(node.value)
        if isinstance(node, yaml.SequenceNode):
            return tuple(self.leaf(item, where) for item in node.value)
        assert isinstance(node, yaml.MappingNode)
        return tuple((name, self.leaf(child, where)) for name, child in self.pairs(node, where))

    def leaf(self, node: Node, where: str) -> object:
        import yaml

        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, where, "expected one value (text with `: ` in it needs quotes)")
        return self.value(node, where)

    def unknown(self, node: Node, key: str, known: tuple[str, ...]) -> ConfigError:
        from lightterm.settings_keys import section_meant

        return self.error(node, key, f"no such section{section_meant(key.rpartition('.')[2], known)}")

    def error(self, node: Node, key: str, problem: str) -> ConfigError:
        line = node.start_mark.line + 1
        text = f"{self.path}:{line}: {key}: {problem}" if key else f"{self.path}:{line}: {problem}"
        return ConfigError(text, file=self.path, line=line, key=key or None)


def _scalar(text: str) -> str | int | float | bool | None:
    """A plain scalar by YAML 1.2's core schema."""
    if text in WORDS:
        return WORDS[text]
    if text[0] in "+-.0123456789" and text.isascii() and "_" not in text:
        for read in (_integer, float):
            try:
                return read(text)
            except ValueError:
                continue
    return text


def _integer(text: str) -> int:
    if text[:2] in ("0x", "0o"):
        return int(text, 0)
    return int(text)
