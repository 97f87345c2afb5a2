"""The text caret: how it moves, what is selected from it, and what of that is copied."""

from __future__ import annotations

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Server

from lightterm import settings
from lightterm.document.motions import Motions
from lightterm.settings import Settings

TEXT = (
    "<title>Text</title><h1>Heading</h1>"
    "<p>First sentence here. The second (with <a href=/a>a link</a> in it) is longer. Third!</p>"
    "<p>Another paragraph, foo_bar baz-qux.</p>" + "".join(f"<p>Line {n} of many.</p>" for n in range(40))
)


def keymap(name: str) -> Settings:
    return settings.load().with_session([("keys.keymap", name)])


def at(b: Browsing) -> str:
    """The text of the page from the caret on."""
    line, character = b.app.view.caret.at
    return b.app.view.flow.text(line)[character:]


async def moved(b: Browsing, motion: str, count: str = "") -> str:
    """What is at the caret after a motion."""
    b.app.run_line(f"caret {motion}", int(count) if count else None)
    await b.settled()
    return at(b)


@in_a_loop
@pytest.mark.covers("LB-89")
async def test_the_caret_moves_by_every_motion(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/")) as b:
        await b.press("v")
        assert b.app.mode == "caret" and at(b) == "# Heading"
        first = "First sentence here. The second (with [1]a link in it) is longer. Third!"
        assert await moved(b, "down", "2") == first
        for motion, count, found in (
            ("word", "", "sentence here"),
            ("word", "2", ". The"),
            ("big-word", "2", "second (with"),
            ("word-end", "", "d (with"),
            ("big-word-end", "", "h [1]a"),
            ("word-back", "", "with [1]a"),
            ("big-word-back", "", "(with"),
            ("match-bracket", "", ") is longer"),
            ("match-bracket", "", "(with"),
            ("right", "3", "th [1]a"),
            ("left", "", "ith [1]a"),
            ("line-end", "", "!"),
            ("line-start", "", "First"),
            ("sentence-next", "", "The second"),
            ("sentence-next", "", "Third!"),
            ("sentence-next", "", "Another"),
            ("sentence-back", "2", "The second"),
            ("paragraph-next", "", "Another"),
            ("paragraph-back", "", "First"),
            ("paragraph-next", "3", "Line 1 "),
            ("line-text", "", "Line 1 "),
            ("top", "", "# Heading"),
            ("bottom", "", "Line 39"),
            ("top", "5", "Another"),
        ):
            assert (await moved(b, motion, count)).startswith(found), (motion, at(b))


@in_a_loop
async def test_the_caret_keeps_to_its_column_and_the_page_scrolls_along(server: Server) -> None:
    server.page("/", "".join(f"<p>{'long line of text' if n % 2 else 'ab'}</p>" for n in range(60)))
    async with browsing(server.url("/")) as b:
        await b.press("v", "j", "j")
        assert await moved(b, "line-end") == "t"
        assert await moved(b, "up", "2") == "b"
        assert await moved(b, "down", "2") == "t"  # the end is kept to
        await moved(b, "line-start")
        await moved(b, "right", "5")
        assert await moved(b, "up", "2") == "b"
        assert await moved(b, "down", "2") == "line of text"
        await b.type("30j")
        line, _ = b.app.view.caret.at
        assert line == 32 and b.app.view.first + b.app.view.height - 1 == line
        for motion, row in (("screen-top", 0), ("screen-bottom", 22), ("screen-middle", 11)):
            await moved(b, motion)
            assert abs(b.app.view.caret.at[0] - b.app.view.first - row) <= 1, motion
        row, first = b.app.view.caret.at[0] - b.app.view.first, b.app.view.first
        await moved(b, "page-down")
        assert b.app.view.first > first and b.app.view.caret.at[0] - b.app.view.first == row
        await moved(b, "half-up")
        assert b.app.view.caret.at[0] - b.app.view.first == row


@in_a_loop
async def test_lines_are_gone_to_by_number(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/")) as b:
        await b.type(":caret to 5\n")
        assert at(b).startswith("Another")
        await b.type(":caret to 9999\n")
        assert at(b).startswith("Line 39")


@in_a_loop
async def test_characters_are_selected_and_copied_as_they_are_read(server: Server) -> None:
    words = "understanding of everything that is long enough to be wrapped over several lines"
    server.page("/", f"<p>Some <a href=/a>linked words</a> and {words}.</p>")
    async with browsing(server.url("/"), size=(31, 24)) as b:
        await b.press("v", "w", "v")
        assert b.app.mode == "visual" and "VISUAL" in b.status
        await b.press("G", "$", "y")
        assert b.app.clip.text == f"linked words and {words}."
        assert b.app.mode == "normal" and b.app.view.selection == ""


@in_a_loop
async def test_numbers_of_links_are_copied_where_they_are_wanted(server: Server) -> None:
    server.page("/", "<p>Some <a href=/a>linked words</a> here.</p>")
    chosen = settings.load().with_session([("copy.numbers", True)])
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.press("V", "y")
        assert b.app.clip.text == "Some [1]linked words here."


@in_a_loop
async def test_lines_and_columns_are_selected(server: Server) -> None:
    server.page("/", "<pre>abcdef\nghijkl\n漢字かなab\nmnopqr</pre>")
    async with browsing(server.url("/")) as b:
        await b.press("v", "j", "V", "j")
        assert b.app.view.selection == "ghijkl\n漢字かなab"
        await b.press("escape", "v", "j", "l", "l", "ctrl+v", "j", "j", "l")
        assert b.app.view.selection == "ij\n字\nop"
        await b.press("v")
        assert b.app.view.selection == "ijkl\n漢字かなab\nmnop"
        await b.press("v")
        assert b.app.mode == "caret" and b.app.view.selection == ""


@in_a_loop
async def test_columns_are_selected_without_the_numbers_of_links(server: Server) -> None:
    server.page("/", "<ul><li><a href=/1>one</a> x<li><a href=/2>two</a> y [3] z<li>three</ul>")
    async with browsing(server.url("/")) as b:
        await b.press("v", "0", "l", "l", "ctrl+v", "j", "j")
        assert b.app.view.selection == "[\n[\nt"  # a part of a number
        await b.press("k", "$")
        assert b.app.view.selection == "one x\ntwo y [3] z"
        await b.press("0", "l", "l", "l", "l")
        assert b.app.view.selection == "[1]\n[2]"  # nothing else is there


@in_a_loop
async def test_the_ends_of_a_selection_are_swapped_and_objects_selected(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/")) as b:
        await b.type("v2jv4w")
        end = b.app.view.caret.at
        await b.press("o")
        assert at(b).startswith("First")
        await b.press("o")
        assert b.app.view.caret.at == end
        for keys, text in (
            ("iw", "The"),
            ("is", "The second (with a link in it) is longer."),
            ("ip", "First sentence here. The second (with a link in it) is longer. Third!"),
        ):
            await b.type(keys)
            assert b.app.view.selection == text, keys
            await b.press("escape", "v", "v")
            b.app.view.caret.move((2, 21))
        await b.type(":caret right\n")
        b.app.view.caret.move((2, 42))
        await b.type(":select link\n")
        assert b.app.view.selection == "a link"
        await b.type(":select all\n")
        selected = b.app.view.selection
        assert selected.startswith("# Heading\n\nFirst") and selected.endswith("Line 39 of many.")
        await b.type(":select none\n")
        assert b.app.view.selection == ""


@in_a_loop
async def test_the_selection_outlives_a_resize(server: Server) -> None:
    words = " ".join(f"word{n}" for n in range(300))
    server.page("/", f"<h1>Top</h1><p>{words}</p>")
    async with browsing(server.url("/")) as b:
        await b.type("v5j3wv2j2w")
        before = b.app.view.selection
        assert before.count("word") > 20
        for width in (40, 100, 80):
            await b.resize(width, 24)
            assert b.app.view.selection == before


@in_a_loop
async def test_w3m_and_chawan_move_a_caret_and_enter_follows_what_is_under_it(server: Server) -> None:
    server.page("/", TEXT)
    server.page("/a", "<p><a href=/>Page a.</a>")
    for name in ("w3m", "chawan"):
        async with browsing(server.url("/"), chosen=keymap(name)) as b:
            assert b.app.view.caret.shown and at(b) == "# Heading"
            await b.press("j", "j", "enter")
            assert "no link" in b.status
            await b.press("tab" if name == "w3m" else "]")
            assert at(b).startswith("[1]a link") and b.app.view.target == 1
            await b.press("l", "enter")
            assert b.page[0] == "[1]Page a." and b.app.view.target == 1
            await b.press("enter")
            assert b.page[0] == "# Heading"


@in_a_loop
async def test_scrolling_takes_the_caret_along_and_the_link_it_was_on_stays_behind(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), chosen=keymap("w3m")) as b:
        await b.press("tab")
        assert b.app.view.target == 1
        await b.press("space")
        assert b.app.view.first <= b.app.view.caret.at[0] < b.app.view.first + b.app.view.height
        assert b.app.view.target == 0


@in_a_loop
@pytest.mark.parametrize("name", ["w3m", "chawan", "emacs"])
async def test_the_caret_is_where_it_was_when_one_comes_back_or_loads_the_page_again(server: Server, name: str) -> None:
    server.page("/", TEXT)
    server.page("/a", "<p>The page behind.<p>It has a second line.")
    async with browsing(server.url("/"), chosen=keymap(name)) as b:
        b.app.run_line("caret down ;; caret down ;; target next")
        assert at(b).startswith("[1]a link") and b.app.view.target == 1
        await b.type("\n")
        await b.until(lambda: "The page behind." in b.page, "the page behind")
        assert b.app.view.caret.at == (0, 0)
        b.app.run_line("back")
        await b.until(lambda: at(b).startswith("[1]a link"), "the link that was followed")
        assert b.app.view.target == 1
        b.app.run_line("caret to 20")
        place = b.app.view.caret.at, at(b)
        b.app.run_line("caret line-end")
        await b.settled()
        ends = b.app.view.caret.at
        for line in ("reload", "reload --fresh", "tab new about:blank ;; tab close"):
            asked = len(server.log)
            b.app.run_line(line)
            await b.until(lambda asked=asked, line=line: "tab" in line or len(server.log) > asked)
            await b.settled()
            assert b.app.view.caret.at == ends != (0, 0), (line, place)
        b.app.run_line("caret up")
        await b.settled()
        assert b.app.view.caret.at[0] == ends[0] - 1


@in_a_loop
async def test_the_word_under_the_caret_is_searched_for(server: Server) -> None:
    server.page("/", "<p>one two one ones</p><p>one more</p><p>漢字 and 漢字</p>")
    async with browsing(server.url("/")) as b:
        await b.press("v", "asterisk")
        assert b.app.view.caret.at == (0, 8) and "2/3" in b.status
        await b.press("n")
        assert b.app.view.caret.at == (2, 0)
        await b.type(":match word --backward\n")
        assert b.app.view.caret.at == (0, 8)
        await b.press("0", "h", "l", "l", "l", "asterisk")  # between words: the next one is meant
        assert "two" in b.app.searched and b.app.view.caret.at == (0, 4)


@in_a_loop
async def test_a_number_that_is_selected_alone_is_copied(server: Server) -> None:
    server.page("/", "<p><a href=/a>alpha beta</a> gamma")
    async with browsing(server.url("/"), chosen=keymap("chawan")) as b:
        for keys, copied in ((("v", "y"), "["), (("v", "l", "l", "y"), "[1]"), (("v", "e", "y"), "alpha")):
            await b.press("0", *keys)
            assert b.app.clip.text == copied and b.app.mode == "normal"


@in_a_loop
async def test_without_a_caret_the_word_of_the_link_or_the_first_in_sight_is_searched_for(server: Server) -> None:
    lines = "".join(f"<p>filler {n}" for n in range(30))
    server.page("/", f"<p>tide one<p>two <a href=/a>egret nest</a>{lines}<p>an egret<p>a tide")
    async with browsing(server.url("/")) as b:
        await b.press("asterisk")
        assert "tide" in b.app.searched and "2/2" in b.status
        await b.press("g", "g", "tab", "asterisk")
        assert "egret" in b.app.searched and "2/2" in b.status and "an egret" in b.page
        await b.press("g", "g", "tab", "number_sign")
        assert "2/2" in b.status and "hit the beginning" in b.app.said[-1]
        assert b.app.mode == "normal"


@in_a_loop
async def test_the_caret_begins_at_what_was_searched_for(server: Server) -> None:
    server.page("/", "<p>first <a href=/a>link</a></p>" + "<p>alpha</p>" * 5 + "<p>what tide is; a tide</p>")
    async with browsing(server.url("/")) as b:
        await b.press("slash", *"tide", "enter", "n", "v")
        assert at(b) == "tide" and b.app.view.caret.at[1] > 6
        await b.press("escape", "g", "g", "N", "V", "y")
        assert b.app.clip.text == "what tide is; a tide"
        server.page("/verse", "<p>One line<br>and another")
        await b.type(f":open {server.url('/verse')}\nVjy")
        assert b.status.startswith("copied One line and 1 more line ")
        await b.press("H")
        await b.press("n", "shift+tab", "v")  # a link that one goes to afterwards is nearer
        assert "link" in at(b)
        await b.press("escape", "n", "g", "g", "v")  # the top was gone to after it: V there is to select from the top
        assert at(b) == "first [1]link"


@in_a_loop
async def test_a_page_that_comes_while_one_selects_ends_the_selection_and_its_keys(server: Server) -> None:
    """Keys stayed those of a selection that was not there any more: y and f did nothing."""
    server.page("/", TEXT)
    server.page("/next", "<p>Another page <a href=/a>link</a>")
    async with browsing(server.url("/")) as b:
        for typed in ("", ":set"):
            await b.press("v", "v", "w")
            assert b.app.mode == "visual"
            await b.type(typed)
            b.app.open(server.url("/next"))
            await b.until(lambda: "Another page" in b.screen)
            await b.press(*(["escape"] if typed else []))
            assert b.app.mode == "caret" and b.app.view.selection == ""
            await b.press("f")
            assert b.app.mode == "hint"
            await b.press("escape", "escape", "H")
            await b.until(lambda: "First sentence" in b.screen)


@in_a_loop
async def test_a_selection_to_the_end_of_a_paragraph_has_nothing_of_the_next_one(server: Server) -> None:
    server.page("/", "<p>one and more</p><p>two</p><p>three</p>")
    for name in ("vim", "w3m", "lynx", "chawan"):
        async with browsing(server.url("/"), chosen=keymap(name)) as b:
            b.app.run_line("mode caret ;; caret top ;; select characters")
            await b.press("right_curly_bracket")
            b.app.run_line("yank selection")
            assert b.app.clip.text.rstrip("\n") == "one and more", name
            await b.press("right_curly_bracket", "left_curly_bracket", "left_curly_bracket")
            b.app.run_line("yank selection")
            assert b.app.clip.text == "o", name


@in_a_loop
async def test_a_search_that_is_typed_goes_on_to_other_matches(server: Server) -> None:
    server.page("/", "".join(f"<p>alpha {n}</p>" for n in range(40)))
    for name, begin, onward, back in (("emacs", "ctrl+s", "ctrl+s", "ctrl+r"), ("vim", "slash", "ctrl+g", "ctrl+t")):
        async with browsing(server.url("/"), chosen=keymap(name)) as b:
            await b.press(begin, *"alph", onward, onward, onward, back)
            found = b.app.view.match
            assert found is not None and found.block == 2
            await b.press("enter")
            found = b.app.view.match
            assert found is not None and found.block == 2 and b.app.mode == "normal"
            await b.press(begin, onward)  # nothing typed: what was searched for before
            assert b.app.command_line.value == "/alph"
            await b.press("ctrl+c" if name == "vim" else "ctrl+g")
            await b.type(":" if name == "vim" else "")
            await b.press(*([onward] if name == "vim" else []))
            assert name == "emacs" or "no search is being typed" in b.app.said[-1]


@in_a_loop
async def test_the_caret_goes_to_the_first_last_and_nth_line_and_on_to_the_link_behind_it(server: Server) -> None:
    server.page("/", "".join(f"<p>word <a href=/{n}>link {n}</a>" for n in range(40)))
    for name, top in (("w3m", "g"), ("chawan", "gg")):
        async with browsing(server.url("/"), chosen=keymap(name)) as b:
            await b.type("jjjj" + top)
            assert b.app.view.caret.at == (0, 0)
            await b.type("G")
            assert b.app.view.caret.at[0] == len(b.app.view.flow) - 1
            await b.type("7G")
            assert b.app.view.caret.at == (6, 0)
            await b.press("tab")
            assert b.app.view.target == 4
            await b.type("0" if name == "chawan" else "^")
            await b.press("tab")
            assert b.app.view.target == 4  # from the caret on, not from where the cursor was
            await b.type("/link 9\n")
            await b.press("shift+tab")
            assert b.app.view.target == 9


@in_a_loop
async def test_chawan_s_d_drops_the_page_and_then_the_tab(server: Server) -> None:
    for path in ("/", "/a", "/b"):
        server.page(path, f"<p>Page {path}")
    async with browsing(server.url("/"), chosen=keymap("chawan")) as b:
        await b.press("T")
        for path in ("/a", "/b"):
            await b.type(f":open {server.url(path)}\n")
        await b.press("D")
        assert b.page[0] == "Page /a"
        await b.press("full_stop")
        assert "no page to go forward to" in b.status
        await b.press("D", "D")
        assert b.page[0] == "Page /" and len(b.app.tabs) == 1


@in_a_loop
async def test_dropping_a_page_leaves_those_before_and_after_it(server: Server) -> None:
    paths = ("/", "/a", "/b", "/c")
    for path in paths:
        server.page(path, f"<p>Page {path}")
    async with browsing(server.url("/"), chosen=keymap("chawan")) as b:
        for path in paths[1:]:
            await b.type(f":open {server.url(path)}\n")
        await b.type(",,d.")
        assert b.page[0] == "Page /b" and [visit.url[-1] for visit in b.app.tabs.active.visits] == ["/", "b", "c"]
        await b.type("d,")
        assert b.page[0] == "Page /" and [visit.url[-1] for visit in b.app.tabs.active.visits] == ["/", "c"]
        await b.type("D")
        assert b.page[0] == "Page /c", "before the first one there is none: what came after it is shown"
        await b.type(",")
        assert "no page to go back to" in b.status


@in_a_loop
async def test_chawan_s_keys_for_the_edges_of_the_screen_and_screens(server: Server) -> None:
    lines = "".join(f"line {n}\n" for n in range(200))
    server.page("/", f"<pre>{'0123456789' * 20}\n{lines}</pre>")
    async with browsing(server.url("/"), size=(40, 12), chosen=keymap("chawan")) as b:
        caret = b.app.view.caret
        await b.type("g$")
        assert caret.at == (0, 38)
        await b.type("gc")
        assert caret.at == (0, 19)
        await b.type(">g0")
        assert b.app.view.left == 37 and caret.at == (0, 37)
        await b.type("7|")
        assert caret.at == (0, 6) and b.app.view.left == 6
        await b.type("|jg$")
        assert caret.at == (1, 5), "a line that ends before the edge"
        await b.type("3j")
        await b.press("ctrl+d")
        row = caret.at[0] - b.app.view.first
        assert (b.app.view.first, row) == (5, 4)
        await b.press("ctrl+u")
        assert (b.app.view.first, caret.at[0]) == (0, 4)
        await b.press("z", "enter")
        assert b.app.view.first == 4 and caret.at == (4, 0)
        await b.press("z", "minus")
        assert b.app.view.first == 0


@in_a_loop
async def test_right_to_left_and_joined_characters_are_whole_for_the_caret(server: Server) -> None:
    server.page("/", "<p dir=rtl>שלום <a href=/a>עולם</a> 123</p><p>e\u0301te\u0301 👨‍👩‍👧 end</p>")
    async with browsing(server.url("/"), size=(40, 12)) as b:
        await b.press("v")
        motions = Motions(b.app.view.flow)
        assert motions.sideways((0, 0), 10_000)[1] < len(b.app.view.flow.text(0))  # not behind the last isolate
        await b.type("jj0")
        assert await moved(b, "right") == "te\u0301 👨‍👩‍👧 end"
        await moved(b, "word")
        assert at(b).startswith("👨‍👩‍👧")
        await b.press("v", "l", "l")
        assert b.app.view.selection == "👨‍👩‍👧 e"
        b.app.view.caret.select(None)
        await b.type(":select all\n")
        assert b.app.view.selection == "שלום עולם 123\n\ne\u0301te\u0301 👨‍👩‍👧 end"


@in_a_loop
async def test_the_argument_of_emacs_moves_the_caret_that_often(server: Server) -> None:
    server.page("/", "".join(f"<p>Line {n}" for n in range(40)))
    async with browsing(server.url("/"), chosen=keymap("emacs")) as b:
        await b.press("ctrl+u", "ctrl+n")
        assert b.app.view.caret.at[0] == 4
        await b.press("ctrl+u")
        assert "<C-u>" in b.status
        await b.press("1", "2", "ctrl+n")
        assert b.app.view.caret.at[0] == 16
        await b.press("escape", "6", "ctrl+p")
        assert b.app.view.caret.at[0] == 10
        await b.press("ctrl+u", "G")
        assert b.lines[-1].startswith(":open --tab")


@in_a_loop
async def test_words_are_those_of_the_page_and_not_the_numbers_of_its_links(server: Server) -> None:
    server.page("/", "<ul><li><a href=/a>Design</a> <a href=/b>of</a> a (<a href=/c>thing</a>) [1] <input name=q></ul>")
    async with browsing(server.url("/")) as b:
        await b.press("v")
        seen = [(await moved(b, "word"))[:3] for _ in range(7)]
        assert seen == ["Des", "of ", "a (", "([3", "thi", ") [", "[1]"]  # the page's own [1] is a word
        assert [(await moved(b, "word-back"))[:3] for _ in range(3)] == [") [", "thi", "([3"]
        await b.type("0wvey")
        assert b.app.clip.text == "Design"


@in_a_loop
async def test_w3m_marks_lines_without_letters_and_goes_from_one_to_the_next(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), chosen=keymap("w3m")) as b:
        await b.press("j", "j", "ctrl+@", "G", "k", "k", "ctrl+@", "g")
        assert at(b).startswith("# Heading")
        await b.press("alt+n")
        assert at(b).startswith("First sentence")
        await b.press("alt+n")
        assert at(b).startswith("Line 38") and "Line 38 of many." in b.screen
        await b.press("alt+n")
        assert "no mark further down" in b.status
        await b.press("alt+p")
        assert at(b).startswith("First sentence") and "First sentence" in b.screen
        await b.press("ctrl+@", "g", "alt+n")
        assert at(b).startswith("Line 38"), "a mark that is set once more is given up"


@pytest.mark.parametrize(
    ("name", "keys"), [("w3m", "30G"), ("chawan", "30G"), ("chawan", "30gg"), ("emacs", ":caret to 30\n")]
)
@in_a_loop
async def test_a_line_gone_to_by_its_number_stands_in_the_middle_where_it_was_out_of_sight(
    server: Server, name: str, keys: str
) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), size=(60, 13), chosen=keymap(name)) as b:
        await b.type(keys)
        assert b.app.view.caret.at[0] == 29 and b.app.view.first == 29 - 6
        await b.type(keys.replace("30", "31"))
        assert b.app.view.caret.at[0] == 30 and b.app.view.first == 29 - 6


