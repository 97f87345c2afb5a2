"""What the user agent's own sheet says of each tag's display. https://html.spec.whatwg.org/multipage/rendering.html"""

from __future__ import annotations

from lightterm.extract.style.model import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.style.match import Element

UNTOUCHED = words("html head title base link meta style script shadow-root")
"""Tags whose elements are neither removed nor annotated, whatever a sheet says of them."""

ELSEWHERE = frozenset(("absolute", "fixed"))
"""Positions that take an element out of the text around it."""

_BLOCK = (
    "html body address blockquote center dialog div dl dt dd fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 "
    "header hgroup hr legend listing main menu nav ol optgroup option p plaintext pre search section summary ul xmp "
    "article aside details dir frameset frame noframes noscript slot-none"
)
_DEFAULT = dict.fromkeys(_BLOCK.split(), "block")
_DEFAULT |= dict.fromkeys(words("input button select textarea meter progress marquee"), "inline-block")
_DEFAULT |= dict.fromkeys(words("thead tbody tfoot"), "contents")
_DEFAULT |= dict.fromkeys(words("td th"), "table-cell")
_DEFAULT |= dict.fromkeys(
    words("head title base link meta style script template area param noembed rp col colgroup"), "none"
)
_DEFAULT |= {"li": "list-item", "table": "table", "tr": "table-row", "caption": "table-caption", "slot": "contents"}
_DEFAULT["noscript"] = "inline"


def is_block(tag: str) -> bool:
    """Whether elements of that name are blocks unless a style says otherwise."""
    return _DEFAULT.get(tag) == "block"


def default_display(element: Element) -> str:
    """The display that an element has without author styles; "none" for a hidden one."""
    attrs = element.node.attrs
    if "hidden" in attrs or (element.tag == "dialog" and "open" not in attrs) or "popover" in attrs:
        return "none"
    return _DEFAULT.get(element.tag, "inline")


def display_of(element: Element) -> str:
    """The display that an element ends up with; a float or an absolutely placed inline becomes a block."""
    style = element.style
    said = style.get("display", "revert") if style else "revert"
    return default_display(element) if said in ("", "revert") else said
