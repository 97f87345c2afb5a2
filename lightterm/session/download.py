"""One download in a thread of its own: to the disk as it comes, gone on with where it broke off."""

from __future__ import annotations

import threading
import time

from lightterm.errors import (
    Cancelled,
    ConnectionFailed,
    CutOff,
    HttpError,
    InternalError,
    LighttermError,
    TimedOut,
    WriteFailed,
)
from lightterm.fetch.clock import Cancel, Clock
from lightterm.fetch.filename import safe_filename
from lightterm.fetch.headers import media_type
from lightterm.fetch.part_file import PartFile
from lightterm.numerals import is_whole, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.model import Headers, Request, Response
    from lightterm.session.session import Session
    from lightterm.session.store import Store
    from lightterm.session.store.model import Download

TOTAL = 30 * 86_400.0
"""Seconds a download may take in all: as long as bytes come, it goes on."""

NOTE_EVERY = 1.0
"""Seconds between two notes of how far it is."""

_PASSING = (ConnectionFailed, CutOff, TimedOut)


class Transfer(Cancel):
    """A download under way. `start` it; `ended` is called on its thread, once, when it is over.

    Without `directory` the record says which file is gone on with; `name` "" leaves it to the server; `over` lets the
    finished file take the place of one that is there. One that is not `kept` is in no list afterwards; a `fixed`
    directory stays the one that it is now (`PartFile.new`).
    """

    takes = True

    def __init__(
        self,
        session: Session,
        download: Download,
        request: Request,
        ended: Callable[[Transfer], None],
        directory: str = "",
        name: str = "",
        over: bool = False,
        kept: bool = True,
        fixed: bool = False,
    ) -> None:
        super().__init__()
        self.download = download
        self.request = request
        self.directory = directory
        self.name = name
        self.over = over
        self.kept = kept
        self.fixed = fixed
        self.content_type = ""
        self.problem: LighttermError | None = None
        """What went wrong, where something did."""
        self._session = session
        self._store: Store = session.store
        self._ended = ended
        self._file: PartFile | None = None
        self._taking = False
        self._offset = 0
        self._noted = 0.0
        self._began_at = (0.0, 0)
        self.thread = threading.Thread(target=self._run, name=f"download {download.url[:60]}", daemon=True)

    def start(self) -> Transfer:
        """Begin."""
        self.thread.start()
        return self

    @property
    def rate(self) -> float:
        """Bytes a second since it began this time."""
        at, had = self._began_at
        seconds = time.monotonic() - at
        return (self.download.received - had) / seconds if at and seconds > 0 else 0.0

    # --- on its own thread

    def _run(self) -> None:
        self._note(state="running", error="")
        if self.kept and not self.download.id:
            self.download = self._store.downloads.add(self.download)
        try:
            if not self.directory:
                self._file = PartFile.again(self.download.path)
            self._fetch_all()
            assert self._file is not None
            path = self._file.finish(self.over)
            self._note(state="done", path=path, received=self._file.size, size=self._file.size)
        except Cancelled:
            self._note(state="paused", error="")
        except LighttermError as error:
            self._failed(error)
        except Exception as problem:
            self._failed(InternalError(f"internal error: {type(problem).__name__}: {problem}"))
        finally:
            if self._file is not None:
                self._file.close()
        self._ended(self)

    def _failed(self, problem: LighttermError) -> None:
        self.problem = problem
        self._note(state="failed", error=problem.message)

    def _fetch_all(self) -> None:
        """Fetch, and go on after each break that brought something, or may be over in a moment."""
        net = self._session.settings_for(self.request.url).network
        in_vain = 0
        clock = Clock(TOTAL, "the download took too long", self)
        while True:
            before = self._file.size if self._file is not None else 0
            try:
                self._fetch()
                return
            except _PASSING:
                gained = self._file is not None and self._file.size > before
                in_vain = 0 if gained else in_vain + 1
                if in_vain > net.retries or self.cancelled:
                    raise
            clock.sleep(net.retry_backoff * 2**in_vain)

    def _fetch(self) -> None:
        """Ask once for all that is missing. Raises LighttermError."""
        self._offset = self._file.size if self._file is not None and self._validator else 0
        headers: Headers = (("Accept-Encoding", "identity"),)
        if self._offset:
            headers += (("Range", f"bytes={self._offset}-"), ("If-Range", self._validator))
        bound = self._session.settings.downloads.max_bytes
        self._taking = False
        self._began_at = (time.monotonic(), self._offset)
        request = self.request.replace(
            headers=self.request.headers + headers, deadline=TOTAL, max_bytes=bound, freshness="fresh"
        )
        response = self._session.fetch(request, self)
        if not response.url.startswith("http") and not self._taking:
            self._put(response)
        elif response.status == 416 and self._offset:
            self._past_the_end(response)
            return
        if response.error is not None:
            raise response.error
        if response.status >= 300:
            raise HttpError(f"the server answered {response.status} {response.reason}".rstrip(), url=response.url)

    @property
    def _validator(self) -> str:
        """What says that the rest still belongs to what is there, "" for nothing (RFC 9110 section 13.1.5)."""
        etag = self.download.etag
        return etag if etag and not etag.startswith("W/") else self.download.modified

    def _past_the_end(self, response: Response) -> None:
        """The server has nothing from there on: it is whole already, or another file by now."""
        total = response.header("content-range").rpartition("/")[2]
        if whole_number(total, -1) == self._offset:
            return
        assert self._file is not None
        self._file.empty()
        self._fetch()

    def _put(self, response: Response) -> None:
        """Keep what came at once, as by most schemes that are not HTTP."""
        self.head(response.url, 200, (("Content-Type", response.stated_type),))
        assert self._file is not None
        self._file.empty()
        self.piece(response.body)

    def head(self, url: str, status: int, headers: Headers) -> None:
        """The head of a reply: whether what follows is the file, and from where on."""
        self._taking = status in (200, 203, 206)
        if not self._taking:
            return
        fields = {name.lower(): value for name, value in reversed(headers)}
        start, total = _range_of(fields.get("content-range", "")) if status == 206 else (0, None)
        if start != self._offset and start != 0:
            raise WriteFailed(f"the server sent bytes from {start} on, and {self._offset} was asked for")
        length = fields.get("content-length", "")
        if status != 206 and length.isdecimal() and not fields.get("content-encoding"):
            total = whole_number(length)
        self.content_type = media_type(fields.get("content-type", ""))[0]
        if self._file is None:
            name = self.name or safe_filename(fields.get("content-disposition", ""), url, self.content_type)
            self._file = PartFile.new(self.directory, name, self.over, self.fixed)
        elif not start:
            self._file.empty()
        if total is not None:
            self._file.check_room(total)
        # What is decoded on the way has other offsets than what the server counts.
        plain = not fields.get("content-encoding")
        etag, modified = (fields.get("etag", ""), fields.get("last-modified", "")) if plain else ("", "")
        self._note(path=self._file.path, size=total, received=start, etag=etag, modified=modified)

    def piece(self, data: bytes) -> None:
        """Some of the file."""
        if not self._taking or self._file is None:
            return
        self._file.write(data)
        self.download = self.download.replace(received=self._file.size)
        if time.monotonic() - self._noted > NOTE_EVERY:
            self._note()

    def _note(self, **changes: object) -> None:
        """Keep how far it is."""
        self._noted = time.monotonic()
        self.download = self.download.replace(**changes)
        if self.download.id:
            self._store.downloads.update(self.download)


def _range_of(text: str) -> tuple[int, int | None]:
    """(first byte, length of the whole or None) of a Content-Range (RFC 9110 section 14.4)."""
    unit, _, rest = text.strip().partition(" ")
    span, _, total = rest.partition("/")
    start = span.partition("-")[0].strip()
    if unit.lower() != "bytes" or not is_whole(start):
        raise WriteFailed("the server sent a part of the file and did not say which")
    return int(start), whole_number(total.strip()) if total.strip().isdecimal() else None
