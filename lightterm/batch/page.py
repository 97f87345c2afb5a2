"""The function that every executor runs: one page of a list, read as the dump reads it, its output and errors kept."""

from __future__ import annotations

import io
import threading
from time import monotonic

from lightterm.batch.frames import framed
from lightterm.batch.model import Common, Entry, Outcome, Problem, failed
from lightterm.commands.dump import Dump
from lightterm.commands.report import Report
from lightterm.error_base import LighttermError
from lightterm.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Response
    from lightterm.loading import Page


IN_PASSING = frozenset(("network", "http", "rate_limit"))
"""Categories of errors that the same request may not meet again; the others are what a page or a list is."""


class Reader:
    """Reads pages of one run, from any number of threads; connections, cookies and robots.txt are shared by them."""

    def __init__(self, common: Common) -> None:
        self._common = _as_listed(common)
        self._session = _session(common)

    def read(self, entry: Entry) -> Outcome:
        """One page. An entry with options of its own has a session of its own; nothing is raised."""
        start = monotonic()
        try:
            if entry.own is None:
                outcome = _read(self._session, self._common, entry)
            else:
                with _session(entry.own) as session:
                    outcome = _read(session, _as_listed(entry.own), entry)
        except Exception as problem:
            outcome = failed(entry, self._common, _unforeseen(problem))
        return outcome.replace(milliseconds=(monotonic() - start) * 1e3)

    def close(self) -> None:
        """End connections and engines."""
        self._session.close()


def told(entry: Entry, outcome: Outcome) -> bytes:
    """An outcome as it goes through a pipe; where it cannot (no memory is left), that it could not."""
    try:
        return framed(outcome)
    except Exception as problem:
        return framed(Outcome(entry.number, entry.typed, problems=(_unforeseen(problem),)))


def _as_listed(common: Common) -> Common:
    return common.replace(options=common.options.replace(listed=True))


def _session(common: Common) -> Session:
    session = Session(common.settings, "", common.options.user)
    if common.options.cookie_jar:
        from lightterm.fetch.cookie_file import read_cookies

        # Read and not written: of several processes the last would undo what the others kept.
        read_cookies(common.options.cookie_jar, session.cookies)
    return session


def _read(session: Session, common: Common, entry: Entry) -> Outcome:
    content = io.BytesIO()
    record = _Recorder(common)
    Dump(session, common.options, content, record).one(entry.url)
    page, response = record.page_seen, record.response
    if page is not None and page.snapshot.live is not None:
        from lightterm.climbing import close

        close(page)  # nobody acts on it, and each takes 20 MB of Chromium
    return Outcome(
        entry.number,
        entry.typed,
        response.url if response is not None else "",
        response.status if response is not None and response.url.startswith("http") else None,
        page.document.title if page is not None else "",
        record.content_type,
        page.tier if page is not None else 0,
        content.getvalue(),
        "text" if common.options.title else common.settings.output.format,
        tuple(map(problem_of, record.errors)),
        tuple(record.lines),
    )


class _Recorder(Report):
    """Keeps what a dump would say on stderr, and the page that it was about."""

    def __init__(self, common: Common) -> None:
        options = common.options
        super().__init__(io.StringIO(), options.quiet, options.verbose, options.trace)
        self.lines: list[str] = []
        self.errors: list[LighttermError] = []
        self.page_seen: Page | None = None
        self.response: Response | None = None
        self.content_type = ""

    def line(self, line: str) -> None:
        self.lines.append(line)

    def error(self, error: LighttermError, typed: str) -> None:
        self.errors.append(error)

    def page(self, page: Page, printed: bool = True) -> None:
        self.page_seen, self.response, self.content_type = page, page.response, page.snapshot.content_type
        super().page(page, printed)

    def reply(self, response: Response, content_type: str) -> None:
        self.response, self.content_type = response, content_type
        super().reply(response, content_type)


def problem_of(error: LighttermError) -> Problem:
    """An error as plain data."""
    delay = error.context.get("retry_after_s")
    return Problem(
        error.code,
        error.category,
        error.message,
        error.suggestion,
        _passes(error),
        error.exit_code,
        float(delay) if isinstance(delay, int | float) else None,
    )


def _passes(error: LighttermError) -> bool:
    """Whether asking again may go better: not for a host that does not exist, nor for what a page is."""
    if error.code == "NETWORK_DNS_FAILED":
        return "temporary" in error.context
    return error.retryable and error.category in IN_PASSING


def _unforeseen(problem: Exception) -> Problem:
    from lightterm.errors import InternalError

    if isinstance(problem, LighttermError):
        return problem_of(problem)
    return problem_of(InternalError(f"internal error: {type(problem).__name__}: {problem}"))


_RUNS = 4
"""Runs of which a process keeps the connections."""

_readers: dict[Common, Reader] = {}
_lock = threading.Lock()


def read(common: Common, entry: Entry) -> Outcome:
    """One page of a run, for executors that keep nothing between calls: a process has one reader for each run."""
    with _lock:
        reader = _readers.get(common)
        if reader is None:
            while len(_readers) >= _RUNS:
                del _readers[next(iter(_readers))]
            reader = _readers[common] = Reader(common)
    return reader.read(entry)
