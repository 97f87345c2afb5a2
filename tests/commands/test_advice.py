"""What can be done about errors, told to people in the app: by commands and settings that there are."""

from __future__ import annotations

import re

import pytest

from lightterm import errors
from lightterm.commands.advice import advice
from lightterm.commands.vocabulary import COMMANDS
from lightterm.errors import Action, LighttermError
from lightterm.settings_keys import KEYS


def actions() -> list[Action]:
    """Every action that errors.py declares."""
    known = [value for value in vars(errors).values() if isinstance(value, Action)]
    for value in vars(errors).values():
        if isinstance(value, type) and issubclass(value, LighttermError):
            known += value.default_actions
    return list(dict.fromkeys(known))


ONLY_AT_A_SHELL = ("--headed", "--user", "--password-file", "--no-robots")


@pytest.mark.parametrize("action", actions(), ids=lambda action: action.action)
def test_advice_names_commands_that_there_are(action: Action) -> None:
    told = advice(action)
    assert "--" not in told.replace("--fresh", "") or any(option in told for option in ONLY_AT_A_SHELL), told
    for name in re.findall(r":set ([\w.]+)", told):
        assert name in KEYS
    for name in re.findall(r":([a-z]+)", told):
        assert COMMANDS.get(name) is not None, name


def test_advice_of_settings_is_as_set_takes_it() -> None:
    told = advice(Action("raise_max_bytes", "Allow a larger header (--set network.max_header_bytes=N).", 1))
    assert told == "Allow a larger header (:set network.max_header_bytes N)."
    assert advice(errors.SOURCE) == "Look at the raw reply (:source), or save it (:download)."
