"""The YAML files that people write (settings, keymaps, themes), read into nodes that know their lines."""

from __future__ import annotations

from lightterm.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yaml import Node

MAX_CHARACTERS = 1 << 20
"""Characters of a file; more is no file that a person wrote."""


def read_nodes(path: str) -> Node | None:
    """The root node of a file, None for an empty one. Raises ConfigError naming file and line."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except OSError as problem:
        raise ConfigError(f"{path}: {problem.strerror}", file=path) from None
    except UnicodeDecodeError as problem:
        raise ConfigError(f"{path}: not UTF-8 at byte {problem.start}", file=path) from None
    if len(text) > MAX_CHARACTERS:
        raise ConfigError(f"{path}: larger than {MAX_CHARACTERS} characters", file=path)
    return nodes(text, path)


def nodes(text: str, path: str) -> Node | None:
    """The root node of a YAML text (https://yaml.org/spec/1.2.2), None for an empty one; errors name the file `path`.

    Raises ConfigError naming file and line.
    """
    import yaml

    try:
        # libyaml, where it is there, reads the keymap vim.yaml in 1.3 ms; the parser in Python takes 21.
        return yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError:
        pass
    try:
        # What is wrong the one in Python says better, and the same on every machine.
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise ConfigError(f"{path}:{line}: {problem.problem}", file=path, line=line) from None
    except (yaml.YAMLError, RecursionError) as problem:
        raise ConfigError(f"{path}: {problem or 'nested too deeply'}", file=path) from None
