"""The forty-four rendering points: pages of the corpus as snapshots, by what holds for all, by what each is about.

The points and how other text browsers fail on them stand at the pages' numbers. `LIGHTTERM_UPDATE_SNAPSHOTS=1 pytest
tests/extract/test_rendering.py` writes the snapshots anew; look at what changed before it is committed.
"""

# ruff: noqa: RUF001

from __future__ import annotations

import functools
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from dumping import dump
from laid_out import may_be_wide

from lightterm.document.cells import clusters, width
from lightterm.document.kinsoku import NO_END, NO_START
from lightterm.document.layout import Layout, text_lines
from lightterm.document.model import Document, Paragraph, Table
from lightterm.extract.html import html_document
from lightterm.extract.view import View

ROOT = Path(__file__).parents[2]
PAGES = {path.stem: path for path in sorted((ROOT / "tests/corpus").glob("*.html"))}
SNAPSHOTS = ROOT / "snapshots/layout"
BASE = "https://example.org/dir/page"
WIDTHS = (1, 2, 3, 10, 20, 40, 80, 200)
UPDATE = "LIGHTTERM_UPDATE_SNAPSHOTS"
WRITES = bool(os.environ.get(UPDATE))  # read before the tests' environment is emptied
STRUCTURE = set("─│┊┼├┤┬┴┤ >-\u2066\u2067\u2069")
"""What layout adds to a page: rules, the signs of quotations on each line, hyphens, isolates."""


def shown(name: str, cells: int = 80, *options: str) -> str:
    """The dump of a corpus page, given on stdin as a browser would get it from example.org."""
    result = dump(
        "--links", "none", "--width", str(cells), "--type", "text/html", "--base", BASE, *options, "-",
        stdin=PAGES[name].read_bytes(),
    )  # fmt: skip
    assert (result.code, result.errors) == (0, "")
    return result.text


@functools.cache
def document(name: str) -> Document:
    return html_document(PAGES[name].read_bytes(), BASE, View())


def lines(name: str, cells: int = 80, numbers: bool = True) -> list[str]:
    return list(text_lines(document(name).blocks, cells, numbers))


def page(markup: str, cells: int = 80, numbers: bool = True, css: bool = True) -> str:
    """The text of a page made here."""
    made = html_document(markup.encode(), BASE, View(columns=cells, css=css))
    return "\n".join(text_lines(made.blocks, cells, numbers))


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


# 1 lynx flattens nested tables with wrong indents
def test_01_a_nested_table_stands_inside_its_cell():
    rows = lines("01-nested-tables")
    first = next(row for row in rows if "Day" in row)
    start = first.index("Day")
    assert first.startswith("Bergen")
    assert [row[start:] for row in rows if row[start:].strip() and "│" in row[start:]] == [
        "Day │ Rain",
        "Mon │   12",
        "Tue │    7",
    ]
    assert rows.index(first) < next(i for i, row in enumerate(rows) if row.startswith("Oslo"))
    for cells in (20, 40, 80):
        found = [" ".join(lines("01-nested-wide", cells)).find(word) for word in ("Nested", "Plain", "one value")]
        assert -1 not in found and found == sorted(found)


def bars(line: str) -> list[int]:
    """The cells at which a line of a table is ruled between columns."""
    return [width(line[:i]) for i, c in enumerate(line) if c in "│┼├┤┬┴"]


def test_01_a_nested_table_is_as_wide_as_its_cells_over_several_columns() -> None:
    inner = "<table border=1><tr><td>in1<td>in2<tr><td colspan=2>wide inner</table>"
    assert page(f"<table border=1><tr><td>A<td>{inner}<td>C<tr><td>D<td>E<td>F</table>").splitlines() == [
        "A │ in1  │ in2 │ C",
        "  │ wide inner │",
        "──┼────────────┼──",
        "D │ E          │ F",
    ]


def test_06_words_over_columns_of_numbers_keep_to_the_left() -> None:
    rows = page("<table border=1><tr><td>Ann<td>1<td>22<tr><td>Bob<td colspan=2>ill<tr><td>Eve<td colspan=2>7</table>")
    assert [row for row in rows.splitlines() if "│" in row] == ["Ann │ 1 │ 22", "Bob │ ill", "Eve │      7"]


# 2 lynx loses columns, chawan drops borders under a rowspan
def test_02_spans_keep_columns_and_rules():
    rows = [row for row in lines("02-spans") if row]
    assert rows == [
        "     Name       │  Age",
        "─────┬──────────┼───────",
        "Ada  │ Lovelace │ 36",
        "     ├──────────┼───────",
        "     │ King     │ (same)",
        "─────┼──────────┴───────",
        "Alan │ Turing, 41",
    ]
    assert {bar for row in rows for bar in bars(row)} == {5, 16}
    groups = lines("02-span-groups")
    assert [row.replace(" ", "") for row in groups[:2]] == ["Name│Score│Left", "│Math│Art│"]
    assert bars(groups[0])[1] == bars(groups[1])[2]
    assert any(row.split("│")[-1].strip() == "in May" and row.startswith("Bob") for row in groups)
    everywhere = groups.index("all │ 1")
    assert groups[everywhere + 1 :] == ["    ├──", "    │ 2", "    ├──", "    │ 3"]


# 3 layout tables push lines beyond the screen, with empty columns beside the article
def test_03_tables_for_layout_are_no_tables():
    article = lines("03-layout-tables", 40)
    assert not any(c in "".join(article) for c in "│┼")
    at = article.index("## The article")
    assert article[:2] == ["[1]Home", "[2]News"] and article[at + 2].startswith("The article is as long")
    assert article[-1] == "1.  [3]▲  [4]A title (site)"
    spacers = lines("03-empty-columns", 40)
    assert spacers[:2] == ["left │ right", "one  │ two"]
    assert "### News" in spacers and max(map(len, spacers)) <= 40


def test_03_breaks_at_the_end_of_a_link_or_emphasis_are_no_empty_lines() -> None:
    item = "<li><a href=/{0}><span><b>{0}<br><br></b></span></a>"
    assert page("<ul>" + item.format("Maps") + item.format("Permits") + "</ul><p>x") == "• [1]Maps\n• [2]Permits\n\nx"
    assert page("<p><b><br>One</b><br><br>Two<i><br></i><p>Three") == "One\n\nTwo\n\nThree"


