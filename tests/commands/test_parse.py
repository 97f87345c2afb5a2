"""Command lines: words, flags, chains, and errors that point at the column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.commands.opposites import counted
from lightterm.commands.parse import parse, parse_one, quote, word_at
from lightterm.commands.vocabulary import COMMANDS
from lightterm.errors import CommandInvalid


def names(line: str) -> list[str]:
    return [call.name for call in parse(line, COMMANDS)]


def wrong(line: str) -> CommandInvalid:
    with pytest.raises(CommandInvalid) as caught:
        parse(line, COMMANDS)
    return caught.value


def pointed_at(line: str) -> str:
    error = wrong(line)
    start, end = error.context["column"], error.context["end"]
    assert isinstance(start, int) and isinstance(end, int)
    return line[start:end]


@pytest.mark.covers("LB-93")
def test_words_flags_and_the_rest_of_the_line() -> None:
    call = parse_one("open -t g some  words", COMMANDS)
    assert (call.name, call.text("address"), call.has("tab")) == ("open", "g some  words", True)
    assert parse_one("open --background a.html", COMMANDS).has("background")
    assert parse_one("open -- -t", COMMANDS).text("address") == "-t"
    assert parse_one('field set 3 "a b" c', COMMANDS).text("value") == '"a b" c'
    assert parse_one('open "a b"', COMMANDS).text("address") == "a b"
    assert parse_one("search it's", COMMANDS).text("text") == "it's"
    assert parse_one(r"spawn 'a b' c\ d \"", COMMANDS).words("program") == ("a b", "c d", '"')
    assert parse_one("spawn -t mpv --fs -4", COMMANDS).words("program") == ("mpv", "--fs", "-4")
    assert parse_one("pipe -s -- less -R", COMMANDS).words("program") == ("less", "-R")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", []),
        ("   ", []),
        ("back ;; forward", ["back", "forward"]),
        ("search a ;; match next ;; 3", ["search", "match", "follow"]),
        (";; back ;;", ["back"]),
        ("spawn a ';;' b", ["spawn"]),
        ("bind x back ;; forward", ["bind"]),
        ("12", ["follow"]),
        ("[12]", ["follow"]),
        ("/word", ["search"]),
        ("tab-close", ["tab close"]),
        ("w", ["save"]),
        ("https://example.org/", ["open"]),
        ("about:start", ["open"]),
        ("man:ls", ["open"]),
    ],
)
def test_what_a_line_means(line: str, expected: list[str]) -> None:
    assert names(line) == expected


def test_signs_before_a_line() -> None:
    assert parse_one("?back wards", COMMANDS).has("backward")
    assert parse_one("!ls -l", COMMANDS).text("line") == "ls -l"
    assert parse_one("|wc -l", COMMANDS).words("program") == ("wc", "-l")
    assert parse_one("bind x back ;; forward", COMMANDS).text("line") == "back ;; forward"


@pytest.mark.parametrize("sign", ["/", "?", "!", "|"])
def test_a_sign_alone_is_its_command_once(sign: str) -> None:
    """These were read again and again for ever: `?` and Enter hung the browser."""
    (alone,) = parse(sign, COMMANDS)
    assert alone.source == sign
    assert [call.name for call in parse(f"{sign} ;; back", COMMANDS)][-1] in ("back", alone.name)
    assert parse(f" {sign} ", COMMANDS)[0].name == alone.name


@pytest.mark.covers("LB-93")
@pytest.mark.parametrize(
    ("line", "where", "words"),
    [
        ("opne x", "opne", "did you mean open?"),
        ("tab clsoe", "tab clsoe", "did you mean tab close?"),
        ("tba close", "tba", "did you mean tab close?"),
        ("opne tab", "opne", "did you mean open?"),
        ("close", "close", "did you mean pane close, tab close or ws close?"),
        ("tba", "tba", "did you mean tab?"),
        ("tab", "tab", "tab takes new, close"),
        ("back ;; fowrard", "fowrard", "did you mean forward?"),
        ("scroll dwn", "dwn", "did you mean down?"),
        ("scroll to middel", "middel", "did you mean middle?"),
        ("tab new --backgroud", "--backgroud", "did you mean --background?"),
        ("tab new -x", "-x", "no flag -x"),
        ("follow x", "x", "not a whole number"),
        ("follow 1 2", "2", "takes no more"),
        ("match", "", "needs which"),
        ("bind -m", "-m", "needs a value"),
        ('follow "1', '"1', "not closed"),
        ("reload --fresh=1", "--fresh=1", "takes no value"),
        ("qqqqqq", "qqqqqq", "help commands"),
        ("example.org/a b", "example.org/a", "did you mean open example.org/a?"),
        ("gemini:x", "gemini:x", "did you mean open gemini:x?"),
        ("~/notes.md", "~/notes.md", "did you mean open ~/notes.md?"),
    ],
)
def test_an_error_points_at_its_column(line: str, where: str, words: str) -> None:
    assert words in wrong(line).message
    assert pointed_at(line) == where


def test_the_error_says_what_to_run_instead() -> None:
    assert wrong("opne x").actions[0].parameters == {"command": "open"}


def test_a_count_below_zero_turns_a_command_round_or_is_nothing_to_it() -> None:
    turned = {
        "scroll down": "scroll up",
        "caret word-end": "caret word-back",
        "caret paragraph-back": "caret paragraph-next",
        "target previous --kind link": "target next --kind link",
        "tab next": "tab previous",
        "forward": "back",
        "pane resize wider": "pane resize narrower",
    }
    for line, other in turned.items():
        assert counted(parse_one(line, COMMANDS), -3, COMMANDS) == parse_one(other, COMMANDS).replace(
            count=3, source=parse_one(line, COMMANDS).source
        )
    for line in ("follow", "yank link", "reload", "caret top", "scroll percent"):
        assert counted(parse_one(line, COMMANDS), -3, COMMANDS) == parse_one(line, COMMANDS)
    assert counted(parse_one("follow", COMMANDS), 3, COMMANDS).number("target") == 3


def test_a_count_is_a_number_of_times_or_an_argument() -> None:
    assert parse_one("scroll down", COMMANDS).with_count(5).times == 5
    assert parse_one("scroll down", COMMANDS).times == 1
    assert parse_one("scroll to bottom", COMMANDS).with_count(12).text("where") == "12"
    assert parse_one("follow", COMMANDS).with_count(7).number("target") == 7
    assert parse_one("yank link", COMMANDS).with_count(7).number("target") == 7
    assert parse_one("scroll percent", COMMANDS).number("percent") is None
    assert parse_one("reload", COMMANDS).with_count(3) == parse_one("reload", COMMANDS).replace(count=3)


def test_aliases_of_the_user_stand_for_whole_lines() -> None:
    own = COMMANDS.copy()
    own.aliases |= {"ff": "tab only ;; open", "loop": "loop", "reload": "back"}
    assert [(c.name, c.text("address")) for c in parse("ff example.org", own)] == [
        ("tab only", ""),
        ("open", "example.org"),
    ]
    assert [c.name for c in parse("reload", own)] == ["reload"]
    with pytest.raises(CommandInvalid, match="leads back to itself"):
        parse("loop", own)


@given(st.text(max_size=60))
def test_any_line_is_commands_or_an_error(line: str) -> None:
    try:
        calls = parse(line, COMMANDS)
    except CommandInvalid as error:
        start, end = error.context["column"], error.context["end"]
        assert isinstance(start, int) and isinstance(end, int)
        assert 0 <= start <= end <= max(len(line), end)
    else:
        assert all(call.name in COMMANDS for call in calls)


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_a_quoted_word_is_read_back(text: str) -> None:
    word = word_at(quote(text), 0)
    assert word is not None
    assert (word.text, word.end) == (text, len(quote(text)))
