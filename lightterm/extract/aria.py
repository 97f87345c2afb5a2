"""What `aria-hidden` leaves out: what a screen reader would stumble over, and no text that has no other in its place.

Sites set it on icons, on doubles of what is said in other words, and on menus, dialogs and slides that are closed: of
the last, whether they show is for CSS to say. Of 217 saved pages, leaving all of it out lost up to 35 % of a page that
Chromium shows whole, and with the shortest of it went prices, ratings and the only words of links. What is plain text
beside other text is not missed, and is where instructions to agents hide. https://www.w3.org/TR/wai-aria-1.2/
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

LABEL = 24
"""Characters of text up to which what holds paragraphs or links is decoration too: "Loading", a slider's arrows."""

_LONGEST = 600
_STRUCTURE = "a[href],button,input,select,textarea,h1,h2,h3,h4,h5,h6,p,li,td,div,img[alt]"
_FIELDS = "input:not([type=hidden],[tabindex='-1']),select:not([tabindex='-1']),textarea:not([tabindex='-1'])"
_NAMED = frozenset(("a", "button", "summary", "label"))
_WHOLE = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "dt"))
FOR_READERS = (
    "sr-only sronly srOnly visible-sr visually screen-reader screenreader assistive offscreen a11y clipped".split()
)
"""What the names of classes have in them whose text is for screen readers alone."""

_FOR_FEW = (*FOR_READERS, "hidden")
_DASHES = frozenset("-\u2013\u2014\u2212")
TOLD = 80
"""Characters up to which a text with a price or a date in it is that price or date."""

_CURRENCIES = frozenset("$€£¥₹₩₽₺₫₴₪₱฿")
FURTHEST = 4
"""Elements between a text and the link, heading or cell it is the text of."""


def left_out(node: Node) -> bool:
    """Whether an element with `aria-hidden=true` is left out."""
    text = dom.text_of(node, _LONGEST)
    if node.tag == "svg" or (not any(map(str.isalnum, text)) and not _holds_field(node)):
        return text not in _DASHES or not _is_between_figures(node)
    label = one_spaced(node.attrs.get("aria-label") or "")
    if node.tag == "label" or (node.tag in ("a", "button") and (not label or (node.tag == "a" and label == text))):
        return False
    owner = _owner(node)
    is_named = owner is not None and owner.tag in _NAMED and bool(_is_icon(node) or owner.attrs.get("aria-label"))
    if not is_named and _is_told(node, text):
        return False
    if _holds_structure(node):
        return len(text) <= LABEL and not _holds_field(node)
    if is_named:
        return True
    if _is_figure(text):
        return False
    if owner is not None:
        return _has_company(node, owner)
    return not _has_twin(node)


def _holds_structure(node: Node) -> bool:
    first = node.css_first(_STRUCTURE)  # may be the node itself
    return first is not None and (first.mem_id != node.mem_id or len(node.css(_STRUCTURE)) > 1)


def _holds_field(node: Node) -> bool:
    """Whether one can type or choose in it: a search that opens, not the trap that forms set for programs."""
    first = node.css_first(_FIELDS)
    return first is not None and first.mem_id != node.mem_id


def _owner(node: Node) -> Node | None:
    """The link, control, heading or cell that the node is in."""
    at = node.parent
    for _ in range(FURTHEST):
        if at is None or at.tag in _NAMED or at.tag in _WHOLE:
            return at
        at = at.parent
    return None


def _is_icon(node: Node) -> bool:
    return node.tag == "i" or "icon" in (node.attrs.get("class") or "")


def _has_company(node: Node, owner: Node) -> bool:
    """Whether there is other text to see in the owner, nearest first: the first that is found ends it."""
    at: Node | None = node
    while at is not None and at.mem_id != owner.mem_id:
        for forward in (True, False):
            beside = at.next if forward else at.prev
            while beside is not None:
                if any(map(str.isalnum, beside.text())) and not _unseen(beside):
                    return True
                beside = beside.next if forward else beside.prev
        at = at.parent
    return False


def _unseen(node: Node) -> bool:
    """Whether it is left to be seen by nobody, or by screen readers only."""
    if not node.is_element_node:
        return False
    classes = node.attrs.get("class") or ""
    return node.attrs.get("aria-hidden") == "true" or any(word in classes for word in _FOR_FEW)


def _is_figure(text: str) -> bool:
    """A price, a count, a rating: `4.6`, `$12`, `US$50`, `3 km`."""
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    return letters <= 3 and digits > 0 and (not text[0].isalpha() or digits >= letters)


def _is_between_figures(node: Node) -> bool:
    """Whether a dash makes a range of what is shown before and after it: two prices would be old and new."""
    sides = (beside(node.prev, forward=False), beside(node.next, forward=True))
    return all(side is not None and _is_figure(dom.text_of(side, TOLD) or "-") for side in sides)


def _is_told(node: Node, text: str) -> bool:
    """Whether it is what many come for: a price with its few words (`$24.50, was $35.00`), a date marked as one."""
    if len(text) > TOLD or any(word in (node.attrs.get("class") or "") for word in _FOR_FEW):
        return False
    if not _CURRENCIES.isdisjoint(text):
        signs = "".join("0" if c.isdigit() else "$" if c in _CURRENCIES else c for c in text if not c.isspace())
        return "$0" in signs or "0$" in signs
    time = node.css_first("time")  # may be the node itself
    return time is not None and any(map(str.isdigit, text))


def _has_twin(node: Node) -> bool:
    """Whether the text beside it is for screen readers only: without CSS both show, with it only this one."""
    for other in (beside(node.next, forward=True), beside(node.prev, forward=False)):
        if other is not None:
            classes = other.attrs.get("class") or ""
            if any(word in classes for word in _FOR_FEW):
                return True
    return False


def beside(node: Node | None, forward: bool) -> Node | None:
    """The node, or the first element after or before it that is one."""
    while node is not None and (node.tag or "-")[:1] == "-":
        node = node.next if forward else node.prev
    return node
