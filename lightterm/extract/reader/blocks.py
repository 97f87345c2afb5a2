"""Serialised markup to blocks: runs of text between block boundaries, each with the chain of elements it stands in."""

from __future__ import annotations

from lightterm.document.marks import one_spaced
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.extract.dom import Tree

NOT_READ = (
    "script,style,template,svg,math,iframe,object,canvas,select,datalist,audio,video,textarea,map,xmp,plaintext,"
    "listing,noframes,noembed"
)
"""Elements whose text is no text of the page, or is not escaped when serialised."""

_INLINE = frozenset(
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span "
    "strike strong sub sup tt u var wbr nobr img picture input source track col embed meta link param area base".split()
)
_MET = frozenset(("img", "time", "button", "input", "label"))
_NOTED = _INLINE | _MET
_READINGS = frozenset(("rt", "rp"))
_TOKENS_OF = ("class", "id", "data-testid", "aria-label")
MAX_TOKENS = 14
DEEPEST = 200
"""Elements around a block that are told apart; each block is asked for all of its own."""

_HIDING = ("display:none", "display: none", "visibility:hidden", "visibility: hidden")


class Element:
    """One block-level element that is open around a block; `number` counts from the top of the page."""

    __slots__ = ("depth", "head", "hidden", "known", "number", "parent", "tag", "tokens", "weight")

    def __init__(self, tag: str, head: str, parent: Element | None, number: int, about: About) -> None:
        self.tag = tag
        self.head = head
        self.parent = parent
        self.number = number
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.tokens, _, hidden = about
        self.hidden: bool = hidden or (parent is not None and parent.hidden)
        self.known: frozenset[str] | None = None
        self.weight = 0.0

    def chain(self) -> Iterator[Element]:
        """The element and those around it, from the inside."""
        element: Element | None = self
        while element is not None:
            yield element
            element = element.parent


class Block:
    """A run of text. `linked` characters of it stand in `links` links; `place` is the index of its first piece of text
    in the split markup, `inner` what is met in it: tokens of inline elements, and tags that tell something.
    """

    __slots__ = ("element", "inner", "linked", "links", "place", "text")

    def __init__(
        self, text: str, element: Element, linked: int, links: int, place: int, inner: tuple[str, ...]
    ) -> None:
        self.text = text
        self.element = element
        self.linked = linked
        self.links = links
        self.place = place
        self.inner = inner


if TYPE_CHECKING:
    About = tuple[tuple[str, ...], tuple[str, ...], bool]

_abouts: dict[str, About] = {}
MAX_KNOWN = 20_000


def about(head: str) -> About:
    """The tokens of a start tag's names, its signs (role, itemprop), and whether it hides itself; remembered."""
    known = _abouts.get(head)
    if known is None:
        if len(_abouts) >= MAX_KNOWN:
            _abouts.clear()
        known = _abouts[head] = _read_head(head)
    return known


def _read_head(head: str) -> About:
    if "=" not in head:
        return (), (), False
    has = dom.attributes(head)
    found: list[str] = []
    for name in _TOKENS_OF:
        if name in has:
            found += tokens(has[name])
    signs = [f"{key}={has[key][:16].lower()}" for key in ("role", "itemprop") if has.get(key)]
    if "itemtype" in has:
        signs.append("itemtype=" + has["itemtype"].rpartition("/")[2][:24].lower())
    style = has.get("style", "").lower()
    hidden = "hidden" in has or has.get("aria-hidden") == "true" or any(words in style for words in _HIDING)
    return tuple(dict.fromkeys(found))[:MAX_TOKENS], tuple(signs), hidden


def tokens(name: str) -> list[str]:
    """The words of a class or an id: `mainArticle_body-2` gives main, article and body."""
    spaced = "".join([f" {c}" if "A" <= c <= "Z" else c if c.isalpha() else " " for c in name[:300]])
    if " " not in spaced:
        return [spaced] if 2 < len(spaced) < 18 else []
    return [word.lower() for word in _joined_capitals(spaced).split() if 2 < len(word) < 18]


def _joined_capitals(spaced: str) -> str:
    """`N A V bar` as `NAV bar`: single capitals belong together."""
    if not any(len(word) == 1 for word in spaced.split(" ")):
        return spaced
    out: list[str] = []
    for word in spaced.split(" "):
        if len(word) == 1 and out and out[-1].isupper():
            out[-1] += word
        else:
            out.append(word)
    return " ".join(out)


def take_unread(tree: Tree) -> None:
    """Remove what is no text from a tree that nobody else needs."""
    for node in reversed(dom.select(tree, NOT_READ)):
        node.decompose()


def read_blocks(markup: str) -> list[Block]:
    """The blocks of serialised markup without raw text and comments."""
    return _Walk().blocks(markup)


class _Walk:
    """One pass over the pieces of the markup."""

    def __init__(self) -> None:
        self.found: list[Block] = []
        self.element = Element("body", "body", None, 0, ((), (), False))
        self.count = 1
        self._buffer: list[str] = []
        self._inner: list[str] = []
        self._linked = self._links = self._place = self._deeper = 0

    def blocks(self, markup: str) -> list[Block]:
        pieces = iter(markup.replace(">", "<").split("<"))
        buffer, open_links = self._buffer, 0
        text = next(pieces)
        if text.strip():
            buffer.append(text)
        for place, (head, text) in enumerate(zip(pieces, pieces, strict=False), 1):
            tag = head.partition(" ")[0]
            if tag == "a":
                open_links += 1
                self._links += 1
                self._note(head)
            elif tag == "/a":
                open_links -= 1
            elif tag in _NOTED:
                if "=" in head or tag in _MET:
                    self._note(head)
                if tag in _READINGS:
                    text = ""  # it is said twice: once as it is written, once as it is read
            elif tag[:1] != "/" or tag[1:] not in _NOTED:
                self._boundary(tag, head)
            if text and (buffer or not text.isspace()):
                if not buffer:
                    self._place = place
                buffer.append(text)
                if open_links:
                    self._linked += len(text.strip())
        self._flush()
        return self.found

    def _note(self, head: str) -> None:
        if len(self._inner) < 6:
            self._inner.append(head)

    def _boundary(self, tag: str, head: str) -> None:
        """A tag that ends a block."""
        if self._buffer:
            self._flush()
        elif self._inner and tag != "br":
            self._inner = []
            self._links = 0
        if tag in ("br", "hr"):
            return
        if tag[0] == "/":
            if self._deeper:
                self._deeper -= 1
            else:
                self.element = self.element.parent or self.element
            return
        if self.element.depth >= DEEPEST:
            self._deeper += 1
            return
        self.element = Element(tag, head, self.element, self.count, about(head))
        self.count += 1

    def _flush(self) -> None:
        text = one_spaced("".join(self._buffer))
        self._buffer.clear()
        if text:
            text = dom.unescape(text)
            linked = min(self._linked, len(text))
            block = Block(text, self.element, linked, self._links, self._place, _inner(self._inner))
            self.found.append(block)
        self._inner = []
        self._linked = self._links = 0


def _inner(heads: list[str]) -> tuple[str, ...]:
    """What the inline elements of a block say: their tokens and signs, and the tags that tell something."""
    found: list[str] = []
    for head in heads:
        tag = head.partition(" ")[0]
        if tag in _MET:
            found.append("<" + tag)
        words, signs, _ = about(head)
        found += words[:4]
        found += signs
    return tuple(dict.fromkeys(found))
