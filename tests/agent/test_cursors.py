"""Cursors: what a budget ended goes on, in every format, part and tool, until each word came exactly once."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from typing import Any

import pytest
from agent_clients import HOME, Agent, agent
from browsing import in_a_loop
from effort import calls
from servers import Server

from lightterm.agent.cursors import Lines
from lightterm.agent.growing import Growing, lines_growing
from lightterm.agent.telling import Wanted, formatted
from lightterm.output.a11y import access_lines, access_tree
from lightterm.output.tokens import tokens
from lightterm.session.session import Session
from lightterm.session.tab import Visit

LIMITS = {"agents__calls_per_minute": 0, "agents__megabytes_per_hour": 0}
PARTS = "".join(
    f"<h2>Harbour w{n}a</h2><p>Tides w{n}b of <a href=/harbour/{n}>w{n}c</a> and of w{n}d.<form action=/s/{n}>"
    f"<label>Name w{n}e <input name=f{n}></label></form><img src=/p{n}.png alt='quay w{n}f' width=40 height=30>"
    for n in range(40)
)
ROWS = "".join(f"<tr><td>r{n}a<td>r{n}b" for n in range(60))
CHOICES = "".join(f"<option>land {n}" for n in range(90))
PAGE = (
    f"<!doctype html><title>Harbours</title><h1>All harbours</h1>{PARTS}<table><tr><th>Port<th>Depth{ROWS}</table>"
    f"<form><label>Country <select name=c>{CHOICES}</select></label></form>"
)
WORDS = [f"w{n}{letter}" for n in range(40) for letter in "abcd"] + [
    f"r{n}{letter}" for n in range(60) for letter in "ab"
]

_WORD = re.compile(r"\b[wr]\d+[a-f]\b")


async def all_of(a: Agent, answer: dict[str, Any], budget: int, tool: str = "snapshot", **more: Any) -> list[str]:
    """The texts of an answer and of all that its cursor leads to; none of them is over the budget."""
    texts = [answer["text"]]
    while "cursor" in answer:
        assert answer["truncated"] is True and len(texts) < 500
        answer = await a.call(tool, **more, cursor=answer["cursor"], max_tokens=budget)
        assert "error" not in answer, answer
        texts.append(answer["text"])
        assert tokens(answer["text"]) <= budget, answer["text"]
    return texts


@pytest.mark.parametrize("budget", [200, 700])
@pytest.mark.parametrize("format", ["text", "markdown", "a11y", "html"])
@in_a_loop
async def test_every_format_goes_on_by_cursor_with_and_without_a_tab(server: Server, format: str, budget: int) -> None:
    url = server.page("/", PAGE)
    async with agent(**LIMITS) as a:
        whole = Counter(_WORD.findall((await a.call("browse", url=url, format=format, max_tokens=100_000))["text"]))
        assert set(whole) >= set(WORDS)
        first = await a.call("browse", url=url, format=format, max_tokens=budget)
        assert tokens(first["text"]) <= budget and first["data"]["linesLeft"] > 0
        asked = len(server.log)
        seen = await all_of(a, first, budget, "browse", url=url)
        assert len(server.log) == asked, "what goes on is not loaded again"
        assert Counter(_WORD.findall("\n".join(seen))) == whole
        await a.call("open", url=url)
        opened = await a.call("snapshot", format=format, max_tokens=budget)
        assert Counter(_WORD.findall("\n".join(await all_of(a, opened, budget)))) == whole


@in_a_loop
async def test_json_goes_on_in_whole_documents(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent(**LIMITS) as a:
        answer = await a.call("browse", url=url, format="json", max_tokens=4000)
        texts = await all_of(a, answer, 4000, "browse", url=url)
        words: Counter[str] = Counter()
        parts = ""
        for text in texts:
            parts += text.split("\n")[1].removesuffix(" …")
            try:
                told = json.loads(parts)
            except ValueError:
                continue  # of a block that no answer can hold, as the last one with its ninety choices
            parts = ""
            words.update(_WORD.findall(json.dumps([told["content"], told["tables"]])))
            if told.get("truncated") and tokens(text) < 4000:
                again = await a.call("browse", url=url, cursor=told["truncation"]["cursor"], max_tokens=4000)
                assert "error" not in again, "the cursor in the JSON is one that the tool takes"
    once = {word for word in WORDS if word[0] == "w" and word[-1] in "abd"}
    assert {word: words[word] for word in once} == dict.fromkeys(once, 1)
    assert set(words) >= set(WORDS)


@pytest.mark.parametrize("part", ["links", "forms", "media", "html", "tables", "facts", "network", "console"])
@in_a_loop
async def test_what_is_included_goes_on_by_a_cursor_of_its_own(server: Server, part: str) -> None:
    url = server.page("/", PAGE, headers=[(f"X-Harbour-{n}", "far " * 20) for n in range(30)])
    async with agent(**LIMITS) as a:
        whole = (await a.call("browse", url=url, include=[part], max_tokens=100_000))["data"]
        assert "cursors" not in whole
        told = (await a.result("browse", url=url, include=[part], max_tokens=200)).content[0].text
        assert f"\n{part}:\n" in told and (f"(more {part}: snapshot, cursor " in told or part == "console")
        answer = await a.call("browse", url=url, include=[part], max_tokens=200)
        data = answer["data"]
        assert tokens(json.dumps(data[part])) + tokens(answer["text"]) <= 230
        got, cursor = list(data[part]), data.get("cursors", {}).get(part)
        assert cursor is not None or part == "console"
        while cursor:
            answer = await a.call("browse", url=url, cursor=cursor, max_tokens=200)
            got += answer["data"][part]
            cursor = answer.get("cursor")
    if part in ("tables", "facts", "network", "console"):
        assert [stable(item) for item in joined(got)] == [stable(item) for item in whole[part]]
    else:
        assert letters(got) == letters(whole[part])


def joined(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Items with those that came in parts put together."""
    found, begun = [], ""
    for item in items:
        if set(item) != {"part", "whole"}:
            found.append(item)
            continue
        begun += item["part"]
        if len(begun) == item["whole"]:
            found.append(json.loads(begun))
            begun = ""
    return found


