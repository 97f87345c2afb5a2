"""Taking out what a page's styles keep from being seen, and keeping what that would make nameless.

Reasons are told apart because a reader of the report wants to know; what hides is read off the winning declarations
only, there being no layout. A page hidden as a whole until its script runs is not hidden here.
"""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract.icons import paints
from lightterm.extract.prepare import keep_controls, letters
from lightterm.extract.style.boxes import drawn_to_nothing, hides_box
from lightterm.extract.style.colours import alike
from lightterm.extract.style.display import UNTOUCHED, default_display, display_of
from lightterm.extract.style.grounds import Grounds
from lightterm.extract.style.model import Removed
from lightterm.extract.style.still import Stillness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from lightterm.extract.style.cascade import Cascade
    from lightterm.extract.style.match import Element, Index

MOST_LINKS = 16
DOUBTFUL = " perhaps, kept"
"""Behind the reason of what is not taken out: agents are told that there is text that may be unseen."""
_PAGE = frozenset(("body", "main"))
_INKS = frozenset(("color", "fill", "background", "image"))
_CONTROLS = frozenset(("a", "button", "label", "summary"))
_ROLES = frozenset(("button", "link", "tab", "menuitem", "checkbox", "radio", "switch"))
_FIELDS = frozenset(("input", "select", "textarea"))
# Elements to which the user agent's sheet gives a font size and colour of their own.
_OWN_FONT = frozenset(("input", "select", "textarea", "button"))


def hides_text(element: Element) -> str:
    """Why the element's own text cannot be seen while its box can; "" if it can."""
    style = element.style or {}
    indent = style.get("text-indent")
    if indent == "off" or (indent == "over" and style.get("overflow") == "hidden"):
        return "offscreen"
    if style.get("font-size") == "zero":
        return "zero-size"
    same = "pale" not in style and style.get("same") and alike(style.get("color", ""), style.get("background", ""))
    if same and not _is_lined(element) and not _is_drawn(style):
        return "same-colour"
    return ""


def _is_drawn(style: dict[str, str]) -> bool:
    """Whether text is seen by other than its colour, or stands on other than its ground."""
    drawn = "on" in (style.get("shadow"), style.get("stroke"), style.get("image"))
    return drawn or bool(style.get("fill")) or style.get("background-clip") == "text"


def _is_lined(element: Element) -> bool:
    """Whether ::before or ::after lays another ground under the text, as wide bands across a page are made."""
    return any(one is not None and "background" in one for one in (element.before, element.after))


