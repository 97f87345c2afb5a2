"""Something that may be an answer, and where it stands."""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.extract.reader.blocks import about
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

_ASIDE = frozenset(
    "related sidebar widget comment comments aside footer nav recommended popular trending teaser card latest promo "
    "recent more carousel list grid review reviews rating ratings testimonial testimonials quote".split()
)


_REPLIES = frozenset(("answer", "comment", "review", "usercomments"))


class Candidate(Record):
    """Something that may be the answer: where it stood, its text, and signs of how good it is."""

    place: str
    text: str
    signs: tuple[str, ...] = ()


def surroundings(node: Node) -> tuple[str, ...]:
    """What a node stands in, as far as it matters: regions, names of what is not the page's own text, items of
    microdata.
    """
    signs: dict[str, None] = {}
    at: Node | None = node
    for _ in range(12):
        if at is None or at.tag == "body":
            break
        tag = at.tag or ""
        if tag in ("article", "main", "aside", "footer", "nav", "header", "li", "figure"):
            signs[f"in {tag}"] = None
        has = at.attributes
        if has.get("itemtype"):
            kind = (has["itemtype"] or "").rstrip("/").rpartition("/")[2].lower()
            signs["in reply" if kind in _REPLIES else f"in item {kind[:24]}"] = None
        words = _class_words(at)
        if not _ASIDE.isdisjoint(words):
            signs["in aside"] = None
        at = at.parent
    return tuple(signs)


def _class_words(node: Node) -> tuple[str, ...]:
    has = node.attributes
    return about(f'x class="{dom.escape(has.get("class") or "")}" id="{dom.escape(has.get("id") or "")}"')[0]
