"""Which of its files a picture shows: of `<picture>`, `srcset` and `sizes`, and of what lazy loaders keep aside.

Source: https://html.spec.whatwg.org/multipage/images.html#selecting-an-image-source
"""

from __future__ import annotations

from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.extract.style import View as Screen
    from lightterm.extract.view import View

LAZY = (
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-srcset", "data-lazy-srcset",
)  # fmt: skip

PIXEL = 200
"""Characters of a data: address below which it is a pixel in the place of a picture, which has the same words."""

_SHOWN = frozenset(
    "png apng x-png jpeg jpg pjpeg gif webp avif bmp x-ms-bmp x-icon vnd.microsoft.icon svg+xml svg *".split()
)
"""Formats of pictures that can be decoded, as `type` calls them behind `image/`."""


def shown(head: str, sources: Sequence[str], view: View) -> tuple[str, str]:
    """The address of what an `<img>` shows, "" for nothing, and the start tag that says how large it is.

    `sources` are the start tags of the `<source>` before it, if it stands in a `<picture>`: the first that this screen
    and this program can do with is the picture.
    """
    for source in sources:
        if _is_meant(source, view):
            address = _source(source, dom.attribute(head, "width"), view)
            if address and not (address[:5].lower() == "data:" and len(address) < PIXEL):
                return address, source if ' width="' in source and ' height="' in source else head
    return _source(head, dom.attribute(head, "width"), view), head


def _is_meant(source: str, view: View) -> bool:
    """Whether the media query of a `<source>` holds, and its format is one that can be shown."""
    kind = dom.attribute(source, "type").partition(";")[0].strip().lower()
    if kind and not (kind.startswith("image/") and kind[6:] in _SHOWN):
        return False
    query = dom.attribute(source, "media")
    if not query.strip():
        return True
    from lightterm.extract.style.media import matches

    return matches(query, _screen(view))


def _screen(view: View) -> Screen:
    from lightterm.extract.sheets import CELL, HEIGHT
    from lightterm.extract.style import View as Screen

    return Screen(view.columns * CELL, HEIGHT, view.scheme)


def _source(head: str, width: str, view: View) -> str:
    """The address in an `<img>` or `<source>`; where lazy loaders keep one aside, that is the picture.

    What stands in `src` beside it is a placeholder or the same in small: of 264 such images on 500 real pages all.
    """
    address, several = dom.attribute(head, "src").strip(), dom.attribute(head, "srcset")
    meanwhile = address[:5].lower() == "data:" if address else several.lstrip()[:5].lower() in ("", "data:")
    if " data-" in head:
        for name in LAZY:
            lazy = dom.attribute(head, name).strip()
            if lazy and lazy[0] not in "{[#":
                return _best(lazy, "", head, width, view) if name.endswith("srcset") else lazy
    if head[:6] == "source":
        return _best(several, "", head, width, view)
    return _best(several, "" if meanwhile else address, head, width, view) or address


def _best(srcset: str, address: str, head: str, width: str, view: View) -> str:
    """Of a srcset the smallest picture that is large enough; `address` is the one for a plain screen if none is."""
    if not srcset:
        return address
    found, wanted = [], 0.0
    for candidate, kind, number in candidates(srcset):
        if kind == "w" and not wanted:
            wanted = _width(head, width, view)
        found.append((number / wanted if kind == "w" else number, kind, candidate))
    if address and not any(kind == "w" or density == 1.0 for density, kind, _ in found):
        found.append((1.0, "x", address))
    enough = [(density, candidate) for density, _, candidate in found if density >= 1.0]
    if enough:
        return min(enough, key=_density)[1]
    return max(((density, candidate) for density, _, candidate in found), key=_density, default=(0.0, ""))[1]


def _density(found: tuple[float, str]) -> float:
    return found[0]


def _width(head: str, width: str, view: View) -> float:
    """CSS pixels across that a picture is to have: as `sizes` says, else its `width`, and no more than are shown."""
    most = float(view.picture_width)
    said = _said_width(dom.attribute(head, "sizes"), view) if ' sizes="' in head else 0.0
    if not said:
        digits = width.strip().removesuffix("px")
        said = float(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0.0
    return min(said or most, most)


def _said_width(sizes: str, view: View) -> float:
    """The width that `sizes` says for this screen, 0 where it does not: the first whose condition holds."""
    from lightterm.extract.style.media import holds, width_in

    screen = _screen(view)
    for part in _parts(sizes, ","):
        *condition, length = _parts(part, " ") or [""]
        if length.lower() == "auto":
            return 0.0
        across = width_in(length, screen)
        if across is not None and across >= 0 and (not condition or holds(" ".join(condition), screen)):
            return across
    return 0.0


def _parts(text: str, by: str) -> list[str]:
    """What stands between commas or spaces that are in no brackets."""
    parts, depth, begun = [""], 0, " ".join(text.split())
    for character in begun:
        depth = max(0, depth + (character == "(") - (character == ")"))
        if character == by and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def candidates(srcset: str) -> Iterator[tuple[str, str, float]]:
    """(address, "w" or "x", number) of each picture of a srcset, in whose addresses commas may stand.

    https://html.spec.whatwg.org/#parsing-a-srcset-attribute; what it has no use for is left out.
    """
    words = srcset.split()[::-1]
    while words:
        address = words.pop().lstrip(",")
        if not address:
            continue
        if address.endswith(","):
            yield address.rstrip(","), "x", 1.0
            continue
        descriptors, comma = [], ""
        while words and not comma:
            word, comma, rest = words.pop().partition(",")
            if word:
                descriptors.append(word)
            if rest:
                words.append(rest)
        kind, number = _described(descriptors)
        if kind:
            yield address, kind, number


def _described(descriptors: list[str]) -> tuple[str, float]:
    """What descriptors say, ("", 0.0) for nonsense; a height (`h`) says nothing beside a width."""
    if len(descriptors) == 2 and {word[-1] for word in descriptors} == {"w", "h"}:
        descriptors = [word for word in descriptors if word[-1] == "w"]
    if not descriptors:
        return "x", 1.0
    number, kind = descriptors[0][:-1], descriptors[0][-1]
    plain = number.isdigit() if kind == "w" else number.replace(".", "", 1).isdigit()
    if len(descriptors) > 1 or kind not in "wx" or not (plain and number.isascii()) or len(number) > 9:
        return "", 0.0
    size = float(number)
    return (kind, size) if size > 0 or kind == "x" else ("", 0.0)
