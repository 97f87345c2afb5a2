"""`--executor dask`: a real scheduler and two real workers, one of which is killed while it reads."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import ROOT, clean_environment, lightterm
from servers import Asked, Server, Talk

NET = ("--allow-private", "--retries", "0")
PATIENCE = 60.0


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, home: Path, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self._environment = clean_environment(str(home), PYTHONPATH=str(ROOT))
        self._home = home
        self._scheduler = self._start("scheduler", "--port", self.address.rpartition(":")[2], "--no-dashboard")
        self.workers = [
            self._start("worker", self.address, "--nthreads", "2", "--no-nanny", "--no-dashboard")
            for _ in range(workers)
        ]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{words[0]}", "--host", "127.0.0.1", *words[1:]]
        with (self._home / "dask.log").open("ab") as log:
            return subprocess.Popen(command, cwd=self._home, env=self._environment, stdout=log, stderr=log)

    def stop(self) -> None:
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(home: Path) -> Iterator[Cluster]:
    running = Cluster(home, 2)
    yield running
    running.stop()


def asker(talk: Talk, workers: list[int]) -> int:
    """The worker at the other end of a connection.

    Both ends are compared: under load the same local port leads to other servers at the same time.
    """
    ends = talk.sock.getpeername()[1], talk.sock.getsockname()[1]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ports = [tuple(int(end.rpartition(":")[2], 16) for end in row[1:3]) for row in rows]
    inode = rows[ports.index(ends)][9]
    for worker in workers:
        for descriptor in Path(f"/proc/{worker}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed since it was listed
                if str(descriptor.readlink()) == f"socket:[{inode}]":
                    return worker
    raise LookupError(ends)


def test_pages_of_a_worker_that_dies_are_read_by_the_other(
    server: Server, cluster: Cluster, tmp_path: Path, home: Path
) -> None:
    workers = [process.pid for process in cluster.workers]
    both = threading.Barrier(2)
    killed: list[int] = []

    def meet(_: Asked, talk: Talk) -> None:
        if not killed:
            worker = asker(talk, workers)
            if both.wait(PATIENCE) == 0:
                killed.append(worker)
                os.kill(worker, signal.SIGKILL)
        talk.reply("<p>Page that met")

    for n in range(12):
        server.page(f"/{n}", f"<title>{n}</title><p>Page {n}")
    server.on("/4", meet)
    server.on("/5", meet)
    urls = [server.url(f"/{n}") for n in range(12)] + [server.url("/gone")]
    source, out = tmp_path / "list", tmp_path / "out.jsonl"
    source.write_text("\n".join(urls))
    command = lightterm("--batch", str(source), "--out", str(out), "--executor", "dask")
    done = subprocess.run(
        [*command, "--scheduler", cluster.address, *NET],
        env=clean_environment(str(home)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert len(killed) == 1
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [each["url"] for each in found] == urls
    assert [each["error"] for each in found[:-1]] == [None] * 12
    assert all("Page" in each["content"] for each in found[:-1])
    assert done.returncode == 22 and "1 of 13 pages were not read whole" in done.stderr


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "list"
    source.write_text("a.example")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        command = lightterm("--batch", str(source), "--executor", "dask", "--scheduler", address)
        done = subprocess.run(
            command, env=clean_environment(str(home)), capture_output=True, text=True, timeout=PATIENCE
        )
    assert done.returncode == 7
    assert f"no Dask scheduler at {address}" in done.stderr and "Traceback" not in done.stderr
