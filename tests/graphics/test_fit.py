"""How many cells a picture takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.graphics.fit import fit, pixels, said_size

CELL = (10, 20)


@pytest.mark.parametrize(
    ("width", "height", "cells"),
    [
        (200, 100, (20, 5)),
        (1600, 1000, (80, 25)),
        (400, 4000, (8, 40)),
        (16, 16, (2, 1)),
        (24, 24, (2, 1)),
        (12, 20, (1, 1)),
        (88, 31, (9, 2)),
        (1, 1, (0, 0)),
        (2, 900, (0, 0)),
        (600, 2, (0, 0)),
        (5000, 10, (80, 1)),
        (10, 5000, (1, 40)),
    ],
)
def test_cells(width: int, height: int, cells: tuple[int, int]) -> None:
    assert fit(width, height, CELL, 80, 40) == cells


SIDE = st.integers(1, 30_000)


@given(SIDE, SIDE, st.tuples(st.integers(2, 40), st.integers(2, 80)), st.integers(1, 300), st.integers(1, 200))
def test_a_picture_keeps_to_its_room_and_is_not_made_larger(
    width: int, height: int, cell: tuple[int, int], columns: int, rows: int
) -> None:
    across, down = fit(width, height, cell, columns, rows)
    assert 0 <= across <= columns and 0 <= down <= rows and bool(across) == bool(down)
    if across:
        wide, high = pixels(width, height, cell, across, down)
        assert 1 <= wide <= max(1, min(width, across * cell[0])) and 1 <= high <= max(1, min(height, down * cell[1]))
        assert across == 1 or (across - 1) * cell[0] < width
        assert down == 1 or (down - 1) * cell[1] < height


def test_the_size_that_a_page_says() -> None:
    assert said_size((0, 0), (0, 0)) == said_size((100, 0), (0, 0)) == (0, 0)
    assert said_size((100, 50), (0, 0)) == (100, 50)
    assert said_size((0, 0), (300, 200)) == (300, 200)
    assert said_size((150, 0), (300, 200)) == (150, 100)
    assert said_size((0, 100), (300, 200)) == (150, 100)
    assert said_size((600, 400), (300, 200)) == (300, 200)
    assert said_size((150, 150), (300, 200)) == (150, 150)
