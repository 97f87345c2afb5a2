"""Worker processes of a batch: what they cannot say costs no page, and nobody waits for it."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from lightterm.batch.model import Common, Entry, Outcome
from lightterm.batch.processes import Processes
from lightterm.commands.options import DumpOptions
from lightterm.settings import Settings


class Stubborn(str):
    """Text that goes through a pipe in the process that made it alone."""

    __slots__ = ()

    def __new__(cls, text: str, _: int) -> Stubborn:
        return super().__new__(cls, text)

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        if os.environ.get("HOME_OF_STUBBORN") != str(os.getpid()):
            raise TypeError("this goes nowhere")
        return Stubborn, (str(self), 0)


def test_an_outcome_that_cannot_be_told_is_an_error_and_the_next_page_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that read it ended, and the run waited for ever."""
    monkeypatch.setenv("HOME_OF_STUBBORN", str(os.getpid()))
    page = tmp_path / "page.html"
    page.write_text("<title>Tides</title><p>High water.")
    plain = Common(DumpOptions(), Settings())
    output = plain.settings.output.replace(format=Stubborn("text", 0))
    stubborn = Common(DumpOptions(), Settings().replace(output=output))
    came: dict[int, Outcome] = {}
    all_there = threading.Event()

    def ended(outcome: Outcome) -> None:
        came[outcome.number] = outcome
        if len(came) == 3:
            all_there.set()

    processes = Processes(plain, 1, 1, ended)
    try:
        url = page.as_uri()
        for entry in (Entry(1, url, url), Entry(2, url, url, own=stubborn), Entry(3, url, url)):
            processes.submit(entry)
        assert all_there.wait(60)
    finally:
        processes.close()
    assert [came[n].exit_code for n in (1, 2, 3)] == [0, 70, 0]
    assert came[2].typed == url and "this goes nowhere" in came[2].problems[0].message
    assert b"High water" in came[1].content and b"High water" in came[3].content
