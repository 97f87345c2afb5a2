"""Frames of a video that came with a page, as many as the settings say."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.settings_app import Video


def frames_of(body: bytes, chosen: Video) -> Iterator[bytes]:
    """The frames as PNG, none where that is switched off; see `lightterm.graphics.video.frames` for the errors."""
    if not chosen.enabled or not chosen.extract_frames:
        return
    from lightterm.extract.media_info import media_info
    from lightterm.graphics.video import frame_times, frames

    known = media_info(body)
    duration = known.duration if known is not None else 0.0
    yield from frames(body, frame_times(duration, chosen.extract_frames, chosen.frame_interval))
