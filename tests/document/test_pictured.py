"""Where a view finds the cells of pictures among the lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.document.flow import Flow
from lightterm.document.layout import Layout, text_lines
from lightterm.document.model import Document
from lightterm.document.pictured import CELL, PictureSpan
from lightterm.extract.html import html_document
from lightterm.extract.view import View


def read(markup: str) -> Document:
    return html_document(markup.encode(), "https://example.org/", View())


def laid(markup: str, sizes: list[tuple[int, int]], width: int = 40) -> tuple[list[str], list[tuple[int, ...]]]:
    """The lines, and for each picture's row (line, start, end, medium, row, rows, link)."""

    def cells(media: int, room: int) -> tuple[int, int]:
        columns, rows = sizes[media]
        return min(columns, room), rows

    layout = Layout(width, rich=True, pictures=cells)
    layout.add(read(markup).blocks)
    found = [
        (line, span.start, span.end, span.media, span.row, span.rows, span.target)
        for line, spans in sorted(layout.spans.items())
        for span in spans
        if isinstance(span, PictureSpan)
    ]
    return layout.lines, found


def test_a_large_picture_stands_between_the_words_around_it() -> None:
    lines, found = laid("<p>before <img src=a alt=Cat> after<p>next", [(10, 3)])
    assert lines == ["before", " " * 10, " " * 10, " " * 10, "after", "", "next"]
    assert found == [(1, 0, 10, 0, 0, 3, 0), (2, 0, 10, 0, 1, 3, 0), (3, 0, 10, 0, 2, 3, 0)]


def test_a_small_picture_stands_in_the_line() -> None:
    lines, found = laid("<p>a <img src=a alt=Icon> b <a href=x><img src=b alt=''>link</a>", [(2, 1), (3, 1)])
    assert lines == [f"a {CELL * 2} b [1]{CELL * 3}link"]
    assert found == [(0, 2, 4, 0, 0, 1, 0), (0, 10, 13, 1, 0, 1, 1)]


def test_a_picture_not_to_be_shown_leaves_its_words() -> None:
    markup = "<p>a <img src=a alt=Cat> b <img src=b alt=''> c"
    assert laid(markup, [(0, 0), (0, 0)]) == (list(text_lines(read(markup).blocks, 40)), [])


def test_the_sign_of_a_heading_stands_before_its_words_and_not_before_a_picture_above_them() -> None:
    lines, found = laid(
        "<ul><li><h3><img src=a alt=''>Cats and all that is said of cats, and more</h3></ul>", [(10, 2)]
    )
    assert lines == ["• " + " " * 10, "  " + " " * 10, "  ### Cats and all that is said of cats,", "      and more"]
    assert found == [(0, 2, 12, 0, 0, 2, 0), (1, 2, 12, 0, 1, 2, 0)]
    assert laid("<h3><img src=a alt=Cats></h3>", [(10, 1)])[0] == [f"### {CELL * 10}"]
    assert laid("<h3><img src=a alt=Cats></h3>", [(10, 2)])[0] == ["### " + " " * 10, " " * 14]


def test_a_linked_picture_has_the_number_beside_it_and_its_target() -> None:
    lines, found = laid("<p><a href=x><img src=a alt=Cat></a>", [(10, 2)])
    assert lines == ["[1] " + " " * 10, " " * 14]
    assert found == [(0, 4, 14, 0, 0, 2, 1), (1, 4, 14, 0, 1, 2, 1)]


def test_a_picture_as_wide_as_the_page_has_the_number_above_it() -> None:
    lines, found = laid("<p><a href=x><img src=a alt=Cat></a>", [(40, 2)])
    assert (lines[0], [row[:3] for row in found]) == ("[1]", [(1, 0, 40), (2, 0, 40)])


def test_thumbnails_stand_side_by_side() -> None:
    _, found = laid("<p>" + "<img src=a alt=x> " * 3, [(15, 2), (15, 3), (15, 2)])
    assert [(line, start, media) for line, start, _, media, row, *_ in found if row == 0] == [
        (0, 0, 0),
        (0, 17, 1),
        (3, 0, 2),
    ]


