"""Tabs, and the way of pages in each: back and forward, loading again, stopping."""

from __future__ import annotations

from lightterm.commands.navigate import address_of
from lightterm.commands.registry import COMMANDS, TIMES, Argument, Flag, Invocation
from lightterm.commands.view_verbs import BACKGROUND, NEW_TAB
from lightterm.errors import ValidationFailed
from lightterm.numerals import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.session.tab import Tab

TAB = Argument("number", "int", "Its number, from 1; without one, this tab.", optional=True)


DROP = Flag("drop", "d", "Drop the page that is left; where it is the only one, close the tab.")


@COMMANDS.register(
    "back",
    "Go back to the page before, where it was left.",
    flags=(NEW_TAB, BACKGROUND, DROP),
    group="Opening",
    counts=TIMES,
)
def back(front: Front, call: Invocation) -> None:
    (_drop if call.has("drop") else _move)(front, call, -call.times)


@COMMANDS.register("forward", "Go forward again.", flags=(NEW_TAB, BACKGROUND, DROP), group="Opening", counts=TIMES)
def forward(front: Front, call: Invocation) -> None:
    (_drop if call.has("drop") else _move)(front, call, call.times)


def _drop(front: Front, call: Invocation, by: int) -> None:
    """Go back or forward, the other way where there is nothing, and drop the pages that are left."""
    tab = front.tabs.active
    if len(tab.visits) < 2:
        _close(front, tab, False)
        return
    left = tab.index
    front.move(by if 0 <= left + (1 if by > 0 else -1) < len(tab.visits) else 1 if by < 0 else -1)
    if tab.index < left:
        del tab.visits[tab.index + 1 : left + 1]
    else:
        del tab.visits[left : tab.index]
        tab.index = left
    front.tabs_changed()


def _move(front: Front, call: Invocation, by: int) -> None:
    tab = front.tabs.active
    to = min(max(tab.index + by, 0), len(tab.visits) - 1)
    if not tab.visits or to == tab.index:
        raise ValidationFailed(f"there is no page to go {'back' if by < 0 else 'forward'} to", actions=())
    if call.has("tab") or call.has("background"):
        front.clone_tab(background=call.has("background"), move=by)
    else:
        front.move(by)


@COMMANDS.register(
    "parent",
    "Go to the page that this one was opened from: back, or where a tab begins to the tab it came from.",
    group="Opening",
)
def parent(front: Front, call: Invocation) -> None:
    tab = front.tabs.active
    opener = front.tabs.find(tab.opener)
    if tab.index > 0 or opener is None:
        _move(front, call, -1)
    else:
        front.select_tab(list(front.tabs).index(opener))


@COMMANDS.register(
    "reload",
    "Load the page again, keeping the place.",
    flags=(Flag("fresh", "f", "Ask the server whatever the cache holds."), Flag("all", "a", "Every tab.")),
    group="Opening",
    aliases=("refresh",),
)
def reload(front: Front, call: Invocation) -> None:
    tabs = list(front.tabs) if call.has("all") else [front.tabs.active]
    for tab in tabs:
        front.reload(tab, fresh=call.has("fresh"))


@COMMANDS.register("stop", "Stop loading; what came stays.", group="Opening")
def stop(front: Front, call: Invocation) -> None:
    if not front.stop(front.tabs.active) and call.count is None:  # else the key took back the number that was typed
        raise ValidationFailed("nothing is being loaded", actions=())


def tab_of(front: Front, call: Invocation) -> Tab:
    """The tab a command means: the one of the number given, else the one shown. Raises ValidationFailed."""
    number = call.number("number")
    if number is None:
        return front.tabs.active
    if not 1 <= number <= len(front.tabs):
        raise ValidationFailed(f"there is no tab {number}: they go from 1 to {len(front.tabs)}", actions=())
    return front.tabs[number - 1]


@COMMANDS.register(
    "tab new",
    "Open a tab, with an address or the home page.",
    Argument("address", "url", "An address, a file or a quick search.", optional=True, rest=True, expand=True),
    flags=(BACKGROUND,),
    group="Tabs",
    aliases=("tabnew", "tabe"),
)
def new(front: Front, call: Invocation) -> None:
    settings = front.session.settings
    address = address_of(call.text("address") or settings.open.home, settings)
    front.open(address, "background" if call.has("background") else "tab")


@COMMANDS.register(
    "tab close",
    "Close the tab; the last one leaves the home page.",
    TAB,
    flags=(Flag("force", "f", "Also when it is pinned."),),
    group="Tabs",
    aliases=("bd", "tabc"),
    counts="number",
)
def close(front: Front, call: Invocation) -> None:
    _close(front, tab_of(front, call), call.has("force"))


def _close(front: Front, tab: Tab, force: bool) -> None:
    if tab.pinned and not force:
        raise ValidationFailed("the tab is pinned: tab close -f closes it, tab pin lets it go", actions=())
    front.close_tab(tab)