def test_03_numbers_beside_what_they_count_are_the_markers_of_a_list() -> None:
    def story(n: int) -> str:
        title = f"<td><a href=/{n}>Story {n} with a title that goes on for more than a line</a> (harbour.example)"
        below = f"<tr><td colspan=2><td><a href=/c{n}>{n} comments</a><tr>"
        return f"<tr><td align=right>{n}.<td><img src=s.gif>{title}{below}"

    stories = "".join(story(n) for n in range(9, 13))
    text = page(f"<p>News<table border=0>{stories}<tr><td colspan=2><td><a href=/more>More</a></table><p>End", 60)
    assert text.splitlines()[:9] == [
        "News",
        "",
        " 9. [1]Story 9 with a title that goes on for more than a",
        "    line (harbour.example)",
        "    [2]9 comments",
        "10. [3]Story 10 with a title that goes on for more than a",
        "    line (harbour.example)",
        "    [4]10 comments",
        "11. [5]Story 11 with a title that goes on for more than a",
    ]
    assert text.splitlines()[-5:] == ["    [8]12 comments", "", "[9]More", "", "End"]
    years = "".join(f"<tr><td>{n}<td><a href=/{n}>What was said in that year</a><tr>" for n in (2019, 2021, 2024))
    assert page(f"<table border=0>{years}</table>").splitlines()[0] == "2019  [1]What was said in that year"


# 4 wide tables overflow or become running prose
def test_04_tables_too_wide_are_stacked_as_records():
    for cells in (40, 80):
        rows = lines("04-wide-table", cells)
        assert rows[:2] == ["Column A: value a1", "Column B: value b1"]
        assert rows[14:16] == ["", "Column A: value a2"]
        assert [row for row in rows if row] == [
            f"Column {letter}: value {letter.lower()}{n}" for n in (1, 2) for letter in "ABCDEFGHIJKLMN"
        ]
    assert "Ann         │[2]5       │4         │3         │          2│1         │0" in lines("04-grouped-records", 80)
    grouped = lines("04-grouped-records", 60)
    assert grouped[0] == "Results"
    assert "Name of the person: Ann" in grouped
    assert "First half, Mathematics: [2]5" in grouped
    assert "Second half: absent" in grouped
    assert grouped.count("Name of the person: Bob") == 2
    assert sum("[1]" in row for row in grouped) == 1


# 5 lynx says "CAPTION:", links2 centres it on the page
def test_05_a_caption_stands_close_above_its_table():
    assert lines("05-caption")[:2] == ["Table 1: Rainfall", "Month │ mm"]


# 6 numbers to the left, headers not told from cells
def test_06_headers_are_centred_and_numbers_end_at_the_same_cell():
    rows = lines("06-header-and-numbers")
    assert rows[0].startswith("      Item") and rows[1].startswith("─")
    assert len({len(row) for row in rows[2:]}) == 1
    assert [row[-6:] for row in rows[2:]] == ["  1.20", " 12.50", "103.00"]
    named = lines("06-row-names")
    assert named[:2] == ["        │ Mon  │ Tue", "────────┼──────┼─────"]
    assert "AM      │ Yoga │ Run" in named
    left, centre, right = next(row for row in named if "c  " in row).split("│")
    assert left.startswith("l ") and right.endswith("      r") and centre.strip() == "c"
    assert abs(len(centre) - len(centre.lstrip()) - (len(centre) - len(centre.rstrip()))) <= 1


# 7 elinks does not indent definitions, w3m takes a later term for one
def test_07_terms_stand_at_the_margin_and_definitions_indented():
    rows = lines("07-definition-lists")
    assert [row.startswith("    ") for row in rows] == [False, True, False, False, True, True]
    nested = lines("07-definition-nesting")
    assert "    inner" in nested and "        value" in nested and "After" in nested
    assert nested[-2:] == ["    • one", "    • two"]


# 8 start, value and type are ignored
def test_08_ordered_lists_count_as_they_say():
    text = "\n".join(lines("08-ordered-lists"))
    for item in (
        "9. nine",
        "10. ten",
        "20. twenty",
        "21. twenty-one",
        "a. a",
        "b. b",
        "iii. three",
        "iv. four",
        "AA. AA",
    ):
        assert item in text
    assert [row.index(".") for row in lines("08-ordered-lists")[:4]] == [2, 2, 2, 2]
    places = lines("08-lists-in-places")
    assert places[:2] == ["1. one", "2. two"]  # in a flex row
    assert "> 10. ten" in places
    assert any(row.endswith("│    b. rock salt") for row in places)
    assert places[-3:] == ["-1. minus one", " 0. nought", " 1. one"]
    assert page("<ol type=I start=1998><li>x</ol>") == "MCMXCVIII. x"
    assert page("<ol start=x><li>a<li value=y>b</ol>") == "1. a\n2. b"


# 9 all print 1 2 3
def test_09_reversed_lists_count_down():
    rows = lines("09-reversed-list")
    assert rows.index("3. third") < rows.index("2. second") < rows.index("1. first")
    assert rows[-2:] == ["10. ten", " 9. nine"]


# 10 one bullet for all depths, bullets where there are none
def test_10_bullets_tell_the_depth_and_can_be_switched_off():
    rows = lines("10-bullets")
    assert rows[:3] == ["• disc", "  ◦ circle", "    ▪ square"]
    assert "none one" in rows and "none two" in rows
    assert rows[-1] == "▪ square at the top"
    quoted = lines("10-quotes-and-lists", 40)
    assert quoted[:5] == [
        "> Outer",
        ">",
        "> > Inner quotation which is long enough",
        "> > to need a second line",
        "> >",
    ]
    assert "• > quoted in a list" in quoted and "> > • item two" in quoted
    assert "→ own sign" in quoted and "ii. bullets" in quoted


# 11 lynx breaks long lines of pre, chawan leaves tabs
def test_11_preformatted_lines_are_kept():
    rows = lines("11-pre", 40)
    assert rows[:4] == ["int main(void)", "{", "        return 0;       /* tab */", "}"]
    assert len(rows) == 5 and len(rows[4]) == 95
    places = lines("11-pre-places", 40)
    assert places[:4] == ["• code:", "", "  a", "    b"]
    assert "> quoted" in places and ">   code" in places
    assert any(row.endswith("│ 1  2") for row in places) and any(row.endswith("│ 3  4") for row in places)
    assert "  two   three" in places and "a b" in places
    assert max(len(row) for row in places) <= 40  # pre-wrap wraps


# 12 one cell a character: lines twice as wide as the screen
@pytest.mark.parametrize("cells", [20, 41, 80])
def test_12_wide_characters_count_two_cells(cells):
    rows = lines("12-cjk-paragraph", cells)
    assert all(width(row) <= cells for row in rows)
    assert all(width(row) >= cells - 3 for row in rows[:-1])


# 13 columns of CJK tables misaligned
def test_13_cjk_columns_are_aligned_by_cells():
    rows = lines("13-cjk-table")
    assert len({tuple(bars(row)) for row in rows}) == 1 and len(bars(rows[0])) == 2
    assert rows[0].index("│") != rows[2].index("│")  # as characters they are not


