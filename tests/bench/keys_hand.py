"""The hand of `tests.bench.keys`: the app in the terminal it is started in, and every key of vim's set pressed in it.

    python -m tests.bench.keys_hand ADDRESS REPORT [ONLY]

What a key costs is the CPU of the loop's thread, and that of all threads, in the 50 ms from it on: what is counted and
searched behind the keys begins later (`tui/counting.py`), and any key goes before it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from textual import active_app, events

from lightterm import module_finder, settings
from lightterm.cli import COLLECT_AFTER
from lightterm.commands.vocabulary import COMMANDS
from lightterm.keys.keymap import load_keymap
from lightterm.keys.names import NUMBER, show_keys, split_keys
from lightterm.session.session import Session
from lightterm.session.tab import Tab
from lightterm.settings import Settings
from lightterm.tui.app import Browser
from lightterm.tui.driver import driver_class
from lightterm.tui.searching import waiting
from tests.modes import leave

LEFT_OUT = re.compile(
    r"quit|suspend|edit page|field editor|entry editor|external|hint edit|paste|entry paste|mode passthrough"
)
"""What ends the app, or gives the terminal or the clipboard to another program."""

MODES = ("normal", "caret", "visual", "hint", "insert", "command", "prompt")

TYPED = (
    ("normal", "/", "th<Enter>nNn<Esc>"),
    ("normal", "?", "re<Enter>n<Esc>"),
    ("normal", "/", "xqzy<Enter><Esc>"),
    ("normal", "s/", "ta<Esc>"),
    ("normal", ":", "wi<Tab><Tab><Esc>"),
    ("normal", "o", "ab<Esc>"),
    ("normal", "gi", "xyz<Esc>"),
    ("normal", "f", "as<Esc>"),
    ("normal", "tr", "jGggtr"),
    ("normal", "gf", "jG/t<Enter>nggH"),
    ("normal", "tn", "<C-d>tn"),
    ("normal", "v", "jjwVGy"),
)
"""Keys that follow one another: mode, the first, and the rest."""

PRESSES = 4
"""One cold and three warm; what switches something on is switched off again by an even number."""

MORE, BAR = 8, 0.006
"""What takes longer than `BAR` seconds in the median of three is pressed so often again, and the median is that of all:
on a machine that others use, too, one in thirty keys is above it once by chance."""

WINDOW = 0.05
"""Seconds after a key in which all that is done is put down to it."""

PATIENCE = 60.0
SLOW = 1.0
"""Seconds of making ready again after which a key is pressed three times only."""


class Hand:
    """Presses keys in a running app and writes down what each costs."""

    def __init__(self, app: Browser, address: str, report: Path, only: str) -> None:
        self.app, self.address, self.only = app, address, only
        self.out = report.open("w", encoding="utf-8")

    async def run(self) -> None:
        """Press everything, then end the app."""
        active_app.set(self.app)
        try:
            await self.until(lambda: self.app._held is None)
            await self.calm(1.5)
            if not self.only or re.search(self.only, "loading"):
                await self.while_loading()
            for mode, keys, line in bindings():
                if self.only and not re.search(self.only, f"{mode} {show_keys(keys)} {line}"):
                    continue
                await self.bound(mode, keys, line)
            for mode, first, rest in TYPED:
                if not self.only or re.search(self.only, f"typed {first}{rest}"):
                    await self.typed(mode, first, rest)
            self.note("memory", 0, 0, 0, _peak())
        finally:
            self.out.close()
            self.app.exit(0)

    # --- waiting

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition() and time.monotonic() < end:
            await asyncio.sleep(0.005)

    async def calm(self, seconds: float = 0.0) -> None:
        """Wait until nothing is loaded, counted or searched."""
        app = self.app
        await self.until(lambda: not app.loads.busy and app.view not in waiting)
        await app.view.counting.ended()
        await self.until(lambda: app.view.search is None or app.view.search.complete)
        while seconds >= 0:
            before = time.process_time()
            await asyncio.sleep(0.03)
            if time.process_time() - before < 0.002:
                seconds -= 0.03
                if seconds <= 0:
                    return

    # --- pressing

    async def press(self, key: str) -> tuple[float, float]:
        """CPU seconds of a key: (the loop's thread, all threads)."""
        character = key if len(key) == 1 else {"enter": "\r", "tab": "\t", "space": " "}.get(key)
        own, every = time.thread_time(), time.process_time()
        self.app.post_message(events.Key(key, character))
        await asyncio.sleep(WINDOW)
        return time.thread_time() - own, time.process_time() - every

    async def bound(self, mode: str, keys: tuple[str, ...], line: str) -> None:
        """A key of the set: pressed some times, all as it was before each."""
        told: list[tuple[float, float]] = []
        presses = PRESSES
        while len(told) < presses:
            began = time.monotonic()
            if not await self.ready(mode, line):
                return
            if time.monotonic() - began > SLOW and not told:
                presses = 3
            for key in keys[:-1]:
                await self.press("1" if key == NUMBER else key)
            told.append(await self.press("1" if keys[-1] == NUMBER else keys[-1]))
            await self.calm()
            if len(told) == presses == PRESSES and _is_above(told):
                presses += MORE
        self.told(f"{mode} {show_keys(keys)} ({line})", told)
        await self.restore()

    async def typed(self, mode: str, first: str, rest: str) -> None:
        """Keys that follow one another, each measured."""
        keys = (*split_keys(first), *split_keys(rest))
        costs: dict[int, list[tuple[float, float]]] = {}
        for turn in range(PRESSES + MORE):
            if turn >= PRESSES and not any(_is_above(told) for told in costs.values()):
                break
            if not await self.ready(mode, ""):
                return
            for at, key in enumerate(keys):
                costs.setdefault(at, []).append(await self.press(key))
                if key in ("enter", "escape") or first in ("gf", "tr"):
                    await self.calm()
            await self.calm()
        for at, told in costs.items():
            shown = f"{show_keys(keys[:at])} then {show_keys(keys[at : at + 1])}" if at else show_keys(keys[:1])
            self.told(f"typed {shown}", told)
        await self.restore()

    async def while_loading(self) -> None:
        """Keys pressed again and again while the page is loaded once more."""
        self.app.run_line("reload")
        costs: dict[str, list[tuple[float, float]]] = {}
        for _ in range(40):
            for key in ("j", "space", "tab", "k"):
                if not self.app.loads.busy:
                    break
                costs.setdefault(key, []).append(await self.press(key))
        for key, told in costs.items():
            self.told(f"loading {key}", told)
        await self.calm()

    def told(self, what: str, costs: list[tuple[float, float]]) -> None:
        """Write down what a key cost: first press, median and worst of the others, and the median of all threads."""
        own, warm, every = [c[0] for c in costs], _warm(costs), sorted(c[1] for c in costs[1:] or costs)
        self.note(what, own[0], warm[len(warm) // 2], warm[-1], every[len(every) // 2])

    def note(self, what: str, *numbers: float) -> None:
        """Write a line."""
        self.out.write(json.dumps([what, *numbers]) + "\n")
        self.out.flush()

    # --- as it was

    async def ready(self, mode: str, line: str) -> bool:
        """Have the page in the second of three tabs, read in its middle, and a mode; whether the mode can be had."""
        app = self.app
        leave(self.app)
        await self.there()
        view = app.view
        if app.view.search is not None and not line.startswith("match"):
            app.run_line("match clear")
        if line.startswith("match") and view.search is None:
            app.run_line("search the")
        app.remember_place()
        view.scroll_to_line(len(view.flow) // 2)
        sight = view.in_sight()
        view.choose(sight[len(sight) // 2][0] if sight else 0, reveal=False)
        view.shift(-view.left)
        entered = await self.enter(mode)
        await self.calm()
        return entered

    async def there(self) -> None:
        """The tabs, and the page in front."""
        app = self.app
        if len(app.panes) > 1:
            app.run_line("pane only")
        if app.loads.busy:
            await self.until(lambda: not app.loads.busy)
        if self.here() is None:
            app.run_line("tab undo")
            await self.until(lambda: not app.loads.busy)
        found = self.here()
        if found is None:
            app.open(self.address)
            await self.until(lambda: not app.loads.busy)
            found = self.here()
        assert found is not None
        tab, at = found
        tabs = list(app.tabs)
        if len(tabs) != 3 or tabs[1] is not tab:
            for each in tabs:
                each.pinned = False
            app.select_tab(tabs.index(tab))
            app.run_line("tab only")
            app.open("about:blank", "background")
            app.open("about:blank", "background")
            app.run_line("tab move right")
            await self.until(lambda: not app.loads.busy)
        if app.tabs.active is not tab:
            app.select_tab(list(app.tabs).index(tab))
        if tab.index != at:
            app.move(at - tab.index)
        await self.calm()

    def here(self) -> tuple[Tab, int] | None:
        """The tab that has the page, and where in its history."""
        for tab in (self.app.tabs.active, *self.app.tabs):
            for at in (tab.index, *range(len(tab.visits))):
                visit = tab.visits[at] if 0 <= at < len(tab.visits) else None
                if visit is not None and visit.url == self.address and (visit.page is not None or at == tab.index):
                    return tab, at
        return None

    async def enter(self, mode: str) -> bool:
        """Have a mode; whether there is what it takes."""
        app, view = self.app, self.app.view
        if mode == "hint":
            app.run_line("hint follow")
        elif mode in ("caret", "visual"):
            app.run_line("mode caret")
            view.caret.move((view.first + view.height // 2, 3))
            if mode == "visual":
                app.run_line("select characters ;; caret right")
        elif mode == "insert":
            app.run_line("hint focus --kind field --first")
            await self.calm()
        elif mode == "command":
            app.prompt("tab")
        elif mode == "prompt":
            app.ask("Is this so?", ("yes", "no"), "no", lambda _answer: None)
        return app.mode == mode

    async def restore(self) -> None:
        """Undo what a key may have set."""
        app = self.app
        leave(self.app)
        if app.view.text_width:
            app.run_line("width 0")
        if app.view.folds.wrap:
            app.run_line("wrap off")
        if not app.view.numbers:
            app.run_line("numbers on")
        await self.calm()


def bindings() -> Iterator[tuple[str, tuple[str, ...], str]]:
    """(mode, keys, command line) of what is measured: each command of a mode once."""
    keymap = load_keymap(Settings(), COMMANDS, "vim")
    for mode in MODES:
        seen: set[str] = set()
        for sequence, line in keymap.tries[mode]:
            if line not in seen and not LEFT_OUT.match(line):
                seen.add(line)
                yield mode, sequence, line


def _warm(costs: list[tuple[float, float]]) -> list[float]:
    """What the loop's thread took for all but the first press, sorted."""
    return sorted(cost[0] for cost in costs[1:] or costs)


def _is_above(costs: list[tuple[float, float]]) -> bool:
    warm = _warm(costs)
    return warm[len(warm) // 2] > BAR


def _peak() -> float:
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


async def _both(app: Browser, hand: Hand) -> None:
    task = asyncio.create_task(hand.run())
    await app.run_async()
    await task


def main() -> None:
    """Run the app, and press."""
    address, report, only = (*sys.argv[1:], "")[:3]
    gc.set_threshold(COLLECT_AFTER)  # as lightterm is started
    module_finder.install()
    with Session(settings.load()) as session:
        app = Browser(session, (address,), driver=driver_class(False))
        hand = Hand(app, address, Path(report), only)
        asyncio.run(_both(app, hand))
        app.finish()


if __name__ == "__main__":
    main()
