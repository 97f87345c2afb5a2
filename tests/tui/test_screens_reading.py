"""What reading looks like, as SVG: pages on small and large screens, searches, lists, questions, themes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from screenshots import dark, shows
from servers import Asked, Server, Talk, lone

RICH = (
    "<title>Bread</title><nav><a href=/>Home</a> <a href=/all>All recipes</a></nav><main><h1>Bread of the day</h1>"
    "<p>A <strong>plain</strong> loaf with <em>little</em> work, from <a href=/flour>good flour</a>, water and "
    "<code>salt</code>; <del>butter</del> <ins>oil</ins> H<sub>2</sub>O, 3<sup>rd</sup> rise.</p>"
    "<h2>What it needs</h2><ul><li>Flour<ul><li><a href=/rye>Rye</a>, 200 g<li>Wheat, 300 g</ul><li>Water, 350 ml</ul>"
    "<h2>How it is made</h2><ol start=3><li>Mix.<li>Wait for <a href=/hours>some hours</a>.<li>Bake.</ol>"
    "<blockquote><p>Bread is the warmest of words.</p></blockquote>"
    "<table><caption>Heat</caption><tr><th>Phase<th>Degrees<th>Minutes<tr><td>First<td>250<td>15"
    "<tr><td>Second<td>200<td>35</table><dl><dt>Crumb<dd>The inside.<dt>Crust<dd>The outside.</dl>"
    "<pre>mix 500 g\n    knead\nbake</pre><hr><details><summary>Notes</summary><p>Turn it once.</p></details>"
    "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore "
    "magna aliqua.</p></main><footer><a href=/about>About</a></footer>"
)
EAST = (
    "<html lang=ja><title>東京</title><h1>東京の天気</h1>"
    "<p><a href=/a>今日の天気</a>は晴れ、<a href=/b>明日</a>は雨です。</p>"
    "<p>漢字とかなとカタカナが混じった長い文章は、画面の幅に合わせて折り返されます。句読点は行の初めに来ません。</p>"
    "<table><tr><th>都市<th>気温<tr><td>東京<td>21度<tr><td>札幌<td>9度</table><p>한국어 문장도 있습니다. 😀 👩‍🚀"
)
RIGHT = (
    "<html dir=rtl lang=he><title>שלום</title><h1>כותרת</h1>"
    "<p>טקסט עם <a href=/a>קישור</a> ועוד English באמצע, 123.</p>"
    "<ul><li>אחד<li>שתיים</ul><p lang=ar>السلام عليكم ورحمة الله وبركاته</p>"
)
WIDE = (
    "<title>Wide</title><table><tr>"
    + "".join(f"<th>Column {n}" for n in range(9))
    + "<tr>"
    + "".join(f"<td>cell {n} with words" for n in range(9))
    + "</table><pre>"
    + " ".join(f"word{n}" for n in range(40))
    + "\nshort</pre>"
)
NESTED = '{"name": "lightterm", "tags": ["text", "browser"], "deep": {"a": 1, "b": [1, 2, 3]}, "end": true}'


@pytest.fixture
def site(server: Server) -> Iterator[str]:
    for path, page in (("/", RICH), ("/east", EAST), ("/right", RIGHT), ("/wide", WIDE)):
        server.page(path, page)
    server.page("/json", NESTED, "application/json")
    return server.url("/")


@pytest.mark.parametrize("size", [(20, 6), (40, 12), (80, 24), (120, 40), (200, 60)], ids="{0[0]}x{0[1]}".format)
@in_a_loop
@pytest.mark.covers("LB-98")
async def test_a_page(size: tuple[int, int], site: str) -> None:
    async with browsing(site, chosen=dark(), size=size) as b:
        await b.press("tab")
        shows(b, f"reading/page-{size[0]}x{size[1]}")


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "terminal", "mono"])
@in_a_loop
@pytest.mark.covers("LB-98")
async def test_themes(theme: str, site: str) -> None:
    async with browsing(site, chosen=dark(tui__theme=theme)) as b:
        await b.type("/bread\n")
        await b.press("tab")
        shows(b, f"themes/{theme}")


@in_a_loop
async def test_without_colours(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with browsing(site) as b:
        await b.type("/bread\n")
        await b.press("tab")
        shows(b, "themes/no-color")


@pytest.mark.parametrize(
    ("name", "path", "keys"),
    [
        ("east-asian", "east", "/天気\n"),
        ("right-to-left", "right", "/באמצע\n"),
        ("wide", "wide", ""),
        ("wide-shifted", "wide", "20l"),
        ("wide-wrapped", "wide", ":wrap\n"),
        ("details-open", "", ":details open --all\nG"),
        ("json-folded", "json", "zM"),
        ("numbers-off", "", ":numbers off\n"),
        ("narrow", "", ":width 50\n"),
        ("source", "", "gf"),
        ("search", "", "/bread"),
        ("search-done", "", "/bread\nn"),
        ("search-none", "", "/cake\n"),
        ("caret", "", "v6j2w"),
        ("pending", "", "12g"),
        ("error", "missing/none", ""),
    ],
)
@in_a_loop
@pytest.mark.covers("LB-98", "LBX-61")
async def test_reading(name: str, path: str, keys: str, site: str) -> None:
    async with browsing(site + path, chosen=dark(keys__which_key_delay=60.0)) as b:
        await b.type(keys)
        shows(b, f"reading/{name}")


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("palette", ":palette\ntab"),
        ("completion", ":tab "),
        ("completion-settings", ":set tui.th"),
        ("completion-themes", ":theme \t\t"),
        ("did-you-mean", ":relaod\n"),
        ("outline", "gh"),
        ("links", "gL"),
        ("help", ":help scroll\n"),
        ("question", ":quit --ask\n"),
        ("quickmark", "m"),
        ("find-link", "s/so"),
        ("marked", "`a"),
        ("macro", "qa"),
        ("start", ":open about:start\n"),
    ],
)
@in_a_loop
@pytest.mark.covers("LB-98")
async def test_lists_and_lines(name: str, keys: str, site: str) -> None:
    async with browsing(site, chosen=dark()) as b:
        await b.type(keys)
        shows(b, f"reading/{name}")


@in_a_loop
async def test_tabs(site: str) -> None:
    async with browsing(site, f"{site}east", f"{site}wide", f"{site}right", chosen=dark()) as b:
        await b.type("J")
        await b.press("alt+p")
        shows(b, "reading/tabs")
        await b.press("T")
        shows(b, "reading/tabs-list")


@in_a_loop
async def test_many_tabs_on_a_small_screen(site: str) -> None:
    async with browsing(site, *[f"{site}east"] * 9, chosen=dark(), size=(40, 12)) as b:
        await b.type("JJJ")
        shows(b, "reading/tabs-40x12")


@in_a_loop
async def test_what_is_asked_about_a_certificate(tmp_path: Path) -> None:
    server = Server(lone(tmp_path / "lone.pem", "books.example", "*.books.example"))
    try:
        async with browsing(server.url("/"), chosen=dark()) as b:
            await asked(b)
            shows(b, "reading/certificate")
    finally:
        server.stop()


@in_a_loop
async def test_what_is_asked_to_sign_in(server: Server) -> None:
    def secret(asked: Asked, talk: Talk) -> None:
        talk.reply("no", 401, [("WWW-Authenticate", 'Basic realm="The kitchen"')])

    server.on("/secret", secret)
    async with browsing(server.url("/secret"), chosen=dark()) as b:
        await b.until(lambda: b.app.mode == "command")
        await b.settled()
        shows(b, "reading/sign-in")


async def asked(b: Browsing) -> None:
    await b.until(lambda: b.app.mode == "prompt")
    await b.settled()