# 14 full stops and closing brackets at line starts
@pytest.mark.parametrize("cells", [*range(14, 60), 80])
def test_14_no_line_begins_or_ends_with_what_must_not(cells):
    for name in ("14-kinsoku", "14-kinsoku-lists"):
        rows = lines(name, cells)
        parts = [
            part.strip() for row in rows for part in row.lstrip("• ").split("│") if part.strip() and "─" not in row
        ]
        assert len(parts) > 2
        for part in parts:
            assert part[0] not in NO_START, (part, cells)
            assert part[-1] not in NO_END, (part, cells)


# 15 clusters lost, replaced or measured by the sum of their parts
def test_15_clusters_are_whole_and_two_cells_wide_at_most():
    for cells in (10, 20, 40, 80):
        text = "\n".join(lines("15-clusters", cells))
        for cluster in ("é", "👨‍👩‍👧‍👦", "🇳🇴", "❤️", "नमस्ते", "ก็", "각", "x̂", "ñ", "👍🏽"):
            assert cluster in text
        assert "\ufffd" not in text
    table = [row for row in lines("15-clusters") if "│" in row]
    assert len(table) == 3 and len({tuple(bars(row)) for row in table}) == 1
    assert width("👨‍👩‍👧‍👦") == width("🇳🇴") == width("👍🏽") == 2


# 16 no right alignment, dir and bdo ignored
@pytest.mark.covers("LBX-61")
def test_16_right_to_left_blocks_stand_on_the_right_in_logical_order():
    for cells in (40, 80):
        rows = [row for row in lines("16-rtl", cells) if row]
        assert [width(row) for row in rows[:-1]] == [cells] * (len(rows) - 1)
        assert rows[0].strip().startswith("\u2067שלום עולם") and rows[0].endswith("\u2069")
        assert rows[-1] == "Left to right with edirrevo inside."
    blocks = lines("16-rtl-blocks", 60)
    for words in ("## כותרת הדף", "• פריט אחד", "1. ראשון", "2. Second", "> ציטוט"):
        assert next(row for row in blocks if words in row).strip() == f"\u2067{words}\u2069"
    assert all(width(row) == 60 for row in blocks[:-1] if row.endswith("\u2069"))
    marked = page("<p>a <span dir=rtl>שלום <b>עולם</b> 12 (עולם)</span> b", 12)
    assert marked == "a \u2067שלום עולם\u2069\n\u206712 (עולם)\u2069 b"
    text = "\n".join(blocks)
    assert "[1]קישור 12." in text
    assert "mail info@example.org." in text
    assert blocks[-1] == "\u2066שלום at the left\u2069"


# 17 a password in clear, blank values, selects exploded
def test_17_controls_show_their_values_and_never_a_password():
    for name in PAGES:
        assert "secret" not in "\n".join(lines(name))
    text = "\n".join(lines("17-form-values", 200))
    for drawn in (
        "Ada_",
        "••••••_",
        "[x] on",
        "[ ] off",
        "(*) A",
        "( ) B",
        "{Green ▾}",
        "Some text_",
        "[Choose file]",
        "[Send]",
    ):
        assert drawn in text
    assert "Red" not in text and "Blue" not in text
    labels = "\n".join(lines("17-form-labels", 200))
    assert "Name [1]____" in labels and "Mail [2]____" in labels
    assert "[3][ ] Agree [4]( ) Yes [5](*) No" in labels
    assert "[7]{A, B ▾} (2 of 3) [8]{grouped ▾}" in labels
    assert "┊ [9]two\n┊ lines <b>\n" in labels
    assert "[10][Submit] [11][Reset] [12][Go] [13][Press]" in labels


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Note: <textarea>a\n\n  b </textarea> end", "Note:\n┊ [1]a\n┊\n┊   b\nend"),
        ("<ul><li><textarea required>a\nb</textarea></ul>", "• ┊ [1]a\n  ┊ b (required)"),
        ("<label>Note <textarea disabled>a\nb</textarea></label>", "Note\n┊ a\n┊ b (disabled)"),
        ("<a href=x>one <textarea>a\nb</textarea></a> two", "[1]one\n┊ [2]a\n┊ b\ntwo"),
        ("<b><a href=x><textarea>a\nb</textarea></a>c</b> [x]", "┊ [1]a\n┊ b\n[2]xc [x]"),
        ("<a href=x><textarea>a\nb</textarea></a><a href=y>y</a>", "┊ [1]a\n┊ b\n[2]x [3]y"),
        ("<textarea>&#27;[1m\n\u202eb</textarea>", "┊ [1][1m\n┊ <U+202E>b"),
        ("<textarea>one\n\n</textarea> <textarea>\n\n</textarea>", "[1]one_________________ [2]____________________"),
    ],
)
def test_17_a_text_of_several_lines_stands_in_lines(markup: str, text: str) -> None:
    assert page(markup) == text


def test_17_a_text_of_many_lines_is_bounded_and_a_long_line_is_wrapped() -> None:
    for value in ("x\n" * 30_000, "word\n" + "word " * 30_000):
        many = page(f"<textarea>{value}</textarea>")
        assert many.count("\n") < 50 and many.endswith("…")
    wide = page(f"<textarea>{'word ' * 30}\nx</textarea>", 30).split("\n")
    assert len(wide) > 5 and all(row.startswith("┊ ") and width(row) <= 30 for row in wide)


def test_17_a_label_round_a_text_of_several_lines_names_it() -> None:
    for start in ("<label>", "<label for=n>"):
        around = start + "Your note <textarea id=n>{}</textarea></label>"
        for value in ("", "one", "one\ntwo"):
            field = html_document(around.format(value).encode(), BASE, View()).targets[1].field
            assert field is not None and (field.label, field.value) == ("Your note", value)


