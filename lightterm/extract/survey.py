"""One pass over the fresh tree for everything that tags and attributes say by themselves.

Sixteen queries were 235 ms on a 10 MB page, which no cache holds; one query with all their selectors is 60. What it
finds is dealt with at once: names resolved, regions and alignment noted, what HTML and ARIA do not render taken out.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom, icons, prepare
from lightterm.extract.vocabulary import ANYTHING, Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.prepare import Removal

    Attributes = dict[str, str | None]

_TOLD = (
    *"template noframes noembed rp dialog details center bdo main nav header footer aside search article".split(),
    *"[hidden] [popover] [aria-hidden=true] [aria-labelledby] [aria-description] [align] [dir] [role]".split(),
    *("[itemprop=comment]", "section[aria-label]", "ol[reversed]"),
    *('[class*="rumb"]', '[itemtype*="rumb"]'),
    *icons.SELECTORS,
)
_STATES = ("[aria-checked]", "[aria-pressed=true]", "[aria-selected=true]")
_UNFOLDED = ("bdo", "details")
_NEVER = frozenset(("template", "noframes", "noembed", "rp"))
REGIONS = {
    "main": "main",
    "nav": "navigation",
    "header": "banner",
    "footer": "contentinfo",
    "aside": "complementary",
    "search": "search",
    "section": "region",
}
_ROLES = frozenset((*REGIONS.values(), "form"))
_POSTS = frozenset(("article", "comment"))
_MENUS = ("navigation", "menu", "menubar")
_CALLED = ("class", "aria-label", "itemtype")
"""Attributes that call something breadcrumbs, in any case of the first letter."""

_SECTIONING = frozenset(("article", "aside", "main", "nav", "section"))
LONGEST_TITLE = 80
"""Characters of a paragraph within a heading by role up to which it is one."""

HIDDEN_BOXES = "input[hidden]"
_NOT_ALIGNED = frozenset(("table", "img", "iframe", "hr", "legend"))


def survey(tree: Tree, removal: Removal, vocabulary: Vocabulary = ANYTHING, runs: bool = False) -> bool:
    """Name, note and remove what tags and attributes ask for; where scripts run, switches become fields later on.

    Whether boxes to tick with `hidden` are still there (`HIDDEN_BOXES`): what follows them may be shown by their state.
    """
    doomed: list[tuple[Node, str]] = []
    pointers: list[tuple[Node, list[str]]] = []
    told = dom.select(tree, vocabulary.among(_TOLD))
    pictures = icons.Pictures(tree, told)
    for node in told:
        tag = node.tag or ""
        has = node.attributes
        if pictures.is_word(node, tag, has):
            doomed.append((node, "icon"))
            continue
        if tag in icons.TAGS:
            pictures.look_at(node, tag, has)
        elif tag in _UNFOLDED and _unfolded(node, tag):
            continue
        if "aria-labelledby" in has:
            pointers.append((node, (has["aria-labelledby"] or "").split()[:8]))
        if "aria-description" in has and "title" not in has:
            node.attrs["title"] = has["aria-description"] or ""
        reason = _reason(node, tag, has)
        if reason:
            doomed.append((node, reason))
            continue
        if "reversed" in has and tag == "ol" and "start" not in has:
            node.attrs["start"] = str(sum(child.tag == "li" for child in node.iter()))
        _note(node, tag, has)
        _arrange(node, tag, has)
    _resolve_names(tree, pointers)
    _tell_states(dom.select(tree, vocabulary.among(_STATES)), runs)
    return _taken_out(doomed, removal)


def _arrange(node: Node, tag: str, has: Attributes) -> None:
    """Set the items of menus apart, and say in a line where the page stands in its site."""
    if tag == "nav" or has.get("role") in _MENUS:
        from lightterm.extract.menus import items_apart

        items_apart(node)
    if any("crumb" in (has.get(name) or "").lower() for name in _CALLED):
        from lightterm.extract.trails import mark

        mark(node)


def _taken_out(doomed: list[tuple[Node, str]], removal: Removal) -> bool:
    """Remove what is doomed; whether boxes stay. Innermost first: a removed subtree is freed, so what holds others must
    go after them."""
    boxes = False
    for node, reason in reversed(doomed):
        if reason == "html" and _is_box(node):
            boxes = True
        elif reason == "details":
            _count_closed(node, removal)
        elif node.tag == "svg" and reason == "aria-hidden":
            prepare.empty_graphic(node, removal)
        else:
            removal.take([node], reason)
    return boxes


def _is_box(node: Node) -> bool:
    return node.tag == "input" and (node.attributes.get("type") or "").lower() in ("checkbox", "radio")


def _tell_states(controls: list[Node], runs: bool) -> None:
    if controls and runs:
        from lightterm.extract.scripted import is_switch

        controls = [node for node in controls if not is_switch(node)]
    if controls:
        from lightterm.extract.states import tell_states

        tell_states(controls)


def _unfolded(node: Node, tag: str) -> bool:
    """Put in place what an element with overridden direction or a disclosure stands for; whether it is gone then."""
    from lightterm.extract.unfold import flatten, name_details, override

    if tag == "bdo":
        return override(node)
    name_details(node)
    within = node.parent
    while within is not None and within.tag not in ("button", "select"):
        within = within.parent
    if within is None:
        return False
    flatten(node)
    return True


def _reason(node: Node, tag: str, has: Attributes) -> str:
    """Why the element is not rendered, "" if it is."""
    if tag in _NEVER or "hidden" in has or "popover" in has or (tag == "dialog" and "open" not in has):
        return "html"
    if tag == "details" and "open" not in has:
        return "details"
    if has.get("aria-hidden") == "true":
        from lightterm.extract.aria import left_out

        if left_out(node):
            return "aria-hidden"
    return ""


def _note(node: Node, tag: str, has: Attributes) -> None:
    """Annotate alignment, direction, landmark role, what is a post, and a heading's level. https://www.w3.org/TR/html-aam-1.0/"""
    align = (has.get("align") or "").lower()
    if tag == "center" or align == "middle":
        align = "center"
    if align in ("left", "center", "right") and tag not in _NOT_ALIGNED:
        dom.annotate(node, "ta", align)
    direction = (has.get("dir") or "").lower()
    if direction in ("rtl", "ltr", "auto"):
        dom.annotate(node, "dir", direction)
    if tag == "article" or has.get("role") in _POSTS or has.get("itemprop") == "comment":
        dom.annotate(node, "po", "1")
    if "role" in has:
        role = (has["role"] or "").split(" ")[0]
        if role in _ROLES:
            dom.annotate(node, "lm", role)
        elif role == "heading" and tag in ("div", "p", "span") and not _holds_texts(node):
            level = (has.get("aria-level") or "").strip()
            dom.annotate(node, "h", level if level in ("1", "2", "3", "4", "5", "6") else "2")
    elif region := region_of(node, tag):
        dom.annotate(node, "lm", region)


