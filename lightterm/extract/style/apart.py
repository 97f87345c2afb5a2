"""Words that only a margin or padding parts: a space where boxes in a line leave a gap and the markup has none."""

from __future__ import annotations

from lightterm.extract.prepare import is_preformatted
from lightterm.extract.style.display import display_of
from lightterm.extract.style.measures import length
from lightterm.extract.style.model import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from selectolax.lexbor import LexborNode

    from lightterm.extract.style.match import Element, Index

    Declared = dict[str, str]
    Read = Callable[[Declared, str], None]

GAP = 3.2
"""CSS pixels, .2em, from which a gap is seen as a space."""

_IN_LINES = words("a abbr b bdi big cite del em font i ins label q s slot small span strong time u")
"""Tags of what stands in a line by itself; code and its like has padding to be seen as such, and goes on as written."""
_WITHIN = frozenset(("inline", "inline-block"))
_AS_WRITTEN = frozenset(("code", "kbd", "samp", "tt", "sup", "sub", "ruby"))
_SIGNS = frozenset("$€£¥%+•·|›»")
_JOINED_SCRIPTS = "\u0e00"
"""From here on scripts are written without spaces, or nearly so (Thai, CJK, kana)."""
MOST = 20_000
"""Elements that are looked at; each costs 1 to 3 µs."""


def _is_wide(value: str) -> bool:
    size = length(value)
    return size is not None and size >= GAP


def _side(key: str) -> Read:
    def read(into: Declared, value: str) -> None:
        if _is_wide(value):
            into[key] = "1"
        else:
            into.pop(key, None)

    return read


def _sides(left: Read, right: Read, lines: bool) -> Read:
    """A reader of a shorthand: of the two sides of a line, or of all four."""

    def read(into: Declared, value: str) -> None:
        parts = value.split()
        if parts and len(parts) <= 4:
            last = parts[1] if len(parts) > 1 else parts[0]
            left(into, parts[0] if lines else parts[3] if len(parts) == 4 else last)
            right(into, last)

    return read


def _readers() -> dict[str, Read]:
    found: dict[str, Read] = {}
    for name in ("margin", "padding"):
        left, right = _side(f"{name[0]}l"), _side(f"{name[0]}r")
        found[name] = _sides(left, right, False)
        found[f"{name}-inline"] = _sides(left, right, True)
        found[f"{name}-left"] = found[f"{name}-inline-start"] = left
        found[f"{name}-right"] = found[f"{name}-inline-end"] = right
    return found


READERS = _readers()
"""What reads a gap at the left ("ml", "pl") or the right ("mr", "pr") of a box; one that is too small says nothing."""

SIDES = ("ml", "pl", "mr", "pr")


def gaps(*said: Declared) -> tuple[bool, bool]:
    """Whether declarations leave a gap at the left, and at the right."""
    left = right = False
    for declared in said:
        left = left or "ml" in declared or "pl" in declared
        right = right or "mr" in declared or "pr" in declared
    return left, right


class Apart:
    """Puts spaces beside the elements that leave a gap and touch a word there."""

    def __init__(self, index: Index, dead: set[int]) -> None:
        self._index = index
        self._dead = dead

    def run(self, found: Iterable[tuple[Element, bool, bool]]) -> None:
        """Look at elements, with whether there is a gap at their left and at their right."""
        sides: dict[int, list[bool]] = {}
        for element, left, right in found:
            known = sides.get(element.mem)
            if known is not None:
                known[0] |= left
                known[1] |= right
            elif len(sides) < MOST and element.mem not in self._dead and self._is_within(element):
                sides[element.mem] = [left, right]
        for mem, (left, right) in sides.items():
            element_ = self._index.known(mem)
            if element_ is not None:
                self._part(element_.node, left, right)

    def _is_within(self, element: Element) -> bool:
        """Whether the element stands in a line of text."""
        if element.style is None or "display" not in element.style:
            return element.tag in _IN_LINES
        return element.tag not in _AS_WRITTEN and display_of(element) in _WITHIN

    def _part(self, node: LexborNode, left: bool, right: bool) -> None:
        before = left and self._beside(node, -1)
        after = right and self._beside(node, 1)
        if not before and not after:
            return
        text = (node.text() or "").strip()
        if len(text) == 1 and text.isalpha():
            return  # an initial, or a letter that is set apart within its word
        first, last = text[:1], text[-1:]
        before = before and _is_word(before) and _is_word(first) and before
        after = after and _is_word(after) and _is_word(last) and after
        if (before or after) and not is_preformatted(node) and not _is_as_written(node):
            if before:
                node.insert_before(" ")
            if after:
                node.insert_after(" ")

    def _beside(self, node: LexborNode, step: int) -> str:
        """The character that touches the element before (-1) or behind (1) it, "" for white space, a block or none."""
        at: LexborNode | None = node
        while at is not None:
            beside = at.prev if step < 0 else at.next
            if beside is not None:
                break
            at = at.parent
            if at is None or not self._is_line(at):
                return ""
        else:
            return ""
        if beside.is_element_node and not self._is_line(beside):
            return ""
        text = (beside.text_content if beside.is_text_node else beside.text()) or ""
        char = text[-1:] if step < 0 else text[:1]
        return "" if char.isspace() else char

    def _is_line(self, node: LexborNode) -> bool:
        element = self._index.known(node.mem_id)
        if element is not None and element.style is not None:
            return display_of(element) in _WITHIN
        return node.tag in _IN_LINES


def _is_as_written(node: LexborNode) -> bool:
    at: LexborNode | None = node
    while at is not None and at.is_element_node:
        if at.tag in _AS_WRITTEN:
            return True
        at = at.parent
    return False


def _is_word(char: str) -> bool:
    return char != "" and (char in _SIGNS or (char.isalnum() and char < _JOINED_SCRIPTS))
