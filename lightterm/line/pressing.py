"""What only scripts of the page listen to: done where the page lives, which is begun for it; then it is shown anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.acting import Acting
from lightterm.agent.desk import Desk
from lightterm.agent.for_scripts import is_for_scripts
from lightterm.agent.live import fill_live, press
from lightterm.commands.page_questions import ask, unanswered
from lightterm.document.layout import text_lines
from lightterm.fetch.clock import Cancel
from lightterm.line.forms import shown
from lightterm.session.fillings import filled_blocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Target
    from lightterm.engines.base import Answer
    from lightterm.line.front import LineMode
    from lightterm.loading import Page
    from lightterm.session.tab import Visit


class LineDesk(Desk):
    """The tabs of line mode: what is loaded in them is the person's."""

    def __init__(self, front: LineMode) -> None:
        super().__init__(front.session)
        self.tabs = front.tabs
        self._front = front

    def arrived(self, visit: Visit, page: Page) -> None:
        self._front.remember(visit, page)


def press_live(front: LineMode, target: Target, kind: str = "click", answers: tuple[Answer, ...] = ()) -> None:
    """Press a target, or send its form, where the page lives, and ask what the page asks.

    `answers` are those the page has had. Raises LighttermError.
    """
    met: list[str] = []
    _do(front, lambda doing: press(doing.replace(answers=answers, asked=met.extend), target, kind))
    (question, known), page = unanswered(met, answers), shown(front).page
    if question and page is not None:
        ask(front, page.document.url, question, lambda one: press_live(front, target, kind, (*known, one)))


def is_heard(front: LineMode, target: Target) -> bool:
    """Whether scripts of the page are to be told what is put into a field: it lives, or only they want it."""
    page = front.visit.page if front.visit is not None else None
    return page is not None and (page.snapshot.live is not None or is_for_scripts(page, target))


def tell_scripts(front: LineMode, number: int, values: tuple[str, ...]) -> None:
    """Tell them what was put into a field. Raises LighttermError."""
    _do(front, lambda doing: fill_live(doing, number, values))


def _do(front: LineMode, deed: Callable[[Acting], str]) -> None:
    """Do something to the page in front; Ctrl-C stops what is loaded for it. What came of it is told and shown."""
    front.keep_place()
    cancel = Cancel()
    before, lines = shown(front).page, _lines(front)
    seconds, folder = front.session.settings.network.timeout, front.downloads.folder()
    doing = Acting(LineDesk(front), front.tabs.active, seconds, cancel, downloads=folder, granted_ones=False)
    try:
        said = deed(doing)
    except KeyboardInterrupt:
        cancel.cancel()
        said = "stopped"
    if said:
        front.say(said)
    visit = shown(front)
    if visit.page is before:
        return
    if _lines(front) != lines:
        front.show_visit()
    elif visit.page is not None:
        front.view.show(visit.page.document, filled_blocks(visit), visit.place)  # it reads as it was shown


def _lines(front: LineMode) -> list[str]:
    return list(text_lines(filled_blocks(shown(front)), front.columns, True))
