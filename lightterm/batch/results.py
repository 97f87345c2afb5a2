"""What has come of a run, put into the list's order, kept or written, and told of."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from lightterm.batch.journal import Journal
    from lightterm.batch.model import Entry, Outcome
    from lightterm.batch.progress import Bar
    from lightterm.commands.report import Report


class Results:
    """What has come: held until all before it are there, then kept and told of."""

    def __init__(
        self,
        entries: tuple[Entry, ...],
        journal: Journal | None,
        stdout: BinaryIO,
        apart: bool,
        report: Report,
        bar: Bar,
    ) -> None:
        self._journal = journal
        self._stdout = stdout
        self._report = report
        self._bar = bar
        self._apart = b"\n" if apart else b""
        self._order = [entry.number for entry in entries]
        self._held: dict[int, Outcome] = {}
        self.held = 0
        self._code = 0
        self._failed = 0
        self._written = 0
        self._next = 0

    @property
    def next_number(self) -> int:
        """The entry that all that is held waits for."""
        return self._order[self._next]

    def take(self, outcome: Outcome) -> None:
        """One outcome, in whatever order they come. Raises WriteFailed, BrokenPipeError."""
        self._held[outcome.number] = outcome
        self.held += len(outcome.content)
        self._bar.advance(bool(outcome.problems))
        while self._next < len(self._order) and self._order[self._next] in self._held:
            self._put(self._held.pop(self._order[self._next]))
            self._next += 1

    def _put(self, outcome: Outcome) -> None:
        self.held -= len(outcome.content)
        for line in outcome.said:
            self._report.line(line.replace("lightterm: ", f"lightterm: {outcome.typed}: ", 1))
        for problem in outcome.problems:
            self._report.problem(problem.message, problem.suggestion, outcome.typed)
        if outcome.problems:
            self._failed += 1
            self._code = self._code or outcome.exit_code
        if self._journal is not None:
            self._journal.put(outcome)
        elif outcome.content:
            self._stdout.write((self._apart if self._written else b"") + outcome.content)
            self._stdout.flush()
        self._written += 1

    @property
    def exit_code(self) -> int:
        """0 when all pages of the list were read whole, else that of the first that was not."""
        return self._code if self._journal is None else self._journal.exit_code

    def stop(self) -> None:
        """Keep what came behind one that did not; a stream of pages in order has no place for them."""
        if self._journal is not None:
            for number in sorted(self._held):
                self._put(self._held.pop(number))
            self._report.say(f"stopped after {self._written} of {len(self._order)} pages; --resume goes on")

    def close(self) -> None:
        """The last word, and the results in their final form; raises WriteFailed."""
        if self._journal is not None:
            self._journal.close()
        if self._failed:
            self._report.say(f"{self._failed} of {len(self._order)} pages were not read whole")
