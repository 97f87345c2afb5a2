"""Frames of a video through ffmpeg, run as a program: bounded in time and pixels, kept from other files and the net.

A video is a file that its server wrote: playlists and other lists of files are no formats here, and no protocol but
`file` is (https://ffmpeg.org/ffmpeg-formats.html, `format_whitelist`).
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from time import monotonic

from lightterm.confined import for_program, is_launcher, within
from lightterm.errors import Action, ParseFailed, TooLarge, UnsupportedType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 30.0
"""What all frames of a video may take."""

MOST_PIXELS = 64_000_000
_DEMUXERS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,ogg,flv,mpegts,mpeg,asf"
INSTALL = Action("install_ffmpeg", "Install ffmpeg (apt install ffmpeg, brew install ffmpeg).", 1)


def frame_times(duration: float, count: int, interval: float) -> list[float]:
    """When frames are taken, in seconds: `interval` apart, or with 0 spread evenly over the video, never beyond it."""
    if duration <= 0:
        return [0.0] if count else []
    step = interval or duration / count if count else 0.0
    first = 0.0 if interval else step / 2
    return [at for at in (first + n * step for n in range(count)) if at < duration]


def frames(data: bytes, times: list[float]) -> Iterator[bytes]:
    """The frames at these times, as PNG.

    Raises UnsupportedType where ffmpeg is not installed, ParseFailed for what it cannot read, TooLarge for what takes
    too long.
    """
    program = shutil.which("ffmpeg")
    if program is None:
        raise UnsupportedType("frames of a video take ffmpeg, which is not installed", actions=(INSTALL,))
    until = monotonic() + SECONDS
    with tempfile.TemporaryDirectory() as room:
        file = Path(room, "video")
        file.write_bytes(data)
        for at in times:
            yield _frame(program, file, at, until - monotonic())


def _frame(program: str, file: Path, at: float, seconds: float) -> bytes:
    command = [program, "-nostdin", "-v", "error", "-threads", "1", "-protocol_whitelist", "file"]
    command += ["-format_whitelist", _DEMUXERS, "-max_pixels", str(MOST_PIXELS), "-ss", f"{at:.3f}", "-i", str(file)]
    command += ["-an", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "-protocol_whitelist", "pipe", "pipe:1"]
    room = None if is_launcher(program) else for_program(program, reads=(str(file),))
    patience = max(seconds, 0.1)
    try:
        done = within(
            room, lambda: subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience)
        )
    except subprocess.TimeoutExpired:
        raise TooLarge(f"the frames of the video take more than {SECONDS:g} s", actions=()) from None
    if not done.stdout:
        raise ParseFailed("ffmpeg finds no frame in this video")
    return done.stdout
