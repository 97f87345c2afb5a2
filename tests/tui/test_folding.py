"""Disclosures and outlines opened and closed in place, and long lines broken."""

from __future__ import annotations

import json

from browsing import browsing, in_a_loop
from effort import calls
from servers import Server

DETAILS = (
    "<p>Before <a href=/1>one</a>.</p><details><summary>More</summary><p>Hidden <a href=/2>two</a>.</p>"
    "<h2 id=inside>Inside</h2><details open><summary>Inner</summary><p>inner text</details></details>"
    "<p>After <a href=/3>three</a>.</p>"
    "<table><tr><th>A<th>B<tr><td>cell<td><details><summary>In a cell</summary>secret</details><tr><td>x<td>y</table>"
    "<details open><summary>Open</summary>shown</details><p>The <a href='#inside'>way in</a>.</p>"
)


@in_a_loop
async def test_a_disclosure_is_opened_and_closed_with_its_numbers_and_the_place_kept(server: Server) -> None:
    server.page("/", DETAILS)
    server.page("/2", "<p>Page two.")
    async with browsing(server.url("/")) as b:
        closed = b.page
        assert "[2]▸ More" in closed and "After [5]three." in closed and not any("Hidden" in row for row in closed)
        requests = len(server.log)
        await b.type(":follow 2\n")
        assert "[2]▾ More" in b.page and "Hidden [3]two." in b.page and "inner text" in b.page
        assert "After [5]three." in b.page and len(server.log) == requests
        await b.type(":details close 4\n")
        assert "[4]▸ Inner" in b.page and "inner text" not in b.page
        await b.type(":details toggle 4\n")
        assert "[4]▾ Inner" in b.page and "inner text" in b.page
        await b.type(":follow 3\n")
        assert b.page[0] == "Page two."
        await b.press("H")
        assert "[2]▾ More" in b.page and "Hidden [3]two." in b.page and "[4]▾ Inner" in b.page
        await b.type(":tab new\n")
        await b.press("K")
        assert "[2]▾ More" in b.page
        await b.type(":tab close 2\n")
        await b.type(":details close 2\n")
        assert b.page == closed
        await b.type(":details open 1\n")
        assert "nothing that can be opened" in b.status


@in_a_loop
async def test_a_disclosure_with_a_link_in_its_name_is_opened_by_its_own_number(server: Server) -> None:
    server.page(
        "/",
        "<p><a href=/x>x</a><details><summary>First <a href=/in>link</a></summary><p>held <a href=/1>one</a>"
        "<details><summary>Inner</summary>deep <a href=/2>two</a></details></details><p><a href=/z>z</a>",
    )
    async with browsing(server.url("/")) as b:
        await b.press("tab", "tab", "tab", "tab")
        assert b.app.view.target == 7
        await b.press("shift+tab", "shift+tab", "enter")
        assert "[2]▾ First [3]link" in b.page and "held [4]one" in b.page
        await b.press("enter")
        assert "[2]▸ First [3]link" in b.page and not any("held" in row for row in b.page)
        await b.type(":target select 6\n")
        assert "deep [6]two" in b.page and "[2]▾ First [3]link" in b.page
        await b.press("z", "M")
        assert b.page[2] == "[2]▸ First [3]link" and not any("held" in row for row in b.page)


@in_a_loop
async def test_what_is_folded_is_passed_over_until_it_is_asked_for(server: Server) -> None:
    server.page("/", DETAILS)
    async with browsing(server.url("/")) as b:
        await b.press("tab", "tab", "tab")
        assert b.app.view.target == 5  # from the summary to what comes after
        await b.press("shift+tab", "enter")
        assert "Hidden [3]two." in b.page and b.app.view.target == 2
        await b.press("enter", "tab")
        assert b.app.view.target == 5
        await b.type("/inner\n")
        assert "inner text" in b.page and "1/" in b.status
        await b.type(":details close 2\n")
        assert "inner text" not in b.page
        await b.type(":target select 3\n")
        assert "Hidden [3]two." in b.page and b.app.view.target == 3
        await b.type(":details close 2\n")
        await b.type(":follow 8\n")  # a link to a heading inside
        assert "## Inside" in b.page


@in_a_loop
async def test_all_disclosures_those_in_tables_too(server: Server) -> None:
    server.page("/", DETAILS)
    async with browsing(server.url("/")) as b:
        await b.press("z", "R")
        assert any("secret" in row for row in b.page) and "inner text" in b.page
        assert any("▾ In a cell" in row for row in b.page)
        await b.press("z", "M")
        assert not any(word in row for row in b.page for word in ("secret", "inner", "shown", "Hidden"))
        await b.type(":details --all\n")
        assert "shown" in b.page and any("secret" in row for row in b.page)
        await b.type(":select all\n")
        assert "Hidden two." in b.app.view.selection


@in_a_loop
async def test_json_and_xml_are_outlines_that_fold(server: Server) -> None:
    server.page("/j", '{"a": [1, 2, 3], "b": {"c": 4, "d": 5}, "e": 6}', "application/json")
    server.page("/x", "<r><a><b>1</b><c>2</c></a><d><e>3</e><f>4</f></d></r>", "application/xml")
    for path, first in (("/j", '"a"'), ("/x", "")):
        async with browsing(server.url(path)) as b:
            before = b.page
            await b.press("z", "M")
            folded = b.page
            assert len(folded) < len(before) and any("more lines" in row for row in folded)
            await b.press("z", "R")
            assert b.page == before
            at = next((i for i, row in enumerate(before) if first and first in row), 1)
            await b.type(f":caret to {at + 1}\n:details toggle\n")
            assert sum("more lines" in row for row in b.page) == 1
            await b.type(":details toggle\n")
            assert b.page == before


