"""The text of a drawing in SVG: of its pieces those that its attributes let be seen. https://www.w3.org/TR/SVG2/

Where a piece stands and on what is not known without a layout; what sheets hide has gone from the tree before.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

FAINT = 0.06
"""The opacity below which nobody sees anything, as in the tiers with a browser."""
FAR = -999.0
_UNDRAWN = frozenset("defs symbol clippath mask pattern marker".split())
_NOTHING = frozenset(("none", "transparent"))


def lettering(svg: Node) -> str:
    """The words of a drawing, its HTML among them, one space between."""
    said = [
        dom.text_of(node) if node.tag != "text" else one_spaced(_pieces(node, svg, 0))
        for node in svg.css("text,foreignObject")
    ]
    return " ".join(one for one in said if one)


def _pieces(node: Node, svg: Node, depth: int) -> str:
    out = []
    seen = is_seen(node, svg)
    for child in node.iter(include_text=True):
        if child.is_text_node:
            out.append((child.text_content or "") if seen else "")
        elif child.is_element_node and depth < 16:
            out.append(_pieces(child, svg, depth + 1))
    return "".join(out)


def is_seen(node: Node, svg: Node) -> bool:
    """Whether a piece of text of the drawing is painted at all, of its attributes and those around it."""
    chain = []
    at: Node | None = node
    while at is not None:
        chain.append((at.tag or "", _said(at)))
        if at.mem_id == svg.mem_id:
            break
        at = at.parent
    for tag, said in chain:
        if tag.lower() in _UNDRAWN or said.get("display") == "none" or _number(said.get("opacity"), 1.0) < FAINT:
            return False
    said = {}
    for _, one in reversed(chain):
        said.update(one)
    if said.get("visibility") in ("hidden", "collapse") or _number(said.get("font-size"), 16.0) == 0:
        return False
    if _number(chain[0][1].get("x"), 0.0) <= FAR and "viewBox" not in svg.attrs and "viewbox" not in svg.attrs:
        return False
    return _paints(said, "stroke", "none") or _paints(said, "fill", "black")


def _paints(said: dict[str, str], name: str, usual: str) -> bool:
    return said.get(name, usual) not in _NOTHING and _number(said.get(f"{name}-opacity"), 1.0) >= FAINT


def _said(node: Node) -> dict[str, str]:
    """What an element says of its looks: its attributes, and its style attribute over them."""
    said = {name: (value or "").strip().lower() for name, value in node.attributes.items() if name != "style"}
    for item in (node.attributes.get("style") or "").lower().split(";"):
        name, colon, value = item.partition(":")
        if colon:
            said[name.strip()] = value.partition("!")[0].strip()
    return said


def _number(text: str | None, usual: float) -> float:
    if not text:
        return usual
    try:
        return float(text[:-1]) / 100 if text[-1] == "%" else float(text.removesuffix("px"))
    except ValueError:
        return usual
