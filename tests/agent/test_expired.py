"""What ran out: a session left alone, a sign-in; pages that hold off who asks too often; pages too short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent, named
from browsing import in_a_loop
from clocks import Time
from dumping import dump
from reference_client import ReferenceClient

from lightterm import settings
from lightterm.agent.desk import Desk
from lightterm.agent.hosting import served
from lightterm.agent.server import make_server, socket_app
from lightterm.agent.sockets import unix_socket
from lightterm.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Server, Talk


STORAGE = HOME.replace(caps=frozenset({"storage"}))
LOGIN = "<title>In</title><form action=/in method=post><input name=u><input type=password name=p><button>Go</button>"


@pytest.mark.covers("LB-144", "LB-155", "LB-184")
@in_a_loop
async def test_who_comes_back_after_an_hour_hears_that_all_was_closed(server: Server, tmp_path: Path) -> None:
    url = server.page("/tides", "<title>Tides</title><p>High water at six.")
    now, place = Time(), tmp_path / "s.sock"

    with Session(settings.load()) as session:
        made = make_server(Desk(session), STORAGE, now)
        async with (
            served(socket_app(made), unix_socket(place)),
            named("ada", place) as ada,
            named("bob", place) as bob,
        ):
            await ada.call("open", url=url)
            await ada.call("session", do="create", name="other")
            await ada.call("session", do="switch", name="main")
            now.at += 59 * 60
            await bob.call("tabs")
            assert "error" not in await ada.call("snapshot"), "an hour is not over"
            now.at += 61 * 60
            await bob.call("tabs")
            gone = (await ada.call("snapshot", tab=1))["error"]
            assert (gone["code"], gone["category"], gone["retryable"]) == ("SESSION_EXPIRED", "auth", True)
            assert "60 minutes" in gone["message"] and gone["recommendedActions"]
            assert (await ada.call("session", do="switch", name="other"))["error"]["code"] == "SESSION_EXPIRED"
            assert (await bob.call("snapshot"))["error"]["code"] == "SESSION_NOT_FOUND", "bob was there all the time"
            await ada.call("open", url=url)
            assert "error" not in await ada.call("snapshot", tab=1)
            assert (await ada.call("snapshot", tab=7))["error"]["code"] == "SESSION_NOT_FOUND"
            assert (await ada.call("session"))["data"]["sessions"][0]["tabs"] == 1, "the old ones were collected"
            await ada.call("session", do="create", name="again")
            await ada.call("open", url=url)
            assert "again" not in (await ada.call("session", do="close", name="again"))["text"]


@in_a_loop
async def test_where_all_places_are_taken_the_client_idle_for_longest_makes_room(
    server: Server, tmp_path: Path
) -> None:
    url = server.page("/", "<p>Good morning")
    now, place = Time(), tmp_path / "s.sock"
    with Session(settings.load().with_request([("agents.max_clients", 2)])) as session:
        made = make_server(Desk(session), HOME, now)
        async with (
            served(socket_app(made), unix_socket(place)),
            named("ada", place) as ada,
            named("bob", place) as bob,
            named("cy", place) as cy,
        ):
            await ada.call("open", url=url)
            now.at += 40
            await bob.call("open", url=url)
            full = (await cy.call("open", url=url))["error"]
            assert full["code"] == "CLIENT_LIMIT_REACHED" and full["retryable"], "nobody is idle for a minute"
            now.at += full["recommendedActions"][0]["suggestedDelayMs"] / 1000
            assert "Good morning" in (await cy.call("open", url=url))["text"]
            assert "error" not in await bob.call("snapshot"), "ada was idle for longer"
            now.at += 61
            await cy.call("snapshot")
            lost = (await ada.call("snapshot"))["error"]
            assert lost["code"] == "SESSION_EXPIRED" and "to make room for another client" in lost["message"]


def members(server: Server) -> tuple[str, set[str]]:
    """The address of a page for who has one of the passes that are good; others are led to a sign-in."""
    good = {"one"}

    def page(asked: Asked, talk: Talk) -> None:
        if any(f"pass={word}" in (asked.header("cookie") or "") for word in good):
            talk.reply("<title>Members</title><p>Welcome back, Ada.")
        else:
            over = ("Set-Cookie", "pass=; Max-Age=0")
            talk.reply(status=302, headers=[("Location", "/login"), over])

    server.on("/members", page)
    server.page("/login", LOGIN)
    return server.url("/members"), good


@pytest.mark.covers("UB-53", "UB-78")
@in_a_loop
async def test_a_sign_in_that_ran_out_is_told_and_following_the_error_signs_in_again(server: Server) -> None:
    url, good = members(server)
    async with agent(STORAGE) as a:
        first = (await a.call("open", url=url))["error"]
        assert first["code"] == "PERSON_NEEDED", "nobody was signed in before"
        await a.call("session", do="set_cookie", url=url, cookie="pass=one")
        for tool in ("open", "browse"):
            assert "Welcome back" in (await a.call(tool, url=url))["text"]
        good.clear()
        for tool, given in (("browse", {"url": url}), ("go", {"to": "reload"}), ("open", {"url": url})):
            answer = await a.call(tool, **given)
            error = answer["error"]
            assert (error["code"], error["category"], error["retryable"]) == ("AUTH_SESSION_EXPIRED", "auth", True)
            steps = [step["action"] for step in error["recommendedActions"]]
            assert steps == ["refresh_session", "retry"] and answer["text"], "the sign-in can be read"
            assert "toolToUse" not in error["recommendedActions"][0], "passwords are a person's"
        good.add("two")
        await a.call("session", do="set_cookie", url=url, cookie="pass=two; Max-Age=900")
        await a.call("session", do="save", name="harbour")
        await a.call("session", do="clear_cookies", url=url)
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        assert "Welcome back" in (await client.ask("browse", {"url": url}))["text"]
        assert client.followed == [("refresh_session", "session", {"do": "load", "name": "harbour"})]


@pytest.mark.covers("UB-36")
@in_a_loop
async def test_a_token_that_ran_out_is_no_password_that_is_wrong(server: Server) -> None:
    bearer = 'Bearer error="invalid_token", error_description="The access token expired"'
    url = server.page("/api", "<p>No.", status=401, headers=[("WWW-Authenticate", bearer)])
    other = server.page("/b", "<p>No.", status=401, headers=[("WWW-Authenticate", 'Bearer realm="x"')])
    async with agent() as a:
        assert (await a.call("browse", url=url))["error"]["code"] == "AUTH_SESSION_EXPIRED"
        assert (await a.call("browse", url=other))["error"]["code"] == "AUTH_MISSING_SESSION"
        timed_out = server.page("/c", "<p>No.", status=440)
        assert (await a.call("open", url=timed_out))["error"]["code"] == "AUTH_SESSION_EXPIRED"


HELD_OFF = "<title>429 Too Many Requests</title><h1>Too Many Requests</h1><p>Come back later."
ABOUT = "<title>429 Too Many Requests</title><h1>429</h1>" + "<p>The status says that the client asks too often. " * 20


@pytest.mark.covers("UB-60")
@pytest.mark.parametrize(("status", "after"), [(200, ""), (403, "30"), (503, "")])
def test_a_page_that_only_says_too_many_requests_is_none(server: Server, status: int, after: str) -> None:
    headers = [("Retry-After", after)] if after else []
    url = server.page("/", HELD_OFF, status=status, headers=headers)

    @in_a_loop
    async def run() -> None:
        async with agent(network__retries=0) as a:
            answer = await a.call("browse", url=url)
            error = answer["error"]
            assert (error["code"], error["category"]) == ("BLOCKED_RATE_LIMITED", "rate_limit")
            assert error["retryable"] and "Come back later" in answer["text"]
            step = error["recommendedActions"][0]
            assert step["action"] == "wait_and_retry" and step["toolToUse"] == "browse"
            assert step["suggestedDelayMs"] == (30_000 if after else 60_000)
            assert answer["confidence"]["overall"]["score"] <= 0.3
            about = server.page("/about", ABOUT)
            assert "error" not in await a.call("browse", url=about), "a page about it is a page"
            assert "error" not in await a.call("browse", url=server.page("/few", "<p>Six requests came."))

    run()
    assert dump(url).code == 29


@pytest.mark.covers("UB-58")
@in_a_loop
async def test_a_page_shorter_than_was_asked_for_says_so_and_what_to_do(server: Server) -> None:
    nav = "<nav>" + "<a href=/x>Some other page of the site</a> " * 40 + "</nav>"
    url = server.page("/", f"<title>T</title>{nav}<main><p>Sold out.</main>")
    async with agent() as a:
        assert "error" not in await a.call("browse", url=url)
        assert "error" not in await a.call("browse", url=url, min_length=5)
        error = (await a.call("browse", url=url, min_length=500))["error"]
        assert (error["code"], error["category"], error["retryable"]) == ("CONTENT_TOO_SHORT", "content", True)
        assert "9 characters" in error["message"] and error["context"]["length"] == 9
        low = (await a.call("browse", url=url, min_length=500, max_tier="static"))["error"]
        assert low["recommendedActions"][0]["parameters"]["max_tier"] == "full"
        ways: list[dict[str, Any]] = error["recommendedActions"]
        assert [way["action"] for way in ways if "toolToUse" in way] == ["use_light_tier", "use_full_tier", "accept"]
    short = dump(url, "--set", "extraction.min_length=500")
    assert short.code == 46 and "Sold out." in short.text and "500 were asked for" in short.errors
    assert dump(url).code == 0
