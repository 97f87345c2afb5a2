"""What each tier makes of pages that scripts build: `python -m tests.bench.tiers [--tiers 1,2,3] [--pages DIR]`.

A page is right when all the words that it should show are read, in their order. The table gives for each page and tier
the seconds until its text was settled (the engine warm), the CPU seconds and the memory (PSS) of the engine's
processes. Below it stand what a session pays once: a cold start in a fresh interpreter, and ten sessions at once.

Last of all every page is loaded as a person would load it, with no tier asked for: whether what came is right, and
came by the lowest tier that gets it right.

DIR (tests/corpus/spa/pages) holds more pages, each a folder with its files, index.html among them, and expect.txt: a
line for each word or phrase that should be read.
"""

from __future__ import annotations

import argparse
import mimetypes
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from corpus import by_hand
from servers import Server

from lightterm import settings
from lightterm.document.layout import text_lines
from lightterm.engines.base import EngineOptions, tier_name
from lightterm.engines.light import LightEngine
from lightterm.engines.static import StaticEngine
from lightterm.error_base import LighttermError
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.http import HttpClient
from lightterm.fetch.model import LIGHT, STATIC, Request
from lightterm.fetch.options import HttpOptions
from lightterm.session.frames import with_frames
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Document
    from lightterm.engines.base import Engine, State
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Snapshot

SECONDS = 15.0
WIDE = 10_000
FIRST_TEXT, SESSIONS_MB = 0.5, 150
"""The bars of tier 2: seconds to the first text from cold, and megabytes of ten sessions."""

BANDS = {1: (0.05, 0.2), 2: (0.2, 0.5), 3: (2.0, 5.0)}
"""Seconds that a page is expected to take in each tier."""

PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "static": ("<h1>Plain</h1><p>It needs nothing.</p>", ("Plain", "nothing")),
    "inline": ("<div id=root></div><script>root.innerHTML = '<h1>Made here</h1>'</script>", ("Made here",)),
    "fetch": (
        "<ul id=l></ul><script>fetch('/data/items.json').then(r => r.json()).then(all => "
        "all.forEach(n => l.insertAdjacentHTML('beforeend', `<li>${n}</li>`)))</script>",
        ("Ada", "Grace"),
    ),
    "xhr": (
        "<p id=a>Loading</p><script>const x = new XMLHttpRequest(); x.open('GET', '/data/items.json');"
        "x.onload = () => a.textContent = JSON.parse(x.responseText).join(' and '); x.send()</script>",
        ("Ada and Grace",),
    ),
    "module": (
        "<p id=a></p><script type=module>import {word} from '/data/word.js'; a.textContent = word</script>",
        ("imported",),
    ),
    "chunk": ("<p id=a></p><script>import('/data/word.js').then(m => a.textContent = m.word)</script>", ("imported",)),
    "timer": ("<p id=a>Loading...</p><script>setTimeout(() => a.textContent = 'in time', 600)</script>", ("in time",)),
    "router": (
        "<nav></nav><main id=m></main><script>const show = () => m.textContent = 'route ' + location.pathname;"
        "history.pushState({}, '', '/deep/er'); show()</script>",
        ("route /deep/er",),
    ),
    "element": (
        "<my-card>given</my-card><script>class Card extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'open'}).innerHTML = '<h2>Card</h2><slot></slot>' }}"
        "customElements.define('my-card', Card)</script>",
        ("Card", "given"),
    ),
    "observer": (
        "<div id=a>soon</div><script>new IntersectionObserver(([e]) => e.isIntersecting && (a.textContent = 'in view'))"
        ".observe(a)</script>",
        ("in view",),
    ),
    "polling": (
        "<p id=a>0</p><p>Counted</p><script>setInterval(() => fetch('/data/items.json'), 100); a.textContent = 'up'"
        "</script>",
        ("up", "Counted"),
    ),
    "worker": (
        "<p id=a></p><script>const w = new Worker('/data/worker.js'); w.onmessage = e => a.textContent = e.data;"
        "w.postMessage('by')</script>",
        ("by a worker",),
    ),
    "frame": ("<p>Around</p><iframe src=/data/frame.html width=400 height=200></iframe>", ("Around", "Inside")),
    "hidden": (
        "<p>Seen</p><p id=a>UNSEEN</p><script>const s = document.createElement('style'); document.head.append(s);"
        "s.sheet.insertRule('#a { display: none }')</script>",
        ("Seen",),
    ),
    "canvas": (
        "<canvas id=c width=900 height=600></canvas><p>Drawn</p><script>c.getContext('2d')</script>",
        ("Drawn",),
    ),
    "endless": ("<p>Before</p><script>for (;;) {}</script><p>After</p>", ("Before", "After")),
}
FILES = {
    "/data/items.json": ('["Ada", "Grace"]', "application/json"),
    "/data/word.js": ("export const word = 'imported'", "text/javascript"),
    "/data/worker.js": ("onmessage = e => postMessage(e.data + ' a worker')", "text/javascript"),
    "/data/frame.html": ("<p>Inside</p>", "text/html"),
}


