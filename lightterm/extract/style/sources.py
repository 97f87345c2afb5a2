"""Where a page's style sheets come from."""

from __future__ import annotations

from lightterm.extract.style.model import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborNode

MOST_SOURCES = 500


def style_sources(nodes: Sequence[LexborNode]) -> tuple[Source, ...]:
    """Where the sheets of a page come from, of its style and link[rel] elements in document order; at most 500.

    https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
    """
    found = []
    for node in nodes[:MOST_SOURCES]:
        attrs = node.attrs
        kind = (attrs.get("type") or "").strip().lower().partition(";")[0]
        if kind not in ("", "text/css"):
            continue
        media = attrs.get("media") or ""
        if node.tag == "style":
            css = node.text()
            if css and not css.isspace():
                found.append(Source(css=css, media=media))
            continue
        relations = (attrs.get("rel") or "").lower().split()
        href = (attrs.get("href") or "").strip()
        if "stylesheet" in relations and href:
            alternate = "alternate" in relations
            found.append(Source(href=href, media=media, disabled="disabled" in attrs, alternate=alternate))
    return tuple(found)
