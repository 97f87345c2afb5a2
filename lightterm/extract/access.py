"""The accessibility tree of an HTML page: what of it is told to assistive technology, and how.

Roles follow HTML-AAM (https://www.w3.org/TR/html-aam-1.0/), names accname (https://www.w3.org/TR/accname-1.2/), and
where they leave it open, what Chromium does.
"""

from __future__ import annotations

from lightterm.document.access import Node as Access
from lightterm.document.marks import one_spaced
from lightterm.extract import dom
from lightterm.extract.access_roles import FROM_CONTENT, HIDDEN, LANDMARKS_ALONE, PRESENTATIONAL, own_role
from lightterm.extract.links import ELSEWHERE, NOTED
from lightterm.extract.pick import EXCLUDED, SELECTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

NUMBERED = NOTED[0]
"""The attribute by which a node finds the number that the walk gives to its target."""

DEEPEST = 200
"""Elements within each other that are told; what is deeper is told at that depth."""

LONGEST_NAME = 1000
_ENDED = "\n"
"""The end of a text that a block ends; white space in names is collapsed where they are told."""
_TARGETS = f"a[href],area[href],input,select,textarea,button,summary,{ELSEWHERE}"
_INPUTS = frozenset(("textbox", "searchbox", "spinbutton", "slider", "combobox"))
_UNSAID = HIDDEN | {"select", "textarea"}
_CONTROLS = frozenset(("input", "select", "textarea", "button", "option", "fieldset"))
_ACTING = frozenset(
    "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox switch tab textbox "
    "treeitem".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li "
    "main nav ol option p pre section table td th tr ul".split()
)


