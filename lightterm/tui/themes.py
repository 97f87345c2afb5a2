"""Themes: what a YAML file says of colours and attributes, checked, as a palette."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, ClassVar

from rich.color import Color
from rich.style import Style

from lightterm.errors import ConfigError
from lightterm.graphics.probe import has_few_colors, is_colourless
from lightterm.resources import data_file, user_directory, yaml_names
from lightterm.settings_keys import did_you_mean
from lightterm.tui.palette import KINDS, PARTS, Palette
from lightterm.yaml_file import read_nodes

if TYPE_CHECKING:
    from yaml import Node

ATTRIBUTES = ("bold", "dim", "italic", "underline", "strike", "reverse")
COLORS = ("background", "foreground", "panel", "accent", "warning", "error")
_TERMINALS = tuple(
    prefix + name
    for prefix in ("", "bright-")
    for name in ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
)
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def theme_names() -> tuple[str, ...]:
    """The themes there are: shipped ones, and files in themes/ of the user's configuration directory."""
    return yaml_names("themes")


def load_theme(name: str) -> Palette:
    """The theme of a name, a user's file before a shipped one. Raises ConfigError naming file, line and part."""
    known = theme_names()
    if name not in known:
        raise ConfigError(f"no theme {name[:80]!r}{did_you_mean(name, known)}; there are {', '.join(known)}", key=name)
    path = os.path.join(user_directory("config"), "themes", f"{name}.yaml")
    return read_theme(path if os.path.isfile(path) else data_file("themes", f"{name}.yaml"))


def chosen_theme(setting: str, dark: bool | None) -> str:
    """The name of the theme a setting means; "auto" follows the terminal, and has no colours where none are wanted.

    `dark` is what the terminal said of its background, None when it said nothing. Where there are sixteen colours and
    no more, "auto" is "terminal": ours would come out as greys of 2:1. That, too, follows the background.
    """
    if setting == "auto" and is_colourless(os.environ):
        return "mono"
    if setting == "auto" and not has_few_colors(os.environ):
        return "light" if dark is False else "dark"
    if setting not in ("auto", "terminal"):
        return setting
    if dark is None and not os.environ.get("TERM", "").startswith(
        "linux"
    ):  # the Linux console is black and says nothing
        return "terminal"
    return "terminal-light" if dark is False else "terminal-dark"


def read_theme(path: str) -> Palette:
    """The theme of a file. Raises ConfigError naming file, line and part."""
    return _Reader(path).palette(read_nodes(path))


class _Reader:
    """Turns the nodes of one file into a palette, knowing the line of each."""

    HEADERS: ClassVar = ("name", "about", "background", "colors", "styles")

    def __init__(self, path: str) -> None:
        self.path = path
        self.colors: dict[str, str] = {}

    def palette(self, root: Node | None) -> Palette:
        parts = self.pairs(root)
        for key, node in parts.items():
            if key not in self.HEADERS:
                raise self.error(node, f"{key}: no property of a theme{did_you_mean(key, self.HEADERS)}")
        for name, node in self.pairs(parts.get("colors")).items():
            if name not in COLORS:
                raise self.error(node, f"{name}: no colour of a theme{did_you_mean(name, COLORS)}")
            if not _HEX.fullmatch(self.word(node)):
                raise self.error(node, f"{name}: {self.word(node)!r} is not like #1a2b3c")
            self.colors[name] = self.word(node)
        missing = [name for name in COLORS if self.colors and name not in self.colors]
        if missing:
            raise self.error(parts["colors"], f"colors: {', '.join(missing)} missing")
        styles: dict[str, Style] = {}
        for name, node in self.pairs(parts.get("styles")).items():
            if name not in (*KINDS, *PARTS):
                raise self.error(node, f"{name}: no part of a page{did_you_mean(name, (*KINDS, *PARTS))}")
            styles[name] = self.style(node, name)
        background = self.word(parts["background"]) if "background" in parts else "any"
        if background not in ("dark", "light", "any"):
            raise self.error(parts["background"], f"background: {background!r} is not dark, light or any")
        name = os.path.basename(self.path).removesuffix(".yaml")
        about = self.word(parts["about"]) if "about" in parts else ""
        base = Style(color=self.colors.get("foreground"), bgcolor=self.colors.get("background"))
        return Palette.made(name, about, background != "light", base, styles, self.colors)

    def style(self, node: Node, name: str) -> Style:
        text = self.word(node)
        front, _, behind = text.partition(" on ") if not text.startswith("on ") else ("", "", text[3:])
        given: dict[str, bool] = {}
        color: Color | None = None
        for word in front.split():
            if word in ATTRIBUTES:
                given[word] = True
            elif color is None:
                color = self.color(node, name, word)
            else:
                raise self.error(node, f"{name}: {word!r} is a second colour")
        bgcolor = self.color(node, name, behind.strip()) if behind.strip() else None
        return Style(color=color, bgcolor=bgcolor, **given)  # type: ignore[arg-type]

    def color(self, node: Node, name: str, word: str) -> Color:
        word = self.colors.get(word, word)
        if _HEX.fullmatch(word):
            return Color.parse(word)
        if word in _TERMINALS:
            return Color.parse(word.replace("bright-", "bright_"))
        raise self.error(node, f"{name}: {word!r} is neither an attribute nor a colour")

    def pairs(self, node: Node | None) -> dict[str, Node]:
        import yaml

        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, "expected `name: value` lines")
        return {self.word(key): value for key, value in node.value}

    def word(self, node: Node) -> str:
        import yaml

        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, "expected one line of text")
        return str(node.value)

    def error(self, node: Node | None, problem: str) -> ConfigError:
        line = node.start_mark.line + 1 if node is not None else 1
        return ConfigError(f"{self.path}:{line}: {problem}", file=self.path, line=line)
