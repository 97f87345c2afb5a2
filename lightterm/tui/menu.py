"""The menu of what can be done with a link, a field, a picture, the selection or the page: a list beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.strip import Strip

from lightterm.document.cells import width
from lightterm.errors import ValidationFailed
from lightterm.records import Record
from lightterm.tui.verbs import verb
from lightterm.tui.wheel import Wheeled

if TYPE_CHECKING:
    from textual import events
    from textual.geometry import Region

    from lightterm.commands.registry import Invocation
    from lightterm.document.model import Target
    from lightterm.tui.app import Browser


class Entry(Record):
    """One line of the menu, and the command line it runs."""

    text: str
    line: str


class Menu(Wheeled):
    """Hidden until it is opened."""

    DEFAULT_CSS = "Menu { display: none; layer: above; position: absolute; width: 20; height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()
        self._marked = 0
        self._first = 0

    @property
    def browser(self) -> Browser:
        """The app."""
        return cast("Browser", self.app)

    def open(self, entries: tuple[Entry, ...], x: int, y: int) -> None:
        """Show the entries beside a cell of the screen."""
        self._entries, self._marked, self._first = entries, 0, 0
        room = self.app.size
        wide = min(room.width, max(width(entry.text) for entry in entries) + 2)
        high = min(len(entries), max(1, room.height - 2))
        below = y + 1 + high <= room.height - 1
        self.styles.width, self.styles.height = wide, high
        self.styles.offset = (
            max(0, min(x, room.width - wide)),
            y + 1 if below else max(0, min(y, room.height - 1) - high),
        )
        self.display = True
        self.browser.enter("prompt")
        self.refresh(layout=True)

    def close(self) -> None:
        """Hide the menu."""
        self.display = False
        self.browser.keyboard.come_back()

    # --- keys: what a question takes, a menu takes

    def answer(self, action: str) -> None:
        """Do what the verb `answer` says."""
        if action in ("next", "previous"):
            self._mark(self._marked + (1 if action == "next" else -1))
        elif action in ("cancel", "no"):
            self.close()
        else:
            self._run(self._marked)

    def sidestep(self, key: str) -> bool:
        """Leave with Left and choose with Right where the keys are those of lynx; whether it was such a key."""
        if key not in ("left", "right") or self.browser.keymap.cursor != "link":
            return False
        self.answer("cancel" if key == "left" else "default")
        return True

    def take(self, event: events.Key) -> None:
        """Take a key that is bound to nothing: the next entry that begins with its letter is marked."""
        letter = (event.character or "").casefold()
        order = [(self._marked + 1 + i) % len(self._entries) for i in range(len(self._entries))]
        found = [i for i in order if letter and self._entries[i].text.casefold().startswith(letter)]
        if found:
            self._mark(found[0])

    def do(self, action: str) -> None:
        """Do an action of the verb `entry`."""
        self.answer("default" if action == "accept" else action)

    def _mark(self, index: int) -> None:
        self._marked = index % len(self._entries)
        high = max(1, self.size.height)
        self._first = max(min(self._first, self._marked), self._marked - high + 1)
        self.refresh()

    def _run(self, index: int) -> None:
        line = self._entries[index].line
        self.close()
        self.browser.run_line(line)

    # --- painting and the mouse

    def render_lines(self, crop: Region) -> list[Strip]:
        palette = self.browser.palette
        strips = []
        for y in range(crop.y, crop.bottom):
            index = self._first + y
            style = palette.base + (palette.list_current if index == self._marked else palette.list)
            text = f" {self._entries[index].text}" if index < len(self._entries) else ""
            strips.append(Strip([Segment(text, style)]).crop_extend(0, self.size.width, style).crop(crop.x, crop.right))
        return strips

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if 0 <= self._first + event.y < len(self._entries):
            self._mark(self._first + event.y)

    def wheel(self, by: int) -> None:
        """Show entries that have no room."""
        self._mark(max(0, min(self._marked + by, len(self._entries) - 1)))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if 0 <= self._first + event.y < len(self._entries):
            self._run(self._first + event.y)


def entries(app: Browser, target: Target | None, picture: int = -1) -> tuple[Entry, ...]:
    """What can be done here: with the selection, the picture of an index (-1: none), the target, the page."""
    found: list[Entry] = []
    if app.view.selection:
        found += [
            Entry("Copy the selection", "yank selection"),
            Entry("Search the web for it", "web {selection}"),
        ]
    if target is not None:
        found += _of_target(target)
    if picture >= 0 and app.view.document.media[picture].url:
        found += [
            Entry("Show the picture alone", "image show --clicked"),
            Entry("Save the picture…", "image save --clicked"),
            Entry("Open the picture in another program", "image external --clicked"),
        ]
    if len(found) > 3:
        return tuple(found)
    return (
        *found,
        Entry("Back", "back"),
        Entry("Forward", "forward"),
        Entry("Reload", "reload"),
        Entry("Copy the page's address", "yank url"),
        Entry("Save the page…", "save"),
        Entry("Show the source", "source"),
        Entry("About this page", "info"),
        Entry("Open in another browser", "external"),
        Entry("Add to the bookmarks", "bookmark add"),
        Entry("New tab", "tab new"),
        Entry("All commands…", "palette"),
    )


def _of_target(target: Target) -> list[Entry]:
    n = target.number
    if target.kind == "link":
        return [
            Entry("Open", f"follow {n}"),
            Entry("Open in a new tab", f"follow --tab {n}"),
            Entry("Open in a tab behind", f"follow --background {n}"),
            Entry("Copy the address", f"yank --target {n} link"),
            Entry("Copy the text", f"yank --target {n} link-text"),
            Entry("Copy as Markdown", f"yank --target {n} link-markdown"),
            Entry("Download", f"download link {n}"),
            Entry("Show where it leads", f"peek {n}"),
            Entry("Open in another browser", f"external --target {n}"),
        ]
    if target.kind == "disclosure":
        return [Entry("Open or close", f"details toggle {n}")]
    if target.kind == "button" and target.field is None:
        return [Entry("Press", f"follow {n}")]
    if target.kind == "button":
        return [Entry("Press", f"follow {n}"), Entry("Show what would be sent", f"form show {n}")]
    return [
        Entry("Edit", f"field edit {n}"),
        Entry("Empty", f"field clear {n}"),
        Entry("Send the form", f"form submit {n}"),
        Entry("Reset the form", f"form reset {n}"),
    ]


def open_tab_menu(app: Browser, at: int, x: int, y: int) -> None:
    """Open the menu of a tab, counted from 0, beside a cell of the screen."""
    n, pinned = at + 1, app.tabs[at].pinned
    found = [
        Entry("Go to it", f"tab select {n}"),
        Entry("Close", f"tab close{' --force' if pinned else ''} {n}"),
        Entry("Close the others", f"tab select {n} ;; tab only"),
        Entry("Let it go" if pinned else "Keep it from being closed", f"tab pin {n}"),
        Entry("Open it once more", f"tab select {n} ;; tab clone"),
        Entry("Reload", f"tab select {n} ;; reload"),
        Entry("New tab", "tab new"),
    ]
    if app.tabs.closed:
        found.append(Entry("Open the tab closed last", "tab undo"))
    app.menu.open(tuple(found), x, y)


def open_menu(app: Browser, number: int, x: int, y: int, picture: int = -1) -> None:
    """Open the menu of a target (0: the page), and of a picture, beside a cell of the screen."""
    app.menu.open(entries(app, app.view.document.targets[number] if number else None, picture), x, y)


@verb("menu")
def menu(app: Browser, call: Invocation) -> None:
    from lightterm.tui.verbs_links import target_numbered

    view = app.view
    number = call.number("target") or view.target
    if number:
        target_numbered(app, number)
    line = view.flow.line_of_target(number) if number else None
    if line is None and number:
        raise ValidationFailed(f"[{number}] is nowhere to be seen", actions=())
    x = y = 0
    if line is not None:
        view.choose(number)
        start = next(s.start for s in view.flow.spans(line) if s.target == number)
        x, y = width(view.flow.text(line)[:start]) - view.left, line - view.first
    elif view.caret.shown:
        x, y = view.caret.cell - view.left, view.caret.at[0] - view.first
    origin = view.region.offset
    open_menu(app, number, max(0, x) + origin.x, y + origin.y)
