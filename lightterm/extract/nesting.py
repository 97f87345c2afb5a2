"""What markup's tags say before it is parsed, from their first letters: which there are, how deep they nest, what
formatting they leave open.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SLICE = 131_072
"""Bytes looked at together: the pieces between the `<` of a page of nothing else would take forty times its size, and
what nests deep and ends again within a slice is not seen to (13,000 levels take 0.1 s)."""

ATTRIBUTES = 1000
"""Attributes of one element that cost a millisecond."""

LONG_PIECE = 4 * ATTRIBUTES
"""Bytes that so many attributes take at least."""

_NAMES = bytes(b if b not in b">/\t\n\f\r" else 32 for b in bytes(range(256)).lower())

_FORMATTING = b"b big cod em fon i s sma str tt u".split()
"""How the names begin that a parser opens again in every block until their end; `a` and `nobr` end the one before."""

_INLINE = frozenset(
    _FORMATTING + b"a abb acr bdi bdo cit dat del dfn ins kbd lab mar q sam spa sub sup tim var".split()
)
"""How the names begin before which a parser opens formatting again: it stands around them and goes on behind them."""

_LEAVES = frozenset(b"are bas br cir ell emb hr img ima inp lin met par pat pol rec sou sto tra use wbr".split())
"""How the names begin of what holds nothing, drawings included."""

_ENDED_BY_OTHERS = frozenset(b"p li dt dd opt tr td th the tbo tfo rt rp".split())
"""How the names begin of what cannot nest without something else that does."""


class Tags:
    """The tags of some markup, counted: `number` of them, `begun` each by the first three letters of its name.

    What only looks like a tag, in a script or an attribute, is counted too. `deepest` is how many elements seem to be
    open at once.
    """

    __slots__ = ("_heads", "_names", "begun", "deepest", "number")

    def __init__(self, markup: bytes) -> None:
        heads: dict[bytes, int] = {}
        nests: dict[bytes, int] = {}
        self._names: dict[bytes, bytes] = {}
        now = self.deepest = self.number = 0
        for counts in _heads(markup):
            for head, count in counts.items():
                if head in heads:
                    heads[head] += count
                else:
                    heads[head] = count
                    name = self._names[head] = _name(head)
                    nests[head] = _nests(head, name)
                now += nests[head] * count
                self.number += count
            self.deepest = max(self.deepest, now)
        self._heads = heads
        self.begun: dict[bytes, int] = {}
        for head, name in self._names.items():
            if head[:1] != b"/":
                self.begun[name] = self.begun.get(name, 0) + heads[head]

    def places(self, markup: bytes, name: bytes) -> Iterator[int]:
        """Where their markup holds `name`, in whatever letters (`<` and four or more of them); out of order.

        Each way in which its letters are written is found as it stands: a copy in small letters takes twice as long.
        """
        for head in self._heads:
            if head.lower() == name[1:5]:
                at = markup.find(b"<" + head)
                while at >= 0:
                    if markup[at : at + len(name)].lower() == name:
                        yield at
                    at = markup.find(b"<" + head, at + 1)

    def beginnings(self) -> frozenset[bytes]:
        """The first four bytes of each tag, in small letters."""
        return frozenset([head.lower() for head in self._heads])

    def may_leave_open(self, beginning: bytes) -> bool:
        """Whether more elements whose tags have these four first letters begin than end."""
        return self._heads.get(beginning, 0) > self._heads.get(b"/" + beginning[:3], 0)

    def ended(self, letter: bytes) -> int:
        """How many end tags there are whose names begin with a letter."""
        return sum([count for head, count in self._heads.items() if head[:2].lower() == b"/" + letter])

    def reopened(self) -> tuple[int, dict[bytes, int]]:
        """(blocks, the formatting elements of each name that a block may open again)."""
        return _reopened(self._heads, self._names)


_last_tags: tuple[bytes, Tags] | None = None


def tags_of(markup: bytes) -> Tags:
    """The tags of some markup: a page is asked about its own several times on its way, so the last answer is kept."""
    global _last_tags
    last = _last_tags
    if last is None or last[0] is not markup:
        last = _last_tags = markup, Tags(markup)
    return last[1]


def is_crowded(markup: bytes) -> bool:
    """Whether there may be a tag with thousands of attributes. Those are quadratic: 40,000 took 1.5 s."""
    return any(map(_is_crowded, _long_pieces(markup)))


def _long_pieces(markup: bytes) -> Iterator[bytes]:
    """What follows each `<` up to the next, where that is LONG_PIECE bytes or more: in 0.1 ms a MB.

    So long a piece covers a window of half that, and few windows hold no `<`.
    """
    window = LONG_PIECE // 2
    at = 0
    while at < len(markup):
        if markup.find(b"<", at, at + window) >= 0:
            at += window
            continue
        end = markup.find(b"<", at + window)
        end = len(markup) if end < 0 else end
        start = markup.rfind(b"<", 0, at) + 1
        if end - start >= LONG_PIECE:
            yield markup[start:end]
        at = end


def _is_crowded(piece: bytes) -> bool:
    if not piece[:1].isalpha():
        return False
    end = piece.find(b">")
    tag = piece if end < 0 or piece.count(b"=") > ATTRIBUTES else piece[:end]  # a `>` may stand in a value
    return len(tag) >= LONG_PIECE and len(tag.split(None, ATTRIBUTES)) > ATTRIBUTES


def _name(head: bytes) -> bytes:
    """The first three letters of a tag's name, of its first four bytes."""
    return (head[1:] if head[:1] == b"/" else head[:3]).translate(_NAMES).partition(b" ")[0]


def _heads(markup: bytes) -> Iterator[dict[bytes, int]]:
    """How often each four bytes stand behind a `<`, slice by slice."""
    from _collections import _count_elements  # type: ignore[import-not-found]  # typeshed leaves it out
    from _operator import itemgetter

    beginning = itemgetter(slice(4))
    at, size = 0, len(markup)
    while at < size:
        end = at + SLICE
        if end < size:
            cut = markup.rfind(b"<", end - 4, end)
            end = cut if cut >= 0 else end
        pieces = iter(markup[at:end].split(b"<"))
        at = end
        next(pieces)
        counts: dict[bytes, int] = {}
        _count_elements(counts, map(beginning, pieces))
        yield counts


def _nests(head: bytes, name: bytes) -> int:
    """What a tag adds to how deep elements nest: 1, -1 for its end, 0 for one that does not nest by itself."""
    if name in _LEAVES or name in _ENDED_BY_OTHERS or head[:1] in b"!?":
        return 0
    return -1 if head[:1] == b"/" else 1


def _reopened(heads: dict[bytes, int], names: dict[bytes, bytes]) -> tuple[int, dict[bytes, int]]:
    """(blocks, the formatting elements of each name that a block may open again).

    Of those without attributes a parser opens three of a name again, and of any no more than were left open.
    https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements
    """
    blocks = 0
    open_ = dict.fromkeys(_FORMATTING, 0)
    dressed = dict.fromkeys(_FORMATTING, 0)
    for head, count in heads.items():
        is_end = head[:1] == b"/"
        name = names[head]
        if name in _LEAVES or head[:1] in b"!?":
            continue
        if name in open_:
            open_[name] += -count if is_end else count
            dressed[name] += 0 if is_end or head[len(name) : len(name) + 1] == b">" else count
        if not is_end and name not in _INLINE:
            blocks += count
    left = {name: min(count, dressed[name] + 3) for name, count in open_.items() if count > 0}
    return blocks, left
