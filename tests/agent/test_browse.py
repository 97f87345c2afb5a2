"""`browse`: one call gives a page in the format, part and freshness asked for, with what else is wanted of it."""

from __future__ import annotations

import json
import re

import pytest
from agent_clients import agent
from browsing import in_a_loop
from servers import Server

from lightterm.agent.reading import tokens

NEWS = """<!doctype html><html lang=en><title>Tides at Port Ellis</title>
<meta property="og:title" content="Tides at Port Ellis"><script type="application/ld+json">
{"@type": "NewsArticle", "headline": "Tides at Port Ellis", "author": {"name": "Ada Byron"},
"datePublished": "2026-03-02"}</script>
<nav><a href=/>Home</a></nav><article><h1>Tides at Port Ellis</h1>
<p class=byline>By <a rel=author href=/ada>Ada Byron</a>
<p>High water comes at 06:42 in the harbour of Port Ellis, an hour later than yesterday, and the ferry sails with it.
<p>The lighthouse keeper wrote down the weather every evening, and the harbour master read it aloud every morning.
<table><tr><th>Day<th>High<tr><td>Monday<td>06:42<tr><td>Tuesday<td>07:31</table>
<h2>Ferry</h2><p>The ferry to <a href=/oban>Oban</a> sails at noon.
<p class=fare>The fare is nine pounds.</article>"""


@pytest.mark.covers("LB-79", "LB-80", "UB-109", "UB-110", "UB-111")
@in_a_loop
async def test_each_argument_changes_what_comes(server: Server) -> None:
    url = server.page("/news", NEWS)
    async with agent() as a:

        async def text(**arguments: object) -> str:
            return str((await a.call("browse", url=url, **arguments))["text"])

        assert "# Tides at Port Ellis" in await text(format="markdown")
        assert json.loads((await text(format="json")).split("\n")[1])["title"] == "Tides at Port Ellis"
        assert '- heading "Ferry" [level=2]' in await text(format="a11y")
        assert "<meta property" in await text(format="html")
        assert "Tides at Port Ellis\n  Ferry" in await text(format="outline")
        fare = await text(selectors=[".fare"])
        assert "nine pounds" in fare and "lighthouse" not in fare
        noon = await text(keywords=["noon"])
        assert "[3]Oban" in noon and "lighthouse" not in noon
        weather = await text(query="who wrote the weather down", max_tokens=120)
        assert "lighthouse keeper" in weather
        short = await a.call("browse", url=url, max_tokens=90)
        assert tokens(short["text"]) <= 90 and short["truncated"] is True and short["data"]["linesLeft"] > 0
        whole = await a.call("browse", url=url, include=["links"])
        assert whole["truncated"] is False and whole["data"]["links"][2].startswith("[3] Oban")
        timing = whole["timing"]
        assert (
            timing["totalMs"] == pytest.approx(timing["fetchMs"] + timing["extractMs"], abs=0.01) and timing["fetchMs"]
        )
        nothing = await a.call("browse", url=url, selectors=[".no-such"])
        assert nothing["error"]["code"] == "EXTRACTION_ERROR" and ".no-such" in nothing["error"]["message"]


@pytest.mark.covers("UB-107", "UB-108", "UB-112", "UB-114", "UB-116", "UB-117", "UB-118", "UB-119", "UB-122", "UBX-11")
@in_a_loop
async def test_what_is_included_is_data(server: Server) -> None:
    server.page("/news", NEWS)
    url = server.redirect("/old", "/news")
    async with agent() as a:
        plain = await a.call("browse", url=url)
        assert "data" not in plain, "nothing of it comes unasked"
        include = ["tables", "facts", "metadata", "network", "console", "html", "trace", "media", "forms"]
        answer = await a.call("browse", url=url, include=include, max_tokens=20_000)
    data = answer["data"]
    assert answer["url"] == data["metadata"]["finalUrl"] == server.url("/news")
    assert data["tables"][0]["headers"] == ["Day", "High"] and data["tables"][0]["rows"][1] == ["Tuesday", "07:31"]
    facts = {fact["field"]: fact for fact in data["facts"]}
    assert facts["byline"]["value"] == "Ada Byron" and facts["byline"]["confidence"]["score"] > 0.5
    known = data["metadata"]
    assert (known["language"], known["tier"], known["status"], known["fromCache"]) == ("en", "static", 200, False)
    assert known["loadTime"] > 0 and known["timestamp"] > 1_700_000_000_000
    assert data["network"][0]["status"] == 200 and data["network"][0]["contentType"].startswith("text/html")
    assert any("<article>" in line for line in data["html"]) and data["console"] == []
    trace = data["trace"]
    assert trace["summary"]["successfulTier"] == "static" and trace["tiers"][0]["success"] is True
    assert trace["redirects"] == [url]


