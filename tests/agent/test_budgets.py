"""What every tool answers, in words and as data, is within the tokens that were asked for, as models count them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from servers import Server

from lightterm.agent.caps import CAPS
from lightterm.agent.lean import LEAST
from lightterm.output.tokens import tokens

FIELDS = "".join(
    f"<label>Field {n} <input name=f{n}></label><select name=s{n}>{'<option>One<option>Two' * 4}</select>"
    for n in range(25)
)
PARTS = "".join(
    f"<h2>Part {n} of it</h2><p>WORDS {n} and <a href=/p/{n}?x={n}>link number {n}</a> of the harbours of the coast."
    f"<img src=/i{n}.png alt='Picture {n} of a boat'><table><tr><th>A{n}<th>B<tr><td>1<td>2</table>"
    for n in range(30)
)
PAGE = (
    f"<!doctype html><title>{'A long title of the page ' * 8}</title>"
    + "".join(f'<meta property="og:x{n}" content="A long property of number {n}">' for n in range(30))
    + f"<h1>All</h1><form action=/send>{FIELDS}<button>Send</button></form>{PARTS}"
)
FORMATS = ("text", "markdown", "json", "a11y", "outline", "html")
INCLUDED = ("links", "forms", "tables", "media", "network", "console", "html", "trace", "metadata", "facts")
MANY = {f"Field {n}": "a value" for n in range(20)}

CALLS: list[tuple[str, dict[str, Any]]] = [
    *(("browse", {"format": format}) for format in FORMATS),
    *(("browse", {"include": [name]}) for name in INCLUDED),
    ("browse", {"include": INCLUDED[:5]}),
    ("browse", {"query": "harbours"}),
    ("browse", {"part": "Part 3 of it"}),
    ("browse", {"part": "no such part"}),
    ("open", {}),
    ("snapshot", {}),
    ("snapshot", {"part": "7"}),
    ("find", {"text": "harbours"}),
    ("links", {}),
    ("forms", {}),
    ("explain", {}),
    ("act", {"do": "type", "target": 1, "value": "x" * 80}),
    ("act", {"do": "check", "target": 1}),
    ("act", {"do": "click", "target": 99999}),
    ("fill_form", {"fields": MANY}),
    ("fill_form", {"fields": MANY, "dry_run": True}),
    ("fill_form", {"fields": {"Nothing": "x"}}),
    ("go", {"to": "reload"}),
    ("network", {}),
    ("network", {"entry": 1}),
    ("console", {}),
    ("media", {}),
    ("evaluate", {"script": "1"}),
    ("browse_as", {}),
    ("site", {}),
    ("site", {"do": "data"}),
    ("site", {"do": "preview"}),
    ("watch", {"do": "observe"}),
    ("watch", {"do": "list"}),
    ("batch", {"do": "results"}),
    ("websocket", {"do": "list"}),
]


@pytest.mark.filterwarnings("ignore:open_binary is deprecated")
@pytest.mark.covers("LB-160")
@pytest.mark.parametrize(("depth", "budgets"), [(1, (50, 300, 1000)), (40, (120,))])
@in_a_loop
async def test_no_tool_is_answered_in_more_tokens_than_were_asked_for(
    server: Server, depth: int, budgets: tuple[int, ...]
) -> None:
    from bpe_openai import get_encoding  # warns of itself where it is imported

    counted = [get_encoding(name) for name in ("o200k_base", "cl100k_base")]
    url = server.page(f"/{'long/' * depth}page", PAGE, "text/html; charset=utf-8")
    over: list[tuple[object, ...]] = []
    async with agent(HOME.replace(caps=frozenset(CAPS)), agents__calls_per_minute=0) as a:
        tools = {tool.name: tool.input_schema["properties"] for tool in (await a.client.list_tools()).tools}
        bounded = {name for name, takes in tools.items() if "max_tokens" in takes}
        assert bounded == {name for name, _ in CALLS}, "each that has a budget is tried"
        for budget in budgets:
            await a.call("open", url=url, max_tokens=budget)
            for name, given in CALLS:
                where = {"url": url} if "url" in tools[name] and name not in ("websocket",) else {}
                result = await a.result(name, **where, **given, max_tokens=budget)
                text = "".join(part.text for part in result.content if part.type == "text")
                cost = max(tokens(text), *(len(encoding.encode(text)) for encoding in counted))
                page = (result.structured_content or {}).get("text", "")
                if cost > budget or not text:
                    over.append((name, given, budget, cost))
                data = json.dumps(result.structured_content, ensure_ascii=False, separators=(",", ":"))
                told = max(len(encoding.encode(data)) for encoding in counted)
                if told > max(budget, LEAST):
                    over.append((name, given, budget, told, "as data"))
                if budget >= 300 and "error" not in result.structured_content and page not in text:
                    over.append((name, given, budget, "the page's text is cut"))
    assert not over
