"""Without any extra: whatever needs one says which, in one line, and nothing ends in an internal error."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.processes import ROOT, clean_environment, lightterm, run_measured

if TYPE_CHECKING:
    from servers import Server

EXTRAS = "PIL resvg_py lightpanda wsproto playwright mcp wordllama pymediainfo distributed".split()

PLAIN = f"""
import sys
from importlib.machinery import PathFinder

class Plain:
    invalidate_caches = PathFinder.invalidate_caches

    @staticmethod
    def find_spec(name, path=None, target=None):
        return None if name.partition(".")[0] in {EXTRAS!r} else PathFinder.find_spec(name, path, target)

sys.meta_path[:] = [Plain if finder is PathFinder else finder for finder in sys.meta_path]
sys.path.insert(0, {str(ROOT)!r})
from lightterm.cli import run
run()
"""
"""lightterm in an interpreter that finds everything but the packages of the extras; PDFium is looked for by another."""

PAGE = "<title>T</title><p>Some words</p><img src=x.png alt=pic>"


def command(*arguments: str) -> list[str]:
    """The command line of lightterm as an install without extras has it."""
    return [sys.executable, "-c", PLAIN, *arguments]


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder with a page and a sound."""
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "a.wav").write_bytes(b"RIFF\x24\0\0\0WAVEfmt ")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("--download-media out page.html", "pictures"),
        ("--tier light page.html", "light"),
        ("--tier full page.html", "full"),
        ("mcp", "mcp"),
        ("--batch list --executor dask --scheduler tcp://127.0.0.1:1", "dask"),
    ],
)
def test_what_needs_an_extra_names_it_and_fails(room: Path, words: str, extra: str) -> None:
    (room / "list").write_text("page.html\n")
    ended = run_measured(command(*words.split()), str(room))
    assert f"pip install 'lightterm[{extra}]'" in ended.err.decode()
    assert ended.code not in (0, 70)


@pytest.mark.parametrize("words", ["--attach http://127.0.0.1:9", "--profile browser", "--headed"])
def test_a_browser_that_cannot_be_driven_is_told_beside_the_page(room: Path, server: Server, words: str) -> None:
    server.page("/", PAGE)
    ended = run_measured(command(*words.split(), "--dump", server.url("/")), str(room))
    assert "Some words" in ended.out.decode()
    assert "Playwright is not installed: pip install 'lightterm[full]'" in ended.err.decode()
    assert ended.code == 48


@pytest.mark.parametrize(
    ("file", "code", "said"),
    [
        ("__init__.py", "import nothing_of_that_name", "No module named 'nothing_of_that_name'"),
        ("async_api.py", "raise OSError(12, 'of a library')", "of a library"),
        (
            "async_api.py",
            "Error = OSError\ndef async_playwright(): raise Exception('no driver here')",
            "no driver here",
        ),
    ],
)
def test_a_browser_whose_driver_is_broken_is_told_beside_the_page(
    room: Path, server: Server, tmp_path: Path, file: str, code: str, said: str
) -> None:
    """What importing it raised was told as an error of our own, without the page."""
    broken = tmp_path / "broken" / "playwright"
    broken.mkdir(parents=True)
    (broken / "__init__.py").touch()
    (broken / file).write_text(code)
    (tmp_path / "chromium").symlink_to("/bin/true")
    server.page("/", PAGE)
    environment = clean_environment(
        str(room), PYTHONPATH=str(broken.parent), LIGHTTERM_CHROMIUM=str(tmp_path / "chromium")
    )
    ended = run_measured(lightterm("--tier", "3", "--dump", server.url("/")), str(room), environment=environment)
    assert "Some words" in ended.out.decode()
    assert "Playwright is installed but" in ended.err.decode() and said in ended.err.decode()
    assert "pip install --force-reinstall" in ended.err.decode()
    assert ended.code == 48


def test_sounds_say_what_would_tell_more_of_them(room: Path) -> None:
    ended = run_measured(command("--dump", "a.wav"), str(room))
    assert "pip install 'lightterm[media]'" in " ".join(ended.out.decode().split())


def test_pictures_that_a_terminal_would_show_say_what_is_missing(room: Path) -> None:
    main, other = pty.openpty()
    try:
        ended = subprocess.run(
            command("--dump", "--images", "--set", "images.protocol=kitty", "page.html"),
            cwd=room,
            stdout=other,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env=clean_environment(str(room), TERM="xterm-kitty"),
            timeout=60,
        )
    finally:
        os.close(other)
        os.close(main)
    assert "pip install 'lightterm[pictures]'" in ended.stderr.decode()
    assert ended.returncode == 0
