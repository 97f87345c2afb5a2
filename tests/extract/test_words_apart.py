"""Words that run together where a style sheet would part them: around links, and in menus."""

from __future__ import annotations

import pytest

from tests.extract.test_reader import document, shown


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>by <a href=/m>Mara Quill</a><time>November 20</time>", "by Mara Quill November 20"),
        ("<p><span>Posted by</span><a href=/m>Mara Quill</a>", "Posted by Mara Quill"),
        ("<p><a href=/m>Mara Quill</a><span>2024-11-20</span>", "Mara Quill 2024-11-20"),
        ("<p>12<a href=/m>Rivers of the north</a>", "12 Rivers of the north"),
        ("<p>and so it went on...<a href=/m>Read more</a>", "and so it went on... Read more"),
        ("<p>Tags:<a href=/m>Rivers</a>, <a href=/n>Lakes</a>", "Tags: Rivers, Lakes"),
        ("<p>un<a href=/m>link</a>ed, <a href=/m>river</a>s", "unlinked, rivers"),
        ("<p>i<a href=/m>Phone</a> and Mc<a href=/m>Donald</a>", "iPhone and McDonald"),
        ("<p>a <a href=/m>Section</a>3 of My<a href=/m>SQL</a>", "a Section3 of MySQL"),
        ("<p>java.util.<a href=/m>List</a>, std::<a href=/m>Vec</a>", "java.util.List, std::Vec"),
        ("<p><code>make<a href=/m>Shared</a></code>", "makeShared"),
    ],
)
def test_a_link_and_a_word_that_cannot_be_one_are_apart(markup: str, text: str) -> None:
    assert shown(document(markup, reader=False)) == text


@pytest.mark.parametrize("menu", ["nav", "div role=navigation", "div role=menubar"])
def test_the_items_of_a_menu_are_apart(menu: str) -> None:
    end = menu.partition(" ")[0]
    items = "<span>Home</span><span>News</span><b>Sport</b><a href=/p><span>Next</span><span>Rivers bend</span></a>"
    assert shown(document(f"<{menu}>{items}</{end}>", reader=False)) == "Home News Sport Next Rivers bend"
    logo = "<span>G</span><span>it</span><span>-</span><span>Hub</span>"
    assert shown(document(f"<{menu}>{logo}</{end}>", reader=False)) == "Git-Hub"
    assert shown(document("<p><span>Git</span><span>Hub</span>", reader=False)) == "GitHub"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p><span class=a>5 available</span><span class=b>1 sold</span>", "5 available 1 sold"),
        ("<p><span><b>Fat</b> 198g</span><span class=b><b>305%</b></span>", "Fat 198g 305%"),
        ("<p><span class=a>Wins:</span><span class=b>Most of all</span>", "Wins: Most of all"),
        ("<p><span class=a>By Mara Quill</span><span class=b>Course: Main</span>", "By Mara Quill Course: Main"),
        ("<p><span class=a>$12.50</span><span class=b>$9.00</span>", "$12.50 $9.00"),
        ("<p><kbd>Ctrl</kbd>+<kbd>F</kbd><kbd>Tab</kbd>", "Ctrl+F Tab"),
        ("<p><span class=a>River</span><span class=b>Bend</span>", "RiverBend"),
        ("<p><span class=a>12</span><span class=b>99</span>", "1299"),
        ("<p><span class=a>12:</span><span class=b>30</span>", "12:30"),
        ("<p><span class=a>the River</span><span class=b>side</span>", "the Riverside"),
        ("<p><span>5 available</span><span>1 sold</span>", "5 available1 sold"),
        ("<p><code><span class=a>int a</span><span class=b>2</span></code>", "int a2"),
        ("<pre><span class=a>int a</span><span class=b>2</span></pre>", "int a2"),
    ],
)
def test_values_and_labels_side_by_side_are_apart_and_parts_of_a_word_are_not(markup: str, text: str) -> None:
    assert shown(document(markup, reader=False)) == text
