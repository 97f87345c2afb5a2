"""What one can act on only because a script listens: made targets, in markup from an engine that runs scripts."""

from __future__ import annotations

from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

HANDLE = "lightterm-handle"
"""The attribute by which such an engine names elements: whole numbers, kept while the element lives in its page.

Only the engine's own script writes it, in place of any that the page has; from tier 1 it is never read.
"""

BUTTON = "lightterm-button"
"""The attribute of a link that leads nowhere: it stands for an element that is clicked."""

BY_THEMSELVES = frozenset(("button", "input", "select", "textarea", "summary", "option", "html", "body"))
TARGETS = "a[href],button,input,select,textarea,summary"
_TARGETS = f"{TARGETS},[{HANDLE}]"


def show_clickable(tree: Tree) -> None:
    """Put what elements with a handle hold into links that lead nowhere; what holds targets of its own stays."""
    for node in reversed(dom.select(tree, f"[{HANDLE}]")):
        tag, has = node.tag or "", node.attributes
        if tag in BY_THEMSELVES or (tag == "a" and "href" in has):
            continue
        if any(inner.mem_id != node.mem_id for inner in node.css(_TARGETS)):
            continue
        label = dom.escape(has.get("aria-label") or has.get("title") or "")
        into_link(node, f' aria-label="{label}" {BUTTON}="" {HANDLE}="{dom.escape(has[HANDLE] or "")}"')


def into_link(node: Node, said: str, mark: str = "") -> None:
    """Put what an element holds into a link that leads nowhere, with the attributes that are `said` and a mark."""
    link = dom.element(f'<a class="" href=""{said}></a>')
    if mark:
        link.attrs[mark] = ""
    for child in list(node.iter(include_text=True)):
        link.insert_child(child, move=True)
    node.insert_child(link)


def handle_of(head: str) -> int:
    """The handle in a serialised start tag, 0 for none."""
    digits = dom.attribute(head, HANDLE)
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else 0
