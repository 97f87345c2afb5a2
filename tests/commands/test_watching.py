"""What changed since the last visit, reading without the net, and searching what was read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from browsing import browsing, in_a_loop
from dumping import dump
from fronts import LineFront
from servers import Server

from lightterm.resources import read_text
from lightterm.session.session import Session
from lightterm.settings import load

ONE = "<title>Prices</title><h1>Prices</h1><p id=a>Tea costs 2 EUR a cup<p>Milk is free<p>We are open"
TWO = "<title>Prices</title><h1>Prices</h1><p id=a>Tea costs 3 EUR a cup<p>We are open<p>Closed on <b>Monday</b>*"


@pytest.mark.covers("UBX-15")
def test_what_changed_is_printed_and_told_by_the_exit_code(server: Server) -> None:
    url = server.url("/")
    server.page("/", ONE)
    first = dump("--diff", url)
    assert (first.text, first.code) == ("", 0) and "to be compared with the next time" in first.errors
    same = dump("--diff", url)
    assert (same.text, same.code) == ("", 0) and "nothing" in same.errors
    server.page("/", TWO, headers=[("Cache-Control", "max-age=999")])
    done = dump("--diff", url)
    assert done.code == 1 and "1 new, 1 gone, 1 changed paragraphs" in done.errors
    lines = done.text.splitlines()
    assert lines[:2] == ["Prices", url]
    assert lines[3:] == [
        "- Tea costs 2 EUR a cup", "+ Tea costs 3 EUR a cup", "- Milk is free", "+ Closed on Monday*",
    ]  # fmt: skip
    assert dump("--diff", url).code == 0
    server.page("/", ONE)
    told = dump("--diff", "-f", "markdown", "--no-metadata", url)
    assert told.code == 1
    assert told.text.splitlines() == [
        "- Tea costs ~~3~~ **2** EUR a cup", "- **Milk is free**", "- ~~Closed on Monday\\*~~",
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["markdown", "json", "a11y"])
def test_a_page_is_compared_with_itself_in_any_format(server: Server, form: str) -> None:
    """What is struck out is spelled in other ways there: a change of format was told as one of the page."""
    url = server.url("/")
    server.page(
        "/",
        "<title>A</title><p>Now <del>3</del> 2 EUR<sup>2</sup>, <q>so</q><ul><li>Tea<li>Milk</ul><pre> a\n  b</pre>",
    )
    assert dump("--diff", url).code == 0
    assert dump("--diff", "-f", form, url).code == 0
    assert dump("--diff", url).code == 0


def test_a_part_of_a_page_is_compared_with_the_same_part(server: Server) -> None:
    url = server.url("/")
    server.page("/", ONE)
    assert dump("--diff", url).code == dump("--diff", "--selector", "#a", url).code == 0
    server.page("/", ONE.replace("Milk", "Cream"))
    assert dump("--diff", "--selector", "#a", url).code == 0
    assert dump("--diff", url).code == 1
    server.page("/", TWO)
    part = dump("--diff", "--selector", "#a", "--no-metadata", url)
    assert (part.code, part.text) == (1, "- Tea costs 2 EUR a cup\n+ Tea costs 3 EUR a cup\n")


def test_json_says_what_is_new_gone_and_changed(server: Server) -> None:
    url = server.url("/")
    server.page("/", ONE)
    for _ in range(2):  # kept, and then the same: whoever reads JSON gets some
        assert json.loads(dump("--diff", "--json", url).text)["changes"] == []
    server.page("/", TWO)
    done = dump("--diff", "--json", url)
    assert done.code == 1
    page = json.loads(done.text)
    jsonschema.validate(page, json.loads(read_text("config", "page.schema.json")))
    assert page["changes"] == [
        {"kind": "changed", "before": "Tea costs 2 EUR a cup", "after": "Tea costs 3 EUR a cup"},
        {"kind": "removed", "before": "Milk is free", "after": ""},
        {"kind": "added", "before": "", "after": "Closed on Monday*"},
    ]
    lines = page["content"]["text"].splitlines()
    assert [block["text"] for block in page["content"]["blocks"]] == lines, "words of two versions are not one text"
    assert "changes" not in json.loads(dump("--json", url).text)
    assert page["content"]["text"].splitlines()[:3] == [
        "- Tea costs 2 EUR a cup", "+ Tea costs 3 EUR a cup", "- Milk is free",
    ]  # fmt: skip


def _shown(form: str, text: str) -> tuple[list[str], str]:
    """The lines of a part of a diff, and the cursor of the next."""
    if form == "json":
        data = json.loads(text)
        blocks = [block["text"] for block in data["content"]["blocks"]]
        assert data["content"]["text"].splitlines() == blocks
        return blocks, data["truncation"]["cursor"]
    lines = text.splitlines()
    notes = [line for line in lines if line.startswith("[")]
    cursor = notes[-1].partition("--cursor ")[2].rstrip("]") if notes else ""
    return [line for line in lines if line not in notes], cursor


@pytest.mark.covers("UBX-15")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_diff_keeps_to_its_budget_and_goes_on_where_it_ended(server: Server, form: str) -> None:
    """The text ignored the budget, JSON held all of it or nothing, and no cursor led on: the page was seen by then."""
    url = server.url("/")
    old, new = ([f"Train {n} leaves at {hour}" for n in range(30)] for hour in ("six", "seven"))
    server.page("/", "".join(f"<p>{line}" for line in old))
    assert dump("--diff", url).code == 0
    server.page("/", "".join(f"<p>{line}" for line in new))
    found: list[str] = []
    cursor = ""
    for _ in range(60):
        going = ("--cursor", cursor) if cursor else ()
        done = dump("--diff", "-f", form, "--no-metadata", "--max-chars", "900", *going, url)
        assert done.code == 1 and len(done.text) <= 900
        part, cursor = _shown(form, done.text)
        found += part
        if not cursor:
            break
    assert found == [line for pair in zip(old, new, strict=True) for line in (f"- {pair[0]}", f"+ {pair[1]}")]
    assert dump("--diff", url).code == 0, "what was told to its end has been seen"


def test_of_a_table_rows_are_compared_and_the_page_stays_what_it_is(server: Server) -> None:
    """`- 3` and `+ 4` say nothing of which row; title and language of the page were left out."""
    url = server.url("/")
    head = "<html lang=de><meta charset=utf-8><title>Preise</title><table><caption>Heute</caption><tr><th>Ware<th>EUR"
    server.page("/", f"{head}<tr><td>Tee<td>3<tr><td>Brot<td><p>2<p>frisch</table>")
    assert dump("--diff", url).code == 0
    server.page("/", f"{head}<tr><td>Tee<td>4<tr><td>Brot<td><p>2<p>alt</table>")
    assert dump("--diff", "--no-metadata", url).text.splitlines() == ["- Tee 3", "+ Tee 4", "- frisch", "+ alt"]
    server.page("/", f"{head}<tr><td>Tee<td>4<tr><td>Saft<td></table>")
    page = json.loads(dump("--diff", "--json", url).text)
    assert (page["metadata"]["language"], page["metadata"]["charset"], page["title"]) == ("de", "utf-8", "Preise")
    assert page["content"]["text"] == "- Brot\n- 2\n- alt\n+ Saft"
    server.page("/", f"{head}<tr><td>Tee<td>5</table>")
    assert dump("--diff", "-f", "a11y", url).text.startswith('- RootWebArea "Preise"')


def test_a_page_that_fails_changes_nothing_and_nothing_is_kept_in_private(
    server: Server, config: Callable[[str], Path], impatient: None
) -> None:
    url = server.url("/")
    server.page("/", ONE)
    assert dump("--diff", url).code == 0
    server.page("/", "<p>Out of order", status=503)
    failed = dump("--diff", url)
    assert (failed.code, failed.text) == (23, "")
    server.page("/", ONE)
    assert dump("--diff", url).code == 0
    config("session: {private: true}")
    refused = dump("--diff", url)
    assert refused.code == 2 and "session.private or history says to keep none" in refused.errors
    config("history: {max_text_bytes: 1}")
    server.page("/other", "<p>Other")
    assert dump("--diff", server.url("/other")).code == 0
    server.page("/", TWO)
    assert "to be compared with the next time" in dump("--diff", url).errors, "the older text made room"


def test_what_was_compared_is_forgotten_with_the_rest(server: Server) -> None:
    server.page("/", ONE)
    assert dump("--diff", server.url("/")).code == 0
    with Session(load()) as session:
        counts = {each.kind: each.count for each in session.forget("127.0.0.1")}
    assert counts["watched"] == 1
    server.page("/", TWO)
    assert dump("--diff", server.url("/")).code == 0


@pytest.mark.parametrize("more", ["--source", "--title", "--download", "--format=har", "--format=links", "--head"])
def test_what_says_nothing_of_the_text_cannot_say_what_changed(server: Server, more: str) -> None:
    done = dump("--diff", more, server.page("/", ONE))
    assert (done.code, done.output) == (2, b"") and "--diff and --" in done.errors and server.log == []


def test_a_selector_that_is_none_keeps_nothing_to_compare_with(server: Server) -> None:
    done = dump("--diff", "--selector", "[[", server.page("/", ONE))
    assert done.code == 2 and "kept" not in done.errors and "no CSS selector" in done.errors and server.log == []


@in_a_loop
async def test_the_app_shows_what_changed_since_the_last_visit(server: Server) -> None:
    server.page("/", ONE)
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "Milk is free" in b.screen)
        await b.type(":diff\n")
        await b.until(lambda: "Nothing is kept of an earlier visit" in b.screen)
        server.page("/", TWO)
        await b.type(f":open {server.url('/')}\n")
        await b.until(lambda: "Monday" in b.screen)
        await b.type(":diff\n")
        await b.until(lambda: "1 new, 1 gone, 1 changed" in b.screen)
        assert "~~Milk is free~~" in b.screen and "Tea costs ~~2~~ 3 EUR" in b.screen


def test_what_was_read_is_found_by_its_words(server: Server, home: Path) -> None:
    server.page("/tea", "<title>Tea</title><p>Steep the leaves for three minutes")
    server.page("/milk", "<title>Milk</title><p>Keep it cold")
    front = LineFront(home)
    try:
        for name in ("tea", "milk"):
            front.run(f"open {server.url(f'/{name}')}")
            front.session.store.history.visit(front.visit.url, front.visit.title, 0.0, front.text)
        front.run("search-pages three leav")
        assert "Steep the leaves for three minutes" in front.text and "Milk" not in front.text
    finally:
        front.session.close()
    found = dump("--search-pages", "leav three", "-f", "markdown")
    assert found.code == 0 and f"[1]: {server.url('/tea')}" in found.text and "Milk" not in found.text
    assert "No page of the history has all these words" in dump("--search-pages", "coffee").text


def test_offline_reads_what_was_read_and_asks_nobody(server: Server, home: Path) -> None:
    server.page("/kept", "<title>Kept</title><p>In the <a href=/x>cache</a>", headers=[("ETag", '"1"')])
    server.page("/told", "<title>Told</title><h1>Told</h1><p>In the history", headers=[("Cache-Control", "no-store")])
    server.page("/never", "<p>Never read")
    front = LineFront(home)
    try:
        for name in ("kept", "told"):
            front.run(f"open {server.url(f'/{name}')}")
            front.session.store.history.visit(front.visit.url, front.visit.title, 0.0, front.text)
        asked = len(server.log)
        front.run("set network.offline on")
        front.run(f"open {server.url('/told')}")
        assert "In the history" in front.text and "links and layout are not kept" in front.text
        front.run(f"open {server.url('/never')}")
        assert front.failed[-1].code == "NETWORK_NOT_CACHED"
    finally:
        front.session.close()
    assert "In the [1]cache" in dump("--offline", server.url("/kept")).text
    told = dump("--offline", server.url("/told"))
    assert told.code == 0 and told.text.startswith("Told\n") and "In the history" in told.text
    for url in (server.url("/never"), "gemini://127.0.0.1/"):
        never = dump("--offline", "--tier", "full", url)
        assert (never.code, never.text) == (10, "")
        assert "not read before, or not kept" in never.errors and "without --offline" in never.errors
    refused = dump("--offline", "--data", "a=b", server.url("/told"))
    assert refused.code == 10
    assert len(server.log) == asked
    assert dump("--offline", "--config", "/dev/null", str(home / "none.html")).code == 37


def test_a_page_that_scripts_built_is_offline_what_was_read_and_not_its_shell(server: Server, home: Path) -> None:
    shell = (
        "<title>App</title><div id=root>Loading</div><script>const text = 'never run' + ' words'.repeat(99)</script>"
    )
    server.page("/app", shell, headers=[("Cache-Control", "max-age=600")])
    assert dump("--tier", "static", server.url("/app")).code in (0, 41)
    with Session(load()) as session:
        session.store.history.visit(server.url("/app"), "App", 0.0, "What the scripts made of it\n" * 3)
    again = dump("--offline", server.url("/app"))
    assert "What the scripts made of it" in again.text and "Loading" not in again.text
    assert "Loading" in dump("--cached", "--tier", "static", server.url("/app")).text


def test_what_was_dumped_is_there_offline_and_in_the_history_where_asked(server: Server, home: Path) -> None:
    server.page("/bare", "<title>Bare</title><p>No word of caches, <a href=/x>a link</a>")
    server.page("/from", "", status=302, headers=[("Location", "/bare")])
    server.page("/secret", "<p>Sealed words", headers=[("Cache-Control", "no-store")])
    assert dump(server.url("/from")).code == dump(server.url("/secret")).code == 0
    asked = len(server.log)
    for path in ("/from", "/bare"):
        again = dump("--offline", server.url(path))
        assert again.code == 0 and "No word of caches, [1]a link" in again.text
    assert dump("--offline", server.url("/secret")).code == 10
    empty = dump("--search-pages", "caches").text
    assert "No page of the history" in empty and "session.keep_dumps=true" in empty
    assert len(server.log) == asked
    keep = ("--set", "session.keep_dumps=true")
    assert "keep_dumps" not in dump("--search-pages", "caches", *keep).text
    list_file = home / "list.txt"
    list_file.write_text(f"{server.url('/bare')}\n{server.url('/gone')}\n")
    assert dump(server.url("/secret"), *keep).code == 0
    assert dump("--batch", str(list_file), "--allow-private", *keep).code == 22
    assert "Sealed words" in dump("--offline", server.url("/secret")).text
    assert server.url("/bare") in dump("--search-pages", "caches", "-f", "markdown").text
    assert "/gone" not in dump("about:history").text
    private = dump(server.url("/from"), *keep, "--set", "session.private=true")
    assert private.code == 0 and dump("about:history").text.count("/from") == 0