@pytest.mark.covers("LB-63")
@in_a_loop
async def test_media_are_listed_where_they_are_asked_for(server: Server) -> None:
    url = server.page("/map", "<h1>Map</h1><img src=/map.png alt='The harbour'><video src=/tide.webm></video><p>Text.")
    bare = server.page("/bare", "<h1>Map</h1><p>Text.")
    async with agent() as a:
        listed = (await a.call("browse", url=url, include=["media"]))["data"]["media"]
        assert [line.split()[0] for line in listed] == ["image", "video"]
        assert "The harbour" in listed[0] and listed[0].endswith("/map.png") and listed[1].endswith("/tide.webm")
        assert "media" not in (await a.call("browse", url=url, include=["metadata"]))["data"]
        assert (await a.call("browse", url=bare, include=["media"]))["data"]["media"] == []


@pytest.mark.covers("UB-120")
@in_a_loop
async def test_freshness_says_whether_the_server_is_asked(server: Server) -> None:
    url = server.page("/news", NEWS, headers=[("Cache-Control", "max-age=600")])
    async with agent() as a:
        first = await a.call("browse", url=url, include=["metadata"])
        again = await a.call("browse", url=url, include=["metadata"])
        assert len(server.log) == 1, "any: the cache is fresh"
        await a.call("browse", url=url, freshness="fresh")
        assert len(server.log) == 2
        missing = await a.call("browse", url=server.url("/never"), freshness="cached")
    assert (first["data"]["metadata"]["fromCache"], again["data"]["metadata"]["fromCache"]) == (False, True)
    assert missing["error"]["code"] == "NETWORK_NOT_CACHED" and len(server.log) == 2


@pytest.mark.covers("UB-26", "UB-27", "UB-31")
@in_a_loop
async def test_confidence_is_told_by_field_and_may_be_demanded(server: Server) -> None:
    good, poor = server.page("/news", NEWS), server.page("/poor", "<div>a</div><div>b</div>")
    data = server.page("/data", b'{"high": "06:42"}', "application/json")
    async with agent() as a:
        sure = (await a.call("browse", url=good))["confidence"]
        assert sure["title"]["score"] > 0.8 and sure["title"]["level"] in ("high", "very_high")
        assert sure["content"]["source"] in ("selector_match", "heuristic") and 0 < sure["overall"]["score"] <= 1
        assert (await a.call("browse", url=data))["confidence"]["content"]["source"] == "api_response"
        opened = await a.call("open", url=good)
        assert opened["confidence"] == sure, "every answer about a page has it"
        least = (await a.call("browse", url=poor))["confidence"]["overall"]["score"] + 0.01
        refused = await a.call("browse", url=poor, min_confidence=least)
        assert refused["error"]["category"] == "validation" and refused["text"] == ""
        assert "error" not in await a.call("browse", url=good, min_confidence=0.7)


