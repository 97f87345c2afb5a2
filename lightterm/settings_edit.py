"""Changing the user's settings file: one key at a time, comments and order kept, never half written."""

from __future__ import annotations

import io
import os

from lightterm.errors import ConfigError, WriteFailed
from lightterm.settings_keys import KEYS, canonical
from lightterm.whole_file import replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lightterm.settings import Value


def edit_file(path: str, key: str, value: Value, host: str = "") -> None:
    """Write `key` (checked, with its section) into the file at `path`, made when it is not there.

    With a `host` it goes into the rule for exactly that host. Of a mapping only the names in `value` are changed.
    Raises ConfigError for a file that is no YAML, WriteFailed; the file is then as it was.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    before = _read(path)
    try:
        root = yaml.load(before)
    except YAMLError as problem:
        raise ConfigError(f"{path}: {str(problem).splitlines()[0]}", file=path) from None
    if root is None:
        root = yaml.map()
        if before.strip():
            # A file of nothing but comments: they stay on top.
            root.yaml_set_start_comment("\n".join(line.lstrip().removeprefix("#")[1:] for line in before.splitlines()))
    section, _, name = key.partition(".")
    top = _rule(root, host, path) if host else root
    _put(_child(top, section, path), name, key, value)
    out = io.StringIO()
    yaml.dump(root, out)
    write_file(path, out.getvalue())


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not UTF-8"
        raise ConfigError(f"{path}: {reason}", file=path) from None


def _child(parent: Any, name: str, path: str) -> Any:
    """The mapping `name` of a mapping, made where it is missing or empty."""
    if not isinstance(parent, dict):
        raise ConfigError(f"{path}: expected `key: value` lines", file=path)
    known = _known(parent, name)
    if parent.get(known) is None:
        parent[known] = {}
    if not isinstance(parent[known], dict):
        raise ConfigError(f"{path}: {name}: expected `key: value` lines", file=path, key=name)
    return parent[known]


def _rule(root: Any, host: str, path: str) -> Any:
    """The last rule of `sites` for exactly this host, made where there is none."""
    if not isinstance(root, dict) or not isinstance(root.get("sites") or [], list):
        raise ConfigError(f"{path}: sites: expected a list", file=path, key="sites")
    if root.get("sites") is None:
        root["sites"] = []
    for rule in reversed(root["sites"]):
        if isinstance(rule, dict) and rule.get("hosts") in ([host], host):
            return rule
    root["sites"].append({"hosts": [host]})
    return root["sites"][-1]


def _put(section: Any, name: str, key: str, value: Value) -> None:
    known = _known(section, name)
    if KEYS[key][0] in ("pairs", "headers"):
        if not isinstance(section.get(known), dict):
            section[known] = {}
        assert isinstance(value, tuple)
        section[known].update(dict(value))  # type: ignore[arg-type]  # pairs, by its kind
    else:
        section[known] = list(value) if isinstance(value, tuple) else value


def _known(mapping: Any, name: str) -> str:
    """The spelling that the file has of a name (maxRedirects), else the name."""
    return next((each for each in mapping if isinstance(each, str) and canonical(each) == name), name)


def write_file(path: str, text: str) -> None:
    """Put `text` in the place of the file in one step; a link keeps being one. Raises WriteFailed."""
    target = os.path.realpath(path)
    try:
        os.makedirs(os.path.dirname(target), mode=0o700, exist_ok=True)
        replace_file(target, text.encode(), os.stat(target).st_mode & 0o777 if os.path.exists(target) else 0o600)
    except OSError as problem:
        raise WriteFailed(f"{path}: {problem.strerror or problem}") from None
