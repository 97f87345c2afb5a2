"""The status line: where one is, what is under the cursor, how far loads are, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from rich.text import Text
from textual.strip import Strip

from lightterm.commands.targets import described
from lightterm.document.cells import fitted, width
from lightterm.fetch.url_display import display_host, display_url
from lightterm.fetch.urls import host_if_any
from lightterm.safe import clean
from lightterm.settings import TIERS
from lightterm.tui.fields import is_text
from lightterm.tui.lined import Lined
from lightterm.tui.menu import open_menu
from lightterm.tui.page_facts import PageFacts, tier_words
from lightterm.tui.strips import words_in_order
from lightterm.tui.verbs_search import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.style import Style
    from textual import events
    from textual.geometry import Region

    from lightterm.fetch.model import Response
    from lightterm.session.tab import Progress
    from lightterm.tui.app import Browser
    from lightterm.tui.whole_message import WholeMessage


TITLE = 24
"""Cells that a title is to have beside the address."""

LEAST = 24
"""Characters that are left of the end of a path."""


TYPES = "Enter"
"""The key that begins to type into a field in every keymap."""


class StatusLine(Lined):
    """One line below the page."""

    DEFAULT_CSS = "StatusLine { height: 1; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.wanted = True
        """Whether it is shown while nothing is typed."""
        self.hushed = False
        """Whether the button that was pressed last took a message away, and so does nothing else here."""
        self._said: tuple[str, str] | None = None
        self._whole: WholeMessage | None = None
        self._facts: PageFacts | None = None

    @property
    def browser(self) -> Browser:
        """The app."""
        from lightterm.tui.app import Browser

        return cast(Browser, self.app)

    @property
    def facts(self) -> PageFacts:
        """What is told of the page besides its name."""
        if self._facts is None:
            self._facts = PageFacts(self.browser)
        return self._facts

    def on_click(self, event: events.Click) -> None:
        """Edit the address, as in an address bar; the right button opens the page's menu."""
        event.stop()
        app = self.browser
        if self.hushed:
            return
        if event.button == 3:
            open_menu(app, 0, event.screen_x, event.screen_y)
        elif event.button == 1 and app.entry is None:
            app.run_line("prompt open {url}")

    def say(self, text: str, level: str) -> None:
        """Show a message until the next key."""
        self._said = (clean(text), level)
        self.give_way()
        self.app.call_later(self.show_whole)  # the line that led to it is typed no more by then
        self.refresh()

    @property
    def told(self) -> bool:
        """Whether there is a message."""
        return self._said is not None

    def forget(self) -> None:
        """Take the message away."""
        self._said = None
        self.give_way()

    def show_whole(self) -> None:
        """Show the message above where it has no room and nothing is typed, which it would lie over."""
        app = self.browser
        if self._said is None or app.entry is not None or app.mode == "hint":
            return
        said, level = self._said
        room = app.size.width  # its own is none where the line that led to the message is still in its place
        if width(without_middles(said, room)) > room:
            self.prepare().show(app, said, self._styles()[level])

    def prepare(self) -> WholeMessage:
        """What shows a message above; its styles are looked up when it is made, 4 ms of the first such message."""
        if self._whole is None:
            from lightterm.tui.whole_message import WholeMessage

            self._whole = WholeMessage()
            self.app.screen.mount(self._whole)
        return self._whole

    def give_way(self) -> None:
        """Leave the room to what is asked or typed."""
        if self._whole is not None:
            self._whole.display = False

    def _styles(self) -> dict[str, Style]:
        palette = self.browser.palette
        return {"info": palette.status, "warning": palette.warning, "error": palette.error}

    def render(self) -> Text:
        parts = [(segment.text, segment.style or "") for segment in self._segments()]
        return Text.assemble(*parts, no_wrap=True, end="")

    def _segments(self) -> list[Segment]:
        """The message, or where one is, and at the right how far down that is."""
        cells = self.size.width
        right: str = clean(self._right())
        said, level = self._said or (self._left(cells - width(right) - 2), "info")
        if self._said is not None and width(said) > cells - width(right) - 2:
            right = ""  # what went wrong is worth more than where one is
        room = max(0, cells - width(right) - (2 if right else 0))
        styles = self._styles()
        left = words_in_order(fitted(without_middles(said, room), room), self.browser.view.order, styles[level])
        gap = max(1 if right else 0, cells - sum(width(each.text) for each in left) - width(right))
        return [*left, Segment(" " * gap + right, styles["info"])]

    def lines(self, crop: Region) -> list[Strip]:
        """The line as it is: as a visual of Textual's it would cost a seventh of a key."""
        return [Strip(self._segments()).crop(crop.x, crop.right)] * crop.height

    def _left(self, room: int) -> str:
        app = self.browser
        view = app.view
        number = view.hover or view.target
        if number in view.document.targets:
            return clean(f"[{number}] {described(view.document, number)}") + self._typing(number)
        visit = app.tabs.visit
        if visit is None:
            return ""
        told = len(app.tabs) > 1 or visit.title in ("", visit.url)  # several tabs have their titles in the tab bar
        return display_url(visit.url) if told else named(visit.url, clean(visit.title), room)

    def _typing(self, number: int) -> str:
        """How a text is put into the field that the cursor is on: letters typed there are commands until then."""
        app = self.browser
        field = app.view.document.targets[number].field
        if app.mode != "normal" or app.view.hover or field is None or field.readonly or not is_text(field):
            return ""
        return f": {TYPES} to type"

    def _engine(self) -> str:
        """The engine that the page came by where it is not the plainest, and whether it is probably not all there."""
        page = self.browser.tabs.page
        if page is None or (page.tier == 1 and not page.hint):
            return ""
        return tier_words(page)

    def _state(self) -> list[str]:
        """What keys do now, and what else is so until it is changed."""
        app = self.browser
        words = [app.typed] if app.typed else []
        if app.keeping.private:
            words.append("private")
        if app.agents.control.held:
            words.append("agents paused")
        if app.keyboard.recording:
            words.append(f"recording {app.keyboard.recording}")
        if app.mode != "normal":
            words.append(f"-- {app.mode.upper()} --")
        elif app.fields.filling:
            words.append("-- FORM --")
        return words

    def _right(self) -> str:
        app = self.browser
        view, words = app.view, self._state()
        if view.search is not None and view.match is not None:
            words.append(standing(view))
        load = app.loads.of(app.tabs.active) if len(app.tabs) else None
        if load is not None:
            words.append(_progress(load.progress))
        elif app.making is not None and not app.making[0].cancelled:
            words.append(app.making[1])
        else:
            if app.tabs.page is not None and _broke_off(app.tabs.page.response):
                words.append("incomplete")
            if word := self.facts.words(self.size.width) or self._engine():
                words.append(word)
        if app.downloading.summary:
            words.append(app.downloading.summary)
        if leaf := self.facts.leaf():
            words.append(leaf)
        if len(app.tabs) > 1:
            words.append(f"[{app.tabs.index + 1}/{len(app.tabs)}]")
        if view.left:
            words.append(f"→{view.left}")
        part = " so far" if load is not None and app.loads.shows_part(app.tabs.active) else ""
        words.append(position(view.first, view.height, len(view.flow)) + part)
        return "  ".join(words)


