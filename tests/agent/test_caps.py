"""The tools that --caps brings: sessions, downloads, the network and console of a page, scripts, pictures, feedback."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from agent_clients import COMMAND, HOME, agent, environment
from browsing import in_a_loop
from servers import Server
from session.test_tiers import needs_full, needs_light

from lightterm.agent.answer import Answer
from lightterm.agent.caps import CAPS, chosen_caps
from lightterm.agent.pictures import first_pictures, pictures_of
from lightterm.agent.states import states_for
from lightterm.errors import ConfigError
from lightterm.fetch.model import Request
from lightterm.resources import user_directory
from lightterm.session.session import Session
from lightterm.settings import Settings

ALL = HOME.replace(caps=frozenset(CAPS))
SIGNED_IN = "<title>In</title><p>Welcome back, Ada."
WORDS = (
    "The lighthouse keeper wrote down the weather every evening, and the harbour master read it every morning. " * 20
)


def picture(width: int, height: int, form: str) -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (width, height), (200, 30, 30)).save(out, form)
    return out.getvalue()


def members(server: Server) -> str:
    def answer(asked, talk) -> None:
        if "pass=lovelace" in (asked.header("cookie") or ""):
            talk.reply(SIGNED_IN)
        else:
            talk.reply("<title>Out</title><p>Who are you?", headers=[("Set-Cookie", "seen=yes; Max-Age=600")])

    server.on("/members", answer)
    return server.url("/members")


@pytest.mark.covers("LB-86", "LBX-33", "UBX-24", "LB-45", "LB-46", "LB-48", "LB-52")
@in_a_loop
async def test_sessions_have_cookies_and_tabs_of_their_own(server: Server) -> None:
    url = members(server)
    async with agent(ALL) as a:
        await a.call("open", url=url)
        made = await a.call("session", do="create", name="other")
        assert "* other: 0 tabs, 0 cookies" in made["text"] and "  main: 1 tabs, 1 cookies" in made["text"]
        assert (await a.call("snapshot"))["error"]["code"] == "SESSION_NOT_FOUND", "no page is open here"
        cookies = (await a.call("session", do="set_cookie", url=url, cookie="pass=lovelace"))["text"]
        assert "pass 127.0.0.1/ this session" in cookies and "lovelace" not in cookies, "values are never told"
        assert "Welcome back" in (await a.call("open", url=url))["text"]
        saved = await a.call("session", do="save", name="members-1")
        assert "1 cookies, 1 addresses" in saved["text"]
        await a.call("session", do="clear_cookies", url=url)
        assert "Who are you?" in (await a.call("go", to="reload"))["text"]
        assert "members-1" in (await a.call("session", do="states"))["text"]
        loaded = await a.call("session", do="load", name="members-1")
        assert url in loaded["text"] and "Welcome back" in (await a.call("go", to="reload"))["text"]
        await a.call("session", do="switch", name="main")
        assert "Who are you?" in (await a.call("snapshot"))["text"]
        listed = await a.call("session", do="close", name="other")
        assert "other" not in listed["text"]
        assert "* other: 0 tabs, 0 cookies" in (await a.call("session", do="create", name="other"))["text"]
        assert (await a.call("session", do="create", name="other"))["error"]["category"] == "validation", "it is taken"
        await a.call("session", do="close", name="other")
        gone = await a.call("session", do="switch", name="other")
        assert gone["error"]["code"] == "SESSION_NOT_FOUND"
        wrong = [
            await a.call("session", do="close", name="main"),
            await a.call("session", do="create", name="../x"),
            await a.call("session", do="load", name="../../etc/passwd"),
            await a.call("session", do="set_cookie", url=url, cookie="a=b; Domain=example.org"),
            await a.call("session", do="set_cookie", url="file:///etc", cookie="a=b"),
            await a.call("session", do="set_cookie", url=url, cookie="pass=" + "x" * 9000),
            await a.call("session", do="clear_cookies", url="javascript:0"),
        ]
        assert [one["error"]["category"] for one in wrong] == ["validation"] * 7
        assert "seen 127.0.0.1" in (await a.call("session", do="cookies"))["text"], "an address of no host clears none"
        assert (await a.call("session", do="load", name="never"))["error"]["code"] == "SESSION_NOT_FOUND"


@in_a_loop
async def test_a_state_that_was_damaged_is_told_and_hides_no_other(server: Server) -> None:
    """Deeply nested JSON was an internal error, also where states of a host are asked for; a text was addresses."""
    async with agent(ALL) as a:
        await a.call("open", url=members(server))
        await a.call("session", do="set_cookie", url=server.url("/"), cookie="pass=lovelace; Max-Age=9999")
        await a.call("session", do="save", name="whole")
        folder = Path(user_directory("data"), "agent-states")
        state = json.loads((folder / "whole.json").read_text())
        for name, text in (
            ("deep", "[" * 100_000),
            ("bases", json.dumps(state | {"databases": "[" * 50_000})),
            ("text", json.dumps(state | {"tabs": "abc"})),
            ("list", "[]"),
        ):
            (folder / f"{name}.json").write_text(text)
            assert (await a.call("session", do="load", name=name))["error"]["code"] == "FILE_UNREADABLE", name
        assert states_for("127.0.0.1") == ["whole"]


KEEPS = "<title>Keeps</title><p id=a></p><script>localStorage.setItem('seen', 'a secret'); a.textContent = 'k'</script>"
TOLD = {
    "id": str, "name": str, "current": bool, "createdAt": str, "lastUsedAt": str, "url": str, "title": str, "tabs": int,
    "cookies": list, "storage": list, "config": dict,
}  # fmt: skip


@needs_light
@pytest.mark.covers("LB-44", "LB-47", "LB-49")
@in_a_loop
async def test_sessions_are_told_as_data_and_all_closed_at_once(server: Server) -> None:
    url = members(server)
    async with agent(ALL) as a:
        await a.call("open", url=url)
        await a.call("session", do="create", name="other")
        await a.call("session", do="set_cookie", url=url, cookie="pass=lovelace; Max-Age=60")
        await a.call("open", url=server.page("/keeps", KEEPS))
        answer = await a.call("session", do="list")
        main, other = answer["data"]["sessions"]
        assert {key: type(value) for key, value in other.items()} == TOLD
        assert (main["name"], main["title"], main["url"]) == ("main", "Out", url) and main["id"] != other["id"]
        assert other["current"] and (other["title"], other["tabs"]) == ("Keeps", 1)
        assert [(c["name"], c["domain"]) for c in other["cookies"]] == [("pass", "127.0.0.1")]
        assert other["storage"] == [{"origin": server.url(""), "kind": "local", "keys": ["seen"]}]
        assert other["config"]["private"] and main["config"]["maxTier"] == "full"
        made, used = (datetime.fromisoformat(other[key]) for key in ("createdAt", "lastUsedAt"))
        assert made <= used <= datetime.now(UTC) and made >= datetime.fromisoformat(main["createdAt"])
        assert not {"lovelace", "a secret"} & set(json.dumps(answer).split('"')), "values are never told"
        await a.call("session", do="save", name="kept")
        closed = await a.call("session", do="close_all")
        assert "* main: 1 tabs" in closed["text"] and "other" not in closed["text"]
        assert "Who are you?" in (await a.call("snapshot"))["text"]
        assert "kept" in (await a.call("session", do="states"))["text"], "what was saved stays"


@needs_light
@pytest.mark.parametrize("tier", ["light", pytest.param("full", marks=needs_full)])
@in_a_loop
async def test_what_pages_have_stored_is_saved_and_loaded_with_the_cookies(server: Server, tier: str) -> None:
    look = "o.textContent = `has ${document.cookie} ${localStorage.k}`"
    url = server.page("/", f"<title>T</title><p id=o></p><button id=b>Keep</button><script>{look}; b.onclick = () => {{"
                      " document.cookie = 'c=1'; localStorage.k = 'kept' }</script>")  # fmt: skip
    async with agent(ALL, tiers__only=tier) as a:
        await a.call("open", url=url)
        await a.call("act", do="click", target="Keep")
        saved = (await a.call("session", do="save", name="stored"))["text"]
        assert "saved stored: 1 cookies, 1 addresses, the local storage of 1 origins" in saved
    async with agent(ALL, tiers__only=tier) as a:
        assert "has undefined" in (await a.call("open", url=url))["text"], "nothing of it is there by itself"
        loaded = (await a.call("session", do="load", name="stored"))["text"]
        assert "1 cookies, the local storage of 1 origins" in loaded
        assert "has c=1 kept" in (await a.call("open", url=url))["text"]


DATABASE = """const base = () => new Promise((done) => { const asked = indexedDB.open('notes', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('all', { keyPath: 'id' });
  asked.onsuccess = () => done(asked.result) });
const all = async () => (await base()).transaction('all', 'readwrite').objectStore('all');"""


@needs_full
@in_a_loop
async def test_a_saved_state_has_session_storage_and_indexeddb(server: Server) -> None:
    url = server.page("/", f"<title>T</title><p id=o>reading</p><button id=b>Keep</button><script>{DATABASE}"
        "const show = async () => { const got = (await all()).getAll(); got.onsuccess = () => { o.textContent ="
        "`has ${sessionStorage.k} and ${got.result.map((one) => one.text)}` } }; show(); b.onclick = async () => {"
        "sessionStorage.k = 'here'; (await all()).put({ id: 1, text: 'a note' }).onsuccess = show }"
        "</script>")  # fmt: skip
    async with agent(ALL, tiers__only="full") as a:
        assert "has undefined and" in (await a.call("open", url=url))["text"]
        assert "has here and a note" in (await a.call("act", do="click", target="Keep"))["text"]
        saved = (await a.call("session", do="save", name="bases"))["text"]
        assert "the session storage of 1, IndexedDB of 1" in saved
    async with agent(ALL, tiers__only="full") as a:
        assert "has undefined and" in (await a.call("open", url=url))["text"], "nothing of it is there by itself"
        assert "IndexedDB of 1" in (await a.call("session", do="load", name="bases"))["text"]
        assert "has here and a note" in (await a.call("open", url=url))["text"]
        await a.call("open", url=server.page("/other", "<p>elsewhere"))
        assert "and a note" in (await a.call("open", url=url))["text"], "it stays while the session lasts"


@needs_light
@in_a_loop
async def test_session_storage_of_a_saved_state_is_given_in_the_light_tier(server: Server) -> None:
    url = server.page("/", "<p id=o></p><button id=b>Keep</button><script>o.textContent = `has ${sessionStorage.k}`;"
                      " b.onclick = () => { sessionStorage.k = 'here' }</script>")  # fmt: skip
    async with agent(ALL, tiers__only="light") as a:
        await a.call("open", url=url)
        await a.call("act", do="click", target="Keep")
        await a.call("session", do="save", name="brief")
    async with agent(ALL, tiers__only="light") as a:
        assert "the session storage of 1" in (await a.call("session", do="load", name="brief"))["text"]
        assert "has here" in (await a.call("open", url=url))["text"]


@in_a_loop
async def test_files_are_saved_in_the_granted_folder_alone(server: Server, tmp_path: Path) -> None:
    server.page("/paper.pdf", b"%PDF-1.4 words", "application/pdf")
    server.page("/", "<a href=/paper.pdf>the paper</a> <a href=/no-such>none</a>")
    async with agent(ALL, agents__downloads=str(tmp_path)) as a:
        await a.call("open", url=server.url("/"))
        got = (await a.call("download", target=1))["data"]
        assert (got["file"], got["bytes"], got["contentType"]) == ("paper.pdf", 14, "application/pdf")
        again = (await a.call("download", url=server.url("/paper.pdf"), name="mine.pdf"))["data"]
        assert (tmp_path / again["file"]).read_bytes() == b"%PDF-1.4 words"
        for name in ("../out.pdf", "/tmp/out.pdf", ".hidden", "a\0b", "a\nb", "\x1b[31mred", "\u202egpj.exe", "-rf"):
            assert (await a.call("download", target=1, name=name))["error"]["code"] == "VALIDATION_FAILED"
        assert (await a.call("download", target=2))["error"]["category"] == "http"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.pdf", "paper.pdf"]
    async with agent(ALL) as a:
        refused = await a.call("download", url=server.url("/paper.pdf"))
        assert refused["error"]["code"] == "ACTION_REFUSED"
    async with agent(ALL.replace(asker="program"), agents__downloads=str(tmp_path)) as a:
        assert (await a.call("download", url=server.url("/paper.pdf")))["error"]["category"] == "security"


@pytest.mark.covers("UB-114", "LBX-54")
@in_a_loop
async def test_the_requests_of_a_page_are_listed_read_and_saved_as_har(server: Server, tmp_path: Path) -> None:
    url = server.page("/", f"<title>Tides</title><p>{WORDS}", headers=[("Set-Cookie", "pass=secret-1")])
    async with agent(ALL, agents__downloads=str(tmp_path)) as a:
        await a.call("open", url=url)
        assert "1 GET 200 document" in (await a.call("network"))["text"]
        assert "no such request" in (await a.call("network", match="api"))["text"]
        whole = (await a.call("network", entry=1))["text"]
        assert '"contentType": "text/html; charset=utf-8"' in whole and "secret-1" not in whole
        assert "network.har" in (await a.call("network", har=True))["text"]
        assert (await a.call("network", entry=7))["error"]["code"] == "VALIDATION_FAILED"
        assert "nothing was said" in (await a.call("console"))["text"]
    log = json.loads((tmp_path / "network.har").read_text("utf-8"))["log"]
    assert log["version"] == "1.2" and log["entries"][0]["request"]["url"] == url
    assert "secret-1" not in json.dumps(log)


@pytest.mark.covers("LB-88", "LB-162", "LB-163", "LBX-27")
@in_a_loop
async def test_pictures_come_as_pictures_no_larger_than_asked_for(server: Server) -> None:
    from PIL import Image

    server.page("/big.png", picture(1600, 400, "PNG"), "image/png")
    server.page("/photo.jpg", picture(300, 200, "JPEG"), "image/jpeg")
    url = server.page(
        "/", "<p>A <img src=/big.png alt='red sea' width=1600 height=400> and <img src=/photo.jpg alt=boat>"
    )
    async with agent(ALL) as a:
        await a.call("open", url=url)
        result = await a.result("media", show=[1, 2], max_side=200)
        shown = [block for block in result.content if block.type == "image"]
        assert [block.mime_type for block in shown] == ["image/png", "image/jpeg"]
        sizes = [Image.open(BytesIO(base64.b64decode(block.data))).size for block in shown]
        assert sizes == [(200, 50), (200, 133)]
        assert f"[img:1] image red sea 1600×400 {server.url('/big.png')}" in result.structured_content["text"]
        assert (await a.call("media", show=[3]))["error"]["code"] == "VALIDATION_FAILED"
        browsed = await a.result("browse", url=url, include=["pictures"])
        assert [block.type for block in browsed.content] == ["text", "image", "image"]
        assert [line.split()[0] for line in browsed.structured_content["data"]["pictures"]] == ["[img:1]", "[img:2]"]


@pytest.mark.covers("LB-166")
def test_all_pictures_one_and_an_answer_of_text_and_pictures_are_made_from_a_page(server: Server) -> None:
    server.page("/big.png", picture(1600, 400, "PNG"), "image/png")
    server.page("/photo.jpg", picture(300, 200, "JPEG"), "image/jpeg")
    url = server.page("/", "<p>Sea <img src=/big.png alt=sea><img src=/none.png alt=x><img src=/photo.jpg alt=boat>")
    with Session(Settings()) as session:
        page = session.open(Request(url=url), 80)
        numbers, every = first_pictures(session, page, 200)
        single = pictures_of(session, page, (3,), 100)
    assert (numbers, [each.media_type for each in every]) == ([1, 3], ["image/png", "image/jpeg"])
    assert len(single) == 1 and base64.b64decode(single[0].base64()) == single[0].body
    answer = Answer(text="Two pictures").result(every)
    assert [block.type for block in answer.content] == ["text", "image", "image"]
    assert answer.content[0].text == "Two pictures" and answer.content[2].mime_type == "image/jpeg"


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
@pytest.mark.covers("LB-164")
@in_a_loop
async def test_a_video_comes_as_some_of_its_frames(server: Server) -> None:
    from PIL import Image

    clip = Path(__file__).parents[1] / "extract" / "media" / "clip.webm"
    server.page("/clip.webm", clip.read_bytes(), "video/webm")
    url = server.page("/", "<p>Look: <video src=/clip.webm></video>")
    async with agent(ALL) as a:
        await a.call("open", url=url)
        result = await a.result("media", show=[1], max_side=32)
        shown = [base64.b64decode(block.data) for block in result.content if block.type == "image"]
        assert [Image.open(BytesIO(body)).size for body in shown] == [(32, 24)] * 4
        assert len(set(shown)) == 4


@pytest.mark.covers("LB-39")
@in_a_loop
async def test_scripts_are_run_only_where_that_is_allowed(server: Server) -> None:
    url = server.page("/", f"<p>{WORDS}")
    async with agent(ALL) as a:
        await a.call("open", url=url)
        refused = await a.call("evaluate", script="1 + 1")
        assert refused["error"]["code"] == "ACTION_REFUSED"
    async with agent(ALL.replace(evaluates=True)) as a:
        await a.call("open", url=url)
        assert (await a.call("evaluate", script="1 + 1"))["error"]["code"] == "CONTENT_REQUIRES_JS"


@in_a_loop
async def test_feedback_changes_where_the_next_page_begins(server: Server) -> None:
    from lightterm.fetch.model import LIGHT, Request
    from lightterm.session.engines import plan_for

    url = server.page("/", f"<p>{WORDS}")
    async with agent(ALL) as a:
        assert a.desk is not None
        await a.call("open", url=url)
        asked = Request(url=url, asker="program")
        assert plan_for(a.desk.session, asked).start < LIGHT
        said = await a.call("feedback", verdict="incomplete")
        assert "127.0.0.1 begins in tier light" in said["text"]
        assert plan_for(a.desk.session, asked).start == LIGHT
        await a.call("feedback", verdict="wrong")
        assert plan_for(a.desk.session, asked).start < LIGHT


@in_a_loop
async def test_nobody_is_told_of_tools_that_were_not_asked_for() -> None:
    async with agent() as usual, agent(HOME.replace(caps=frozenset({"media"}))) as more:
        names = [{tool.name for tool in (await one.client.list_tools()).tools} for one in (usual, more)]
    assert names[1] - names[0] == {"media"} and not names[0] & {"session", "download", "evaluate", "feedback"}


@pytest.mark.covers("UB-42")
def test_an_unknown_cap_is_said_with_those_there_are() -> None:
    with pytest.raises(ConfigError) as raised:
        chosen_caps(["storage", "tea"])
    assert (raised.value.category, raised.value.retryable) == ("config", False)
    done = subprocess.run([*COMMAND, "--caps", "storage,tea"], capture_output=True, text=True, env=environment())
    assert done.returncode == 2 and "no cap 'tea'; there are storage, files" in done.stderr


READS = {"browse", "snapshot", "find", "links", "forms", "explain", "wait", "screenshot", "network", "console", "media"}
HERE = {"snapshot", "find", "links", "forms", "explain", "wait", "screenshot", "network", "console", "media"}
"""Tools that change nothing, and those that ask nobody."""
ACTING = {"act", "fill_form", "evaluate", "websocket"}
GIVEN = {"find": {"text": "chart"}, "network": {"entry": 1}, "wait": {"text": "Tides"}}


@pytest.mark.covers("BKX-6")
@in_a_loop
async def test_what_tools_say_of_themselves_is_so(server: Server) -> None:
    url = server.page("/", f"<title>Tides</title><h1>Tides</h1><p>{WORDS}<a href=/chart>chart</a>")
    async with agent(ALL) as a:
        tools = {tool.name: tool.annotations for tool in (await a.client.list_tools()).tools}
        assert {name for name, told in tools.items() if told.read_only_hint} == READS | {"verify"}
        assert {name for name, told in tools.items() if told.destructive_hint} == ACTING
        quiet = {name for name, told in tools.items() if not told.open_world_hint}
        assert quiet == HERE | {"tabs", "session", "config", "feedback"}
        assert all(not (told.read_only_hint and told.destructive_hint) for told in tools.values())
        await a.call("open", url=url)
        before = await a.call("snapshot")
        for name in sorted(HERE):
            asked = len(server.log)
            await a.call(name, **GIVEN.get(name, {}))
            after = await a.call("snapshot")
            assert (after["text"], after["revision"], after["tab"]) == (before["text"], before["revision"], 1), name
            assert len(server.log) == asked, f"{name} asks nobody"
        for name in ("browse", "verify"):
            await a.call(name, url=url)
            assert (await a.call("snapshot"))["revision"] == before["revision"], name
