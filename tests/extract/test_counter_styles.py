"""Lists and counters numbered by `@counter-style`. https://www.w3.org/TR/css-counter-styles-3/"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.document.layout import text_lines
from lightterm.extract.html import html_document
from lightterm.extract.style.counter_styles import LONGEST, counter_style, number_text
from lightterm.extract.view import View


def markers(style: str, markup: str) -> list[str]:
    """What stands before each item `x` of a page."""
    made = html_document(f"<style>{style}</style>{markup}".encode(), "https://example.org/", View())
    return [line.removesuffix("x").strip() for line in text_lines(made.blocks, 80) if line]


@pytest.mark.parametrize(
    ("descriptors", "start", "expected"),
    [
        ("system: cyclic; symbols: '◆' '◇'; suffix: ' '", 0, ["◇", "◆", "◇"]),
        ("system: fixed 3; symbols: a b; suffix: ''", 2, ["2", "a", "b"]),
        ("symbols: '*' '†'", 1, ["*.", "†.", "**."]),
        ("system: alphabetic; symbols: a b", 2, ["b.", "aa.", "ab."]),
        ("system: numeric; symbols: '0' '1'", 2, ["10.", "11.", "100."]),
        ("system: additive; additive-symbols: 5 V, 1 I", 4, ["IIII.", "V.", "VI."]),
        ("system: additive; additive-symbols: 5 V", 5, ["V.", "6.", "7."]),
        ("system: extends decimal; prefix: '('; suffix: ')'", 8, ["(8)", "(9)", "(10)"]),
        ("system: extends decimal; pad: 3 '0'; negative: '(' ')'", -1, ["(1).", "000.", "001."]),
        ("system: extends upper-roman; range: 1 2, 4 infinite; fallback: lower-alpha", 2, ["II.", "c.", "IV."]),
        ("system: extends nothing-known", 1, ["1.", "2.", "3."]),
        ("system: cyclic", 1, ["1.", "2.", "3."]),
        ("system: numeric; symbols: a", 1, ["1.", "2.", "3."]),
    ],
)
def test_each_system_numbers_a_list(descriptors: str, start: int, expected: list[str]) -> None:
    css = f"@counter-style Own {{ {descriptors} }} ol {{ list-style-type: own }}"
    assert markers(css, f"<ol start={start}><li>x<li>x<li>x</ol>") == expected
    assert markers(css.replace("-type", ""), f"<ol start={start}><li>x<li>x<li>x</ol>") == expected


def test_items_have_the_numbers_that_their_markup_gives_them() -> None:
    css = "@counter-style s { system: extends decimal; suffix: ')' } .s { list-style-type: s }"
    assert markers(css, "<ul class=s><li>x<li>x</ul>") == ["1)", "2)"]
    assert markers(css, "<ol reversed class=s><li>x<li>x</ol>") == ["2)", "1)"]
    assert markers(css, "<ol class=s><li>x<li value=7>x<li>x</ol>") == ["1)", "7)", "8)"]
    assert markers(css, "<ol><li>x<li class=s>x<li>x</ol>") == ["1.", "2)", "3."]
    assert markers(css, "<ol class=s><li>x<li style='list-style-type: upper-roman'>x</ol>") == ["1)", "II."]
    assert markers("ol { list-style-type: unknown }", "<ol><li>x</ol>") == ["1."]
    assert markers(
        "@media print { @counter-style s { symbols: '!' } } .s { list-style: s }", "<ol class=s><li>x</ol>"
    ) == ["1."], "of a sheet that does not hold"


def test_counters_are_told_in_them_too() -> None:
    css = "@counter-style s { symbols: '*'; prefix: '(' } h2 { counter-increment: n }"
    css += " h2::before { content: counter(n, s) ' ' }"
    made = html_document(f"<style>{css}</style><h2>a</h2><h2>b</h2>".encode(), "https://example.org/", View())
    assert [line for line in text_lines(made.blocks, 80) if line] == ["## * a", "## ** b"]


@given(st.text("ab:;,'\"()0123 -infitexds@symbols", max_size=80), st.integers(-(10**9), 10**9))
def test_any_descriptors_number_within_bounds(block: str, number: int) -> None:
    styles = {"a": counter_style(f"{block};fallback:b", []), "b": counter_style("system:extends a;fallback:a", [])}
    assert len(number_text(number, "a", styles)) <= 2 * LONGEST


@pytest.mark.parametrize(
    ("style", "markers"),
    [
        ("symbols('*' '†')", ["*", "†", "**"]),
        ("symbols(cyclic '○' '●') inside", ["○", "●", "○"]),
        ("none symbols(numeric '0' '1')", ["1", "10", "11"]),
        ("symbols(fixed 'a')", ["a", "2", "3"]),
        ("symbols(alphabetic 'a')", ["1", "2", "3"]),
        ("symbols(url(x) 'a')", ["1", "2", "3"]),
        ("symbols(", ["1", "2", "3"]),
    ],
)
def test_lists_of_symbols(style: str, markers: list[str]) -> None:
    for declared in (f"list-style:{style}", f"list-style-type:{style.removeprefix('none ').removesuffix(' inside')}"):
        made = html_document(f'<ol style="{declared}"><li>x<li>x<li>x</ol>'.encode(), "https://a.test/", View())
        shown = [line.removesuffix("x").strip().rstrip(".") for line in text_lines(made.blocks, 80)]
        assert shown == markers, declared
