"""What nobody sees of a page, and what is seen all the same, by the ways sites take things out of sight."""

from __future__ import annotations

import pytest
from effort import grows_in_proportion

from lightterm.document.layout import text_lines
from lightterm.extract import dom
from lightterm.extract.html import html_document
from lightterm.extract.style import Sheet, View, apply_styles
from lightterm.extract.view import View as PageView


def seen(body: str, css: str = "") -> str:
    tree = dom.parse(f"<!DOCTYPE html><body>{body}</body>".encode())
    apply_styles(tree, (Sheet(css),) if css else (), View(1280, 800))
    assert tree.body is not None
    return " ".join(tree.body.text(separator=" ").split())


def read(body: str) -> str:
    document = html_document(f"<!DOCTYPE html>{body}".encode(), "http://h.test/", PageView())
    return " ".join(text_lines(document.blocks, 80))


@pytest.mark.parametrize("size", ["16px", "1rem", "medium", "12pt"])
def test_a_font_size_that_an_element_says_itself_brings_its_text_back(size: str) -> None:
    body = f'<div class=z>gone<a style="font-size:{size}" href=/>link</a> <i style="font-size:{size}">words</i></div>'
    assert seen(body, ".z { font-size: 0 }") == "link words"
    assert seen(body.replace("class=z", 'style="font-size:0"')) == "link words"


@pytest.mark.parametrize("kind", ["checkbox", "radio"])
def test_what_a_hidden_box_unfolds_is_seen_where_it_is_ticked(kind: str) -> None:
    css = "<style>.c { max-height: 0; overflow: hidden } input:checked ~ .c { max-height: 40em }</style>"
    box = f"<input type={kind} id=x checked hidden><label for=x>more</label>"
    page = f"{css}<p>page</p><div>{box}<div class=c>inside</div></div>"
    assert read(page).split() == ["page", "more", "inside"]
    assert read(page.replace(" checked", "")).split() == ["page", "more"]


GONE = [
    "transform: scale(0)", "transform: scaleY(0)", "transform: rotate(9deg) scale(.01)", "transform: scale3d(0, 0, 0)",
    "transform: matrix(0, 0, 0, 0, 0, 0)", "transform: rotateY(90deg)", "transform: translateX(-9999px)",
    "transform: translate(-200vw, 0)", "transform: translateY(-1000%)", "translate: -9999px", "translate: 0 -9999px",
    "scale: 0", "scale: 0 1", "zoom: .01", "zoom: 1%", "filter: opacity(0)", "filter: blur(1px) opacity(0%)",
    "mask: linear-gradient(transparent, transparent)", "mask-image: linear-gradient(90deg, #0000, transparent)",
    "clip-path: ellipse(0 0)", "clip-path: circle(0)", "clip-path: polygon(0 0, 0 0, 0 0)", "clip-path: rect(0 0 0 0)",
    "clip-path: polygon(0 0, 100% 0, 100% 0, 0 0)", "clip-path: inset(0 0 100% 0)", "margin-left: -9999px",
    "position: absolute; left: calc(-1 * 9999px)", "position: fixed; top: 200vh", "position: fixed; left: 9999px",
    "position: fixed; top: 0; left: 0; transform: translateX(-100%)", "font-size: calc(0px * 3)",
    "--x: -100%; position: fixed; left: 0; transform: translate(var(--x), var(--none, 0))",
    "opacity: .05", "opacity: 5%", "filter: blur(12px)", "filter: grayscale(1) blur(1rem)", "font-size: .01em",
    "font-size: calc(1px - 1px)", "max-block-size: 0; overflow: hidden", "opacity: 0; animation: none",
]  # fmt: skip
DRAWN = [
    "transform: scale(.9)", "transform: translate(-50%, -50%)", "transform: translateX(-100%)", "transform: none",
    "position: fixed; left: 50%; transform: translate(-100%, 0)", "transform: rotateY(180deg)", "transform: scaleX(-1)",
    "position: fixed; left: 100%; transform: translateX(-100%)", "position: absolute; left: 100%", "scale: .9",
    "zoom: .8", "filter: opacity(.5) grayscale(1)", "mask: linear-gradient(#000, transparent)", "mask: url(m.svg)",
    "clip-path: circle(50%)", "clip-path: polygon(50% 0, 100% 100%, 0 100%)", "clip-path: inset(0 round 9px)",
    "clip-path: inset(10% 20%)", "clip-path: path('M0 0h9v9z')", "clip-path: circle(9px at 0 0)",
    "margin-left: -9999px; padding-left: 9999px", "margin: 0 -9999px; padding: 0 9999px", "position: fixed; top: 90%",
    "transform: translate3d(0, 0, 0)", "translate: 0 -50%", "position: fixed; left: 0; right: 0; transform: none",
]  # fmt: skip


