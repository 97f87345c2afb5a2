"""The vocabulary: what a command is, and that the built-in ones are declared as they should be."""

from __future__ import annotations

import pytest

from lightterm.commands.registry import GROUPS, TIMES, Argument, Command, Flag, Registry
from lightterm.commands.vocabulary import COMMANDS


def test_every_command_has_a_group_a_sentence_and_is_in_line_mode_or_on_the_screen() -> None:
    assert len(COMMANDS) > 100
    assert {command.group for command in COMMANDS} == set(GROUPS)
    assert [command.name for command in COMMANDS if not command.help.endswith(".")] == []


def test_a_name_is_taken_once() -> None:
    names = Registry()
    names.add(Command("tab close", "Close it.", aliases=("bd",)))
    with pytest.raises(ValueError, match="'bd' is taken by 'tab close'"):
        names.add(Command("bd", "Something else."))
    with pytest.raises(ValueError, match="is taken"):
        names.add(Command("tab close", "Once more."))


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (Command("a b c", "Three words."), "one word or two"),
        (Command("a", "no sentence"), "no sentence"),
        (Command("a", "A.", group="Nowhere"), "no such group"),
        (Command("a", "A.", (Argument("x", rest=True), Argument("y"))), "nothing can follow 'x'"),
        (Command("a", "A.", (Argument("x", "choice"),)), "has no choices"),
        (Command("a", "A.", counts="x"), "a count cannot stand for 'x'"),
        (Command("a", "A.", (Argument("x"),), (Flag("x"),)), "have one name"),
    ],
)
def test_a_badly_declared_command_is_refused(command: Command, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Registry().add(command)


def test_a_hyphen_is_as_good_as_a_space() -> None:
    assert COMMANDS.get("tab-close") is COMMANDS["tab close"]
    assert COMMANDS.get("refresh") is COMMANDS["reload"]
    assert COMMANDS.get("tab-shut") is None


def test_a_copy_is_ones_own() -> None:
    own = COMMANDS.copy()
    own.add(Command("mine", "Mine."))
    own.aliases["ff"] = "mine"
    assert "mine" in own
    assert "mine" not in COMMANDS
    assert "ff" not in COMMANDS.aliases


def test_usage_says_what_may_be_left_out() -> None:
    assert COMMANDS["open"].usage == "open [-t] [-b] [-p] [ADDRESS...]"
    assert COMMANDS["set"].usage == "set [-t] KEY [VALUE...]"
    assert COMMANDS["scroll"].counts == TIMES
