"""Buttons that only a script of the page listens to: pressed where the page lives, which is begun for it if need be."""

from __future__ import annotations

import re
from threading import Lock
from typing import TYPE_CHECKING

from lightterm.agent.acting import Acting, act
from lightterm.agent.enlivening import put_drafts
from lightterm.agent.for_scripts import is_for_scripts
from lightterm.agent.live import fill_live, more, press
from lightterm.agent.reading import lines_of
from lightterm.commands.page_questions import ask, unanswered
from lightterm.errors import ValidationFailed
from lightterm.fetch.clock import Cancel
from lightterm.loading import has_script
from lightterm.session.controls import called
from lightterm.tui import out_of_sight
from lightterm.tui.app_desk import AppDesk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Target
    from lightterm.engines.base import Answer
    from lightterm.loading import Page
    from lightterm.tui.app import Browser

_HANDLERS = tuple(re.compile(rb"%b[nN](?<=\s%b[nN])[a-zA-Z]+\s*=" % (o, o)) for o in (b"o", b"O"))
"""A handler in the markup itself: what begins with a letter is found in 13 ms of 10 MB, by a space before it in 44."""


TURN = Lock()
"""What is done to live pages is done one after the other."""


def press_live(app: Browser, target: Target, kind: str = "click", answers: tuple[Answer, ...] = ()) -> None:
    """Press a target of the page in front, or send its form; what comes of it is shown and told, what it asks asked.

    `answers` are those the page has had to what it asks. Raises ValidationFailed.
    """
    page = app.tabs.page
    if page is None or (page.snapshot.live is None and not _is_scripted(page.snapshot.markup)):
        name = called(target.field) if target.field is not None else target.text
        raise ValidationFailed(f"{name} does something only by a script of the page, and there is none", actions=())
    met: list[str] = []
    doing = _doing(app).replace(answers=answers, asked=met.extend)
    app.say(f"running the scripts of the page for [{target.number}]")
    found: list[tuple[int, str]] = []

    def told(said: str) -> None:
        question, known = unanswered(met, answers)
        if question and app.tabs.page is not None:
            app.say("")
            ask(app, app.tabs.page.document.url, question, lambda one: press_live(app, target, kind, (*known, one)))
        elif said:
            beyond = out_of_sight.told(app.view, found)
            app.say(f"{said}; {beyond}" if beyond else said)

    def work() -> str:
        with TURN:
            said = press(doing, target, kind)
            if app.tabs.page is not None:
                found.extend(out_of_sight.changes(page.document, app.tabs.page.document))
            if target.url.endswith("#") and _says_the_same(page, app.tabs.page):
                app.call_from_thread(app.open_link, target.url, "here")  # nothing heard it: it is the way to the top
            return said

    app.behind(work, told)


def _says_the_same(before: Page, now: Page | None) -> bool:
    old, new = before.document, now.document if now is not None else None
    return new is not None and lines_of(old.blocks, old) == lines_of(new.blocks, new)


def act_live(app: Browser, kind: str, number: int, values: Sequence[str]) -> None:
    """Do on the page in front what an agent may: the same verbs, the same values. Raises ValidationFailed."""
    if app.tabs.page is None:
        raise ValidationFailed("no page is open", actions=())
    doing = _doing(app)
    app.say(f"{kind} [{number}]" if number else kind)

    def work() -> str:
        with TURN:
            put_drafts(doing)
            return act(doing, kind, number, values)

    app.behind(work)


def scroll_live(app: Browser, times: int) -> None:
    """Have the page in front, where it lives, show what comes with scrolling to its end. Raises ValidationFailed."""
    page = app.tabs.page
    if page is None:
        raise ValidationFailed("no page is open", actions=())
    doing = _doing(app)
    app.say("scrolling the page to its end")

    def work() -> str:
        if page.snapshot.live is None and not _is_scripted(page.snapshot.markup):
            raise ValidationFailed("all of the page is here: it has no scripts", actions=())
        with TURN:
            return more(doing, times)

    app.behind(work)


def is_heard(app: Browser, target: Target) -> bool:
    """Whether scripts of the page in front are to be told what is put into a field: it lives, or only they want it."""
    page = app.tabs.page
    return page is not None and (page.snapshot.live is not None or is_for_scripts(page, target))


def fill_in(app: Browser, number: int, values: tuple[str, ...]) -> None:
    """Tell the scripts of a live page what was put into a field of it."""
    doing = _doing(app)

    def work() -> str:
        with TURN:
            return fill_live(doing, number, values)

    app.behind(work)


def _doing(app: Browser) -> Acting:
    seconds, folder = app.session.settings.network.timeout, app.downloads.folder()
    return Acting(AppDesk(app.agents), app.tabs.active, seconds, Cancel(), downloads=folder, granted_ones=False)


def _is_scripted(markup: bytes) -> bool:
    return has_script(markup) or has_handler(markup)


def has_handler(markup: bytes) -> bool:
    """Whether an attribute in it may be a handler, as `onclick`."""
    return any(handler.search(markup) is not None for handler in _HANDLERS)
