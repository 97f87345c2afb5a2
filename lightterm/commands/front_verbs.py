"""The verbs of forms, downloads and the program that every front end does itself."""

from __future__ import annotations

from lightterm.commands.registry import COMMANDS, TIMES, Argument
from lightterm.commands.view_verbs import BACKGROUND, NEW_TAB

declare = COMMANDS.declare

FIELD = Argument("target", "target", "Its number; without one, the field the cursor is on.", optional=True)

declare(
    "field",
    "Act on a field of a form.",
    Argument("action", "choice", "What to do.", ("edit", "editor", "clear", "toggle", "choose", "reset", "undo")),
    FIELD,
    group="Forms",
    counts="target",
)
declare(
    "field set",
    "Fill in a field: its text, an option by label or value, on or off, the path of a file.",
    Argument("target", "target", "Its number."),
    Argument("value", "text", "What to put in; empties it when left out.", optional=True, rest=True),
    group="Forms",
    aliases=("fill",),
    line=True,
)
declare(
    "more",
    "Scroll a page whose scripts run to its end, for what that adds to it; one stays where one reads.",
    Argument("times", "int", "How often.", optional=True),
    group="Reading",
    counts=TIMES,
)
declare(
    "act",
    "Do with the mouse or the keys what only scripts of the page hear of, as agents do with the tool of that name.",
    Argument(
        "action",
        "choice",
        "What to do.",
        (
            "click",
            "double_click",
            "right_click",
            "drag",
            "mark",
            "hover",
            "scroll",
            "press",
            "type",
            "submit",
            "dialog",
        ),
    ),
    Argument("target", "target", "The number it is done to, 0 for the page."),
    Argument("value", "text", "Where in it, where to, which text or keys.", optional=True, rest=True),
    detail="""drag: where to, or from where to where: a target's number, 12@10,20 (a point in it), 10,20 or 50%,50% (in
the one that is dragged), +30,-10 (so far). The others with a mouse: a point in the target. mark: the text, all
of it without one. scroll: down, up, left, right, bottom or top in the target. press: keys, one after the other. dialog
(of the page, 0): accept, dismiss or the words for a prompt, with which its next question is answered.""",
    group="Links",
    line=False,
)
declare(
    "form submit",
    "Send the form the cursor is in, or that of the field or button given.",
    FIELD,
    flags=(NEW_TAB, BACKGROUND),
    group="Forms",
    aliases=("submit",),
    counts="target",
    line=True,
)
declare(
    "form reset",
    "Put back what the page had in the form.",
    FIELD,
    group="Forms",
    counts="target",
    line=True,
)
declare(
    "form show",
    "Show what the form would send, and where.",
    FIELD,
    group="Forms",
    counts="target",
    line=True,
)
for _name, _help, _group in (
    ("visits", "Choose a page from the tab's own history.", "Tabs"),
    ("outline", "Choose a heading or region from the page's outline.", "Moving"),
):
    declare(_name, _help, group=_group, line=True)
declare("tabs", "Choose a tab from a list.", group="Tabs", aliases=("buffers", "ls"), line=True)
declare(
    "macro record",
    "Record the keys that follow under a letter; once more to end.",
    Argument("register", "text", "A letter; asked for when left out.", optional=True),
    group="Keys and command line",
)
declare(
    "macro run",
    "Type the keys that were recorded.",
    Argument("register", "text", "A letter, @ for the last; asked for when left out.", optional=True),
    group="Keys and command line",
    counts=TIMES,
)
declare("keys explain", "Say what the keys do that are pressed next.", group="Keys and command line")
declare("repeat", "Do the last command again.", group="Keys and command line", aliases=(".",), counts=TIMES)
declare(
    "restart",
    "End lightterm and start it anew, with the tabs as they are.",
    group="Session",
    detail="Settings changed for this run only are gone, and so are passwords that were typed; drafts are kept.",
    line=True,
)
declare("suspend", "Stop lightterm and give the terminal to the shell; fg brings it back.", group="Session")

declare(
    "mcp",
    "Serve agents in this lightterm, over MCP: begin, end, or say how they reach it.",
    Argument("action", "text", "What to do, or the name to attach to.", ("on", "off", "status"), optional=True),
    Argument("name", "text", "The name to attach to; the number of the process without one.", optional=True),
    group="Agents",
)
declare(
    "agents",
    "Be with agents as you like: watch them, share (they work behind your tab), pause them; or show their log.",
    Argument("what", "choice", "The mode, or log to show or hide what they do.", ("log", "watch", "shared", "paused"),
             optional=True),
    Argument("delay", "text", "Seconds before each action of an agent, to look at its target.", optional=True),
    detail="`take` has them wait, `give` lets them go on, `undo` takes back what one did; `deeds` is the journal.",
    group="Agents",
)  # fmt: skip
declare(
    "agents grant",
    "Let agents send files from a folder, or save files in one, for this run; without one, say which they may use.",
    Argument("what", "choice", "Files to send, or files to save.", ("uploads", "downloads")),
    Argument("folder", "path", "The folder; none takes it back.", optional=True, rest=True),
    group="Agents",
)
declare("take", "Take control: what agents call waits.", group="Agents")
declare(
    "give",
    "Let agents go on, also one that waits for what you were to do in a page.",
    Argument("done", "choice", "no: what it waits for will not be done.", ("yes", "no"), optional=True),
    group="Agents",
)
declare(
    "undo",
    "Undo what an agent did last: a page gone to, a tab opened, fields filled in.",
    group="Agents",
    detail="A tab that you closed comes back by `tab undo`, what you typed into a field by `field undo`.",
)
