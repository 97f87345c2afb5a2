"""The tree made ready for the walk: names resolved, what is not rendered taken out, the rest annotated.

Everything here is a query in C over the whole tree (0.15 ms a MB each), so a page without a feature pays next to
nothing for it; the walk afterwards meets visible content only.
"""

from __future__ import annotations

from lightterm.document.marks import BREAK, IMAGE, IMAGE_END, one_spaced
from lightterm.document.model import Hidden
from lightterm.extract import dom
from lightterm.extract.tidy import COLUMN, ROW_END
from lightterm.extract.vocabulary import ANYTHING, Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.dom import Node, Tree

_UNREADABLE = ("svg", "math", "video", "audio", "script", "style", "iframe", "xmp", "plaintext", "listing")
"""Also what is not escaped when serialised: the walk splits the markup on `<`."""

_DRAWN = "[role=img]"
_EXPLAINED = "abbr[title]"
_EMOJI = ("\U0001f000", "\U000f0000")
"""Where the blocks of pictographs begin, and those for private use, by which icon fonts paint."""

_CONTROLS = "input,select,textarea,button"
_SHOWN = "input,select,textarea,button,img[alt]"
_BLOCKS = frozenset(
    "address article aside blockquote dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header "
    "hr li main nav ol p pre section table ul".split()
)
"""Of these each begins a line, and what follows it another."""
_RUNS = frozenset("a b bdi cite code em font i kbd label mark q s samp small span strong time tt u var".split())
"""What stands within a line."""


class Removal:
    """Takes elements out of the tree and counts what went, by reason."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}

    def take(self, nodes: list[Node], reason: str) -> None:
        """Remove the nodes, innermost first: lexbor frees a removed subtree, so an outer one must go last."""
        count = self._counts.setdefault(reason, [0, 0])
        for node in reversed(nodes):
            if node.tag in ("html", "body"):
                continue  # what scripts or sheets hide until they have run would else be all there is
            count[0] += 1
            count[1] += len(dom.text_of(node))
            keep_controls(node)
            node.decompose()

    def count(self, reason: str, elements: int, characters: int) -> None:
        """Add what somebody else has removed."""
        count = self._counts.setdefault(reason, [0, 0])
        count[0] += elements
        count[1] += characters

    def report(self) -> Hidden:
        """What was removed."""
        return Hidden(tuple((reason, n, chars) for reason, (n, chars) in sorted(self._counts.items()) if n))


def letters(node: Node) -> int:
    """How much text an element holds, scripts and white space not counted."""
    size = _solid(node.text())
    if size:
        size -= sum(_solid(raw.text()) for raw in node.css("script,style"))
    return size


def _solid(text: str) -> int:
    """The characters but ASCII white space, counted in C: joining the words of a page costs 8 ms a MB."""
    return len(text) - text.count(" ") - text.count("\n") - text.count("\t") - text.count("\r")


def keep_controls(node: Node) -> None:
    """Leave hidden inputs in place of a removed node's form controls: a browser would still send them."""
    if node.tag in ("template", "noframes", "noembed", "head"):
        return
    for control in node.css(_CONTROLS):
        if control.tag == "button" or "name" not in control.attrs or "disabled" in control.attrs:
            continue
        sent = _sent_value(control)
        if sent is None:
            continue
        if control.tag == "input":
            control.attrs["type"] = "hidden"
            control.attrs["value"] = sent
            node.insert_before(control, move=control.mem_id != node.mem_id)
            continue
        name = dom.escape(control.attrs.get("name") or "")
        owner = control.attrs.get("form")
        form = f' form="{dom.escape(owner)}"' if owner else ""
        node.insert_before(dom.element(f'<input type="hidden" name="{name}" value="{dom.escape(sent)}"{form}>'))


def _sent_value(control: Node) -> str | None:
    if control.tag == "textarea":
        return control.text()
    if control.tag == "select":
        chosen = control.css_first("option[selected]") or control.css_first("option")
        if chosen is None:
            return None
        value = chosen.attrs.get("value")
        return value if value is not None else dom.text_of(chosen)
    kind = (control.attrs.get("type") or "text").lower()
    if kind in ("submit", "reset", "button", "image", "file"):
        return None
    if kind in ("checkbox", "radio"):
        return (control.attrs.get("value") or "on") if "checked" in control.attrs else None
    return control.attrs.get("value") or ""


_STRAY = "table>form,tbody>form,thead>form,tfoot>form,tr>form,td>form:last-child,th>form:last-child"
"""Forms that may begin between rows and cells; in a cell that the next row ends, the last that is in it."""


def give_controls(tree: Tree, vocabulary: Vocabulary) -> None:
    """Give forms that begin between rows and cells of a table the controls that follow."""
    stray = tree.css(_STRAY) if vocabulary.may_hold("form") and vocabulary.may_hold("table") else ()
    if stray:
        from lightterm.extract.stray_forms import give

        give(tree, stray)


