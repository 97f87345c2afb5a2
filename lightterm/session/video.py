"""Frames of a video that came with a page, as many as the settings say."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.settings import Settings


def frames_of(body: bytes, settings: Settings, most: int | None = None) -> Iterator[bytes]:
    """The frames as PNG, no more than `most`; none where that is switched off.

    Raises what `lightterm.graphics.video.frames` does.
    """
    count = settings.video.extract_frames if most is None else most
    if not settings.video.enabled or not count:
        return
    from lightterm.extract.media_info import media_info
    from lightterm.graphics.video import frame_times, frames

    known = media_info(body)
    duration = known.duration if known is not None else 0.0
    yield from frames(body, frame_times(duration, count, settings.video.frame_interval))
