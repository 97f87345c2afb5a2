"""The forty-four rendering points: pages of the corpus as snapshots, by what holds for all, by what each is about.

The points and how other text browsers fail on them stand at the pages' numbers. `LIGHTTERM_UPDATE_SNAPSHOTS=1 pytest
tests/extract/test_rendering.py` writes the snapshots anew; look at what changed before it is committed.
"""

from __future__ import annotations

import os
import re
from collections import Counter

import pytest
from laid_out import may_be_wide
from rendered import PAGES, ROOT, document, lines, shown

from lightterm.document.cells import clusters, width
from lightterm.document.layout import Layout
from lightterm.document.model import Table

SNAPSHOTS = ROOT / "snapshots/layout"


WIDTHS = (1, 2, 3, 10, 20, 40, 80, 200)


UPDATE = "LIGHTTERM_UPDATE_SNAPSHOTS"


WRITES = bool(os.environ.get(UPDATE))  # read before the tests' environment is emptied


STRUCTURE = set("─│┊┼├┤┬┴┤ >-\u2066\u2067\u2069")
"""What layout adds to a page: rules, the signs of quotations on each line, hyphens, isolates."""


@pytest.mark.parametrize("cells", [80, 40])
@pytest.mark.parametrize("name", PAGES)
def test_layout_is_as_the_snapshot(name, cells):
    path = SNAPSHOTS / f"{name}-{cells}.txt"
    text = shown(name, cells)
    if WRITES:
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{UPDATE}=1 writes the snapshots"


def test_every_snapshot_has_its_page():
    wanted = {f"{name}-{cells}.txt" for name in PAGES for cells in (80, 40)}
    assert {path.name for path in SNAPSHOTS.iterdir()} == wanted


def test_every_point_has_a_page():
    assert {int(name[:2]) for name in PAGES} == set(range(1, 45))


@pytest.mark.covers("LB-55")
@pytest.mark.parametrize("cells", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_no_line_is_wider_than_asked_or_ends_in_spaces_or_holds_controls(name, cells):
    for rich in (False, True):
        for block in document(name).blocks:
            layout = Layout(cells, rich=rich)
            layout.add([block])
            for line in layout.lines:
                single = len(list(clusters(line))) == 1
                assert width(line) <= cells or single or may_be_wide(block), line
                assert not line.endswith((" ", "\xa0", "\t"))
                assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e]", line), ascii(line)


@pytest.mark.parametrize("cells", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_lines_with_spans_are_the_lines_without(name, cells):
    rich = Layout(cells, rich=True)
    rich.add(document(name).blocks)
    assert rich.lines == lines(name, cells)


@pytest.mark.parametrize("name", PAGES)
def test_every_target_is_numbered_once_and_in_order(name):
    numbered = Counter(re.findall(r"\[\d+\]", "\n".join(lines(name, 200))))
    numbered -= Counter(re.findall(r"\[\d+\]", "\n".join(lines(name, 200, numbers=False))))
    count = len(document(name).targets)
    assert numbered == Counter(f"[{n}]" for n in range(1, count + 1))
    for cells in (200, 80, 40, 20):
        text = "\n".join(lines(name, cells))
        places = [text.index(f"[{n}]") for n in range(1, count + 1)]
        assert places == sorted(places) or any(isinstance(block, Table) for block in document(name).blocks)


@pytest.mark.parametrize("name", PAGES)
def test_the_same_words_come_at_every_width(name):
    def letters(cells: int) -> str:
        return "".join(c for line in lines(name, cells, numbers=False) for c in line if c not in STRUCTURE)

    whole = letters(200)
    for cells in WIDTHS:
        if any(isinstance(block, Table) for block in document(name).blocks):
            assert Counter(whole) <= Counter(letters(cells)), cells  # records repeat the columns' names
        else:
            assert letters(cells) == whole
