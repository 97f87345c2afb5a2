"""Downloads in line mode: waited for one after the other, listed, gone on with; what cannot be shown is asked about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from servers import Asked, Server, Talk
from terminals import Terminal

DATA = bytes(range(256)) * 400

Start = Callable[..., Terminal]


@pytest.fixture
def folder(home: Path) -> Path:
    """Where downloads go, by the settings."""
    config = home / ".config" / "lightterm" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f"downloads: {{folder: {home}/got}}\n")
    return home / "got"


def ready(out: bytes) -> bool:
    return out.endswith(b"> ")


def test_a_link_is_downloaded_listed_and_taken_off_the_list(server: Server, start: Start, folder: Path) -> None:
    server.page("/", "<title>Files</title><p><a href=/a.bin>a</a>")
    server.page("/a.bin", DATA, "application/octet-stream")
    terminal = start(server.url("/"), term="dumb")
    terminal.until(ready)
    terminal.type("download -n 1\r")
    terminal.until(lambda out: b"saved " in out and ready(out))
    assert (folder / "a.bin").read_bytes() == DATA
    terminal.type("downloads\r")
    terminal.until(lambda out: b"Downloads" in out and b"a.bin" in out.rpartition(b"Downloads")[2] and b"done" in out)
    terminal.type("download cancel\rdownload cancel 1\r")
    terminal.until(lambda out: b"no download is under way" in out and b"download 1 is not under way" in out)
    terminal.type("download clear\r")
    terminal.until(lambda out: b"took 1 download off the list" in out)
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_what_broke_off_is_gone_on_with(server: Server, start: Start, folder: Path) -> None:
    def slow(asked: Asked, talk: Talk) -> None:
        begin = int((asked.header("range") or "bytes=0-")[6:-1])
        head = [("ETag", '"1"'), ("Content-Length", str(len(DATA) - begin))]
        if begin:
            talk.head(206, [*head, ("Content-Range", f"bytes {begin}-{len(DATA) - 1}/{len(DATA)}")])
            talk.send(DATA[begin:])
        else:
            talk.head(200, head)
            talk.send(DATA[:1000])
            talk.hold()

    server.on("/big.iso", slow)
    terminal = start("about:start", term="dumb")
    terminal.until(ready)
    terminal.type(f"download {server.url('/big.iso')}\r")
    terminal.until(lambda _: (folder / "big.iso.part").exists() and (folder / "big.iso.part").stat().st_size == 1000)
    terminal.until(lambda out: b"downloading big.iso, 1.0 kB of 102 kB, Ctrl-C stops it\r\n" in out)
    terminal.type("\x03")
    stopped = f"^C\r\n{server.url('/big.iso')} was not downloaded: stopped".encode()
    terminal.until(lambda out: stopped in out and ready(out))
    terminal.type("download resume\r")
    terminal.until(lambda out: b"saved " in out and ready(out))
    assert (folder / "big.iso").read_bytes() == DATA


def test_what_cannot_be_shown_is_asked_about(server: Server, start: Start, folder: Path, tmp_path: Path) -> None:
    server.page("/", "<title>Start</title><p>The start. <a href=/clip.mp4>clip</a>")
    server.page("/clip.mp4", DATA, "video/mp4")
    terminal = start(server.url("/"), term="dumb")
    terminal.until(ready)
    question = b"clip.mp4, 102 kB: this is a video (video/mp4), which cannot be shown as text"
    terminal.type("1\r")
    terminal.until(lambda out: question in out and out.endswith(b"4 leave it\r\nnumber: "))
    terminal.type("4\r")
    terminal.until(ready)
    assert not folder.exists() and b"error:" not in terminal.out
    terminal.type("1\r")
    terminal.until(lambda out: out.count(question) == 2 and out.endswith(b"number: "))
    terminal.type("\r")
    terminal.until(lambda out: b"saved " in out and ready(out))
    assert (folder / "clip.mp4").read_bytes() == DATA
    terminal.type("again\r")
    terminal.until(lambda out: out.count(b"The start.") == 2)


def test_a_file_that_is_the_answer_to_a_form_is_asked_about_and_sent_for_once(
    server: Server, start: Start, folder: Path
) -> None:
    server.page("/", "<title>Start</title><form action=/zip method=post><button>Zip</button></form>")
    attached = [("Content-Disposition", 'attachment; filename="all of it.bin"')]
    server.page("/zip", b"PK\3\4\0", "application/zip", headers=attached)
    terminal = start(server.url("/"), term="dumb")
    terminal.until(ready)
    question = b"The answer to the form is a file: all of it.bin, 5 B\r\n1 download (default)\r\n"
    terminal.type("1\r")
    terminal.until(lambda out: question in out and out.endswith(b"3 leave it\r\nnumber: "))
    assert b"error:" not in terminal.out and b"This is a ZIP archive" in terminal.out
    terminal.type("\r")
    terminal.until(lambda out: b"saved /" in out and ready(out))
    assert (folder / "all of it.bin").read_bytes() == b"PK\3\4\0" and len(server.asked("/zip")) == 1
    terminal.type("quit\r")
    assert terminal.end() == 0
