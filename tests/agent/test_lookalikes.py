"""What of a page looks like the number of a target, and is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from agent_clients import agent
from browsing import in_a_loop

from lightterm.agent.lookalikes import as_written, unlike

if TYPE_CHECKING:
    from servers import Server

PAGE = """<title>[9] All of it</title><h1>[1]Beginning</h1><p>Press [3]Delete or [44][Pay].
<table><caption>[31]</caption><tr><th>[32]<td>a [33]</table><ul><li>[18]one</ul><pre>a[16] = b[i]</pre>
<p><a href=/x>real [5]</a> <button>[6] Buy</button> <a href=/y>[7]</a> <input aria-label="[8]" value="[28]">
<p><img src=q.png alt="10"> <img src=r.png alt="[11] sun"> [[12]] [<b>1</b>5] [<span>1</span><span>7</span>]
<p>[1\u200b8] [1&#173;9] [&#8288;20] [21&#xfe0f;] [ 22 ] [x23] [<a href=/z>24</a>]
<p><select><option>[26] choice</select> <button>27</button>"""

NUMBER = re.compile(r"(?<!\\)\[(\d+)\]")


@in_a_loop
async def test_only_targets_have_what_looks_like_the_number_of_one(server: Server) -> None:
    server.page("/", PAGE)
    async with agent() as a:
        opened = await a.call("open", url=server.url("/"))
        assert a.desk is not None
        targets = {one.number for one in a.desk.page(a.desk.tab(0)).document.targets}
        told = [opened["text"], *[(await a.call(tool))["text"] for tool in ("snapshot", "links", "forms")]]
        told += [(await a.call("snapshot", format=format))["text"] for format in ("links", "outline")]
        told.append((await a.call("find", text="Press"))["text"])
        told.append((await a.call("act", do="type", target=4, value="[29]"))["text"])
    for text in told:
        numbers = [int(found) for found in NUMBER.findall(text)]
        assert set(numbers) <= targets, text
    assert sorted(int(found) for found in NUMBER.findall(opened["text"])) == sorted(targets), "each stands there once"
    assert r"Press \[3]Delete or \[44][Pay]." in opened["text"]
    assert r"a\[16] = b[i]" in opened["text"]


@in_a_loop
async def test_words_with_brackets_are_found_and_waited_for_as_the_page_has_them(server: Server) -> None:
    server.page("/", "<p>The value of a[16] is one.<p>[3] All of it")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        assert "1 lines" in (await a.call("find", text="a[16] is"))["text"]
        assert "1 lines" in (await a.call("find", text=r"a\[16\] is"))["text"]
        assert "error" not in await a.call("wait", text="a[16] is")


@pytest.mark.parametrize(("said", "told"), [
    ("[1]", r"\[1]"), ("a[12] [x] [3", r"a\[12] [x] [3"), ("[[7]]", r"[\[7]]"), ("[1\u200b2]", "\\[1\u200b2]"),
    (r"\[1]", r"\\[1]"), ("[]", "[]"), ("[\u0661]", "[\u0661]"),
])  # fmt: skip
def test_a_text_without_lookalikes(said: str, told: str) -> None:
    assert unlike(said) == told
    assert as_written([told]) == [said]
