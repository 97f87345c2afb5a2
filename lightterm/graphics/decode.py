"""Pictures decoded within bounds: what the bytes are, not what a name or server calls them.

All come out as RGB no larger than asked for: turned as EXIF says, in sRGB, transparency on the background.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageFile

from lightterm.errors import MORE_PIXELS, ParseFailed, TooLarge
from lightterm.graphics.dimensions import dimensions, is_svg, size_of
from lightterm.graphics.fit import pixels
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.graphics.replies import Color, Size

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "ICO")
ORIENTATION = 0x0112
_TURNS = dict(
    zip(
        range(2, 9),
        (
            Image.Transpose.FLIP_LEFT_RIGHT,
            Image.Transpose.ROTATE_180,
            Image.Transpose.FLIP_TOP_BOTTOM,
            Image.Transpose.TRANSPOSE,
            Image.Transpose.ROTATE_270,
            Image.Transpose.TRANSVERSE,
            Image.Transpose.ROTATE_90,
        ),
        strict=True,
    )
)
"""What undoes each EXIF orientation (tag 274)."""
MOST_FRAMES = 1000
SHORTEST = 0.02
"""Seconds below which a frame's time counts as a tenth, as browsers have it."""

DRAFT = 4
"""How many times the pixels a JPEG may have: it is decoded smaller at once, with sides down to an eighth."""

ImageFile.LOAD_TRUNCATED_IMAGES = True  # a picture cut off shows what came
# The bounds are checked here, by header and before decoding; Pillow's own, an error at twice this, stays behind them.
Image.MAX_IMAGE_PIXELS = 1 << 28


class Limits(Record):
    """Bounds of one picture: pixels decoded, bytes of an SVG, seconds to draw one."""

    max_pixels: int = 64_000_000
    max_svg_bytes: int = 4 * 1024 * 1024
    svg_seconds: float = 2.0


USUAL = Limits()
"""The bounds where nobody set others."""


class Decoded(Record):
    """A picture: RGB pixels (a PIL image), its format, natural size, and whether it has more frames."""

    image: Image.Image
    format: str
    size: Size
    animated: bool = False


def decode(data: bytes, box: Size, background: Color, limits: Limits = USUAL) -> Decoded:
    """The picture in `data`, at most `box` pixels large; of an animation the first frame.

    Raises ParseFailed for what is no picture, TooLarge for one beyond the limits.
    """
    if is_svg(data):
        from lightterm.graphics.svg import draw

        if len(data) > limits.max_svg_bytes:
            raise TooLarge(f"the SVG has {len(data):,} bytes, and {limits.max_svg_bytes:,} are read")
        size = dimensions(data)
        drawn = draw(data, box, size, limits.svg_seconds)
        with Image.open(BytesIO(drawn), formats=("PNG",)) as image:
            natural = size if all(size) else image.size
            image.thumbnail(box)
            return Decoded(_flat(image.convert("RGBA"), background), "SVG", natural)
    try:
        with _opened(data, limits) as image:
            size = _turned_size(image)
            frame = _scaled(image, box, background, limits)
            return Decoded(frame, image.format or "", size, getattr(image, "n_frames", 1) > 1)
    except TooLarge:
        raise
    except Exception as problem:  # decoders fail in many ways on hostile bytes: struct.error, SyntaxError, MemoryError
        told = "" if "BytesIO" in str(problem) else f" ({problem})"  # which says no more than that it is none
        raise ParseFailed(f"this is no readable picture{told}") from None


