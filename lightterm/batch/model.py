"""What a batch hands from room to room, and from process to process."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from lightterm.commands.options import DumpOptions
    from lightterm.settings import Settings

    Configure = Callable[[tuple[str, ...]], tuple[DumpOptions, Settings]]
    """Options of the command line as words -> what they mean on top of those of the run; raises ConfigError."""


class BatchOptions(Record):
    """What a run is asked: `source` is the list ("-": stdin), `out` where results go ("": stdout).

    `resume` goes on with what `out` has, with `retry_failed` after asking again for all that was not read whole;
    `executor` is "local" or "dask", the latter with the address of a scheduler.
    """

    source: str
    out: str = ""
    resume: bool = False
    retry_failed: bool = False
    executor: str = "local"
    scheduler: str = ""


class Common(Record):
    """What holds for all pages of a run that have no options of their own."""

    options: DumpOptions
    settings: Settings


class Entry(Record):
    """One page of the list: its number from 1, as it was written, and its host ("" for what is on this machine).

    `url` is the address meant, "" where `problem` says why there is none. `own` is what an entry of its own asks.
    """

    number: int
    typed: str
    url: str = ""
    host: str = ""
    own: Common | None = None
    problem: Problem | None = None


class Problem(Record):
    """An error of a page as plain data; `delay` is how many seconds the server asks to be left alone, None: none.

    `retryable` says that the same request may go well later, by itself: the page was asked for in every way already.
    """

    code: str
    category: str
    message: str
    suggestion: str = ""
    retryable: bool = False
    exit_code: int = 70
    delay: float | None = None


class Outcome(Record):
    """What became of an entry: the page as asked for, encoded, what is known of it, and what was wrong with it.

    `said` are lines for stderr, `milliseconds` the time of the last try, `attempts` how many there were.
    """

    number: int
    typed: str
    url: str = ""
    status: int | None = None
    title: str = ""
    content_type: str = ""
    tier: int = 0
    content: bytes = b""
    format: str = "text"
    problems: tuple[Problem, ...] = ()
    said: tuple[str, ...] = ()
    milliseconds: float = 0.0
    attempts: int = 1

    @property
    def exit_code(self) -> int:
        """0 for a page read whole, else that of the first thing that was wrong."""
        return self.problems[0].exit_code if self.problems else 0

    @property
    def is_final(self) -> bool:
        """Whether asking again will not help."""
        return not self.problems or not self.problems[0].retryable


def failed(entry: Entry, common: Common, problem: Problem) -> Outcome:
    """What comes of an entry of which nothing was read, in the format that it asks for."""
    form = (entry.own or common).settings.output.format
    return Outcome(entry.number, entry.typed, format=form, problems=(problem,))


if TYPE_CHECKING:

    class Executor(Protocol):
        """Where pages are read: outcomes come in any order, through the callable it was made with."""

        def submit(self, entry: Entry) -> None:
            """Have a page read."""

        def close(self) -> None:
            """End it; pages under way are given up."""
