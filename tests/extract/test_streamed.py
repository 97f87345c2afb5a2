"""What React's server sends late stands where it belongs, without a script."""

from __future__ import annotations

from lightterm.document.layout import text_lines
from lightterm.extract.html import html_document
from lightterm.extract.view import View

OPEN, CLOSE = '<!--$?--><template id="B:{}"></template>', "<!--/$-->"


def text(markup: str) -> list[str]:
    return [line for line in text_lines(html_document(markup.encode(), "http://h.test/", View()).blocks, 80) if line]


def test_late_parts_take_the_place_of_what_waited_for_them() -> None:
    inner = f"{OPEN.format(1)}<i>wait</i>{CLOSE}"
    markup = (
        f"<main><h1>T</h1>{OPEN.format(0)}<p>Loading...</p>{CLOSE}<p>after</p></main>"
        f'<div hidden id="S:0"><p>late <b>one</b></p>{inner}</div><script>$RC("B:0","S:0")</script>'
        f'<div hidden id="S:1"><p>later</p></div><script>$RC("B:1","S:1")</script>'
    )
    assert text(markup) == ["# T", "late one", "later", "after"]


def test_a_boundary_inside_a_boundary_is_not_its_end() -> None:
    waiting = f"<p>a</p><!--$--><p>b</p>{CLOSE}<p>c</p>"
    markup = f'<main>{OPEN.format(0)}{waiting}{CLOSE}<p>after</p></main><div hidden id="S:0"><p>late</p></div>'
    assert text(markup) == ["late", "after"]


def test_a_part_of_a_late_part_is_placed_in_it() -> None:
    late = '<div hidden id="S:0"><p>late</p><template id="P:1"></template><template id="B:2"></template></div>'
    markup = f'<main>{OPEN.format(0)}wait{CLOSE}<p>after</p></main>{late}<div hidden id="S:1"><p>part</p></div>'
    assert text(markup) == ["late", "part", "after"]


def test_what_has_no_place_stays_hidden_and_no_text_is_lost_without_an_end() -> None:
    assert text('<p>said</p><div hidden id="S:7">never</div>') == ["said"]
    assert text('<main><template id="B:0"></template><p>said</p></main><div hidden id="S:0"><p>late</p></div>') == [
        "late",
        "said",
    ]
    assert text('<div hidden id="S:0"><template id="B:0"></template>x</div><p>said</p>') == ["said"]
