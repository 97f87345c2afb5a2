"""Media, supports and container conditions, as a terminal answers them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.extract.style import View, media

SCREEN = View(1280, 800)

QUERIES = [
    ("", True),
    ("all", True),
    ("screen", True),
    ("print", False),
    ("not print", True),
    ("not screen", False),
    ("not all", False),
    ("only screen and (min-width: 600px)", True),
    ("screen and (max-width: 600px)", False),
    ("not screen and (max-width: 600px)", True),
    ("print, (min-width: 1px)", True),
    ("(min-width: 80em)", True),
    ("(min-width: 80.1em)", False),
    ("(width >= 1280px)", True),
    ("(width > 1280px)", False),
    ("(1000px <= width < 1280px)", False),
    ("(1000px < width <= 80rem)", True),
    ("(width: 1280px)", True),
    ("(min-height: 801px)", False),
    ("(orientation: landscape)", True),
    ("(min-aspect-ratio: 16/9)", False),
    ("(aspect-ratio > 1/1)", True),
    ("(prefers-color-scheme: dark)", False),
    ("(prefers-color-scheme: light)", True),
    ("(prefers-reduced-motion)", True),
    ("(prefers-reduced-motion: no-preference)", False),
    ("(hover)", False),
    ("(hover: none)", True),
    ("(pointer: coarse)", False),
    ("(any-pointer: fine)", False),
    ("(scripting: none)", True),
    ("(-webkit-min-device-pixel-ratio: 2)", False),
    ("(min-resolution: 96dpi)", True),
    ("(color)", True),
    ("(monochrome)", False),
    ("(width)", True),
    ("(unheard-of: 1px)", False),
    ("not (unheard-of: 1px)", False),
    ("not (min-width: 2000px)", True),
    ("(unheard-of) or (width)", True),
    ("(width) and (hover: none)", True),
    ("(width) and ((hover) or (pointer))", False),
    ("((width))", True),
    ("SCREEN AND (MIN-WIDTH: 1PX)", True),
    ("screen and", False),
    ("(min-width: calc(1200px))", True),
    ("(min-width: nonsense)", False),
    ("tv", False),
    ("(((", False),
]


@pytest.mark.parametrize(("query", "holds"), QUERIES)
def test_media_queries(query: str, holds: bool) -> None:
    assert media.matches(query, SCREEN) is holds


def test_paper_and_darkness_are_the_views_own() -> None:
    assert media.matches("print", View(800, 600, print=True))
    assert not media.matches("screen", View(800, 600, print=True))
    assert media.matches("(prefers-color-scheme: dark)", View(800, 600, "dark"))
    assert media.matches("(orientation: portrait)", View(600, 800))


SUPPORTS = [
    ("(display: grid)", True),
    ("not (display: grid)", False),
    ("(display: grid) and (gap: 1px)", True),
    ("(display: -ms-grid) or (display: flex)", True),
    ("(-moz-appearance: none)", False),
    ("(-webkit-appearance: none)", True),
    ("not (-ms-ime-align: auto)", True),
    ("selector(:focus-visible)", True),
    ("selector(:-moz-ui-invalid)", False),
    ("(nonsense)", False),
]


@pytest.mark.parametrize(("condition", "holds"), SUPPORTS)
def test_supports(condition: str, holds: bool) -> None:
    assert media.supports(condition) is holds


def test_a_container_is_taken_to_be_as_wide_as_the_screen() -> None:
    assert media.container("(min-width: 600px)", SCREEN)
    assert media.container("card (width < 2000px)", SCREEN)
    assert not media.container("card (width > 2000px)", SCREEN)
    assert not media.container("style(--x: 1)", SCREEN)


@given(st.text(alphabet="()<>=:,/.-0123 notandorwidthpxmscreen", max_size=60))
def test_any_condition_gets_an_answer(text: str) -> None:
    assert media.matches(text, SCREEN) in (True, False)
    assert media.supports(text) in (True, False)
    assert media.container(text, SCREEN) in (True, False)
