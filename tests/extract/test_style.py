"""What style sheets hide, keep and annotate, told from the tree that comes back."""

from __future__ import annotations

import pytest

from lightterm.extract import dom
from lightterm.extract.style import Sheet, StyleReport, View, apply_styles, imports, style_sources

SCREEN = View(1280, 800)


def styled(body: str, css: str = "", view: View = SCREEN) -> tuple[dom.Tree, StyleReport]:
    tree = dom.parse(f"<!DOCTYPE html><body>{body}</body>".encode())
    return tree, apply_styles(tree, (Sheet(css),) if css else (), view)


def seen(body: str, css: str = "", view: View = SCREEN) -> str:
    tree, _ = styled(body, css, view)
    return " ".join(tree.body.text().split())


def notes(body: str, css: str, query: str) -> dict[str, str]:
    tree, _ = styled(body, css)
    note = tree.css_first(query).attrs.get(dom.NOTE) or ""
    return dict(item.split(":", 1) for item in note.split(";") if item)


HIDING = [
    ("display: none", "display"),
    ("visibility: hidden", "visibility"),
    ("visibility: collapse", "visibility"),
    ("content-visibility: hidden", "visibility"),
    ("position: absolute; left: -9999px", "offscreen"),
    ("position: fixed; top: -1000px", "offscreen"),
    ("position: absolute; left: -100em", "offscreen"),
    ("position: fixed; left: -100%", "offscreen"),
    ("position: absolute; clip: rect(0 0 0 0)", "clipped"),
    ("position: absolute; clip: rect(1px, 1px, 1px, 1px)", "clipped"),
    ("clip-path: inset(50%)", "clipped"),
    ("clip-path: inset(100%)", "clipped"),
    ("height: 0; overflow: hidden", "zero-size"),
    ("width: 1px; height: 1px; overflow: hidden", "zero-size"),
    ("max-height: 0; overflow: hidden", "zero-size"),
    ("font-size: 0", "zero-size"),
    ("font: 0/0 a", "zero-size"),
    ("text-indent: -9999px", "offscreen"),
    ("text-indent: 100%; white-space: nowrap; overflow: hidden", "offscreen"),
    ("color: #fff; background: white", "same-colour"),
    ("color: rgb(1, 2, 3); background-color: #010203", "same-colour"),
    ("color: #232323; background: #222", "same-colour"),
    ("color: hsl(210, 50%, 40.2%); background: hsl(210, 50%, 40%)", "same-colour"),
    ("color: teal; background: teal", "same-colour"),
    ("height: 0; overflow: auto", "zero-size"),
    ("max-height: 0; overflow-y: scroll", "zero-size"),
    ("opacity: 0; position: absolute", "opacity"),
    ("opacity: 0", "opacity"),
    ("font-size: 1px", "zero-size"),
    ("opacity: 0; pointer-events: none", "opacity"),
]


@pytest.mark.parametrize(("declarations", "reason"), HIDING)
@pytest.mark.parametrize("inline", [True, False])
def test_what_cannot_be_seen_is_left_out_and_counted(declarations: str, reason: str, inline: bool) -> None:
    attribute = f'style="{declarations}"' if inline else "class=x"
    tree, report = styled(f"<p>kept<div {attribute}>gone by css</div>", "" if inline else f".x {{ {declarations} }}")
    assert tree.body.text().split() == ["kept"]
    assert [(one.reason, one.elements, one.characters) for one in report.removed] == [(reason, 1, 9)]
    assert report.complete


SHOWING = [
    "position: absolute; left: -9999px; right: -9999px; margin: auto",  # centring
    "position: static; left: -9999px",
    "clip: rect(0 0 0 0)",  # only what is placed absolutely is clipped
    "height: 0; padding-bottom: 56%; overflow: hidden",  # a box of fixed proportions
    "height: 0; min-height: 100%; overflow: hidden",
    "height: 0; min-height: 100%; overflow: auto",
    "width: 0; flex: 1; overflow: auto",
    "text-indent: 100%; white-space: nowrap; overflow: auto",  # it can be scrolled to
    "color: #2f2f2f; background: #222",
    "color: #222; background: #222; text-shadow: 0 0 2px #fff",
    "color: #222; background-color: #222; background-image: url(x.png)",
    "color: #222; background: #222; -webkit-text-fill-color: #fff",
    "width: 0; flex: 1; overflow: hidden",
    "height: 0",
    "color: #fff; background: #ffe",
    "color: transparent; background: linear-gradient(red, blue)",
    "font-size: 4px",
    "text-indent: -20px",
    "display: none; display: block",
    "display: block; display: -ms-nonsense; *display: none",
    "visibility: hidden; visibility: visible",
]