@in_a_loop
async def test_a_mark_leads_back_to_the_very_character(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), chosen=keymap("chawan")) as b:
        await b.type("jj4lma")
        there = b.app.view.caret.at
        await b.type("G`a")
        assert b.app.view.caret.at == there and there[1] == 4
        await b.type("gg``")
        assert b.app.view.caret.at == there


@in_a_loop
async def test_emacs_puts_the_line_in_the_middle_on_top_and_at_the_bottom_by_turns(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), size=(60, 13), chosen=keymap("emacs")) as b:
        view = b.app.view
        await b.type("20")
        await b.press("ctrl+n")
        for row in (6, 0, 11, 6):
            await b.press("ctrl+l")
            assert view.caret.at[0] - view.first == row
        await b.press("alt+less_than_sign", "ctrl+n", "ctrl+l")
        assert (view.caret.at[0], view.first) == (1, 1), "the top of the page stands in no middle"
        await b.press("ctrl+x", "h")
        assert view.caret.at == (0, 0) and view.first == 0 and view.selection.endswith("of many.")
        await b.press("ctrl+w")
        assert "copied" in b.status and b.app.mode == "normal"


@in_a_loop
async def test_the_region_of_emacs_ends_before_the_caret_and_takes_the_last_character_of_a_line(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), chosen=keymap("emacs")) as b:
        await b.press("ctrl+n", "ctrl+n", "ctrl+@", "ctrl+f", "ctrl+f")
        assert b.app.view.selection == "Fi"
        await b.press("ctrl+g", "ctrl+a", "ctrl+@", "alt+f", "alt+w")
        assert "copied First " in b.status + " " and "copied First s" not in b.status
        await b.press("ctrl+a", "ctrl+@", "ctrl+e")
        assert b.app.view.selection.endswith("Third!")
        await b.press("ctrl+x", "ctrl+x")
        assert b.app.view.selection.endswith("Third!") and b.app.view.caret.at[1] == 0
        await b.press("ctrl+g", "ctrl+x", "left_parenthesis", "ctrl+n", "ctrl+n", "ctrl+x", "right_parenthesis")
        line = b.app.view.caret.at[0]
        await b.press("ctrl+x", "e")
        assert b.app.view.caret.at[0] == line + 2, "the last macro, without a letter for it"


