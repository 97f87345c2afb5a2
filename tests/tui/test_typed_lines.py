"""Lines that are typed on in other scripts: seen in their order, at their place, moved in by whole letters."""

from __future__ import annotations

import pytest
from browsing import Browsing, browsing, in_a_loop
from effort import calls
from servers import Server
from tui_forms import run, sent

from lightterm import settings
from lightterm.document.cells import width
from lightterm.settings import Settings
from lightterm.tui.field_entry import LineEntry
from lightterm.tui.line_order import beside, cell_of, erased_from, position_at, seen, with_end
from lightterm.tui.visual_order import Order, in_order

XTERM, KITTY = Order(joined=False), Order(words=True, joined=False)
FIELD = "<html dir=rtl lang=he><form action=/echo><p>שם: <input name=q value='{}'> סוף<p><button>שלח</button></form>"


def put_in_order() -> Settings:
    return settings.load().with_session((("tui.theme", "dark"), ("tui.bidi", "lightterm")))


def row_of(b: Browsing, words: str) -> str:
    """The row with some words, without the blanks round it."""
    return next(line for line in b.lines if words in line).strip()


@in_a_loop
@pytest.mark.covers("LBX-61")
async def test_a_field_of_a_page_from_right_to_left_is_typed_into_where_it_stands(server: Server) -> None:
    server.page("/", FIELD.format("משה 3"))
    server.page("/echo", "<p>Got it.")
    async with browsing(server.url("/"), chosen=put_in_order()) as b:
        place = next(line for line in b.lines if "[1]" in line).index("[1]")
        await b.type("gi")
        entry = b.app.entry
        assert entry is not None and entry.region.right == place  # it ends where its number begins
        await b.type("אב")
        assert row_of(b, "[1]").endswith("בא3 השמ[1] :םש") and "ףוס" in row_of(b, "[1]")
        await b.press("home", "left")  # to the left is forwards here
        await b.type("X")
        assert row_of(b, "[1]").endswith("בא3 השXמ[1] :םש")
        await b.press("escape")
        assert row_of(b, "[1]").endswith("בא3 השXמ[1] :םש")
        await run(b, "form submit")
        assert sent(server) == [("q", "מXשה 3אב")]


@in_a_loop
async def test_a_field_that_grows_does_so_to_the_left_and_a_click_finds_the_letter(server: Server) -> None:
    server.page("/", "<html dir=rtl lang=he><form action=/echo><p>שם: <input name=q value='אבגד'></form>")
    async with browsing(server.url("/"), chosen=put_in_order()) as b:
        await b.type("gi")
        entry = b.app.entry
        assert entry is not None
        right = entry.region.right
        await b.pilot.click(entry, offset=(entry.region.width - 3, 0))
        await b.type("X")
        assert entry.written == "אבXגד" and row_of(b, "[1]").endswith("דגXבא[1] :םש")
        await b.press("end")
        await b.type("הוז" * 9)
        assert entry.region.right == right and row_of(b, "[1]").endswith("דגXבא[1] :םש")


@in_a_loop
async def test_several_lines_from_right_to_left_are_seen_in_their_order(server: Server) -> None:
    server.page(
        "/", "<html dir=rtl lang=he><form action=/echo><textarea name=q>שלום</textarea><button>שלח</button></form>"
    )
    server.page("/echo", "<p>Got it.")
    async with browsing(server.url("/"), chosen=put_in_order()) as b:
        await run(b, "1")
        await b.type(" 12\nשבת")
        assert "12 םולש[1]" in b.screen and "תבש" in b.screen
        await b.press("right")  # back
        await b.type("X")
        assert "תXבש" in b.screen
        await b.press("escape")
        await run(b, "form submit")
        assert sent(server) == [("q", "שלום 12\r\nשבXת")]


@in_a_loop
async def test_a_click_into_several_lines_from_right_to_left_finds_the_letter(server: Server) -> None:
    server.page("/", "<html dir=rtl lang=he><form action=/echo><textarea name=q>אבגד</textarea></form>")
    async with browsing(server.url("/"), chosen=put_in_order()) as b:
        await run(b, "1")
        entry = b.app.entry
        assert entry is not None
        await b.pilot.click(entry, offset=(entry.region.width - 3, 0))
        await b.type("X")
        assert entry.written == "אבXגד"


@in_a_loop
async def test_letters_with_marks_and_emoji_in_several_lines_are_gone_over_whole() -> None:
    async with browsing("data:text/html,<form><textarea name=q>ที่นี่👩‍👧</textarea></form>") as b:
        await run(b, "1")
        entry = b.app.entry
        assert entry is not None
        await b.press("left", "left")
        await b.type("X")
        assert entry.written == "ที่Xนี่👩‍👧"
        await b.press("right", "right", "backspace")
        assert entry.written == "ที่Xนี่"
        await b.press("home", "delete")
        assert entry.written == "Xนี่"


