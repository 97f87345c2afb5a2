"""Finding links by letters of their text, as they are typed."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from lightterm.document.link_texts import link_texts
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.tui.hint_places import said
from lightterm.tui.verbs import verb
from lightterm.tui.verbs_links import follow_target, target_numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


class Finding:
    """A search among the page's targets, from where one was when it began; what is closed is passed over."""

    def __init__(self, app: Browser, follow: bool) -> None:
        view = app.view
        self._app = app
        self._follow = follow
        self._from = (view.place, view.target)
        seen = [number for number, _, _ in view.in_sight()]
        targets = view.document.targets
        here = view.target if view.target in seen else seen[0] if seen else 0
        at = targets.place(here) or view.flow.targets_from(view.first + view.height)
        self._start = at if at <= len(targets) else 1

    @cached_property
    def _texts(self) -> list[str]:
        document = self._app.view.document
        links, targets = link_texts(document.blocks), document.targets
        return [(links.get(number) or said(targets[number])).casefold() for number in targets.numbers]

    def found(self, text: str, start: int, way: int = 1) -> Iterator[int]:
        """The targets that have the letters, from a place among them on and round to it again."""
        wanted = text.casefold()
        count = len(self._texts)
        onwards = chain(range(start, count + 1), range(1, start))
        backwards = chain(range(start, 0, -1), range(count, start, -1))
        hides, numbers = self._app.view.folds.hides, self._app.view.document.targets.numbers
        having = (numbers[at - 1] for at in (onwards if way > 0 else backwards) if wanted in self._texts[at - 1])
        return (number for number in having if not hides(number))

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
        if not text:
            self._restore()
            return
        try:
            self.go(text, by)
            if self._follow and len(list(islice(self.found(text, 1), 2))) == 1:
                app.command_line.leave()
                self.done(text)
        except LighttermError as error:
            app.fail(error)

    def done(self, text: str) -> None:
        """The letters are complete. Raises ValidationFailed when no link has them."""
        app = self._app
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
        finding.go(text, 1 if app.view.target else 0)
        finding.done(text)
    else:
        app.command_line.ask("Letters of the link (Tab: the next one)", "", finding.done, watch=finding.watch)