class Row(NamedTuple):
    """One page in one tier: seconds, CPU seconds, megabytes, and whether what was read is right."""

    seconds: float
    cpu: float
    memory: float
    right: bool


def below(parent: int, name: str = "") -> list[int]:
    """The processes that a process started and that still run, and theirs; of one name where that is given."""
    owners: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, owner = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state != "Z":
                owners.setdefault(int(owner), []).append(int(entry.name))
    found, look = [], [parent]
    while look:
        look += (more := owners.get(look.pop(), []))
        found += more
    return [pid for pid in found if name in _name_of(pid)]


def _name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return ""  # it has ended meanwhile


def cost(processes: list[int]) -> tuple[float, float]:
    """CPU seconds used so far, and megabytes (proportional set size)."""
    ticks, kilobytes = 0, 0
    for pid in processes:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return ticks / os.sysconf("SC_CLK_TCK"), kilobytes / 1024


def words_of(document: Document) -> str:
    """What is read, one space between words."""
    return " ".join(" ".join(text_lines(document.blocks, WIDE, False)).split())


def is_right(text: str, expected: tuple[str, ...]) -> bool:
    """Whether all that is expected is there in its order, and nothing that is not to be seen."""
    at = 0
    for one in expected:
        found = text.find(one, at)
        if found < 0:
            return False
        at = found + len(one)
    return "UNSEEN" not in text


def measured(engine: Engine, url: str, expected: tuple[str, ...]) -> Row:
    """One load with an engine."""
    ours, (before, _) = time.process_time(), cost(below(os.getpid()))
    begun = time.perf_counter()
    try:
        snapshot = engine.load(Request(url, deadline=SECONDS))
    except LighttermError:
        return Row(time.perf_counter() - begun, 0, 0, False)
    seconds = time.perf_counter() - begun
    after, memory = cost(below(os.getpid()))
    right = is_right(words_of(extract(snapshot, View())[0]), expected)
    if snapshot.live is not None:
        snapshot.live.close()
    return Row(seconds, max(after - before, 0) + time.process_time() - ours, memory, right)


