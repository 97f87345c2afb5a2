"""Texts too long to hold all their lines: made in slices they are the lines that are made at once."""

# ruff: noqa: RUF001

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lightterm import east_asian
from lightterm.document import layout, marks, slices, spanned, tall
from lightterm.document.layout import Layout, line_lists, text_lines
from lightterm.document.marks import LINK, LINK_END, STRONG, STRONG_END
from lightterm.document.model import ROOT, Cell, Frame, Paragraph, Table
from lightterm.extract.tidy import squeeze
from lightterm.output.ansi import styled_lines
from lightterm.safe import clean_flow

WORDS = (
    "a of interesting consectetur well-known a/b http://a.b/c?d=e&f=1.2 1,234.56 ( Größe naïve — 1–2 x\xa0y 漢字 "
    "かな 。 「 」 ー 한국어 שלום (12) "
    "ภาษา กำ 👨\u200d👩\u200d👧 🇩🇪 e\u0301 Donau\xaddampf ab\u200bcd \u2067שלום 12\u2069 "
    "Donaudampfschifffahrtsgesellschaft antidisestablishmentarianism,"
).split(" ")
words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).flatmap(lambda some: st.lists(st.sampled_from(some)))
FRAMES = (ROOT, Frame(ROOT, "item", "• ", "  "), Frame(ROOT, "quote", "> ", "> "))


@given(
    words=st.one_of(words, st.lists(st.sampled_from(WORDS))),
    between=st.sampled_from(["", " ", "  ", "\n"]),
    times=st.integers(1, 12),
    frame=st.sampled_from(FRAMES),
    level=st.sampled_from([0, 0, 2]),
    align=st.sampled_from(["", "", "center", "right"]),
    direction=st.sampled_from(["", "", "rtl", "ltr"]),
    pre=st.booleans(),
    room=st.integers(1, 30),
    size=st.sampled_from([16, 50, 300]),
)
@example(["a", "it", "consectetur"], " ", 12, ROOT, 2, "", "", False, 13, 16)
@example(["well-known", "consectetur"], "", 12, ROOT, 0, "center", "ltr", False, 20, 16)
@settings(max_examples=600, deadline=None)
def test_lines_made_in_slices_are_those_made_at_once(
    words, between, times, frame, level, align, direction, pre, room, size
):
    text = between.join(words * times)
    text = text if pre else clean_flow(text)
    block = Paragraph(text or "-", frame, 0, int(frame is not ROOT), 1, level, align, direction)
    block.pre = pre
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "LONG", 1 << 30)
        whole = list(text_lines([block], room))
        patch.setattr(layout, "LONG", 0)
        patch.setattr(slices, "SIZE", size)
        streamed = list(text_lines([block, block], room))
        held = Layout(room)
        held.add([block, block])
    assert streamed == held.lines == [*whole, *whole]


MARKS = (("", ""), (LINK, LINK_END), (STRONG, STRONG_END), (LINK + STRONG, STRONG_END + LINK_END))
marked = st.tuples(st.sampled_from(MARKS), st.lists(st.sampled_from(WORDS), max_size=12)).map(
    lambda part: part[0][0] + " ".join(part[1]) + part[0][1]
)


def paragraph(raw, frame=ROOT, level=0, align="", pre=False):
    text = raw if pre else clean_flow(raw)
    block = Paragraph(text or "-", frame, 0, int(frame is not ROOT), 1, level, align)
    block.pre = pre
    return block


paragraphs = st.builds(
    paragraph,
    st.lists(marked, min_size=1, max_size=4).map(" ".join),
    st.sampled_from(FRAMES),
    st.sampled_from([0, 0, 2]),
    st.sampled_from(["", "", "center", "right"]),
    st.booleans(),
)
cells = st.builds(
    Cell,
    st.lists(st.one_of(marked.map(paragraph), paragraphs), max_size=2),
    st.sampled_from([1, 1, 1, 2]),
    st.sampled_from([1, 1, 1, 2]),
    st.booleans(),
    st.sampled_from(["", "", "right"]),
)
rows = st.lists(cells, min_size=1, max_size=3)
tables = st.builds(
    lambda some, caption, frame: Table(some, caption, frame, 0, int(frame is not ROOT)),
    st.lists(rows, min_size=1, max_size=4),
    st.lists(paragraphs, max_size=1),
    st.sampled_from(FRAMES),
)


@given(
    blocks=st.lists(st.one_of(paragraphs, tables), min_size=1, max_size=3),
    room=st.integers(1, 60),
    size=st.sampled_from([16, 50, 300]),
    rows=st.sampled_from([1, 3, 1000]),
)
@settings(max_examples=400, deadline=None)
def test_tables_and_marked_text_made_in_slices_are_those_made_at_once(blocks, room, size, rows):
    def lines():
        return list(text_lines(blocks, room)), list(styled_lines(blocks, room, True, True, {}))

    whole = lines()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "LONG", 0)
        patch.setattr(spanned, "LONG", 0)
        patch.setattr(spanned, "ROWS", rows)
        patch.setattr(tall, "ROWS", rows)
        patch.setattr(slices, "SIZE", size)
        assert lines() == whole


SPACES = st.text(st.sampled_from("ab \n\xa0é漢"), max_size=60)


@given(text=SPACES, size=st.integers(1, 9))
@settings(max_examples=300, deadline=None)
def test_a_long_text_is_split_into_words_in_pieces_as_it_is_at_once(text, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(marks, "PIECE", size)
        assert "".join(marks.pieces(text)) == text
        assert marks.one_spaced(text) == " ".join(text.split())
        assert marks.longest(text) == max(map(len, text.split()), default=0)


@given(
    words=st.lists(st.sampled_from(["a", "\x03", "\x04", "\x01b", "c\x02", " ", "  ", "\xa0"])), size=st.integers(1, 9)
)
@settings(max_examples=300, deadline=None)
def test_spaces_of_a_long_text_are_squeezed_in_pieces_as_they_are_at_once(words, size):
    whole = squeeze("".join(words))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(marks, "PIECE", size)
        assert squeeze("".join(words)) == whole


@given(text=st.text(st.sampled_from("漢か、。—a한Ａ\u3099éส"), max_size=30), size=st.integers(1, 9))
@settings(max_examples=300, deadline=None)
def test_a_long_east_asian_text_is_known_in_parts_as_it_is_at_once(text, size):
    whole = east_asian.is_known(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(east_asian, "_PART", size)
        patch.setattr(east_asian, "_last", ("", False))
        assert east_asian.is_known(text) == whole


@pytest.mark.parametrize("align", ["", "center"])
def test_the_first_lines_of_a_long_text_are_there_before_the_others_are_made(align):
    block = Paragraph("word " * 1_000_000, ROOT, 0, 0, 1, 0, align)
    lists = [Paragraph("before", ROOT, 0, 0, 1), block, Paragraph("behind", ROOT, 1, 0, 1)]
    sizes = [sum(map(len, lines)) for lines in islice(line_lists(lists, 40), 5)]
    assert all(size <= 2 * slices.SIZE for size in sizes) and any(sizes)
