"""Command lines: words, flags, chains, and errors that point at the column."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.commands.opposites import counted
from lightterm.commands.parse import parse, quote, word_at
from lightterm.commands.registry import Invocation
from lightterm.commands.vocabulary import COMMANDS
from lightterm.errors import CommandInvalid


def only(line: str) -> Invocation:
    (call,) = parse(line, COMMANDS)
    return call


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
    call = only("open -t g some  words")
    assert (call.name, call.text("address"), call.has("tab")) == ("open", "g some  words", True)
    assert only("open --background a.html").has("background")
    assert only("open -- -t").text("address") == "-t"
    assert only('field set 3 "a b" c').text("value") == '"a b" c'
    assert only('open "a b"').text("address") == "a b"
    assert only(r"spawn 127.0.0.1:80?a example.org/a\ b").words("program") == ("127.0.0.1:80?a", "example.org/a b")
    assert only("search it's").text("text") == "it's"
    assert only("/--sort").text("text") == only("?--sort").text("text") == "--sort"
    assert only(r"spawn 'a b' c\ d \"").words("program") == ("a b", "c d", '"')
    assert only("spawn -t mpv --fs -4").words("program") == ("mpv", "--fs", "-4")
    assert only("pipe -s -- less -R").words("program") == ("less", "-R")


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
        ("127.0.0.1:8437/x", ["open"]),
        ("[::1]:80", ["open"]),
        ("localhost:8437", ["open"]),
        ("example.org/a ;; back", ["open", "back"]),
        ("gemini:x", ["open"]),
        ("man:ls", ["open"]),
    ],
)
def test_what_a_line_means(line: str, expected: list[str]) -> None:
    assert names(line) == expected


def test_signs_before_a_line() -> None:
    assert only("?back wards").has("backward")
    assert only("!ls -l").text("line") == "ls -l"
    assert only("|wc -l").words("program") == ("wc", "-l")
    assert only("bind x back ;; forward").text("line") == "back ;; forward"


@pytest.mark.parametrize("sign", ["/", "?", "!", "|"])
def test_a_sign_alone_is_its_command_once(sign: str) -> None:
    """These were read again and again for ever: `?` and Enter hung the browser."""
    (alone,) = parse(sign, COMMANDS)
    assert alone.source == sign
    assert [call.name for call in parse(f"{sign} ;; back", COMMANDS)][-1] in ("back", alone.name)
    assert parse(f" {sign} ", COMMANDS)[0].name == alone.name


@pytest.mark.covers("LB-93")
@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("set-cmd-text -s :open", "prompt"),
        ("cmd-set-text /", "prompt"),
        ("tab-prev", "tab previous"),
        ("tab-focus 2", "tab select"),
        ("quickmark-load n", "quickmark open"),
        ("bookmark-list", "bookmarks"),
        ("config-edit", "edit settings"),
        ("mode-enter caret", "mode"),
        ("selection-follow", "follow"),
        ("search-next", "match next"),
        ("print", "save"),
        ("hint links yank", "hint --kind link"),
        ("hint all tab-fg", "hint"),
        ("back ;; noh", "match clear"),
    ],
)
def test_names_of_other_browsers_lead_to_ours(line: str, better: str) -> None:
    """`mode-enter` meant `center`, `selection-follow` meant `feed unfollow`, and many meant nothing."""
    error = wrong(line)
    assert f"(did you mean {better}?)" in str(error)
    assert error.actions[0].parameters == {"command": better}


def test_what_other_names_lead_to_are_commands_that_there_are() -> None:
    from lightterm.commands.other_names import NAMES

    for theirs, ours in NAMES.items():
        name = theirs.removeprefix("hint ")
        assert theirs != name or COMMANDS.get(name) is None, theirs
        with contextlib.suppress(CommandInvalid):  # what needs arguments
            assert parse(ours, COMMANDS)
        assert any(COMMANDS.get(" ".join(ours.split()[:n])) for n in (1, 2)), theirs


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
        ("match", "", "needs which (next, previous"),
        ("set", "", "needs key (settings lists them): set"),
        ("bind -m", "-m", "needs a value"),
        ('follow "1', '"1', "not closed"),
        ("reload --fresh=1", "--fresh=1", "takes no value"),
        ("qqqqqq", "qqqqqq", "help commands"),
        ("example.org/a b", "example.org/a", "did you mean open example.org/a?"),
        ("mailto:x", "mailto:x", "did you mean open mailto:x?"),
        ("tab wikipedia", "tab wikipedia", "did you mean tab select wikipedia?"),
        ("quickmark zzz", "quickmark zzz", "(did you mean quickmark open zzz?)"),
        ("session mine", "session mine", "did you mean session load mine?"),
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
        assert counted(only(line), -3, COMMANDS) == only(other).replace(count=3, source=only(line).source)
    for line in ("follow", "yank link", "reload", "caret top", "scroll percent"):
        assert counted(only(line), -3, COMMANDS) == only(line)
    assert counted(only("follow"), 3, COMMANDS).number("target") == 3


def test_a_count_is_a_number_of_times_or_an_argument() -> None:
    assert only("scroll down").with_count(5).times == 5
    assert only("scroll down").times == 1
    assert only("scroll to bottom").with_count(12).text("where") == "12"
    assert only("follow").with_count(7).number("target") == 7
    assert only("yank link").with_count(7).number("target") == 7
    assert only("scroll percent").number("percent") is None
    assert only("reload").with_count(3) == only("reload").replace(count=3)


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
