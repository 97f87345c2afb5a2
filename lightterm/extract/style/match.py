"""The page's elements by class, id and tag, and matching against them in time linear in elements.

lexbor matches selectors itself, but walks the whole tree for each (0.15 ms at 5,000 elements), backtracks without
bound on deep trees and counts siblings anew for each :nth-child. Here a selector is tried on the elements of its
rarest name only, and what is found out about ancestors and siblings is remembered.
"""

from __future__ import annotations

from time import perf_counter

from lightterm.extract.style.pseudo import TESTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from lightterm.extract.style.selectors import Selector, Test

MOST_STEPS = 2_000_000
_NO_CLASSES: tuple[str, ...] = ()


class OutOfBounds(Exception):
    """The bound on steps or the deadline was met."""


class Element:
    """A node with what matching asks of it; `style` and its like are filled by the cascade."""

    __slots__ = ("after", "before", "classes", "id", "marker", "mem", "node", "style", "tag", "up")

    def __init__(self, node: LexborNode, mem: int, classes: list[str] | tuple[str, ...], id_: str) -> None:
        self.node = node
        self.mem: int = mem
        self.tag: str = (node.tag or "").lower()
        self.classes = classes
        self.id = id_
        self.up: Element | bool | None = False
        self.style: dict[str, str] | None = None
        self.before: dict[str, str] | None = None
        self.after: dict[str, str] | None = None
        self.marker: dict[str, str] | None = None


_USUAL = ("a", "div", "span", "li", "p", "td", "tr", "img", "b", "em", "code", "th")
"""Tags that need not be looked for: most elements have one of them, and a node of each is 40 ns."""