class AccessTree:
    """The tree of one page, read before the walk prepares its markup; `numbered` puts the targets' numbers in.

    Where something `selects`, only what is noted as picked is told, with the names that it has on the whole page.
    """

    def __init__(self, tree: Tree, title: str, selects: bool = False) -> None:
        self._tree = tree
        self._labels: dict[str, Node] = {}
        self._ids: list[tuple[Access, str]] = []
        self._stand_ins: set[int] = set()
        for label in tree.css("label[for]"):
            self._labels.setdefault(label.attrs.get("for") or "", label)
        for number, node in enumerate(dom.select(tree, _TARGETS)):
            node.attrs[NUMBERED] = str(number)
        self.root = Access("RootWebArea", title)
        if tree.body is not None:
            above = (tree.body, tree.body.parent)
            self._fill(
                self.root, tree.body, not selects or any(n is not None and SELECTED in n.attributes for n in above)
            )

    def numbered(self, items: list[object]) -> Access:
        """The root, each node with its target's number; `items` are the targets as walked."""
        numbers: dict[str, int] = {}
        for number, item in enumerate(items, 1):
            head = item if isinstance(item, str) else str(getattr(item, "head", ""))
            key = dom.attribute(head, NUMBERED)
            if key:
                numbers[key] = number
        for node, key in self._ids:
            node.target = numbers.get(key, 0)
        return self.root

    def _fill(self, parent: Access, body: Node, picked: bool) -> None:
        """Append what is told of an element's children; no recursion, as pages nest deep."""
        waiting: list[tuple[Node | None, Access, int, bool]] = [(child, parent, 1, picked) for child in _reversed(body)]
        while waiting:
            node, into, depth, picked = waiting.pop()
            if node is None:
                _end_text(into)
                continue
            tag = node.tag or ""
            if tag == "-text":
                if picked and not _is_folded(node):
                    _add_text(into, node.text_content or "")
                continue
            if tag[:1] == "-" or _is_untold(node, tag):
                continue
            if tag == "br" or (not picked and SELECTED in node.attributes):
                _add_text(into, " ")
            picked = picked or SELECTED in node.attributes
            made = self._made(node, tag, into) if picked and node.mem_id not in self._stand_ins else None
            if made is None:
                if tag in _BLOCKS and tag != "br":
                    _end_text(into)
                    waiting.append((None, into, depth, picked))
                waiting += [(child, into, depth + 1, picked) for child in _reversed(node)]
                continue
            into.children.append(made)
            inside = made if depth < DEEPEST else into
            if made.role not in PRESENTATIONAL:
                waiting += [(child, inside, depth + 1, picked) for child in _reversed(node)]

    def _made(self, node: Node, tag: str, into: Access) -> Access | None:
        """The node of an element, None for one that only groups."""
        has = node.attributes
        role = own_role(node, tag, has)
        if not role:
            return None
        name = self._name(node, tag, role, has)
        if role in LANDMARKS_ALONE and not name:
            return None
        if role == "image" and not name and "alt" in has:
            return None  # decoration
        made = Access(role, name, _value(node, tag, role, has), _states(node, tag, role, has))
        if NUMBERED in has:
            self._ids.append((made, has[NUMBERED] or ""))
        elif role in _ACTING:
            self._take_number(made, node)
        return made

    def _take_number(self, made: Access, node: Node) -> None:
        """The number of an element that scripts act on is that of what was put in for it, which is not told itself."""
        for child in node.iter():
            label = child if child.tag == "label" else None
            inner = child if label is None else next(iter(label.iter()), None)
            if inner is not None and dom.SCRIPTED in inner.attributes:
                self._stand_ins |= {child.mem_id, inner.mem_id}
                self._ids.append((made, inner.attributes.get(NUMBERED) or ""))
                if inner.tag == "textarea":
                    made.value = inner.text().strip("\n")
                return

    def _name(self, node: Node, tag: str, role: str, has: dict[str, str | None]) -> str:
        label = one_spaced(has.get("aria-label") or "")
        if label:
            return label
        own = self._own_name(node, tag, has)
        if own:
            return own
        if role in FROM_CONTENT:
            words = text_of(node)
            if words:
                return words
        title = one_spaced(has.get("title") or "")
        if title:
            return title
        return one_spaced(has.get("placeholder") or "") if tag in ("input", "textarea") else ""

    def _own_name(self, node: Node, tag: str, has: dict[str, str | None]) -> str:
        """The name that an element has by what belongs to it: label, alt, caption, legend."""
        if tag == "optgroup":
            return one_spaced(has.get("label") or "")
        if tag in ("img", "area"):
            return one_spaced(has.get("alt") or "")
        if tag == "input":
            kind = (has.get("type") or "text").lower()
            if kind in ("submit", "reset", "button"):
                words = {"submit": "Submit", "reset": "Reset"}.get(kind, "")
                return has.get("value") or words
            if kind == "image":
                return has.get("alt") or has.get("value") or "Submit"
            if kind == "file":
                return self._label(node, has) or "Choose File"
        if tag in ("input", "select", "textarea", "meter", "progress", "button", "output"):
            return self._label(node, has)
        part = {"table": "caption", "fieldset": "legend", "svg": "title"}.get(tag)
        if part:
            child = next((one for one in node.iter() if one.tag == part), None)
            return text_of(child) if child is not None else ""
        return ""

    def _label(self, node: Node, has: dict[str, str | None]) -> str:
        label = self._labels.get(has.get("id") or "") if has.get("id") else None
        if label is None:
            at = node.parent
            while at is not None and at.tag not in ("label", "body"):
                at = at.parent
            label = at if at is not None and at.tag == "label" else None
        return text_of(label, skip=node.mem_id) if label is not None else ""


def _reversed(node: Node) -> list[Node]:
    return list(node.iter(include_text=True))[::-1]


def _is_untold(node: Node, tag: str) -> bool:
    """Whether nothing is told of an element and of what is in it."""
    has = node.attributes
    return tag in HIDDEN or has.get("aria-hidden") == "true" or EXCLUDED in has or _is_folded(node)