@COMMANDS.register("tab undo", "Open the tab that was closed last, with its history.", group="Tabs", counts=TIMES)
def undo(front: Front, call: Invocation) -> None:
    front.keep_place()
    unused = [tab for tab in front.tabs if tab.unused]
    for _ in range(call.times):
        if front.tabs.undo_close() is None:
            raise ValidationFailed("no closed tab is left", actions=())
    front.show_visit()
    for tab in unused:
        front.close_tab(tab)


def _have_several(front: Front) -> None:
    if len(front.tabs) < 2:
        raise ValidationFailed("there is only one tab", actions=())


@COMMANDS.register("tab next", "Go to the next tab.", group="Tabs", aliases=("tabn",), counts=TIMES)
def following(front: Front, call: Invocation) -> None:
    _have_several(front)
    front.select_tab(front.tabs.index + call.times)


@COMMANDS.register("tab previous", "Go to the tab before.", group="Tabs", aliases=("tabp",), counts=TIMES)
def previous(front: Front, call: Invocation) -> None:
    _have_several(front)
    front.select_tab(front.tabs.index - call.times)


@COMMANDS.register("tab first", "Go to the first tab.", group="Tabs")
def first(front: Front, call: Invocation) -> None:
    front.select_tab(0)


@COMMANDS.register("tab last", "Go to the last tab.", group="Tabs")
def last(front: Front, call: Invocation) -> None:
    front.select_tab(len(front.tabs) - 1)


@COMMANDS.register("tab recent", "Go to the tab that was in front before this one.", group="Tabs")
def recent(front: Front, call: Invocation) -> None:
    tab = front.tabs.previous
    if tab is None:
        raise ValidationFailed("there is no other tab", actions=())
    front.select_tab(list(front.tabs).index(tab))


@COMMANDS.register(
    "tab select",
    "Go to a tab by its number, or by a part of its title or address.",
    Argument("tab", "tab", "Number or text.", rest=True),
    group="Tabs",
    aliases=("buffer",),
    counts="tab",
)
def select(front: Front, call: Invocation) -> None:
    wanted = call.text("tab").strip()
    if 1 <= (number := whole_number(wanted)) <= len(front.tabs):
        front.select_tab(number - 1)
        return
    folded = wanted.casefold()
    is_number = wanted.isdecimal() and len(wanted) <= 2  # a key's: it would go to any tab with a 5 in its address
    for at, tab in enumerate(() if is_number else front.tabs):
        visit = tab.visit
        if visit is not None and (folded in tab.title.casefold() or folded in visit.url.casefold()):
            front.select_tab(at)
            return
    if wanted.isdecimal():
        raise ValidationFailed(f"there is no tab {wanted[:12]}: they go from 1 to {len(front.tabs)}", actions=())
    from lightterm.settings_keys import did_you_mean

    words = tuple({word for tab in front.tabs for word in tab.title.split()})
    near = did_you_mean(wanted, words) or "; tabs lists them"
    raise ValidationFailed(f"no tab has {wanted!r} in its title or address{near}", actions=())


@COMMANDS.register(
    "tab move",
    "Move the tab to another place among the tabs.",
    Argument("to", "place", "Its new number, or a word.", ("left", "right", "first", "last")),
    group="Tabs",
    counts="to",
)
def move(front: Front, call: Invocation) -> None:
    to = call.text("to")
    _have_several(front)
    here, count = front.tabs.index, len(front.tabs)
    places = {"left": here - 1, "right": here + 1, "first": 0, "last": count - 1}
    if to.endswith("%"):
        raise ValidationFailed(f"{to} is no place among tabs: give a number", actions=())
    front.tabs.move(front.tabs.active, places[to] if to in places else int(to) - 1)
    front.tabs_changed()


@COMMANDS.register(
    "tab pin",
    "Keep the tab from being closed by mistake, or let it go again.",
    TAB,
    group="Tabs",
    counts="number",
)
def pin(front: Front, call: Invocation) -> None:
    tab = tab_of(front, call)
    front.tabs.pin(tab, not tab.pinned)
    front.tabs_changed()
    front.say("pinned: the tab stays open, at the left" if tab.pinned else "the tab is let go")


@COMMANDS.register("tab clone", "Open this page once more, with its history.", flags=(BACKGROUND,), group="Tabs")
def clone(front: Front, call: Invocation) -> None:
    front.clone_tab(background=call.has("background"))


@COMMANDS.register(
    "tab only",
    "Close all other tabs but the pinned ones.",
    flags=(Flag("left", "l", "Those to the left."), Flag("right", "r", "Those to the right.")),
    group="Tabs",
    aliases=("tabonly",),
)
def only(front: Front, call: Invocation) -> None:
    here = front.tabs.index
    left, right = call.has("left"), call.has("right")
    for at, tab in list(enumerate(front.tabs)):
        side = (at < here and (left or not right)) or (at > here and (right or not left))
        if side and not tab.pinned:
            front.close_tab(tab)
