"""How fast the store is with a long history: `python -m tests.bench.store [PAGES]` (100,000 without).

Printed, not asserted: milliseconds of wall time, the best of seven, on a file of its own that is removed at the end.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lightterm.session.store import Store
from lightterm.session.store.history import keep_visit
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit

if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection

NOW = 1_800_000_000.0
WORDS_IN_TEXT = 200


def words(chance: random.Random) -> list[str]:
    """A vocabulary of 20,000 invented words."""
    letters = "etaoinshrdlucmfwypvbgkqjxz"
    weights = range(len(letters), 0, -1)
    return ["".join(chance.choices(letters, weights, k=chance.randint(3, 10))) for _ in range(20_000)]


def fill(store: Store, pages: int) -> None:
    """So many pages at different addresses, most of a few hosts, each with a short text."""
    chance = random.Random(1)
    vocabulary = words(chance)
    hosts = [f"www.{word}.{top}" for word in vocabulary[:2000] for top in ("org", "com")]

    def portion(db: Connection, start: int) -> None:
        for n in range(start, min(pages, start + 1000)):
            host = hosts[int(len(hosts) * chance.random() ** 3)]
            path = "-".join(chance.choices(vocabulary, k=4))
            title = " ".join(chance.choices(vocabulary, k=7))
            text = " ".join(vocabulary[int(len(vocabulary) * chance.random() ** 2)] for _ in range(WORDS_IN_TEXT))
            keep_visit(db, f"https://{host}/{n}/{path}", title, NOW - chance.random() * 3e7, text, False)

    for start in range(0, pages, 1000):
        store._database.write(lambda db, start=start: portion(db, start))  # type: ignore[misc]


def best(work: Callable[[], object]) -> float:
    """Milliseconds of the fastest of seven runs."""
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times) * 1000


def show(name: str, milliseconds: float) -> None:
    """One line of the table."""
    print(f"{name:<44}{milliseconds:>9.2f} ms", flush=True)


def main(pages: int) -> None:
    """Fill a store and print what its acts cost."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "lightterm.sqlite"
        with Store(str(path), now=lambda: NOW) as store:
            begin = time.perf_counter()
            fill(store, pages)
            show(f"{pages:,} pages kept, each", (time.perf_counter() - begin) * 1000 / pages)
        print(f"file: {path.stat().st_size / 1e6:.0f} MB")
        with Store(str(path), now=lambda: NOW) as store:
            measure(store)


def measure(store: Store) -> None:
    """Print what each act costs with the history that is there."""
    urls = [entry.url for entry in store.history.recent(2500)]
    asked = urls + [f"{url}/not" for url in urls]
    show("first read after opening", best(lambda: store.history.recent(1)))
    for typed in ("", "w", "https", "eta", "the sho", "zzzz", urls[0].rpartition("-")[2], "org 99999"):
        show(f"complete {typed!r}: {len(store.complete(typed))} found", best(lambda t=typed: store.complete(t)))  # type: ignore[misc]
    for typed in ("e", "the", "eta tao", urls[0].rpartition("-")[2], "zzzz", "東京"):
        show(
            f"search {typed!r}: {len(store.history.search(typed))} found", best(lambda t=typed: store.history.search(t))
        )  # type: ignore[misc]
    show("visited of 5,000 links", best(lambda: store.history.visited(asked)))
    text = "some words of a page that is read " * 3000
    numbers = iter(range(99))
    show(
        "visit of a page of 100 KB of text",
        best(lambda: store.history.visit(urls[0], "T", NOW, f"{next(numbers)} {text}")),
    )
    show("visit again, same text", best(lambda: store.history.visit(urls[1], "T", NOW)))
    tabs = tuple(SavedTab(str(n), tuple(SavedVisit(url, "A title") for url in urls[n : n + 20])) for n in range(100))
    session = SavedSession(tabs)
    show("session of 100 tabs saved, nothing new", best(lambda: store.sessions.save(session)))
    show(
        "session of 100 tabs saved, one moved",
        best(
            lambda: store.sessions.save(session.replace(tabs=(tabs[0].replace(current=next(numbers) % 9), *tabs[1:])))
        ),
    )
    begin = time.perf_counter()
    store.forget(urls[0].split("/")[2])
    show("forget (VACUUM of the whole file)", (time.perf_counter() - begin) * 1000)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
