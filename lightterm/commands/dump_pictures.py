"""A dump with its pictures, for a terminal that shows some: as Kitty graphics, Sixel or half blocks, line by line."""

from __future__ import annotations

import os
import threading
from functools import partial
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING

from lightterm.document.cells import width as cells_of
from lightterm.document.layout import Layout, Span
from lightterm.document.pictured import PictureSpan
from lightterm.graphics.fit import TRACKING
from lightterm.graphics.probe import terminal_for
from lightterm.graphics.store import PictureStore
from lightterm.output.ansi import RESET, styled
from lightterm.safe import output_guard
from lightterm.session.pictures import Bodies, PictureFetch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from lightterm.commands.report import Report
    from lightterm.document.model import Block, Media
    from lightterm.graphics.picture import Ink, Picture
    from lightterm.graphics.probe import Terminal
    from lightterm.graphics.replies import Size
    from lightterm.graphics.store import Outcome
    from lightterm.loading import Page
    from lightterm.session.session import Session

    Room = tuple[Size, Size]

ROWS = 1000
"""Rows of a picture at most; the settings' height in pixels is less."""


class DumpPictures:
    """The pictures of dumped pages on one terminal, fetched before a page is laid out."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self._session = session
        self._store = PictureStore(terminal, session.settings.with_request((("images.enabled", True),)))
        self._media: Sequence[Media] = ()
        self._laid: dict[int, Room] = {}
        self._fetch: PictureFetch | None = None
        self._sent: set[int] = set()

    @property
    def way(self) -> str:
        """How pictures are shown: "kitty", "placements", "sixel", "blocks" or "none"."""
        return self._store.way

    def lines(
        self, page: Page, blocks: list[Block], width: int, numbers: bool, color: bool, urls: dict[int, str]
    ) -> Iterator[str]:
        """The lines of a page with their pictures and escape sequences, each to be ended by a line feed.

        Where a picture cannot be had its words stand.
        """
        self._media, self._laid = page.document.media, {}
        self._load(page, width)
        layout = Layout(width, numbers, rich=True, pictures=self._cells)
        layout.add(blocks)
        drawn = ""
        for i, line in enumerate(layout.lines):
            spans = layout.spans.get(i) or []
            pictured = sorted((s for s in spans if isinstance(s, PictureSpan)), key=lambda s: s.start)
            if not pictured:
                safe = output_guard(line)
                yield drawn + (styled(line, spans, color, urls) if spans and safe == line else safe)
                drawn = ""
                continue
            text, after = self._pictured(line, spans, pictured, color, urls)
            yield drawn + text
            drawn = after
        if drawn:
            yield drawn

    # --- what is shown

    def _load(self, page: Page, width: int) -> None:
        """Have every picture of the page there, or know that it will not come."""
        settings = self._session.settings
        url = page.response.url
        self._fetch = PictureFetch(self._session.fetch, url, settings.images.max_bytes, Bodies())
        wanted = {m.url: m for m in self._media if _is_shown(m)}
        self._wait([(medium, (width, ROWS)) for medium in wanted.values()], settings.network.timeout)

    def _wait(self, wanted: Iterable[tuple[Media, Size]], seconds: float) -> None:
        """Ask for pictures in some room each, and wait for them."""
        assert self._fetch is not None
        over = threading.Semaphore(0)

        def done(_outcome: Outcome) -> None:
            over.release()

        asked = [
            self._store.request(m.url, partial(self._fetch, m.url), (m.width, m.height), room, number, done)
            for number, (m, room) in enumerate(wanted)
        ]
        until = monotonic() + seconds
        for _ in asked:
            if not over.acquire(timeout=max(0.0, until - monotonic())):
                break
        for request in asked:
            request.cancel()

    def _cells(self, index: int, room: int) -> Size:
        """The cells of a picture where a line has so many; (0, 0) has its words shown."""
        medium = self._media[index]
        if not _is_shown(medium):
            return 0, 0
        space = (room, ROWS)
        # Its room may be given before it has come: what did not come has no size of its own.
        if self._store.get(medium.url, (medium.width, medium.height), space) is None:
            self._wait([(medium, space)], self._session.settings.network.timeout)
        outcome = self._store.get(medium.url, (medium.width, medium.height), space)
        if outcome is None or outcome.picture is None:
            return 0, 0
        self._laid[index] = (space, (outcome.picture.columns, outcome.picture.rows))
        return self._laid[index][1]

    def _picture(self, span: PictureSpan) -> Picture | None:
        """The picture of a span, made once more where it had to make room for others."""
        medium = self._media[span.media]
        space = self._laid[span.media][0]
        if self._store.get(medium.url, (medium.width, medium.height), space) is None:
            self._wait([(medium, space)], self._session.settings.network.timeout)
        outcome = self._store.get(medium.url, (medium.width, medium.height), space)
        return outcome.picture if outcome is not None else None

    def _pictured(
        self, line: str, spans: Sequence[Span], pictured: Sequence[PictureSpan], color: bool, urls: dict[int, str]
    ) -> tuple[str, str]:
        """A line with the rows of its pictures, and what draws over it from the line below it.

        A Sixel band is drawn from there: on the terminal's last line it would scroll the screen.
        """
        line = line.ljust(max(span.end for span in pictured))
        out: list[str] = []
        bands: list[str] = []
        at = 0
        for span in pictured:
            out.append(_part(line, spans, at, span.start, color, urls))
            at = span.end
            picture = self._picture(span)
            if picture is None:
                out.append(" " * (span.end - span.start))
                continue
            if span.media not in self._sent:
                self._sent.add(span.media)
                out.append(picture.transmit())
            out += [_colored(*run) for run in picture.row(span.row)]
            band = picture.overlay(span.row)
            if band:
                column = cells_of(line[: span.start])
                bands.append(f"\r{f'{chr(27)}[{column}C' if column else ''}\x1b7{band}\x1b8")
        out.append(_part(line, spans, at, len(line), color, urls).rstrip(" "))
        return "".join(out), f"\x1b[A{''.join(bands)}\r\x1b[B" if bands else ""


def pictures_for(session: Session, stdout: BinaryIO, color: bool, encoding: str, report: Report) -> DumpPictures | None:
    """What shows pictures on standard output; None where it is no terminal that shows any, or nothing decodes them."""
    if not stdout.isatty() or not encoding.lower().replace("-", "").startswith("utf8"):
        return None
    if os.environ.get("NO_COLOR") and session.settings.images.protocol == "auto":
        return None
    if find_spec("PIL") is None:
        report.say("showing pictures takes the extra `pictures`: pip install 'lightterm[pictures]'")
        return None
    made = DumpPictures(session, terminal_for(session.settings))
    return None if made.way == "none" or (made.way == "blocks" and not color) else made


def _is_shown(medium: Media) -> bool:
    spacer = 0 < medium.width <= TRACKING or 0 < medium.height <= TRACKING
    return medium.kind == "image" and bool(medium.url) and not spacer


def _part(line: str, spans: Sequence[Span], start: int, end: int, color: bool, urls: dict[int, str]) -> str:
    """A piece of a line between pictures, with its own spans."""
    text = line[start:end]
    safe = output_guard(text)
    if safe != text or not text:
        return safe
    own = [
        Span(max(s.start, start) - start, min(s.end, end) - start, s.kind, s.target)
        for s in spans
        if not isinstance(s, PictureSpan) and s.start < end and s.end > start
    ]
    return styled(text, own, color, urls) if own else text


def _colored(text: str, fore: Ink, back: Ink) -> str:
    codes = [code for layer, ink in (("38", fore), ("48", back)) if (code := _code(layer, ink))]
    return f"\x1b[{';'.join(codes)}m{text}{RESET}" if codes else text


def _code(layer: str, ink: Ink) -> str:
    if ink is None:
        return ""
    return f"{layer};5;{ink}" if isinstance(ink, int) else f"{layer};2;{ink[0]};{ink[1]};{ink[2]}"
