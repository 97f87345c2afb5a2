"""What outlives line mode: tabs are saved as they change, and offered again after an end that was none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands import saving
from lightterm.session.forget import forget_tabs, hear

if TYPE_CHECKING:
    from lightterm.line.front import LineMode
    from lightterm.session.store.forgettings import Heard
    from lightterm.session.store.model import Restorable, SavedSession


class Keeping:
    """Has the store keep the tabs of a person; a script has none."""

    def __init__(self, front: LineMode) -> None:
        self.front = front
        self._saved: SavedSession | None = None
        front.session.on_forgotten = self._forgotten

    @property
    def _keeps(self) -> bool:
        return self.front.console.asks and not self.front.session.settings.session.private

    def begin(self) -> None:
        """Offer the tabs that the last run left, or bring them back as the settings say."""
        if not self._keeps:
            return
        found = self.front.session.store.sessions.restorable()
        self.save()
        if found is None or not found.session.tabs:
            return
        if not found.ask:
            self._bring_back(found)
            return

        def answered(answer: str) -> None:
            if answer == "yes":
                self._bring_back(found)
            elif found.run:
                self.front.session.store.journal.settle(found.run)

        self.front.ask(found.question, ("yes", "no"), "yes", answered)

    def reopen(self, run: int) -> None:
        """Open the tabs that a run had before line mode was started anew."""
        saved = self.front.session.store.sessions.of_run(run)
        if saved is not None and saved.tabs:
            saving.restore(self.front, saved, clear=False)
        self.save()

    def _bring_back(self, found: Restorable) -> None:
        front = self.front
        saving.restore(front, found.session, clear=False, select=False)
        count = len(found.session.tabs)
        front.say(f"{f'{count} tabs are' if count > 1 else 'one tab is'} open again: tabs lists them")
        # Settled only once the tabs are saved as this run's: a kill in between would lose them.
        self.save()
        if found.run:
            front.session.store.journal.settle(found.run)

    def save(self) -> None:
        """Save the tabs, if they are others than those that are saved."""
        if not self._keeps or not len(self.front.tabs):
            return
        hear(self.front.session)
        state = saving.state(self.front)
        if self._saved is None or (state.tabs, state.active) != (self._saved.tabs, self._saved.active):
            self._saved = state
            self.front.session.store.sessions.save(state)

    def _forgotten(self, heard: Heard) -> None:
        """Another run was told to forget things."""
        if forget_tabs(self.front.tabs, heard.scope, heard.kinds):
            self._saved = None

    def renew(self) -> None:
        """Save the tabs whatever is saved: things were forgotten."""
        self._saved = None
        self.save()

    def end(self) -> None:
        """Say that this run came to its end."""
        self.save()
        if self._keeps:
            self.front.session.store.end()

    def hang_up(self) -> None:
        """Say that this run came to its end with its terminal."""
        self.save()
        if self._keeps:
            self.front.session.store.hang_up()
