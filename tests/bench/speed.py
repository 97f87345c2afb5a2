"""What a dump costs beside w3m, lynx, links2 and elinks: `python -m tests.bench.speed [--readme]`.

CPU time (user and system) of whole processes, as a multiple of w3m's: the commands run interleaved, and the figure is
the median of the ratios of each round, so that a drift of the machine hits all of them. Absolute times say more about
the machine than about the programs and are not printed. Growth is the slope of log(cost - the cost of an empty page)
over log(bytes) within a family of pages. Peak memory is that of the process alone. The interpreter is the one that
runs this: Debian's own, also in a virtual environment made from it, starts several times faster than one built by hand.
"""

from __future__ import annotations

import argparse
import functools
import math
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.pages import FAMILIES, ladder
from tests.bench.peers import PEERS, command, installed
from tests.processes import ROOT, run_measured

REFERENCE = "w3m"
NAN = float("nan")

GOALS = {"doc-10k": 3.0, "doc-100k": 2.0, "doc-1m": 1.0, "doc-10m": 0.6, "table-1m": 0.5, "links-200000": 0.4}
"""Page -> CPU time as a multiple of w3m's that is aimed at."""

GROWTH_GOAL = 1.05
MEMORY_GOAL = ("doc-10m", 3.0)

MARKS = ("<!-- bench -->", "<!-- /bench -->")


class Cost(NamedTuple):
    """What one command took on one page: seconds of CPU by round, peak MB, bytes printed; no rounds: over time."""

    cpu: list[float]
    peak: float
    printed: int


Page = dict[str, Cost]


def measure(page: Path | str, names: list[str], rounds: int, home: str, timeout: float) -> Page:
    """Every command on a page, interleaved; a first round that warms the file cache is not counted."""
    spent: dict[str, list[float]] = {name: [] for name in names}
    peak: dict[str, float] = {}
    printed: dict[str, int] = {}
    out = str(Path(home) / "out")
    late: set[str] = set()
    for turn in range(rounds + 1):
        for name in names:
            if name in late:
                continue
            try:
                ended = run_measured(command(name, page), home, out=out, timeout=timeout)
            except subprocess.TimeoutExpired:
                late.add(name)
                spent[name].clear()
                continue
            if turn:
                spent[name].append(ended.cpu)
            peak[name] = max(peak.get(name, 0), ended.peak)
            printed[name] = Path(out).stat().st_size
    return {name: Cost(spent[name], peak.get(name, NAN), printed.get(name, 0)) for name in names}


def ratio(page: Page, name: str) -> float:
    """The median over the rounds of a command's CPU time as a multiple of the reference's; nan where one was late."""
    pairs = zip(page[name].cpu, page[REFERENCE].cpu, strict=False) if REFERENCE in page else ()
    ratios = [a / b for a, b in pairs if b > 0]
    return statistics.median(ratios) if ratios else NAN


def growth(pages: dict[str, tuple[int, Page]], family: str, name: str) -> float:
    """The exponent of a command's cost within a family; nan with fewer than two pages clear of the fixed cost."""
    least = {stem: (size, min(page[name].cpu)) for stem, (size, page) in pages.items() if page[name].cpu}
    fixed = min((cost for _, cost in least.values()), default=0.0)
    points = [
        (math.log(size), math.log(cost - fixed))
        for stem, (size, cost) in least.items()
        if stem.rpartition("-")[0] == family and cost - fixed > max(0.002, fixed / 2)
    ]
    if len(points) < 2 or max(points)[0] - min(points)[0] < math.log(4):
        return NAN
    slope, _ = statistics.linear_regression([x for x, _ in points], [y for _, y in points])
    return slope


