"""The shipped sets: every binding is a command, and every set has a key for what a browser is for."""

from __future__ import annotations

import pytest

from lightterm.commands.parse import parse
from lightterm.commands.vocabulary import COMMANDS
from lightterm.keys.keymap import Keymap, keymap_names, load_keymap, read_keymap
from lightterm.keys.names import show_keys, split_keys
from lightterm.resources import data_file
from lightterm.settings import Settings

SETS = ("vim", "w3m", "lynx", "chawan", "emacs")


@pytest.fixture(scope="module", params=SETS)
def keymap(request: pytest.FixtureRequest) -> Keymap:
    return read_keymap(data_file("keymaps", f"{request.param}.yaml"), COMMANDS)


def test_the_five_traditions_are_shipped() -> None:
    assert set(SETS) <= set(keymap_names())
    assert load_keymap(Settings(), COMMANDS).name == "vim"


def test_every_binding_reads_back_as_it_is_written(keymap: Keymap) -> None:
    for mode, trie in keymap.tries.items():
        assert list(trie), mode
        for keys, _ in trie:
            assert split_keys(show_keys(keys)) == keys


def test_what_a_prompt_begins_with_is_a_command(keymap: Keymap) -> None:
    for mode in keymap.tries:
        for binding in keymap.bindings(mode):
            for call in parse(binding.line, COMMANDS):
                begun = call.text("text").split() if call.name == "prompt" else []
                assert not begun or COMMANDS.get(begun[0]) or COMMANDS.get(" ".join(begun[:2])), binding
