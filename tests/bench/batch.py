"""Pages a second of `--batch` beside a shell loop of w3m: `python -m tests.bench.batch [--pages N] [--wait SECONDS]`.

Both read the same addresses of one server on loopback, a process of its own; the rates are the best of the rounds,
which take turns, the CPU is their median: it tells the two apart on a machine with other work, too. `wait` is how long
the server thinks before each reply: with none it is CPU that is compared, and with some what it is worth to ask for
many pages at once.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import resource
import subprocess
import tempfile
import time
from multiprocessing.connection import Connection
from statistics import median

from tests.bench.pages import ladder
from tests.processes import clean_environment, lightterm

GOAL = 5.0
"""Times as many pages a second as the loop."""


class Replies(asyncio.Protocol):
    """One page for every path, robots.txt for none."""

    def __init__(self, body: bytes, wait: float) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
        self._page = f"{head}Cache-Control: no-store\r\n\r\n".encode() + body
        self._wait = wait
        self._asked = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._asked += data
        while b"\r\n\r\n" in self._asked:
            request, _, self._asked = self._asked.partition(b"\r\n\r\n")
            asyncio.get_running_loop().call_later(self._wait, self._reply, request)

    def _reply(self, request: bytes) -> None:
        assert self._transport is not None
        robots = b"/robots.txt " in request[:20]
        self._transport.write(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n" if robots else self._page)
        if b"HTTP/1.0" in request or b"close" in request.lower():
            self._transport.close()


def serve(body: bytes, wait: float, told: Connection) -> None:
    """A server process: it tells its port and runs until it is ended."""

    async def forever() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: Replies(body, wait), "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(forever())


def timed(argv: list[str], home: str, script: str | None = None) -> tuple[float, float]:
    """Seconds that a command takes, and those of CPU of all its processes; it has to end well."""
    start, before = time.perf_counter(), cpu_of_children()
    subprocess.run(
        argv, input=script, cwd=home, env=clean_environment(home), stdout=subprocess.DEVNULL, check=True, text=True
    )
    return time.perf_counter() - start, cpu_of_children() - before


def cpu_of_children() -> float:
    """Seconds of CPU of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(name: str, body: bytes, pages: int, rounds: int, arguments: argparse.Namespace) -> None:
    """Print both rates for one page."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(body, arguments.wait, there), daemon=True)
    process.start()
    try:
        port = here.recv()
        urls = "".join(f"http://127.0.0.1:{port}/{n}\n" for n in range(pages))
        loop = 'while read -r url; do w3m -dump -cols 80 -T text/html "$url"; done'
        many = ["--batch", "-", "--allow-private", "-q", "--concurrency", str(arguments.concurrency)]
        many += ["--per-host", str(arguments.concurrency), "--width", "80"]
        with tempfile.TemporaryDirectory() as home:
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(timed(lightterm(*many), home, urls))
                theirs.append(timed(["sh", "-c", loop], home, urls))
    finally:
        process.terminate()
        process.join()
    (mine, my_cpu), (other, other_cpu) = ((min(w for w, _ in v), median(c for _, c in v)) for v in (ours, theirs))
    print(
        f"{name:10} {len(body):8} bytes  lightterm {pages / mine:7.1f} pages/s {1e3 * my_cpu / pages:6.2f} ms CPU  "
        f"w3m loop {pages / other:7.1f} pages/s {1e3 * other_cpu / pages:6.2f} ms CPU  "
        f"{other / mine:5.1f} times  (goal {GOAL:g})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--wait", type=float, default=0.0)
    parser.add_argument("--concurrency", type=int, default=8)
    arguments = parser.parse_args()
    small = b"<!DOCTYPE html><title>Small</title><h1>Small</h1><p>A <a href=/a>link</a> and some text.</p>"
    measure("small", small, arguments.pages, arguments.rounds, arguments)
    for name, body in ladder(["doc-10k", "doc-100k"]):
        measure(name, body, arguments.pages, arguments.rounds, arguments)


if __name__ == "__main__":
    main()
