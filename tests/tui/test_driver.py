"""Keys as terminals send them, read when there are some."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from terminals import Terminal
from textual.events import Key, Paste

from lightterm.keys.names import key_name, split_keys
from lightterm.tui.driver import PAUSE, KeyParser, typed_ahead
from lightterm.tui.prepaint import in_two


def names(typed: str) -> list[str]:
    return [key_name(event.key, event.character) for event in typed_ahead(typed.encode())]


@pytest.mark.parametrize("character", [*"<>.,;:!?#$%&*+-=/\\|~'\"()@{}^`", *"azAZ019é", "\x7f", "\t", "\r"])
def test_alt_and_any_key_are_known_at_once(character: str) -> None:
    written = {"\x7f": "Backspace", "\t": "Tab", "\r": "Enter", "<": "lt", ">": "gt"}.get(character, character)
    assert names(f"\x1b{character}") == list(split_keys(f"<M-{written}>"))


def test_sequences_of_the_terminal_are_no_keys_with_alt() -> None:
    assert names("\x1b[A\x1bOP\x1b[1;5D\x1b[Z\x1b[<0;1;1M") == ["up", "f1", "ctrl+left", "shift+tab"]
    assert names("a\x1b<\x1b.b\x1b[B") == ["a", "alt+<", "alt+.", "b", "down"]


def test_what_begins_a_sequence_is_a_key_with_alt_after_a_pause() -> None:
    for character in "[O]P_":
        parser = KeyParser()
        assert not list(parser.feed(f"\x1b{character}"))
        end = time.monotonic() + 10
        while parser.pause is not None:
            time.sleep(parser.pause)
            assert time.monotonic() < end
            events = list(parser.tick())
        assert [key_name(event.key, event.character) for event in events] == [f"alt+{character}"]


def told(typed: str, at_once: int) -> list[str]:
    """What the parser tells of what was typed, read so many characters at a time: keys, and pastes in quotes."""
    parser = KeyParser()
    events = [e for i in range(0, len(typed), at_once) for e in parser.feed(typed[i : i + at_once])]
    assert all(isinstance(e, Key | Paste) for e in events)
    return [repr(e.text) if isinstance(e, Paste) else key_name(e.key, e.character) for e in events]


@pytest.mark.parametrize("at_once", [1, 2, 5, 7, 4096])
def test_what_is_pasted_is_text_whatever_it_holds(at_once: int) -> None:
    """tmux leaves Escape in: a page that had put it on the clipboard could so type commands."""
    assert told("a\x1b[200~one\rtwo\x1b[201~b", at_once) == ["a", "'one\\rtwo'", "b"]
    assert told("\x1b[200~a\x1b]0;x\x07:quit\r\x1b[Ab\x1b\x1b[201~c", at_once) == ["'a]0;x\\x07:quit\\r[Ab'", "c"]
    assert told("\x1b[200~x\x1b[200~y\x1b[20\x1b[201~\x1b[200~z\x1b[201~", at_once) == ["'x[200~y[20'", "'z'"]


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ("\x1b[57441u\x1b[103:71;2;71u", ["G"]),  # Shift and g
        ("\x1b[57358u\x1b[57442u\x1b[57360;129u", []),  # Caps Lock, Control and Num Lock alone
        ("\x1b[120;5u\x1b[57442;5u\x1b[102;5u", ["ctrl+x", "ctrl+f"]),
        ("\x1b[44:60;4u", ["alt+<"]),
        ("\x1b[45:95;6u", ["ctrl+_"]),
        ("\x1b[120:88;4u", ["alt+X"]),
        ("\x1b[116:84;6u", ["ctrl+shift+t"]),
        ("\x1b[1089::99;5u\x1b[1089::99;;1089u", ["ctrl+c", "\u0441"]),  # the key of c on a Russian keyboard
        ("\x1b[53;;53u\x1b[13;129u\x1b[1;2A", ["5", "enter", "shift+up"]),
    ],
)
def test_keys_of_kittys_protocol_are_what_was_meant(sent: str, meant: list[str]) -> None:
    assert names(sent) == meant


def test_shift_pressed_for_a_capital_keeps_the_count(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("".join(f"The line {n}.\n" for n in range(1, 500)), "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"\x1b[?1000h" in out and b"\x1b[>29u" in out)
    seen = len(terminal.out)
    terminal.type("\x1b[50;;50u\x1b[53;;53u\x1b[48;;48u\x1b[57441u\x1b[103:71;2;71u")  # 250, Shift, G
    terminal.until(lambda out: b"The line 250." in out[seen:])
    assert b"The line 499." not in terminal.out
    terminal.type(":quit\r")
    assert terminal.end() == 0


def test_keys_with_alt_in_a_terminal(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Top</h1>" + "<p>Words" * 200 + "<p>Bottom.", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"Top" in out and b"\x1b[?1000h" in out)
    terminal.type(":keymap w3m\r")
    terminal.type("\x1b>")
    terminal.until(lambda out: b"ottom." in out)  # the caret is on its first letter
    seen = len(terminal.out)
    terminal.type("\x1b<")
    terminal.until(lambda out: re.search(rb"T(\x1b\S*)?op", out[seen:]))
    terminal.type("Q")
    assert terminal.end() == 0


def test_escape_and_a_key_typed_fast_are_not_alt_where_nothing_is_bound_to_that(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_text("".join(f"The line {n}.\n" for n in range(1, 500)), "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"The line 20." in out and b"\x1b[?1000h" in out)
    terminal.type("/line\x1bG")  # what is typed is left, and the page's end is gone to
    terminal.until(lambda out: b"The line 499." in out)
    terminal.type("\x1bx")
    terminal.until(lambda out: b"add-on" in out or b"agents" in out)  # the palette, which is bound
    terminal.type("\x1b:quit\r")
    assert terminal.end() == 0


def test_escape_is_escape_soon() -> None:
    parser = KeyParser()
    assert not list(parser.feed("\x1b"))
    assert parser.pause is not None and parser.pause <= PAUSE
    time.sleep(PAUSE)
    assert [event.key for event in parser.tick()] == ["escape"]
    assert [event.key for event in parser.feed("j")] == ["j"]


def test_nothing_is_waited_for_but_the_end_of_a_sequence() -> None:
    parser = KeyParser()
    assert parser.pause is None
    assert list(parser.feed("a\x1b>\x1b[A")) and parser.pause is None
    assert not list(parser.feed("\x1b")) and parser.pause is not None
    assert [event.key for event in parser.feed("[A")] == ["up"] and parser.pause is None


def test_keys_are_read_again_after_the_terminal_was_given_away(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page), EDITOR="true")
    terminal.until(lambda out: b"First words" in out and b"\x1b[?1000h" in out)
    for _ in range(2):
        seen = len(terminal.out)
        terminal.type("ge")
        terminal.until(lambda out, seen=seen: b"\x1b[?1000h" in out[seen:].partition(b"\x1b[?1049l")[2])
    terminal.type(":quit\r")
    assert terminal.end() == 0


class Late(Terminal):
    """A terminal that answers the start's questions when the app is there."""

    ANSWER = b""


