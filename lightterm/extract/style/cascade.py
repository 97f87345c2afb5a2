"""From the rules of all sheets to the winning declarations of each element. https://www.w3.org/TR/css-cascade-5/

Most rules of a page's sheets name a class that the page does not have: they go in one set operation each, before
anything of them is read. What is left is matched in two rounds: rules that matter by themselves on all elements,
then the rules that only matter where something may be hidden (position, sizes, colours ...) on those elements only.
"""

from __future__ import annotations

from lightterm.extract.style import selectors
from lightterm.extract.style.apart import gaps
from lightterm.extract.style.colours import alike
from lightterm.extract.style.display import is_block
from lightterm.extract.style.grounds import inks
from lightterm.extract.style.match import OutOfBounds
from lightterm.extract.style.said import head, matters, shape, shows, valid
from lightterm.extract.style.scan import SPECIAL, UNMASK, split_commas
from lightterm.extract.style.values import TRIGGERS, Variables, declarations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from lightterm.extract.style.hints import Hinted
    from lightterm.extract.style.match import Element, Index
    from lightterm.extract.style.scan import Scan
    from lightterm.extract.style.selectors import Selector
    from lightterm.extract.style.values import Declared

    Declarations = tuple[Declared, Declared]

MOST_FOLLOWED = 50_000
MOST_SELECTORS = 20_000
INHERITED = frozenset(("zero", "same"))
_PAGE_WIDE = (":root", "html", "body", "*", ":host", ":where(", ":is(")


class Rule:
    """A selector with its declarations and its place in the cascade."""

    __slots__ = ("important", "layer", "matched", "normal", "order", "selector")

    def __init__(self, selector: Selector, declared: Declarations, layer: int, order: int) -> None:
        self.selector = selector
        self.normal, self.important = declared
        self.layer = layer
        self.order = order
        self.matched: list[Element] = []


