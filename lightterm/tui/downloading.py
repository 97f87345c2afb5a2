"""Downloads on the screen: how far they are, how they ended, and what to do with what cannot be shown."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lightterm.commands.unshown import (
    CHOICES,
    OF_ANSWER,
    OPEN,
    SAVE,
    SOURCE,
    answer,
    saved_for_viewing,
    unshown,
    viewing_folder,
)
from lightterm.extract.build import size_in_words
from lightterm.session.downloads import Downloads
from lightterm.session.handlers import Handler, handler

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.timer import Timer

    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.session.download import Transfer
    from lightterm.tui.app import Browser

TICK = 0.5
"""Seconds between two looks at how far downloads are."""


class Downloading:
    """The app's downloads, watched while there are any."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.list = Downloads(app.session, self._ended, self._began)
        self._after: dict[Transfer, Callable[[str, str], None]] = {}
        self._timer: Timer | None = None

    @property
    def summary(self) -> str:
        """How far they are, in a word for the status line; "" while there are none."""
        running = self.list.running
        if not running:
            return ""
        received = sum(t.download.received for t in running)
        sizes = [t.download.size for t in running]
        total = sum(size or 0 for size in sizes)
        how_far = f"{100 * received // total}%" if total and None not in sizes else size_in_words(received)
        return f"↓{len(running) if len(running) > 1 else ''} {how_far}"

    def _began(self, transfer: Transfer) -> None:
        if self._timer is None:
            self._timer = self.app.set_interval(TICK, self._tick)
        self.app.say(f"downloading {transfer.download.url}")
        self._refresh()

    def _tick(self) -> None:
        if not self.list.running and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._refresh()

    def _refresh(self) -> None:
        """Show how far they are: in the status line, and on the page of downloads where that is shown."""
        app = self.app
        app.status_changed()
        tab = app.tabs.active
        if tab.visit is not None and tab.visit.url.partition("?")[0] == "about:downloads" and app.loads.of(tab) is None:
            app.reload(tab)

    def _ended(self, transfer: Transfer) -> None:
        self.app.in_loop(self._tell, transfer)

    def _tell(self, transfer: Transfer) -> None:
        download = transfer.download
        after = self._after.pop(transfer, None)
        name = os.path.basename(download.path) or download.url
        if download.state == "done" and after is not None:
            after(download.path, transfer.content_type)
        elif download.state == "done":
            self.app.say(f"saved {download.path} ({size_in_words(download.received)})")
        elif download.state == "failed":
            self.app.say(f"{name} was not downloaded: {download.error}", "error")
        else:
            self.app.say(f"stopped {name}; :download resume goes on with it")
        self._refresh()

    # --- what cannot be shown

    def offer(self, request: Request, error: LighttermError) -> None:
        """Ask what to do with what cannot be shown."""
        file = unshown(request, error)

        def answered(answer: str) -> None:
            if answer == SAVE:
                self.list.begin(request)
            elif answer == OPEN:
                transfer = self.list.begin(request, viewing_folder(), file.name, kept=False)
                self._after[transfer] = self.app.show_file
            elif answer == SOURCE:
                self.app.open(f"view-source:{file.url}")

        self.app.ask(file.question, CHOICES, SAVE, answered)

    def offer_answer(self, page: Page) -> None:
        """Ask what to do with a file that is the answer to a form: it is taken from memory, as none is sent again."""
        file, kind = answer(page), page.document.content_type

        def answered(chosen: str) -> None:
            if chosen == SAVE:
                self.app.run_line("download")
            elif chosen == OPEN:
                self.app.background.do(
                    lambda: saved_for_viewing(page, file.name), lambda path: self.show_file(path, kind)
                )

        self.app.ask(file.question, OF_ANSWER, SAVE, answered)

    def show_file(self, path: str, content_type: str) -> None:
        """Open a file in its program."""
        settings = self.app.session.settings
        self.app.background.do(lambda: handler(settings, content_type, os.path.abspath(path)), self._launch)

    def _launch(self, chosen: Handler) -> None:
        """Run a program that shows a file. It may go on when lightterm ends: it is the person's own window."""
        self.app.spawn(chosen.words, terminal=chosen.terminal)
        if not chosen.terminal:  # its window may be long in coming, or come nowhere
            self.app.say(f"handed to {chosen.name}")
