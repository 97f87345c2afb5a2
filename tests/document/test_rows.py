"""Long tables are laid out in parts of some rows: as whole, wherever one looks first."""

from __future__ import annotations

import random
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from effort import calls

from lightterm.document.excerpt import text_offset
from lightterm.document.fill import Filling, put_in
from lightterm.document.find import Search, pattern
from lightterm.document.flow import Flow
from lightterm.document.layout import Layout
from lightterm.document.matches import Match
from lightterm.document.model import Table
from lightterm.document.motions import Motions
from lightterm.document.place import Place
from lightterm.document.points import point, position
from lightterm.document.ready import ready
from lightterm.document.stacked import stacked
from lightterm.extract.html import html_document
from lightterm.extract.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.layout import Span
    from lightterm.document.model import Block
    from lightterm.document.motions import Position

WIDTHS = (80, 40, 23, 131)


def table(rows: int, row: Callable[[int, Callable[[int], str]], str], before: str = "") -> str:
    """A table whose rows are made of their number and of words."""
    rng = Random(1)

    def words(count: int) -> str:
        return " ".join(f"word{rng.randrange(999)}" for _ in range(count))

    return f"<p>Before<table>{before}{''.join('<tr>' + row(i, words) for i in range(rows))}</table><hr><hr><p>After"


HEAD = "<caption>What <a href=/c>it</a> is</caption><tr><th>A<th>B<th>C"
PAGES = {
    "short cells": table(300, lambda i, w: f"<td>{i}<td><a href=/{i}>{w(1)}</a><td>{w(1)}", HEAD),
    "cells that wrap": table(300, lambda i, w: f"<td>{i}<td><a href=/{i}>{w(2)}</a> <b>x</b><td>{w(i % 12)}", HEAD),
    "one that wraps": table(200, lambda i, w: f"<td>{i}<td>{w(40) if i == 150 else w(1)}<td>{w(1)}", HEAD),
    "cells over rows": table(
        300, lambda i, w: f"<td rowspan={i % 3 or 1}>{w(1)}<td>{w(i % 9)}<td colspan={1 + i % 2}>{w(2)}", HEAD
    ),
    "wide characters": table(200, lambda i, w: f"<td>漢字{i}<td>{w(3)}<td>{'é <b>x</b>' if i % 3 else ''}"),
    "words of other letters": table(
        120, lambda i, w: f"<td>{i}<td>{'Über&shy;lange Wörter, ' * (i % 9)}<td>{'漢字' * (i % 31)}<td>&nbsp;"
    ),
    "empty columns": table(200, lambda i, w: f"<td>{i}<td><td><td>{w(3)}<td colspan=5>{w(2)}"),
    "lists in cells": table(120, lambda i, w: f"<th>{w(1)}<td><ul><li>{w(2)}<li>{w(9)}</ul><td>{w(2)}<p>{w(3)}"),
    "pairs": table(200, lambda i, w: f"<th>{w(1)}<td>{w(30)}" if i % 7 else "<th colspan=2>Title"),
    "many columns": table(80, lambda i, w: "<td>".join(["", *w(30).split()]), "<tr>" + "<th>N" * 30),
}


def read(markup: str) -> tuple[Block, ...]:
    return tuple(html_document(markup.encode(), "https://example.org/", View()).blocks)


def spans(line: Sequence[Span]) -> set[tuple[int, int, str, int]]:
    return {(s.start, s.end, s.kind, s.target) for s in line}


@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("name", list(PAGES))
def test_rows_have_the_lines_and_spans_of_the_whole_and_each_line_is_found_again(name: str, records: bool) -> None:
    blocks = read(PAGES[name])
    flow = Flow(blocks, 70)
    assert flow.is_in_rows(1)
    for width in WIDTHS:
        flow, whole = Flow(blocks, width, stacked=records, cuts=flow.cuts), Layout(width, rich=True)
        whole.add(stacked(block) if records else block for block in blocks)
        assert flow.measure(60)
        assert list(flow.texts(0, len(flow))) == whole.lines
        begun: dict[int, int] = {}
        for line in range(len(flow)):
            assert spans(flow.spans(line)) == spans(whole.spans.get(line, [])), line
            assert flow.line(flow.place(line)) == line
            for span in flow.spans(line):
                begun.setdefault(span.target, line)
        begun.pop(0, None)
        assert {number: flow.line_of_target(number) for number in begun} == begun


