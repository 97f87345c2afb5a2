"""A page as assistive technology is told of it: roles, names, values and states, as a tree."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Node:
    """One node: an ARIA `role` (https://www.w3.org/TR/wai-aria-1.2/) or "text", a `name`, a `value`, and `states` as
    pairs, ("checked", "true"); `target` is the number of the target that it is, 0 for none.
    """

    __slots__ = ("children", "name", "role", "states", "target", "value")

    def __init__(self, role: str, name: str = "", value: str = "", states: tuple[tuple[str, str], ...] = ()) -> None:
        self.role = role
        self.name = name
        self.value = value
        self.states = states
        self.target = 0
        self.children: list[Node] = []

    def walk(self) -> Iterator[tuple[int, Node]]:
        """All nodes with their depth, in order; this one is the first."""
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += [(depth + 1, child) for child in reversed(node.children)]