def name_owners(tree: Tree, vocabulary: Vocabulary = ANYTHING) -> None:
    """Give a link or button that shows no text the name of what it holds; to be called when the hidden is gone."""
    if not vocabulary.among(("[aria-label]", "[aria-labelledby]")):
        return  # the survey has made the one of the other
    for node in dom.select(tree, "a[href] [aria-label],button [aria-label]"):
        owner = node.parent
        while owner is not None and owner.tag not in ("a", "button"):
            owner = owner.parent
        if owner is not None and not owner.attrs.get("aria-label") and not owner.text().strip():
            owner.attrs["aria-label"] = node.attrs.get("aria-label")


def empty_graphic(svg: Node, removal: Removal) -> None:
    """Leave nothing of an SVG but its place."""
    removal.count("aria-hidden", 1, len(dom.text_of(svg)))
    _empty(svg)
    if "aria-label" in svg.attrs:
        del svg.attrs["aria-label"]


def settle(tree: Tree, vocabulary: Vocabulary = ANYTHING) -> None:
    """Make of what the walk cannot read something it can, innermost first: graphics, formulas, players, raw text.

    One query for all of them: each is a walk over the tree, 13 ms at 10 MB. It is the last that asks the vocabulary.
    """
    image = None
    unreadable = dom.select(tree, vocabulary.among((*_UNREADABLE, _DRAWN, _EXPLAINED)))
    vocabulary.forget()
    abbreviations = []
    for node in reversed(unreadable):
        tag = node.tag
        if tag in ("script", "style"):
            node.decompose()
        elif tag == "abbr":
            abbreviations.append(node)
        elif tag in ("video", "audio"):
            _settle_player(node)
        elif tag == "iframe":
            _empty(node)
        elif tag == "math":
            from lightterm.extract.mathml import math_text

            place = "div" if (node.attrs.get("display") or "").lower() == "block" else "span"
            _replace(node, f"<{place}>{dom.escape(math_text(node))}</{place}>")
        elif tag not in _UNREADABLE:
            _name_drawn(node)
        elif tag != "svg":
            _replace(node, f"<pre>{dom.escape(node.text())}</pre>")
        elif words := _svg_words(node):
            # What replaces a node is copied, so one element serves all: making one is a parse, 0.1 ms.
            image = image or dom.element("<img>")
            image.attrs["alt"] = words
            node.replace_with(image)
        else:
            node.replace_with(IMAGE + IMAGE_END)  # as such it keeps the words beside it apart
    if abbreviations:
        from lightterm.extract.explained import leave_known

        leave_known(reversed(abbreviations))


def _settle_player(node: Node) -> None:
    """Give video and audio the address of their first source, and drop what only stands in for them."""
    if not node.attrs.get("src"):
        source = node.css_first("source[src]")
        if source is not None:
            node.attrs["src"] = source.attrs.get("src")
    _empty(node)


def _empty(node: Node) -> None:
    while node.first_child is not None:
        node.first_child.decompose()


def rearrange(tree: Tree) -> None:
    """Do to the tree what the style pass has only noted: order, letter case, the columns of a row."""
    noted = [(node, node.attrs.get(dom.NOTE) or "") for node in tree.css(dom.ANNOTATED)]
    if any("ord:" in note for _, note in noted):
        _reorder([node for node, note in noted if "ord:" in note])
    if any("d:table-cell" in note for _, note in noted):
        from lightterm.extract.css_tables import made_tables

        if made_tables(noted):
            noted = [(node, node.attrs.get(dom.NOTE) or "") for node in tree.css(dom.ANNOTATED)]
    _transform_text([(node, note) for node, note in noted if "tt:" in note])
    _set_apart([(node, note) for node, note in noted if "d:flex-row" in note or "d:inline-row" in note])
    _part([(node, "fl:out" in note) for node, note in noted if "fl:" in note and node.tag not in _BLOCKS])
    _keep_lines([(node, "ws:pre-line" in note) for node, note in noted if "ws:pre" in note])
    _stack([node for node, note in noted if "d:flex-col" in note or "d:grid" in note])


def _said(note: str, key: str) -> str:
    """What an annotation says of `key`, "" for nothing."""
    return next((item[len(key) + 1 :] for item in note.split(";") if item.startswith(key + ":")), "")


def _set_apart(rows: list[tuple[Node, str]]) -> None:
    """Put a column sign between the items of each row; in a grid a line ends where its columns do."""
    for node, note in rows:
        most, items = int(_said(note, "gc") or 0), 0
        is_inline = "d:inline-row" in note
        child = node.first_child
        while child is not None:
            following = child.next
            if child.is_element_node or (child.tag == "-text" and items and (child.text_content or "").strip()):
                if most and items and items % most == 0:
                    child.insert_before(COLUMN + ROW_END)
                if items or not is_inline:
                    child.insert_before(COLUMN)
                items += 1
            child = following


