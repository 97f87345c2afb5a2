"""The verbs of reading that every front end does itself: moving, links, searching, selecting, the look of a page."""

from __future__ import annotations

from lightterm.commands.registry import COMMANDS, TIMES, Argument, Flag
from lightterm.document.elements import ELEMENTS


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MOTIONS = _words(
    "left right up down word word-end word-after word-back word-before big-word big-word-end big-word-back "
    "line-start line-text line-end sentence-next sentence-back sentence-after paragraph-next paragraph-back "
    "paragraph-after paragraph-before top bottom "
    "screen-top screen-middle screen-bottom screen-left screen-center screen-right column "
    "page-down page-up half-down half-up match-bracket"
)
KINDS = ("link", "field", "button", "disclosure", "image", "heading")
NEW_TAB = Flag("tab", "t", "In a new tab.")
BACKGROUND = Flag("background", "b", "In a new tab behind this one.")
IN_PANE = Flag("pane", "p", "In the other pane, a second one where there is none.")
KIND = Flag("kind", "k", "Only targets of this kind.", "choice", KINDS)
TARGET = Argument("target", "target", "Its number; without one, the target the cursor is on.", optional=True)

declare = COMMANDS.declare

declare(
    "scroll",
    "Scroll the page, by lines, cells or screens.",
    Argument(
        "direction",
        "choice",
        "Where to.",
        _words("down up left right page-down page-up half-down half-up page-left page-right"),
    ),
    Argument("amount", "int", "How many at once; a count multiplies it.", optional=True),
    group="Moving",
    counts=TIMES,
    line=True,
)
declare(
    "scroll to",
    "Go to a line, a percentage, the top, the middle or the bottom of the page.",
    Argument("where", "place", "A line from 1, N%, or a word.", ("top", "middle", "bottom", "left", "right")),
    group="Moving",
    aliases=("goto",),
    counts="where",
    line=True,
)
declare(
    "scroll percent",
    "Go to the given percentage of the page.",
    Argument("percent", "int", "From 0 to 100."),
    group="Moving",
    counts="percent",
    line=True,
)
declare(
    "scroll screen",
    "Go to a screen of the page by its number, as many as paging down shows.",
    Argument("number", "int", "From 1."),
    group="Moving",
    counts="number",
    line=True,
)
declare(
    "scroll align",
    "Scroll so that the current line stands at the top, in the middle or at the bottom of the screen.",
    Argument("where", "choice", "Where it is to stand.", ("top", "center", "bottom", "left", "column", "cycle")),
    group="Moving",
    aliases=("center",),
    detail="`cycle` does one after the other: the middle, the top, the bottom.",
)
declare(
    "caret",
    "Move the caret, and with it the selection while something is being selected.",
    Argument("motion", "choice", "How it moves.", MOTIONS),
    group="Moving",
    detail="`column` goes to the cell of the count, from 1; without one to the beginning of the line.",
    counts=TIMES,
)
declare(
    "caret to",
    "Put the caret on a line of the page, from 1.",
    Argument("line", "int", "The line."),
    group="Moving",
    counts="line",
)
declare(
    "heading",
    "Go to another heading, or post of a thread.",
    Argument("which", "choice", "Which one.", ("next", "previous", "first", "last", "parent")),
    group="Moving",
    counts=TIMES,
    line=True,
)
declare(
    "element",
    "Go to the next link, field, button, heading (of a level), table, list or quotation, or to the one before.",
    Argument("which", "choice", "Which one.", ("next", "previous", "first", "last")),
    Argument("kind", "choice", "Of what.", ELEMENTS),
    group="Moving",
    counts=TIMES,
    line=True,
)
declare("where", "Say where on the page this is: its headings, region and line.", group="Moving", line=True)
declare(
    "page",
    "Go to a page of a PDF: the next or previous one, or one by its number.",
    Argument("which", "text", "next, previous, or a number."),
    group="Moving",
    counts=TIMES,
)
declare(
    "landmark",
    "Go to another region of the page, or to its main one.",
    Argument("which", "choice", "Which one.", ("next", "previous", "main", "navigation", "search", "footer")),
    group="Moving",
    counts=TIMES,
    line=True,
)
declare(
    "frame",
    "Go to another frame of the page, open one, or go back to the page that holds it.",
    Argument("which", "choice", "Which one.", ("next", "previous", "open", "parent")),
    group="Moving",
    detail="`frame open` opens the frame the cursor is on, else the page's only one, else one chosen from a list.",
    counts=TIMES,
    line=True,
)
declare(
    "target",
    "Put the cursor on another link, field or button.",
    Argument(
        "which",
        "choice",
        "Which one.",
        _words("next previous first last line-first line-last up down left right"),
    ),
    flags=(KIND, Flag("screens", "s", "Scroll by screens where no other one is in sight, as lynx does.")),
    group="Links",
    counts=TIMES,
)
declare(
    "target select",
    "Put the cursor on the target of a number, without following it.",
    Argument("target", "target", "Its number."),
    group="Links",
    counts="target",
)
declare(
    "target find",
    "Put the cursor on the next link whose text has these letters, as they are typed.",
    Argument("text", "text", "Letters of the link; asked for when left out.", optional=True, rest=True),
    flags=(Flag("follow", "f", "Follow it when only one is left."),),
    group="Links",
)
declare(
    "accesskey",
    "Follow, press or edit what the page gave a key of its own; without one list the keys there are.",
    Argument("key", "text", "The key.", optional=True),
    group="Links",
    aliases=("access-key",),
    line=True,
)
declare(
    "follow",
    "Follow a link, press a button, edit a field, open a disclosure.",
    TARGET,
    flags=(NEW_TAB, BACKGROUND, IN_PANE),
    group="Links",
    aliases=("click",),
    counts="target",
    line=True,
)
declare(
    "hint",
    "Put letters or numbers on the targets in sight, and act on the one typed.",
    Argument(
        "action",
        "choice",
        "What to do with it.",
        _words("follow yank yank-text yank-markdown download info focus edit-address image save-image read-later menu"),
        optional=True,
    ),
    flags=(
        NEW_TAB,
        BACKGROUND,
        IN_PANE,
        KIND,
        Flag("rapid", "r", "Go on with the next hint until Escape."),
        Flag("first", "f", "Take the first one at once."),
    ),
    group="Links",
)
declare(
    "hint mode",
    "While hints are shown: take the one that is marked, mark another, or change what is typed.",
    Argument("action", "choice", "What to do.", ("accept", "next", "previous", "erase", "cancel")),
    group="Links",
    modes=("hint",),
)
declare(
    "peek",
    "Show where a link leads, or the address of a picture, without going there.",
    TARGET,
    flags=(Flag("image", "i", "The picture's address."),),
    group="Links",
    counts="target",
    line=True,
)
declare(
    "menu",
    "Open the menu of what can be done with the target under the cursor, or with the page.",
    TARGET,
    group="Links",
    counts="target",
)
declare(
    "search",
    "Search the page; without a text, one is asked for.",
    Argument(
        "text",
        "search",
        "A word or regular expression, a text behind \\V; case matters with capitals or \\C.",
        optional=True,
        rest=True,
    ),
    flags=(
        Flag("backward", "b", "Towards the beginning."),
        Flag("regex", "r", "It is a regular expression."),
        Flag("plain", "p", "It is plain text."),
        Flag("case", "c", "Capitals and small letters differ."),
    ),
    group="Searching",
    aliases=("find",),
    line=True,
)
declare(
    "match",
    "Go to another place the search found.",
    Argument("which", "choice", "Which one.", ("next", "previous", "first", "last")),
    group="Searching",
    counts=TIMES,
    line=True,
)
declare(
    "match word",
    "Search for the word under the caret, or the first word of the link under the cursor.",
    flags=(Flag("backward", "b", "Towards the beginning."),),
    group="Searching",
    detail="Without a caret and a link it is the first word on the screen; `v` or `:mode caret` shows a caret.",
)
declare("match clear", "Stop showing what the search found.", group="Searching")
declare("match list", "List the lines the search found, to choose one.", group="Searching", line=True)
declare(
    "reader",
    "Show the page's main text alone, or the whole page again.",
    Argument("state", "choice", "Without it, the other one.", ("on", "off"), optional=True),
    group="Reading",
    line=True,
)
declare(
    "images",
    "Show pictures, only their texts, or load each when asked for.",
    Argument("state", "choice", "Without it, the next one.", ("on", "off", "demand"), optional=True),
    group="Reading",
)
declare(
    "image",
    "Load a picture, show it alone, animate it or save it.",
    Argument("action", "choice", "What to do.", ("load", "show", "animate", "save", "external")),
    TARGET,
    flags=(Flag("clicked", "c", "The one that was clicked last."),),
    group="Reading",
    counts="target",
)
declare(
    "details",
    "Open or close what can be unfolded.",
    Argument(
        "action", "choice", "What to do; without it, the other state.", ("open", "close", "toggle"), optional=True
    ),
    TARGET,
    flags=(Flag("all", "a", "Everything on the page."),),
    group="Reading",
    counts="target",
    line=True,
)
declare(
    "numbers",
    "Show the numbers of links and fields, or leave them out.",
    Argument("state", "choice", "Without it, the other one.", ("on", "off"), optional=True),
    group="Reading",
    line=True,
)
declare(
    "wrap",
    "Wrap long preformatted lines, or let them be shifted into sight.",
    Argument("state", "choice", "Without it, the other one.", ("on", "off"), optional=True),
    group="Reading",
)
declare(
    "width",
    "Set the longest line of text.",
    Argument("cells", "int", "In cells; 0 takes the screen's width."),
    group="Reading",
    counts="cells",
    line=True,
)
declare(
    "width by",
    "Make the longest line of text longer or shorter.",
    Argument("cells", "int", "How many cells more; fewer with a minus."),
    group="Reading",
    line=True,
)
declare(
    "encoding",
    "Read the page again as text of another charset.",
    Argument("charset", "charset", "Its name, as in windows-1252; without it, what was found.", optional=True),
    group="Reading",
    line=True,
)
declare("redraw", "Draw the screen anew.", group="Reading")
declare(
    "status",
    "Show the status line, or hide it.",
    Argument("state", "choice", "Without it, the other one.", ("on", "off"), optional=True),
    group="Reading",
)
declare(
    "select",
    "Begin to select text at the caret, by characters, lines or columns, or change the selection.",
    Argument(
        "what",
        "choice",
        "What to select.",
        _words("characters lines block word sentence paragraph link all none swap"),
        optional=True,
    ),
    group="Selecting and copying",
)
declare(
    "mode",
    "Change what keys do.",
    Argument("name", "choice", "The mode.", _words("normal caret visual insert passthrough")),
    group="Keys and command line",
)
declare(
    "cancel",
    "Leave the mode, drop what is half typed, the selection and the marks of a search.",
    group="Keys and command line",
)
declare(
    "entry",
    "Edit the line that is being typed.",
    Argument(
        "action",
        "choice",
        "What to do.",
        _words(
            "accept accept-tab keep keep-next leave cancel complete complete-back older newer editor start end left "
            "right word-left word-right delete-left delete-right delete-word-left delete-word-right delete-to-start "
            "delete-to-end paste next previous up down match-next match-previous word-here turn-case "
            "turn-regex edit recall"
        ),
    ),
    group="Keys and command line",
    modes=("command", "search", "insert", "prompt"),
)
declare(
    "answer",
    "Answer the question that is asked.",
    Argument("choice", "choice", "The answer.", ("yes", "no", "default", "next", "previous", "cancel")),
    group="Keys and command line",
    modes=("prompt",),
)
declare(
    "prompt",
    "Open the command line, with the beginning of a command in it.",
    Argument(
        "text", "command", "What stands in it; {url}, {title}, {link} ... are filled in.", optional=True, rest=True
    ),
    group="Keys and command line",
)
declare("palette", "Choose a command from a list, with its key and help.", group="Keys and command line")
