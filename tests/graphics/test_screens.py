"""What real terminals draw, compared with the picture. Skipped where they or a virtual display are missing."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from select import select
from time import monotonic

import pytest
from graphics.show_picture import AT, SIZE, sample
from graphics.test_pictures import difference
from PIL import Image, ImageGrab

from lightterm.graphics.probe import Terminal

FONT = "DejaVu Sans Mono"
XTERM = ["xterm", "-geometry", "70x24+0+0", "-fa", FONT, "-fs", "11", "-xrm", "XTerm*scrollBar: false", "-xrm",
         "XTerm*internalBorder: 0", "-xrm", "XTerm*borderWidth: 0", "-xrm", "XTerm*allowWindowOps: true", "-xrm",
         "XTerm*decTerminalID: vt340", "-xrm", "XTerm*numColorRegisters: 256", "-xrm",
         "XTerm*privateColorRegisters: true", "-xrm", "XTerm*directColor: true", "-e"]  # fmt: skip
KITTY = ["kitty", "--config", "NONE", *(f"--override={option}" for option in (
    f"font_family={FONT}", "initial_window_width=70c", "initial_window_height=24c", "remember_window_size=no",
    "window_padding_width=0", "update_check_interval=0", "shell_integration=disabled", "linux_display_server=x11",
    "placement_strategy=top-left"))]  # fmt: skip


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if not shutil.which("Xvfb"):
        pytest.skip("no Xvfb")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1000x700x24", "-nolisten", "tcp", "-noreset"]
    process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    process.terminate()
    process.wait()


def shown(display: str, terminal: list[str], place: Path, *way: str) -> tuple[Terminal, Image.Image]:
    """The terminal as it was probed, and what its window shows where the picture should be."""
    if not shutil.which(terminal[0]):
        pytest.skip(f"no {terminal[0]}")
    pipe = place / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR)
    tests = Path(__file__).parents[1]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("TMUX", "WAYLAND"))}
    env |= {"DISPLAY": display, "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_RUNTIME_DIR": str(place),
            "PYTHONPATH": f"{tests}:{tests.parent}", "COLORTERM": "truecolor"}  # fmt: skip
    command = [sys.executable, str(tests / "graphics" / "show_picture.py"), str(pipe), *way]
    process = subprocess.Popen([*terminal, *command], env=env, stderr=subprocess.DEVNULL)
    try:
        assert select([reader], [], [], 60)[0], "the terminal did not start"
        found, rows = pickle.loads(os.read(reader, 65536))
        cell = found.cell
        left, top = AT[0] * cell[0], AT[1] * cell[1] + (rows * cell[1] - SIZE[1]) // 2 * (way != ("blocks-direct",))
        until = monotonic() + 30
        while True:
            screen = ImageGrab.grab(xdisplay=display).convert("RGB").crop((left, top, left + SIZE[0], top + SIZE[1]))
            if monotonic() > until or difference(screen, sample()) < 40:
                return found, screen
    finally:
        process.terminate()
        process.wait()
        os.close(reader)


@pytest.mark.covers("LB-97")
def test_xterm_draws_sixel_bands_as_the_picture(display: str, tmp_path: Path) -> None:
    found, screen = shown(display, XTERM, tmp_path)
    assert (found.pictures, found.answered, found.size) == ("sixel", True, (70, 24))
    assert difference(screen, sample()) < 12


def test_xterm_draws_half_blocks_as_the_picture_in_large_dots(display: str, tmp_path: Path) -> None:
    found, screen = shown(display, XTERM, tmp_path, "blocks-direct")
    dots = (SIZE[0] // found.cell[0], 2 * SIZE[1] // found.cell[1])
    dotted = sample().resize(dots, Image.Resampling.BOX).resize(SIZE, Image.Resampling.NEAREST)
    assert difference(screen, dotted) < 30 < difference(screen, Image.new("RGB", SIZE))


@pytest.mark.covers("LB-97")
def test_kitty_draws_rows_that_are_placed_as_the_picture(display: str, tmp_path: Path) -> None:
    found, screen = shown(display, KITTY, tmp_path, "placements")
    assert found.name.startswith("kitty") and found.kitty_keyboard
    assert found.pictures in ("kitty", "placements")
    assert difference(screen, sample()) < 12


def test_kitty_draws_placeholders_as_the_picture(display: str, tmp_path: Path) -> None:
    found, screen = shown(display, KITTY, tmp_path)
    if not found.kitty:
        pytest.skip(f"{found.name} has no placeholders")
    assert difference(screen, sample()) < 12
