"""What commands act on: the faces that the TUI and line mode show them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from lightterm.commands.complete import Source
    from lightterm.commands.registry import Invocation, Registry
    from lightterm.document.place import Place
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.keys.keymap import Keymap
    from lightterm.session.downloads import Downloads
    from lightterm.session.session import Session
    from lightterm.session.store.model import SavedSession
    from lightterm.session.tab import Tab, Tabs, Visit
else:
    Protocol = object


class View(Protocol):
    """The page as it is being read: where the reader is, and what is under the cursor."""

    @property
    def target(self) -> int | None:
        """The number of the target that the cursor is on."""

    @property
    def selection(self) -> str:
        """The selected text, "" for none."""

    @property
    def slow_selection(self) -> Callable[[], str] | None:
        """What makes the selected text, in any thread, where that takes a while; None where it does not."""

    @property
    def word(self) -> str:
        """The word under the caret, "" where there is none."""

    @property
    def place(self) -> Place:
        """Where one reads."""

    def go_to(self, place: Place) -> None:
        """Scroll there."""

    @property
    def spot(self) -> Place:
        """What a mark keeps: the line that a caret is on, where one is shown, else where one reads."""

    def go_to_spot(self, place: Place, column: bool = True) -> None:
        """Be where a mark was set; without `column` on its line alone."""

    @property
    def columns(self) -> int:
        """Cells in a line of the page."""


class Front(Protocol):
    """A front end. Nothing here waits: what takes time goes on behind, and its end is told by a callback."""

    session: Session
    tabs: Tabs
    registry: Registry
    keymap: Keymap
    manual: str
    """The page of the manual that is about this front end."""

    keyed: bool
    """Whether commands have keys; else they are lines that are typed."""

    config_file: str
    """The user's settings file, which need not exist yet; "" where changes are not to be kept."""

    marks: dict[tuple[str, str], Place]
    """By URL and ', where one was before a jump."""

    downloads: Downloads
    """The downloads: what is begun there goes on behind, and its end is told."""

    said: list[str]
    """What was told in this session, oldest first."""

    @property
    def view(self) -> View:
        """The page as it is being read."""

    def act(self, call: Invocation) -> None:
        """Do a command that has no `run`; raises LighttermError."""

    def open(self, address: str | Request, where: str = "here", place: Place | None = None) -> None:
        """Load and show an absolute URL or request, at a place of it.

        It comes `here`, in a new `tab`, one in the `background`, or the other `pane` where the front end has panes.
        """

    def open_link(self, url: str, where: str = "here", framed: bool = True) -> None:
        """Open the address of a link on the page that is shown, `framed` in the frame it names, if any; a place in this
        page is gone to."""

    def move(self, by: int) -> None:
        """Go so many pages back (negative) or forward in the tab."""

    def reload(self, tab: Tab, fresh: bool = False) -> None:
        """Load a tab's page again, keeping the place."""

    def renew(self, address: str) -> None:
        """Load again what shows this address, perhaps called from another thread: what it tells has changed."""

    def stop(self, tab: Tab) -> bool:
        """Stop a tab's load; whether there was one."""

    def coming(self, tab: Tab) -> Visit | None:
        """What is being loaded into a tab and not on its way yet."""

    def keep_place(self) -> None:
        """Note where one is reading in the page that is shown."""

    def show_visit(self) -> None:
        """Show the page of the tab that is in front, loading it where it is not in memory."""

    def select_tab(self, index: int) -> None:
        """Show another tab; beyond either end it goes on at the other."""

    def close_tab(self, tab: Tab) -> None:
        """Close a tab; in the place of the last one the home page is opened."""

    def clone_tab(self, background: bool = False, move: int = 0) -> None:
        """A second tab with this one's pages, shown from `move` pages further."""

    def tabs_changed(self) -> None:
        """Tabs were opened, closed, moved or renamed."""

    def say(self, text: str, level: str = "info") -> None:
        """Tell the person something in a line; `level` is info, warning or error."""

    def fail(self, error: LighttermError) -> None:
        """Tell what went wrong, and what can be done."""

    def behind(self, work: Callable[[], str], done: Callable[[str], None] | None = None) -> None:
        """Do what takes time; what it gives goes to `done`, or is told, as the LighttermError that it raises is."""

    def behind_writes(self, work: Callable[[], str]) -> None:
        """Do `work` as `behind` does, after all that is still to be written to the store: it is to see that too."""

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        """Ask for one of `choices`, or for text when there are none; `done` gets the answer, unless it is refused.

        What `done` raises as LighttermError is told.
        """

    def ask_text(self, question: str, default: str, done: Callable[[str], None], offers: Source) -> None:
        """Ask for a text as `ask` does; `offers` gives what may stand there for what is typed of it, as whole texts."""

    def read_key(self, question: str, done: Callable[[str], None]) -> None:
        """Take the next key press; `done` gets its character, and may raise LighttermError, which is told."""

    def edit(self, text: str, suffix: str, done: Callable[[str], None]) -> None:
        """Let the person edit `text` in their editor; `done` gets what they saved."""

    def copy(self, text: str | Callable[[], str], told: Callable[[str], None] | None = None) -> None:
        """Put a text on the clipboard, or what makes one, perhaps in another thread; `told` gets it then."""

    def paste(self, done: Callable[[str], None]) -> None:
        """`done` gets what is on the clipboard, "" when it cannot be read."""

    def spawn(self, words: Sequence[str], stdin: bytes = b"", terminal: bool = False, told: bool = False) -> None:
        """Run a program without a shell: in the background, or with the `terminal` until it ends.

        `told`: that it runs is said where nothing else shows it, and in the app that it has ended, too.
        """

    def show_file(self, path: str, content_type: str = "") -> None:
        """Open a file of this machine in its program; what goes wrong is told."""

    def state(self) -> SavedSession:
        """All tabs as they are, to be saved."""

    def forgotten(self) -> None:
        """Things were forgotten, perhaps in another thread: links visited, and the tabs as saved, are others now."""

    def restore(self, saved: SavedSession, clear: bool = False) -> None:
        """Open saved tabs, behind those that are open or in their place."""

    def configured(self, key: str = "") -> None:
        """The setting of that key changed, or with "" settings, keys or aliases: show it."""

    def quit(self, code: int = 0) -> None:
        """End, everything kept."""
