"""`lightterm --install-browser`: what is there is used, what is not is fetched or told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lightterm.engines import chromium


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


def test_a_program_that_is_named_and_not_there_is_an_error(tmp_path: Path) -> None:
    done = lightterm("--install-browser", PATH="", HOME=str(tmp_path), LIGHTTERM_CHROMIUM="/nowhere/chromium")
    assert done.returncode == 48
    assert "/nowhere/chromium" in done.stderr
