"""Targets by what they are called, the next page of many, and waiting for an element."""

from __future__ import annotations

import re
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from effort import calls

from lightterm.agent.naming import meant
from lightterm.engines.light_binary import missing
from lightterm.errors import ValidationFailed
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot

if TYPE_CHECKING:
    from servers import Server

PAGE = """<title>Harbour</title><p><a href=/tides>Tides of the week</a> <a href=/ferry/oban>Ferry</a>
<a href=/ferry/mull>Ferry</a> <a href=/tides>See the tides</a><form action=/find><label>Port <input name=q></label>
<button>Find it</button></form>"""


@pytest.mark.covers("LBX-25")
@in_a_loop
async def test_a_target_is_named_by_number_words_or_address(server: Server) -> None:
    url = server.page("/", PAGE)
    server.page("/tides", "<title>Tides</title><p>High at six.")
    for name in ("oban", "mull"):
        server.page(f"/ferry/{name}", f"<title>{name}</title><p>To {name}.")
    async with agent(agents__calls_per_minute=0) as a:
        for target, seen in (
            (1, "High at six"), ("1", "High at six"), ("tides of the week", "High at six"),
            ("See", "High at six"), ("the week", "High at six"), ("tides", "High at six"), ("*/ferry/mull", "To mull"),
            (server.url("/ferry/oban"), "To oban"),
        ):  # fmt: skip
            await a.call("open", url=url)
            assert seen in (await a.call("act", do="click", target=target))["text"], target
        await a.call("open", url=url)
        await a.call("act", do="type", target="Port", value="Oban")
        await a.call("act", do="click", target="Find it")
        assert server.log[-1].target == "/find?q=Oban"
        await a.call("open", url=url)
        unclear = (await a.call("act", do="click", target="Ferry"))["error"]
        assert unclear["code"] == "VALIDATION_FAILED" and unclear["context"]["candidates"] == [2, 3]
        step = unclear["recommendedActions"][0]
        assert "To oban" in (await a.call(step["toolToUse"], **step["parameters"]))["text"]
        await a.call("open", url=url)
        for nothing in ("no such words", "*/nowhere", "", "*" * 3000, "9" * 5000):
            error = (await a.call("act", do="click", target=nothing))["error"]
            assert error["code"] == "VALIDATION_FAILED" and error["recommendedActions"], nothing


SPELT = """<button>Don’t save</button><button>Sub&shy;mit</button><button>Caf&#x65;&#x301;</button>
<a href=/more>Load more…</a><button>A – B</button><button>&#xff11;&#xff12; Pro</button><button>İstanbul</button>
<button>Zero&#x200b;width</button><button>Straße</button><button>Import/Export</button><button>“Quoted”</button>
<label>Email * <input name=e></label><button>De&shy;lete my things</button>"""


@pytest.mark.parametrize("more", [0, 3000], ids=["few", "many"])
def test_a_name_is_the_same_however_it_is_typed(more: int) -> None:
    links = "".join(f"<a href=/x/{at}>Link {at}</a> " for at in range(more))
    body = f"<meta charset=utf-8>{SPELT}{links}".encode()
    document = extract(Snapshot(Response("https://a.example/", body=body), "text/html", body), View())[0]
    for said, number in (
        ("Don't save", 1), ("Submit", 2), ("café", 3), ("Load more...", 4), ("A - B", 5), ("12 Pro", 6),
        ("istanbul", 7), ("Zerowidth", 8), ("STRASSE", 9), ("Import/Export", 10), ('"Quoted"', 11), ("Email *", 12),
        ("*/more", 4),
    ):  # fmt: skip
        assert meant(document, said) == number, said
    with pytest.raises(ValidationFailed, match="no more"):
        meant(document, "Delete")  # a soft hyphen hides no word of weight


@pytest.mark.covers("LBX-58")
@in_a_loop
async def test_the_next_page_is_gone_to_by_what_says_so(server: Server) -> None:
    server.page("/1", "<title>1</title><p>First <a href=/9 >Next to the church</a> <a rel=next href=/2>→</a>")
    server.page("/2", "<title>2</title><p>Second <a href=/1>« Previous</a> <a href=/3>Next page ›</a>")
    server.page("/3", "<title>3</title><p>The last one <a href=/2>Previous</a>")
    async with agent() as a:
        await a.call("open", url=server.url("/1"))
        assert "Second" in (await a.call("go", to="next"))["text"]
        assert "The last one" in (await a.call("go", to="next"))["text"]
        assert "Second" in (await a.call("go", to="undo"))["text"]


