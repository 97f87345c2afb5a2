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


_VALUE = "price cost amount stock availability balance"
"""Names of a figure for which people come to a page."""

_VALUED = ",".join(f"[{by}*={name}]" for name in _VALUE.split() for by in ("id", "class", "itemprop"))
_NAMED = re.compile(rf"(?<![a-z])(?:{_VALUE.replace(' ', 's?|')})(?![a-z])")
_OTHERS = re.compile(
    r"(?<![a-z])(?:cart|basket|bag|old|was|compare|discount|sale|saving|filter|range|min|max|from|to|tax)"
)
"""Words in the names of figures that are there now and then: what a cart holds, what something cost before."""

_SPLIT = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TEXTS = frozenset("article body content entries events feed items list posts results rows story text".split())
"""Words in the names of boxes that are for what a heading before them announces."""

_BODIES = (frozenset(("body", "content")), frozenset(("article", "entry", "page", "post", "story")))
"""Words of which a box for a page's main text has one of each in its name."""

_CONTROLS = "input,select,textarea,video,audio,iframe,canvas,embed"
_IN_THE_MEANTIME = re.compile(r"load(?!ed)|spin|wait|progress|indicator|placeholder|blank|pixel|transparent|data:")
"""Words in the names of pictures that only stand there meanwhile, or show nothing."""

_SOURCES = ("data-src", "data-url", "data-endpoint", "data-api")
_BOXES = ",".join(f"{tag}[{by}]" for tag in ("div", "section") for by in ("id", "class", *_SOURCES))


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
        if is_hollow(node) and not is_aside(node):
            name = node.attributes.get("id")
            found.append(f"#{name}" if name else f"<{node.tag}>")
    return tuple(found[:FEW_PLACES])


def is_hollow(node: Node) -> bool:
    """Whether an element, with all that is in it, has no text, no control and no picture but one of waiting."""
    if dom.text_of(node, 1) or node.css_first(_CONTROLS) is not None:
        return False
    return not any(map(_is_picture, node.css("img")))


def _is_picture(image: Node) -> bool:
    """Whether an image is there to be looked at, rather than until something else is there."""
    has = image.attributes
    named = " ".join(has.get(by) or "" for by in ("src", "data-src", "srcset", "class", "id")).lower()
    return bool(named.strip()) and not _IN_THE_MEANTIME.search(named)


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
        if is_hollow(node) and not is_aside(node):
            has = node.attributes
            if node.tag in ("ul", "ol", "dl", "tbody", "main") or any(
                k in ("id", "class") or k[:5] == "data-" for k in has
            ):
                return True
    return any(not table.css("td,th") for table in tree.css("table"))


def dashes(tree: Tree) -> int:
    """Elements with a name by which scripts find them that hold nothing but what stands for the unknown."""
    named = dom.select(tree, "[id],[class],[data-field]")
    return sum(dom.text_of(node, 8).strip() in _UNKNOWN for node in named)


def is_named(place: str, code: str) -> bool:
    """Whether a script, in lower case, speaks of a place."""
    name = place.removeprefix("#").lower()
    ways = (f"'{name}'", f'"{name}"', f"#{name}'", f'#{name}"', f"{name}.innerhtml", f"{name}.append", f"{name}.insert")
    return place[0] == "#" and any(way in code for way in ways)


def lacking(tree: Tree) -> tuple[str, ...]:
    """What a page announces and has not, in words: a price, the rows of a table, what stands under a heading."""
    found = []
    if _is_unpriced(tree) or any(map(_has_unpriced_rows, tree.css("table"))):
        found.append("a price or another figure is still to come")
    if any(map(_is_rowless, tree.css("table"))):
        found.append("a table has a head and no rows")
    headings = (h for h in dom.select(tree, "h1,h2,h3") if dom.text_of(h, 1) and _is_unfollowed(h))
    found.extend(f"nothing stands yet under {dom.text_of(heading, 40)!r}" for heading in headings)
    found.extend("the box for the text is empty" for box in dom.select(tree, _BOXES) if _is_text_box(box))
    return tuple(found)


def _is_unpriced(tree: Tree) -> bool:
    """Whether something called a price and the like holds neither word nor figure, and no other such holds a figure."""
    empty = False
    for node in dom.select(tree, _VALUED):
        has = node.attributes
        names = " ".join(_SPLIT.sub(" ", has.get(by) or "") for by in ("id", "class", "itemprop")).lower()
        if node.tag in ("input", "meta", "link", "body") or not _NAMED.search(names.replace("_", " ")):
            continue
        text = dom.text_of(node, 200)
        if any(map(str.isdigit, text)):
            return False
        if not any(map(str.isalnum, text)):
            empty = empty or not (_OTHERS.search(names) or is_aside(node) or _is_in_header(node))
    return empty


def _has_unpriced_rows(table: Node) -> bool:
    """Whether a column of prices and the like holds neither word nor figure in any of its rows, which are several."""
    if table.css_first("table table,[colspan],[rowspan]") is not None or is_aside(table):
        return False
    head, *rows = [[dom.text_of(cell, 100) for cell in row.css("th,td")] for row in table.css("tr")] or [[]]
    rows = [row for row in rows if len(row) == len(head) and any(row)]
    valued = [at for at, name in enumerate(head) if _NAMED.search(name.lower())]
    return len(rows) > 1 and any(not any(map(str.isalnum, "".join(row[at] for row in rows))) for at in valued)


def _is_rowless(table: Node) -> bool:
    """Whether a table has words in its first row alone, which are those of its columns."""
    if len(table.css("th")) < 2 or is_aside(table):
        return False
    return not any(dom.text_of(cell, 1) for row in table.css("tr")[1:] for cell in row.css("td,th")) and not any(
        dom.text_of(cell, 1) for cell in table.css("td")
    )


def _is_text_box(box: Node) -> bool:
    """Whether an empty box is called by the main text, or says from where it is to be filled."""
    if not is_hollow(box):
        return False
    words = _words_of(box)
    called = "story" in words or not any(map(words.isdisjoint, _BODIES))
    told = any("/" in (box.attributes.get(source) or "") for source in _SOURCES)
    return (called or told) and not _is_within_aside(box)


def _is_unfollowed(heading: Node) -> bool:
    """Whether an empty list follows a heading, or an empty box called by a text, none of it beside the page's own."""
    node = heading.next
    while node is not None and (node.tag == "-comment" or (node.tag == "-text" and not (node.text() or "").strip())):
        node = node.next
    if node is None or not is_hollow(node):
        return False
    is_list, is_box = node.tag in ("ul", "ol", "dl"), node.tag in ("div", "section")
    return (is_list or (is_box and not _TEXTS.isdisjoint(_words_of(node)))) and not _is_within_aside(node)


def _words_of(node: Node) -> frozenset[str]:
    has = node.attributes
    return frozenset(re.split("[^a-z]+", f"{has.get('id') or ''} {has.get('class') or ''}".lower()))


def _is_in_header(node: Node) -> bool:
    around: Node | None = node
    while around is not None and around.tag not in ("header", "article", "main"):
        around = around.parent
    return around is not None and around.tag == "header"


def _is_within_aside(node: Node) -> bool:
    around: Node | None = node
    while around is not None and around.tag not in ("main", "body"):
        if is_aside(around):
            return True
        around = around.parent
    return False
