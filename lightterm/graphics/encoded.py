"""Pictures made smaller and written in a format of the web, for files and for programs that take base64."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from lightterm.graphics.decode import USUAL, Limits, decode
from lightterm.records import Record

if TYPE_CHECKING:
    from lightterm.graphics.replies import Size

FORMATS = ("webp", "jpeg", "png")

WHITE = (255, 255, 255)
"""What transparent parts stand on."""


class Encoded(Record):
    """A picture as bytes, with its media type and its size in pixels."""

    body: bytes
    media_type: str
    size: Size


def encoded(data: bytes, box: Size, form: str, quality: int = 80, limits: Limits = USUAL) -> Encoded:
    """The picture in `data` no larger than `box` pixels, its shape kept, as "webp", "jpeg" or "png".

    `quality` is from 1 to 100, of no effect on PNG; of an animation it is the first frame. Raises as `decode`.
    """
    image = decode(data, box, WHITE, limits).image
    out = BytesIO()
    image.save(out, form.upper(), quality=quality)
    return Encoded(out.getvalue(), f"image/{form}", image.size)
