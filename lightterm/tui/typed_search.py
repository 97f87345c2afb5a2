"""A search while it is typed: the page shows what is found already, and is where it was when the search is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.parse import quote
from lightterm.tui import verbs_search

if TYPE_CHECKING:
    from lightterm.tui.app import Browser
    from lightterm.tui.command_line import CommandLine


class TypedSearch:
    """What is typed on the line behind / or ?, from the place where the line was opened."""

    def __init__(self, app: Browser, line: CommandLine) -> None:
        self._app = app
        self._line = line
        self._steps = 0
        self._from = app.view.place
        self._caret = app.view.caret.returning() if app.view.caret.shown else None

    def go_back(self) -> None:
        """Go to where the search began."""
        view = self._app.view
        if self._caret is not None and view.caret.shown:
            self._caret()
        view.go_to(self._from)

    def typed(self) -> None:
        """Find what the line says now."""
        app, line = self._app, self._line
        self._steps = 0
        app.search_backward = line.value.startswith("?")
        self.go_back()
        typed = line.value

        def told() -> None:
            if line.value == typed:
                line.tell(verbs_search.standing(app.view))

        verbs_search.preview(app, typed[1:], told)
        line.tell(verbs_search.standing(app.view))

    def step(self, by: int) -> None:
        """Go on to another match, down or up the page; nothing typed is the search before."""
        app, line = self._app, self._line
        if len(line.value) == 1:
            line.put(line.value + app.searched)
            self.typed()
        elif app.view.search is not None:
            verbs_search.step(app, by, 1)
            self._steps += by
            line.tell(verbs_search.standing(app.view))

    def run(self, line: str) -> None:
        """Search for a line that was typed, sign and all."""
        app, text = self._app, line[1:]
        self.go_back()
        if not text and not app.searched:
            app.say("nothing was searched for before")
            return
        steps = -self._steps if line.startswith("?") else self._steps
        backward = "--backward " if line.startswith("?") else ""
        app.run_line(f"search {backward}-- {quote(text or app.searched)}")  # as it is typed: no flags, no quotes
        if steps:
            app.run_line("match next" if steps > 0 else "match previous", abs(steps))
