"""Rendering points 37 to 44: what is round the text of a page."""

from __future__ import annotations

import re

import pytest
from rendered import PAGES, document, lines, shown


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
