"""Reader mode on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.files import loaded
from lightterm.commands.navigate import shown
from lightterm.document.ready import ready
from lightterm.errors import Cancelled
from lightterm.fetch.clock import Cancel
from lightterm.session.reader import changed, is_reader, same_place, why_whole
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.document.chunks import Cuts
    from lightterm.loading import Page
    from lightterm.session.tab import Visit
    from lightterm.tui.app import Browser


@verb("reader")
def reader(app: Browser, call: Invocation) -> None:
    visit, page = shown(app), loaded(app)
    state = call.text("state")
    wanted = state == "on" if state else not is_reader(page.document)
    if wanted == is_reader(page.document):
        app.say("this is the main text alone" if wanted else "this is the whole page")
        return
    view = app.view
    columns, numbers, stacked = view.columns, view.numbers, view.stacked

    if app.making is not None:
        app.making[0].cancel()  # which says itself that it was stopped
    making = app.making = (Cancel(), "making the reader view…" if wanted else "making the whole page again…")

    def read() -> tuple[Page, Cuts] | None:
        try:
            found = changed(app.session, page, columns, wanted, making[0])
            return found, ready(found.document.blocks, columns, numbers, stacked)
        except Cancelled:  # told when it was stopped
            return None
        finally:
            app.in_loop(_made, app, making)

    def done(read: tuple[Page, Cuts] | None) -> None:
        if read is not None and not making[0].cancelled:  # it was ready, and stopped before it was shown
            _show(app, visit, page, *read, wanted)

    app.background.beside(read, done)
    app.status_changed()


def _made(app: Browser, making: tuple[Cancel, str]) -> None:
    if app.making is making:
        app.making = None
        app.status_changed()


def _show(app: Browser, visit: Visit, before: Page, found: Page, cuts: Cuts, wanted: bool) -> None:
    """Show the page as it was read again, unless another has come meanwhile."""
    if visit.page is not before:
        return
    if wanted and not is_reader(found.document):
        app.say(f"{why_whole(found.document)}: all of it is shown", "warning")
        return
    here = app.tabs.active.visit is visit
    if here and app.fields.entry is not None:
        app.fields.entry.leave()
    place = app.view.place if here else visit.place
    spot = same_place(before.document, found.document, app.view.spot) if here and app.view.caret.shown else None
    row = app.view.caret.at[0] - app.view.first
    visit.page, visit.cuts = found, cuts
    visit.place = same_place(before.document, found.document, place)
    if here:
        app.view.cuts = cuts
        app.view.show(found.document, visit.place, app.fillings(visit, found.document))
        if spot is not None:  # the line that the caret is on stays where it is on the screen
            app.view.caret.go_to(spot)
            app.view.scroll_to_line(app.view.caret.at[0] - row)
        app.say("the main text alone; :reader shows the whole page" if wanted else "the whole page")
