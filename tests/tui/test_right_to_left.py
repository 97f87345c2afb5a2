"""Right-to-left text is painted in the order it is seen in, and is otherwise what it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from hypothesis import given
from hypothesis import strategies as st
from screenshots import shows
from servers import Server
from terminals import Terminal as TerminalOf
from textual.geometry import Region
from textual.strip import Strip

from lightterm import settings
from lightterm.document.cells import clusters, width
from lightterm.graphics.probe import Terminal
from lightterm.settings import Settings
from lightterm.tui.options_list import OptionsList
from lightterm.tui.visual_order import Order, chosen_order, in_order, place_at, visual
from lightterm.tui.whole_message import WholeMessage

PAGE = (
    "<html dir=rtl lang=he><title>שלום עולם</title><h1>כותרת ראשית</h1><p>טקסט עם <a href=/a>קישור ראשון</a> ועוד "
    "<a href=/b>קישור (Latin)</a> 123, ובסוף english words.</p>"
    "<p dir=ltr>An English paragraph with שלום עולם inside, 12 and (סוגריים) too.</p>"
    "<p lang=ar>السلام عليكم، الأول لا 2024 <a href=/c>رابط</a></p>"
    "<table dir=rtl><tr><th>שם<th>מחיר<tr><td>לחם<td>12.50<tr><td>חלב (3%)<td>7</table>"
)
XTERM = Order(joined=False)


def dark(bidi: str = "lightterm") -> Settings:
    return settings.load().with_session((("tui.theme", "dark"), ("tui.bidi", bidi)))


def cell_of(b: Browsing, words: str) -> tuple[int, int]:
    """(column, row) on the screen where some words, as they are seen, begin."""
    row = next(n for n, line in enumerate(b.lines) if words in line)
    return width(b.lines[row][: b.lines[row].index(words)]), row


def marked(b: Browsing, row: int) -> str:
    """What of a row of the page is painted in another way than the rest of it."""
    view = b.app.view
    strip = view.render_lines(Region(0, row, view.size.width - 1, 1))[0]
    return "".join(segment.text for segment in strip if segment.style != view.palette.base and segment.text.strip())


@in_a_loop
@pytest.mark.covers("LBX-61")
async def test_a_page_is_seen_in_order_and_searched_copied_and_clicked_as_it_is_written(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/b", "<title>B</title><p>Page B.")
    async with browsing(server.url("/"), chosen=dark()) as b:
        assert b.lines[2].strip() == ".english words ףוסבו ,123 (Latin) רושיק[2] דועו ןושאר רושיק[1] םע טסקט"
        assert b.lines[4] == "An English paragraph with םלוע םולש inside, 12 and (םיירגוס) too."
        assert len(b.lines[2]) == 79  # up to the scroll bar
        bars = [line.index("│") for line in b.lines if "│" in line]
        assert len(bars) == 3 and len(set(bars)) == 1 and "    7 │ (3%) בלח" in b.screen and "םלוע םולש" in b.status
        await b.type("/עולם\n")
        assert b.app.view.match is not None and "1/1" in b.status
        column, row = cell_of(b, "םלוע")
        assert "םלוע" in marked(b, row)  # what was found is what is marked
        await b.press("escape")
        b.app.run_line("hint")
        shows(b, "right-to-left")
        await b.press("escape")
        column, row = cell_of(b, "רושיק[2]")
        assert b.app.view.target_at(column, row) == 2  # its last letter is the cell on the left
        assert b.app.view.target_at(column + 7, row) == 2 and b.app.view.target_at(column + 9, row) == 0
        await b.pilot.click(b.app.view, offset=(column + 1, row))
        await b.settled()
        assert b.page == ["Page B."]


@in_a_loop
@pytest.mark.covers("LBX-61")
async def test_a_terminal_that_puts_it_in_order_itself_gets_it_as_it_is_written(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=dark("terminal")) as b:
        assert "\u2067# כותרת ראשית\u2069" in b.lines[0]
    async with browsing(server.url("/"), chosen=dark("auto"), terminal=Terminal(name="VTE(7006)")) as b:
        assert "כותרת ראשית" in b.lines[0]
        await b.type(":set tui.bidi lightterm\n")
        assert b.lines[0].endswith("תישאר תרתוכ #")


@in_a_loop
async def test_the_caret_and_what_is_selected_stand_on_their_letters(server: Server) -> None:
    server.page("/", "<p dir=rtl>אבג דהו</p>")
    async with browsing(server.url("/"), chosen=dark()) as b:
        caret, text = b.app.view.caret, b.app.view.flow.text(0)
        first = text.index("א")
        b.app.enter("visual")
        caret.move((0, first))
        caret.select((0, first))
        caret.move((0, first + 2))
        await b.settled()
        assert b.app.view.selection == "אבג"
        assert b.lines[0].endswith("והד גבא") and marked(b, 0) == "גבא"
        assert text[caret.at[1]] == "ג"


def test_the_first_screen_has_it_in_order_too(start: Callable[..., TerminalOf], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    terminal = start(str(page))
    terminal.until(lambda out: "םלוע םולש".encode() in out and "ףוסבו".encode() in out)
    before = terminal.out.decode("utf-8", "replace")
    assert "כותרת" not in before and "רושיק" in before
    terminal.type(":quit\r")
    assert terminal.end() == 0


@in_a_loop
async def test_lists_and_what_is_chosen_from_stand_in_order_too(server: Server) -> None:
    """The outline and the options of a field stood as they are written, below a page that stood in order."""
    options = "<select name=s><option>אחת<option>שתיים (2)</select>"
    server.page("/", f"<html dir=rtl lang=he><h1>כותרת ראשית</h1><p>טקסט<h2>תת כותרת</h2><form>{options}</form>")
    async with browsing(server.url("/"), chosen=dark()) as b:
        await b.type("gh")
        below = "\n".join(line for line in b.screen.splitlines() if "#" not in line)
        assert "תישאר תרתוכ" in below and "כותרת ראשית" not in below and "תרתוכ תת" in below
        await b.press("escape")
        await b.type("gi\n")
        assert "(2) םייתש" in b.screen and "שתיים" not in b.screen
        await b.type("שת")
        assert "םייתש" in b.screen and "> תש" in b.screen


def test_terminals_are_told_apart() -> None:
    def order(name: str = "", setting: str = "auto", multiplexer: str = "", **env: str) -> Order | None:
        return chosen_order(setting, Terminal(name=name, multiplexer=multiplexer), env)

    helped, turning = Order(), Order(words=True, joined=False)
    for name in ("VTE(7006)", "Konsole 23.8.1", "mintty 3.6.1"):
        assert order(name) is None and order(name, "lightterm") == helped
    for name in ("XTerm(379)", "foot(1.16.2)", "WezTerm 20240203", "tmux 3.3a"):
        assert order(name) == helped and order(name, "terminal") is None
    assert order("kitty(0.26.5)") == turning == order(TERM="xterm-kitty") == order("kitty(0.35)", "lightterm")
    assert order(VTE_VERSION="7006") is None and order(VTE_VERSION="7006", XTERM_VERSION="XTerm(379)") == helped
    bare = Order(joined=False, bare=True)
    assert order("mlterm(3.9.2)") == bare == order("mlterm(3.9.2)", "terminal") == order(TERM="mlterm")
    assert order("mlterm(3.9.2)", "lightterm") == helped
    assert order(TERM="linux") == helped and order(TERM_PROGRAM="Apple_Terminal") is None
    assert order("tmux 3.3a", multiplexer="tmux", VTE_VERSION="7006") is None  # what tmux writes, VTE puts in order


def test_kitty_turns_the_words_itself() -> None:
    line = "\u2067שלום עולם 12 (abc)\u2069"
    assert visual(line, XTERM) == "(abc) 12 םלוע םולש"
    assert visual(line, Order(words=True, joined=False)) == "(abc) 12 עולם שלום"


def test_a_terminal_that_knows_no_isolates_gets_none() -> None:
    line = "  \u2067שלום 12 │\u200f (abc)\u2069"
    assert visual(line, Order(joined=False, bare=True)) == "  שלום 12 │ (abc)"


def test_letters_of_arabic_are_joined_and_keep_their_cells() -> None:
    for word, seen in (
        ("سلام", "\ufee1\ufefc\u0640\ufeb3"),  # lam and alef at the end of a join: a ligature, and a stroke before it
        ("بيت", "\ufe96\ufef4\ufe91"),
        ("لا", "\ufe8e\ufedf"),
        ("كِتاب", "\ufe8f\ufe8e\ufe98\ufedb\u0650"),  # a vowel sign stays behind its letter
    ):
        shown = visual(f"\u2067{word}\u2069", Order())
        assert shown == seen and width(shown) == width(word)
    assert visual("\u2067سلام\u2069", XTERM) == "مالس"


def test_long_lines_are_put_in_order_up_to_a_bound_and_flags_stay() -> None:
    from bidi import get_display

    long = "אבג דהו 12 abc " * 20
    assert visual(long, XTERM) == get_display(long, base_dir="L")
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e007f"
    assert visual(f"{flag} שלום", XTERM) == f"{flag} שלום"
    assert visual("אב " * 1000, XTERM) == "אב " * 1000


LETTERS = st.text("abZ א בשםعب12٣,.+-()[] %$/:!\u0301", max_size=24)


@given(
    st.recursive(
        LETTERS,
        lambda inner: st.builds("{}{}{}\u2069{}".format, LETTERS, st.sampled_from("\u2066\u2067"), inner, LETTERS),
    )
)
def test_the_order_is_that_of_the_algorithm(text: str) -> None:
    """Each character is where python-bidi puts it, and every cell of the line has one."""
    from bidi import get_display
    from bidi.mirror import MIRRORED

    line = in_order(text + "א", XTERM)
    taken = sorted((each.start, each.end) for each in line)
    assert [end for _, end in taken] == [*(start for start, _ in taken[1:]), len(text) + 1]
    if "\u0301" not in text:
        plain = "".join(c for c in get_display(text + "א" + "\u200e", base_dir="L") if not "\u2000" < c < "\u2070")
        turned = {each.start for each in line if each.leftwards}
        order = [each.start for each in line if each.text]
        assert [(text + "א")[start] for start in order] == list(plain)
        assert all(
            each.text == (MIRRORED.get(c, c) if each.start in turned else c)
            for each in line
            if each.text and (c := (text + "א")[each.start])
        )
    cell = 0
    for each in line:
        cells = width((text + "א")[each.start : each.end])
        if cells:
            assert place_at(text + "א", cell, XTERM) == each.start
        cell += cells
    assert list(clusters(text)) == [] or cell == width(text + "א")


@in_a_loop
async def test_tables_of_right_to_left_pages_begin_at_the_right(server: Server) -> None:
    server.page(
        "/",
        "<html dir=rtl lang=he><table><tr><th>שם<th>מחיר<th>עיר<tr><td>לחם<td>12.50<td>חיפה"
        "<tr><td><a href=/n>Ann</a><td>7<td>Oslo<tr><td colspan=2>ביחד<td align=left>x</table>",
    )
    async with browsing(server.url("/"), chosen=dark(), size=(40, 12)) as b:
        assert b.lines[:5] == [
            "                   ריע │  ריחמ │   םש",
            "                  ─────┼───────┼───────",
            "                  הפיח │ 12.50 │    םחל",
            "                  Oslo │     7 │ Ann[1]",
            "                  x    │           דחיב",
        ]


@in_a_loop
async def test_lists_of_our_own_say_what_they_say_of_a_page_in_their_own_direction(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/"), chosen=dark()) as b:
        await b.kept()
        await b.type(":history ראשון\n")
        assert b.lines[2].startswith("[1]םלוע םולש 127.0.0.1, once, on ")
        assert b.lines[4].rstrip().endswith("תישאר תרתוכ <")  # what is quoted has its own


@in_a_loop
@pytest.mark.covers("LBX-61")
async def test_strings_of_data_and_source_are_seen_each_in_its_place(server: Server) -> None:
    server.page("/a.json", '{"שם": "שלום, עולם!", "list": ["אחד", "שניים"]}', "application/json")
    server.page("/", "<p title='שלום'>עולם, שלום!</p><b>כן</b>\n<script>f(\"אחד\", 'שניים'); // הערה: צה\"ל</script>\n")
    async with browsing(server.url("/a.json"), chosen=dark()) as b:
        assert b.lines[1:5] == ['  "םש": "!םלוע ,םולש",', '  "list": [', '    "דחא",', '    "םיינש"']
        await b.type(f":open view-source:{server.url('/')}\n")
        await b.settled()
        assert b.lines[0] == "<p title='םולש'>!םולש ,םלוע</p><b>ןכ</b>"
        assert b.lines[1] == '<script>f("דחא", \'םיינש\'); // ל"הצ :הרעה</script>'


@in_a_loop
async def test_titles_are_in_the_pieces_that_kitty_leaves_apart_as_text_of_the_page_is(server: Server) -> None:
    """It turns each word round by itself, and with it what touches it in the same font."""
    server.page("/", "<title>About (مرحبا) here</title><p>One")
    async with browsing(server.url("/"), chosen=dark()) as b:
        b.app.view.order = Order(words=True, joined=False)
        b.app.status.refresh()
        row = b.app.status.render_lines(Region(0, 0, 79, 1))[0]
        fonts = {piece.text.strip(): piece.style.italic for piece in row if piece.style is not None}
        assert "About (مرحبا) here" in row.text
        assert fonts["مرحبا"] is not True and fonts["("] is True and fonts[")"] is True


@in_a_loop
async def test_a_list_of_choices_and_a_long_message_are_in_the_pieces_that_kitty_leaves_apart(server: Server) -> None:
    """Brackets and digits beside Arabic words stood on the wrong side of them there."""
    server.page("/", "<form><select name=s><option>About (مرحبا) here<option>Other</select></form>")
    async with browsing(server.url("/"), chosen=dark()) as b:
        b.app.view.order = Order(words=True, joined=False)
        await b.press("tab", "enter")
        drawn = b.app.query_one(OptionsList)
        row = next(row for row in drawn.render_lines(Region(0, 0, *drawn.size)) if "About" in row.text)
        assert parted(row) == ("  * About (مرحبا) here", True)
        await b.press("escape")
        b.app.say(f"{'a long message ' * 8} (مرحبا) at its end", "warning")
        await b.settled()
        message = b.app.query_one(WholeMessage)
        text, is_apart = parted(message.render_lines(Region(0, 0, *message.size))[-1])
        assert text.endswith("(مرحبا) at its end") and is_apart


def parted(row: Strip) -> tuple[str, bool]:
    """The text of a row, and whether brackets in it are in another font than the words."""
    fonts = {piece.text.strip(): piece.style.italic for piece in row if piece.style is not None}
    return row.text.rstrip(), fonts["مرحبا"] is not True and fonts["("] is True and fonts[")"] is True