@in_a_loop
async def test_words_of_emacs_end_behind_them_and_have_no_punctuation(server: Server) -> None:
    server.page("/", "<title>T</title><p>0. one (two), <a href=/a>three</a></p><p>昔々、ある所に four!</p>")
    async with browsing(server.url("/"), chosen=keymap("emacs")) as b:
        seen = []
        for key in ("alt+f",) * 5 + ("alt+b",) * 4:
            await b.press(key)
            seen.append(at(b)[:5])
        assert seen == [". one", " (two", "), [1", "e", "、ある所に", "昔々、ある", "three", "two),", "one ("]
        await b.press("alt+minus", "alt+b")
        assert at(b).startswith(" (two")


@in_a_loop
async def test_emacs_turns_motions_round_by_a_negative_argument(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), chosen=keymap("emacs")) as b:
        await b.press("alt+minus", "ctrl+p", "ctrl+u", "minus", "3", "ctrl+p")
        assert at(b).startswith("Another paragraph")
        await b.press("escape", "minus", "ctrl+n")
        assert b.app.view.caret.at[0] == 3
        await b.press("minus", "2", "ctrl+n")
        assert b.app.view.caret.at[0] == 1


@in_a_loop
async def test_emacs_says_what_keys_do_without_doing_it(server: Server) -> None:
    server.page("/", TEXT)
    async with browsing(server.url("/"), chosen=keymap("emacs"), size=(120, 24)) as b:
        await b.press("ctrl+h", "k", "ctrl+x", "k")
        assert b.status.startswith("<C-x>k runs :tab close (Close the tab") and len(b.app.tabs) == 1
        await b.press("ctrl+h", "k", "ctrl+x", "y")
        assert b.status.startswith("<C-x>y is bound to nothing")
        await b.press("ctrl+n")
        assert b.app.view.caret.at[0] == 1


