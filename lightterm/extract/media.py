"""Videos and sounds as pages of words: what they are, how long, and what their tags say."""

from __future__ import annotations

from lightterm.document.model import Media
from lightterm.extract.build import Builder, name_of, size_in_words, tell_cut
from lightterm.extract.media_info import media_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.extract.build import Reading
    from lightterm.extract.media_info import MediaInfo
    from lightterm.fetch.model import Snapshot

_CHANNELS = {1: "mono", 2: "stereo", 6: "5.1", 8: "7.1"}


def media_document(snapshot: Snapshot, url: str) -> Reading | None:
    """A page about a video or sound, with one link and one medium; None where nothing is known of it."""
    found = media_info(snapshot.markup)
    if found is None:
        return None
    kind = "video" if found.width else "audio"
    tags = dict(found.tags)
    name = name_of(url) or kind
    title = tags.get("Title") or name
    size = len(snapshot.markup)
    builder = Builder(url, snapshot.base)
    builder.paragraph(title, level=1)
    exact = f" ({size:,} bytes)" if size >= 1000 else ""
    called = found.format if kind in found.format.lower() else f"{found.format} {kind}"
    words = ", ".join((called, *described(found), f"{size_in_words(size)}{exact}"))
    builder.paragraph(words, gap=1)
    tell_cut(builder, snapshot)
    for number, (label, text) in enumerate(found.tags):
        builder.paragraph(builder.linked(f"{label}: {text}"), gap=not number)
    builder.paragraph(builder.link(url, name), gap=1)
    medium = Media(kind, url, title, found.width, found.height)
    return builder.document(title, snapshot.content_type, (medium,)), ()


def described(found: MediaInfo) -> Iterator[str]:
    """What a video or sound is, in few words each."""
    if found.duration:
        yield length_in_words(found.duration)
    if found.width:
        yield f"{found.width}\u00d7{found.height} pixels"
    if found.frame_rate and found.width:
        yield f"{found.frame_rate:.4g} frames/s"
    if found.codecs:
        yield " and ".join(found.codecs)
    if found.sample_rate:
        yield f"{found.sample_rate / 1000:.4g} kHz {_CHANNELS.get(found.channels, f'{found.channels} channels')}"
    if found.bit_rate:
        yield f"{found.bit_rate / 1000:.0f} kbit/s"
    if found.subtitles:
        known = [language for language in found.subtitles if language != "?"]
        yield f"subtitles {', '.join(known)}" if known else "subtitles"


def length_in_words(seconds: float) -> str:
    """A length as players show it: 0:03, 12:34, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
