"""The command `--batch`: read the list, have its pages read, and keep what comes in the list's order."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from time import monotonic

from lightterm.batch.entries import read_entries
from lightterm.batch.model import Common, Outcome, failed
from lightterm.batch.progress import Bar
from lightterm.batch.results import Results
from lightterm.batch.schedule import Manners, Schedule
from lightterm.commands.options import check
from lightterm.commands.report import Report
from lightterm.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import BinaryIO, TextIO

    from lightterm.batch.journal import Journal
    from lightterm.batch.model import BatchOptions, Configure, Entry, Executor
    from lightterm.commands.options import DumpOptions
    from lightterm.settings import Settings

MOST_HELD = 64 * 1024 * 1024
"""Bytes of results that wait for one before them in the list; with more only that one is read on."""

TERMINATED = 128 + signal.SIGTERM

LONGEST_WAIT = 0.5
"""Seconds: Python hears a signal that came just before a wait only after it."""


def run(
    batch: BatchOptions,
    options: DumpOptions,
    settings: Settings,
    configure: Configure,
    stdout: BinaryIO,
    stderr: TextIO,
) -> int:
    """Read every page of the list; the exit code is 0 when all were read whole, else that of the first that was not.

    Raises ConfigError, FileMissing, FileUnreadable and WriteFailed; KeyboardInterrupt once what is done is kept.
    """
    check(options, settings.output.format)
    if options.budget is not None and options.budget.cursor:
        raise ConfigError("--cursor goes on with one page, and --batch has a list of them")
    settings = settings.with_request((("network.retries", 0),))  # the schedule asks again, and holds no place meanwhile
    common = Common(options, settings)
    entries = read_entries(batch.source, lambda words: _line(configure, words))
    journal = _journal(batch, options)
    left = entries if journal is None else journal.left(entries)
    apart = not options.title and settings.output.format not in ("html-source", "json")
    # A bar and pages on one terminal would write over each other.
    shown = not options.quiet and (bool(batch.out) or not stdout.isatty())
    with Bar(stderr, len(left), shown) as bar:
        report = Report(bar, options.quiet, options.verbose, options.trace)
        if not entries:
            report.say("the list has no pages")
        if len(left) < len(entries):
            report.say(f"{len(entries) - len(left)} of {len(entries)} pages are there already")
        results = Results(left, journal, stdout, apart, report, bar)
        return _read_all(batch, common, left, results)


def _line(configure: Configure, words: tuple[str, ...]) -> tuple[DumpOptions, Settings]:
    options, settings = configure(words)
    return options, settings.with_request((("network.retries", 0),))


def _journal(batch: BatchOptions, options: DumpOptions) -> Journal | None:
    if not batch.out:
        if batch.resume:
            raise ConfigError("--resume goes on with the results of --out, which is not given")
        return None
    from lightterm.batch.journal import Journal

    return Journal(batch.out, batch.resume, batch.retry_failed)


def _read_all(batch: BatchOptions, common: Common, entries: tuple[Entry, ...], results: Results) -> int:
    came: SimpleQueue[Outcome | None] = SimpleQueue()
    waiting = {entry.number: entry for entry in entries if entry.problem is None}
    executor: Executor | None = None
    with _stoppable(came) as stopped:
        try:
            for entry in entries:
                if entry.problem is not None:
                    results.take(failed(entry, common, entry.problem))
            if waiting:
                executor = _executor(batch, common, len(waiting), came.put)
                _drive(waiting, _manners(common.settings), executor, came, results)
            if stopped:
                results.stop()
        finally:
            if executor is not None:
                executor.close()
            results.close()
    if stopped and stopped[0] == signal.SIGTERM:
        return TERMINATED
    if stopped:
        raise KeyboardInterrupt
    return results.exit_code


def _drive(
    entries: dict[int, Entry],
    manners: Manners,
    executor: Executor,
    came: SimpleQueue[Outcome | None],
    results: Results,
) -> None:
    """Hand out what may be read and take what comes, until all is there or None comes."""
    schedule = Schedule(entries.values(), manners)
    while schedule.left:
        first = results.next_number if results.held > MOST_HELD else None
        while (entry := schedule.next(monotonic(), first)) is not None:
            executor.submit(entry)
        try:
            pause = schedule.wake(monotonic())
            outcome = came.get(timeout=LONGEST_WAIT if pause is None else min(pause, LONGEST_WAIT))
        except Empty:
            continue
        if outcome is None:
            return
        final = schedule.ended(entries[outcome.number], outcome, monotonic())
        if final is not None:
            results.take(final)


def _manners(settings: Settings) -> Manners:
    chosen = settings.batch
    return Manners(chosen.concurrency, chosen.per_host, chosen.delay, chosen.retries)


def _executor(batch: BatchOptions, common: Common, pages: int, ended: Callable[[Outcome], None]) -> Executor:
    if batch.executor == "dask":
        from lightterm.batch.cluster import Cluster

        return Cluster(batch.scheduler, common, ended)
    from lightterm.batch.processes import Processes, cores

    chosen = common.settings.batch
    concurrency = min(chosen.concurrency, pages)
    return Processes(common, min(chosen.processes or cores(), concurrency), concurrency, ended)


@contextmanager
def _stoppable(came: SimpleQueue[Outcome | None]) -> Iterator[list[int]]:
    """The first SIGINT or SIGTERM comes as None among the outcomes, so that none is torn; the list holds it."""
    stopped: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        stopped.append(number)
        came.put(None)
        if len(stopped) > 1:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
