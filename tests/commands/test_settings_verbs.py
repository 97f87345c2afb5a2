"""Settings, keys and aliases changed by commands: at once, and in the file, which keeps its comments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fronts import LineFront

from lightterm.commands.elsewhere import is_ours
from lightterm.errors import ConfigError, SchemeRefused
from lightterm.settings import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from servers import Server

FILE = "# mine\nnetwork:\n  timeout: 30.0  # slow line\n  maxRedirects: 3\n"


@pytest.fixture
def front(home: Path, config: Callable[[str], Path]) -> Iterator[LineFront]:
    config(FILE)
    made = LineFront(home)
    yield made
    made.session.close()


def written(front: LineFront) -> str:
    return Path(front.config_file).read_text("utf-8")


@pytest.mark.covers("LB-93")
def test_a_setting_is_told_changed_and_kept(front: LineFront) -> None:
    assert front.run("set network.timeout") and front.said[-1] == "network.timeout: 30.0"
    assert front.run("set network.timeout 9") and front.session.settings.network.timeout == 9.0
    assert front.run("set network.max_redirects 5")
    lines = written(front).splitlines()
    assert lines[:2] == FILE.splitlines()[:2]
    assert [" ".join(line.split()) for line in lines[2:]] == ["timeout: 9.0 # slow line", "maxRedirects: 5"]
    assert load().network.max_redirects == 5


def test_a_temporary_change_is_not_written(front: LineFront) -> None:
    assert front.run("set -t output.width 40") and front.session.settings.output.width == 40
    assert front.run("toggle css") and not front.session.settings.extraction.css
    assert front.run("set -t extraction.css!") and front.session.settings.extraction.css
    assert written(front) == FILE


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set network.timeot 3", "did you mean network.timeout?"),
        ("set nosuch", ":settings lists them"),
        ("set nosuch 3", ":settings lists them"),
        ("set tui.pictures off", ":settings lists them"),
        ("set them dark", "did you mean tui.theme?"),
        ("set timeout 3", "did you mean network.timeout?"),
        ("toggle cookeis", "did you mean cookies?"),
        ("set network.timeout soon", "'soon' is not a number"),
        ("set open.searches t: http://x.test/{}", "one name at a time: :set open.searches.NAME VALUE"),
        ("set network.timeout 1000000", "not between"),
        ("set network.timeout.x 1", "no mapping"),
        ("set output.color purple", "not one of auto"),
        ("set extraction.css maybe", "neither true nor false"),
        ("toggle network.timeout", "no switch"),
        ("keymap vimm", "did you mean vim?"),
        ("set keymap lnyx", "did you mean lynx?"),
        ("set tui.theme drak", "did you mean dark?"),
        ("theme lihgt", "did you mean light?"),
        ("bind g home", "would hide gg"),
        ("bind x nonsense", "no command 'nonsense'"),
        ("bind -m normal x entry accept", "for command and search and insert and prompt mode only"),
        ("bind <Nokey> home", "no key"),
        ("bind 1 home", "digits are a count"),
        ("bind -m nowhere x home", "no mode"),
        ("unbind <F12>", "not bound"),
        ("unbind -m nowhere x", "no mode"),
        ("unbind -m command <Enter>", "command: no other key runs entry accept: bind one first"),
        ("alias reload back", "means something already"),
        ("alias x nonsense", "no command"),
        ("unalias nothing", "no alias"),
    ],
)
def test_what_cannot_be_set_changes_nothing(front: LineFront, line: str, words: str) -> None:
    before = front.session.settings
    assert not front.run(line)
    assert words in front.failed[-1].message
    assert front.session.settings == before
    assert written(front) == FILE


@pytest.mark.covers("LB-89")
def test_keys_are_bound_live_and_for_later(front: LineFront) -> None:
    assert front.run("bind gz tab only ;; home")
    assert front.keymap.keys_of("tab only ;; home") == ("gz",)
    assert front.run("bind gz") and front.said[-1] == "gz: tab only ;; home"
    assert front.run("bind g") and "g scroll to top" in front.said[-1]
    assert front.run("unbind d") and "d" not in front.keymap.keys_of("tab close")
    assert load().keys.normal == (("gz", "tab only ;; home"), ("d", ""))
    assert front.run("bind -t -m caret x cancel") and front.keymap.keys_of("cancel", "caret") == ("x",)
    assert load().keys.caret == ()


def test_keys_that_are_written_in_two_ways_are_kept_once(front: LineFront) -> None:
    for keys in ("<c-f8><esc>", "<C-F8><Escape>"):
        assert front.run(f"bind {keys} home")
    assert load().keys.normal == (("<C-F8><Esc>", "home"),)
    assert front.run("bind <lt>a<gt> home") and front.run("unbind <lt>a<gt>")
    assert load().keys.normal[1:] == (("<lt>a<gt>", ""),)


def test_the_last_way_out_of_a_mode_stays(front: LineFront) -> None:
    """Who takes Enter from the command line could never bind it again."""
    accept = front.keymap.keys_of("entry accept", "command")
    assert not front.run("unbind -m command <Enter>")
    assert not front.run("bind -m command <Enter> entry older")
    assert front.keymap.keys_of("entry accept", "command") == accept == ("<Enter>",)
    assert front.run("bind -m command <C-j> entry accept") and front.run("unbind -m command <Enter>")
    assert front.keymap.keys_of("entry accept", "command") == ("<C-j>",)


def test_another_set_of_keys_keeps_ones_own(front: LineFront) -> None:
    assert front.run("bind <F9> home") and front.run("keymap lynx")
    assert (front.keymap.name, load().keys.keymap) == ("lynx", "lynx")
    assert front.keymap.keys_of("home")[:3] == ("m", "M", "i")
    assert "<F9>" in front.keymap.keys_of("home")
    assert front.run("keymap") and front.said[-1].startswith("lynx (there are chawan, emacs")


def test_own_keys_that_do_not_fit_a_set_are_told_of(front: LineFront) -> None:
    assert front.run("bind gz home") and front.run("keymap w3m")
    assert "keys.normal: gz" in front.said[-1]
    assert front.keymap.keys_of("caret top") == ("g", "<M-lt>", "<Home>")


def test_aliases(front: LineFront) -> None:
    assert front.run("alias st set -t output.width 33") and front.run("st")
    assert front.session.settings.output.width == 33
    assert dict(load().commands.aliases) == {"st": "set -t output.width 33"}
    assert front.run("unalias st") and not front.run("st")
    assert front.run("set open.searches.x http://x.test/{}")
    assert dict(load().open.searches)["x"] == "http://x.test/{}"


def test_a_rule_for_a_site(front: LineFront, server: Server) -> None:
    server.page("/", "x")
    front.run(f"open {server.url('/')}")
    assert front.run("site network.user_agent Other/1.0")
    assert front.run("site -h *.example.org extraction.css off")
    assert front.session.settings_for(server.url("/")).network.user_agent == "Other/1.0"
    assert load().for_host("www.example.org").extraction.css is False
    assert front.run("site") and front.said[-1] == "127.0.0.1: network.user_agent: Other/1.0"
    assert front.run("site extraction.css") and front.said[-1] == "extraction.css for 127.0.0.1: on"
    front.run(f"open {server.url('/')}")
    assert server.asked("/")[-1].header("user-agent") == "Other/1.0"


def test_of_two_rules_for_a_site_the_one_that_counts_is_changed(front: LineFront, home: Path) -> None:
    file = home / "config" / "lightterm" / "config.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    rules = "- hosts: [a.example]\n  output: {width: 50}\n- hosts: [a.example]\n  output: {width: 60}\n"
    file.write_text(f"sites:\n{rules}")
    assert front.run("site -h a.example output.width 70")
    assert load().for_host("a.example").output.width == 70
    assert "width: 50" in file.read_text() and "width: 60" not in file.read_text()


def test_the_settings_page_shows_what_was_changed(front: LineFront) -> None:
    front.run("set -t output.width 41")
    assert front.run("help output.width")
    assert "41" in front.text and "by default 0)" in front.text
    assert front.run("settings") and "keys.keymap" in front.text


def test_the_file_is_edited_as_a_whole_and_checked(front: LineFront) -> None:
    front.edits = ["network: {timeout: 7}\n"]
    assert front.run("edit settings")
    assert front.edited[-1] == (FILE, ".yaml")
    assert front.session.settings.network.timeout == 7.0
    front.edits = ["network: {timeot: 7}\n"]
    front.run("edit settings")
    assert "did you mean" in front.failed[-1].message
    assert written(front) == "network: {timeout: 7}\n"


def test_a_file_with_a_mistake_is_not_touched(front: LineFront) -> None:
    Path(front.config_file).write_text("network: [broken\n", "utf-8")
    assert not front.run("set network.timeout 5")
    assert written(front) == "network: [broken\n"
    assert front.session.settings.network.timeout == 30.0


def follow(front: LineFront, key: str) -> bool:
    """Do what Enter on a setting's key does; whether a question came of it."""
    return not is_ours(front, f"about:set?{key}", front.visit.url)


