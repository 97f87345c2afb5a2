"""How far a run is, as a bar on stderr where that is a terminal; lines of errors stand above it."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, TextIO

    from rich.progress import Progress, TaskID


class Bar:
    """A bar for so many pages; where nobody is to see it, only what passes lines on to `stderr`."""

    def __init__(self, stderr: TextIO, total: int, shown: bool) -> None:
        self._stderr = stderr
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._failed = 0
        self._start = monotonic()
        self.encoding = getattr(stderr, "encoding", None) or "utf-8"
        if shown and stderr.isatty():
            self._show(total)

    def _show(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]} pages/s  {task.fields[failed]} failed "),
            TimeRemainingColumn(),
        )
        # Redrawn four times a second: more costs a tenth of a core that reads pages.
        self._progress = Progress(
            *columns, console=Console(file=self._stderr), transient=True, refresh_per_second=4, redirect_stdout=False
        )
        self._task = self._progress.add_task("", total=total, rate="-", failed=0)
        self._progress.start()

    def advance(self, failed: bool) -> None:
        """One page more, read or failed."""
        self._failed += failed
        if self._progress is not None and self._task is not None:
            rate = (self._progress.tasks[0].completed + 1) / (monotonic() - self._start)
            self._progress.update(self._task, advance=1, failed=self._failed, rate=f"{rate:.1f}")

    def write(self, text: str) -> None:
        """Lines for stderr, as a report writes them."""
        if self._progress is None:
            self._stderr.write(text)
        else:
            self._progress.console.out(text, end="", highlight=False)

    def flush(self) -> None:
        """What was written is seen at once."""
        self._stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