@pytest.mark.covers("UBX-20")
@in_a_loop
async def test_an_outline_is_short_whatever_the_page(server: Server) -> None:
    parts = "".join(f"<h2>Harbour number {n} on the coast</h2>" + "<h3>Tides of it</h3><p>x" * 9 for n in range(80))
    url = server.page("/", f"<title>T</title><h1>All harbours</h1>{parts}")
    async with agent() as a:
        answer = await a.call("browse", url=url, format="outline")
        text = answer["text"]
        seen = [text]
        while "cursor" in answer:
            answer = await a.call("browse", url=url, cursor=answer["cursor"])
            assert tokens(answer["text"]) <= 500
            seen.append(answer["text"])
    assert "All harbours\n  Harbour number 0 on the coast\n  Harbour number 1" in text and "Tides of it" not in text
    assert tokens(text) <= 500
    rest = "\n".join(seen)
    assert re.findall(r"Harbour number (\d+)", rest) == [str(n) for n in range(80)]
    assert "(720 deeper headings:)" in rest and rest.count("Tides of it") == 720


@in_a_loop
async def test_text_for_agents_spends_no_tokens_on_looks(server: Server) -> None:
    links = "".join(f"<li><a href=/{n}>Part {n}</a>" for n in range(1, 5))
    long = "A boat in the harbour of Port Ellis at low water"
    server.page("/b.png", b"", "image/png")
    url = server.page(
        "/",
        f"<ul>{links}</ul><hr><a href=/x><img src=/b.png alt='{long}' width=9 height=9></a><h2><a href=/x>News</a></h2>"
        f"<input name=q><input type=checkbox name=c> box<p>{'word ' * 60}",
    )
    async with agent() as a:
        lines = (await a.call("browse", url=url))["text"].split("\n")
    assert "[1]Part 1 [2]Part 2 [3]Part 3 [4]Part 4" in lines, "a menu is a line"
    assert "---" in lines and "## [6]News" in lines, "a picture that leads where a link beside it leads is told once"
    assert any("[7]__" in line and "[8]- box" in line for line in lines)
    assert any(line.count("word") == 60 for line in lines), "nothing is wrapped"


@in_a_loop
async def test_what_a_picture_before_a_link_does_by_a_script_keeps_its_number(server: Server) -> None:
    """The number of what does the same is left out of the text; it holds all the same."""
    body = (
        "<p><a href=/a><img src=/b.png alt='Two at sea'></a> <a href=/a>Boat</a><p>Words enough to be a page of text."
    )
    server.page("/a", "<p>There")
    url = server.page("/", f"<title>T</title>{body}")
    live = "<script>document.querySelector('a').onclick = () => { document.title = 'larger'; return false }</script>"
    server.page("/live", f"<title>T</title>{body}{live}")
    async with agent() as a:
        assert "[1]" not in (await a.call("open", url=url, tier="static"))["text"]
        assert "There" in (await a.call("act", do="click", target=1))["text"]
        told = (await a.call("open", url=server.url("/live"), tier="full"))["text"]
        assert "[1],[2]Boat" in told


@in_a_loop
async def test_room_that_tells_nothing_costs_nothing(server: Server) -> None:
    rows = "".join(f"<tr><td align=right>{n}<td align=right>{n * n}" for n in (7, 45, 1100))
    body = f"<table><tr><th><a href=/w>Games won</a><th>Lost{rows}</table>"
    item = (
        "<a href=/h style='display:inline-flex;gap:9px'><span><svg width=9 height=9></svg></span><span>Help</span></a>"
    )
    async with agent() as a:
        text = (await a.call("open", url=server.page("/", f"<title>T</title><p>Some words here. {item}{body}")))["text"]
    assert "[1]Help" in text
    assert "\n7 | 49\n45 | 2025\n" in text