@in_a_loop
async def test_a_folded_member_within_a_folded_one_is_hidden_with_what_comes_after_it(server: Server) -> None:
    server.page("/x", "<r><a><b><c>1</c></b><d>2</d></a><e><f>3</f></e></r>", "application/xml")
    async with browsing(server.url("/x")) as b:
        before = b.page
        await b.type(":caret to 3\n:details close\n")
        assert sum("more lines" in row for row in b.page) == 1 and any("2" in row for row in b.page)
        await b.type(":caret to 2\n:details close\n")
        assert any("… 3 more lines" in row for row in b.page) and not any("2" in row for row in b.page)
        await b.type(":details open\n:caret to 3\n:details open\n")
        assert b.page == before


@in_a_loop
async def test_folding_all_members_folds_those_that_are_seen(server: Server) -> None:
    long = ["word " * 20 for _ in range(300)]  # laid out in parts
    members = [{"id": n, "names": ["a", "b"]} for n in range(2000)]
    server.page("/j", json.dumps([*members, long, {"id": "last"}]), "application/json")
    async with browsing(server.url("/j")) as b:
        await b.press("z", "M")
        folded = b.page
        await b.press("z", "R")
        view, before = b.app.view, b.page
        assert calls(lambda: b.app.run_line("details --all close")) < 30_000  # 100,000 when each was made
        assert b.page == folded and folded[1].strip() == "{ … 6 more lines"
        view.scroll_to_end()
        await b.settled()
        assert [row.strip() for row in b.page if row.strip()][-3:] == ["[ … 301 more lines", "{ … 2 more lines", "]"]
        assert calls(lambda: b.app.run_line("details --all open")) < 30_000
        view.scroll_to_line(0)
        await b.settled()
        assert b.page == before


@in_a_loop
async def test_a_page_without_anything_to_unfold_says_so(server: Server) -> None:
    server.page("/", "<p>Nothing.")
    async with browsing(server.url("/")) as b:
        for line in ("details", "details open --all"):
            await b.type(f":{line}\n")
            assert "can be opened" in b.status


@in_a_loop
async def test_long_lines_are_broken_or_shifted(server: Server) -> None:
    long = "word " * 40
    server.page("/", f"<pre>{long}\nshort 漢字 <a href=/a>link</a> {long}</pre>")
    async with browsing(server.url("/")) as b:
        assert len(b.page) == 2
        await b.type("20l")
        assert b.app.view.left == 20
        await b.type(":wrap\n")
        assert b.app.view.left == 0 and len(b.page) == 6 and all(len(row) <= 79 for row in b.page)
        assert "".join(b.page).replace(" ", "").count("word") == 80
        await b.type(":select all\n")
        assert b.app.view.selection == f"{long.rstrip()}\nshort 漢字 link {long.rstrip()}"
        await b.type(":wrap off\n")
        assert len(b.page) == 2
        await b.type(":wrap on\n/word short\n")
        assert "1/1" in b.status


@in_a_loop
async def test_opening_and_closing_all_touches_no_disclosure_but_those_in_sight(server: Server) -> None:
    server.page("/", "<table><tr><td>a<td>b<tr><td>c<td>d</table>" + "".join(
        f"<details><summary>Part {i}</summary><p>Inside {i}</p></details>" for i in range(500)))  # fmt: skip
    async with browsing(server.url("/")) as b:
        for action, sign in (("open", "▾"), ("close", "▸")):
            assert calls(lambda action=action: b.app.run_line(f"details {action} --all")) < 10_000  # type: ignore[misc]
            await b.until(lambda sign=sign: f"[1]{sign} Part 0" in b.screen)  # type: ignore[misc]
            await b.press("G")
            assert f"[500]{sign} Part 499" in b.screen
            await b.press("g", "g")


@in_a_loop
async def test_disclosures_are_as_they_were_after_a_reload_by_their_names(server: Server) -> None:
    """All were closed, or as the page has them; on a page that changed those of the same name are meant."""
    server.page("/", DETAILS)
    async with browsing(server.url("/")) as b:
        await b.type(":details open 2\n")
        await b.type(":details close 4\n")
        await b.press("r")
        assert "[2]▾ More" in b.page and "[4]▸ Inner" in b.page and "Hidden [3]two." in b.page
        new = "<p><a href=/new>new</a></p><details><summary>Other</summary><p>unseen</details>"
        server.page("/", new + DETAILS)
        await b.press("r")
        assert "[4]▾ More" in b.page and "[6]▸ Inner" in b.page and "[2]▸ Other" in b.page
        server.page("/", DETAILS.replace("More", "Less"))
        await b.press("r")
        assert "[2]▸ Less" in b.page and "Hidden [3]two." not in b.page


@in_a_loop
async def test_an_outline_is_folded_as_it_was_after_a_reload(server: Server) -> None:
    server.page("/", '{"a": [1, 2, 3], "b": {"c": 4, "d": 5}, "e": 6}', "application/json")
    async with browsing(server.url("/")) as b:
        await b.press("z", "M")
        folded = b.page
        assert any("more lines" in row for row in folded)
        await b.press("r")
        assert b.page == folded
