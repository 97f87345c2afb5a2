"""The commands that line mode does itself, and those that it alone has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.registry import COMMANDS, Argument, Command
from lightterm.commands.verbs import Verbs
from lightterm.commands.vocabulary import vocabulary as common

if TYPE_CHECKING:
    from lightterm.commands.registry import Registry
    from lightterm.line.front import LineMode
    from lightterm.settings import Settings

OWN = (
    Command(
        "more",
        "Show more of the page; Enter alone does the same.",
        (Argument("lines", "int", "How many lines; else as many as fit.", optional=True),),
        group="Moving",
        aliases=("z",),
        counts="lines",
    ),
    Command("whole", "Show the rest of the page at once.", group="Moving"),
    Command("again", "Show once more what was shown last.", group="Moving"),
    Command("forms", "List the page's fields by their numbers, with what stands in them.", group="Reading"),
)
"""What a screen needs no commands for, or shows on a page: here one stays, and the numbers are good at once."""

SHORT = {
    "n": "match next",
    "N": "match previous",
    "b": "back",
    "u": "scroll page-up",
    "+": "scroll page-down",
    "main": "landmark main",
    "next": "element next",
    "previous": "element previous",
    "h": "element next heading",
    "H": "element previous heading",
    "k": "element next link",
    "K": "element previous link",
    "f": "element next field",
    "F": "element previous field",
    "t": "element next table",
    "T": "element previous table",
    "l": "element next list",
    "L": "element previous list",
    **{f"h{level}": f"element next h{level}" for level in range(1, 7)},
    **{f"H{level}": f"element previous h{level}" for level in range(1, 7)},
}
"""Short names for what a screen has keys for."""


def _load() -> None:
    from lightterm.line import verbs_elements, verbs_forms, verbs_links, verbs_lists, verbs_reading  # noqa: F401  they fill the table


_verbs: Verbs[LineMode] = Verbs(_load, " is for the screen; line mode does without it")
verb, known, act = _verbs.verb, _verbs.known, _verbs.act


def vocabulary(settings: Settings) -> Registry:
    """The common commands with the person's own, and those of line mode."""
    registry = common(settings)
    for command in OWN:
        other = registry.get(command.name)
        if other is not None and (not other.line or COMMANDS.get(other.name) is other):
            registry.discard(other.name)  # what the screen calls so is nothing here
        taken = [name for name in (command.name, *command.aliases) if registry.get(name) is not None]
        if taken:
            registry.problems.append(f"your command {taken[0]} goes before line mode's own")
        else:
            registry.add(command)
    for name, line in SHORT.items():
        if registry.get(name) is None:
            registry.aliases.setdefault(name, line)
    for command in list(registry):
        if not command.line:
            registry.set_aside(command.name)
    return registry