@pytest.mark.parametrize(
    ("markup", "text", "kinds"),
    [
        ("<a href=x><button>Go</button></a>", "[1][Go]", ["link"]),
        ("on<a href=x> <button type=button><b>Go</b></button></a>", "on [1][Go]", ["link"]),
        ("<a href=x><div><button>Go</button></div></a>", "[1][Go]", ["link"]),
        ("<form><a href=x><button>Go</button></a></form>", "[1][Go]", ["button"]),
        ("<form><a href=x><button type=button>Go</button></a></form>", "[1][Go]", ["link"]),
        ("<a href=x><button onclick='f()'>Go</button></a>", "[1][Go]", ["button"]),
        ("<a href=x>to <button>Go</button></a>", "[1]to [2][Go]", ["link", "button"]),
        ("<a href=x><img alt=A><button>Go</button></a>", "[1]A [2][Go]", ["link", "button"]),
        ("<a href=x><button></button>words</a>", "[1]words", ["link"]),
    ],
)
def test_19_a_link_round_a_button_is_one_target(markup: str, text: str, kinds: list[str]) -> None:
    """Which of the two: what the button does, if it does anything, else the link (as Chromium has it)."""
    made = html_document(markup.encode(), BASE, View())
    assert "\n".join(text_lines(made.blocks, 80)) == text
    assert [target.kind for target in made.targets] == kinds


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=x><div><img src=p alt='A cat'></div><h3 id=c>A cat</h3></a><p id=d>end", "### [1]A cat\n\nend"),
        ("<a href=x><img src=p alt='A cat'><div>a  Cat</div><div>More</div></a>", "[1]a Cat\nMore"),
        ("<ul><li><a href=x><div><img alt='A cat'></div><p>A cat</p></a></ul>", "• [1]A cat"),
        ("<a href=x><div><img src=p alt='A cat'></div><p>A dog</p></a>", "[1]A cat\n\nA dog"),
        ("<a href=x><div><img src=p alt='A cat'> here</div><p>A cat here</p></a>", "[1]A cat here\n\nA cat here"),
        ("<a href=x><div><img src=p alt='A cat'></div></a><p>A cat</p>", "[1]A cat"),
        ("<figure><a href=x><img src=p alt='A cat'></a><figcaption>A cat</figcaption></figure>", "[1]A cat"),
        ("<a href=x><div><img src=p alt='A cat'></div></a><p><a href=y>A</a> cat</p>", "[1]A cat\n\n[2]A cat"),
    ],
)
def test_24_what_a_link_says_twice_of_its_picture_is_said_once(markup: str, text: str) -> None:
    made = html_document(markup.encode(), BASE, View())
    assert "\n".join(text_lines(made.blocks, 80)) == text
    for name, index in made.anchors:
        assert {"c": "A cat", "d": "end"}[name] in made.blocks[index].text()  # type: ignore[union-attr]  # it has text
    assert made.blocks[0].first == 1 and all(medium.alt == "A cat" for medium in made.media)  # type: ignore[union-attr]  # it is a list


def test_06_a_row_of_words_with_a_border_keeps_its_rules() -> None:
    assert page("<table border=1><tr><td>one<td>two<td>three</table>") == "one │ two │ three"
    assert page("<table><tr><td>one<td>two<td>three</table>") == "one\u00a0 two\u00a0 three".replace("\u00a0", " ")
    assert page(f"<table border=1><tr><td>{'word ' * 60}<td>{'text ' * 60}</table>").count("│") == 0


def test_20_a_link_that_aria_hides_and_that_says_its_label_is_seen() -> None:
    menu = "<ul><li><a href=a>Next</a><li><a href=b {}><span> Print</span></a><li><a href=c>Mail</a></ul>"
    assert page(menu.format("aria-hidden=true aria-label=Print")) == "• [1]Next\n• [2]Print\n• [3]Mail"
    assert page(menu.format("aria-hidden=true")) == "• [1]Next\n• [2]Print\n• [3]Mail"
    assert "Close" not in page("<p>Text <button aria-hidden=true aria-label=Close>Close</button> more")


# 18 plain blanks for all, nobody marks what is disabled
def test_18_states_of_controls_are_told():
    text = "\n".join(lines("18-field-states", 300))
    for words in (
        "(Search here)", "(required)", "off_____________ (disabled)", "[3]3 (range 0–10)", "[4]#ff0000 (colour)",
        "[########--] 75%", "[##--------] 25%", "____-__-__ (date)", "[5]________________ (2 suggestions)",
    ):  # fmt: skip
        assert words in text
    assert "One" not in text  # a datalist is what one may choose, not what stands there
    assert [o.value for t in document("18-field-states").targets for o in (t.field.options if t.field else ())] in (
        [],
        ["One", "Two"],
    )


@pytest.mark.parametrize(
    ("control", "text"),
    [
        ('<input type=password value=ab aria-label="PIN">', "[1]••__________ (PIN)"),
        ("<input value=3 size=3 title=Amount>", "[1]3__ (Amount)"),
        ("<label for=q>How many</label> <input id=q value=3 size=3 title='a number'>", "How many [1]3__"),
        ("<select aria-label='Sort by'><option>Price</select>", "[1]{Price ▾} (Sort by)"),
        ("Sort by <select aria-label='Sort by'><option>Price</select>", "Sort by [1]{Price ▾}"),
        ("<textarea aria-label=Note>x</textarea>", "[1]x___________________ (Note)"),
        ("<input size=3 placeholder=how aria-label=Name>", "[1]___ (how)"),
        ("<input type=range value=1 max=2 aria-label=Volume>", "[1]1 (range 0–2) (Volume)"),
        ("<progress value=1 max=2></progress><meter value=1></meter>", "[#####-----] 50% [##########] 100%"),
    ],
)
def test_18_a_control_that_nothing_in_sight_names_says_its_name(control: str, text: str) -> None:
    assert page(f"<form>{control}</form>") == text


# 19 "Legendin set", "(BUTTON) Btn bold"
def test_19_legends_have_their_line_and_buttons_their_words():
    rows = lines("19-fieldset")
    assert rows[:2] == ["Legend", "in the set Mail [1]________________"]
    assert rows[-1] == "[2][Btn bold]"
    field = document("19-fieldset").targets[1].field
    assert field is not None and field.label == "Mail"
    buttons = lines("19-buttons")
    assert buttons[0].startswith("[1][Submit] [2][close?] [3][search] [4][Menu]")
    assert not any("Button" in row for row in buttons)
    assert "Closed set" in buttons and buttons[-1] == "x_______________ (disabled) [No] (disabled)"
    assert len(document("19-buttons").targets) == 6


def test_19_boxes_in_a_button_are_its_words_and_it_stays_one() -> None:
    button = "<button type=button>{}</button>"
    for inside in (
        "Feed<div class=slider></div>",
        "<span>Feed<div></div></span>",
        "<span style='display:flex'>Feed</span><i style='display:block'></i>",
        "<h3>Feed</h3>",
    ):
        assert page(f"<div>before {button.format(inside)}</div><p>after</p>") == "before [1][Feed]\n\nafter", inside
    both = "<div>{} {}</div>".format(button.format("<p>Two</p><p>words</p>"), button.format("<div>more</div>"))
    assert page(both) == "[1][Two words] [2][more]"


# 20 everything hidden is printed
def test_20_what_is_closed_or_hidden_is_not_shown():
    rows = lines("20-hidden")
    assert not any("not " in row for row in rows)
    assert [row for row in rows if row] == ["seen", "[1]▸ Closed", "[2]▾ Open", "seen details", "seen dialog", "end"]
    details = [row for row in lines("20-details") if row]
    assert details == [
        "[1]▸ Details", "[2]▾ Details", "open and without a name", "[3]▾ More info", "Inside", "[4]▸ Nested", "After",
    ]  # fmt: skip
    shadow = [row for row in lines("20-shadow-roots") if row]
    assert shadow == ["### My title", "Body", "Foot: the default foot", "[inner light of b, light of a]"]


