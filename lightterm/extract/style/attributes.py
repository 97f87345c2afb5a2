"""Pages whose only styles are attributes that say nothing of the reading, or `display: none`.

They are many, mails and templates above all, and need neither selectors nor a cascade: loading those is an eighth of
what a small page costs in all.
"""

from __future__ import annotations

from lightterm.extract.prepare import keep_controls, letters
from lightterm.extract.style.model import Removed, StyleReport, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

MATTERING = words(
    "left right top inset inset-inline-start clip clip-path -webkit-clip-path width max-width inline-size height "
    "max-height block-size min-width min-height padding padding-top padding-bottom padding-left padding-right overflow "
    "overflow-x overflow-y text-indent opacity font font-size font-family color background background-color display "
    "visibility content-visibility tab-size -moz-tab-size position text-align white-space text-transform list-style "
    "list-style-type flex-direction flex-flow flex flex-grow gap grid-gap column-gap grid-column-gap grid "
    "grid-template grid-template-columns grid-auto-flow grid-area grid-row grid-row-start grid-row-end grid-column "
    "grid-column-start grid-column-end float direction order content quotes counter-reset "
    "transform -webkit-transform translate scale zoom mask mask-image -webkit-mask -webkit-mask-image filter "
    "-webkit-filter background-image background-clip -webkit-background-clip -webkit-text-fill-color text-shadow "
    "-webkit-text-stroke -webkit-text-stroke-width counter-increment counter-set pointer-events "
    "padding-inline padding-inline-start padding-inline-end animation animation-name max-block-size "
    "max-inline-size"
)
"""The properties that `values` reads."""
PARTING = words("margin margin-left margin-right margin-inline margin-inline-start margin-inline-end")
"""Those it reads, too, and that say something only of what stands within a line."""

_FAR = 5
"""Characters of a margin that is not far away."""
_NOTHING, _HIDES, _PARTS, _MORE = range(4)
_PLAIN = words(
    "a article aside b blockquote center dd div dl dt em fieldset figure font footer form h1 h2 h3 h4 h5 h6 header i "
    "img label li nav ol p section small span strong table tbody td tr u ul"
)
"""Tags of which nothing is kept when they are not displayed."""


_BOXES = words(
    "article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html "
    "img li main nav ol p section table tbody td th tr ul"
)
"""Tags of which a margin says nothing as long as they are displayed as they are."""


def apply_attributes(dressed: list[LexborNode]) -> StyleReport | None:
    """Do what the style attributes of a page without sheets say, of the elements that have one; None, and nothing done,
    when they say more.
    """
    seen: dict[str, int] = {}
    doomed: list[LexborNode] = []
    for node in dressed:
        text = node.attrs.get("style") or ""
        verdict = seen.get(text)
        if verdict is None:
            verdict = seen[text] = _verdict(text)
        if (
            verdict == _MORE
            or (verdict == _PARTS and node.tag not in _BOXES)
            or (verdict == _HIDES and (node.tag not in _PLAIN or "role" in node.attrs))
        ):
            return None
        if verdict == _HIDES:
            doomed.append(node)
    dead: set[int] = set()
    elements = characters = 0
    for node in doomed:
        if node.mem_id in dead:
            continue
        dead.update([inner.mem_id for inner in node.css("*")])
        elements += 1
        characters += letters(node)
        keep_controls(node)
        node.decompose()
    return StyleReport((Removed("display", elements, characters),) if elements else ())


def _verdict(text: str) -> int:
    """What one style attribute says."""
    if "\\" in text or "/*" in text or '"' in text or "'" in text or "(" in text:
        return _MORE  # escapes, comments and what may hold a semicolon
    verdict = _NOTHING
    for item in text.lower().split(";"):
        name, _, value = item.partition(":")
        name = name.strip()
        if name == "display" and value.strip() == "none":
            verdict = _HIDES
        elif name in MATTERING or (name == "margin-left" and "-" in value and len(value) > _FAR):
            return _MORE
        elif name in PARTING and verdict == _NOTHING and value.strip() not in ("0", "0px", "auto", "0 auto"):
            verdict = _PARTS
    return verdict
