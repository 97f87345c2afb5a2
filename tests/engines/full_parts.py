"""What the tests of tier 3 share."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lightterm.document.layout import text_lines
from lightterm.engines import chromium
from lightterm.engines.base import Action, Outcome
from lightterm.engines.full import FullEngine
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Request, Snapshot
from tests.servers import Server


@contextmanager
def running(place: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A Chromium that a person runs with a profile of its own, and the address at which it lets others in."""
    options = [*chromium.start_options(), "--headless", "--remote-debugging-port=0", f"--user-data-dir={place}", *more]
    options += [] if chromium.may_sandbox() else ["--no-sandbox"]
    files = {**os.environ, "TMPDIR": str(place)}
    command = [chromium.find(), *options, "about:blank"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=files) as own:
        try:
            line = next(line for line in own.stderr or () if "DevTools listening on" in line)
            yield own, "http://" + line.rpartition("ws://")[2].partition("/")[0]
        finally:
            own.kill()


def words(snapshot: Snapshot) -> str:
    """The text of a dump."""
    document, _ = extract(snapshot, View(columns=80, css=True))
    return "\n".join(text_lines(document.blocks, 80))


def shown(engine: FullEngine, server: Server, markup: str, seconds: float = 10) -> Snapshot:
    """A page at / in the engine, alive."""
    snapshot = engine.load(Request(server.page("/", markup), deadline=seconds))
    assert snapshot.live is not None
    return snapshot


def handle(snapshot: Snapshot, part: str) -> int:
    """The handle of the element whose start tag holds `part`, or whose content begins with it."""
    markup = snapshot.markup.decode()
    found = re.search(rf'<[^<>]*{re.escape(part)}[^<>]*lightterm-handle="(\d+)"', markup)
    found = found or re.search(rf'lightterm-handle="(\d+)"[^<>]*>\s*{re.escape(part)}', markup)
    assert found, (part, markup)
    return int(found[1])


def act(snapshot: Snapshot, kind: str, part: str = "", value: str = "", values: tuple[str, ...] = ()) -> Outcome:
    """Do something to the element that `part` names, or to the page."""
    assert snapshot.live is not None
    number = handle(snapshot, part) if part else 0
    return snapshot.live.act(Action(kind, number, value, values), 8)


def value(snapshot: Snapshot, script: str) -> str:
    """What an expression gives in the page, as JSON text."""
    assert snapshot.live is not None
    return snapshot.live.evaluate(script, 5)