def serve(server: Server, directory: Path | None) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every page: its name, its address, what it should say."""
    for path, (body, kind) in FILES.items():
        server.page(path, body, kind)
    for name, (markup, expected) in PAGES.items():
        yield name, server.page(f"/{name}", f"<!doctype html><title>{name}</title>{markup}"), expected
    for number, (name, page) in enumerate(by_hand.PAGES.items()):
        yield name[:34], by_hand.serve(server, name, f"hand{number}"), page.says
    for file in sorted(directory.rglob("*")) if directory is not None else ():
        path = "/" + str(file.relative_to(directory or file))
        if file.is_file():
            server.page(path, file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")
        if file.name == "expect.txt":
            index = file.with_name("index.html")
            url = server.page(path.removesuffix("expect.txt"), index.read_bytes())
            yield file.parent.name, url, tuple(file.read_text("utf-8").splitlines())


_COLD = """
import sys, time
begun = time.perf_counter()
from lightterm.engines.base import EngineOptions
from lightterm.engines.light import LightEngine
from lightterm.fetch.http import HttpClient
from lightterm.fetch.options import HttpOptions
from lightterm.fetch.model import Request
engine = LightEngine(EngineOptions(), HttpClient(HttpOptions()).fetch)
assert b"Ada" in engine.load(Request(sys.argv[1], deadline=15)).markup
print(time.perf_counter() - begun)
engine.close()
"""


def cold(url: str) -> float:
    """Seconds from a bare interpreter, with nothing imported or started, to the text in tier 2; the median of five."""
    command = [sys.executable, "-c", _COLD, url]
    return statistics.median(float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(5))


def ten_sessions(url: str) -> float:
    """Megabytes of lightpanda with a page in each of ten sessions."""
    with HttpClient(HttpOptions()) as client:
        engines = [LightEngine(EngineOptions(), client.fetch) for _ in range(10)]
        pages = [engine.load(Request(url, deadline=SECONDS)).live for engine in engines]
        memory = cost(below(os.getpid(), "lightpanda"))[1]
        for page in pages:
            if page is not None:
                page.close()
        for engine in engines:
            engine.close()
    return memory


def climbed(pages: list[tuple[str, str, tuple[str, ...]]], lowest: dict[str, int]) -> None:
    """Print what comes of each page when no tier is asked for; `lowest` is the lowest tier that got it right."""
    right = fitting = 0
    with Session(settings.load().with_session([("session.private", True)])) as session:
        for name, url, expected in pages:
            begun = time.perf_counter()
            page = session.open(Request(url, deadline=SECONDS), 80)
            good = is_right(words_of(page.document), expected)
            right, fitting = right + good, fitting + (good and page.tier == lowest.get(name))
            verdict = "right" if good else "wrong"
            seconds = time.perf_counter() - begun
            print(f"climbs {name:35}{seconds:7.2f} s  by {tier_name(page.tier):7}{verdict}")
    count = len(pages)
    print(f"{right} of {count} right after climbing ({right / count:.0%}, bar 98 %), ", end="")
    print(f"{fitting} at the lowest tier that can ({fitting / count:.0%}, bar 95 %)\n")


class _Static(StaticEngine):
    """Tier 1 as sessions have it, with the pages of frames."""

    def __init__(self, client: HttpClient) -> None:
        super().__init__(client.fetch)
        self._load_part = client.fetch

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        return with_frames(super().load(request, cancel, state), request, self._load_part, cancel)


def make(tier: int, client: HttpClient) -> Engine:
    """The engine of a tier."""
    if tier == STATIC:
        return _Static(client)
    if tier == LIGHT:
        return LightEngine(EngineOptions(), client.fetch)
    from lightterm.engines.full import FullEngine

    return FullEngine(EngineOptions(), CookieJar())


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiers", default="1,2,3")
    parser.add_argument("--pages", type=Path, default=Path(__file__).parents[1] / "corpus" / "spa" / "pages")
    chosen = parser.parse_args()
    server = Server()
    pages = list(serve(server, chosen.pages))
    lowest: dict[str, int] = {}
    with HttpClient(HttpOptions()) as client:
        for tier in [int(word) for word in chosen.tiers.split(",")]:
            engine = make(tier, client)
            if engine.missing():
                print(engine.missing())
                continue
            measured(engine, pages[0][1], ())
            rows = []
            for name, url, expected in pages:
                row = measured(engine, url, expected)
                rows.append(row)
                if row.right:
                    lowest[name] = min(tier, lowest.get(name, tier))
                verdict = "right" if row.right else "wrong"
                figures = f"{row.seconds:7.2f} s {row.cpu:7.3f} CPU {row.memory:7.1f} MB"
                print(f"{tier_name(tier):7}{name:35}{figures}  {verdict}")
            right, middle = sum(row.right for row in rows), statistics.median(row.seconds for row in rows)
            print(f"{tier_name(tier):7}{right} of {len(rows)} right, {middle:.2f} s in the median\n")
            engine.close()
    climbed(pages, lowest)
    if str(LIGHT) in chosen.tiers:
        url = server.url("/fetch")
        print(f"tier 2 from cold to the text: {cold(url):.2f} s (bar {FIRST_TEXT})")
        print(f"ten sessions of tier 2: {ten_sessions(url):.0f} MB (bar {SESSIONS_MB})")
    server.stop()


if __name__ == "__main__":
    main()
