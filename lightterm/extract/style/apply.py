"""The style pass: cascade, removal, annotation."""

from __future__ import annotations

from lightterm.extract.dom import NOTE, SEMICOLON
from lightterm.extract.icons import LIGATURE_FONTS
from lightterm.extract.style.apart import Apart
from lightterm.extract.style.cascade import Cascade
from lightterm.extract.style.counter_styles import counter_style, marker_text, numbered_items, style_of_symbols
from lightterm.extract.style.display import ELSEWHERE, UNTOUCHED, default_display, display_of
from lightterm.extract.style.generated import Generated, quoted_marks
from lightterm.extract.style.hidden import Hiding
from lightterm.extract.style.match import Index
from lightterm.extract.style.model import StyleReport
from lightterm.extract.style.rows import Rows, is_cell, is_inline
from lightterm.extract.style.scan import Scan
from lightterm.extract.style.values import OWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from lightterm.extract.style.counter_styles import CounterStyle
    from lightterm.extract.style.hints import Hinted
    from lightterm.extract.style.match import Element
    from lightterm.extract.style.model import Sheet, View

    Notes = dict[str, str]

_INLINE = frozenset(("inline", "inline-block", "contents"))


def apply_styles(
    tree: LexborHTMLParser, sheets: Sequence[Sheet], view: View, dressed: list[LexborNode], coloured: Hinted
) -> StyleReport:
    """See `lightterm.extract.style.apply_styles`, which spares pages without styles the import of this module; it knows
    the elements `dressed` with a style attribute, and what attributes say of colours.
    """
    scan = Scan(view)
    if any("@container" in sheet.css for sheet in sheets):
        from lightterm.extract.style.contained import containers

        scan.containers = containers([(sheet.css, sheet.media) for sheet in sheets], view)
    for sheet in sheets:
        scan.add(sheet.css, sheet.media)
    if not scan.rules and not dressed and not coloured:
        return StyleReport(complete=scan.whole)
    index = Index(tree, view.deadline, bool(scan.rules or coloured))
    cascade = Cascade(tree, index, scan, dressed, coloured)
    cascade.run()
    gapped, painted = list(cascade.gapped()), list(cascade.in_fonts(LIGATURE_FONTS))
    styled = list(cascade.styled.values())
    hiding = Hiding(tree, index, cascade, view.scheme == "light" and view.whole and cascade.whole)
    hiding.run()
    hiding.paint(painted)
    generated = Generated(tree, index, scan.strings, _counter_styles(scan))
    alive = [element for element in styled if element.mem not in hiding.dead and element.tag not in UNTOUCHED]
    generated.run(alive)
    rows = Rows(index, hiding.dead)
    rows.run(alive)
    annotation = Annotation(index, rows, generated, {element.mem for element in hiding.named})
    annotation.write(alive)
    Apart(index, hiding.dead).run(gapped)
    return StyleReport(hiding.removed(), tuple(hiding.skip_links), cascade.whole, annotation.arranged)


def _counter_styles(scan: Scan) -> dict[str, CounterStyle]:
    return {name: counter_style(block, scan.strings) for name, block in scan.counter_styles.items()}


