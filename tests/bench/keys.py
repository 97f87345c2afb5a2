"""Every key of vim's set pressed in the running app on pages of many kinds: what each costs in CPU.

    python -m tests.bench.keys [--pages article-1m,table-10000] [--only REGEX] [--above 6]

Each page is opened in a terminal of 80x24. Each command that a key of a mode has is pressed four times, all as it was
before each press, and then keys that follow one another: a search typed, a field filled in; what is above 6 ms in the
median, eight times more. Printed are those of which the first press, or the median of the others, is above `--above`
milliseconds of the loop's thread, and how many there are in all, between two readings of how fast the machine is at the
time. A command whose page comes within 50 ms is put down as that and the page's coming.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from tests import typeset
from tests.bench.pages import doc, links, sentence, words
from tests.bench.tui import Screen
from tests.processes import ROOT

ROWS = 10_000
PDF_PAGES = 500
MEMBERS = 8000
FIELD = "<form><p>Say <input name=q value='some words here'> <button>Send</button></p></form>"


def _article(size: int) -> str:
    rng = random.Random(1)
    half = size // 2
    return f"<title>Article</title>{doc(rng, half)}{FIELD}{doc(rng, half)}"


def _table() -> str:
    rng = random.Random(2)

    def row(number: int) -> str:
        link = f"<a href=/r/{number}>{words(rng, 2)}</a>" if number != ROWS // 2 else "<input name=q value=some>"
        cells = "".join(f"<td>{words(rng, rng.randint(1, 2))}</td>" for _ in range(3))
        return f"<tr><td>{number}</td><td>{link}</td>{cells}</tr>\n"

    head = "".join(f"<th>Column {n}</th>" for n in range(5))
    return f"<title>Table</title><form><table border=1><tr>{head}</tr>{''.join(map(row, range(ROWS)))}</table></form>"


def _one_line() -> str:
    rng = random.Random(3)
    out = ["<title>Line</title><p>"]
    size = 0
    while size < 5_000_000:
        out.append(sentence(rng))
        size += len(out[-1])
    return "".join(out).replace("\n", " ")


def _pdf() -> bytes:
    rng = random.Random(4)
    return typeset.pages(*("\n".join(words(rng, 10) for _ in range(40)) for _ in range(PDF_PAGES)))


def _json() -> str:
    rng = random.Random(7)
    return json.dumps([{"id": n, "name": words(rng, 3), "tags": words(rng, 4).split()} for n in range(MEMBERS)])


def _xml() -> str:
    rng = random.Random(8)
    members = (f"<member><id>{n}</id><name>{words(rng, 3)}</name><a><b>x</b></a></member>" for n in range(MEMBERS))
    return f"<members>{''.join(members)}</members>"


PAGES: dict[str, tuple[str, Callable[[], str | bytes], str]] = {
    "article-1m": ("html", lambda: _article(1_000_000), ""),
    "article-10m": ("html", lambda: _article(10_000_000), ""),
    "table-10000": ("html", _table, ""),
    "links-200000": ("html", lambda: links(random.Random(5), 200_000), ""),
    "source-5m": ("html", _one_line, "view-source:"),
    "json-8000": ("json", _json, ""),
    "xml-8000": ("xml", _xml, ""),
    "pdf-500": ("pdf", _pdf, ""),
}
"""By name: how the file's name ends, what makes it, and what stands before its address."""

MEMORY = "memory"
"""What the hand calls its last line."""


class Cost(NamedTuple):
    """What a key cost in seconds: the first press, the median and the worst of the others, and that of all threads."""

    what: str
    first: float
    middle: float
    worst: float
    threads: float


def sweep(name: str, folder: Path, only: str = "") -> list[Cost]:
    """What the keys cost on a page, as the hand wrote it down, and behind them the peak of the memory in MB."""
    kind, made, scheme = PAGES[name]
    page = folder / f"{name}.{kind}"
    if not page.exists():
        body = made()
        page.write_bytes(body if isinstance(body, bytes) else body.encode())
    report, home = folder / f"{name}.json", folder / "home"
    report.write_text("")
    home.mkdir(exist_ok=True)
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.bench.keys_hand import main; main()"
    os.environ["HOME"] = str(home)
    screen = Screen([sys.executable, "-c", start, f"{scheme}{page.as_uri()}", str(report), only])
    with suppress(OSError):  # it has ended
        while screen.read(600.0):
            pass
    os.waitpid(screen.pid, 0)
    return [Cost(*json.loads(line)) for line in report.read_text().splitlines()]


def speed() -> float:
    """What an empty loop of 1,000,000 turns takes in milliseconds of CPU, the median of five: 18 to 40 on one machine,
    as others use it, and the keys with it."""
    told = []
    for _ in range(5):
        began = process_time()
        for _ in range(1_000_000):
            pass
        told.append((process_time() - began) * 1e3)
    return median(told)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", default=",".join(PAGES))
    parser.add_argument("--only", default="")
    parser.add_argument("--above", type=float, default=6.0)
    given = parser.parse_args()
    # As pip does: where Python is told to write no bytecode, the first key that needs a module compiled it.
    compileall.compile_dir(ROOT / "lightterm", quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        for name in given.pages.split(","):
            before = speed()
            told = sweep(name, Path(folder), given.only)
            _show(name, [cost for cost in told if cost.what != MEMORY], given.above / 1e3)
            peak = max((c.threads for c in told if c.what == MEMORY), default=0)
            print(
                f"peak of the memory {peak:.0f} MB; a loop of 1,000,000 {before:.0f} and {speed():.0f} ms", flush=True
            )


def _show(name: str, costs: list[Cost], most: float) -> None:
    over = sorted((cost for cost in costs if cost.middle > most), key=lambda cost: -cost.middle)
    cold = sorted((cost for cost in costs if cost.first > most >= cost.middle), key=lambda cost: -cost.first)
    print(f"\n{name}: {len(costs)} keys, {len(over)} above {most * 1e3:g} ms, {len(cold)} the first time only")
    print("| key | first | median | worst | all threads |\n|---|---|---|---|---|")
    for what, *numbers in (*over, *cold):
        print(f"| {what} | {' | '.join(f'{number * 1e3:.1f}' for number in numbers)} |", flush=True)


if __name__ == "__main__":
    main()
