"""Slides that a carousel's script has copied, so that it goes round: what they say is said by the slides themselves."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.prepare import Removal

_COPIES = frozenset(
    "slick-cloned swiper-slide-duplicate splide__slide--clone glide__slide--clone tns-slide-cloned bx-clone".split()
)
"""Classes of Slick, Swiper, Splide, Glide, Tiny Slider and bxSlider; those that only begin so are of slides beside
copies."""


def take_copies(tree: Tree, query: str, removal: Removal) -> None:
    """Take out copies that stand beside what they are copied from."""
    beside: dict[int, bool] = {}
    doomed = []
    for node in tree.css(query):
        parent = node.parent
        if parent is None or not _is_copy(node):
            continue
        if parent.mem_id not in beside:
            beside[parent.mem_id] = any(not _is_copy(child) for child in parent.iter() if child.tag == node.tag)
        if beside[parent.mem_id]:
            doomed.append(node)
    removal.take(doomed, "said twice")


def _is_copy(node: Node) -> bool:
    names = (node.attrs.get("class") or "").split()
    return not _COPIES.isdisjoint(names) or ("cloned" in names and "owl-item" in names)
