"""lightpanda's processes: told nothing they should not know, replaced when they die, and never left behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from engines.conftest import text_of

from lightterm.engines.base import EngineOptions
from lightterm.engines.light import LightEngine
from lightterm.engines.light_binary import VARIABLE, find, missing
from lightterm.errors import BrowserError, LighttermError
from lightterm.fetch.http import HttpClient, HttpOptions
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Server

    from lightterm.fetch.model import Snapshot

    Load = Callable[..., Snapshot]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def browsers(parent: int) -> list[int]:
    """The lightpanda processes that a process started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name, _, rest = (entry / "stat").read_text().rpartition(")")
            except OSError:
                continue
            state, owner = rest.split()[:2]
            if "lightpanda" in name and int(owner) == parent and state != "Z":
                found.append(int(entry.name))
    return found


def ends_within(pid: int, seconds: float) -> bool:
    """Whether a process, watched from now on, ends in time."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], seconds)[0])
    finally:
        os.close(watched)


def test_the_environment_says_no_telemetry_and_no_proxy(
    server: Server, load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:1")
    load(server.page("/", "<p>x</p>"))

    (pid,) = browsers(os.getpid())
    environ = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    assert b"LIGHTPANDA_DISABLE_TELEMETRY=true" in environ
    assert not [line for line in environ if line.lower().startswith(b"https_proxy=")]


def test_pages_share_one_process_which_ends_with_its_last_user(server: Server, light: LightEngine) -> None:
    url = server.page("/", "<p>x</p>")
    with HttpClient(HttpOptions()) as client:
        other = LightEngine(EngineOptions(), client.fetch)
        for engine in (light, other):
            engine.load(Request(url, deadline=20))
        (pid,) = browsers(os.getpid())
        light.close()
        assert browsers(os.getpid()) == [pid]
        assert text_of(other.load(Request(url, deadline=20))) == "x"
        other.close()

    assert ends_within(pid, 5)


@pytest.mark.covers("LB-156")
def test_a_dead_browser_is_told_and_replaced(server: Server, load: Load) -> None:
    url = server.page("/", "<p>x</p>")
    page = load(url).live
    assert page is not None
    (pid,) = browsers(os.getpid())

    os.kill(pid, signal.SIGKILL)
    with pytest.raises(BrowserError):
        page.evaluate("1", 5)

    assert text_of(load(url)) == "x"
    assert browsers(os.getpid()) != [pid]


def test_a_browser_killed_while_it_loads_leaves_the_page_to_be_read(server: Server, load: Load) -> None:
    def strike(_asked: object, talk: object) -> None:
        serving = [pid for pid in browsers(os.getpid()) if b"serve" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        for pid in serving:
            os.kill(pid, signal.SIGKILL)
        talk.reply("{}")  # type: ignore[attr-defined]

    server.on("/strike", strike)
    snapshot = load(server.page("/", "<p id=a></p><script>a.textContent = 'made'; fetch('/strike')</script>"))

    assert text_of(snapshot) == "made"
    assert snapshot.live is None
    assert snapshot.response.error is not None


def test_the_process_of_a_page_that_is_stuck_alone_goes_with_it(server: Server, load: Load, light: LightEngine) -> None:
    """Its watchdog ends only the page, and not before ten seconds."""
    page = load(server.page("/", "<p>x</p>")).live
    assert page is not None
    page.close()
    (pid,) = browsers(os.getpid())
    with suppress(LighttermError):
        stuck = light.load(Request(server.page("/endless", "<p>x</p><script>for (;;) {}</script>"), deadline=1.5)).live
        assert stuck is None
    assert ends_within(pid, 5)


def test_nothing_is_left_after_many_loads_with_kills_among_them(server: Server, light: LightEngine) -> None:
    plain = server.page("/", "<p id=a></p><script>a.textContent = 'made'</script>")
    endless = server.page("/endless", "<p>x</p><script>for (;;) {}</script>")
    live = []

    for number in range(30):
        if number % 10 == 5:
            for pid in browsers(os.getpid()):
                os.kill(pid, signal.SIGKILL)
        url, seconds = (endless, 1.5) if number % 10 == 9 else (plain, 20)
        try:
            snapshot = light.load(Request(url, deadline=seconds))
        except LighttermError:
            assert url == endless
        else:
            live.append(snapshot.live)
    for page in live[::2]:
        if page is not None:
            page.close()
    left = browsers(os.getpid())
    light.close()

    assert len(left) <= 1
    assert all(ends_within(pid, 5) for pid in left)
    assert browsers(os.getpid()) == []


def test_it_dies_with_us_even_when_we_are_killed(server: Server, light: LightEngine) -> None:
    url = server.page("/", "<p>x</p>")
    program = textwrap.dedent(
        """
        import sys, threading
        from lightterm.engines.base import EngineOptions
        from lightterm.engines.light import LightEngine
        from lightterm.fetch.http import HttpClient, HttpOptions
        from lightterm.fetch.model import Request
        engine = LightEngine(EngineOptions(), HttpClient(HttpOptions()).fetch)
        loading = threading.Thread(target=lambda: engine.load(Request(sys.argv[1], deadline=20)))
        loading.start()
        loading.join()
        print("loaded", flush=True)
        sys.stdin.read()
        """
    )
    ours = subprocess.Popen(
        [sys.executable, "-c", program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert ours.stdin is not None
    assert ours.stdout is not None
    with ours.stdin, ours.stdout:
        assert ours.stdout.readline() == "loaded\n"
        (pid,) = browsers(ours.pid)
        ours.kill()
        assert ends_within(pid, 5)
        ours.wait(5)


def test_a_program_that_is_none_is_told_at_once(server: Server) -> None:
    with HttpClient(HttpOptions()) as client:
        engine = LightEngine(EngineOptions(lightpanda="/bin/true"), client.fetch)
        with pytest.raises(BrowserError):
            engine.load(Request(server.page("/", "<p>x</p>"), deadline=20))
        engine.close()


def test_where_the_program_is(tmp_path: Path, light: LightEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    real = find()
    assert "lightpanda" in real
    assert missing() == ""
    assert find(real) == real
    assert find(str(tmp_path / "none")) == ""
    assert str(tmp_path / "none") in missing(str(tmp_path / "none"))
    script = tmp_path / "lightpanda"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find() == ""
    assert "pip install 'lightterm[light]'" in missing()
    monkeypatch.setenv(VARIABLE, real)
    assert find() == real


@pytest.mark.parametrize("module", ["lightpanda", "websockets", "playwright", "asyncio"])
def test_loading_a_page_imports_nothing_heavy(server: Server, light: LightEngine, module: str) -> None:
    program = (
        "import sys\nfrom lightterm.engines.base import EngineOptions\n"
        "from lightterm.engines.light import LightEngine\n"
        "from lightterm.fetch.http import HttpClient, HttpOptions\nfrom lightterm.fetch.model import Request\n"
        "engine = LightEngine(EngineOptions(), HttpClient(HttpOptions()).fetch)\n"
        "engine.load(Request(sys.argv[1], deadline=20))\nengine.close()\nprint(sys.argv[2] in sys.modules)"
    )
    url = server.page("/", "<p>x</p>")
    done = subprocess.run([sys.executable, "-c", program, url, module], capture_output=True, text=True, timeout=60)

    assert done.stdout == "False\n"


def test_a_script_that_holds_everything_up_for_a_while_costs_no_more_than_that(server: Server, load: Load) -> None:
    """What one waits for an answer meanwhile says nothing of how seldom one should ask."""
    page = (
        "<p id=root>Loading...</p><script>setTimeout(() => { for (const at = Date.now(); Date.now() - at < 1000;);"
        "root.textContent = 'There it is' }, 100)</script>"
    )
    snapshot = load(server.page("/", page), seconds=4.0)
    assert text_of(snapshot) == "There it is"
    assert snapshot.response.error is None
