"""Errors say what to do next: a client that only follows gets what it wanted, or hears that nobody can."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from agent_clients import HOME, Agent, agent
from browsing import in_a_loop
from jsonschema import Draft202012Validator
from reference_client import ReferenceClient, Refused, check
from servers import Server

from lightterm.engines.light_binary import missing as no_lightpanda

WORDS = "The lighthouse keeper wrote down the weather every evening, and the harbour master read it every morning. "
PAGE = f"""<title>Tides</title><h1>Tides</h1><p>{WORDS * 4}<a href=/week>whole week</a> <a href=/chart>chart</a>
<h2>Ferry times</h2><p>At noon.<form action=/found><label>Harbour <input name=q></label><label>Zone name
<select name=zone><option>North<option>South</select></label><button>Find</button>
<button name=way value=back>Find</button></form>"""

Prepare = Callable[[Server, Agent], Awaitable[tuple[str, dict[str, Any]]]]


def flaky(server: Server, path: str, failures: int, status: int, **headers: str) -> str:
    """An address that fails a number of times, then has a page."""
    left = [failures]

    def answer(asked: Any, talk: Any) -> None:
        left[0] -= 1
        if left[0] >= 0:
            talk.reply(
                "<p>not now", status, headers=[(name.replace("_", "-"), value) for name, value in headers.items()]
            )
        else:
            talk.reply(PAGE)

    server.on(path, answer)
    return server.url(path)


def reset_first(server: Server, path: str) -> str:
    """An address whose first connections break."""
    left = [3]

    def answer(_asked: Any, talk: Any) -> None:
        left[0] -= 1
        if left[0] >= 0:
            talk.reset()
        else:
            talk.reply(PAGE)

    server.on(path, answer)
    return server.url(path)


def slow(server: Server, path: str) -> str:
    def answer(_asked: Any, talk: Any) -> None:
        if not talk.stopping.wait(0.8):
            talk.reply(PAGE)

    server.on(path, answer)
    return server.url(path)


def browsing(make: Callable[[Server], str], **more: Any) -> Prepare:
    async def prepare(server: Server, _agent: Agent) -> tuple[str, dict[str, Any]]:
        return "browse", {"url": make(server), **more}

    return prepare


def opened(tool: str, **arguments: Any) -> Prepare:
    async def prepare(server: Server, a: Agent) -> tuple[str, dict[str, Any]]:
        server.page("/week", "<title>Week</title><p>All week. <a href=/chart>chart</a>")
        await a.call("open", url=server.page("/tides", PAGE))
        return tool, arguments

    return prepare


async def stale(server: Server, a: Agent) -> tuple[str, dict[str, Any]]:
    server.page("/week", "<title>Week</title><p><a href=/tides>back</a> <a href=/chart>chart</a>")
    server.page("/chart", "<title>Chart</title><p>A chart.")
    first = await a.call("open", url=server.page("/tides", PAGE))
    await a.call("act", do="click", target=1)
    return "act", {"do": "click", "target": 2, "revision": first["revision"]}


async def too_many_tabs(server: Server, a: Agent) -> tuple[str, dict[str, Any]]:
    url = server.page("/tides", PAGE)
    for _ in range(3):
        await a.call("open", url=url, new_tab=True)
    return "open", {"url": url, "new_tab": True}


async def revision_gone(server: Server, a: Agent) -> tuple[str, dict[str, Any]]:
    server.page("/week", "<title>Week</title><p>All week.")
    await a.call("open", url=server.page("/tides", PAGE))
    return "snapshot", {"cursor": "7:3"}


async def deep(server: Server, _agent: Agent) -> tuple[str, dict[str, Any]]:
    server.page("/docs/", "<title>Docs</title><p>Our documents. <a href=/docs/tides>Tides</a>")
    return "browse", {"url": server.url("/docs/tydes")}


async def far(server: Server, _agent: Agent) -> tuple[str, dict[str, Any]]:
    server.page("/", "<title>Home</title><p>Our first page. <a href=/docs/tides>Tides</a>")
    return "browse", {"url": server.url("/a/b/c/tydes")}


async def image(server: Server, _agent: Agent) -> tuple[str, dict[str, Any]]:
    return "open", {"url": server.page("/data.bin", bytes(range(256)) * 40, "application/octet-stream")}


async def misnamed(server: Server, _agent: Agent) -> tuple[str, dict[str, Any]]:
    return "browse", {"uri": server.page("/t", PAGE)}


CASES: dict[str, tuple[str, Prepare]] = {
    "busy": ("HTTP_SERVICE_UNAVAILABLE", browsing(lambda s: flaky(s, "/b", 1, 503))),
    "bad gateway": ("HTTP_BAD_GATEWAY", browsing(lambda s: flaky(s, "/g", 1, 502))),
    "server error": ("HTTP_SERVER_ERROR", browsing(lambda s: flaky(s, "/e", 1, 500))),
    "rate limit": ("RATE_LIMIT_EXCEEDED", browsing(lambda s: flaky(s, "/r", 2, 429, Retry_After="7"))),
    "dropped": ("NETWORK_CONNECTION_FAILED", browsing(lambda s: reset_first(s, "/d"))),
    "too little time": ("NETWORK_TIMEOUT", browsing(lambda s: slow(s, "/s"), deadline=0.3)),
    "not in the cache": ("NETWORK_NOT_CACHED", browsing(lambda s: s.page("/c", PAGE), freshness="cached")),
    "not there": ("HTTP_NOT_FOUND", deep),
    "a slip in the address": ("URL_INVALID", browsing(lambda s: s.page("/t", PAGE).replace("http://", "http:/"))),
    "no such heading": ("EXTRACTION_ERROR", browsing(lambda s: s.page("/t", PAGE), part="Ferry timse")),
    "no such heading at all": ("EXTRACTION_ERROR", browsing(lambda s: s.page("/t", PAGE), part="xyzzy")),
    "nothing selected": ("EXTRACTION_ERROR", browsing(lambda s: s.page("/t", PAGE), selectors=[".no-such"])),
    "not sure enough": ("VALIDATION_FAILED", browsing(lambda s: s.page("/p", "<div>a</div>"), min_confidence=1)),
    "number too large": ("COMMAND_INVALID", browsing(lambda s: s.page("/t", PAGE), max_tokens=10_000_000)),
    "a word misspelt": ("COMMAND_INVALID", browsing(lambda s: s.page("/t", PAGE), format="markdwon")),
    "wrong type": ("COMMAND_INVALID", browsing(lambda s: s.page("/t", PAGE), deadline="soon")),
    "a name misspelt": ("COMMAND_INVALID", misnamed),
    "a list forgotten": ("COMMAND_INVALID", browsing(lambda s: s.page("/t", PAGE), keywords="noon")),
    "a tool misspelt": ("COMMAND_INVALID", opened("snapshto")),
    "a verb taken for a tool": ("COMMAND_INVALID", opened("reload")),
    "another browser's click": ("COMMAND_INVALID", opened("browser_click", target=1)),
    "another browser's reading": ("COMMAND_INVALID", opened("read_page")),
    "a name misspelt, and too large": ("COMMAND_INVALID", browsing(lambda s: s.page("/t", PAGE), maxTokens=10**9)),
    "another word for a verb": ("COMMAND_INVALID", opened("act", do="tap", target=1)),
    "another word for what": ("COMMAND_INVALID", opened("go", do="reload")),
    "another word for a text": ("COMMAND_INVALID", opened("find", query="noon")),
    "a number for words": ("COMMAND_INVALID", opened("fill_form", fields={"Harbour": 5})),
    "a part misspelt": ("COMMAND_INVALID", browsing(lambda s: s.page("/t", PAGE), include=["forms", "linkz"])),
    "a label misspelt": ("VALIDATION_FAILED", opened("act", do="click", target="whole wek")),
    "a label of two": ("VALIDATION_FAILED", opened("act", do="click", target="Find")),
    "a choice misspelt": ("VALIDATION_FAILED", opened("act", do="select", target=5, value="Nort")),
    "a choice of a form misspelt": ("VALIDATION_FAILED", opened("fill_form", fields={"Zone": "Nrth"})),
    "no selector": ("VALIDATION_FAILED", browsing(lambda s: s.page("/t", PAGE), selectors=["h1", "p[[["])),
    "an address in quotes": ("URL_INVALID", browsing(lambda s: f'"{s.page("/t", PAGE)}"')),
    "an address of Markdown": ("URL_INVALID", browsing(lambda s: f"[tides]({s.page('/t', PAGE)})")),
    "not there by far": ("HTTP_NOT_FOUND", far),
    "a broken picture": ("PARSE_ERROR", browsing(lambda s: s.page("/p.png", b"\x89PNG\r\n\x1a\n..", "image/png"))),
    "gone for good": ("HTTP_GONE", browsing(lambda s: flaky(s, "/docs/gone", 99, 410))),
    "stale number": ("STALE_TARGET", stale),
    "no such tab": ("SESSION_NOT_FOUND", opened("snapshot", tab=9)),
    "cursor of another page": ("STALE_TARGET", revision_gone),
    "no cursor": ("VALIDATION_FAILED", opened("snapshot", cursor="abc")),
    "field misspelt": ("VALIDATION_FAILED", opened("fill_form", fields={"Harbor": "Oban"})),
    "field unclear": ("VALIDATION_FAILED", opened("fill_form", fields={"a": "Oban"})),
    "no live page": ("BROWSER_UNAVAILABLE", opened("screenshot")),
    "too many tabs": ("CLIENT_LIMIT_REACHED", too_many_tabs),
    "no such session": ("SESSION_NOT_FOUND", opened("session", do="switch", name="other")),
    "a file": ("UNSUPPORTED_TYPE", image),
}
"""What goes wrong, with the code that says so, and the call: every one can be recovered from by a program."""

HOPELESS = {"no live page"}
"""What this machine may not have the browser for."""


@pytest.mark.covers("UB-33", "UB-64", "UB-69", "UB-70", "UB-73", "UB-74", "UB-155", "UB-156", "UB-157", "LB-145")
@in_a_loop
async def test_nine_of_ten_failures_are_recovered_from_by_following(server: Server, tmp_path: Any) -> None:
    grants = HOME.replace(caps=frozenset({"storage", "files"}))
    lost, schemas = [], {}
    for name, (code, prepare) in CASES.items():
        slept: list[float] = []
        async with agent(grants, agents__downloads=str(tmp_path), agents__max_tabs=3, network__retries=0) as a:
            schemas = schemas or {tool.name: tool.input_schema for tool in (await a.client.list_tools()).tools}
            tool, arguments = await prepare(server, a)
            first = await a.call(tool, **arguments)
            assert first["error"]["code"] == code, (name, first)
            validated(first["error"], schemas)
            client = ReferenceClient(lambda tool, given, a=a: a.call(tool, **given), slept.append)
            answer = await client.ask(tool, arguments)
        if "error" in answer and name not in HOPELESS:
            lost.append((name, answer["error"]["code"], client.followed))
        if name == "rate limit":
            assert slept and slept[0] >= 6, "the site said seven seconds"
    assert len(lost) <= len(CASES) * 0.1, "\n".join(map(str, lost))


def validated(error: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Check an error's shape, and every call it recommends against the schema of its tool."""
    assert error["category"] and error["message"] and isinstance(error["retryable"], bool)
    assert error["recommendedActions"] or not error["retryable"]
    assert error["recoverable"] == bool(error["recommendedActions"] or error["retryable"])
    priorities = [step["priority"] for step in error["recommendedActions"]]
    assert priorities == list(range(1, len(priorities) + 1))
    for step in error["recommendedActions"]:
        assert step["description"] and step["action"] == step["action"].lower() and " (--" not in step["description"]
        if "toolToUse" in step:
            Draft202012Validator(schemas[step["toolToUse"]]).validate(step["parameters"])