def named(url: str, title: str, room: int) -> str:
    """The address and title of a page in so many cells: of an address that leaves the title no room what tells most."""
    address, spare = display_url(url), room - 2 - min(width(title), TITLE)
    for shorter in (address, *_shortened(address)):
        if width(shorter) <= spare:
            return f"{shorter}  {title}"
    host = display_host(host_if_any(url))
    if not host or width(host) + 2 + TITLE // 2 > room:
        return f"{address}  {title}"  # a host is never cut: its end says whose it is
    return f"{host}  {title}"


def _shortened(address: str) -> Iterator[str]:
    """An address of a host without its query, then with the last name of its path alone."""
    page, mark, _ = address.partition("?")
    origin, _, path = page.partition("://")[2].partition("/")
    if not origin:
        return
    if mark:
        yield f"{page}?…"
    *folders, last = path.rstrip("/").split("/")
    if folders:
        yield f"{page.partition('://')[0]}://{origin}/…/{last}{'?…' if mark else ''}"


def without_middles(said: str, room: int) -> str:
    """A message in so many cells as far as its paths and addresses can do without their middles: why stands last."""
    words = said.split(" ")
    for at in sorted(range(len(words)), key=lambda at: -width(words[at])):
        word, over = words[at], width(" ".join(words)) - room
        if over <= 0:
            break
        scheme, mark, rest = word.rpartition("://")
        name, slash, path = rest.partition("/") if mark else (rest[:1], "", rest[1:])
        if rest.startswith("about:"):
            name, slash, path = rest.partition("?")  # which page of ours it is
        begin = f"{scheme}{mark}{name}{slash}"  # a host is never cut
        kept = max(LEAST, len(path) - over - 1)
        if "/" in path and kept < len(path) - 1:
            words[at] = f"{begin}…{path[-kept:]}"
    return " ".join(words)


def _broke_off(response: Response) -> bool:
    """Whether there is less of a page than was sent; one that says that there is none is whole."""
    return response.error is not None and bool(response.body) and response.status < 400


def _progress(progress: Progress) -> str:
    stage, received, total = progress.stage, progress.received, progress.total
    if progress.tier > 1:
        return f"{stage} ({TIERS[progress.tier - 1]})…"
    if not received or stage != "receiving":
        return f"{stage}…"
    size = f"{received / 1024:.0f} KB" if received < 1 << 20 else f"{received / (1 << 20):.1f} MB"
    return f"{stage} {size}" + (f" {100 * received // total}%" if total >= received else "")


def position(top: int, height: int, lines: int) -> str:
    """How far down a page one is: All, Top, Bot or N%."""
    if lines <= height:
        return "All"
    if top <= 0:
        return "Top"
    if top >= lines - height:
        return "Bot"
    return f"{100 * top // (lines - height)}%"
