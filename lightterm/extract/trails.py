"""Where a page stands in its site ("breadcrumbs"): a list to be read in a line, as sheets show it everywhere."""

from __future__ import annotations

from lightterm.document import marks
from lightterm.extract import dom
from lightterm.extract.tidy import COLUMN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

TRAIL = "lightterm-trail"
"""The attribute of a list that is such a trail."""

LONGEST = 400
"""Characters up to which a list is a trail."""

_HOLDERS = frozenset("nav div section header aside ol ul".split())
_LINES = "div,p,h1,h2,h3,h4,h5,h6,table,form,details,dl,select,input,button"
"""What has lines of its own, or opens a menu."""

_SIGNS = frozenset("/\\<>«»‹›·|•→▸▶\u276f\u27e9-\u2013\u2014")
SIGN = " › "


def mark(node: Node) -> None:
    """Mark the list of what is called a trail, if it is one and short."""
    if node.tag not in _HOLDERS:
        return
    lists = node.css("ul,ol")  # may hold the node itself
    if len(lists) != 1 or lists[0].css_first(_LINES) is not None:
        return
    has_items = any(child.tag == "li" for child in lists[0].iter())
    if has_items and len(dom.text_of(lists[0], LONGEST + 1)) <= LONGEST:
        lists[0].attrs[TRAIL] = ""


def in_a_line(items: list[str]) -> str:
    """The texts of the items, with a sign between those that have none of their own."""
    out: list[str] = []
    last = ""
    for item in [text.replace(COLUMN, " ") for text in items]:
        shown = marks.strip(dom.unescape(item)).strip()
        if not shown:
            out.append(item)
            continue
        if last:
            out.append(" " if last in _SIGNS or shown[0] in _SIGNS else SIGN)
        if shown[0] in _SIGNS:
            sign = dom.escape(shown[0])
            item = item.replace(sign, f"{sign} ", 1)
        elif shown[-1] in _SIGNS:
            before, sign, behind = item.rpartition(dom.escape(shown[-1]))
            item = f"{before} {sign}{behind}"
        out.append(item)
        last = shown[-1]
    return "".join(out)