# 21 CSS is not read
def test_21_what_css_hides_is_hidden():
    assert lines("21-display-none") == ["seen"]
    uncovered = page(PAGES["21-display-none"].read_text("utf-8"), css=False)
    assert uncovered.count("not ") == 4


# 22 skip links in the way, or lost
def test_22_skip_links_are_kept_out_of_the_text_but_not_lost():
    assert lines("22-skip-links") == ["Start [1]Cart", "", "Main"]
    assert document("22-skip-links").skip_links == (("Skip to content", f"{BASE}#main"),)


# 23 icon links invisible, "DESCSVGTEXT"
def test_23_icons_have_names():
    assert lines("23-accessible-names") == ["[1]Search [2]Shopping cart [3][Close] [4]User page [5]topics"]
    icons = " ".join(lines("23-icon-links", 300))
    assert icons == ("[1]twitter [2]b.html [3][arrow left] [4]Night mode [5]From the title [6]Picture [7]From inside")


# 24 "[img]" for all, file names for alt=""
def test_24_pictures_show_their_alternative_and_decoration_nothing():
    assert lines("24-images") == ["[A red kite] text more [1]Thumbnail"]
    links = lines("24-image-links")
    assert links[0] == "[1]home [2]Our banner [3]way"
    assert "[4]The story" in links
    assert sum("12" in row for row in links) == 0  # its picture has the same address: one link is enough
    assert links[-1] == "[The map] [6]North [7]pole.html [Lazy]"
    addresses = [url for _, url in document("24-image-links").targets.addresses()]
    assert addresses[-2:] == ["https://example.org/north", "https://example.org/south/pole.html"]


# 25 captions run into the alt text
def test_25_a_caption_has_its_own_line_next_to_its_figure():
    assert lines("25-figure") == ["[The picture]", "Figure 1: the caption.", "", "After."]
    assert lines("25-figures") == [
        "int main(void);", "Listing 1", "",
        "Above the picture", "[Second picture]", "",
        "[Third picture]", "Caption with a [1]source", "",
        "> Quoted", "— Somebody", "",
        "After.",
    ]  # fmt: skip


# 26 no link for media
def test_26_media_are_links_with_a_name():
    text = " ".join(lines("26-media"))
    for words in ("[1]video: The film", "[2]audio: song.ogg", "[3]object: doc.pdf", "[4]iframe: A map"):
        assert words in text
    assert "Fallback of the object" in text and "not " not in text
    assert [m.kind for m in document("26-media").media] == ["video", "audio", "object", "frame"]
    frames = lines("26-frames")
    assert frames[:5] == ["before", "frame: Framed", "", "## Inner", ""] and "Text [1]link" in frames
    assert "Enable [2]JavaScript please" in frames
    assert "[Fallback picture] [Picture] Fallback of the canvas" in frames
    assert not any("script" in row.lower() for row in frames[:7])
    assert not any("blank" in row or "pixel" in row for row in frames)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=1 aria-label=Close>×</a>", "[1]× Close"),
        ("<button aria-label='Next page'>›</button>", "[1][› Next page]"),
        ("<a href=1 aria-label='Read more about cats'>Read more</a>", "[1]Read more"),
        ("<h2>Title <a href=#t class=anchor aria-label='Permalink to Title'>¶</a></h2>", "## Title [1]¶"),
        ("<dl><dt id=t>term<a class=headerlink href=#t title='Link to this definition'>\uf0c1</a></dl>", "term"),
        ("<svg><title>Tip</title><text>Seen</text></svg>", "Seen"),
    ],
)
def test_23_a_sign_alone_is_named_and_words_are_not_said_twice(markup: str, text: str) -> None:
    assert page(markup) == text


@pytest.mark.parametrize("href", ["/", "./", "../"])
@pytest.mark.parametrize("logo", ["<svg class=logo></svg>", "<img src=logo.png>", "<img src=logo.png alt=''>"])
def test_23_a_logo_without_a_name_that_leads_home_is_called_by_the_site(href: str, logo: str) -> None:
    assert page(f"<a href={href}>{logo}</a>") == "[1]example.org"
    local = html_document(f"<a href={href}>{logo}</a>".encode(), "file:///a/b.html", View())
    assert next(text_lines(local.blocks, 80)) == "[1]home"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<div role=checkbox aria-checked=true>Ham</div>", "[x] Ham"),
        ("<div role=checkbox aria-checked=false><div>Eggs</div></div>", "[ ] Eggs"),
        ("<span role=checkbox aria-checked=mixed><b>All</b></span>", "[-] All"),
        (
            "<span role=radio aria-checked=true>Red</span> <span role=radio aria-checked=false>Blue</span>",
            "(*) Red ( ) Blue",
        ),
        ("<button role=switch aria-checked=true>Dark</button>", "[1][Dark (on)]"),
        ("<button role=switch aria-checked=false aria-label=Wifi></button>", "[1][Wifi (off)]"),
        ("<i id=n>Sound</i> <div role=switch aria-checked=true aria-labelledby=n></div>", "Sound\nSound (on)"),
        ("<button role=checkbox aria-checked=false>Ham</button>", "[1][Ham (not checked)]"),
        (
            "<button aria-pressed=true>Bold</button> <button aria-pressed=false>Thin</button>",
            "[1][Bold (pressed)] [2][Thin]",
        ),
        (
            "<a href=1 role=tab aria-selected=true>A</a> <a href=2 role=tab aria-selected=false>B</a>",
            "[1]A (selected) [2]B",
        ),
        ("<ul><li role=tab aria-selected=true><a href=1>A</a></ul>", "• [1]A (selected)"),
        ("<input type=checkbox role=switch aria-checked=true checked> Native", "[1][x] Native"),
        ("<table><tr><td aria-selected=true>Cell", "Cell"),
        ("<p aria-checked=true>No control</p>", "No control"),
    ],
)
def test_18_controls_made_of_other_elements_tell_their_state(markup: str, text: str) -> None:
    assert page(markup) == text


def test_18_of_several_radio_buttons_made_of_buttons_the_chosen_one_is_told() -> None:
    buttons = "".join(f"<button role=radio aria-checked={on}>{on}</button> " for on in ("false", "true"))
    assert page(buttons) == "[1][false] [2][true (checked)]"


def test_19_a_picture_on_a_button_needs_no_brackets_of_its_own() -> None:
    assert page("<button><img src=1 alt='Picture 1'></button> <button>Go <img src=2 alt=on></button>") == (
        "[1][Picture 1] [2][Go on]"
    )


