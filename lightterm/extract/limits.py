"""Markup brought to what can be parsed in linear time and bounded memory: nesting, attributes and size capped."""

from __future__ import annotations

import re
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_DEPTH = 500
MAX_ATTRIBUTES = 200
LONG_TAG = 8_192

WITHOUT_PAGE = 28_000_000
"""Bytes that the process takes besides a body, its tree and its document."""

_CHUNK = 1 << 17
_LARGE = 12_000_000
_FEW_TAGS = 10
_TEXT, _LONG_TEXT = 2, 10
_ELEMENT, _TEXT_NODE, _EACH_ATTRIBUTE = 312, 146, 265
_DEAR_TAGS = (
    (b"<a ", 25),
    (b"<p ", 115),
    (b"<li", -50),
    (b"<input", 420),
    (b"<option", 60),
    (b"<button", 40),
    (b"<img", 20),
    (b"<sup", 110),
    (b"<sub", 110),
    (b"<td", 260),
    (b"<th", 260),
)
_ITEM_OF_TEXT = 150
"""What an item takes more that begins with words, and not with a tag."""

_DEAR_ATTRIBUTES = ((b" id=", 100), (b" style=", 610))
"""What tags and attributes take more than others, as measured on pages of nothing else: their targets, cells, names.

Of cells it is their lines, all of which a table holds at once: 120,000 rows of three took 306 to 340 MB without."""

