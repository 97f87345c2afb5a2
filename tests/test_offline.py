"""In a network of nothing but this machine tiers 1 and 2 show pages, and fetch nothing first."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from processes import ROOT, clean_environment

from lightterm.engines.light_binary import missing

PAGE = "<title>Tides</title><p id=a>written<script>document.getElementById('a').textContent = 'by script'</script>"
ALONE = f"""
import http.server, json, os, subprocess, sys, threading

class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write({PAGE!r}.encode())
    def log_message(self, *words): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{{server.server_port}}/"
told = []
for words in (["--tier", "static", url], ["--tier", "light", url], ["about:start"], ["http://192.0.2.1/"]):
    run = [sys.executable, "-m", "lightterm", "--dump", "--no-metadata", *words]
    done = subprocess.run(run, capture_output=True, text=True)
    told.append((done.returncode, done.stdout.strip(), done.stderr.strip()))
print(json.dumps(told))
"""
LOOPBACK = 'ip link set lo up && exec "$@"'


@pytest.mark.covers("LB-6")
def test_without_a_network_pages_of_this_machine_are_shown_in_tiers_1_and_2(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-rn", "sh", "-c", LOOPBACK, "sh", "true"], capture_output=True).returncode:
        pytest.skip("this machine gives no network of one's own")
    if missing():
        pytest.skip(missing())
    done = subprocess.run(
        ["unshare", "-rn", "sh", "-c", LOOPBACK, "sh", sys.executable, "-c", ALONE],
        env=clean_environment(str(tmp_path), PYTHONPATH=str(ROOT)), cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    static, light, start, unreached = json.loads(done.stdout)
    assert static[:2] == [0, "written"]
    assert light[:2] == [0, "by script"]
    assert start[0] == 0 and "# lightterm" in start[1]
    assert unreached[:2] == [7, ""] and "192.0.2.1" in unreached[2]
