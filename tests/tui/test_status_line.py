"""What the status line names a page by, where there is little room."""

from __future__ import annotations

import threading
from pathlib import Path

from browsing import browsing, in_a_loop
from servers import Asked, Server, Talk

from lightterm.tui.status_line import named, without_middles


def test_the_title_has_room_beside_the_address_and_a_host_is_never_cut() -> None:
    url = "https://www.example.org/a/long/way/to/the/page.html"
    assert named(url, "A page", 80) == f"{url}  A page"
    assert named(url, "A title with many words", 60) == "https://www.example.org/…/page.html  A title with many words"
    assert named(url, "A title with many words", 50) == "www.example.org  A title with many words"
    asked = "https://www.example.org/find?words=tides%20of%20the%20north%20sea&page=3"
    assert named(asked, "A title with many words", 60) == "https://www.example.org/find?…  A title with many words"
    assert named(url, "A title", 30).startswith("www.example.org  A title")
    long = "https://signin.bank.example.evil-host-of-somebody.example/"
    assert named(long, "Your bank", 40).startswith(long)
    assert named("about:start", "A title with many words", 20).startswith("about:start")


def test_a_message_keeps_its_reason_and_loses_the_middle_of_a_path() -> None:
    path = "/home/someone/a/long/way/" + "down/" * 20 + "page.txt"
    said = without_middles(f"{path}: Permission denied", 60)
    assert said.startswith("/…") and said.endswith("down/page.txt: Permission denied") and len(said) == 60
    url = f"https://www.example.org{path}"
    said = without_middles(f"no: {url}: it broke off", 60)
    assert said.startswith("no: https://www.example.org/…") and said.endswith("/page.txt: it broke off")
    said = without_middles("about:info?url=http%3A//127.0.0.1%3A8137/a/long/way/to/some/other/page.html", 60)
    assert said.startswith("about:info?…") and said.endswith("/page.html") and len(said) == 60
    for kept in ("nothing to shorten " * 8, f"{path}: denied"[:50], "https://" + "host." * 30 + "example/"):
        assert without_middles(kept, 50) == kept


@in_a_loop
async def test_a_message_too_wide_for_the_screen_says_why(server: Server, tmp_path: Path) -> None:
    server.page("/", "<title>Tides</title><p>Text.")
    (folder := tmp_path / "deep" / ("down/" * 20)).mkdir(parents=True)
    async with browsing(server.url("/"), size=(60, 12)) as b:
        await b.type(f":run {folder}/none.txt\n")
        await b.until(lambda: b.status.strip().endswith("/none.txt: no such file"))


@in_a_loop
async def test_a_narrow_screen_shows_host_and_title(server: Server) -> None:
    server.page("/a/b/c/d.html", "<title>The tide tables</title><p>Text.")
    async with browsing(server.url("/a/b/c/d.html"), size=(44, 12)) as b:
        assert "127.0.0.1  The tide tables" in b.status


@in_a_loop
async def test_a_page_that_is_not_all_there_is_called_so_after_its_message_too(server: Server) -> None:
    """At the end of one that broke off nothing told that there should be more."""

    def broken(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 90000\r\n\r\n")
        talk.send(b"<title>Half</title>" + b"<p>Text." * 400)
        talk.close()

    server.on("/", broken)
    server.page("/whole", "<p>Text." * 40)
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "broke off" in b.status)
        await b.press("G")
        assert "incomplete  Bot" in b.status
        await b.type(f":open {server.url('/whole')}\n")
        assert "incomplete" not in b.status


@in_a_loop
async def test_a_message_without_room_has_lines_of_its_own(server: Server) -> None:
    """What to do stood behind the end of the line."""
    server.page("/", "<title>Page</title>" + "".join(f"<p>Line {n}." for n in range(30)))
    said = " ".join(f"word{n}" for n in range(20))
    async with browsing(server.url("/")) as b:
        below = b.lines[-2:]
        b.app.say(said)
        await b.settled()
        assert " ".join(line.strip() for line in b.lines[-2:]) == said
        b.app.asked.ask("Really?", ["yes", "no"], "no", lambda _answer: None)
        await b.settled()
        assert "Really?" in b.screen and "word" not in b.screen
        await b.press("n")
        b.app.say("short")
        await b.settled()
        assert b.lines[-2] == below[0] and "short" in b.lines[-1]
        b.app.say(said)
        await b.press("j")
        assert "word" not in b.screen
        await b.type(f":nosuch{'x' * 90} {said}\n")
        assert "no command" in b.lines[-2] and "lists them" in b.lines[-1]
        await b.press("colon")
        assert "lists them" not in b.screen
        b.app.say(said)
        await b.settled()
        assert b.lines[-1].startswith(":") and "word0" not in b.screen


@in_a_loop
async def test_a_page_that_waits_for_its_style_sheets_says_so(server: Server) -> None:
    """A site whose sheets did not come seemed to be laid out for seconds, all of it (100%) there."""
    server.page("/", "<link rel=stylesheet href=/look.css><p>Words." + "<p>More of them." * 6000)
    asked, gate = threading.Event(), threading.Event()

    def late(_asked: Asked, talk: Talk) -> None:
        asked.set()
        gate.wait(30)
        talk.reply("p {}", content_type="text/css")

    server.on("/look.css", late)
    async with browsing() as b:
        b.app.open(server.url("/"))
        await b.until(lambda: asked.is_set() and "style sheets…" in b.status)
        gate.set()
        await b.settled()
        assert "style sheets" not in b.status


@in_a_loop
async def test_a_line_that_goes_on_behind_the_edge_says_so(server: Server) -> None:
    server.page("/", f"<pre>{'x' * 85}\n{'y' * 79}</pre><p>after")
    async with browsing(server.url("/")) as b:
        assert [line[78:] for line in b.lines[:3]] == ["x›", "y", ""]
        await b.type("ll")
        assert b.lines[0][78:] == "x›"
        await b.type("$")
        assert b.lines[0][78:] == "x", "it ends here"


@in_a_loop
async def test_how_far_the_page_is_shifted_is_told_while_all_of_it_may_be_out_of_sight(server: Server) -> None:
    server.page("/", f"<pre>{'x' * 300}</pre><p>after")
    async with browsing(server.url("/")) as b:
        assert "\u2192" not in b.status
        await b.type("40l")
        assert b.status.endswith("\u219240  All")
        await b.type("40h")
        assert "\u2192" not in b.status


@in_a_loop
async def test_a_button_is_told_of_by_what_stands_on_it(server: Server) -> None:
    """An input's words are its value, its picture's or the browser's own: it was called "(button)"."""
    inputs = "<input type=submit value=Go><input type=reset><input type=image alt=Find src=/x><button>Send <b>it</b>"
    server.page("/", f"<form>{inputs}</button><button name=x></button></form>")
    async with browsing(server.url("/"), size=(60, 12)) as b:
        told = []
        for _ in range(5):
            await b.press("tab")
            told.append(b.status.split("  ")[0])
        assert told == [f"[{n + 1}] {w} (button)" for n, w in enumerate(("Go", "Reset", "Find", "Send it", "Submit"))]