@in_a_loop
async def test_a_key_that_ends_things_takes_back_what_is_half_typed_and_says_nothing(server: Server) -> None:
    server.page("/", TEXT)
    for name, keys in (("vim", ("g", "escape")), ("vim", ("V", "i", "escape")), ("emacs", ("ctrl+x", "ctrl+g"))):
        async with browsing(server.url("/"), chosen=keymap(name)) as b:
            await b.press(*keys)
            assert "bound to nothing" not in b.status and b.app.keyboard.typed == "" and not b.app.said
            assert (b.app.mode == "visual") == (keys[0] == "V")
            await b.press(keys[-2], "f12")
            assert "bound to nothing" in b.status


@in_a_loop
async def test_a_count_before_the_key_that_asks_for_a_line_is_the_line(server: Server) -> None:
    server.page("/", "".join(f"<p>line {number}" for number in range(50)))
    for name, keys in (("w3m", ("5", "alt+g")), ("emacs", ("ctrl+u", "5", "alt+g", "g"))):
        async with browsing(server.url("/"), chosen=keymap(name)) as b:
            await b.press(*keys)
            assert b.app.mode != "command" and b.app.view.caret.at[0] == 4
            await b.press("alt+g", *keys[3:])
            assert b.app.mode == "command"


@in_a_loop
async def test_the_number_of_a_link_is_no_word_to_search_for(server: Server) -> None:
    server.page("/", "<p><a href=/a>slow</a> and fast<p>more<p>slow again")
    async with browsing(server.url("/"), chosen=keymap("chawan")) as b:
        assert at(b).startswith("[1]slow") and b.app.view.word == ""
        await b.type("*")
        assert at(b) == "slow again" and "2/2" in b.status


