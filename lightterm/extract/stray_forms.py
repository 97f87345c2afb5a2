"""Forms that begin between rows or cells of a table: the parser leaves them empty there, but what follows is theirs.

https://html.spec.whatwg.org/#form-element-pointer
"""

from __future__ import annotations

from lightterm.extract.inline import OWNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree

_CONTROLS = "form,input,select,textarea,button"
_DEEPEST = 64
"""Elements in each other up to which a control is looked for in the table of its form."""


def give(tree: Tree, forms: list[Node]) -> None:
    """Say of each control in a table, up to the next form, that it is one of the form that begins before it there."""
    stray = {form.mem_id for form in forms if form.first_child is None}
    if not stray:
        return
    name, table = "", -1
    for number, node in enumerate(tree.css(_CONTROLS)):
        if node.tag == "form":
            name, table = "", -1
            if node.mem_id in stray:
                name, table = f"{OWNS}-{number}", _table_of(node)
                node.attrs[OWNS] = name
        elif name and "form" not in node.attrs and _is_within(node, table):
            node.attrs["form"] = name


def _table_of(node: Node) -> int:
    above = node.parent
    while above is not None and above.tag != "table":
        above = above.parent
    return above.mem_id if above is not None else -1


def _is_within(node: Node, table: int) -> bool:
    above = node.parent
    for _ in range(_DEEPEST):
        if above is None or above.mem_id == table:
            return above is not None
        above = above.parent
    return False