@pytest.mark.parametrize("inline", [True, False])
@pytest.mark.parametrize("said", GONE)
def test_what_is_drawn_to_nothing_or_moved_away_is_left_out(said: str, inline: bool) -> None:
    page = f'<p>kept</p><p style="{said}">gone</p>' if inline else "<p>kept</p><p class=x>gone</p>"
    assert seen(page, "" if inline else f".x {{ {said} }}") == "kept"


@pytest.mark.parametrize("said", ["opacity: 0", "transform: scale(0)", "filter: blur(9px)"])
def test_what_a_script_may_bring_in_is_told_as_text_that_may_be_unseen(said: str) -> None:
    page = f'<!doctype html><script src=/a.js></script><p>kept</p><p style="{said}">words</p>'
    document = html_document(page.encode(), "http://h.test/", PageView())
    assert " ".join(text_lines(document.blocks, 80)).split() == ["kept", "words"]
    assert [counts[1:] for counts in document.hidden.counts if "perhaps, kept" in counts[0]] == [(1, 5)]


def test_a_blurred_picture_is_still_seen() -> None:
    assert "alt" in read('<p>kept</p><div style="filter: blur(20px)"><img src=a.png alt="alt words"></div>')


@pytest.mark.parametrize("inline", [True, False])
@pytest.mark.parametrize("said", DRAWN)
def test_what_is_drawn_otherwise_stays(said: str, inline: bool) -> None:
    page = f'<p>kept</p><p style="{said}">too</p>' if inline else "<p>kept</p><p class=x>too</p>"
    assert seen(page, "" if inline else f".x {{ {said} }}") == "kept too"


@pytest.mark.parametrize("said", ["transform: scale(0)", "clip-path: inset(0 100% 0 0)", "filter: opacity(0)"])
def test_what_an_effect_may_bring_in_stays_in_its_place_and_goes_elsewhere(said: str) -> None:
    script = "<script src=/effects.js></script>"
    assert seen(f"{script}<p class=x>comes in", f".x {{ {said} }}") == "comes in"
    assert seen(f"{script}<p>kept</p><p class=x>gone", f".x {{ {said}; position: absolute }}") == "kept"


@pytest.mark.parametrize(
    "said", ["transform: translate3d(-4900px, 0, 0)", "margin-left: -1280px", "translate: -2000px"]
)
def test_slides_that_a_script_has_moved_on_stay(said: str) -> None:
    slides = f'<div style="overflow: hidden"><ul style="width: 9999px; {said}"><li>one<li>two</ul></div>'
    assert seen(f"<script src=/slides.js></script>{slides}") == "one two"


WHITE = [
    "#fff", "white", "#FFFFFF", "#ffff", "rgb(255 255 255)", "rgba(255, 255, 255, 1)", "rgb(100% 100% 100%)", "#fefefe",
    "hsl(0 0% 100%)", "hwb(0 100% 0%)", "oklch(100% 0 0)", "oklch(1 0 120)", "oklab(1 0 0)", "lab(100% 0 0)", "snow",
    "color(srgb 1 1 1)", "color-mix(in srgb, white, #fff 20%)", "light-dark(white, black)", "var(--w)", "canvas",
    "transparent", "#0000", "#ffffff00", "rgba(0, 0, 0, 0)", "rgb(0 0 0 / .01)", "hsl(0 0% 0% / 0%)", "#fff !important",
]  # fmt: skip
INK = [
    "#000",
    "#ccc",
    "lightgray",
    "yellow",
    "currentcolor",
    "inherit",
    "var(--unknown)",
    "oklch(.5 .1 200)",
    "#ffffff88",
]


