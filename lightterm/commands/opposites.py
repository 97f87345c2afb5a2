"""The other way: what a count of less than 0, Emacs's negative argument, makes of a command."""

from __future__ import annotations

from lightterm.commands.registry import TIMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation, Registry

_PAIRS = (
    ("down", "up"),
    ("left", "right"),
    ("page-down", "page-up"),
    ("half-down", "half-up"),
    ("page-left", "page-right"),
    ("word", "word-back"),
    ("word-after", "word-before"),
    ("big-word", "big-word-back"),
    ("sentence-next", "sentence-back"),
    ("paragraph-next", "paragraph-back"),
    ("next", "previous"),
    ("taller", "shorter"),
    ("wider", "narrower"),
    ("increment", "decrement"),
    ("back", "forward"),
    ("tab next", "tab previous"),
    ("mark next", "mark previous"),
)
_OPPOSITE = {
    **dict(_PAIRS),
    **{other: one for one, other in _PAIRS},
    "word-end": "word-back",
    "big-word-end": "big-word-back",
}


def counted(call: Invocation, count: int | None, registry: Registry) -> Invocation:
    """The command with the count typed before its key; one below 0 turns it round, or is nothing to it."""
    if count is None or count >= 0:
        return call.with_count(count)
    turned = _turned(call, registry) if call.command.counts == TIMES else None
    return call if turned is None else turned.with_count(-count)


def _turned(call: Invocation, registry: Registry) -> Invocation | None:
    """The same the other way, None for what has but one."""
    command = registry.get(_OPPOSITE.get(call.name, ""))
    if command is not None:
        return call.replace(command=command)
    for argument in call.command.arguments:
        opposite = _OPPOSITE.get(call.text(argument.name), "")
        if opposite in argument.choices:
            return call.with_values(**{argument.name: opposite})
    return None
