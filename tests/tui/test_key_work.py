"""What single keys cost: the work of each is counted, not timed (`python -m tests.bench.keys` measures all of them)."""

from __future__ import annotations

import asyncio
import sys
import threading
import weakref
from collections import Counter
from pathlib import Path
from types import FrameType

from browsing import browsing, in_a_loop
from effort import calls
from servers import Server
from textual.events import Key
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from lightterm.commands.complete import complete
from lightterm.commands.vocabulary import vocabulary
from lightterm.document.layout import Layout
from lightterm.document.model import Table
from lightterm.keys.keymap import load_keymap
from lightterm.keys.names import split_keys
from lightterm.settings import Settings
from lightterm.tui.choices import Choices
from lightterm.tui.page_view import PageView
from lightterm.tui.reading import Reading


@in_a_loop
async def test_a_setting_that_is_turned_reads_no_theme_and_no_keys_anew(server: Server) -> None:
    server.page("/", "<p>Words</p>" * 3000)
    async with browsing(server.url("/")) as b:
        app, palette = b.app, b.app.palette
        for line in ("toggle cookies", "images off", "numbers off", "width by -5"):
            app.run_line(line)
            await b.settled()
            assert calls(lambda line=line: app.run_line(line)) < 5000, line  # reading a theme is 10,000, keys 200,000
        assert app.palette is palette
        flow = app.view.flow
        for line in ("toggle css", "toggle scripts"):  # which :reload shows
            app.run_line(line)
            assert app.view.flow is flow, line
        app.run_line("set --temporary tui.theme light")
        assert app.palette is not palette and app.palette.name == "light"


FORM = "<form action=/sent><input name=q value=some><button>Send</button></form>"
FIELDS = "".join(f"<form><p><input name=n{n}> <select name=s{n}><option>a<option>b</select></form>" for n in range(500))


@in_a_loop
async def test_what_is_sent_from_a_page_of_many_fields_looks_through_them_once(server: Server) -> None:
    server.page("/", FORM + FIELDS)
    async with browsing(server.url("/")) as b:
        await b.type("gi")
        assert b.app.mode == "insert"
        assert calls(lambda: b.app.run_line("entry accept")) < 60_000  # 130,000 when each of them was made anew


@in_a_loop
async def test_a_form_of_many_fields_is_put_back_where_it_was_filled_in_alone(server: Server) -> None:
    fields = "".join(f"<p>Words <input name=n{n} value=some></p>" for n in range(1000))
    server.page("/", f"<form action=/sent>{fields}<button>Send</button></form>")
    async with browsing(server.url("/")) as b:
        await b.type("giabc")
        await b.press("escape")
        assert "abc" in b.screen
        assert calls(lambda: b.app.run_line("form reset")) < 10_000  # 700,000 when each of them was shown anew
        await b.settled()
        assert "abc" not in b.screen and "some" in b.screen


@in_a_loop
async def test_a_form_of_many_fields_is_checked_and_encoded_behind_the_keys(server: Server) -> None:
    fields = "".join(f"<p>Words <input name=n{n} value=some></p>" for n in range(1000))
    server.page("/", f"<form action=/sent><input name=m value=0 type=email>{fields}<button>Send</button></form>")
    server.page("/sent", "<p>Thanks")
    async with browsing(server.url("/")) as b:
        app = b.app
        app.run_line("form reset")  # its fields are made
        assert calls(lambda: app.run_line("form submit")) < 5000  # 30,000
        await b.until(lambda: any("is no mail address" in said for said in app.said))
        assert app.view.target == 1
        app.run_line("field clear 1")
        app.run_line("form submit")
        await b.until(lambda: "Thanks" in b.screen)
        assert server.asked("/sent")[0].query.count("=some") == 1000
        await b.type("H")
        await b.until(lambda: "Words" in b.screen)
        app.run_line("form submit")
        app.run_line("tab new")
        await b.until(lambda: any("nothing was sent" in said for said in app.said))
        assert len(server.asked("/sent")) == 1