class Hiding:
    """Removes from the tree what `styled` hides; `removed` and `skip_links` say what went."""

    def __init__(self, tree: LexborHTMLParser, index: Index, cascade: Cascade, whole: bool = True) -> None:
        styled = cascade.styled.values()
        self._cascade = cascade
        self._grounds = Grounds(tree, index, styled, whole)
        self._inked: set[int] = set()
        self._tree = tree
        self._index = index
        self._styled = [element for element in styled if element.style and element.tag not in UNTOUCHED]
        self._letters = -1
        self._doubted: set[int] = set()
        self._still = Stillness(tree, cascade.scan)
        self._counts: dict[str, list[int]] = {}
        self._walked: set[tuple[int, str]] = set()
        self.dead: set[int] = set()
        self.named: list[Element] = []
        self.skip_links: list[tuple[str, str]] = []

    def run(self) -> None:
        """Remove what is not rendered first, since that cannot name anything; then what only cannot be seen."""
        for element in self._styled:
            if element.mem in self.dead or display_of(element) != "none" or default_display(element) == "none":
                continue
            if not self._operated(element):
                self._remove(element, "display")
        self._invisible()
        self._unseen()
        unseen = [(element, hides_text(element)) for element in self._styled if element.mem not in self.dead]
        lost = [element for element, reason in unseen if not reason and self._is_lost(element)]
        within: set[int] = set()
        for element in lost:
            if element.mem not in within:
                within.update([node.mem_id for node in element.node.css("*")])
        self._inked = self._cascade.inked(within) if within else within
        for element, reason in unseen:
            if reason and not self._whole_page(element, reason):
                self._unseen_text(element, reason)
        for element in lost:  # no script can show what is lost, be it all of the page
            self._unseen_text(element, "same-colour")

    def paint(self, elements: Iterable[Element]) -> None:
        """Remove the words for which a font of the `elements` paints a picture."""
        for element in elements:
            if element.mem not in self.dead and element.tag not in UNTOUCHED and paints(element.node, element.tag):
                self._remove(element, "icon")

    def _is_lost(self, element: Element) -> bool:
        """Whether text has the colour of what is behind it; where it may have, it is counted, and stays."""
        if "pale" not in (element.style or {}):
            return False
        lost = self._grounds.is_lost(element)
        if lost is None:
            self._doubt(element, "same-colour")
        return bool(lost)

    def _transparent(self, element: Element) -> str:
        """The reason of what nobody sees and nothing will make appear; what may be brought in is counted, and stays."""
        style = element.style or {}
        reason = drawn_to_nothing(style) or ("blurred" if self._is_blurred(element, style) else "")
        if not reason or self._still.holds(element):
            return reason
        self._doubt(element, reason)
        return ""

    def _doubt(self, element: Element, reason: str) -> None:
        """Count what may be unseen, once where such things hold each other."""
        at = self._index.parent(element)
        while at is not None and at.mem not in self._doubted:
            at = self._index.parent(at)
        self._doubted.add(element.mem)
        if at is None and (size := letters(element.node)):
            self._count(reason + DOUBTFUL, size)

    @staticmethod
    def _is_blurred(element: Element, style: dict[str, str]) -> bool:
        """Whether text is a stain; a blurred picture is still seen."""
        return style.get("filter") == "over" and element.tag != "img" and element.node.css_first("img,video") is None

    def removed(self) -> tuple[Removed, ...]:
        """The counts by reason."""
        return tuple(Removed(reason, *count) for reason, count in sorted(self._counts.items()))

    def _remove(self, element: Element, reason: str) -> None:
        node = element.node
        size = letters(node)
        if element.mem in self.dead or self._whole_page(element, reason, size):
            return
        self.dead.update([inner.mem_id for inner in node.css("*")])
        self._count(reason, size)
        keep_controls(node)
        node.decompose()

    def _count(self, reason: str, size: int) -> None:
        count = self._counts.setdefault(reason, [0, 0])
        count[0] += 1
        count[1] += size

    def _whole_page(self, element: Element, reason: str, size: int = -1) -> bool:
        """Whether it is, or (where it is rendered) holds, the page's main part, with most of its text.

        A script was to show that. What is display: none around a main part is more often a copy of it, in a dialog.
        """
        node = element.node
        if not self._holds_main(element, reason):
            return False
        if size < 0:
            size = letters(node)
        if self._letters < 0:
            gone = sum(size for reason, (_, size) in self._counts.items() if not reason.endswith(DOUBTFUL))
            self._letters = gone + letters(self._tree.body) if self._tree.body is not None else 0
        return 2 * size > self._letters > 0

    @staticmethod
    def _holds_main(element: Element, reason: str) -> bool:
        node = element.node
        if element.tag in _PAGE or node.attrs.get("role") == "main":
            return True
        return reason != "display" and node.css_first("main,article,h1,[role=main]") is not None

    def _operated(self, element: Element) -> bool:
        """Whether it is a box to tick or a file to choose, in a form, that a visible label stands for."""
        attrs = element.node.attrs
        if element.tag != "input" or attrs.get("type") not in ("checkbox", "radio", "file") or not attrs.get("name"):
            return False
        at = self._index.parent(element)
        while at is not None and at.tag not in ("label", "form"):
            at = self._index.parent(at)
        if at is not None and at.tag == "label":
            return True
        if at is None or not element.id:
            return False
        return any(
            label.node.attrs.get("for") == element.id and display_of(label) != "none"
            for label in self._index.bucket("label")
            if label.mem not in self.dead
        )

    def _invisible(self) -> None:
        """visibility: hidden, which a descendant can undo for itself."""
        hidden = []
        showing: set[int] = set()
        for element in self._styled:
            style = element.style or {}
            if element.mem in self.dead:
                continue
            if style.get("content-visibility") == "hidden":
                self._remove(element, "visibility")
            elif style.get("visibility") == "hidden":
                hidden.append(element)
            elif style.get("visibility") == "visible":
                at: Element | None = element
                while at is not None and at.mem not in showing:
                    showing.add(at.mem)
                    at = self._index.parent(at)
        for element in hidden:
            if element.mem in self.dead or self._whole_page(element, "visibility"):
                continue
            if element.mem in showing:
                self._strip(element, showing)
            else:
                self._remove(element, "visibility")

    def _strip(self, element: Element, showing: set[int]) -> None:
        """Remove all but what becomes visible again, and what holds it."""
        open_ = [element]
        while open_:
            holder = open_.pop()
            for node in list(holder.node.iter(include_text=True)):
                if node.is_text_node:
                    self._drop_text(node, "visibility")
                elif node.is_element_node:
                    inner = self._index.element(node)
                    if inner.mem not in showing:
                        self._remove(inner, "visibility")
                    elif not inner.style or inner.style.get("visibility") != "visible":
                        open_.append(inner)

    def _drop_text(self, node: LexborNode, reason: str) -> None:
        text = node.text()
        if text and not text.isspace():
            self._count(reason, letters(node))
            node.decompose()

    def _unseen(self) -> None:
        """Remove boxes that cannot be seen, unless one is the only name of a control, or a field to operate."""
        reasons: dict[int, str] = {}
        boxes: list[Element] = []
        for element in self._styled:
            if element.mem not in self.dead:
                reason = hides_box(element) or self._transparent(element)
                if reason:
                    reasons[element.mem] = reason
                    boxes.append(element)
        inside: dict[int, list[Element]] = {}
        free: list[Element] = []
        for element in boxes:
            control, nested = self._control(element, reasons)
            if nested:
                continue
            if control is not None:
                inside.setdefault(control.mem, []).append(element)
            elif self._names_field(element):
                self.named.append(element)
            else:
                free.append(element)
        for mem, elements in inside.items():
            control = self._index.known(mem)
            if control is not None and self._otherwise_named(control, elements):
                free += elements
            else:
                self.named += elements
        for element in free:
            if element.mem not in self.dead and not self._whole_page(element, reasons[element.mem]):
                self._note_links(element)
                self._remove(element, reasons[element.mem])

    def _control(self, element: Element, unseen: dict[int, str]) -> tuple[Element | None, bool]:
        """The control around the element, and whether something around it is itself not seen."""
        found: Element | None = None
        at = self._index.parent(element)
        while at is not None:
            if at.mem in unseen:
                return None, True
            if found is None and is_control(at):
                found = at
            at = self._index.parent(at)
        return found, False

    def _names_field(self, element: Element) -> bool:
        """Whether it is a field made to look otherwise, or a label (the only name a field has)."""
        attrs = element.node.attrs
        if element.tag in _FIELDS:
            return bool(attrs.get("name")) and attrs.get("type") != "hidden"
        if element.tag != "label":
            return False
        return bool(attrs.get("for") in self._index.ids or element.node.css_first("input,select,textarea"))

    def _otherwise_named(self, control: Element, unseen: list[Element]) -> bool:
        node = control.node
        if node.attrs.get("aria-label"):
            return True
        if any((image.attrs.get("alt") or "").strip() for image in node.css("img")):
            return True
        words = sum(len("".join(element.node.text().split())) for element in unseen)
        return len("".join(node.text().split())) > words

    def _note_links(self, element: Element) -> None:
        for link in element.node.css("a[href]"):
            href = link.attrs.get("href") or ""
            text = one_spaced(link.text())
            if href[:1] == "#" and len(href) > 1 and text and len(self.skip_links) < MOST_LINKS:
                self.skip_links.append((text, href))

    def _unseen_text(self, element: Element, reason: str) -> None:
        """Remove text down to where it is seen again; the text that alone names a control stays."""
        if (element.mem, reason) in self._walked or is_control(element):
            return
        if self._control(element, {})[0] is not None:
            return
        open_ = [element]
        while open_:
            holder = open_.pop()
            for node in list(holder.node.iter(include_text=True)):
                if node.is_text_node:
                    self._drop_text(node, reason)
                elif node.is_element_node:
                    inner = self._index.element(node)
                    if (inner.mem, reason) not in self._walked and not self._seen_again(inner, reason):
                        self._walked.add((inner.mem, reason))
                        open_.append(inner)

    def _seen_again(self, element: Element, reason: str) -> bool:
        style = element.style or {}
        if is_control(element) or element.tag in _OWN_FONT:
            return True
        if reason == "offscreen":
            return style.get("text-indent", "off") != "off"
        if reason == "zero-size":
            return style.get("font-size") == "on"
        if element.tag == "mark" or (element.tag == "table" and self._is_quirky()):
            return True
        return element.mem in self._inked or not _INKS.isdisjoint(style)

    def _is_quirky(self) -> bool:
        """Whether tables have the colour of the page, not of what holds them. https://quirks.spec.whatwg.org/"""
        return self._tree.root is None or self._tree.root.prev is None


def is_control(element: Element) -> bool:
    """Whether it is something to act on that is named by its content."""
    if element.tag in _CONTROLS:
        return element.tag != "a" or "href" in element.node.attrs
    return element.tag in ("div", "span", "li") and element.node.attrs.get("role") in _ROLES
