"""Chromium and its driver as processes: killed at any moment, they are replaced; killed with us, they are gone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from lightterm.batch.model import Common, Entry
from lightterm.batch.page import Reader
from lightterm.commands.options import DumpOptions
from lightterm.engines import chromium
from lightterm.engines.base import Action, EngineOptions
from lightterm.engines.driver import Driver, Ended
from lightterm.engines.full import FullEngine
from lightterm.engines.full_browser import browsers
from lightterm.engines.pool import Pool, memory_of, processes_below, resident
from lightterm.errors import BrowserError, Cancelled, LighttermError, TimedOut
from lightterm.fetch.clock import Cancel
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
from lightterm.settings import load
from tests.clocks import Stopwatch
from tests.engines.full_parts import running, shown, words
from tests.servers import HttpProxy, Server, Talk

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

needs_chromium = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
needs_proc = pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes are counted by /proc")


def started() -> set[int]:
    """The processes that this one has, the driver and its browsers among them."""
    return set(processes_below(os.getpid()))


def gone(pids: set[int], seconds: float = 10) -> bool:
    """Whether all of them end within so long."""
    return comes_true(lambda: not any(map(lives, pids)), seconds)


def at_most_one(context: BrowserContext) -> bool:
    return len(context.pages) <= 1


def comes_true(asked: Callable[[], bool], seconds: float = 10) -> bool:
    """Whether something becomes true within so long: a busy machine closes pages after it said that it would."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if asked():
            return True
        threading.Event().wait(0.05)
    return False


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def named(pids: set[int], part: str) -> list[int]:
    return [pid for pid in sorted(pids) if part in Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")]


@pytest.fixture
def fresh() -> Iterator[FullEngine]:
    made = FullEngine(EngineOptions(), CookieJar())
    yield made
    made.close()
    browsers().close()


@needs_chromium
@needs_proc
@pytest.mark.covers("LB-40")
def test_nothing_is_left_when_the_browsers_are_closed(fresh: FullEngine, server: Server) -> None:
    before = started()
    shown(fresh, server, "<p>one")
    here = started() - before
    assert named(here, "run-driver") and named(here, "--headless")
    fresh.close()
    browsers().close()
    assert gone(here)


@needs_chromium
@needs_proc
@pytest.mark.covers("LB-42", "LB-43", "LB-153")
def test_one_browser_starts_late_and_serves_all_sessions(fresh: FullEngine, server: Server) -> None:
    before = started()
    other = FullEngine(EngineOptions(), CookieJar())
    assert started() == before
    for engine in (fresh, other, fresh):
        shown(engine, server, "<p>page")
    (worker,) = browsers().pool.workers()
    assert len([pid for pid in started() - before if os.getpgid(pid) == pid]) == 1
    assert worker.memory() > 50_000_000
    other.close()


@needs_chromium
@pytest.mark.covers("LB-154")
def test_pages_of_a_session_share_a_context_and_end_with_it(fresh: FullEngine, server: Server) -> None:
    for number in range(10):
        page = shown(fresh, server, f"<p>page {number}<script>document.cookie = 'n={number}'</script>")
        assert page.live is not None and f"page {number}" in words(page)
        page.live.close()
    (browser,) = browsers().pool.workers()
    assert browser.connection is not None
    (context,) = browser.connection.contexts
    assert len(context.pages) <= 1, "the next page is opened ahead, the others are gone"


@needs_chromium
@pytest.mark.covers("LB-158")
def test_pages_that_only_are_read_are_closed_once_they_were(server: Server, home: Path) -> None:
    server.on("/", lambda asked, talk: talk.reply(f"<p>page {asked.query}<script>document.title = 'read'</script>"))
    settings = load().with_session([("tiers.only", "full"), ("network.allow_private", True)])
    common = Common(DumpOptions(quiet=True), settings)
    reader = Reader(common)
    try:
        for number in range(6):
            outcome = reader.read(Entry(number, "", server.url(f"/?{number}")))
            assert (outcome.tier, outcome.title, outcome.problems) == (3, "read", ())
            (browser,) = browsers().pool.workers()
            assert browser.connection is not None
            (context,) = browser.connection.contexts
            assert comes_true(partial(at_most_one, context)), "the next page is opened ahead, the others are gone"
    finally:
        reader.close()
        browsers().close()


@needs_chromium
@pytest.mark.skipif("DISPLAY" in os.environ, reason="there is a display: a window would open")
@pytest.mark.covers("LB-31", "BK-60")
def test_a_window_is_opened_only_when_it_is_asked_for(fresh: FullEngine, server: Server) -> None:
    assert "no window" in words(shown(fresh, server, "<p>no window"))
    with pytest.raises(BrowserError, match="no display"):
        FullEngine(EngineOptions(headed=True), CookieJar()).load(Request(server.url("/"), deadline=20))


@needs_chromium
@needs_proc
@pytest.mark.parametrize("victim", ["run-driver", "--headless"])
def test_a_browser_or_driver_killed_in_a_load_is_replaced(fresh: FullEngine, server: Server, victim: str) -> None:
    before = started()
    shown(fresh, server, "<p>warm")
    asked = threading.Event()

    def hold(asked_for: object, talk: Talk) -> None:
        if not asked.is_set():
            asked.set()
            talk.hold()
        talk.reply("<p>came all the same")

    server.on("/slow", hold)

    def kill() -> None:
        asked.wait(10)
        os.kill(named(started() - before, victim)[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    snapshot = fresh.load(Request(server.url("/slow"), deadline=20))
    killer.join()
    assert "came all the same" in words(snapshot)


@needs_chromium
@needs_proc
def test_what_waits_for_a_driver_that_was_killed_does_not_wait_on() -> None:
    """Playwright tells its own calls so; what waits for an event of a page, as for a download, never hears of it."""
    before = started()
    driver = Driver()
    waiting = threading.Event()

    async def wait() -> None:
        waiting.set()
        await asyncio.Event().wait()

    def kill() -> None:
        waiting.wait(60)
        os.kill(named(started() - before, "run-driver")[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(Ended):  # and not TimedOut
            driver.run(wait(), 120)
        assert not driver.answers()
    finally:
        killer.join()
        driver.close()


@needs_chromium
@needs_proc
def test_a_page_whose_process_is_killed_in_its_load_is_loaded_again(fresh: FullEngine, server: Server) -> None:
    def strike(asked: object, talk: Talk) -> None:
        for pid in started() if len(server.log) < 4 else ():
            with suppress(OSError):
                if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
        talk.reply("{}")

    server.on("/strike", strike)
    url = server.page("/made", "<p id=a>static</p><script>a.textContent = 'made'; fetch('/strike')</script>")
    snapshot = fresh.load(Request(url, deadline=30))
    assert words(snapshot) == "made" and snapshot.response.error is None
    assert [asked.path for asked in server.log].count("/made") == 2
    server.on("/sent", lambda asked, talk: talk.reply("<p>sent<script>fetch('/strike')</script>"))
    server.log.clear()
    with pytest.raises(BrowserError, match="process ended"):
        fresh.load(Request(server.url("/sent"), method="POST", data=b"a=1", deadline=30))
    assert [asked.method for asked in server.log if asked.path == "/sent"] == ["POST"]


@needs_chromium
@needs_proc
def test_pages_of_a_dead_browser_say_so(fresh: FullEngine, server: Server) -> None:
    before = started()
    live = shown(fresh, server, "<p>warm <button>Go</button>").live
    assert live is not None
    os.kill(named(started() - before, "--headless")[0], signal.SIGKILL)
    for ask in (lambda: live.act(Action("click", 1), 5), lambda: live.evaluate("1", 5), live.snapshot):
        with pytest.raises(BrowserError) as caught:
            ask()
        assert "has been closed" not in caught.value.message, (
            "whether it was done is said, not what Playwright calls it"
        )
    live.close()


@needs_chromium
@needs_proc
def test_loads_with_kills_among_them_leave_no_process(fresh: FullEngine, server: Server) -> None:
    before = started()
    seen: set[int] = set()
    server.page("/", "<p>page<script>setTimeout(() => { for(;;); }, 900)</script>")
    for number in range(6):
        live = None
        with suppress(TimedOut):
            live = fresh.load(Request(server.url("/"), deadline=3)).live
        seen |= started() - before
        if number % 3 == 1:
            os.kill(named(started() - before, "--headless")[0], signal.SIGKILL)
        elif live is not None:
            live.close()
    fresh.close()
    browsers().close()
    assert gone(seen | (started() - before))


PROBE = """
import sys
from lightterm.engines.base import EngineOptions
from lightterm.engines.full import FullEngine
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
engine = FullEngine(EngineOptions(), CookieJar())
page = engine.load(Request(sys.argv[1], deadline=20))
print("ready", flush=True)
sys.stdin.read()
"""


def _probe(url: str, short: Path) -> subprocess.Popen[str]:
    """Another process of ours that has the page open in its Chromium, with files in `short`."""
    environ = {**os.environ, "TMPDIR": str(short)}
    probe = [sys.executable, "-c", PROBE, url]
    process = subprocess.Popen(probe, env=environ, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


@needs_chromium
@needs_proc
def test_nothing_outlives_us_when_we_are_killed(server: Server, short: Path) -> None:
    url = server.page("/", "<p>page<script>setTimeout(() => { for(;;); }, 900)</script>")
    with _probe(url, short) as process:
        pids = set(processes_below(process.pid))
        assert named(pids, "run-driver") and named(pids, "--headless")
        process.kill()
    assert gone(pids)
    assert comes_true(lambda: not list(short.iterdir())), "its files go, too"


@needs_chromium
@needs_proc
def test_files_that_nobody_could_remove_go_with_the_next_run(server: Server, short: Path) -> None:
    url = server.page("/", "<p>page")
    with _probe(url, short) as process:
        pids = set(processes_below(process.pid))
        for keeper in named(pids, "trap"):
            os.kill(keeper, signal.SIGKILL)
        process.kill()
    assert gone(pids) and len(list(short.iterdir())) == 1
    environ = {**os.environ, "TMPDIR": str(short)}
    probe = PROBE.replace("sys.stdin.read()", "")
    subprocess.run([sys.executable, "-c", probe, url], env=environ, check=True, timeout=60, capture_output=True)
    assert list(short.iterdir()) == []


@needs_chromium
@needs_proc
def test_browsers_that_are_killed_leave_no_files(
    fresh: FullEngine, server: Server, monkeypatch: pytest.MonkeyPatch, short: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(short))
    monkeypatch.setattr("tempfile.tempdir", None)
    for number in range(6):
        fresh.load(Request(server.page("/", "<p>page"), deadline=20))
        assert [path.name.partition("-")[0] for path in short.iterdir()] == ["lightterm"], "all is in one place"
        for worker in browsers().pool.workers() if number % 2 else ():
            os.killpg(worker.pid, signal.SIGKILL)
    fresh.close()
    browsers().close()
    assert list(short.iterdir()) == []


@needs_chromium
def test_a_load_is_stopped_by_who_asked_for_it(fresh: FullEngine, server: Server) -> None:
    asked, cancel = threading.Event(), Cancel()
    cancelled: list[float] = []

    def hold(_asked: object, talk: Talk) -> None:
        asked.set()
        talk.hold()

    server.on("/held", hold)

    def stop() -> None:
        asked.wait(60)
        cancelled.append(time.monotonic())
        cancel.cancel()

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(Cancelled):  # and not TimedOut
        fresh.load(Request(server.url("/held"), deadline=120), cancel)
    stopper.join()
    assert time.monotonic() - cancelled[0] < 10


@needs_chromium
def test_a_page_of_fifty_megabytes_ends_in_time(fresh: FullEngine, server: Server) -> None:
    server.page("/big", "<h1>Big</h1>" + "<p>some words of a long page</p>" * 1_700_000)
    clock = Stopwatch()
    with suppress(TimedOut):  # laying it out alone takes Chromium that long; what tier 1 has of it is shown then
        assert b"Big" in fresh.load(Request(server.url("/big"), deadline=8)).markup[:500]
    assert clock.seconds() < 8.8
    assert "next" in words(shown(fresh, server, "<p>next"))


class Sleeper:
    """A real process in a pool; `size` is what it says it holds."""

    def __init__(self, size: int = 0) -> None:
        self.process = subprocess.Popen(["sleep", "600"])
        self.size = size
        self.asked = 0

    def alive(self) -> bool:
        return self.process.poll() is None

    def memory(self) -> int:
        self.asked += 1
        return self.size

    def at_most(self) -> int:
        return 10 * self.size

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sleep to run")
def test_a_pool_shares_replaces_and_ends() -> None:
    pool: Pool[Sleeper] = Pool(budget=100, idle_seconds=0, look=600)
    first = pool.take("a", Sleeper)
    assert pool.take("a", Sleeper) is first
    other = pool.take("b", Sleeper)
    assert other is not first
    first.process.kill()
    first.process.wait()
    second = pool.take("a", Sleeper)
    assert second is not first and second.alive()
    pool.look()
    assert set(pool.workers()) == {first, other, second}
    pool.give_back(other)
    pool.look()
    assert not other.alive()
    second.size = 200
    pool.look()
    assert second.alive()
    third = pool.take("a", Sleeper)
    assert third is not second
    pool.give_back(second)
    assert not second.alive()
    pool.close()
    assert not third.alive() and pool.workers() == ()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sleep to run")
def test_a_pool_asks_anew_what_a_worker_holds_only_when_it_may_be_too_much() -> None:
    pool: Pool[Sleeper] = Pool(budget=100, idle_seconds=600, look=600)
    worker = pool.take("a", lambda: Sleeper(50))
    for size in (50, 50, 54, 55):
        worker.size = size
        pool.look()
    assert worker.asked == 1 and pool.workers() == (worker,)
    worker.size = 56  # with 6 more it may hold 110 by now
    pool.look()
    assert worker.asked == 2 and pool.workers() == (worker,)
    worker.size = 101
    pool.look()
    pool.give_back(worker)
    assert pool.workers() == () and not worker.alive()
    pool.close()


@needs_proc
def test_memory_of_processes_is_told() -> None:
    assert resident((os.getpid(),)) >= memory_of((os.getpid(),))
    assert resident((2**22 + 1,)) == 0
    assert memory_of((os.getpid(),)) > 5_000_000
    assert memory_of((2**22 + 1,)) == 0


@pytest.mark.covers("LB-5")
def test_a_chromium_that_is_not_there_is_told_in_words(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chromium")
    engine = FullEngine(EngineOptions(), CookieJar())
    assert "/nowhere/chromium" in engine.missing() and "--install-browser" in engine.missing()
    with pytest.raises(LighttermError) as fault:
        engine.load(Request(server.url("/"), deadline=5))
    assert fault.value.code == "BROWSER_UNAVAILABLE" and fault.value.exit_code == 48


@needs_chromium
@pytest.mark.covers("LB-5")
def test_the_chromium_that_is_named_is_the_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = chromium.find()
    monkeypatch.setenv(chromium.VARIABLE, found)
    assert chromium.find() == found and chromium.missing() == ""
    assert chromium.find("/nowhere/at/all") == ""


@needs_chromium
@needs_proc
@pytest.mark.covers("BK-55", "BK-66", "SAK-33")
def test_a_browser_that_runs_already_is_used_and_left_running(server: Server, short: Path) -> None:
    server.on("/", lambda asked, talk: talk.reply(f"<p>cookie {asked.header('cookie')}"))
    with running(short) as (own, where):
        engine = FullEngine(EngineOptions(attach=where), CookieJar())
        assert engine.missing() == ""
        live = shown(engine, server, "<p>first<script>document.cookie = 'signed=in'</script>").live
        assert live is not None
        live.close()
        engine.close()
        browsers().close()
        own_way = EngineOptions(attach=where, user_agent="other", accept_language="fr")
        again = FullEngine(own_way, CookieJar())
        server.on("/", lambda asked, talk: talk.reply(f"<p>{asked.header('cookie')} {asked.header('user-agent')}"))
        text = words(again.load(Request(server.url("/"), deadline=10)))
        assert "signed=in" in text and "Chrome/" in text
        again.close()
        browsers().close()
        assert own.poll() is None
        with urlopen(f"{where}/json/list") as listed:
            left = [one["url"] for one in json.load(listed) if one["type"] == "page"]
        assert not [url for url in left if url.startswith(server.url("/"))], "no tab of ours is left in it"


@needs_chromium
def test_where_no_browser_answers_it_is_said_how_to_start_one() -> None:
    engine = FullEngine(EngineOptions(attach="http://127.0.0.1:9"), CookieJar())
    with pytest.raises(BrowserError, match="--remote-debugging-port"):
        engine.load(Request("http://example.com/", deadline=5))
    engine.close()
    browsers().close()


@needs_chromium
def test_a_profile_that_nothing_can_be_kept_in_is_told(short: Path, server: Server) -> None:
    (short / "file").write_text("")
    engine = FullEngine(EngineOptions(profile=str(short / "file")), CookieJar())
    with pytest.raises(BrowserError, match="file cannot be used: it is no directory"):
        engine.load(Request(server.page("/", "<p>x"), deadline=10))
    engine.close()
    browsers().close()


@needs_chromium
@pytest.mark.covers("BK-33")
def test_a_profile_outlives_the_run_and_is_used_once_at_a_time(server: Server, short: Path) -> None:
    options = EngineOptions(profile=str(short / "profile"))
    server.on("/", lambda asked, talk: talk.reply(f"<p>cookie {asked.header('cookie')}"))
    server.page("/set", "<p>set<script>document.cookie = 'kept=yes; max-age=9999'</script>")
    first = FullEngine(options, CookieJar())
    first.load(Request(server.url("/set"), deadline=10))
    probe = PROBE.replace("EngineOptions()", f"EngineOptions(profile={options.profile!r})")
    command = [sys.executable, "-c", probe, server.url("/")]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, input="")
    assert "is in use by another browser" in second.stderr
    first.close()
    browsers().close()
    third = FullEngine(options, CookieJar())
    assert "kept=yes" in words(third.load(Request(server.url("/"), deadline=10)))
    third.close()
    server.page("/size", "<p id=a></p><script>a.textContent = `${innerWidth}x${innerHeight}`</script>")
    proxy = HttpProxy()
    proxy.hosts["example.test:80"] = ("127.0.0.1", server.port)
    other = options.replace(viewport=(900, 500), headers=(("X-Own", "yes"),), proxy=proxy.url)
    fourth = FullEngine(other, CookieJar())  # the warm browser of the third looks otherwise, and makes way
    assert "900x500" in words(fourth.load(Request("http://example.test/size", deadline=20)))
    assert server.asked("/size")[0].header("x-own") == "yes" and proxy.log
    fourth.close()
    browsers().close()
    proxy.stop()