def test_what_is_clear_stays_where_something_may_make_it_appear() -> None:
    css = ".x { opacity: 0 }"
    assert seen("<div class=x>text</div>", css) == ""
    assert seen("<div class=x>text</div><script src=/show.js></script>", css) == "text", "whole articles fade in by one"
    for more in (".x { animation: fade 1s }", ".o:hover .x { opacity: 1 }", "p:hover, .x:target { color: red }"):
        assert seen("<div class=x>text</div>", css + more) == "text", more
    for more in (".y { animation: fade 1s }", ".x { animation: none }", ".o:hover, .x p:hover { opacity: 1 }"):
        assert seen("<div class=x>text</div>", css + more) == "", more


@pytest.mark.parametrize("declarations", SHOWING)
def test_what_can_be_seen_stays(declarations: str) -> None:
    assert seen("<div class=x>text</div>", f".x {{ {declarations} }}") == "text"


@pytest.mark.parametrize("pseudo", ["before", "after"])
def test_text_in_the_colour_of_its_ground_is_seen_where_a_band_lies_between(pseudo: str) -> None:
    css = ".x { color: #fff; background: #fff }"
    band = f".x::{pseudo} {{ content: ''; background-color: #e63; position: absolute; inset: 0; z-index: -1 }}"
    assert seen("<div class=x>text</div>", css + band) == "text"
    assert seen("<div class=x>text</div>", f"{css} .y::{pseudo} {{ content: ''; background: red }}") == ""
    assert seen("<div class=x>text</div>", f"{css} .x::{pseudo} {{ content: ''; position: absolute }}") == ""


CASCADE = [
    (".a { display: none } .a.b { display: block }", True),
    (".a.b { display: block } .a { display: none }", True),
    (".a { display: none !important } .a.b { display: block }", False),
    (".a { display: block } .a { display: none }", False),
    ("#i { display: block } .a.b { display: none }", True),
    (":where(#i) { display: block } p { display: none }", False),
    (":is(#i, .z) { display: block } .a.b { display: none }", True),
    ("p:not(#z) { display: none } .a.b { display: block }", False),
    ("@layer one { #i { display: none } } p { display: block }", True),
    ("@layer two, one; @layer one { p { display: none } } @layer two { #i { display: block } }", False),
    ("@layer one { p { display: none !important } } p { display: block !important }", False),
    ("p { display: var(--d) } :root { --d: none }", False),
    ("p { display: var(--unknown, none) }", False),
    ("p { display: var(--unknown) }", True),
    (":root { --a: var(--b); --b: var(--a) } p { display: var(--a) }", True),
]


@pytest.mark.parametrize(("css", "shown"), CASCADE)
def test_the_cascade_decides(css: str, shown: bool) -> None:
    assert seen("<p class='a b' id=i>text", css) == ("text" if shown else "")


def test_a_style_attribute_wins_but_for_important() -> None:
    assert seen("<p style='display:block'>a<p style='display:none'>b", "p { display: none }") == "a"
    assert seen("<p style='display:block'>a", "p { display: none !important }") == ""
    assert seen("<p style='display:block !important'>a", "p { display: none !important }") == "a"