@pytest.mark.parametrize("name", list(PAGES))
def test_whether_there_are_lines_between_rows_is_told_at_any_width_as_of_the_whole(name: str) -> None:
    blocks = read(PAGES[name])
    flow = Flow(blocks, 70)
    for width in range(16, 150, 11):
        flow, whole = Flow(blocks, width, cuts=flow.cuts), Layout(width)
        whole.add(blocks)
        assert flow.measure(60)
        assert list(flow.texts(0, len(flow))) == whole.lines, width


def test_another_width_looks_at_no_more_rows_than_are_shown() -> None:
    """Each `-`, and each step of a window that is resized, looked at the cells of all rows: 80 ms of 10,000."""
    blocks = read(table(3000, lambda i, w: f"<td>{i}<td><a href=/{i}>{w(1)}</a><td>{w(i % 8)}", HEAD))
    cuts = ready(blocks, 80, numbers=True, stacked=False)
    for width in (75, 70, 40):
        flow = Flow(blocks, width, cuts=cuts)
        assert calls(lambda flow=flow: list(flow.texts(flow.line(Place(1, 40_000)), 20))) < 12_000, width


def test_a_row_keeps_its_place_at_any_width_and_a_character_its_line() -> None:
    blocks = read(PAGES["cells that wrap"])
    wide, narrow = Flow(blocks, 110), Flow(blocks, 40)
    assert wide.measure(60)
    for line in range(10, len(wide), 31):
        text = wide.text(line)
        if text[:3].strip().isdigit():
            at = narrow.line(wide.place(line))
            at += narrow.text(at).startswith("─")  # the line between rows belongs to the one below
            assert narrow.text(at).split("│")[0].split() == text.split("│")[0].split()
        kept = point(wide, line, 3)
        assert position(wide, kept)[0] == line


def test_what_is_looked_at_first_costs_a_part_and_what_all_share() -> None:
    blocks = read(table(3000, lambda i, w: f"<td>{i}<td><a href=/{i}>{w(1)}</a><td>{w(1)}", HEAD))
    flow = Flow(blocks, 80)
    middle = Place(1, 40_000)

    def look() -> None:
        assert list(flow.texts(flow.line(middle), flow.line(middle) + 20))

    assert calls(look) > 20_000  # the columns are fitted
    flow.forget()
    assert calls(look) < 20_000


@pytest.mark.parametrize("records", [False, True])
def test_matches_in_rows_are_marked_and_gone_to(records: bool) -> None:
    blocks = read(PAGES["cells that wrap"])
    found = Search(blocks, pattern("word7[0-9]+|what it"))
    assert found.run(60) and len(found.matches) > 100 and found.matches[0].paragraph == 0
    current: list[Match] = []
    flow = Flow(
        blocks,
        60,
        numbers=False,
        shown=lambda i, block, before: found.marked(i, block, current[0], before),
        stacked=records,
    )
    for match in found.matches[::20]:
        current[:] = [match]
        flow.forget([match.block])
        lines = flow.lines_of_character(match.block, match.paragraph, match.start)
        marked = [
            flow.text(line)[span.start : span.end]
            for line in lines
            for span in flow.spans(line)
            if span.kind == "found"
        ]
        assert len(marked) in (1, 2)
        assert any(span.kind == "find" for line in lines for span in flow.spans(line))


def test_what_is_before_a_row_is_told_in_paragraphs() -> None:
    blocks = read(PAGES["short cells"])
    flow = Flow(blocks, 80)
    assert flow.measure(60)
    line = next(i for i in range(len(flow)) if flow.text(i).split()[:1] == ["200"])
    assert text_offset(flow, line, 0) == 1 + 3 + 200 * 3


