"""Layout: lines at a width, with and without spans; prefixes on narrow screens; tables as columns and as records."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest

from lightterm.document.cells import width
from lightterm.document.layout import Layout, text_lines
from lightterm.document.marks import CODE, CODE_END, LINK, LINK_END, STRONG, STRONG_END
from lightterm.document.model import ROOT, Cell, Divider, Frame, Paragraph, Table
from lightterm.document.stacked import stacked


def paragraph(raw: str, frame: Frame = ROOT, gap: int = 0, lead: int = 0, first: int = 1, **more: object) -> Paragraph:
    made = Paragraph(raw, frame, gap, lead, first)
    for name, value in more.items():
        setattr(made, name, value)
    return made


def lines(*blocks: Paragraph | Table | Divider, width: int = 40, numbers: bool = True, rich: bool = False) -> list[str]:
    layout = Layout(width, numbers, rich)
    layout.add(blocks)
    return layout.lines


def item(marker: str, parent: Frame = ROOT) -> Frame:
    return Frame(parent, "item", marker, " " * len(marker))


def cell(raw: str, header: bool = False, columns: int = 1, rows: int = 1, align: str = "") -> Cell:
    return Cell([paragraph(raw)] if raw else [], columns, rows, header, align)


def table(*rows: list[Cell], caption: str = "") -> Table:
    return Table(list(rows), [paragraph(caption)] if caption else [], ROOT, 0, 0)


def spans(*blocks: Paragraph | Table, width: int = 40) -> list[tuple[str, str, int]]:
    """(the text a span covers, its kind, its target)."""
    layout = Layout(width, rich=True)
    layout.add(blocks)
    found = []
    for i, marked in sorted(layout.spans.items()):
        found += [(layout.lines[i][s.start : s.end], s.kind, s.target) for s in marked]
    return found


def test_the_gap_before_a_block_is_a_blank_line_but_not_at_the_top():
    assert lines(paragraph("a", gap=1), paragraph("b"), paragraph("c", gap=1)) == ["a", "b", "", "c"]


def test_a_marker_opens_the_first_line_and_the_others_hang():
    frame = item("12. ")
    shown = lines(paragraph("aa bb cc", frame, lead=1), paragraph("dd", frame), width=9)
    assert shown == ["12. aa bb", "    cc", "    dd"]


def test_a_blank_line_inside_a_quotation_keeps_its_sign():
    quote = Frame(ROOT, "quote", "> ", "> ")
    assert lines(paragraph("a", quote, lead=1), paragraph("b", quote, gap=1)) == ["> a", ">", "> b"]
    assert lines(paragraph("a"), paragraph("b", quote, gap=1, lead=1)) == ["a", "", "> b"]


@pytest.mark.parametrize("narrow", range(1, 14))
def test_on_a_narrow_screen_a_marker_becomes_text_rather_than_being_cut(narrow):
    inner = item("100. ", item("• ", Frame(ROOT, "quote", "> ", "> ")))
    shown = lines(paragraph("word", inner, lead=3), width=narrow)
    assert max(map(width, shown)) <= narrow
    assert "".join("".join(shown).split()).replace(">", "") == "•100.word"


@pytest.mark.parametrize("narrow", range(1, 14))
def test_on_a_narrow_screen_a_heading_keeps_its_level(narrow):
    shown = lines(paragraph("Sixth", level=6), width=narrow)
    assert max(map(len, shown)) <= narrow
    assert "".join("".join(shown).split()) == "######Sixth"


@pytest.mark.parametrize("narrow", [1, 2, 3, 5, 8, 40])
def test_a_divider_fills_the_line_and_no_more(narrow):
    shown = lines(Divider(item("10. "), 0, 1), Divider(ROOT, 0, 0), width=narrow)
    assert max(map(len, shown)) == narrow
    assert shown[-1] == "─" * narrow
    assert "".join("".join(shown).split()).rstrip("─") == "10."


def test_deep_indentation_leaves_room_for_text():
    frame = ROOT
    for _ in range(60):
        frame = item("• ", frame)
    assert lines(paragraph("deep text", frame, lead=1), width=40) == [" " * 26 + "• deep text"]


def test_lines_do_not_end_in_the_no_break_spaces_they_were_broken_at():
    assert lines(paragraph("one\xa0 two\xa0 three"), width=5) == ["one", "two", "three"]
    assert lines(paragraph("a\n\nb", item("• "), lead=1)) == ["• a", "", "  b"]


def test_preformatted_lines_stand_as_they_are():
    text = "def f():\n    return " + "x" * 60
    assert lines(paragraph(text, item("• "), lead=1, pre=True), width=20) == ["• def f():", "      return " + "x" * 60]


def test_centred_and_right_aligned_text_takes_its_marker_along_but_not_the_quotation():
    quote = Frame(ROOT, "quote", "> ", "> ")
    assert lines(paragraph("abcd", level=2, align="center"), width=17) == ["     ## abcd"]
    assert lines(paragraph("abcd", item("• "), lead=1, align="right"), width=10) == ["    • abcd"]
    assert lines(paragraph("abcd", quote, lead=1, align="right"), width=10) == [">     abcd"]


def test_right_to_left_paragraphs_stand_on_the_right_with_their_markers_inside_the_isolate():
    assert lines(paragraph("שלום", direction="rtl"), width=10) == ["      שלום"]
    assert lines(paragraph("שלום", item("• "), lead=1, direction="rtl"), width=10) == ["    \u2067• שלום\u2069"]
    assert lines(paragraph("שלום", level=2, direction="rtl"), width=10) == ["   \u2067## שלום\u2069"]
    inner = paragraph("שלום ועוד", item("   • "), lead=1, direction="rtl")
    assert lines(inner, width=12) == ["   \u2067   • שלום\u2069", "   \u2067     ועוד\u2069"]  # set in on the right


MARKED = [
    paragraph(f"see {LINK}the {STRONG}page{STRONG_END}{LINK_END} and {CODE}x\xady{CODE_END} " * 4, first=3),
    paragraph(f"## {LINK}שלום 12{LINK_END} עולם", item("• "), lead=1, direction="rtl"),
    paragraph(f"text {LINK}שלום{LINK_END} 12 {LINK}漢字漢字漢字漢字漢字漢字漢字{LINK_END}", first=1),
    paragraph(f"Head {LINK}line{LINK_END} that is long enough to wrap", level=3, align="center"),
    paragraph(f"a\n{LINK}  b{LINK_END}", pre=True),
    table([cell("x", True), cell(f"{LINK}yy{LINK_END}")], [cell("漢"), cell(f"{STRONG}bold{STRONG_END} " * 9)]),
]


@pytest.mark.parametrize("at", [1, 2, 3, 5, 8, 13, 21, 34, 55])
@pytest.mark.parametrize("numbers", [True, False])
def test_lines_with_spans_are_the_lines_without(at, numbers):
    for block in MARKED:
        assert lines(block, width=at, numbers=numbers, rich=True) == lines(block, width=at, numbers=numbers)


@pytest.mark.parametrize("at", [6, 13, 21, 34, 55])
def test_spans_cover_what_is_marked_on_every_line(at):
    for block, target, words in [
        (MARKED[2], 2, "[2]漢字漢字漢字漢字漢字漢字漢字"),
        (MARKED[2], 1, "[1]שלום"),
        (MARKED[1], 1, "[1]שלום12"),
    ]:
        covered = [text for text, kind, number in spans(block, width=at) if kind == "link" and number == target]
        assert "".join("".join(covered).split()).replace("\u2067", "").replace("\u2069", "") == words
    bold = "".join(text for text, kind, _ in spans(MARKED[5], width=at) if kind == "strong")
    assert "".join(bold.split()) == "bold" * 9


def test_a_streamed_page_has_the_lines_of_the_whole():
    blocks = [paragraph(f"block {i}", gap=i % 3 == 0) for i in range(1000)]
    assert list(text_lines(blocks, 40)) == lines(*blocks)


PEOPLE = table(
    [cell("Name", True), cell("Born", True)],
    [cell("Ada Lovelace"), cell("1815")],
    [cell("Alan"), cell("912")],
)


def test_columns_are_ruled_under_the_head_and_numbers_stand_on_the_right():
    assert lines(PEOPLE) == [
        "    Name     │ Born",
        "─────────────┼─────",
        "Ada Lovelace │ 1815",
        "Alan         │  912",
    ]


def test_rows_that_wrap_are_ruled_only_where_their_first_cells_do_not_tell_where_one_begins():
    keys = [cell("key", True), cell("what it does", True)]
    first, second = cell("Scroll the page by a line"), cell("End")
    assert lines(table(keys, [cell("j"), first], [cell("q"), second]), width=22) == [
        "key │   what it does",
        "────┼─────────────────",
        "j   │ Scroll the page",
        "    │ by a line",
        "q   │ End",
    ]
    below_another = [cell(""), second]
    listed = Cell([paragraph("one"), paragraph("two")], 1, 1, False, "")
    tall = cell("word " * 40)
    for row in ([cell("q and then q, for an end"), first], below_another, [cell("q"), listed], [cell("q"), tall]):
        shown = lines(table(keys, [cell("j"), first], row), width=22)
        assert sum(line.startswith("─") for line in shown) == 2, shown
    over = table(keys, [cell("j", rows=2), first], [second])
    assert "├" in "".join(lines(over, width=22))


def test_columns_that_do_not_fit_become_records():
    assert lines(PEOPLE, width=14) == ["Name: Ada", "      Lovelace", "Born: 1815", "", "Name: Alan", "Born: 912"]
    assert lines(PEOPLE, width=8)[:4] == ["Name:", "  Ada", "  Lovela", "  ce"]


def test_the_names_of_two_header_rows_are_joined_over_the_columns_they_span():
    grouped = table(
        [cell("Name", True, rows=2), cell("Score", True, columns=2)],
        [cell("Mathematics", True), cell("Handicraft", True)],
        [cell("Ann", True), cell("5"), cell("4")],
        [cell("Bob", True), cell("absent", columns=2)],
    )
    assert lines(grouped, width=30) == [
        "Name: Ann",
        "Score, Mathematics: 5",
        "Score, Handicraft: 4",
        "",
        "Name: Bob",
        "Score: absent",
    ]
    assert lines(grouped)[:3] == [
        "Name │          Score",
        "     │ Mathematics │ Handicraft",
        "─────┼─────────────┼───────────",
    ]


def test_a_header_that_is_a_link_is_numbered_once_among_the_records():
    sorted_by = table(
        [cell(f"{LINK}Name of it{LINK_END}", True), cell("Year of it", True)],
        [cell("first thing"), cell("1901")],
        [cell("second thing"), cell("1902")],
    )
    assert lines(sorted_by, width=22) == [
        "[1]Name of it",
        "",
        "Name of it:",
        "  first thing",
        "Year of it: 1901",
        "",
        "Name of it:",
        "  second thing",
        "Year of it: 1902",
    ]


def test_a_cell_over_two_rows_is_said_in_both_records():
    tall = table(
        [cell("Species name", True), cell("Countryside", True)],
        [cell("Puffin", rows=2), cell("Iceland")],
        [cell("Norway")],
    )
    assert lines(tall, width=24) == [
        "Species name: Puffin",
        "Countryside: Iceland",
        "",
        "Species name: Puffin",
        "Countryside: Norway",
    ]


def test_rows_of_a_header_and_a_value_are_pairs():
    facts = table([cell("Population", True), cell("700,000")], [cell("Country", True), cell("Norway")])
    assert lines(facts, width=19) == ["Population: 700,000", "Country: Norway"]


def test_the_name_of_a_row_stands_on_the_left_and_an_empty_corner_is_part_of_the_head():
    plan = table(
        [cell(""), cell("Mon", True), cell("Tue", True)],
        [cell("AM", True), cell("Yoga"), cell("Run")],
        [cell("Evening", True), cell("Rest"), cell("Swim")],
    )
    assert lines(plan) == [
        "        │ Mon  │ Tue",
        "────────┼──────┼─────",
        "AM      │ Yoga │ Run",
        "Evening │ Rest │ Swim",
    ]


def test_columns_that_hold_nothing_take_no_room():
    spaced = table([cell("a"), cell(""), cell("b")], [cell("c"), cell(""), cell("d")])
    assert lines(spaced) == ["a │ b", "c │ d"]
    assert lines(table([cell("head", True, columns=1000)], [cell("a"), cell("b")]))[-1] == "a │ b"


def test_spans_of_rows_and_columns_leave_the_rules_open():
    spanned = table(
        [cell("Name", True, columns=2), cell("Age", True)],
        [cell("Ada", rows=2), cell("Lovelace"), cell("36")],
        [cell("King"), cell("(same)")],
        [cell("Alan"), cell("Turing, 41", columns=2)],
    )
    assert lines(spanned) == [
        "     Name       │  Age",
        "─────┬──────────┼───────",
        "Ada  │ Lovelace │ 36",
        "     ├──────────┼───────",
        "     │ King     │ (same)",
        "─────┼──────────┴───────",
        "Alan │ Turing, 41",
    ]


def test_wide_characters_keep_the_columns_in_line():
    shown = lines(table([cell("国", True), cell("n", True)], [cell("日本"), cell("1")], [cell("France"), cell("22")]))
    assert len({width(line.partition("│")[0]) for line in shown if "│" in line}) == 1


def test_a_table_in_a_list_item_hangs_from_its_marker():
    inside = Table(PEOPLE.rows, [], item("• "), 0, 1)
    assert lines(inside)[:2] == ["•     Name     │ Born", "  ─────────────┼─────"]


def test_lists_in_a_narrow_column_keep_their_levels():
    outer = item("• ")
    inner = item("◦ ", outer)
    deepest = item("▪ ", inner)
    nested = [paragraph("1", outer, lead=1), paragraph("2", inner, lead=1), paragraph("3", deepest, lead=1)]
    listed = table([cell("A", True), cell("B", True)], [Cell(nested, 1, 1, False, ""), cell("x")])
    assert [line.partition("│")[0].rstrip() for line in lines(listed)[2:]] == ["• 1", "  ◦ 2", "    ▪ 3"]


def test_a_word_longer_than_the_line_is_hyphenated_and_an_address_is_not():
    word = "Donaudampfschifffahrtsgesellschaft"
    assert lines(paragraph(f"Die {word}."), width=20) == ["Die Donaudampfschif-", "ffahrtsgesellschaft."]
    address = "https://example.org/" + "a" * 30 + "?b"
    assert "".join(lines(paragraph(address), width=16)) == address
    assert "".join(lines(paragraph("0123456789abcdef" * 3), width=20)) == "0123456789abcdef" * 3
    assert lines(paragraph(word), width=7) == ["Donauda", "mpfschi", "fffahrt", "sgesell", "schaft"]


def test_no_single_stop_is_left_for_a_line_of_its_own():
    assert lines(paragraph("abcdefghijkl."), width=12) == ["abcdefghij-", "kl."]


def test_marks_stay_where_they_are_when_a_word_is_hyphenated():
    block = paragraph(f"a {LINK}Donaudampfschifffahrts{LINK_END}{STRONG}gesellschaft{STRONG_END} b")
    found = spans(block, width=15)
    assert "".join(text.rstrip("-") for text, kind, _ in found if kind == "link") == "[1]Donaudampfschifffahrts"
    assert "".join(text.rstrip("-") for text, kind, _ in found if kind == "strong") == "gesellschaft"
    assert lines(block, width=15, rich=True) == lines(block, width=15)


def test_aligned_cells_keep_to_their_side_with_and_without_spans():
    aligned = table([cell("left wide"), cell("centre wide"), cell("right wide")])
    row = [Cell([paragraph(side[0], align=side)], 1, 1, False, side) for side in ("left", "center", "right")]
    aligned.rows.append(row)
    assert lines(aligned)[1] == "l         │      c      │          r"
    assert lines(aligned, rich=True) == lines(aligned)


def test_a_hostile_page_of_one_word_is_laid_out_whole():
    assert len(lines(paragraph("a" * 2_000_000 + "é"), width=40)) == 50_001


@pytest.mark.parametrize("narrow", range(1, 12))
def test_markers_of_two_cells_are_measured_as_such(narrow):
    frame = Frame(Frame(ROOT, "item", "🙂 ", "   "), "item", "→ ", "  ")
    shown = lines(paragraph("aa bb", frame, lead=2), paragraph("cc", frame), Divider(frame, 0, 1), width=narrow)
    assert max(map(width, shown)) <= max(narrow, 2)
    assert "".join("".join(shown).split()).rstrip("─") == "🙂→aabbcc→"


def test_many_short_columns_stand_close_where_they_fit_in_no_other_way() -> None:
    names = ["W", "L", "PCT", "HOME", "AWAY", "DIV", "CONF"]
    standings = table([cell(name, True) for name in names], [cell("10-4") for _ in names])
    assert lines(standings, width=48)[0] == " W   │  L   │ PCT  │ HOME │ AWAY │ DIV  │ CONF"
    assert lines(standings, width=34) == [
        " W  │ L  │PCT │HOME│AWAY│DIV │CONF",
        "────┼────┼────┼────┼────┼────┼────",
        "10-4│10-4│10-4│10-4│10-4│10-4│10-4",
    ]
    assert lines(standings, width=33)[0] == "W: 10-4"


SCORES = ("Team", "W", "L", "PCT", "HOME", "AWAY", "What is said of them")


@pytest.mark.parametrize("rich", [False, True])
def test_short_cells_of_wide_tables_share_lines_in_records(rich: bool) -> None:
    """A line for each took a table of standings 14 lines a team; what is long, or a link, has a line of its own."""
    said = "a sentence that has its own line"
    rows = [[cell(words) for words in (f"Team {n}", "10", "3", ".769", "7-1", "3-2", said)] for n in (1, 2)]
    rows[1][2], rows[1][4] = (
        Cell([], 1, 1, False, ""),
        Cell([Paragraph(f"{LINK}7-1{LINK_END}", ROOT, 0, 0, 9)], 1, 1, False, ""),
    )
    scores = table([cell(name, True) for name in SCORES], *rows)
    assert lines(scores, width=36, rich=rich) == [
        "Team: Team 1",
        "W: 10 · L: 3 · PCT: .769 · HOME: 7-1",
        "AWAY: 3-2",
        "What is said of them:",
        "  a sentence that has its own line",
        "",
        "Team: Team 2",
        "W: 10 · L: – · PCT: .769",
        "HOME: [9]7-1",
        "AWAY: 3-2",
        "What is said of them:",
        "  a sentence that has its own line",
    ]
    assert lines(stacked(scores), width=36, rich=rich)[:4] == ["Team: Team 1", "W: 10", "L: 3", "PCT: .769"]
    bare = table(*([cell("longer than that"), *(cell("1234567") for _ in range(6))] for _ in "ab"))
    assert lines(bare, width=33)[:3] == [
        "longer than that",
        "1234567 · 1234567 · 1234567",
        "1234567 · 1234567 · 1234567",
    ]


def test_no_line_stands_under_a_head_of_nothing() -> None:
    assert lines(table([cell("", True), cell("", True)], [cell("a"), cell("b")])) == ["a │ b"]


def test_rows_are_told_apart_by_any_column_that_never_wraps() -> None:
    threads = (
        [cell("A title that wraps"), cell("9")],
        [cell("Short"), cell("10")],
        [cell("Another that wraps"), cell("1")],
    )
    told = lines(table([cell("Thread", True), cell("Posts", True)], *threads), width=20)
    assert told == [
        "   Thread    │ Posts",
        "─────────────┼──────",
        "A title that │     9",
        "wraps        │",
        "Short        │    10",
        "Another that │     1",
        "wraps        │",
    ]
    untold = lines(table(*([cell("a title that wraps"), cell(words)] for words in ("x", "words that wrap"))), width=20)
    assert any("┼" in line for line in untold)


def test_names_in_code_are_broken_at_no_hyphen_where_they_fit_on_a_line() -> None:
    raw = "Then use \x07foo-bar/baz\x08 or a well-known one \x07a-very-long-name-of-all\x08"
    wanted = ["Then use", "foo-bar/baz or a", "well-known one", "a-very-long-", "name-of-all"]
    for rich in (False, True):
        assert lines(paragraph(raw), width=16, rich=rich) == wanted


def test_an_empty_cell_among_records_is_told_from_what_follows() -> None:
    head = [cell(name, header=True) for name in ("Name of it", "Size of it", "Price of it")]
    empty = Cell([], 1, 1, False, "")
    found = lines(table(head, [cell("Alpha"), empty, cell("Twelve euros")]), width=24)
    assert "Size of it: –" in found
