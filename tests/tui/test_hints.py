"""Hints: labels on links, typed to act on them."""

from __future__ import annotations

import itertools

import pytest
from browsing import Browsing, browsing, in_a_loop
from servers import Server

from lightterm import settings
from lightterm.settings import Settings
from lightterm.tui.hint_labels import labels

LINKS = "<title>Links</title><p>" + "".join(f"<p>before <a href=/{n}>link {n}</a> after</p>" for n in range(1, 21))
FORM = (
    "<form action=/send><p><input name=q placeholder=words> <button>Go</button></p></form><h2>Part</h2>"
    "<p><a href=/a>first</a> <img src=/i.png alt='a picture'></p>"
)


def chosen(**values: object) -> Settings:
    return settings.load().with_session([(f"hints.{key}", value) for key, value in values.items()])


def label_of(b: Browsing, text: str) -> str:
    """The letters painted over the link of that text."""
    for label, spot in b.app.hints.left.items():
        if spot.text == text:
            return label
    raise AssertionError(f"no hint on {text!r}:\n{b.screen}")


@pytest.mark.parametrize("chars", ["ab", "asdfghjkl", "0123456789"])
@pytest.mark.parametrize("count", [1, 2, 3, 9, 10, 50, 81, 82, 700])
def test_labels_are_as_many_as_wanted_and_none_begins_another(count: int, chars: str) -> None:
    made = labels(count, chars)
    assert len(set(made)) == count and set("".join(made)) <= set(chars)
    ordered = sorted(made)  # what begins another stands right before it
    assert not any(after.startswith(before) for before, after in itertools.pairwise(ordered))
    assert max(map(len, made)) - min(map(len, made)) <= 1
    assert len(chars) ** (max(map(len, made)) - 1) < count or count == 1


@in_a_loop
@pytest.mark.covers("LB-90", "LBX-20", "LBX-59")
async def test_the_letters_of_a_hint_follow_its_link(server: Server) -> None:
    server.page("/", LINKS)
    server.page("/3", "<p>The third page.")
    async with browsing(server.url("/")) as b:
        await b.press("f")
        label = label_of(b, "link 3")
        assert f"before {label.upper()}" in b.screen and b.app.mode == "hint"
        await b.type(label)
        assert b.page[0] == "The third page." and b.app.mode == "normal" and not b.app.view.over
        assert len(b.app.tabs) == 1


@in_a_loop
async def test_what_is_typed_narrows_the_hints_and_can_be_taken_back(server: Server) -> None:
    server.page("/", LINKS)
    async with browsing(server.url("/")) as b:
        await b.press("f")
        everything = len(b.app.hints.left)
        long = next(label for label in b.app.hints.left if len(label) == 2)
        await b.press(long[0])
        assert 1 < len(b.app.hints.left) < everything
        assert all(label.startswith(long[0]) for label in b.app.hints.left)
        await b.press("backspace")
        assert len(b.app.hints.left) == everything
        await b.press("q")
        assert "no hint begins with q" in b.status and len(b.app.hints.left) == everything
        await b.press("escape")
        assert b.app.mode == "normal" and "before [1]link 1 after" in b.screen


@in_a_loop
async def test_hints_open_links_in_tabs_before_and_behind(server: Server) -> None:
    server.page("/", LINKS)
    for n in range(1, 21):
        server.page(f"/{n}", f"<title>T{n}</title><p>Page {n}.")
    async with browsing(server.url("/")) as b:
        await b.press("F")
        await b.type(label_of(b, "link 2"))
        assert b.page[0] == "Page 2." and len(b.app.tabs) == 2
        await b.press("K", "semicolon", "b")
        await b.type(label_of(b, "link 4"))
        assert b.page[0] == "before [1]link 1 after" and len(b.app.tabs) == 3
        await b.press("semicolon", "r")
        for n in (5, 6):
            assert b.app.mode == "hint"
            await b.type(label_of(b, f"link {n}"))
        assert len(b.app.tabs) == 5
        await b.press("escape")
        assert b.app.mode == "normal" and b.page[0] == "before [1]link 1 after"


