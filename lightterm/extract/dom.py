"""The one place that knows the HTML parser: parse within bounds, query, annotate, serialise.

lexbor's tree construction is quadratic in nesting depth and in the attributes of one element (40,000 nested div: 14 s;
browsers cap nesting at 512 as well), and a parse cannot be interrupted. So markup that looks deep is flattened first,
and large markup is parsed in a thread that is abandoned when it outlasts its patience (the parser releases the GIL);
then the flattened markup is parsed instead. The thread costs 0.2 ms.
"""

from __future__ import annotations

import os
import sys

from lightterm.document.marks import one_spaced
from lightterm.extract.view import MEMORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from lightterm.extract.nesting import Tags

    Tree = LexborHTMLParser
    Node = LexborNode

NOTE = "\x1c"
"""The attribute that carries our annotations: no source can hold it, control characters are removed before parsing."""

ANNOTATED = f"[\\{ord(NOTE):x} ]"
"""The selector of annotated elements."""

SEMICOLON = "\x1d"

SCRIPTED = "\x1d"
"""The attribute of what only scripts make something of, on a page that none has run on; no source can hold it."""

SMALL = 32_768
"""Bytes below which even the worst markup found parses in under 0.2 s."""

QUICK = 131_072
"""Bytes up to which markup that is not deep parses in under 0.6 s, whatever it holds: its tags are counted whole, and
a thread to wait for is 2 % of what a page of 100 KB takes in a batch."""

FEW = 700
"""Tags up to which nothing can make REOPENED elements of them."""

PIECE = 1 << 14
"""Characters of markup that become a piece together."""

REOPENED = 400_000
"""Elements that formatting left open may be made into, again in every block that follows: 15 KB made a million."""

CROWDED = 64
"""Bytes for each tag from which one tag may be that long; with more tags the patience of the parse is enough."""

DEEP = 4000
"""Elements left open from which nesting costs 0.1 s."""

SLOWEST = 8_000_000
"""Bytes a second that a parse may take in on a busy machine, of which honest markup takes 80 million on an idle one."""

_FRAMES = (b"<iframe", b"<frame", b"<IFRAME", b"<FRAME", b"<iFrame", b"<IFrame", b"<Iframe", b"<Frame")
"""How the tags of frames begin, as people write them; of a large page its tags are counted anyway."""

WITHOUT_EVENTS = 1
"""LexborDocumentOptions.WO_EVENTS: with mutation events on, 20,000 `<option>` take 19 s."""

_parser: Any = None


