"""The names that stand in a page's markup, so that its tree is asked only for what it can hold.

A query is a walk over the tree: a selector costs 20 to 100 instructions an element, found or not; looking through the
markup for a name that is not there costs as much as four selectors. So tags are told by the count that guards the
parser, and of attributes what stands before each `=` is looked at once: half a millisecond to two a MB.
"""

from __future__ import annotations

from _operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.nesting import Tags

DENSE = 40
"""Bytes for each tag up to which it is cheaper to look through the markup than to ask each element."""

ENDING = 4
"""Bytes of a name that are looked at; of six those before each `=` in an address, which all differ, took 2 ms a MB."""

HANDLERS = (
    *"onclick ondblclick oncontextmenu onmousedown onmouseup onpointerdown onpointerup ondragstart ondrop".split(),
    *"onkeydown onkeyup onkeypress".split(),
)
"""The handlers by which a page has scripts."""

_SLICE = 131_072
_HANDLERS = tuple([(f"{name}=".encode(), name[-ENDING:].encode()) for name in HANDLERS])
_IN_NAMES = bytes(b if b > 127 or chr(b).isalnum() or b in b"-_:." else 32 for b in range(256))
_WITHOUT_VALUE = frozenset(("hidden", "popover", "reversed", "alt"))
"""Attributes that are asked for and say something without a `=`."""


class Vocabulary:
    """The names that stand in UTF-8 `markup`; without its `tags` it may hold any tag, empty it may hold anything."""

    def __init__(self, markup: bytes = b"", tags: Tags | None = None) -> None:
        self._markup = markup
        self._begun = dict(tags.begun) if tags is not None else None
        self._beginnings = tags.beginnings() if tags is not None else frozenset()
        self.is_dense = bool(markup) and (tags is None or len(markup) < DENSE * tags.number)
        self._added: list[bytes] = []
        self._lowered: bytes | None = None
        self._endings: frozenset[bytes] | None = None
        self._known: dict[str, bool] = {}

    @property
    def lowered(self) -> bytes:
        """The page's own markup in small letters."""
        if self._lowered is None:
            self._lowered = self._markup.lower()
        return self._lowered

    def endings(self) -> frozenset[bytes]:
        """How the names of its attributes end: see `endings`."""
        if self._endings is None:
            self._endings = endings(self.lowered).union(*map(endings, self._added))
        return self._endings

    def has_handlers(self) -> bool:
        """Whether handlers stand in the page's own markup."""
        names = self.endings()
        return any(begun in self.lowered for begun, ending in _HANDLERS if ending in names)

    def add(self, markup: bytes, tags: Tags) -> None:
        """Take in markup that was put into the tree and does not stand in the page's own as such."""
        self._added.append(markup.lower())
        if self._begun is not None:
            for name, count in tags.begun.items():
                self._begun[name] = self._begun.get(name, 0) + count
            self._beginnings |= tags.beginnings()

    def forget(self) -> None:
        """Keep no markup, of which 20 MB stand in it twice: anything may stand in the page from now on."""
        self._markup, self._lowered, self._begun, self.is_dense = b"", None, None, False
        self._added.clear()
        self._known.clear()

    def may_hold(self, selector: str) -> bool:
        """Whether an element may match `tag`, `tag[attribute...]` or `[attribute...]`; of `*=`, the part counts too."""
        tag, beginning, longer, rest = _apart.get(selector) or _take_apart(selector)
        if tag and self._begun is not None:
            if beginning not in self._begun:
                return tag == "img" and b"ima" in self._begun  # which parsers take for it
            if longer and longer not in self._beginnings:
                return False
            if tag == "header" and self.is_dense and not self._holds("<header"):
                return False  # `<head` begins as it does
        if not rest or not self.is_dense:
            return True
        name, star, part = rest.rstrip("]").partition("*=")
        name = name.partition("=")[0]
        if name[-ENDING:].encode() not in self.endings():
            return name in _WITHOUT_VALUE and (bool(tag) or self._holds(name))
        return not star or self._holds(part.strip('"').rpartition("-")[2]) or self._holds("&#")

    def _holds(self, text: str) -> bool:
        """Whether a text stands in the markup; looking for one that does not takes 0.4 ms a MB."""
        known = self._known.get(text)
        if known is None:
            known = any(text.encode() in markup for markup in (self.lowered, *self._added))
            self._known[text] = known
        return known

    def among(self, selectors: tuple[str, ...]) -> str:
        """Those of the selectors that may find something, as one list; "" for none."""
        return ",".join([selector for selector in selectors if self.may_hold(selector)])

    def in_head(self, tree: Tree, selectors: tuple[str, ...]) -> list[Node]:
        """What the selectors find, looked for behind the page's head only if that does not hold as many such tags."""
        query = self.among(selectors)
        if not query:
            return []
        if self._begun is not None and tree.head is not None:
            found = tree.head.css(query)
            if sum(self._begun.get(name, 0) for name in {s[:3].encode() for s in selectors}) == len(found):
                return found
        return tree.css(query)


ANYTHING = Vocabulary()

_TakenApart = tuple[str, bytes, bytes, str]
_apart: dict[str, _TakenApart] = {}
"""Selectors taken apart, constants all: each page is asked for the same sixty."""


def _take_apart(selector: str) -> _TakenApart:
    """Its tag, the first three bytes of that, the first four where it has more, and what stands behind it."""
    tag, _, rest = selector.partition("[")
    found = _apart[selector] = tag, tag[:3].encode(), tag[:4].encode() if len(tag) > 3 else b"", rest
    return found


def endings(markup: bytes) -> frozenset[bytes]:
    """The last ENDING bytes, or all of fewer, of each name that stands before a `=` in markup in small letters, and of
    other words: whoever does not find the end of a name here need not ask for it.
    """
    ending = itemgetter(slice(-ENDING, None))
    found: set[bytes] = set()
    at = 0
    while at < len(markup):
        end = markup.find(b"=", at + _SLICE) + 1 or len(markup)
        found.update(map(ending, map(bytes.rstrip, markup[at:end].split(b"="))))
        at = end
    return frozenset(b"=".join(found).translate(_IN_NAMES).split())
