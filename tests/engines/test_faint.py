"""What sheets hide by transparency, size or place is left out in the tiers that run scripts; what comes in is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.document.layout import text_lines
from lightterm.engines import chromium
from lightterm.engines.light_binary import missing
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from servers import Server

    from lightterm.engines.base import Engine

PAGE = """<!doctype html><title>Faint</title><style>.z { opacity: 0 } .p { position: absolute } .half { opacity: 50% }
.in { opacity: 0; animation: in 9s forwards } @keyframes in { to { opacity: 1 } }
@media (min-width: 100px) { .m { opacity: 0% } }</style><p>Words to be read.</p><p class=z>by class</p>
<p style="opacity: 0">by itself</p><p class="z p">placed</p><p class=m>by media</p><p class=half>half</p>
<p class=z style="opacity: 1">back</p><p class=in>fades</p>"""


@pytest.mark.parametrize("name", ["light", "engine"])
def test_what_nobody_sees_is_left_out(name: str, request: pytest.FixtureRequest, server: Server) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(name)
    snapshot = engine.load(Request(url=server.page("/", PAGE), deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    assert lines == ["Words to be read.", "half", "back", "fades"]
    assert snapshot.evidence is not None and "opacity" in [reason for reason, _, _ in snapshot.evidence.hidden]


def test_what_fades_in_once_a_script_asks_stays_in_tier_2(request: pytest.FixtureRequest, server: Server) -> None:
    if missing():
        pytest.skip(missing())
    engine: Engine = request.getfixturevalue("light")
    page = "<style>.late { opacity: 0; transition: opacity 1s }</style><p>Words.</p><p class=late>revealed later</p>"
    page += '<p style="opacity: 0; transition: opacity 1s">revealed so</p>'
    snapshot = engine.load(Request(url=server.page("/", page), deadline=20))
    text = "\n".join(text_lines(extract(snapshot, View())[0].blocks, 80))
    assert "revealed later" in text
    assert "revealed so" in text


PLACED = """<!doctype html><title>Placed</title><link rel=stylesheet href=/placed.css>
<style>.far { position: absolute; left: -9999px } .ti { text-indent: -9999px; overflow: hidden } .one { font-size: 1px }
.fold { height: 0; overflow: hidden } .sr.back { position: static; width: auto; height: auto; clip: auto }
@media (max-width: 100px) { .narrow { position: absolute; left: -9999px } }
@media screen { .m { clip-path: inset(50%); position: absolute } }</style>
<p>Words to be read.</p><p class=sr>cut</p><p class=far>far</p><p class=ti>image</p><p class=one>tiny</p>
<p class=m>media</p>
<p class=fold>folded</p><p class="sr back">back</p><p class=narrow>wide</p><p class=fold id=f>unfolded</p>
<p class=sr id=s>shown</p><a class=sr href=#f>Skip</a><button><i class=sr>Close</i></button><p id=made></p>
<script>f.style.height = "40px"; s.className = ""; made.textContent = "made"</script>"""
SHEET = ".sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }"


@pytest.mark.parametrize("name", ["light", "engine"])
def test_what_is_cut_off_or_far_away_is_left_out(name: str, request: pytest.FixtureRequest, server: Server) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(name)
    server.page("/placed.css", SHEET, "text/css")
    snapshot = engine.load(Request(url=server.page("/", PLACED), deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    assert lines == ["Words to be read.", "back", "wide", "unfolded", "shown", "[1][Close]", "made"]


SEEN = """<!doctype html><title>Seen</title><style>.w { color: #fff } .sec { position: relative; z-index: 0 }
.sec::before { content: ""; position: absolute; inset: 0; background: #024; z-index: -1 } .r { transition: all .1s }
.pic { background: url(/dark.png) #333 } .line { color: #fff; -webkit-text-stroke: 1px #000 } .inv { filter: invert(1) }
.low { margin-top: 900px } .r { opacity: 0 } .v { visibility: hidden }
.in { opacity: 1; visibility: visible }
</style><p>Words to be read.</p><section class=sec><p class=w>on a band</p></section><p class="w pic">on a picture</p>
<p class=line>outlined</p><p class="w inv">turned round</p>
<p style="font-size: 0">gone<i style="font-size: 9px">back</i></p>
<p class="r low">late</p><p class="v low">later</p>

<script>const o = new IntersectionObserver((all) =>
all.forEach((e) => e.isIntersecting && e.target.classList.add("in")));
document.querySelectorAll(".low").forEach((e) => o.observe(e))</script>"""


def test_what_a_person_sees_on_the_way_through_the_page_is_read_in_tier_3(
    request: pytest.FixtureRequest, server: Server
) -> None:
    if chromium.missing():
        pytest.skip(chromium.missing())
    server.page("/dark.png", b"", "image/png")
    snapshot = request.getfixturevalue("engine").load(Request(url=server.page("/", SEEN), deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    told = ["on a band", "on a picture", "outlined", "turned round", "back", "late", "later"]
    assert lines == ["Words to be read.", *told]


UNSEEN = {
    "color": "oklch(1 0 0)|lab(100% 0 0)|color-mix(in srgb, white, white)|color(srgb 1 1 1)|oklab(1 0 0 / 0)",
    "transform": "scale(0)|scaleY(0)|scale3d(0, 0, 0)|rotateY(90deg)|scale(.01)",
    "clip-path": "polygon(0 0, 0 0, 0 0)|ellipse(0 0)|inset(0 0 100% 0)|rect(0 0 0 0)|circle(0)",
    "zoom": ".01|1%",
    "scale": "0|1 0",
    "translate": "-9999px|0 -9999px",
    "mask-image": "linear-gradient(transparent, transparent)",
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_is_drawn_to_nothing_is_left_out_in_tier_3(
    name: str, request: pytest.FixtureRequest, server: Server
) -> None:
    if chromium.missing():
        pytest.skip(chromium.missing())
    body = "".join(f'<p style="{name}: {value}">gone {value}</p>' for value in UNSEEN[name].split("|"))
    url = server.page("/", f"<!doctype html><title>Unseen</title><p>Words to be read.</p>{body}<p>The end.</p>")
    snapshot = request.getfixturevalue("engine").load(Request(url=url, deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    assert lines == ["Words to be read.", "The end."]
    assert snapshot.evidence is not None
    assert sum(count for _, count, _ in snapshot.evidence.hidden) == len(UNSEEN[name].split("|"))


DRAWN = """<!doctype html><title>Drawn</title><style>.w { fill: #fff } .k { position: relative }
.o::after { content: " gone"; opacity: 0 } .c::after { content: " gone"; color: transparent }
.k::after { content: " kept"; color: #fff; background: #000 }</style><p class=o>Words</p><p class=c>even</p>
<p class=k>more</p><svg width=600 height=200><text x=9 y=20>seen</text><text x=9 y=40 fill=white>gone</text>
<text x=9 y=60 fill=none>gone</text><text x=9 y=80 opacity=0>gone</text><text x=-900 y=99>gone</text>
<text x=9 y=99 font-size=0>gone</text><g opacity=0><text x=99 y=99>gone</text></g>
<defs><text y=99>gone</text></defs>
<text x=9 y=120 class=w>gone</text><text x=9 y=140 fill=none stroke=black>line</text><rect y=142 width=99 height=22 />
<text x=9 y=160 fill=white>ground</text><text x=9 y=180><tspan fill=white>gone</tspan><tspan>piece</tspan>
</text></svg>"""


@pytest.mark.parametrize("name", ["light", "engine"])
def test_what_a_drawing_hides_is_left_out(name: str, request: pytest.FixtureRequest, server: Server) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    page = DRAWN
    if name == "light":  # which knows neither places nor colours of sheets
        for laid, said in (("fill=white>gone", "fill=none>gone"), ("class=w", "opacity=0"), ("x=-900", "fill=none")):
            page = page.replace(laid, said)
    snapshot = request.getfixturevalue(name).load(Request(url=server.page("/", page), deadline=20))
    words = " ".join(text_lines(extract(snapshot, View())[0].blocks, 80)).split()
    assert "gone" not in words
    assert {"Words", "more", "kept", "seen", "line", "ground", "piece"} <= set(words)


MOVED = """<!doctype html><title>Moved</title><style>.w { overflow: hidden; width: 500px }
.s { width: 9999px }
.s { display: flex } .s p { width: 500px; flex: none } .b { margin: 0 -9999px; padding: 0 9999px }</style>
<p>Words to be read.</p>"""


@pytest.mark.parametrize(
    "how", ["margin-left: -1000px", "position: relative; left: -1000px", "transform: translateX(-1000px)"]
)
def test_slides_moved_far_are_read_in_tier_3_and_so_is_what_bleeds(
    how: str, request: pytest.FixtureRequest, server: Server
) -> None:
    if chromium.missing():
        pytest.skip(chromium.missing())
    slides = (
        f'<div class=w><div class=s style="{how}"><p>one</p><p>two</p><p>three</p></div></div><p class=b>bleeds</p>'
    )
    away = f'<p style="{how.replace("1000", "9999")}">gone</p>'
    snapshot = request.getfixturevalue("engine").load(Request(url=server.page("/", MOVED + slides + away), deadline=20))
    words = " ".join(text_lines(extract(snapshot, View())[0].blocks, 80)).split()
    assert {"three", "bleeds"} <= set(words)
    assert "gone" not in words


PALE = """<!doctype html><title>Pale</title><link rel=stylesheet href=/pale.css><style>:root { --w: #fff }
.v { color: var(--w) } .n { background: #024 } .d { color: #333 }</style><p>Words to be read.</p><p class=w>gone</p>
<p class=v>gone</p><p style="color: oklch(1 0 0)">gone</p><div class=w><p>gone <b class=d>back</b></p></div>
<div class=n><p class=w>on blue</p></div><div id=h class=w>on what a script lays</div><p class=t>gone</p>
<p style="color: transparent">gone</p><p class="w s">shadowed</p><script>h.style.background = "#333"</script>"""


@pytest.mark.parametrize("name", ["light", "engine"])
def test_white_on_the_white_page_is_left_out(name: str, request: pytest.FixtureRequest, server: Server) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    server.page("/pale.css", ".w { color: white } .t { color: #0000 } .s { text-shadow: 0 0 2px #000 }", "text/css")
    snapshot = request.getfixturevalue(name).load(Request(url=server.page("/", PALE), deadline=20))
    lines = [line for line in text_lines(extract(snapshot, View())[0].blocks, 80) if line]
    assert lines == ["Words to be read.", "back", "on blue", "on what a script lays", "shadowed"]


@pytest.mark.parametrize(
    "more", ["<canvas width=9 height=9></canvas>", "<div id=h></div>", "<link rel=stylesheet href=/no>"]
)
def test_white_text_stays_in_tier_2_where_not_all_is_known(
    more: str, request: pytest.FixtureRequest, server: Server
) -> None:
    if missing():
        pytest.skip(missing())
    script = "<script>if (globalThis.h) h.attachShadow({ mode: 'open' }).innerHTML = '<i>in</i>'</script>"
    page = f"<!doctype html><style>.w {{ color: #fff }}</style>{more}<p>Words.</p><p class=w>white</p>{script}"
    snapshot = request.getfixturevalue("light").load(Request(url=server.page("/", page), deadline=20))
    assert "white" in "\n".join(text_lines(extract(snapshot, View())[0].blocks, 80))


COLOURED = """<!doctype html><title>Colours</title><body bgcolor=white text=white>gone<p><font color=black>Words.</font>
<font color=white>gone</font> <font color=#fefefe>gone</font><table bgcolor=navy><tr><td><font color=white>seen</font>
<font color=navy>gone</font></table><div style="color: black">kept<p style="filter: blur(12px)">gone</p></div>"""


@pytest.mark.parametrize("name", ["light", "engine"])
def test_what_attributes_paint_in_the_colour_of_its_ground_and_what_is_blurred_is_left_out(
    name: str, request: pytest.FixtureRequest, server: Server
) -> None:
    if why := missing() if name == "light" else chromium.missing():
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(name)
    for page in (COLOURED, "<!doctype html><style>p { margin: 0 }</style>" + COLOURED[15:]):
        snapshot = engine.load(Request(url=server.page("/colours", page), deadline=20))
        words = " ".join(text_lines(extract(snapshot, View())[0].blocks, 80)).split()
        assert words == ["Words.", "seen", "kept"]