class Annotation:
    """Writes what matters of each element's style into its NOTE attribute."""

    def __init__(self, index: Index, rows: Rows, generated: Generated, named: set[int]) -> None:
        self._index = index
        self._rows = rows.found
        self._columns = rows.columns
        self._styles = generated.styles
        self._items: dict[int, str] = {}
        self._single = rows.single
        self._texts = generated.texts
        self._strings = generated.strings
        self._named = named
        self._orders: dict[int, int] = {}
        self.arranged = False
        self._rtl = False
        self._spaced = False

    def write(self, styled: Sequence[Element]) -> None:
        """Annotate the elements of `styled` that need it, and the lists that turned out to be rows."""
        for page in self._index.bucket("html") + self._index.bucket("body"):
            style = page.style or {}
            self._rtl = self._rtl or page.node.attrs.get("dir") == "rtl" or style.get("direction") == "rtl"
            if page.tag == "html" and "tab-size" in style:
                for body in self._index.bucket("body"):
                    _put(body, {"ts": style["tab-size"]})  # what html says has no place of its own
        self._spaced = any((element.style or {}).get("white-space", "normal") != "normal" for element in styled)
        self._order(styled)
        self._number_items(styled)
        self.arranged = bool(self._rows or self._orders)
        for element in styled:
            notes = self._notes(element)
            if notes:
                self.arranged = self.arranged or _arranges(notes)
                _put(element, notes)
        known = {element.mem for element in styled}
        for mem, marker in self._items.items():
            item = None if mem in known else self._index.known(mem)
            if item is not None:
                _put(item, {"ls": marker})
        for mem in (self._rows | self._orders.keys()) - known:
            found = self._index.known(mem)
            if found is not None:
                notes = {"d": "flex-row"} if mem in self._rows else {}
                if mem in self._orders:
                    notes["ord"] = str(self._orders[mem])
                _put(found, notes)

    def _notes(self, element: Element) -> Notes:
        style = element.style or {}
        notes: Notes = {}
        display = self._display(element)
        if display:
            notes["d"] = display
        if element.mem in self._columns:
            notes["gc"] = str(self._columns[element.mem])
        if style or element.marker:
            self._text_notes(element, style, notes)
            if style.get("column-gap") == "1" and style.get("display") in ("flex", "grid"):
                notes["gap"] = "1"
            if style.get("float", "none") != "none":
                notes["fl"] = style["float"]
            elif style.get("position") in ELSEWHERE and display_of(element) in _INLINE:
                notes["fl"] = "out"
        texts = self._texts.get(element.mem)
        if texts is not None:
            if texts[0]:
                notes["b"] = texts[0]
            if texts[1]:
                notes["a"] = texts[1]
        if element.mem in self._orders:
            notes["ord"] = str(self._orders[element.mem])
        if element.mem in self._named:
            notes["vh"] = "1"
        return notes

    def _text_notes(self, element: Element, style: dict[str, str], notes: Notes) -> None:
        align = style.get("text-align")
        if align:
            if align in ("start", "end"):
                align = "right" if (align == "end") != self._rtl else "left"
            notes["ta"] = align
        space = style.get("white-space")
        if space and (space != "normal" or self._spaced or element.tag in ("pre", "textarea")):
            notes["ws"] = "pre-wrap" if space == "pre-line" and element.tag == "pre" else space
        case = style.get("text-transform")
        if case:
            notes["tt"] = case
        if "tab-size" in style:
            notes["ts"] = style["tab-size"]
        kind = self._list_style(element, style)
        if kind:
            notes["ls"] = kind
        direction = style.get("direction")
        if direction:
            notes["dir"] = direction
        if "quotes" in style and style["quotes"] != "auto":
            notes["qt"] = "\ue000".join(quoted_marks(style["quotes"], self._strings))

    def _list_style(self, element: Element, style: dict[str, str]) -> str:
        marker = (element.marker or {}).get("content", "")
        if marker.count('"') == 2:
            return _quoted(marker, self._strings)
        if element.mem in self._items:
            return self._items[element.mem]
        kind = style.get("list-style-type", "")
        if kind[:1] == OWN:
            return "decimal"
        if kind[:1] == '"' and kind[1:-1].isdigit():
            return _quoted(kind, self._strings)
        return kind

    def _number_items(self, styled: Sequence[Element]) -> None:
        for element in styled:
            name = (element.style or {}).get("list-style-type", "")
            if name[:1] == OWN:
                self._number(element, name[1:])

    def _number(self, element: Element, name: str) -> None:
        """Note what a style of the page's own puts before an item, or the items of a list that say no other."""
        styles = self._styles
        if name.startswith("symbols("):
            styles = {**styles, name: style_of_symbols(name, self._strings)}
        style = styles.get(name)
        parent = element.node if element.tag != "li" else element.node.parent
        if style is None or parent is None or parent.tag not in ("ol", "ul", "menu"):
            return
        for node, number in numbered_items(parent):
            item = self._index.element(node)
            if item.mem == element.mem or (element.tag != "li" and "list-style-type" not in (item.style or {})):
                self._items[item.mem] = f'"{marker_text(number, style, name, styles)}"'

    def _display(self, element: Element) -> str:
        """The display to annotate, "" where the tag says it already."""
        if element.mem in self._rows:
            return "inline-row" if is_inline(element) else "flex-row"
        default = default_display(element)
        display = display_of(element)
        if element.mem in self._single:
            display = "inline-block"
        elif display == "flex":
            display = "flex-col"
        elif display == "table-cell" and is_cell(element) and not self._in_row(element):
            display = "block"
        if display in ("flex-col", "grid") and default == "block" and not self._mixed(element):
            return ""
        return "" if display == default or (display == "list-item" and element.tag == "summary") else display

    def _in_row(self, element: Element) -> bool:
        parent = self._index.parent(element)
        return parent is not None and parent.mem in self._rows

    def _mixed(self, element: Element) -> bool:
        """Whether a container has children that would run together if it did not make blocks of them."""
        for node in element.node.iter():
            if node.is_element_node and display_of(self._index.element(node)) in _INLINE:
                return True
        return False

    def _order(self, styled: Sequence[Element]) -> None:
        """The places of children that `order`, row-reverse or column-reverse moves, by mem_id."""
        for element in styled:
            style = element.style or {}
            if "order" in style and style["order"] != "0":
                parent = self._index.parent(element)
                if parent is not None and (parent.style or {}).get("display") in ("flex", "grid"):
                    self._orders[element.mem] = int(style["order"])
        for element in styled:
            style = element.style or {}
            if style.get("display") == "flex" and style.get("flex-direction", "").endswith("reverse"):
                self._reverse(element)

    def _reverse(self, container: Element) -> None:
        items = [self._index.element(node) for node in container.node.iter() if node.is_element_node]
        items.sort(key=lambda item: self._orders.get(item.mem, 0))
        for place, item in enumerate(reversed(items)):
            self._orders[item.mem] = place - len(items)


def _arranges(notes: Notes) -> bool:
    """Whether there is something to do to the tree itself."""
    kept = notes.get("ws") in ("pre", "pre-line", "pre-wrap")
    return kept or "tt" in notes or "fl" in notes or notes.get("d") in ("flex-col", "grid")


def _quoted(value: str, strings: Sequence[str]) -> str:
    number = value.strip('"')
    return f'"{strings[int(number)]}"' if number.isdigit() else value


def _put(element: Element, notes: Notes) -> None:
    text = ";".join([f"{key}:{value.translate(_SAFE)}" for key, value in notes.items()])
    attrs = element.node.attrs
    old = attrs.get(NOTE) if NOTE in attrs else None
    attrs[NOTE] = f"{old};{text}" if old else text


_SAFE = {code: None for code in range(32) if code != 10} | {ord(";"): SEMICOLON}