def test_a_setting_is_changed_on_their_page_which_says_where_it_comes_from(front: LineFront) -> None:
    front.run("set -t output.width 40")
    assert front.run("settings")
    rows = " ".join(front.text.replace("│", " ").split())
    assert "from your settings file; by default 15.0" in rows and "until lightterm ends; by default 0" in rows
    front.answers = ["9"]
    assert follow(front, "network.timeout") and front.session.settings.network.timeout == 9.0
    assert "a number from" in front.asked[-1] and load().network.timeout == 9.0
    assert follow(front, "network.timeout") and front.said[-1] == "network.timeout stays 9.0"
    front.answers = ["mono"]
    assert follow(front, "tui.theme") and "mono" in front.offered and load().tui.theme == "mono"
    front.answers = ["off"]
    assert follow(front, "extraction.css") and front.offered == ["on", "off"] and not load().extraction.css
    front.answers = ["w https://en.example.org/{}"]
    assert follow(front, "open.searches") and dict(load().open.searches)["w"] == "https://en.example.org/{}"
    front.answers = ["agent", ""]
    assert follow(front, "network.user_agent") and load().network.user_agent == "agent"
    assert follow(front, "network.user_agent") and load().network.user_agent == ""
    front.answers = ["soon"]
    with pytest.raises(ConfigError, match="not a number"):
        follow(front, "network.timeout")
    assert load().network.timeout == 9.0


def test_the_page_of_a_site_cannot_ask_for_a_setting(front: LineFront, server: Server) -> None:
    server.page("/", "<a href='about:set?network.proxy'>x</a>")
    front.run(f"open {server.url('/')}")
    with pytest.raises(SchemeRefused):
        is_ours(front, "about:set?network.proxy", front.visit.url)
    assert not front.asked
