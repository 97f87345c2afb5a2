"""Every number of a document stands once in its text, in order, however broken the page is."""

from __future__ import annotations

import os
import re

import pytest
from effort import grows_in_proportion
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lightterm.document.layout import Layout
from lightterm.extract.html import html_document
from lightterm.extract.view import View

EXAMPLES = int(os.environ.get("LIGHTTERM_EXAMPLES", "150"))
BASE = "https://example.org/dir/page"
PIECES = """
a b blockquote button caption center dd details div dl dt figcaption fieldset form h2 h3 label legend li nobr noscript
object ol p pre q rt ruby select span sub summary sup table td template textarea th tr ul video
""".split()
FILLED = """
<a href=x>
<a href=y style="margin-left:1em">
<a href=#z class=anchor>
<a href=/some/where title=T>
<a href=x aria-label=L>
<a name=n>
<button onclick=x>
<button type=button>
<input>
<input type=checkbox>
<input type=radio name=r>
<input type=submit value=Go>
<input type=button value=Do>
<input list=l>
<textarea>a\nb
<textarea>a</textarea>
<select><option>q</select>
<select multiple><option>a<option>b</select>
<img src=p alt="A b">
<img src=p>
<map><area href=q alt=Q></map>
<iframe src=f></iframe>
<video src=v>
<object data=o>
<i class="fa fa-star"></i>
<svg><title>t</title></svg>
<math><mi>x</mi></math>
<details open>
<div hidden>
<div style="display:flex">
<div style="display:grid">
<span style="display:none">
<span style="float:right">
<b style="margin:0 9px">
<p style="white-space:pre">
<table border=1>
<td rowspan=2>
<br>
<hr>
<p>
A b
12€
×
word
""".strip("\n").split("\n")
pages = st.lists(
    st.sampled_from((*FILLED, " ", *(f"<{name}>" for name in PIECES), *(f"</{name}>" for name in PIECES))), max_size=14
).map("".join)


def shown(markup: str, columns: int = 80) -> tuple[str, int]:
    """The text of a page with all that folds open, and how many targets it has."""
    document = html_document(markup.encode(), BASE, View(columns=columns))
    layout = Layout(columns, opened=dict.fromkeys(range(1, len(document.targets) + 1), True))
    layout.add(document.blocks)
    return "\n".join(layout.lines), len(document.targets)


@given(markup=pages)
@settings(max_examples=EXAMPLES)
@example("<fieldset><a href=x></fieldset><textarea>a\nb")
@example("<button onclick=x><a href=x></button><textarea>a\nb")
@example("<button><a href=y style='margin-left:1em'></button><textarea>a\nb")
@example("<p><a href=y style='margin-left:1em'><h3>A b</h3><textarea>a\nb")
@example("<p style='white-space:pre'><a href=x aria-label=L><div style='display:flex'><textarea>a\nb")
@example("<a href=y style='margin-left:1em'><br><button>")
@example("<button>a<details>")
@example("<select><details open>")
@example("<select><a href=/some/where title=T>")
@example("<button onclick=x><details open><summary>s<a href=y>z</button>")
def test_every_number_stands_once_and_in_order(markup: str) -> None:
    text, count = shown(markup)
    assert list(map(int, re.findall(r"\[(\d+)\]", text))) == list(range(1, count + 1)), text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<a href=x><input type=button value=Go></a>", "[1][Go]"),
        ("<form><a href=x><input type=submit value=Go></a></form>", "[1][Go]"),
        ("<a href='?red'><input type=checkbox> Red</a>", "[1][ ] [2]Red"),
        ("<a href=/log/in><input></a>", "[1]________________ [2]in"),
        ("<a href=x>Find <select><option>a</select> z</a>", "[1]Find [2]{a ▾} z"),
        ("<a href=x><textarea>a\nb</textarea>now</a>", "┊ [1]a\n┊ b\n[2]now"),
        ("<button>a<details><summary>more</summary>less</details>z</button>", "[1][a more z]"),
        ("<button>a<details open><summary>more</summary>less</details></button>", "[1][a more less]"),
    ],
)
def test_a_control_in_a_link_and_what_folds_in_a_button_have_the_numbers_that_do_something(
    markup: str, text: str
) -> None:
    assert shown(markup)[0] == text


def test_the_words_of_all_links_of_a_paragraph_take_work_in_proportion() -> None:
    def told(links: int) -> None:
        markup = "<p>" + "".join(f"<a href=/{n}>link {n}</a> " for n in range(links))
        document = html_document(markup.encode(), BASE, View())
        assert [target.text for target in document.targets][-1] == f"link {links - 1}"

    assert grows_in_proportion(told, 400)
