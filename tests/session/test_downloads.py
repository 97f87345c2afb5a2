"""Downloads: to the disk as they come, under safe names, never over a file, gone on with after a break."""

from __future__ import annotations

import hashlib
import os
import queue
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from processes import ROOT
from servers import Asked, Server, Talk
from small_servers import FtpServer

from lightterm import settings
from lightterm.errors import ValidationFailed
from lightterm.fetch.model import Request
from lightterm.session.download import Transfer
from lightterm.session.downloads import Downloads
from lightterm.session.session import Session

DATA = b"".join(hashlib.sha256(str(n).encode()).digest() for n in range(20_000))
"""640,000 bytes, no two pieces of them alike."""


class File:
    """A file on a server that breaks off after so many bytes, and knows ranges."""

    def __init__(
        self, data: bytes = DATA, breaks: tuple[int, ...] = (), etag: str = '"one"', ranges: bool = True
    ) -> None:
        self.data, self.etag, self.ranges = data, etag, ranges
        self.breaks = list(breaks)

    def __call__(self, asked: Asked, talk: Talk) -> None:
        start, status = 0, 200
        headers = [("Content-Type", "application/zip"), ("ETag", self.etag)]
        wanted = asked.header("range")
        if wanted and self.ranges and asked.header("if-range") == self.etag:
            start, status = int(wanted.removeprefix("bytes=").rstrip("-")), 206
            if start >= len(self.data):
                talk.head(416, [("Content-Range", f"bytes */{len(self.data)}"), ("Content-Length", "0")])
                return
            headers.append(("Content-Range", f"bytes {start}-{len(self.data) - 1}/{len(self.data)}"))
        part = self.data[start:]
        talk.head(status, [*headers, ("Content-Length", str(len(part)))])
        if self.breaks:
            talk.send(part[: self.breaks.pop(0)])
            talk.close()
        else:
            talk.send(part)


def stays_away(_asked: Asked, talk: Talk) -> None:
    """Send the beginning of a file, and nothing more."""
    talk.head(200, [("ETag", '"one"'), ("Content-Length", str(len(DATA)))])
    talk.send(DATA[:300_000])
    talk.hold()


class Hands:
    """A session with downloads into a folder of its own."""

    def __init__(self, folder: Path, **chosen: object) -> None:
        self.folder = folder
        values = [("downloads.folder", str(folder)), ("network.retry_backoff", 0.001), *chosen.items()]
        self.session = Session(settings.load().with_session(values))
        self.over: queue.Queue[Transfer] = queue.Queue()
        self.list = Downloads(self.session, self.over.put)

    def get(self, url: str, **named: object) -> Transfer:
        """A download from its beginning to its end."""
        self.list.begin(Request(url=url), **named)  # type: ignore[arg-type]
        return self.over.get(timeout=30)

    def names(self) -> list[str]:
        return sorted(file.name for file in self.folder.iterdir())


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Callable[..., Hands]]:
    made: list[Hands] = []

    def make(**chosen: object) -> Hands:
        made.append(Hands(tmp_path / "got", **{key.replace("__", "."): value for key, value in chosen.items()}))
        return made[-1]

    yield make
    for each in made:
        each.list.stop_all()
        each.session.close()


def test_a_file_is_saved_whole_under_the_name_the_server_gives(server: Server, hands: Callable[..., Hands]) -> None:
    head = [("Content-Disposition", 'attachment; filename="../../etc/re port.pdf"')]
    server.page("/x?y=1", DATA, "application/pdf", headers=head)
    server.page("/x", DATA, "application/pdf", headers=head)
    got = hands().get(server.url("/x?y=1"))
    assert got.download.state == "done" and got.download.size == len(DATA) == got.download.received
    assert Path(got.download.path).read_bytes() == DATA
    assert Path(got.download.path).name == "re port.pdf"
    assert server.log[-1].header("accept-encoding") == "identity"


