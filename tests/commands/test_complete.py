"""Completion of command lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.commands.complete import Completion, Offer, complete, fit
from lightterm.commands.vocabulary import COMMANDS

PAGES = ("https://example.org/", "https://w3.org/a b")


def offered(line: str, cursor: int | None = None) -> tuple[Completion, ...]:
    sources = {"url": lambda typed: [Offer(page, "A page") for page in PAGES if typed in page]}
    return complete(line, len(line) if cursor is None else cursor, COMMANDS, sources)


def lines(line: str) -> list[str]:
    return [each.line for each in offered(line)]


@pytest.mark.covers("LB-93", "LBX-59")
@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("tab cl", "tab close "),
        ("tab-cl", "tab close "),
        ("rel", "reload "),
        ("back ;; forw", "back ;; forward "),
        ("bookmark d", "bookmark delete "),
        ("match ", "match word "),
        ("match p", "match previous "),
        ("set keys.key", "set keys.keymap "),
        ("set keymap ", "set keymap chawan "),
        ("set extraction.css of", "set extraction.css off "),
        ("open exam", "open https://example.org/"),
        ("open -t exam", "open -t https://example.org/"),
        ("open --ba", "open --background "),
        ("hint -k but", "hint -k button "),
        ("bind -m vis", "bind -m visual "),
        ("bind x tab clo", "bind x tab close "),
        ("yank mark", "yank markdown "),
        ("keymap ly", "keymap lynx "),
        ("help bookmark a", "help bookmark add "),
        ("download exam", "download https://example.org/"),
    ],
)
def test_the_best_offer(line: str, first: str) -> None:
    assert lines(line)[0] == first


def test_an_empty_line_offers_every_command_with_its_help() -> None:
    found = {each.text: each.help for each in offered("")}
    assert {command.name: command.help for command in COMMANDS} == found


@pytest.mark.parametrize("line", ["nonsense x", "reload x", "follow 1 2", "!ls ", "search foo"])
def test_where_nothing_fits_nothing_is_offered(line: str) -> None:
    assert offered(line) == ()


def test_what_follows_the_cursor_stays() -> None:
    found = offered("tab cl ;; back", len("tab cl"))[0]
    assert (found.line, found.cursor) == ("tab close ;; back", len("tab close"))


def test_an_offer_with_spaces_is_one_word_where_words_are_wanted() -> None:
    assert 'download "https://w3.org/a b"' in [line.rstrip() for line in lines("download w3")]
    assert lines("open w3")[0] == "open https://w3.org/a b "


def test_how_well_a_text_fits() -> None:
    order = [fit("tab", text) for text in ("tab", "tab new", "first tab", "stable", "the arab", "new")]
    assert order == [0, 1, 2, 3, 4, None]


@given(st.text(alphabet="abt -;\"'/\\1{", max_size=30), st.integers(0, 30))
def test_any_line_can_be_completed(line: str, cursor: int) -> None:
    for each in offered(line, cursor):
        assert 0 <= each.start <= each.end <= len(line)
        assert each.line[: each.start] == line[: each.start]


def test_manual_pages_are_completed_with_their_sections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lightterm.commands.sources import manuals

    for name in ("man1/zztool.1.gz", "man3/zztwo.3ssl.gz", "man3/other.3", "de/man1/zzfremd.1"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setenv("MANPATH", f"{tmp_path}::/nowhere")
    assert manuals("zz") == [Offer("zztool", "section 1"), Offer("zztwo", "section 3ssl")]
    assert manuals("z") == []
