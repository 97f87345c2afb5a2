"""The accessibility tree as indented text: a node a line, its role, name, states and number, after `:` its value."""

from __future__ import annotations

from lightterm.document.access import Node
from lightterm.document.model import Divider, Paragraph, Table
from lightterm.document.subset import chain, shared
from lightterm.output.spans import Span, spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lightterm.document.model import Block, Document, Frame

_FRAMES = {
    "paragraph": "paragraph",
    "bullets": "list",
    "numbers": "list",
    "item": "listitem",
    "quote": "blockquote",
    "term": "term",
    "definition": "definition",
    "definitions": "DescriptionList",
    "details": "group",
}
_SPANS = {"strong": "strong", "em": "emphasis", "code": "code", "ins": "insertion", "del": "deletion", "mark": "mark"}
DEEPEST = 200
"""Frames within each other that are told."""


def access_lines(root: Node) -> Iterator[str]:
    """Lines such as `- textbox "Name" [13] [required]: Ada`, two spaces in for each level; text is `- text: words`.

    What a node's name says already is not said again as text below it.
    """
    said: list[tuple[int, str]] = []
    for depth, node in root.walk():
        while said and said[-1][0] >= depth:
            said.pop()
        indent = "  " * depth
        if node.role == "text":
            words = node.name.strip()
            if words and not any(words == name for _, name in said[-1:]):
                yield f"{indent}- text: {words}"
            continue
        parts = [f"{indent}- {node.role}"]
        if node.name:
            parts.append('"' + node.name.replace("\\", "\\\\").replace('"', '\\"') + '"')
            said.append((depth, node.name))
        if node.target:
            parts.append(f"[{node.target}]")
        parts += [f"[{state}]" if value == "true" else f"[{state}={value}]" for state, value in node.states]
        yield " ".join(parts) + (f": {' '.join(node.value.split())}" if node.value else "")


def access_tree(document: Document) -> Node:
    """The document's accessibility tree: that of its markup where it has one and is whole, else made of its blocks."""
    if document.access is not None:
        return document.access
    root = Node("RootWebArea", document.title)
    _fill(root, document.blocks, document)
    return root


def _fill(root: Node, blocks: Iterable[Block], document: Document) -> None:
    open_: list[tuple[Frame, Node]] = []
    for block in blocks:
        if block.frame.folds and block.frame.hidden():
            continue
        frames = chain(block.frame)[:DEEPEST]
        kept = shared([frame for frame, _ in open_], frames, block.lead)
        del open_[kept:]
        for frame in frames[kept:]:
            into = open_[-1][1] if open_ else root
            role = _FRAMES.get(frame.kind, "")
            node = Node(role) if role else into
            if role:
                into.children.append(node)
            open_.append((frame, node))
        (open_[-1][1] if open_ else root).children.extend(_nodes(block, document))


def _nodes(block: Block, document: Document) -> list[Node]:
    if isinstance(block, Divider):
        return [Node("separator")]
    if isinstance(block, Table):
        table = Node("table", " ".join(" ".join(p.text() for p in block.caption if isinstance(p, Paragraph)).split()))
        for cells in block.rows:
            row = Node("row")
            table.children.append(row)
            for cell in cells:
                made = Node("columnheader" if cell.header else "cell")
                row.children.append(made)
                _fill(made, cell.blocks, document)
        return [table]
    inside = _spans(spans(block), document)
    if block.level:
        heading = Node("heading", " ".join(block.text().split()), states=(("level", str(block.level)),))
        heading.children = inside
        return [heading]
    return inside


def _spans(span: Span, document: Document) -> list[Node]:
    found: list[Node] = []
    for child in span.children:
        if isinstance(child, str):
            found.append(Node("text", child.replace("\n", " ")))
            continue
        role = "link" if child.kind == "link" else _SPANS.get(child.kind, "")
        words = " ".join(child.text().split())
        if child.kind == "image" and child.media >= 0:
            found.append(Node("image", document.media[child.media].alt or words))
        elif child.kind == "field":
            found.append(_control(child.target, document))
        elif role:
            node = Node(role, words if role == "link" else "")
            node.target = child.target
            node.children = _spans(child, document)
            found.append(node)
        else:
            found += _spans(child, document)
    return found


def _control(number: int, document: Document) -> Node:
    target = document.targets[number]
    field = target.field
    if field is None:
        node = Node("DisclosureTriangle", target.text)
    else:
        roles = {"select": "combobox", "checkbox": "checkbox", "radio": "radio"}
        role = "button" if target.kind == "button" else roles.get(field.kind, "textbox")
        states = [("checked", "true" if field.checked else "false")] if role in ("checkbox", "radio") else []
        states += [(name, "true") for name in ("required", "disabled", "readonly") if getattr(field, name)]
        chosen = ", ".join(option.label for option in field.options if option.selected)
        value = {"textbox": field.value, "combobox": chosen}.get(role, "") if field.kind != "password" else ""
        name = target.text.strip("[]") if role == "button" else field.placeholder
        node = Node(role, field.label or name, value, tuple(states))
    node.target = number
    return node
