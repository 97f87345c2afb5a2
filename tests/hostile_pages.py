"""Pages that are slow, endless, huge or hostile, or that kill the engine they are in: what a deadline has to end."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lightterm.engines.pool import processes_below

if TYPE_CHECKING:
    from servers import Asked, Server, Talk

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
    for pid in processes_below(os.getpid()):
        with suppress(OSError):
            if any(name in Path(f"/proc/{pid}/cmdline").read_bytes() for name in (b"lightpanda", b"--headless")):
                os.kill(pid, signal.SIGKILL)
    talk.hold()


def serve(server: Server) -> dict[str, str]:
    """The pages: their names and addresses. Each but `silence` begins with HEAD."""
    server.on("/never", never)
    server.page("/", f"{HEAD}<script>{SCRIPTS['itself again']}</script>")
    server.on("/strike", strike)
    pages = {
        name: server.page(f"/{i}", f"{HEAD}<script>{code}</script>") for i, (name, code) in enumerate(SCRIPTS.items())
    }
    for name, handler in (("byte by byte", slow), ("stuck", stuck), ("silence", never), ("50 MB", huge)):
        server.on(f"/{handler.__name__}", handler)
        pages[name] = server.url(f"/{handler.__name__}")
    return pages
