"""What only scripts make something to act on, as far as markup tells it: made targets on pages that none has run on.

The rule is that of the engines (`pressed`, `leads` and `field` of engines/reading), whose other signs, listeners and
the shape of the mouse, are not in markup. Acting on one of these begins the page where its scripts run.
https://www.w3.org/TR/wai-aria-1.2/#widget_roles
"""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.extract.handles import BY_THEMSELVES, TARGETS, into_link
from lightterm.extract.vocabulary import HANDLERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

    Attributes = dict[str, str | None]

_KEYS = ("onkeydown", "onkeyup", "onkeypress")
_HANDLERS = tuple([name for name in HANDLERS if name not in _KEYS])

_PRESSED = frozenset("button link tab menuitem menuitemcheckbox menuitemradio option treeitem combobox".split())
_TICKED = frozenset(("checkbox", "switch", "radio"))
_WRITTEN = "[contenteditable]"
_SAID = ("[role]", *(f"[{name}]" for name in HANDLERS), "[draggable=true]", 'a[href*="avascript:"]')
_NATIVE = "a[href],area[href],button,input,select,textarea,summary"
_STRUCTURE = f"{_NATIVE},div,p,ul,ol,li,table,h1,h2,h3,h4,h5,h6,section,article,[role=button],[role=link]"
_NEVER = frozenset(
    ("label", "body", "html", "option", "slot", "template", "script", "style", "svg", "canvas", "iframe")
)
_NAMES = ("aria-label", "title", "placeholder", "aria-required", "aria-readonly")

LONGEST = 200
"""Characters of what is one thing to click."""

ROW = 300
"""The same of a row that is clicked as a whole, whose first words stand for it."""

WORDLESS = 200
"""Targets without words that a page may have."""


def is_switch(node: Node) -> bool:
    """Whether an element is ticked, on or off, and no control of HTML, nor does it hold one."""
    return _role(node.attributes) in _TICKED and not _is_native(node) and node.css_first(_NATIVE) is None


def show_scripted(tree: Tree, runs: bool) -> None:
    """Make a link that leads nowhere or a field of each; where no script `runs`, only of what one can write in."""
    query = ",".join((*_SAID, _WRITTEN) if runs else (_WRITTEN,))
    chosen: dict[int, Node] = {}
    wordless = 0
    for node in dom.select(tree, query):
        has = node.attributes
        tag = node.tag or ""
        if tag in _NEVER or _is_in_control(node):
            continue
        if tag == "a" and (has.get("href") or "").strip()[:11].lower() == "javascript:":
            node.attrs["href"] = ""
            node.attrs[dom.SCRIPTED] = ""
        elif _is_native(node):
            continue
        elif _is_written(has) or is_switch(node):
            chosen[node.mem_id] = node
        elif lead := _pressed(node, tag, has, chosen):
            if not node.text().strip():
                wordless += 1
                if wordless > WORDLESS:
                    continue
            chosen[lead.mem_id] = lead
    for node in reversed(list(chosen.values())):
        _make(node)


def _make(node: Node) -> None:
    """Put a field or a link into or around an element."""
    has = node.attributes
    if _is_written(has):
        _into_text(node, has)
    elif is_switch(node):
        _into_box(node, has)
    elif node.tag == "img":
        link = dom.element(f'<a class="" href=""{_label(has)}></a>')
        link.attrs[dom.SCRIPTED] = ""
        node.insert_before(link)
        if (there := node.prev) is not None:
            there.insert_child(node, move=True)
    elif not _holds(node, TARGETS):
        into_link(node, _label(has) or _looks(node), dom.SCRIPTED)


def _pressed(node: Node, tag: str, has: Attributes, chosen: dict[int, Node]) -> Node | None:
    """The element to be clicked: this one, or that with the first words of a row; None where there is none."""
    if _role(has) in _PRESSED:
        return node
    is_heard = _is_heard(node)
    if not is_heard and not (has.get("tabindex") == "0" and any(name in has for name in _KEYS)):
        return None
    size = len(node.text().strip())
    if not size and not has.get("aria-label") and not has.get("title") and tag != "img":
        if _is_within(node, chosen) or _holds(node, f"{_NATIVE},svg,canvas,[tabindex='0']"):
            return None
        return None if any(map(_is_heard, _inner(node, "*"))) else node
    if tag == "thead" or (tag == "tr" and node.parent is not None and node.parent.tag == "thead"):
        return None
    if _holds(node, _STRUCTURE):
        return _lead(node, tag, has, size)
    return node if size <= LONGEST else None