def stable(item: dict[str, Any]) -> dict[str, Any]:
    """What of an item is the same when it is loaded again."""
    return {name: value for name, value in item.items() if name not in ("timestamp", "duration")}


def plain(texts: list[str]) -> str:
    """The words of answers, without marks and the moment of a request."""
    return re.sub(r'"timestamp":\d+', "", letters([re.sub(r"</?page-\w+>", "", text) for text in texts]))


def letters(lines: list[str]) -> str:
    return re.sub(r"[\s…]", "", "".join(lines))


@in_a_loop
async def test_every_other_tool_that_cuts_goes_on_too(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent(HOME.replace(caps=frozenset({"network", "media"})), **LIMITS) as a:
        await a.call("open", url=url)
        for tool, given in (
            ("find", {"text": r"w\d+b"}), ("links", {}), ("links", {"match": "harbour/1"}), ("forms", {}),
            ("network", {"entry": 1}), ("media", {}), ("snapshot", {"part": "Harbour w3a"}),
            ("fill_form", {"fields": {f"f{n}": f"w{n}f" for n in range(40)}}),
        ):  # fmt: skip
            whole = (await a.call(tool, **given, max_tokens=100_000))["text"]
            first = await a.call(tool, **given, max_tokens=80)
            if tool == "fill_form":  # the second time it changes nothing
                await a.call("go", to="reload")
                whole = (await a.call(tool, **given, max_tokens=100_000))["text"]
                await a.call("go", to="reload")
                first = await a.call(tool, **given, max_tokens=80)
            assert "cursor" in first, tool
            seen = await all_of(a, first, 80)
            assert plain(seen) == plain([whole]), tool


@in_a_loop
async def test_a_cursor_is_refused_where_it_is_of_something_else(server: Server) -> None:
    url, other = server.page("/", PAGE), server.page("/other", "<title>Other</title><p>x")
    async with agent(**LIMITS) as a:
        browsed = (await a.call("browse", url=url, max_tokens=100))["cursor"]
        wrong = (await a.call("browse", url=other, cursor=browsed))["error"]
        assert wrong["code"] == "VALIDATION_FAILED"
        step = wrong["recommendedActions"][0]
        assert step["parameters"] == {"url": other}
        assert "Other" in (await a.call(step["toolToUse"], **step["parameters"]))["text"]
        opened = (await a.call("open", url=url, max_tokens=100))["cursor"]
        await a.call("open", url=other)
        gone = (await a.call("snapshot", cursor=opened))["error"]
        assert gone["code"] == "STALE_TARGET"
        assert gone["recommendedActions"][0]["parameters"] == {}
        for n in range(20):
            await a.call("browse", url=url, max_tokens=100 + n)
        assert (await a.call("browse", url=url, cursor=browsed))["error"]["code"] == "STALE_TARGET"
        assert (await a.call("snapshot", cursor="no cursor"))["error"]["code"] == "VALIDATION_FAILED"


@in_a_loop
async def test_all_choices_of_a_field_can_be_read(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent(**LIMITS) as a:
        await a.call("open", url=url)
        told = (await a.call("forms", max_tokens=20_000))["text"]
        number = re.search(r"78 more: snapshot, part (\d+)", told)
        assert number is not None
        first = await a.call("snapshot", part=number[1], max_tokens=120)
        seen = "\n".join(await all_of(a, first, 120))
    assert re.findall(r"^land (\d+)$", seen, re.MULTILINE) == [str(n) for n in range(90)]


@in_a_loop
async def test_what_is_known_of_a_page_keeps_to_the_budget_and_names_what_it_leaves_out(server: Server) -> None:
    for n in range(9):
        server.redirect(f"/{n}{'-far' * 30}", f"/{n + 1}{'-far' * 30}")
    metas = "".join(f"<meta property='og:x{n}' content='{'word ' * 60}'>" for n in range(20))
    server.page(f"/9{'-far' * 30}", f"<title>T</title>{metas}<p>{'High water. ' * 50}")
    url = server.url(f"/0{'-far' * 30}")
    async with agent(**LIMITS) as a:
        for name in ("trace", "metadata"):
            data = (await a.call("browse", url=url, include=[name], max_tokens=300))["data"][name]
            assert tokens(json.dumps(data)) <= 300
        whole = (await a.call("browse", url=url, include=["trace"], max_tokens=20_000))["data"]["trace"]
        assert len(whole["redirects"]) == 9 and "leftOut" not in whole
        await a.call("open", url=url)
        for budget in (60, 200, 600):
            told = await a.call("explain", max_tokens=budget)
            assert tokens(told["text"]) + tokens(json.dumps(told["data"])) <= budget + 100
            assert "redirects" in told["data"]["leftOut"] and told["data"].get("status", 200) == 200
        assert len((await a.call("explain", max_tokens=20_000))["data"]["redirects"]) == 9


@pytest.mark.parametrize("format", ["text", "links"])
@in_a_loop
async def test_lines_of_a_large_page_are_made_as_they_are_asked_for_and_each_comes_once(
    server: Server, format: str
) -> None:
    """All of 120,000 links were made for an answer of 4,000 tokens: beside other programs there was none in time."""
    url = server.page("/", f"<h1>Many</h1>{''.join(f'<p><a href=/p/{n}>Link {n}n</a>' for n in range(5000))}")
    async with agent(**LIMITS) as a:
        for first in (
            await a.call("browse", url=url, format=format, max_tokens=9000),
            await a.call("open", url=url, max_tokens=9000),
        ):
            assert 0 < first["data"]["linesLeft"] < 5000
            seen = re.findall(r"Link (\d+)n", "\n".join(await all_of(a, first, 9000, tool="snapshot")))
            assert seen == [str(n) for n in range(5000)]
        assert a.desk is not None
        page = a.desk.page(a.desk.tab(1))
    many = lines_growing(page.document.blocks, page.document)
    assert isinstance(many, Growing) and len(Lines(many).piece("", 1000).items) > 10 and many.left > 2000


def many(count: int) -> str:
    return f"<h1>Many</h1>{''.join(f'<p><a href=/p/{n}>Link {n}n</a>' for n in range(count))}"


@in_a_loop
async def test_json_of_a_large_page_comes_in_sections_and_each_says_what_is_left(server: Server) -> None:
    """JSON of 120,000 links was made whole, and then in 22 sizes of which each looked at all: 13 s of CPU."""
    url = server.page("/", many(4500))
    async with agent(**LIMITS) as a:
        await a.call("open", url=url)
        for answer in (
            await a.call("browse", url=url, format="json", max_tokens=50_000),
            await a.call("snapshot", format="json", max_tokens=50_000),
        ):
            seen = list[str]()
            while True:
                told = json.loads(answer["text"].split("\n", 1)[1].rsplit("\n", 1)[0])
                seen += [target["text"] for target in told["targets"]]
                assert told["truncated"] is ("cursor" in answer) and told["truncation"]["blocks"] == 4501
                assert told["truncation"]["cursor"] == answer.get("cursor", "")
                if "cursor" not in answer:
                    break
                assert told["truncation"]["omitted"] == answer["data"]["linesLeft"] > 0
                answer = await a.call("snapshot", cursor=answer["cursor"], max_tokens=50_000)
            assert seen == [f"Link {n}n" for n in range(4500)]


@in_a_loop
async def test_json_of_a_large_page_costs_what_is_told_of_it(server: Server) -> None:
    small, large = server.page("/small", many(11_000)), server.page("/large", many(44_000))
    async with agent(**LIMITS) as a:
        assert a.desk is not None
        made = []
        for url in (small, large):
            await a.call("open", url=url)
            visit = a.desk.visit(a.desk.tab(0))
            whole = formatted(a.desk.session, visit, Wanted(format="json", max_tokens=2000), "k")
            made.append(calls(partial(whole.piece, "", 2000)))
        assert made[1] < made[0] * 2, made


@pytest.mark.parametrize("format", ["text", "json"])
@in_a_loop
async def test_a_query_of_a_large_page_says_how_far_it_got_and_goes_on(server: Server, format: str) -> None:
    """With other programs beside, no block was told of 120,000 that were looked through at the end of the time."""
    url = server.page("/", many(25_000).replace(">Link 24000n<", ">Harbour 24000n<"))
    async with agent(**LIMITS) as a:
        assert a.desk is not None
        await a.call("open", url=url)
        visit = a.desk.visit(a.desk.tab(0))
        late = Wanted(format=format, query="harbour", seconds=0.0)
        whole = formatted(a.desk.session, visit, late, "k")
        first = whole.piece("", 4000)
        assert not first.items and "searched blocks 1 to 10000 of 25001" in first.said and first.left == 15001
        second = whole.piece(first.after, 4000)
        assert "searched blocks 10001 to 20000" in second.said
        last = whole.piece(second.after, 4000)
        assert "Harbour 24000n" in "\n".join(last.items) and not last.after and "cursor" not in last.said
        in_time = formatted(a.desk.session, visit, late.replace(seconds=60.0), "k").piece("", 4000)
        assert "Harbour 24000n" in "\n".join(in_time.items) and not in_time.said and not in_time.after


@in_a_loop
async def test_what_a_query_may_take_counts_from_the_load_on(server: Server) -> None:
    url = server.page("/", many(25_000))
    async with agent(**LIMITS) as a:
        assert a.desk is not None
        await a.call("open", url=url)
        visit = a.desk.visit(a.desk.tab(0))
        late = Wanted(query="harbour", seconds=60.0, spent=60.0)
        whole = formatted(a.desk.session, visit, late, "k")
        first = whole.piece("", 4000)
        assert "searched blocks 1 to 10000 of 25001" in first.said
        assert "searched blocks 10001 to 25001" in whole.piece(first.after, 4000).said, "a cursor has time of its own"


def _first_piece(session: Session, visit: Visit, wanted: Wanted) -> None:
    formatted(session, visit, wanted, "k").piece("", 2000)


@in_a_loop
async def test_the_accessibility_tree_of_a_large_page_is_made_as_far_as_it_is_asked_for(server: Server) -> None:
    """It took 4.4 s of CPU for 120,000 links, whatever the budget."""
    lists = {n: "".join(f"<li><b>It</b> <a href=/{at}>Link {at}n</a>" for at in range(n)) for n in (11_000, 44_000)}
    urls = [server.page(f"/{n}", f"<title>M</title><ul><li>One<ol>{items}</ol></ul>") for n, items in lists.items()]
    async with agent(**LIMITS) as a:
        assert a.desk is not None
        made = []
        for url in urls:
            await a.call("open", url=url)
            visit = a.desk.visit(a.desk.tab(0))
            asked = Wanted(format="a11y")
            made.append(calls(partial(_first_piece, a.desk.session, visit, asked)))
        assert made[1] < made[0] * 2, made
        assert visit.page is not None
        document = visit.page.document
        place, lines, pieces = "", list[str](), 0
        whole = formatted(a.desk.session, visit, asked, "k")
        while pieces == 0 or place:
            piece = whole.piece(place, 100_000)
            lines, place, pieces = [*lines, *piece.items], piece.after, pieces + 1
        assert lines == list(access_lines(access_tree(document))) and pieces > 3
        assert lines[0].startswith("- RootWebArea") and sum("RootWebArea" in line for line in lines) == 1


@in_a_loop
async def test_json_of_a_part_has_the_targets_of_that_part_alone(server: Server) -> None:
    """All links of the page were listed beside two blocks that a query found, and took the budget."""
    url = server.page("/", PAGE)
    async with agent(**LIMITS) as a:
        for more, most in (({"query": "w7d"}, 8), ({"keywords": ["w7d"]}, 1)):
            told = await a.call("browse", url=url, format="json", max_tokens=20_000, **more)
            data = json.loads(told["text"].split("\n", 1)[1].rsplit("\n", 1)[0])
            names = [target["text"] for target in data["targets"]]
            assert "w7c" in names and len(names) <= most