@in_a_loop
async def test_in_number_mode_digits_choose_and_letters_filter(server: Server) -> None:
    server.page("/", "<p><a href=/a>Apples</a> <a href=/b>Bananas</a> <a href=/c>Cherries</a> <a href=/p>Pears</a>")
    for path in "abcp":
        server.page(f"/{path}", f"<p>page {path}")
    async with browsing(server.url("/"), chosen=chosen(mode="numbers")) as b:
        await b.press("f")
        assert list(b.app.hints.left) == ["1", "2", "3", "4"]
        await b.type("ar")  # only in Pears
        assert b.page[0] == "page p"
        await b.press("H", "f")
        await b.type("es")
        assert [spot.text for spot in b.app.hints.left.values()] == ["Apples", "Cherries"]
        await b.type("2")
        assert b.page[0] == "page c"
        await b.press("H", "f")
        await b.type("zz")
        assert "nothing in sight has 'z'" in b.status and len(b.app.hints.left) == 4
        await b.press("tab", "tab", "enter")
        assert b.page[0] == "page b"


@in_a_loop
async def test_a_hint_waits_for_enter_when_it_is_not_to_follow_by_itself(server: Server) -> None:
    server.page("/", LINKS)
    server.page("/1", "<p>One.")
    async with browsing(server.url("/"), chosen=chosen(auto_follow="never", uppercase=False, chars="xyz")) as b:
        await b.press("f")
        label = label_of(b, "link 1")
        assert set(label) <= set("xyz") and f"before {label}" in b.screen
        await b.type(label)
        assert b.app.mode == "hint"
        await b.press("enter")
        assert b.page[0] == "One."


@in_a_loop
async def test_hints_copy_addresses_texts_and_markdown(server: Server) -> None:
    server.page("/", "<p><a href=/a>The [first] link</a> <a href=/b>second</a>")
    async with browsing(server.url("/")) as b:
        await b.press("semicolon", "y")
        await b.type(label_of(b, "second"))
        assert b.app.clip.text == server.url("/b") and "copied" in b.status
        await b.press("semicolon", "Y")
        await b.type(label_of(b, "The [first] link"))
        assert b.app.clip.text == f"[The \\[first\\] link]({server.url('/a')})"
        await b.type(":hint yank-text\n")
        await b.type(label_of(b, "second"))
        assert b.app.clip.text == "second"
        await b.press("semicolon", "h")
        await b.type(label_of(b, "second"))
        assert server.url("/b").removeprefix("http://") in b.status


@in_a_loop
async def test_hints_are_kept_to_a_kind(server: Server) -> None:
    server.page("/", FORM)
    server.page("/i.png", b"no picture", "image/png")
    async with browsing(server.url("/")) as b:
        for kind, texts in (("field", 1), ("button", 1), ("link", 1), ("image", 1), ("heading", 1)):
            await b.type(f":hint focus --kind {kind}\n")
            assert len(b.app.hints.left) == texts, kind
            await b.press("escape")
        await b.type(":hint info --kind image\n")
        await b.type(label_of(b, "a picture"))
        assert server.url("/i.png") in b.status
        await b.type(":hint focus --kind disclosure\n")
        assert "there is no disclosure in sight" in b.status and b.app.mode == "normal"
        await b.type(":hint focus --kind link --first\n")
        assert b.app.mode == "normal" and b.app.view.target == 3
        await b.type(":hint focus --kind disclosure --first\n")
        assert "there is no disclosure on the page" in b.status


@in_a_loop
async def test_a_hint_puts_the_address_on_the_command_line(server: Server) -> None:
    server.page("/", LINKS)
    async with browsing(server.url("/")) as b:
        await b.press("semicolon", "o")
        await b.type(label_of(b, "link 7"))
        assert b.app.command_line.value == f":open {server.url('/7')}"


@in_a_loop
async def test_a_link_that_begins_above_the_screen_has_its_hint_where_it_is_seen(server: Server) -> None:
    words = " ".join(f"word{n}" for n in range(600))
    server.page("/", f"<p><a href=/long>{words}</a></p><p>end</p>")
    server.page("/long", "<p>There.")
    async with browsing(server.url("/")) as b:
        await b.press("space")
        await b.press("f")
        (label,) = b.app.hints.left
        assert b.lines[0].startswith(label.upper())
        await b.type(label)
        assert b.page[0] == "There."


@in_a_loop
async def test_labels_move_with_the_page(server: Server) -> None:
    server.page("/", LINKS)
    async with browsing(server.url("/")) as b:
        await b.press("f")
        before = label_of(b, "link 5")
        b.app.view.scroll_by(4)
        await b.pilot.pause()
        assert label_of(b, "link 5") != before
        line = next(line for line in b.lines if "link 5" in line or label_of(b, "link 5").upper() in line)
        assert line


