"""Every command that is declared is done by the front ends."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from lightterm.commands.vocabulary import COMMANDS
from lightterm.line import verbs as line_verbs
from lightterm.tui import verbs
from tests.tui.test_every_key import KEYMAPS, bindings

DECLARED = {command.name for command in COMMANDS if command.run is None}


def test_the_tui_does_every_command() -> None:
    assert not DECLARED - verbs.known()


def test_line_mode_does_every_command_that_is_not_for_a_screen() -> None:
    wanted = {command.name for command in COMMANDS if command.run is None and command.line}
    assert not wanted - line_verbs.known()


def test_nothing_is_done_that_is_not_declared() -> None:
    own = {command.name for command in line_verbs.OWN}
    assert verbs.known() <= DECLARED
    assert line_verbs.known() - own <= DECLARED


def test_every_command_is_run_in_a_test_of_the_app() -> None:
    """By a key of some set (`test_every_key` presses all), or by its name in a test that has the app run."""
    known = {name: command.name for command in COMMANDS for name in (command.name, *command.aliases)}
    longest_first = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    begins = re.compile(rf"(?:^|:|\n|\r|\x1b|;; ?)({longest_first})!?(?=$|[\s?\\])")
    bound = {
        known[match[1]]
        for keymap in KEYMAPS
        for _, _, line in bindings(keymap)
        for match in begins.finditer(line)
    }  # fmt: skip
    typed = set[str]()
    for path in Path(__file__).parents[1].rglob("test_*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if names & {"browsing", "Terminal"}:
            texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
            typed |= {known[m[1]] for text in texts if isinstance(text, str) for m in begins.finditer(text)}
    assert {command.name for command in COMMANDS} - bound - typed == set()
