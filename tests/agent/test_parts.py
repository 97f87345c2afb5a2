"""Answers in parts: joined they are the whole, and what ends early says so."""

from __future__ import annotations

import re

import pytest
from agent_clients import agent
from browsing import in_a_loop
from mcp_types import TextContent
from servers import Server

from lightterm.agent.reading import Place, fitting
from lightterm.output.tokens import tokens

LONG = " ".join(f"word{n} and <a href=/{n}>link {n}</a>, (see {n * 7}) for more." for n in range(30))
ROWS = "".join(f"<tr><td>Row {n}<td>{n * 3}<td>{'of many words ' * (n % 9)}" for n in range(15))
ITEMS = "".join(f"<li>Item {n} <ul><li>Below {n} <input name=f{n}></ul>" for n in range(10))
MIXED = (
    "<!doctype html><title>A title of its own</title><h1>Everything</h1>"
    f"<p>{LONG}<table><tr><th>Name<th>Number<th>Words{ROWS}</table><ul>{ITEMS}</ul>"
    f"<p>{'x' * 300} <p>{'wörter und 漢字 ' * 20}<pre>a = 1\n  b = 2\n</pre><p>The end."
)
"""Long paragraphs, a table, lists, a word without spaces, letters beyond ASCII, code."""

BUDGETS = (60, 120, 300, 1000)


def letters(text: str) -> str:
    """The words of an answer without its marks, its cuts, and the room between them."""
    return re.sub(r"</?page-\w+>|[\s…]", "", text)


@pytest.mark.parametrize("budget", BUDGETS)
@in_a_loop
async def test_the_parts_of_a_page_are_the_whole(server: Server, budget: int) -> None:
    server.page("/mixed", MIXED)
    async with agent(agents__calls_per_minute=0) as a:
        whole = await a.call("open", url=server.url("/mixed"), max_tokens=100_000)
        assert "cursor" not in whole and "[30]" in whole["text"]
        for first, how in (("open", {"url": server.url("/mixed")}), ("snapshot", {})):
            answer = await a.call(first, **how, max_tokens=budget)
            seen = [answer["text"]]
            while "cursor" in answer:
                answer = await a.call("snapshot", cursor=answer["cursor"], max_tokens=budget)
                seen.append(answer["text"])
            assert "".join(map(letters, seen)) == letters(whole["text"])


@in_a_loop
async def test_parts_of_links_hold_each_address(server: Server) -> None:
    links = "".join(f"<p><a href=/{'long-' * 20}{n}>link {n}</a>" for n in range(6))
    server.page("/links", f"<title>Links</title>{links}")
    async with agent(agents__calls_per_minute=0) as a:
        await a.call("open", url=server.url("/links"))
        whole = await a.call("links", max_tokens=100_000)
        answer = await a.call("links", max_tokens=60)
        seen = letters(answer["text"])
        while "cursor" in answer:
            answer = await a.call("links", cursor=answer["cursor"], max_tokens=60)
            seen += letters(answer["text"])
        assert seen == letters(whole["text"])


@in_a_loop
async def test_a_page_that_a_click_led_to_goes_on_where_it_ended(server: Server) -> None:
    server.page("/", "<title>Start</title><p><a href=/rows>on</a>")
    rows = "".join(f"<p>Row {n}, which is a line of some words to fill it up." for n in range(300))
    server.page("/rows", f"<title>Rows</title>{rows}")
    async with agent(agents__calls_per_minute=0) as a:
        await a.call("open", url=server.url("/"))
        answer = await a.call("act", do="click", target=1)
        seen = answer["text"]
        while "cursor" in answer:
            answer = await a.call("snapshot", cursor=answer["cursor"], max_tokens=300)
            seen += answer["text"]
        assert re.findall(r"Row (\d+)", seen) == [str(n) for n in range(300)]


@in_a_loop
async def test_browse_says_in_words_that_its_budget_ended(server: Server) -> None:
    server.page("/mixed", MIXED)
    async with agent() as a:
        short = await a.call("browse", url=server.url("/mixed"), max_tokens=150)
        assert short["truncated"] and tokens(short["text"]) <= 150
        told = (await a.result("browse", url=server.url("/mixed"), max_tokens=150)).content[0]
        assert isinstance(told, TextContent) and re.search(r"\(more: snapshot, cursor \w+:[\d.]+\)$", told.text)
        whole = await a.call("browse", url=server.url("/mixed"), max_tokens=100_000)
        assert not whole["truncated"] and "cursor" not in whole


@in_a_loop
async def test_what_finds_nothing_says_so(server: Server) -> None:
    server.page("/few", "<title>Few</title><p>Some words and <a href=/x>one link</a>.")
    async with agent() as a:
        for wanted in ({"keywords": ["zzzz"]}, {"selectors": ["h1"]}, {"part": "zzzz"}):
            answer = await a.call("browse", url=server.url("/few"), **wanted)
            error = answer["error"]
            assert (error["code"], error["exitCode"]) == ("EXTRACTION_ERROR", 44) and not answer["text"], wanted
            assert error["recommendedActions"][0]["parameters"] == {"url": server.url("/few")}
        answer = await a.call("browse", url=server.url("/few"), selectors=["h1["])
        assert answer["error"]["code"] == "VALIDATION_FAILED" and "is no CSS selector" in answer["error"]["message"]
        await a.call("open", url=server.url("/few"))
        assert "no link has 'zzzz'" in (await a.call("links", match="zzzz"))["text"]
        assert "one link" in (await a.call("links", match="ONE"))["text"]
        for text in ("", "  "):
            assert (await a.call("find", text=text))["error"]["code"] == "VALIDATION_FAILED"


@pytest.mark.parametrize("budget", range(8, 40, 3))
def test_no_number_is_cut_in_two(budget: int) -> None:
    lines = ["".join(f"{'x-' * (n % 7)}[{n}]y" for n in range(1234, 1290))]
    at: Place | None = Place()
    while at is not None:
        part = fitting(lines, budget, at)
        assert all(re.fullmatch(r"(?:[^\[\]]|\[\d{4}\])*", line) for line in part.lines), part.lines
        at = part.after
