"""Every command that is declared is done by the front ends."""

from __future__ import annotations

from lightterm.commands.vocabulary import COMMANDS
from lightterm.line import verbs as line_verbs
from lightterm.tui import verbs

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
