"""The mouse beside the page: the tab bar, questions, menus and lists. Buttons come as the terminal sends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Server
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp
from textual.message import Message

from lightterm.tui.driver import KeyParser


def cell(b: Browsing, text: str, row: int | None = None) -> tuple[int, int]:
    """Where a text is on the screen, in cells; in a row where that is given."""
    rows = range(len(b.lines)) if row is None else (row,)
    return next((b.cells[y].index(text), y) for y in rows if text in b.cells[y])


async def mouse(b: Browsing, kind: type, x: int, y: int, button: int = 1) -> None:
    """One event of the mouse, as it comes from the terminal."""
    b.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
    await b.pilot.pause()


async def click(b: Browsing, x: int, y: int, button: int = 1) -> None:
    await mouse(b, MouseDown, x, y, button)
    await mouse(b, MouseUp, x, y, button)
    await b.settled()


def open_pages(b: Browsing) -> list[str]:
    return [tab.title for tab in b.app.tabs]


@pytest.fixture
def three(server: Server) -> list[str]:
    """The addresses of pages called Ape, Bee and Cat."""
    for name in ("Ape", "Bee", "Cat"):
        server.page(f"/{name}", f"<title>{name}</title><p>{name} here. <a href=/Ape>to ape</a>")
    return [server.url(f"/{name}") for name in ("Ape", "Bee", "Cat")]


@in_a_loop
@pytest.mark.covers("LB-89")
async def test_tabs_are_chosen_closed_dragged_and_wheeled_through(three: list[str]) -> None:
    async with browsing(*three) as b:
        await click(b, *cell(b, "Cat", 0))
        assert b.page[0].startswith("Cat") and b.app.tabs.index == 2
        await mouse(b, MouseScrollUp, 5, 0)
        assert b.app.tabs.index == 1
        await mouse(b, MouseScrollDown, 5, 0)
        assert b.app.tabs.index == 2
        x, _ = cell(b, "Cat", 0)
        await mouse(b, MouseDown, x, 0)
        for to in (x - 4, x - 8, 2):
            await mouse(b, MouseMove, to, 0)
        await mouse(b, MouseUp, 2, 0)
        assert open_pages(b) == ["Cat", "Ape", "Bee"] and b.app.tabs.index == 0  # it goes along
        await click(b, *cell(b, "Ape", 0), button=2)
        assert open_pages(b) == ["Cat", "Bee"]
        await click(b, 70, 0)
        await click(b, 70, 0)  # a double click beside the tabs
        assert len(b.app.tabs) == 3


@in_a_loop
async def test_a_tab_has_a_menu(three: list[str]) -> None:
    async with browsing(*three) as b:
        await click(b, *cell(b, "Bee", 0), button=3)
        assert "Close the others" in b.screen and b.app.mode == "prompt"
        await click(b, 60, 15)  # beside the menu: it goes, and nothing else
        assert "Close the others" not in b.screen and b.app.mode == "normal" and b.app.tabs.index == 0
        await click(b, *cell(b, "Bee", 0), button=3)
        await click(b, *cell(b, "Keep it from being closed"))
        assert open_pages(b) == ["Bee", "Ape", "Cat"] and b.app.tabs[0].pinned
        await click(b, *cell(b, "Cat", 0), button=3)
        await click(b, *cell(b, "Close the others"))
        assert open_pages(b) == ["Bee", "Cat"]  # a pinned one stays
        await click(b, *cell(b, "Bee", 0), button=3)
        await click(b, *cell(b, "Open the tab closed last"))
        assert "Ape" in open_pages(b)


@in_a_loop
async def test_of_many_tabs_the_one_in_front_is_always_in_sight(server: Server) -> None:
    server.page("/long", "<p>No title.")
    async with browsing(*[server.url(f"/long?{n}") for n in range(30)]) as b:
        assert b.lines[0].startswith(" 1 ") and b.lines[0].endswith("›")
        assert "ong?4" in b.lines[0]  # the end of an address says more than its scheme and host
        await click(b, 79, 0)  # ›: the next that is out of sight
        first = b.app.tabs.index
        assert first > 3 and f" {first + 1} " in b.lines[0] and b.lines[0].startswith("‹")
        await b.type(":tab last\n")
        assert " 30 " in b.lines[0] and not b.lines[0].endswith("›")
        await click(b, 0, 0)
        assert 0 < b.app.tabs.index < 29


@in_a_loop
@pytest.mark.parametrize("width", [80, 24])
async def test_a_question_is_answered_by_a_click_and_nothing_behind_it_is(server: Server, width: int) -> None:
    server.page("/", "<p><a href=/file>a file</a> <a href=/other>other</a>")
    server.page("/file", b"PK\3\4", "application/zip")
    async with browsing(server.url("/"), size=(width, 12)) as b:
        await click(b, *cell(b, "a file"))
        await b.until(lambda: b.app.question.display)
        await click(b, *cell(b, "other"))
        assert b.app.question.display and not server.asked("/other")
        await click(b, *cell(b, "show the source"))
        await b.until(lambda: not b.app.question.display)
        assert b.app.tabs.active.visit is not None
        assert b.app.tabs.active.visit.url.startswith("view-source:")


@in_a_loop
async def test_a_click_takes_a_message_away_as_a_key_does(three: list[str]) -> None:
    async with browsing(three[0]) as b:
        b.app.say("something happened")
        assert "something happened" in b.status
        await click(b, 40, 8)
        assert "something happened" not in b.status


@in_a_loop
async def test_a_list_of_completions_is_turned_and_clicked(three: list[str]) -> None:
    async with browsing(*three) as b:
        await b.type(":tab ")
        await b.until(lambda: "tab new" in b.screen)
        x, y = cell(b, "tab new")
        await mouse(b, MouseScrollDown, x, y)
        assert "tab new" not in b.screen
        await click(b, *cell(b, "tab last"))
        await b.press("enter")
        assert b.app.tabs.index == 2
        await b.press("g", "t")
        await b.until(lambda: b.app.choices.display)
        row = b.app.choices.region.y + 1
        await click(b, 2, row)
        await b.until(lambda: b.app.tabs.index == 1)


@in_a_loop
async def test_on_a_tiny_screen_the_marked_answer_of_a_question_is_in_sight(server: Server) -> None:
    server.page("/file", b"PK\3\4", "application/zip")
    async with browsing(server.url("/file"), size=(20, 5)) as b:
        await b.until(lambda: b.app.question.display)
        assert "download" in b.screen and "leave it" not in b.screen
        await b.press("tab", "tab", "tab")
        assert "leave it" in b.screen and "show the sour…" in b.screen
        await click(b, *cell(b, "leave it"))
        assert not b.app.question.display


@in_a_loop
async def test_the_wheel_steps_the_number_and_date_that_is_edited(server: Server) -> None:
    server.page("/", "<p>Size <input type=range min=0 max=10> <p>Count <input type=number value=3><p>Name <input>")
    async with browsing(server.url("/")) as b:
        x, y = cell(b, "[1]")
        await click(b, x + 3, y)
        await mouse(b, MouseScrollUp, x + 3, y)
        await mouse(b, MouseScrollUp, x + 3, y)
        await b.press("escape")
        assert any(line.startswith("Size [1]7") for line in b.page)
        x, y = cell(b, "[2]")
        await click(b, x + 3, y)
        await mouse(b, MouseScrollDown, x + 3, y)
        await b.press("escape")
        assert any(line.startswith("Count [2]2_") for line in b.page)


@in_a_loop
async def test_a_file_is_chosen_with_the_mouse_alone_or_typed(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/letter.txt").write_text("x")
    (tmp_path / "note.txt").write_text("x")
    monkeypatch.chdir(tmp_path)
    server.page("/", "<form><p>File <input type=file name=f></form>")
    async with browsing(server.url("/")) as b:
        await click(b, *cell(b, "[Choose file]"))
        await click(b, *cell(b, "inner/"))
        await click(b, *cell(b, "letter.txt"))
        assert any("[letter.txt]" in line for line in b.page) and b.app.mode == "normal"
        assert b.app.fields.values(1) == (str(tmp_path / "inner/letter.txt"),)
        await b.type(":field clear 1\n")
        await click(b, *cell(b, "[Choose file]"))
        await b.type(f"{tmp_path}/note.txt\x1b")
        assert b.app.fields.values(1) == (str(tmp_path / "note.txt"),)
        await b.type(":field clear 1\n")
        await click(b, *cell(b, "[Choose file]"))
        await b.type(f"{tmp_path}/inner/\x1b")
        assert "is a folder" in b.app.said[-1] and any("[inner/]" in line for line in b.page)


@in_a_loop
async def test_below_the_end_of_a_page_nothing_is_clicked(server: Server) -> None:
    """The link of the last line was followed from as far down as the screen goes."""
    server.page("/", "<p><a href=/a>a link</a>")
    async with browsing(server.url("/")) as b:
        await click(b, 4, 9)
        assert b.app.tabs.visit is not None and b.app.tabs.visit.url == server.url("/")
        await click(b, 4, 9, button=3)
        assert "Reload" in b.screen and "Copy the address" not in b.screen


@in_a_loop
async def test_a_click_takes_back_half_a_sequence_of_keys(three: list[str]) -> None:
    async with browsing(*three) as b:
        await b.press("3", "y")
        assert b.app.typed == "3y"
        await click(b, 30, 9)
        assert b.app.typed == "" and not b.app.which_key.display


@in_a_loop
async def test_the_status_line_is_an_address_bar(three: list[str]) -> None:
    async with browsing(*three) as b:
        await click(b, 5, 23)
        assert b.app.command_line.value == f":open {three[0]}"
        await b.press("escape")
        await click(b, 5, 23, button=3)
        assert "Copy the page's address" in b.screen
        await b.press("escape")
        b.app.say("something happened")
        await click(b, 5, 23)
        assert b.app.mode == "normal" and "something happened" not in b.status


@in_a_loop
async def test_the_buttons_at_the_side_go_back_and_forward_wherever_they_are_pressed(three: list[str]) -> None:
    def sent(button: int, x: int, y: int) -> list[Message]:
        return list(KeyParser().feed(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m"))

    async with browsing(three[1]) as b:
        await b.type(":open " + three[2] + "\n")
        link = cell(b, "to ape")
        for button, page in ((128, "Bee"), (129, "Cat")):
            for event in sent(button, *link):
                b.app.post_message(event)
            await b.settled()
            assert b.page[0].startswith(page)
        await b.press(":")
        for event in sent(128, 3, 3):
            b.app.post_message(event)
        await b.settled()
        assert b.page[0].startswith("Bee") and b.app.mode == "normal"


@in_a_loop
async def test_every_command_is_reached_from_the_menu_of_the_page_however_small_the_screen_is(three: list[str]) -> None:
    async with browsing(three[0], size=(60, 8)) as b:
        await click(b, 40, 4, button=3)
        assert "Back" in b.screen and "All commands" not in b.screen
        for _ in range(20):
            await mouse(b, MouseScrollDown, 42, 4)
        await click(b, *cell(b, "All commands"))
        assert b.app.mode == "command" and "agents" in b.screen


@in_a_loop
async def test_a_click_on_a_label_acts_on_its_control(server: Server) -> None:
    server.page(
        "/",
        "<form><p><input type=checkbox id=c><label for=c>Remember me</label> and more words"
        "<p><label>Your name: <input name=n></label>"
        f"<p><label><input type=radio name=r> {'agreed ' * 20}</label><p><label><input type=radio name=r> no</label>",
    )
    async with browsing(server.url("/")) as b:
        await click(b, *cell(b, "ember me"))
        assert b.page[0].startswith("[1][x] Remember me")
        await click(b, *cell(b, "and more"))
        assert b.page[0].startswith("[1][x] Remember me")
        await click(b, *cell(b, "agreed"))
        assert b.page[4].startswith("[3](*) agreed")
        await click(b, *cell(b, "name"))
        assert b.app.mode == "insert" and "[2]" in b.status


@in_a_loop
async def test_a_picture_has_a_menu(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    server.page("/", "<p><img src=/one.png alt='the one'> words <img src=/two.png alt='the two'>")
    server.page("/two.png", b"\x89PNG\r\n\x1a\n of two", "image/png")
    async with browsing(server.url("/")) as b:
        await b.type(":image save --clicked\n")
        assert "no picture of this page was clicked" in b.status
        await click(b, *cell(b, "the two"), button=3)
        assert "About this page" in b.screen
        await click(b, *cell(b, "Save the picture"))
        await b.until(lambda: b.app.mode == "command", "the name is asked for")
        await b.press("enter")
        assert (tmp_path / "two.png").read_bytes().endswith(b" of two")
        await click(b, *cell(b, "words"), button=3)
        assert "Save the picture" not in b.screen
