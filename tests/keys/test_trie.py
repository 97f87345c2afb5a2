"""Key sequences: counts, prefixes, Escape as Alt, and how keys are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.keys.names import key_name, show_keys, split_keys
from lightterm.keys.trie import Dispatcher, Outcome, Pending, Run, Trie, Unknown

BOUND = {
    "j": "down",
    "gg": "top",
    "gt": "tabs",
    "<C-x><C-s>": "save",
    "<Space>": "page",
    "<M-x>": "palette",
    "0": "start",
}


def trie(bindings: dict[str, str] = BOUND, prefixes: bool = False) -> Trie:
    made = Trie(prefixes)
    for keys, line in bindings.items():
        made.add(split_keys(keys), line)
    return made


def typed(dispatcher: Dispatcher, *keys: str) -> Outcome:
    outcome: Outcome | None = None
    for key in keys:
        outcome = dispatcher.feed(key, key if len(key) == 1 else None)
    assert outcome is not None
    return outcome


def test_keys_may_do_another_thing_behind_a_number() -> None:
    """In lynx g asks for an address, and 5g goes to link 5."""
    keys = Dispatcher(trie({"g": "prompt open", "<Number>g": "target select", "j": "down"}), digits=True)
    assert typed(keys, "g") == Run("prompt open", None, "g")
    assert typed(keys, "1", "2", "g") == Run("target select", 12, "12g")
    assert typed(keys, "3", "j") == Run("down", 3, "3j")
    assert typed(keys, "g") == Run("prompt open", None, "g")
    assert show_keys(split_keys("<number>g")) == "<Number>g"


@pytest.mark.covers("LB-89")
def test_a_sequence_runs_its_line() -> None:
    keys = Dispatcher(trie(), digits=True)
    assert typed(keys, "j") == Run("down", None, "j")
    assert typed(keys, "g") == Pending("g")
    assert typed(keys, "g") == Run("top", None, "gg")
    assert typed(keys, "ctrl+x", "ctrl+s") == Run("save", None, "<C-x><C-s>")
    assert typed(keys, "space") == Run("page", None, "<Space>")


def test_a_count_goes_before() -> None:
    keys = Dispatcher(trie(), digits=True)
    assert typed(keys, "1", "0") == Pending("10", 10)
    assert typed(keys, "g", "g") == Run("top", 10, "10gg")
    assert typed(keys, "0") == Run("start", None, "0")
    assert typed(keys, *"123456789") == Pending("123456789", 123456789)
    assert typed(keys, "1") == Unknown("1234567891", False)
    assert typed(Dispatcher(trie()), "1") == Unknown("1", True)


def test_what_nothing_begins_with_is_forgotten() -> None:
    keys = Dispatcher(trie(), digits=True)
    assert typed(keys, "x") == Unknown("x", True)
    assert typed(keys, "3", "g", "x") == Unknown("3gx", False)
    assert not keys.pending
    assert typed(keys, "j") == Run("down", None, "j")


def test_escape_and_a_key_are_alt_and_the_key_where_the_set_says_so() -> None:
    keys = Dispatcher(trie({**BOUND, "<Esc>": "cancel"}), digits=True, meta=True)
    assert typed(keys, "escape") == Pending("<Esc>")
    assert typed(keys, "x") == Run("palette", None, "<M-x>")
    assert typed(keys, "alt+x") == Run("palette", None, "<M-x>")
    assert typed(keys, "escape", "escape") == Run("cancel", None, "<Esc>")
    assert typed(keys, "escape") == Run("cancel", None, "<Esc>"), "three leave all, as in Emacs"
    assert typed(keys, "escape") == Pending("<Esc>")
    plain = Dispatcher(trie({**BOUND, "<Esc>": "cancel"}))
    assert typed(plain, "escape") == Run("cancel", None, "<Esc>")


def test_one_sequence_may_not_hide_another_unless_there_is_a_timeout() -> None:
    with pytest.raises(ValueError, match="would hide gg"):
        trie().add(("g",), "g")
    with pytest.raises(ValueError, match="can never be typed: gg runs 'top' at once"):
        trie().add(("g", "g", "x"), "ggx")
    both = trie({"g": "go", "gg": "top"}, prefixes=True)
    keys = Dispatcher(both, timeout=0.5)
    assert typed(keys, "g") == Pending("g", None, 0.5)
    assert keys.expire() == Run("go", None, "g")
    assert typed(keys, "g", "g") == Run("top", None, "gg")
    assert typed(keys, "g", "j") == Unknown("gj", False)
    assert keys.expire() == Unknown("", False)


def test_bindings_are_taken_away_alone_or_all_that_begin_so() -> None:
    made = trie()
    assert made.remove(("j",)) == 1
    assert made.remove(("j",)) == 0
    assert made.remove(("g",)) == 2
    assert made.get(("g", "g")) is None
    made.add(("g",), "go")
    assert made.get(("g",)) == "go"


def test_what_may_follow() -> None:
    assert trie().following(("g",)) == (("g", "top", 0), ("t", "tabs", 0))
    assert ("<C-x>", "", 1) in trie().following(())
    assert trie().following(("z",)) == ()


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("gg", ("g", "g")),
        ("<C-f>", ("ctrl+f",)),
        ("<A-x>", ("alt+x",)),
        ("<M-lt>", ("alt+<",)),
        ("<C-->", ("ctrl+-",)),
        ("<S-Tab>", ("shift+tab",)),
        ("<C-i><C-m>", ("tab", "enter")),
        ("<M-S-x>", ("alt+X",)),
        ("<", ("<",)),
        ("<lt>x", ("<", "x")),
        ("<CR><Esc><BS>", ("enter", "escape", "backspace")),
    ],
)
def test_how_keys_are_written(written: str, keys: tuple[str, ...]) -> None:
    assert split_keys(written) == keys
    assert split_keys(show_keys(keys)) == keys


@pytest.mark.parametrize("written", ["", "a b", "<Nokey>", "<C-Nokey>", "\x01"])
def test_what_is_no_key(written: str) -> None:
    with pytest.raises(ValueError, match="key"):
        split_keys(written)


@pytest.mark.parametrize(
    ("key", "character", "name"),
    [
        ("less_than_sign", "<", "<"),
        ("alt+less_than_sign", None, "alt+<"),
        ("alt+shift+g", "G", "alt+G"),
        ("ctrl+underscore", "\x1f", "ctrl+_"),
        ("ctrl+@", "\0", "ctrl+space"),
        ("space", " ", "space"),
        ("backspace", "\x08", "ctrl+h"),
        ("backspace", "\x7f", "backspace"),
        ("enter", "\r", "enter"),
        ("é", "é", "é"),
    ],
)
def test_names_of_key_presses(key: str, character: str | None, name: str) -> None:
    assert key_name(key, character) == name


def test_keys_that_terminals_send_as_others() -> None:
    keys = Dispatcher(trie({"<M-b>": "word", "<BS>": "back"}))
    assert typed(keys, "ctrl+left") == Run("word", None, "<C-Left>")
    assert keys.feed("backspace", "\x08") == Run("back", None, "<C-h>")


def test_an_enter_that_was_typed_before_the_program_took_the_terminal() -> None:
    assert typed(Dispatcher(trie({"<Enter>": "follow"})), "ctrl+j") == Run("follow", None, "<C-j>")
    assert typed(Dispatcher(trie({"<Enter>": "follow", "<C-j>": "down"})), "ctrl+j") == Run("down", None, "<C-j>")


@given(st.lists(st.sampled_from(["j", "g", "t", "x", "0", "1", "9", "escape", "ctrl+x", "ctrl+s", "space", "enter"])))
def test_any_keys_leave_a_state_that_works(pressed: list[str]) -> None:
    keys = Dispatcher(trie(), digits=True, meta=True)
    for key in pressed:
        keys.feed(key, key if len(key) == 1 else None)
    keys.reset()
    assert typed(keys, "g", "g") == Run("top", None, "gg")


def test_the_key_of_an_argument_says_a_count_as_in_emacs() -> None:
    bound = trie({"<C-n>": "down", "<C-u><C-Space>": "pop", "<C-u><C-u><Enter>": "tab", "<C-x>b": "tabs", "0": "zero"})
    keys = Dispatcher(bound, digits=True, meta=True, argument="ctrl+u")
    n, u = "ctrl+n", "ctrl+u"
    counts = {(n,): None, (u, n): 4, (u, u, n): 16, (u, "1", "2", n): 12, (u, "0", n): 0, ("alt+5", n): 5}
    counts |= {("escape", "5", n): 5, ("alt+1", "2", n): 12, (u, "5", u, n): 5, ("7", n): 7, (u,) * 30 + (n,): 4**9}
    for pressed, count in counts.items():
        for key in pressed:
            outcome = keys.feed(key, key if len(key) == 1 else None)
        assert isinstance(outcome, Run) and (outcome.line, outcome.count) == ("down", count), pressed
        assert not keys.pending
    waiting = [keys.feed(u), keys.feed("ctrl+x")]
    assert waiting == [Pending("<C-u>", 4), Pending("<C-u><C-x>", 4)]
    assert keys.feed("b", "b") == Run("tabs", 4, "<C-u><C-x>b")


def test_a_minus_turns_the_argument_round_as_in_emacs() -> None:
    keys = Dispatcher(trie({"<C-n>": "down", "<C-x>-": "narrower"}), digits=True, meta=True, argument="ctrl+u")
    n, u = "ctrl+n", "ctrl+u"
    counts = {("alt+-", n): -1, ("escape", "-", n): -1, (u, "-", n): -1, ("alt+-", "3", n): -3, ("-", n): -1}
    counts |= {(u, "-", "1", "2", n): -12, ("alt+-", "alt+5", n): -5, (u, u, "-", n): -1, ("-", "7", n): -7}
    for pressed, count in counts.items():
        for key in pressed:
            outcome = keys.feed(key, key if len(key) == 1 else None)
        assert isinstance(outcome, Run) and (outcome.line, outcome.count) == ("down", count), pressed
        assert not keys.pending
    assert typed(keys, u, "-", "3") == Pending("<C-u>-3", -3)
    keys.reset()
    assert typed(keys, "ctrl+x", "-") == Run("narrower", None, "<C-x>-")
    bound = Dispatcher(trie({"-": "up", "<C-n>": "down"}), argument="ctrl+u")
    assert typed(bound, "-") == Run("up", None, "-")
    assert typed(Dispatcher(trie(), digits=True), "-") == Unknown("-", True)


def test_what_is_bound_behind_the_key_of_an_argument_or_to_it_goes_before() -> None:
    bound = {"<C-u><C-Space>": "pop", "<C-u><C-u><Enter>": "tab", "<Enter>": "follow", "<C-Space>": "mark"}
    keys = Dispatcher(trie(bound), digits=True, argument="ctrl+u")
    assert typed(keys, *split_keys("<C-u><C-Space>")) == Run("pop", None, "<C-u><C-Space>")
    assert typed(keys, *split_keys("<C-u><C-u><Enter>")) == Run("tab", None, "<C-u><C-u><Enter>")
    assert typed(keys, *split_keys("<C-u>3<C-Space>")) == Run("mark", 3, "<C-u>3<C-Space>")
    assert typed(keys, *split_keys("<C-u><Enter>")) == Run("follow", 4, "<C-u><Enter>")
    assert typed(keys, *split_keys("<C-u>x")) == Unknown("<C-u>x", False) and not keys.pending
    own = Dispatcher(trie({"<C-u>": "half a screen"}), digits=True, argument="ctrl+u")
    assert typed(own, *split_keys("<C-u>")) == Run("half a screen", None, "<C-u>")


def test_a_key_with_alt_is_parted_where_nothing_begins_with_it_and_escape_is_bound() -> None:
    bound = trie({"<Esc>": "cancel", "<M-x>": "palette", "g<M-d>": "tab close", "j": "scroll down"})
    keys = Dispatcher(bound)
    assert keys.parts_alt("alt+j") and not keys.parts_alt("alt+x") and keys.parts_alt("alt+d")
    keys.feed("g")
    assert keys.parts_alt("alt+x") and not keys.parts_alt("alt+d")
    assert not Dispatcher(bound, meta=True).parts_alt("alt+j")
    assert not Dispatcher(trie({"j": "scroll down"})).parts_alt("alt+j")
    emacs = Dispatcher(bound, digits=True, argument="ctrl+u")
    assert not emacs.parts_alt("alt+5") and not emacs.parts_alt("alt+-") and emacs.parts_alt("alt+j")