class _Logger:
    """A logger that fetches the real one when it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        import logging

        return getattr(logging.getLogger(self._name), method)


def _load_parser() -> Any:
    """selectolax's parser, imported without logging and enum: those are 62 of the import's 68 million instructions.

    It wants one logger for one warning, and IntFlag as the base of a class of two numbers; places are held for both
    modules while it is imported, and only if nobody has imported the real ones.
    """
    global _parser
    if _parser is None:
        module = type(sys)
        places = {"logging": module("logging"), "enum": module("enum")}
        places["logging"].getLogger = _Logger  # type: ignore[attr-defined]
        places["enum"].IntFlag = int  # type: ignore[attr-defined]
        held = [name for name in places if name not in sys.modules]
        sys.modules.update((name, places[name]) for name in held)
        # A thousand functions of the C library are looked up when first called, if ever: two million instructions less.
        flags = sys.getdlopenflags() if hasattr(sys, "getdlopenflags") else 0
        if flags:
            sys.setdlopenflags(os.RTLD_LAZY)
        try:
            from selectolax.lexbor import LexborHTMLParser
        finally:
            if flags:
                sys.setdlopenflags(flags)
            for name in held:
                del sys.modules[name]
        _parser = LexborHTMLParser
    return _parser


def parse(markup: bytes, patience: float = 2.0, tags: Tags | None = None, memory: int = MEMORY) -> Tree:
    """The tree of UTF-8 `markup`; `patience` is in seconds, after which flattened markup is parsed instead. `tags` are
    the markup's where they have been counted, `memory` is what the page may take. Much markup has more patience: who
    raises the bounds to read 100 MB waits for as long as an honest parse may take.

    Raises ParseFailed when even that does not end in time. https://html.spec.whatwg.org/multipage/parsing.html
    """
    make: Callable[..., Tree] = _load_parser()
    number = tags.number if tags is not None else markup.count(b"<")
    if len(markup) > CROWDED * number and _is_crowded(markup):
        from lightterm.extract.limits import trim_tags

        markup, tags = trim_tags(markup), None
    if (tags is None or tags.may_leave_open(b"ifra")) and markup.count(b"<iframe") > markup.count(b"</iframe"):
        from lightterm.extract.limits import end_frames

        markup, tags = end_frames(markup), None
    if tags is None and number > FEW:
        tags = count_tags(markup)
    if tags is not None:
        markup = _bounded(markup, tags)
    if len(markup) <= SMALL:
        return make(markup, options=WITHOUT_EVENTS)
    if tags is not None and tags.deepest > DEEP:
        from lightterm.extract.limits import flatten

        markup = flatten(markup)
    if len(markup) <= QUICK:
        return make(markup, options=WITHOUT_EVENTS)
    return _parse_in_time(make, markup, max(patience, len(markup) / SLOWEST), memory)


def _parse_in_time(make: Callable[..., Tree], markup: bytes, patience: float, memory: int) -> Tree:
    from lightterm.extract import room

    tree = _in_time(lambda: room.parse(make, markup, memory), patience)
    if tree is None:
        from lightterm.extract.limits import flatten

        tree = _in_time(lambda: room.parse(make, flatten(markup), memory), patience)
    if tree is None:
        from lightterm.errors import ParseFailed

        raise ParseFailed("the page's markup takes too long to parse")
    return tree


def _bounded(markup: bytes, tags: Tags) -> bytes:
    """The markup with as much formatting left open as may be made anew in each of its blocks."""
    blocks, left = tags.reopened()
    if blocks * sum(left.values()) > REOPENED:
        from lightterm.extract.limits import bound_formatting, most_open

        if blocks * most_open(markup, left) > REOPENED:
            return bound_formatting(markup, REOPENED // blocks)
    return markup


def count_tags(markup: bytes) -> Tags:
    """What the tags of `markup` say before it is parsed; asked of the same markup again it costs nothing."""
    from lightterm.extract.nesting import tags_of

    return tags_of(markup)


def _is_crowded(markup: bytes) -> bool:
    from lightterm.extract.nesting import is_crowded

    return is_crowded(markup)


def is_folded(markup: bytes, tags: Tags | None = None) -> bool:
    """Whether markup holds anything that `extract.unfold` puts in place: it stands for templates and in frames."""
    if (tags is None or b"tem" in tags.begun) and (b'id="S:' in markup or b"shadowrootmode" in markup):
        return True
    return (tags is None or b"ifr" in tags.begun) and b"srcdoc" in markup


def may_have_frames(markup: bytes) -> bool:
    """Whether there may be frames in it."""
    if len(markup) <= SMALL:
        return any(tag in markup for tag in _FRAMES)
    begun = count_tags(markup).begun
    return b"ifr" in begun or b"fra" in begun


def _in_time(work: Callable[[], Tree], patience: float) -> Tree | None:
    import _thread

    done = _thread.allocate_lock()
    done.acquire()
    result: list[Tree] = []
    fault: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            fault.append(error)
        finally:
            done.release()

    _thread.start_new_thread(run, ())
    done.acquire(True, patience)
    if fault:
        raise fault[0]
    return result[0] if result else None


def serialise(tree: Tree, parted: bool) -> Iterator[str]:
    """The body (or frameset) as markup without comments; in several pieces, none ending inside a tag, if `parted`."""
    if (node := shown(tree)) is not None:
        yield from _joined(_clean(_parts(node))) if parted else _clean((node.html or "",))


def _clean(pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        if "<!--" in piece:
            from lightterm.extract.cuts import without_comments

            piece = without_comments(piece)
        if piece.count("<") != piece.count(">"):
            from lightterm.extract.cuts import without_strays

            piece = without_strays(piece)
        yield piece


def _joined(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces of some size: 400,000 elements and words of one paragraph took 46 MB more, each by itself."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        if len(piece) >= PIECE:  # not copied: it may be most of the page
            yield from ("".join(waiting), piece)
            waiting, size = [], 0
            continue
        waiting.append(piece)
        size += len(piece)
        if size >= PIECE:
            yield "".join(waiting)
            waiting, size = [], 0
    yield "".join(waiting)


def shown(tree: Tree) -> Node | None:
    """The body or, of a page of frames, the frameset: both are children of the root."""
    framesets = [child for child in tree.root.iter() if child.tag == "frameset"] if tree.root is not None else []
    return framesets[0] if framesets else tree.body


def _parts(node: Node) -> Iterator[str]:
    """The markup of a tree child by child, from the first element down that has more than one."""
    ends: list[str] = []
    while True:
        yield _start_tag(node)
        ends.append(f"</{node.tag}>")
        inner = _only_element(node)
        if inner is None:
            break
        node = inner
    for child in node.iter(include_text=True):
        if child.tag != "-comment":
            yield child.html or ""
    yield "".join(reversed(ends))


def _only_element(node: Node) -> Node | None:
    """The one element in a node, None where there are more, or text beside it."""
    found = None
    for child in node.iter(include_text=True):
        if child.tag == "-text":
            if child.text().strip():
                return None
        elif child.tag != "-comment":
            if found is not None:
                return None
            found = child
    return found


def _start_tag(node: Node) -> str:
    values = "".join([f' {name}="{escape(value or "")}"' for name, value in node.attributes.items()])
    return f"<{node.tag}{values}>"


def annotate(node: Node, key: str, value: str) -> None:
    """Add `key:value` to the node's annotation; `;` in a value is written as \\x1d."""
    old = node.attrs.get(NOTE)
    item = f"{key}:{value.replace(';', SEMICOLON)}"
    node.attrs[NOTE] = f"{old};{item}" if old else item


