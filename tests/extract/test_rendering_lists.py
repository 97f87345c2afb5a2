"""Rendering points 7 to 11: lists, definitions, preformatted text."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest
from rendered import lines, page


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


def test_an_item_that_holds_only_a_list_has_no_bullet_beside_that_of_the_lists_first_item():
    """`• ◦ Fiji` looked like an item with a sign for its text."""
    inner = "<li><ul><li>Fiji</li><li>Samoa</li></ul></li>"
    assert page(f"<ul><li>Sea</li>{inner}</ul>") == "• Sea\n  ◦ Fiji\n  ◦ Samoa"
    assert page(f"<ul><li><ul>{inner}</ul></li></ul>") == "    ▪ Fiji\n    ▪ Samoa"
    assert page(f"<ol><li>Sea</li>{inner}</ol>") == "1. Sea\n2. • Fiji\n   • Samoa"


REACTIONS = "<li><img src=a.png alt=Thanks></li> <li><img src=b.png alt=Like></li>"


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        (f"<p>Text</p><ul>{REACTIONS}</ul><p>by Ann", "Text\n\n[Thanks] [Like]\n\nby Ann"),
        (f"<ul><li>One<ul>{REACTIONS}</ul></li><li>Two</ul>", "• One\n  [Thanks] [Like]\n• Two"),
        (f"<ul>{REACTIONS}<li>Hm", "• [Thanks]\n• [Like]\n• Hm"),
        (f"<ol>{REACTIONS}</ol>", "[Thanks] [Like]"),
        ("<ul><li><a href=/><img src=a.png alt=Thanks></a><li><img src=b.png alt=Like></ul>", "• [1]Thanks\n• [Like]"),
    ],
)
def test_pictures_that_are_all_there_is_in_a_list_stand_side_by_side(markup: str, shown: str) -> None:
    """Reactions to a post were a list of bullets before icons."""
    assert page(markup) == shown


HOME, HULL = "<li><a href=/>Home</a></li>", "<li>Hull</li>"


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        (f"<ol class=breadcrumb>{HOME}{HULL}</ol>", "Home › Hull"),
        (f"<nav aria-label=Breadcrumb><ul>{HOME}{HULL}</ul></nav>", "Home › Hull"),
        (f'<div itemtype="https://schema.org/BreadcrumbList"><ol>{HOME}{HULL}</ol></div>', "Home › Hull"),
        (f"<div class=breadcrumbs><ul>{HOME}<li>»</li>{HULL}</ul></div>", "Home » Hull"),
        (f"<div class=breadcrumbs><ul>{HOME}<li> / Hull</li></ul></div>", "Home / Hull"),
        (f"<div class=crumbs><ul><li><a href=/>Home</a> &gt;</li>{HULL}</ul></div>", "Home > Hull"),
        (f"<style>li+li::before{{content:'/'}}</style><ul class=crumbs>{HOME}{HULL}</ul>", "Home / Hull"),
        (f"<style>ul{{display:flex}}</style><ul class=crumbs>{HOME}{HULL}</ul>", "Home › Hull"),
        (f"<ul class=crumbs>{HOME}</ul>", "Home"),
        (f"<ul class=crumbs>{HOME}<li><ul>{HULL}</ul></li></ul>", "• Home\n  ◦ Hull"),
        (f"<ul class=crumbs>{HOME}<li><p>Hull</p></li></ul>", "• Home\n\n• Hull"),
        (f"<ul class=crumbs>{HOME}<li>{'words ' * 80}</li></ul>", None),
        (f"<ul class=links>{HOME}{HULL}</ul>", "• Home\n• Hull"),
    ],
)
def test_where_a_page_stands_in_its_site_is_said_in_a_line(markup: str, shown: str | None) -> None:
    text = page(markup).replace("[1]", "")
    assert text == shown if shown is not None else text.startswith("• Home\n• words")


def test_lists_between_the_items_of_another_belong_to_the_one_before():
    """HTML has them in an item; many pages have not, and are seen as meant."""
    markup = "<ul><li>A</li><ul><li>B <b>b</b></li><ol><li>C</li></ol></ul><li>D</li></ul>"
    assert page(markup).split("\n") == ["• A", "  ◦ B b", "    1. C", "• D"]
    assert page("<ul><ul><li>in</ul><li>out</ul>").split("\n") == ["◦ in", "• out"]


def test_07_facts_that_have_a_definition_list_each_are_one_list() -> None:
    """Forums say so what they know of a member: before each post it took most of a screen."""
    facts = [("Joined", "Aug 30, 2020"), ("Messages", "75"), ("From", "<a href=/w>Wales</a>")]
    each = "\n".join(f"<dl><dt>{name}</dt><dd>{value}</dd></dl>" for name, value in facts)
    told = "Joined\n    Aug 30, 2020\nMessages\n    75\nFrom\n    [1]Wales"
    assert page(f"<h5>Mate</h5>{each}<p>Text") == f"##### Mate\n\n{told}\n\nText"
    apart = page(f"<dl><dt>One</dt><dd>1</dd></dl><p>Text</p>{each}")
    assert apart == f"One\n    1\n\nText\n\n{told}"
    long = f"<dl><dt>Word</dt><dd>{'what it means ' * 5}</dd></dl>" * 2
    assert page(long, 100).count("\n\n") == 1
