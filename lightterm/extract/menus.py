"""The items of a menu whose style sheet is missing: what stands in elements side by side is not one word."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node

_NEIGHBOURS = "span+*,b+*,strong+*,time+*"
_IN_LINE = frozenset("a b em i small span strong time".split())


def items_apart(menu: Node) -> None:
    """Put a space between elements of a line that touch with words of more than a letter.

    Beyond menus parts of a word are in elements of their own more often: initials, names in two colours.
    """
    for node in menu.css(_NEIGHBOURS):
        before = node.prev
        if node.tag not in _IN_LINE or before is None or not before.is_element_node:
            continue
        ended, begun = before.text(), node.text()
        if len(ended) > 1 < len(begun) and ended[-1].isalnum() and begun[0].isalnum():
            node.insert_before(" ")
