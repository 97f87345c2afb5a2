"""The dump, the app and an agent's tools show one page alike: its text, its numbers, its errors, what is set."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from agent_clients import agent
from browsing import browsing, in_a_loop
from dumping import dump
from servers import Server

from lightterm import settings

PAGE = """<!doctype html><title>Harbour</title><nav><a href=/>Home</a> <a href=/tides>Tides</a></nav>
<h1>The harbour</h1><p>Boats leave from <a href=/pier>the pier</a> at six, wind and water allowing, and come
back when the lamp on the mole is lit; those who miss it <a href=/night>stay the night</a>.
<script>document.title = 'never'</script><p style="display:none">Nobody sees this.</p>
<table><tr><th>Boat<th>Places<tr><td><a href=/gull>Gull</a><td>12<tr><td>Tern<td>8</table>
<form action=/ask><label>Question <input name=q></label> <button>Ask</button></form>
<div id=shadow><template shadowrootmode=open><p>In the shadow of <a href=/mole>the mole</a>.</p></template></div>
<svg width=50 height=50><text x=1 y=9>Depth 4 m</text></svg>
<p><a href="data:text/html,<title>Small</title><p>A page in an address.">kept here</a> הנמל 7</p>"""


def lines(text: str) -> list[str]:
    """The lines of a text that are not blank."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def words(text: str) -> list[str]:
    """The words of a text, however it is wrapped; rules of tables left out, empty fields short as for agents."""
    short = re.sub("_{3,}", "__", text)
    return [word for word in short.split() if not set(word) <= set("─│┼|-:")]


def of_page(text: str) -> list[str]:
    """The words of an answer that come from the page: between the signs that fence it."""
    found = re.search(r"<(page-\w+)>(.*)</\1>", text, re.DOTALL)
    assert found, text
    return words(found[2])


@pytest.mark.covers("LBX-60", "LBX-62")
@in_a_loop
async def test_one_page_is_one_text(server: Server) -> None:
    server.page("/", PAGE)
    url = server.url("/")
    dumped = await asyncio.to_thread(dump, "--dump", "--tier", "1", "--links", "none", "-w", "79", url)
    heading, address, *expected = lines(dumped.text)
    assert (heading, address) == ("Harbour", url)
    async with browsing(url, size=(80, 60)) as b:
        assert lines("\n".join(b.page)) == expected
        await b.type(":follow 9\n")
        assert "a page may not open a data: address" in b.status
        await b.type(":open data:text/html,<p>A page in an address.\n")
        assert lines("\n".join(b.page)) == ["A page in an address."], b.screen
    async with agent() as a:
        told = await a.call("browse", url=url, max_tier="static")
        assert of_page(told["text"]) == [heading, *words("\n".join(expected))]
        opened = await a.call("open", url=url)
        assert of_page(opened["text"]) == of_page(told["text"])
    said = " ".join(words(dumped.text))
    for part in ("In the shadow of [8]the mole.", "Depth 4 m", "[3]the pier", "[5]Gull 12", "[9]kept here"):
        assert part in said, part
    assert "Nobody sees this" not in said and "never" not in said


@pytest.mark.covers("LBX-62")
@in_a_loop
async def test_one_error_has_one_code_and_one_message(server: Server) -> None:
    server.page("/gone", "<title>Gone</title><p>It is gone.", status=410)
    server.page("/loop", "", status=302, headers=[("Location", "/loop")])
    server.on("/cut", lambda asked, talk: talk.close())
    cases = (("/gone", "HTTP_GONE"), ("/loop", "NETWORK_TOO_MANY_REDIRECTS"), ("/cut", "NETWORK_CONNECTION_FAILED"))
    for path, code in cases:
        url = server.url(path)
        dumped = await asyncio.to_thread(dump, "--json", url)
        (told,) = json.loads(dumped.text)["errors"]
        async with browsing(url) as b:
            screen = b.screen
        async with agent() as a:
            answer = (await a.call("browse", url=url))["error"]
        assert told["code"] == answer["code"] == code and dumped.code != 0
        assert told["message"] == answer["message"]
        assert code in screen or told["message"] in screen, screen


@pytest.mark.covers("LBX-62")
@in_a_loop
async def test_what_is_set_holds_everywhere(server: Server) -> None:
    server.page("/", "<p>Words and <a href=/a>a link</a>.")
    url = server.url("/")
    dumped = await asyncio.to_thread(
        dump, "--dump", "--set", "network.user_agent=Ours/1", "--set", "output.numbers=false", url
    )
    chosen = settings.load().with_session([("network.user_agent", "Ours/1"), ("output.numbers", False)])
    async with browsing(url, chosen=chosen) as b:
        assert "Words and a link." in b.screen
    async with agent(network__user_agent="Ours/1") as a:
        await a.call("browse", url=url)
    assert "Words and a link." in dumped.text
    assert [asked.header("user-agent") for asked in server.asked("/")] == ["Ours/1"] * 3
