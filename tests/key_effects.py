"""What the commands that keys run have done, as far as one look before and one after can tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.tui.app import Browser


@dataclass(frozen=True, slots=True)
class Seen:
    """What a command may change."""

    mode: str
    tabs: int
    tab: int
    tab_key: int
    visit: int
    url: str
    first: int
    left: int
    caret: tuple[int, int]
    target: int
    panes: int
    line: str
    cursor: int
    entry: str
    at: int
    said: str
    hinted: str
    answers: tuple[str, ...]
    listed: bool


def seen(app: Browser, answers: list[str]) -> Seen:
    """How things stand."""
    view, tab, entry = app.view, app.tabs.active, app.fields.entry
    return Seen(
        mode=app.mode,
        tabs=len(app.tabs),
        tab=app.tabs.index,
        tab_key=tab.key,
        visit=tab.index,
        url=tab.visit.url if tab.visit is not None else "",
        first=view.first,
        left=view.left,
        caret=view.caret.at,
        target=view.target or 0,
        panes=len(app.panes),
        line=app.command_line.value,
        cursor=app.command_line.cursor_position,
        entry=entry.value if entry is not None else "",
        at=entry.cursor_position if entry is not None else 0,
        said=" ".join(app.said),
        hinted=app.hints.typed,
        answers=tuple(answers),
        listed=bool(app.choices.display),
    )


CARET = ("caret", "visual")
ON_NONE = "the cursor is on no link"


def _own_page(before: Seen, after: Seen) -> bool:
    return after.url.startswith("about:") and after.url != before.url


_EFFECTS: dict[str, Callable[[Seen, Seen], bool]] = {
    r"scroll (page-|half-)?down( 2)?": lambda a, b: b.first > a.first,
    r"scroll (page-|half-)?up( 2)?": lambda a, b: b.first < a.first,
    r"scroll (page-)?left": lambda a, b: b.left < a.left,
    r"scroll (page-)?right": lambda a, b: b.left > a.left,
    r"scroll to top": lambda a, b: b.first == 0,
    r"scroll to bottom": lambda a, b: b.first > a.first,
    r"caret (down|half-down|page-down|bottom|paragraph-(after|next))": lambda a, b: b.caret[0] > a.caret[0],
    r"caret (up|half-up|page-up|top|paragraph-(back|before))": lambda a, b: b.caret[0] < a.caret[0],
    r"caret (right|line-end|(big-)?word(-end|-after)?|sentence-(next|after))": lambda a, b: b.caret > a.caret,
    r"caret (left|(big-)?word-(back|before)|line-start|sentence-back)": lambda a, b: b.caret < a.caret,
    r"target (next|down|right|line-last)( --screens)?": lambda a, b: b.target > a.target,
    r"target (previous|left|line-first)( --screens)?": lambda a, b: b.target < a.target,
    r"target up": lambda a, b: b.target < a.target or "there is no link above" in b.said,
    r"target first": lambda a, b: b.target == 1,
    r"target last": lambda a, b: b.target > 11,
    r"follow": lambda a, b: (
        (b.url.endswith("/two") and b.visit == a.visit + 1) or (a.mode in CARET and ON_NONE in b.said)
    ),
    r"follow --tab|back --tab|forward --tab|tab (new|clone)": lambda a, b: b.tabs == a.tabs + 1,
    r"back|back --drop": lambda a, b: b.url.endswith("/n1") and b.tabs == a.tabs,
    r"forward|forward --drop": lambda a, b: b.url.endswith("/n2") and b.tabs == a.tabs,
    r"tab close( --force)?": lambda a, b: b.tabs == a.tabs - 1,
    r"tab next|tab last|tab select 3": lambda a, b: b.tab == 2 and b.tab_key != a.tab_key,
    r"tab previous|tab first|tab select 1": lambda a, b: b.tab == 0 and b.tab_key != a.tab_key,
    r"tab move right": lambda a, b: b.tab == 2 and b.tab_key == a.tab_key,
    r"tab move (left|first)": lambda a, b: b.tab == 0 and b.tab_key == a.tab_key,
    r"pane (below|beside)": lambda a, b: b.panes == a.panes + 1,
    r"prompt": lambda a, b: b.mode == "command" and b.line == ":",
    r"prompt open( --tab)? \{url\}": lambda a, b: b.mode == "command" and b.line.endswith(a.url.split("//")[1]),
    r"prompt open( --tab)? \{link\}": lambda a, b: b.mode == "command" and b.line.endswith("/two"),
    r"search": lambda a, b: b.mode == "command" and b.line == "/",
    r"search --backward": lambda a, b: b.mode == "command" and b.line == "?",
    r"(history|bookmarks|quickmarks|reading-list|sessions|downloads|cookies|messages|marks)": _own_page,
    r"(links|media|info|settings|keys|help)": _own_page,
    r"source": lambda a, b: b.url == f"view-source:{a.url}",
    r"hint focus .*--first": lambda a, b: b.mode == "insert",
    r"hint (follow|yank|download|info|focus|edit-address|read-later).*": lambda a, b: (
        b.mode == "hint" or "in sight" in b.said
    ),
    r"mode passthrough": lambda a, b: b.mode == "passthrough",
    r"mode caret": lambda a, b: b.mode == "caret",
    r"mode insert": lambda a, b: b.mode == "insert" or "in sight" in b.said,
    r"mode normal": lambda a, b: b.mode == "normal",
    r"yank.*": lambda a, b: "copied" in b.said or "no selection" in b.said or (a.mode in CARET and ON_NONE in b.said),
    r"select (all|block|characters|lines|link|paragraph|sentence|word)": lambda a, b: (
        b.mode == "visual" or (a.mode == "visual" and b.mode == "caret")  # the same once more ends it
    ),
    r"hint mode (cancel|accept)": lambda a, b: b.mode == "normal",
    r"hint mode erase": lambda a, b: len(b.hinted) < len(a.hinted),
    r"answer yes": lambda a, b: b.answers == ("yes",),
    r"answer (no|default)": lambda a, b: b.answers == ("no",),
    r"entry (cancel|leave)": lambda a, b: b.mode == "normal",
    r"entry (left|word-left|start)": lambda a, b: b.at + b.cursor < a.at + a.cursor,
    r"entry (right|word-right|end)": lambda a, b: b.at + b.cursor > a.at + a.cursor,
    r"entry delete-(left|right|to-end|to-start|word-left|word-right)": lambda a, b: (
        len(b.entry + b.line) < len(a.entry + a.line)
    ),
    r"reload( --fresh)?|toggle --reload .*": lambda a, b: b.url == a.url and b.visit == a.visit,
    r"palette|menu|tabs|visits|outline|match list": lambda a, b: b.mode != a.mode or b.listed,
}
EFFECTS = [(re.compile(line), check) for line, check in _EFFECTS.items()]


def done(line: str, before: Seen, after: Seen) -> bool | None:
    """Whether a command line has done what it says; None where nothing is known of it here."""
    check = next((check for pattern, check in EFFECTS if pattern.fullmatch(line)), None)
    return None if check is None else check(before, after)
