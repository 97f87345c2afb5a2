"""Processes that read hostile bytes: what they try beyond their work is refused by the kernel, and the work goes on."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fronts import LineFront
from PIL import Image
from typeset import endless, pages

from lightterm.commands.run import run_line
from lightterm.confined import Room, for_program, kinds, within
from lightterm.engines.base import EngineOptions
from lightterm.engines.pool import processes_below
from lightterm.extract.media_info import media_info
from lightterm.extract.pdf.model import PdfPage
from lightterm.extract.pdf.process import Asked, read
from lightterm.graphics.decode import decode
from lightterm.resources import import_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL = dict(kind.partition(" ")[::2] for kind in kinds())
pytestmark = pytest.mark.skipif(
    int(KERNEL.get("Landlock", 0)) < 6 or "seccomp" not in KERNEL, reason="this kernel confines less than is tried"
)

REFUSED = "PermissionError"

TRIES = """
import ctypes, json, mmap, os, signal, socket, sys, threading
from lightterm.confined import shut_in
secret, empty, port, script, parent = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], os.getppid()
def connect(kind, *where):
    with socket.socket(kind, socket.SOCK_STREAM) as opened:
        opened.connect(*where)
tries = {
    "read": lambda: open(secret).read(),
    "list": lambda: os.listdir(os.path.dirname(secret)),
    "write": lambda: open(empty, "w"),
    "append": lambda: open(secret, "a"),
    "remove": lambda: os.remove(secret),
    "directory": lambda: os.mkdir(empty + "d"),
    "link": lambda: os.symlink(secret, empty),
    "connect": lambda: connect(socket.AF_INET, ("127.0.0.1", port)),
    "unix": lambda: connect(socket.AF_UNIX, secret),
    "pair": lambda: socket.socketpair(),
    "exec": lambda: os.execv("/bin/sh", ["sh", "-c", "true"]),
    "fork": os.fork,
    "thread": lambda: threading.Thread(target=int).start(),
    "signal": lambda: os.kill(parent, 0),
    "code": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
    "limits": lambda: __import__("resource").prlimit(parent, 7),
}
import resource
exec(script)
told = {}
for name, work in tries.items():
    try:
        work()
        told[name] = "done"
    except BaseException as problem:
        told[name] = type(problem).__name__
print(json.dumps(told))
"""


@pytest.fixture
def port() -> Iterator[int]:
    """Where something listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def tried(script: str, secret: Path, port: int, room: Room | None = None) -> dict[str, str]:
    """What became of each try of a Python program that does `script` first, within a room."""
    secret.write_text("mine\n")
    code = f"import sys; sys.path[:0] = {import_paths()!r}\n{TRIES}"
    words = [sys.executable, "-I", "-S", "-c", code, str(secret), str(secret.with_name("new")), str(port), script]
    done = within(room, lambda: subprocess.run(words, capture_output=True, text=True, timeout=30, check=False))
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_what_reads_hostile_bytes_reaches_nothing_else(tmp_path: Path, port: int) -> None:
    told = tried("shut_in()", tmp_path / "secret", port)
    assert set(told.values()) <= {REFUSED, "RuntimeError"}, told  # a thread that cannot start is a RuntimeError
    assert (tmp_path / "secret").read_text() == "mine\n" and [one.name for one in tmp_path.iterdir()] == ["secret"]


def test_files_that_are_needed_are_read_and_never_written(tmp_path: Path, port: int) -> None:
    told = tried("shut_in([sys.argv[1]])", tmp_path / "secret", port)
    assert told.pop("read") == "done"
    assert set(told.values()) <= {REFUSED, "RuntimeError"}, told
    beside = tried("shut_in([os.path.dirname(sys.argv[1]) + '/other'])", tmp_path / "secret", port)
    assert beside["read"] == beside["list"] == REFUSED


def python_room(tmp_path: Path) -> Room:
    """What a Python program needs, and a directory."""
    places = {os.path.realpath(place) for place in (sys.prefix, sys.base_prefix, *import_paths())}
    (tmp_path / "own").mkdir()
    return for_program(sys.executable, reads=(sys.prefix, *places), writes=(str(tmp_path / "own"),))


def test_programs_have_their_room_alone(tmp_path: Path, port: int) -> None:
    room = python_room(tmp_path)
    told = tried("", tmp_path / "secret", port, room)
    for name in "read list write append remove directory link connect unix pair exec signal".split():
        assert told[name] == REFUSED, (name, told)
    own = tried("del tries['exec'], tries['remove']", tmp_path / "own" / "secret", port, room)
    assert own["read"] == own["write"] == "done" and own["connect"] == REFUSED
    assert (tmp_path / "secret").read_text() == "mine\n"  # and we ourselves are as free as before