def _is_folded(node: Node) -> bool:
    """Whether an element is in a closed disclosure, which shows nothing but its summary."""
    parent = node.parent
    closed = parent is not None and parent.tag == "details" and "open" not in parent.attributes
    return closed and node.tag != "summary"


def _add_text(into: Access, text: str) -> None:
    last = into.children[-1] if into.children else None
    if last is not None and (last.role != "text" or last.name.endswith(_ENDED)):
        last = None
    if not text.strip():
        if last is not None and not last.name.endswith(" "):
            last.name += " "
        return
    words = one_spaced(text)
    words = f"{' ' if text[0].isspace() else ''}{words}{' ' if text[-1].isspace() else ''}"
    if last is not None:
        last.name += words
    else:
        into.children.append(Access("text", words))


def _end_text(into: Access) -> None:
    """What is said next begins a text of its own, as it does behind the edge of a block."""
    if into.children and into.children[-1].role == "text" and not into.children[-1].name.endswith(_ENDED):
        into.children[-1].name += _ENDED


def text_of(node: Node, skip: int = 0) -> str:
    """The words of an element for a name: text, names of pictures, values of controls; nothing hidden."""
    parts: list[str] = []
    size = 0
    waiting = [node]
    while waiting and size < LONGEST_NAME * 4:
        at = waiting.pop()
        tag = at.tag or ""
        if tag == "-text":
            text = at.text_content or ""
        elif tag[:1] == "-" or tag in _UNSAID or at.mem_id == skip or at.attributes.get("aria-hidden") == "true":
            continue
        else:
            has = at.attributes
            text = (has.get("aria-label") or "") if at.mem_id != node.mem_id else ""
            if not text and tag == "img":
                text = f" {has.get('alt') or ''} "
            elif not text and tag == "svg":
                title = at.css_first("title")
                parts.append((title.text() if title is not None else "") or "")
                continue
            if not text:
                if tag in _BLOCKS:
                    parts.append(" ")
                    waiting.append(_SPACE)
                waiting += _reversed(at)
                continue
        parts.append(text)
        size += len(parts[-1])
    return one_spaced("".join(parts))


class _Space:
    """Stands in for a text node of one space: where a block ends, so does a word."""

    tag = "-text"
    text_content = " "


_SPACE: Node = _Space()  # type: ignore[assignment]


def _value(node: Node, tag: str, role: str, has: dict[str, str | None]) -> str:
    if role not in _INPUTS and role not in ("progressbar", "meter"):
        return ""
    if tag == "select":
        chosen = node.css_first("option[selected]") or node.css_first("option")
        return text_of(chosen) if chosen is not None else ""
    if tag == "textarea":
        return node.text().strip("\n")
    if (has.get("type") or "").lower() == "password":
        return "•" * len(has.get("value") or "")
    return has.get("value") or has.get("aria-valuenow") or ""


def _states(node: Node, tag: str, role: str, has: dict[str, str | None]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    if role == "heading":
        level = has.get("aria-level") or (tag[1] if len(tag) == 2 and tag[1].isdigit() else "2")
        found.append(("level", level))
    if role in ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"):
        found.append(("checked", "true" if "checked" in has else has.get("aria-checked") or "false"))
    if role == "option" and ("selected" in has or has.get("aria-selected") == "true"):
        found.append(("selected", "true"))
    found += [
        (state, "true")
        for state in ("disabled", "required", "readonly")
        if (state in has and tag in _CONTROLS) or has.get(f"aria-{state}") == "true"
    ]
    for state in ("expanded", "pressed", "selected", "current", "invalid", "haspopup"):
        value = has.get(f"aria-{state}")
        if value and (value != "false" or state in ("expanded", "pressed")):
            found.append((state, value))
    if tag == "summary":
        parent = node.parent
        found.append(("expanded", "true" if parent is not None and "open" in parent.attributes else "false"))
    return tuple(dict.fromkeys(found))
