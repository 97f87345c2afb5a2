"""From one link, field, heading or table to the next, as who does not see the page goes through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.elements import BEGUN, TARGETS, begun, in_words, level_of
from lightterm.document.model import Table
from lightterm.errors import ValidationFailed
from lightterm.line.forms import field_in_words
from lightterm.line.verbs import verb
from lightterm.line.verbs_reading import to_block

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.line.front import LineMode


@verb("element")
def element(front: LineMode, call: Invocation) -> None:
    which, kind = call.text("which"), call.text("kind")
    if kind in TARGETS:
        _to_target(front, which, kind, call.times)
    else:
        _to_begun(front, which, kind, call.times)


def _to_begun(front: LineMode, which: str, kind: str, times: int) -> None:
    document, view = front.view.document, front.view
    if kind in BEGUN:
        blocks: Sequence[int] = begun(view.blocks)[kind]
    else:
        level = level_of(kind)
        blocks = [h.block for h in document.outline() if level in (0, h.level)]
    view.count()
    here = view.flow.block_at(view.shown)
    if which in ("next", "previous"):
        wanted = [b for b in blocks if b > here] if which == "next" else [b for b in reversed(blocks) if b < here]
    else:
        wanted = list(blocks[:1] if which == "first" else blocks[-1:])
    if not wanted:
        raise ValidationFailed(_none(which, kind, bool(blocks)), actions=())
    block = wanted[min(times, len(wanted)) - 1]
    there = view.blocks[block]
    if isinstance(there, Table):
        front.say(f"table, {_size(there)}")
    elif kind == "list":
        front.say("list")
    to_block(front, block)


def _size(table: Table) -> str:
    rows, columns = len(table.rows), max(sum(cell.columns for cell in row) for row in table.rows) if table.rows else 0
    return f"{rows} row{'s' * (rows != 1)}, {columns} column{'s' * (columns != 1)}"


def _to_target(front: LineMode, which: str, kind: str, times: int) -> None:
    view = front.view
    view.count()
    targets = view.document.targets
    left, number, line = times, 0, 0
    for each in _beyond(front, which):
        if targets[each].kind == kind and (at := view.flow.line_of_target(each)) is not None:
            number, line, left = each, at, left - 1
            if not left:
                break
    if not number:
        raise ValidationFailed(_none(which, kind, any(t.kind == kind for t in targets)), actions=())
    front.remember_place()
    view.go_to_line(line)
    view.target = number
    front.console.lines([_in_words(front, number)])


def _beyond(front: LineMode, which: str) -> Iterator[int]:
    """The targets after or before what one is at: the one gone to last, where it is in what was read last, or that."""
    view = front.view
    order = view.document.targets.numbers
    if which == "first":
        return iter(order)
    if which == "last":
        return reversed(order)
    current = view.target or 0
    line = view.flow.line_of_target(current) if current in order else None
    if line is not None and view.shown <= line <= max(view.shown, view.at - 1):
        at = order.index(current)
        return iter(order[at + 1 :]) if which == "next" else reversed(order[:at])
    first = next((n for n, _, _ in view.flow.targets(view.shown, view.count())), 0)
    at = order.index(first) if first else len(order)
    return iter(order[at:]) if which == "next" else reversed(order[:at])


def _in_words(front: LineMode, number: int) -> str:
    target = front.view.document.targets[number]
    if target.field is not None:
        return field_in_words(front, number, target.field)
    known = bool(target.url) and bool(front.session.store.history.visited([target.url]))
    return f"[{number}] {' '.join(target.text.split()) or target.url}{' (visited)' * known}"


def _none(which: str, kind: str, some: bool) -> str:
    what = in_words(kind)
    return f"there is no {which} {what}" if some else f"the page has no {what}"
