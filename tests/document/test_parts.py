"""Long paragraphs are laid out in parts: as whole, wherever one looks first."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from effort import calls

from lightterm.document.cells import width as cells
from lightterm.document.excerpt import Excerpt, excerpt, text_offset
from lightterm.document.find import MOST, Search, pattern
from lightterm.document.flow import Flow
from lightterm.document.layout import Layout
from lightterm.document.matches import Match
from lightterm.document.model import Paragraph
from lightterm.document.motions import Motions
from lightterm.extract.html import html_document
from lightterm.extract.view import View

if TYPE_CHECKING:
    from lightterm.document.model import Block

MARKS = ("<b>{}</b>", "<a href=/{}>{}</a>", "<i>{} of it</i>", "<code>{}</code>", "<button>{}</button>")
WIDTHS = (80, 33, 131)


def words(count: int, letters: str = "abcdefghij", seed: int = 1) -> str:
    """Words of some letters, every sixth with something around it."""
    rng = Random(seed)
    made = ("".join(rng.choices(letters, k=rng.choice((1, 2, 4, 5, 7, 9)))) for _ in range(count))
    return " ".join(rng.choice(MARKS).format(word, word) if rng.random() < 0.17 else word for word in made)


PAGES = {
    "running": f"<p>Before<p>{words(40_000)} end<p>After",
    "with line ends": f"<p>Before<p>{words(20_000).replace('<code>', '<br>')} end<p>After",
    "item": f"<ul><li>one<li>{words(20_000)}</ul>After",
    "wide": f"<p>{words(9_000, '漢字かなéabc')}<p>After",
    "pre": "<p>Before<pre>" + "\n".join(f"<b>{i}</b>  of <a href=/{i}>them</a>" for i in range(9_000)) + "</pre>After",
    "marks before words": f"<p>Before<p>{'<b></b>' * 12_500}{words(10_000)} end<p>After",
    "bold": f"<p><b><i>{words(20_000)}</i></b><p>After",
    "wrapped in a link": f"<p>Before<p><a href=/x>{words(20_000).replace('<a', '<b').replace('</a', '</b')}</a> After",
}


def read(markup: str) -> tuple[Block, ...]:
    return tuple(html_document(markup.encode(), "https://example.org/", View()).blocks)


def lines(blocks: tuple[Block, ...], width: int, numbers: bool = True) -> Layout:
    """All at once."""
    layout = Layout(width, numbers, rich=True)
    layout.add(blocks)
    return layout


def spans(flow: Flow, line: int) -> set[tuple[int, int, str, int]]:
    return {(s.start, s.end, s.kind, s.target) for s in flow.spans(line)}


@pytest.mark.parametrize("name", list(PAGES))
def test_parts_have_the_lines_and_spans_of_the_whole(name: str) -> None:
    blocks = read(PAGES[name])
    flow = Flow(blocks, 70)
    for width in WIDTHS:
        flow, whole = Flow(blocks, width, cuts=flow.cuts), lines(blocks, width)
        assert flow.measure(60) and len(flow) == len(whole.lines)
        assert list(flow.texts(0, len(flow))) == whole.lines
        for line in range(0, len(flow), 7):
            assert spans(flow, line) == {(s.start, s.end, s.kind, s.target) for s in whole.spans.get(line, ())}, line


@pytest.mark.parametrize("between", ["", "a ", "a", "<br>"])
def test_marks_with_hardly_a_word_between_them_are_laid_out(between: str) -> None:
    for end in ("", "</", " end"):
        flow = Flow(read(f"<p>{(between + '<b></b>' * 9_000) * 3}{end}"), 70)
        assert flow.measure(60)
        found = "".join(flow.texts(0, len(flow))).replace(" ", "")
        assert found == between.strip("<br> ") * 3 + end.strip()


@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize("name", list(PAGES))
def test_each_line_and_target_of_parts_is_found_again(name: str, numbers: bool) -> None:
    flow = Flow(read(PAGES[name]), 60, numbers)
    assert flow.measure(60)
    begun: dict[int, int] = {}
    for line in range(len(flow)):
        if line % 5 == 0:
            assert flow.line(flow.place(line)) == line
        for span in flow.spans(line):
            if span.target:
                begun.setdefault(span.target, line)
    assert begun
    assert {number: flow.line_of_target(number) for number in begun} == begun


def test_a_place_is_found_at_another_width_and_before_anything_is_counted() -> None:
    blocks = read(PAGES["running"])
    wide = Flow(blocks, 100)
    assert wide.measure(60)
    for line in range(0, len(wide), 97):
        place, word = wide.place(line), wide.text(line).split()[0].partition("]")[2] or wide.text(line).split()[0]
        narrow = Flow(blocks, 40)
        at = narrow.line(place)
        assert word[:20] in narrow.text(at)
        assert not narrow.complete


def test_what_is_looked_at_before_what_is_above_it_has_the_lines_of_the_whole() -> None:
    blocks = read(PAGES["running"])
    for width in (40, 80):
        whole, flow = lines(blocks, width).lines, Flow(blocks, width)
        counted = Flow(blocks, width)
        assert counted.measure(60)
        for line in range(len(whole) - 20, 400, -len(whole) // 9):
            at = flow.line(counted.place(line))
            assert list(flow.texts(at, at + 12)) == whole[line : line + 12]


def test_what_is_looked_at_first_costs_a_part() -> None:
    blocks = read(PAGES["running"])
    flow = Flow(blocks, 80)
    assert flow.measure(60)
    last = flow.place(len(flow) - 5)

    def again() -> None:
        other = Flow(blocks, 90, cuts=flow.cuts)
        assert list(other.texts(other.line(last), other.line(last) + 20))

    assert calls(again) < calls(lambda: lines(blocks, 90)) / 10


@pytest.mark.parametrize("name", ["running", "pre", "wide"])
def test_matches_in_parts_are_marked_and_gone_to(name: str) -> None:
    blocks = read(PAGES[name])
    found = Search(blocks, pattern("[a-c]+ +[a-e]+|7[0-9]9"))
    assert found.run(60) and len(found.matches) > 100
    current: list[Match] = []
    flow = Flow(blocks, 60, numbers=False, shown=lambda i, block, before: found.marked(i, block, current[0], before))
    for match in found.matches[:: len(found.matches) // 60]:
        current[:] = [match]
        flow.forget([match.block])
        there = [
            flow.text(line)[span.start : span.end]
            for line in flow.lines_of_character(match.block, 0, match.start)
            for span in flow.spans(line)
            if span.kind == "found"
        ]
        block = blocks[match.block]
        assert isinstance(block, Paragraph)
        wanted = block.text()[match.start : match.end]
        assert "".join("".join(there).split()).startswith("".join(wanted.split())[:3]), (match, there)


def test_one_block_is_searched_a_slice_of_time_after_another_up_to_a_bound() -> None:
    blocks = read(f"<p>{'a b c ' * 60_000}")
    found = Search(blocks, pattern("b"))
    runs = 0
    while not found.run(0):
        runs += 1
    assert runs > 10 and len(found.matches) == 60_000
    assert [match.start for match in found.matches] == list(range(2, 360_000, 6))
    many = Search(blocks, pattern("[abc]"))
    assert many.run(60) and len(many.matches) == MOST
    other = read(f"<p>{'a b c ' * 50_000}")
    half = Search(blocks, pattern("b"))
    half.run(0)
    half.renew(other, 0)
    assert half.run(60) and len(half.matches) == 50_000


def test_where_in_the_text_a_line_is_and_what_is_copied_of_it() -> None:
    blocks = read(PAGES["running"])
    flow = Flow(blocks, 60)
    assert flow.measure(60)
    block = blocks[1]
    assert isinstance(block, Paragraph)
    text = block.text()
    line = len(flow) * 3 // 4
    begin = text_offset(flow, line, 0)
    end = text_offset(flow, line + 200, 0)
    assert len("".join(text[:begin].split())) == flow.place(line).offset - _digits(flow, line)
    assert "".join(excerpt(flow, (line, 0), (line + 200, 0)).split()) == "".join(text[begin:end].split())


def _digits(flow: Flow, line: int) -> int:
    """Characters of the numbers before a line."""
    targets = [number for number, _, _ in flow.targets(0, line)]
    return sum(len(f"[{number}]") for number in targets)


LINES = {
    "ASCII": words(30_000).replace("<a", "<i").replace("</a", "</i").replace("button", "u"),
    "with links": words(30_000),
    "wide characters": words(20_000, "漢字かなéabc"),
    "without marks": "abcdefghijklmnop" * 12_000,
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", list(LINES))
def test_a_long_preformatted_line_is_shown_in_rows_with_all_of_its_text(name: str, width: int) -> None:
    blocks = read(f"<p>Before<pre>short\n{LINES[name]}\n{'x' * 1999}\n{'y' * 2001}</pre><p>After")
    flow = Flow(blocks, width)
    assert flow.text(flow.line_of_block(2)) == "After" and flow.measure(60)
    rows = list(flow.texts(0, len(flow)))
    assert [row for row in rows if len(row) > width] == ["x" * 1999]
    assert rows[2] == "short" and "".join("".join(rows).split()) == "".join(
        "".join(block.text(True) for block in blocks if isinstance(block, Paragraph)).split()
    )
    whole = Flow(blocks, width)  # from its beginning on no row ends early
    assert whole.measure(60)
    rows = list(whole.texts(3, len(whole) - 2000 // width - 3))
    assert all(cells(row.rstrip()) > width - 16 for row in rows[: rows.index("x" * 1999) - 1])
    for line in range(0, len(whole), 7):
        assert whole.line(whole.place(line)) == line
        for span in whole.spans(line):
            assert 0 <= span.start <= span.end <= len(whole.text(line))


def test_rows_of_a_long_line_are_copied_as_one_and_searched_across_their_ends() -> None:
    text = " ".join(f"word{i}" for i in range(20_000))
    blocks = read(f"<pre>{text}\nsecond</pre>")
    found = Search(blocks, pattern("word123 word124"))
    assert found.run(60)
    flow = Flow(blocks, 60, shown=lambda i, block, before: found.marked(i, block, None, before))
    assert flow.measure(60)
    at = text.index("word123 ")
    assert flow.text(at // 60)[at % 60 :].startswith("word123"[: 60 - at % 60])
    marked = [(line, flow.text(line)[s.start : s.end]) for line in range(40) for s in flow.spans(line)]
    assert "".join(piece for _, piece in marked) == "word123 word124"
    assert excerpt(flow, (3, 10), (9, 20)) == text[190:560]
    assert excerpt(flow, (700, 1), (len(flow) - 1, 6)) == text[42_001:] + "\nsecond"
    assert text_offset(flow, 1000, 7) == 60_007


def test_a_key_on_a_line_of_megabytes_looks_at_what_is_near() -> None:
    flow = Flow(read(f"<pre>{' '.join(f'<b>word{i}</b>; end. {i}' for i in range(60_000))}</pre>"), 80)
    assert len(flow.cuts.parts[0]) > 100
    motions = Motions(flow)
    for at in ((2, 30), (6000, 30)):
        list(flow.texts(at[0] - 2, at[0] + 24))
        for work in (
            lambda at=at: list(flow.texts(at[0] + 24, at[0] + 48)),
            lambda at=at: motions.word(at),
            lambda at=at: excerpt(flow, at, (at[0] + 3, 5)),
        ):
            assert calls(work) < 50_000


def test_most_of_a_line_of_megabytes_is_taken_when_its_text_is_made() -> None:
    text = " ".join(f"word{i}" for i in range(100_000))
    flow = Flow(read(f"<pre>{text}</pre>"), 80)
    assert flow.measure(60)
    made: list[Excerpt] = []
    ends = (30, 7), (len(flow) - 30, 9)
    assert calls(lambda: made.append(Excerpt(flow, *ends))) < 10_000  # 22,000 when its one block was taken twice
    assert made[0].is_long and made[0].text() == text[30 * 80 + 7 : ends[1][0] * 80 + 9]
    made = [Excerpt(flow, (0, 0), (len(flow) - 1, len(flow.text(len(flow) - 1))))]
    assert made[0].is_long and made[0].text() == text
