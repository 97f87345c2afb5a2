"""What `lightterm mcp` costs until a client knows its tools: `python -m tests.bench.mcp_start [RUNS]` (7 without)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

CLIENT = {"name": "bench", "version": "1"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
OPENINGS: dict[str, list[dict[str, Any]]] = {
    "2026-07-28": [
        {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": META}},
    ],
    "2025-11-25": [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ],
}


def measured(messages: list[dict[str, Any]]) -> tuple[float, float]:
    """Milliseconds of CPU, of all threads, and of wall time, until the tools are told."""
    begun = time.perf_counter()
    words = [sys.executable, "-m", "lightterm", "mcp"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        for message in messages:
            child.stdin.write(json.dumps(message).encode() + b"\n")
            child.stdin.flush()
            answer = json.loads(child.stdout.readline()) if "id" in message else {}
        wall = (time.perf_counter() - begun) * 1000
        tasks = Path(f"/proc/{child.pid}/task").iterdir()
        cpu = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6
        assert "tools" in answer["result"]
        child.stdin.close()
        child.wait()
    return cpu, wall


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    for version, messages in OPENINGS.items():
        cpu, wall = zip(*(measured(messages) for _ in range(runs)), strict=True)
        print(f"{version}: {median(cpu):.0f} ms of CPU, {median(wall):.0f} ms in all (median of {runs})")


if __name__ == "__main__":
    main()