def test_a_field_filled_in_changes_the_columns_and_no_place() -> None:
    blocks = read(table(200, lambda i, w: f"<td>{i}<td><input name=n{i} value=x><td>{w(1)}"))
    flow = Flow(blocks, 80)
    assert flow.measure(60)
    line = flow.line_of_target(150)
    assert line is not None
    place, before = flow.place(line), flow.text(line)
    assert put_in(flow, blocks, {20: Filling("something long to have a wider column")}) == [1]
    assert flow.is_in_rows(1) and isinstance(blocks[1], Table)
    assert flow.line(place) == line and flow.line_of_target(150) == line
    assert flow.text(line) != before and flow.text(line).split() == before.split()


@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize(
    "fill", ["x", "12", "some words", "a text that is much longer than its field", "unbreakable" * 3, "Grüße"]
)
def test_a_table_with_a_field_filled_in_is_laid_out_as_the_whole_of_it(fill: str, numbers: bool) -> None:
    for long in ("", "<tr><td>1<td><input name=long value='words and more of them, some sixty characters long'><td>x"):
        blocks = read(
            table(150, lambda i, w: f"<td>{i}<td><input name=n{i} size=4 value='a b'><td>{w(i % 9)}", HEAD + long)
        )
        cuts = ready(blocks, 80, numbers, stacked=False)
        for width in (80, 46, 30):
            flow = Flow(blocks, width, numbers, cuts=cuts)
            assert put_in(flow, blocks, {40: Filling(fill), 90: Filling(fill)}) == [1]
            whole = Layout(width, numbers)
            whole.add(flow.blocks)
            assert flow.measure(60)
            assert list(flow.texts(0, len(flow))) == whole.lines
            flow.lay(0, len(flow))  # with spans, and then another is filled in
            put_in(flow, blocks, {40: Filling("a b"), 90: Filling(fill), 91: Filling(fill[::-1])})
            whole = Layout(width, numbers)
            whole.add(flow.blocks)
            flow.lay(0, len(flow))
            assert [flow.text(line) for line in range(len(flow))] == whole.lines


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("seed", range(6))
def test_fields_filled_in_one_after_another_have_the_columns_of_all_texts(seed: int, width: int) -> None:
    rng = random.Random(seed)
    texts = [
        "a b",
        "words " * 5,
        "unbreakable" * 4,
        "unbreakable",
        "12",
        "Gr\u00fc\u00dfe",
        "\u65e5\u672c\u8a9e" * 9,
        "",
    ]
    head = "<th>#<th>What is said of it<th>Unbreakably"
    blocks = read(
        table(
            150,
            lambda i, w: f"<td>{i}<td><input name=n{i} size=4 value='{'a b' * (1 + 9 * (i == 90))}'><td>{w(i % 9)}",
            head,
        )
    )
    flow = Flow(blocks, width, True, cuts=ready(blocks, width, True, stacked=False))
    fills: dict[int, Filling] = {}
    for _ in range(12):
        fills = {n: f for n, f in fills.items() if rng.random() < 0.7}
        fills |= {rng.choice([1, 40, 90, 150]): Filling(rng.choice(texts)) for _ in range(rng.randrange(1, 4))}
        put_in(flow, blocks, fills)
        whole = Layout(width, True)
        whole.add(flow.blocks)
        flow.lay(0, len(flow))
        assert flow.measure(60)
        assert list(flow.texts(0, len(flow))) == whole.lines


def test_a_field_filled_in_leaves_the_parts_of_other_rows_laid_out() -> None:
    blocks = read(table(600, lambda i, w: f"<td>{i}<td><input name=n{i} value=abc><td>{w(1)}", HEAD))
    flow = Flow(blocks, 80)
    flow.lay(0, len(flow))
    before = [flow.chunk(at) for at in range(1, 52)]
    put_in(flow, blocks, {305: Filling("xyz" + 13 * "_")})
    after = [flow.chunk(at) for at in range(1, 52)]
    assert sum(old is not new for old, new in zip(before, after, strict=True)) == 2  # the caption's, and its own
    put_in(flow, blocks, {305: Filling("what makes the column wider")})
    assert not set(after) & {flow.chunk(at) for at in range(1, 52)}