@in_a_loop
async def test_labels_over_wide_characters_leave_all_else_in_its_place(server: Server) -> None:
    row = "<tr><td><a href=/{0}>漢字かな</a><td><a href=/{0}>x</a><td>tail</tr>"
    server.page("/", f"<table><tr><th>A<th>B<th>C{''.join(row.format(n) for n in range(12))}</table>")
    async with browsing(server.url("/"), chosen=settings.load().with_session([("output.numbers", False)])) as b:
        tails = [line.index("tail") for line in b.cells if "tail" in line]
        await b.press("f")
        assert len(b.app.hints.left) == 24
        assert [line.index("tail") for line in b.cells if "tail" in line] == tails


@in_a_loop
async def test_a_label_takes_the_place_of_the_number(server: Server) -> None:
    server.page("/", "<p><a href=/a>first</a> and <a href=/b>second</a>")
    async with browsing(server.url("/")) as b:
        await b.press("f")
        assert b.lines[0].startswith("A  first and S  second")
        await b.press("escape")
        assert b.lines[0].startswith("[1]first and [2]second")


@in_a_loop
async def test_the_first_field_is_gone_to_out_of_sight_too(server: Server) -> None:
    field = "<p><input name=q placeholder=Words></p>"
    server.page("/", "<p>above</p>" * 40 + field + "<p>below</p>" * 60 + field)
    async with browsing(server.url("/")) as b:
        await b.type("gihello")
        assert b.app.mode == "insert" and b.app.view.target == 1 and any("hello" in row for row in b.lines)
        await b.press("escape")
        await b.press("G", "k", "k", "k", "k", "k", "k", "g", "i")
        assert b.app.view.target == 2


@in_a_loop
async def test_what_only_links_can_have_done_to_them_puts_no_letters_on_fields(server: Server) -> None:
    server.page("/", "<p><a href=/a.bin>file</a><form><input name=q><button>Go</button></form>")
    async with browsing(server.url("/")) as b:
        for keys in (";d", ";y", ";Y", ";o", ";l"):
            await b.type(keys)
            assert [spot.text for spot in b.app.hints.left.values()] == ["file"], keys
            await b.press("escape")
        await b.type("f")
        assert len(b.app.hints.left) == 3


KEYED = (
    "<title>Keyed</title><p><a href=/e accesskey=e>Edit</a> <a href=/h accesskey='H x'>History</a> <a href=/n>None</a>"
    "<form action=/s><input name=q accesskey=f title=Search> <button accesskey=s>Go</button>"
    "<label for=a accesskey=a>Address</label><input id=a name=address>"
    "<label accesskey=p>Phone <input name=phone></label></form>"
    "<p><a href=/1 accesskey=t>first</a> <a href=/2 accesskey=t>second</a>"
)
LABELLED = ("a  Address (text)", "p  Phone (text)")


@in_a_loop
async def test_what_a_page_gave_a_key_of_its_own_is_acted_on_by_it(server: Server) -> None:
    server.page("/", KEYED)
    for path in ("e", "h", "s"):
        server.page(f"/{path}", f"<p>page {path}")
    async with browsing(server.url("/")) as b:
        for key in "eh":
            await b.type(f":accesskey {key}\n")
            assert b.page == [f"page {key}"]
            await b.press("H")
        await b.type(":accesskey f\n")
        assert b.app.mode == "insert"
        await b.press("escape")
        for key, name in (("a", "address"), ("p", "phone")):
            await b.type(f":accesskey {key}\n")
            field = b.app.view.document.targets[b.app.view.target].field
            assert b.app.mode == "insert" and field is not None and field.name == name
            await b.press("escape")
        for text in ("first", "second", "first"):
            await b.type(":accesskey t\n")
            assert b.app.view.document.targets[b.app.view.target].text == text
        await b.type(":accesskey z\n")
        assert "nothing has the access key z; there are e H f s a p t" in b.status
        await b.type(":accesskey\n")
        rows = [row.text for row in b.app.choices.rows]
        assert rows == [
            "e  Edit",
            "H  History",
            "f  Search (text)",
            "s  Go (button)",
            *LABELLED,
            "t  first",
            "t  second",
        ]
        await b.type("s \n")
        assert b.page == ["page s"]
        await b.type(":accesskey\n")
        assert "the page has no access keys" in b.status
