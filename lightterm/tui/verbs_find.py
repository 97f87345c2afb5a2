"""Finding links by letters of their text, as they are typed."""

from __future__ import annotations

import asyncio
from itertools import islice
from math import inf
from typing import TYPE_CHECKING

from lightterm.errors import LighttermError, ValidationFailed
from lightterm.tui.counting import REST, SLICE
from lightterm.tui.searching import FIRST
from lightterm.tui.target_texts import TargetTexts
from lightterm.tui.verbs import verb
from lightterm.tui.verbs_links import follow_target, target_numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


class Finding:
    """A search among the page's targets, from where one was when it began; what is closed is passed over."""

    def __init__(self, app: Browser, follow: bool) -> None:
        self._app = app
        self._follow = follow
        self._reading: asyncio.Task[None] | None = None
        self._look_at_page()

    def _look_at_page(self) -> None:
        view = self._app.view
        self._document = view.document
        self._from = (view.place, view.target)
        seen = [number for number, _, _ in view.in_sight()]
        targets = view.document.targets
        here = view.target if view.target in seen else seen[0] if seen else 0
        at = targets.place(here) or view.flow.targets_from(view.first + view.height)
        self._start = at if at <= len(targets) else 1
        self._texts = TargetTexts(view.document)

    def _renew(self) -> None:
        """Look among the targets of the page that is there now: another state of it may have come meanwhile."""
        if self._document is not self._app.view.document:
            self._stop()
            self._look_at_page()

    def begin(self) -> None:
        """Read behind the keys what targets say, while the first letter is thought of."""
        self._reading = asyncio.create_task(self._later("", 0))

    def found(self, text: str, start: int, way: int = 1) -> Iterator[int]:
        """The targets that have the letters, from a place among them on and round to it again."""
        hides, numbers = self._app.view.folds.hides, self._app.view.document.targets.numbers
        having = (numbers[at - 1] for at in self._texts.having(text, start, way))
        return (number for number in having if not hides(number))

    def read(self) -> None:
        """Read what all targets say."""
        self._texts.run(inf)

    def go(self, text: str, by: int = 0) -> None:
        """Put the cursor on the first one, or the next (1) or previous (-1). Raises ValidationFailed when none is."""
        view = self._app.view
        start = view.document.targets.place(view.target) + by if by else self._start
        number = next(self.found(text, start, by or 1), 0)
        if not number:
            raise _none(text)
        view.choose(number)

    def watch(self, text: str, by: int) -> None:
        """Take what is typed so far; without a text one is where one was."""
        app = self._app
        self._stop()
        self._renew()
        if not text:
            self._restore()
            return
        if not self._texts.run(FIRST):
            self._reading = asyncio.create_task(self._later(text, by))
            return
        try:
            self.go(text, by)
            if self._follow and len(list(islice(self.found(text, 1), 2))) == 1:
                app.command_line.leave()
                self.done(text)
        except LighttermError as error:
            app.fail(error)

    async def _later(self, text: str, by: int) -> None:
        """Read on behind the keys, then look for what is typed, if anything is."""
        app = self._app
        while not self._texts.complete:
            await asyncio.sleep(max(REST, app.view.counting.held))
            self._texts.run(SLICE)
        self._reading = None
        if text and app.command_line.asks(self.done):
            self.watch(text, by)

    def _stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def done(self, text: str) -> None:
        """The letters are complete. Raises ValidationFailed when no link has them."""
        app = self._app
        self._renew()
        if not self._texts.complete:  # Enter came before all were read
            self._stop()
            if text:
                self.read()
                self.go(text)
        if text and not any(self.found(text, 1)):
            raise _none(text)
        if text and self._follow:
            follow_target(app, target_numbered(app, app.view.target))

    def _restore(self) -> None:
        view = self._app.view
        place, target = self._from
        view.choose(target, reveal=False)
        view.go_to(place)


def _none(text: str) -> ValidationFailed:
    return ValidationFailed(f"no link has {text!r} in its text", actions=())


@verb("target find")
def find(app: Browser, call: Invocation) -> None:
    if not len(app.view.document.targets):
        raise ValidationFailed("the page has no links", actions=())
    finding = Finding(app, call.has("follow"))
    text = call.text("text")
    if text:
        finding.read()
        finding.go(text, 1 if app.view.target else 0)
        finding.done(text)
    else:
        finding.begin()
        app.command_line.ask(
            "Letters of the link (Tab: the next one, Enter: go to it, again: follow it)",
            "",
            finding.done,
            watch=finding.watch,
        )