def test_a_field_is_filled_in_without_a_look_at_all_rows() -> None:
    blocks = read(table(3000, lambda i, w: f"<td>{i}<td><input name=n{i} value=abc><td>{w(1)}"))
    cuts = ready(blocks, 80, numbers=True, stacked=False)
    flow = Flow(blocks, 80, cuts=cuts)

    def fill() -> None:
        put_in(flow, blocks, {1500: Filling(text)})
        assert list(flow.texts(flow.line_of_target(1500) or 0, 20)) is not None

    for text in ("xyz" + 13 * "_", "what makes the column wider", "and wider than that, word by word", "abc"):
        assert calls(fill) < 20_000, text


def test_columns_that_were_fitted_are_kept_with_the_cuts_also_those_made_beside_the_keys() -> None:
    blocks = read(table(3000, lambda i, w: f"<td>{i}<td><a href=/{i}>{w(1)}</a><td>{w(1)}", HEAD))
    cuts = ready(blocks, 80, numbers=True, stacked=False)

    def look(numbers: bool = True, stacked: bool = False) -> int:
        flow = Flow(blocks, 80, numbers, stacked=stacked, cuts=cuts)
        return calls(lambda: list(flow.texts(flow.line(Place(1, 40_000)), flow.line(Place(1, 40_000)) + 20)))

    assert look() < 20_000
    assert look(numbers=False) > 20_000 < look(stacked=True)
    assert max(look(), look(numbers=False), look(stacked=True)) < 20_000


def test_a_target_in_a_long_table_is_found_without_looking_through_its_rows() -> None:
    markup = table(3000, lambda i, w: f"<td>{i}<td><a href=/{i}>link {i} <b>{w(1)}</b></a><td>{w(1)}", HEAD)
    document = html_document(markup.encode(), "https://example.org/", View())
    flow, texts = Flow(tuple(document.blocks), 80), dict[int, str]()
    assert flow.line_of_target(2)  # the columns are fitted

    def ask(number: int) -> None:
        texts[number] = document.targets[number].text
        assert f"[{number}]" in flow.text(flow.line_of_target(number) or 0)

    for number in (1, 2, 1500, 3001):
        assert calls(partial(ask, number)) < 8000
    assert texts[1] == "it" and texts[2].startswith("link 0 word") and texts[3001].startswith("link 2999 word")


def test_rows_that_have_links_and_wrap_are_put_together_a_column_at_a_time() -> None:
    row = "<td>{}<td><a href=/x>{} {}</a><td>{}<td>{}<td>{}"
    blocks = read(table(600, lambda i, w: row.format(i, w(1), w(1), w(1), w(3), w(2))))
    flow = Flow(blocks, 50)
    flow.chunk(10)
    assert max(map(len, flow.chunk(20).spans.values())) == 1
    assert calls(lambda: flow.chunk(21)) < 4300  # 5,090 when each cell of each line was asked how wide it is


def test_a_sentence_is_looked_for_in_few_rows_and_on_one_side_of_the_caret() -> None:
    blocks = read(table(1500, lambda i, w: f"<td>{i}<td>{w(2)}<td>{w(3)}"))

    def work(motion: Callable[[Motions], Callable[[Position], Position]]) -> int:
        flow = Flow(blocks, 80)
        flow.lay(700, 724)
        return calls(lambda: motion(Motions(flow))((710, 3)))

    flow = Flow(blocks, 80)
    assert Motions(flow).sentence_back((710, 3)) == (670, 1) and Motions(flow).sentence_next((710, 3)) == (750, 1)
    assert Motions(flow).sentence_around((710, 3)) == ((670, 1), (749, len(flow.text(749)) - 1))
    assert work(lambda motions: motions.sentence_back) < 12_000  # 30,000 when 200 rows were looked at
    assert work(lambda motions: motions.sentence_next) < 18_000  # 41,000
    assert work(lambda motions: motions.sentence_around) < 17_000  # 80,000
