"""The pictures of the page that is read: which are wanted, asked for in the order they are looked at, and what came."""

from __future__ import annotations

import threading
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from lightterm.document.cells import width
from lightterm.errors import Cancelled, LighttermError, ValidationFailed
from lightterm.graphics.fit import TRACKING
from lightterm.graphics.probe import unwanted, window_cell
from lightterm.graphics.store import PictureStore
from lightterm.session.pictures import Bodies, PictureFetch
from lightterm.tui import look, picture_places, picture_rows
from lightterm.tui.animation import Animations
from lightterm.tui.picture_words import told
from lightterm.tui.placements import Placements

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.strip import Strip
    from textual.timer import Timer

    from lightterm.document.layout import Span
    from lightterm.document.model import Document, Media
    from lightterm.document.pictured import PictureSpan, Sizes
    from lightterm.graphics.picture import Picture
    from lightterm.graphics.replies import Size
    from lightterm.graphics.store import Outcome, Request
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView
    from lightterm.tui.palette import Palette
    from lightterm.tui.strips import Look, Over

    Key = tuple[str, Size, Size]

GATHER = 0.03
"""Seconds in which pictures that come are shown together: each changes the lines."""

REST = 0.2
"""Seconds of standing still after which what is near is asked for, too."""

SPARE_ROWS = 2
"""Rows of the screen that no picture takes, for the words beside it."""


