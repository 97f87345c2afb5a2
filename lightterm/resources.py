"""Where the files lie that lightterm ships (keymaps, themes, config, help), and where the user's own belong."""

from __future__ import annotations

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
IDENTITY = "LIGHTTERM_IDENTITY"
"""The variable that names the identity."""
_XDG = {"config": ".config", "cache": ".cache", "data": ".local/share", "state": ".local/state"}


def data_file(folder: str, name: str = "") -> str:
    """The path of a shipped file, or of its folder: `keymaps`, `themes`, `config` or `help`.

    A wheel carries the first three inside the package under data/; a checkout, an editable install and an unpacked
    sdist have them beside the package.
    """
    if folder == "help":
        base = os.path.join(HERE, "help")
    else:
        base = os.path.join(HERE, "data", folder)
        if not os.path.isdir(base):
            base = os.path.join(os.path.dirname(HERE), folder)
    return os.path.join(base, name) if name else base


def import_paths() -> list[str]:
    """Where modules are found, this package among them: for processes that start without any."""
    return [os.path.dirname(HERE), *(path for path in sys.path if path)]


def yaml_names(folder: str) -> tuple[str, ...]:
    """The names of the YAML files of `keymaps` or `themes`: shipped ones and the user's own."""
    names = set()
    for place in (data_file(folder), os.path.join(user_directory("config"), folder)):
        if os.path.isdir(place):
            names |= {name.removesuffix(".yaml") for name in os.listdir(place) if name.endswith(".yaml")}
    return tuple(sorted(names))


def read_text(folder: str, name: str) -> str:
    """The text of a shipped file (UTF-8); raises FileNotFoundError."""
    with open(data_file(folder, name), encoding="utf-8") as file:
        return file.read()


def user_directory(kind: str) -> str:
    """The user's directory for `config`, `cache`, `data` or `state` (XDG Base Directory Specification 0.8).

    All but the settings are an identity's own where one was named. A relative XDG_*_HOME is ignored, as the
    specification says. Where XDG is not the custom (macOS, Windows) and no variable is set, platformdirs knows.
    """
    place = _directory(kind)
    name = os.environ.get(IDENTITY, "")
    return os.path.join(place, "identities", name) if name and kind != "config" else place


def use_identity(name: str) -> None:
    """Be somebody else from now on, this process and those it starts: "" is who one is without a name.

    Raises ConfigError for what is no name.
    """
    if name and (not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40):
        from lightterm.errors import ConfigError

        raise ConfigError(f"{name!r} is no name for an identity: letters, digits, - and _")
    os.environ[IDENTITY] = name


def _directory(kind: str) -> str:
    root = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    if os.path.isabs(root):
        return os.path.join(root, "lightterm")
    if sys.platform in ("darwin", "win32"):
        import platformdirs

        return str(getattr(platformdirs, f"user_{kind}_dir")("lightterm", appauthor=False))
    return os.path.join(os.path.expanduser("~"), _XDG[kind], "lightterm")
