"""A form filled in field by field, with the keys of each tradition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from servers import Server
from textual import events

from lightterm import settings

if TYPE_CHECKING:
    pass
from tui_forms import form, run, sent


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
async def test_letters_and_arrows_choose_on_a_list_or_radio_button_that_tab_led_to(server: Server) -> None:
    radios = "".join(
        f"<label><input type=radio name=r value={value}> {value[0]}</label>"
        for value in ("x checked", "y disabled", "z")
    )
    countries = "<select name=l aria-label=Country><option>Chad<option>Denmark<option>Oman</select>"
    server.page("/", form(f"<p><input name=a aria-label=A>{countries}<p>{radios}<p><button>Send</button>"))
    async with browsing(server.url("/"), server.url("/")) as b:
        await b.press("tab", "enter")
        await b.type("aa\tden\t")
        assert len(b.app.tabs) == 2 and "{Denmark" in b.page[0], b.page
        await b.press("down")
        assert "( ) x" in b.page[2] and "(*) z" in b.page[2] and "-- FORM --" in b.status
        await b.press("right")
        assert "(*) x" in b.page[2] and b.app.view.target == 3
        await b.press("shift+tab", "down")
        assert b.app.mode == "insert"
        await b.press("down", "enter")
        assert "{Oman" in b.page[0]
        await b.type("j")
        assert b.app.mode == "insert", "a letter opens the list again"
        await b.press("escape")
        await b.type("j")
        assert b.app.mode == "normal" and "FORM" not in b.status, "who left the list reads on"


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
        server.page("/when", form("<input type=checkbox name=menu><input type=date name=when><input name=q>"))
        await b.type(f":open {server.url('/when')}\ngi2024-01-11\t")
        assert b.app.fields.text(2) == "2024-01-11" and b.app.view.target == 3


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
async def test_tab_goes_through_fields_as_the_page_says(server: Server) -> None:
    """The page's tabindex was not heard: Tab went from the name to a box, and to what no Tab is to reach."""
    server.page(
        "/",
        "<form><input name=name tabindex=1><input type=checkbox name=stay tabindex=3 id=s><label for=s>stay</label>"
        "<input name=word tabindex=2><input name=trap tabindex=-1><button>send</button><input name=last></form>",
    )
    async with browsing(server.url("/")) as b:
        await b.type("gi")
        names = []
        for _ in range(5):
            names.append(b.app.fields.field(b.app.view.target).name)
            await b.type("\t")
        assert names == ["name", "word", "stay", "", "last"]
        await b.press("escape")
        await b.type("4\n\t")  # none that Tab comes to: it goes on as they stand
        assert b.app.view.document.targets[b.app.view.target].text == "[send]"


@in_a_loop
async def test_a_text_area_in_a_table_leaves_the_cells_beside_it(server: Server) -> None:
    cells = "<td><textarea name=c rows=4 cols=30>one\ntwo</textarea><td>open"
    server.page(
        "/", form(f"<table border=1><tr><th>Name<th>Said<th>State<tr><td>One{cells}<tr><td>A<td>B<td>C</table>")
    )
    async with browsing(server.url("/")) as b:
        before = b.page
        await b.type("gi\nthree words here")
        rows = b.screen.splitlines()
        assert [row.count("│") for row in rows[2:7]] == [2] * 5, "borders stay, in each row"
        assert "One" in rows[2] and "open" in rows[2] and "three words here" in rows[4]
        await b.press("escape")
        await b.press("escape")
        assert len(b.page) == len(before) + 1 and "│ ┊ three words here │" in b.screen
