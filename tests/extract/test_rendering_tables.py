"""Rendering points 1 to 6: tables, of data and for layout."""

from __future__ import annotations

from functools import partial

from effort import calls
from rendered import bars, lines, page

from lightterm.document.layout import Layout
from lightterm.extract.html import html_document
from lightterm.extract.view import View


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
    for cells, beside in ((40, 1), (80, 3)):
        rows = lines("04-wide-table", cells)
        assert rows[0] == "Column A: value a1"
        assert rows[1].count("Column") == beside
        assert rows[rows.index("") + 1] == "Column A: value a2"
        assert [cell for row in rows if row for cell in row.split(" · ")] == [
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


def test_06_a_row_of_words_with_a_border_keeps_its_rules() -> None:
    assert page("<table border=1><tr><td>one<td>two<td>three</table>") == "one │ two │ three"
    assert page("<table><tr><td>one<td>two<td>three</table>") == "one\u00a0 two\u00a0 three".replace("\u00a0", " ")
    assert page(f"<table border=1><tr><td>{'word ' * 60}<td>{'text ' * 60}</table>").count("│") == 0


# 3 items of a list kept apart by rows of nothing (Hacker News): ruled as if they were data
def test_03_rows_of_nothing_keep_items_apart_and_make_no_data() -> None:
    item = "<tr><td>A title of item {0}<td></td><td>by one</td></tr><tr><td colspan=2><td>{0} points</td></tr><tr></tr>"
    items = f"<table>{''.join(map(item.format, range(1, 4)))}</table>"
    assert page(items).split("\n\n") == [f"A title of item {n}  by one\n{n} points" for n in (1, 2, 3)]
    data = "<table>" + "<tr><td>Name<td>Value</tr>" * 4 + "<tr></tr></table>"
    assert page(data) == "\n".join(["Name │ Value"] * 4)
    # A number before a title of any length stands on its line.
    assert page(f"<table><tr><td>1.<td>{'long ' * 40}</tr></table>").startswith("1.  long long")


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


def test_columns_that_stay_while_others_are_shifted_are_of_one_table() -> None:
    """On sports pages the teams were a list, with their short names before the long ones, and the figures below it."""
    team = (
        "<tr><td>{n} <span><a href=/{s}><img alt={s}></a></span>"
        "<span><a href=/{s}><abbr title='{t}'>{s}</abbr></a></span><span><a href=/{s}>{t}</a></span>"
    )
    teams = [team.format(n=n, s=s, t=t) for n, (s, t) in enumerate((("NY", "New York"), ("BOS", "Boston")), 1)]
    markup = (
        f"<div><table class='Table Table--fixed-left'><tr><th>{''.join(teams)}</table><div><div></div>"
        "<table class=Table><tr><th>Won<th>Lost<tr><td>45<td>17<tr><td>42<td>21</table></div></div><p>After"
    )
    assert [line.split() for line in page(markup).splitlines()] == [
        ["│", "Won", "│", "Lost"],
        ["──────────────┼─────┼─────"],
        ["1", "[1]New", "York", "│", "45", "│", "17"],
        ["2", "[2]Boston", "│", "42", "│", "21"],
        [],
        ["After"],
    ]
    apart = page(markup.replace("<tr><td>42<td>21", ""))
    assert "1 [1]New York\n2 [2]Boston" in apart, "rows that do not belong together are left alone"


def test_columns_that_stay_are_put_together_once_each() -> None:
    left = "<table class=fixed-left><tr><td>a<tr><td>b</table>"
    for markup in (left, f"<div>{left}</div>", "<div><table class=fixed-left></table>"):
        some, more = (calls(partial(page, markup * n)) for n in (200, 800))
        assert more < 6 * some