SELECTORS = [
    ("p", True),
    ("P", True),
    (".a", True),
    (".A", False),
    ("#i", True),
    ("p.a#i", True),
    ("div p", True),
    ("div > p", True),
    ("body > p", False),
    ("h1 + p", True),
    ("h1 ~ p", True),
    ("h2 ~ p", False),
    ("section div h1 + p.a", True),
    ("[data-x]", True),
    ('[data-x="one two"]', True),
    ("[data-x~=two]", True),
    ("[data-x^=one]", True),
    ("[data-x$=two]", True),
    ("[data-x*='e t']", True),
    ("[data-x*=ONE i]", True),
    ("[data-x=one]", False),
    ("p[lang|=en]", True),
    (":lang(en)", True),
    (":lang(fr)", False),
    ("p:nth-child(2)", True),
    ("p:nth-child(-n+1)", False),
    ("p:nth-child(2n+4)", False),
    ("p:nth-child(odd)", False),
    ("p:nth-child(2n)", True),
    ("p:nth-last-child(-n+2)", True),
    ("p:first-of-type", True),
    ("p:last-child", False),
    ("p:only-of-type", False),
    ("p:empty", False),
    ("div:has(> h1) p", True),
    ("div:has(h3) p", False),
    ("p:has(+ p)", True),
    ("p:not(.b, .c)", True),
    ("p:not(.a)", False),
    ("p:is(.b, .a)", True),
    ("p:where(.a)", True),
    ("p:hover", False),
    ("p:not(:hover)", True),
    ("p:focus-within, .a:target", False),
    ("a:link", False),
    (".m\\:a", True),
    (".\\31 0", True),
    ("p::selection", False),
    ("p:unknown-thing", False),
    ("p, p:-moz-unknown", False),  # one void selector voids the rule
    ("p, p::-webkit-anything", True),
    (":root p", True),
    ("html:root > body p", True),
    ("svg|p", False),
    ("p:nth-child(2n+)", False),
    ("> p", False),
    ("p >", False),
]


@pytest.mark.parametrize(("selector", "hit"), SELECTORS)
def test_selectors(selector: str, hit: bool) -> None:
    body = (
        "<section><div><h1>h</h1><p class='a m:a 10' id=i data-x='one two' lang=en-GB>text</p><p>b</p></div></section>"
    )
    tree, _ = styled(body, selector + " { text-align: right }")
    assert (dom.NOTE in tree.css_first("#i").attrs) is hit


def test_links_and_states_of_fields() -> None:
    css = "a:link { display: none } a:visited { display: block } :checked + i { display: none } b:has(:disabled)"
    body = "<a href=x>link</a><a>anchor</a><input type=checkbox checked><i>1</i><input type=checkbox><i>2</i>"
    assert seen(body, css + "{ display: none }") == "anchor2"


SYNTAX = [
    "/* .x{display:block} */ .x{display:none} /* unclosed",
    ".y{content:'}'} .x{display:none}",
    '.y{content:"\\"}"} .x{display:none}',
    ".y{background:url(data:x;{}/*)} .x{display:none}",
    ".y{content:'unclosed\n} .x{display:none}",
    "@charset 'x'; @import url(a.css); .x{display:none}",
    "@font-face{src:url(x)} @keyframes k{from{display:block}to{display:block}} .x{display:none}",
    "@media screen{.x{display:none}}",
    "@media screen{@supports (display:grid){.x{display:none}}}",
    "@supports not (display:-ms-grid){.x{display:none}}",
    "div{container-type:inline-size}@container (min-width:10px){.x{display:none}}",
    "div{.x{display:none}}",
    "div{color:red;& > .x{display:none}color:blue}",
    "div{@media screen{& .x{display:none}}}",
    ".x{@media screen{display:none}}",
    "<!-- .x{display:none} -->",
    ".x{display:none",
    ".x{color:red;;display:none;}",
    ".x{DISPLAY:NONE}",
    ".z, .x {display:none}",
    ".y{width:calc(1px;} .x{display:none}",
    "@scope (div){.x{display:none}}",
    "@scope (.z, div){.q, .x{display:none}}",
    "@scope (div){:scope > .x{display:none}}",
    "@scope (div){> .x{display:none}}",
    "@scope (div){& .x{display:none}}",
    "@scope (.x){:scope{display:none}}",
    "@scope (.x){display:none}",
    "@scope (.x){@media screen{display:none}color:red;}",
    "@scope (div) to (.z){.x{display:none}}",
    "@scope (div){@media screen{.x{display:none}}}",
    "@media screen{@scope (div){.y{color:red}.x{display:none}}}",
    "@scope (div){b{.y{color:red}&.x{display:none}}}",
    "body{@scope (& div){.x{display:none}}}",
]


