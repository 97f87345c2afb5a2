"""Stores in real files, and processes of their own that use them."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lightterm.session.store import Store
from tests.processes import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def told() -> list[str]:
    """What the stores of `make` had to say."""
    return []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store's file is to be."""
    return tmp_path / "data" / "lightterm.sqlite"


@pytest.fixture
def make(path: Path, told: list[str]) -> Iterator[Callable[..., Store]]:
    """Makes stores, on the file at `path` unless another is named; closed at the end."""
    made: list[Store] = []

    def make_one(file: Path | str | None = None, **more: object) -> Store:
        made.append(Store(str(path if file is None else file), **{"warn": told.append, **more}))
        return made[-1]

    yield make_one
    for store in made:
        store.close()


@pytest.fixture
def store(make: Callable[..., Store]) -> Store:
    """A store in a file."""
    return make()


@pytest.fixture
def process(path: Path) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """Runs code in a process of its own, with `store` on the same file; its output can be read line by line."""
    running: list[subprocess.Popen[str]] = []
    head = (
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom lightterm.session.store import Store\n"
        "from lightterm.session.store.model import *\ndef say(text): print(text, flush=True)\n"
        f"store = Store({str(path)!r}, warn=say)\n"
    )

    def run(code: str) -> subprocess.Popen[str]:
        argv = [sys.executable, "-c", head + code]
        running.append(
            subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        return running[-1]

    yield run
    for each in running:
        each.kill()
        each.communicate()