def test_answers_of_a_slow_terminal_are_no_keys(home: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = Late(home, str(page))
    try:
        terminal.until(lambda out: b"First words" in out and b"\x1b[?1000h" in out)
        for piece in (b"\x1bP>|XTerm(379)\x1b", b"\\\x1b]11;rgb:1010/1010/1414\x1b\\\x1b[?63;1;2", b";4;22c"):
            os.write(terminal.fd, piece)
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_a_slow_terminal_is_shown_pictures_as_others_are(home: Path, tmp_path: Path) -> None:
    Image.new("RGB", (40, 40), "red").save(tmp_path / "red.png")
    page = tmp_path / "page.html"
    page.write_text("<p>First words<p><img src=red.png alt='a red field'>", "utf-8")
    terminal = Late(home, str(page), COLORTERM="truecolor")
    try:
        terminal.until(lambda out: b"First words" in out and b"\x1b[?1000h" in out)
        for piece in (b"\x1bP>|XTerm(379)\x1b", b"\\\x1b[?1;0;256S\x1b[6;20;10t\x1b[?63;1;2", b";4;22c"):
            os.write(terminal.fd, piece)
        terminal.until(lambda out: re.search(rb"\x1bP[0-9;]*q", out))
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


class Sixel(Terminal):
    """A terminal that shows Sixel, with cells of 10 by 20 pixels."""

    ANSWER = b"\x1b[?1;0;256S\x1b[6;20;10t\x1b[?63;1;2;4;22c"


def test_a_menu_that_lay_over_a_picture_leaves_it_whole(home: Path, tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "red").save(tmp_path / "red.png")
    page = tmp_path / "page.html"
    page.write_text("<p>First words<p><img src=red.png alt='a red field'>", "utf-8")
    terminal = Sixel(home, str(page), COLORTERM="truecolor")
    rows = [b"\x1b7\x1b[%d;1H\x1bP" % row for row in range(3, 13)]
    try:
        terminal.until(lambda out: b"\x1b[?1000h" in out and all(row in out for row in rows))
        terminal.type("\x1b[<2;21;6M\x1b[<2;21;6m")
        terminal.until(lambda out: b"Show the picture" in out)
        seen = len(terminal.out)
        terminal.type("\x1b")
        row = re.compile(rb"\x1b\[(?:[7-9]|1[0-2]);1H[^\n]*")
        terminal.until(lambda out: len(row.findall(out[seen:])) >= 6)
        terminal.type(":quit\r")
        assert terminal.end() == 0
        painted = row.findall(terminal.out[seen:])
        assert len(painted) >= 6 and all(b"\x1bP" in row for row in painted)
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("\x1b[1;38;2;0;0;0;48;2;9;8;7mA", "\x1b[1m\x1b[38;2;0;0;0;48;2;9;8;7mA"),
        ("\x1b[1;3;38;2;5;38;2;48;2;9;8;7mA", "\x1b[1;3m\x1b[38;2;5;38;2;48;2;9;8;7mA"),
        ("\x1b[38;2;5;38;2;48;2;9;8;7mA", "\x1b[38;2;5;38;2;48;2;9;8;7mA"),
        ("[1;38;2;0;0;0m \x1b[1;4m", "[1;38;2;0;0;0m \x1b[1;4m"),
    ],
)
def test_no_sequence_has_more_than_the_ten_numbers_that_mlterm_takes(long: str, short: str) -> None:
    assert in_two(long) == short


def test_a_search_of_emacs_begins_with_a_key_typed_before_the_app_stands(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_text("".join(f"The line {n}.\n" for n in range(1, 500)), "utf-8")
    terminal = start("--set", "keys.keymap=emacs", str(page))
    terminal.until(lambda out: b"The line 20." in out)  # the first screen: nobody reads keys yet
    terminal.type("\x13line 321")
    terminal.until(lambda out: b"The line 322." in out)  # it stands below the match
    terminal.type("\r\x18\x03")
    assert terminal.end() == 0
