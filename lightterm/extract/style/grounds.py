"""Whether text stands on nothing but its own colour, mostly white on the white page, as far as sheets and attributes
tell that without a layout.

False hiding is worse than a false telling: where anything at all may lie behind a text (a picture, a colour that is not
known, a box that is placed, a sheet that did not come), it stays, and is counted as doubtful.
"""

from __future__ import annotations

from lightterm.extract.style.colours import CLEAR, alike, is_pale
from lightterm.extract.style.display import ELSEWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from selectolax.lexbor import LexborHTMLParser

    from lightterm.extract.style.match import Element, Index

    Declared = dict[str, str]

_BLACK = "000000"
INKS = frozenset(("color", "fill", "background", "image"))
_HELD = "img,video,canvas,svg,picture,iframe,object,embed"
ACTIVE = "script:not([type$=json]),link[as=style]"
"""What may lay colours and pictures on a page that its sheets do not tell of."""
_MEDIA = frozenset(_HELD.split(","))
_SOONER = ("bg", "background", "parallax", "lazy", "srcset", "image", "poster", "settings")
"""Of names of attributes by which scripts are told what to lay behind an element."""
_PICTURED = tuple("hero banner bg background parallax cover slide carousel jumbotron video dark".split())
"""Of classes of what mostly stands on a picture or a colour, by whatever way."""


def inks(declared: tuple[Declared, Declared]) -> bool:
    """Whether declarations give text a colour, or lay something behind it."""
    return any(not INKS.isdisjoint(one) for one in declared)


class Grounds:
    """What texts stand on; `whole` is False where sheets are missing, or scripts may lay colours and pictures."""

    def __init__(self, tree: LexborHTMLParser, index: Index, styled: Iterable[Element], whole: bool) -> None:
        self._tree = tree
        self._index = index
        self._whole = whole
        self._behind: set[int] | None = None
        self._active: bool | None = None
        self._styled = styled

    def is_lost(self, element: Element) -> bool | None:
        """Whether text in the colour that an element has or inherits cannot be told from its ground; None where that
        may change.
        """
        style = element.style or {}
        ink = style.get("fill") or style.get("color", "")
        if "on" in (style.get("shadow"), style.get("stroke")) or style.get("background-clip") == "text":
            return False
        if ink != CLEAR and not self._is_on_its_own(element, ink or self._inherited(element)):
            return False
        if self._active is None:
            self._active = self._tree.css_matches(ACTIVE)
        return True if self._whole and not self._active else None

    def _inherited(self, element: Element) -> str:
        """The colour that is handed down to an element, black where nothing says one."""
        at: Element | None = element
        while at is not None:
            style = at.style or {}
            if ink := style.get("fill") or style.get("color", ""):
                return ink
            at = self._index.parent(at)
        return _BLACK

    def _is_on_its_own(self, element: Element, ink: str) -> bool:
        """Whether text stands on nothing but its colour: the nearest box that has one, or the page, has it too."""
        chain = [element.mem]
        at: Element | None = element
        while at is not None:
            own = self._own(at)
            if own is not CLEAR:
                return alike(ink, own)
            if _is_lifted(at.style or {}):
                return False
            at = self._index.parent(at)
            if at is not None:
                chain.append(at.mem)
        return is_pale(ink) and self._painters().isdisjoint(chain)

    def _own(self, element: Element) -> str:
        """The colour that an element lays behind its text, CLEAR for none, "" where it cannot be told."""
        style = element.style or {}
        if any(one is not None and ("background" in one or "image" in one) for one in (element.before, element.after)):
            return ""
        if style.get("image") == "on" or style.get("display") == "grid" or "filter" in style:
            return ""
        said = style.get("background", CLEAR)
        if said is not CLEAR and said != CLEAR:
            return said if len(said) == 6 else ""
        attributes = element.node.attrs
        names = [*attributes.keys()]
        if "background" in names or any(name[:5] == "data-" and _has(name, _SOONER) for name in names):
            return ""
        called = " ".join([*element.classes, element.id]).lower()
        return "" if called and _has(called, _PICTURED) else CLEAR

    def _painters(self) -> set[int]:
        """What holds a picture or a colour that is placed, and so may lie behind anything in there, by mem_id."""
        if self._behind is None:
            self._behind = set()
            holding = self._holding()
            for element in self._styled:
                style = element.style or {}
                if style.get("position") not in ELSEWHERE:
                    continue
                holder = self._index.parent(element)
                pictured = element.tag in _MEDIA or style.get("image") == "on" or style.get("background") == ""
                pictured = pictured or element.mem in holding
                painted = len(style.get("background", "")) == 6 and not is_pale(style["background"])
                if holder is not None and (pictured or (painted and holder.tag != "body")):
                    self._behind.add(holder.mem)
        return self._behind

    def _holding(self) -> set[int]:
        """What holds a picture, by mem_id, found from the pictures: a search in each box would cost 20 % of a page."""
        found: set[int] = set()
        for node in self._tree.css(_HELD):
            at = node.parent
            while at is not None and at.mem_id not in found:
                found.add(at.mem_id)
                at = at.parent
        return found


def _is_lifted(style: Declared) -> bool:
    """Whether a box may stand on something that does not hold it."""
    if style.get("position", "static") in ("absolute", "fixed", "sticky") or style.get("lift") == "on":
        return True
    if style.get("position") == "relative" and {style.get("left", "auto"), style.get("top", "auto")} != {"auto"}:
        return True
    return "transform" in style or "translate" in style


def _has(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)