def test_a_program_of_the_network_reaches_its_port_alone(tmp_path: Path, port: int) -> None:
    room = python_room(tmp_path)
    there, elsewhere = room.replace(network=True, ports=(port,)), room.replace(network=True, ports=(port ^ 1,))
    anywhere = room.replace(network=True, ports=None)
    secret = tmp_path / "secret"
    outcomes = [tried("", secret, port, one)["connect"] for one in (there, elsewhere, anywhere)]
    assert outcomes == ["done", REFUSED, "done"]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler")
def test_a_program_finds_the_libraries_beside_it(tmp_path: Path) -> None:
    for name in ("bin", "lib", "elsewhere"):
        (tmp_path / name).mkdir()
    (tmp_path / "tide.c").write_text("int tide(void) { return 7; }")
    (tmp_path / "main.c").write_text("int tide(void); int main(void) { return tide(); }")
    library, program = tmp_path / "lib" / "libtide.so", tmp_path / "bin" / "tide"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-Wl,-soname,libtide.so", "-o", library, tmp_path / "tide.c"], check=True
    )
    found_by = "-Wl,-rpath,$ORIGIN/../lib:$ORIGIN/../elsewhere"
    subprocess.run(["gcc", "-o", program, tmp_path / "main.c", library, found_by], check=True)
    room = for_program(str(program))
    assert within(room, lambda: subprocess.run([program], check=False).returncode) == 7
    library.rename(tmp_path / "elsewhere" / "libtide.so")
    assert subprocess.run([program], check=False).returncode == 7
    assert within(room, lambda: subprocess.run([program], check=False, stderr=subprocess.DEVNULL).returncode) == 127


def is_confined(pid: int) -> bool:
    """Whether the kernel holds a filter over a process that gains no rights."""
    said = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return said["Seccomp"].strip() == "2" and said["NoNewPrivs"].strip() == "1"


def words_of(pid: int) -> bytes:
    """What a process was started with, nothing of one that has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def new_processes(before: set[int]) -> set[int]:
    return set(processes_below(os.getpid())) - before


def test_the_reader_of_pdf_is_confined_and_reads(tmp_path: Path) -> None:
    assert [each.index for each in read(pages("The tide is high."), Asked(((0, 0),))) if isinstance(each, PdfPage)] == [
        0
    ]
    before = set(processes_below(os.getpid()))
    reading = read(endless("Before.", "After."), Asked(((0, 2),)))
    try:
        next(reading)
        (worker,) = new_processes(before)
        assert is_confined(worker)
    finally:
        reading.close()


def test_the_drawer_of_svg_is_confined_and_draws_text() -> None:
    text = '<text x="2" y="30" font-size="30">Tide</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">{text}</svg>'.encode()
    drawn = decode(svg, (80, 40), (255, 255, 255)).image
    assert isinstance(drawn, Image.Image) and drawn.convert("L").getextrema()[0] < 100  # its letters, by fonts of files
    # Other tests may have had things drawn before: what runs is found by its words.
    drawers = [pid for pid in processes_below(os.getpid()) if b"resvg" in words_of(pid)]
    assert drawers and all(map(is_confined, drawers))


def test_lightpanda_is_confined() -> None:
    from lightterm.engines.light_server import Server, command
    from lightterm.errors import BrowserError

    try:
        server = Server(command(EngineOptions(), ""))
    except BrowserError:
        pytest.skip("lightpanda is not installed")
    server.warm()
    try:
        assert is_confined(server.pid)
    finally:
        server.close()


def test_what_confines_is_told(home: Path) -> None:
    front = LineFront(home)
    run_line(front, "version")
    assert f"confined by Landlock {KERNEL['Landlock']} and seccomp" in front.said[-1]


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_videos_are_read_and_shown_by_what_is_confined(tmp_path: Path) -> None:
    from lightterm.graphics.video import frames

    made = tmp_path / "tide.mp4"
    picture = ["-f", "lavfi", "-i", "testsrc=duration=2:size=64x48:rate=5", str(made)]
    subprocess.run(["ffmpeg", "-loglevel", "error", *picture], check=True, timeout=60)
    info = media_info(made.read_bytes())
    assert info is not None and (info.width, info.height) == (64, 48)
    assert [frame[:4] for frame in frames(made.read_bytes(), [0.0, 1.0])] == [b"\x89PNG"] * 2


def test_what_a_room_raises_is_raised_here() -> None:
    def work() -> None:
        assert threading.current_thread() is not threading.main_thread()
        raise FileNotFoundError("no such program")

    with pytest.raises(FileNotFoundError, match="no such program"):
        within(Room(), work)
