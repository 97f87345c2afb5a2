"""Hostile sheets and pages: no exception, and an end in time proportional to the input."""

from __future__ import annotations

from time import perf_counter

import pytest
from effort import calls
from hypothesis import given
from hypothesis import strategies as st

from lightterm.extract import dom
from lightterm.extract.style import Sheet, StyleReport, View, apply_styles, imports

PAGE = "<p class=a id=b>x<b>y</b></p>" * 50


def run(markup: str, css: str, deadline: float | None = None) -> tuple[StyleReport, int]:
    """The report, and how many calls it took."""
    tree = dom.parse(markup.encode(), patience=30)
    reports: list[StyleReport] = []

    def work() -> None:
        reports.append(apply_styles(tree, (Sheet(css),), View(1280, 800, deadline=deadline)))
        imports(css)

    effort = calls(work)
    return reports[0], effort


N = 30_000
SHEETS = {
    "opening braces": "{" * N,
    "closing braces": "}" * N,
    "nested rules": "a{" * N,
    "nested media": "@media all{" * N,
    "doubling nesting": "a{& &{" * N,
    "unclosed strings": 'a{b:"' * N,
    "broken strings": "\"'\n" * N,
    "comments": "/*" * N,
    "urls": "url(" * N,
    "backslashes": "\\" * N,
    "quoted backslashes": '"\\"' * N,
    "brackets": "[" * N + "{display:none}",
    "parentheses": "(" * N + "{display:none}",
    "negations": ":not(" * N + "{display:none}",
    "long selector": ".a " * N + "{display:none}",
    "long child selector": ".a>" * N + "b{display:none}",
    "many selectors": ".a," * N + "b{display:block}",
    "long :is": ":is(" + ".a," * N + "b){display:none}",
    "long compound": ":first-child" * N + "{display:none}",
    "many rules": ".a{display:block}" * N,
    "many void rules": "".join(f"p:not(.x{i}){{display:block}}" for i in range(N // 4)),
    "many declarations": "p{" + "display:block;" * N + "}",
    "variables": ":root{" + "".join(f"--a{i}:var(--a{i + 1});" for i in range(N)) + "}p{display:var(--a0)}",
    "growing variables": ":root{--a:var(--b)var(--b);--b:var(--a)var(--a)}p{display:var(--a)}",
    "long content": "p:before{content:" + '"a" ' * N + "}",
    "many counters": 'p:before{content:counters(a,".");counter-reset:' + "a " * N + "}",
    "media query": "@media " + "(min-width:1px) and " * N + "(width){a{b:c}}",
    "media negations": "@media " + "not (" * N + "{a{b:c}}",
    "scopes": "@scope (a,b) to (c){" * N + "d,e{f:g}" * N,
    "layers": "@layer " + ",".join(f"l{i}" for i in range(N)) + ";p{display:block}",
    "imports": "@import 'a';" * N,
    "long number": "p{width:" + "9" * N + "px;order:" + "9" * N + ";overflow:hidden}",
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_hostile_sheet_ends_soon(name: str) -> None:
    _, effort = run(PAGE, SHEETS[name])
    assert effort < 6_000_000  # the dearest takes 4.7 million; what is quadratic in 30,000 would take hundreds


LIST = "<ul>" + "<li class=a>x" * 20_000 + "</ul>"
DEEP = ("<div class=a>" * 400 + "x" + "</div>" * 400) * 10
PAGES = {
    "everything, often": (LIST, "*{display:block}" * 1000),
    "nth-child": (LIST, "".join(f"li:nth-child({i}n+1){{float:left}}" for i in range(1, 40))),
    "siblings": (LIST, ".a~.a{float:left}li+li{float:none}.a~.a~.a~li{direction:rtl}"),
    "has": (LIST, "ul:has(.a~.a),li:has(+li),ul:has(.a .a){float:left}"),
    "counters": (LIST, "li:before{content:counter(x);counter-increment:x}"),
    "font size": (DEEP, ".a{font-size:0}"),
    "rows": (DEEP, ".a{display:flex}"),
    "clipped": (DEEP, ".a{position:absolute;clip:rect(0 0 0 0)}"),
    "visibility": (DEEP, ".a{visibility:hidden}.a .a .a{visibility:visible}"),
    "descendants": (DEEP, ".a " * 20 + "#none{float:left}" + ".a " * 20 + ".a{float:left}"),
    "scopes": (DEEP, ".a{counter-reset:x}.a:before{content:counters(x,'.')}"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_hostile_page_ends_soon(name: str) -> None:
    _, effort = run(*PAGES[name])
    assert effort < 12_000_000  # 9.1 million where 1,000 rules match 20,000 elements


def test_bounds_and_deadlines_are_reported() -> None:
    assert run(PAGE, "p{float:left}")[0].complete
    assert not run(PAGE, ".a{display:block}" * 25_000)[0].complete
    assert not run(LIST, "*{display:block}" * 1000)[0].complete
    assert not run(PAGE, "p{display:none}", deadline=perf_counter() - 1)[0].complete
    assert run(PAGE, "p{display:none}", deadline=perf_counter() + 60)[0].complete


CSS = st.text(alphabet="{}();:,.#[]>+~*&@!\"'\\/-_ \n\0\x01éab0", max_size=80)
PARTS = """
.a #b p > + ~ , { } display:none; visibility:hidden; content:"x"; content:counter(c) ; content:attr( ::before
:not( :is( :has( ) [class] :scope @scope ( to @media screen @layer x ; @supports (a:b) var(--x) --x:1; !important
clip:rect(0) font:0/0 a; position:absolute;left:-9999px; opacity:0; text-indent:-999em; display:flex; float:left;
order:-2; /* */ " ' \\ url( :nth-child(2n+1) & quotes:"a" "b"; list-style:none; display:grid;grid-template-columns:1fr
"""
PIECES = st.lists(st.sampled_from(PARTS.split()), max_size=40).map(" ".join)
BODY = (
    "<div class=a id=b><p class=a>x<b style='{}'>y</b><a href=#x>z</a></p><ul><li>1<li class=a>2</ul></div>"
    "<input name=i>"
)


@given(css=st.one_of(CSS, PIECES), inline=st.one_of(CSS, PIECES))
def test_no_sheet_makes_it_raise(css: str, inline: str) -> None:
    quoted = dom.escape(inline).replace("'", "&#39;").replace("\0", "").replace("\x01", "")
    tree = dom.parse(BODY.replace("{}", quoted).encode())
    before = tree.body.text()
    report = apply_styles(tree, (Sheet(css), Sheet(css, "layer(a) screen")), View(640, 480))
    imports(css)
    left = tree.body.text()
    assert len(left) <= len(before)
    assert (sum(one.characters for one in report.removed) > 0) == ("".join(left.split()) != "".join(before.split()))