GROWS = """<title>Feed</title><div id=list></div><script>
let n = 0;
const one = () => list.insertAdjacentHTML('beforeend', `<p>Entry ${++n}, of many words</p>`);
const add = () => { for (let i = 0; i < 20; i++) one() };
add();
addEventListener('scroll', () => { if (n < 60) add() });
</script>"""


@pytest.mark.covers("LBX-58")
@pytest.mark.skipif(bool(missing()), reason=missing() or "there")
@in_a_loop
async def test_where_no_link_leads_on_more_comes_by_scrolling(server: Server) -> None:
    url = server.page("/", GROWS)
    async with agent() as a:
        opened = await a.call("open", url=url, tier="light", deadline=20)
        assert "Entry 20" in opened["text"] and "Entry 21" not in opened["text"]
        told = await a.call("go", to="next", deadline=20)
        assert "Entry 40" in told["text"] and "scrolled to the end" in told["text"]


@pytest.mark.covers("LBX-30", "UBX-11")
@pytest.mark.skipif(bool(missing()), reason=missing() or "there")
@in_a_loop
async def test_an_element_a_text_or_rest_is_waited_for(server: Server) -> None:
    come = threading.Event()

    def late(_asked: Any, talk: Any) -> None:
        come.wait(10)
        talk.reply("<b class=tide>High water at six</b>")

    server.on("/late", late)
    url = server.page(
        "/",
        "<title>T</title><p>Here <span id=a></span></p><script>fetch('/late').then(r => r.text()).then(t => "
        "a.innerHTML = t)</script>",
    )
    async with agent(HOME) as a:
        await a.call("open", url=url, tier="light", deadline=3)
        missed = await a.call("wait", selector=".tide", deadline=0.3)
        assert missed["error"]["code"] == "NETWORK_TIMEOUT" and ".tide" in missed["error"]["message"]
        come.set()
        found = await a.call("wait", selector=".tide", deadline=10)
        assert "High water at six" in found["text"] and "Here" not in found["text"]
        assert "High water" in (await a.call("wait", text="high water", deadline=10))["text"]
        assert "at rest" in (await a.call("wait"))["text"]
        wrong = await a.call("wait", selector="b[", deadline=1)
        assert wrong["error"]["code"] == "VALIDATION_FAILED"


@pytest.mark.covers("UBX-3")
@pytest.mark.skipif(bool(missing()), reason=missing() or "there")
@in_a_loop
async def test_a_client_hears_of_each_tier_that_is_tried(server: Server) -> None:
    heard: list[str] = []
    told_of_tier = threading.Event()

    async def hear(_progress: float, _total: float | None, message: str | None) -> None:
        heard.append(message or "")
        if "in tier light" in heard[-1]:
            told_of_tier.set()

    def late(_asked: Any, talk: Any) -> None:
        told_of_tier.wait(10)
        talk.reply("<p>" + "High water at six in the harbour. " * 20)

    server.on("/late", late)
    url = server.page(
        "/",
        "<title>T</title><div id=root></div><script>fetch('/late').then(r => r.text()).then(t => "
        "root.innerHTML = t)</script>",
    )
    async with agent(HOME) as a:
        result = await a.client.call_tool("browse", {"url": url, "deadline": 20}, progress_callback=hear)
    told = result.structured_content or {}
    assert "High water" in told["text"] and told["tier"] == "light"
    assert heard[0].startswith("loading ") and any(re.search(r"in tier light, \d+\.\d s", words) for words in heard)


MANY = 20_000


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("Link number 7777", 7778),
        ("number 19999", MANY),
        ("*/p12345", 12346),
        ("Nothing called so", 0),
        ("Link", 0),
    ],
)
def test_a_name_on_a_page_of_many_links_makes_none_of_the_others(said: str, number: int) -> None:
    links = "".join(f"<li><a href=/p{n}>Link number {n}</a>" for n in range(MANY))
    url = "https://example.org/"
    body = f"<title>Many</title><ul>{links}</ul>".encode()
    document = extract(Snapshot(Response(url, body=body), "text/html", body), View())[0]
    found: list[int] = []

    def work() -> None:
        with suppress(ValidationFailed):
            found.append(meant(document, said))

    effort = calls(work)
    assert found == ([number] if number else [])
    assert effort < MANY * 90, effort
