"""What the keys of a tradition do in a page, where that is more than the name of a command."""

from __future__ import annotations

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm import settings
from lightterm.settings import Settings

PAGE = (
    "<p>One sentence is here. A second one follows it.</p><p>Below it stands another. It ends here.</p>"
    "<p>The last sentence has words.</p>"
)
LONG = "".join(f"<p>Paragraph {n} has words of its own.</p>" for n in range(60))


def keys_of(name: str, *more: tuple[str, object]) -> Settings:
    return settings.load().with_session([("keys.keymap", name), *more])


@in_a_loop
async def test_sentences_and_paragraphs_of_emacs_end_behind_them(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=keys_of("emacs")) as b:
        ends = []
        for _ in range(4):
            await b.press("alt+e")
            ends.append(b.app.view.caret.at)
        assert ends == [(0, 21), (0, 45), (2, 24), (2, 37)]
        await b.press("alt+a")
        assert b.app.view.caret.at == (2, 25)
        await b.press("alt+left_curly_bracket")
        assert b.app.view.caret.at == (1, 0)
        await b.press("alt+left_curly_bracket", "alt+right_curly_bracket")
        assert b.app.view.caret.at == (1, 0)
        await b.press("alt+right_curly_bracket")
        assert b.app.view.caret.at == (3, 0)
        await b.press("alt+right_curly_bracket")
        assert b.app.view.caret.at == (4, 27)


@pytest.mark.parametrize(("key", "place"), [("ctrl+f", (2, 16)), ("ctrl+n", (3, 0)), ("ctrl+a", (2, 0))])
@in_a_loop
async def test_a_key_that_searches_nothing_ends_a_search_of_emacs_and_does_its_own_work(
    server: Server, key: str, place: tuple[int, int]
) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=keys_of("emacs")) as b:
        await b.press("ctrl+s")
        await b.type("stands")
        await b.press(key)
        assert b.app.mode == "normal" and not b.app.command_line.display
        assert b.app.view.caret.at == place


@in_a_loop
async def test_a_search_of_emacs_ends_behind_what_was_found_and_a_selection_goes_up_to_there(server: Server) -> None:
    server.page("/", f"{PAGE}<p>And <a href=/x>some link</a> in it.")
    async with browsing(server.url("/"), chosen=keys_of("emacs")) as b:
        await b.press("ctrl+@", "ctrl+s")
        await b.type("sentence\n")
        assert b.app.view.caret.at == (0, 12)
        await b.press("alt+w")
        assert "copied One sentence" in b.status
        await b.press("ctrl+s")
        await b.type("sentence\n")
        assert b.app.view.caret.at == (4, 17), "the next one, in the last paragraph"
        await b.press("ctrl+r")
        await b.type("another\n")
        assert b.app.view.caret.at == (2, 16), "backwards it ends before it"
        await b.press("ctrl+s")
        await b.type("some link\n")
        assert b.app.view.target == 1, "which Enter follows"


@in_a_loop
async def test_a_search_of_emacs_takes_words_of_the_page_and_is_edited_as_a_line(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=keys_of("emacs")) as b:
        await b.press("ctrl+s")
        await b.type("stan")
        await b.press("ctrl+w")
        assert b.app.command_line.value == "/stands"
        await b.press("ctrl+w")
        assert b.app.command_line.value == "/stands another"
        await b.press("alt+e", "ctrl+a", "ctrl+f", "ctrl+k")
        assert b.app.command_line.value == "/s" and b.app.mode == "command"
        await b.press("enter", "ctrl+s", "ctrl+n")
        assert b.app.mode == "normal" and not b.app.command_line.display
        await b.press("ctrl+s", "ctrl+x", "ctrl+f")
        assert b.app.command_line.value == ":open "