def _holds_texts(node: Node) -> bool:
    """Whether what calls itself a heading is a text: forums have the words of a comment so."""
    if node.css_first("ul,ol,pre,blockquote,table") is not None:
        return True
    paragraphs = len(node.css("p"))
    return paragraphs > 1 or (paragraphs == 1 and len(dom.text_of(node, LONGEST_TITLE + 1)) > LONGEST_TITLE)


def region_of(node: Node, tag: str) -> str:
    """The landmark that an element is by itself, "" for none. https://www.w3.org/TR/html-aam-1.0/#el-header"""
    return "" if tag in ("header", "footer") and _inside_section(node) else REGIONS.get(tag, "")


def _inside_section(node: Node) -> bool:
    """Whether a header or footer is that of a part of the page."""
    parent = node.parent
    while parent is not None:
        if parent.tag in _SECTIONING:
            return True
        parent = parent.parent
    return False


def _resolve_names(tree: Tree, pointers: list[tuple[Node, list[str]]]) -> None:
    """Make aria-labelledby an aria-label, before what it points at is removed. https://www.w3.org/TR/accname/"""
    named = dom.by_ids(tree, {name for _, names in pointers for name in names})
    said = dict[int, str]()
    for node, names in pointers:
        found = [named[name] for name in names if name in named]
        for one in found:
            if one.mem_id not in said:  # 5,000 boxes may point at one text of 400 KB
                said[one.mem_id] = one.attrs.get("aria-label") or dom.text_of(one, 500)
        label = " ".join(words for one in found if (words := said[one.mem_id]))
        if label:
            node.attrs["aria-label"] = label


def _count_closed(details: Node, removal: Removal) -> None:
    """Count what a closed disclosure holds beside its summary as hidden; it is there to be unfolded."""
    summary = details.css_first("summary")
    kept = summary.mem_id if summary is not None and summary.parent == details else 0
    for child in details.iter(include_text=True):
        if child.mem_id != kept:
            is_text = child.tag == "-text"
            size = len(one_spaced(child.text_content or "")) if is_text else len(dom.text_of(child))
            if size or not is_text:
                removal.count("details", 1, size)
