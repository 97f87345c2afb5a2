"""A dump with pictures at a terminal that shows some; words into a pipe, and where a picture cannot be had."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import clean_environment, lightterm
from servers import Server
from terminals import Terminal

Start = Callable[..., Terminal]
Image = pytest.importorskip("PIL.Image", reason="pictures need Pillow (the extra 'pictures')")

PAGE = """<title>Pictures</title><p>Before.<p><img src=/a.png alt="A red field">
<p>Between <img src=/b.png alt=small> words.<p><img src=/gone.png alt="not there"><p>The end."""


def png(width: int, height: int, color: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def page(server: Server) -> str:
    server.page("/", PAGE)
    server.page("/a.png", png(160, 96, "#ff0000"), "image/png")
    server.page("/b.png", png(16, 16, "#00ff00"), "image/png")
    return server.url("/")


def chosen(home: Path, protocol: str) -> None:
    config = home / ".config" / "lightterm" / "config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f"images: {{protocol: {protocol}}}\n")


def dumped(start: Start, *arguments: str, **environment: str) -> str:
    terminal = start("--dump", "--images", *arguments, **environment)
    assert terminal.end() == 0
    return terminal.out.decode().replace("\r\n", "\n")


@pytest.mark.covers("LB-97")
def test_half_blocks_stand_in_the_lines(start: Start, page: str) -> None:
    out = dumped(start, page, COLORTERM="truecolor")
    rows = [line for line in out.split("\n") if "38;2;255;0;0" in line]
    assert len(rows) == 6 and all("▀" * 20 in row or "█" * 20 in row or " " * 20 in row for row in rows)
    (words,) = [line for line in out.split("\n") if "0;255;0" in line]
    assert words.startswith("Between ") and words.endswith(" words.")
    assert "[not there]" in out and "A red field" not in out and "Before." in out and "The end." in out
    assert out.index("Before.") < out.index("38;2;255;0;0") < out.index("Between")


@pytest.mark.covers("LB-97")
def test_sixel_bands_are_drawn_from_the_line_below(start: Start, page: str, home: Path) -> None:
    chosen(home, "sixel")
    out = dumped(start, page)
    bands = re.findall(r"\x1b\[A((?:\r(?:\x1b\[\d+C)?\x1b7\x1bP[^\x1b]*\x1b\\\x1b8)+)\r\x1b\[B", out)
    assert len(bands) == 7 and bands[-1].startswith("\r\x1b[8C")
    assert re.search(r"Between +words\.\n\x1b\[A", out)
    assert "[not there]" in re.sub(r"\x1b\[[\d;]*m", "", out)


@pytest.mark.covers("LB-97")
def test_kitty_gets_each_picture_once_and_placeholders(start: Start, page: str, home: Path) -> None:
    chosen(home, "kitty")
    out = dumped(start, page)
    sent = re.findall(r"\x1b_Ga=T,U=1,i=(\d+),c=(\d+),r=(\d+)", out)
    assert [(c, r) for _, c, r in sent] == [("20", "6"), ("2", "1")]
    assert out.count("\U0010eeee") == 20 * 6 + 2


def test_a_pipe_and_a_plain_terminal_get_words(start: Start, page: str, home: Path) -> None:
    command, environment = lightterm("--dump", "--images", page), clean_environment(str(home))
    piped = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=True).stdout
    without = subprocess.run(
        lightterm("--dump", page), capture_output=True, text=True, env=environment, timeout=60, check=True
    ).stdout
    assert piped == without and "[A red field]" in piped and "[small]" in piped
    out = dumped(start, page, NO_COLOR="1")
    assert "[A red field]" in out and "\x1b[38" not in out
    plain = start("--dump", page)
    assert plain.end() == 0
    assert b"A red field" in plain.out  # pictures are shown when they are asked for
