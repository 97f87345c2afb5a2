"""The verbs of panes, which a front end with a screen does itself."""

from __future__ import annotations

from lightterm.commands.registry import COMMANDS, TIMES, Argument

WAYS = ("left", "right", "up", "down")
_ADDRESS = Argument("address", "url", "An address, a file or a quick search.", optional=True, rest=True, expand=True)

COMMANDS.declare(
    "pane",
    "Go to another pane: the next or previous one, or the one on a side.",
    Argument("which", "choice", "Which one.", ("next", "previous", "recent", *WAYS)),
    group="Tabs",
    counts=TIMES,
    detail="Each pane shows a tab, and has its own place, numbers and search. A click on a pane goes to it, too.",
)
COMMANDS.declare(
    "pane below",
    "Share the room with a second pane below; without an address it shows this page once more.",
    _ADDRESS,
    group="Tabs",
    aliases=("split", "sp"),
)
COMMANDS.declare(
    "pane beside",
    "Share the room with a second pane to the right; without an address it shows this page once more.",
    _ADDRESS,
    group="Tabs",
    aliases=("vsplit", "vs"),
)
COMMANDS.declare(
    "pane close",
    "Close the pane; its tab stays open.",
    group="Tabs",
)
COMMANDS.declare("pane only", "Close all other panes; their tabs stay open.", group="Tabs", aliases=("only",))
COMMANDS.declare(
    "pane resize",
    "Make the pane larger or smaller by some lines or columns.",
    Argument("how", "choice", "How.", ("taller", "shorter", "wider", "narrower")),
    group="Tabs",
    counts=TIMES,
    detail="The lines above panes can be dragged with the mouse.",
)
COMMANDS.declare("pane even", "Make panes beside each other as large as each other.", group="Tabs")
COMMANDS.declare("pane swap", "Put this pane and the other one in each other's place.", group="Tabs")
COMMANDS.declare(
    "pane move",
    "Move the pane to a side of the window, where it takes the whole height or width.",
    Argument("side", "choice", "Which side.", WAYS),
    group="Tabs",
)
COMMANDS.declare(
    "pane frames",
    "Show the frames of the page in panes, as the page arranges them; those within it beside it.",
    group="Tabs",
    detail="Links of a page of frames open in the pane of the frame that they name.",
)