@in_a_loop
async def test_a_field_filled_in_within_a_long_table_leaves_its_other_rows_alone(server: Server) -> None:
    rows = "".join(f"<tr><td>{n}<td>word<td>word" for n in range(3000))
    server.page("/", f"<form><table>{rows}<tr><td><input name=q><td>a<td>b{rows}</table></form>")
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.type("gi")
        await b.type("abc")
        await b.press("escape")
        assert view.flow.blocks is not view.document.blocks
        here, there = view.flow.blocks[0], view.document.blocks[0]
        assert isinstance(here, Table) and isinstance(there, Table)
        assert [at for at, row in enumerate(here.rows) if row is not there.rows[at]] == [3000]
        assert "abc" in b.screen
        assert calls(lambda: view.flow.put(0, here)) < 400  # 540 when each of its parts was looked for among those kept
        field = view.target
        line = view.flow.line_of_target(field)
        assert calls(lambda: view.flow.line_of_target(field)) < 10  # 150 when it was looked for among the rows again
        assert line == 3000


@in_a_loop
async def test_a_field_is_found_again_where_what_was_filled_in_above_it_moved_it(server: Server) -> None:
    server.page("/", "<form><table><tr><td><textarea name=t rows=1></textarea><tr><td><input name=q></table></form>")
    async with browsing(server.url("/")) as b:
        area, line = b.app.view.document.targets.numbers[:2]
        before = b.app.view.flow.line_of_target(line)
        b.app.fields.put(area, ("one\ntwo\nthree",))
        assert before is not None
        assert b.app.view.flow.line_of_target(line) == before + 2


@in_a_loop
async def test_a_list_of_many_headings_makes_those_that_are_seen(server: Server) -> None:
    server.page("/", "".join(f"<h2>Heading {n}</h2><p>Words" for n in range(4000)))
    async with browsing(server.url("/")) as b:
        await b.type("gh")
        await b.press("escape")
        assert calls(lambda: b.app.run_line("outline")) < 10_000  # 100,000
        assert calls(lambda: b.app.choices.render_lines(b.app.choices.region)) < 10_000  # 100,000
        assert "Heading 0" in b.screen
        await b.type("3999\n")
        assert "Heading 3999" in b.screen and "Heading 0" not in b.screen


@in_a_loop
async def test_the_main_part_and_the_headings_are_looked_for_beside_the_keys(server: Server) -> None:
    server.page("/", "<p>Words</p><main>" + "".join(f"<h2>Heading {n}</h2><p>Words" for n in range(2000)))
    async with browsing(server.url("/")) as b:
        await b.kept()
        b.app.run_line("scroll to bottom")
        assert calls(lambda: b.app.run_line("landmark main")) < 1500  # 23,000
        assert "Heading 0" in next(iter(b.app.view.texts()))
        assert calls(lambda: b.app.run_line("heading next")) < 1500  # 9,000
        assert "Heading 1" in next(iter(b.app.view.texts()))


@in_a_loop
async def test_access_keys_are_looked_for_beside_the_keys_and_once(server: Server) -> None:
    links = "".join(f"<a href=/{n}>Link {n}</a> " for n in range(5000))
    server.page("/", f"<p>{links}<a href=/x accesskey=x>The one</a> {links}</p>")
    async with browsing(server.url("/")) as b:
        await b.kept()
        assert calls(lambda: b.app.view.document.targets.access_keys()) < 20  # 20,000
        await b.type(";k")
        await b.until(lambda: "The one" in b.screen)


@in_a_loop
async def test_a_region_far_down_is_gone_to_without_laying_out_those_before_it(server: Server) -> None:
    regions = "".join(f"<nav aria-label=N{n}>{'<p>Words <b>of</b> it' * 40}</nav>" for n in range(300))
    server.page("/", f"{regions}<main><nav aria-label=Last><p>The last</nav></main><p>End")
    async with browsing(server.url("/")) as b:
        await b.kept()
        b.app.run_line("scroll to bottom")
        b.app.run_line("landmark previous")
        assert calls(lambda: b.app.run_line("landmark previous")) < 6000  # 480,000
        assert "navigation N29" in b.status, b.status
        b.app.run_line("landmark last")
        await b.settled()
        assert "main" in b.status  # which begins where the last does


@in_a_loop
async def test_where_the_links_of_a_page_lead_is_freed_behind_the_keys_when_it_is_left(server: Server) -> None:
    server.page("/", "".join(f"<a href=/{n}#a>{n}</a> " for n in range(3000)))
    server.page("/7", "<p>Seven")
    async with browsing(server.url("/")) as b:
        await b.kept()
        links = b.app.keeping._links
        assert list(links.numbers(server.url("/7"))) == list(links.numbers(server.url("/7#a"))) == [8]
        assert len(list(links)) == 6000
        shares = [len(share) for share in links._shares]
        assert max(shares) < sum(shares) // 20  # each is freed at once
        b.app.run_line("follow 8")
        await b.until(lambda: "Seven" in b.screen)
        await b.kept()
        assert not list(links)
        await b.type("H")
        await b.until(lambda: b.app.view.visited == frozenset({8}))


