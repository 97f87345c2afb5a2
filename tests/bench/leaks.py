"""What many loads and many deaths leave behind: `python -m tests.bench.leaks [--tiers 2,3] [--loads 200] [--deaths 4]`.

Of the loads every tenth is of a page whose scripts never end, and every eighth has a process of its engine killed while
it is under way: lightpanda; Chromium, the process that draws the page, or Playwright's driver. The table gives for each
tier how many pages came right, how many of the processes that were killed were replaced, how many processes there were
at most and in the end, once the session was closed, and the memory of the engine's processes on the way.

Then lightterm itself is ended, so often for each way to end it: by SIGKILL, by SIGTERM and by closing its terminal; as
a dump in the middle of its load, as the app in the middle of a load and with a page loaded. What it had started is
counted wherever it went (this process takes in orphans, prctl(2)), and what it left in the directory for temporary
files, once one more run has taken away what is its to take away.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from servers import Server
from terminals import Terminal

from lightterm import settings
from lightterm.engines.base import tier_name
from lightterm.error_base import LighttermError
from lightterm.fetch.model import Request
from lightterm.session.session import Session
from tests.bench.tiers import below, cost, words_of

if TYPE_CHECKING:
    from servers import Asked, Talk

ENDLESS_EVERY, KILL_EVERY = 10, 8
SECONDS, SHORT = 20.0, 2.0
PATIENCE = 10.0
TAKE_IN_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""
VICTIMS = {2: ("lightpanda",), 3: ("Chromium", "what draws the page", "driver")}
WAYS = ("SIGKILL", "SIGTERM", "terminal closed")


def victims(kind: str) -> list[int]:
    """The processes of an engine that are of a kind."""
    found = []
    for pid in below(os.getpid()):
        with suppress(OSError):
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            is_kind = {
                "lightpanda": b"lightpanda" in line and b"serve" in line,
                "Chromium": b"--headless" in line and b"--type=" not in line,
                "what draws the page": b"--type=renderer" in line,
                "driver": b"run-driver" in line,
            }
            found += [pid] if is_kind[kind] else []
    return found


class Strikes:
    """Answers `/strike`, which pages ask for when they have made their text, by killing who asks."""

    def __init__(self, server: Server) -> None:
        self.kind = ""
        self.count = 0
        server.on("/strike", self._answer)

    def _answer(self, asked: Asked, talk: Talk) -> None:
        kind, self.kind = self.kind, ""
        for pid in victims(kind) if kind else ():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                self.count += 1
        talk.reply("{}")


def loads(session: Session, tier: int, server: Server, count: int) -> str:
    """So many loads in a session; what is to be said of them."""
    endless = server.page("/endless", "<p>x</p><script>for (;;) {}</script>")
    strikes = Strikes(server)
    most, memory, wrong = 0, [], Counter[str]()
    for number in range(1, count + 1):
        stuck = number % ENDLESS_EVERY == 0
        strikes.kind = VICTIMS[tier][number // KILL_EVERY % len(VICTIMS[tier])] if number % KILL_EVERY == 0 else ""
        script = f"a.textContent = 'made {number}'; fetch('/strike')"
        url = endless if stuck else server.page("/", f"<p id=a></p><script>{script}</script>")
        kind = "endless" if stuck else f"{strikes.kind} killed" if strikes.kind else "others"
        try:
            page = session.open(Request(url, tier=tier, deadline=SHORT if stuck else SECONDS), 80)
            wrong[kind] += ("x" if stuck else f"made {number}") not in words_of(page.document)
        except LighttermError:
            wrong[kind] += 1
        most = max(most, len(below(os.getpid())))
        if number in (count // 10, count):
            memory.append(cost(below(os.getpid()))[1])
    grown = " to ".join(f"{one:.0f}" for one in memory)
    said = ", ".join(f"{number} {kind}" for kind, number in wrong.items() if number)
    killed = f"{strikes.count} processes killed, {most} at most, {grown} MB"
    return f"{wrong.total()} of {count} not right ({said or 'none'}), {killed}"


def left(seconds: float = PATIENCE) -> tuple[int, float]:
    """(processes that are left after so long, seconds until there was none)."""
    begun = gone = time.monotonic()
    looks = 0  # a process that is just handed to another parent is not seen
    while looks < 5 and time.monotonic() < begun + seconds:
        with suppress(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)  # an orphan that has ended
        if below(os.getpid()):
            looks, gone = 0, time.monotonic()
        else:
            looks += 1
        time.sleep(0.02)
    return len(below(os.getpid())), gone - begun


def finish(terminal: Terminal, way: str) -> None:
    """End lightterm in one of the ways."""
    if way == "terminal closed":
        terminal.hang_up()
    else:
        os.kill(terminal.pid, getattr(signal, way))
    terminal.ended()
    terminal.close()


class Deaths:
    """lightterm as a program in a terminal of its own, ended at a moment that a page tells."""

    def __init__(self, server: Server, room: Path) -> None:
        self._room = room
        self._held = threading.Event()
        self._loading = server.page("/loading", "<p id=a></p><script>a.textContent = 'made'; fetch('/held')</script>")
        self._loaded = server.page("/loaded", "<p id=a></p><script>a.textContent = 'made here'</script>")
        server.on("/held", self._hold)

    def _hold(self, asked: Asked, talk: Talk) -> None:
        self._held.set()
        talk.hold()

    def _start(self, *arguments: str) -> Terminal:
        self._held.clear()
        return Terminal(self._room, *arguments, TMPDIR=str(self._room / "tmp"))

    def of(self, tier: int, way: str, moment: str) -> None:
        """Run it once until that moment, and end it."""
        if moment == "loaded":
            terminal = self._start("--tier", str(tier), self._loaded)
            terminal.until(lambda out: b"made here" in out)
        else:
            terminal = self._start(*(["--dump"] if moment == "dumping" else []), "--tier", str(tier), self._loading)
            terminal.until(lambda out: self._held.is_set())
        finish(terminal, way)

    def files(self) -> list[str]:
        """What lies in the directory for temporary files after one more run, but for what is that run's own."""
        terminal = self._start("--dump", "--tier", "3", self._loaded)
        terminal.end()
        terminal.close()
        left()
        own = f"lightterm-{terminal.pid}-"
        return sorted(one.name for one in (self._room / "tmp").iterdir() if not one.name.startswith(own))


