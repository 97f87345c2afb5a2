"""The pictures of a page as an agent can look at them: few, small, in formats that every model reads."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Picture
from lightterm.errors import BrowserError, LighttermError, ValidationFailed
from lightterm.safe import clean
from lightterm.session.pictures import Bodies, PictureFetch
from lightterm.session.video import frames_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.loading import Page
    from lightterm.session.session import Session

MOST = 4
"""Pictures of one answer: each costs a model some thousand tokens."""

SIDE = 800
"""Pixels of the longer side: models look at no more without being paid for it."""

QUALITY = 80
"""Of JPEG, as most sites have it."""

SHOWN = ("image", "video")
"""Media of which there is something to see."""

WHITE = (255, 255, 255)


def media_lines(page: Page) -> list[str]:
    """A line for each medium: the number by which it is shown, its kind, words, size and address."""
    lines = []
    for number, medium in enumerate(page.document.media, 1):
        size = f"{medium.width}×{medium.height}" if medium.width and medium.height else ""
        words = (f"[img:{number}]", medium.kind, clean(medium.alt), size, address_told(medium.url))
        lines.append(" ".join(word for word in words if word))
    return lines


def pictures_of(session: Session, page: Page, numbers: Sequence[int], side: int) -> list[Picture]:
    """The pictures of a page with these numbers, of a video some frames; no side longer than so many pixels.

    Raises ValidationFailed for numbers of nothing that can be shown, LighttermError where one cannot be had.
    """
    if len(numbers) > MOST:
        raise ValidationFailed(f"at most {MOST} pictures are shown at a time", actions=())
    media = page.document.media
    for number in numbers:
        if not 1 <= number <= len(media) or media[number - 1].kind not in SHOWN:
            there = [n for n in numbers if 1 <= n <= len(media) and media[n - 1].kind in SHOWN]
            words = f"[img:{number}] is no picture; the page has {len(media)} media"
            raise ValidationFailed(words, actions=(), argument="show", candidates=[there] if there else [])
    chosen = session.settings_for(page.response.url)
    fetch = PictureFetch(session.fetch, page.response.url, chosen.images.max_bytes, Bodies())
    frames = min(chosen.video.extract_frames, MOST + 1 - len(numbers))
    shown: list[Picture] = []
    for medium in (media[number - 1] for number in numbers):
        body = fetch(medium.url, True)
        pictures = frames_of(body, chosen, frames) if medium.kind == "video" else (body,)
        shown += [_small(picture, side) for picture in pictures]
    return shown[:MOST]


def first_pictures(session: Session, page: Page, side: int) -> tuple[list[int], list[Picture]]:
    """The first pictures of a page that can be had, and their numbers."""
    numbers: list[int] = []
    found: list[Picture] = []
    images = [number for number, medium in enumerate(page.document.media, 1) if medium.kind == "image"]
    for number in images[: MOST * 2]:
        with suppress(LighttermError):
            found += pictures_of(session, page, (number,), side)
            numbers.append(number)
        if len(found) == MOST:
            break
    return numbers, found


def _small(body: bytes, side: int) -> Picture:
    try:
        from lightterm.graphics.decode import decode
    except ImportError as problem:
        raise BrowserError(f"{problem.name} is not there: pip install 'lightterm[pictures]'", actions=()) from None
    decoded = decode(body, (side, side), WHITE)
    out = BytesIO()
    if decoded.format in ("PNG", "GIF", "SVG"):
        # Drawings and writing: sharp edges, few colours.
        decoded.image.save(out, "PNG", optimize=True)
        return Picture(out.getvalue(), "image/png")
    decoded.image.save(out, "JPEG", quality=QUALITY)
    return Picture(out.getvalue(), "image/jpeg")
