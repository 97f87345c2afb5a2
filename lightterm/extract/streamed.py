"""Parts of a page that React's server sent late, put where one line of script would put them.

A part that is not ready is sent as `<!--$?--><template id="B:0"></template>Loading<!--/$-->`, and later, at the end, as
`<div hidden id="S:0">`; a part of such a part has its place at `<template id="P:1">`. No script of the page has to be
run to read it. https://react.dev/reference/react-dom/server/renderToPipeableStream
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

MOST = 500
"""Parts put in place on one page; each is looked for in a query."""


def put_in_place(tree: Tree) -> None:
    """Move what came late to where it belongs, in place of what stood there meanwhile."""
    for part in tree.css('[hidden][id^="S:"]')[:MOST]:
        number = (part.attributes.get("id") or "")[2:]
        query = f'template[id="B:{number}"],template[id="P:{number}"]'
        place = tree.css_first(query) if number.isalnum() else None
        if place is None or place.parent is None or _holds(part, place):
            continue
        _clear(place)
        for child in list(part.iter(include_text=True)):
            place.insert_before(child, move=True)
        place.decompose()
        part.decompose()


def _holds(node: Node, inner: Node) -> bool:
    at = inner.parent
    while at is not None:
        if at.mem_id == node.mem_id:
            return True
        at = at.parent
    return False


def _clear(place: Node) -> None:
    """Take out what follows, up to the comment that ends the boundary; nothing where there is no such comment."""
    between, depth = [], 0
    node = place.next
    while node is not None:
        if node.tag == "-comment":
            words = node.comment_content or ""
            if words.startswith("$"):
                depth += 1
            elif words == "/$":
                if not depth:
                    break
                depth -= 1
        between.append(node)
        node = node.next
    if node is not None:
        for each in between:
            each.decompose()
