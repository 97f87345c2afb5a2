"""Whether a deadline holds, whatever a page does: `python -m tests.bench.deadlines [--deadline SECONDS]`.

Twenty-one pages are slow, endless, huge or hostile, or kill their engine; each is loaded in every tier, by the
way through all of them, and by the program: `lightterm --dump --deadline SECONDS`, from its start to its end. The table
says the seconds it took over the deadline in percent (the bar is 10), and whether what was there was read.
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from processes import lightterm, run_measured
from servers import Server

from lightterm import settings
from lightterm.engines.base import tier_name
from lightterm.error_base import LighttermError
from lightterm.fetch.model import FULL, LIGHT, STATIC, Request
from lightterm.session.session import Session
from tests.bench.tiers import below, words_of

if TYPE_CHECKING:
    from servers import Asked, Talk

BAR = 10
HEAD = "<!doctype html><title>T</title><p>Before</p>"
SCRIPTS = {
    "a loop": "for (;;) {}",
    "a loop that writes": "for (;;) document.title += 'x'",
    "a loop of promises": "const go = () => Promise.resolve().then(go); go()",
    "a loop of timers": "const go = () => { setTimeout(go, 0); setTimeout(go, 0) }; go()",
    "alerts": "for (;;) alert('no')",
    "questions": "setInterval(() => confirm('yes?') && prompt('why?'), 1)",
    "windows": "for (let i = 0; i < 500; i++) open('/?' + i)",
    "itself again": "location.href = '/?' + Math.random()",
    "memory": "const all = []; for (;;) all.push(new Array(1e6).fill(1.5))",
    "nodes": "for (;;) document.body.append(document.createElement('p'))",
    "text without end": "setInterval(() => document.body.append('more and more '), 5)",
    "an answer that never comes": "fetch('/never').then(r => r.text()).then(t => document.body.append(t))",
    "polls": "setInterval(() => fetch('/never'), 20)",
    "a script that never comes": "</script><script src=/never></script><script>",
    "a sheet that never comes": "</script><link rel=stylesheet href=/never><script>",
    "a frame that never comes": "</script><iframe src=/never width=300 height=300></iframe><script>",
    "dead engines": "fetch('/strike')",
}


def slow(asked: Asked, talk: Talk) -> None:
    """A page that comes byte by byte."""
    talk.head(200, [("Content-Type", "text/html")])
    talk.send(HEAD.encode())
    talk.drip(b"x" * 10_000, 0.05)


def never(asked: Asked, talk: Talk) -> None:
    """No answer at all."""
    talk.hold()


def stuck(asked: Asked, talk: Talk) -> None:
    """A page that stops in the middle."""
    talk.head(200, [("Content-Type", "text/html"), ("Content-Length", "100000")])
    talk.send(HEAD.encode())
    talk.hold()


def huge(asked: Asked, talk: Talk) -> None:
    """Fifty megabytes of paragraphs."""
    talk.head(200, [("Content-Type", "text/html"), ("Content-Length", str(len(HEAD) + 50_000_000))])
    talk.send(HEAD.encode())
    for _ in range(500):
        talk.send(b"<p>word</p>".ljust(100) * 1000)


def strike(asked: Asked, talk: Talk) -> None:
    """Every engine is killed, and there is no answer."""
    for pid in below(os.getpid(), "lightpanda") + below(os.getpid(), "chrom"):
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    talk.hold()


def serve(server: Server) -> dict[str, str]:
    """The pages: their names and addresses."""
    server.on("/never", never)
    server.on("/strike", strike)
    pages = {
        name: server.page(f"/{i}", f"{HEAD}<script>{code}</script>") for i, (name, code) in enumerate(SCRIPTS.items())
    }
    for name, handler in (("byte by byte", slow), ("stuck", stuck), ("silence", never), ("50 MB", huge)):
        server.on(f"/{handler.__name__}", handler)
        pages[name] = server.url(f"/{handler.__name__}")
    return pages


def in_session(session: Session, url: str, tier: int | None, most: float) -> str:
    """What is read of a page in one tier, or by the way through all."""
    try:
        return words_of(session.open(Request(url, tier=tier or 0, deadline=most), 80).document)
    except LighttermError as error:
        return error.code


def in_program(url: str, most: float) -> str:
    """What the program writes of a page."""
    with tempfile.TemporaryDirectory() as home:
        ended = run_measured(lightterm("--dump", "--deadline", str(most), url), home)
    return f"{ended.code} {ended.out.decode(errors='replace')}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deadline", type=float, default=4.0)
    most = parser.parse_args().deadline
    server = Server()
    pages = serve(server)
    worst, late, unread = 0.0, 0, 0
    with Session(settings.load().with_session([("session.private", True)])) as session:
        session.open(Request(server.page("/warm", HEAD), tier=FULL), 80)
        for name, url in pages.items():
            line = f"{name:28}"
            for way in (STATIC, LIGHT, FULL, None, "program"):
                begun = time.monotonic()
                said = in_program(url, most) if way == "program" else in_session(session, url, way, most)
                over = (time.monotonic() - begun) / most * 100 - 100
                worst, late = max(worst, over), late + (over > BAR)
                read = "Before" in said
                unread += not read and name != "silence"
                came = "read" if read else said[:12] or "nothing"
                word = tier_name(way) if isinstance(way, int) else way or "all"
                line += f"{word:>8} {over:+5.0f} % {came:4}"
            print(line, flush=True)
    print(f"\nworst {worst:+.0f} % of {most:g} s (bar +{BAR}), {late} over it, {unread} without what was there")
    server.stop()


if __name__ == "__main__":
    main()
