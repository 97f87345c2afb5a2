"""Being somebody else, being nobody any more, and telling nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lightterm.resources import user_directory

if TYPE_CHECKING:
    from servers import Server

RUN = (sys.executable, "-m", "lightterm")


def lightterm(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment}
    return subprocess.run([*RUN, *words], capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL, timeout=60)


def counting(server: Server) -> str:
    """A page that knows who was here before by a cookie."""

    def answer(asked, talk) -> None:
        seen = asked.header("cookie") or "nobody"
        talk.reply(f"<p>Hello {seen}", headers=[("Set-Cookie", f"who=caller{len(server.log)}; Max-Age=900")])

    server.on("/", answer)
    return server.url("/")


@pytest.mark.covers("LBX-49")
def test_identities_have_cookies_and_files_of_their_own(server: Server) -> None:
    url = counting(server)
    keeps = ("--set", "session.persist_cookies=true")
    assert "nobody" in lightterm(*keeps, "--identity", "work", url).stdout
    assert "who=caller1" in lightterm(*keeps, "--identity", "work", url).stdout
    assert "nobody" in lightterm(*keeps, "--identity", "home", url).stdout
    assert "nobody" in lightterm(*keeps, url).stdout, "who has no name is somebody else, too"
    assert "who=caller3" in lightterm(*keeps, url, LIGHTTERM_IDENTITY="home").stdout
    for name in ("work", "home"):
        assert Path(user_directory("data"), "identities", name, "lightterm.sqlite").is_file()
    wrong = lightterm("--identity", "../up", url)
    assert wrong.returncode == 2 and "is no name for an identity" in wrong.stderr


@pytest.mark.covers("LBX-53")
def test_a_wipe_overwrites_and_removes_every_file_but_settings(server: Server) -> None:
    url = counting(server)
    config = Path(user_directory("config"), "config.yaml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("session: {persist_cookies: true}\n")
    for name in ("", "work"):
        assert lightterm("--identity", name, url).returncode == 0
    data = Path(user_directory("data"))
    kept = [path for path in data.rglob("*") if path.is_file()]
    assert any(path.name == "lightterm.sqlite" for path in kept)
    linked = data / "also"
    os.link(config, linked)
    other = data / "identities" / "work" / "lightterm.sqlite"
    with other.open("rb", buffering=0) as held:
        assert b"SQLite format" in held.read(100)
        one = lightterm("--identity", "work", "--wipe")
        assert "removed" in one.stdout and one.returncode == 0 and not other.exists()
        held.seek(0)
        assert not held.read().strip(b"\0"), "what was in it is not on the disk any more"
    assert (data / "lightterm.sqlite").is_file(), "another identity's wipe takes nothing of this one"
    assert lightterm("--wipe").returncode == 0
    assert not data.exists() and not Path(user_directory("cache")).exists()
    assert config.read_text() == "session: {persist_cookies: true}\n", "settings stay; links too"


SPY = """
import os, sys
def hear(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        with open(os.environ["SPY_LOG"], "a") as log:
            log.write(f"{event} {args[1] if event != 'socket.getaddrinfo' else args[0]!r}\\n")
sys.addaudithook(hear)
"""


@pytest.mark.covers("LBX-53")
def test_nothing_is_said_to_anybody_but_the_site_that_was_asked_for(server: Server, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SPY)
    log = tmp_path / "log"
    log.touch()
    spied = {"PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}", "SPY_LOG": str(log)}
    file = tmp_path / "page.html"
    file.write_text("<h1>Here</h1><p>Words of a page.")
    for words in ((str(file),), ("--version",), ("about:start",), ("--format", "json", str(file)), ("--wipe",)):
        assert lightterm(*words, **spied).returncode == 0
    assert log.read_text() == "", "pages of this machine ask nobody"
    url = server.page("/", "<h1>Port</h1><p>Words of a page.")
    assert lightterm(url, **spied).returncode == 0
    assert log.read_text(), "the spy hears what there is to be heard"
    for line in log.read_text().splitlines():
        assert "127.0.0.1" in line, line