@pytest.mark.covers("UB-40", "UB-75")
@in_a_loop
async def test_what_no_program_may_do_is_reported_and_not_tried(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent(HOME.replace(asker="program", acts=False)) as a:
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        private = await client.ask("browse", {"url": url})
        local = await client.ask("open", {"url": "file:///etc/passwd"})
    assert private["error"]["code"] == "URL_ADDRESS_REFUSED" and local["error"]["category"] == "security"
    assert client.followed == [] and not server.log
    assert not private["error"]["retryable"] and private["error"]["recommendedActions"]


@pytest.mark.covers("UB-76", "UB-77")
@in_a_loop
async def test_limits_double_the_wait_and_a_broken_network_is_asked_three_times(server: Server) -> None:
    url = flaky(server, "/r", 3, 429, Retry_After="7")
    free = socket.create_server(("127.0.0.1", 0))
    closed = f"http://127.0.0.1:{free.getsockname()[1]}/"
    free.close()
    async with agent(network__retries=0) as a:
        slept: list[float] = []
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), slept.append)
        assert "error" not in await client.ask("browse", {"url": url})
        assert slept == [7, 14, 28]
        slept.clear()
        answer = await client.ask("browse", {"url": closed})
    assert answer["error"]["category"] == "network" and len(slept) == 3
    assert all(1 <= delay <= 5 for delay in slept) and slept == sorted(slept)