def _part(taken: list[tuple[Node, bool]]) -> None:
    """Keep text that floats or, where it says so, is placed elsewhere apart from the words it was taken out of.

    An initial floats beside the rest of its word; a sign (`Name*`) and what is raised (`9.99`) stay where they are.
    """
    for node, elsewhere in taken:
        words = node.text().strip()
        if len(words) > 1 or (elsewhere and words.isalnum()):
            if elsewhere and node.tag in ("sup", "sub"):
                continue
            node.insert_before(" ")
            node.insert_after(" ")


def _keep_lines(kept: list[tuple[Node, bool]]) -> None:
    """Break lines where white-space says so within paragraphs, which alone know how to go on around them.

    Of a block whose spaces count, too, the walk makes a preformatted one.
    """
    for node, collapses in kept:
        if not (collapses or node.tag in _RUNS) or is_preformatted(node.parent):
            continue
        for text in list(node.traverse(include_text=True)):
            words = (text.text_content or "") if text.tag == "-text" else ""
            lines = words if collapses else words.replace("  ", "\xa0 ")
            lines = lines.replace("\n", BREAK)
            if lines != words:
                text.replace_with(lines)


def is_preformatted(node: Node | None) -> bool:
    """Whether the spaces in an element count, as its tag or what is noted of it says."""
    while node is not None and node.is_element_node:
        if node.tag in ("pre", "textarea") or "ws:pre" in (node.attrs.get(dom.NOTE) or ""):
            return True
        node = node.parent
    return False


def _stack(columns: list[Node]) -> None:
    """Begin a line with each item of a column that shows something and would run on behind the one before."""
    for node in columns:
        child, begun = node.first_child, False
        while child is not None:
            following = child.next
            if child.tag in _BLOCKS:
                begun = False
            elif child.text().strip() or (child.is_element_node and child.css_first(_SHOWN) is not None):
                if begun:
                    child.insert_before(dom.element("<br>"))
                begun = True
            child = following


def _reorder(items: list[Node]) -> None:
    """Move flex items to the places that `order` and reversed directions give them."""
    parents: dict[int, Node] = {}
    for node in items:
        if node.parent is not None:
            parents[node.parent.mem_id] = node.parent
    for parent in parents.values():
        items = [
            child for child in parent.iter(include_text=True) if not (child.tag == "-text" and not child.text().strip())
        ]
        placed = sorted(items, key=_place)
        if placed != items:
            for item in placed:
                parent.insert_child(item, move=True)


def _place(node: Node) -> int:
    note = (node.attrs.get(dom.NOTE) or "") if (node.tag or "-")[:1] != "-" else ""
    place = _said(note, "ord")
    return int(place) if place.lstrip("-").isdigit() else 0


def _name_drawn(node: Node) -> None:
    """Put the name of what says it is a picture in the place of what draws it: nothing, stars, glyphs of icon fonts.

    Words stay, as they are read where the picture is not seen; so does an emoji, which terminals draw.
    """
    words = one_spaced(node.attrs.get("aria-label") or "")
    text = "".join(node.text().split())
    if not words or any(map(str.isalnum, text)) or any(_EMOJI[0] <= character < _EMOJI[1] for character in text):
        return
    if node.tag in ("img", "a", "button") or node.css_first(_SHOWN + ",a[href],svg,iframe,video,audio") is not None:
        return
    _empty(node)
    image = dom.element("<img>")
    image.attrs["alt"] = words
    node.insert_child(image)


def _svg_words(svg: Node) -> str:
    label = svg.attrs.get("aria-label")
    if label:
        return one_spaced(label)
    if svg.css_first("text,foreignObject") is not None:
        from lightterm.extract.lettering import lettering

        if words := lettering(svg):
            return words  # what is seen; the title is only what a pointer would be told
    title = svg.css_first("title")
    return dom.text_of(title) if title is not None else ""


def _replace(node: Node, markup: str) -> None:
    node.replace_with(dom.element(markup))


def _transform_text(noted: list[tuple[Node, str]]) -> None:
    """Apply text-transform where the style engine has noted it, innermost rule first."""
    changes: dict[str, Callable[[str], str]] = {"uppercase": str.upper, "lowercase": str.lower, "capitalize": _capitals}
    done: set[int] = set()
    for node, note in reversed(noted):
        value = _said(note, "tt")
        for text in list(node.traverse(include_text=True)):
            if text.tag == "-text" and text.mem_id not in done:
                done.add(text.mem_id)
                words = text.text_content or ""
                change = changes.get(value)
                if change is not None and words != change(words):
                    text.replace_with(change(words))


def _capitals(text: str) -> str:
    return " ".join(w[:1].upper() + w[1:] for w in text.split(" "))