@pytest.mark.parametrize("markup", ["<a href=''><svg></svg></a>x", "<a href=' '><img src=i alt=''></a>x"])
def test_23_a_link_to_nowhere_gets_no_name(markup: str) -> None:
    assert page(markup) == "x"


def test_23_a_link_to_the_page_itself_with_a_picture_that_is_not_said_to_be_mute_is_one() -> None:
    assert page("<a href=''><img src=i></a>x") == "[1]·x"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=1><img src=1 alt='A &amp; b'> <b>A &amp; B</b></a>", "[1]A & B"),
        ("<a href=1><img src=1 alt=X><noscript><img src=1 alt=X></noscript></a>", "[1]X"),
        ("<a href=1><img src=1 alt=Xy><noscript><img src=1 alt=Xy></noscript><p>Xy</p></a>", "[1]Xy"),
        ("<a href=1><img src=1 alt=New> New York</a>", "[1]New New York"),
        ("<button><img src=1 alt=search> Search</button>", "[1][Search]"),
        ("<img src=1 alt=Word> Word", "[Word] Word"),
    ],
)
def test_24_a_picture_does_not_say_again_what_its_link_says(markup: str, text: str) -> None:
    assert page(markup) == text


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        (
            "<img src=1 alt='A cat'><figcaption id=f>A cat on a mat. <a href=1>Photo</a></figcaption>",
            "A cat on a mat. [1]Photo",
        ),
        ("<img src=1 alt='A dog'><figcaption>A cat</figcaption>", "[A dog]\nA cat"),
        ("<a href=1><img src=1 alt=Cat></a><figcaption>Cat</figcaption>", "[1]Cat"),
        ("<figcaption>Cat</figcaption><img src=1 alt=Cat>", "Cat\n[Cat]"),
        ("<img src=1 alt=Cat><img src=2 alt=Dog><figcaption>Cat</figcaption>", "[Cat] [Dog]\nCat"),
        ("<img alt=Cat><figcaption><p>Cat</figcaption>", "Cat"),
    ],
)
def test_25_a_picture_does_not_say_what_its_caption_says(inside: str, text: str) -> None:
    markup = f"<p>before</p><figure>{inside}</figure><p id=x>after</p>"
    assert page(markup) == f"before\n\n{text}\n\nafter"
    made = html_document(markup.encode(), BASE, View())
    at = dict(made.anchors)
    after = made.blocks[at["x"]]
    assert isinstance(after, Paragraph) and after.raw == "after"
    assert [medium.url for medium in made.media] == [
        f"https://example.org/dir/{n}" for n in "12" if f"src={n}" in inside
    ]


def test_25_where_pictures_are_told_apart_from_text_they_keep_their_words() -> None:
    markup = b"<a href=1><img src=1 alt=Cat> Cat</a><figure><img src=2 alt=Dog><figcaption>Dog</figcaption></figure>"
    made = html_document(markup, BASE, View(structure=True))
    assert list(text_lines(made.blocks, 80)) == ["[1]Cat Cat", "", "[Dog]", "Dog"]


@pytest.mark.parametrize("href", ["#", "javascript:void(0)"])
def test_23_what_only_a_script_would_follow_has_a_sign_for_a_picture_without_a_name(href: str) -> None:
    assert page(
        f"<a href='{href}' class=c1><img src=i></a> <a href='#top' class=up></a> <a href='{href}'>Menu</a>"
    ) == ("[1]· [2]top [3]Menu")
    assert page(f"<a href='{href}' class=c1></a> <a href='#top' class=up></a>") == "[1]top", "there is nothing to see"


# 3 items of a list kept apart by rows of nothing (Hacker News): ruled as if they were data
def test_03_rows_of_nothing_keep_items_apart_and_make_no_data() -> None:
    item = "<tr><td>A title of item {0}<td></td><td>by one</td></tr><tr><td colspan=2><td>{0} points</td></tr><tr></tr>"
    items = f"<table>{''.join(map(item.format, range(1, 4)))}</table>"
    assert page(items).split("\n\n") == [f"A title of item {n}  by one\n{n} points" for n in (1, 2, 3)]
    data = "<table>" + "<tr><td>Name<td>Value</tr>" * 4 + "<tr></tr></table>"
    assert page(data) == "\n".join(["Name │ Value"] * 4)
    # A number before a title of any length stands on its line.
    assert page(f"<table><tr><td>1.<td>{'long ' * 40}</tr></table>").startswith("1.  long long")


# 27 H[2]O, H~2O, ^[1]
def test_27_powers_and_indices_are_read_as_such():
    text = lines("27-sub-sup")[0]
    assert text == "H₂O and E = mc², xⁿ, a_ij, 1st, a fact[1][1], 10⁻³."
    more = " ".join(lines("27-scripts"))
    for words in (
        "x²ⁿ⁺¹",
        "e^(−x²)",
        "Ca²⁺",
        "H₂SO₄",
        "a_max",
        "x_(i+1,j)",
        "2nd",
        "1ª",
        "nº",
        "Mme",
        "Brand®",
        "star*",
        "note^a",
        "note¹²",
    ):
        assert words in more
    assert "^[" not in more and "text[2]4" in more


# 28 no quotes, or the opening one at both ends
def test_28_quotes_nest():
    assert lines("28-quotes") == ["She said “he said ‘yes’ twice”."]


# 29 deletions lost or not marked
def test_29_deletions_are_marked():
    assert lines("29-edits") == ["The ~~old~~ ++new++ price is ~~10~~ 8."]


@pytest.mark.parametrize("name", ["del", "ins"])
def test_29_an_edit_of_several_blocks_is_marked_in_each_and_one_of_nothing_not_at_all(name: str) -> None:
    markup = "<p>a <x></x> b <x> </x> c<x><img src=i.png></x></p><x></x><x><p>one<p>two <b>bold <x>x</x></b></p></x>"
    markup += "<ul><li><x>in</x></ul>"
    sign = {"del": "~~", "ins": "++"}[name]
    text = page(markup.replace("x>", f"{name}>"))
    assert text == f"a b c\n\n{sign}one{sign}\n\n{sign}two bold x{sign}\n\n• {sign}in{sign}"


def test_29_underlined_text_is_no_insertion() -> None:
    assert page("<p><u>under</u> <ins><u>both</u> one</ins>") == "under ++both one++"


# 30 never expanded
def test_30_an_abbreviation_is_expanded_once():
    text = lines("30-abbreviations")[0]
    assert text.startswith("The W3C (World Wide Web Consortium) says: HTML is … The W3C again.")
    assert text.count("Consortium") == 1


