"""What a video or sound is: format, length, size, codecs and tags, by MediaInfo in a process of its own.

One library knows every container of the web, where tinytag and mutagen know sound alone (and mutagen is GPL); it is
C++ reading hostile bytes, so it gets bounds of memory and time and no way out, and what it says comes back as JSON.
https://mediaarea.net/en/MediaInfo
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

from lightterm.records import Record
from lightterm.resources import import_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

SECONDS = 5.0
MEMORY = 1 << 30
"""Bytes of address space of the reading process."""

_WORKER = """
import io, json, resource, sys
sys.path[:0] = sys.argv[2:]
from pymediainfo import MediaInfo
from lightterm.confined import shut_in
MediaInfo.can_parse()  # its library is loaded now: nothing can be later
shut_in()
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
found = MediaInfo.parse(io.BytesIO(sys.stdin.buffer.read()))
json.dump([track.to_data() for track in found.tracks], sys.stdout, default=str)
"""

TAGS = (
    ("Title", "title", "movie_name", "track_name"),
    ("Artist", "performer", "artist"),
    ("Album", "album"),
    ("Track", "track_name_position"),
    ("Date", "recorded_date", "date", "released_date"),
    ("Genre", "genre"),
    ("Composer", "composer"),
    ("Director", "director"),
    ("Publisher", "publisher"),
    ("Comment", "comment"),
    ("Copyright", "copyright"),
)
"""What is told, each with the names that MediaInfo has for it, which depend on the container."""

LONGEST_TAG = 2000


class MediaInfo(Record):
    """What is known of a video or sound; 0 and "" for what is not. Times in seconds, rates in bits or samples a second.

    `codecs` are the names of its streams' formats, `subtitles` the languages of its texts, `tags` pairs of a name and
    what the file says.
    """

    format: str = ""
    duration: float = 0.0
    bit_rate: int = 0
    width: int = 0
    height: int = 0
    frame_rate: float = 0.0
    codecs: tuple[str, ...] = ()
    channels: int = 0
    sample_rate: int = 0
    subtitles: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()


def media_info(data: bytes) -> MediaInfo | None:
    """What `data` is; None for what is no video or sound, takes too long, or where the extra `media` is not there."""
    if find_spec("pymediainfo") is None:
        return None
    command = [sys.executable, "-I", "-S", "-c", _WORKER, str(MEMORY), *import_paths()]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS)
        tracks = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return None
    return _read(tracks) if isinstance(tracks, list) else None


def _read(tracks: list[dict[str, Any]]) -> MediaInfo | None:
    kinds: dict[str, list[dict[str, Any]]] = {}
    for track in tracks:
        kinds.setdefault(str(track.get("track_type")), []).append(track)
    general, video, audio = ((kinds.get(kind) or [{}])[0] for kind in ("General", "Video", "Audio"))
    if not video and not audio:
        return None
    streams = [*kinds.get("Video", ()), *kinds.get("Audio", ())]
    return MediaInfo(
        _text(general, "format"),
        _number(general, "duration") / 1000,
        int(_number(general, "overall_bit_rate")),
        int(_number(video, "width")),
        int(_number(video, "height")),
        _number(video, "frame_rate"),
        tuple(dict.fromkeys(_text(stream, "format") for stream in streams)),
        int(_number(audio, "channel_s")),
        int(_number(audio, "sampling_rate")),
        tuple(_text(track, "language") or "?" for track in kinds.get("Text", ())),
        tuple(_tags(general, bool(video))),
    )


def _tags(general: dict[str, Any], is_video: bool) -> Iterator[tuple[str, str]]:
    for name, *keys in TAGS:
        said = next(filter(None, (_text(general, key) for key in keys)), "")
        if said:  # RIFF has one place for who made it, which MediaInfo takes for a director
            yield ("Artist" if name == "Director" and not is_video else name), said


def _text(track: dict[str, Any], key: str) -> str:
    from lightterm.safe import clean

    value = track.get(key)
    return " ".join(clean(str(value)).split())[:LONGEST_TAG] if value not in (None, "") else ""


def _number(track: dict[str, Any], key: str) -> float:
    try:
        value = float(str(track.get(key)).partition(" ")[0])
    except ValueError:
        return 0.0
    return value if 0 <= value < 1e12 else 0.0
