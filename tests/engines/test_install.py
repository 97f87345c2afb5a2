"""`lightterm --install-browser`: what is there is used, what is not is fetched or told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from servers import Server

from lightterm.engines import chromium

if TYPE_CHECKING:
    from servers import Asked, Talk


def lightterm(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lightterm", *words],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    made = tmp_path / "bin" / "chromium"
    made.parent.mkdir()
    made.write_text("#!/bin/sh\n")
    made.chmod(0o755)
    return made


@pytest.mark.covers("LB-4")
def test_a_chromium_on_the_path_leaves_nothing_to_do(program: Path, tmp_path: Path) -> None:
    places = {"PATH": str(program.parent), "HOME": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    for words in (("--install-browser",), ("--install-browsers", "--dry-run")):
        done = lightterm(*words, **places)
        assert (done.returncode, done.stdout) == (0, f"found {program}: nothing to do\n"), done.stderr


@pytest.mark.covers("LB-4")
def test_without_one_it_is_said_what_would_be_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("playwright")
    from lightterm.engines.install import install

    monkeypatch.setattr(chromium, "_ELSEWHERE", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    assert chromium.find() == "" and "--install-browser" in chromium.missing()
    assert install(True, sys.stdout) == 0
    assert capsys.readouterr().out == f"would run: {sys.executable} -m playwright install chromium\n"


def test_playwrights_own_goes_before_those_of_the_path(
    monkeypatch: pytest.MonkeyPatch, program: Path, tmp_path: Path
) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "cache"))
    assert chromium.find() == str(program)
    for revision in ("chromium-900", "chromium-1100"):
        own = tmp_path / "cache" / revision / "chrome-linux64" / "chrome"
        own.parent.mkdir(parents=True)
        own.write_text("")
        own.chmod(0o755)
    assert chromium.find() == str(tmp_path / "cache" / "chromium-1100" / "chrome-linux64" / "chrome")


class Refusing(Server):
    """Answers whatever is asked for alike."""

    def __init__(self, status: int, body: bytes) -> None:
        self._said = status, body
        super().__init__()

    def answer(self, asked: Asked, talk: Talk) -> None:
        self.log.append(asked)
        talk.reply(self._said[1], self._said[0])


WITHOUT_OTHERS = """
from lightterm.engines import chromium
chromium._ELSEWHERE = ()
from lightterm.cli import run
run()
"""


@pytest.mark.parametrize("there", [False, True], ids=["no cache", "a cache in use"])
@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (403, b"<p>\x1b]0;mine\x07 Go away", "server returned code 403"),
        (404, b"Error: of the server's", "server returned code 404"),
        (200, b"<p>no archive", "Either not a zip file, or file is truncated"),
    ],
)
def test_a_registry_that_refuses_is_told_in_one_line_and_leaves_nothing(
    tmp_path: Path, status: int, body: bytes, said: str, there: bool
) -> None:
    """Its installer wrote five stack traces, with what the server had said as it came."""
    pytest.importorskip("playwright")
    server = Refusing(status, body)
    room = tmp_path / "tmp"
    room.mkdir()
    if there:
        (tmp_path / ".cache" / "ms-playwright" / "of another").mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_OTHERS, "--install-browser"],
        env={"PATH": "", "HOME": str(tmp_path), "TMPDIR": str(room), "PLAYWRIGHT_DOWNLOAD_HOST": server.url("")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    server.stop()
    assert server.log and done.returncode == 48
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("lightterm: no browser was installed: ")
    assert said in done.stderr and "the system's own package does as well" in done.stderr
    assert "Downloading" in done.stdout and "\x1b" not in done.stdout + done.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_program_that_is_named_and_not_there_is_an_error(tmp_path: Path) -> None:
    done = lightterm("--install-browser", PATH="", HOME=str(tmp_path), LIGHTTERM_CHROMIUM="/nowhere/chromium")
    assert done.returncode == 48
    assert "/nowhere/chromium" in done.stderr
