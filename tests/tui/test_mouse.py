"""The mouse: selecting, the scroll bar, the wheel, clicks on links, the menu."""

from __future__ import annotations

from pathlib import Path

from browsing import Browsing, browsing, in_a_loop
from servers import Server
from textual.events import MouseScrollDown, MouseScrollRight, MouseScrollUp

from lightterm import settings
from lightterm.settings import Settings

PAGE = (
    "<title>Mouse</title><p>The quick brown fox jumps over the lazy dog and runs on.</p>"
    "<p>A <a href=/a>first link</a> here.</p>" + "".join(f"<p>Paragraph {n}.</p>" for n in range(100))
)


def chosen(**values: object) -> Settings:
    return settings.load().with_session([(key.replace("__", "."), value) for key, value in values.items()])


async def drag(b: Browsing, *cells: tuple[int, int]) -> None:
    """Press at the first cell, move over the others, let go."""
    view = b.app.view
    await b.pilot.mouse_down(view, offset=cells[0])
    for cell in cells[1:]:
        await b.pilot.hover(view, offset=cell)
    await b.pilot.mouse_up(view, offset=cells[-1])
    await b.settled()


def wheel(b: Browsing, event: type[MouseScrollDown | MouseScrollUp | MouseScrollRight], shift: bool = False) -> None:
    view = b.app.view
    view.post_message(event(view, 5, 5, 0, 0, 0, shift, False, False, 5, 5))