@pytest.mark.parametrize("css", SYNTAX)
def test_syntax_that_hides(css: str) -> None:
    assert seen("<div>a<b class=x>b</b></div>", css) == "a"


NO_RULE = [
    "@scope (.z){.x{display:none}}",
    "@scope (div) to (b){.x{display:none}}",
    "@scope (div) to (> .x){.x{display:none}}",
    "@scope (div) to (:scope > b){.x{display:none}}",
    "@scope (.x) {div{display:none}}",
    "@scope {.x{display:none}}",
    "@scope (div {.x{display:none}}",
    "@scope () {.x{display:none}}",
    "@scope (div) {}",
    "@starting-style{.x{display:none}}",
    "@media print{.x{display:none}}",
    "@media (max-width:10px){.x{display:none}}",
    "@supports (display:-moz-box){.x{display:none}}",
    "@keyframes k{.x{display:none}}",
    "} .x{display:none}",
    ".x{display:none .x{color:red}}",
    "/* .x{display:none} */",
    ".y{content:'.x{display:none}'}",
    "<![CDATA[ .x{display:none} ]]>",
    ".x{.y{display:none}}",
    "; .x{display:none}",
]


@pytest.mark.parametrize("css", NO_RULE)
def test_syntax_that_does_not(css: str) -> None:
    assert seen("<div>a<b class=x>b</b></div>", css) == "ab"


def test_what_stands_before_an_element_is_scoped_with_it() -> None:
    css = "@scope (.card) to (.in){b::before{content:'<'} i:after{content:'>'}}"
    body = "<b>a</b><p class=card><b>b</b><i>c</i><span class=in><b>d</b></span></p>"
    assert notes(body, css, ".card > b")["b"] == "<" and notes(body, css, "i")["a"] == ">"
    assert notes(body, css, "body > b") == {} and notes(body, css, ".in b") == {}


def test_visibility_is_undone_by_a_descendant() -> None:
    body = "<div class=h>gone<p>gone too<b class=v>shown<i class=h>not this</i></b>after</p></div>"
    assert seen(body, ".h { visibility: hidden } .v { visibility: visible }") == "shown"


def test_font_size_zero_goes_down_until_a_size_is_set() -> None:
    body = "<div>gap <p class=big>big</p><p class=rel>relative</p><button>press</button></div>"
    assert seen(body, "div { font-size: 0 } .big { font-size: 16px } .rel { font-size: 2em }") == "bigpress"


def test_text_on_its_own_colour_is_seen_where_the_colour_changes() -> None:
    body = "<div>gone<p>seen</p><a href=x>link</a></div>"
    assert seen(body, "div { color: #000; background: #000 } p { color: #fff }") == "seenlink"


def test_a_page_that_waits_for_its_script_is_shown() -> None:
    assert seen("<p>text</p>", "body { visibility: hidden }") == "text"
    assert seen("<p>text</p>", "body { display: none }") == "text"
    assert seen("<p>text</p>", "body { opacity: 0; pointer-events: none }") == "text"
    assert seen("<div class=w><h1>Page</h1></div><p>x", ".w { visibility: hidden }") == "Pagex"
    assert seen("<div class=w>menu and much more</div><p>x", ".w { visibility: hidden }") == "x"


HIDDEN_NAME = ".sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }"


def test_the_only_name_of_a_control_stays_though_it_cannot_be_seen() -> None:
    tree, report = styled("<p>x</p><a href=/s><i class=icon></i><span class=sr>Search</span></a>", HIDDEN_NAME)
    assert tree.css_first("a").text() == "Search"
    assert "vh:1" in (tree.css_first("span").attrs[dom.NOTE] or "")
    assert report.removed == ()
    assert seen("<button><span class=sr>Close</span></button>", HIDDEN_NAME) == "Close"
    assert seen("<a href=/ style='text-indent:-9999px'>Home</a>", "") == "Home"


def test_a_control_with_another_name_loses_the_hidden_one() -> None:
    assert seen("<a href=/>More<span class=sr> about cats</span></a>", HIDDEN_NAME) == "More"
    assert seen("<a href=/><img alt=Logo><span class=sr>Logo</span></a>", HIDDEN_NAME) == ""
    assert seen("<a href=/ aria-label=Shop><span class=sr>Shop</span></a>", HIDDEN_NAME) == ""


