"""The verbs of tabs, forms, downloads and the program that every front end does itself."""

from __future__ import annotations

from lightterm.commands.registry import COMMANDS, TIMES, Argument, Flag
from lightterm.commands.view_verbs import BACKGROUND, NEW_TAB, TARGET

declare = COMMANDS.declare

FIELD = Argument("target", "target", "Its number; without one, the field the cursor is on.", optional=True)
TAB = Argument("number", "int", "Its number, from 1; without one, this tab.", optional=True)

declare(
    "back",
    "Go back to the page before, where it was left.",
    flags=(NEW_TAB, BACKGROUND),
    group="Opening",
    counts=TIMES,
    line=True,
)
declare(
    "forward",
    "Go forward again.",
    flags=(NEW_TAB, BACKGROUND),
    group="Opening",
    counts=TIMES,
    line=True,
)
declare(
    "reload",
    "Load the page again, keeping the place.",
    flags=(Flag("fresh", "f", "Ask the server whatever the cache holds."), Flag("all", "a", "Every tab.")),
    group="Opening",
    aliases=("refresh",),
    line=True,
)
declare("stop", "Stop loading; what came stays.", group="Opening", line=True)
declare(
    "tab new",
    "Open a tab, with an address or the home page.",
    Argument("address", "url", "An address, a file or a quick search.", optional=True, rest=True, expand=True),
    flags=(BACKGROUND, Flag("related", "r", "Next to this tab.")),
    group="Tabs",
    aliases=("tabnew", "tabe"),
    line=True,
)
declare(
    "tab close",
    "Close the tab; the last one leaves the home page.",
    TAB,
    flags=(Flag("force", "f", "Also when it is pinned."),),
    group="Tabs",
    aliases=("bd", "tabc"),
    counts="number",
    line=True,
)
declare("tab undo", "Open the tab that was closed last, with its history.", group="Tabs", counts=TIMES, line=True)
declare("tab next", "Go to the next tab.", group="Tabs", aliases=("tabn",), counts=TIMES, line=True)
declare("tab previous", "Go to the tab before.", group="Tabs", aliases=("tabp",), counts=TIMES, line=True)
declare("tab first", "Go to the first tab.", group="Tabs")
declare("tab last", "Go to the last tab.", group="Tabs")
declare("tab recent", "Go to the tab that was in front before this one.", group="Tabs", line=True)
declare(
    "tab select",
    "Go to a tab by its number, or by a part of its title or address.",
    Argument("tab", "tab", "Number or text.", rest=True),
    group="Tabs",
    aliases=("buffer",),
    counts="tab",
    line=True,
)
declare(
    "tab move",
    "Move the tab to another place among the tabs.",
    Argument("to", "place", "Its new number, or a word.", ("left", "right", "first", "last")),
    group="Tabs",
    counts="to",
    line=True,
)
declare("tab pin", "Keep the tab from being closed by mistake, or let it go again.", TAB, group="Tabs", counts="number")
declare("tab clone", "Open this page once more, with its history.", flags=(BACKGROUND,), group="Tabs")
declare(
    "tab only",
    "Close all other tabs but the pinned ones.",
    flags=(Flag("left", "l", "Those to the left."), Flag("right", "r", "Those to the right.")),
    group="Tabs",
    line=True,
)
declare(
    "field",
    "Act on a field of a form.",
    Argument("action", "choice", "What to do.", ("edit", "editor", "clear", "toggle", "choose", "reset")),
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
declare(
    "download",
    "Download a link, an address or this page, in the background.",
    Argument("address", "url", "An address; without one, this page.", optional=True, expand=True),
    flags=(
        Flag("target", "n", "The link of this number.", "target"),
        Flag("as", "o", "The file or folder to save to.", "path"),
        Flag("ask", "a", "Ask for the file's name."),
    ),
    group="Saving and other programs",
    counts="target",
    line=True,
)
declare(
    "download link",
    "Download the link the cursor is on.",
    TARGET,
    flags=(Flag("ask", "a", "Ask for the file's name."),),
    group="Saving and other programs",
    counts="target",
)
for _name, _help in (
    ("cancel", "Stop a download; what came stays as a .part file."),
    ("resume", "Go on with a download that stopped."),
    ("open", "Open a finished download with its program."),
    ("clear", "Take finished downloads off the list."),
):
    declare(
        f"download {_name}",
        _help,
        Argument("number", "int", "Its number on the list; without one, the last.", optional=True),
        group="Saving and other programs",
        counts="number",
        line=True,
    )
for _name, _help, _group in (
    ("tabs", "Choose a tab from a list.", "Tabs"),
    ("visits", "Choose a page from the tab's own history.", "Tabs"),
    ("outline", "Choose a heading from the page's outline.", "Moving"),
    ("downloads", "Show the downloads.", "Saving and other programs"),
    ("messages", "Show what was told in this session.", "Session"),
):
    declare(_name, _help, group=_group, line=True)
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
declare("repeat", "Do the last command again.", group="Keys and command line", aliases=(".",), counts=TIMES)
declare("suspend", "Stop lightterm and give the terminal to the shell; fg brings it back.", group="Session")
