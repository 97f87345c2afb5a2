"""Sheets told as plain rules: what shows and hides, for an engine that passes over what is newer."""

from __future__ import annotations

import pytest

from lightterm.extract.style.flat import flat


def rules(css: str, width: int = 1280) -> list[str]:
    return flat(css, width, 720, "light").split("\n") if css else []


def test_what_every_engine_knows_is_left_to_it() -> None:
    assert flat("p { display: none } @media (max-width: 40em) { p { display: block } }", 1280, 720, "light") == ""


@pytest.mark.parametrize(
    ("css", "plain"),
    [
        (".a { color: red; .b { display: none } }", [".a .b{ display: none }"]),
        (".a { &.b { display: none; color: red } }", [".a.b{ display: none}"]),
        (".a { @media (width >= 40rem) { visibility: hidden } }", [".a{ visibility: hidden }"]),
        ("@supports (display: grid) { .a { display: none } }", [".a { display: none }"]),
        ("@supports not (display: grid) { .a { display: none } }", [""]),
        ("@supports (display: grid) { .md\\:a { display: none } }", [".md\\:a { display: none }"]),
        ('@supports (display: grid) { [data-x="a}b"] { display: none } }', ['[data-x="a}b"] { display: none }']),
        ("@layer low, high; @layer high { .a { .b { display: block } } } @layer low { .a { display: none } }", None),
    ],
)
def test_what_is_newer_is_told_as_plain_rules(css: str, plain: list[str] | None) -> None:
    found = [one.replace(" ", "") for one in rules(css)]
    if plain is None:
        assert found == [".a{display:none}", ".a.b{display:block}"]
        return
    assert found == [one.replace(" ", "") for one in plain]


def test_a_range_is_asked_of_the_screen() -> None:
    css = "@media (width >= 100rem) { .a { display: none } }"
    assert rules(css, 1280) == [""] and ".a" in rules(css, 2000)[0]


@pytest.mark.parametrize(
    ("css", "more", "plain"),
    [
        (":root { --x: none } .a { display: var(--x) }", "", ".a{display:none}"),
        (".a { display: var(--x) }", "html { --x: none }", ".a{display:none}"),
        (".a { display: var(--x, none) !important }", "", ".a{display:none!important}"),
        (".a { display: var(--x) } .b { display: none }", "", ".b{display:none}"),
        (".card { --x: none } .a { visibility: var(--x) }", "", ""),
        (".a { content-visibility: hidden }", "", ".a{display:none}"),
        ("@container (width > 10px) { .a { display: none } }", "", ""),
        (
            "@container (width > 10px) { .a { display: none } }",
            ".b { container-type: inline-size }",
            ".a:where(.b*,[style*=container]*){display:none}",
        ),
        (
            "@container x (width > 10px) { .a { display: none } }",
            ".b{container:x / size} .c{container:y / size}",
            ".a:where(.b*,[style*=container]*){display:none}",
        ),
        ("@container (width < 10px) { .a { display: none } }", ".b{container:x / size}", ""),
    ],
)
def test_what_other_sheets_say_counts(css: str, more: str, plain: str) -> None:
    assert "".join(flat(css, 1280, 720, "light", f"{css}\n{more}").split()) == plain