@in_a_loop
async def test_a_search_that_is_typed_while_the_window_is_resized(server: Server) -> None:
    """The caret went to a column that its line no longer had, and the next letter was a crash."""
    server.page("/", "<p>" + " ".join(f"word{i}" for i in range(40)) + " aim")
    async with browsing(server.url("/"), size=(200, 30), chosen=keymap("w3m")) as b:
        caret = b.app.view.caret
        caret.move((0, 180))
        word = caret.word
        await b.press("slash")
        await b.pilot.resize_terminal(24, 10)
        await b.pilot.pause()
        await b.type("ai")
        await b.press("escape")
        assert caret.word == word and caret.at[0] > 2


@in_a_loop
async def test_the_caret_far_down_a_page_stays_on_its_words_when_the_window_grows(server: Server) -> None:
    """It was on a line behind the page's end, where the next letter of a search was a crash."""
    paragraph = (
        "<h2>Part {0}</h2><p>para {0} with some words, so that it may wrap in many or few lines of a window.</p>"
    )
    server.page("/", "".join(paragraph.format(i) for i in range(2000)))
    async with browsing(server.url("/"), size=(10, 3), chosen=keymap("lynx")) as b:
        await b.type(":mode caret\n")
        await b.press("G")
        await b.type(":mode visual\n")
        caret, flow = b.app.view.caret, b.app.view.flow
        assert flow.text(caret.at[0]) == "a window."
        await b.resize(200, 60)
        caret, flow = b.app.view.caret, b.app.view.flow
        assert flow.text(caret.at[0])[caret.at[1] :] == "a window." and caret.anchor == caret.at