@in_a_loop
async def test_a_search_of_emacs_is_turned_to_exact_case_and_to_the_text_as_it_stands(server: Server) -> None:
    server.page("/", "<p>One. Two, one, ONE and one.</p>")
    async with browsing(server.url("/"), chosen=keys_of("emacs")) as b:
        await b.press("ctrl+s")
        await b.type("one.")
        assert b.lines[-1].endswith("1/4")
        await b.press("alt+r")
        assert b.app.command_line.value == r"/\Vone." and b.lines[-1].endswith("1/2")
        await b.press("alt+c")
        assert b.app.command_line.value == r"/\V\Cone." and b.lines[-1].endswith("1/1")
        await b.press("alt+r", "alt+s", "c", "enter")
        assert b.app.searched == "one." and b.app.mode == "normal"


@in_a_loop
async def test_a_search_in_other_sets_is_a_line_like_others(server: Server) -> None:
    server.page("/", PAGE)
    for name in ("vim", "w3m", "lynx", "chawan"):
        async with browsing(server.url("/"), chosen=keys_of(name)) as b:
            await b.type("/stads")
            await b.press("left", "left", "n")
            assert b.app.command_line.value == "/stands"


@pytest.mark.parametrize("name", ["w3m", "chawan"])
@in_a_loop
async def test_searches_go_round_or_not_by_a_key(server: Server, name: str) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=keys_of(name)) as b:
        await b.type("/stands\n")
        here = b.app.view.caret.at
        await b.press("n")
        assert "going on from the other side" in b.screen
        await b.press("ctrl+w", "n")
        assert "not found below: stands" in b.screen and b.app.view.caret.at == here
        await b.press("N")
        assert "not found above: stands" in b.screen
        await b.press("ctrl+w", "n")
        assert "going on from the other side" in b.screen


@in_a_loop
async def test_a_mark_of_chawan_is_gone_to_or_its_line_alone(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=keys_of("chawan")) as b:
        await b.type("jj4lmagg10l'a")
        assert b.app.view.caret.at == (2, 10)
        await b.type("`a")
        assert b.app.view.caret.at == (2, 4)


@in_a_loop
async def test_the_parent_of_a_page_in_chawan_is_what_it_was_opened_from_also_in_another_tab(server: Server) -> None:
    server.page("/", "<title>First</title><a href=/two>two")
    server.page("/two", "<title>Second</title><a href=/three>three")
    server.page("/three", "<title>Third</title>")
    async with browsing(server.url("/"), chosen=keys_of("chawan")) as b:
        await b.press("tab", "alt+enter", "tab", "enter")
        assert b.app.tabs.active.title == "Third"
        titles = []
        for _ in range(3):
            await b.press("alt+slash")
            titles.append((b.app.tabs.active.title, b.app.tabs.index))
        assert titles == [("Second", 1), ("First", 0), ("First", 0)] and "no page to go back to" in b.screen


@in_a_loop
async def test_a_number_and_p_go_to_a_screen_with_keys_of_lynx(server: Server) -> None:
    server.page("/", LONG)
    async with browsing(server.url("/"), chosen=keys_of("lynx")) as b:
        await b.press("space", "space")
        third = b.app.view.first
        await b.type("1p")
        assert b.app.view.first == 0
        await b.type("3p")
        assert b.app.view.first == third
        await b.type("900p")
        assert "Paragraph 59" in b.screen


@in_a_loop
async def test_down_with_keys_of_lynx_moves_no_page_whose_next_link_is_in_sight(server: Server) -> None:
    """It kept two lines below the link, and the page moved with each of the last links of a screen."""
    server.page("/", "".join(f"<p><a href=/{n}>link {n}</a>" for n in range(40)))
    async with browsing(server.url("/"), chosen=keys_of("lynx")) as b:
        firsts = []
        for _ in range(14):
            await b.press("down")
            firsts.append(b.app.view.first)
        assert [first > 0 for first in firsts].index(True) == b.app.view.height // 2
        top = b.app.view.document.targets[b.app.view.in_sight()[0][0]].text
        assert b.app.view.first >= b.app.view.height - 3 and top in b.screen


