"""`--download-media`: the pictures, sounds and videos of a page as files, pictures no larger than the settings say."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from lightterm.document.marks import MEDIA
from lightterm.document.subset import paragraphs
from lightterm.error_base import LighttermError
from lightterm.errors import BrowserError, ParseFailed, UnsupportedType
from lightterm.fetch.filename import safe_filename, save_new
from lightterm.graphics.faults import fault_of
from lightterm.records import Record
from lightterm.session.pictures import Bodies, PictureFetch
from lightterm.session.video import frames_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.report import Report
    from lightterm.document.model import Document, Media
    from lightterm.graphics.replies import Size
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.settings import Settings

KINDS = ("image", "audio", "video")

AT_ONCE = 4
"""Media that are fetched at the same time; each may take its whole bound of memory."""

PLACEHOLDER = 200
"""Characters of a data: address that are too few for a picture."""

ENDINGS = {"image/jpeg": "jpg", "image/webp": "webp", "image/png": "png"}


class File(Record):
    """A file to be written: the ending of its name ("" for that of its address), its bytes, and what is told of it."""

    ending: str
    body: bytes
    told: str


def save_media(
    session: Session, page: Page, document: Document, folder: str, report: Report
) -> tuple[LighttermError, ...]:
    """Save the media of what is shown of a page, never over a file; what could not be had comes back.

    Raises BrowserError when the extra `pictures` is not installed, WriteFailed.
    """
    _check_decoder()
    found = _media(page, document)
    if not found:
        report.say("no pictures, sounds or videos here")
        return ()
    chosen = session.settings_for(page.response.url)
    bodies = Bodies()
    pictures = PictureFetch(session.fetch, page.response.url, chosen.images.max_bytes, bodies)
    others = PictureFetch(session.fetch, page.response.url, chosen.network.max_bytes, bodies)

    def fetched(medium: Media) -> bytes | LighttermError:
        if medium.url == page.response.url:
            return page.response.body
        try:
            return (pictures if medium.kind == "image" else others)(medium.url, True)
        except LighttermError as error:
            return error

    problems: list[LighttermError] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for medium, body in zip(found, pool.map(fetched, found), strict=True):
            problems += _saved(medium, body, folder, chosen, report)
    return tuple(problems)


def _check_decoder() -> None:
    from importlib.util import find_spec

    if find_spec("PIL") is None:
        raise BrowserError("saving pictures takes the extra: pip install 'lightterm[pictures]'", actions=())


def _media(page: Page, document: Document) -> list[Media]:
    """The media that stand in the blocks, each address once; all of a page that is itself a medium."""
    shown = {p.media + n for p in paragraphs(document.blocks) for n in range(p.raw.count(MEDIA))}
    whole = document is page.document
    listed = {m.url: m for n, m in enumerate(document.media) if m.kind in KINDS and m.url and (whole or n in shown)}
    return [medium for medium in listed.values() if not _holds_a_place(medium, page)]


def _holds_a_place(medium: Media, page: Page) -> bool:
    """Whether a picture is a dot or an empty drawing that a script was to replace; not where it is the page itself."""
    url = medium.url
    return medium.kind == "image" and url.startswith("data:") and len(url) <= PLACEHOLDER and url != page.request.url


def _saved(
    medium: Media, body: bytes | LighttermError, folder: str, chosen: Settings, report: Report
) -> list[LighttermError]:
    """Write one medium's files and say where; what went wrong comes back."""
    written = False
    try:
        if isinstance(body, LighttermError):
            raise body
        for file in _files(medium, body, chosen):
            name = safe_filename("", medium.url, "")
            if file.ending:
                name = f"{os.path.splitext(name)[0]}{file.ending}"
            path = save_new(folder, name, file.body)
            written = True
            report.say(f"saved {path} ({file.told}{len(file.body)} bytes)")
        fault = fault_of(body) if medium.kind == "image" else ""
        if fault:
            raise ParseFailed(f"the picture is saved in part: {fault}", actions=())
    except UnsupportedType as error:
        # Frames that nobody asked for by name are not missed.
        report.problem(error.message, error.suggestion, medium.url)
        return [error] if any(key == "video.extract_frames" for key, _ in chosen.layers.request) else []
    except LighttermError as error:
        error.context.setdefault("url", medium.url)
        error.context["medium"] = medium.url
        if not written:
            report.say(f"{medium.kind} {medium.url[:200]}: not saved")
        return [error]
    return []


def _files(medium: Media, body: bytes, chosen: Settings) -> Iterator[File]:
    """What is to be written of a medium. Raises ParseFailed, TooLarge, UnsupportedType."""
    if medium.kind == "image":
        if chosen.images.format == "original":
            yield File("", body, "")
        else:
            yield _smaller(body, chosen, "")
        return
    yield File("", body, "")
    if medium.kind == "video":
        for number, png in enumerate(frames_of(body, chosen), 1):
            yield _smaller(png, chosen, f"-{number}")


def _smaller(body: bytes, chosen: Settings, suffix: str) -> File:
    from lightterm.graphics.decode import Limits
    from lightterm.graphics.encoded import encoded

    images = chosen.images
    box: Size = (images.max_width, images.max_height)
    form = images.format if images.format != "original" else "png"
    limits = Limits(max_pixels=images.max_pixels, svg_seconds=images.svg_timeout)
    made = encoded(body, box, form, images.quality, limits)
    return File(f"{suffix}.{ENDINGS[made.media_type]}", made.body, f"{made.size[0]}\u00d7{made.size[1]} pixels, ")