@pytest.mark.parametrize("colour", WHITE)
def test_white_or_clear_text_on_the_white_page_is_left_out(colour: str) -> None:
    css = f":root {{ --w: #fff }} .x {{ color: {colour} }}"
    assert seen("<p>kept<p class=x>gone <b>too</b> <i class=i>back</i>", css + ".i { color: #333 }") == "kept back"
    assert seen(f'<p>kept<div style="background: #fff"><p style="color: {colour}">gone</div>', css) == "kept"


@pytest.mark.parametrize("colour", INK)
def test_text_of_another_colour_stays(colour: str) -> None:
    assert seen("<p>kept<p class=x>too", f".x {{ color: {colour} }}") == "kept too"


GROUNDS = [
    ("", "body { background: #111 }"),
    ("", "html { background: oklch(.2 0 0) }"),
    ("", ".s { background: url(a.png) }"),
    ("", ".s { background-image: linear-gradient(red, blue) }"),
    ("", ".s { background: var(--of-a-script) }"),
    ("", ".s { background-color: #00000080 }"),
    ("", ".s::before { content: ''; position: absolute; inset: 0; background: navy; z-index: -1 }"),
    ("<img src=a.jpg class=p>", ".p { position: absolute }"),
    ("<div class=p></div>", ".p { position: absolute; inset: 0; background: #024 }"),
    ("<div class=p><video></video></div>", ".p { position: fixed; inset: 0 }"),
    ("", ".x { text-shadow: 0 0 2px #000 }"),
    ("", ".x { -webkit-text-stroke: 1px #000 }"),
    ("", ".x { -webkit-text-fill-color: #000 }"),
    ("", ".x { position: absolute; top: 9px }"),
    ("", ".s { margin: -80px 0 0 }"),
    ("", ".s { display: grid }"),
    ("<!-- hero -->", ""),
]


@pytest.mark.parametrize(("beside", "css"), GROUNDS)
def test_white_text_stays_where_anything_may_lie_behind_it(beside: str, css: str) -> None:
    name = "hero" if "hero" in beside else "s"
    assert seen(
        f"<section class={name}>{beside}<div><p class=x>words</p></div></section>", ".x { color: #fff }" + css
    ) == ("words")


@pytest.mark.parametrize(
    "holder",
    ["<table bgcolor=navy><td>", '<table background="a.png"><td>', '<div data-bg="a.jpg">', "<div id=page-bg>"],
)
def test_white_text_stays_on_what_attributes_lay_behind_it(holder: str) -> None:
    assert seen(f"{holder}<p class=x>words", ".x { color: white }") == "words"


def test_what_scripts_or_missing_sheets_may_lay_behind_a_text_is_kept_and_told() -> None:
    body, css = "<p>kept</p><p class=x>words</p>", "<style>.x { color: #fff }</style>"
    assert read(css + body).split() == ["kept"]
    for more in (
        "<script src=/a.js></script>",
        "<link rel=stylesheet href=/a.css>",
        "<link rel=preload as=style href=/a>",
    ):
        document = html_document(f"<!doctype html>{more}{css}{body}".encode(), "http://h.test/", PageView())
        assert " ".join(text_lines(document.blocks, 80)).split() == ["kept", "words"]
        assert ("css same-colour perhaps, kept", 1, 5) in document.hidden.counts


OLD = [
    ("<body text=white><p>gone<p style='color: black'>kept", "kept"),
    ("<body text=#fefefe bgcolor=ffffff>gone<p><font color=000080>kept</font>", "kept"),
    ("<p>kept <font color=#FFFFFF>gone <b>too</b></font> back", "kept back"),
    ("<p>kept<table><tr><td bgcolor=black>gone <font color=white>back</font></table>", "kept back"),
    ("<p>kept<table bgcolor=navy><tr><td><font color=#000082>gone</font><b> back</b></table>", "kept back"),
    ("<p>kept<table bgcolor=navy><tr><td><p style='color: navy'>gone</table>", "kept"),
    ("<style>.n { color: navy }</style><p>kept<table bgcolor=navy><tr><td class=n>gone</table>", "kept"),
    ("<style>p { background: #008000 }</style><p>kept <font color=green>gone</font>", "kept"),
    ("<style>.x { margin: 0 }</style><p class=x>kept <font color=white>gone</font>", "kept"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), OLD)
def test_text_that_old_attributes_paint_in_the_colour_of_its_ground_is_left_out(body: str, expected: str) -> None:
    assert read(body).split() == expected.split()


