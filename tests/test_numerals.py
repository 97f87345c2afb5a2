"""What `int` refuses stands where a number should: on pages, in feeds, in headers, in calls. Nothing falls over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import agent
from browsing import in_a_loop
from dumping import dump
from hypothesis import given
from hypothesis import strategies as st
from small_servers import LineServer

from lightterm.numerals import DIGITS, is_whole, whole_number

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Server, Talk

LONG = "9" * 5_000
"""More digits than `int` takes."""

ODD = {
    "a power": "²",
    "a circle": "④",
    "other digits": "٣",
    "two signs": "--5",
    "both signs": "-+5",
    "long": LONG,
    "infinite": "1e999",
    "not a number": "nan",
    "too much to reckon with": "-1e308",
    "long negative": f"-{LONG}",
}

PAGE = """<meta property="article:published_time" content="QQQQ-QQ-QQ">
<style>@counter-style x { system: additive; additive-symbols: Q "x", 1 "i"; pad: Q "0"; range: Q Q }
 ol { list-style: x; counter-reset: a Q; counter-increment: a Q } li::before { content: counter(a) }
 p { order: Q; tab-size: Q; columns: Q; color: rgb(Q,Q,Q); background: rgb(255,255,255) }
 div { display: grid; grid-template-columns: repeat(Q, 1fr) } i:nth-child(Q), i:nth-child(Qn+Q) { display: none }
 b { color: oklch(Q Q Q) } u { color: oklab(Q Q Q / Q) } s { color: hsl(Q Q% Q%) } tt { color: hwb(Q Q% Q%) }
 b, u, s, tt { background: white; letter-spacing: Qpx; font-size: calc(1em + 0 * Qpx) }
 section { display: flex }</style>
<div><p>a<p>b</div><section><p style="order:Q">c<p style="order:-Q">d</section><pre>a\tb</pre>
<table><tr><td colspan=Q rowspan=Q>x<td>y</table><ol start=Q reversed><li value=Q>v</ol><font size=Q>f</font>
<input size=Q maxlength=Q><input type=number min=Q max=Q step=Q value=Q><input type=range min=Q max=Q value=Q>
<input type=date min=Q-Q-Q value=Q-Q-Q><textarea rows=Q cols=Q></textarea><select size=Q><option>Q</select>
<h1 aria-level=Q>h</h1><div role=listitem aria-setsize=Q aria-posinset=Q>z</div><meter value=Q max=Q></meter>
<img width=Q height=Q alt=i src=i><map><area shape=rect coords=Q,Q,Q,Q href=x></map><time datetime=Q>t</time>
<script type="application/ld+json">{"@type": "Article", "datePublished": "QQQQ-QQ-QQ", "n": Q, "a": [Q]}</script>
<script>window.__NUXT__ = {a: Q, b: [Q, -Q]}</script><p>By Q on Q January Q, Q/Q/Q
<p>innermost <b>b</b> <u>u</u> <s>s</s> <tt>t</tt>
<meter value=Q min=Q max=Q low=Q>m</meter><progress value=Q max=Q></progress><img src=i srcset="a Qw, b Qx" sizes=Qvw>
<math><mspace width=Qem /><mfrac linethickness=Qpx><mi>a</mi><mi>b</mi></mfrac></math>
<input pattern="\\u{FFFFFFFF}[\\u{110000}]Q" value=x>"""

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>
<item><title>one</title><pubDate>Q Jan 2024 10:00:00 GMT</pubDate></item>
<item><title>innermost</title><pubDate>1 Jan Q 10:00:00 GMT</pubDate><enclosure url="x" length="Q"/></item>
</channel></rss>"""


@given(st.text(max_size=30) | st.from_regex(r"\A[0-9]{1,40}\Z"))
def test_a_number_is_what_int_reads_and_never_beyond_the_bound(text: str) -> None:
    plain = text != "" and not text.strip("0123456789")
    assert whole_number(text, -1) == (min(int(text), 10**DIGITS) if plain else -1)
    assert is_whole(text) == (plain and len(text) <= DIGITS)


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("kind", ["text", "metadata", "a11y", "feed"])
def test_a_page_of_numbers_that_are_none(kind: str, name: str, tmp_path: Path) -> None:
    page = tmp_path / ("page.xml" if kind == "feed" else "page.html")
    page.write_text((FEED if kind == "feed" else PAGE).replace("Q", ODD[name]), "utf-8")
    done = dump("--format", "text" if kind == "feed" else kind, str(page))
    assert (done.code, done.errors) == (0, "") and "innermost" in done.text


@pytest.mark.parametrize("length", [LONG, "²", "٣", "-5"])
@in_a_loop
async def test_a_length_that_is_no_number(length: str, server: Server, tmp_path: Path) -> None:
    def answer(asked: Asked, talk: Talk) -> None:
        talk.send(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n<p>words".encode())
        talk.close()

    server.on("/", answer)
    code = 18 if length == LONG else 0
    assert dump(server.url()).code == code
    saved = dump(f"--download={tmp_path}/", server.url("/?a.html"))
    assert "internal error" not in saved.errors and saved.code in (0, code)

    async with agent() as asking:
        assert "words" in (await asking.call("browse", url=server.url()))["text"]


def test_a_wait_that_is_no_number_is_said_as_it_came() -> None:
    server = LineServer(lambda line: "44 ²\r\n".encode())
    try:
        done = dump(f"gemini://127.0.0.1:{server.port}/")
    finally:
        server.stop()
    assert "internal error" not in done.errors


@pytest.mark.parametrize("number", [LONG, "²", "٣"])
@in_a_loop
async def test_numbers_of_calls(number: str, server: Server) -> None:
    server.page("/", f"<h1>h</h1><input aria-label=a maxlength={LONG}><select aria-label=s><option>{LONG}</select>")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("snapshot", {"part": number}),
        ("snapshot", {"tab": number}),
        ("fill_form", {"fields": {number: "x"}}),
        ("fill_form", {"fields": {"a": number, "s": number}}),
        ("act", {"do": "click", "target": number}),
    ]
    async with agent() as asking:
        await asking.call("open", url=server.url())
        answers = [str(await asking.result(name, **given)) for name, given in calls]
    assert not [told for told in answers if "internal error" in told.lower()]