@in_a_loop
async def test_what_was_told_already_is_told_short_and_what_is_seen_stays(server: Server) -> None:
    alt = "A boat in the harbour of Oban"
    body = (
        f"<p>Lead</p><p><a href=/boat><img src=/b.png alt='{alt}'></a></p><h2><a href=/boat>{alt}</a></h2>"
        f"<p><a href=/1><img src=/1.png alt='{alt}'></a></p><p><a href=/2><img src=/2.png alt='{alt}'></a></p>"
        "<p><a href=/app/Fishing_Boat><img src=/3.png></a></p><p><a href=/app/Fishing_Boat>Fishing Boat</a></p>"
        "<ul><li><a href=/x>One</a><p>below it</ul><p>Last</p><p><a href=/app/Red_Sail><img src=/4.png></a></p>"
    )
    async with agent() as a:
        text = (await a.call("open", url=server.page("/", f"<title>T</title>{body}")))["text"]
        assert f"## [1]{alt}" in text, "what is seen is whole"
        assert "[2],[3]…" in text and "[4]Fishing Boat" in text
        assert "[5]One\n\nbelow it\n\nLast" in text, "nothing stands below a sign that is not there"
        assert "[6]Red_Sail" in text, "whose site it is was said with the page"
        assert "Boat" in (await a.call("links"))["text"]


@in_a_loop
async def test_pictures_have_few_words_and_figures_stand_behind_their_links(server: Server) -> None:
    long = "A boat that somebody photographed in the harbour of Oban one morning"
    body = (
        f"<p>Lead</p><p>Seen: <img src=/1.png alt='{long}'> and <img src=/2.png alt='{long}'> there</p>"
        f"<p>[{long} in brackets]</p><p><a href=/post><img src=/3.png alt='{long} again'></a></p>"
        "<div><a href=/a>Adventure</a></div><div>(36,075)</div><div><a href=/b>Casual</a></div><div>25565</div>"
    )
    async with agent() as a:
        text = (await a.call("open", url=server.page("/", f"<title>T</title>{body}")))["text"]
        assert "Seen: [A boat that somebody photographed in the harbour…] and […] there" in text
        assert f"[{long} in brackets]" in text, "what is no picture is whole"
        assert "[1]A boat that somebody photographed in the harbour…" in text
        assert "[2]Adventure (36,075) [3]Casual 25565" in text


@in_a_loop
async def test_pictures_that_begin_alike_are_told_by_what_differs(server: Server) -> None:
    views = "".join(f"<li><img src=/{n}.png alt='Cascade Camp Stove {n}'></li>" for n in range(12))
    links = "".join(
        f"<a href=/{site}><img src=/{site}.png alt='Connect with Harbour Tools on {site}'></a> "
        for site in ("facebook", "instagram", "youtube")
    )
    body = f"<p>Lead</p><ul>{views}</ul><p>On {links}and more.</p><p>Below: {links}and less.</p>"
    async with agent() as a:
        text = (await a.call("open", url=server.page("/", f"<title>T</title>{body}")))["text"]
        assert "\n[Cascade Camp Stove 0] […1] […2] […3]" in text
        assert "[1]Connect with Harbour Tools on facebook [2]Connect" in text
        assert "Below: [4]…facebook [5]…instagram [6]…youtube and less." in text


TEXT = "<p>" + "The lighthouse keeper wrote down the weather every evening. " * 6
FETCHES = "<script>fetch('/prices').then((r) => r.json()).then((p) => document.title = p)</script>"
CELL = "<tr><td>Dover<td class=price>–"
CELLS = f"<table><tr><th>Port<th>Price{CELL * 3}</table>"


@pytest.mark.covers("UBX-23")
@pytest.mark.parametrize(
    ("markup", "filled", "shell"),
    [
        ("<title>Shop</title><div id=root></div><script type=module src=/app.js></script>", True, True),
        (TEXT + CELLS + FETCHES, True, False),
        (TEXT * 5 + CELLS.replace("–", "12") + FETCHES, False, False),
        ("<title>Tides</title><p>High water at six.", False, False),
    ],
    ids=["a shell", "a page whose cells scripts fill", "a whole page", "a short page"],
)
def test_what_scripts_were_to_fill_in_is_told(server: Server, markup: str, filled: bool, shell: bool) -> None:
    server.page("/", markup)

    @in_a_loop
    async def run() -> None:
        async with agent(tiers__max="static") as a:
            await a.call("open", url=server.url("/"))
            told = (await a.call("explain"))["data"]
        assert told["density"] == {"likelyJsFilled": filled, "thinShell": shell}

    run()
