"""What hints, selections, menus and panels look like, as SVG."""

from __future__ import annotations

import pytest
from browsing import browsing, in_a_loop
from screenshots import dark, shows
from servers import Server

NEWS = (
    "<title>News</title><h1>The daily page</h1><p>Read <a href=/one>the first story</a>, <a href=/two>the second</a> "
    "or <em>none</em>.</p><ul><li><a href=/a>Alpha</a> and <a href=/b>b</a><li><a href=/c>Gamma ray</a></ul>"
    "<table><tr><th>Name<th>Link<tr><td>One<td><a href=/t1>here</a><tr><td>Two<td><a href=/t2>there</a></table>"
    "<form><p>Search: <input name=q placeholder=words> <button>Go</button></p></form>"
    "<p>A paragraph that is long enough to be wrapped at eighty columns, so that what is selected of it goes over "
    "several lines of the screen and ends in the middle of one.</p>"
)
EAST = (
    "<title>東京</title><h1>東京の天気</h1>"
    "<p><a href=/a>今日の天気</a>は晴れ、<a href=/b>明日</a>は<a href=/c>雨</a>です。</p>"
    "<p>漢字とかなとカタカナが混じった長い文章は、画面の幅に合わせて折り返されます。</p>"
)
RIGHT = (
    "<html dir=rtl lang=he><title>שלום</title><h1>כותרת</h1><p>טקסט עם <a href=/a>קישור ראשון</a> ועוד "
    "<a href=/b>קישור</a> 123.</p>"
)


@in_a_loop
@pytest.mark.covers("LB-98", "LBX-61")
async def test_hints(server: Server) -> None:
    for name, page in (("hints", NEWS), ("hints-east-asian", EAST), ("hints-right-to-left", RIGHT)):
        server.page(f"/{name}", page)
        async with browsing(server.url(f"/{name}"), chosen=dark()) as b:
            await b.press("f")
            shows(b, name)
    async with browsing(server.url("/hints"), chosen=dark(hints__mode="numbers")) as b:
        await b.press("f", "e", "tab")
        shows(b, "hints-numbers")


@in_a_loop
@pytest.mark.covers("LB-98", "LBX-61")
async def test_selections(server: Server) -> None:
    for name, page, keys in (
        ("visual", NEWS, "v12j4wvjjb"),
        ("visual-lines", NEWS, "v2jV2j"),
        ("visual-east-asian", EAST, "v2j2wv2jl"),
        ("visual-right-to-left", RIGHT, "v2jwv2w"),
    ):
        server.page(f"/{name}", page)
        async with browsing(server.url(f"/{name}"), chosen=dark()) as b:
            await b.type(keys)
            assert b.app.mode == "visual"
            shows(b, name)


@in_a_loop
async def test_menus_and_panels(server: Server) -> None:
    server.page("/", NEWS)
    async with browsing(server.url("/"), chosen=dark(keys__which_key_delay=0.0)) as b:
        await b.type(":menu 2\n")
        await b.press("down")
        shows(b, "menu")
        await b.press("escape", "semicolon")
        shows(b, "which-key")