def test_30_an_abbreviation_whose_words_stand_beside_it_is_not_expanded() -> None:
    short = '<abbr title="World Wide Web Consortium">W3C</abbr>'
    assert page(f"<p>The World Wide Web Consortium ({short}) says so.<p>{short} again") == (
        "The World Wide Web Consortium (W3C) says so.\n\nW3C again"
    )
    assert (
        page(f"<p>{short}, the World Wide Web\nConsortium, says so.") == "W3C, the World Wide Web Consortium, says so."
    )
    team = (
        "<span><a href=/b><abbr title='Boston Celtics'>BOS</abbr></a></span> <span><a href=/b>Boston Celtics</a></span>"
    )
    assert page(f"<div>{team}</div>") == "[1]BOS [2]Boston Celtics"
    assert page(f"<p>{short} says so.<p>The World Wide Web Consortium.").startswith(
        "W3C (World Wide Web Consortium) says"
    )
    many = "".join(f"<abbr title='number {n}'>n{n}</abbr> " for n in range(3000))
    assert page(f"<div>{many}</div>").count("(number") == 3000


def test_30_what_heads_a_column_is_explained_below_its_table() -> None:
    names = {"GP": "Games Played", "W": "Wins", "AWAY": "Away record", "Pts.": "Points", "G & A": "Goals <and> assists"}
    heads = "".join(f'<th><abbr title="{name}">{short}</abbr>' for short, name in names.items())
    rows = page(f"<p>before<table><tr><th>Team{heads}<tr><td><abbr title=Boston>B</abbr>{'<td>82' * 5}</table><p>after")
    assert rows.splitlines() == [
        "before",
        "",
        "   Team    │ GP │ W  │ AWAY │ Pts. │ G & A",
        "───────────┼────┼────┼──────┼──────┼──────",
        "B (Boston) │ 82 │ 82 │   82 │   82 │    82",
        "",
        "GP: Games Played; W: Wins; Pts.: Points; G & A: Goals <and> assists",
        "",
        "after",
    ]
    days = "".join(f"<th><abbr title={day}>{day[:3]}</abbr>" for day in ("Monday", "Tuesday", "Wednesday", "Thursday"))
    week = "".join(f"<tr>{'<td>%d' * 4}" % (n, n + 1, n + 2, n + 3) for n in (1, 8, 15))
    assert page(f"<table><tr>{days}{week}</table>", 24).splitlines()[0].strip() == "Mon │ Tue │ Wed │ Thu"


def test_many_narrow_columns_stand_side_by_side_with_the_numbers_of_their_heads_above_the_words() -> None:
    said = "W L PCT GB PPG OPP DIFF STRK HOME AWAY DIV CONF".split()
    heads = "".join(f"<th><a href=/{name}>{name}</a>" for name in said)
    row = "".join(f"<td>{said}" for said in "45 17 .726 9.5 116.8 109.6 +7.2 L3 23-8 21-10 10-4 30-9".split())
    names = "Boston Celtics", "Oklahoma City Thunder", "Portland Trail Blazers"
    table = f"<table><tr><th>Team{heads}{''.join(f'<tr><td>{name}{row}' for name in names)}</table>"
    drawn = page(table, 80).splitlines()
    assert [line.rstrip() for line in drawn[:2]] == [
        "      Team       │[1]W│[2]L│[3] │[4] │ [5] │ [6] │[7] │[8] │[9] │[10] │[11]│[12]",
        "                 │    │    │PCT │ GB │ PPG │ OPP │DIFF│STRK│HOME│AWAY │DIV │CONF",
    ]
    assert drawn[3] == "Boston Celtics   │  45│  17│.726│ 9.5│116.8│109.6│+7.2│L3  │23-8│21-10│10-4│30-9"
    assert "\u200b" not in "".join(drawn) and max(map(len, drawn)) <= 80
    document = html_document(f"<!doctype html>{table}".encode(), "http://e.org/", View())
    rich = Layout(80, rich=True)
    rich.add(document.blocks)
    assert [line.rstrip() for line in rich.lines] == drawn
    assert {span.target for spans in rich.spans.values() for span in spans if span.target} == set(range(1, 13))


# 31 glued
def test_31_ruby_stands_in_brackets():
    assert lines("31-ruby") == ["東京(とうきょう)と京都(きょうと)"]
    assert lines("31-ruby-forms") == ["漢(かん)字(じ) 東(とう)京(きょう) 明日"]


# 32 raw markup, "x=12y2"
def test_32_formulas_keep_fractions_and_powers():
    assert lines("32-mathml") == ["Solve x = 1/(2y)+z² now; √(a+b)."]


# 33 no levels
def test_33_headings_show_their_level_and_hang():
    rows = lines("33-headings", 40)
    assert [row for row in rows if row.startswith("#")] == [
        "# First", "## Second", "### Third, which is a heading that is", "###### Sixth",
    ]  # fmt: skip
    assert rows[rows.index("### Third, which is a heading that is") + 1].startswith("    long")


# 34 alignment ignored
def test_34_text_is_aligned():
    rows = [row for row in lines("34-text-align", 41) if row]
    for row, words in zip(rows, ("centred", "to the right", "by attribute", "in center", "left"), strict=True):
        assert row.strip() == words
        before, after = len(row) - len(row.lstrip()), 41 - len(row)
        expected = {"to the right": after == 0, "left": before == 0}.get(words, abs(before - after) <= 1)
        assert expected, row


@pytest.mark.parametrize("tag", ["ins", "del", "font", "big", "kbd", "samp", "tt", "strike", "var", "dfn", "data", "b"])
def test_34_what_stands_within_a_line_is_not_aligned_by_itself(tag: str) -> None:
    for style in ("text-align: center", "text-align: right !important"):
        page = f'<!doctype html><p>From <{tag} style="{style}">here</{tag}> on.'
        shown = dump("--type", "text/html", "--no-metadata", "-", stdin=page.encode()).text
        assert "".join(c for c in shown if c.isalpha() or c in " .\n") == "From here on.\n", shown


# 35 rows stacked or glued, no generated text
def test_35_rows_stay_rows_and_generated_text_comes():
    rows = lines("35-generated")
    assert rows[0] == "[1]Flex one  [2]Flex two  [3]Flex three"
    assert rows[2:5] == ["→ marked", "", "UPPER"]
    assert rows[-2:] == ["§1 first", "§2 second"]
    columns = lines("35-columns")
    assert columns[0] == "Logo  [1]A [2]B  [3]________________ [4][Go]"
    assert "side by side" in columns and "[5]l1  [6]l2" in columns
    assert "block one" in columns and "block two" in columns and "Marked After ←" in columns


