"""How a page of frames arranges them, and which of them its links open in (HTML, 16.3 Obsolete features: frames)."""

from __future__ import annotations

from lightterm.extract import dom
from lightterm.extract.head import Head
from lightterm.fetch.urls import resolve
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.fetch.model import Snapshot

MOST = 16
"""Frames of a page that are arranged."""

BEFORE = 1 << 20
"""Bytes in which a frameset begins: behind the words of a page it is none, and to read 10 MB for it takes 50 ms."""

VIEWPORT = {True: 1280, False: 800}
"""CSS pixels of the screen, across and down: what frames sized in pixels are parts of."""


class Frame(Record):
    """A frame of the page: the name that links open it by ("" for none) and where its page is."""

    name: str
    url: str


class Frameset(Record):
    """Frames `beside` each other, or one above the other, with what each has of the room in relation to the others."""

    beside: bool
    parts: tuple[Frame | Frameset, ...]
    shares: tuple[int, ...]


def arrangement(markup: bytes, base: str) -> Frameset | None:
    """The frames of a page that consists of them; None for any other page."""
    if b"<frameset" not in markup[:BEFORE].lower():
        return None
    tree = dom.parse(markup)
    shown = dom.shown(tree)
    if shown is None or shown.tag != "frameset":
        return None
    made = _frameset(shown, Head(tree, base).base, [MOST])
    return made if isinstance(made, Frameset) else None


def _frameset(node: Node, base: str, left: list[int]) -> Frame | Frameset | None:
    parts: list[Frame | Frameset] = []
    for child in node.iter():
        source = (child.attributes.get("src") or "").strip()
        inner: Frame | Frameset | None = None
        if child.tag == "frameset":
            inner = _frameset(child, base, left)
        elif child.tag == "frame" and source and left[0] > 0:
            left[0] -= 1
            inner = Frame((child.attributes.get("name") or "").strip(), resolve(base, source))
        if inner is not None:
            parts.append(inner)
    columns, rows = (_sizes(node.attributes.get(name) or "", name == "cols") for name in ("cols", "rows"))
    if len(columns) > 1 and len(rows) > 1:
        lines = [_row(True, parts[at : at + len(columns)], columns) for at in range(0, len(parts), len(columns))]
        return _row(False, [line for line in lines if line is not None], rows)
    return _row(True, parts, columns) if len(columns) > 1 else _row(False, parts, rows)


def _row(beside: bool, parts: list[Frame | Frameset], sizes: list[int]) -> Frame | Frameset | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    shares = [*sizes, *[sizes[-1] if sizes else 1] * len(parts)][: len(parts)]
    return Frameset(beside, tuple(parts), tuple(shares))


def _sizes(text: str, beside: bool) -> list[int]:
    """The sizes of a `cols` or `rows` attribute in thousandths: pixels, N% or N* of what these leave."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    fixed: list[int | None] = []
    for word in words:
        number = _number(word.rstrip("%*"))
        if word.endswith("*"):
            fixed.append(None)
        else:
            fixed.append(number * 10 if word.endswith("%") else number * 1000 // VIEWPORT[beside])
    weights = [_number(word.rstrip("*") or "1") if size is None else 0 for word, size in zip(words, fixed, strict=True)]
    rest = max(1000 - sum(size for size in fixed if size is not None), len(words))
    whole = max(1, sum(weights))
    return [
        max(1, rest * weight // whole if size is None else size) for size, weight in zip(fixed, weights, strict=True)
    ]


def _number(text: str) -> int:
    digits = text.partition(".")[0]
    return min(int(digits), 10_000) if digits.isascii() and digits.isdecimal() and len(digits) < 9 else 1


def window_of(markup: bytes, base: str, url: str) -> str:
    """The name of the window that a link of a page to an address says it opens in, "" where it says none."""
    tree = dom.parse(markup)
    found = _window(tree, Head(tree, base), url)
    return _given(tree) if found is None else found


def _window(tree: Tree, head: Head, url: str) -> str | None:
    """The window that a link to an address opens in; None where the page has no such link."""
    found = None
    for link in dom.select(tree, "a[href],area[href]"):
        if head.resolve((link.attributes.get("href") or "").strip()) == url:
            if "target" in link.attributes:
                return (link.attributes.get("target") or "").strip()
            found = _given(tree)
    return found


def _given(tree: Tree) -> str:
    given = next((node.attributes.get("target") for node in dom.select(tree, "base[target]")), None)
    return (given or "").strip()


def frame_for(snapshot: Snapshot, url: str, base: str) -> str:
    """The address of the frame that a link within a page with frames opens in, "" for none of them.

    Links without a name open where they are, in frames of a frameset; in other frames they take the whole page.
    """
    documents = [(snapshot.markup, base, "")]
    documents += [(frame.markup, frame.url, frame.address) for frame in snapshot.frames]
    trees = [(tree := dom.parse(markup), Head(tree, at), address) for markup, at, address in documents]
    for tree, head, address in trees:
        name = _window(tree, head, url)
        if name is None:
            continue
        if name.lower() in ("", "_self"):
            shown = dom.shown(trees[0][0])
            return address if shown is not None and shown.tag == "frameset" else ""
        named = (_called(tree, head, name) for tree, head, _ in trees)
        return next((found for found in named if found), "")
    return ""


def frame_called(snapshot: Snapshot, name: str, base: str) -> str:
    """The address of the frame of that name in a page or its frames, "" where there is none."""
    documents = [(snapshot.markup, base), *((frame.markup, frame.url) for frame in snapshot.frames)]
    trees = ((dom.parse(markup), at) for markup, at in documents)
    return next((found for tree, at in trees if (found := _called(tree, Head(tree, at), name))), "")


def _called(tree: Tree, head: Head, name: str) -> str:
    """The address of the frame of that name, "" where there is none."""
    for node in dom.select(tree, "iframe[name][src],frame[name][src]"):
        if (node.attributes.get("name") or "").strip() == name:
            return head.resolve((node.attributes.get("src") or "").strip())
    return ""
