"""Where a page has room that its scripts are to fill: empty lists, boxes with names, fields that hold a dash."""

from __future__ import annotations

import re

from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

PLACES = "main,section,article,ul,ol,dl,tbody," + ",".join(
    f"div[id*={word}]" for word in "list content result feed item post product output data table grid cards".split()
)
"""What a page's own text stands in; a box of another name may as well be for a menu, an advertisement or a notice."""

FEW_PLACES = 20

_UNKNOWN = frozenset(("-", "–", "—", "--", "---", "…", "...", "--:--", "–:–", "?"))
"""What stands where a figure or name is to come."""

ROOM = "div,p,span,section,main,article,ul,ol,dl,table,tbody,tr,td,output,pre,h1,h2,h3,h4,h5,h6,strong,b,em"
"""What scripts fill, where it is empty and has a name by which they find it."""

SIDE = frozenset(
    "comment disqus related share social advert ad banner promo newsletter cookie consent modal dialog popup toast "
    "tooltip overlay lightbox map chat widget captcha recaptcha rating burger toggle clear clearfix "
    "spacer divider backdrop preload preloader spinner progress swiper player analytics trending sidebar gpt".split()
)
"""Names of what stands beside a page's own text, or shows no text at all."""

_SIGNS = ("arrow", "caret", "icon")
_BESIDE = ("aside", "nav", "footer")
_SET_APART = frozenset(("dialog", "alertdialog", "search", "tooltip", "menu"))
"""Roles of what opens over a page on request."""

_ANSWERED = (
    ("[hx-target]", "hx-target"),
    ("[data-hx-target]", "data-hx-target"),
    ("[up-target]", "up-target"),
    ("[aria-controls][aria-expanded=false]", "aria-controls"),
    ("[aria-errormessage]", "aria-errormessage"),
)
"""Who names, and by which attribute, the element in which the answer to an act is shown."""


def set_answers_apart(tree: Tree) -> None:
    """Mark what something else in the page fills when it is acted on, by its role: no script owes it text."""
    names = {n.strip("# ") for query, by in _ANSWERED for node in tree.css(query) for n in _ids(node, by)}
    for node in dom.select(tree, "[id],[role=status],[role=alert]" if names else "[role=status],[role=alert]"):
        if node.attributes.get("id") in names or node.attributes.get("role") in ("status", "alert"):
            node.attrs["role"] = "presentation"


def _ids(node: Node, by: str) -> list[str]:
    return (node.attributes.get(by) or "").replace(",", " ").split()


def places(tree: Tree) -> tuple[str, ...]:
    """Where a page means to show something and holds nothing: lists, sections, and boxes called by what they hold."""
    found = []
    for node in dom.select(tree, PLACES):
        if node.css_first("*") in (None, node) and not dom.text_of(node, 10) and not is_aside(node):
            name = node.attributes.get("id")
            found.append(f"#{name}" if name else f"<{node.tag}>")
    return tuple(found[:FEW_PLACES])


def is_aside(node: Node) -> bool:
    """Whether the names or the place of an element say that it holds none of the page's text, or it is not shown."""
    has = node.attributes
    names = re.split("[^a-z]+", f"{has.get('id') or ''} {has.get('class') or ''}".lower())
    if any(name in SIDE or name.rstrip("s") in SIDE or name.endswith(_SIGNS) for name in names):
        return True
    if has.get("role") in ("presentation", "none"):
        return True
    around: Node | None = node
    while around is not None and around.tag not in _BESIDE and around.attributes.get("role") not in _SET_APART:
        around = around.parent
    return around is not None or "display:none" in (has.get("style") or "").replace(" ", "").lower()


def has_room(tree: Tree) -> bool:
    """Whether there is an empty element with a name by which scripts find it, or one that is to hold others."""
    for node in dom.select(tree, ROOM):
        if node.css_first("*") in (None, node) and not dom.text_of(node, 1) and not is_aside(node):
            has = node.attributes
            if node.tag in ("ul", "ol", "dl", "tbody", "main") or any(
                k in ("id", "class") or k[:5] == "data-" for k in has
            ):
                return True
    return any(not table.css("td,th") for table in tree.css("table"))


def dashes(tree: Tree) -> int:
    """Elements with a name by which scripts find them that hold nothing but what stands for the unknown."""
    named = dom.select(tree, "[id],[class],[data-field]")
    return sum(node.css_first("*") in (None, node) and dom.text_of(node, 8).strip() in _UNKNOWN for node in named)


def is_named(place: str, code: str) -> bool:
    """Whether a script, in lower case, speaks of a place."""
    name = place.removeprefix("#").lower()
    ways = (f"'{name}'", f'"{name}"', f"#{name}'", f'#{name}"', f"{name}.innerhtml", f"{name}.append", f"{name}.insert")
    return place[0] == "#" and any(way in code for way in ways)
