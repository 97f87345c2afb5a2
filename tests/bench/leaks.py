"""What many loads leave behind: `python -m tests.bench.leaks [--tiers 2,3] [--loads 200]`.

Of the loads some are of pages whose scripts never end, and now and then every process of the engine is killed. The
table gives for each tier how many pages came right, how many processes there were at most and in the end, once the
session was closed, and the memory of the engine's processes after a tenth of the loads and after all.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from contextlib import suppress

from servers import Server

from lightterm import settings
from lightterm.engines.base import tier_name
from lightterm.error_base import LighttermError
from lightterm.fetch.model import Request
from lightterm.session.session import Session
from tests.bench.tiers import below, cost, words_of

ENDLESS_EVERY, KILL_EVERY = 20, 25
SECONDS, SHORT = 20.0, 2.0
PATIENCE = 10.0


def _loads(session: Session, tier: int, server: Server, count: int) -> tuple[int, int, list[float]]:
    """(pages that came right of those that can, most processes, memory on the way) of so many loads."""
    endless = server.page("/endless", "<p>x</p><script>for (;;) {}</script>")
    right, most, memory = 0, 0, []
    for number in range(1, count + 1):
        if number % KILL_EVERY == 0:
            for pid in below(os.getpid()):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        stuck = number % ENDLESS_EVERY == 0
        url = endless if stuck else server.page("/", f"<p id=a></p><script>a.textContent = 'made {number}'</script>")
        with suppress(LighttermError):
            page = session.open(Request(url, tier=tier, deadline=SHORT if stuck else SECONDS), 80)
            right += f"made {number}" in words_of(page.snapshot)
        most = max(most, len(below(os.getpid())))
        if number in (count // 10, count):
            memory.append(cost(below(os.getpid()))[1])
    return right, most, memory


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiers", default="2,3")
    parser.add_argument("--loads", type=int, default=200)
    chosen = parser.parse_args()
    server = Server()
    for tier in [int(word) for word in chosen.tiers.split(",")]:
        with Session(settings.load().with_session([("session.private", True)])) as session:
            right, most, memory = _loads(session, tier, server, chosen.loads)
        if tier == 3:
            from lightterm.engines.full_browser import browsers

            browsers().close()
        until = time.monotonic() + PATIENCE
        while below(os.getpid()) and time.monotonic() < until:
            time.sleep(0.1)
        wanted = chosen.loads - chosen.loads // ENDLESS_EVERY
        grown = " to ".join(f"{one:.0f}" for one in memory)
        print(f"{tier_name(tier):7}{right} of {wanted} right, {most} processes at most, {grown} MB, ", end="")
        print(f"{len(below(os.getpid()))} processes left")
    server.stop()


if __name__ == "__main__":
    main()
