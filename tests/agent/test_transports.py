"""The server as people start it: `lightterm mcp` as a process, over each of its transports."""

from __future__ import annotations

import signal
import socket
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest
from agent_clients import COMMAND, environment, serving
from browsing import in_a_loop
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextResourceContents

if TYPE_CHECKING:
    from servers import Server


@pytest.mark.covers("LBX-1")
@in_a_loop
async def test_standard_input(server: Server) -> None:
    server.page("/", "<p>Good <a href=/x>morning</a>")
    parameters = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "--allow-private"], env=environment())
    async with Client(parameters) as client:
        result = await client.call_tool("browse", {"url": server.url("/")})
        assert "Good [1]morning" in result.structured_content["text"]


@in_a_loop
async def test_a_private_one_keeps_nothing(server: Server, home: Path) -> None:
    server.on("/heron", lambda _asked, talk: talk.reply("<p>A heron", headers=[("Set-Cookie", "heron=1; Max-Age=900")]))
    words = [*COMMAND[1:], "--private", "--allow-private", "--caps", "storage"]
    async with Client(StdioServerParameters(command=COMMAND[0], args=words, env=environment())) as client:
        result = await client.call_tool("browse", {"url": server.url("/heron")})
        assert "A heron" in result.structured_content["text"]
        refused = await client.call_tool("session", {"do": "save", "name": "state"})
        assert "this browser is private" in (refused.structured_content or {})["error"]["message"]
    assert not any(b"heron" in file.read_bytes() for file in home.rglob("*") if file.is_file())


def test_tcp_wants_the_token_and_its_own_name(server: Server) -> None:
    server.page("/", "<p>Good morning")
    with serving("--http", "0", "--allow-private") as (child, said):
        url = said.split(" at ")[1].split(",")[0]
        assert "a-token-of-the-test" not in said

        @in_a_loop
        async def run() -> None:
            head = {"Authorization": "bearer a-token-of-the-test"}  # in any case
            async with httpx2.AsyncClient(headers=head) as http:
                async with Client(streamable_http_client(url, http_client=http)) as client:
                    result = await client.call_tool("browse", {"url": server.url("/")})
                    assert "Good morning" in result.structured_content["text"]
                for wrong in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
                    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
                    assert (await http.post(url, json=ping, headers=wrong)).status_code in (403, 421)
                health = url.replace("/mcp", "/health")
                assert (await http.get(health)).json()["status"] == "ok"
                assert (await http.get(health, headers={"Host": "evil.example"})).status_code == 421, "a name led here"
            async with httpx2.AsyncClient() as http:
                assert (await http.post(url, json={})).status_code == 401
                refused = await http.post(url, json={}, headers={"Authorization": "Bearer wrong"})
                assert refused.status_code == 401

        run()
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0


@pytest.mark.parametrize("revision", ["legacy", "2026-07-28", "auto"])
def test_a_socket_is_its_owners_and_is_attached_to(server: Server, revision: str) -> None:
    server.page("/", "<p>Good morning")
    with serving("--socket", "test", "--allow-private") as (child, said):
        place = Path(said.split(" at ")[1].strip())
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        second = subprocess.run([*COMMAND, "--socket", "test"], capture_output=True, text=True, env=environment())
        assert second.returncode == 39 and "serves test already" in second.stderr

        @in_a_loop
        async def run() -> None:
            args = [*COMMAND[1:], "--attach", "test"]
            parameters = StdioServerParameters(command=COMMAND[0], args=args, env=environment())
            async with Client(parameters, mode=revision) as client:
                result = await client.call_tool("open", {"url": server.url("/")})
                assert "Good morning" in result.structured_content["text"]
                (page,) = (await client.read_resource("page://current")).contents[:1]
                assert isinstance(page, TextResourceContents) and "Good morning" in page.text

        run()
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0
        assert not place.exists()


def test_nobody_to_attach_to_is_said() -> None:
    done = subprocess.run([*COMMAND, "--attach"], capture_output=True, text=True, env=environment())
    assert done.returncode == 39 and "no lightterm is serving" in done.stderr


@pytest.mark.parametrize("options", [[], ["--http", "0"], ["--attach"]])
def test_where_the_sdk_is_not_installed_it_is_said_how_to_get_it(options: list[str]) -> None:
    script = f"import sys; sys.modules['mcp'] = None; from lightterm.agent.start import run; sys.exit(run({options}))"
    done = subprocess.run([sys.executable, "-c", script], input="", capture_output=True, text=True, check=False)
    assert done.returncode == 48 and done.stderr.count("\n") == 1 and "lightterm[mcp]" in done.stderr


@pytest.mark.parametrize(
    "more", [[], ["--caps", "files,network", "--downloads", 'a "b" \\ é 🌊'], ["--attach", "tides"]]
)
def test_the_snippet_for_clients_is_json_and_toml_with_the_options_that_were_given(more: list[str]) -> None:
    import json

    done = subprocess.run([*COMMAND, *more, "--config"], capture_output=True, text=True, check=True)
    wanted = json.loads(done.stdout)["mcpServers"]["lightterm"]
    assert wanted["args"] == ["mcp", *more]
    subprocess.run([wanted["command"], "--version"], capture_output=True, check=True)
    code, _, toml = done.stderr.partition("\n")
    assert json.loads(code.partition(": ")[2])["servers"]["lightterm"] == {"type": "stdio", **wanted}
    assert tomllib.loads(toml.partition("\n")[2])["mcp_servers"]["lightterm"] == wanted


@pytest.mark.parametrize("uploads", ["/no/such/folder"])
def test_a_folder_that_is_not_there_is_said(uploads: str) -> None:
    done = subprocess.run([*COMMAND, "--uploads", uploads], capture_output=True, text=True, env=environment())
    assert done.returncode == 39 and "no such folder" in done.stderr


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_wrong_usage(port: str) -> None:
    done = subprocess.run([*COMMAND, f"--http={port}"], capture_output=True, text=True, env=environment())
    assert done.returncode == 2 and "0 to 65535" in done.stderr


def test_a_suspended_app_is_told_of(tmp_path: Path) -> None:
    place = tmp_path / "lightterm"
    place.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as suspended:
        suspended.bind(str(place / "still.sock"))
        suspended.listen()
        own = {**environment(), "XDG_RUNTIME_DIR": str(tmp_path)}
        command = [*COMMAND, "--attach", "still"]
        with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True, env=own) as child:
            assert child.stderr is not None
            assert "still does not answer; a lightterm that was suspended goes on with fg" in child.stderr.readline()
            child.kill()