class Index:
    """All elements of a tree, where sheets have rules (`ruled`) by name: tags, `.classes` and `#ids`."""

    def __init__(self, tree: LexborHTMLParser, deadline: float | None, ruled: bool) -> None:
        self._tree = tree
        self._deadline = deadline
        self._elements: dict[int, Element] = {}
        self._classes: dict[int, list[str]] = {}
        self._ids: dict[int, str] = {}
        self._by_class: dict[str, list[LexborNode]] = {}
        self._by_id: dict[str, list[LexborNode]] = {}
        self._buckets: dict[str, list[Element]] = {}
        self._tags: set[str] | None = None
        self._places: dict[int, tuple[int, int, int, int]] = {}
        self._with: dict[int, set[int]] = {}
        self.steps = 0
        if ruled:
            self._read_names(tree)

    def _read_names(self, tree: LexborHTMLParser) -> None:
        """Classes and ids of every element: what rules name; style attributes alone ask for none."""
        by_class, classes = self._by_class, self._classes
        for node in tree.css("[class]"):
            words = (node.attrs.get("class") or "").split()
            classes[node.mem_id] = words
            for word in words:
                held = by_class.get(word)
                if held is None:
                    by_class[word] = [node]
                else:
                    held.append(node)
        for node in tree.css("[id]"):
            name = node.id
            if name:
                self._ids[node.mem_id] = name
                self._by_id.setdefault(name, []).append(node)

    @property
    def tags(self) -> set[str]:
        """The tags of all elements, and the most usual ones in any case; read when first asked for."""
        if self._tags is None:
            others = self._tree.css(f":not({','.join(_USUAL)})")
            self._tags = {*_USUAL, *[node.tag or "" for node in others]}
        return self._tags

    def names(self) -> set[str]:
        """What a selector may name and still match something: tags, `.class`, `#id`."""
        names = {"." + name for name in self._by_class}
        names.update("#" + name for name in self._by_id)
        names.update(self.tags)
        return names

    @property
    def ids(self) -> dict[str, list[LexborNode]]:
        """The nodes of each id."""
        return self._by_id

    def element(self, node: LexborNode) -> Element:
        """The one Element of a node."""
        mem = node.mem_id
        found = self._elements.get(mem)
        if found is None:
            classes = self._classes.get(mem, _NO_CLASSES)
            found = self._elements[mem] = Element(node, mem, classes, self._ids.get(mem, ""))
        return found

    def known(self, mem: int) -> Element | None:
        """The Element made for a mem_id, if one was."""
        return self._elements.get(mem)

    def parent(self, element: Element) -> Element | None:
        """The parent element, None for the root."""
        up = element.up
        if up is False:
            node = element.node.parent
            up = element.up = None if node is None or node.tag == "-document" else self.element(node)
        return up  # type: ignore[return-value]

    def previous(self, element: Element) -> Element | None:
        """The element sibling just before."""
        node = element.node.prev
        while node is not None:
            if node.is_element_node:
                return self.element(node)
            node = node.prev
        return None

    def bucket(self, key: str) -> list[Element]:
        """The elements of a `.class`, `#id`, `[attribute]`, tag, or `*`, in document order."""
        found = self._buckets.get(key)
        if found is None:
            if key[:1] == ".":
                nodes = self._by_class.get(key[1:], [])
            elif key[:1] == "#":
                nodes = self._by_id.get(key[1:], [])
            elif key in ("html", "body"):
                page = self._tree.root if key == "html" else self._tree.body
                nodes = [page] if page is not None and page.tag == key else []
            elif key[:1] == "[" or key == "*" or plain(key):
                nodes = self._tree.css(key)
            else:
                nodes = self._tree.css("*") if key in self.tags else []
            found = self._buckets[key] = [self.element(node) for node in nodes]
        return found

    def select(self, selector: Selector, within: set[int] | None = None) -> list[Element]:
        """The elements that match, of those in `within` (mem_ids) if given, not to be changed. Raises OutOfBounds."""
        if self._deadline is not None and perf_counter() > self._deadline:
            raise OutOfBounds
        candidates = self._candidates(selector)
        if within is None and _is_name(selector):
            self.steps += len(candidates)
            if self.steps > MOST_STEPS:
                raise OutOfBounds
            return candidates
        if within is not None:
            candidates = [element for element in candidates if element.mem in within]
        matches = self.matches
        return [element for element in candidates if matches(element, selector)]

    def _candidates(self, selector: Selector) -> list[Element]:
        keys = self._keys(selector)
        if len(keys) == 1:
            found = self.bucket(keys[0])
        else:
            found = list({element.mem: element for key in keys for element in self.bucket(key)}.values())
        if len(found) > 40 and selector.combinator:
            roots = self._roots(selector)
            if roots is not None and len(roots) * 20 < len(found):
                return self._below(roots, keys)
        return found

    def _keys(self, selector: Selector) -> list[str]:
        """Names of which every match of the compound has one: its id, rarest class or tag."""
        if selector.id:
            return ["#" + selector.id]
        if selector.classes:
            by_class = self._by_class
            return ["." + min(selector.classes, key=lambda name: len(by_class.get(name, ())))]
        if selector.tag:
            return [selector.tag]
        for test in selector.tests:
            if test[0] == "is":
                return [key for one in test[1:] for key in self._keys(one)]  # type: ignore[arg-type]
            if test[0] == "attribute" and plain(str(test[1])):
                return [_query(test)]
            if test[0] == "root":
                return ["html"]
        return ["*"]

    def _roots(self, selector: Selector) -> list[Element] | None:
        """The fewest elements that every match lies below, told by an ancestor's class or id."""
        best: list[Element] | None = None
        one = selector
        while one.left is not None and one.combinator in (" ", ">"):
            one = one.left
            if one.id or one.classes:
                found = self.bucket(self._keys(one)[0])
                if best is None or len(found) < len(best):
                    best = found
        return best

    def _below(self, roots: list[Element], keys: list[str]) -> list[Element]:
        query = ",".join(keys) if all(key[:1] in ("[", "*") or plain(key.lstrip(".#")) for key in keys) else "*"
        found: dict[int, Element] = {}
        for root in roots:
            for node in root.node.css(query):
                self.steps += 1
                found[node.mem_id] = self.element(node)
            if self.steps > MOST_STEPS:
                raise OutOfBounds
        return list(found.values())

    def matches(self, element: Element, selector: Selector) -> bool:
        """Whether the element matches. Raises OutOfBounds when all matching together has taken too many steps."""
        self.steps += 1
        if self.steps & 4095 == 0 and (
            self.steps > MOST_STEPS or (self._deadline is not None and perf_counter() > self._deadline)
        ):
            raise OutOfBounds
        if selector.tag and selector.tag != element.tag:
            return False
        if selector.id and selector.id != element.id:
            return False
        for name in selector.classes:
            if name not in element.classes:
                return False
        for test in selector.tests:
            if not TESTS[test[0]](self, element, test):  # type: ignore[index]
                return False
        left = selector.left
        return left is None or self._before(element, selector.combinator, left)

    def _before(self, element: Element, combinator: str, left: Selector) -> bool:
        if combinator == " ":
            return self._chain(self.parent(element), left, left.above, self.parent)
        if combinator == ">":
            parent = self.parent(element)
            return parent is not None and self.matches(parent, left)
        if combinator == "+":
            sibling = self.previous(element)
            return sibling is not None and self.matches(sibling, left)
        return self._chain(self.previous(element), left, left.before, self.previous)

    def _chain(
        self,
        start: Element | None,
        selector: Selector,
        memory: dict[int, bool],
        step: Callable[[Element], Element | None],
    ) -> bool:
        """Whether `start` or one further along `step` matches; each is tried once for a selector."""
        passed = []
        at = start
        found = False
        while at is not None:
            known = memory.get(at.mem)
            if known is None:
                passed.append(at.mem)
                known = self.matches(at, selector)
                if not known:
                    at = step(at)
                    continue
            elif not known:
                break
            found = known
            break
        for mem in passed:
            memory[mem] = found
        return found

    def place(self, element: Element) -> tuple[int, int, int, int]:
        """Its number among its siblings from the front and back, then the same among those of its tag; from 1."""
        known = self._places.get(element.mem)
        if known is None:
            parent = self.parent(element)
            siblings = list(parent.node.iter()) if parent is not None else [element.node]
            self.steps += len(siblings)
            seen: dict[str, int] = {}
            numbers = []
            for node in siblings:
                tag = node.tag or ""
                if tag[:1] == "-":  # iter() gives comments too
                    continue
                seen[tag] = seen.get(tag, 0) + 1
                numbers.append((node.mem_id, tag, seen[tag]))
            count = len(numbers)
            for i, (mem, tag, typed) in enumerate(numbers):
                self._places[mem] = (i + 1, count - i, typed, seen[tag] - typed + 1)
            known = self._places[element.mem]
        return known

    def holders(self, test: Test) -> set[int]:
        """The mem_ids of elements for which a :has() holds, found from what it looks for."""
        known = self._with.get(id(test))
        if known is None:
            known = set()
            sought: tuple[tuple[str, Selector], ...] = test[1:]  # type: ignore[assignment]
            for lead, inner in sought:
                for element in self.select(inner):
                    self._hold(element, lead, inner, known)
            self._with[id(test)] = known
        return known

    def _hold(self, element: Element, lead: str, inner: Selector, holders: set[int]) -> None:
        if lead == " ":
            parent = self.parent(element)
            while parent is not None and parent.mem not in holders:
                holders.add(parent.mem)
                parent = self.parent(parent)
        elif inner.left is None:
            if lead == ">":
                parent = self.parent(element)
                if parent is not None:
                    holders.add(parent.mem)
                return
            sibling = self.previous(element)
            while sibling is not None and sibling.mem not in holders:
                self.steps += 1
                holders.add(sibling.mem)
                sibling = self.previous(sibling) if lead == "~" else None


def _is_name(selector: Selector) -> bool:
    """Whether all that it asks for is one class, id or tag."""
    if selector.left is not None or selector.tests or not plain(selector.tag or "a"):
        return False
    return len(selector.classes) + bool(selector.id) + bool(selector.tag) == 1


def _query(test: Test) -> str:
    """A query that finds what passes an attribute test, and perhaps more."""
    _, name, kind, value, folded = test
    text = str(value)
    if not kind or not text or not text.isprintable() or '"' in text or "\\" in text:
        return f"[{name}]"
    sign = "=" if kind == "=" else f"{kind}="
    return f'[{name}{sign}"{text}"{" i" if folded or name == "type" else ""}]'


def plain(name: str) -> bool:
    """Whether a name can stand in a query as it is."""
    return name.isascii() and name.replace("-", "").replace("_", "").isalnum() and name[:1].isalpha()