def test_no_file_is_ever_written_over_unasked(server: Server, hands: Callable[..., Hands]) -> None:
    server.page("/a.zip", b"new", "application/zip")
    h = hands()
    h.folder.mkdir()
    (h.folder / "a.zip").write_bytes(b"mine")
    (h.folder / "a.1.zip.part").write_bytes(b"somebody else's")
    assert Path(h.get(server.url("/a.zip")).download.path).name == "a.2.zip"
    assert (h.folder / "a.zip").read_bytes() == b"mine"
    assert h.get(server.url("/a.zip"), name="a.zip", over=True).download.state == "done"
    assert (h.folder / "a.zip").read_bytes() == b"new"
    assert h.names() == ["a.1.zip.part", "a.2.zip", "a.zip"]


def test_a_download_that_breaks_off_goes_on_by_itself(server: Server, hands: Callable[..., Hands]) -> None:
    server.on("/big.zip", File(breaks=(100_000, 200_000, 150_000)))
    got = hands().get(server.url("/big.zip"))
    assert got.download.state == "done" and Path(got.download.path).read_bytes() == DATA
    asked = [(a.header("range"), a.header("if-range")) for a in server.log]
    assert asked == [(None, None), *((f"bytes={n}-", '"one"') for n in (100_000, 300_000, 450_000))]


def test_a_file_that_changed_meanwhile_is_fetched_anew(server: Server, hands: Callable[..., Hands]) -> None:
    file = File(breaks=(100_000, 0))
    server.on("/big.zip", file)
    h = hands(network__retries=0)
    assert h.get(server.url("/big.zip")).download.state == "failed"
    assert h.names() == ["big.zip.part"]
    file.data, file.etag = DATA[::-1], '"two"'
    h.list.resume(1)
    got = h.over.get(timeout=30)
    assert server.log[-1].header("range") == "bytes=100000-"
    assert got.download.state == "done" and Path(got.download.path).read_bytes() == DATA[::-1]
    assert h.names() == ["big.zip"]


@pytest.mark.parametrize("file", [File(breaks=(100_000,), etag='W/"weak"'), File(breaks=(100_000,), ranges=False)])
def test_without_ranges_it_begins_anew_and_is_whole(server: Server, hands: Callable[..., Hands], file: File) -> None:
    server.on("/big.zip", file)
    got = hands().get(server.url("/big.zip"))
    assert got.download.state == "done" and Path(got.download.path).read_bytes() == DATA


def test_a_download_is_stopped_and_gone_on_with_in_the_next_run(server: Server, hands: Callable[..., Hands]) -> None:
    server.on("/big.zip", stays_away)
    first = hands()
    first.list.begin(Request(url=server.url("/big.zip")))
    while not (first.list.running and first.list.running[0].download.received == 300_000):
        assert first.over.empty()
    first.list.stop_all()
    assert first.over.get(timeout=30).download.state == "paused"
    assert first.list.all()[0].state == "paused"
    first.session.close()
    server.on("/big.zip", File())
    second = hands()
    assert [(e.number, e.state, e.download.received) for e in second.list.all()] == [(1, "paused", 300_000)]
    second.list.resume(None)
    got = second.over.get(timeout=30)
    assert got.download.state == "done" and Path(got.download.path).read_bytes() == DATA
    assert server.log[-1].header("range") == "bytes=300000-"
    with pytest.raises(ValidationFailed, match="no download has stopped"):
        second.list.resume(None)


def test_a_download_survives_kill_9(server: Server, hands: Callable[..., Hands], tmp_path: Path) -> None:
    server.on("/big.zip", stays_away)
    code = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from lightterm import settings