def test_a_hidden_label_of_a_field_and_a_redrawn_field_stay() -> None:
    body = "<form><label class=sr for=q>Find</label><input id=q name=q><input type=checkbox name=c class=sr></form>"
    tree, _ = styled(body, HIDDEN_NAME)
    assert tree.css_first("label").text() == "Find"
    assert len(tree.css("input")) == 2
    assert seen("<label class=sr for=nothing>Find</label>", HIDDEN_NAME) == ""


def test_skip_links_are_taken_out_and_reported() -> None:
    tree, report = styled("<a class=sr href='#main'>Skip to\n content</a><p>text", HIDDEN_NAME)
    assert tree.body.text() == "text"
    assert report.skip_links == (("Skip to content", "#main"),)


def test_values_of_hidden_fields_are_still_sent() -> None:
    tree, _ = styled("<form><div style='display:none'>Token<input name=t value=7></div><input name=q></form>")
    hidden = tree.css_first("input[type=hidden]")
    assert (hidden.attrs["name"], hidden.attrs["value"]) == ("t", "7")
    assert "Token" not in tree.body.text()


def test_alternative_text_survives_where_only_text_is_hidden() -> None:
    tree, _ = styled("<h1 style='text-indent:-9999px'>Logo<img alt=Acme></h1><p>A page")
    assert tree.css_first("img").attrs["alt"] == "Acme"
    assert tree.body.text() == "A page"


DISPLAYS = [
    ("<ul><li>a<li>b</ul>", "li { display: inline }", "li", "inline"),
    ("<a>x</a>", "a { display: block }", "a", "block"),
    ("<table><td>x</table>", "td { display: block }", "td", "block"),
    ("<div>x</div>", "div { display: inline-block }", "div", "inline-block"),
    ("<div>x</div>", "div { display: contents }", "div", "contents"),
    ("<div>x</div>", "div { display: table-cell }", "div", None),
    ("<p><b>x</b><b>y</b></p>", "b { display: table-cell }", "b", "table-cell"),
    ("<div><p>x</div>", "div { display: list-item }", "div", "list-item"),
    ("<div><span>a</span><span>b</span></div>", "div { display: flex }", "div", "flex-row"),
    ("<div><p>a</p><p>b</p></div>", "div { display: flex }", "div", "flex-row"),
    (
        "<div><div><p>a</p></div><form><input><button>b</button></form></div>",
        "div { display: flex }",
        "div",
        "flex-row",
    ),
    ("<div><span>a</span><span>b</span></div>", "div { display: flex; flex-direction: column }", "div", "flex-col"),
    ("<div><h2>a</h2><span>b</span></div>", "div { display: flex }", "div", "flex-col"),
    (f"<div><span>{'a ' * 150}</span><span>b</span></div>", "div { display: flex }", "div", "flex-col"),
    ("<div><i>a</i><i>b</i></div>", "div { display: grid }", "div", "grid"),
    ("<div><i>a</i><i>b</i></div>", "div { display: grid; grid-template-columns: 1fr 2fr }", "div", "flex-row"),
    ("<div><i>a</i><i>b</i><i>c</i></div>", "div{display:grid;grid-template-columns:repeat(2,1fr)}", "div", "flex-row"),
    *(
        (
            "<div><i>a</i><i>b</i><i>c</i></div>",
            f"div{{display:grid;grid:auto/1fr 1fr}}i:first-child{{{css}}}",
            "div",
            d,
        )
        for css, d in {
            "grid-area:foot": "grid",
            "grid-column:1/-1": "grid",
            "grid-column:span 2": "grid",
            "grid-row-start:2": "grid",
            "grid-column-end:-1": "grid",
            "grid-column:auto": "flex-row",
            "grid-column:span 1": "flex-row",
            "grid-area:foot;grid-area:auto": "flex-row",
        }.items()
    ),
    (
        "<div><i>a</i><i>b</i><i>c</i></div>",
        "div{display:grid;grid-template-columns:repeat(auto-fill,9em)}",
        "div",
        "grid",
    ),
    (f"<div><i>{'a ' * 30}</i><i>{'b ' * 20}</i><i>c</i></div>", "div{display:grid;grid:auto/1fr 1fr}", "div", "grid"),
    ("<ul><li><a>a</a><li><a>b</a></ul>", "li { float: left }", "ul", "flex-row"),
    ("<ul><li>a<li>b</ul>", "li { display: inline-block }", "ul", "flex-row"),
    ("<div hidden>x</div>", "div { display: block }", "div", "block"),
    ("<dialog>x</dialog>", "dialog { display: flex; }", "dialog", "flex-col"),
]