@pytest.mark.parametrize(
    ("style", "start", "markers"),
    [
        ("lower-greek", 1, ["α.", "β."]),
        ("decimal-leading-zero", 9, ["09.", "10."]),
        ("cjk-ideographic", 10, ["十、", "十一、"]),
        ("hiragana", 1, ["あ、", "い、"]),
        ("devanagari", 1, ["१.", "२."]),
        ("upper-roman", 3999, ["MMMCMXCIX.", "4000."]),
        ("hebrew", 15, ["\u05d8\u05d5.", "\u05d8\u05d6."]),
        ("lower-armenian", 11, ["ժա.", "ժբ."]),
        ("georgian", 1, ["ა.", "ბ."]),
        ("ethiopic-numeric", 1, ["1.", "2."]),
    ],
)
def test_8_css_numbers_lists_in_other_scripts(style: str, start: int, markers: list[str]) -> None:
    text = page(f"<ol start={start} style='list-style: {style} inside'><li>a<li>b</ol>")
    assert [line.split("a")[0].split("b")[0].strip() for line in text.split("\n")] == markers


def test_6_a_role_makes_a_heading() -> None:
    assert page("<div role=heading aria-level=3>Three</div><p>text") == "### Three\n\ntext"
    assert page("<span role=heading>Two</span> text") == "## Two\n\ntext"


def test_35_css_tables_keep_their_cells_apart() -> None:
    css = "<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style>"
    row = "<div class=r><div class=c>left</div><div class=c>right</div></div>"
    assert page(f"{css}<div class=t>{row}{row}</div>") == "left  right\nleft  right"
    tall = "<div class=c>left</div><div class=c><p>one<p>two</div>"
    assert page(f"{css}<div class=t>{tall}</div>") == "left\n\none\n\ntwo"


def test_35_css_tables_are_aligned_as_tables() -> None:
    css = "<style>.t{display:table}.g{display:table-row-group}.r{display:table-row}.c{display:table-cell}</style>"
    cells = (("Name", "Population", "Area"), ("Berlin", "3 700 000", "891"), ("Rio de Janeiro", "6", "1200"))
    rows = ["<div class=r>" + "".join(f"<span class=c>{c}</span>" for c in row) + "</div>\n" for row in cells]
    shown = "Name           │ Population │ Area\nBerlin         │ 3 700 000  │ 891\nRio de Janeiro │ 6          │ 1200"
    for whole in (f"<div class=t>{''.join(rows)}</div>", f"<div class=t><div class=g>{''.join(rows)}</div></div>"):
        assert page(f"{css}<p>before</p>{whole}<p>after</p>") == f"before\n\n{shown}\n\nafter"
    uneven = f"<div class=t>{rows[0]}<div class=r><div class=c>alone</div></div></div>"
    assert "Name  Population  Area\nalone" in page(css + uneven)
    linked = '<div class=r><a class=c href="/x">go</a><div class=c>there</div></div>'
    links = linked + linked.replace("go", "going") + linked.replace("go", "gone far")
    assert page(f"{css}<div class=t>{links}</div>") == "[1]go       │ there\n[2]going    │ there\n[3]gone far │ there"


def test_2_a_cell_over_rows_and_columns_is_not_cut_by_rules() -> None:
    text = page(
        "<table border=1><tr><td>a<td>b<td>c<td>d<tr><td colspan=2 rowspan=2>wide<td rowspan=3>r3<td>x<tr><td>y"
        "<tr><td>1<td>2<td>z</table>"
    )
    assert text.split("\n")[2:6] == ["wide  │ r3 │ x", "      │    ├──", "      │    │ y", "──┬───┤    ├──"]


# 36 "L1L2"
def test_36_adjacent_links_are_kept_apart():
    assert lines("36-adjacent-links") == ["[1]L1 [2]L2 [3]L3"]
    assert lines("36-adjacent-links", numbers=False) == ["L1 L2 L3"]


# 37 lines of <link> before the page
def test_37_links_of_the_head_are_metadata():
    assert lines("37-link-rel") == ["Only this."]
    metadata = document("37-link-rel").metadata
    assert metadata.canonical == "https://example.org/here"
    assert metadata.feeds == (("https://example.org/feed", "Feed"),)


# 38 HTML5 names, &notx, &#128
def test_38_character_references_are_resolved_as_browsers_do():
    assert lines("38-entities") == ["≂̸ ¬x € &lt; ©2026  | … 😀 &"]


# 39 no foster parents
def test_39_malformed_markup_loses_nothing():
    rows = [row for row in lines("39-malformed") if row]
    assert rows == ["onebold", "two three", "fourfoster", "cell", "• a", "• b", "end"]


# 40 long words overflow, or are cut without a sign
@pytest.mark.parametrize("cells", [20, 40, 80])
def test_40_long_words_are_hyphenated_and_addresses_can_be_copied(cells):
    rows = lines("40-long-words", cells)
    joined = "".join(rows)
    assert (
        "https://example.org/a/very/long/path/that/does/not/fit/into/the/line/of/a/narrow/terminal/window?with=query"
        in joined
    )
    at = [i for i, row in enumerate(rows) if "schiff" in row or "betriebs" in row or row.endswith("ft.")]
    for row in rows[at[0] : at[-1]]:
        assert row.endswith("-")
    assert "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft." in "".join(
        row.removesuffix("-") for row in rows
    )
    assert not any(row.strip() in (".", ",") for row in rows)


# 41 shown as a link by most, silent in chawan
def test_41_a_refresh_is_told_with_its_link():
    assert lines("41-meta-refresh") == ["Refreshes in 30 s to [1]https://example.org/next.html", "", "Wait here."]
    assert document("41-meta-refresh").metadata.refresh == (30.0, "https://example.org/next.html")


# 42 names without links
def test_42_frames_are_links():
    assert lines("42-framesets") == ["[1]frame: The menu", "[2]frame: main"]
    assert [url for _, url in document("42-framesets").targets.addresses()] == [
        "https://example.org/dir/menu.html", "https://example.org/dir/main.html",
    ]  # fmt: skip


# 43 trailing spaces
def test_43_no_line_of_a_dump_ends_in_a_space():
    for name in PAGES:
        assert not re.search(r"[ \t\xa0]$", shown(name, 40), re.MULTILINE), name
    assert lines("43-trailing-spaces")[:2] == ["one", "two"]


# 44 nobody prints the title
def test_44_the_title_heads_the_dump():
    assert shown("44-title") == "The title of the page\n\nBody.\n"
    assert shown("44-title", 80, "--no-metadata") == "Body.\n"
    assert shown("44-title", 80, "--title") == "The title of the page\n"


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("Short", "### Short"),
        ("<p>Short</p>", "### Short"),
        ("<p>" + 30 * "word " + "</p>", (30 * "word ").strip()),
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<ul><li>One</li><li>Two</li></ul>", "• One\n• Two"),
    ],
)
def test_33_a_text_that_calls_itself_a_heading_is_none(inside: str, text: str) -> None:
    assert page(f"<div role=heading aria-level=3>{inside}</div>", 200) == text