from lightterm.fetch.model import Request
from lightterm.session.downloads import Downloads
from lightterm.session.session import Session
session = Session(settings.load().with_session([("downloads.folder", {str(tmp_path / "got")!r})]))
transfer = Downloads(session, print).begin(Request(url={server.url("/big.zip")!r}))
while transfer.download.received < 300_000: pass
print("there", flush=True)
transfer.thread.join()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=dict(os.environ)) as child:
        assert child.stdout is not None and child.stdout.readline() == b"there\n"
        h = hands()
        h.list.resume(1)  # the other still writes to it
        assert "another lightterm is fetching" in h.over.get(timeout=30).download.error
        child.send_signal(signal.SIGKILL)
    server.on("/big.zip", File())
    h.list.resume(1)
    got = h.over.get(timeout=30)
    assert got.download.state == "done" and Path(got.download.path).read_bytes() == DATA
    assert server.log[-1].header("range") == "bytes=300000-"


def test_what_goes_wrong_is_told_and_nothing_half_is_taken_for_whole(
    server: Server, hands: Callable[..., Hands], tmp_path: Path
) -> None:
    server.page("/gone.zip", b"no such file", "text/plain", status=404)
    server.page("/large.zip", DATA, "application/zip")
    h = hands(downloads__max_bytes=500_000)
    assert "404" in h.get(server.url("/gone.zip")).download.error
    assert not h.folder.exists()
    assert "larger than 500000 bytes" in h.get(server.url("/large.zip")).download.error
    assert h.names() == ["large.zip.part"]
    (tmp_path / "file").write_bytes(b"")
    got = h.get(server.url("/large.zip"), directory=str(tmp_path / "file"))
    assert got.download.state == "failed" and "could not be saved: File exists" in got.download.error
    assert h.get("http://127.0.0.1:1/x").download.state == "failed"
    assert [each.state for each in h.list.all()] == ["failed"] * 4
    assert h.list.clear() == 4 and h.list.all() == ()


def test_a_disk_without_room_is_told_before_it_is_full(server: Server, hands: Callable[..., Hands]) -> None:
    server.on("/huge.zip", lambda asked, talk: talk.head(200, [("Content-Length", str(1 << 60))]))
    h = hands(downloads__max_bytes=1 << 40)
    assert "the disk has room for" in h.get(server.url("/huge.zip")).download.error
    assert h.names() == []


def test_a_disk_that_is_full_is_told_and_what_came_is_gone_on_with(server: Server, hands: Callable[..., Hands]) -> None:
    server.on("/big.zip", File())
    h = hands()
    h.list.all()  # the store is opened before files may grow no more
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, before[1]))
    try:
        got = h.get(server.url("/big.zip"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert got.download.state == "failed" and "could not be saved: File too large" in got.download.error
    assert Path(got.download.path + ".part").stat().st_size == 400_000
    h.list.resume(1)
    assert Path(h.over.get(timeout=30).download.path).read_bytes() == DATA


def test_files_of_this_machine_are_copied(hands: Callable[..., Hands], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"words")
    got = hands().get((tmp_path / "notes.txt").as_uri())
    assert got.download.state == "done" and Path(got.download.path).read_bytes() == b"words"


def test_a_private_session_saves_the_file_and_keeps_no_word_of_it(
    server: Server, hands: Callable[..., Hands], home: Path
) -> None:
    server.page("/secret.zip", b"data", "application/zip")
    h = hands(session__private=True)
    assert Path(h.get(server.url("/secret.zip")).download.path).read_bytes() == b"data"
    h.session.close()
    assert not any(b"secret" in file.read_bytes() for file in home.rglob("*") if file.is_file())


@pytest.mark.parametrize(("sized", "rests"), [(True, [b"REST 300000", b"REST 500000"]), (False, [])])
def test_a_file_of_ftp_goes_on_where_the_server_broke_off(
    hands: Callable[..., Hands], sized: bool, rests: list[bytes]
) -> None:
    """What had come was taken for the whole file, and came to the disk at the end only."""
    running = FtpServer({"/big.bin": DATA}, sized=sized, breaks=(300_000, 200_000))
    try:
        done = hands().get(f"ftp://127.0.0.1:{running.port}/big.bin")
    finally:
        running.stop()
    assert done.download.state == "done" and Path(done.download.path).read_bytes() == DATA
    assert [line for line in running.asked if line.startswith(b"REST")] == rests
    assert done.download.size == len(DATA)