@pytest.mark.parametrize(("body", "css", "query", "display"), DISPLAYS)
def test_display_is_annotated_where_the_tag_does_not_say_it(
    body: str, css: str, query: str, display: str | None
) -> None:
    assert notes(body, css, query).get("d") == display


def test_display_is_not_annotated_where_the_tag_says_it() -> None:
    assert notes("<div>x</div>", "div { display: block }", "div") == {}
    assert notes("<div><p>long one</p><h2>b</h2></div>", "div { display: flex }", "div") == {}
    assert notes("<ul><li>a<li class=w>b</ul>", ".w { float: left }", "ul") == {}


TEXT = [
    ("text-align: center", {"ta": "center"}),
    ("text-align: justify", {"ta": "left"}),
    ("text-align: end", {"ta": "right"}),
    ("white-space: pre-line", {"ws": "pre-line"}),
    ("text-transform: uppercase", {"tt": "uppercase"}),
    ("list-style: none", {"ls": "none"}),
    ("list-style: square inside", {"ls": "square"}),
    ("list-style: none url(dot.png)", {"ls": "disc"}),
    ("list-style-type: lower-latin", {"ls": "lower-alpha"}),
    ("list-style-type: '\\2192  '", {"ls": '"\u2192 "'}),
    ("direction: rtl", {"dir": "rtl"}),
    ("float: right", {"fl": "right"}),
    ("text-align: nonsense", {}),
    ("margin: 0; color: red", {}),
]


@pytest.mark.parametrize(("declaration", "wanted"), TEXT)
def test_text_properties_are_annotated(declaration: str, wanted: dict[str, str]) -> None:
    assert notes("<div>x</div>", f"div {{ {declaration} }}", "div") == wanted


def test_gaps_and_order_of_flex_items() -> None:
    body = "<div><i class=a>1</i><i class=b>2</i></div>"
    assert notes(body, "div { display: flex; gap: 8px }", "div") == {"d": "flex-row", "gap": "1"}
    assert notes(body, "div { display: flex; gap: 8px 0 }", "div") == {"d": "flex-row"}
    assert notes(body, "div { display: flex } .b { order: -1 }", ".b")["ord"] == "-1"
    reverse = "div { display: flex; flex-direction: row-reverse }"
    assert int(notes(body, reverse, ".a")["ord"]) > int(notes(body, reverse, ".b")["ord"])
    assert "ord" not in notes(body, ".b { order: -1 }", "div")


def test_a_semicolon_in_a_value_does_not_end_it() -> None:
    assert notes("<p>x</p>", "p::before { content: 'a;d:none;b' }", "p") == {"b": "a\x1dd:none\x1db"}


GENERATED = [
    ("content: '\\201C quoted'", "\u201cquoted"),
    ("content: '('attr(data-x)')'", "(7)"),
    ("content: attr(missing)", None),
    ("content: ''", None),
    ("content: none", None),
    ("content: '\\f101'", None),  # an icon font's private-use character
    ("content: '\\f101  go'", " go"),
    ("content: url(x.png)", None),
    ("content: '\\2605' / 'star'", "star"),
    ("content: '\\2605' / ''", None),
    ("content: '!'; display: none", None),
    ("content: '!'; visibility: hidden", None),
    ("content: '!'; position: absolute; opacity: 0", None),
    ("content: ' '; display: table", None),
    ("content: 'e'; font-family: 'My Icons'", None),
    ("content: 'a'; font-family: essb !important", None),  # a picture: no other font could show it
    ("content: 'a'; font-family: Lato, sans-serif", "a"),
    ("content: 'x'; font-family: serif", "x"),
    ("content: '1'; font-family: Lato", "1"),
    ("content: 'a' 'b'", "ab"),
    ("content: counter(x)", "0"),
    ("content: open-quote", "\u201c"),
    ("quotes: '<' '>'; content: open-quote", "\u201c"),  # quotes are the element's, and inherited, not the pseudo's
]


