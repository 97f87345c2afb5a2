"""Filling in and sending forms through the keys of the TUI, against a server that tells what came."""

from __future__ import annotations

import json
import threading
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Asked, Server, Talk
from textual import events
from textual.suggester import SuggestionReady

from lightterm import settings
from lightterm.tui.field_entry import LineEntry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 12)])


@pytest.fixture
def other() -> Iterator[Server]:
    """A server of another origin."""
    running = Server()
    yield running
    running.stop()


def form(inside: str, head: str = "") -> str:
    return f"<title>Form</title><form action=/echo {head}>{inside}</form><p>Below.</p>"


def sent(server: Server, path: str = "/echo") -> list[tuple[str, str]]:
    """The names and values of the last urlencoded form that came."""
    asked = server.asked(path)[-1]
    raw = asked.body.decode() if asked.method == "POST" else asked.query
    return parse_qsl(raw, keep_blank_values=True)


async def run(b: Browsing, line: str) -> None:
    """Run a command line."""
    await b.type(f":{line}\n")


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
async def test_an_image_button_sends_where_it_was_clicked(server: Server) -> None:
    button = "<input type=image name=map alt='the whole wide map' width=200 height=100>"
    server.page("/", form(f"<p>{button}"))
    async with browsing(server.url("/")) as b:
        assert b.page[0] == "[1][the whole wide map]"
        await b.pilot.click(b.app.view, offset=(3 + 10, 0))
        await b.settled()
        assert sent(server) == [("map.x", "105"), ("map.y", "50")]
        await run(b, "back")
        await run(b, "1")
        assert sent(server) == [("map.x", "0"), ("map.y", "0")]


