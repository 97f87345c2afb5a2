"""One load in a thread of its own, for front ends: it can be watched, glimpsed before it is whole, and stopped."""

from __future__ import annotations

import threading
import time

from lightterm.errors import Action, Cancelled, InternalError, LighttermError, TlsFailed, UnsupportedType
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Response
from lightterm.numerals import whole_number
from lightterm.session.hops import check_hop
from lightterm.session.tab import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.fetch.model import Headers, Request, Snapshot
    from lightterm.loading import Page
    from lightterm.session.session import Session

GLIMPSE = 32_768
"""Bytes of markup that the first glimpse is made of: some two screens, 10 ms of work."""

LARGEST = 1_048_576
"""Bytes up to which a glimpse is made of all that came; each takes a twentieth of a second and more."""

SAVE = Action("download", "Save it with :download and its address, or open its link once more and choose.", 1)

LINES = ("text/gemini", "text/plain", "text/x-gopher-menu")
"""What is read line by line."""

GROWTH = 2.0
"""How many times more must have come before the next glimpse."""


class Load(Cancel):
    """A page on its way. `start` it; `ended` is called on its thread, once, when `page` or `error` is set."""

    __slots__ = (
        "_better",
        "_body",
        "_columns",
        "_glimpsed",
        "_head",
        "_session",
        "_snapshot",
        "_total",
        "asks",
        "came",
        "ended",
        "error",
        "glimpsed",
        "page",
        "part",
        "request",
        "stage",
        "started",
        "thread",
        "tier",
    )

    def __init__(
        self,
        session: Session,
        request: Request,
        columns: int,
        ended: Callable[[Load], None],
        came: Callable[[Load], None] | None = None,
    ) -> None:
        super().__init__()
        self.request = request
        self.page: Page | None = None
        self.error: LighttermError | None = None
        self.glimpsed: Document | None = None
        """What the last glimpse showed."""
        self.part = False
        """Whether that is less than the page."""
        self.stage = "connecting" if request.url.startswith("http") else "reading"
        self.asks = False
        """Whether a person is asked about a certificate that is not right, and so has to know it."""
        self.started = time.monotonic()
        self.ended = ended
        self.came = came
        self.tier = 1
        """The engine at work."""
        self._better: Document | None = None
        self._session = session
        self._columns = columns
        self._head: tuple[str, int, Headers] | None = None
        self._body: list[bytes] = []
        self._snapshot: Snapshot | None = None
        self._total = 0
        self._glimpsed = 0
        self.thread = threading.Thread(target=self._run, name=f"load {request.url[:60]}", daemon=True)

    def start(self) -> Load:
        """Begin."""
        self.thread.start()
        return self

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(self.stage, sum(map(len, self._body)), self._total, self.tier)

    # --- on the load's thread

    def hop(self, request: Request, before: str) -> None:
        check_hop(self._session, request, before)

    def head(self, url: str, status: int, headers: Headers) -> None:
        self._body = []
        self._head = (url, status, headers)
        self._total = next((whole_number(v) for k, v in headers if k.lower() == "content-length"), 0)
        self.stage = "receiving"
        if status == 200 and self.request.method == "GET" and self._snapshot is None:
            _refuse_files(url, headers, self._total)

    def piece(self, data: bytes) -> None:
        self._body.append(data)
        if self.came is not None and len(self._body) == 1:
            self.came(self)

    def sheets(self, coming: bool) -> None:
        self.stage = "loading style sheets" if coming else "laying out"

    def _seen(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self.stage = "laying out"
        if self.came is not None and len(snapshot.markup) > 2 * GLIMPSE:
            self.came(self)

    def _shown(self, page: Page, tier: int) -> None:
        """The page of a lower tier is there, while the next one is tried."""
        self.tier = tier
        self.stage = "running scripts"
        if page.document.blocks:
            self._better = page.document
            if self.came is not None:
                self.came(self)

    def _partial(self, document: Document) -> None:
        """As much as has been read of a file that takes long."""
        self._better = document
        if self.came is not None:
            self.came(self)

    def _run(self) -> None:
        try:
            page = self._session.open(self.request, self._columns, self, self._seen, self._shown, self._partial)
            if self.cancelled and page.error is None:
                page = page.replace(errors=(Cancelled("the load was stopped"),))
            if page.error is not None:
                self._look_closer(page.error)
            self.page = page
        except LighttermError as error:
            self._fail(error)
        except Exception as problem:
            self.error = InternalError(f"internal error: {type(problem).__name__}: {problem}")
            self.error.__cause__ = problem
        with self._lock:
            self.stage = "done"
            ended, self.ended, self.came = self.ended, _to_nobody, None  # who is told holds this load, and its page
        ended(self)

    def _fail(self, error: LighttermError) -> None:
        try:
            self._look_closer(error)
        except Cancelled as stopped:
            error = stopped
        self.error = error.with_traceback(None)  # whose frames hold this load

    def _look_closer(self, error: LighttermError) -> None:
        if self.asks and isinstance(error, TlsFailed):
            from lightterm.session.presented import note_certificate

            self.stage = "looking at the certificate"
            note_certificate(self._session, self.request, error, self)

    def hand_over(self, ended: Callable[[Load], None], came: Callable[[Load], None] | None) -> None:
        """Tell somebody else from now on; a load that is over tells its end at once."""
        with self._lock:
            over = self.stage == "done"
            if not over:
                self.ended, self.came = ended, came
        if over:
            ended(self)

    # --- on any thread

    def glimpse(self) -> Document | None:
        """The page as far as it has come; None when that is no more than it was the last time."""
        if self._better is not None:
            self.glimpsed, self._better = self._better, None
            self.part = self.tier == 1  # of a file that is read on; an engine is shown all that the one before it saw
            return self.glimpsed
        if self.tier > 1:
            return None
        from lightterm.engines.static import snapshot_of
        from lightterm.extract import HTML, extract

        snapshot, head = self._snapshot, self._head
        if snapshot is None:
            if head is None or head[1] >= 400 or 300 <= head[1] < 400:
                return None
            body = b"".join(self._body)
            if len(body) < GROWTH * self._glimpsed or not body:
                return None
            response = _partial(head, body)
            snapshot = snapshot_of(response, self.request)
        if snapshot.content_type not in HTML and not self._is_text_coming(snapshot):
            return None
        if 300 <= snapshot.response.status < 400:
            return None
        markup = snapshot.markup
        size = len(markup) if len(markup) <= LARGEST and self._snapshot is None else GLIMPSE
        if self._glimpsed >= min(size, len(markup)):
            return None
        self._glimpsed = size
        if size < len(markup):
            end = b"<" if snapshot.content_type in HTML else b"\n"
            markup = markup[: markup.rfind(end, 0, size)] if end in markup[:size] else markup[:size]
        document, _ = extract(
            snapshot.replace(markup=markup), self._session.view(self._columns, snapshot.response.url), None
        )
        if not document.blocks:
            return None
        self.glimpsed, self.part = document, self._snapshot is None or size < len(snapshot.markup)
        return document

    def _is_text_coming(self, snapshot: Snapshot) -> bool:
        """Whether it is a page of lines that comes from a server of gemini, gopher or the like."""
        return self._snapshot is None and snapshot.content_type in LINES and not self.request.url.startswith("http")


def _to_nobody(_load: Load) -> None:
    """Who is told of a load that is over."""


def _refuse_files(url: str, headers: Headers, size: int) -> None:
    """Raise UnsupportedType for what is no page but a file, before any of it is fetched."""
    from lightterm.extract.other import cannot_be_shown
    from lightterm.fetch.headers import media_type

    fields = {name.lower(): value for name, value in headers}
    kind = media_type(fields.get("content-type", ""))[0]
    disposition = fields.get("content-disposition", "")
    what = cannot_be_shown(kind)
    if what:
        words = f"{what} ({kind}), which cannot be shown as text"
    elif disposition.partition(";")[0].strip().lower() == "attachment":
        words = f"a file ({kind or 'of no known type'}) that the server means to be saved"
    elif kind == "application/octet-stream" and size > LARGEST:
        words = "binary data, which cannot be shown as text"
    else:
        return
    raise UnsupportedType(
        f"this is {words}", url=url, actions=(SAVE,), content_type=kind, size=size, disposition=disposition
    )


def _partial(head: tuple[str, int, Headers], body: bytes) -> Response:
    from lightterm.fetch.headers import media_type

    url, status, headers = head
    stated, charset = media_type(next((v for k, v in headers if k.lower() == "content-type"), ""))
    return Response(url, status, headers=headers, body=body, stated_type=stated, charset=charset, truncated=True)