class Cascade:
    """Fills `style`, `before`, `after` and `marker` of the elements that rules apply to.

    `styled` are those elements; `whole` is False when the deadline or a bound ended the matching early.
    """

    def __init__(
        self, tree: LexborHTMLParser, index: Index, scan: Scan, dressed: list[LexborNode], coloured: Hinted
    ) -> None:
        self._tree = tree
        self._hinted = [(index.element(node), said) for node, said in coloured]
        self._grounds = {said["background"] for _, said in coloured if "background" in said}
        self._dressed = dressed
        self._index = index
        self.scan = scan
        self._strings = scan.strings
        self._variables = Variables(self._custom_properties)
        self._declared: dict[str, Declarations] = {}
        self._selectors: dict[str, Selector | None] = {}
        self._layers = {layer: i for i, layer in enumerate(sorted({rule[2] for rule in scan.rules}))}
        self._inline: list[tuple[Element, Declarations]] = []
        self._shown: set[int] = set()
        self._followed: set[int] = set()
        self._under: set[int] = set()
        self.styled: dict[int, Element] = {}
        self._rules: list[Rule] = []
        self._later: list[tuple[str, Declarations, int, int]] = []
        self.whole = scan.whole

    def run(self) -> None:
        """Match everything, then apply it in cascade order."""
        first: list[Rule] = []
        later: list[tuple[str, Declarations, int, int]] = []
        for text, declared, layer, order in self._surviving():
            if len(first) + len(later) > MOST_SELECTORS:
                self.whole = False
                break
            if matters(declared):
                selector = self._selector(text)
                if selector is not None:
                    first.append(Rule(selector, declared, layer, order))
            else:
                later.append((text, declared, layer, order))
        self._read_inline()
        rules = first
        try:
            self._match(first)
            watched = self._followed = self._watched(first)
            if watched:
                second = list(self._narrowed(later, watched))
                rules = first + second
                for rule in second:
                    rule.matched = self._index.select(rule.selector, watched)
        except OutOfBounds:
            self.whole = False
        self._apply(rules)
        self._rules, self._later = rules, later
        del self._variables  # they read by this cascade: as a cycle both would keep the whole tree in memory

    def gapped(self) -> Iterator[tuple[Element, bool, bool]]:
        """(element, whether a margin or padding leaves a gap at its left, at its right), whatever takes it back.

        Of tags that begin a line not all are told.
        """
        for element, (normal, important) in self._inline:
            left, right = gaps(normal, important)
            if left or right:
                yield element, left, right
        for rule in self._rules:
            left, right = gaps(rule.normal, rule.important)
            if (left or right) and not rule.selector.pseudo:
                yield from [(element, left, right) for element in rule.matched]
        found = [(text, *gaps(normal, important)) for text, (normal, important), _, _ in self._later]
        try:
            for text, left, right in dict.fromkeys(found):  # a selector stands in several rules
                selector = self._selector(text) if left or right else None
                if selector is not None and not selector.pseudo and not is_block(selector.tag):
                    yield from [(element, left, right) for element in self._index.select(selector)]
        except OutOfBounds:
            self.whole = False

    def in_fonts(self, names: tuple[str, ...]) -> Iterator[Element]:
        """The elements that some rule or attribute gives a font whose name, without spaces and dashes, holds one of
        `names`; whatever takes it back.
        """
        for element, declared in self._inline:
            if self._is_font(declared, names):
                yield element
        for rule in self._rules:
            if not rule.selector.pseudo and self._is_font((rule.normal, rule.important), names):
                yield from rule.matched
        try:
            for text, declared, _, _ in self._later:
                selector = self._selector(text) if self._is_font(declared, names) else None
                if selector is not None and not selector.pseudo:
                    yield from self._index.select(selector)
        except OutOfBounds:
            self.whole = False

    def _is_font(self, declared: Declarations, names: tuple[str, ...]) -> bool:
        family = declared[1].get("font-family") or declared[0].get("font-family", "")
        if not family:
            return False
        quoted = [self._strings[int(number)] for number in family.split('"')[1::2] if number.isdigit()]
        plain = " ".join([family, *quoted]).lower().replace(" ", "").replace("-", "")
        return any(name in plain for name in names)

    def _match(self, rules: list[Rule]) -> None:
        """Match all rules but those for ::before and the like that make no text; those only where others do."""
        shown = self._shown
        quiet = []
        for rule in rules:
            if rule.selector.pseudo and not shows(rule.normal, rule.important, self._strings):
                quiet.append(rule)
                continue
            rule.matched = self._index.select(rule.selector)
            if rule.selector.pseudo:
                shown.update(element.mem for element in rule.matched)
        told = shown | self._painted(rules)
        if told:
            for rule in quiet:
                rule.matched = self._index.select(rule.selector, told)

    def _painted(self, rules: list[Rule]) -> set[int]:
        """The elements whose text has the colour of their own ground, on which ::before may lay another; those whose
        text is white or clear, with all that holds them."""
        applied = [([element], *declared) for element, declared in self._inline]
        applied += [([element], said, said) for element, said in self._hinted]
        applied += [(rule.matched, rule.normal, rule.important) for rule in rules if not rule.selector.pseudo]
        found = {one.mem for matched, *said in applied if any("same" in part for part in said) for one in matched}
        for matched, *said in applied:
            if any("pale" in part for part in said):
                for one in matched:
                    at: Element | None = one
                    while at is not None and at.mem not in self._under:
                        self._under.add(at.mem)
                        at = self._index.parent(at)
        return found | self._under

    def inked(self, within: set[int]) -> set[int]:
        """Those of some elements that have a colour or a ground of their own."""
        found = {element.mem for element, said in self._inline if element.mem in within and inks(said)}
        found.update([element.mem for element, _ in self._hinted])
        for rule in self._rules:
            if inks((rule.normal, rule.important)) and not rule.selector.pseudo:
                found.update([element.mem for element in rule.matched if element.mem in within])
        try:
            for text, declared, _, _ in self._later:
                selector = self._selector(text) if inks(declared) else None
                if selector is not None and not selector.pseudo:
                    found.update([element.mem for element in self._index.select(selector, within)])
        except OutOfBounds:
            return within
        return found

    def _surviving(self) -> Iterator[tuple[str, Declarations, int, int]]:
        """(selector, declarations, layer, order) of what can match and says something of interest."""
        rules = self.scan.rules
        if not rules:
            return
        names = self._names()
        shaped = shape("\0".join([rule[0] for rule in rules])).split("\0")
        superset = names.issuperset
        for order, form in enumerate(shaped):
            if "(" in form or "[" in form:
                kept = [part for part in split_commas(rules[order][0]) if superset(head(part))]
            elif "," in form:
                numbers = [i for i, part in enumerate(form.split(",")) if superset(part.split())]
                if not numbers:
                    continue
                parts = rules[order][0].split(",")
                kept = [parts[i] for i in numbers]
            elif superset(form.split()):
                kept = [rules[order][0]]
            else:
                continue
            if not kept:
                continue
            declared = self._declarations(rules[order][1])
            if (declared[0] or declared[1]) and (":" not in form or valid(form)):
                layer = self._layers[rules[order][2]]
                for part in kept:
                    yield part, declared, layer, order

    def _names(self) -> set[str]:
        names = {name if name[1:].isalnum() else name[:1] + name[1:].translate(SPECIAL) for name in self._index.names()}
        names.update([tag.upper() for tag in self._index.tags])
        names.update([":" + name for name in selectors.MATCHABLE])
        names.update(("*", ":", "&"))
        return names

    def _declarations(self, block: str) -> Declarations:
        known = self._declared.get(block)
        if known is None:
            known = self._declared[block] = declarations(block, self._variables)
            self._suspect(known)
        return known

    def _suspect(self, declared: Declarations) -> None:
        """Have it looked into whether text has the colour that an attribute lays behind it."""
        for one in declared:
            ink = one.get("fill") or one.get("color", "")
            if self._grounds and any(alike(ink, ground) for ground in self._grounds):
                one["pale"] = "pale"

    def _selector(self, text: str) -> Selector | None:
        if text not in self._selectors:
            try:
                self._selectors[text] = selectors.parse(text, self._strings)
            except selectors.Invalid:
                self._selectors[text] = None
        return self._selectors[text]

    def _read_inline(self) -> None:
        seen: dict[str, Declarations] = {}
        mask = self.scan.masker.mask
        for node in self._dressed:
            text = node.attrs.get("style") or ""
            declared = seen.get(text)
            if declared is None:
                declared = seen[text] = declarations(mask(text), self._variables)
                self._suspect(declared)
            if declared[0] or declared[1]:
                self._inline.append((self._index.element(node), declared))

    def _watched(self, rules: list[Rule]) -> set[int]:
        """The elements whose hiding properties are needed: those with generated text or a trigger (and all below a
        trigger that is inherited)."""
        found = self._shown
        roots: list[Element] = []
        applied = [(rule.matched, rule.normal, rule.important) for rule in rules]
        applied += [([element], *declared) for element, declared in self._inline]
        for elements, normal, important in applied:
            values = {*normal.values(), *important.values()}
            if not TRIGGERS.isdisjoint(values):
                found.update([element.mem for element in elements])
                if not INHERITED.isdisjoint(values):
                    roots += elements
        below: set[int] = set()
        followed = 0
        for element in roots:
            if element.mem not in below and followed < MOST_FOLLOWED:
                inner = [self._index.element(node).mem for node in element.node.css("*")]
                followed += len(inner)
                below.update(inner)
        return found | below | self._under

    def _narrowed(self, later: list[tuple[str, Declarations, int, int]], watched: set[int]) -> Iterator[Rule]:
        """The postponed rules whose last name one of the watched elements has."""
        names: set[str] = set()
        for mem in watched:
            element = self._index.known(mem)
            if element is not None:
                names.update(["." + name for name in element.classes])
                names.add(element.tag)
                names.add("#" + element.id)
        names.add("*")
        for text, declared, layer, order in later:
            words = shape(text).split()
            last = words[-1] if words else ""
            if last[:1] != ":" and "(" not in text and "[" not in text and not last.isupper():
                plain = last.translate(UNMASK) if not last.isascii() else last
                if plain not in names:
                    continue
            selector = self._selector(text)
            if selector is not None:
                yield Rule(selector, declared, layer, order)

    def _apply(self, rules: list[Rule]) -> None:
        for element, said in self._hinted:
            self._put(element, "", said)
        rules.sort(key=lambda rule: (rule.layer, rule.selector.specificity, rule.order))
        for rule in rules:
            if rule.normal:
                for element in rule.matched:
                    self._put(element, rule.selector.pseudo, rule.normal)
        for element, (normal, _) in self._inline:
            if normal and (element.style is not None or element.mem in self._followed or matters((normal, {}))):
                self._put(element, "", normal)
        rules.sort(key=lambda rule: (-rule.layer, rule.selector.specificity, rule.order))
        for rule in rules:
            if rule.important:
                for element in rule.matched:
                    self._put(element, rule.selector.pseudo, rule.important)
        for element, (_, important) in self._inline:
            if important:
                self._put(element, "", important)

    def _put(self, element: Element, pseudo: str, declared: Declared) -> None:
        slot = pseudo or "style"
        have: Declared | None = getattr(element, slot)
        if have is None:
            setattr(element, slot, dict(declared))
            self.styled[element.mem] = element
        else:
            have.update(declared)

    def _custom_properties(self) -> dict[str, str]:
        """The custom properties that :root, html or body declare, body's last."""
        found: dict[str, str] = {}
        pages = [self._index.bucket(name)[0] for name in ("html", "body") if self._index.bucket(name)]
        for prelude, block, _ in self.scan.rules:
            if "--" not in block:
                continue
            for part in split_commas(prelude):
                part = part.strip()
                if part.startswith(_PAGE_WIDE) and " " not in part and self._selects(part, pages):
                    for item in block.lower().split(";"):
                        name, _, value = item.partition(":")
                        if name.strip()[:2] == "--":
                            found[name.strip()] = value.partition("!")[0].strip()
                    break
        return found

    def _selects(self, text: str, pages: list[Element]) -> bool:
        selector = self._selector(text)
        return (
            selector is not None and not selector.pseudo and any(self._index.matches(page, selector) for page in pages)
        )