_TAGS = re.compile(rb"<[a-zA-Z][^>]*")
_VALUE = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)""")
_SEPARATED = bytes(32 if b in b"/\t\n\v\f\r" else b for b in range(256))
_NAME = re.compile(rb"<?[^\s/>]*")
_WITH_VALUE = re.compile(rb"""[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*))?""")

FORMATTING = frozenset(b"b big code em font i s small strike strong tt u".split())
"""Elements that a parser opens again in every block until their end; `a` and `nobr` end the one before."""

_VOID = frozenset(b"area base br col embed hr img input link meta param source track wbr".split())
_SELF_CLOSING = frozenset(b"p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp".split())
_RAW = frozenset(b"script style textarea title xmp noframes iframe noembed".split())
_TAG = re.compile(rb"<(/?)([a-zA-Z][^\s/>]*)|<!--")
_FORMATTING_TAG = re.compile(rb"<(/?)(" + b"|".join(sorted(FORMATTING | _RAW)) + rb")(?=[\s/>])|<!--", re.IGNORECASE)
_STOP = re.compile(rb">|=\s*([\"'])")


def flatten(markup: bytes) -> bytes:
    """`markup` without the start and end tags that nest deeper than MAX_DEPTH, and without surplus attributes.

    Every byte is looked at a bounded number of times, so the cost is linear whatever the markup.
    """
    return _pruned(markup, _TAG, _Nesting(MAX_DEPTH))


def bound_formatting(markup: bytes, most: int) -> bytes:
    """`markup` without formatting (`<b>`) that is open in more than `most` at once: linear as well.

    Other tags are not looked at, so of a large page with few of these it costs a seventh of `flatten`.
    """
    return _pruned(markup, _FORMATTING_TAG, _Nesting(most))


def most_open(markup: bytes, names: Iterable[bytes]) -> int:
    """How many formatting elements, whose names begin with one of `names`, are open at once; of those alike three."""
    kinds = b"|".join(name if len(name) > 2 else name + rb"(?=[\s/>])" for name in names)
    open_: dict[bytes, list[bytes]] = {}
    now = most = 0
    for tag in re.findall(rb"<(/?(?:" + kinds + rb")[^>]*)", markup, re.IGNORECASE):
        tag = tag.lower()
        same = open_.setdefault(tag.lstrip(b"/").split(None, 1)[0].rstrip(b"/"), [])
        if tag[:1] == b"/":
            now -= len(same[-1:])
            del same[-1:]
        elif same.count(tag) < 3:
            same.append(tag)
            now += 1
            most = max(most, now)
    return most


def _pruned(markup: bytes, tag: re.Pattern[bytes], nesting: _Nesting) -> bytes:
    out: list[bytes] = []
    at = 0
    while found := tag.search(markup, at):
        start = found.start()
        out.append(markup[at:start])
        name = (found[2] or b"").lower()
        if not name:
            at = _after(markup, b"-->", start + 4)
            out.append(markup[start:at])
            continue
        at = _tag_end(markup, found.end())
        if name in _VOID or (name in _SELF_CLOSING and nesting.depth < MAX_DEPTH):
            out.append(_trim(markup[start:at]))
        elif found[1]:
            if nesting.end(name):
                out.append(markup[start:at])
        elif name in _RAW:
            end = _raw_end(markup, name, at)
            out += (_trim(markup[start:at]), markup[at:end])
            at = end
        elif nesting.start(name):
            out.append(_trim(markup[start:at]))
    out.append(markup[at:])
    return b"".join(out)


class _Nesting:
    """The elements that are open while markup is flattened, and those that were dropped."""

    def __init__(self, formatting: int) -> None:
        self.depth = 0
        self._formatting = formatting
        self._open: dict[bytes, int] = {}
        self._dropped: dict[bytes, int] = {}

    def start(self, name: bytes) -> bool:
        """Whether this start tag is kept."""
        if self.depth >= MAX_DEPTH or (name in FORMATTING and self._formatting <= 0):
            self._dropped[name] = self._dropped.get(name, 0) + 1
            return False
        self.depth += 1
        self._formatting -= name in FORMATTING
        self._open[name] = self._open.get(name, 0) + 1
        return True

    def end(self, name: bytes) -> bool:
        """Whether this end tag is kept."""
        if self._dropped.get(name):
            self._dropped[name] -= 1
            return False
        if self._open.get(name):
            self._open[name] -= 1
            self.depth -= 1
            self._formatting += name in FORMATTING
        return True


def within_memory(markup: bytes, memory: int) -> bytes:
    """The beginning of `markup` that should be read within `memory` bytes, all else of the process included.

    With the 256 MiB of the settings that is nearly always all of it.
    """
    spent = max(len(markup), 2 * len(markup) - _LARGE)  # what was freed of a large body is not all used again
    left = memory - WITHOUT_PAGE - spent
    if _most_memory(markup, left) <= left:
        return markup
    for at, piece in _pieces(markup):
        left -= _memory(piece)
        if left < 0:
            return markup[:at]
    return markup


def _pieces(markup: bytes) -> Iterator[tuple[int, bytes]]:
    """Pieces of the markup that end before a tag where they can, each with its place."""
    at = 0
    while at < len(markup):
        end = markup.find(b"<", at + _CHUNK, at + 2 * _CHUNK)
        end = min(at + 2 * _CHUNK, len(markup)) if end < 0 else end
        yield at, markup[at:end]
        at = end


def _most_memory(markup: bytes, enough: int) -> int:
    """A bound of what `_memory` says of all pieces: tags have been counted, and what stands in values is told from
    names only where it may be more than `enough` otherwise. Of 10 MB of articles that takes half the time.

    A page of 200,000 links is within it by a hundredth, and pays for both (an eighth of its dump) if this is not near.
    """
    from lightterm.extract.dom import count_tags

    counted = count_tags(markup)
    most = sum(each * counted.begun.get(name.strip(b"< ")[:3], 0) for name, each in _DEAR_TAGS)
    most += _TEXT_NODE * (counted.number + 1) + _ITEM_OF_TEXT * _items_of_text(markup)
    most += _ELEMENT * counted.ended(b"p")  # each makes a paragraph where none is open
    tags = []
    for _, piece in _pieces(markup):
        found = _TAGS.findall(piece)
        tags.append(b" ".join(found).lower())
        most += (_LONG_TEXT if len(found) < _FEW_TAGS else _TEXT) * len(piece)
        most += (_ELEMENT - _EACH_ATTRIBUTE) * len(found)
        most += sum([each * tags[-1].count(name) for name, each in _DEAR_ATTRIBUTES])
    rough = most + _EACH_ATTRIBUTE * sum([text.translate(_SEPARATED).count(b" ") + 1 for text in tags])
    if rough <= enough:
        return rough
    most -= _TEXT_NODE * markup.count(b"><")
    return most + _EACH_ATTRIBUTE * sum([len(_VALUE.sub(b"", text).translate(_SEPARATED).split()) for text in tags])


def _items_of_text(markup: bytes) -> int:
    return markup.count(b"<li>") - markup.count(b"<li><")


def _memory(markup: bytes) -> int:
    """Bytes that tree and document of a piece of markup may take: measured for elements, attributes and text.

    6 ms a MB: what can be counted is counted, and only the values of attributes are looked for by a pattern.
    """
    tags = b" ".join(_TAGS.findall(markup)).lower()
    names = _VALUE.sub(b"", tags).translate(_SEPARATED)
    # An end tag of a paragraph that is not open makes an empty one.
    starts = tags.count(b"<") + max(0, markup.count(b"</p") - tags.count(b"<p"))
    attributes = len(names.split()) - names.count(b" <") - names.startswith(b"<")
    kinds = sum([each * names.count(name) for name, each in _DEAR_TAGS])
    kinds += sum([each * tags.count(name) for name, each in _DEAR_ATTRIBUTES])
    kinds += _ITEM_OF_TEXT * _items_of_text(markup)
    text = _LONG_TEXT if starts < _FEW_TAGS else _TEXT
    texts = markup.count(b">") - markup.count(b"><")
    return text * len(markup) + _ELEMENT * starts + _TEXT_NODE * texts + _EACH_ATTRIBUTE * attributes + kinds


def _after(markup: bytes, mark: bytes, start: int) -> int:
    i = markup.find(mark, start)
    return len(markup) if i < 0 else i + len(mark)


def _raw_end(markup: bytes, name: bytes, start: int) -> int:
    found = re.compile(rb"</" + re.escape(name), re.IGNORECASE).search(markup, start)
    return found.start() if found else len(markup)


def _tag_end(markup: bytes, at: int) -> int:
    """Just past the `>` that ends the tag, quoted values passed over."""
    while found := _STOP.search(markup, at):
        if not found[1]:
            return found.end()
        at = _after(markup, found[1], found.end())
    return len(markup)


def trim_tags(markup: bytes) -> bytes:
    """`markup`, its long tags with their first attributes only: lexbor compares each with all before."""
    pieces = markup.split(b"<")
    for i, piece in enumerate(pieces):
        if i and len(piece) > LONG_TAG and piece[:1].isalpha():
            end = _tag_end(piece, 0)
            pieces[i] = _trim(piece[:end]) + piece[end:]
    return b"<".join(pieces)


def _trim(tag: bytes) -> bytes:
    """A long tag keeps its first MAX_ATTRIBUTES attributes only."""
    if len(tag) < LONG_TAG:
        return tag
    name = _NAME.match(tag)
    assert name is not None  # it also matches nothing
    last = next(islice(_WITH_VALUE.finditer(tag, name.end()), MAX_ATTRIBUTES, None), None)
    return tag if last is None else tag[: last.start()] + b">"


def end_frames(markup: bytes) -> bytes:
    """Markup whose frames end with the noscript that they were left open in: all that follows would be their text.

    `<noscript><iframe .../></noscript>` is written by many; a browser that runs scripts never sees into it.
    """
    pieces = markup.split(b"<noscript")
    for i, piece in enumerate(pieces[1:], 1):
        inside, end, rest = piece.partition(b"</noscript")
        if end and inside.count(b"<iframe") > inside.count(b"</iframe"):
            pieces[i] = inside + b"</iframe>" + end + rest
    return b"<noscript".join(pieces)
