"""The shipped sets: every binding is a command, and every set has a key for what a browser is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from lightterm.commands.parse import parse
from lightterm.commands.vocabulary import COMMANDS
from lightterm.errors import ConfigError
from lightterm.keys.keymap import Keymap, keymap_names, load_keymap, read_keymap
from lightterm.keys.names import show_keys, split_keys
from lightterm.keys.trie import Pending
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


# What the table of the traditions' keys has, as the commands that do it: any one of a row's will do.
ROWS = {
    "line down": ("scroll down", "caret down", "scroll down 2"),
    "line up": ("scroll up", "caret up", "scroll up 2"),
    "left": ("scroll left", "caret left", "scroll page-left"),
    "right": ("scroll right", "caret right", "scroll page-right"),
    "page down": (
        "scroll page-down",
        "caret page-down",
    ),
    "page up": (
        "scroll page-up",
        "caret page-up",
    ),
    "top": ("scroll to top", "caret top"),
    "bottom": ("scroll to bottom", "caret bottom"),
    "line n": ("scroll to bottom", "caret bottom", "prompt scroll to", "prompt caret to"),
    "next link": ("target next", "target next --screens"),
    "previous link": ("target previous", "target previous --screens"),
    "follow": ("follow",),
    "follow in a new tab": ("follow --tab",),
    "hints": ("hint follow",),
    "link menu": ("menu",),
    "open": ("prompt open", "prompt open {url}"),
    "edit the address": ("prompt open {url}", "prompt open {link}"),
    "back": ("back",),
    "history": ("history",),
    "pages of the tab": ("visits",),
    "reload": ("reload",),
    "reload without the cache": ("reload --fresh",),
    "tabs": ("tabs",),
    "new tab": ("tab new", "tab clone"),
    "close tab": ("tab close",),
    "next tab": ("tab next",),
    "previous tab": ("tab previous",),
    "undo close": ("tab undo",),
    "search": ("search",),
    "search backward": ("search --backward",),
    "next match": ("match next",),
    "previous match": ("match previous",),
    "set a mark": ("mark set", "mark toggle"),
    "go to a mark": ("mark jump", "mark next"),
    "bookmarks": ("bookmarks",),
    "add a bookmark": ("bookmark add",),
    "quickmarks": ("quickmarks",),
    "read later": ("read-later",),
    "reading list": ("reading-list",),
    "cookies": ("cookies",),
    "source": ("source",),
    "page info": ("info",),
    "outline": ("outline",),
    "headings": ("heading next",),
    "main part": ("landmark main",),
    "frames": ("frame next",),
    "details": ("details toggle",),
    "reader": ("reader",),
    "pictures": ("images",),
    "a picture": ("image show", "hint image --kind image", "media"),
    "numbers": ("numbers",),
    "wrap": ("wrap",),
    "where a link leads": ("peek",),
    "copy the address": (
        "yank url",
        "yank here",
    ),
    "copy a link": ("yank link",),
    "open what was copied": ("paste",),
    "select": ("mode caret", "select characters"),
    "save": ("save",),
    "download a link": ("download link",),
    "download": ("download", "hint download"),
    "downloads": ("downloads",),
    "edit in the editor": ("edit page",),
    "edit a field in the editor": ("field editor", "field edit", "mode insert"),
    "send a form": ("form submit",),
    "reset a form": ("form reset",),
    "pipe": ("prompt pipe",),
    "shell": ("prompt shell",),
    "another program": ("external", "external --link"),
    "settings": ("settings",),
    "help": ("help",),
    "keys": ("keys",),
    "command line": ("prompt",),
    "palette": ("palette",),
    "redraw": ("redraw",),
    "suspend": ("suspend",),
    "quit": ("quit", "quit --ask"),
    "cancel": ("cancel",),
}


@pytest.mark.parametrize("row", ROWS)
def test_every_set_has_a_key_for_it(keymap: Keymap, row: str) -> None:
    assert [line for line in ROWS[row] if keymap.keys_of(line)]


@pytest.mark.parametrize(
    ("name", "keys", "line"),
    [
        ("vim", "gg", "scroll to top"),
        ("vim", "F", "hint follow --tab"),
        ("vim", "yy", "yank url"),
        ("vim", "ZZ", "quit"),
        ("w3m", "g", "caret top"),
        ("w3m", "U", "prompt open {url}"),
        ("w3m", "B", "back"),
        ("w3m", "<M-b>", "bookmarks"),
        ("w3m", "[", "target first"),
        ("lynx", "g", "prompt open"),
        ("lynx", "<Down>", "target next --screens"),
        ("lynx", "<Left>", "back"),
        ("lynx", "d", "download link"),
        ("lynx", "\\", "source"),
        ("chawan", "<C-l>", "prompt open {url}"),
        ("chawan", ",", "back"),
        ("chawan", "]", "target next"),
        ("chawan", "U", "reload"),
        ("chawan", "R", "redraw"),
        ("chawan", "D", "back --drop"),
        ("chawan", "<M-j>", "toggle --reload scripts"),
        ("vim", "tsh", "toggle --reload scripts"),
        ("emacs", "<Backspace>", "scroll page-up"),
        ("emacs", "<", "caret top"),
        ("emacs", "?", "keys"),
        ("emacs", "<C-h>k", "keys explain"),
        ("emacs", "<C-x>)", "macro record e"),
        ("emacs", "<C-x><C-f>", "prompt open"),
        ("emacs", "l", "back"),
        ("emacs", "<C-g>", "cancel"),
        ("emacs", "<M-x>", "palette"),
    ],
)
def test_keys_that_a_tradition_is_known_by(name: str, keys: str, line: str) -> None:
    assert keys in read_keymap(data_file("keymaps", f"{name}.yaml"), COMMANDS).keys_of(line)


@pytest.mark.parametrize("mode", ["hint", "insert", "command", "prompt", "passthrough", "caret", "visual"])
def test_every_mode_can_be_left(keymap: Keymap, mode: str) -> None:
    leaving = ("hint mode cancel", "entry cancel", "answer cancel", "mode normal")
    assert any(keymap.keys_of(line, mode) for line in leaving)


def test_a_region_of_emacs_takes_no_keys_away_that_move_open_and_quit() -> None:
    emacs = read_keymap(data_file("keymaps", "emacs.yaml"), COMMANDS)
    seen = {mode: {b.keys: b.line for b in emacs.bindings(mode)} for mode in ("normal", "visual")}
    for keys in ("<C-x><C-f>", "<C-x>b", "<C-x>k", "<C-x>o", "<C-x><C-s>", "<C-x><C-c>", "<C-z>", "<C-Space>"):
        assert seen["visual"][keys].removeprefix("mode normal ;; ") == seen["normal"][keys]
    for keys in ("<C-v>", "<M-v>", "<PageUp>", "<PageDown>"):
        assert seen["visual"][keys] == seen["normal"][keys].replace("scroll", "caret")


def test_digits_mean_what_the_tradition_says() -> None:
    digits = {name: read_keymap(data_file("keymaps", f"{name}.yaml"), COMMANDS).digits for name in SETS}
    assert digits == {"vim": "count", "w3m": "target", "lynx": "target", "chawan": "count", "emacs": "count"}


HEAD = 'name: "own"\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('normal:\n  "x": "nonsense"\n', 3, "x: no command 'nonsense'"),
        ('normal:\n  "x": "scroll dwn"\n', 3, "did you mean down?"),
        ('normal:\n  "x": "home"\n  "x": "back"\n', 4, "given twice"),
        ('normal:\n  "<Esc>": "home"\n  "<C-[>": "back"\n', 4, "given twice"),
        ('normal:\n  "g": "home"\n  "gg": "back"\n', 4, "can never be typed: g runs 'home' at once"),
        ('normal:\n  "gg": "home"\n  "g": "back"\n', 4, "would hide gg"),
        ('normal:\n  "1x": "home"\n', 3, "digits are a count"),
        ('normal:\n  "<Nokey>": "home"\n', 3, "is no key"),
        ('normal:\n  "x": ""\n', 3, "no command is given"),
        ('normal:\n  "x": "hint mode accept"\n', 3, "for hint mode only"),
        ('norml:\n  "x": "home"\n', 2, "did you mean normal?"),
        ('digits: "many"\n', 2, "'many' is not one of count, target, none"),
        ('normal:\n  "x": ["home"]\n', 3, "expected one line of text"),
        ("normal: home\n", 2, "expected `key: value` lines"),
        ('normal:\n  "x": "home"\n', 2, "normal: no key runs prompt or palette or quit"),
        ('normal:\n  ":": "prompt"\ncommand:\n  "<Esc>": "entry cancel"\n', 4, "command: no key runs entry accept"),
        ('normal:\n  ":": "prompt"\ncommand:\n  "<Enter>": "entry accept"\n', 4, "command: no key runs entry cancel"),
        ('normal:\n  ":": "prompt"\nhint:\n  "<Enter>": "hint mode accept"\n', 4, "hint: no key runs hint mode cancel"),
        ('normal:\n  ":": "prompt"\nprompt:\n  "y": "answer yes"\n', 4, "prompt: no key runs answer cancel"),
        ('normal:\n  "x: "home"\n', 3, ""),
        ('about: "x"\nname: "other"\n', 1, ""),
    ],
)
def test_a_mistake_is_named_with_file_line_and_key(tmp_path: Path, text: str, line: int, words: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(HEAD + text if "other" not in text else text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        read_keymap(str(path), COMMANDS)
    assert caught.value.message.startswith(f"{path}:{line}: ")
    assert words in caught.value.message


def test_words_that_yaml_reads_otherwise_are_keys_here(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(HEAD + 'normal:\n  no: home\n  y: back\n  ":": "prompt"\n', "utf-8")
    assert [b.keys for b in read_keymap(str(path), COMMANDS).bindings("normal")] == ["no", "y", ":"]


def test_a_keymap_of_the_user_goes_before_a_shipped_one(home: Path) -> None:
    folder = home / "config" / "lightterm" / "keymaps"
    folder.mkdir(parents=True)
    (folder / "vim.yaml").write_text('name: "vim"\nnormal:\n  "x": "home"\n  "q": "quit"\n', "utf-8")
    (folder / "mine.yaml").write_text('name: "mine"\nnormal:\n  "y": "back"\n  "q": "quit --ask"\n', "utf-8")
    assert load_keymap(Settings(), COMMANDS).keys_of("home") == ("x",)
    assert load_keymap(Settings(), COMMANDS, "mine").keys_of("back") == ("y",)
    with pytest.raises(ConfigError, match="did you mean mine"):
        load_keymap(Settings(), COMMANDS, "mne")


def test_a_set_has_the_keys_of_vim_in_modes_it_says_nothing_of(tmp_path: Path) -> None:
    """Else nobody who typed `:` could go on, or back."""
    path = tmp_path / "own.yaml"
    path.write_text(HEAD + 'normal:\n  ":": "prompt"\nhint:\n  "q": "hint mode cancel"\n', "utf-8")
    own = read_keymap(str(path), COMMANDS)
    vim = read_keymap(data_file("keymaps", "vim.yaml"), COMMANDS)
    assert [b.keys for b in own.bindings("normal")] == [":"]
    assert [b.keys for b in own.bindings("hint")] == ["q"]
    for mode in ("caret", "visual", "insert", "command", "prompt", "passthrough"):
        assert own.bindings(mode) == vim.bindings(mode) != ()


def test_own_bindings_that_leave_no_way_out_of_a_mode_are_told_of_and_not_used(home: Path) -> None:
    taken = (("keys.command", (("<Enter>", ""), ("<F2>", "entry older"))), ("keys.hint", (("q", "hint mode cancel"),)))
    keymap = load_keymap(Settings().with_session(taken), COMMANDS)
    assert keymap.keys_of("entry accept", "command") == ("<Enter>",)
    assert keymap.problems == ["keys.command: not used, as no key would run entry accept"]
    assert "q" in keymap.keys_of("hint mode cancel", "hint")
    moved = (("keys.command", (("<Enter>", ""), ("<F2>", "entry accept"))),)
    keymap = load_keymap(Settings().with_session(moved), COMMANDS)
    assert keymap.keys_of("entry accept", "command") == ("<F2>",)
    assert keymap.problems == []


def test_ones_own_bindings_go_on_top(home: Path) -> None:
    own = (("keys.normal", (("d", ""), ("gz", "home"), ("g", "back"), ("zzz", "nonsense"))),)
    keymap = load_keymap(Settings().with_session(own), COMMANDS)
    assert "d" not in keymap.keys_of("tab close")
    assert "gz" in keymap.keys_of("home")
    assert len(keymap.problems) == 2
    assert all("keys.normal: " in problem for problem in keymap.problems)
    loose = load_keymap(Settings().with_session((*own, ("keys.timeout", 0.5))), COMMANDS)
    assert "g" in loose.keys_of("back")
    assert loose.dispatcher("normal").feed("g", "g") == Pending("g", None, 0.5)


def test_which_keys_may_follow(keymap: Keymap) -> None:
    following = dict(keymap.which("normal", ()))
    assert following[":"] == "prompt"
    beginnings = [key for key, what in following.items() if what.startswith("+")]
    for key in beginnings:
        assert dict(keymap.which("normal", split_keys(key)))


def test_the_keys_of_a_command_are_found_with_any_arguments(keymap: Keymap) -> None:
    lines = {binding.line for binding in keymap.keys_for("reload", COMMANDS)}
    assert {"reload", "reload --fresh"} <= lines
    assert keymap.keys_for("nonsense", COMMANDS) == ()


def test_the_argument_of_a_keymap_is_one_key(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    for word, fine in (("<C-u>", True), ("<C-u><C-u>", False), ("nokey<", False)):
        file.write_text(f'argument: "{word}"\nnormal:\n  "q": "quit"\n')
        if fine:
            assert read_keymap(str(file), COMMANDS).argument == word
        else:
            with pytest.raises(ConfigError, match=r"own\.yaml:1.*not one key"):
                read_keymap(str(file), COMMANDS)


def test_commands_are_known_by_the_words_that_a_binding_begins_with_as_by_all_of_it(keymap: Keymap) -> None:
    for mode in keymap.tries:
        told = keymap.by_command(COMMANDS, mode)
        for binding in keymap.bindings(mode):
            assert all(binding in told[call.name] for call in parse(binding.line, COMMANDS))
        assert sum(map(len, told.values())) == sum(
            len({call.name for call in parse(binding.line, COMMANDS)}) for binding in keymap.bindings(mode)
        )