def frames(data: bytes, box: Size, background: Color, limits: Limits = USUAL) -> Iterator[tuple[Image.Image, float]]:
    """The frames of an animation, each with the seconds it is shown, decoded one at a time; at most a thousand.

    Raises as `decode`.
    """
    if is_svg(data):
        yield decode(data, box, background, limits).image, 0.0
        return
    try:
        with _opened(data, limits) as image:
            for n in range(min(getattr(image, "n_frames", 1), MOST_FRAMES)):
                image.seek(n)
                frame = _scaled(image.copy(), box, background, limits)
                seconds = float(image.info.get("duration") or 0) / 1000  # known once it is decoded
                yield frame, seconds if seconds >= SHORTEST else 0.1
    except (TooLarge, GeneratorExit):
        raise
    except Exception as problem:
        raise ParseFailed(f"this is no readable animation ({problem})") from None


def _opened(data: bytes, limits: Limits) -> Image.Image:
    """The picture, its header read; TooLarge when its pixels are more than may be decoded."""
    width, height = size_of(data)
    _check(width, height, limits, DRAFT if data.startswith(b"\xff\xd8") else 1)
    image = Image.open(BytesIO(data), formats=FORMATS)
    # Of a progressive JPEG all coefficients are kept, however small it is decoded.
    draft = DRAFT if image.format == "JPEG" and not image.info.get("progressive") else 1
    _check(image.width, image.height, limits, draft)
    return image


def _check(width: int, height: int, limits: Limits, draft: int) -> None:
    if width * height > limits.max_pixels * draft:
        words = f"too large to be shown: {width:,} x {height:,} pixels, where {limits.max_pixels:,} in all are the most"
        raise TooLarge(words, actions=(MORE_PIXELS,))


def _turned_size(image: Image.Image) -> Size:
    """The natural size as EXIF turns it."""
    return (image.height, image.width) if _is_turned(image) else (image.width, image.height)


def _is_turned(image: Image.Image) -> bool:
    return image.getexif().get(ORIENTATION, 1) in (5, 6, 7, 8)


def _scaled(image: Image.Image, box: Size, background: Color, limits: Limits) -> Image.Image:
    """One frame in its final size, direction and colours."""
    turned = _is_turned(image)
    room = (box[1], box[0]) if turned else box
    target = pixels(image.width, image.height, (1, 1), *room)
    if image.format == "JPEG":
        image.draft(None, target)
        _check(image.width, image.height, limits, 1)
    orientation = image.getexif().get(ORIENTATION, 1)
    profile = image.info.get("icc_profile")
    image = _plain_mode(image)
    if image.size != target:
        image = image.resize(target, Image.Resampling.LANCZOS, reducing_gap=2.0)
    if profile:
        image = _in_srgb(image, profile)
    image = _flat(image, background)
    if orientation in _TURNS:
        image = image.transpose(_TURNS[orientation])
    return image


def _plain_mode(image: Image.Image) -> Image.Image:
    """The image in a mode that can be resized: 8 bits a channel, no palette."""
    if image.mode in ("RGB", "RGBA", "CMYK", "L"):
        if image.mode in ("RGB", "L") and "transparency" in image.info:
            return image.convert("RGBA")
        return image
    if image.mode.startswith("I"):
        return image.convert("I").point([value >> 8 for value in range(65536)], "L")
    return image.convert("RGBA" if image.mode in ("LA", "PA", "La", "RGBa") or "transparency" in image.info else "RGB")


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """The image's colours from its ICC profile to sRGB; as they are when the profile is sRGB or of no use."""
    if b"sRGB" in profile or image.mode not in ("RGB", "RGBA", "CMYK", "L"):
        return image
    from PIL import ImageCms

    try:
        alpha = image.getchannel("A") if image.mode == "RGBA" else None
        source = image.convert("RGB") if alpha else image
        result = ImageCms.profileToProfile(source, BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    if result is None:
        return image
    if alpha:
        result.putalpha(alpha)
    return result


def _flat(image: Image.Image, background: Color) -> Image.Image:
    """RGB, transparent parts blended with the background."""
    if image.mode == "RGBA":
        flat = Image.new("RGB", image.size, background)
        flat.paste(image, mask=image.getchannel("A"))
        return flat
    return image.convert("RGB")