@in_a_loop
async def test_dragging_selects_text_for_the_primary_selection(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await drag(b, (4, 0), (8, 0), (14, 0))
        assert b.app.view.selection == "quick brown"
        assert b.app.clip.primary == "quick brown" and b.app.clip.text == ""
        assert b.sent.count("\x1b]52;p;") == 1
        await drag(b, (14, 0), (4, 0))
        assert b.app.view.selection == "quick brown"
        await drag(b, (40, 0), (7, 2))
        assert b.app.view.selection == "dog and runs on.\n\nA fir"
        await b.pilot.click(b.app.view, offset=(30, 6))
        assert b.app.view.selection == ""


@in_a_loop
async def test_what_is_selected_goes_where_settings_say(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=chosen(copy__on_select="clipboard")) as b:
        await drag(b, (4, 0), (8, 0))
        assert (b.app.clip.text, b.app.clip.primary) == ("quick", "")
    async with browsing(server.url("/"), chosen=chosen(copy__on_select="both")) as b:
        await drag(b, (4, 0), (8, 0))
        assert (b.app.clip.text, b.app.clip.primary) == ("quick", "quick")
    async with browsing(server.url("/"), chosen=chosen(copy__on_select="none")) as b:
        await drag(b, (4, 0), (8, 0))
        assert (b.app.clip.text, b.app.clip.primary) == ("", "") and b.app.view.selection == "quick"


@in_a_loop
async def test_a_double_click_selects_a_word_and_a_triple_click_the_paragraph(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        await b.pilot.click(b.app.view, offset=(12, 0), times=2)
        assert b.app.view.selection == "brown"
        await b.pilot.click(b.app.view, offset=(22, 0), times=3)
        assert b.app.view.selection == "The quick brown fox jumps over the lazy dog and runs on."
    words = " ".join(f"word{n}" for n in range(40))
    server.page("/", f"<p>Above.<p>{words}<p>Below.<pre>one\ntwo\nthree</pre>")
    async with browsing(server.url("/")) as b:
        await b.pilot.click(b.app.view, offset=(12, 3), times=3)
        assert b.app.view.selection == words
        two = next(n for n, line in enumerate(b.lines) if line.startswith("two"))
        await b.pilot.click(b.app.view, offset=(1, two), times=3)
        assert b.app.view.selection == "two"


@in_a_loop
async def test_held_beyond_the_edge_the_page_scrolls_and_the_selection_grows(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.pilot.mouse_down(view, offset=(0, 4))
        await b.pilot.hover(b.app.status, offset=(5, 0))
        await b.until(lambda: view.first > 6, "the page to scroll")
        await b.pilot.mouse_up(b.app.status, offset=(5, 0))
        at = view.first
        await b.settled()
        assert b.app.view.selection.startswith("Paragraph 0.") and "Paragraph 12." in view.selection
        await b.pilot.pause(0.2)
        assert view.first == at


@in_a_loop
async def test_the_scroll_bar_is_clicked_and_dragged(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        view = b.app.view
        edge = view.size.width - 1
        await b.pilot.click(view, offset=(edge, view.height - 1))
        assert view.first == view.last_first and view.selection == ""
        await drag(b, (edge, view.height - 1), (edge, view.height // 2))
        assert abs(view.first - view.last_first / 2) <= view.last_first / view.height
        await drag(b, (edge, view.height // 2), (edge, 0))
        assert view.first == 0


@in_a_loop
async def test_the_wheel_scrolls_and_with_shift_it_shifts(server: Server) -> None:
    server.page("/", f"<pre>{'wide ' * 60}</pre>" + PAGE)
    async with browsing(server.url("/"), chosen=chosen(mouse__wheel_lines=2)) as b:
        wheel(b, MouseScrollDown)
        wheel(b, MouseScrollDown)
        wheel(b, MouseScrollUp)
        await b.settled()
        assert b.app.view.first == 2
        wheel(b, MouseScrollUp)
        wheel(b, MouseScrollDown, shift=True)
        wheel(b, MouseScrollRight)
        await b.settled()
        assert (b.app.view.first, b.app.view.left) == (0, 16)


@in_a_loop
async def test_links_are_clicked_and_hovering_shows_their_address(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/a", "<title>A</title><p>Page a.")
    async with browsing(server.url("/")) as b:
        await b.pilot.hover(b.app.view, offset=(6, 2))
        assert "/a" in b.status and b.app.view.hover == 1
        await b.pilot.hover(b.app.view, offset=(6, 5))
        assert b.app.view.hover == 0
        await b.pilot.click(b.app.view, offset=(6, 2), control=True)
        await b.settled()
        await b.pilot.click(b.app.view, offset=(6, 2 + 1), button=2)  # the tab bar has come
        await b.settled()
        assert len(b.app.tabs) >= 2 and b.page[0].startswith("The quick")
        await b.pilot.click(b.app.view, offset=(6, 2))
        await b.settled()
        assert b.page[0] == "Page a."


@in_a_loop
async def test_a_middle_click_beside_links_opens_what_was_selected(server: Server, tmp_path: Path) -> None:
    server.page("/", PAGE)
    server.page("/a", "<p>Page a.")
    async with browsing(server.url("/"), chosen=chosen(mouse__middle_click="none")) as b:
        b.app.clip.copy(server.url("/a"), primary=True)
        await b.pilot.click(b.app.view, offset=(6, 6), button=2)
        await b.settled()
        assert b.page[0].startswith("The quick")
        b.app.session.configure(chosen(mouse__middle_click="paste"))
        await b.pilot.click(b.app.view, offset=(6, 6), button=2)
        await b.settled()
        assert b.page[0] == "Page a."


@in_a_loop
async def test_the_right_button_opens_a_menu_that_keys_and_clicks_choose_from(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/a", "<title>A</title><p>Page a.")
    async with browsing(server.url("/")) as b:
        await b.pilot.click(b.app.view, offset=(6, 2), button=3)
        await b.pilot.pause()
        assert "Copy the address" in b.screen and b.app.mode == "prompt"
        await b.press("c", "enter")
        assert b.app.clip.text == server.url("/a") and "Copy the address" not in b.screen and b.app.mode == "normal"
        await b.pilot.click(b.app.view, offset=(6, 2), button=3)
        await b.pilot.pause()
        await b.pilot.click(b.app.menu, offset=(3, 2))  # in a tab behind
        await b.settled()
        assert len(b.app.tabs) == 2
        await b.pilot.click(b.app.view, offset=(40, 8), button=3)
        await b.pilot.pause()
        assert "Show the source" in b.screen
        await b.press("escape")
        assert "Show the source" not in b.screen and b.app.mode == "normal"


@in_a_loop
async def test_the_menu_is_opened_by_its_command(server: Server) -> None:
    server.page("/", PAGE + "<form><input name=q></form><details><summary>More</summary>x</details>")
    server.page("/a", "<p>Page a.")
    async with browsing(server.url("/")) as b:
        await b.press("g", "c")
        assert "Show the source" in b.screen  # no link under the cursor: the page's own
        await b.press("escape", "tab", "g", "c")
        assert "Copy as Markdown" in b.screen
        await b.press("enter")
        assert b.page[0] == "Page a."
        await b.press("H")
        await b.type(":menu 2\n")
        assert "Send the form" in b.screen
        await b.press("down", "up", "up", "escape")
        await b.type(":menu 9\n")
        assert "there is no target 9" in b.status and b.app.mode == "normal"