class Part:
    """Goes with what holds it; a record cannot be referred to weakly."""


@in_a_loop
async def test_a_page_loaded_again_is_freed_behind_the_keys(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Words <a href=a>link</a></p>" * 12_000)
    async with browsing(page.as_uri()) as b:
        freed: list[str] = []
        await b.kept()  # what was done last in the background is let go of
        part = Part()
        object.__setattr__(b.app.view.document, "access", part)
        weakref.finalize(part, lambda: freed.append(threading.current_thread().name))
        del part
        await b.press("r")
        await b.until(lambda: freed)
        assert freed == ["background"]  # MainThread, in the turn that shows what has come of the page


@in_a_loop
async def test_what_is_seen_of_a_page_that_comes_is_laid_out_beside_the_keys(server: Server) -> None:
    server.page("/", "<p>Words and more words with a <a href=/a>link</a></p>" * 3000)
    async with browsing(server.url("/")) as b:
        await b.press("G")
        laid: list[bool] = []

        def note(frame: FrameType, kind: str, _argument: object) -> None:
            if kind == "call" and frame.f_code is Layout.add.__code__:
                laid.append(frame.f_locals["self"].rich)  # what is counted alone is not

        before = sys.getprofile()
        sys.setprofile(note)  # in this thread, which is the loop's
        try:
            for line in ("reload", f"open {server.url('/?again')}"):
                b.app.run_line(line)
                await b.until(lambda: not b.app.loads.busy and "Words" in b.screen)
                assert not any(laid), line
        finally:
            sys.setprofile(before)


@in_a_loop
async def test_the_next_page_is_looked_for_behind_the_keys_among_many_links(server: Server) -> None:
    server.page("/", "".join(f"<p><a href=/{n}>link {n}</a>" for n in range(3000)) + "<p><a href=/two>Next</a>")
    server.page("/two", "<p>The second page")
    async with browsing(server.url("/")) as b:
        assert calls(lambda: b.app.run_line("navigate next")) < 1000  # 70,000
        await b.until(lambda: "The second page" in b.screen)
        await b.type("H")
        b.app.run_line("navigate previous")
        await b.until(lambda: any("no link on the page" in said for said in b.app.said))
        b.app.run_line("navigate next")
        b.app.run_line("tab new")  # what was looked for is not wanted there
        await b.settled()
        await b.kept()
        assert "The second page" not in b.screen and len(b.app.tabs) == 2


@in_a_loop
async def test_what_a_key_opens_or_closes_is_painted_once(server: Server) -> None:
    server.page("/", "<p>Words and more words</p>" * 300 + "<form><input name=q value='" + "more than is seen " * 9
    + "'><p><input name=r></form>")  # fmt: skip
    async with browsing(server.url("/")) as b:
        painted: list[None] = []
        b.app.panes.warm()
        # What the first keys need is made behind them: here the widgets of a second pane, and that of a long message.
        await b.until(lambda: len(b.app.screen.query("PageView, WholeMessage, LineEntry")) == 4)
        screen = b.app.screen
        assert isinstance(screen, Reading)
        await b.until(
            lambda: b.app.command_line.outer_size and not screen.repainting.pending, "what is made behind them"
        )
        b.app.post_display_hook = lambda: painted.append(None)  # type: ignore[method-assign]  # Textual's hook for tests: it does nothing
        for keys in (
            ("colon",),
            ("escape",),
            ("o",),
            ("a",),
            ("escape",),
            ("ctrl+p",),
            ("escape",),
            ("i",),
            ("tab",),
            ("x",),
        ):
            # Also the first time: the lines have a size before they are seen.
            if keys == ("i",):
                await b.press("g")
            await b.until(lambda: not screen.repainting.pending, "the paint of the key before")
            painted.clear()
            await b.press(*keys)
            await b.until(lambda: painted and not screen.repainting.pending, "the paint")
            assert len(painted) == 1, keys  # twice, as each widget asked for itself


@in_a_loop
async def test_the_next_field_is_begun_without_looking_up_styles(server: Server) -> None:
    server.page("/", "<form><input name=q value=some><input type=password name=p></form>")
    async with browsing(server.url("/")) as b:
        await b.type("gi")
        line = b.app.fields.entry
        assert isinstance(line, Input)
        classes = line.classes
        await b.press("escape")
        assert line.classes == classes  # with others all styles are looked up
        assert calls(lambda: b.app.run_line("hint focus --kind field --first")) < 4000  # 9,000 with a line made anew
        assert b.app.fields.entry is line
        await b.press("tab")
        await b.type("hush")
        assert "••••" in b.screen and b.app.fields.entry is line
        await b.press("escape")
        assert line.value == "" and not line.display  # nothing of it stays behind
        assert b.app.fields.values(2) == ("hush",)


@in_a_loop
async def test_letters_of_a_search_far_down_leave_the_lines_as_they_are_until_it_comes_there(server: Server) -> None:
    server.page("/", "".join(f"<p>then number {n}</p>" for n in range(3000)))
    async with browsing(server.url("/")) as b:
        await b.press("G")
        await b.type("/t")
        await b.until(lambda: b.app.view.search is not None and b.app.view.search.complete)
        flow = b.app.view.flow
        seen = next(line for line in range(b.app.view.first, len(flow)) if flow.text(line))
        spans = flow.spans(seen)
        assert calls(lambda: b.app.take_key(Key("h", "h"))) < 4000  # 30,000, as far as 1 ms of searching went
        assert flow.spans(seen) is spans  # not laid out anew
        await b.until(lambda: b.app.view.match is not None and b.app.view.match.end - b.app.view.match.start == 2)
        await b.settled()
        assert "1/3000" not in b.screen and "/3000" in b.screen


@in_a_loop
async def test_enter_of_a_search_in_source_lays_out_what_it_goes_to_and_nothing_else(server: Server) -> None:
    server.page("/", "<p>" + "".join(f"<a href=/{n}>the word</a> and the next " for n in range(3000)))
    async with browsing(server.url("/")) as b:
        b.app.run_line("source")
        await b.settled()
        await b.press("G")
        await b.type("/the")
        await b.until(lambda: b.app.view.search is not None and b.app.view.search.complete)
        assert (
            calls(lambda: b.app.run_line("entry accept")) < 25_000
        )  # 64,000, where lines that show it were laid out, too


@in_a_loop
async def test_the_first_field_is_found_without_making_the_links_before_it(server: Server) -> None:
    links = "".join(f"<p><a href=/{n}>the word</a>" for n in range(20))
    server.page("/", f"<form>{links}<input name=q><p><input name=r>{links}</form>")
    async with browsing(server.url("/")) as b:
        await b.type("gi")
        await b.press("escape", "g", "g")
        b.app.run_line("hint follow")
        b.app.hints.leave()
        assert calls(lambda: b.app.run_line("hint focus --kind field --first")) < 3000  # 4,300


@in_a_loop
async def test_panes_are_laid_out_for_their_room_before_they_are_painted_in_it(server: Server) -> None:
    server.page("/", "<p>Words and more words with a <a href=/a>link</a> and <b>more</b></p>" * 300)
    async with browsing(server.url("/")) as b:
        panes, painted = b.app.panes, Counter[bool]()

        def paints() -> None:
            painted[all(pane.view.flow.width == pane.view.size.width - 1 for pane in panes)] += 1

        b.app.post_display_hook = paints  # type: ignore[method-assign]  # Textual's hook for tests: it does nothing
        for key in ("v", "greater_than_sign", "s", "equals_sign", "K", "c", "o"):
            painted.clear()
            await b.press("ctrl+w", key)
            assert painted[True] and not painted[False], key  # what they showed was laid out, and painted, once more


@in_a_loop
async def test_lines_that_another_pane_shows_are_not_painted_anew(server: Server) -> None:
    server.page("/", "<p>Words and more words with a <a href=/a>link</a> and <b>more</b></p>" * 300)
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.press("ctrl+w", "s", "ctrl+w", "k")
        other = next(pane.view for pane in b.app.panes if pane.view is not view)
        assert b.app.view is view and other.first == view.first
        rows = view.render_lines(view.size.region)
        for each in (view, other):
            each.repaint()
        assert calls(lambda: other.render_lines(other.size.region)) < 800  # 1,300
        assert other.render_lines(other.size.region)[2] is rows[2]
        b.app.run_line("reload")
        await b.settled()
        assert b.app.view.render_lines(view.size.region)[2] is rows[2]  # its document is another one
        b.app.run_line("target next")  # the cursor is on a link of one of them
        await b.settled()
        assert view.target and not other.target
        first, second = (each.render_lines(each.size.region) for each in (view, other))
        assert [at for at, row in enumerate(first[: len(second)]) if row != second[at]] == [0]


@in_a_loop
async def test_what_is_to_be_painted_already_is_asked_for_once(server: Server) -> None:
    server.page("/", "<p>Words")
    async with browsing(server.url("/")) as b:
        app = b.app
        app.status_changed()
        assert calls(app.status_changed) < 10  # 45
        app.say("something else")
        await b.settled()
        assert "something else" in b.screen


@in_a_loop
async def test_source_of_many_short_lines_is_laid_out_in_parts(server: Server) -> None:
    lines = ["<p>Words", *(f"{n:05d} n " for n in range(1000)), *(f"{n % 10}" for n in range(1000))]
    server.page("/", "\n".join(lines))
    async with browsing(server.url("/")) as b:
        await b.type("gf")
        blocks = b.app.view.document.blocks
        assert [line.rstrip() for block in blocks for line in block.text().split("\n")] == list(map(str.rstrip, lines))
        assert max(block.text().count("\n") for block in blocks) <= 41  # 1,000 where lines end in a space, else 500


@in_a_loop
async def test_what_stands_one_below_the_other_stands_where_textual_has_it(server: Server) -> None:
    server.page("/", "<p>Words and <input name=q></p>" * 300)
    async with browsing(server.url("/")) as b:
        screen = b.app.screen
        for keys in ("j", ":", "<Esc>", "gi", "<Esc>", "ga", "?", "<Esc>", "gc", "<Esc>"):
            await b.press(*split_keys(keys))
            await b.settled()
            where = {each.widget: each.region for each in screen.arrange(screen.size).placements}
            screen._arrangement_cache.clear()
            theirs = Screen.arrange(screen, screen.size).placements
            screen._arrangement_cache.clear()
            assert where == {each.widget: each.region for each in theirs}, keys


@in_a_loop
async def test_lines_of_the_page_that_a_list_lies_over_are_not_painted(server: Server) -> None:
    server.page("/", "<p>Words</p>" * 300)
    async with browsing(server.url("/")) as b:
        painted = list[tuple[Widget, int]]()

        def watch(widget: Choices | PageView) -> None:
            lines = widget.render_lines

            def noted(crop: Region) -> list[Strip]:
                painted.append((widget, crop.height))
                return lines(crop)

            widget.render_lines = noted  # type: ignore[method-assign]  # what is painted of it can be seen here alone

        page, choices = b.app.view, b.app.choices
        watch(page)
        watch(choices)
        await b.press("colon")
        await b.until(lambda: painted)
        await b.press("escape")
        await b.until(lambda: any(widget is page for widget, _ in painted))
        painted.clear()
        await b.press("colon")
        await b.until(lambda: painted)
        assert painted == [(choices, choices.size.height)]  # 22 lines of the page
        painted.clear()
        await b.press("escape")
        await b.until(lambda: painted)
        assert painted == [(page, 12)]
        assert b.screen.count("Words") > 10


@in_a_loop
async def test_what_stands_there_before_a_page_that_comes_at_once_is_not_painted(server: Server) -> None:
    server.page("/", "<p>Words")
    async with browsing(server.url("/")) as b:
        painted: list[str] = []
        b.app.post_display_hook = lambda: painted.append(b.screen)  # type: ignore[method-assign]  # does nothing
        b.app.say("first")
        await b.until(lambda: painted)
        painted.clear()
        b.app.await_page()
        b.app.say("second")
        for _ in range(20):  # turns of the loop: 16 are waited for messages
            await asyncio.sleep(0)
        assert not painted
        b.app.say("third")
        b.app.await_page(False)
        await b.until(lambda: painted)
        assert len(painted) == 1 and "third" in painted[0]


def test_what_the_palette_and_the_settings_offer_is_looked_up_once() -> None:
    registry = vocabulary(Settings())
    keymap = load_keymap(Settings(), registry)
    keymap.by_command(registry)
    assert calls(lambda: keymap.by_command(registry)) < 10  # 12,000
    complete("set ", 4, registry, {})
    assert calls(lambda: complete("set ", 4, registry, {})) < 4000  # 13,000
