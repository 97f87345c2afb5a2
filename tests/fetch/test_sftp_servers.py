"""sftp: what servers do that OpenSSH's does not, told by a program that stands where ssh does."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from opening import code

from lightterm import settings
from lightterm.fetch.model import Request
from lightterm.session.session import Session

SERVER = """
import os, select, struct, sys
def string(text): return struct.pack(">I", len(text)) + text
def send(kind, number, body):
    packet = bytes([kind]) + number + body
    os.write(1, struct.pack(">I", len(packet)) + packet)
def asked():
    size = sys.stdin.buffer.raw.read(4)
    if len(size) < 4: sys.exit()
    packet = b""
    while len(packet) < struct.unpack(">I", size)[0]: packet += sys.stdin.buffer.raw.read(1)
    return packet[0], packet[1:5], packet[5:]
def end(number): send(101, number, struct.pack(">I", 1) + string(b"") * 2)
def piece(number, body, text):
    at, size = struct.unpack_from(">QI", body, 5)
    send(103, number, string(text[at:at + size])) if at < len(text) else end(number)
def begin(mode):
    asked()
    send(2, struct.pack(">I", 3), b"")
    _, number, _ = asked()
    send(105, number, struct.pack(">II", 4, mode))
    _, number, _ = asked()
    send(102, number, string(b"h"))
"""


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    with Session(settings.load()) as made:
        yield made


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has a server do what some lines of Python say."""

    def put(lines: str) -> None:
        (tmp_path / "ssh").write_text(f"#!{sys.executable}\n{SERVER}{lines}\n")
        (tmp_path / "ssh").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    return put


def test_answers_in_another_order(session: Session, serve: Callable[[str], None]) -> None:
    serve("""
begin(0o100644)
text = b"x" * 70_000
while True:
    waiting = [asked()]
    while select.select([0], [], [], 0.05)[0]: waiting.append(asked())
    for kind, number, body in reversed(waiting): piece(number, body, text)
""")
    assert session.open(Request("sftp://h/f"), 80).response.body == b"x" * 70_000


def test_an_empty_piece_is_the_end(session: Session, serve: Callable[[str], None]) -> None:
    serve("""
begin(0o100644)
while True:
    kind, number, body = asked()
    if struct.unpack_from(">Q", body, 5)[0]: send(103, number, string(b""))
    else: piece(number, body, b"All of it.")
""")
    page = session.open(Request("sftp://h/f", deadline=5.0), 80)
    assert page.response.body == b"All of it." and not page.errors


def test_what_came_of_a_directory_is_kept(session: Session, serve: Callable[[str], None]) -> None:
    serve("""
begin(0o40755)
_, number, _ = asked()
send(104, number, struct.pack(">I", 1) + string(b"first.txt") * 2 + struct.pack(">I", 0))
asked()
""")
    page = session.open(Request("sftp://h/d/"), 80)
    assert [error.code for error in page.errors] == ["NETWORK_CONNECTION_FAILED"]
    assert "first.txt" in [target.text for target in page.document.targets]


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        ("asked(); os.close(0); send(2, struct.pack('>I', 3), b''); os.read(2, 1)", "f", "NETWORK_CONNECTION_FAILED"),
        (
            "asked(); send(2, struct.pack('>I', 3), b'')\nsend(104, asked()[1], struct.pack('>I', 0)); asked()",
            "~/",
            "NETWORK_BAD_REPLY",
        ),
        (
            "asked(); send(2, struct.pack('>I', 3), b'')\n"
            "send(105, asked()[1], struct.pack('>II', 4, 0o100644))\n"
            "send(102, asked()[1], string(b'h' * 900_000)); os.read(1, 1)",
            "f",
            "NETWORK_BAD_REPLY",
        ),
    ],
    ids=["hangs up", "knows no home", "long handle"],
)
def test_servers_that_speak_badly_end_in_an_error(
    session: Session, serve: Callable[[str], None], lines: str, path: str, expected: str
) -> None:
    serve(lines)
    assert code(session, Request(f"sftp://h/{path}", deadline=5.0)) == expected


def test_a_server_that_reads_nothing_more_takes_no_longer_than_the_page_may(
    session: Session, serve: Callable[[str], None]
) -> None:
    serve("asked(); send(2, struct.pack('>I', 3), b'')\nwhile True: select.select([], [], [], 60)")
    begun = time.monotonic()
    assert code(session, Request(f"sftp://h/{'a' * 200_000}", deadline=1.0)) == "NETWORK_TIMEOUT"
    assert time.monotonic() - begun < 10
