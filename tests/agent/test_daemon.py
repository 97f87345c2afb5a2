"""`lightterm daemon`: it starts, says how it is and ends; nobody from outside comes in by accident."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest
from agent_clients import COMMAND, environment
from browsing import in_a_loop
from mcp import Client
from mcp.client.stdio import StdioServerParameters

if TYPE_CHECKING:
    from servers import Server

DAEMON = (sys.executable, "-m", "lightterm", "daemon")


@pytest.mark.covers("LB-8")
def test_a_daemon_starts_answers_and_stops(server: Server) -> None:
    server.page("/", "<p>Good morning")
    quiet = {"stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, "text": True, "env": environment()}
    with subprocess.Popen([*DAEMON, "--allow-private"], **quiet) as child:
        try:
            place = Path(child.stderr.readline().split(" at ")[1].strip())
            assert place.name == "daemon.sock"
            asked = subprocess.run([*DAEMON, "--health"], capture_output=True, text=True, env=environment(), check=True)
            assert json.loads(asked.stdout)["status"] == "ok"
            with httpx2.Client(transport=httpx2.HTTPTransport(uds=str(place))) as http:
                told = http.get("http://lightterm/health").json()
                assert told["status"] == "ok" and told["version"] and told["uptimeSeconds"] >= 0
            second = subprocess.run(DAEMON, capture_output=True, text=True, env=environment())
            assert second.returncode == 39 and "serves daemon already" in second.stderr

            @in_a_loop
            async def attached() -> None:
                args = [*COMMAND[1:], "--attach", "daemon"]
                async with Client(StdioServerParameters(command=COMMAND[0], args=args, env=environment())) as client:
                    result = await client.call_tool("browse", {"url": server.url("/")})
                    assert "Good morning" in result.structured_content["text"]

            attached()
        finally:
            child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0 and not place.exists()
    gone = subprocess.run([*DAEMON, "--health"], capture_output=True, text=True, env=environment())
    assert gone.returncode == 39 and "no lightterm named daemon is serving" in gone.stderr


@pytest.mark.covers("BKX-12")
@pytest.mark.parametrize("token", [None, "short"])
def test_others_are_let_in_with_a_token_of_the_persons_own_alone(token: str | None) -> None:
    given = {name: value for name, value in environment().items() if name != "LIGHTTERM_MCP_TOKEN"}
    env = {**given, **({"LIGHTTERM_MCP_TOKEN": token} if token else {})}
    for address in ("0.0.0.0", "::"):
        done = subprocess.run(
            [*COMMAND, "--http=0", f"--bind={address}"], capture_output=True, text=True, env=env, timeout=30
        )
        assert done.returncode == 2 and "set LIGHTTERM_MCP_TOKEN" in done.stderr
    wrong = subprocess.run([*COMMAND, "--http=0", "--bind=tea"], capture_output=True, text=True, env=env, timeout=30)
    assert wrong.returncode == 2 and "'tea' is no IP address" in wrong.stderr


@pytest.mark.covers("BKX-12")
def test_with_a_token_every_request_needs_it_on_every_address() -> None:
    args = [*COMMAND, "--http=0", "--bind=0.0.0.0"]
    with subprocess.Popen(args, stderr=subprocess.PIPE, text=True, env=environment()) as child:
        try:
            assert child.stderr is not None
            said = child.stderr.readline()
            assert "http://0.0.0.0:" in said and "of LIGHTTERM_MCP_TOKEN" in said
            url = f"http://127.0.0.1:{said.split(':')[3].split('/')[0]}"
            assert httpx2.get(f"{url}/health").json()["status"] == "ok"
            assert httpx2.post(f"{url}/mcp", json={}).status_code == 401
            head = {"Authorization": "Bearer a-token-of-the-test", "Accept": "application/json, text/event-stream"}
            assert httpx2.post(f"{url}/mcp", json={}, headers=head).status_code == 400, "it is no message"
        finally:
            child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0