@pytest.mark.covers("UB-2", "UB-4", "UB-5")
def test_another_minor_is_understood_and_another_major_refused() -> None:
    assert check({"schemaVersion": "1.5", "text": "", "something": "new"})["text"] == ""
    assert check({"schemaVersion": "1.0"}) == {"schemaVersion": "1.0"}, "what is optional may be missing"
    with pytest.raises(Refused):
        check({"schemaVersion": "2.0", "text": ""})


@pytest.mark.covers("UB-39", "UB-41", "UB-45")
@in_a_loop
async def test_faults_of_lightterm_and_of_the_machine_have_their_categories(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent(browser__program="/bin/false") as a:
        missing = (await a.call("open", url=url, tier="full"))["error"]
        assert (missing["category"], missing["retryable"]) == ("browser", False)
        step = missing["recommendedActions"][0]
        assert step["toolToUse"] == "open" and "tier" not in step["parameters"]
        await a.call("open", url=url)
        required = (await a.call("act", do="click", target=99))["error"]
        assert required["category"] == "validation"
        assert a.desk is not None

        def broken(*_given: Any) -> None:
            raise RuntimeError("no caller can cause this")

        a.desk.load = broken
        fault = (await a.call("browse", url=url))["error"]
    assert fault["category"] == "internal" and "Traceback" not in fault["message"]


@in_a_loop
async def test_what_may_be_a_password_is_not_said_again(server: Server) -> None:
    form = "<form><label>Name<input name=n></label><label>Secret key<input type=password name=p></label></form>"
    async with agent() as a:
        await a.call("open", url=server.page("/", form))
        wrong = [
            await a.result("fill_form", fields={"Secret kee": "hunter2"}),
            await a.result("act", do="typ", target=2, value="hunter2"),
            await a.result("act", do="type", target=9, value="hunter2"),
        ]
        for url in (
            "http://ada:hunter2@127.0.0.1:1/",
            "ada:hunter2@127.0.0.1:1/",
            "http://ada:hunter2@nobody.invalid/",
        ):
            wrong += [await a.result("browse", url=url), await a.result("open", url=url)]
    for result in wrong:
        assert result.structured_content["error"]["recommendedActions"]
        assert "hunter2" not in result.model_dump_json()


@in_a_loop
async def test_a_token_in_an_address_is_not_said_again(server: Server) -> None:
    flaky(server, "/busy", 9, 503)
    async with agent(network__retries=0) as a:
        for tool in ("browse", "open"):
            plain = await a.result(tool, url=server.url("/busy?page=2"))
            secret = await a.result(tool, url=server.url("/busy?access_token=hunter2"))
            assert "page=2" in plain.model_dump_json() and "hunter2" not in secret.model_dump_json()
            steps = secret.structured_content["error"]["recommendedActions"]
            assert steps[0]["action"] == "wait_and_retry" and "toolToUse" not in steps[0]


@in_a_loop
async def test_what_a_person_alone_allows_is_said_without_a_command_line(server: Server) -> None:
    async with agent(HOME.replace(asker="program")) as a:
        step = (await a.call("browse", url=server.url("/")))["error"]["recommendedActions"][0]
    assert "network.allow_private" in step["description"] and "--" not in step["description"]


@in_a_loop
async def test_words_are_taken_as_they_are_and_a_list_where_one_is_meant(server: Server) -> None:
    """The SDK reads JSON out of strings: [12] was no target, and JSON could not be typed into a field."""
    page = "<p><a href=/b>On</a><textarea aria-label=T></textarea><select multiple aria-label=M><option>a<option>b"
    server.page("/b", "<title>B</title><p>Good")
    async with agent() as a:
        await a.call("open", url=server.page("/", page))
        for typed in ('{"a": 1}', '["a", "b"]', "null", "true", '"q"', "12"):
            assert f"T: {typed}\n" in (await a.call("act", do="type", target="[2]", value=typed))["text"]
        assert "M: a, b\n" in (await a.call("act", do="select", target=3, value='["a", "b"]'))["text"]
        assert "T: x\n" in (await a.call("fill_form", fields='{"T": "x"}'))["text"]
        assert "Good" in (await a.call("act", do="click", target="[1]"))["text"]


SLIPS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("puppeteer_navigate", {"url": "URL"}, "open", {"url": "URL"}),
    ("go", {"to": "previous"}, "go", {"to": "back"}),
    ("go", {"to": "refresh"}, "go", {"to": "reload"}),
    ("fill_form", {"fields": [{"name": "T", "value": "z"}]}, "fill_form", {"fields": {"T": "z"}}),
    ("open", {"url": "<URL>"}, "open", {"url": "URL"}),
    ("browse", {"url": "[here](URL)"}, "browse", {"url": "URL"}),
]