def read_annotation(head: str) -> dict[str, str]:
    """The annotation in a serialised start tag."""
    items = attribute(head, NOTE).split(";")
    return {key: value.replace(SEMICOLON, ";") for key, _, value in (item.partition(":") for item in items)}


def unescape(text: str) -> str:
    """Resolve the references a serialised text or attribute holds."""
    if "&" not in text:
        return text
    text = text.replace("&nbsp;", "\xa0").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    return text.replace("&amp;", "&")


def attribute(head: str, name: str, default: str = "") -> str:
    """The value of an attribute in a serialised start tag such as `a href="/x" rel="me"`."""
    i = head.find(f' {name}="')
    if i < 0:
        return default
    i += len(name) + 3
    value = head[i : head.find('"', i)]
    return unescape(value) if "&" in value else value


def href(head: str) -> str:
    """The href of a serialised start tag: what most links are asked for, twice as fast as `attribute`."""
    if head[:8] == 'a href="':
        value = head[8 : head.find('"', 8)]
        return unescape(value) if "&" in value else value
    i = head.find(' href="') + 7
    if i == 6:
        return ""
    value = head[i : head.find('"', i)]
    return unescape(value) if "&" in value else value


def attributes(head: str) -> dict[str, str]:
    """All attributes of a serialised start tag."""
    pieces = head.split('"')
    names = [p.strip().rstrip("=") for p in pieces[:-1:2]]
    if names:
        names[0] = names[0].partition(" ")[2]
    return {n: unescape(v) for n, v in zip(names, pieces[1::2], strict=False) if n}


def escape(text: str) -> str:
    """Text as markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def element(markup: str) -> Node:
    """A new element, to be put into a tree."""
    made: Node = _load_parser()(markup).body.first_child
    return made


def select(tree: Tree, query: str) -> list[Node]:
    """What a list of selectors finds, each element once: lexbor names it once for each selector that holds for it."""
    if not query:
        return []
    found: list[Node] = []
    last = 0
    for node in tree.css(query):
        mem = node.mem_id
        if mem != last:
            found.append(node)
            last = mem
    return found


def by_ids(tree: Tree, names: set[str]) -> dict[str, Node]:
    """The first element of each id, found in one pass: a query an id is quadratic on a page that points a lot."""
    found: dict[str, Node] = {}
    if names:
        for node in tree.css("[id]"):
            name = node.id
            if name in names:
                found.setdefault(name or "", node)
    return found


def texts(node: Node) -> Iterator[str]:
    """The texts in a node as they come, for who needs no more than how it begins: `text()` makes all of a page's."""
    return (each.text(deep=False) for each in node.traverse(include_text=True) if each.tag == "-text")


def text_of(node: Node, limit: int = 10_000) -> str:
    """The node's text, white space collapsed, at most `limit` characters."""
    return one_spaced(node.text(), limit)
