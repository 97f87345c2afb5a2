"""Long pages, and those whose words all are in one block: what a key costs there is counted, not timed."""

from __future__ import annotations

from browsing import browsing, in_a_loop
from effort import calls
from servers import Server

WORDS = "<title>Long</title><p>" + " ".join(f"<b>word{i}</b> of <a href=/{i}>it</a>" for i in range(20_000))


@in_a_loop
async def test_a_page_of_one_paragraph_is_read_searched_and_reflowed_as_any(server: Server) -> None:
    server.page("/", WORDS)
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.press("G")
        assert "word19999" in b.screen
        await b.type("/word10001\n")
        assert "word10001" in b.screen
        await b.press("tab")
        assert f"[{view.target}]it" in b.screen and view.target > 10_000
        await b.press("escape")
        top = b.page[0].split()[1]
        for columns in (120, 60):
            await b.resize(columns, 24)
            assert top in " ".join(b.page[:2])
        assert calls(view.relayout) < 40_000
        await b.type("/of\n")
        await b.until(lambda: view.search is not None and view.search.complete)
        assert calls(lambda: b.app.run_line("match next")) < 200_000


@in_a_loop
async def test_what_a_page_costs_to_read_is_counted_behind_the_keys_also_of_one_block(server: Server) -> None:
    server.page("/", WORDS)
    async with browsing(server.url("/")) as b:
        assert calls(lambda: b.app.status.facts.words(120)) < 2000
        await b.resize(120, 24)
        await b.until(lambda: " tokens" in b.status)


@in_a_loop
async def test_a_long_page_is_searched_behind_the_keys_and_once(server: Server) -> None:
    server.page("/", "".join(f"<p>Paragraph {i} of the page" for i in range(6000)) + "<p>The needle, and a pin.")
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.type("/needle")
        await b.until(lambda: "The needle" in b.screen)
        found = view.search
        assert found is not None
        await b.until(lambda: found.complete)
        await b.press("enter")
        assert view.search is found and view.match == found.matches[0] and "1/1" in b.status
        await b.type("gg?pin")
        await b.until(lambda: "and a pin" in b.screen)
        await b.press("escape")
        assert view.search is None and view.first == 0
        await b.type("/nothing of it\n")
        await b.until(lambda: "not found: nothing of it" in b.screen)
        assert view.search is not None and view.search.complete
        await b.type("gg/page\n")  # the line is closed before all is counted
        assert "1/6000 " not in b.status
        await b.until(lambda: "1/6000 " in b.status)


@in_a_loop
async def test_a_long_table_is_searched_from_the_row_in_sight_and_a_letter_costs_no_more_than_a_part(
    server: Server,
) -> None:
    rows = "".join(f"<tr><td>{i}<td><a href=/{i}>link {i}</a><td>needle {i % 7}" for i in range(3000))
    server.page("/", f"<title>Long</title><table>{rows}</table>")
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.press("5", "0", "%")
        first = int(b.page[0].split()[0])
        assert first > 1000
        await b.type("/needle 3\n")
        assert view.match is not None and view.match.paragraph // 3 in range(first, first + 8)
        assert calls(view.reshow) + calls(lambda: list(view.texts())) < 40_000
        await b.press("n", "n")
        assert view.match.paragraph // 3 in range(first + 14, first + 22)
        await b.press("g", "g")
        await b.type("?needle 2999|link 2998\n")
        assert "link 2998" in b.screen and "1/1" in b.status


@in_a_loop
async def test_matches_far_away_are_gone_to_once_they_are_found_and_steps_that_wait_are_added_up(
    server: Server,
) -> None:
    server.page("/", "".join(f"<p>Paragraph {i} of it" for i in range(9000)) + "<p>pin 1<p>pin 2<p>pin 3<p>pin 4")
    async with browsing(server.url("/")) as b:
        b.app.run_line("search pin")
        b.app.run_line("match next")
        b.app.run_line("match next")
        await b.until(lambda: "3/4" in b.status)
        assert "pin 3" in b.screen
        b.app.run_line("search missing")
        await b.until(lambda: "not found: missing" in b.screen)


@in_a_loop
async def test_a_page_that_is_come_back_to_is_cut_and_its_columns_are_fitted_once(server: Server) -> None:
    rows = "".join(f"<tr><td>{i}<td><a href=/{i}>link {i}</a><td>needle {i % 7}" for i in range(3000))
    server.page("/", f"<title>Long</title><h1>Rows</h1><article><p>Before.<table>{rows}</table></article>")
    server.page("/other", "<title>Other</title>" + "".join(f"<p>{i}" for i in range(5000)))
    async with browsing(server.url("/"), server.url("/other")) as b:
        await b.press("5", "0", "%", "J")
        assert "Other" in b.app.tabs.active.title
        assert calls(lambda: b.app.run_line("tab previous")) < 20_000
        await b.until(lambda: "needle" in b.screen)
        assert calls(lambda: b.app.run_line("numbers")) < 20_000
        await b.type(f":open {server.url('/other')}\n")
        assert calls(lambda: b.app.run_line("back")) < 20_000
        await b.until(lambda: "needle" in b.screen)


@in_a_loop
async def test_a_letter_of_a_search_in_source_whose_tags_are_marked_lays_out_little_of_it(server: Server) -> None:
    rows = "\n".join(f"<p class='x y' id=a{i}>Words <b>{i}</b> of <a href=/{i}>it</a></p>" for i in range(3000))
    server.page("/", f"<title>Rows</title>\n{rows}")
    async with browsing(server.url("/")) as b:
        view = b.app.view
        await b.type("gf")
        await b.until(lambda: "<p class='x y' id=a1>" in b.screen)
        await b.type("/words\n")
        assert calls(view.reshow) + calls(lambda: list(view.texts())) < 25_000


@in_a_loop
async def test_source_of_one_long_line_is_read_searched_and_copied_by_the_rows_in_sight(server: Server) -> None:
    script = ";".join(f"var v{i}='漢字 {i}'" for i in range(30_000))
    server.page("/", f"<title>Line</title><script>{script}</script><p>The end.</p>")
    async with browsing(server.url("/")) as b:
        await b.press("g", "f")
        view = b.app.view
        assert len(b.page) == view.height and all(len(row) <= 79 for row in b.page)
        assert b.page[0].startswith("<title>Line</title><script>var v0=")
        assert calls(view.reshow) + calls(lambda: list(view.texts())) < 30_000
        await b.type("/v29000=")
        await b.until(lambda: "var v29000=" in "".join(b.page) and view.match is not None)
        assert calls(view.reshow) + calls(lambda: list(view.texts())) < 60_000
        await b.type("\nv20lv8j")
        assert len(view.selection) > 500 and view.selection in script
        await b.press("y", "escape")
        await b.type("tw")
        assert all(len(row) <= 79 for row in b.page)
        await b.type("G")
        assert "The end." in "".join(b.page)
