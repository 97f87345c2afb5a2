"""The parser of a terminal's answers: pure, and never at a loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.graphics.probe import TRUE_COLOR, Terminal, questions_for, terminal
from lightterm.graphics.replies import Replies, keys_of, parse

XTERM = (
    b"\x1bP>|XTerm(379)\x1b\\\x1b[?2026;0$y\x1b[?1;0;256S\x1b[?2;0;1920;1400S\x1b]10;rgb:d8d8/d8d8/d8d8\x1b\\"
    b"\x1b]11;rgb:1010/1010/1414\x1b\\\x1b[6;17;9t\x1b[4;510;900t\x1b[?63;1;2;4;6;9;15;16;22;28c"
)
KITTY = (
    b"\x1bP>|kitty(0.35.2)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?0u\x1b[?2026;2$y\x1b]10;rgb:dd/dd/dd\x1b\\"
    b"\x1b]11;rgb:00/00/00\x1b\\\x1b[6;20;10t\x1b[4;480;800t\x1b[?62;c"
)
FOOT = (
    b"\x1bP>|foot(1.16.2)\x1b\\\x1b[?0u\x1b[?2026;2$y\x1b[?1;0;1024S\x1b[?2;0;10000;10000S"
    b"\x1b]10;rgb:00/00/00\x07\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[6;24;12t\x1b[4;720;1200t\x1b[?62;4;22c"
)
TMUX = b"\x1bP>|tmux 3.4\x1b\\\x1b]10;rgb:ffff/ffff/ffff\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?1;2;4c"
WEZTERM = b"\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[?65;4;6;18;22c"
DIRECT = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def made(data: bytes, pixels: tuple[int, int] = (0, 0), **env: str) -> Terminal:
    return terminal(parse(data), {"TERM": "xterm-256color", **env}, (100, 30), pixels)


def test_xterm() -> None:
    found = made(XTERM)
    assert (found.name, found.answered, found.pictures, found.cell) == ("XTerm(379)", True, "sixel", (9, 17))
    assert (found.sixel_colors, found.sixel_area) == (256, (1920, 1400))
    assert (found.background, found.dark) == ((16, 16, 20), True)


def test_kitty() -> None:
    found = made(KITTY, TERM="xterm-kitty")
    assert (found.pictures, found.cell, found.colors) == ("kitty", (10, 20), TRUE_COLOR)
    assert found.kitty_keyboard and not found.sixel


def test_foot_and_a_light_background() -> None:
    found = made(FOOT, TERM="foot")
    assert (found.pictures, found.dark, found.cell, found.colors) == ("sixel", False, (12, 24), TRUE_COLOR)
    assert found.sixel_area == (10000, 10000)


def test_tmux_speaks_sixel_itself() -> None:
    found = made(TMUX, TERM="tmux-256color", TMUX="/tmp/tmux-0/default,1,0")
    assert (found.pictures, found.multiplexer, found.dark) == ("sixel", "tmux", True)


def test_kitty_graphics_without_placeholders_is_placed_where_there_is_no_sixel() -> None:
    assert made(WEZTERM).pictures == "sixel"
    assert made(KITTY.replace(b"0.35.2", b"0.27.1")).pictures == "placements"
    assert made(KITTY.replace(b"kitty(0.35.2)", b"ghostty 1.1.0")).pictures == "kitty"
    assert made(KITTY.replace(b";OK", b";ENOENT:x")).pictures == "blocks"


@pytest.mark.parametrize(
    ("env", "colors"),
    [
        ({"TERM": "dumb"}, 0),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, 0),
        ({"TERM": "linux"}, 16),
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, TRUE_COLOR),
        ({"TERM": "xterm-direct"}, TRUE_COLOR),
    ],
)
def test_colours_come_from_the_environment(env: dict[str, str], colors: int) -> None:
    found = terminal(Replies(), env, (80, 24), (0, 0))
    assert (found.colors, found.pictures) == (colors, "blocks" if colors else "none")


def test_the_cell_comes_from_the_best_source() -> None:
    assert made(b"\x1b[6;20;10t\x1b[4;600;1000t\x1b[?1c", (900, 300)).cell == (10, 20)
    assert made(b"\x1b[4;600;1000t\x1b[?1c", (900, 300)).cell == (9, 10)
    assert made(b"\x1b[4;600;1000t\x1b[?1c").cell == (10, 20)
    assert made(b"\x1b[6;0;0t\x1b[?1c").cell == made(b"\x1b[6;999999;1t\x1b[?1c").cell == (8, 16)


def test_light_or_dark_may_be_known_without_an_answer() -> None:
    assert made(b"").dark is None
    assert made(b"", COLORFGBG="15;0").dark is True
    assert made(b"", COLORFGBG="0;default;15").dark is False


def test_keys_typed_meanwhile_are_kept_in_order() -> None:
    data = b"j\x1b[A" + KITTY[:40] + KITTY[40:].replace(b"\x1b[?0u", b"") + b"\x1b:q\xc3\xa9\x1b]\x1b"
    assert parse(data).complete
    assert parse(b"g" + XTERM + b"\x1b[Bx").typed == b"g\x1b[Bx"
    assert parse(b"\x1b]" + FOOT + b"\x1bOP\x1b").typed == b"\x1b]\x1bOP\x1b"


def test_an_answer_that_is_cut_off_is_none() -> None:
    for end in range(1, len(XTERM)):
        assert not parse(XTERM[:end]).complete
    assert parse(b"\x1b[?62;4").attributes == ()


@pytest.mark.parametrize("answer", [XTERM, KITTY, FOOT, TMUX, WEZTERM])
def test_answers_that_come_late_are_no_keys_wherever_they_are_cut(answer: bytes) -> None:
    modes = next((b"\x1b[?2026;" + digit + b"$y" for digit in (b"0", b"2") if b"?2026;" + digit in answer), b"")
    for cut in range(len(answer)):
        before, begun = keys_of(b"j\x1b[A" + answer[:cut])
        after, left = keys_of(begun + answer[cut:] + b"k\x1b")
        if answer[:cut].endswith(b"\x1b") and answer[cut : cut + 1] != b"\\":
            continue  # a lone Escape is a key: nobody can wait for what may follow
        assert (before + after, left) == (b"j\x1b[A" + modes + b"k\x1b", b"")


def test_what_is_typed_stays_and_what_has_no_end_is_held() -> None:
    keys = b"\x1b[1;5D\x1b[<0;1;1M\x1b[200~a\x1b]b\x1b[201~\x1bx\x1b"
    assert keys_of(keys)[0] + keys_of(keys)[1] == keys
    assert keys_of(b"a\x1b[") == (b"a", b"\x1b[")
    assert keys_of(b"\x1bP" + b"x" * 5000) == (b"\x1bP" + b"x" * 5000, b"")


def test_nonsense_sets_nothing() -> None:
    bad = b"\x1b]11;rgb:zz/00/00\x07\x1b]10;red\x07\x1b[?1;3;0S\x1b[?1;0S\x1b[?2026$y\x1b[?99999999;4c\x1b[6;-1;9t"
    found = parse(bad)
    assert found.replace(typed=b"") == Replies()


@given(st.lists(st.sampled_from([XTERM, KITTY, FOOT, b"\x1b", b"[?", b";4c", b"\x1b]11;", b"x", b"\x07"]), max_size=12))
def test_any_input_is_parsed(pieces: list[bytes]) -> None:
    found = made(b"".join(pieces))
    assert 2 <= found.cell[0] <= 200
    assert found.name.isprintable()


def test_terminals_that_cannot_answer_are_not_asked() -> None:
    assert [questions_for({"TERM": term}) for term in ("dumb", "linux", "", "vt52")] == [b""] * 4
    assert questions_for({"TERM": "xterm", "INSIDE_EMACS": "29"}) == b""
    assert questions_for(DIRECT).endswith(b"\x1b[c")
    assert b"\x1b_G" in questions_for(DIRECT)
    for multiplexed in ({"TERM": "screen"}, {"TERM": "tmux-256color"}, {**DIRECT, "TMUX": "x"}, {**DIRECT, "STY": "x"}):
        assert b"\x1b_" not in questions_for(multiplexed)
    assert b"$p" not in questions_for({**DIRECT, "TERM_PROGRAM": "Apple_Terminal"})
