"""Whether what is drawn to nothing stays so: no script, animation, or rule for what is pointed at brings it in."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

    from lightterm.extract.style.match import Element
    from lightterm.extract.style.scan import Scan

ACTIVE = "script:not([type$=json]),link[rel~=stylesheet]"
"""What may change a page in ways that its own rules do not tell."""
_TURNED = re.compile(r":(?:hover|focus|checked|target|active)")
"""What a person turns on and off without a script."""
_LAST = re.compile(r"[^\s>+~]+$")
_NAME = re.compile(r"[.#]?[^.#:\[(\s]+")


class Stillness:
    """What is known of a page's changes, found out when the first of its elements is asked about.

    It is asked of each element, not of the page: a rule that moves anything at all would else let words be told to
    agents that nobody sees.
    """

    def __init__(self, tree: LexborHTMLParser, scan: Scan) -> None:
        self._tree = tree
        self._scan = scan
        self._active: bool | None = None
        self._turned: frozenset[str] | None = None

    def holds(self, element: Element) -> bool:
        """Whether nothing on the page could make an element appear."""
        if self._active is None:
            self._active = self._tree.css_matches(ACTIVE)
        if self._active or (element.style or {}).get("moved") == "on":
            return False
        if self._turned is None:
            self._turned = _turned(self._scan)
        names = {element.tag, "#" + element.id, "*", *("." + name for name in element.classes)}
        return self._turned.isdisjoint(names)


def _turned(scan: Scan) -> frozenset[str]:
    """Names of the elements that rules for what is pointed at, focused or ticked may change; "*" for any."""
    found: set[str] = set()
    for prelude, _, _ in scan.rules:
        if ":" in prelude and _TURNED.search(prelude):
            for part in prelude.split(","):
                last = _LAST.search(part.strip())
                name = _NAME.match(last[0]) if last is not None else None
                found.add(name[0] if name is not None and name[0] != "&" and "(" not in part else "*")
    return frozenset(found)
