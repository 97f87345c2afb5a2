"""Filling in and sending forms through the keys of the TUI, against a server that tells what came."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from servers import Server
from textual import events

if TYPE_CHECKING:
    pass
from tui_forms import SIZES, form, run, sent


@in_a_loop
@SIZES
@pytest.mark.covers("LB-91", "LBX-21")
async def test_fields_are_filled_in_one_after_the_other_and_sent(server: Server, size: tuple[int, int]) -> None:
    server.page(
        "/",
        form("<p>Name <input name=name><p>E-Mail <input type=email name=mail><p><button name=go value=1>Send</button>"),
    )
    async with browsing(server.url("/"), size=size) as b:
        await b.press("tab", "enter")
        assert b.app.mode == "insert"
        await b.type("Ann Lee\tann@example.org\t")
        assert b.app.mode == "normal" and b.app.view.target == 3
        assert "Name [1]Ann Lee_________" in b.page
        await b.press("enter")
        assert sent(server) == [("name", "Ann Lee"), ("mail", "ann@example.org"), ("go", "1")]


@in_a_loop
@pytest.mark.covers("LBX-21")
async def test_enter_in_a_line_sends_the_form_escape_keeps_and_control_g_cancels(server: Server) -> None:
    server.page("/", form("<input name=q value=low>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type(" tide")
        await b.press("ctrl+g")
        assert server.asked("/echo") == [] and b.page[0].startswith("[1]low____") and b.app.mode == "normal"
        assert ":field undo puts in what you typed" in b.status
        await run(b, "field undo")
        assert b.page[0].startswith("[1]low tide____")
        await run(b, "field undo")
        assert "nothing that was typed" in b.status
        await b.press("enter")
        await b.type("s\x1b")
        assert b.page[0].startswith("[1]low tides____") and b.app.mode == "normal" and server.asked("/echo") == []
        await b.press("enter", "enter")
        assert sent(server) == [("q", "low tides")]


@in_a_loop
async def test_keys_that_come_before_the_entry_stands_go_behind_what_is_there(server: Server) -> None:
    server.page("/", form("<textarea name=t>one\ntwo</textarea><input name=q value=low>"))
    async with browsing(server.url("/")) as b:
        for number, there in ((1, "one\ntwo"), (2, "low")):
            b.app.run_line(f"field edit {number}")
            for character in "er":
                await b.app.on_event(events.Key(character, character))
            await b.press("!", "escape")
            assert b.app.fields.text(number) == f"{there}er!"
        b.app.run_line("field edit 1 ;; entry leave")  # left before it stands: nothing of it stays
        await b.press("k")
        assert b.page[:2] == ["┊ [1]one", "┊ twoer!"] and b.app.view.has_focus


@in_a_loop
@SIZES
@pytest.mark.covers("LB-96")
async def test_boxes_are_ticked_and_radio_buttons_are_chosen(server: Server, size: tuple[int, int]) -> None:
    server.page(
        "/",
        form(
            "<input type=checkbox name=a><input type=checkbox name=b value=B checked>"
            "<input type=radio name=r value=1 checked><input type=radio name=r value=2><button>Go</button>"
        ),
    )
    async with browsing(server.url("/"), size=size) as b:
        assert b.page[0].split(" [5]")[0] == "[1][ ] [2][x] [3](*) [4]( )"
        for number in ("1", "2", "4"):
            await run(b, f"follow {number}")
        assert b.page[0].split(" [5]")[0] == "[1][x] [2][ ] [3]( ) [4](*)"
        await run(b, "5")
        assert sent(server) == [("a", "on"), ("r", "2")]


@in_a_loop
@pytest.mark.covers("LBX-26")
async def test_what_is_wrong_is_said_and_the_field_is_gone_to(server: Server) -> None:
    server.page("/", form("<input name=a><input aria-label=Age type=number name=n min=18 required><button>Go</button>"))
    async with browsing(server.url("/")) as b:
        await run(b, "3")
        assert "Age: fill it in" in b.status and b.app.view.target == 2
        await b.press("enter")
        await b.type("12\n")
        assert "Age: at least 18" in b.status and server.asked("/echo") == []
        await run(b, "field set 2 twelve")
        assert "'twelve' is 12: at least 18" in b.status
        await run(b, "field set 2 many")
        assert "'many' is not a number" in b.status
        await run(b, "field set 2 21")
        await run(b, "3")
        assert sent(server) == [("a", ""), ("n", "21")]


@in_a_loop
async def test_a_field_without_a_label_is_called_by_the_words_before_it(server: Server) -> None:
    """It was called by its name, which is for programs: "u_1: choose a file"."""
    page = "<p>Your picture: <input type=file name=u_1 required><p>Colour: <input type=radio name=c_1 value=r required>"
    server.page("/", form(f"{page} red <input type=radio name=c_1 value=g> green<p><button>Go</button>"))
    async with browsing(server.url("/")) as b:
        await run(b, "4")
        assert "Your picture: choose a file (1 more)" in b.status and "u_1" not in b.status
        await run(b, f"field set 1 {__file__}")
        await run(b, "4")
        assert "Colour: choose one of them" in b.status
        await b.press("escape", "g", "g", "tab")
        assert "Your picture (file, required)" in b.status


@in_a_loop
async def test_the_status_line_says_what_a_field_is_in_words_of_people(server: Server) -> None:
    """A date and time was a "datetime-local", a list a "select"."""
    kinds = ("datetime-local", "email", "tel", "color", "range", "url", "radio")
    fields = "".join(f"<input type={kind} aria-label=It>" for kind in kinds)
    server.page("/", form(f"{fields}<select aria-label=It><option>a</select><textarea aria-label=It></textarea>"))
    words = ("date and time", "mail address", "telephone number", "colour", "number", "address", "radio button")
    async with browsing(server.url("/")) as b:
        for word in (*words, "list", "lines of text"):
            await b.press("tab")
            assert f"It ({word})" in b.status
        await run(b, "field toggle 8")
        assert "It is nothing to tick (list)" in b.status
