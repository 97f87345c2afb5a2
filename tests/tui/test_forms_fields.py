"""What each kind of field is filled in with: options, dates, numbers, paths, several lines."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from browsing import browsing, in_a_loop
from servers import Server
from textual.suggester import SuggestionReady

from lightterm.tui.field_entry import LineEntry

if TYPE_CHECKING:
    from pathlib import Path
from tui_forms import SIZES, form, run, sent


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
async def test_a_comma_between_several_paths_is_none_of_their_names(server: Server, tmp_path: Path) -> None:
    for name in ("a.txt", "b c.txt", "d.txt,"):
        (tmp_path / name).write_text(name)
    server.page("/", form("<input type=file name=f multiple><button>Go</button>", "method=post"))
    async with browsing(server.url("/")) as b:
        await run(b, "1")
        await b.type(f"{tmp_path}/a.txt, {tmp_path}/d.txt, '{tmp_path}/b c.txt'\n")
        assert b.app.fields.values(1) == tuple(f"{tmp_path}/{name}" for name in ("a.txt", "d.txt,", "b c.txt"))


@in_a_loop
async def test_a_file_that_is_not_there_is_told_and_the_path_stays(server: Server, tmp_path: Path) -> None:
    server.page("/", form("<input type=file name=f><button>Go</button>", "method=post enctype=multipart/form-data"))
    async with browsing(server.url("/")) as b:
        await run(b, f"field set 1 {tmp_path}/nothing")
        assert b.status.startswith("f: there is no file")
        await run(b, "field set 1 /dev/zero")
        assert "'/dev/zero' is no file but a device or pipe" in b.status
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
async def test_what_is_typed_covers_the_placeholder(server: Server) -> None:
    server.page("/", "<form><p>Find <input name=q placeholder='words of a title'> <button>Go</button></form>")
    async with browsing(server.url("/")) as b:
        assert "(words of a title)" in b.lines[0]
        await b.type(":field edit 1\nab")
        assert b.lines[0].split() == ["Find", "[1]ab", "[2][Go]"]


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
        assert "Day: 2026-12-01 will be sent for '1.12.2026'" in b.status and "2026-12-01" in b.page[0]
        await b.type("crimson\t")
        assert "#dc143c will be sent" in b.status
        await run(b, "field set 1 '1/12/2026'")
        assert "2026-12-01 or 2026-01-12" in b.status
        await run(b, "field set 1 20261224")
        assert "2026-12-24 will be sent" in b.status
        await run(b, "form submit")
        assert sent(server) == [("day", "2026-12-24"), ("ink", "#dc143c")]


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


@in_a_loop
async def test_what_stands_below_a_text_of_several_lines_is_seen_while_it_is_edited(server: Server) -> None:
    """The rows to type in lay over the buttons until the field was left."""
    area = "<textarea name=t rows=6>one</textarea>"
    server.page("/", f"<p>Above<form action=/s>{area}<button>Send</button></form><p>Below")
    async with browsing(server.url("/")) as b:
        before = b.page
        await b.press("tab", "enter")
        assert "[2][Send]" in b.lines and "Below" in b.lines
        assert b.lines.index("[2][Send]") >= b.lines.index("Above") + 7, "six rows are there to type in"
        await b.press("escape")
        assert b.page == before
        await b.press("enter", "end")
        await b.type(" two\nthree\x1b")
        assert [row for row in b.page if row] == ["Above", "[1]one two", "three", "[2][Send]", "Below"]
