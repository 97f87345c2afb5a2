"""Files that a page in lightpanda leads to: they are saved or told of, and the page stays where it is.

lightpanda would put each in the place of the page, which it cannot show; so documents are looked at when their headers
have come, before the page gives way to them (the response stage of
https://chromedevtools.github.io/devtools-protocol/tot/Fetch/).
"""

from __future__ import annotations

import json
import os
import threading
from base64 import b64decode
from contextlib import suppress
from time import monotonic_ns

from lightterm.engines.static import HTML
from lightterm.errors import LighttermError
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.engines.cdp import Message
    from lightterm.engines.light_tab import Tab

MOST = 20
"""Files that a page may have saved; those beyond are left where they are."""
BODY_SECONDS = 60.0
_TO_BE_READ = ("json", "pdf", "xml", "javascript", "x-javascript", "ecmascript")
_FAMILIES = ("audio", "video", "font", "model")


class Met(Record):
    """What an action led to: files as (path, where from), why others did not come, addresses of what is to be read."""

    saved: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()


class Files:
    """What became of the files that one page led to; `take` is called by the thread that reads its events."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._wanted: str | None = None
        self._under_way = 0
        self._acting = False
        self._count = 0
        self._saved: list[tuple[str, str]] = []
        self._failed: list[str] = []
        self._readable: list[str] = []

    @property
    def under_way(self) -> bool:
        """Whether a file is being saved."""
        return self._under_way > 0

    def begin(self) -> None:
        """Something is about to be done to the page: what can be read is told of from now on rather than followed."""
        self._acting, self._count = True, 0
        self._failed, self._readable = [], []

    def met(self, seconds: float) -> Met:
        """What that led to, files that are still under way awaited for so long."""
        self._tab.watch.wait(lambda: not self._under_way, seconds)
        self._acting = False
        return Met(self.came(), tuple(self._failed), tuple(self._readable))

    def came(self) -> tuple[tuple[str, str], ...]:
        """Files that were saved since this was asked last."""
        with self._tab.watch.changed:
            saved, self._saved = tuple(self._saved), []
        return saved

    def keep(self, name: str, kind: str, body: str) -> None:
        """Save what a page made by itself, in base64, under its name for it."""
        if self._count < MOST:
            self._count += 1
            self._keep("", _named("", name), kind, lambda: b64decode(body))

    def take(self, parameters: Message) -> bool:
        """Whether a document whose headers have come is none for the page, which stays then."""
        status = int(parameters["responseStatusCode"])
        if parameters.get("frameId") != self._tab.watch.main or 300 <= status < 400:
            return False
        headers = {one["name"].lower(): one["value"] for one in parameters.get("responseHeaders", ())}
        disposition, kind = headers.get("content-disposition", ""), _kind(headers.get("content-type", ""))
        wanted, self._wanted = self._wanted, None
        attached = disposition.partition(";")[0].strip().lower() == "attachment" or _is_file(kind)
        if wanted is None and (status >= 400 or not (attached or (self._acting and kind and kind not in HTML))):
            return False
        url, number = str(parameters["request"]["url"]), str(parameters["requestId"])
        self._tab.watch.stayed(str(parameters.get("networkId", "")))
        if status >= 400:
            self._failed.append(f"the file did not come: the server answered {status}")
        elif attached or wanted is not None:
            if self._count < MOST:
                self._count += 1
                self._under_way += 1
                given = (number, url, _named(disposition, wanted or ""), kind)
                threading.Thread(target=self._save, args=given, name="saves a file", daemon=True).start()
                return True
        else:
            self._readable.append(url)
        self._tab.let_go(number)
        return True

    def fetch(self, url: str, name: str, seconds: float) -> None:
        """Have the page ask for a file that is to be saved, as `name` where the server gives it none."""
        count = len(self._saved) + len(self._failed)
        self._wanted = name
        self._tab.run(f"void (location.href = {json.dumps(url)})", seconds)
        watch = self._tab.watch
        watch.wait(lambda: len(self._saved) + len(self._failed) > count or bool(watch.failure), seconds)
        self._wanted = None

    def _save(self, number: str, url: str, disposition: str, kind: str) -> None:
        """Write down what comes, and let the page's request for it go."""

        def body() -> bytes:
            told = self._tab.call("Fetch.getResponseBody", BODY_SECONDS, requestId=number)
            return b64decode(told["body"]) if told.get("base64Encoded") else str(told["body"]).encode()

        def over() -> None:
            with suppress(LighttermError):
                self._tab.let_go(number)
            self._under_way -= 1

        self._keep(url, disposition, kind, body, over)

    def _keep(
        self, url: str, disposition: str, kind: str, body: Callable[[], bytes], over: Callable[[], None] | None = None
    ) -> None:
        """Write a file under a name that is safe; what is to be done before it is told of is `over`."""
        from lightterm.engines.light_server import files_place
        from lightterm.fetch.filename import safe_filename

        words, path = "", ""
        try:
            data = body()
            folder = os.path.join(files_place(), f"{monotonic_ns():x}")
            os.makedirs(folder)
            path = os.path.join(folder, safe_filename(disposition, url, kind))
            with open(path, "wb") as file:
                file.write(data)
        except (LighttermError, OSError, ValueError) as fault:
            words = f"the file did not come: {fault}"
        watch = self._tab.watch
        with watch.changed:
            if over is not None:
                over()
            if words:
                self._failed.append(words)
            else:
                self._saved.append((path, url))
            watch.changed.notify_all()


def _kind(stated: str) -> str:
    return stated.partition(";")[0].strip().lower()


def _is_file(kind: str) -> bool:
    """Whether browsers save what is of this media type, as nothing of it can be shown."""
    family, _, name = kind.partition("/")
    if family != "application":
        return family in _FAMILIES
    return kind not in HTML and name not in _TO_BE_READ and not name.endswith(("+xml", "+json"))


def _named(disposition: str, name: str) -> str:
    """A Content-Disposition with the name that the link gives where the server gives none."""
    if not name or "filename" in disposition.lower():
        return disposition
    from urllib.parse import quote

    return f"attachment; filename*=UTF-8''{quote(name, safe='')}"