class PagePictures:
    """What a view shows of its page's pictures. All but `_done` belongs to the loop's thread."""

    def __init__(self, view: PageView) -> None:
        self.view = view
        self.store: PictureStore | None = None
        self.asked: set[str] = set()
        """The addresses that a person asked for."""
        self.app: Browser | None = None
        self._made_from: object = None
        self._window_cell: Size = (0, 0)
        self._enabled = self._on_demand = self._stopped = False
        self._document: Document | None = None
        self._url = ""
        self._media: Sequence[Media] = ()
        self._addresses = picture_places.Addresses(())
        self._rows = 1
        self._laid: dict[int, tuple[Size, Size]] = {}
        self._refused: dict[str, LighttermError] = {}
        self._requests: dict[Key, Request] = {}
        self._bodies = Bodies()
        self._fetch: PictureFetch | None = None
        self.animations = Animations(self)
        self.placements = Placements(self)
        self._sight: list[int] = []
        self._timer: Timer | None = None
        self._arrived: list[tuple[Key, Outcome]] = []
        self._lock = threading.Lock()

    # --- what is shown, and how

    def measure(self, app: Browser) -> None:
        """The window has another size: its letters may have one, too, as after a change of the font."""
        before, self._window_cell = self._window_cell, window_cell()
        if before != (0, 0) and self._window_cell not in (before, (0, 0)):
            app.terminal = app.terminal.replace(cell=self._window_cell)
            self.configure(app)
            self.view.relayout()

    def configure(self, app: Browser) -> None:
        """Settings, colours or the terminal may be others now; the caller lays the page out anew."""
        self.app = app
        settings, terminal = app.session.settings, app.terminal
        images, background = settings.images, look.ground(app, app.palette)
        made_from = (images.replace(enabled=True, on_demand=False), terminal, background)
        if made_from != self._made_from:
            before = self.store
            self.close()
            self._made_from = made_from
            settings = settings.with_request((("images.enabled", True),))
            self.store = PictureStore(terminal, settings, background)
            if before is not None:
                self.store.learn(before)
        self._take_settings()

    def _take_settings(self) -> None:
        if self.app is None:
            return
        images = self.app.session.settings_for(self._url).images
        plain = images.protocol == "auto" and unwanted()
        self._enabled, self._on_demand = images.enabled and not plain and _can_decode(), images.on_demand
        if not self._enabled:
            self._cancel(())

    @property
    def way(self) -> str:
        """How pictures are shown on this page: "kitty", "placements", "sixel", "blocks" or "none"."""
        return self.store.way if self.store is not None and self._enabled else "none"

    def begin(self, document: Document) -> Sizes | None:
        """A document is to be laid out in the view's size; the cells of its pictures, None where none are shown."""
        if document is not self._document:
            self.animations.stop()
            if document.url != self._url:
                self._leave(document.url)
            self._document, self._media = document, document.media
            self._addresses = picture_places.Addresses(self._media)
        if self.store is not None:
            self.store.alone = document.content_type.startswith("image/")
        self._rows = self._most_rows()
        self._laid.clear()
        self._sight = []
        return self.cells if self.way != "none" and self._media else None

    def _leave(self, url: str) -> None:
        self.stop()
        self._url = url
        self._stopped = False
        self._fetch = None
        self.asked.clear()
        self._refused.clear()
        self._take_settings()

    def _most_rows(self) -> int:
        return max(1, self.view.height - SPARE_ROWS)

    @property
    def outgrown(self) -> bool:
        """Whether the view's height is another one than pictures were laid out for."""
        return bool(self._laid) and self._rows != self._most_rows()

    def reload(self, fresh: bool) -> None:
        """The page is loaded again: what failed is tried again; `fresh`, all of it."""
        self.stop()
        if fresh:
            self._bodies.forget(self._url)
        if self.store is not None:
            for url in self._addresses.indices if fresh else self._refused:
                self.store.forget(url)
        self._url = ""  # so that what comes begins as another page does

    def stop(self) -> bool:
        """Ask for nothing more on this page; whether something was under way."""
        busy = bool(self._requests)
        self._stopped = True
        self._cancel(())
        self.animations.stop()
        if self._fetch is not None:
            self._fetch.cancel()
        return busy

    def close(self) -> None:
        """Let go of every picture, the terminal's copies among them."""
        self._cancel(())
        self.animations.stop()
        if self.store is not None:
            self.store.close()
            self.write(self.store.deletions())
            self.store = self._made_from = None
            self.placements.follow()

    def send_again(self) -> None:
        """The terminal was another program's, and may have forgotten the pictures it kept."""
        if self.store is not None:
            self._cancel(())
            self.store.clear()
            self.write(self.store.deletions())
            self.placements.forget()
            self._sight = []
            self.look()

    def send(self, picture: Picture) -> None:
        """Have the terminal know a picture that came; what is placed it gets to know with its first place."""
        if self.way != "placements":
            self.write(picture.transmit())

    def write(self, sequence: str) -> None:
        """Send the terminal what belongs to a picture."""
        if sequence and self.app is not None:
            self.app.write_to_terminal(sequence)

    # --- cells

    def cells(self, index: int, columns: int) -> Size:
        """(columns, rows) of a picture in so many columns; (0, 0) where its words stand in the text."""
        room = (columns, self._rows)
        cells = self._cells(self._media[index], room)
        self._laid[index] = (room, cells)
        return cells

    def _cells(self, medium: Media, room: Size) -> Size:
        if self.store is None or not self._is_wanted(medium):
            return 0, 0
        if (error := self._refused.get(medium.url)) is not None:
            words = self._told(medium, error)
            return (min(width(words), room[0]), 1) if words else (0, 0)
        return self.store.cells(medium.url, (medium.width, medium.height), room)

    def _is_wanted(self, medium: Media) -> bool:
        if medium.kind != "image" or not medium.url or not self._enabled:
            return False
        if any(0 < said <= TRACKING for said in (medium.width, medium.height)):
            return False
        return not self._on_demand or medium.url in self.asked

    def laid(self, index: int) -> Size:
        """The cells that a picture takes on the page; (0, 0) where it is not shown."""
        return self._laid.get(index, ((0, 0), (0, 0)))[1]

    def picture(self, span: PictureSpan) -> Picture | None:
        """The picture of a span, None while it is not there."""
        if self.store is None or span.media not in self._laid:
            return None
        playing = self.animations.picture(span.media)
        if playing is not None and picture_rows.shown_in(playing, span):
            return playing
        medium = self._media[span.media]
        outcome = self.store.get(medium.url, (medium.width, medium.height), self._laid[span.media][0])
        picture = outcome.picture if outcome is not None else None
        return picture if picture is not None and picture_rows.shown_in(picture, span) else None

    def words(self, span: PictureSpan) -> str:
        """What is said where a picture should be."""
        medium = self._media[span.media]
        error = self._refused.get(medium.url)
        return (self._told(medium, error) if error is not None else "") or medium.alt

    # --- painting

    def paint(self, text: str, spans: Sequence[Span], palette: Palette, look: Look, over: Sequence[Over] = ()) -> Strip:
        """The strip of a line, with the pictures on it."""
        return picture_rows.paint_pictured(self, text, spans, palette, look, over)

    def overlaid(self, strips: list[Strip], first: int) -> list[Strip]:
        """Rows of the view, with what is written over their blanks."""
        if self.way == "placements":
            self.placements.follow()
        return picture_rows.overlaid(self, strips, first) if self.way == "sixel" and self._laid else strips

    # --- asking

    def look(self) -> None:
        """Other lines are in sight: ask for the pictures on them, and soon for those near."""
        if self._stopped or self.way == "none" or not self._media:
            return
        view = self.view
        sight = picture_places.media(view.flow, view.first, view.first + view.height, len(self._media))
        if sight == self._sight:
            return
        self._sight = sight
        self._ask(sight, 0)
        if self._timer is None:
            self._timer = view.set_timer(REST, self._look_around)

    def _look_around(self) -> None:
        self._timer = None
        view = self.view
        if self._stopped or self.way == "none" or not self._media:
            return
        end = view.first + view.height
        ahead = picture_places.media(view.flow, end, end + view.height, len(self._media))
        near = {*self._sight, *ahead}
        self._cancel(near)
        self._ask(ahead, len(self._sight))

    def _ask(self, indices: Iterable[int], priority: int) -> None:
        store = self.store
        assert store is not None
        for number, index in enumerate(indices, priority):
            medium = self._media[index]
            if not self._is_wanted(medium) or medium.url in self._refused:
                continue
            room, cells = self._laid.get(index, ((self.view.flow.width, self._rows), (0, 0)))
            key = (medium.url, (medium.width, medium.height), room)
            outcome = store.get(*key)
            if key in self._requests:
                self._requests[key].priority = number
            elif outcome is None:
                load = partial(self.fetcher(), medium.url, medium.url in self.asked)
                self._requests[key] = store.request(medium.url, load, *key[1:], number, partial(self._done, key))
            elif outcome.error is not None or self._cells(medium, room) != cells:
                self._done(key, outcome)

    def fetcher(self) -> PictureFetch:
        """What fetches the pictures of this page, in any thread."""
        app = self.app
        assert app is not None
        if self._fetch is None:
            visit = app.panes.visit_in(self.view)
            freshness = visit.request.freshness if visit is not None else "any"
            most = app.session.settings.images.max_bytes
            self._fetch = PictureFetch(app.session.fetch, self._url, most, self._bodies, freshness)
            if visit is not None and visit.page is not None and visit.page.document is self._document:
                self._keep_own(visit.page.snapshot.content_type, visit.page.response.body)
        return self._fetch

    def _keep_own(self, content_type: str, body: bytes) -> None:
        """A page that is a picture itself is not asked for a second time."""
        if content_type.startswith("image/"):
            self._bodies.put(self._url, self._url, body)

    def _cancel(self, near: Iterable[int]) -> None:
        """Ask no more for pictures that are not near."""
        kept = {self._media[index].url for index in near}
        for key in [key for key in self._requests if key[0] not in kept]:
            self._requests.pop(key).cancel()

    def load(self, indices: Iterable[int]) -> None:
        """Load these pictures now, whatever they wait for. Raises ValidationFailed where none are shown."""
        if self.store is None or self.way == "none":
            raise ValidationFailed("no pictures are shown here", actions=())
        wanted = list(indices)
        for index in wanted:
            url = self._media[index].url
            self.asked.add(url)
            if self._refused.pop(url, None) is not None:
                self.store.retry(url)
        if self._stopped:
            self._stopped, self._fetch = False, None
        self._relay({picture_places.block_of(self.view.flow, index) for index in wanted})
        self._ask(wanted, 0)

    def repaint(self, indices: set[int]) -> bool:
        """Paint the lines of these pictures anew; whether any is in sight."""
        view = self.view
        lines = range(view.first, min(view.first + view.height, len(view.flow)))
        found = [line for line in lines if any(span.media in indices for span in view.flow.spans(line))]
        for line in found:
            view.refresh_line(line)
        return bool(found)

    # --- what came

    def _done(self, key: Key, outcome: Outcome) -> None:
        with self._lock:
            self._arrived.append((key, outcome))
            first = len(self._arrived) == 1
        if first and self.app is not None:
            self.app.in_loop(self._gather)

    def _gather(self) -> None:
        self.view.set_timer(GATHER, self._take)

    def _take(self) -> None:
        """Show what came: where its place was known it is painted, elsewhere its block is laid out anew."""
        with self._lock:
            arrived, self._arrived = self._arrived, []
        changed: set[int] = set()
        painted: set[int] = set()
        for key, outcome in arrived:
            self._requests.pop(key, None)
            if isinstance(outcome.error, Cancelled):
                continue
            if outcome.picture is not None:
                self.send(outcome.picture)
            for index in self._addresses.indices.get(outcome.url, ()):
                if outcome.error is not None:
                    self._refused[outcome.url] = outcome.error
                room, before = self._laid.get(index, ((0, 0), (0, 0)))
                if room[0]:
                    (painted if self._cells(self._media[index], room) == before else changed).add(index)
        if self.store is not None:
            self.write(self.store.deletions())
        self._relay({picture_places.block_of(self.view.flow, index) for index in changed})
        self.repaint(painted)

    def _told(self, medium: Media, error: LighttermError) -> str:
        return told(medium, error, medium.url in self.asked)

    def _relay(self, blocks: set[int]) -> None:
        if blocks:
            self._sight = []
            picture_places.relay(self.view, sorted(blocks))


@cache
def _can_decode() -> bool:
    """Whether the extra `pictures` is installed: .5 ms to look for it, at each page."""
    return find_spec("PIL") is not None
