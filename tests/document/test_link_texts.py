"""What links say, all in one go: the same as each of them says."""

from __future__ import annotations

from pathlib import Path

import pytest

from lightterm.document.link_texts import link_texts
from lightterm.document.numbers import Numbers
from lightterm.extract.html import html_document
from lightterm.extract.view import View

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*.html"))
ODD = """<a href=/1>One <b>bold</b> <img alt=pic src=/p> end</a><input value=x><a href=/2><h2>Two</h2><p>more
</p></a><button>B</button><a href=/3></a><table><caption><a href=/4>Four</a><tr><td><a href=/5>Five<br>5</a></table>"""


@pytest.mark.parametrize("markup", [*(path.read_bytes() for path in CORPUS), ODD.encode()], ids=range(len(CORPUS) + 1))
def test_all_links_say_what_each_says(markup: bytes) -> None:
    document = html_document(markup, "http://e.org/", View())
    each = {target.number: target.text for target in document.targets if target.kind == "link"}
    said = link_texts(document.blocks)
    assert {number: said.get(number, "") for number in each} == each and not said.keys() - each.keys()


def test_their_numbers_are_those_of_the_page_that_changes() -> None:
    numbers = Numbers()
    before, after = "<a href=/a>A</a> <a href=/b>B</a>", "<a href=/c>C</a> <a rel=Next href=/b>B</a>"
    numbers.applied(html_document(before.encode(), "http://e.org/", View()), (1, 2))
    changed = numbers.applied(html_document(after.encode(), "http://e.org/", View()), (3, 2))
    assert link_texts(changed.blocks) == {3: "C", 2: "B"}
    assert list(changed.targets.relations()) == [(2, "next")]
