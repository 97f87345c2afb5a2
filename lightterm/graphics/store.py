"""Pictures loaded and decoded beside the reading: what is looked at first, within a bound of memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from lightterm.errors import Cancelled, LighttermError, ParseFailed, TooLarge
from lightterm.graphics.dimensions import dimensions
from lightterm.graphics.fit import fit, pixels, said_size
from lightterm.graphics.picture import Picture, make_picture
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.graphics.probe import Terminal
    from lightterm.graphics.replies import Color, Size
    from lightterm.settings import Settings

    Load = Callable[[], bytes]
    Done = Callable[["Outcome"], None]
    Key = tuple[str, Size, Size]
    """Address, the size the page gives it, and the cells it takes."""

THREADS = 6
"""Loads at a time, as browsers have it for one host; decoding is C that lets the others run."""

REMEMBERED = 10_000
"""Pictures whose sizes and failures are remembered."""


class Outcome(Record):
    """What came of a request: the picture and its natural size, or the error that came instead."""

    url: str
    picture: Picture | None = None
    size: Size = (0, 0)
    animated: bool = False
    error: LighttermError | None = None


class Request:
    """One wish for a picture; `priority` (small is soon) may be set while it waits."""

    def __init__(self, url: str, load: Load, said: Size, room: Size, priority: int, done: Done) -> None:
        self.url = url
        self.said = said
        self.room = room
        self.load = load
        self.priority = priority
        self.done = done
        self.cancelled = False

    def cancel(self) -> None:
        """The picture is not wanted any more: `done` is not called, and what has not begun does not begin."""
        self.cancelled = True


class PictureStore:
    """The pictures of a session on one terminal. Every method may be called from any thread.

    `way` is "kitty", "placements", "sixel", "blocks" or "none"; `on_demand` says that a picture is requested only when
    asked for.
    """

    def __init__(self, terminal: Terminal, settings: Settings, background: Color | None = None) -> None:
        self.terminal = terminal
        self.way = _way(terminal, settings)
        self.on_demand = settings.images.on_demand
        self.alone = False
        """Whether pictures may be larger than the settings say: one that is looked at alone has the room to itself."""
        self._settings = settings
        self._background = background or terminal.background or (0, 0, 0)
        self._changed = threading.Condition()
        self._waiting: list[Request] = []
        self._kept: OrderedDict[Key, Outcome] = OrderedDict()
        self._bytes = 0
        self._sizes: OrderedDict[str, Size] = OrderedDict()
        self._failed: OrderedDict[str, LighttermError] = OrderedDict()
        self._deletions: list[str] = []
        self._threads = 0
        self._closed = False

    def cells(self, url: str, said: Size, room: Size) -> Size:
        """(columns, rows) that a picture takes in `room` cells; (0, 0) while its size is not known.

        `said` is the size that the page gives it, in CSS pixels, 0 for what it does not say.
        """
        if self.way == "none":
            return 0, 0
        with self._changed:
            if url in self._failed:
                return 0, 0
            size = said_size(said, self._sizes.get(url, (0, 0)))
        return self._fit(size, room)

    def get(self, url: str, said: Size, room: Size) -> Outcome | None:
        """What has come of that picture; None while nothing has."""
        with self._changed:
            if url in self._failed:
                return Outcome(url, error=self._failed[url])
            key = (url, said, self._fit(said_size(said, self._sizes.get(url, (0, 0))), room))
            outcome = self._kept.get(key)
            if outcome is not None:
                self._kept.move_to_end(key)
            return outcome

    def request(self, url: str, load: Load, said: Size, room: Size, priority: int, done: Done) -> Request:
        """Load (by `load`), decode and fit a picture, then call `done` in a thread of the store.

        What is kept, and what has failed before, is handed over at once, in the caller's thread.
        """
        request = Request(url, load, said, room, priority, done)
        outcome = self.get(url, said, room)
        if outcome is not None:
            done(outcome)
            return request
        with self._changed:
            self._waiting.append(request)
            if self._threads < min(THREADS, len(self._waiting)) and not self._closed:
                self._threads += 1
                threading.Thread(target=self._work, name="pictures", daemon=True).start()
            self._changed.notify()
        return request

    def frames(self, data: bytes, cells: Size) -> Iterator[tuple[Picture, float]]:
        """The frames of an animation in so many cells, each with its seconds, made one at a time.

        Raises as `lightterm.graphics.decode.frames`.
        """
        from lightterm.graphics.decode import Limits, frames

        images, (columns, rows), cell = self._settings.images, cells, self.terminal.cell
        limits = Limits(max_pixels=images.max_pixels, svg_seconds=images.svg_timeout)
        for image, seconds in frames(data, (columns * cell[0], rows * cell[1]), self._background, limits):
            yield make_picture(image, columns, rows, self.terminal, self.way, self._background), seconds

    def learn(self, other: PictureStore) -> None:
        """Know the sizes that a store before this one knew: the pictures' places are there before them."""
        with other._changed:
            known = other._sizes.copy()
        with self._changed:
            self._sizes.update(known)

    def retry(self, url: str) -> None:
        """Forget that a picture failed."""
        with self._changed:
            self._failed.pop(url, None)

    def forget(self, url: str) -> None:
        """Forget a picture: it is loaded anew."""
        with self._changed:
            self._failed.pop(url, None)
            self._sizes.pop(url, None)
            for key in [key for key in self._kept if key[0] == url]:
                self._drop(key)

    def deletions(self) -> str:
        """What is to be written to the terminal for pictures dropped since this was last asked."""
        with self._changed:
            text = "".join(self._deletions)
            self._deletions.clear()
        return text

    def clear(self) -> None:
        """Drop every picture, and whatever waits."""
        with self._changed:
            for request in self._waiting:
                request.cancel()
            self._waiting.clear()
            while self._kept:
                self._drop(next(iter(self._kept)))

    def close(self) -> None:
        """Drop everything; the threads end."""
        self.clear()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _fit(self, size: Size, room: Size) -> Size:
        if not all(size):
            return 0, 0
        images, cell = self._settings.images, self.terminal.cell
        columns, rows = room
        if not self.alone:
            columns = min(columns, max(1, images.max_width // cell[0]))
            rows = min(rows, max(1, images.max_height // cell[1]))
        return fit(*size, cell, columns, rows)

    def _next(self) -> Request | None:
        """The request to be seen to next; waits for one; None when the store is closed."""
        with self._changed:
            while not self._closed:
                self._waiting = [request for request in self._waiting if not request.cancelled]
                if self._waiting:
                    request = min(self._waiting, key=lambda waiting: waiting.priority)
                    self._waiting.remove(request)
                    return request
                self._changed.wait()
            return None

    def _work(self) -> None:
        while (request := self._next()) is not None:
            outcome = self.get(request.url, request.said, request.room) or self._made(request)
            if not request.cancelled:
                request.done(outcome)

    def _made(self, request: Request) -> Outcome:
        url = request.url
        try:
            outcome = self._loaded(request)
        except LighttermError as problem:
            outcome = Outcome(url, error=problem)
        except Exception as problem:  # whatever a loader or a decoder does, reading goes on
            outcome = Outcome(url, error=ParseFailed(f"the picture cannot be shown ({problem})", url=url))
        with self._changed:
            if outcome.error is not None and not isinstance(outcome.error, Cancelled):
                self._failed[url] = outcome.error
            for known in (self._failed, self._sizes):
                while len(known) > REMEMBERED:
                    known.popitem(last=False)
        return outcome

    def _loaded(self, request: Request) -> Outcome:
        from lightterm.graphics.decode import Limits, decode

        images = self._settings.images
        url, said, room = request.url, request.said, request.room
        data = request.load()
        if len(data) > images.max_bytes:
            raise TooLarge(f"the picture has {len(data):,} bytes, and {images.max_bytes:,} are taken", url=url)
        natural = dimensions(data)
        limits = Limits(max_pixels=images.max_pixels, svg_seconds=images.svg_timeout)
        largest = (images.max_width, images.max_height)
        columns, rows = self._fit(said_size(said, natural), room) if all(natural) else (0, 0)
        target = pixels(*said_size(said, natural), self.terminal.cell, columns, rows) if columns else largest
        decoded = decode(data, target, self._background, limits)
        columns, rows = self._fit(said_size(said, decoded.size), room)
        picture = None
        if columns:
            picture = make_picture(decoded.image, columns, rows, self.terminal, self.way, self._background)
        outcome = Outcome(url, picture, decoded.size, decoded.animated)
        with self._changed:
            self._sizes[url] = decoded.size
            self._keep((url, said, (columns, rows)), outcome)
        return outcome

    def _keep(self, key: Key, outcome: Outcome) -> None:
        if key in self._kept:
            self._drop(key)
        self._kept[key] = outcome
        self._bytes += outcome.picture.size if outcome.picture else 0
        while self._bytes > self._settings.images.max_memory and len(self._kept) > 1:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        outcome = self._kept.pop(key)
        if outcome.picture is not None:
            self._bytes -= outcome.picture.size
            self._deletions.append(outcome.picture.delete())


def _way(terminal: Terminal, settings: Settings) -> str:
    """How pictures are shown: "kitty", "placements", "sixel", "blocks" or "none"."""
    images = settings.images
    if not images.enabled:
        return "none"
    way = terminal.pictures if images.protocol == "auto" else images.protocol
    if way == "kitty" and terminal.placements:
        way = "placements"
    return "none" if way == "blocks" and not terminal.colors else way