def test_linked_thumbnails_stand_side_by_side_each_with_its_number() -> None:
    links = "".join(f"<a href={n}><img src={n} alt=x></a> " for n in range(3))
    lines, found = laid(f"<p>{links}words", [(13, 2), (12, 3), (15, 1)])
    assert lines[0] == "[1] " + " " * 13 + "  [2] " + " " * 12
    assert [(line, start, media, target) for line, start, _, media, row, _, target in found if row == 0][:2] == [
        (0, 4, 0, 1),
        (0, 23, 1, 2),
    ]
    assert lines[3] == f"[3]{CELL * 15} words"


def test_a_small_picture_without_words_is_as_far_from_the_word_before_as_from_the_one_behind() -> None:
    lines, _ = laid("<p>and <img src=a> which", [(2, 1)])
    assert lines == [f"and {CELL * 2} which"]


@pytest.mark.parametrize("width", [20, 33, 80])
def test_a_place_on_a_picture_is_found_again_and_the_top_of_a_block_is_its_picture(width: int) -> None:
    blocks = read("<p>" + "many words " * 30 + "<p><img src=a alt=x> after it <img src=b alt=y>").blocks
    sizes = [(8, 7), (8, 5)]
    before, after = (Flow(blocks, each, pictures=lambda media, room: sizes[media]) for each in (40, width))
    first, then = before.line_of_block(1), after.line_of_block(1)
    assert after.line(before.place(first)) == then
    for row in range(13):
        assert after.line(before.place(first + row)) == then + row
    assert [after.text(then + row).strip() for row in (6, 7, 8)] == ["", "after it", ""]


def test_pictures_keep_to_lists_quotations_and_sides() -> None:
    lines, found = laid("<ul><li><img src=a alt=x> cat</ul>", [(4, 2)])
    assert lines == ["• " + " " * 4, " " * 6, "  cat"]
    assert [row[1] for row in found] == [2, 2]
    lines, found = laid("<blockquote><img src=a alt=x></blockquote>", [(4, 2)])
    assert lines == [">     ", ">     "]
    _, found = laid("<p align=right><img src=a alt=x>", [(4, 2)])
    assert [row[1:3] for row in found] == [(36, 40)] * 2


def test_pictures_in_a_table_take_their_column() -> None:
    markup = "<table border=1><tr><th>a<th>b<tr><td><img src=a alt=x> one<td>two<tr><td>c<td>d</table>"
    lines, found = laid(markup, [(12, 3)])
    assert "│" in lines[0] and len(found) == 3
    assert {row[1:3] for row in found} == {(0, 12)}
    assert lines[found[-1][0] + 1].startswith("one")


def test_pictures_after_all_text_are_shown() -> None:
    lines, found = laid("<p>text<p><img src=a>", [(5, 2)])
    assert (lines[0], [row[3:6] for row in found]) == ("text", [(0, 0, 2), (0, 1, 2)])


SIZES = st.tuples(st.integers(0, 50), st.integers(0, 4)).map(lambda size: size if all(size) else (0, 0))
WORDS = st.sampled_from(
    ["word ", "two words ", "<img src=a alt=Cat>", "<img src=a alt=''>", "<p>", "<a href=x>", "</a>", "<ul><li>",
     "<h2>", "<table border=1><tr><td>1<td>", "<tr><td>2<td>", "</table>", "\u3042\u3044", "<br>", "<pre>",
     "</pre>", "</h2>"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=20), st.lists(SIZES, min_size=20, max_size=20), st.integers(1, 60))
def test_every_picture_that_has_cells_is_shown_whole_whatever_is_around_it(
    pieces: list[str], sizes: list[tuple[int, int]], width: int
) -> None:
    markup = "".join(pieces)
    document = read(markup)
    lines, found = laid(markup, sizes, width)
    rows: dict[int, list[int]] = {}
    for line, start, end, media, row, _, _ in found:
        assert 0 <= start < end and lines[line][start:end].strip(" " + CELL) == ""
        rows.setdefault(media, []).append(row)
    wanted = [i for i in range(len(document.media)) if sizes[i] != (0, 0)]
    assert sorted(rows) == wanted
    assert all(rows[i] == list(range(sizes[i][1])) for i in wanted)


@pytest.mark.parametrize("rich", [False, True])
def test_a_flow_counts_the_rows_of_pictures(rich: bool) -> None:
    blocks = read("<p>x<img src=a alt=Cat>" * 200).blocks
    flow = Flow(blocks, 40, pictures=lambda media, room: (10, 5))
    if rich:
        assert isinstance(flow.spans(1)[0], PictureSpan)
    while not flow.measure(1):
        pass
    assert len(flow) == 200 * 7 - 1