@pytest.mark.parametrize(("declarations", "text"), GENERATED)
def test_generated_text(declarations: str, text: str | None) -> None:
    assert notes("<p data-x=7>x</p>", f"p::before {{ {declarations} }}", "p").get("b") == text


def test_counters_count_in_document_order() -> None:
    css = (
        "body { counter-reset: h } h2 { counter-increment: h; counter-reset: s } h2:before { content: counter(h) '. ' }"
        "h3:before { counter-increment: s; content: counter(h) '.' counter(s, upper-roman) ' ' }"
        ".off { display: none }"
    )
    tree, _ = styled("<h2>a</h2><h3>b</h3><h3>c</h3><h2 class=off>x</h2><h2>d</h2><h3>e</h3>", css)
    found = [(node.attrs[dom.NOTE] or "").removeprefix("b:") for node in tree.css("h2,h3")]
    assert found == ["1. ", "1.I ", "1.II ", "2. ", "2.I "]


def test_counters_nest() -> None:
    css = "ol { counter-reset: i; list-style: none } li { counter-increment: i }"
    css += "li::before { content: counters(i, '.') '/' counter(list-item) ' ' }"
    tree, _ = styled("<ol start=5><li>a<ol><li>b<li>c</ol><li>d</ol>", css)
    assert [n.attrs[dom.NOTE] for n in tree.css("li")] == ["b:1/5 ", "b:1.1/1 ", "b:1.2/2 ", "b:2/6 "]


def test_quotes_know_their_depth() -> None:
    css = "body { quotes: '<' '>' '[' ']' } b::before { content: open-quote } b::after { content: close-quote }"
    tree, _ = styled("<b>a<b class=i>b</b></b>", css)
    assert [n.attrs[dom.NOTE] for n in tree.css("b")] == ["b:<;a:>", "b:[;a:]"]


def test_where_sheets_come_from() -> None:
    tree = dom.parse(
        b"<style media=screen>a{}</style><link rel=stylesheet href=/a.css media=print>"
        b"<link rel='alternate stylesheet' href=b.css><link rel=stylesheet href=c.css disabled>"
        b"<link rel=icon href=i><style type=text/less>x</style><noscript><style>b{}</style></noscript>"
    )
    found = [(s.css, s.href, s.media, s.disabled, s.alternate) for s in style_sources(tree.css("style,link[rel]"))]
    assert found == [
        ("a{}", "", "screen", False, False),
        ("", "/a.css", "print", False, False),
        ("", "b.css", "", False, True),
        ("", "c.css", "", True, False),
        ("b{}", "", "", False, False),
    ]


def test_imports_stand_at_the_top() -> None:
    css = "@charset 'utf-8'; @import 'a.css'; @IMPORT url(b.css) print; @import url('c;.css') layer(x) (min-width:1px);"
    assert imports(css + "p{} @import 'late.css';") == (
        ("a.css", ""),
        ("b.css", "print"),
        ("c;.css", "layer(x) (min-width:1px)"),
    )
    assert imports("p{} @import 'late.css';") == ()


def test_the_media_of_a_sheet_and_the_layer_of_an_import_count() -> None:
    tree = dom.parse(b"<p>a<b>b")
    sheets = (
        Sheet("p { text-align: right }", "print"),
        Sheet("b { text-align: right }", "screen and (min-width: 600px)"),
        Sheet("body { text-align: right }", "layer(base) screen"),
        Sheet("body { text-align: center }", ""),
        Sheet("body { text-align: left }", "layer(late)"),
    )
    apply_styles(tree, sheets, SCREEN)
    assert tree.css_first("p").attrs.get(dom.NOTE) is None
    assert tree.css_first("b").attrs[dom.NOTE] == "ta:right"
    assert tree.body.attrs[dom.NOTE] == "ta:center"


def test_head_and_scripts_are_left_alone() -> None:
    tree = dom.parse(b"<title>T</title><script>1</script><p>x")
    apply_styles(tree, (Sheet("* { display: none } head, title, script { display: block }"),), SCREEN)
    assert tree.css_first("title").text() == "T"
    assert tree.css_first("script") is not None