@in_a_loop
async def test_enter_does_not_send_what_html_says_it_does_not(server: Server) -> None:
    server.page("/", form("<input name=a><input name=b>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("x\n")
        assert b.app.mode == "normal" and server.asked("/echo") == []


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
@SIZES
async def test_an_option_is_chosen_from_a_list_that_is_filtered(server: Server, size: tuple[int, int]) -> None:
    options = "".join(f"<option value={n}>Land {n}" for n in range(300))
    server.page("/", form(f"<select name=land>{options}</select><button>Go</button>"))
    async with browsing(server.url("/"), size=size) as b:
        await run(b, "1")
        assert "300 of 300" in b.screen and "* Land 0" in b.screen
        await b.type("27 2")
        assert "13 of 300" in b.screen
        await b.press("down", "enter")
        assert b.page[0].startswith("[1]{Land 127 ▾}")
        await run(b, "2")
        assert sent(server) == [("land", "127")]


@in_a_loop
async def test_several_options_are_marked(server: Server) -> None:
    server.page(
        "/",
        form(
            "<select name=m multiple><option>x<option selected>y<option disabled>z<option>w</select><button>Go</button>"
        ),
    )
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        assert "[x] y" in b.screen
        await b.press("up", "space", "down", "space", "down", "space")
        assert "z cannot be chosen" in b.status
        await b.press("end", "space", "enter")
        assert b.page[0].startswith("[1]{x, w ▾} (2 of 4)")
        await run(b, "form submit")
        assert sent(server) == [("m", "x"), ("m", "w")]


@in_a_loop
async def test_what_several_options_are_narrowed_down_to_is_marked(server: Server) -> None:
    server.page("/", form("<select name=m multiple><option>red<option>green<option>New York<option>blue</select>"))
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        await b.type("bl")
        await b.press("space", "enter")
        assert b.page[0].startswith("[1]{blue ▾} (1 of 4)")
        await run(b, "1")
        await b.type("new y")
        assert "[ ] New York" in b.screen and "[x] blue" not in b.screen
        await b.press("enter")
        assert b.page[0].startswith("[1]{New York, blue ▾} (2 of 4)")
        await run(b, "1")
        await b.type("new")
        await b.press("enter")
        assert "(2 of 4)" in b.page[0], "what is marked already stays so"


@in_a_loop
@SIZES
async def test_a_text_of_several_lines_is_typed_and_sent_with_crlf(server: Server, size: tuple[int, int]) -> None:
    server.page("/", form("<textarea name=t rows=3>one</textarea><button>Go</button>", "method=post"))
    async with browsing(server.url("/"), size=size) as b:
        await b.press("tab", "enter")
        await b.type("\ntwo\t")
        assert b.page[:3] == ["[1]one", "two", "[2][Go]"]
        await run(b, "2")
        assert sent(server) == [("t", "one\r\ntwo")]


@in_a_loop
async def test_dates_and_numbers_go_up_and_down(server: Server) -> None:
    server.page(
        "/",
        form(
            "<input type=number name=n min=0 step=5 value=10><input type=date name=d value=2026-02-28>"
            "<input type=time name=t value=23:59><input type=date name=today><input type=range name=r>"
            "<button>Go</button>"
        ),
    )
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter", "up", "up", "down", "tab", "up", "tab", "up", "tab", "up", "tab", "down", "tab")
        await run(b, "6")
        today = date.today().isoformat()
        assert sent(server) == [("n", "15"), ("d", "2026-03-01"), ("t", "00:00"), ("today", today), ("r", "49")]


@in_a_loop
async def test_what_is_typed_takes_the_place_of_a_number_date_or_colour(server: Server) -> None:
    server.page(
        "/",
        form(
            "<input type=color name=c value=#ff8800><input type=range name=r><input type=number name=n value=7>"
            "<input type=number name=m value=7><input type=date name=d value=2026-02-28><input name=t value=tide>"
            "<button>Go</button>"
        ),
    )
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("#0a0\t20\t12\t")
        await b.press("right", "0", "tab", "up")
        await b.type("2027-01-01\ts\t")
        await b.press("enter")
        assert sent(server) == [
            ("c", "#00aa00"), ("r", "20"), ("n", "12"), ("m", "70"), ("d", "2027-01-01"), ("t", "tides")
        ]  # fmt: skip


@in_a_loop
async def test_what_is_typed_takes_the_place_of_what_is_selected(server: Server) -> None:
    server.page("/", form("<input name=t value=lowtide>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter", "shift+home")
        await b.type("high")
        await b.press("escape")
        assert b.page[0].startswith("[1]high_")


@in_a_loop
async def test_a_field_suggests_what_its_datalist_holds(server: Server) -> None:
    server.page("/", form("<input name=city list=l><datalist id=l><option>Berlin<option>Bern<option>Bonn</datalist>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("ber")
        await b.press("down")
        assert "2 of 3" in b.screen
        await b.press("down", "enter", "escape")
        assert b.page[0].startswith("[1]Bern_")


@in_a_loop
async def test_what_a_datalist_offered_is_edited_on_and_tab_goes_to_the_next_field(server: Server) -> None:
    listed = "<input name=city list=l><datalist id=l><option>Berlin<option>Bern</datalist>"
    server.page("/", form(f"{listed}<p><input name=mail><p><button>Go</button>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter", "down", "down", "enter")
        await b.type(" 3\tann\t")
        await b.press("space")
        await b.until(lambda: bool(server.asked("/echo")))
        assert server.asked("/echo")[-1].query == "city=Bern+3&mail=ann"


@in_a_loop
async def test_a_path_is_completed_and_the_file_is_sent(server: Server, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("high at six\n")
    (tmp_path / "other.txt").write_text("")
    server.page("/", form("<input type=file name=f><button>Go</button>", "method=post enctype=multipart/form-data"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type(f"{tmp_path}/no\t")
        await b.press("enter")
        assert b.page[0].startswith("[1][notes.txt]")
        await run(b, "2")
        body = server.asked("/echo")[-1].body
        assert b'name="f"; filename="notes.txt"\r\nContent-Type: text/plain\r\n\r\nhigh at six\n\r\n' in body


@in_a_loop
async def test_a_path_with_several_ways_on_is_chosen_from_a_list(server: Server, tmp_path: Path) -> None:
    for name in ("one.txt", "other.txt", "sub/deep.txt", "sub/deeper.txt", ".hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    server.page("/", form("<input type=file name=f><input name=after><button>Go</button>", "method=post"))
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        await b.type(f"{tmp_path}/o\t")
        assert "2 of 4" in b.screen and "one.txt" in b.screen and "other.txt" in b.screen
        await b.press("down", "enter")
        assert b.page[0].startswith("[1][other.txt]") and b.app.mode == "normal"
        await run(b, "1")
        await b.press("ctrl+u")
        await b.type(f"{tmp_path}/")
        await b.press("down")
        assert "4 of 4" in b.screen and "../" in b.screen and ".hidden" not in b.screen
        await b.type("su\n")
        assert "deeper.txt" in b.screen and "one.txt" not in b.screen
        await b.type("er\t")  # the only one that is left, as a shell takes it
        assert b.page[0].startswith("[1][deeper.txt]") and b.app.fields.text(1) == f"{tmp_path}/sub/deeper.txt"
        await run(b, "1")
        await b.press("tab")
        assert b.app.fields.entry is not None and b.app.fields.entry.number == 2  # a whole path: on to the next


@in_a_loop
async def test_each_of_several_paths_is_completed(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "my own"
    folder.mkdir()
    for name in ("a.txt", "b c.txt", "b d.txt"):
        (folder / name).write_text(name)
    server.page("/", form("<input type=file name=f multiple><button>Go</button>", "method=post"))
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        await b.type(f"'{tmp_path}/m\t")
        await b.type("a\t")
        await b.type(f" '{folder}/b\t")
        await b.type("\t")
        assert "2 of 4" in b.screen
        await b.press("down", "enter", "enter")
        assert b.app.fields.values(1) == (f"{folder}/a.txt", f"{folder}/b d.txt")
        assert b.page[0].startswith("[1][a.txt, b d.txt]")


@in_a_loop
async def test_a_file_that_is_not_there_is_told_and_the_path_stays(server: Server, tmp_path: Path) -> None:
    server.page("/", form("<input type=file name=f><button>Go</button>", "method=post enctype=multipart/form-data"))
    async with browsing(server.url("/")) as b:
        await run(b, f"field set 1 {tmp_path}/nothing")
        assert b.status.startswith("f: there is no file")
        await run(b, "1")
        await b.type(f"{tmp_path}/nothing\n")
        assert "there is no file" in b.status and b.page[0].startswith("[1][nothing]")


@in_a_loop
async def test_what_a_field_cannot_be_is_said_and_stays(server: Server) -> None:
    server.page("/", form("<input readonly name=a value=fixed><input disabled name=b><input type=button value=Script>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        assert "cannot be changed" in b.status and b.app.mode == "normal"
        await run(b, "2")
        assert "only by a script" in b.status


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
        await b.pilot.resize_terminal(40, 12)
        await b.settled()
        assert "kept" in b.page[0]
        await b.pilot.resize_terminal(80, 24)
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
@SIZES
async def test_a_form_that_goes_to_another_site_asks_first(
    server: Server, other: Server, size: tuple[int, int]
) -> None:
    other.page("/in", "<p>Took it.")
    there = other.url("/in")
    server.page("/", f"<form method=post action={there}><input name=a value=1><button>Go</button></form>")
    async with browsing(server.url("/"), size=size) as b:
        await run(b, "2")
        assert "This form goes to another site: " in b.screen.replace("\n", "") and "a: 1" in b.screen
        await b.press("enter")
        assert other.asked("/in") == [] and "nothing was sent" in b.status
        await run(b, "2")
        await b.press("s")
        assert b.page[0] == "Took it." and other.asked("/in")[0].body == b"a=1"
        await b.press("H")
        await run(b, "2")
        await b.press("y")  # as where the answer is yes
        assert b.page[0] == "Took it." and len(other.asked("/in")) == 2


@in_a_loop
@pytest.mark.parametrize(
    ("enctype", "content_type", "body"),
    [
        ("", "application/x-www-form-urlencoded", "a=x+y&b=%C3%BC"),
        ("text/plain", "text/plain", "a=x y\r\nb=ü\r\n"),
        ("multipart/form-data", "multipart/form-data", 'name="a"\r\n\r\nx y\r\n'),
    ],
)
async def test_what_is_sent_in_each_encoding(server: Server, enctype: str, content_type: str, body: str) -> None:
    server.page(
        "/", form("<input name=a><input name=b value=ü><button>Go</button>", f"method=post enctype='{enctype}'")
    )
    async with browsing(server.url("/")) as b:
        await run(b, "field set 1 x y")
        await run(b, "3")
        asked = server.asked("/echo")[-1]
        assert (asked.header("content-type") or "").startswith(content_type)
        assert body in asked.body.decode()
        assert asked.header("origin") == server.url("") and asked.header("referer") == server.url("/")


@in_a_loop
async def test_the_way_back_after_a_redirect_from_a_form(server: Server) -> None:
    server.page("/", form("<input name=a value=1><button>Go</button>", "method=post").replace("/echo", "/in"))
    server.redirect("/in", "/done", 303)
    server.page("/done", "<p>Done.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert b.page[0] == "Done."
        await run(b, "reload")
        assert b.page[0] == "Done." and len(server.asked("/in")) == 1 and len(server.asked("/done")) == 2
        await b.press("H", "L")
        assert b.page[0] == "Done." and len(server.asked("/in")) == 1


@in_a_loop
async def test_a_form_is_not_sent_again_without_a_question(server: Server) -> None:
    server.page("/", form("<input name=a value=1><button>Go</button>", "method=post").replace("/echo", "/in"))
    server.page("/in", "<p>Paid.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert b.page[0] == "Paid."
        await run(b, "reload")
        assert "sent once more" in b.screen
        await b.press("escape")
        assert len(server.asked("/in")) == 1 and b.page[0] == "Paid."
        await run(b, "reload")
        await b.press("s")
        assert [asked.body for asked in server.asked("/in")] == [b"a=1", b"a=1"]


@in_a_loop
async def test_a_button_of_another_form_and_of_another_window(server: Server) -> None:
    server.page(
        "/",
        "<form id=f action=/echo method=post><input name=a value=1></form>"
        "<button form=f formaction=/other formmethod=get formtarget=_blank name=b value=2>Go</button>",
    )
    server.page("/other", "<p>Other.")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert sent(server, "/other") == [("a", "1"), ("b", "2")]
        assert len(b.app.tabs) == 2 and b.page[0] == "Other."


@in_a_loop
async def test_a_click_edits_a_field_and_a_paste_goes_into_it(server: Server) -> None:
    server.page("/", form("<p>Name <input name=a><p>Other <input name=b>"))
    async with browsing(server.url("/")) as b:
        await b.pilot.click(b.app.view, offset=(10, 0))
        await b.settled()
        assert b.app.mode == "insert" and b.app.view.target == 1
        b.app.clip.copy("pasted\ntext")
        await b.press("ctrl+y", "tab")
        assert b.page[0].startswith("Name [1]pasted text")


@in_a_loop
async def test_all_lines_of_a_paste_in_the_terminal_go_into_a_field(server: Server) -> None:
    server.page("/", form("<p>Name <input name=a><p><textarea name=b></textarea>"))
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        b.app.post_message(events.Paste("\none\rtwo\x1b[31m\r\nthree\r"))
        await b.press("tab")
        assert b.page[0].startswith("Name [1]one two[31m three")
        b.app.post_message(events.Paste("four\r\nfive\x07\r\tsix"))
        await b.press("escape")
        await run(b, "form submit")
        assert sent(server, "/echo") == [("a", " one two[31m three"), ("b", "four\r\nfive\r\n\tsix")]


@in_a_loop
async def test_a_value_stands_in_the_page_for_search_and_in_tables(server: Server) -> None:
    server.page(
        "/", form("<table><tr><th>Name<td><input name=a value=x><tr><th>Town<td><input name=b></table><p>needle")
    )
    async with browsing(server.url("/")) as b:
        await run(b, "field set 2 a long needle in a field")
        assert any("[2]a long needle in" in line for line in b.page)
        await b.type("/needle\n")
        assert "1/2" in b.status
        await run(b, "field set 2 nothing")
        await b.press("n")
        assert "1/1" in b.status


@in_a_loop
async def test_json_of_the_echo_is_the_page(server: Server) -> None:
    server.page("/", form("<input name=q value=1><button>Go</button>"))
    async with browsing(server.url("/")) as b:
        await run(b, "form submit --tab")
        assert len(b.app.tabs) == 2
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.page is not None
        assert json.loads(visit.page.response.body)["target"] == "/echo?q=1"


@in_a_loop
async def test_a_password_does_not_leave_in_the_clear_or_in_an_address_without_a_question(server: Server) -> None:
    field = "<input type=password name=p value=hunter2><button>Go</button></form>"
    server.page("/", f"<form action=http://shop.example/in method=post>{field}<form action=/echo>{field}")
    async with browsing(server.url("/")) as b:
        await run(b, "2")
        assert "in the clear" in b.screen and "http://shop.example" in b.screen and "hunter2" not in b.screen
        await b.press("escape")
        await run(b, "4")
        assert "would become a part of the address" in b.screen
        await b.press("n")
        assert server.asked("/echo") == [] and b.page[0].startswith("[1]")


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
async def test_what_is_typed_covers_the_placeholder(server: Server) -> None:
    server.page("/", "<form><p>Find <input name=q placeholder='words of a title'> <button>Go</button></form>")
    async with browsing(server.url("/")) as b:
        assert "(words of a title)" in b.lines[0]
        await b.type(":field edit 1\nab")
        assert b.lines[0].split() == ["Find", "[1]ab", "[2][Go]"]


@in_a_loop
async def test_an_area_at_the_lower_edge_is_in_sight_as_a_whole_and_the_status_line_names_it(server: Server) -> None:
    lines = "<br>".join(f"line {n}" for n in range(40))
    server.page(
        "/", f"{lines}<form><label>Say<br>it<br><textarea rows=6 cols=30>one\ntwo</textarea></label></form>{lines}"
    )
    async with browsing(server.url("/")) as b:
        await b.press("1", "enter")
        await b.until(lambda: b.app.entry is not None and b.app.entry.region.height == 6)
        place = next(y for y, line in enumerate(b.lines) if "[1]one" in line)
        assert b.app.entry.region.y == place and b.app.entry.region.bottom <= b.app.view.region.bottom
        assert "Say it (lines of text)" in b.status


@in_a_loop
async def test_in_a_filtered_list_one_stands_on_what_begins_so(server: Server) -> None:
    server.page("/", form("<select name=s><option>Algeria<option>Germany<option>Niger</select>"))
    async with browsing(server.url("/")) as b:
        await b.type("1\nger\n")
        await b.press("g", "s")
        assert sent(server) == [("s", "Germany")]


@in_a_loop
async def test_tab_takes_the_option_one_is_on_and_goes_to_the_next_field(server: Server) -> None:
    """It moved down the list, so that what was meant for the next field was typed into the list's filter."""
    server.page("/", form("<input name=a><select name=s><option>Algeria<option>Germany</select><input name=b>"))
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("one\t ger\ttwo")
        await b.press("shift+tab")
        assert b.app.view.target == 2 and "[2]{Germany ▾}" in b.page[0]
        await b.type(" alg")
        await b.press("shift+tab")
        assert b.app.mode == "insert" and b.app.view.target == 1
        await b.type("\t nothing\t")
        assert "nothing has 'nothing' in it" in b.status and b.app.view.target == 2
        await b.press("escape")
        await run(b, "form submit")
        assert sent(server) == [("a", "one"), ("s", "Algeria"), ("b", "two")]


@in_a_loop
async def test_no_key_ends_the_app_while_something_is_edited(server: Server) -> None:
    """Page Down in a line did: Textual's own actions may say that they do not apply."""
    page = form(
        "<input name=a><textarea name=t>x</textarea><select name=s><option>A<option>B</select><input type=file>"
    )
    server.page("/", page + "<br>words" * 60)
    names = "pageup pagedown home end left right up down insert delete backspace f1 f6 escape".split()
    keys = [held + name for held in ("", "ctrl+", "shift+", "alt+") for name in names]
    keys += [f"ctrl+{letter}" for letter in "abdfghijklnoprtuwy"]  # not the editor
    async with browsing(server.url("/")) as b:
        for number in (1, 2, 3, 4):
            for key in keys:
                if b.app.fields.entry is None:
                    b.app.enter("normal")
                    b.app.run_line(f"field edit {number}")
                    await b.pilot.pause()
                b.app.take_key(events.Key(key, None))
            await b.pilot.pause()
            assert b.app.is_running and b.app.crashes.fatal is None, number
            b.app.fields.end()


@in_a_loop
async def test_dates_and_colours_as_people_write_them_are_taken_and_what_is_sent_is_shown(server: Server) -> None:
    server.page(
        "/",
        form(
            "<p>Day <input type=date name=day><p>Ink <input type=color name=ink><p><button>Send</button>", "novalidate"
        ),
    )
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("1.12.2026\t")
        assert "day: 2026-12-01 will be sent for '1.12.2026'" in b.status and "2026-12-01" in b.page[0]
        await b.type("crimson\t")
        assert "#dc143c will be sent" in b.status
        await run(b, "field set 1 '1/12/2026'")
        assert "2026-12-01 or 2026-01-12" in b.status
        await run(b, "field set 1 20261224")
        assert "2026-12-24 will be sent" in b.status
        await run(b, "form submit")
        assert sent(server) == [("day", "2026-12-24"), ("ink", "#dc143c")]


@in_a_loop
async def test_tab_and_space_fill_in_a_form_as_in_other_browsers(server: Server) -> None:
    server.page(
        "/",
        form(
            "<p>A <input name=a><p><input type=checkbox name=b value=1> box"
            "<p>L <select name=l><option>x<option>y</select><p>C <input name=c><p><button name=go value=1>Send</button>"
        )
        + "<p>long " * 60,
    )
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("dd\t ")
        assert any(line.startswith("[2][x] box") for line in b.page) and b.app.view.first == 0
        await b.type("\t")
        assert b.app.view.target == 3
        await b.type(" y\n\t")
        assert b.app.mode == "insert"
        await b.type("dd\t")
        assert b.app.view.target == 5
        await b.press("shift+tab")
        assert b.app.mode == "insert"
        await b.type("\t ")
        await b.settled()
        assert sent(server) == [("a", "dd"), ("b", "1"), ("l", "y"), ("c", "dd"), ("go", "1")] and len(b.app.tabs) == 1


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


@in_a_loop
async def test_a_form_goes_on_being_filled_in_after_a_command_and_the_status_line_says_what_keys_do(
    server: Server,
) -> None:
    server.page(
        "/", form("<input name=a aria-label=First><input type=checkbox name=b><input name=c><button>Go</button>")
    )
    async with browsing(server.url("/")) as b:
        await b.press("tab")
        assert b.status.startswith("[1] First (text): Enter to type") and "INSERT" not in b.status
        await b.type("\none\t")
        assert b.app.mode == "normal" and "-- FORM --" in b.status
        await b.type(":set output.numbers\n")
        assert "-- FORM --" in b.status
        await b.type("\tthree")
        assert b.app.mode == "insert"
        await b.press("escape")
        await b.type(":follow 1\n\t")
        assert "-- FORM --" in b.status
        await b.press("j")
        assert "-- FORM --" not in b.status


@in_a_loop
async def test_space_pages_down_again_once_the_form_is_left(server: Server) -> None:
    server.page("/", form("<p>A <input name=a><p><input type=checkbox name=b> box") + "<p>long " * 60)
    async with browsing(server.url("/")) as b:
        await b.press("tab", "enter", "tab", "j", "space")
        assert b.app.view.first > 1 and b.app.fields.values(2) == ()


@in_a_loop
@pytest.mark.parametrize("keys", ["w3m", "lynx"])
async def test_enter_in_a_line_sends_no_form_half_filled_in_with_keys_of_programs_that_do_not(
    server: Server, keys: str
) -> None:
    server.page("/", form("<p>One <input name=a><p><input name=b><p><button>Send</button>"))
    server.page("/one", form("<p>Words <input name=q><p><input type=checkbox name=c><button>Send</button>"))
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", keys)])) as b:
        await b.press(*(("tab",) if keys == "w3m" else ()), "enter")  # lynx is on the first one
        await b.type("one\n")
        assert not server.asked("/echo") and b.page[0] == "One [1]one_____________"
        assert b.app.view.target == (1 if keys == "w3m" else 2)
        await b.press(*(("tab", "enter") if keys == "w3m" else ()))
        assert b.app.mode == "insert"
        await b.type("two\n")
        assert not server.asked("/echo") and b.app.mode == "normal"
        await b.press(*(("tab",) if keys == "w3m" else ()), "enter")
        assert sent(server) == [("a", "one"), ("b", "two")]
        b.app.run_line(f"open {server.url('/one')}")
        await b.settled()
        await b.press(*(("tab",) if keys == "w3m" else ()), "enter")
        await b.type("word\n")
        assert sent(server) == [("q", "word")]


@in_a_loop
async def test_in_lynx_up_and_down_leave_a_field_and_an_area_where_it_ends(server: Server) -> None:
    server.page("/", form("<p><input name=a><p><textarea name=t>one\ntwo</textarea><p><input name=b>"))
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", "lynx")])) as b:
        await b.press("enter")
        await b.type("x")
        await b.press("down")
        assert b.app.view.target == 2 and b.app.mode == "insert"
        await b.press("up")
        assert b.app.view.target == 2, "it began on the last line of the area"
        await b.press("up")
        assert b.app.view.target == 1
        await b.press("down", "down")
        assert b.app.view.target == 3
        await b.press("escape")
        assert b.app.fields.values(1) == ("x",) and b.app.mode == "normal"


@in_a_loop
async def test_the_lines_of_a_field_that_is_filled_in_out_of_sight_are_counted(server: Server) -> None:
    server.page("/", "<p>words" * 40 + form("<textarea name=t></textarea>") + "<p>more" * 40)
    async with browsing(server.url("/")) as b:
        await b.settled()
        before = len(b.app.view.flow)
        b.app.fields.put(1, ("\n".join(map(str, range(12))),))
        assert len(b.app.view.flow) == before + 11 and b.page[0] == "words"
        await b.press("G")
        assert b.page[0] == "more"
        b.app.fields.put(1, ("",))
        assert len(b.app.view.flow) == before and b.page[0] == "more" and b.page[-1] == "more"


@in_a_loop
async def test_the_first_field_is_one_to_type_into(server: Server) -> None:
    boxes = form("<p><input type=checkbox name=menu> Menu <input name=no readonly>" + "<p>words" * 40 + "%s")
    server.page("/", boxes % "<p>Search <input name=q>")
    server.page("/boxes", boxes % "")
    async with browsing(server.url("/")) as b:
        await b.type("gihooks")
        assert b.app.fields.text(3) == "hooks"
        await b.type(f"\x1b:open {server.url('/boxes')}\ngi")
        assert b.app.mode == "normal" and b.app.view.target == 1


@in_a_loop
async def test_in_lynx_a_field_that_the_arrows_lead_to_is_typed_into_and_left_for_the_next_link(server: Server) -> None:
    fields = "<p><a href=/a>one</a> <input name=a> <a href=/b>lost?</a> <input name=r readonly> <input name=b>"
    server.page("/", form(f"{fields} <input type=checkbox name=c> <textarea name=t>two</textarea>"))
    async with browsing(server.url("/"), chosen=settings.load().with_session([("keys.keymap", "lynx")])) as b:
        assert b.app.view.target == 1 and b.app.mode == "normal"
        await b.press("down")
        await b.type("John")
        assert b.app.mode == "insert" and b.app.fields.values(2) == ("John",)
        await b.press("down")
        assert b.app.view.target == 3 and b.app.mode == "normal", "a link between fields is none of the form's"
        await b.press("down")
        assert b.app.view.target == 4 and b.app.mode == "normal", "nothing can be typed into it"
        await b.press("down")
        await b.type("go")
        await b.press("tab")
        assert b.app.fields.values(5) == ("go",) and b.app.view.target == 6 and b.app.mode == "normal"
        await b.press("space", "down")
        assert b.app.fields.values(6) == ("on",) and b.app.view.target == 7 and b.app.mode == "insert"
        await b.press("up", "up")
        assert b.app.view.target == 5 and b.app.mode == "insert"


@in_a_loop
async def test_what_the_field_before_suggests_late_stands_behind_no_password(server: Server) -> None:
    server.page("/", form("<input name=a><input type=password name=p>"))
    async with browsing(server.url("/")) as b:
        await b.type("gi\ta")
        entry = b.app.fields.entry
        assert isinstance(entry, LineEntry) and entry.secret
        entry.post_message(SuggestionReady("a", "alice"))
        await b.settled()
        await b.press("right")
        assert entry.written == "a" and "lice" not in b.screen
