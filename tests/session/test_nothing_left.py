"""Whatever ends lightterm, what it started ends with it: lightpanda, Chromium and Playwright's driver."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from typing import TYPE_CHECKING

import pytest
from engines.conftest import short
from engines.test_full_processes import gone, named, needs_chromium, needs_proc
from session.test_tiers import needs_light

from lightterm.engines.places import temporary_place
from lightterm.engines.pool import processes_below

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Server, Talk
    from terminals import Terminal

    Start = Callable[..., Terminal]

__all__ = ["short"]

PROGRAMS = ("lightpanda", "run-driver", "--headless")


def all_of(terminal: Terminal) -> set[int]:
    """The processes of an app that has pages in both engines."""
    pids = set(processes_below(terminal.pid))
    assert all(named(pids, program) for program in PROGRAMS)
    return pids


@needs_light
@needs_chromium
@needs_proc
@pytest.mark.parametrize("way", ["SIGKILL", "SIGTERM", "terminal closed"])
def test_the_app_is_ended_with_pages_in_both_engines(server: Server, start: Start, way: str) -> None:
    terminal = start("--tier", "2", server.page("/", "<p id=a></p><script>a.textContent = 'made here'</script>"))
    terminal.until(lambda out: b"made here" in out and b"light  All" in out)
    terminal.type(":tier 3\r")
    terminal.until(lambda out: b"full  All" in out)
    pids = all_of(terminal)

    if way == "terminal closed":
        terminal.hang_up()
    else:
        os.kill(terminal.pid, getattr(signal, way))
    terminal.ended()

    assert gone(pids)


@needs_light
@needs_proc
@pytest.mark.parametrize("way", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_a_dump_is_ended_in_the_middle_of_its_load(
    server: Server, start: Start, short: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    asked = threading.Event()

    def hold(_asked: Asked, talk: Talk) -> None:
        asked.set()
        talk.hold()

    server.on("/never", hold)
    page = server.page("/", "<p>x</p><script>fetch('/never')</script>")
    terminal = start("--dump", "--tier", "2", page, TMPDIR=str(short))
    terminal.until(lambda _out: asked.is_set())
    pids = set(processes_below(terminal.pid))
    assert named(pids, "lightpanda")

    os.kill(terminal.pid, getattr(signal, way))
    terminal.ended()

    assert gone(pids)
    monkeypatch.setattr(tempfile, "tempdir", str(short))
    own = temporary_place()
    assert [str(place) for place in short.iterdir()] == [own], "the next run takes away what it left"
