"""Rendering points 12 to 16 and 27 to 36: scripts of the world, and words within a line."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest
from dumping import dump
from rendered import bars, lines, page

from lightterm.document.cells import width
from lightterm.document.kinsoku import NO_END, NO_START


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
    assert page(f"<div>{team}</div>") == "[1]Boston Celtics"
    elsewhere = team.replace("/b>Boston", "/c>Boston")
    assert page(f"<div>{elsewhere}</div>") == "[1]BOS [2]Boston Celtics"
    assert page(f"<p>{short} says so.<p>The World Wide Web Consortium.").startswith(
        "W3C (World Wide Web Consortium) says"
    )
    many = "".join(f"<abbr title='number {n}'>n{n}</abbr> " for n in range(3000))
    assert page(f"<div>{many}</div>").count("(number") == 3000


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


def test_6_a_role_makes_a_heading() -> None:
    assert page("<div role=heading aria-level=3>Three</div><p>text") == "### Three\n\ntext"
    assert page("<span role=heading>Two</span> text") == "## Two\n\ntext"


# 36 "L1L2"
def test_36_adjacent_links_are_kept_apart():
    assert lines("36-adjacent-links") == ["[1]L1 [2]L2 [3]L3"]
    assert lines("36-adjacent-links", numbers=False) == ["L1 L2 L3"]


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


def _veiled(words: str, key: int = 0x5A) -> str:
    return bytes([key, *(key ^ byte for byte in words.encode())]).hex()


# an address that was there for whoever runs scripts read `[email protected]`
def test_addresses_in_a_cipher_are_shown_and_written_to() -> None:
    path = "/cdn-cgi/l/email-protection"
    text, mail, share = _veiled("ann@example.org"), _veiled("bob@example.org?subject=Hi"), _veiled("?body=Größe", 1)
    shown = dump(
        "--type", "text/html", "--base", "https://example.com/", "--no-metadata", "-",
        stdin=f"""<p>Write to <a href="{path}" class="__cf_email__" data-cfemail="{text}">[email&#160;protected]</a>.
        <p><a href="{path}#{mail}">Ask <b class="__cf_email__" data-cfemail="{text}">[email&#160;protected]</b></a>
        <p><a href="{path}#{share}">Share</a>
        <p><a href="{path}" data-cfemail="5zz">[email&#160;protected]</a>
        <p><a href="{path}#{mail}"><i></i> <span class="__cf_email__">[email&#160;protected]</span></a>
        <a href="{path}#5">odd</a> <a href="{path}#{_veiled("")}">empty</a>""".encode(),
    ).text  # fmt: skip
    assert "Write to [1]ann@example.org." in shown and "[2]Ask ann@example.org" in shown
    refs = shown.splitlines()
    assert any("mailto:ann@example.org" in row for row in refs)
    assert any("mailto:bob@example.org?subject=Hi" in row for row in refs)
    assert any("mailto:?body=Gr" in row for row in refs)
    assert "[4][email protected]" in shown.replace("\xa0", " ") and "[5]bob@example.org [6]odd" in shown
    assert f"https://example.com{path}#5" in shown and f"https://example.com{path}#5a" in shown


def test_a_heading_said_twice_in_a_row_is_one():
    """Pages have one for wide and one for narrow screens; what links or shows something beside its words stays."""
    assert page("<h2>Zutaten</h2><h2>Zutaten</h2><p>Mehl") == "## Zutaten\n\nMehl"
    linked = "<h1>A</h1><h2><a href=/>A</a></h2><p>x"
    assert page(linked).split("\n")[::2] == ["# A", "## [1]A", "x"]
    assert page("<h2>A</h2><p>x</p><h2>A</h2><p>y").count("A") == 2
