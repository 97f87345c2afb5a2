"""Pictures as pages of words: name, format, size, and what the camera says."""

from __future__ import annotations

from lightterm.document.marks import IMAGE, IMAGE_END, MEDIA
from lightterm.document.model import Media
from lightterm.extract.build import Builder, name_of, size_in_words, tell_cut
from lightterm.graphics.dimensions import exif_of, size_of
from lightterm.graphics.exif import facts
from lightterm.graphics.faults import fault_of
from lightterm.graphics.frames import frames_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.build import Reading
    from lightterm.fetch.model import Snapshot

_FORMATS = {
    "image/jpeg": "JPEG",
    "image/jpg": "JPEG",
    "image/pjpeg": "JPEG",
    "image/webp": "WebP",
    "image/svg+xml": "SVG",
    "image/vnd.microsoft.icon": "icon",
    "image/x-icon": "icon",
    "image/x-ms-bmp": "BMP",
}


def image_document(snapshot: Snapshot, url: str) -> Reading:
    """A page about a picture, with one link and one medium: the picture; ParseFailed when it is none of its type or
    not all of it.
    """
    from lightterm.errors import ParseFailed
    from lightterm.safe import clean

    kind = snapshot.content_type
    body = snapshot.markup
    form = _FORMATS.get(kind) or clean(kind.partition("/")[2]).upper()
    name = name_of(url) or f"{form} image"
    builder = Builder(url, snapshot.base)
    described = None
    if kind == "image/svg+xml":
        from lightterm.extract.xml_view import described_svg

        described = described_svg(snapshot, url)
    width, height = described.size if described else size_of(body)
    pixels = f", {width}\u00d7{height} pixels" if width and height else ""
    title = (described and described.title) or name
    builder.paragraph(title, level=1)
    exact = f" ({len(body):,} bytes)" if len(body) >= 1000 else ""
    frames = "" if described else _frames(body)
    builder.paragraph(f"{form} image{pixels}{frames}, {size_in_words(len(body))}{exact}", gap=1)
    tell_cut(builder, snapshot)
    for gap, (about, said) in enumerate(() if described else facts(exif_of(body))):
        builder.paragraph(f"{about}: {clean(said)}", gap=int(gap == 0))
    builder.paragraph(builder.link(url, f"{IMAGE}{MEDIA}{name}{IMAGE_END}"), gap=1)
    for line in described.lines if described else ():
        builder.paragraph(builder.linked(line), gap=1)
    problems = described.problems if described else ()
    if not described:
        sized = bool(width and height)
        fault = fault_of(body) if sized and not snapshot.response.truncated else ""
        if fault:
            problems = (ParseFailed(f"only a part of this {form} image can be shown: {fault}", url=url),)
        elif not sized and _should_be_known(kind):
            problems = (ParseFailed(f"this is no readable {form} image", url=url),)
    alt = title if described else name
    return builder.document(title, kind, (Media("image", url, alt, width, height),)), problems


def _frames(body: bytes) -> str:
    """How many frames an animated picture has, and how long one round of them takes."""
    count, seconds = frames_of(body)
    if count < 2:
        return ""
    return f", {count} frames" + (f" in {seconds:.3g} s" if seconds else "")


def _should_be_known(kind: str) -> bool:
    return kind in (*_FORMATS, "image/png", "image/gif", "image/bmp", "image/avif")
