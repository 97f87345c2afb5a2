"""What a page asks is answered as it was said before, by agents and in the app; what it makes to be saved is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agent_clients import HOME, agent
from browsing import browsing, in_a_loop
from session.test_tiers import needs_full, needs_light

from lightterm import settings

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from browsing import Browsing
    from servers import Server

TIERS = pytest.mark.parametrize(
    "tier", [pytest.param("light", marks=needs_light), pytest.param("full", marks=needs_full)]
)
PAGE = """<title>Q</title><div id=root></div><script>
root.innerHTML = '<button id=c>Bridge</button> <button id=p>Sign</button><p id=o>nobody asked</p>';
c.onclick = () => { o.textContent = 'voted ' + confirm('For the bridge?') };
p.onclick = () => { o.textContent = 'signed ' + prompt('Who signs?', 'nobody') };
</script>"""


def in_tier(url: str, tier: str) -> AbstractAsyncContextManager[Browsing]:
    """The app with a page that lives in that tier."""
    return browsing(url, chosen=settings.load().with_session([("tiers.only", tier)]))


@TIERS
@in_a_loop
async def test_an_agent_says_what_the_next_question_is_answered_with(server: Server, tier: str) -> None:
    server.page("/", PAGE)
    async with agent(tiers__only=tier) as a:
        await a.call("open", url=server.url("/"))
        for value, button, shown in (
            ("accept", "Bridge", "voted true"),
            ("Ada Lovelace", "Sign", "signed Ada Lovelace"),
            ("dismiss", "Bridge", "voted false"),
        ):
            said = await a.call("act", do="dialog", value=value)
            assert f"the next question of the page is answered: {value}" in said["text"]
            await a.call("act", do="click", target=button)
            assert shown in (await a.call("snapshot"))["text"]
        await a.call("act", do="click", target="Sign")
        assert "signed null" in (await a.call("snapshot"))["text"], "an answer is for one question"


@needs_light
@in_a_loop
async def test_a_person_says_so_too(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "nobody asked" in b.screen)
        await b.type(":act dialog 0 Ada Lovelace\n")
        await b.until(lambda: "is answered: Ada Lovelace" in b.status)
        await b.type(":follow 2\n")
        await b.until(lambda: "signed Ada Lovelace" in b.screen)


@needs_light
@pytest.mark.parametrize("taken", ["", pytest.param("globalThis.fetch = () => Promise.reject();", marks=needs_full)])
@in_a_loop
async def test_a_file_that_a_page_makes_is_saved_by_the_engine_that_can(
    server: Server, tmp_path: Path, taken: str
) -> None:
    page = "<title>E</title><div id=root></div><script>root.innerHTML = '<button>Export</button><p>rows</p>';"
    page += "root.firstChild.onclick = () => { const a = document.createElement('a'); a.download = 'rows.csv';"
    page += "root.parentNode.append(a); a.href = URL.createObjectURL(new Blob([new Uint8Array([0, 255, 128])]));"
    page += f"a.click(); URL.revokeObjectURL(a.href) }};{taken}</script>"
    server.page("/", page)
    async with agent(HOME, agents__downloads=str(tmp_path)) as a:
        assert (await a.call("open", url=server.url("/")))["tier"] == "light"
        said = (await a.call("act", do="click", target="Export"))["text"]
        assert said.count("rows.csv") == 1
        assert ("loaded again for it, in the full tier" in said) == bool(taken)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [bytes((0, 255, 128))]


@needs_light
@pytest.mark.parametrize("tier", ["light", pytest.param("full", marks=needs_full)])
@in_a_loop
async def test_a_file_that_a_click_downloads_is_kept_where_that_was_granted(
    server: Server, tmp_path: Path, tier: str
) -> None:
    given = [("Content-Disposition", 'attachment; filename="r e.txt"')]
    server.on("/file", lambda asked, talk: talk.reply("contents", headers=given, content_type="text/plain"))
    page = "<title>E</title><div id=root></div><script>root.innerHTML = '<a href=/file>Get</a><p>alive'</script>"
    server.page("/", page)
    async with agent(HOME, agents__downloads=str(tmp_path), tiers__only=tier) as a:
        assert (await a.call("open", url=server.url("/")))["tier"] == tier
        said = [(await a.call("act", do="click", target="Get"))["text"] for _ in range(2)]
        tabs = (await a.call("tabs"))["text"]
        assert "alive" in (await a.call("snapshot"))["text"]
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["r e.1.txt", "r e.txt"] and {path.read_text() for path in tmp_path.iterdir()} == {"contents"}
    assert [f"downloaded {tmp_path / name}" in words for name, words in zip(reversed(names), said, strict=True)] == [
        True
    ] * 2
    assert server.url("/file") not in tabs


ASKS_TWICE = """<title>Q</title><div id=root></div><script>
root.innerHTML = '<button id=c>Delete</button> <button id=p>Sign</button><p id=o>nobody asked</p>';
c.onclick = () => { o.textContent = confirm('All of\\nthem?') && confirm('Really?') ? 'gone' : 'kept' };
p.onclick = () => { o.textContent = 'signed ' + prompt('Who signs?', 'nobody') };
</script>"""


@TIERS
@in_a_loop
async def test_a_person_is_asked_what_the_page_asks(server: Server, tier: str) -> None:
    server.page("/", ASKS_TWICE)
    async with in_tier(server.url("/"), tier) as b:
        await b.until(lambda: "nobody asked" in b.screen)
        await b.type(":follow 1\n")
        await b.until(lambda: "127.0.0.1 asks: All of them?" in b.screen)
        await b.type("\n")  # what is marked does nothing
        await b.until(lambda: "asks:" not in b.screen and "kept" in b.screen)
        await b.type(":follow 1\n")
        await b.until(lambda: "asks: All of them?" in b.screen)
        await b.type("y")
        await b.until(lambda: "asks: Really?" in b.screen)
        await b.type("y")
        await b.until(lambda: "gone" in b.screen)
        await b.type(":follow 1\n")
        await b.until(lambda: "asks: All of them?" in b.screen and "kept" in b.screen)
        await b.type("n:follow 2\n")
        await b.until(lambda: "127.0.0.1 asks: Who signs?" in b.screen)
        await b.type("Ada\n")
        await b.until(lambda: "signed Ada" in b.screen)
        await b.type(":follow 2\n")
        await b.until(lambda: "asks: Who signs?" in b.screen)
        await b.type("\n")
        await b.until(lambda: "signed nobody" in b.screen)


CHANGES = """<title>Q</title><div id=root></div><script>
let asked = 0;
root.innerHTML = '<button id=c>Delete</button><p id=o>nobody asked</p>';
c.onclick = () => { o.textContent = confirm(`Delete number ${++asked}?`) ? 'gone' : `kept ${asked}` };
</script>"""


@TIERS
@in_a_loop
async def test_a_yes_is_for_what_was_asked_and_nothing_else(server: Server, tier: str) -> None:
    server.page("/", CHANGES)
    async with in_tier(server.url("/"), tier) as b:
        await b.until(lambda: "nobody asked" in b.screen)
        await b.type(":follow 1\n")
        await b.until(lambda: "asks: Delete number 1?" in b.screen)
        await b.type("y")
        await b.until(lambda: "asks: Delete number 2?" in b.screen and "kept 2" in b.screen)
