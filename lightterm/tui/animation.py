"""Animations, each in the place of its picture until it is stopped or out of sight."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from lightterm.errors import LighttermError, ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.graphics.picture import Picture
    from lightterm.tui.pictures import PagePictures

    Frames = Iterator[tuple[Picture, float]]

STILL = 1.0
"""Seconds between two looks at a picture that has one frame."""


class Animation:
    """Gives the frames that `frames` makes to `show`, over and over, in a thread of its own; `failed` gets an error."""

    def __init__(
        self,
        frames: Callable[[], Frames],
        show: Callable[[Animation, Picture], None],
        failed: Callable[[LighttermError], None],
    ) -> None:
        self._frames = frames
        self._show = show
        self._failed = failed
        self._over = threading.Event()
        self.shown: list[Picture] = []
        """The frames that the terminal has, the last one in sight."""

    def start(self) -> None:
        """Begin."""
        threading.Thread(target=self._play, name="animation", daemon=True).start()

    def stop(self) -> None:
        """End; no further frame is made."""
        self._over.set()

    @property
    def is_over(self) -> bool:
        """Whether it was stopped."""
        return self._over.is_set()

    def _play(self) -> None:
        try:
            while not self._over.is_set():
                for picture, seconds in self._frames():
                    self._show(self, picture)
                    if self._over.wait(seconds or STILL):
                        return
        except LighttermError as error:
            self._failed(error)


class Animations:
    """Those that play on a page, by the index of their picture. All of it belongs to the loop's thread."""

    def __init__(self, pictures: PagePictures) -> None:
        self._pictures = pictures
        self._playing: dict[int, Animation] = {}

    def picture(self, index: int) -> Picture | None:
        """The frame that is shown of a picture, None where it stands still."""
        playing = self._playing.get(index)
        return playing.shown[-1] if playing is not None and playing.shown else None

    def turn(self, index: int) -> None:
        """Play a picture that is shown, or stop playing it. Raises ValidationFailed."""
        if index in self._playing:
            self._end(index)
            return
        store, app, cells = self._pictures.store, self._pictures.app, self._pictures.laid(index)
        if store is None or app is None or not all(cells):
            raise ValidationFailed("the picture is not shown", actions=())
        fetch, url = self._pictures.fetcher(), app.view.document.media[index].url
        playing = Animation(
            lambda: store.frames(fetch(url, asked=True), cells),
            lambda playing, picture: app.in_loop(self._put, index, playing, picture),
            lambda error: app.in_loop(app.fail, error),
        )
        self._playing[index] = playing
        playing.start()

    def _put(self, index: int, playing: Animation, picture: Picture) -> None:
        """Show a frame where its picture is in sight; else the animation ends."""
        if playing.is_over:
            return
        self._pictures.send(picture)
        # The frame before stays until this one is painted in its place.
        for old in playing.shown[:-1]:
            self._pictures.write(old.delete())
        playing.shown = [*playing.shown[-1:], picture]
        if not self._pictures.repaint({index}):
            self._end(index)

    def _end(self, index: int) -> None:
        playing = self._playing.pop(index)
        playing.stop()
        self._pictures.repaint({index})
        for old in playing.shown:
            self._pictures.write(old.delete())

    def stop(self) -> None:
        """Stop all."""
        for index in list(self._playing):
            self._end(index)