def _lead(node: Node, tag: str, has: Attributes, size: int) -> Node | None:
    """The first words in what is clicked as a whole: they are all that it has, or it is one of several rows."""
    if not size or not _holds(node, "div,p,span") or _holds(node, _NATIVE):
        return None
    words = [one for one in _inner(node, "*") if _has_words(one)]
    if not words or not (len(words[0].text().strip()) == size or _is_row(node, tag, has, size)):
        return None
    return words[0]


def _is_row(node: Node, tag: str, has: Attributes, size: int) -> bool:
    """Whether another like it beside it is clicked as well."""
    kind = has.get("class")
    if size > ROW or (not kind and tag not in ("li", "tr")) or node.parent is None:
        return False
    for one in node.parent.iter():
        if one.mem_id != node.mem_id and one.tag == tag and one.attributes.get("class") == kind and _is_heard(one):
            return True
    return False


def _has_words(node: Node) -> bool:
    return any(child.tag == "-text" and (child.text_content or "").strip() for child in node.iter(include_text=True))


def _inner(node: Node, query: str) -> list[Node]:
    return [one for one in node.css(query) if one.mem_id != node.mem_id]


def _holds(node: Node, query: str) -> bool:
    first = node.css_first(query)  # may be the node itself
    return first is not None and (first.mem_id != node.mem_id or bool(_inner(node, query)))


def _role(has: Attributes) -> str:
    return (has.get("role") or "").strip().partition(" ")[0].lower()


def _is_native(node: Node) -> bool:
    tag = node.tag or ""
    return tag in BY_THEMSELVES or (tag in ("a", "area") and "href" in node.attributes)


def _is_written(has: Attributes) -> bool:
    return "contenteditable" in has and (has["contenteditable"] or "").strip().lower() != "false"


def _is_heard(node: Node) -> bool:
    has = node.attributes
    return any(name in has and _does(has[name] or "") for name in _HANDLERS) or has.get("draggable") == "true"


def _does(handler: str) -> bool:
    """Whether a handler may do something: some only hand data to a script (`return {...}`), or end the click there."""
    words = "".join(handler.split()).rstrip(";")
    return not words.startswith(("return{", "return[", "({")) and words not in ("returnfalse", "void(0)")


def _is_in_control(node: Node) -> bool:
    """Whether it stands in a link or button, which is the target."""
    up = node.parent
    while up is not None:
        if up.tag in ("button", "select") or (up.tag == "a" and "href" in up.attributes):
            return True
        up = up.parent
    return False


def _is_within(node: Node, chosen: dict[int, Node]) -> bool:
    """Whether it stands in a target or a label."""
    up = node.parent
    while up is not None:
        if up.mem_id in chosen or up.tag in ("label", "summary"):
            return True
        up = up.parent
    return False


def _label(has: Attributes) -> str:
    label = has.get("aria-label") or has.get("title") or ""
    return f' aria-label="{dom.escape(label)}"' if label else ""


def _looks(node: Node) -> str:
    """What an element without words is called: by its class, or that of the first element in it."""
    if node.text().strip() or node.css_first("img[alt]:not([alt=''])") is not None:
        return ""
    own = node.attributes
    words = _words_of(own.get("class") or own.get("id") or "")
    if not words and (inner := _inner(node, "[class]")):
        words = _words_of(inner[0].attributes.get("class") or "")
    return f' aria-label="{dom.escape(" ".join(words[:4])[:60] or "no words")}"'


def _words_of(names: str) -> list[str]:
    plain = "".join(c if c.isalnum() else " " for c in names)
    return list(dict.fromkeys(plain.split()))


def _given(has: Attributes) -> str:
    """The attributes that a field takes from the element it stands for."""
    return "".join(f' {name}="{dom.escape(has[name] or "")}"' for name in _NAMES if has.get(name))


def _into_text(node: Node, has: Attributes) -> None:
    field = dom.element(f"<textarea{_given(has)}></textarea>")
    field.insert_child(node.text().strip("\n"))
    field.attrs[dom.SCRIPTED] = ""
    for child in list(node.iter(include_text=True)):
        child.decompose()
    node.insert_child(field)


def _into_box(node: Node, has: Attributes) -> None:
    kind = "radio" if _role(has) == "radio" else "checkbox"
    on = ' checked=""' if has.get("aria-checked") in ("true", "mixed") else ""
    off = ' disabled=""' if has.get("aria-disabled") == "true" else ""
    label = dom.element(f'<label><input type="{kind}"{on}{off}{_given(has)}></label>')
    box = label.css_first("input")
    assert box is not None
    box.attrs[dom.SCRIPTED] = ""
    for child in list(node.iter(include_text=True)):
        label.insert_child(child, move=True)
    node.insert_child(label)