@in_a_loop
async def test_lynx_says_where_down_and_up_lead_no_further(server: Server) -> None:
    """They did nothing and said nothing."""
    server.page("/", "<p><a href=/1>one</a> <a href=/2>two</a>")
    async with browsing(server.url("/"), chosen=keys_of("lynx")) as b:
        await b.press("up")
        assert "beginning of the page" in b.status
        await b.press("down")
        assert "[2]" in b.status and "end of the page" not in b.status
        await b.press("down")
        assert "end of the page" in b.status
        await b.press("up")
        assert "[1]" in b.status and "of the page" not in b.status
    server.page("/", "<p><a href=/2 rel=next>next</a>")
    async with browsing(server.url("/"), chosen=keys_of("lynx")) as b:
        await b.press("down", "down")
        assert "opens the next page" in b.status


@in_a_loop
async def test_the_address_at_hand_is_changed_with_u_of_w3m(server: Server) -> None:
    """The line was empty; w3m has the page's address in it, whose end one changes, and Ctrl-U takes it out."""
    server.page("/a", "<p>First.")
    server.page("/b", "<p>Second.")
    async with browsing(server.url("/a"), chosen=keys_of("w3m")) as b:
        await b.press("U")
        assert b.app.command_line.value == f":open {server.url('/a')}"
        await b.press("backspace")
        await b.type("b\n")
        assert b.page == ["Second."]


@in_a_loop
async def test_ctrl_c_leaves_a_field_as_it_was_with_keys_of_w3m(server: Server) -> None:
    """It is how each of w3m's lines is left, and did nothing in a field."""
    server.page("/", "<form><p><input name=q value=tea> <input name=r></form>")
    async with browsing(server.url("/"), chosen=keys_of("w3m")) as b:
        await b.press("tab", "enter", "x", "ctrl+c")
        assert b.app.mode == "normal" and "tea_" in b.screen and "teax" not in b.screen


@in_a_loop
@pytest.mark.parametrize(("name", "cancel"), [("lynx", "ctrl+g"), ("w3m", "ctrl+c")])
async def test_a_number_of_a_link_is_corrected_and_taken_back(server: Server, name: str, cancel: str) -> None:
    """Backspace went back, or to the list of pages, and what takes the number back said that nothing is loaded."""
    server.page("/", "<p><a href=/1>one</a> <a href=/2>two</a>")
    server.page("/2", "<p>Second.")
    async with browsing(server.url("/"), chosen=keys_of(name)) as b:
        await b.press("1", "7", cancel)
        assert not b.app.keyboard.typed and "loaded" not in b.status
        await b.press("1", "backspace", "2", "7", "backspace")
        assert not b.app.command_line.display and b.app.keyboard.typed == "2"
        await b.press("enter")
        assert b.page == ["Second."]


@in_a_loop
async def test_left_at_the_beginning_of_a_field_goes_back_in_lynx_once_it_is_asked(server: Server) -> None:
    """It did nothing: who had come to a field by arrows could not go back by them."""
    server.page("/", "<p><a href=/form>form</a>")
    server.page("/form", "<form><p><a href=/>top</a> <input name=q></form>")
    async with browsing(server.url("/"), chosen=keys_of("lynx")) as b:
        await b.press("right")
        assert b.page[0].startswith("[1]top")
        await b.press("down", "a", "left")
        assert b.app.mode == "insert"
        await b.press("left")
        assert "Go back" in b.screen
        await b.press("n", "b")
        assert sorted(b.app.fields.text(2)) == ["a", "b"]
        await b.press("home", "left", "y")
        assert b.page == ["[1]form"]


@in_a_loop
async def test_a_menu_is_left_and_chosen_from_with_the_arrows_of_lynx(server: Server) -> None:
    """Left went to the entry before, in a menu that stands below each other."""
    server.page("/", "<p><a href=/two>two</a>")
    server.page("/two", "<p>Second.")
    async with browsing(server.url("/"), chosen=keys_of("lynx")) as b:
        await b.press("alt+m")
        assert b.app.menu.display
        await b.press("down", "left")
        assert not b.app.menu.display and b.page == ["[1]two"]
        await b.press("alt+m", "right")
        assert b.page == ["Second."]
