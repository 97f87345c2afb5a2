"""Pages that only a person gets past, told from pages that merely have a sign-in on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agent_clients import agent
from browsing import in_a_loop
from typeset import locked

from lightterm.engines.light_binary import missing

if TYPE_CHECKING:
    from servers import Server

LOGIN = (
    "<h1>Sign in</h1><form action=/in method=post><input name=u><input type=password name=p><button>Go</button></form>"
)
LONG = "<p>" + "There is a lot to be read here, about tides and ports and boats. " * 60
COOKIES = "<p>We and our partners store cookies.<button>Manage</button> <button>Accept all</button>"

WALLS = {
    "sign-in": (LOGIN, 200, "sign-in"),
    "basic": ("<p>No.", 401, "sign-in"),
    "consent": (COOKIES, 200, "consent"),
    "challenge": (
        "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x.js></script>"
        "<noscript>Enable JavaScript and cookies to continue</noscript>", 403, "challenge",
    ),
}  # fmt: skip
FREE = {
    "sign-in beside a page": LONG + LOGIN,
    "a search with a key": LOGIN.replace("<input name=u>", "<input name=q><select name=z><option>N</select>"),
    "signing up": LOGIN.replace("type=password", "type=password autocomplete=new-password"),
    "cookies beside a page": LONG + COOKIES,
    "an OK that is about nothing": "<p>Delete it? <button>OK</button>",
}


@pytest.mark.parametrize("name", WALLS)
def test_without_a_person_the_answer_says_so_once_with_what_came(server: Server, name: str) -> None:
    body, status, wall = WALLS[name]
    url = server.page(
        "/", f"<title>Port</title>{body}", status=status, headers=[("WWW-Authenticate", 'Basic realm="x"')]
    )

    @in_a_loop
    async def run() -> None:
        async with agent(tiers__max="static") as a:
            answer = await a.call("open", url=url)
            error = answer["error"]
            if error["code"] == "PERSON_NEEDED":
                assert error["context"]["wall"] == wall
                assert error["recommendedActions"][0]["action"] == "ask_the_person"
            else:
                assert error["code"] in ("AUTH_MISSING_SESSION", "BLOCKED_BOT_DETECTION"), error
            if wall == "challenge":
                assert error["retryable"]
            again = await a.call("snapshot")
            assert again["revision"] == answer["revision"], "the page can be read all the same"

    run()


@pytest.mark.parametrize("name", FREE)
def test_pages_that_can_be_read_are_no_walls(server: Server, name: str) -> None:
    url = server.page("/", FREE[name])

    @in_a_loop
    async def run() -> None:
        async with agent(tiers__max="static") as a:
            assert "error" not in await a.call("open", url=url)

    run()


@in_a_loop
async def test_a_password_is_asked_of_nobody_through_the_client(server: Server) -> None:
    server.page("/", LOGIN)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        answer = await a.call("act", do="type", target=2)
    assert answer["error"]["code"] == "PERSON_NEEDED"


@pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")
@in_a_loop
async def test_a_wall_in_a_browser_with_a_window_is_waited_for_until_it_is_gone(server: Server) -> None:
    gone = "setTimeout(() => { document.body.innerHTML = '<h1>Inside</h1><p>Welcome.' }, 4000)"
    server.page("/", f"<title>In</title>{LOGIN}<script>{gone}</script>")
    told: list[str] = []

    async def heard(_progress: float, _total: float | None, message: str | None) -> None:
        told.append(message or "")

    async with agent(browser__headed=True, browser__timer_seconds=0.0) as a:
        call = {"url": server.url("/"), "tier": "light"}
        answer = (await a.client.call_tool("open", call, progress_callback=heard)).structured_content
    assert answer is not None and "error" not in answer and "Welcome." in answer["text"]
    assert any("waiting for the human at the window" in words for words in told)


@in_a_loop
async def test_an_encrypted_file_says_that_a_person_has_to_give_its_password(server: Server) -> None:
    url = server.page("/locked.pdf", locked("The tide is high.", "moon"), "application/pdf")
    async with agent() as a:
        for tool in ("browse", "open"):
            error = (await a.call(tool, url=url))["error"]
            assert error["code"] == "PASSWORD_REQUIRED" and "encrypted" in error["message"]
            step = error["recommendedActions"][0]
            assert "Only a person can give it" in step["description"] and ":mcp" in step["description"]
            assert "--password-file" not in str(error) and "toolToUse" not in step
