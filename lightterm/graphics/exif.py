"""What a camera says of a picture: when, where and how it was taken, and whose it is.

Exif 3.0 (CIPA DC-008), sections 4.6.4 to 4.6.6. Every offset is the file's word and is looked at once, within bounds.
"""

from __future__ import annotations

import re
from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    Value = str | list[float]
    Fields = dict[int, Value]

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 9: 4, 10: 8}
"""Bytes of a value by its type: byte, text, short, long, two longs as a fraction, and the signed ones."""

_MOST, _LONGEST = 200, 500
"""Entries of a directory, and bytes of a value, that are read."""

_CAMERA, _PLACE = 0x8769, 0x8825
"""Entries of the first directory that tell where the others are."""


def facts(exif: bytes) -> tuple[tuple[str, str], ...]:
    """Pairs of a name and what is said; times are the camera's, places degrees north and east."""
    order: Literal["big", "little"] = "big" if exif[:2] == b"MM" else "little"
    first = _fields(exif, int.from_bytes(exif[4:8], order), order)
    camera, place = (_fields(exif, int(_number(first, key)), order) for key in (_CAMERA, _PLACE))
    told = (
        ("Description", _text(first, 0x010E)),
        ("Taken", _time(_text(camera, 0x9003) or _text(first, 0x0132), _text(camera, 0x9011))),
        ("Place", _where(place)),
        ("Camera", _camera(_text(first, 0x010F), _text(first, 0x0110))),
        ("Lens", _text(camera, 0xA434)),
        ("Exposure", ", ".join(_exposure(camera))),
        ("Artist", _text(first, 0x013B)),
        ("Copyright", _text(first, 0x8298)),
    )
    return tuple((name, said) for name, said in told if said)


def _fields(exif: bytes, start: int, order: Literal["big", "little"]) -> Fields:
    """The values of a directory by their tags; what lies outside of the data is left out."""
    found: Fields = {}
    if not 8 <= start < len(exif):
        return found
    count = min(_MOST, int.from_bytes(exif[start : start + 2], order))
    for at in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = (int.from_bytes(exif[i : i + 2], order) for i in (at, at + 2))
        size = _SIZES.get(kind, 0)
        length = size * int.from_bytes(exif[at + 4 : at + 8], order)
        place = at + 8 if length <= 4 else int.from_bytes(exif[at + 8 : at + 12], order)
        data = exif[place : place + min(length, _LONGEST)]
        if not data or len(data) < min(length, _LONGEST):
            continue
        found[tag] = data.partition(b"\0")[0].decode("utf-8", "replace") if kind == 2 else _numbers(data, kind, order)
    return found


def _numbers(data: bytes, kind: int, order: Literal["big", "little"]) -> list[float]:
    width = min(4, _SIZES[kind])
    whole = [
        int.from_bytes(data[i : i + width], order, signed=kind > 8) for i in range(0, len(data) - width + 1, width)
    ]
    if _SIZES[kind] < 8:
        return list(map(float, whole))
    return [a / b if b else float("nan") for a, b in zip(whole[::2], whole[1::2], strict=False)]


def _text(fields: Fields, tag: int) -> str:
    value = fields.get(tag)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _number(fields: Fields, tag: int) -> float:
    value = fields.get(tag)
    return value[0] if isinstance(value, list) and value and isfinite(value[0]) else 0.0


def _time(text: str, zone: str) -> str:
    """ "2024:03:05 10:11:12" as everyone writes it; "" for a clock that was never set."""
    found = re.fullmatch(r"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)", text)
    if not found or found[1] == "0000":
        return ""
    return f"{found[1]}-{found[2]}-{found[3]} {found[4]}" + (f" {zone}" if re.fullmatch(r"[+-]\d\d:\d\d", zone) else "")


def _camera(make: str, model: str) -> str:
    """Maker and model; many models begin with the maker's name."""
    maker = make.partition(" ")[0].lower()
    return model if maker and model.lower().startswith(maker) else f"{make} {model}".strip()


def _exposure(camera: Fields) -> Iterator[str]:
    seconds, aperture, speed, focal = (_number(camera, tag) for tag in (0x829A, 0x829D, 0x8827, 0x920A))
    if seconds > 0:
        yield f"{seconds:.3g} s" if seconds > 0.3 else f"1/{1 / seconds:.0f} s"
    if aperture > 0:
        yield f"f/{aperture:.3g}"
    if speed > 0:
        yield f"ISO {speed:.0f}"
    if focal > 0:
        yield f"{focal:.4g} mm"


def _where(place: Fields) -> str:
    """Latitude and longitude as maps take them; "" where one is not said."""
    found = []
    for tag, sides, most in ((1, "NS", 90), (3, "EW", 180)):
        side, parts = _text(place, tag)[:1].upper(), place.get(tag + 1)
        if side not in sides or not side or not isinstance(parts, list) or not parts or not all(map(isfinite, parts)):
            return ""
        degrees = sum(part / 60**i for i, part in enumerate(parts[:3]))
        if not 0 <= degrees <= most:
            return ""
        found.append(f"{-degrees if side == sides[1] else degrees:.5f}")
    return ", ".join(found)
