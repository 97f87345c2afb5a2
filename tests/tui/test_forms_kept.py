"""What was typed is kept: drafts, inputs typed before, passwords never."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from servers import Asked, Server, Talk

if TYPE_CHECKING:
    pass
from tui_forms import form, run, sent


@in_a_loop
@pytest.mark.covers("LBX-21")
async def test_control_g_leaves_areas_lists_and_drafts_as_they_were(server: Server) -> None:
    server.page("/", form("<textarea name=t>one</textarea><select name=m multiple><option>x<option>y</select>"))
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        await b.type("\ntwo")
        await b.press("ctrl+g")
        assert b.page[0].startswith("[1]one____")
        await run(b, "2")
        await b.press("space", "down", "space", "ctrl+g")
        assert "[2]{" in b.page[0] and "x" not in b.page[0]
        await run(b, "2")
        await b.press("space", "down", "space", "space", "escape")
        assert "[2]{x ▾}" in b.page[0]
        await run(b, "field clear 2")
        await b.press(*"gg")
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.given in ({2: ()}, {})
        await run(b, "1")
        await b.type("\nthree\t")
        assert b.page[:2] == ["[1]one", "three"]


@in_a_loop
@pytest.mark.parametrize("kind", ["input", "input type=password", "textarea"])
async def test_what_is_typed_while_the_page_is_loaded_again_is_not_lost(server: Server, kind: str) -> None:
    fields = form(f"<p>B <input name=b><p>A <{kind} name=a></{kind.split()[0]}><p><button>Go</button>")
    begin, go_on = threading.Event(), threading.Event()

    def slow(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html"), ("Cache-Control", "no-store")])
        begin.wait(30)
        talk.send(b"<title>New</title><p>The new page.")
        go_on.wait(30)
        talk.send(fields.encode())
        talk.close()

    server.replies("/", lambda asked, talk: talk.reply(fields, headers=[("Cache-Control", "no-store")]), slow)
    async with browsing(server.url("/")) as b:
        await b.pilot.press(*":reload", "enter", *":1", "enter", *"xyz", "tab", *"abcd", "left", *"X")
        begin.set()
        load = b.app.loads.of(b.app.tabs.active)
        assert load is not None
        await b.until(lambda: load.progress.received, "the beginning of the page")
        await b.pilot.press(*"Z")
        assert b.app.mode == "insert" and "The new page." not in b.screen
        go_on.set()
        await b.pilot.press(*"Y")
        await b.settled()
        assert b.page[0] == "The new page." and b.app.mode == "insert"
        await b.press(*"!", "tab")
        await run(b, "form submit")
        await b.press(*"s")  # what is asked before a password goes in the clear
        assert sent(server) == [("b", "xyz"), ("a", "abcXZY!d")]


@pytest.mark.parametrize("command", ["open /other", "reload"])
@pytest.mark.parametrize("fails", [False, True])
@in_a_loop
async def test_a_page_that_comes_while_a_field_is_typed_into_waits(server: Server, command: str, fails: bool) -> None:
    """The letters that followed were commands there: D closed the tab."""
    come = threading.Event()

    def slow(asked: Asked, talk: Talk) -> None:
        come.wait(30)
        talk.reply("" if fails else "<title>Other</title><p>The other page.", status=503 if fails else 200)

    page = form("<p>A <input name=a>")
    first = [("Cache-Control", "no-store")]
    server.replies("/", lambda asked, talk: talk.reply(page, headers=first), slow)
    server.on("/other", slow)
    async with browsing(server.url("/")) as b:
        await b.pilot.press(*f":{command.replace('/other', server.url('/other'))}", "enter", *":1", "enter", *"Jane ")
        come.set()
        await b.until(lambda: "another page is here" in b.screen)
        await b.pilot.press(*"Doe")
        assert b.app.mode == "insert" and b.app.fields.text(1) == "Jane Doe"
        await b.press("escape")
        await b.until(lambda: ("could not be loaded" if fails else "The other page.") in b.screen)
        if command != "reload":
            await b.press("H")
            assert "Jane Doe" in b.screen


@in_a_loop
async def test_a_form_is_put_back_as_the_page_had_it(server: Server) -> None:
    server.page("/", form("<input name=a value=old><input type=checkbox name=c checked><input type=reset>"))
    async with browsing(server.url("/")) as b:
        before = list(b.page)
        await run(b, "field set 1 new")
        await run(b, "field toggle 2")
        assert b.page != before
        await run(b, "3")
        assert b.page == before


@in_a_loop
async def test_what_was_typed_is_there_after_going_away_and_after_a_reload(server: Server) -> None:
    server.page(
        "/",
        form("<input name=a><input type=password name=p><select name=s><option>x<option>y</select><a href=/b>on</a>"),
    )
    server.page("/b", "<p>Another page.")
    async with browsing(server.url("/")) as b:
        await run(b, "field set 1 kept")
        await run(b, "field set 2 hidden")
        await run(b, "field set 3 y")
        filled = list(b.page)
        await run(b, "4")
        assert b.page[0] == "Another page."
        await b.press("H")
        assert b.page == filled and "••••••" in filled[0]
        await b.resize(40, 12)
        assert "kept" in b.page[0]
        await b.resize(80, 24)
        await run(b, "reload")
        assert "[1]kept" in b.page[0] and "{y ▾}" in b.page[0] and "•" not in b.page[0]


@in_a_loop
async def test_drafts_are_kept_on_disk_and_passwords_are_not(server: Server) -> None:
    server.page("/", form("<input name=a><input type=password name=p><input name=o autocomplete=off>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("half a sent\tsecret\tcode")
        b.app.fields.end()
        key = str(b.app.tabs.active.key)
        kept = b.app.session.store.drafts.of(key)
        assert [(d.url, d.form, d.field, d.value) for d in kept] == [(server.url("/"), 0, "a", "half a sent")]


@in_a_loop
async def test_the_first_key_is_a_draft_at_once_and_waits_for_no_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lightterm.tui.fields.KEEP_EVERY", 3600.0)
    server.page("/", form("<input name=a>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("x")
        key, drafts = str(b.app.tabs.active.key), b.app.session.store.drafts
        await b.until(lambda: [d.value for d in drafts.of(key)] == ["x"])
        await b.type("yz")
        b.app.fields.end()
        assert [d.value for d in drafts.of(key)] == ["xyz"]


@in_a_loop
async def test_a_password_is_never_shown(server: Server) -> None:
    server.page("/", form("<input type=password name=p><button>Go</button>", "method=post"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("hunter2")
        assert "hunter2" not in b.screen and "•••••••" in b.screen
        await b.press("tab")
        assert "hunter2" not in b.screen
        await run(b, "form show 1")
        assert "POST, application/x-www-form-urlencoded, to http://127.0.0.1:" in b.screen
        assert "p: ••••••••" in b.screen and "hunter2" not in b.screen
        await b.press("enter")
        await run(b, "2")
        assert sent(server) == [("p", "hunter2")]
        await b.press("H")
        assert "[1]____________" in b.page[0]


@in_a_loop
async def test_inputs_typed_before_come_back(server: Server) -> None:
    server.page("/", form("<input name=q>"))
    server.page("/echo", "<p>Found.")
    async with browsing(server.url("/")) as b:
        for word in ("first", "second"):
            await b.press("tab", "enter")
            await b.type(f"{word}\n")
            await b.press("H")
            await run(b, "field clear 1")
        await b.until(lambda: len(b.app.session.store.inputs.recent("field:q")) == 2)
        await b.press("tab", "enter", "up", "up")
        assert "first" in b.screen
        await b.press("down")
        assert "second" in b.screen
        await b.press("enter")
        assert sent(server) == [("q", "second")]


@in_a_loop
async def test_what_was_typed_at_a_host_comes_back_at_others_until_the_host_is_forgotten(server: Server) -> None:
    server.page("/", form("<input name=q>"))
    server.page("/echo", "<p>Found.")
    async with browsing(server.url("/", "localhost")) as b:
        await b.press("tab", "enter")
        await b.type("a secret\n")
        await run(b, f"open {server.url('/')}")
        await run(b, "field set 1 another")
        await b.press("tab", "enter", "end")
        await b.press("ctrl+u")
        await b.type("a s")
        await b.until(lambda: "a secret" in b.screen, "the suggestion")
        await b.press("escape")
        await run(b, "forget -y localhost")
        await b.until(lambda: "forgot" in b.status, "the end of it")
        assert "2 typed lines" in b.status  # and the command itself, which names the host
        assert b.app.session.store.inputs.recent("field:q") == ()
        await run(b, "forget -y 127.0.0.1")
        await b.until(lambda: "forgot" in b.status, "the end of it")
        assert not [line for line in b.app.session.store.inputs.recent("command") if "another" in line]


@in_a_loop
async def test_what_was_begun_is_there_in_the_next_run(server: Server) -> None:
    server.page("/", form("<input name=a><input type=checkbox name=c><textarea name=t></textarea>"))
    async with browsing(server.url("/")) as b:
        await run(b, "field set 1 half a sentence")
        await run(b, "2")
        await run(b, "3")
        await b.type("one\ntwo")
        b.app.fields.end()
        b.app.session.store.sessions.save(b.app.state().replace(name="mine"))
    async with browsing("about:blank") as b:
        b.app.restore(b.app.session.store.sessions.load("mine"), clear=True)
        await b.settled()
        assert b.page[:3] == ["[1]half a sentence_ [2][x]", "[3]one", "two"]


@in_a_loop
async def test_the_keys_of_a_password_are_in_no_macro(server: Server) -> None:
    server.page("/", form("<input name=a><input type=password name=p>"))
    async with browsing(server.url("/")) as b:
        b.app.keyboard.record("q")
        await b.press("tab", "enter")
        await b.type("x\tsecret\x1b")
        b.app.keyboard.end_recording()
        b.app.keyboard.record("p")
        b.app.command_line.ask("Password of me:", "", lambda _answer: None, hidden=True)
        await b.type("secret\nx")
        b.app.keyboard.end_recording()
        for register in "qp":
            typed = "".join(character or "" for _, character in b.app.keyboard.macros.get(register, ()))
            assert "s" not in typed, register
            assert register == "p" or "x" in typed


@in_a_loop
async def test_what_is_half_typed_stays_with_its_tab(server: Server) -> None:
    server.page("/", form("<input name=a>"))
    server.page("/b", form("<input name=b>"))
    async with browsing(server.url("/"), server.url("/b")) as b:
        await b.press("tab", "enter")
        await b.type("half")
        b.app.select_tab(1)
        await b.settled()
        assert b.app.mode == "normal" and b.page[0] == "[1]________________"
        b.app.select_tab(0)
        await b.settled()
        assert b.page[0].startswith("[1]half_")


@in_a_loop
async def test_a_form_half_filled_in_is_asked_about_before_lightterm_ends(server: Server) -> None:
    """It was gone without a word, as one expects of no program that texts are written in."""
    server.page(
        "/", "<form action=/echo><input name=t aria-label=Title><textarea name=m aria-label=Message></textarea>"
    )
    server.page("/search", "<form action=/echo><input name=q aria-label=Search>")
    async with browsing(server.url("/search")) as b:
        await b.type("gitea")
        await b.press("escape")
        await b.type(f":open -t {server.url('/')}\n")
        await b.type("gitea")
        await b.press("escape")
        await b.type(":quit\n")
        assert "What you typed into “Title” is not sent, and is gone then. Quit?" in " ".join(b.screen.split())
        await b.type("n")
        assert b.app.is_running
        b.app.run_line("set session.restore always")
        await b.type(":quit\n")
        assert not b.app.is_running
