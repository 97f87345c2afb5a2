"""What attributes of old markup say of colours: bgcolor, background, text, and the color of a font.

They count as rules that stand before all sheets (https://html.spec.whatwg.org/multipage/rendering.html). Of text that
is unseen by them alone most pages have none: `may_hide` tells that without the style pass.
"""

from __future__ import annotations

from lightterm.extract.style import COLOURED
from lightterm.extract.style.named_colours import NAMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

    Declared = dict[str, str]
    Hinted = list[tuple[LexborNode, Declared]]

_ALL = COLOURED + ",body[background],table[background],td[background],th[background],tr[background]"
_LAID = frozenset(("body", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "marquee"))
"""Elements whose bgcolor and background browsers heed."""
_INKS = {"font": "color", "body": "text"}
_WHITE, _BLACK = "ffffff", "000000"
_HEX = frozenset("0123456789abcdef")
_LONGEST = 128


def hints(tree: LexborHTMLParser) -> Hinted:
    """What the attributes of elements say, as a sheet would; each is to be looked into, so it is called pale."""
    found: Hinted = []
    for node in tree.css(_ALL):
        attributes, tag, said = node.attrs, node.tag, {}
        if tag in _LAID:
            ground = legacy_colour(attributes.get("bgcolor") or "")
            if ground:
                said["background"] = ground
            if attributes.get("background"):
                said["image"] = "on"
        name = _INKS.get(tag or "")
        ink = legacy_colour(attributes.get(name) or "") if name else ""
        if ink:
            said["color"] = ink
        if said:
            said["pale"] = "pale"
            found.append((node, said))
    return found


def may_hide(hinted: Hinted) -> bool:
    """Whether some of the colours, of a page without others, may be that of what lies behind it."""
    from lightterm.extract.style.colours import alike

    grounds = {said["background"] for _, said in hinted if "background" in said} | {_WHITE}
    inks = {said["color"] for _, said in hinted if "color" in said} | {_BLACK}
    return any(alike(ink, ground) for ink in inks for ground in grounds)


def legacy_colour(text: str) -> str:
    """Six hex digits of a colour as old attributes have it, "" for none.

    https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-legacy-colour-value
    """
    text = text.strip().lower()
    if not text or text == "transparent":
        return ""
    if text in NAMED and NAMED[text].isalnum() and len(NAMED[text]) == 6:
        return NAMED[text]
    if len(text) == 4 and text[0] == "#" and _HEX.issuperset(text[1:]):
        return "".join([char + char for char in text[1:]])
    wide = "".join(["00" if char > "\uffff" else char for char in text])[:_LONGEST].removeprefix("#")
    digits = "".join([char if char in _HEX else "0" for char in wide])
    digits += "0" * (-len(digits) % 3 if digits else 3)
    size = len(digits) // 3
    channels = [digits[at : at + size][-8:] for at in (0, size, 2 * size)]
    while len(channels[0]) > 2 and all(channel[0] == "0" for channel in channels):
        channels = [channel[1:] for channel in channels]
    return "".join([channel[:2].rjust(2, "0") for channel in channels])