PAINTED = [
    "<table bgcolor=navy><tr><td><font color=white>words</font></table>",
    "<table bgcolor=white background=a.png><tr><td><font color=white>words</font></table>",
    "<body bgcolor=#000 text=#fff>words",
    "<body bgcolor=black text=white><div><font color=white>words</font></div>",
    "<style>font { color: black }</style><font color=white>words</font>",
    "<style>.d { background: #000 }</style><div class=d><font color=white>words</font></div>",
    "<style>body { background: #222 }</style><font color=white>words</font>",
    "<style>td { background: #fff }</style><table><tr><td bgcolor=black>words</table>",
    "<style>body { color: #eee }</style><table><tr><td bgcolor=black>words</table>",
    "<table><tr><td bgcolor=black><a href=/>words</a></table>",
    "<div class=banner><font color=white>words</font></div>",
    "<div bgcolor=black>words</div>",
    "<p color=white>words",
    "<font color=transparent>words</font>",
]


@pytest.mark.parametrize("body", PAINTED)
def test_what_attributes_paint_otherwise_stays(body: str) -> None:
    assert read(body).split()[-1].endswith("words")


def test_tables_of_old_pages_have_the_colour_of_the_page() -> None:
    page = "<div>kept <font color=white>gone<table><tr><td>%s</table></font>"
    document = html_document((page % "kept").encode(), "http://h.test/", PageView())
    assert " ".join(text_lines(document.blocks, 80)).split() == ["kept", "kept"]
    assert read(page % "gone").split() == ["kept"]


def test_many_unseen_fonts_are_read_in_time() -> None:
    assert grows_in_proportion(
        lambda times: read("<p>kept" + "<p><font color=white>gone <b>too</b></font>" * times), 500
    )


UNPAINTED = (
    "fill=none", "fill=transparent", "fill-opacity=0", "opacity=0", "font-size=0", "visibility=hidden", "display=none",
    "x=-9999", 'style="fill: none"', 'style="opacity: 0 !important"', 'style="font-size: 0px"',
)  # fmt: skip
AROUND = (
    "<g opacity=0>",
    "<g display=none>",
    "<defs>",
    "<symbol>",
    "<clipPath>",
    "<g fill=none>",
    '<g style="opacity:0">',
)


@pytest.mark.parametrize("said", UNPAINTED)
def test_text_that_a_drawing_does_not_paint_is_left_out(said: str) -> None:
    assert read(f"<p>kept</p><svg><text y=9>seen</text><text {said}>gone</text></svg>").split() == ["kept", "seen"]
    pieces = f"<text>seen<tspan {said}>gone</tspan><tspan> too</tspan></text>"
    assert read(f"<p>kept</p><svg>{pieces}</svg>").split() == ["kept", "seen", "too"]


@pytest.mark.parametrize("around", AROUND)
def test_text_in_a_part_that_a_drawing_does_not_paint_is_left_out(around: str) -> None:
    assert read(f"<p>kept</p><svg><text>seen</text>{around}<text>gone</text></svg>").split() == ["kept", "seen"]


@pytest.mark.parametrize("said", ["fill=none stroke=black", "fill=white", "opacity=.5", "x=-20", "font-size=1"])
def test_text_that_a_drawing_paints_stays(said: str) -> None:
    assert read(f"<p>kept</p><svg><text {said}>seen</text></svg>").split() == ["kept", "seen"]


@pytest.mark.parametrize("said", ["color: #zzzzzz", "color: #fzfzfz", "color: #ggg", "background: #fffffg"])
def test_what_is_no_colour_says_nothing(said: str) -> None:
    assert read(f"<style>.a {{ {said} }}</style><p class=a>words").split() == ["words"]


def test_what_is_said_again_counts_where_it_stands() -> None:
    css = ".a { margin-left: 9px; margin-left: 0 } .b { margin-left: 0; margin-left: 9px } .c { margin-left: 9px }"
    css += " .c { color: red } .d { display: none !important; display: block } .e { display: block; display: none }"
    body = "<p>x<b class=a>aa</b>, x<b class=b>bb</b>, x<b class=c>cc</b><b class=d>dd</b><b class=e>ee</b>"
    assert read(f"<style>{css}</style>{body}") == "xaa, x bb, x cc"