@in_a_loop
async def test_what_is_searched_for_is_seen_in_its_order(server: Server) -> None:
    server.page("/", "<p dir=rtl>שלום עולם</p>")
    async with browsing(server.url("/"), chosen=put_in_order()) as b:
        await b.type("/עולם")
        assert row_of(b, "/").startswith("/םלוע") and "1/1" in b.screen
        await b.press("left", "backspace")
        assert row_of(b, "/").startswith("/םוע") and b.app.command_line.value == "/עום"


@in_a_loop
async def test_letters_with_marks_and_emoji_are_gone_over_whole(server: Server) -> None:
    server.page("/", "<form action=/echo><input name=q value='ที่นี่👩‍👧'><button>Go</button></form>")
    server.page("/echo", "<p>Got it.")
    async with browsing(server.url("/")) as b:
        await b.type("gi")
        await b.press("left", "left", "left")
        await b.type("X")
        await b.press("delete", "end", "backspace", "backspace")
        await b.press("escape")
        await run(b, "form submit")
        assert sent(server) == [("q", "Xนี")]  # of the last letter one mark went


@pytest.mark.parametrize(
    ("text", "leftwards", "shown"),
    [("שלום 12", True, "12 םולש"), ("abc שלום", False, "abc םולש"), ("/שלום", False, "/םולש"), ("a.", True, ".a")],
)
def test_a_line_is_seen_in_its_order(text: str, leftwards: bool, shown: str) -> None:
    line = seen(text, XTERM, leftwards)
    assert "".join(each.text for each in line) == shown
    assert sorted(each.start for each in line) == list(range(len(text)))
    for at in range(len(text)):
        assert position_at(line, cell_of(line, at), len(text)) == at
    assert "".join(each.text for each in seen(text, None, leftwards)) == text


def test_the_cursor_behind_a_text_stands_at_the_end_of_its_line() -> None:
    assert [e.start for e in with_end(seen("אב", XTERM, True), 2, True)] == [2, 1, 0]
    assert [e.start for e in with_end(seen("/אב", XTERM, False), 3, False)] == [0, 2, 1, 3]
    assert [e.start for e in with_end(seen("ab", XTERM, False), 2, False)] == [0, 1, 2]
    assert [e.start for e in with_end((), 0, False)] == [0]


def test_steps_go_over_clusters() -> None:
    assert beside("abc", 1, 1) == 2 and beside("abc", 1, -1) == 0
    assert beside("ที่น", 0, 1) == 3 and beside("ที่น", 4, -1) == 3 and beside("ที่น", 0, -1) == 0
    assert erased_from("ที่", 3) == 2 and erased_from("a👩‍👧", 4) == 1 and erased_from("🇩🇪", 2) == 0


def test_in_kitty_what_touches_a_word_of_arabic_is_in_another_font_and_digits_turn_with_it() -> None:
    def painted(text: str) -> list[tuple[str, bool]]:
        return [(each.text, each.apart) for each in in_order(f"\u2067{text}\u2069", KITTY) if each.text]

    assert painted("سعر: ٢٤") == [("٤", False), ("٢", False), (" ", False), (":", True), *[(c, False) for c in "سعر"]]
    assert painted("سعر 24")[:3] == [("2", False), ("4", False), (" ", False)]
    assert not any(apart for _, apart in painted("שלום: 24"))
    places = [each.start for each in in_order("\u2067سعر\u2069", KITTY) if each.text]
    assert places == [3, 2, 1]  # by where each letter is seen


@in_a_loop
@pytest.mark.parametrize("sign", ["あ", "é", "ก็"])
async def test_a_key_in_a_long_field_takes_no_more_the_longer_it_is(server: Server, sign: str) -> None:
    server.page("/", f"<form><input name=q value='{sign * 20_000}'></form>")
    async with browsing(server.url("/")) as b:
        await b.type("gi")
        entry = b.app.entry
        assert isinstance(entry, LineEntry)
        entry.insert_text_at_cursor("x")
        shown = entry.render_line(0).text
        assert calls(lambda: (entry.insert_text_at_cursor("yz"), entry.render_line(0))) < 30_000
        assert shown.rstrip().endswith(sign + "x") and width(shown) == entry.size.width
        await b.press("left", "left")
        await b.type("!")
        assert entry.written.endswith("x!yz") and entry.render_line(0).text.rstrip().endswith("x!yz")
        await b.press("home")
        await b.type("?")
        assert entry.render_line(0).text.startswith("?" + sign)
        await b.pilot.click(entry, offset=(1, 0))
        await b.type("-")
        assert entry.written.startswith("?-" + sign)