@in_a_loop
async def test_what_other_tools_and_papers_write_is_put_right(server: Server) -> None:
    url = server.page("/", "<p>Good <textarea aria-label=T></textarea>")

    def put(arguments: dict[str, Any]) -> dict[str, Any]:
        return {key: one.replace("URL", url) if isinstance(one, str) else one for key, one in arguments.items()}

    async with agent() as a:
        await a.call("open", url=url)
        for tool, given, meant, right in SLIPS:
            step = (await a.call(tool, **put(given)))["error"]["recommendedActions"][0]
            assert (step["toolToUse"], step["parameters"]) == (meant, put(right)), tool
        assert "Good" in (await a.call("browse", url=url.partition(":")[2]))["text"], "as links in pages are written"


@in_a_loop
async def test_what_is_above_an_address_is_offered_once(server: Server) -> None:
    async with agent() as a:
        for path, ways in (("/tydes", ["go_up"]), ("/docs/tydes", ["go_up", "go_home"])):
            error = (await a.call("browse", url=server.url(path)))["error"]
            told = [step["action"] for step in error["recommendedActions"]]
            assert [way for way in told if way.startswith("go_")] == ways


@pytest.mark.skipif(bool(no_lightpanda()), reason=no_lightpanda())
@in_a_loop
async def test_a_page_that_is_drawn_is_to_be_looked_at_and_not_opened_once_more_where_it_was(server: Server) -> None:
    drawing = "<canvas id=c></canvas><script>c.getContext('2d').fillText('drawn', 5, 9)</script>"
    async with agent() as a:
        error = (await a.call("open", url=server.page("/", f"<title>C</title>{drawing}")))["error"]
        assert error["code"] == "CONTENT_EMPTY"
        steps = [(step["toolToUse"], step["parameters"]) for step in error["recommendedActions"] if "toolToUse" in step]
        assert steps[:2] == [("open", {"url": server.url("/"), "tier": "full"}), ("screenshot", {})]
