"""Downloads on the screen: begun, watched, stopped, gone on with, opened; what cannot be shown is asked about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from screenshots import shows
from servers import Asked, Server, Talk

from lightterm import settings
from lightterm.settings import Settings

DATA = bytes(range(256)) * 2000


def chosen(folder: Path, *more: tuple[str, object]) -> Settings:
    return settings.load().with_session([("downloads.folder", str(folder)), *more])


async def over(b: Browsing) -> None:
    """Wait until no download is under way and the app has told of them."""
    await b.until(lambda: not b.app.downloads.running and not b.app.downloading.summary, "the downloads")
    await b.pilot.pause()


def viewer(folder: Path, name: str) -> tuple[Path, Path]:
    """A program that notes what it is given, and the note."""
    program, note = folder / name, folder / f"{name}.note"
    program.write_text(f'#!/bin/sh\nfor word; do printf "<%s>" "$word"; done > {note}.begun\nmv {note}.begun {note}\n')
    program.chmod(0o755)
    return program, note


@in_a_loop
async def test_links_addresses_and_pages_are_downloaded(server: Server, tmp_path: Path) -> None:
    server.page("/", "<title>Files</title><p><a href=/a.bin>a</a> <a href=/b.bin>b</a></p>")
    server.page("/a.bin", DATA, "application/octet-stream")
    server.page("/b.bin", DATA, "application/octet-stream")
    async with browsing(server.url("/"), chosen=chosen(tmp_path)) as b:
        await b.type(":download -n 1\n")
        await over(b)
        assert "saved" in b.status and (tmp_path / "a.bin").read_bytes() == DATA
        assert server.log[-1].header("referer") == server.url("/")
        await b.type(f":download {server.url('/b.bin')}\n")
        await over(b)
        await b.press("tab")
        await b.type(":download link\n")
        await over(b)
        before = len(server.log)
        await b.type(f":download -o {tmp_path}/page.html\n")
        await b.until(lambda: (tmp_path / "page.html").exists(), "the page")
        assert len(server.log) == before  # it was there already
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.1.bin", "a.bin", "b.bin", "page.html"]
    assert "<title>Files" in (tmp_path / "page.html").read_text()


@in_a_loop
async def test_a_file_is_replaced_only_after_a_question(server: Server, tmp_path: Path) -> None:
    server.page("/", "<a href=/a.bin>a</a>")
    server.page("/a.bin", DATA, "application/octet-stream")
    mine = tmp_path / "mine"
    mine.write_bytes(b"mine")
    async with browsing(server.url("/"), chosen=chosen(tmp_path)) as b:
        await b.type(f":download -n 1 -o {mine}\n")
        assert "is there already" in " ".join(b.screen.split())  # it may be broken between two words
        await b.press("n")
        assert mine.read_bytes() == b"mine" and not b.app.downloads.all()
        await b.type(f":download -n 1 -o {mine}\n")
        await b.press("k")
        await over(b)
        assert mine.read_bytes() == b"mine" and (tmp_path / "mine.1").read_bytes() == DATA
        await b.type(f":download -n 1 -o {mine}\n")
        await b.press("r")
        await over(b)
        assert mine.read_bytes() == DATA
        await b.type(":download -n 1 --ask\n")
        await b.press("ctrl+u")
        await b.type(f"{tmp_path}/asked/for.bin\n")
        assert "There is no folder" in b.screen and not (tmp_path / "asked").exists()
        await b.press("y")
        await over(b)
        assert (tmp_path / "asked" / "for.bin").read_bytes() == DATA


@in_a_loop
async def test_a_download_is_watched_stopped_and_gone_on_with(server: Server, tmp_path: Path) -> None:
    def slow(asked: Asked, talk: Talk) -> None:
        start = int((asked.header("range") or "bytes=0-")[6:-1])
        head = [("ETag", '"1"'), ("Content-Length", str(len(DATA) - start))]
        if start:
            talk.head(206, [*head, ("Content-Range", f"bytes {start}-{len(DATA) - 1}/{len(DATA)}")])
            talk.send(DATA[start:])
        else:
            talk.head(200, head)
            talk.send(DATA[: len(DATA) // 2])
            talk.hold()

    server.on("/big.iso", slow)
    async with browsing(chosen=chosen(tmp_path)) as b:
        await b.type(f":download {server.url('/big.iso')}\n")
        await b.until(lambda: "↓ 50%" in b.status, "the progress")
        await b.type(":downloads\n")
        await b.until(lambda: "50 % of 512 kB" in b.screen, "the page of downloads")
        await b.type(":download cancel\n")
        await over(b)
        assert ":download resume goes on with it" in b.status
        await b.until(lambda: "paused" in b.screen, "the page of downloads")
        assert (tmp_path / "big.iso.part").stat().st_size == len(DATA) // 2
    async with browsing("about:downloads", chosen=chosen(tmp_path, ("tui.theme", "dark"))) as b:
        assert "paused" in b.screen
        shows(b, "downloads")
        await b.type(":download retry\n")
        await over(b)
        assert (tmp_path / "big.iso").read_bytes() == DATA
        await b.until(lambda: "done" in b.screen, "the page of downloads")
        await b.type(":download clear\n")
        await b.type(":downloads\n")
        assert "Nothing was downloaded yet." in b.screen and (tmp_path / "big.iso").exists()
        await b.type(":download cancel\n")
        assert "there is no download" in b.status


@in_a_loop
async def test_a_download_under_way_is_paused_by_the_end(server: Server, tmp_path: Path) -> None:
    def slow(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("ETag", '"1"'), ("Content-Length", "1000")])
        talk.send(b"x" * 500)
        talk.hold()

    server.on("/big.iso", slow)
    async with browsing(chosen=chosen(tmp_path)) as b:
        await b.type(f":download {server.url('/big.iso')}\n")
        await b.until(lambda: "50%" in b.status, "the progress")
        (transfer,) = b.app.downloads.running
    assert not transfer.thread.is_alive()
    async with browsing("about:downloads", chosen=chosen(tmp_path)) as b:
        assert "paused" in b.screen and "50 % of 1.0 kB" in b.screen


@in_a_loop
async def test_what_cannot_be_shown_is_asked_about_and_the_page_stays(server: Server, tmp_path: Path) -> None:
    program, note = viewer(tmp_path, "look")
    server.page("/", "<title>Start</title><a href=/clip.mp4>clip</a> <a href=/report>report</a>")
    server.on("/clip.mp4", lambda asked, talk: talk.reply(DATA, content_type="video/mp4"))
    server.page("/report", b"%PDF", "text/plain", headers=[("Content-Disposition", "attachment; filename=r.txt")])
    look = ("open.handlers", (("video/*", f"{program} --of {{}}"),))
    async with browsing(server.url("/"), chosen=chosen(tmp_path, look)) as b:
        await b.type(":follow 1\n")
        assert "clip.mp4, 512 kB: this is a video (video/mp4), which cannot be shown as text" in b.screen
        await b.press("l")
        assert b.page[0].startswith("[1]clip") and len(b.app.tabs.active.visits) == 1
        await b.type(":follow 1\n")
        await b.press("d")
        await over(b)
        assert (tmp_path / "clip.mp4").read_bytes() == DATA
        await b.type(":follow 1\n")
        await b.press("o")
        await b.until(note.exists, "the program")
        opened = Path(note.read_text().removeprefix("<--of><").rstrip(">"))
        assert opened.name == "clip.mp4" and opened.read_bytes() == DATA and opened.parent != tmp_path
        await b.type(":follow 2\n")
        assert "r.txt, 4 B: this is a file (text/plain) that the server means to be saved" in b.screen
        await b.press("s")
        assert b.page[0] == "%PDF"


@in_a_loop
async def test_a_file_that_comes_cut_short_is_asked_about_too(server: Server, tmp_path: Path) -> None:
    def cut(asked: Asked, talk: Talk) -> None:
        begin = int((asked.header("range") or "bytes=0-")[6:-1])
        kind = ("Content-Type", "application/octet-stream")
        if begin:
            said = [("Content-Length", str(1000 - begin)), ("Content-Range", f"bytes {begin}-999/1000")]
            talk.head(206, [("ETag", '"1"'), kind, *said])
            talk.send(DATA[begin:1000])
        else:
            talk.head(200, [("ETag", '"1"'), kind, ("Content-Length", "1000")])
            talk.send(DATA[:600])
            talk.open = False

    server.page("/", "<title>Start</title><a href=/a.bin>a</a>")
    server.on("/a.bin", cut)
    async with browsing(server.url("/"), size=(120, 24), chosen=chosen(tmp_path)) as b:
        await b.type(":follow 1\n")
        assert "a.bin: binary data (application/octet-stream) cannot be shown as text" in b.screen
        assert "400 of 1000 bytes are missing" in b.screen and b.page[0].startswith("[1]a")
        await b.press("d")
        await over(b)
        assert (tmp_path / "a.bin").read_bytes() == DATA[:1000]


@in_a_loop
async def test_a_file_that_is_the_answer_to_a_form_is_asked_about_and_sent_for_once(
    server: Server, tmp_path: Path
) -> None:
    program, note = viewer(tmp_path, "look")
    buttons = "<button>Zip</button><button formaction=/csv>CSV</button>"
    server.page("/", f"<form action=/zip method=post><input name=what value=all>{buttons}</form>")
    attached = [("Content-Disposition", 'attachment; filename="all of it.bin"')]
    server.page("/zip", b"PK\3\4\0", "application/zip", headers=attached)
    server.page("/csv", b"a,b\n1,2\n", "text/csv", headers=[("Content-Disposition", "attachment; filename=t.csv")])
    look = ("open.handlers", (("application/zip", f"{program} {{}}"),))
    async with browsing(server.url("/"), chosen=chosen(tmp_path, look)) as b:
        await b.type(":follow 2\n")
        assert "The answer to the form is a file: all of it.bin, 5 B" in b.screen
        await b.press("d")
        await b.until((tmp_path / "all of it.bin").exists, "the file")
        await b.type("H")
        await b.type(":follow 2\n")
        await b.press("o")
        await b.until(note.exists, "the program")
        opened = Path(note.read_text().strip("<>"))
        assert opened.name == "all of it.bin" and opened.read_bytes() == b"PK\3\4\0" and opened.parent != tmp_path
        await b.type("H")
        await b.type(":follow 3\n")
        assert "means this to be saved: download saves it as t.csv" in b.status and "1 │ 2" in b.screen
        assert [len(server.asked(path)) for path in ("/zip", "/csv")] == [2, 1]


@in_a_loop
async def test_a_file_asked_for_at_the_start_is_told_of_on_a_page(server: Server, tmp_path: Path) -> None:
    server.page("/x.zip", b"PK\3\4", "application/zip")
    async with browsing(server.url("/x.zip"), chosen=chosen(tmp_path)) as b:
        assert "x.zip, 4 B: this is a ZIP archive" in b.screen
        await b.press("d")
        await over(b)
        assert (tmp_path / "x.zip").read_bytes() == b"PK\3\4"


@in_a_loop
async def test_a_finished_download_is_opened_by_mailcap(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, note = viewer(tmp_path, "show")
    caps = tmp_path / "mailcap"
    caps.write_text(f"image/png; {program} '%s'; test=test -n \"$NOT_SET\"\nimage/*; {program} -x '%s' %t\n")
    monkeypatch.setenv("MAILCAPS", str(caps))
    monkeypatch.setenv("PATH", os.environ["PATH"])
    name = "it's $(touch pwned) `x`.png"
    server.page("/p", b"png", "image/png", headers=[("Content-Disposition", f'attachment; filename="{name}"')])
    async with browsing(chosen=chosen(tmp_path)) as b:
        await b.type(f":download {server.url('/p')}\n")
        await over(b)
        await b.type(":download open\n")
        await b.until(note.exists, "the program")
        assert note.read_text() == f"<-x><{tmp_path / name}><image/png>"
        await b.until(lambda: b.status.startswith("handed to show "), "the name of the program")
    assert not list(tmp_path.rglob("pwned")) and not Path("pwned").exists()


@in_a_loop
async def test_what_goes_wrong_is_told(server: Server, tmp_path: Path) -> None:
    server.page("/", "<a href=file:///etc/passwd>x</a>")
    server.page("/no.zip", b"", "text/plain", status=404)
    async with browsing(server.url("/"), size=(160, 24), chosen=chosen(tmp_path)) as b:
        await b.type(f":download {server.url('/no.zip')}\n")
        await over(b)
        assert "no.zip was not downloaded" in b.status
        await b.type(":download wordsalone\n")
        assert b.app.downloads.listed(None).number == 1 and "wordsalone" in b.status  # not searched for
        await b.type(":download 7\n")
        assert "there is no target 7 on the page" in b.status
        await b.type(":download 1\n")
        await over(b)
        assert "a page from elsewhere may not open files of this machine" in b.status
        await b.type(f":download -o /proc/no/file {server.url('/')}\ny")
        await over(b)
        assert "could not be saved" in b.status
        assert b.app.downloads.listed(None).state == "failed"