def serve(folder: Path) -> ThreadingHTTPServer:
    """The folder on 127.0.0.1."""

    class Quiet(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def over_http(folder: Path, pages: list[str], rounds: int, home: str) -> list[tuple[str, dict[str, float]]]:
    """For each page the median of the rounds' CPU time from http as a multiple of that from the file, by command."""
    server = serve(folder)
    table = []
    try:
        for name in pages:
            path = folder / f"{name}.html"
            row = {}
            for program in installed(["lightterm", REFERENCE]):
                ratios = []
                for turn in range(rounds + 1):
                    local = run_measured(command(program, path), home, out=os.devnull)
                    address = f"http://127.0.0.1:{server.server_address[1]}/{name}.html"
                    remote = run_measured(command(program, address), home, out=os.devnull)
                    if turn and local.cpu > 0:
                        ratios.append(remote.cpu / local.cpu)
                row[program] = statistics.median(ratios)
            table.append((name, row))
    finally:
        server.shutdown()
        server.server_close()
    return table


def number(value: float, form: str = ".2f") -> str:
    return "–" if math.isnan(value) else format(value, form)


def verdict(value: float, goal: float | None) -> str:
    if goal is None:
        return ""
    return f"≤ {goal:g}: {'met' if value <= goal else 'not met'}"


def as_table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with its columns lined up."""
    wide = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [head, ["-" * w for w in wide], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=True)) + " |" for row in lines
    )


def report(pages: dict[str, tuple[int, Page]], names: list[str], http: list[tuple[str, dict[str, float]]]) -> str:
    """Ratios, growth, memory and http beside file as Markdown tables."""
    others = [name for name in names if name not in ("lightterm", REFERENCE)]
    head = ["page", "bytes", "lightterm", "goal", *others, "memory", "text"]
    rows = []
    for stem, (size, page) in pages.items():
        ours, theirs = page["lightterm"], page.get(REFERENCE, Cost([], NAN, 0))
        memory = ours.peak / theirs.peak
        told = number(memory) + (f" ({verdict(memory, MEMORY_GOAL[1])})" if stem == MEMORY_GOAL[0] else "")
        text = number(ours.printed / theirs.printed if theirs.printed else NAN)
        value = ratio(page, "lightterm")
        cells = [number(ratio(page, name)) for name in others]
        rows.append([stem, str(size), number(value), verdict(value, GOALS.get(stem)), *cells, told, text])
    parts = [as_table(head, rows)]
    families = list(dict.fromkeys(stem.rpartition("-")[0] for stem in pages))
    grown = []
    for family in families:
        values = {name: growth(pages, family, name) for name in names}
        if not math.isnan(values["lightterm"]):
            cells = [number(values[name]) for name in names]
            grown.append([family, *cells, verdict(round(values["lightterm"], 2), GROWTH_GOAL)])
    if grown:
        parts.append(as_table(["growth", *names, "goal"], grown))
    if http:
        programs = list(http[0][1])
        parts.append(
            as_table(["http beside file", *programs], [[n, *(number(r[p]) for p in programs)] for n, r in http])
        )
    return "\n\n".join(parts)


def write_readme(text: str) -> None:
    """Put the tables between the marks of README.md, at its end when it has none."""
    readme = ROOT / "README.md"
    old = readme.read_text("utf-8")
    if MARKS[0] not in old:
        old = f"{old.rstrip()}\n\n## Speed\n\n{MARKS[0]}\n{MARKS[1]}\n"
    before, _, rest = old.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    readme.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", "utf-8")


def wanted_pages(chosen: argparse.Namespace, room: Path) -> list[Path]:
    """The pages to measure, made in `room` unless a ladder was given; of each family the smallest first."""
    names = chosen.pages.split(",")
    if chosen.ladder is None:
        for name, data in ladder(names):
            (room / f"{name}.html").write_bytes(data)
        found = list(room.glob("*.html"))
    else:
        found = [p for p in chosen.ladder.glob("*.html") if p.stem in names or p.stem.rpartition("-")[0] in names]
    families = {name.partition("-")[0]: i for i, name in enumerate(names)}
    return sorted(found, key=lambda p: (families[p.stem.partition("-")[0]], p.stat().st_size))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ladder", type=Path, help="a directory of FAMILY-SIZE.html instead of pages made here")
    parser.add_argument("--pages", default=",".join(FAMILIES), help="families or single pages, with commas between")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=60, help="seconds a command may take on a page")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--http", default="doc-10k,doc-1m", help="pages to fetch over http too; '' for none")
    parser.add_argument("--readme", action="store_true", help="put the tables into README.md")
    return parser.parse_args()


def main() -> int:
    """Measure, print, and write into the README when that is asked for."""
    chosen = arguments()
    names = installed(["lightterm", *filter(None, chosen.peers.split(","))])
    with tempfile.TemporaryDirectory() as place:
        home, room = Path(place) / "home", Path(place) / "pages"
        home.mkdir()
        room.mkdir()
        pages: dict[str, tuple[int, Page]] = {}
        late: set[tuple[str, str]] = set()
        for path in wanted_pages(chosen, room):
            family = path.stem.rpartition("-")[0]
            page = measure(
                path, [n for n in names if (family, n) not in late], chosen.rounds, str(home), chosen.timeout
            )
            late |= {(family, name) for name in page if not page[name].cpu}
            page |= {name: Cost([], NAN, 0) for name in names if name not in page}
            pages[path.stem] = (path.stat().st_size, page)
            print(
                f"{path.stem:14} " + " ".join(f"{n} {number(ratio(page, n))}" for n in names),
                file=sys.stderr,
                flush=True,
            )
        folder = chosen.ladder or room
        http = [name for name in chosen.http.split(",") if name in pages]
        text = report(pages, names, over_http(folder, http, chosen.rounds, str(home)) if http else [])
    print(text)
    if chosen.readme:
        write_readme(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