def deaths(server: Server, tiers: list[int], count: int) -> None:
    """Print what is left of lightterm's processes and files after each way to end it."""
    room = Path(tempfile.mkdtemp(prefix="lt", dir="/tmp"))
    (room / "tmp").mkdir()
    ended = Deaths(server, room)
    total = 0
    for tier in tiers:
        for way in WAYS:
            for moment in ("dumping", "loading", "loaded"):
                slowest, remained = 0.0, 0
                for _ in range(count):
                    ended.of(tier, way, moment)
                    number, seconds = left()
                    slowest, remained = max(slowest, seconds), remained + number
                total += remained
                said = f"{remained} processes left, the last gone after {slowest:.2f} s"
                print(f"{tier_name(tier):7}{way:17}{moment:9}{count} times: {said}", flush=True)
    print(f"in all {total} processes left; temporary files left after one more run: {ended.files() or 'none'}")
    shutil.rmtree(room, ignore_errors=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiers", default="2,3")
    parser.add_argument("--loads", type=int, default=200)
    parser.add_argument("--deaths", type=int, default=4)
    chosen = parser.parse_args()
    tiers = [int(word) for word in chosen.tiers.split(",")]
    ctypes.CDLL(None).prctl(TAKE_IN_ORPHANS, 1, 0, 0, 0)
    server = Server()
    for tier in tiers if chosen.loads else ():
        begun = time.monotonic()
        with Session(settings.load().with_session([("session.private", True)])) as session:
            said = loads(session, tier, server, chosen.loads)
        if tier == 3:
            from lightterm.engines.full_browser import browsers

            browsers().close()
        print(f"{tier_name(tier):7}{said}, {left()[0]} processes left ({time.monotonic() - begun:.0f} s)", flush=True)
    if chosen.deaths:
        deaths(server, tiers, chosen.deaths)
    server.stop()


if __name__ == "__main__":
    main()
