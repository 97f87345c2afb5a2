"""FIFOs and process substitution: read like files, within their bounds."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from lightterm.errors import TimedOut, TooLarge
from lightterm.fetch.model import Request, Response
from lightterm.fetch.schemes import Context, load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "page.html")
    return tmp_path / "page.html"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue  # the test has closed it


def read(path: Path | str, seconds: float = 20.0, bound: int = 1000) -> Response:
    return load(Request(f"file://{path}", deadline=seconds), Context(bound))


def test_a_fifo_is_read_until_its_writer_is_done(fifo: Path) -> None:
    def write() -> None:
        with fifo.open("wb", buffering=0) as end:  # waits for the reader
            end.write(b"<p>one")
            end.write(b"<p>two")

    writer = threading.Thread(target=write)
    writer.start()
    response = read(fifo)
    writer.join(10)
    assert (response.body, response.error, response.stated_type) == (b"<p>one<p>two", None, "text/html")


def test_a_fifo_without_a_writer_is_given_up(fifo: Path) -> None:
    response = read(fifo, 0.1)
    assert type(response.error) is TimedOut and response.truncated and response.body == b""
    assert "--timeout" in response.error.suggestion


def test_what_came_in_time_is_kept(fifo: Path) -> None:
    end = os.open(fifo, os.O_RDWR)  # a writer that never ends
    os.write(end, b"<p>one")
    response = read(fifo, 0.2)
    os.close(end)
    assert type(response.error) is TimedOut and response.body == b"<p>one"


def test_a_pipe_has_the_bound_of_a_body(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"x" * 1001)
    os.close(pipe[1])
    response = read(f"/dev/fd/{pipe[0]}")
    assert type(response.error) is TooLarge and response.body == b"x" * 1000
    assert "--max-bytes" in response.error.suggestion


def test_a_pipe_that_is_just_full_is_whole(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"x" * 1000)
    os.close(pipe[1])
    assert read(f"/dev/fd/{pipe[0]}").error is None


@pytest.mark.parametrize("where", ["/dev/fd/{}", "/proc/self/fd/{}"])
def test_a_pipe_whose_writer_is_gone_is_at_its_end(pipe: tuple[int, int], where: str) -> None:
    os.close(pipe[1])
    response = read(where.format(pipe[0]))
    assert (response.body, response.error) == (b"", None)
    os.fstat(pipe[0])  # it is still open


def test_process_substitution(home: Path) -> None:
    command = f"{sys.executable} -m lightterm --dump --title <(echo '<title>one</title>') <(echo '<title>two</title>')"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("one\ntwo\n", "", 0)
