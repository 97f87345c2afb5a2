"""Pictures that wait for a script: beside them stands, in `<noscript>`, the same for who has none."""

from __future__ import annotations

from lightterm.extract.sources import LAZY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

_WAITS = ("lazy", "placeholder", "blur")
"""Words in the classes of pictures that have no file yet."""


def show_without_scripts(tree: Tree) -> None:
    """Put the picture of each `<noscript>` that holds nothing else in the place of the one beside it that waits.

    Both would be shown, as no script runs here: the one as often without its file. Where that beside it does not wait
    and is told by the same words, it is the one that stays: shops repeat pictures of 200 characters so.
    """
    for note in tree.css("noscript"):
        inside = _only_picture(note)
        if inside is None:
            continue
        for beside in (_beside(note, False), _beside(note, True)):
            outside = beside if beside is None or beside.tag == "img" else beside.css_first("img")
            if beside is None or outside is None or not _is_waiting(outside):
                continue
            image = inside if inside.tag == "img" else inside.css_first("img")
            if image is not None and not image.attributes.get("alt") and outside.attributes.get("alt") is not None:
                image.attrs["alt"] = outside.attributes.get("alt")
            beside.replace_with(inside)
            note.decompose()
            break
        else:
            if _is_shown_beside(note, inside):
                note.decompose()


def _only_picture(note: Node) -> Node | None:
    """The `<picture>` or `<img>` that is all that stands in an element, None where there is more or less."""
    images = note.css("img")
    if len(images) != 1 or (note.text() or "").strip():
        return None
    return note.css_first("picture") or images[0]


def _beside(note: Node, before: bool) -> Node | None:
    """The picture that stands next to an element with nothing but space between, None where something else does."""
    node = _next_to(note, before)
    return node if node is not None and node.tag in ("img", "picture") else None


def _next_to(note: Node, before: bool) -> Node | None:
    node = note.next if not before else note.prev
    while node is not None and (node.tag == "-comment" or (node.tag == "-text" and not (node.text() or "").strip())):
        node = node.next if not before else node.prev
    return node


def _is_shown_beside(note: Node, inside: Node) -> bool:
    """Whether the picture next to a note, however it is wrapped, has its file and is told by the same words."""
    image = inside if inside.tag == "img" else inside.css_first("img")
    alt = (image.attributes.get("alt") or "").strip() if image is not None else ""
    if not alt:
        return False
    for before in (False, True):
        beside = _next_to(note, before)
        if beside is None or beside.tag == "noscript" or not beside.is_element_node:
            continue
        found = beside.css("img")[-1:] if before else [one for one in (beside.css_first("img"),) if one is not None]
        if any((one.attributes.get("alt") or "").strip() == alt and not _is_waiting(one) for one in found):
            return True
    return False


def _is_waiting(image: Node) -> bool:
    """Whether a picture has no file before a script gives it one."""
    has = image.attributes
    source = (has.get("src") or has.get("srcset") or "").strip()
    if not source or source.startswith("data:") or any(has.get(name) for name in LAZY):
        return True
    return any(word in (has.get("class") or "").lower() for word in _WAITS)
