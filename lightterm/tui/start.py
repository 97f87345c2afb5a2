"""From the command line to the running app, and its end: the terminal is left as it was found."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress

from lightterm.output.encode import InCells
from lightterm.session.load import Load
from lightterm.session.session import Session
from lightterm.tui import prepaint
from lightterm.tui.early import Early
from lightterm.tui.quiet import LEFT_RAW, is_anothers, quiet, sane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document
    from lightterm.graphics.probe import Terminal
    from lightterm.settings import Settings
    from lightterm.tui.app import Browser

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)

EARLY = ("about:start", "about:blank")
"""Pages of our own that are the same before the app is there."""

FIRST_WAIT = 0.12
"""Seconds the first screen is waited for before Textual is imported meanwhile: near servers make it."""

BEGUN_WAIT = 1.0
"""Seconds where it is known to come, as a file or what has begun to: on a busy machine it is a little later, and still
there sooner than Textual would be.
"""


def run(addresses: Sequence[str], settings: Settings, config_file: str = "") -> int:
    """Show the addresses, the first in front, until the person quits; the exit code, not 0 after a crash."""
    early = Early()
    for number in ENDING:
        signal.signal(number, early.heard)
    from lightterm.commands.restart import VARIABLE
    from lightterm.tui import crash

    if VARIABLE in os.environ:
        addresses = (settings.open.home,)
    with Session(settings) as session:
        session.tells_unread = True
        session.base_view = session.base_view.replace(styled=True)
        with early.alone():
            app = _shown(session, addresses, settings, config_file, early)
        app.finish()
        crash.tell(app)
    # App.run() returns as if all were well after a crash, which is told by return_code alone.
    code = app.return_code or app.return_value or 0
    if app.restart and not code:
        from lightterm.commands.restart import start_anew

        start_anew(app.restart)
    return code


def _shown(session: Session, addresses: Sequence[str], settings: Settings, config_file: str, early: Early) -> Browser:
    """The app, which has run to its end."""
    with Tty() as tty:
        if tty.was_raw:
            session.notes.append(LEFT_RAW)
        first = First(session, addresses[0], tty, settings, paints=len(addresses) == 1)
        first.wait()
        terminal = _probe()
        from lightterm.tui.app import Browser
        from lightterm.tui.driver import driver_class
        from lightterm.tui.signals import OF_KEYS

        painted = first.taken_over()
        app = Browser(session, addresses, config_file, first.load, terminal, driver_class(painted, tty.found))
        if first.fault is not None:
            session.notes.append(f"the first screen was not painted early: {type(first.fault).__name__}")
            app.crashes.note(first.fault)
        app.ends_with(ENDING, early)
        tty.taken_over()
        app.run()
        if app.ending is not None:
            app.ending.over()
        for number in OF_KEYS:
            signal.signal(number, early.heard)
        return app


def _probe() -> Terminal:
    from lightterm.graphics.probe import TRUE_COLOR, probe

    terminal = probe()
    if terminal.colors == TRUE_COLOR:
        # Rich knows it by this alone; without it the numbers of Kitty's pictures, which are colours, are rounded.
        os.environ.setdefault("COLORTERM", "truecolor")
    return terminal


class Tty:
    """The terminal, quiet while nobody reads its keys yet, and as it was in the end."""

    def __init__(self) -> None:
        self.columns, self.rows = 80, 24
        self._lock = threading.RLock()
        self._over = False
        self._screen = ""

    def __enter__(self) -> Tty:
        fd = sys.__stdin__.fileno() if sys.__stdin__ is not None else 0
        self._fd = fd
        with suppress(OSError):
            self.columns, self.rows = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1)
        self._painted = False
        self.found = quiet(fd)
        mended = sane(self.found)
        self.was_raw = mended is not None
        self.found = mended or self.found
        if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
            signal.signal(signal.SIGTSTP, self._stopped)  # until the app's driver has one
        return self

    def __exit__(self, *_exc: object) -> None:
        import termios

        with self._lock:
            self._over = True
        if self._painted:
            with suppress(OSError):
                self.write(prepaint.LEAVE)
        if is_anothers(self._fd):  # we were stopped, and told to end: it was given back then
            return
        with suppress(termios.error):  # it is closed
            termios.tcsetattr(self._fd, termios.TCSANOW, self.found)

    def paint(self, screen: str) -> bool:
        """Show the first screen, unless it is over; without an app to take it over it is gone in the end."""
        with self._lock:
            if not self._over:
                self._painted = True
                self._screen = screen
                self.write(screen)
            return not self._over

    def _stopped(self, _number: int, _frame: object) -> None:
        """Stop, the terminal as it was found, and go on from there: Ctrl-Z while the app is not there yet."""
        import termios

        with self._lock:
            if self._screen:
                self.write(prepaint.LEAVE)
            termios.tcsetattr(self._fd, termios.TCSANOW, self.found)
            os.kill(os.getpid(), signal.SIGSTOP)
            quiet(self._fd)
            self.write(self._screen)

    def taken_over(self) -> None:
        """The app is there, and leaves the screen itself."""
        self._painted = False

    def write(self, text: str) -> None:
        """Write escape codes at once."""
        out = sys.__stdout__
        os.write(out.fileno() if out else 1, InCells(out.encoding if out else "utf-8").encode(text))


class First:
    """The first page's load, begun before the app is there, which takes it over.

    As soon as the page's beginning is there it is painted, by the load's thread: also while Textual is being imported.
    """

    def __init__(self, session: Session, address: str, tty: Tty, settings: Settings, paints: bool) -> None:
        from lightterm.commands.navigate import address_of
        from lightterm.errors import LighttermError
        from lightterm.fetch.model import Request

        self.load: Load | None = None
        self._tty, self._settings = tty, settings
        self._there = threading.Event()
        self.fault: Exception | None = None
        """What kept the first screen from being painted."""
        self._begun = self._painted = False
        self._lock = threading.Lock()
        self._may_paint = paints
        try:
            request = Request(url=address_of(address, session.settings))
        except LighttermError:
            return  # the app will ask for it again and tell
        if request.url.lower().startswith(("about:", "view-source:")) and request.url.lower() not in EARLY:
            return  # made by the app, of what it knows
        self.load = Load(session, request, max(1, tty.columns - 1), self._come, self._came)
        self.load.watched = self.load.asks = True
        self.load.start()

    def _came(self, load: Load) -> None:
        self._begun = True
        if load.glimpse() is not None:
            self._come(load)
        self._begun = False

    def _come(self, load: Load) -> None:
        """There is something to see, or all has ended."""
        with self._lock:
            if self._may_paint and not self._painted:
                try:
                    self._painted = self._paint()
                except Exception as fault:  # the load goes on; a thread would write it over the screen
                    self.fault, self._may_paint = fault, False
        self._there.set()

    def wait(self) -> None:
        """Wait a little for the beginning of the page."""
        if self.load is None:
            return
        url = self.load.request.url.lower()
        if not self._there.wait(FIRST_WAIT) and (self._begun or (url[:5] == "file:" and not url.endswith(".pdf"))):
            self._there.wait(BEGUN_WAIT - FIRST_WAIT)

    def taken_over(self) -> bool:
        """The app paints from now on; whether there is a first screen for it to go on from."""
        with self._lock:
            self._may_paint = False
            return self._painted

    @property
    def document(self) -> Document | None:
        """As much of the page as there is."""
        if self.load is None:
            return None
        return self.load.page.document if self.load.page is not None else self.load.glimpsed

    def _paint(self) -> bool:
        """Paint the first screen, where it begins at the page's top; whether that was done."""
        from lightterm.document.stacked import in_records
        from lightterm.fetch.url_display import display_url

        document = self.document
        if self.load is None or document is None or "#" in self.load.request.url:
            return False
        chosen = self._settings
        if chosen.layers.sites:
            from lightterm.fetch.urls import host_if_any

            chosen = chosen.for_host(host_if_any(document.url))
        if chosen.output.tables == "records":
            document = in_records(document)
        look = prepaint.noted_look(self._settings.tui.theme)
        status = display_url(self.load.request.url)
        numbers = chosen.output.numbers
        size, bidi = (self._tty.columns, self._tty.rows), self._settings.tui.bidi
        screen = prepaint.first_screen(document, *size, numbers, status, look, bidi)
        return self._tty.paint(screen)
